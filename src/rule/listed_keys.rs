//! Which names a property may have: keys that `propertyNames` lists become fields, names it refuses go.

use super::context::Context;
use crate::error::Error;
use crate::form::{Conjunct, ObjectFacets, Property, Undeclared};
use crate::json::Json;
use std::borrow::Cow;
use std::collections::HashSet;
use std::rc::Rc;

/// Keys of a map that are listed become fields up to this many.
const MAX_KEYS: usize = 32;

impl<'s> Context<'s, '_> {
    /// A map whose keys are listed is a closed object of optional fields.
    pub(super) fn with_listed_keys(&mut self, facets: &Rc<ObjectFacets<'s>>) -> Result<Rc<ObjectFacets<'s>>, Error> {
        let Undeclared::Node(value) = facets.undeclared else { return Ok(Rc::clone(facets)) };
        let [names] = facets.names[..] else { return Ok(Rc::clone(facets)) };
        if !facets.patterns.is_empty() {
            return Ok(Rc::clone(facets));
        }
        let Some(keys) = self.schema().keywords(names).and_then(|k| k.property_names) else { return Ok(Rc::clone(facets)) };
        let keys = self.forms.node([Conjunct::Is(keys)]);
        let Some(list) = self.forms.literals_of(keys)? else { return Ok(Rc::clone(facets)) };
        if list.len() > MAX_KEYS {
            return Ok(Rc::clone(facets));
        }
        let doc = self.schema().doc();
        let mut refused: Vec<&Property<'s>> = Vec::new();
        for property in &facets.properties {
            if !self.name_admitted(facets, property.name)? {
                refused.push(property);
            }
        }
        if refused.iter().any(|p| p.required) {
            return Ok(Rc::clone(facets));
        }
        let mut listed = (**facets).clone();
        listed.forbidden.extend(refused.iter().map(|p| p.name));
        let forbidden: HashSet<&str> = listed.forbidden.iter().copied().collect();
        listed.properties.retain(|p| !forbidden.contains(p.name));
        for key in list.iter().filter_map(|l| doc.str(*l)) {
            if !listed.properties.iter().any(|p| p.name == key) && !forbidden.contains(key) {
                listed.properties.push(Property { name: key, node: value, schema: None, required: false, sites: Vec::new() });
            }
        }
        listed.undeclared = Undeclared::None;
        listed.names.clear();
        listed.sort_index();
        Ok(Rc::new(listed))
    }

    /// Whether `propertyNames` admits a declared name.
    pub(super) fn name_admitted(&mut self, facets: &ObjectFacets<'s>, name: &str) -> Result<bool, Error> {
        let schema = self.schema();
        for id in &facets.names {
            let Some(names) = schema.keywords(*id).and_then(|k| k.property_names) else { continue };
            let lists = schema.keywords(names).is_some_and(|k| k.enumeration.is_some() || k.constant.is_some());
            if lists && schema.is_bare_literals(names) {
                // Listed names are put in a set: there may be as many as there are properties.
                if !self.listed_names.contains_key(&names) {
                    let node = self.forms.node([Conjunct::Is(names)]);
                    let list = self.forms.literals_of(node)?.unwrap_or_default();
                    let listed = list.iter().filter_map(|l| schema.doc().str(*l)).collect();
                    self.listed_names.insert(names, listed);
                }
                if !self.listed_names[&names].contains(name) {
                    return Ok(false);
                }
            } else if !schema.accepts(names, &Json::String(Cow::Borrowed(name))) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether no declared property can be there.
    pub(super) fn declares_nothing(&mut self, facets: &ObjectFacets<'s>) -> Result<bool, Error> {
        for property in &facets.properties {
            if self.name_admitted(facets, property.name)? && (property.required || !self.forms.is_never(property.node)?) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

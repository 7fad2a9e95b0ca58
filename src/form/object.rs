//! What the parts of an object shape say together.

use super::declared::{Closed, Declarations, Declared};
use super::facets::{INDEXED, ObjectFacets, Pattern, Property, Undeclared};
use super::scalar::{lower, raise};
use super::{Conjunct, Few, Forms, Matter, NodeId, Part, Residual, Shape};
use crate::error::Error;
use crate::json::Kind;
use crate::schema::arena::SchemaId;
use crate::schema::keyword::Keyword;
use std::rc::Rc;

impl<'s> Forms<'s> {
    /// What the parts of an object shape say together, cached.
    ///
    /// # Errors
    /// As [`Forms::of_node`].
    pub fn object(&mut self, shape: &Shape) -> Result<Rc<ObjectFacets<'s>>, Error> {
        if let Some(known) = self.objects.get(&*shape.parts) {
            return Ok(Rc::clone(known));
        }
        let facets = Rc::new(self.read_object(shape)?);
        self.objects.insert(Box::from(&*shape.parts), Rc::clone(&facets));
        Ok(facets)
    }

    /// Reads the properties of a shape of which one subschema says all; false, with nothing read, where that is not so.
    fn read_plain(&mut self, shape: &Shape, out: &mut ObjectFacets<'s>) -> Result<bool, Error> {
        let schema = self.schema();
        let doc = schema.doc();
        let [Part::Keywords(id)] = shape.parts[..] else { return Ok(false) };
        let Some(keywords) = schema.keywords(id).filter(|k| k.pattern_properties.is_empty()) else { return Ok(false) };
        if keywords.required.len() > INDEXED {
            return Ok(false);
        }
        let mut required: Vec<&'s str> = keywords.required.iter().filter_map(|n| doc.str(*n)).collect();
        out.properties.reserve_exact(keywords.properties.len());
        for (json, id) in &keywords.properties {
            let Some(name) = doc.key(*json) else { continue };
            let place = required.iter().position(|r| *r == name);
            let is_required = place.is_some();
            place.map(|at| required.remove(at));
            let node = self.node([Conjunct::Is(*id)]);
            self.count_merged(node)?;
            let never = if is_required { self.is_never(node)? } else { self.is_plainly_never(node)? };
            match (never, is_required) {
                (true, true) => out.never = Some(name),
                (true, false) => out.forbidden.push(name),
                (false, _) => {
                    let sites = if schema.is_annotated_site(*id) { vec![*id] } else { Vec::new() };
                    out.properties.push(Property { name, node, schema: Some(*id), required: is_required, sites });
                }
            }
        }
        if !required.is_empty() {
            // Required but not declared, or listed twice.
            out.properties.clear();
            out.forbidden.clear();
            out.never = None;
        }
        Ok(required.is_empty())
    }

    fn read_object(&mut self, shape: &Shape) -> Result<ObjectFacets<'s>, Error> {
        let schema = self.schema();
        let doc = schema.doc();
        let mut out = ObjectFacets {
            properties: Vec::new(),
            forbidden: Vec::new(),
            patterns: Vec::new(),
            shut: Vec::new(),
            undeclared: Undeclared::Silent,
            names: Vec::new(),
            min: None,
            max: None,
            excluded: Vec::new(),
            declares: false,
            never: None,
            index: Vec::new(),
        };
        let plain = self.read_plain(shape, &mut out)?;
        let mut declared: Vec<Declared<'s>> = Vec::new();
        let mut names: Vec<&'s str> = Vec::new();
        let mut required: Vec<&'s str> = Vec::new();
        for part in &shape.parts {
            match part {
                Part::Keywords(id) => {
                    let Some(k) = schema.keywords(*id) else { continue };
                    let at = |keyword| Some(Residual { schema: *id, keyword });
                    if !plain {
                        names.reserve(k.properties.len() + k.required.len());
                        names.extend(k.properties.iter().filter_map(|(n, _)| doc.key(*n)));
                        required.reserve(k.required.len());
                        required.extend(k.required.iter().filter_map(|n| doc.str(*n)));
                    }
                    out.declares |= k.has_properties;
                    if k.property_names.is_some() {
                        out.names.push(*id);
                    }
                    if let Some(n) = k.min_properties.filter(|n| *n > 0) {
                        raise(&mut out.min, n, at(Keyword::MinProperties));
                    }
                    if let Some(n) = k.max_properties {
                        lower(&mut out.max, n, at(Keyword::MaxProperties));
                    }
                    declared.extend(self.declared(*id));
                }
                Part::Require(name) => required.push(self.name_text(*name)),
                Part::Forbid(name) => out.forbidden.push(self.name_text(*name)),
                Part::PropertyNot(name, _) => names.push(self.name_text(*name)),
                Part::Length(Keyword::MinProperties, n) => raise(&mut out.min, *n, None),
                Part::Length(Keyword::MaxProperties, n) => lower(&mut out.max, *n, None),
                Part::NotLiterals(id) => out.excluded.push(*id),
                Part::Unevaluated(number) => {
                    for sibling in &self.unevaluated(*number).siblings {
                        if let Part::Keywords(id) = sibling
                            && let Some(k) = schema.keywords(*id)
                        {
                            names.extend(k.properties.iter().filter_map(|(n, _)| doc.key(*n)));
                        }
                    }
                }
                _ => {}
            }
        }
        if plain {
            self.read_undeclared(shape, &declared, &mut out)?;
            out.sort_index();
            return Ok(out);
        }
        let declared = Declarations::new(schema, declared);
        names.extend(&required);
        let forbidden = out.forbidden.len();
        let closed = self.closed(shape);
        let few = required.len() <= INDEXED && names.len() <= 2 * INDEXED;
        let mut seen = std::collections::HashSet::new();
        let required_set: std::collections::HashSet<&str> =
            if few { std::collections::HashSet::new() } else { required.iter().copied().collect() };
        for (i, name) in names.iter().enumerate() {
            let fresh = if few { !names[..i].contains(name) } else { seen.insert(*name) };
            if !fresh {
                continue;
            }
            let is_required = if few { required.contains(name) } else { required_set.contains(name) };
            // Only what a part forbids can come up here: those found empty below come once.
            if out.forbidden[..forbidden].contains(name) {
                if is_required {
                    out.never = Some(name);
                }
                continue;
            }
            let (node, schema_at, sites, negated_only) = self.property(shape, &declared, &closed, name);
            self.count_merged(node)?;
            if negated_only && !is_required {
                continue;
            }
            let never = if is_required { self.is_never(node)? } else { self.is_plainly_never(node)? };
            if never {
                if is_required {
                    out.never = Some(name);
                } else {
                    out.forbidden.push(name);
                }
                continue;
            }
            out.properties.push(Property { name, node, schema: schema_at, required: is_required, sites });
        }
        self.read_undeclared(shape, &declared.all, &mut out)?;
        out.sort_index();
        Ok(out)
    }

    /// The node of a property, the first subschema of it, the sites that annotate it, and whether only a negation speaks of it.
    fn property(
        &mut self,
        shape: &Shape,
        declared: &Declarations<'s>,
        closed: &[Closed<'s>],
        name: &str,
    ) -> (NodeId, Option<SchemaId>, Vec<SchemaId>, bool) {
        let schema = self.schema();
        let mut applied = Few::new();
        let mut said = false;
        declared.each(name, |d| {
            d.apply(schema, name, &mut applied);
            said |= d.get(schema, name).is_some();
        });
        let mut negated = Vec::new();
        said |= !applied.is_empty();
        for part in &shape.parts {
            if let Part::PropertyNot(n, id) = part
                && self.name_text(*n) == name
            {
                negated.push(*id);
            }
        }
        for closed in closed {
            said = true;
            if closed.evaluated.iter().any(|d| d.evaluates(schema, name)) {
                continue;
            }
            // The name is evaluated only where the sibling that declares it matched too.
            let mut said_by = closed.siblings.iter().filter(|d| d.evaluates(schema, name));
            match (said_by.next(), said_by.next()) {
                (None, _) => applied.push(closed.schema),
                (Some(only), None) => only.apply(schema, name, &mut applied),
                (Some(_), _) => {}
            }
        }
        let first = applied.first().copied();
        let sites = applied.iter().copied().filter(|id| schema.is_annotated_site(*id)).collect();
        let only_negated = !said && !negated.is_empty();
        let node = self.node(applied.iter().copied().map(Conjunct::Is).chain(negated.into_iter().map(Conjunct::Not)));
        (node, first, sites, only_negated)
    }

    fn read_undeclared(&mut self, shape: &Shape, declared: &[Declared<'s>], out: &mut ObjectFacets<'s>) -> Result<(), Error> {
        let schema = self.schema();
        let mut rest: Vec<SchemaId> = declared.iter().filter_map(|d| d.keywords.additional_properties).collect();
        for part in &shape.parts {
            if let Part::Unevaluated(number) = part {
                let known = self.unevaluated(*number);
                let takes_all = |part: &Part| match part {
                    Part::Keywords(id) => schema.keywords(*id).is_some_and(|k| k.additional_properties.is_some()),
                    _ => false,
                };
                if !known.evaluated.iter().any(takes_all) {
                    rest.push(known.schema);
                }
            }
        }
        for (i, d) in declared.iter().enumerate() {
            for (json, value) in &d.keywords.pattern_properties {
                // The key fits no pattern of the others, as far as can be known: their `additionalProperties` applies.
                let others = declared.iter().enumerate().filter(|(j, o)| *j != i && o.keywords.pattern_properties.is_empty());
                let conjuncts = std::iter::once(*value).chain(others.filter_map(|(_, o)| o.keywords.additional_properties));
                let node = self.node(conjuncts.map(Conjunct::Is).collect::<Vec<_>>());
                if self.is_never(node)? {
                    out.shut.push(*json);
                } else {
                    out.patterns.push(Pattern { json: *json, node });
                }
            }
        }
        if !rest.is_empty() {
            let node = self.node(rest.into_iter().map(Conjunct::Is).collect::<Vec<_>>());
            out.undeclared = if self.is_never(node)? { Undeclared::None } else { Undeclared::Node(node) };
        }
        for id in &out.names {
            let names = schema.keywords(*id).and_then(|k| k.property_names);
            if let Some(names) = names
                && !self.admits_strings(names)?
            {
                out.undeclared = Undeclared::None;
                out.patterns.clear();
            }
        }
        Ok(())
    }

    /// Whether some string satisfies the schema, as far as its form tells.
    fn admits_strings(&mut self, id: SchemaId) -> Result<bool, Error> {
        let node = self.node([Conjunct::Is(id)]);
        let form = self.of_node(node)?;
        let doc = self.schema().doc();
        Ok(form.open.has(Kind::String)
            || form.shapes.iter().any(|shape| match &shape.matter {
                Matter::Kind(kind) => *kind == Kind::String,
                Matter::Literals(literals) => literals.iter().any(|literal| doc.kind(*literal) == Kind::String),
            }))
    }

    /// A contradiction that shows without looking below.
    fn is_plainly_never(&mut self, node: NodeId) -> Result<bool, Error> {
        Ok(self.of_node(node)?.is_never())
    }
}

//! Objects: which of the object rules fires, and the declared fields.

use super::context::{At, Context, Note, Place, Slot};
use super::note::line;
use super::wire::{Body, Extra, Literal, ObjectBody, Operand, Wire, WireId};
use crate::codec::{Carrier, EntryShape, Field, KeyTest, Node, Object, Rest};
use crate::error::{Error, ErrorKind};
use crate::form::Lost;
use crate::form::{Few, NodeId, ObjectFacets, Property, Shape, Undeclared};
use crate::ids::IdMap;
use crate::json::{Json, Kind};
use crate::options::OpenObjects;
use crate::profile::TypeWord;
use crate::schema::arena::{JsonId, SchemaId};
use crate::schema::keyword::Keyword;
use std::borrow::Cow;
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

/// What becomes of an object on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Declared fields and nothing else.
    Closed,
    /// Declared fields, and nothing said of more: closed by choice.
    ClosedByChoice,
    /// Declared fields and `additionalProperties`, or a map the endpoint takes as it is.
    Native,
    /// Declared fields and an entry list.
    Spliced,
    /// An entry list alone.
    Map,
}

/// Keys of a map that are listed become fields up to this many.
const MAX_KEYS: usize = 32;

impl<'s> Context<'s, '_> {
    /// Which way an object travels.
    pub(super) fn style(&self, facets: &ObjectFacets<'s>, is_root: bool) -> Style {
        let silent = facets.undeclared == Undeclared::Silent;
        let declared = facets.declares || !facets.properties.is_empty();
        if facets.undeclared == Undeclared::None && facets.patterns.is_empty() {
            return Style::Closed;
        }
        let alone = facets.properties.is_empty() && !facets.declares;
        let bare = !self.profile.objects.some_required.as_ref().is_some_and(|fact| fact.value);
        let read = if self.profile.reads_extra_beside() { !alone || bare } else { alone && !is_root };
        if self.profile.objects.open.value && read {
            return Style::Native;
        }
        // Closed, an object that needs more properties than are declared could not be said at all.
        let needs_more = facets.min.is_some_and(|(min, _)| min > facets.properties.len() as u64);
        if facets.properties.is_empty() && !(silent && facets.declares && facets.patterns.is_empty() && !needs_more) {
            return Style::Map;
        }
        if silent && declared && facets.patterns.is_empty() && !needs_more {
            let splice = match self.options.open_objects {
                OpenObjects::Close => false,
                OpenObjects::Root => is_root,
                OpenObjects::Splice => true,
            };
            return if splice { Style::Spliced } else { Style::ClosedByChoice };
        }
        Style::Spliced
    }

    pub(super) fn object(&mut self, slot: Slot, node: NodeId, shape: &Shape, place: &Place) -> Result<(), Error> {
        let facets = self.forms.object(shape)?;
        let facets = self.with_listed_keys(&facets)?;
        if let Some(name) = facets.never {
            return Err(self.unsatisfiable(node, name));
        }
        let is_root = slot.wire.0 == 0;
        let style = self.style(&facets, is_root);
        let below = self.below(node, place);
        if style == Style::Map {
            return self.map_object(slot, node, shape, &facets, &below);
        }
        let mut wire = ObjectBody { properties: Vec::with_capacity(facets.properties.len() + 1), ..ObjectBody::default() };
        let mut object = Object {
            fields: Vec::with_capacity(facets.properties.len()),
            forbidden: facets.forbidden.iter().map(|n| Box::from(*n)).collect(),
            ..Object::default()
        };
        let mut packed: Vec<(Arc<str>, Slot)> = Vec::new();
        let mut required = 0u64;
        let mut names = self.wire_names(&facets);
        for property in &facets.properties {
            if !self.name_admitted(&facets, property.name)? {
                if property.required {
                    return Err(self.unsatisfiable(node, property.name));
                }
                object.forbidden.push(property.name.into());
                continue;
            }
            if !property.required && self.forms.is_never(property.node)? {
                object.forbidden.push(property.name.into());
                continue;
            }
            let name = names.take(property.name);
            if *name != *property.name {
                self.tell_renamed(property);
                if facets.undeclared != Undeclared::None {
                    self.own_shape(self.property_at(property), &format!("the property `{name}`"));
                }
            }
            let below = below.asked(self.property_at(property));
            let (carried, null_ok) = if property.required {
                required += 1;
                let slot = self.child(property.node, false, &below)?;
                (super::optional_property::Carried { slot, on_wire: slot, carrier: Carrier::Required }, false)
            } else {
                let carried = self.optional(node, &facets, property, &below)?;
                (carried, self.forms.admits_null(property.node)?)
            };
            let plain = carried.carrier != Carrier::Boxed;
            let on_wire = self.site(carried.on_wire.wire, plain.then_some(carried.slot.codec), property, &name);
            if carried.carrier == Carrier::Packed {
                packed.push((name.clone(), Slot { wire: on_wire, codec: carried.slot.codec }));
            } else {
                wire.properties.push((name.clone(), on_wire, carried.carrier != Carrier::Native));
            }
            object.fields.push(Field {
                user: if *name == *property.name { name.clone() } else { property.name.into() },
                wire: name,
                codec: carried.slot.codec,
                carrier: carried.carrier,
                null_ok,
            });
        }
        let closed = matches!(style, Style::Closed | Style::ClosedByChoice);
        if closed && wire.properties.is_empty() && packed.is_empty() && !self.profile.objects.empty.value {
            if style == Style::ClosedByChoice {
                self.close_by_choice(node, &facets);
            }
            self.mark_built(shape, 0, Some(0));
            if self.own_kind(node, Kind::String)? {
                self.own_shape(self.at_node(node), "the text `{}`");
            }
            self.empty_object(slot, &facets.excluded);
            return Ok(());
        }
        if !packed.is_empty() {
            let name = names.fresh("_more");
            let list = self.pack_list(&packed);
            wire.properties.push((name.clone(), list, true));
            object.pack = Some((&*name).into());
            let at = self.at_node(node);
            let message =
                format!("{} optional properties travel in the list `_more`: the endpoint takes no more optional ones", packed.len());
            self.note(Note::widened(super::PROPERTY_BUDGET, at, message).because(line!(limits.optional_properties)));
            if facets.undeclared != Undeclared::None {
                self.own_shape(at, &format!("the property `{name}`"));
            }
        }
        match style {
            Style::Closed | Style::Map => {}
            Style::ClosedByChoice => self.close_by_choice(node, &facets),
            Style::Spliced => {
                let (entries, shapes) = self.entries(shape, &facets, &below)?;
                let name = names.fresh("_additional");
                wire.properties.push((name.clone(), entries, true));
                object.rest = Rest::Spliced((&*name).into(), shapes);
                let at = self.undeclared_at(shape, node);
                let message = "undeclared properties travel in a list of entries: a key that comes twice, or a declared one, is refused after decoding";
                self.note(Note::widened(super::OPEN_OBJECT, at, message).because(line!(objects.open)));
                self.own_shape(at, &format!("the property `{name}`"));
            }
            Style::Native => self.native_rest(&mut wire, &mut object, shape, &facets, &below)?,
        }
        let told = self.object_told(shape, &facets, style, required);
        self.mark_built(shape, required, closed.then_some(object.fields.len() as u64));
        let mut out = Wire::of(Body::Object(wire));
        if style == Style::Native {
            self.tell_shut(&mut out, &facets);
        }
        for (keyword, at, operand) in told {
            // Schemas of names stand in the user's form, and are told.
            let counts = matches!(keyword, Keyword::MinProperties | Keyword::MaxProperties);
            if style == Style::Native && counts && self.enforces(keyword) {
                out.keywords.push((keyword, operand));
            } else {
                self.tell(&mut out, keyword, at, operand);
            }
        }
        let at = self.at_node(node);
        self.settle(&mut out, &[TypeWord::Object], at);
        if style == Style::Native && !object.forbidden.is_empty() {
            // Not listed, and not kept out either where undeclared properties are taken.
            let names: Vec<String> = object.forbidden.iter().map(|n| format!("`{n}`")).collect();
            out.told.push(format!("without the property {}", names.join(", ")));
            let at = self.at_node(node);
            let message = "properties that cannot be there are not kept out of an open object; checked after decoding";
            self.note(Note::widened(super::OPEN_OBJECT, at, message).because(line!(types.booleans)));
        }
        for id in &facets.excluded {
            self.tell_excluded(&mut out, *id);
        }
        self.fill(slot, out, Node::Object(object));
        Ok(())
    }

    /// A map whose keys are listed is a closed object of optional fields.
    fn with_listed_keys(&mut self, facets: &Rc<ObjectFacets<'s>>) -> Result<Rc<ObjectFacets<'s>>, Error> {
        let Undeclared::Node(value) = facets.undeclared else { return Ok(Rc::clone(facets)) };
        let [names] = facets.names[..] else { return Ok(Rc::clone(facets)) };
        if !facets.patterns.is_empty() {
            return Ok(Rc::clone(facets));
        }
        let Some(keys) = self.schema().keywords(names).and_then(|k| k.property_names) else { return Ok(Rc::clone(facets)) };
        let keys = self.forms.node([crate::form::Conjunct::Is(keys)]);
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
    fn name_admitted(&mut self, facets: &ObjectFacets<'s>, name: &str) -> Result<bool, Error> {
        let schema = self.schema();
        for id in &facets.names {
            let Some(names) = schema.keywords(*id).and_then(|k| k.property_names) else { continue };
            let lists = schema.keywords(names).is_some_and(|k| k.enumeration.is_some() || k.constant.is_some());
            if lists && schema.is_bare_literals(names) {
                // Listed names are put in a set: there may be as many as there are properties.
                if !self.listed_names.contains_key(&names) {
                    let node = self.forms.node([crate::form::Conjunct::Is(names)]);
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

    /// `{}` where the endpoint refuses an object without properties.
    fn empty_object(&mut self, slot: Slot, excluded: &[SchemaId]) {
        let body = Body::Literals(Few::of(crate::schema::arena::TypeName::String), vec![super::wire::Literal::Label("{}".into())]);
        let mut wire = Wire::of(body);
        for id in excluded {
            self.tell_excluded(&mut wire, *id);
        }
        self.fill(slot, wire, Node::Label(vec![("{}".into(), Json::Object(Vec::new()))]));
    }

    fn unsatisfiable(&self, node: NodeId, name: &str) -> Error {
        let mut location = self.location(self.at_node(node));
        location.push("properties");
        location.push(name);
        Error::new(
            ErrorKind::SchemaUnsatisfiable,
            location,
            format!(
                "required property `{name}` can have no value; a common cause is `additionalProperties: false` inside `allOf`, where `unevaluatedProperties: false` is meant"
            ),
        )
    }

    /// Undeclared properties beside the fields, where the endpoint takes them.
    fn native_rest(
        &mut self,
        wire: &mut ObjectBody,
        object: &mut Object,
        shape: &Shape,
        facets: &ObjectFacets<'s>,
        below: &Place,
    ) -> Result<(), Error> {
        let verbatim = self.codec(Node::Verbatim);
        if !facets.patterns.is_empty() {
            // The endpoint ignores `patternProperties`: values go as they are and are checked after decoding.
            wire.extra = Extra::Omitted;
            object.rest = Rest::Native(vec![EntryShape { key: KeyTest::Any, value: verbatim }]);
            return Ok(());
        }
        let value = match facets.undeclared {
            Undeclared::Node(node) => {
                let value = self.child(node, false, below)?;
                wire.extra = Extra::Schema(value.wire);
                value.codec
            }
            Undeclared::Silent | Undeclared::None => {
                wire.extra = Extra::Omitted;
                verbatim
            }
        };
        object.rest = Rest::Native(vec![EntryShape { key: KeyTest::Any, value }]);
        let _ = shape;
        Ok(())
    }

    /// Closes an object that says nothing of more properties; told once per document.
    fn close_by_choice(&mut self, node: NodeId, facets: &ObjectFacets<'s>) {
        let _ = facets;
        self.closed.0 += 1;
        if self.closed.1.is_none() {
            self.closed.1 = Some((node, self.at_node(node)));
        }
    }

    /// Counts and names of properties that the wire form does not settle by itself.
    fn object_told(&mut self, shape: &Shape, facets: &ObjectFacets<'s>, style: Style, required: u64) -> Vec<(Keyword, At, Operand)> {
        let mut told = Vec::new();
        let declared = facets.properties.len() as u64;
        if let Some((min, from)) = facets.min
            && min > required
        {
            told.push((Keyword::MinProperties, self.at_bound(shape, from), Operand::Count(min)));
        }
        let closed = matches!(style, Style::Closed | Style::ClosedByChoice);
        if let Some((max, from)) = facets.max
            && !(closed && declared <= max)
        {
            told.push((Keyword::MaxProperties, self.at_bound(shape, from), Operand::Count(max)));
        }
        if style == Style::Native {
            for pattern in &facets.patterns {
                told.push((Keyword::PatternProperties, At::Json(pattern.json), Operand::User(pattern.json)));
            }
        }
        // Keys of an entry list carry it themselves.
        if style == Style::Native {
            for id in &facets.names {
                if let Some(names) = self.schema().keywords(*id).and_then(|k| k.property_names) {
                    let operand = Operand::User(self.schema().sub(names).json);
                    told.push((Keyword::PropertyNames, At::Keyword(*id, Keyword::PropertyNames), operand));
                }
            }
        }
        told
    }

    /// The keyword that opens an object.
    pub(super) fn undeclared_at(&self, shape: &Shape, node: NodeId) -> At {
        for part in &shape.parts {
            if let crate::form::Part::Keywords(id) = part
                && let Some(k) = self.schema().keywords(*id)
            {
                let more =
                    k.additional_properties.is_some_and(|s| !matches!(self.schema().sub(s).body, crate::schema::arena::Body::Bool(false)));
                for (keyword, present) in [
                    (Keyword::AdditionalProperties, more),
                    (Keyword::PatternProperties, !k.pattern_properties.is_empty()),
                    (Keyword::UnevaluatedProperties, k.unevaluated_properties.is_some()),
                ] {
                    if present {
                        return At::Keyword(*id, keyword);
                    }
                }
            }
        }
        self.at_node(node)
    }

    /// The wire node of a property, annotated where only this place says something.
    fn site(&mut self, wire: WireId, codec: Option<crate::codec::CodecId>, property: &Property<'s>, name: &str) -> WireId {
        let renamed = name != property.name;
        if property.sites.is_empty() && !renamed {
            return wire;
        }
        let mut site = Wire::of(Body::Site(wire));
        if renamed {
            site.told.push(format!("stands for `{}`", property.name));
        }
        site.codec = codec;
        let id = self.wire(site);
        self.annotate(id, &property.sites);
        id
    }

    /// The list of packed properties: one entry shape per distinct wire node.
    fn pack_list(&mut self, packed: &[(Arc<str>, Slot)]) -> WireId {
        let mut groups: Vec<(WireId, Vec<Literal>)> = Vec::new();
        let mut places: IdMap<WireId, usize> = IdMap::default();
        for (name, slot) in packed {
            let place = *places.entry(slot.wire).or_insert_with(|| {
                groups.push((slot.wire, Vec::new()));
                groups.len() - 1
            });
            groups[place].1.push(Literal::Label(name.clone()));
        }
        let mut entries = Vec::new();
        for (value, literals) in groups {
            let key = self.wire(Wire::of(Body::Literals(Few::of(crate::schema::arena::TypeName::String), literals)));
            entries.push(self.wire(Wire::object(vec![("key".into(), key), ("value".into(), value)])));
        }
        let entry = match entries[..] {
            [only] => only,
            _ => self.wire(Wire::of(Body::Union(entries))),
        };
        let mut list = Wire::of(Body::Array(Some(entry)));
        list.told.push("optional properties, each at most once".to_owned());
        self.wire(list)
    }

    /// A note that closing an object loses undeclared properties, with a place to build an example from.
    pub fn closed_note(&mut self) {
        let (count, Some((node, at))) = self.closed else { return };
        let (objects, travel) =
            if count == 1 { ("1 object says".to_owned(), "travels") } else { (format!("{count} objects say"), "travel") };
        let message = format!("{objects} nothing of undeclared properties and {travel} closed; replies that carry some still validate");
        self.note(Note::narrowed(super::OPEN_OBJECT, at, Lost::Extra(node), message).because(line!(objects.open)));
    }

    /// The literal text of a key node.
    pub(super) fn key_text(&self, json: JsonId) -> &'s str {
        self.schema().doc().key(json).unwrap_or_default()
    }
}

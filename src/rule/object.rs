//! Objects: which of the object rules fires, and the declared fields.

use super::context::{At, Context, Note, Slot};
use super::note::line;
use super::place::Place;
use super::wire::{Body, Extra, ObjectBody, Operand, Wire, WireId};
use crate::codec::{Carrier, EntryShape, Field, KeyTest, Node, Object, Rest};
use crate::error::{Error, ErrorKind};
use crate::form::{Few, NodeId, ObjectFacets, Property, Shape, Undeclared};
use crate::json::{Json, Kind};
use crate::options::OpenObjects;
use crate::profile::TypeWord;
use crate::schema::arena::{JsonId, SchemaId};
use crate::schema::keyword::Keyword;
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
                self.close_by_choice(node);
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
            Style::ClosedByChoice => self.close_by_choice(node),
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

    /// The literal text of a key node.
    pub(super) fn key_text(&self, json: JsonId) -> &'s str {
        self.schema().doc().key(json).unwrap_or_default()
    }
}

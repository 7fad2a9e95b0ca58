//! # optional-property
//!
//! ## What it does
//! Where every property must be required, an optional one becomes required and nullable: null means absent, and is removed
//! again on the way back. A property that takes null by itself keeps its null. Where the endpoint budgets optional
//! properties and unions (Claude), the first ones stay optional, the next become nullable, and the rest share one list
//! `_more` of `{"key", "value"}` entries.
//!
//! ## Why
//! OpenAI refuses a property that is not in `required`. Claude counts: 24 optional properties and 16 unions per request.
//!
//! ## Fidelity
//! Exact. For a property that also takes null, absence cannot be said: narrowed, info (see `absent-or-null`). Where
//! absence is observable (`dependentRequired`, `minProperties`, ...) a box keeps both: null means absent, `{"value": null}`
//! means null.
//!
//! ## Example
//! ```json user
//! {"type": "object", "properties": {"id": {"type": "string"}, "note": {"type": "string"}}, "required": ["id"], "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"id": {"type": "string"}, "note": {"type": ["string", "null"]}}, "required": ["id", "note"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"id": "1", "note": null}
//! ```
//! ```json value
//! {"id": "1"}
//! ```
//! Claude takes optional properties as they are, up to its budget:
//!
//! ```json wire anthropic
//! {"type": "object", "properties": {"id": {"type": "string"}, "note": {"type": "string"}}, "required": ["id"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"id": "1"}
//! ```
//! ```json value
//! {"id": "1"}
//! ```
//! Null is added once, inside an enum and beside a reference too, and a description stays at its place:
//!
//! ```json user
//! {"type": "object", "properties": {"size": {"enum": ["s", "m"]}, "to": {"$ref": "#/$defs/Place", "description": "where to"}}, "additionalProperties": false, "$defs": {"Place": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"], "additionalProperties": false}}}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"size": {"type": ["string", "null"], "enum": ["s", "m", null]}, "to": {"anyOf": [{"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"], "additionalProperties": false}, {"type": "null"}], "description": "where to"}}, "required": ["size", "to"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"size": null, "to": {"city": "Ulm"}}
//! ```
//! ```json value
//! {"to": {"city": "Ulm"}}
//! ```

use super::context::{At, Context, Note, Slot};
use super::note::line;
use super::place::Place;
use super::wire::{Body, Wire};
use crate::codec::{Carrier, Node};
use crate::error::Error;
use crate::form::Lost;
use crate::form::{Conjunct, NodeId, ObjectFacets, Property};
use crate::ids::IdSet;
use crate::options::OptionalNullable;
use crate::schema::arena::SchemaId;
use std::collections::HashSet;

/// What a box, or none, may be in the user's own shape.
pub(super) const BOX: &str = "an object with `value` alone, or a null,";

/// How an optional property travels, and its slot. `wire_required` says whether the wire lists it in `required`.
pub(super) struct Carried {
    pub slot: Slot,
    /// What stands on the wire (a box around the slot, for boxed properties).
    pub on_wire: Slot,
    pub carrier: Carrier,
}

impl<'s> Context<'s, '_> {
    /// Picks how an optional property travels.
    pub(super) fn optional(
        &mut self,
        node: NodeId,
        facets: &ObjectFacets<'s>,
        property: &Property<'s>,
        place: &Place,
    ) -> Result<Carried, Error> {
        let null_ok = self.says_null(property.node)?;
        // Where every object must require something, one that requires nothing requires all.
        let some = self.profile.objects.some_required.as_ref().is_some_and(|fact| fact.value);
        let all = self.profile.objects.all_required.value || (some && !facets.properties.iter().any(|p| p.required));
        if !all {
            return self.budgeted(property, null_ok, place);
        }
        if !null_ok {
            self.null_given_up(property)?;
            let slot = self.child(property.node, true, place)?;
            return Ok(Carried { slot, on_wire: slot, carrier: Carrier::NullIsAbsent });
        }
        let slot = self.child(property.node, false, place)?;
        if self.options.optional_nullable == OptionalNullable::Box
            || facets.min.is_some()
            || facets.max.is_some()
            || self.absence_is_observable(node, property.name)
        {
            self.own_shape(self.property_at(property), BOX);
            let on_wire = self.boxed(slot);
            return Ok(Carried { slot, on_wire, carrier: Carrier::Boxed });
        }
        // A property that is not declared itself, such as a listed key, is spoken of where its object is.
        let at = match property.schema.or(property.sites.first().copied()) {
            Some(_) => self.property_at(property),
            None => self.at_node(node),
        };
        let message = format!("optional `{}` also takes null: a missing property comes back as null", property.name);
        self.note(Note::narrowed(super::ABSENT_OR_NULL, at, Lost::Absent(node), message).because(line!(objects.all_required)));
        Ok(Carried { slot, on_wire: slot, carrier: Carrier::NullKept })
    }

    /// Optional properties stay optional while the budget lasts.
    fn budgeted(&mut self, property: &Property<'s>, null_ok: bool, place: &Place) -> Result<Carried, Error> {
        if self.fit.optional_left > 0 {
            self.fit.optional_left -= 1;
            let slot = self.child(property.node, false, place)?;
            return Ok(Carried { slot, on_wire: slot, carrier: Carrier::Native });
        }
        if !null_ok {
            let free = self.null_is_free(property.node)?;
            if free || self.fit.nullable_left > 0 {
                if !free {
                    self.fit.nullable_left -= 1;
                }
                self.null_given_up(property)?;
                let slot = self.child(property.node, true, place)?;
                return Ok(Carried { slot, on_wire: slot, carrier: Carrier::NullIsAbsent });
            }
        }
        let slot = self.child(property.node, false, place)?;
        Ok(Carried { slot, on_wire: slot, carrier: Carrier::Packed })
    }

    /// Lists a null that stands for absence where the guess gave up null as a value.
    fn null_given_up(&mut self, property: &Property<'s>) -> Result<(), Error> {
        if self.own_kind(property.node, crate::json::Kind::Null)? {
            self.own_shape(self.property_at(property), "a null");
        }
        Ok(())
    }

    /// Whether null can be added without spending a union.
    fn null_is_free(&mut self, node: NodeId) -> Result<bool, Error> {
        if !self.null_joins_literals() {
            return Ok(false);
        }
        Ok(self.forms.literals_of(node)?.is_some_and(|l| {
            let doc = self.schema().doc();
            l.iter().all(|l| doc.kind(*l) == crate::json::Kind::String)
        }))
    }

    /// `null`, or `{"value": ...}`.
    pub(super) fn boxed(&mut self, slot: Slot) -> Slot {
        let inner = self.wire(Wire::object(vec![("value".into(), slot.wire)]));
        let mut wires = vec![inner];
        self.add_null(&mut wires);
        let body = match wires[..] {
            [only] => Body::Site(only),
            _ => Body::Union(wires),
        };
        let wire = self.wire(Wire::of(body));
        // The field's carrier opens the box; this half is never asked.
        let codec = self.codec(Node::Verbatim);
        Slot { wire, codec }
    }

    /// Where a property stands.
    pub(super) fn property_at(&self, property: &Property<'_>) -> At {
        match property.sites.first().copied().or(property.schema) {
            Some(site) => At::Schema(site),
            None => self.at_node(property.node),
        }
    }

    /// Whether the user's schema can tell a missing property from one that is null, beyond the property's own subschema.
    fn absence_is_observable(&mut self, node: NodeId, name: &str) -> bool {
        let known = match self.observed.get(&node) {
            Some(known) => known,
            None => {
                let observed = self.observe(node);
                self.observed.entry(node).or_insert(observed)
            }
        };
        known.all || known.names.contains(name)
    }

    /// The properties whose absence the subschemas that apply to a node ask about.
    fn observe(&self, node: NodeId) -> Observed<'s> {
        let schema = self.schema();
        let doc = schema.doc();
        let mut out = Observed::default();
        let mut seen: IdSet<SchemaId> = IdSet::default();
        // Whether `required` counts here: below `not`, `if` and `oneOf` presence is asked about, not just demanded.
        let mut stack: Vec<(SchemaId, bool)> = self
            .forms
            .conjuncts(node)
            .iter()
            .map(|c| match c {
                Conjunct::Is(id) => (*id, false),
                Conjunct::Not(id) => (*id, true),
            })
            .collect();
        while let Some((id, asked)) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            let Some(k) = schema.keywords(id) else { continue };
            if asked {
                out.names.extend(k.required.iter().filter_map(|n| doc.str(*n)));
                out.names.extend(k.properties.iter().filter_map(|(n, _)| doc.key(*n)));
            }
            for (trigger, needs) in &k.dependent_required {
                out.names.extend(needs.iter().filter_map(|n| doc.str(*n)).chain(doc.key(*trigger)));
            }
            out.names.extend(k.dependent_schemas.iter().filter_map(|(trigger, _)| doc.key(*trigger)));
            out.all |= k.unevaluated_properties.is_some_and(|u| !schema.is_true(u));
            stack.extend(k.reference.into_iter().chain(k.dynamic_reference).map(|s| (s, asked)));
            stack.extend(k.all_of.iter().chain(&k.any_of).map(|s| (*s, asked)));
            stack.extend(k.dependent_schemas.iter().map(|(_, s)| (*s, asked)));
            let exclusive = self.forms.exclusive.contains(&id);
            stack.extend(k.one_of.iter().map(|s| (*s, asked || !exclusive)));
            stack.extend(k.not.into_iter().chain(k.condition).map(|s| (s, true)));
            stack.extend(k.then.into_iter().chain(k.otherwise).map(|s| (s, asked)));
        }
        out
    }
}

/// Properties of an object whose absence its schema can tell from null.
#[derive(Debug, Default)]
pub(super) struct Observed<'s> {
    /// Every one of them.
    all: bool,
    names: HashSet<&'s str>,
}

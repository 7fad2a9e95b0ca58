//! # tuple
//!
//! ## What it does
//! Carries an array whose items are told apart by position as a closed object `_0`, `_1`, ..., and `_rest` for a tail.
//! Slots beyond `minItems` are optional: null means the array ends before them. Both spellings are read: `prefixItems`,
//! and `items` as a list.
//!
//! ## Why
//! Strict endpoints know arrays of one item schema only.
//!
//! ## Fidelity
//! Exact; widened where slots are optional (a null followed by a value is refused after decoding).
//!
//! ## Example
//! ```json user
//! {"type": "object", "properties": {"at": {"type": "array", "prefixItems": [{"type": "number"}, {"type": "string"}], "items": false, "minItems": 2}}, "required": ["at"], "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"at": {"type": "object", "properties": {"_0": {"type": "number"}, "_1": {"type": "string"}}, "required": ["_0", "_1"], "additionalProperties": false}}, "required": ["at"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"at": {"_0": 1.5, "_1": "x"}}
//! ```
//! ```json value
//! {"at": [1.5, "x"]}
//! ```
//! Optional slots and a tail:
//!
//! ```json user
//! {"type": "object", "properties": {"range": {"type": "array", "prefixItems": [{"type": "number"}, {"type": "number"}], "items": {"type": "string"}, "minItems": 1}}, "required": ["range"], "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"range": {"type": "object", "properties": {"_0": {"type": "number"}, "_1": {"type": ["number", "null"]}, "_rest": {"type": "array", "items": {"type": "string"}}}, "required": ["_0", "_1", "_rest"], "additionalProperties": false}}, "required": ["range"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"range": {"_0": 1, "_1": null, "_rest": []}}
//! ```
//! ```json value
//! {"range": [1]}
//! ```
//! ```json reply
//! {"range": {"_0": 1, "_1": 2, "_rest": ["km"]}}
//! ```
//! ```json value
//! {"range": [1, 2, "km"]}
//! ```
//! Read as exactly its slots, by choice:
//!
//! ```json user
//! {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {"at": {"type": "array", "items": [{"type": "number"}, {"type": "number"}]}}, "required": ["at"], "additionalProperties": false}
//! ```
//! ```json wire openai tuples:exact
//! {"type": "object", "properties": {"at": {"type": "object", "properties": {"_0": {"type": "number"}, "_1": {"type": "number"}}, "required": ["_0", "_1"], "additionalProperties": false}}, "required": ["at"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"at": {"_0": 1, "_1": 2}}
//! ```
//! ```json value
//! {"at": [1, 2]}
//! ```

use super::context::{At, Context, Note, Slot};
use super::place::Place;
use super::wire::{Body, Literal, Operand, Wire, WireId};
use crate::codec::{Carrier, Node, Tuple};
use crate::error::Error;
use crate::form::Lost;
use crate::form::{ArrayFacets, Few, NodeId, Shape};
use crate::json::{Json, Kind};
use crate::options::Tuples;
use crate::profile::TypeWord;
use crate::schema::arena::TypeName;
use crate::schema::keyword::Keyword;

/// Arrays of exactly this many items or fewer become tuples where the endpoint takes no bounds.
const MAX_FIXED: u64 = 8;

impl Context<'_, '_> {
    pub(super) fn array(&mut self, slot: Slot, node: NodeId, shape: &Shape, place: &Place) -> Result<(), Error> {
        let mut facets = self.forms.array(shape)?;
        let below = self.below(node, place);
        if !facets.prefix.is_empty() && self.options.tuples == Tuples::Exact {
            self.fix_length(node, shape, &mut facets);
        }
        let exact = facets.max == Some(facets.min) && (2..=MAX_FIXED).contains(&facets.min);
        if facets.prefix.is_empty()
            && exact
            && !self.enforces(Keyword::MaxItems)
            && let Some(rest) = facets.rest
        {
            facets.prefix = vec![rest; usize::try_from(facets.min).unwrap_or(0)];
            facets.rest = None;
        }
        self.mark_built(shape, facets.min, facets.max);
        if facets.max == Some(0) {
            if !self.enforces(Keyword::MaxItems) && self.own_kind(node, Kind::String)? {
                self.own_shape(self.at_node(node), "the text `[]`");
            }
            self.empty_array(slot);
            return Ok(());
        }
        if facets.prefix.is_empty() {
            return self.list(slot, shape, &facets, &below);
        }
        if self.enforces(Keyword::PrefixItems) {
            return self.positional(slot, shape, &facets, &below);
        }
        if self.own_name(node, "_0")? {
            self.own_shape(self.at_node(node), "an object with `_0`");
        }
        self.tuple(slot, shape, &facets, &below)
    }

    /// Only `[]` is left.
    fn empty_array(&mut self, slot: Slot) {
        if self.enforces(Keyword::MaxItems) {
            let item = self.plain(TypeName::String);
            let mut wire = Wire::of(Body::Array(Some(item.wire)));
            wire.keywords.push((Keyword::MaxItems, Operand::Count(0)));
            self.fill(slot, wire, Node::Array { items: item.codec });
        } else {
            let wire = Wire::of(Body::Literals(Few::of(TypeName::String), vec![Literal::Label("[]".into())]));
            self.fill(slot, wire, Node::Label(vec![("[]".into(), Json::Array(Vec::new()))]));
        }
    }

    /// `tuples: exact`: what generators of tuples without bounds mean.
    fn fix_length(&mut self, node: NodeId, shape: &Shape, facets: &mut ArrayFacets) {
        let length = facets.prefix.len() as u64;
        // Longer than its slots in any case: there is nothing to read into it.
        if facets.min > length || (facets.min == length && facets.rest.is_none()) {
            return;
        }
        let at = self.at_bound(shape, facets.min_from);
        let message = format!("read as an array of exactly {length} items (`tuples: exact`)");
        self.note(Note::narrowed(super::TUPLE, at, Lost::Longer(node), message));
        facets.min = facets.min.max(length);
        facets.max = Some(facets.max.map_or(length, |max| max.min(length)));
        facets.rest = None;
    }

    fn list(&mut self, slot: Slot, shape: &Shape, facets: &ArrayFacets, below: &Place) -> Result<(), Error> {
        let items = match facets.rest {
            Some(rest) => self.child(rest, false, below)?,
            None => self.plain(TypeName::String),
        };
        let mut wire = Wire::of(Body::Array(Some(items.wire)));
        self.array_keywords(&mut wire, shape, facets, 0, true);
        self.fill(slot, wire, Node::Array { items: items.codec });
        Ok(())
    }

    fn positional(&mut self, slot: Slot, shape: &Shape, facets: &ArrayFacets, below: &Place) -> Result<(), Error> {
        let mut wires = Vec::new();
        let mut codecs = Vec::new();
        for node in &facets.prefix {
            let item = self.child(*node, false, below)?;
            wires.push(item.wire);
            codecs.push(item.codec);
        }
        let rest = match facets.rest {
            Some(rest) => Some(self.child(rest, false, below)?),
            None => None,
        };
        let verbatim = match rest {
            Some(rest) => rest.codec,
            None => self.codec(Node::Verbatim),
        };
        let mut wire = Wire::of(Body::Positional(wires, rest.map(|r| r.wire)));
        self.array_keywords(&mut wire, shape, facets, 0, true);
        if rest.is_none() && facets.max_from.is_none() && self.enforces(Keyword::MaxItems) {
            wire.keywords.retain(|(k, _)| *k != Keyword::MaxItems);
            wire.keywords.push((Keyword::MaxItems, Operand::Count(facets.prefix.len() as u64)));
        }
        self.fill(
            slot,
            wire,
            Node::Positional {
                prefix: codecs,
                rest: verbatim,
                exact: self.options.tuples == Tuples::Exact && facets.max == Some(facets.min),
            },
        );
        Ok(())
    }

    fn tuple(&mut self, slot: Slot, shape: &Shape, facets: &ArrayFacets, below: &Place) -> Result<(), Error> {
        let mut properties: Vec<(std::sync::Arc<str>, WireId)> = Vec::new();
        let mut slots = Vec::new();
        let mut optional = 0u32;
        for (i, node) in facets.prefix.iter().enumerate() {
            let name: std::sync::Arc<str> = format!("_{i}").into();
            if (i as u64) < facets.min {
                let item = self.child(*node, false, below)?;
                properties.push((name, item.wire));
                slots.push((item.codec, Carrier::Required));
                continue;
            }
            optional += 1;
            if self.says_null(*node)? {
                let item = self.child(*node, false, below)?;
                let at = self.at_node(*node);
                self.own_shape(at, super::optional_property::BOX);
                let boxed = self.boxed(item);
                properties.push((name, boxed.wire));
                slots.push((item.codec, Carrier::Boxed));
            } else {
                let item = self.child(*node, true, below)?;
                properties.push((name, item.wire));
                slots.push((item.codec, Carrier::NullIsAbsent));
            }
        }
        let mut rest = None;
        if let Some(node) = facets.rest {
            let item = self.child(node, false, below)?;
            let mut list = Wire::of(Body::Array(Some(item.wire)));
            self.array_keywords(&mut list, shape, facets, facets.prefix.len() as u64, false);
            properties.push(("_rest".into(), self.wire(list)));
            rest = Some(item.codec);
        }
        let mut wire = Wire::object(properties);
        self.array_told(&mut wire, shape, facets);
        if optional > 1 || (optional > 0 && rest.is_some()) {
            let at = self.at_bound(shape, facets.min_from);
            let message = "optional slots of a tuple: a null followed by a value is refused after decoding";
            self.note(Note::widened(super::TUPLE, at, message).because(self.not_sent(Keyword::PrefixItems)));
        }
        self.fill(slot, wire, Node::Tuple(Tuple { slots, rest }));
        Ok(())
    }

    /// `minItems` and `maxItems` beyond `offset` items that always travel elsewhere.
    fn array_keywords(&mut self, wire: &mut Wire, shape: &Shape, facets: &ArrayFacets, offset: u64, tell: bool) {
        let min = facets.min.saturating_sub(offset);
        if min > 0 {
            let fits = self.profile.arrays.min_items_max.as_ref().is_none_or(|max| min <= max.value);
            if self.enforces(Keyword::MinItems) && fits {
                wire.keywords.push((Keyword::MinItems, Operand::Count(min)));
            } else {
                let at = self.at_bound(shape, facets.min_from);
                self.tell(wire, Keyword::MinItems, at, Operand::Count(min));
            }
        }
        if let Some(max) = facets.max {
            let max = max.saturating_sub(offset);
            if self.enforces(Keyword::MaxItems) {
                wire.keywords.push((Keyword::MaxItems, Operand::Count(max)));
            } else if facets.max_from.is_some() {
                let at = self.at_bound(shape, facets.max_from);
                self.tell(wire, Keyword::MaxItems, at, Operand::Count(max));
            }
        }
        self.settle(wire, &[TypeWord::Array], self.at_bound(shape, facets.min_from.or(facets.max_from)));
        if tell {
            self.array_told(wire, shape, facets);
        }
    }

    /// What no endpoint enforces on arrays.
    fn array_told(&mut self, wire: &mut Wire, _shape: &Shape, facets: &ArrayFacets) {
        for id in &facets.unique {
            self.tell(wire, Keyword::UniqueItems, At::Keyword(*id, Keyword::UniqueItems), Operand::True);
        }
        for id in &facets.contains {
            super::unsupported_assertion::tell_contains(self, wire, *id);
        }
        for id in &facets.excluded {
            self.tell_excluded(wire, *id);
        }
    }
}

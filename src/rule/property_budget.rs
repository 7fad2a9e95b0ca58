//! # property-budget
//!
//! ## What it does
//! Fits a schema into the endpoint's counts of optional properties, unions and properties: any-values become one text,
//! optional properties beyond the budget share a list, properties whose type is a union beyond the budget travel as JSON
//! text.
//!
//! ## Why
//! Claude counts 24 optional properties and 16 unions over one request and answers 400 beyond.
//!
//! ## Fidelity
//! Widened: nothing is lost, what the text or list holds is checked after decoding.

use super::context::{Context, Note, Slot};
use super::note::line;
use super::place::Place;
use super::wire::{Body, Literal, Wire, WireId};
use crate::error::Error;
use crate::form::{Few, Matter, NodeId, Shape};
use crate::ids::IdMap;
use crate::json::Kind;
use crate::schema::arena::TypeName;
use std::sync::Arc;

impl Context<'_, '_> {
    /// The slot of a child, charged to the union budget.
    ///
    /// # Errors
    /// As [`Context::want`].
    pub(super) fn child(&mut self, node: NodeId, nullable: bool, place: &Place) -> Result<Slot, Error> {
        let form = self.forms.of_node(node)?;
        if form.is_any() {
            let at = self.asked_at(node, place);
            return Ok(self.charged_any(at));
        }
        if self.fit.unions_left != u64::MAX {
            let mut shapes = self.guess_quietly(node)?;
            if nullable && !self.profile.unions.any_of.value && !shapes.iter().any(|s| s.kind() == Some(Kind::Null)) {
                let null = Shape::of(Kind::Null, false);
                shapes = shapes.iter().cloned().chain([null]).collect::<Vec<_>>().into();
            }
            if Self::is_any(&shapes) {
                let at = self.asked_at(node, place);
                return Ok(self.charged_any(at));
            }
            if self.counts_as_union(&shapes) && !self.is_free_list(&shapes) {
                if self.fit.unions_left == 0 {
                    let at = self.at_node(node);
                    let message = "one union more than the endpoint takes: this part travels as JSON text and is checked after decoding";
                    self.note(Note::widened(super::PROPERTY_BUDGET, at, message).because(line!(limits.union_properties)));
                    return self.text(node, nullable, false);
                }
                self.fit.unions_left -= 1;
            }
        }
        self.want(node, nullable, place)
    }

    /// Whether the branches become a list of types on an endpoint that takes those, and no union.
    fn is_free_list(&self, shapes: &[Shape]) -> bool {
        !self.profile.unions.any_of.value && self.lists_types(shapes)
    }

    /// Where a value is asked for.
    fn asked_at(&self, node: NodeId, place: &Place) -> super::context::At {
        match (self.forms.conjuncts(node).is_empty(), place.at) {
            (true, Some(at)) => at,
            _ => self.at_node(node),
        }
    }

    fn charged_any(&mut self, at: super::context::At) -> Slot {
        if !self.profile.sends_any() && self.fit.unions_left != u64::MAX && !self.fit.any_as_text {
            self.fit.unions_left = self.fit.unions_left.saturating_sub(1);
        }
        self.any(at)
    }

    /// Whether the wire form of these branches is a union or a list of types.
    fn counts_as_union(&self, shapes: &[Shape]) -> bool {
        match shapes {
            [] | [_] => false,
            [a, b] => {
                let null = |s: &Shape| s.kind() == Some(Kind::Null);
                let literals = |s: &Shape| matches!(s.matter, Matter::Literals(_));
                !((literals(a) && null(b) || literals(b) && null(a)) && self.null_joins_literals())
            }
            _ => true,
        }
    }

    /// The list of packed properties: one entry shape per distinct wire node.
    pub(super) fn pack_list(&mut self, packed: &[(Arc<str>, Slot)]) -> WireId {
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
            let key = self.wire(Wire::of(Body::Literals(Few::of(TypeName::String), literals)));
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
}

//! # type-list
//!
//! ## What it does
//! Says a union of plain kinds as a list of types where the endpoint takes one, and as `anyOf` elsewhere; null is said as
//! the endpoint wants it (a type, a member of the enum, or `nullable`).
//!
//! ## Why
//! `{"type": ["array", "null"], "items": ...}` is one node to JSON Schema, but endpoints refuse lists with structure beside
//! them, lists beside `enum` (Claude), or lists at all (Gemini's older dialect).
//!
//! ## Fidelity
//! Exact.
//!
//! ## Example
//! ```json user
//! {"type": "object", "properties": {"tags": {"type": ["null", "array"], "items": {"type": "string"}}}, "required": ["tags"], "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"tags": {"anyOf": [{"type": "null"}, {"type": "array", "items": {"type": "string"}}]}}, "required": ["tags"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"tags": null}
//! ```
//! ```json value
//! {"tags": null}
//! ```
//! ```json wire gemini-schema
//! {"type": "object", "properties": {"tags": {"type": "array", "items": {"type": "string"}, "nullable": true}}, "required": ["tags"]}
//! ```
//! ```json reply
//! {"tags": null}
//! ```
//! ```json value
//! {"tags": null}
//! ```
//! Scalars stay a list where the endpoint takes one:
//!
//! ```json user
//! {"type": "object", "properties": {"v": {"type": ["string", "integer"]}}, "required": ["v"], "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"v": {"type": ["string", "integer"]}}, "required": ["v"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"v": 1}
//! ```
//! ```json value
//! {"v": 1}
//! ```
//! ```json wire gemini
//! {"type": "object", "properties": {"v": {"anyOf": [{"type": "string"}, {"type": "integer"}]}}, "required": ["v"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"v": 1}
//! ```
//! ```json value
//! {"v": 1}
//! ```

use super::branches::Shapes;
use super::context::{Context, Slot};
use super::place::Place;
use super::wire::{Body, Wire};
use crate::codec::{Branch, Node, Scalar, Union};
use crate::error::Error;
use crate::form::{Few, Matter, NodeId, Shape};
use crate::json::{Kind, KindSet};
use crate::schema::arena::TypeName;

impl Context<'_, '_> {
    /// Fills a slot with a union.
    pub(super) fn build_union(&mut self, slot: Slot, node: NodeId, branches: &Shapes, place: &Place) -> Result<(), Error> {
        for shape in branches.iter() {
            self.mark_emitted(shape);
        }
        let (common, branches) = hoist(branches);
        self.annotate(slot.wire, &common.notes);
        self.tell_residuals(slot.wire, &common.residuals);
        if self.lists_types(&branches) {
            self.scalar_list(slot, &branches);
            return Ok(());
        }
        if let [a, b] = &branches[..] {
            let pair = match (&a.matter, &b.matter) {
                (Matter::Literals(l), Matter::Kind(Kind::Null)) if a.picks.is_empty() => Some((l.clone(), a)),
                (Matter::Kind(Kind::Null), Matter::Literals(l)) if b.picks.is_empty() => Some((l.clone(), b)),
                _ => None,
            };
            if let Some((list, shape)) = pair
                && self.null_joins_literals()
            {
                let notes = shape.notes.clone();
                self.annotate(slot.wire, &notes);
                return self.literals(slot, &list, true);
            }
        }
        let null_at = branches.iter().position(|s| s.kind() == Some(Kind::Null) && !s.constrained());
        if !self.profile.types.null.value
            && let Some(at) = null_at
        {
            return self.flagged_null(slot, node, &branches, at, place);
        }
        let mut wires = Vec::with_capacity(branches.len());
        let mut codecs = Vec::with_capacity(branches.len());
        for (at, shape) in branches.iter().enumerate() {
            let branch = self.want_shape(node, &branches, at, place)?;
            wires.push(branch.wire);
            let picks = shape.picks.iter().map(|p| self.pick(*p)).collect();
            codecs.push(Branch { codec: branch.codec, picks });
        }
        self.fill(slot, Wire::of(Body::Union(wires)), Node::Union(Union { branches: codecs }));
        Ok(())
    }

    /// Whether branches are said as one list of types.
    pub(super) fn lists_types(&self, branches: &[Shape]) -> bool {
        // Where a list is read alone, what constrains its members would be lost.
        let alone = self.profile.dispatch.iter().any(|turn| turn.list);
        let bare = |shape: &Shape| !alone || !shape.constrained();
        self.profile.types.list.value && branches.iter().all(|s| is_plain_scalar(s) && bare(s)) && all_differ(branches)
    }

    /// Several scalar kinds as one node with a list of types.
    fn scalar_list(&mut self, slot: Slot, branches: &[Shape]) {
        let mut wire = Wire::default();
        let mut types = Few::new();
        let mut kinds = KindSet::EMPTY;
        let mut integer = false;
        for shape in branches {
            self.annotate(slot.wire, &shape.notes);
            self.tell_residuals(slot.wire, &shape.residuals);
            let Some(kind) = shape.kind() else { continue };
            kinds = kinds.with(kind);
            types.push(match kind {
                Kind::Null => TypeName::Null,
                Kind::Bool => TypeName::Boolean,
                Kind::String => {
                    self.string_keywords(&mut wire, shape);
                    TypeName::String
                }
                _ => {
                    let facets = self.forms.number(shape);
                    integer = facets.integer;
                    let strings = branches.iter().any(|s| s.kind() == Some(Kind::String));
                    self.number_keywords(&mut wire, &facets, strings);
                    if integer { TypeName::Integer } else { TypeName::Number }
                }
            });
        }
        wire.body = Body::Scalar(types);
        self.fill(slot, wire, Node::Scalar(Scalar { kinds, integer, literals: None }));
    }

    /// Null as a flag of a node, for endpoints without a null type.
    fn flagged_null(&mut self, slot: Slot, node: NodeId, branches: &Shapes, null_at: usize, place: &Place) -> Result<(), Error> {
        if branches.iter().all(|s| s.kind() == Some(Kind::Null) && !s.constrained()) {
            self.lone_null(slot);
            return Ok(());
        }
        let mut wires = Vec::new();
        let mut codecs = Vec::new();
        for (i, shape) in branches.iter().enumerate() {
            let codec = if i == null_at || (shape.kind() == Some(Kind::Null) && !shape.constrained()) {
                self.codec(Self::scalar(KindSet::of(Kind::Null), false))
            } else {
                let branch = self.want_shape(node, branches, i, place)?;
                wires.push(branch.wire);
                branch.codec
            };
            let picks = shape.picks.iter().map(|p| self.pick(*p)).collect();
            codecs.push(Branch { codec, picks });
        }
        self.add_null(&mut wires);
        let body = match wires[..] {
            [only] => Body::Site(only),
            _ => Body::Union(wires),
        };
        self.fill(slot, Wire::of(body), Node::Union(Union { branches: codecs }));
        Ok(())
    }
}

fn is_plain_scalar(shape: &Shape) -> bool {
    matches!(shape.matter, Matter::Kind(Kind::Null | Kind::Bool | Kind::Number | Kind::String))
        && shape.parts.iter().all(|p| !matches!(p, crate::form::Part::Only(_)))
}

fn all_differ(branches: &[Shape]) -> bool {
    let kinds = branches.iter().filter_map(Shape::kind).fold(KindSet::EMPTY, KindSet::with);
    kinds.len() == branches.len()
}

/// What all branches have in common, and the branches without it. Added nulls have nothing in common with anything.
fn hoist(branches: &Shapes) -> (Shape, Shapes) {
    let mut common = Shape::of(Kind::Null, false);
    let mut speaking = branches.iter().filter(|s| s.kind() != Some(Kind::Null) || s.constrained() || !s.notes.is_empty());
    let Some(first) = speaking.next() else { return (common, branches.clone()) };
    let rest = || speaking.clone();
    if rest().next().is_none() {
        // A lone branch beside null keeps what it says: it may be shared as a definition.
        return (common, branches.clone());
    }
    common.notes = first.notes.iter().copied().filter(|n| rest().all(|s| s.notes.contains(n))).collect();
    common.residuals = first.residuals.iter().copied().filter(|r| rest().all(|s| s.residuals.contains(r))).collect();
    if common.notes.is_empty() && common.residuals.is_empty() {
        return (common, branches.clone());
    }
    let stripped = branches.iter().map(|shape| {
        let mut shape = shape.clone();
        shape.notes.retain(|n| !common.notes.contains(n));
        shape.residuals.retain(|r| !common.residuals.contains(r));
        shape
    });
    let stripped: Vec<Shape> = stripped.collect();
    (common, stripped.into())
}

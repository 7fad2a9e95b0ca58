//! # any-value
//!
//! ## What it does
//! Carries a value of any shape (`{}`, `true`, an untyped property) where the endpoint demands a closed schema: as a
//! recursive union where recursion is taken, else with objects and arrays as JSON text.
//!
//! ## Why
//! Strict endpoints refuse a schema that admits everything, and SDKs that shrink it to `{"type": "object"}` lose every
//! other value.
//!
//! ## Fidelity
//! Exact for the recursive carrier but for keys that come twice, widened for the text carrier (the text may not be JSON).
//! Both are checked after decoding.
//!
//! ## Example
//! ```json user
//! {"type": "object", "properties": {"data": {}}, "required": ["data"], "additionalProperties": false}
//! ```
//! ```json wire anthropic
//! {"type": "object", "properties": {"data": {"anyOf": [{"type": "boolean"}, {"type": "number"}, {"type": "string"}, {"type": "object", "properties": {"_json": {"type": "string", "description": "JSON text of an object or array"}}, "required": ["_json"], "additionalProperties": false}, {"type": "null"}]}}, "required": ["data"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"data": {"_json": "{\"a\":[1,null]}"}}
//! ```
//! ```json value
//! {"data": {"a": [1, null]}}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"data": {"$ref": "#/$defs/json"}}, "required": ["data"], "additionalProperties": false, "$defs": {"json": {"anyOf": [{"type": "null"}, {"type": "boolean"}, {"type": "number"}, {"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/json"}}, {"type": "object", "properties": {"_entries": {"type": "array", "items": {"type": "object", "properties": {"key": {"type": "string"}, "value": {"$ref": "#/$defs/json"}}, "required": ["key", "value"], "additionalProperties": false}}}, "required": ["_entries"], "additionalProperties": false}]}}}
//! ```
//! ```json reply
//! {"data": {"_entries": [{"key": "a", "value": [1, null]}]}}
//! ```
//! ```json value
//! {"data": {"a": [1, null]}}
//! ```
//! ```json wire gemini
//! {"type": "object", "properties": {"data": {}}, "required": ["data"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"data": {"a": [1, null]}}
//! ```
//! ```json value
//! {"data": {"a": [1, null]}}
//! ```

use super::context::{At, Context, Note, Slot};
use super::note::line;
use super::wire::{Body, Wire};
use crate::codec::Node;
use crate::form::Shape;
use crate::json::KindSet;
use crate::profile::Recursion;
use crate::schema::arena::TypeName;

const TREE: u32 = 0;
const BOX: u32 = 1;
const TEXT: u32 = 2;
const OPEN: u32 = 3;

impl Context<'_, '_> {
    /// Whether the branches admit every value there is.
    pub(super) fn is_any(branches: &[Shape]) -> bool {
        let bare = branches.iter().filter(|s| !s.constrained() && s.kind().is_some());
        bare.filter_map(Shape::kind).fold(KindSet::EMPTY, KindSet::with) == KindSet::ALL
    }

    /// The carrier of any value. `at` is where the user asks for it.
    pub(super) fn any(&mut self, at: At) -> Slot {
        if self.profile.sends_any() {
            return self.shared_any(OPEN, |c, slot| c.fill(slot, Wire::of(Body::Any), Node::Verbatim));
        }
        let tree = self.profile.sends_references()
            && self.profile.references.recursion.value == Recursion::Native
            && self.fit.max_level.is_none()
            && !self.fit.any_as_text;
        let told = if tree {
            "any value: objects travel as lists of entries; a key that comes twice is refused after decoding"
        } else {
            "any value: objects and arrays travel as JSON text; text that is not JSON is refused after decoding"
        };
        self.note(Note::widened(super::ANY_VALUE, at, told).because(line!(types.required)));
        self.own_shape(at, if tree { "an object with `_entries` alone" } else { "an object with `_json` alone" });
        if self.fit.any_as_text {
            self.shared_any(TEXT, |c, slot| {
                let text = c.json_text("JSON text of the value");
                let inner = c.codec(Node::Verbatim);
                let node = Node::Text { name: "_json".into(), inner };
                c.fill(slot, Wire::object(vec![("_json".into(), text)]), node);
            })
        } else if tree {
            self.shared_any(TREE, Self::any_tree)
        } else {
            self.shared_any(BOX, Self::any_box)
        }
    }

    fn any_tree(&mut self, slot: Slot) {
        let scalars = [TypeName::Null, TypeName::Boolean, TypeName::Number, TypeName::String];
        let mut branches: Vec<_> = scalars.map(|t| self.plain(t).wire).into();
        let list = self.wire(Wire::of(Body::Array(Some(slot.wire))));
        let key = self.plain(TypeName::String).wire;
        let entry = self.wire(Wire::object(vec![("key".into(), key), ("value".into(), slot.wire)]));
        let entries = self.wire(Wire::of(Body::Array(Some(entry))));
        let object = self.wire(Wire::object(vec![("_entries".into(), entries)]));
        branches.push(list);
        branches.push(object);
        let mut wire = Wire::of(Body::Union(branches));
        wire.hint = Some("json");
        self.fill(slot, wire, Node::AnyTree);
    }

    fn any_box(&mut self, slot: Slot) {
        let mut branches: Vec<_> = Vec::new();
        branches.extend([TypeName::Boolean, TypeName::Number, TypeName::String].map(|t| self.plain(t).wire));
        let text = self.json_text("JSON text of an object or array");
        branches.push(self.wire(Wire::object(vec![("_json".into(), text)])));
        self.add_null(&mut branches);
        let mut wire = Wire::of(Body::Union(branches));
        wire.hint = Some("json");
        self.fill(slot, wire, Node::AnyBox);
    }

    /// A string that holds JSON.
    pub(super) fn json_text(&mut self, told: &str) -> super::wire::WireId {
        let mut wire = Wire::scalar(TypeName::String);
        wire.told.push(told.to_owned());
        self.wire(wire)
    }

    /// A union of a slot with null.
    pub(super) fn or_null(&mut self, slot: Slot) -> Slot {
        let out = self.slot(Wire::default(), Node::Verbatim);
        self.fill_union(out, &[slot], true);
        out
    }
}

//! # recursive-ref
//!
//! ## What it does
//! Keeps recursion as `$ref` cycles where the endpoint takes them. Elsewhere writes a bounded number of turns out and
//! carries what lies deeper as JSON text, `{"_json": "..."}`. Gemini takes cycles only through properties that are not
//! required: inside a cycle its properties are written as optional.
//!
//! ## Why
//! Claude refuses any circular reference; Gemini unrolls them and refuses a loop of required fields.
//!
//! ## Fidelity
//! Exact where native; widened else (the text may hold anything until it is parsed and checked). Nothing is cut.
//!
//! ## Example
//! ```json user
//! {"type": "object", "properties": {"next": {"$ref": "#"}}, "required": [], "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"next": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}}, "required": ["next"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"next": {"next": null}}
//! ```
//! ```json value
//! {"next": {}}
//! ```
//! Two more turns written out, then text:
//!
//! ```json user
//! {"type": "object", "properties": {"name": {"type": "string"}, "parts": {"type": "array", "items": {"$ref": "#"}}}, "required": ["name", "parts"], "additionalProperties": false}
//! ```
//! ```json wire anthropic
//! {"type": "object", "properties": {"name": {"type": "string"}, "parts": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}, "parts": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}, "parts": {"type": "array", "items": {"type": "object", "properties": {"_json": {"type": "string", "description": "JSON text of a value of {\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},\"parts\":{\"type\":\"array\",\"items\":{\"$ref\":\"#\"}}},\"additionalProperties\":false,\"required\":[\"name\",\"parts\"]}"}}, "required": ["_json"], "additionalProperties": false}}}, "required": ["name", "parts"], "additionalProperties": false}}}, "required": ["name", "parts"], "additionalProperties": false}}}, "required": ["name", "parts"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"name": "a", "parts": [{"name": "b", "parts": [{"name": "c", "parts": [{"_json": "{\"name\":\"d\",\"parts\":[]}"}]}]}]}
//! ```
//! ```json value
//! {"name": "a", "parts": [{"name": "b", "parts": [{"name": "c", "parts": [{"name": "d", "parts": []}]}]}]}
//! ```
//! ```json wire gemini
//! {"type": "object", "properties": {"name": {"type": "string"}, "parts": {"type": "array", "items": {"$ref": "#"}}}, "required": ["name"], "propertyOrdering": ["name", "parts"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"name": "a", "parts": [{"name": "b", "parts": []}]}
//! ```
//! ```json value
//! {"name": "a", "parts": [{"name": "b", "parts": []}]}
//! ```

use super::context::{Context, Note, Slot};
use super::note::line;
use super::place::Place;
use super::wire::Wire;
use crate::codec::Node;
use crate::error::Error;
use crate::form::{Conjunct, NodeId};

/// Longest piece of a schema quoted in a description.
const MAX_QUOTE: usize = 200;

impl Context<'_, '_> {
    /// What lies below the last turn that is written out.
    pub(super) fn recursion_tail(&mut self, node: NodeId, nullable: bool, place: &Place) -> Result<Slot, Error> {
        let at = self.at_node(node);
        let layers = self.fit.layers;
        let message =
            format!("recursion is written out {layers} times; what lies deeper travels as JSON text and is checked after decoding");
        self.note(Note::widened(super::RECURSIVE_REF, at, message).because(line!(references.recursion)));
        let _ = place;
        self.text(node, nullable, true)
    }

    /// A subtree that is too deep for the endpoint.
    pub(super) fn depth_tail(&mut self, node: NodeId, nullable: bool, _place: &Place) -> Result<Slot, Error> {
        let at = self.at_node(node);
        let message = "deeper than the endpoint takes: this part travels as JSON text and is checked after decoding";
        self.note(Note::widened(super::DEPTH_LIMIT, at, message).because(line!(limits.depth)));
        self.text(node, nullable, false)
    }

    /// `{"_json": "..."}`. Below a recursion the text is read with the codec of the first turn.
    pub(super) fn text(&mut self, node: NodeId, nullable: bool, recursive: bool) -> Result<Slot, Error> {
        if self.own_name(node, "_json")? {
            self.own_shape(self.at_node(node), "an object with `_json` alone");
        }
        let slot = self.shared_text(node, |c, slot| {
            let mut told = "JSON text".to_owned();
            if let Some(Conjunct::Is(id)) = c.forms.conjuncts(node).first() {
                told = format!("JSON text of a value of {}", c.quote(c.schema().sub(*id).json));
            }
            let text = c.json_text(&told);
            // Where no turn is written out the first one is a text itself: reading by it would go round in place.
            let inner = if recursive && c.fit.layers > 0 { c.want(node, false, &Place::default())?.codec } else { c.codec(Node::Verbatim) };
            c.fill(slot, Wire::object(vec![("_json".into(), text)]), Node::Text { name: "_json".into(), inner });
            Ok(())
        })?;
        if nullable && !self.says_null(node)? {
            return Ok(self.or_null(slot));
        }
        Ok(slot)
    }
}

/// A text cut to a quotable length.
pub(super) fn cut(text: &str) -> String {
    if text.len() <= MAX_QUOTE {
        return text.to_owned();
    }
    let mut end = MAX_QUOTE;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}…", &text[..end])
}

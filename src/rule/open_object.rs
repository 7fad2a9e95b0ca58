//! # open-object
//!
//! ## What it does
//! An object that says nothing of undeclared properties travels closed (`open_objects: close`, the default), told once a
//! document. One that asks for them (`additionalProperties: true`, a schema, patterns) keeps them in an entry list
//! `_additional` beside its fields. Where the endpoint takes open objects (Gemini) they stay as they are.
//!
//! ## Why
//! JSON Schema is open by default and strict endpoints are closed. Hardly any tool schema means to be open; configuration
//! files do.
//!
//! ## Fidelity
//! Narrowed, info, when closed by default: undeclared properties cannot be said, and still validate when a reply carries
//! them. `open_objects: splice` keeps them. Widened for the entry list: keys may come twice.
//!
//! ## Example
//! ```json user
//! {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"], "additionalProperties": {"type": "number"}}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"id": {"type": "integer"}, "_additional": {"type": "array", "items": {"type": "object", "properties": {"key": {"type": "string"}, "value": {"type": "number"}}, "required": ["key", "value"], "additionalProperties": false}}}, "required": ["id", "_additional"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"id": 1, "_additional": [{"key": "a", "value": 2.5}]}
//! ```
//! ```json value
//! {"id": 1, "a": 2.5}
//! ```
//! An object that is open only because it says nothing is closed, or spliced by choice:
//!
//! ```json user
//! {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"id": 1}
//! ```
//! ```json value
//! {"id": 1}
//! ```
//! ```json wire anthropic open_objects:splice
//! {"type": "object", "properties": {"id": {"type": "integer"}, "_additional": {"type": "array", "items": {"type": "object", "properties": {"key": {"type": "string"}, "value": {"anyOf": [{"type": "boolean"}, {"type": "number"}, {"type": "string"}, {"type": "object", "properties": {"_json": {"type": "string", "description": "JSON text of an object or array"}}, "required": ["_json"], "additionalProperties": false}, {"type": "null"}]}}, "required": ["key", "value"], "additionalProperties": false}}}, "required": ["id", "_additional"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"id": 1, "_additional": [{"key": "a", "value": {"_json": "[2]"}}]}
//! ```
//! ```json value
//! {"id": 1, "a": [2]}
//! ```
//! ```json wire gemini
//! {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]}
//! ```
//! ```json reply
//! {"id": 1, "a": [2]}
//! ```
//! ```json value
//! {"id": 1, "a": [2]}
//! ```

use super::context::{At, Context, Note};
use super::note::line;
use crate::form::{Lost, NodeId, Part, Shape};
use crate::schema::arena::Body;
use crate::schema::keyword::Keyword;

impl Context<'_, '_> {
    /// Closes an object that says nothing of more properties; told once per document.
    pub(super) fn close_by_choice(&mut self, node: NodeId) {
        self.closed.0 += 1;
        if self.closed.1.is_none() {
            self.closed.1 = Some((node, self.at_node(node)));
        }
    }

    /// The keyword that opens an object.
    pub(super) fn undeclared_at(&self, shape: &Shape, node: NodeId) -> At {
        for part in &shape.parts {
            if let Part::Keywords(id) = part
                && let Some(k) = self.schema().keywords(*id)
            {
                let more = k.additional_properties.is_some_and(|s| !matches!(self.schema().sub(s).body, Body::Bool(false)));
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

    /// A note that closing an object loses undeclared properties, with a place to build an example from.
    pub fn closed_note(&mut self) {
        let (count, Some((node, at))) = self.closed else { return };
        let (objects, travel) =
            if count == 1 { ("1 object says".to_owned(), "travels") } else { (format!("{count} objects say"), "travel") };
        let message = format!("{objects} nothing of undeclared properties and {travel} closed; replies that carry some still validate");
        self.note(Note::narrowed(super::OPEN_OBJECT, at, Lost::Extra(node), message).because(line!(objects.open)));
    }
}

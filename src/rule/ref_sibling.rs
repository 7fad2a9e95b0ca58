//! # ref-sibling
//!
//! ## What it does
//! Keeps what a schema says beside `$ref`: constraints are merged with the target, a description stays at its own place
//! and does not leak into the shared definition (a one-branch `anyOf` carries it where `$ref` must stand alone).
//!
//! ## Why
//! OpenAI refuses any keyword beside `$ref`, even `description`; drafts 4 to 7 say such siblings are ignored.
//!
//! ## Fidelity
//! Exact.
//!
//! ## Example
//! ```json user
//! {"type": "object", "properties": {"from": {"$ref": "#/$defs/Place", "description": "start"}, "to": {"$ref": "#/$defs/Place"}}, "required": ["from", "to"], "additionalProperties": false, "$defs": {"Place": {"type": "object", "properties": {"city": {"type": "string"}, "zip": {"type": "string"}}, "required": ["city", "zip"], "additionalProperties": false}}}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"from": {"anyOf": [{"$ref": "#/$defs/Place"}], "description": "start"}, "to": {"$ref": "#/$defs/Place"}}, "required": ["from", "to"], "additionalProperties": false, "$defs": {"Place": {"type": "object", "properties": {"city": {"type": "string"}, "zip": {"type": "string"}}, "required": ["city", "zip"], "additionalProperties": false}}}
//! ```
//! ```json reply
//! {"from": {"city": "Ulm", "zip": "89073"}, "to": {"city": "Bonn", "zip": "53111"}}
//! ```
//! ```json value
//! {"from": {"city": "Ulm", "zip": "89073"}, "to": {"city": "Bonn", "zip": "53111"}}
//! ```
//! A constraint beside the reference is merged with its target:
//!
//! ```json user
//! {"type": "object", "properties": {"n": {"$ref": "#/$defs/Count", "maximum": 9}}, "required": ["n"], "additionalProperties": false, "$defs": {"Count": {"type": "integer", "minimum": 0}}}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"n": {"type": "integer", "minimum": 0, "maximum": 9}}, "required": ["n"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"n": 3}
//! ```
//! ```json value
//! {"n": 3}
//! ```

use super::context::{At, Context, Note};
use super::note::line;
use super::wire::WireId;
use crate::form::push_new;
use crate::schema::arena::SchemaId;

/// How many examples of one place are shown.
const MAX_EXAMPLES: usize = 3;

impl Context<'_, '_> {
    /// A default or an example that the model does not see, and why.
    pub fn tell_unshown(&mut self, json: crate::schema::arena::JsonId, message: &'static str) {
        self.note(Note::exact(super::ANNOTATION, At::Json(json), message));
    }

    /// Titles beside `$ref` that the endpoint has no place for.
    pub fn tell_untitled(&mut self, count: u64) {
        let message = format!("{count} titles beside `$ref` are left out: `$ref` stands alone there");
        let root = At::Schema(self.schema().root());
        self.note(Note::exact(super::REF_SIBLING, root, message).because(line!(references.siblings)));
    }

    /// Puts titles and descriptions of subschemas on a wire node, outermost first.
    pub(super) fn annotate(&mut self, wire: WireId, notes: &[SchemaId]) {
        let doc = self.forms.schema().doc();
        for id in notes.iter().rev() {
            let Some(k) = self.forms.schema().keywords(*id) else { continue };
            let node = &mut self.wires[wire.0 as usize];
            if let Some(title) = k.title.filter(|t| doc.str(*t).is_some()) {
                node.titles.push_new(&[title]);
            }
            if let Some(text) = k.description.filter(|t| doc.str(*t).is_some_and(|s| !s.is_empty())) {
                node.descriptions.push_new(&[text]);
            }
            if let Some(default) = k.default {
                push_new(&mut node.shown, &[("default", default)]);
            }
            if let Some(examples) = k.examples {
                let list = doc.kind(examples) == crate::json::Kind::Array && doc.key(examples) == Some("examples");
                let values: Vec<_> = if list { doc.children(examples).take(MAX_EXAMPLES).collect() } else { vec![examples] };
                for value in values {
                    push_new(&mut node.shown, &[("for example", value)]);
                }
            }
        }
    }
}

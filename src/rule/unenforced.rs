//! # unenforced
//!
//! ## What it does
//! Sends a schema to a slot that is not strict as it is, when the endpoint takes it; otherwise changes only what would be
//! refused. Replies are read as everywhere: nulls for absent properties go, and the user's schema judges the value.
//!
//! ## Why
//! Plain tools are validated by the endpoint but do not constrain the model. Rewriting a schema that passes would change
//! what the model sees for nothing.
//!
//! ## Fidelity
//! Widened: the model may send anything; it is checked after decoding.
//!
//! ## Example
//! ```json user
//! {"type": "object", "properties": {"tags": {"type": "object", "additionalProperties": {"type": "string"}}, "at": {"type": "array", "prefixItems": [{"type": "number"}]}}}
//! ```
//! ```json wire anthropic/tool
//! {"type": "object", "properties": {"tags": {"type": "object", "additionalProperties": {"type": "string"}}, "at": {"type": "array", "prefixItems": [{"type": "number"}]}}}
//! ```
//! ```json reply
//! {"tags": {"a": "b"}, "at": [1]}
//! ```
//! ```json value
//! {"tags": {"a": "b"}, "at": [1]}
//! ```

use super::context::{At, Context, Note};
use super::note::line;

impl Context<'_, '_> {
    /// The one finding of a schema that is sent as it is: everything else about it holds.
    pub fn tell_verbatim(&mut self) {
        self.notes.clear();
        let root = At::Schema(self.schema().root());
        let message = "sent as it is; this slot does not hold the model to it, so replies are checked after decoding";
        self.note(Note::widened(super::UNENFORCED, root, message).because(line!(enforced)));
    }
}

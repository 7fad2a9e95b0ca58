//! # unsupported-format
//!
//! ## What it does
//! Sends a `format` the endpoint lists; says any other in the description.
//!
//! ## Why
//! OpenAI answers `'uri' is not a valid format`; each endpoint has its own list.
//!
//! ## Fidelity
//! Exact by default: `format` is an annotation. Under `formats: assert` it is checked after decoding: widened.
//!
//! ## Example
//! ```json user
//! {"type": "object", "properties": {"link": {"type": "string", "format": "uri"}}, "required": ["link"], "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"link": {"type": "string", "description": "Constraints: format uri"}}, "required": ["link"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"link": "https://a.example/"}
//! ```
//! ```json value
//! {"link": "https://a.example/"}
//! ```
//! ```json wire anthropic
//! {"type": "object", "properties": {"link": {"type": "string", "format": "uri"}}, "required": ["link"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"link": "https://a.example/"}
//! ```
//! ```json value
//! {"link": "https://a.example/"}
//! ```

use super::context::{At, Context, Note};
use super::note::line;
use super::wire::Wire;
use crate::schema::arena::JsonId;
use crate::schema::keyword::Keyword;

/// Says a format in words.
pub(super) fn tell(context: &mut Context<'_, '_>, wire: &mut Wire, json: JsonId, name: &str) {
    let words = format!("format {name}");
    if !wire.told.contains(&words) {
        wire.told.push(words);
    }
    let note = if context.asserts_formats() {
        let message = format!("format `{name}` is not enforced; checked after decoding");
        Note::widened(super::UNSUPPORTED_FORMAT, At::Json(json), message)
    } else {
        Note::exact(super::UNSUPPORTED_FORMAT, At::Json(json), format!("format `{name}` is said in the description"))
    };
    let cause = context.not_sent(Keyword::Format).unwrap_or(line!(strings.formats));
    context.note(note.because(cause));
}

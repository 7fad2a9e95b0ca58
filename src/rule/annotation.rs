//! # annotation
//!
//! ## What it does
//! Keeps `title` and `description`; says `default` and the first `examples` in the description, in wire form. The other
//! annotations (`readOnly`, `deprecated`, `contentMediaType`, ...) are left out.
//!
//! ## Why
//! OpenAI was seen to refuse `default`, and an example in the user's shape teaches the model a shape that is refused. A
//! default is never filled in on decoding: absent stays absent.
//!
//! ## Fidelity
//! Exact: annotations constrain nothing.
//!
//! ## Example
//! ```json user
//! {"type": "object", "properties": {"at": {"type": "array", "prefixItems": [{"type": "number"}, {"type": "number"}], "items": false, "minItems": 2, "default": [0, 1]}}, "required": ["at"], "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"at": {"type": "object", "properties": {"_0": {"type": "number"}, "_1": {"type": "number"}}, "required": ["_0", "_1"], "additionalProperties": false, "description": "default {\"_0\":0,\"_1\":1}"}}, "required": ["at"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"at": {"_0": 2, "_1": 3}}
//! ```
//! ```json value
//! {"at": [2, 3]}
//! ```

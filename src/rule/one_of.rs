//! # one-of
//!
//! ## What it does
//! Sends `oneOf` as `anyOf`. The branch of a reply is found by kind, by a property with distinct constants, by its set of
//! keys, or by how well it fits; branches whose wire forms cannot be told apart get a one-key envelope `_b0`, `_b1`.
//!
//! ## Why
//! OpenAI and Claude refuse `oneOf`; SDKs rename it and hope.
//!
//! ## Fidelity
//! Exact when the branches provably exclude each other (by kind, constants, ranges, or closed key sets); else widened:
//! "exactly one" is checked after decoding.
//!
//! ## Example
//! ```json user
//! {"type": "object", "properties": {"pet": {"oneOf": [{"type": "object", "properties": {"kind": {"const": "cat"}}, "required": ["kind"], "additionalProperties": false}, {"type": "object", "properties": {"kind": {"const": "dog"}, "age": {"type": "integer"}}, "required": ["kind"], "additionalProperties": false}]}}, "required": ["pet"], "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"pet": {"anyOf": [{"type": "object", "properties": {"kind": {"type": "string", "enum": ["cat"]}}, "required": ["kind"], "additionalProperties": false}, {"type": "object", "properties": {"kind": {"type": "string", "enum": ["dog"]}, "age": {"type": ["integer", "null"]}}, "required": ["kind", "age"], "additionalProperties": false}]}}, "required": ["pet"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"pet": {"kind": "dog", "age": null}}
//! ```
//! ```json value
//! {"pet": {"kind": "dog"}}
//! ```

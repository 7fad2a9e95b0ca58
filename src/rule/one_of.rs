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
//! A map travels as a list, and a list beside it would look the same: the map gets an envelope.
//!
//! ```json user
//! {"type": "object", "properties": {"v": {"oneOf": [{"type": "object", "additionalProperties": {"type": "number"}}, {"type": "array", "items": {"type": "number"}}]}}, "required": ["v"], "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"v": {"anyOf": [{"type": "object", "properties": {"_entries": {"type": "array", "items": {"type": "object", "properties": {"key": {"type": "string"}, "value": {"type": "number"}}, "required": ["key", "value"], "additionalProperties": false}}}, "required": ["_entries"], "additionalProperties": false}, {"type": "array", "items": {"type": "number"}}]}}, "required": ["v"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"v": {"_entries": [{"key": "a", "value": 1}]}}
//! ```
//! ```json value
//! {"v": {"a": 1}}
//! ```
//! ```json reply
//! {"v": [1]}
//! ```
//! ```json value
//! {"v": [1]}
//! ```
//! Alternatives that overlap:
//!
//! ```json user
//! {"type": "object", "properties": {"n": {"oneOf": [{"type": "integer", "multipleOf": 3}, {"type": "integer", "multipleOf": 5}]}}, "required": ["n"], "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"n": {"anyOf": [{"type": "integer", "multipleOf": 3}, {"type": "integer", "multipleOf": 5}], "description": "Constraints: exactly one of the alternatives applies"}}, "required": ["n"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"n": 9}
//! ```
//! ```json value
//! {"n": 9}
//! ```

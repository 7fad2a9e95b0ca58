//! # all-of
//!
//! ## What it does
//! Merges `allOf` members (and keywords beside `$ref`, `anyOf`, `oneOf`) into one schema: bounds are intersected, enums
//! filtered, properties joined with what the other members say of them, unions distributed while they stay small.
//!
//! ## Why
//! Strict endpoints refuse `allOf`. Joining member by member naively is wrong: `additionalProperties: false` in one member
//! speaks of the others' properties too, and two enums intersect, they do not add up.
//!
//! ## Fidelity
//! Exact while the product of unions stays below 32 alternatives; beyond, one union is kept and the rest is checked after
//! decoding (widened). Members that exclude each other are an error before any request.
//!
//! ## Example
//! ```json user
//! {"type": "object", "properties": {"lane": {"allOf": [{"type": "string", "enum": ["air", "sea"]}, {"type": "string", "enum": ["sea", "rail"]}]}}, "required": ["lane"], "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"lane": {"type": "string", "enum": ["sea"]}}, "required": ["lane"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"lane": "sea"}
//! ```
//! ```json value
//! {"lane": "sea"}
//! ```
//! Objects are joined, and `unevaluatedProperties: false` closes what comes out:
//!
//! ```json user
//! {"allOf": [{"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]}, {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}], "unevaluatedProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}, "required": ["id", "name"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"id": 1, "name": "x"}
//! ```
//! ```json value
//! {"id": 1, "name": "x"}
//! ```

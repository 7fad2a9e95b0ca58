//! # negation
//!
//! ## What it does
//! Folds `not` away where the complement can be said: of types, literals, bounds, lengths, presence, and of combinations of
//! these. Otherwise the rule is said in words and checked after decoding.
//!
//! ## Why
//! No strict endpoint takes `not`.
//!
//! ## Fidelity
//! Exact where folded, widened where told.
//!
//! ## Example
//! ```json user
//! {"type": "object", "properties": {"n": {"type": ["string", "integer", "null"], "not": {"type": "null"}}, "size": {"enum": ["s", "m", "l"], "not": {"const": "m"}}}, "required": ["n", "size"], "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"n": {"type": ["string", "integer"]}, "size": {"type": "string", "enum": ["s", "l"]}}, "required": ["n", "size"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"n": 3, "size": "l"}
//! ```
//! ```json value
//! {"n": 3, "size": "l"}
//! ```
//! A complement that cannot be said:
//!
//! ```json user
//! {"type": "object", "properties": {"name": {"type": "string", "not": {"pattern": "^tmp"}}}, "required": ["name"], "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"name": {"type": "string", "description": "Constraints: not valid under {\"pattern\":\"^tmp\"}"}}, "required": ["name"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"name": "a"}
//! ```
//! ```json value
//! {"name": "a"}
//! ```

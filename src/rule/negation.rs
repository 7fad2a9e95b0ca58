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
//! {"type": "object", "properties": {"n": {"type": ["string", "integer", "null"], "not": {"type": "null"}}}, "required": ["n"], "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"n": {"type": ["string", "integer"]}}, "required": ["n"], "additionalProperties": false}
//! ```

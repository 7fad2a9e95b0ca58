//! # conditional
//!
//! ## What it does
//! Turns `if`/`then`/`else` into the cases it distinguishes: `(if and then) or (not if and else)`. A ladder of conditions on
//! one property becomes one branch per value. `dependentSchemas` splits on the presence of its property;
//! `dependentRequired` is said in words and checked after decoding.
//!
//! ## Why
//! No strict endpoint takes conditions; dropping them lets invalid answers through in silence.
//!
//! ## Fidelity
//! Exact where the condition tests properties against constants, types or presence; else widened.
//!
//! ## Example
//! ```json user
//! {"type": "object", "properties": {"s": {"type": "object", "properties": {"via": {"enum": ["post", "pickup"]}, "street": {"type": "string"}}, "required": ["via"], "additionalProperties": false, "if": {"properties": {"via": {"const": "post"}}}, "then": {"required": ["street"]}}}, "required": ["s"], "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"s": {"anyOf": [{"type": "object", "properties": {"via": {"type": "string", "enum": ["post"]}, "street": {"type": "string"}}, "required": ["via", "street"], "additionalProperties": false}, {"type": "object", "properties": {"via": {"type": "string", "enum": ["pickup"]}, "street": {"type": ["string", "null"]}}, "required": ["via", "street"], "additionalProperties": false}]}}, "required": ["s"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"s": {"via": "pickup", "street": null}}
//! ```
//! ```json value
//! {"s": {"via": "pickup"}}
//! ```
//! A dependency between properties is told and checked:
//!
//! ```json user
//! {"type": "object", "properties": {"card": {"type": "string"}, "address": {"type": "string"}}, "dependentRequired": {"card": ["address"]}, "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"card": {"type": ["string", "null"]}, "address": {"type": ["string", "null"]}}, "required": ["card", "address"], "additionalProperties": false, "description": "Constraints: `card` needs `address`"}
//! ```
//! ```json reply
//! {"card": "1", "address": "x"}
//! ```
//! ```json value
//! {"card": "1", "address": "x"}
//! ```
//! ```json reply
//! {"card": null, "address": null}
//! ```
//! ```json value
//! {}
//! ```

//! # absent-or-null
//!
//! ## What it does
//! Notes that an optional property which also takes null is always on the wire, so a missing one comes back as null.
//!
//! ## Why
//! Where every property must be present there is one value for both. Generators write `"default": null` and mean the same
//! by both, so null is kept by default. Where the schema can tell the two apart (`dependentRequired`, `minProperties`,
//! `not: {required}`) a box is used without asking.
//!
//! ## Fidelity
//! Narrowed, info. `optional_nullable: box` makes it exact: null means absent, `{"value": null}` means null.
//!
//! ## Example
//! ```json user
//! {"type": "object", "properties": {"end": {"type": ["string", "null"]}}, "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"end": {"type": ["string", "null"]}}, "required": ["end"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"end": null}
//! ```
//! ```json value
//! {"end": null}
//! ```
//! With a box, both can be said:
//!
//! ```json wire openai optional_nullable:box
//! {"type": "object", "properties": {"end": {"anyOf": [{"type": "object", "properties": {"value": {"type": ["string", "null"]}}, "required": ["value"], "additionalProperties": false}, {"type": "null"}]}}, "required": ["end"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"end": null}
//! ```
//! ```json value
//! {}
//! ```
//! ```json reply
//! {"end": {"value": null}}
//! ```
//! ```json value
//! {"end": null}
//! ```
//! ```json reply
//! {"end": {"value": "noon"}}
//! ```
//! ```json value
//! {"end": "noon"}
//! ```
//! Claude keeps the property optional, so nothing needs doing:
//!
//! ```json wire anthropic
//! {"type": "object", "properties": {"end": {"type": ["string", "null"]}}, "additionalProperties": false}
//! ```
//! ```json reply
//! {}
//! ```
//! ```json value
//! {}
//! ```

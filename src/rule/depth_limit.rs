//! # depth-limit
//!
//! ## What it does
//! Carries a subtree below the endpoint's nesting limit as JSON text, `{"_json": "..."}`.
//!
//! ## Why
//! OpenAI takes 10 levels. Entry lists and boxes add levels of their own, so the limit is checked on the wire schema.
//!
//! ## Fidelity
//! Widened: the text is parsed and checked after decoding; nothing is lost.

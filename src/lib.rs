//! Any JSON Schema in, a typed and validated answer out, from any LLM provider.
//!
//! [`compat::prepare`] rewrites a schema into what a provider's strict endpoint accepts, described by a
//! [`profile::Profile`]. The result encodes values into the shape the model writes and decodes replies back into the
//! user's shape. Everything that is not the same on the wire is a [`finding::Finding`].

pub mod codec;
pub mod compat;
pub mod error;
pub mod finding;
pub mod form;
pub mod json;
pub mod location;
pub mod options;
pub mod pattern;
pub mod plan;
pub mod profile;
pub mod report;
pub mod rule;
pub mod schema;
pub mod validate;

/// The code in README.md is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! Any JSON Schema in, a validated answer out, from any LLM provider.
//!
//! Providers that promise structured output accept a small part of JSON Schema each: OpenAI wants every property
//! required and every object closed, Claude budgets optional properties and unions and takes no recursion, Gemini has two
//! dialects of its own. This crate rewrites *your* schema into what one endpoint takes, tells what that costs, and turns
//! the reply back into a value of your schema.
//!
//! ```
//! use schema_compat::{Options, OutcomeKind, prepare, profile};
//!
//! let schema = r#"{
//!     "type": "object",
//!     "properties": {
//!         "city": {"type": "string"},
//!         "stars": {"type": "integer", "minimum": 1},
//!         "prices": {"type": "object", "additionalProperties": {"type": "number"}}
//!     },
//!     "required": ["city"],
//!     "additionalProperties": false
//! }"#;
//! let prepared = prepare(schema, profile::find("openai")?, &Options::default())?;
//!
//! // 1. The wire schema goes into the request. Here: everything required, the map as a list of entries.
//! assert!(prepared.wire_schema().contains(r#""required":["city","stars","prices"]"#));
//!
//! // 2. What that costs, each with its place in your schema.
//! for finding in prepared.findings() {
//!     println!("{} {}: {}", finding.rule, finding.location, finding.message);
//! }
//!
//! // 3. The reply comes back in your form, checked against your schema.
//! let reply = r#"{"city": "Ulm", "stars": null, "prices": [{"key": "single", "value": 80.5}]}"#;
//! let outcome = prepared.decode(reply);
//! assert_eq!(outcome.kind, OutcomeKind::Valid);
//! assert_eq!(outcome.value.as_deref(), Some(r#"{"city":"Ulm","prices":{"single":80.5}}"#));
//!
//! // 4. Earlier answers and examples are shown to the model in wire form.
//! let wire = prepared.encode(r#"{"city": "Ulm", "stars": 3}"#)?;
//! assert_eq!(wire, r#"{"city":"Ulm","stars":3,"prices":null}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Typed`] does the same for a Rust type. No part of the core opens a file or a connection, and references are never
//! fetched.
//!
//! # Where things are
//! * [`compat`]: prepare, encode, decode. [`typed`]: the same for Rust types.
//! * [`profile`]: what each endpoint takes, as data with evidence; [`profile::find`] and [`profile::all`].
//! * [`rule`]: the rewrites, each with its documentation and examples.
//! * [`refusal`]: what a provider's error body means.
//! * [`finding`], [`error`], [`report`]: what a caller is told, and how it is shown. [`options`]: the choices.
//! * [`json`], [`schema`], [`pattern`]: JSON with every digit kept, JSON Schema read and evaluated, ECMA-262 patterns.
//! * [`form`], [`plan`], [`codec`]: the machinery: the normal form, the planner, and what turns values around.

pub mod codec;
pub mod compat;
pub mod error;
mod few;
pub mod finding;
pub mod form;
mod graph;
mod ids;
pub mod json;
pub mod ledger;
pub mod location;
pub mod options;
pub mod pattern;
pub mod plan;
pub mod profile;
pub mod refusal;
pub mod reply;
pub mod report;
pub mod rule;
pub mod schema;
pub mod typed;
pub mod validate;
pub mod wire;

pub use compat::{Issue, Outcome, OutcomeKind, Prepared, prepare};
pub use error::{Error, ErrorKind};
pub use finding::{Fidelity, Finding, Severity};
pub use location::Location;
pub use options::Options;
pub use profile::Profile;
pub use typed::{Typed, TypedError};

/// The code in README.md is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

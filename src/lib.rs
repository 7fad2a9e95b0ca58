//! schema-compat
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
pub mod rule;
pub mod schema;
pub mod validate;

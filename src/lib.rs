//! schema-compat
pub mod codec;
pub mod error;
pub mod finding;
pub mod json;
pub mod location;
pub mod pattern;
pub mod schema;

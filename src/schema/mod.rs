//! Text to IR: JSON Schema of every draft, read into a flat arena. Knows no provider.

mod allow;
pub mod arena;
mod build;
pub mod doc;
mod equal;
mod evaluate;
pub mod keyword;
mod listed;
mod loops;
mod numbers;
mod parse;
mod patterns;
mod query;
mod read;
mod refs;
mod resource;
mod scope;
mod standard;
mod walk;
mod work;

#[cfg(test)]
mod suite;
#[cfg(test)]
mod tests;

pub use allow::ALLOW;
pub use parse::{Note, NoteKind, ReadOptions, Schema};
pub(crate) use refs::normal;
pub(crate) use standard::dialect;
pub use walk::walk_keywords;

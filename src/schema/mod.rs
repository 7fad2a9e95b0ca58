//! Text to IR: JSON Schema of every draft, read into a flat arena. Knows no provider.

pub mod arena;
mod build;
pub mod doc;
pub mod keyword;
mod numbers;
mod parse;
mod read;
mod refs;
mod resource;
mod scope;
mod standard;

#[cfg(test)]
mod suite;

pub use parse::{Note, NoteKind, ReadOptions, Schema};

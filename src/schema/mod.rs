//! Text to IR: JSON Schema of every draft, read into a flat arena. Knows no provider.

pub mod arena;
pub mod keyword;

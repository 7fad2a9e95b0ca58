//! JSON as text and as our own value: key order kept, duplicate keys kept, numbers kept as written.
//!
//! `serde_json::Value` is a convenience at the edges; inside, a number is its source token, so no digit is ever lost,
//! and the crate behaves the same whichever `serde_json` features another dependency turns on.

mod number;
mod parse;
mod print;
mod reader;
mod same;
mod scan;
mod serde;
mod value;

pub(crate) use number::MAX_NUMBER;
pub use number::{Decimal, json_numbers_equal};
pub use parse::{Events, MAX_DEPTH, ParseError, ParseErrorKind, parse, parse_events, parse_prefix};
pub use print::{print, print_string, to_text};
pub(crate) use scan::plain;
pub use serde::NumberRange;
pub use value::{Json, Kind, KindSet};

#[cfg(test)]
mod tests;

//! Reading a text into a [`Json`] or a stream of events, and what can go wrong.

use super::reader::Reader;
use super::value::Json;
use crate::location::Span;
use std::borrow::Cow;
use std::fmt;

/// Deepest nesting of arrays and objects that is read; `serde_json` stops at the same depth.
pub const MAX_DEPTH: usize = 128;

/// Why a text is not JSON, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// What is wrong.
    pub kind: ParseErrorKind,
    /// Byte offset of the fault.
    pub offset: usize,
}

/// What is wrong with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The text ends inside a value.
    Eof,
    /// A byte that no JSON value can have here.
    Unexpected,
    /// A raw control character inside a string.
    ControlCharacter,
    /// A backslash escape that JSON does not have.
    Escape,
    /// A `\u` escape that is half of a surrogate pair.
    LoneSurrogate,
    /// A number spelled in a way JSON does not allow.
    Number,
    /// A number token longer than 4,096 bytes.
    NumberTooLong,
    /// Nested deeper than [`MAX_DEPTH`].
    Depth,
    /// Something follows the value.
    Trailing,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            ParseErrorKind::Eof => "the text ends inside a value",
            ParseErrorKind::Unexpected => "unexpected character",
            ParseErrorKind::ControlCharacter => "raw control character in a string",
            ParseErrorKind::Escape => "unknown escape in a string",
            ParseErrorKind::LoneSurrogate => "half of a surrogate pair in a string",
            ParseErrorKind::Number => "malformed number",
            ParseErrorKind::NumberTooLong => "number longer than 4096 bytes",
            ParseErrorKind::Depth => "nested deeper than 128 levels",
            ParseErrorKind::Trailing => "something follows the value",
        };
        write!(f, "{what} at byte {}", self.offset)
    }
}

impl std::error::Error for ParseError {}

/// Receives what [`parse_events`] reads, in document order. Spans are byte ranges of the text.
pub trait Events<'a> {
    /// `null`
    fn null(&mut self, span: Span);
    /// `true` or `false`
    fn bool(&mut self, value: bool, span: Span);
    /// A number token.
    fn number(&mut self, text: &'a str, span: Span);
    /// A string, unescaped; the span includes the quotes.
    fn string(&mut self, text: Cow<'a, str>, span: Span);
    /// A member name, unescaped; the span includes the quotes.
    fn key(&mut self, text: Cow<'a, str>, span: Span);
    /// `[` at this offset.
    fn begin_array(&mut self, offset: u32);
    /// `]`, one past this offset.
    fn end_array(&mut self, end: u32);
    /// `{` at this offset.
    fn begin_object(&mut self, offset: u32);
    /// `}`, one past this offset.
    fn end_object(&mut self, end: u32);
}

/// Reads `text` as one JSON value.
///
/// # Errors
/// [`ParseError`] with the byte offset when the text is not exactly one JSON value or passes a bound.
pub fn parse(text: &str) -> Result<Json<'_>, ParseError> {
    let mut tree = Tree { stack: Vec::new(), root: Json::Null };
    parse_events(text, &mut tree)?;
    Ok(tree.root)
}

/// Reads the JSON value that `text` begins with, and how many bytes it takes; what follows does not matter.
///
/// # Errors
/// As [`parse`], [`ParseErrorKind::Trailing`] aside.
pub fn parse_prefix(text: &str) -> Result<(Json<'_>, usize), ParseError> {
    let mut tree = Tree { stack: Vec::new(), root: Json::Null };
    let length = Reader::new(text).prefix(&mut tree)?;
    Ok((tree.root, length))
}

/// Reads `text` as one JSON value and reports it piece by piece.
///
/// # Errors
/// As [`parse`]; what was reported before the fault has been reported.
pub fn parse_events<'a, E: Events<'a>>(text: &'a str, events: &mut E) -> Result<(), ParseError> {
    Reader::new(text).document(events)
}

enum Frame<'a> {
    Array(Vec<Json<'a>>),
    Object(Vec<(Cow<'a, str>, Json<'a>)>),
}

struct Tree<'a> {
    stack: Vec<Frame<'a>>,
    root: Json<'a>,
}

impl<'a> Tree<'a> {
    fn put(&mut self, value: Json<'a>) {
        match self.stack.last_mut() {
            Some(Frame::Array(items)) => items.push(value),
            Some(Frame::Object(members)) => {
                if let Some(member) = members.last_mut() {
                    member.1 = value;
                }
            }
            None => self.root = value,
        }
    }

    fn close(&mut self) {
        match self.stack.pop() {
            Some(Frame::Array(items)) => self.put(Json::Array(items)),
            Some(Frame::Object(members)) => self.put(Json::Object(members)),
            None => {}
        }
    }
}

impl<'a> Events<'a> for Tree<'a> {
    fn null(&mut self, _: Span) {
        self.put(Json::Null);
    }
    fn bool(&mut self, value: bool, _: Span) {
        self.put(Json::Bool(value));
    }
    fn number(&mut self, text: &'a str, _: Span) {
        self.put(Json::Number(Cow::Borrowed(text)));
    }
    fn string(&mut self, text: Cow<'a, str>, _: Span) {
        self.put(Json::String(text));
    }
    fn key(&mut self, text: Cow<'a, str>, _: Span) {
        if let Some(Frame::Object(members)) = self.stack.last_mut() {
            members.push((text, Json::Null));
        }
    }
    fn begin_array(&mut self, _: u32) {
        self.stack.push(Frame::Array(Vec::new()));
    }
    fn end_array(&mut self, _: u32) {
        self.close();
    }
    fn begin_object(&mut self, _: u32) {
        self.stack.push(Frame::Object(Vec::new()));
    }
    fn end_object(&mut self, _: u32) {
        self.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::to_text;

    #[test]
    fn keeps_order_duplicates_and_number_spelling() {
        let text = r#"{"b":1.50e3,"a":[true,null,"x\u00e9\ud83d\ude00"],"b":98765432109876543210987}"#;
        let value = parse(text).unwrap();
        assert_eq!(to_text(&value), r#"{"b":1.50e3,"a":[true,null,"xé😀"],"b":98765432109876543210987}"#);
    }

    #[test]
    fn names_the_fault_and_its_place() {
        let kind = |text: &str| parse(text).map(|_| ()).unwrap_err();
        assert_eq!(kind("[1,"), ParseError { kind: ParseErrorKind::Eof, offset: 3 });
        assert_eq!(kind("[1,]"), ParseError { kind: ParseErrorKind::Unexpected, offset: 3 });
        assert_eq!(kind("01").kind, ParseErrorKind::Number);
        assert_eq!(kind("NaN").kind, ParseErrorKind::Unexpected);
        assert_eq!(kind("\"a\nb\"").kind, ParseErrorKind::ControlCharacter);
        assert_eq!(kind(r#""\ud800""#).kind, ParseErrorKind::LoneSurrogate);
        assert_eq!(kind("{} x").kind, ParseErrorKind::Trailing);
        assert_eq!(kind(&"[".repeat(1_000_000)).kind, ParseErrorKind::Depth);
        assert!(parse(&format!("{}1{}", "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH))).is_ok());
    }
}

//! A strict RFC 8259 reader: one pass, borrowed strings, numbers kept as written, bounded depth.

use super::value::Json;
use crate::location::Span;
use std::borrow::Cow;
use std::fmt;

/// Deepest nesting of arrays and objects that is read; `serde_json` stops at the same depth.
pub const MAX_DEPTH: usize = 128;
/// Longest number token that is read, in bytes.
const MAX_NUMBER: usize = 4096;

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

/// Reads `text` as one JSON value and reports it piece by piece.
///
/// # Errors
/// As [`parse`]; what was reported before the fault has been reported.
pub fn parse_events<'a, E: Events<'a>>(text: &'a str, events: &mut E) -> Result<(), ParseError> {
    let mut reader = Reader { text, bytes: text.as_bytes(), at: 0 };
    reader.space();
    reader.value(events, 0)?;
    reader.space();
    if reader.at < reader.bytes.len() { Err(reader.fault(ParseErrorKind::Trailing)) } else { Ok(()) }
}

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

#[expect(clippy::cast_possible_truncation, reason = "texts over 4 GiB are refused by the size caps before reading")]
fn span(start: usize, end: usize) -> Span {
    Span { start: start as u32, end: end as u32 }
}

impl<'a> Reader<'a> {
    fn fault(&self, kind: ParseErrorKind) -> ParseError {
        ParseError { kind, offset: self.at }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    fn unexpected(&self) -> ParseError {
        self.fault(if self.at < self.bytes.len() { ParseErrorKind::Unexpected } else { ParseErrorKind::Eof })
    }

    fn value<E: Events<'a>>(&mut self, events: &mut E, depth: usize) -> Result<(), ParseError> {
        let start = self.at;
        match self.peek() {
            Some(b'"') => {
                let text = self.string()?;
                events.string(text, span(start, self.at));
            }
            Some(b'{') => self.object(events, depth)?,
            Some(b'[') => self.array(events, depth)?,
            Some(b'-' | b'0'..=b'9') => {
                let text = self.number()?;
                events.number(text, span(start, self.at));
            }
            Some(b't') => {
                self.word(b"true")?;
                events.bool(true, span(start, self.at));
            }
            Some(b'f') => {
                self.word(b"false")?;
                events.bool(false, span(start, self.at));
            }
            Some(b'n') => {
                self.word(b"null")?;
                events.null(span(start, self.at));
            }
            _ => return Err(self.unexpected()),
        }
        Ok(())
    }

    fn word(&mut self, word: &[u8]) -> Result<(), ParseError> {
        for expected in word {
            if self.peek() != Some(*expected) {
                return Err(self.unexpected());
            }
            self.at += 1;
        }
        Ok(())
    }

    fn array<E: Events<'a>>(&mut self, events: &mut E, depth: usize) -> Result<(), ParseError> {
        if depth >= MAX_DEPTH {
            return Err(self.fault(ParseErrorKind::Depth));
        }
        events.begin_array(span(self.at, 0).start);
        self.at += 1;
        self.space();
        if self.peek() == Some(b']') {
            self.at += 1;
        } else {
            loop {
                self.value(events, depth + 1)?;
                self.space();
                match self.peek() {
                    Some(b',') => self.at += 1,
                    Some(b']') => {
                        self.at += 1;
                        break;
                    }
                    _ => return Err(self.unexpected()),
                }
                self.space();
            }
        }
        events.end_array(span(self.at, 0).start);
        Ok(())
    }

    fn object<E: Events<'a>>(&mut self, events: &mut E, depth: usize) -> Result<(), ParseError> {
        if depth >= MAX_DEPTH {
            return Err(self.fault(ParseErrorKind::Depth));
        }
        events.begin_object(span(self.at, 0).start);
        self.at += 1;
        self.space();
        if self.peek() == Some(b'}') {
            self.at += 1;
        } else {
            loop {
                if self.peek() != Some(b'"') {
                    return Err(self.unexpected());
                }
                let start = self.at;
                let key = self.string()?;
                events.key(key, span(start, self.at));
                self.space();
                if self.peek() != Some(b':') {
                    return Err(self.unexpected());
                }
                self.at += 1;
                self.space();
                self.value(events, depth + 1)?;
                self.space();
                match self.peek() {
                    Some(b',') => self.at += 1,
                    Some(b'}') => {
                        self.at += 1;
                        break;
                    }
                    _ => return Err(self.unexpected()),
                }
                self.space();
            }
        }
        events.end_object(span(self.at, 0).start);
        Ok(())
    }

    /// Moves past the plain characters of a string, up to a quote, a backslash, a control character or the end.
    fn plain(&mut self) {
        while self.bytes.get(self.at).is_some_and(|b| PLAIN[*b as usize]) {
            self.at += 1;
        }
    }

    fn string(&mut self) -> Result<Cow<'a, str>, ParseError> {
        self.at += 1;
        let start = self.at;
        self.plain();
        if self.peek() == Some(b'"') {
            let text = &self.text[start..self.at];
            self.at += 1;
            return Ok(Cow::Borrowed(text));
        }
        let mut owned = String::from(&self.text[start..self.at]);
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(Cow::Owned(owned));
                }
                Some(b'\\') => {
                    self.at += 1;
                    owned.push(self.escape()?);
                }
                Some(_) => return Err(self.fault(ParseErrorKind::ControlCharacter)),
                None => return Err(self.fault(ParseErrorKind::Eof)),
            }
            let from = self.at;
            self.plain();
            owned.push_str(&self.text[from..self.at]);
        }
    }

    fn escape(&mut self) -> Result<char, ParseError> {
        let Some(letter) = self.peek() else { return Err(self.fault(ParseErrorKind::Eof)) };
        let plain = match letter {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                self.at += 1;
                return self.unicode();
            }
            _ => return Err(self.fault(ParseErrorKind::Escape)),
        };
        self.at += 1;
        Ok(plain)
    }

    fn unicode(&mut self) -> Result<char, ParseError> {
        let start = self.at;
        let high = self.hex()?;
        let code = match high {
            0xD800..=0xDBFF => {
                let lone = ParseError { kind: ParseErrorKind::LoneSurrogate, offset: start };
                for expected in [b'\\', b'u'] {
                    match self.peek() {
                        Some(byte) if byte == expected => self.at += 1,
                        Some(_) => return Err(lone),
                        None => return Err(self.fault(ParseErrorKind::Eof)),
                    }
                }
                let low = self.hex()?;
                if !(0xDC00..=0xDFFF).contains(&low) {
                    return Err(lone);
                }
                0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)
            }
            code => code,
        };
        char::from_u32(code).ok_or(ParseError { kind: ParseErrorKind::LoneSurrogate, offset: start })
    }

    fn hex(&mut self) -> Result<u32, ParseError> {
        let mut code = 0;
        for _ in 0..4 {
            let Some(digit) = self.peek() else { return Err(self.fault(ParseErrorKind::Eof)) };
            let Some(value) = char::from(digit).to_digit(16) else { return Err(self.fault(ParseErrorKind::Escape)) };
            code = code * 16 + value;
            self.at += 1;
        }
        Ok(code)
    }

    fn digits(&mut self) -> Result<(), ParseError> {
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            return Err(self.fault(if self.at < self.bytes.len() { ParseErrorKind::Number } else { ParseErrorKind::Eof }));
        }
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Result<&'a str, ParseError> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
            if matches!(self.peek(), Some(b'0'..=b'9')) {
                return Err(self.fault(ParseErrorKind::Number));
            }
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        if self.at - start > MAX_NUMBER {
            return Err(ParseError { kind: ParseErrorKind::NumberTooLong, offset: start });
        }
        Ok(&self.text[start..self.at])
    }
}

/// Bytes that stand for themselves inside a string.
const PLAIN: [bool; 256] = {
    let mut table = [true; 256];
    let mut byte = 0;
    while byte < 0x20 {
        table[byte] = false;
        byte += 1;
    }
    table[b'"' as usize] = false;
    table[b'\\' as usize] = false;
    table
};

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

//! A strict RFC 8259 reader: one pass, borrowed strings, numbers kept as written, bounded depth.

use super::number::MAX_NUMBER;
use super::parse::{Events, MAX_DEPTH, ParseError, ParseErrorKind};
use super::scan::plain;
use crate::location::Span;
use std::borrow::Cow;

pub(super) struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

#[expect(clippy::cast_possible_truncation, reason = "texts over 4 GiB are refused by the size caps before reading")]
fn span(start: usize, end: usize) -> Span {
    Span { start: start as u32, end: end as u32 }
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Reader { text, bytes: text.as_bytes(), at: 0 }
    }

    /// Reads the whole text as one value.
    pub(super) fn document<E: Events<'a>>(&mut self, events: &mut E) -> Result<(), ParseError> {
        self.space();
        self.value(events, 0)?;
        self.space();
        if self.at < self.bytes.len() { Err(self.fault(ParseErrorKind::Trailing)) } else { Ok(()) }
    }

    /// Reads the value the text begins with; how many bytes that took.
    pub(super) fn prefix<E: Events<'a>>(&mut self, events: &mut E) -> Result<usize, ParseError> {
        self.value(events, 0)?;
        Ok(self.at)
    }

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
        self.at += plain(&self.bytes[self.at..]);
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
        let Some(letter) = self.peek() else {
            return Err(self.fault(ParseErrorKind::Eof));
        };
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
            let Some(digit) = self.peek() else {
                return Err(self.fault(ParseErrorKind::Eof));
            };
            let Some(value) = char::from(digit).to_digit(16) else {
                return Err(self.fault(ParseErrorKind::Escape));
            };
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

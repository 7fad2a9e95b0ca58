//! JSON text in chunks to tokens: strict RFC 8259, whatever the chunks, with a few bytes held back at most.

use super::Stop;
use crate::json::{Json, MAX_DEPTH, MAX_NUMBER, ParseErrorKind, parse, plain};
use std::ops::ControlFlow;

/// Longest member name that is read in parts, in bytes of its text.
pub(super) const MAX_KEY: usize = 64 << 10;

/// A piece of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    ObjectStart,
    ArrayStart,
    ObjectEnd,
    ArrayEnd,
    /// A member's name, whole.
    Key(&'t str),
    StringStart,
    /// Characters of a string that stand in JSON as they are.
    Text(&'t str),
    /// A character of a string that was escaped.
    Char(char),
    StringEnd,
    /// A string that came whole, and stands in JSON as it is.
    String(&'t str),
    /// A number, `true`, `false` or `null`, whole.
    Scalar(&'t str),
}

/// What takes the tokens; a break ends the reading.
pub(super) trait Sink {
    fn token(&mut self, token: Token<'_>) -> ControlFlow<()>;
}

/// What is expected next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Value,
    /// After `[`.
    ValueOrEnd,
    /// After `{`.
    KeyOrEnd,
    /// After a comma in an object.
    Key,
    Colon,
    CommaOrEnd,
    InString,
    InKey,
    InEscape {
        key: bool,
    },
    InScalar,
    Done,
}

/// The state between two chunks.
#[derive(Debug)]
pub(super) struct Lexer {
    state: State,
    /// One bit for each open container, the innermost lowest: whether it is an object.
    objects: u128,
    depth: usize,
    /// The beginning of a name or scalar that goes on in the next chunk.
    held: String,
    escape: Escape,
}

/// How far a chunk was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// To its end.
    All,
    /// The value ended after this many bytes.
    Done(usize),
    /// The sink wants no more.
    Stopped,
}

impl Default for Lexer {
    fn default() -> Self {
        Lexer { state: State::Value, objects: 0, depth: 0, held: String::new(), escape: Escape::default() }
    }
}

impl Lexer {
    /// Bytes that are held back.
    pub(super) fn held(&self) -> usize {
        self.held.len() + self.escape.len
    }

    /// Whether the value has ended.
    pub(super) fn is_done(&self) -> bool {
        self.state == State::Done
    }

    /// Reads on through `text`.
    pub(super) fn feed(&mut self, text: &str, sink: &mut impl Sink) -> Result<Progress, Stop> {
        let bytes = text.as_bytes();
        let mut at = 0;
        macro_rules! send {
            ($token:expr) => {
                if sink.token($token).is_break() {
                    return Ok(Progress::Stopped);
                }
            };
        }
        while let Some(byte) = bytes.get(at).copied() {
            match self.state {
                State::InString => {
                    let run = plain(&bytes[at..]);
                    if run > 0 {
                        send!(Token::Text(&text[at..at + run]));
                        at += run;
                    }
                    match bytes.get(at) {
                        None => break,
                        Some(b'"') => {
                            at += 1;
                            self.value_ends();
                            send!(Token::StringEnd);
                        }
                        Some(b'\\') => {
                            at += 1;
                            self.state = State::InEscape { key: false };
                        }
                        Some(_) => return Err(ParseErrorKind::ControlCharacter.into()),
                    }
                }
                State::InKey => {
                    let run = plain(&bytes[at..]);
                    let piece = &text[at..at + run];
                    at += run;
                    match bytes.get(at) {
                        Some(b'"') => {
                            at += 1;
                            self.state = State::Colon;
                            if self.held.is_empty() {
                                send!(Token::Key(piece));
                            } else {
                                self.held.push_str(piece);
                                let key = std::mem::take(&mut self.held);
                                send!(Token::Key(&key));
                            }
                        }
                        Some(b'\\') => {
                            at += 1;
                            self.hold(piece)?;
                            self.state = State::InEscape { key: true };
                        }
                        Some(_) => return Err(ParseErrorKind::ControlCharacter.into()),
                        None => self.hold(piece)?,
                    }
                }
                State::InEscape { key } => {
                    at += 1;
                    if let Some(read) = self.escape.push(byte)? {
                        self.state = if key { State::InKey } else { State::InString };
                        if key {
                            self.held.push(read);
                        } else {
                            send!(Token::Char(read));
                        }
                    }
                }
                State::InScalar => {
                    let run = bytes[at..].iter().take_while(|byte| in_scalar(**byte)).count();
                    let piece = &text[at..at + run];
                    at += run;
                    if at == bytes.len() {
                        self.hold(piece)?;
                        break;
                    }
                    if self.held.is_empty() {
                        scalar(piece)?;
                        self.value_ends();
                        send!(Token::Scalar(piece));
                    } else {
                        self.held.push_str(piece);
                        let word = std::mem::take(&mut self.held);
                        scalar(&word)?;
                        self.value_ends();
                        send!(Token::Scalar(&word));
                    }
                }
                _ if matches!(byte, b' ' | b'\n' | b'\r' | b'\t') => at += 1,
                State::Value | State::ValueOrEnd => match byte {
                    b'"' => {
                        at += 1;
                        let run = plain(&bytes[at..]);
                        if bytes.get(at + run) == Some(&b'"') {
                            let whole = &text[at..at + run];
                            at += run + 1;
                            self.value_ends();
                            send!(Token::String(whole));
                        } else {
                            self.state = State::InString;
                            send!(Token::StringStart);
                        }
                    }
                    b'{' | b'[' => {
                        at += 1;
                        self.open(byte == b'{')?;
                        send!(if byte == b'{' { Token::ObjectStart } else { Token::ArrayStart });
                    }
                    b']' if self.state == State::ValueOrEnd => {
                        at += 1;
                        self.close();
                        send!(Token::ArrayEnd);
                    }
                    b'-' | b'0'..=b'9' | b't' | b'f' | b'n' => self.state = State::InScalar,
                    _ => return Err(ParseErrorKind::Unexpected.into()),
                },
                State::KeyOrEnd | State::Key => match byte {
                    b'"' => {
                        at += 1;
                        self.state = State::InKey;
                        // An empty held text means that the name begins here, or that nothing of it came before.
                        self.held.clear();
                    }
                    b'}' if self.state == State::KeyOrEnd => {
                        at += 1;
                        self.close();
                        send!(Token::ObjectEnd);
                    }
                    _ => return Err(ParseErrorKind::Unexpected.into()),
                },
                State::Colon if byte == b':' => {
                    at += 1;
                    self.state = State::Value;
                }
                State::CommaOrEnd => match (byte, self.objects & 1 == 1) {
                    (b',', object) => {
                        at += 1;
                        self.state = if object { State::Key } else { State::Value };
                    }
                    (b'}', true) | (b']', false) => {
                        at += 1;
                        self.close();
                        send!(if byte == b'}' { Token::ObjectEnd } else { Token::ArrayEnd });
                    }
                    _ => return Err(ParseErrorKind::Unexpected.into()),
                },
                State::Colon => return Err(ParseErrorKind::Unexpected.into()),
                State::Done => break,
            }
            if self.state == State::Done {
                return Ok(Progress::Done(at));
            }
        }
        Ok(Progress::All)
    }

    /// A number or literal that was read to the end of the text is whole, wherever it stands.
    pub(super) fn flush(&mut self, sink: &mut impl Sink) -> Result<(), Stop> {
        if self.state == State::InScalar {
            let word = std::mem::take(&mut self.held);
            scalar(&word)?;
            self.value_ends();
            let _ = sink.token(Token::Scalar(&word));
        }
        Ok(())
    }

    /// Nothing more comes: a scalar at the root ends here.
    pub(super) fn finish(&mut self, sink: &mut impl Sink) -> Result<(), Stop> {
        if self.depth == 0 {
            self.flush(sink)?;
        }
        if self.state == State::Done { Ok(()) } else { Err(ParseErrorKind::Eof.into()) }
    }

    fn hold(&mut self, piece: &str) -> Result<(), Stop> {
        let (most, fault) = match self.state {
            State::InScalar => (MAX_NUMBER, ParseErrorKind::NumberTooLong.into()),
            _ => (MAX_KEY, Stop::TooLong(MAX_KEY)),
        };
        self.held.push_str(piece);
        if self.held.len() > most { Err(fault) } else { Ok(()) }
    }

    fn open(&mut self, object: bool) -> Result<(), ParseErrorKind> {
        if self.depth >= MAX_DEPTH {
            return Err(ParseErrorKind::Depth);
        }
        self.depth += 1;
        self.objects = self.objects << 1 | u128::from(object);
        self.state = if object { State::KeyOrEnd } else { State::ValueOrEnd };
        Ok(())
    }

    fn close(&mut self) {
        self.depth -= 1;
        self.objects >>= 1;
        self.value_ends();
    }

    fn value_ends(&mut self) {
        self.state = if self.depth == 0 { State::Done } else { State::CommaOrEnd };
    }
}

fn in_scalar(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.')
}

/// Whether a word is a number, `true`, `false` or `null`.
fn scalar(word: &str) -> Result<(), ParseErrorKind> {
    match word {
        "true" | "false" | "null" => Ok(()),
        // Most numbers by far.
        _ if word.len() < 16 && !word.starts_with('0') && word.bytes().all(|byte| byte.is_ascii_digit()) => Ok(()),
        _ => match parse(word) {
            Ok(Json::Number(_)) => Ok(()),
            Ok(_) => Err(ParseErrorKind::Unexpected),
            Err(error) => Err(error.kind),
        },
    }
}

/// An escape that is being read, without its backslash.
#[derive(Debug, Default)]
struct Escape {
    bytes: [u8; 11],
    len: usize,
}

impl Escape {
    /// Adds a byte; the character once it is whole.
    fn push(&mut self, byte: u8) -> Result<Option<char>, ParseErrorKind> {
        self.bytes[self.len] = byte;
        self.len += 1;
        let read = self.read();
        if !matches!(read, Ok(None)) {
            self.len = 0;
        }
        read
    }

    fn read(&self) -> Result<Option<char>, ParseErrorKind> {
        let bytes = &self.bytes[..self.len];
        let simple = match bytes[0] {
            b'u' => None,
            b'"' => Some('"'),
            b'\\' => Some('\\'),
            b'/' => Some('/'),
            b'b' => Some('\u{8}'),
            b'f' => Some('\u{c}'),
            b'n' => Some('\n'),
            b'r' => Some('\r'),
            b't' => Some('\t'),
            _ => return Err(ParseErrorKind::Escape),
        };
        if simple.is_some() {
            return Ok(simple);
        }
        let Some(high) = hex(bytes.get(1..).unwrap_or_default())? else { return Ok(None) };
        if !(0xD800..=0xDFFF).contains(&high) {
            return Ok(char::from_u32(high));
        }
        let starts = |at: usize, expected: u8| bytes.get(at).is_none_or(|byte| *byte == expected);
        if high >= 0xDC00 || !starts(5, b'\\') || !starts(6, b'u') {
            return Err(ParseErrorKind::LoneSurrogate);
        }
        let Some(low) = hex(bytes.get(7..).unwrap_or_default())? else { return Ok(None) };
        if !(0xDC00..=0xDFFF).contains(&low) {
            return Err(ParseErrorKind::LoneSurrogate);
        }
        Ok(char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)))
    }
}

/// The number of the first four digits, once they are there.
fn hex(bytes: &[u8]) -> Result<Option<u32>, ParseErrorKind> {
    let digits = &bytes[..bytes.len().min(4)];
    let mut code = 0;
    for digit in digits {
        let Some(digit) = char::from(*digit).to_digit(16) else { return Err(ParseErrorKind::Escape) };
        code = code * 16 + digit;
    }
    Ok((digits.len() == 4).then_some(code))
}

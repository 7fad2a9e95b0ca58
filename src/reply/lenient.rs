//! A reader for what is almost JSON: each slip has one reading, and is named; what has two is refused.

use super::slips::Slip;
use crate::json::{Json, MAX_DEPTH};
use std::borrow::Cow;

/// What was read.
#[derive(Debug)]
pub(super) struct Lenient {
    pub json: Json<'static>,
    /// One past the last byte that was read.
    pub end: usize,
    /// The slips, with the byte each stands at, in order.
    pub slips: Vec<(Slip, usize)>,
}

/// Reads one value that begins at `at`. `closers` says that brackets left open at the end may be closed: nothing says
/// that the text was cut.
pub(super) fn read(text: &str, at: usize, closers: bool) -> Option<Lenient> {
    let mut reader = Reader { text, bytes: text.as_bytes(), at, closers, slips: Vec::new() };
    reader.space();
    let json = reader.value(0, false)?;
    Some(Lenient { json, end: reader.at, slips: reader.slips })
}

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    closers: bool,
    slips: Vec<(Slip, usize)>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn slip(&mut self, slip: Slip, at: usize) {
        self.slips.push((slip, at));
    }

    /// Passes over white space and comments; whether a line ended.
    fn space(&mut self) -> bool {
        let mut line_end = false;
        loop {
            match self.peek() {
                Some(b' ' | b'\t') => self.at += 1,
                Some(b'\n' | b'\r') => {
                    line_end = true;
                    self.at += 1;
                }
                Some(b'/') if self.bytes.get(self.at + 1) == Some(&b'*') => {
                    let Some(length) = self.text[self.at + 2..].find("*/") else { return line_end };
                    self.slip(Slip::Comment, self.at);
                    self.at += length + 4;
                }
                Some(b'/') if self.bytes.get(self.at + 1) == Some(&b'/') => self.line_comment(),
                Some(b'#') => self.line_comment(),
                _ => return line_end,
            }
        }
    }

    fn line_comment(&mut self) {
        self.slip(Slip::Comment, self.at);
        self.at += self.text[self.at..].find('\n').unwrap_or(self.text.len() - self.at);
    }

    fn value(&mut self, depth: usize, in_object: bool) -> Option<Json<'static>> {
        if depth > MAX_DEPTH {
            return None;
        }
        match self.peek()? {
            b'{' => self.object(depth),
            b'[' => self.array(depth),
            b'"' => self.double_quoted().map(string),
            b'\'' => self.single_quoted().map(string),
            b'+' | b'-' | b'0'..=b'9' => self.number(in_object),
            0xe2 => self.curved().map(string),
            _ => self.word(),
        }
    }

    fn array(&mut self, depth: usize) -> Option<Json<'static>> {
        self.at += 1;
        let mut items = Vec::new();
        loop {
            self.space();
            match self.peek() {
                Some(b']') => {
                    self.at += 1;
                    return Some(Json::Array(items));
                }
                None if self.may_close(items.last()) => return Some(Json::Array(items)),
                _ => {}
            }
            items.push(self.value(depth + 1, false)?);
            self.space();
            match self.peek() {
                Some(b',') => self.comma(b']')?,
                Some(b']') => {}
                None if self.may_close(items.last()) => return Some(Json::Array(items)),
                _ => return None,
            }
        }
    }

    fn object(&mut self, depth: usize) -> Option<Json<'static>> {
        self.at += 1;
        let mut members: Vec<(Cow<'static, str>, Json<'static>)> = Vec::new();
        loop {
            self.space();
            if self.peek() == Some(b'}') {
                self.at += 1;
                return Some(Json::Object(members));
            }
            let name = self.name()?;
            self.space();
            if self.peek() != Some(b':') {
                return None;
            }
            self.at += 1;
            self.space();
            let value = self.value(depth + 1, true)?;
            members.push((Cow::Owned(name), value));
            let line_end = self.space();
            match self.peek() {
                Some(b',') => self.comma(b'}')?,
                Some(b'}') => {}
                None if self.may_close(members.last().map(|(_, value)| value)) => return Some(Json::Object(members)),
                // The next name shows that the member is over.
                Some(_) if line_end => self.slip(Slip::MissingComma, self.at),
                _ => return None,
            }
        }
    }

    /// A comma, which may stand before the closing bracket, but not at the end of the text.
    fn comma(&mut self, closer: u8) -> Option<()> {
        let at = self.at;
        self.at += 1;
        self.space();
        match self.peek() {
            Some(byte) if byte == closer => {
                self.slip(Slip::TrailingComma, at);
                Some(())
            }
            Some(b',') | None => None,
            Some(_) => Some(()),
        }
    }

    /// Whether a bracket may be supplied at the end of the text: what stands last is whole. A number may have lost digits.
    fn may_close(&mut self, last: Option<&Json<'_>>) -> bool {
        let whole = matches!(last, Some(Json::String(_) | Json::Bool(_) | Json::Null | Json::Array(_) | Json::Object(_)));
        let bare = self.slips.last().is_some_and(|(slip, at)| *slip == Slip::BareWord && self.text[*at..].trim_end().len() < 64);
        if !self.closers || !whole || bare {
            return false;
        }
        self.slip(Slip::MissingCloser, self.at);
        true
    }

    fn name(&mut self) -> Option<String> {
        match self.peek()? {
            b'"' => self.double_quoted(),
            b'\'' => self.single_quoted(),
            0xe2 => self.curved(),
            _ => {
                let at = self.at;
                let name = self.bare()?.to_owned();
                self.slip(Slip::BareName, at);
                Some(name)
            }
        }
    }

    /// Letters, digits, `_`, `$` and `-`, not beginning with a digit.
    fn bare(&mut self) -> Option<&str> {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '-'))).unwrap_or(rest.len());
        let word = &rest[..length];
        if word.is_empty() || word.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            return None;
        }
        self.at += length;
        Some(word)
    }

    fn word(&mut self) -> Option<Json<'static>> {
        let at = self.at;
        let word = self.bare()?.to_owned();
        let literal = match word.as_str() {
            "true" => return Some(Json::Bool(true)),
            "false" => return Some(Json::Bool(false)),
            "null" => return Some(Json::Null),
            "True" => Json::Bool(true),
            "False" => Json::Bool(false),
            "None" => Json::Null,
            "NaN" | "Infinity" | "inf" | "nan" | "undefined" => return None,
            _ => {
                self.slip(Slip::BareWord, at);
                return Some(string(word));
            }
        };
        self.slip(Slip::PythonLiteral, at);
        Some(literal)
    }

    fn number(&mut self, in_object: bool) -> Option<Json<'static>> {
        let start = self.at;
        if self.peek() == Some(b'+') {
            self.slip(Slip::PlusSign, start);
            self.at += 1;
        }
        let mut token = String::new();
        loop {
            match self.peek() {
                Some(byte @ (b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E')) => {
                    token.push(char::from(byte));
                    self.at += 1;
                }
                Some(b'_') if self.three_digits(self.at + 1) => self.separator(),
                // In an object a name comes after a comma: digits there belong to the number.
                Some(b',') if in_object && self.three_digits(self.at + 1) => self.separator(),
                _ => break,
            }
        }
        // The strict reader knows what a number is.
        let number = crate::json::parse(&token).ok().filter(|json| matches!(json, Json::Number(_)))?;
        Some(number.into_owned())
    }

    fn separator(&mut self) {
        self.slip(Slip::Thousands, self.at);
        self.at += 1;
    }

    /// Whether exactly three digits stand there.
    fn three_digits(&self, at: usize) -> bool {
        let digits = self.bytes.get(at..).unwrap_or_default().iter().take(4).take_while(|byte| byte.is_ascii_digit()).count();
        digits == 3
    }

    fn double_quoted(&mut self) -> Option<String> {
        let start = self.at;
        self.at += 1;
        let from = self.at;
        loop {
            match self.peek()? {
                b'"' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        let inside = self.text.get(from..self.at)?;
        self.at += 1;
        self.unescape(inside, start)
    }

    /// The closing quote is the one that a structural character follows; a quote inside that is not escaped is refused.
    fn single_quoted(&mut self) -> Option<String> {
        let start = self.at;
        self.at += 1;
        let from = self.at;
        loop {
            match self.peek()? {
                b'\'' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        let inside = self.text.get(from..self.at)?;
        self.at += 1;
        let next = self.text[self.at..].trim_start().bytes().next();
        if !matches!(next, None | Some(b',' | b'}' | b']' | b':' | b'/' | b'#')) {
            return None;
        }
        self.slip(Slip::SingleQuotes, start);
        self.unescape(inside, start)
    }

    fn curved(&mut self) -> Option<String> {
        let start = self.at;
        let rest = &self.text[self.at..];
        let inner = rest.strip_prefix(['\u{201c}', '\u{201d}'])?;
        let end = inner.find(['\u{201c}', '\u{201d}'])?;
        // A straight quote or a line end inside: the quotes are not what they seem.
        let inside = &inner[..end];
        if inside.contains(['"', '\n']) {
            return None;
        }
        self.at += '\u{201c}'.len_utf8() * 2 + end;
        self.slip(Slip::CurvedQuotes, start);
        self.unescape(inside, start)
    }

    /// The text of a string. Where a backslash escapes nothing, backslashes before letters are meant as they are; but
    /// `\n`, `\r` and `\t` before a letter then have two readings.
    fn unescape(&mut self, inside: &str, start: usize) -> Option<String> {
        let lone = has_lone_backslash(inside);
        if lone {
            self.slip(Slip::LoneBackslash, start);
        }
        let mut raw = false;
        let mut out = String::with_capacity(inside.len());
        let mut chars = inside.chars().peekable();
        while let Some(c) = chars.next() {
            if c != '\\' {
                raw |= c < ' ';
                out.push(c);
                continue;
            }
            let next = chars.next()?;
            match next {
                '"' | '\\' | '/' | '\'' => out.push(next),
                'b' | 'f' if lone => out.extend(['\\', next]),
                'n' | 'r' | 't' if lone && chars.peek().is_some_and(|c| c.is_alphabetic()) => return None,
                'b' => out.push('\u{8}'),
                'f' => out.push('\u{c}'),
                'n' => out.push('\n'),
                'r' => out.push('\r'),
                't' => out.push('\t'),
                'u' => {
                    let digits: String = chars.by_ref().take(4).collect();
                    out.push(unicode(&digits, &mut chars)?);
                }
                other => out.extend(['\\', other]),
            }
        }
        if raw {
            self.slip(Slip::RawControl, start);
        }
        Some(out)
    }
}

fn string(text: String) -> Json<'static> {
    Json::String(Cow::Owned(text))
}

/// Whether some backslash escapes nothing.
fn has_lone_backslash(inside: &str) -> bool {
    let mut chars = inside.chars();
    while let Some(c) = chars.next() {
        if c == '\\' && !chars.next().is_some_and(|next| matches!(next, '"' | '\\' | '/' | '\'' | 'b' | 'f' | 'n' | 'r' | 't' | 'u')) {
            return true;
        }
    }
    false
}

/// The character of a `\u` escape; a surrogate takes its other half from what follows.
fn unicode(digits: &str, chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<char> {
    let unit = hex(digits)?;
    if !(0xd800..0xdc00).contains(&unit) {
        return char::from_u32(unit);
    }
    let low: String = chars.by_ref().take(6).collect();
    let low = hex(low.strip_prefix("\\u")?).filter(|low| (0xdc00..0xe000).contains(low))?;
    char::from_u32(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00))
}

fn hex(digits: &str) -> Option<u32> {
    let whole = digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_hexdigit());
    whole.then(|| u32::from_str_radix(digits, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::to_text;

    fn read_all(text: &str) -> Option<(String, Vec<Slip>)> {
        let read = read(text, 0, true)?;
        Some((to_text(&read.json), read.slips.into_iter().map(|(slip, _)| slip).collect()))
    }

    #[test]
    fn a_slip_with_one_reading_is_read_and_named() {
        use Slip::*;
        let cases: &[(&str, &str, &[Slip])] = &[
            (r#"{"a": [1, 2,], "b": ",]",}"#, r#"{"a":[1,2],"b":",]"}"#, &[TrailingComma, TrailingComma]),
            ("{\"a\": \"one\n\ntwo\"}", r#"{"a":"one\n\ntwo"}"#, &[RawControl]),
            ("{\"a\": /* x */ 1, // y\n \"b\": 2 # z\n}", r#"{"a":1,"b":2}"#, &[Comment, Comment, Comment]),
            (r"{'a': 'O\'Neil said hi'}", r#"{"a":"O'Neil said hi"}"#, &[SingleQuotes, SingleQuotes]),
            (r#"{'a': 'say "hi"'}"#, r#"{"a":"say \"hi\""}"#, &[SingleQuotes, SingleQuotes]),
            ("{\u{201c}a\u{201d}: \u{201c}it’s\u{201d}}", "{\"a\":\"it’s\"}", &[CurvedQuotes, CurvedQuotes]),
            ("{a: true, $b-1: null}", r#"{"a":true,"$b-1":null}"#, &[BareName, BareName]),
            (r#"{"a": positive}"#, r#"{"a":"positive"}"#, &[BareWord]),
            (r#"{"a": True, "b": None}"#, r#"{"a":true,"b":null}"#, &[PythonLiteral, PythonLiteral]),
            (r#"{"a": +31}"#, r#"{"a":31}"#, &[PlusSign]),
            (r#"{"a": 1,234,567.5, "b": 1}"#, r#"{"a":1234567.5,"b":1}"#, &[Thousands, Thousands]),
            (r#"{"a": "\alpha + \beta"}"#, r#"{"a":"\\alpha + \\beta"}"#, &[LoneBackslash]),
            (r#"{"a": "C:\Fleet\Maps"}"#, r#"{"a":"C:\\Fleet\\Maps"}"#, &[LoneBackslash]),
            ("{\"a\": \"x\"\n \"b\": 1}", r#"{"a":"x","b":1}"#, &[MissingComma]),
            (r#"{"a": ["x", "y"], "b": true"#, r#"{"a":["x","y"],"b":true}"#, &[MissingCloser]),
            (r#"{"a": {"b": "x""#, r#"{"a":{"b":"x"}}"#, &[MissingCloser, MissingCloser]),
            (r#"{"a": "\ud83d\ude00\u00e9"}"#, "{\"a\":\"😀é\"}", &[]),
            (r#"{"a": 12345678901234567891.50}"#, r#"{"a":12345678901234567891.50}"#, &[]),
        ];
        for (text, value, slips) in cases {
            assert_eq!(read_all(text), Some(((*value).to_owned(), slips.to_vec())), "{text}");
        }
    }

    #[test]
    fn what_has_two_readings_or_none_is_refused() {
        for text in [
            r"{'a': 'Ann O'Neil'}",
            r#"{"a": "C:\new\Folder"}"#,
            r#"{"a": "cut"#,
            r#"{"a": 12"#,
            r#"{"a": [1, 2,"#,
            r#"{"a": 1 "b": 2}"#,
            r#"{"a": very positive}"#,
            r#"{"a": NaN}"#,
            r#"{"a": 01}"#,
            r#"{"a": 1,,}"#,
            "{1, 2, 3}",
            "{name}",
            "{\"a\": \u{201c}x\"}",
            r#"{"a": posit"#,
            r#"{"a": "\ud800"}"#,
            "",
        ] {
            assert_eq!(read_all(text), None, "{text}");
        }
        assert!(read(r#"{"a": ["x""#, 0, false).is_none(), "nothing is closed where the text was cut");
    }
}

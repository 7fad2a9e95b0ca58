//! The beginning of a value: what is there of a reply that breaks off.

use crate::json::{Json, parse};

/// The value that a text which breaks off begins, with everything open closed: strings end where the text does, unfinished
/// names, numbers and words are left out. `None` where no object or list begins.
pub(crate) fn partial(text: &str) -> Option<Json<'static>> {
    let stretch = super::candidates::without_reasoning(text).text;
    let start = stretch.find(['{', '['])?;
    let text = &stretch[start..];
    let mut cut = Cut::default();
    let end = text.bytes().position(|byte| !cut.step(byte)).map_or(text.len(), |at| at + 1);
    let closed = cut.close(&text[..end]);
    parse(&closed).ok().map(Json::into_owned)
}

/// Follows brackets, strings and what is whole of them.
#[derive(Default)]
struct Cut {
    /// The closing brackets that are due, the next one last.
    open: Vec<u8>,
    at: usize,
    /// The text up to here is whole values, and what is due there.
    safe: (usize, usize),
    string: Option<Text>,
    /// Inside an object, a name comes next or is being read.
    name: bool,
    /// A number or a word is being read.
    word: bool,
}

/// A string that is being read.
#[derive(Default)]
struct Text {
    is_name: bool,
    /// The text may be cut here.
    whole: usize,
    /// Bytes of an escape that are still due.
    escape: usize,
    /// The four digits of a `\u` escape.
    code: u32,
    /// The first half of a surrogate pair came.
    half: bool,
    is_code: bool,
}

impl Cut {
    /// Takes a byte; `false` when the value is whole.
    fn step(&mut self, byte: u8) -> bool {
        self.at += 1;
        if let Some(text) = &mut self.string {
            if text.step(byte, self.at) {
                let is_name = text.is_name;
                self.string = None;
                if !is_name {
                    self.is_safe();
                }
            }
            return true;
        }
        if self.word && matches!(byte, b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t') {
            self.word = false;
            self.safe = (self.at - 1, self.open.len());
        }
        match byte {
            b'"' => self.string = Some(Text { is_name: self.name, whole: self.at, ..Text::default() }),
            b'{' | b'[' => {
                self.name = byte == b'{';
                self.open.push(if byte == b'{' { b'}' } else { b']' });
                self.is_safe();
            }
            b'}' | b']' => {
                self.open.pop();
                self.name = false;
                self.is_safe();
                return !self.open.is_empty();
            }
            b':' => self.name = false,
            b',' => self.name = self.open.last() == Some(&b'}'),
            b' ' | b'\n' | b'\r' | b'\t' => {}
            _ => self.word = true,
        }
        true
    }

    fn is_safe(&mut self) {
        self.safe = (self.at, self.open.len());
    }

    /// The text up to where it is whole, with what is due.
    fn close(&self, text: &str) -> String {
        let (end, due, quote) = match &self.string {
            Some(string) if !string.is_name => (string.whole, self.open.len(), "\""),
            _ => (self.safe.0, self.safe.1, ""),
        };
        let closers = self.open.iter().take(due).rev().map(|byte| char::from(*byte));
        let mut closed = format!("{}{quote}", text.get(..end).unwrap_or_default());
        closed.extend(closers);
        closed
    }
}

impl Text {
    /// Takes a byte of the string; `true` for the quote that ends it.
    fn step(&mut self, byte: u8, at: usize) -> bool {
        if self.escape > 0 {
            self.escape -= 1;
            if byte == b'u' && !self.is_code && self.escape == 0 {
                (self.escape, self.is_code, self.code) = (4, true, 0);
            } else if self.is_code {
                self.code = self.code << 4 | char::from(byte).to_digit(16).unwrap_or(0);
            }
            if self.escape == 0 {
                self.half = self.is_code && (0xd800..0xdc00).contains(&self.code);
                self.is_code = false;
                if !self.half {
                    self.whole = at;
                }
            }
            return false;
        }
        match byte {
            b'"' => return true,
            b'\\' => self.escape = 1,
            // The text is cut between characters.
            _ => self.whole = at,
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::to_text;

    fn shown(text: &str) -> Option<String> {
        partial(text).map(|json| to_text(&json))
    }

    #[test]
    fn what_is_whole_is_kept() {
        for (text, expected) in [
            (r#"{"a":"x","b":[1,2"#, Some(r#"{"a":"x","b":[1]}"#)),
            (r#"{"a":"x","b":[1,2,"#, Some(r#"{"a":"x","b":[1,2]}"#)),
            (r#"{"a":"xy"#, Some(r#"{"a":"xy"}"#)),
            (r#"{"a":"x\"#, Some(r#"{"a":"x"}"#)),
            (r#"{"a":"x\ud83d\ude"#, Some(r#"{"a":"x"}"#)),
            (r#"{"a":"x\ud83d\ude00"#, Some("{\"a\":\"x😀\"}")),
            (r#"{"a":1,"b"#, Some(r#"{"a":1}"#)),
            (r#"{"a":1,"b":"#, Some(r#"{"a":1}"#)),
            (r#"{"a":tru"#, Some("{}")),
            (r#"{"a":[{"b":1},{"#, Some(r#"{"a":[{"b":1},{}]}"#)),
            ("Here:\n```json\n[1, 2] and more", Some("[1,2]")),
            ("<think>{\"a\":1}</think>{\"a\":2", Some("{}")),
            ("no", None),
            ("}", None),
        ] {
            assert_eq!(shown(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn every_beginning_is_json() {
        let text = r#"{"a":"\u00e9\ud83d\ude00\n","b":[1.5,{"c":null}],"é":{"d":"ü"}}"#;
        for end in (1..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            assert!(shown(&text[..end]).is_some(), "{}", &text[..end]);
        }
        assert_eq!(shown(text), Some(to_text(&parse(text).unwrap())));
    }
}

//! The user's value as it is written: text that only grows, and what would close it.

use crate::json::print_string;
use crate::location::Location;
use std::fmt::Write as _;

/// A finished element of an array of the user's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Where it stands in the user's value.
    pub path: Location,
    /// Where its text begins in what was released.
    pub start: usize,
    /// Where its text ends.
    pub end: usize,
}

/// A container that is open in the user's value.
#[derive(Debug)]
struct Open {
    object: bool,
    /// How many members or elements were begun.
    begun: usize,
    /// Where the text of the element that was begun last starts: its name, in an object.
    start: usize,
}

/// What was written so far.
#[derive(Debug, Default)]
pub(super) struct Output {
    text: String,
    open: Vec<Open>,
    /// Where the name of the next member begins in the text, with what stands before it: it is not released before the
    /// first byte of its value.
    name: Option<usize>,
    in_string: bool,
    /// Elements that ended, where somebody asked for them.
    pub(super) items: Option<Vec<Item>>,
}

impl Output {
    /// Nothing written; `items` is whether elements that end are listed.
    pub(super) fn new(items: bool) -> Self {
        Output { items: items.then(Vec::new), ..Output::default() }
    }

    pub(super) fn text(&self) -> &str {
        self.name.map_or(&self.text, |name| &self.text[..name])
    }

    /// Bytes that are held back.
    pub(super) fn held(&self) -> usize {
        self.name.map_or(0, |name| self.text.len() - name)
    }

    /// What makes the text valid JSON as it stands; `null` while there is none.
    pub(super) fn closers(&self) -> String {
        if self.text().is_empty() {
            return "null".to_owned();
        }
        let quote = if self.in_string { "\"" } else { "" };
        quote.chars().chain(self.open.iter().rev().map(|open| if open.object { '}' } else { ']' })).collect()
    }

    /// The name the next value goes under.
    #[inline]
    pub(super) fn set_name(&mut self, name: &str) {
        self.drop_name();
        self.name = Some(self.text.len());
        if let Some(open) = self.open.last_mut() {
            if open.begun > 0 {
                self.text.push(',');
            }
            open.start = self.text.len();
        }
        print_string(name, &mut self.text);
        self.text.push(':');
    }

    /// The value that was named is not there.
    pub(super) fn drop_name(&mut self) {
        if let Some(name) = self.name.take() {
            self.text.truncate(name);
        }
    }

    /// What stands before a value.
    #[inline]
    fn lead(&mut self) {
        let Some(open) = self.open.last_mut() else { return };
        if self.name.take().is_none() {
            if open.begun > 0 {
                self.text.push(',');
            }
            open.start = self.text.len();
        }
        open.begun += 1;
    }

    pub(super) fn begin(&mut self, object: bool) {
        self.lead();
        self.text.push(if object { '{' } else { '[' });
        self.open.push(Open { object, begun: 0, start: self.text.len() });
    }

    pub(super) fn end(&mut self) {
        if let Some(open) = self.open.pop() {
            self.text.push(if open.object { '}' } else { ']' });
        }
    }

    pub(super) fn begin_string(&mut self) {
        self.lead();
        self.text.push('"');
        self.in_string = true;
    }

    /// Characters that stand in JSON as they are.
    pub(super) fn push_plain(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(super) fn push_char(&mut self, char: char) {
        push_escaped(char, &mut self.text);
    }

    pub(super) fn end_string(&mut self) {
        self.text.push('"');
        self.in_string = false;
    }

    /// A whole string that stands in JSON as it is.
    #[inline]
    pub(super) fn plain_string(&mut self, text: &str) {
        self.lead();
        self.text.reserve(text.len() + 2);
        self.text.push('"');
        self.text.push_str(text);
        self.text.push('"');
    }

    /// A whole value, as JSON text.
    pub(super) fn value(&mut self, text: &str) {
        self.lead();
        self.text.push_str(text);
    }

    /// A value has ended; if it is an element and somebody asked, that is noted.
    pub(super) fn ended(&mut self) {
        let Some(open) = self.open.last().filter(|open| !open.object) else { return };
        let Some(items) = &mut self.items else { return };
        let mut path = Location::root();
        for open in &self.open {
            if open.object {
                path.push(&name_at(&self.text[open.start..]));
            } else {
                path.push_index(open.begun.saturating_sub(1));
            }
        }
        items.push(Item { path, start: open.start, end: self.text.len() });
    }
}

/// The name a member's text begins with.
fn name_at(text: &str) -> String {
    match crate::json::parse_prefix(text) {
        Ok((crate::json::Json::String(name), _)) => name.into_owned(),
        _ => String::new(),
    }
}

/// Appends a character of a string the way the rest of the crate prints it.
pub(super) fn push_escaped(char: char, out: &mut String) {
    match char {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\u{8}' => out.push_str("\\b"),
        '\u{c}' => out.push_str("\\f"),
        '\0'..'\u{20}' => {
            let _ = write!(out, "\\u{:04x}", u32::from(char));
        }
        plain => out.push(plain),
    }
}

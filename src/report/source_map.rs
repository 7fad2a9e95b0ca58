//! Where every part of a JSON text stands: pointer to spans, offset to line and column.

use crate::json::{Events, ParseError, parse_events};
use crate::location::{Location, Span};
use std::borrow::Cow;
use std::ops::Range;

/// Longest piece of a line that is underlined as a whole; of longer ones only the name is.
const UNDERLINE: u32 = 72;

/// Spans of every value in a JSON text, found by pointer in time linear in the pointer.
///
/// A text that is not JSON has a map too: of the part before the fault.
#[derive(Clone, Debug)]
pub struct SourceMap<'a> {
    text: &'a str,
    /// Byte offset of the first byte of each line.
    lines: Vec<u32>,
    nodes: Vec<Node>,
    children: Vec<Child<'a>>,
    fault: Option<ParseError>,
}

/// A child's name, empty for elements of arrays, and its node.
type Child<'a> = (Cow<'a, str>, u32);

#[derive(Clone, Debug)]
struct Node {
    place: Place,
    array: bool,
    /// Its children, together: those of objects by name, of two of one name the first; those of arrays in order.
    inside: Range<usize>,
}

/// Where one value stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The member's name with its quotes, for members of objects.
    pub key: Option<Span>,
    /// The value.
    pub value: Span,
}

/// A line and column, both from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

impl Default for SourceMap<'_> {
    fn default() -> Self {
        SourceMap::new("")
    }
}

impl<'a> SourceMap<'a> {
    /// Reads `text` once.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        let mut builder = Builder::default();
        let fault = parse_events(text, &mut builder).err();
        // What a fault left open is a map of what was read.
        while !builder.open.is_empty() {
            builder.close();
        }
        let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| offset(at + 1));
        let lines = std::iter::once(0).chain(newlines).collect();
        SourceMap { text, lines, nodes: builder.nodes, children: builder.children, fault }
    }

    /// The text that was read.
    #[must_use]
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Why the text is not JSON, if it is not.
    #[must_use]
    pub fn fault(&self) -> Option<ParseError> {
        self.fault
    }

    /// The place of the value `location` points to; of two members of one name, the first.
    #[must_use]
    pub fn find(&self, location: &Location) -> Option<Place> {
        let (node, whole) = self.walk(location);
        if whole { self.nodes.get(node as usize).map(|node| node.place) } else { None }
    }

    /// What to underline for `location`: the member with its value where that is short, else its name, else the value's
    /// first character. A location that is not in the text is shown at its nearest ancestor that is.
    #[must_use]
    pub fn underline(&self, location: &Location) -> Option<Span> {
        let place = self.nodes.get(self.walk(location).0 as usize)?.place;
        let start = place.key.map_or(place.value.start, |key| key.start);
        let whole = Span { start, end: place.value.end };
        let short = whole.end.saturating_sub(whole.start) <= UNDERLINE;
        if short && !self.slice(whole).contains('\n') {
            return Some(whole);
        }
        Some(place.key.unwrap_or(Span { start, end: start + 1 }))
    }

    /// What to underline for the fault: the character it stands at, or the last one before the end.
    #[must_use]
    pub fn fault_span(&self) -> Option<Span> {
        let at = self.fault?.offset.min(self.text.len());
        let (start, c) = match self.text[at..].chars().next() {
            Some(c) if c != '\n' => (at, c),
            _ => self.text[..at].trim_end().char_indices().next_back()?,
        };
        Some(Span { start: offset(start), end: offset(start + c.len_utf8()) })
    }

    /// The line and column of a byte offset.
    #[must_use]
    pub fn position(&self, at: u32) -> Position {
        let line = self.lines.partition_point(|start| *start <= at);
        let start = self.lines[line - 1];
        Position { line, column: self.slice(Span { start, end: at }).chars().count() + 1 }
    }

    /// The text from the first byte of the line of `first` to the end of the line of `last`, and its offset.
    #[must_use]
    pub fn lines_around(&self, first: u32, last: u32) -> (u32, &'a str) {
        let start = self.lines[self.lines.partition_point(|start| *start <= first) - 1];
        let next = self.lines.partition_point(|start| *start <= last);
        let end = self.lines.get(next).copied().unwrap_or_else(|| offset(self.text.len()));
        (start, self.slice(Span { start, end }).trim_end_matches(['\n', '\r']))
    }

    fn slice(&self, span: Span) -> &'a str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    fn child(&self, node: u32, name: &str) -> Option<u32> {
        let node = self.nodes.get(node as usize)?;
        let children = self.children.get(node.inside.clone())?;
        let at = if node.array { name.parse().ok()? } else { children.partition_point(|(known, _)| known.as_ref() < name) };
        children.get(at).filter(|(known, _)| node.array || known == name).map(|(_, child)| *child)
    }

    /// The deepest node on the way to `location`, and whether the way was walked to its end.
    fn walk(&self, location: &Location) -> (u32, bool) {
        let mut node = 0;
        for name in location.steps() {
            match self.child(node, &name) {
                Some(next) => node = next,
                None => return (node, false),
            }
        }
        // A location of another document is no pointer into this one.
        (node, location.as_str().is_empty() || location.as_str().starts_with('/'))
    }
}

#[expect(clippy::cast_possible_truncation, reason = "texts over 4 GiB are refused before reading")]
fn offset(at: usize) -> u32 {
    at as u32
}

#[derive(Default)]
struct Builder<'a> {
    nodes: Vec<Node>,
    children: Vec<Child<'a>>,
    /// Open containers, and where their children begin in `pending`.
    open: Vec<(u32, usize)>,
    pending: Vec<Child<'a>>,
    key: Option<(Cow<'a, str>, Span)>,
}

impl Builder<'_> {
    fn add(&mut self, value: Span, array: bool) -> u32 {
        let node = offset(self.nodes.len());
        let (name, key) = match self.key.take() {
            Some((name, span)) => (name, Some(span)),
            None => (Cow::default(), None),
        };
        if !self.open.is_empty() {
            self.pending.push((name, node));
        }
        self.nodes.push(Node { place: Place { key, value }, array, inside: 0..0 });
        node
    }

    fn begin(&mut self, at: u32, array: bool) {
        let node = self.add(Span { start: at, end: at + 1 }, array);
        self.open.push((node, self.pending.len()));
    }

    /// The innermost open container has all its children.
    fn close(&mut self) -> Option<&mut Node> {
        let (node, from) = self.open.pop()?;
        let node = self.nodes.get_mut(node as usize)?;
        let start = self.children.len();
        if !node.array {
            self.pending[from..].sort_by(|a, b| a.0.cmp(&b.0));
        }
        self.children.extend(self.pending.drain(from..));
        node.inside = start..self.children.len();
        Some(node)
    }

    fn end(&mut self, end: u32) {
        if let Some(node) = self.close() {
            node.place.value.end = end;
        }
    }
}

impl<'a> Events<'a> for Builder<'a> {
    fn null(&mut self, span: Span) {
        self.add(span, false);
    }
    fn bool(&mut self, _: bool, span: Span) {
        self.add(span, false);
    }
    fn number(&mut self, _: &'a str, span: Span) {
        self.add(span, false);
    }
    fn string(&mut self, _: Cow<'a, str>, span: Span) {
        self.add(span, false);
    }
    fn key(&mut self, text: Cow<'a, str>, span: Span) {
        self.key = Some((text, span));
    }
    fn begin_array(&mut self, at: u32) {
        self.begin(at, true);
    }
    fn end_array(&mut self, end: u32) {
        self.end(end);
    }
    fn begin_object(&mut self, at: u32) {
        self.begin(at, false);
    }
    fn end_object(&mut self, end: u32) {
        self.end(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn underlined<'a>(map: &SourceMap<'a>, pointer: &str) -> &'a str {
        map.slice(map.underline(&Location::from_pointer(pointer)).unwrap())
    }

    #[test]
    fn finds_members_elements_and_escaped_names() {
        let map = SourceMap::new("{\n  \"a/b\": [1, {\"c~\": \"é\"}],\n  \"d\": {\n  }\n}");
        assert_eq!(underlined(&map, "/a~1b/1/c~0"), "\"c~\": \"é\"");
        assert_eq!(underlined(&map, "/a~1b/0"), "1");
        assert_eq!(underlined(&map, "/d"), "\"d\"");
        assert_eq!(underlined(&map, ""), "{");
        let value = map.find(&Location::from_pointer("/d")).unwrap().value;
        assert_eq!(map.slice(value), "{\n  }");
    }

    #[test]
    fn a_location_outside_the_text_is_shown_at_its_nearest_ancestor() {
        let map = SourceMap::new(r#"{"a": {"b": 1}}"#);
        assert_eq!(underlined(&map, "/a/zzz/0"), r#""a": {"b": 1}"#);
        assert_eq!(map.find(&Location::from_pointer("/a/zzz")), None);
        assert_eq!(map.find(&Location::from_pointer("https://example.com/x#/a")), None);
    }

    #[test]
    fn the_first_of_two_members_of_one_name_is_found() {
        let map = SourceMap::new(r#"{"a": 1, "a": 2}"#);
        assert_eq!(underlined(&map, "/a"), r#""a": 1"#);
    }

    #[test]
    fn columns_count_characters_and_lines_end_with_newlines() {
        let map = SourceMap::new("{\"é\":\r\n 1}");
        assert_eq!(map.position(0), Position { line: 1, column: 1 });
        assert_eq!(map.position(5), Position { line: 1, column: 5 });
        assert_eq!(map.position(9), Position { line: 2, column: 2 });
        assert_eq!(map.lines_around(0, 0), (0, "{\"é\":"));
    }

    #[test]
    fn a_fault_is_underlined_at_a_character_that_can_be_seen() {
        let at = |text| {
            let map = SourceMap::new(text);
            map.fault_span().map(|span| (span.start, span.end))
        };
        assert_eq!(at("{\"a\": nope}"), Some((7, 8)));
        assert_eq!(at("{\"a\": 1,\n"), Some((7, 8)));
        assert_eq!(at(""), None);
        assert_eq!(at("{}"), None);
    }
}

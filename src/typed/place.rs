//! From a column of a one-line JSON text, as `serde_json` reports it, to the place in the value.

use crate::json::{Events, parse_events};
use crate::location::{Location, Span};
use std::borrow::Cow;

/// The place of the last value that begins before `column` or ends with it.
pub(super) fn place(text: &str, column: usize) -> Location {
    let mut walk = Walk { column, path: Vec::new(), found: Location::root() };
    // The text came out of the decoder, so it reads; if not, what was found so far is the best answer.
    let _ = parse_events(text, &mut walk);
    walk.found
}

enum Step<'a> {
    Key(Cow<'a, str>),
    Index(usize),
}

struct Walk<'a> {
    column: usize,
    path: Vec<Step<'a>>,
    found: Location,
}

impl Walk<'_> {
    /// A value begins.
    fn begin(&mut self, start: u32) {
        if let Some(Step::Index(index)) = self.path.last_mut() {
            *index = index.wrapping_add(1);
        }
        self.find(start as usize + 1);
    }

    fn find(&mut self, at: usize) {
        if at > self.column {
            return;
        }
        let mut found = Location::root();
        for step in &self.path {
            match step {
                Step::Key(name) => found.push(name),
                Step::Index(index) => found.push_index(*index),
            }
        }
        self.found = found;
    }

    fn end(&mut self, end: u32) {
        self.path.pop();
        self.find(end as usize);
    }
}

impl<'a> Events<'a> for Walk<'a> {
    fn null(&mut self, span: Span) {
        self.begin(span.start);
    }
    fn bool(&mut self, _: bool, span: Span) {
        self.begin(span.start);
    }
    fn number(&mut self, _: &'a str, span: Span) {
        self.begin(span.start);
    }
    fn string(&mut self, _: Cow<'a, str>, span: Span) {
        self.begin(span.start);
    }
    fn key(&mut self, text: Cow<'a, str>, _: Span) {
        if let Some(step) = self.path.last_mut() {
            *step = Step::Key(text);
        }
    }
    fn begin_array(&mut self, offset: u32) {
        self.begin(offset);
        // The first element makes it 0.
        self.path.push(Step::Index(usize::MAX));
    }
    fn end_array(&mut self, end: u32) {
        self.end(end);
    }
    fn begin_object(&mut self, offset: u32) {
        self.begin(offset);
        self.path.push(Step::Key(Cow::Borrowed("")));
    }
    fn end_object(&mut self, end: u32) {
        self.end(end);
    }
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn finds_the_value_at_a_column() {
        let text = r#"{"a":[1,{"b":300}],"c":{}}"#;
        let at = |needle: &str| place(text, text.find(needle).unwrap() + needle.len()).as_str().to_owned();
        assert_eq!(at("300"), "/a/1/b");
        assert_eq!(at("[1"), "/a/0");
        assert_eq!(at("300}"), "/a/1");
        assert_eq!(at(r#""c":{}"#), "/c");
        assert_eq!(at(text), "");
    }
}

//! Server-sent events, as the HTML standard has them (section 9.2.6), from bytes in any chunks.
//!
//! Lines end with LF, CR or CRLF, also where a chunk ends between the two. Two things differ from the standard: an event
//! that the end of the stream cuts off is handed on by [`Parser::finish`], since servers leave out the last blank line;
//! and an event says whether bytes of it were not UTF-8 (they are replaced, as the standard says).

use std::fmt;

/// One event. `Debug` shows lengths, not contents.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Event {
    /// What the `event` field said; empty for none.
    pub name: String,
    /// The `data` lines, joined by line feeds.
    pub data: String,
    /// Some bytes were not UTF-8 and are replaced.
    pub lossy: bool,
}

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Event").field("name", &self.name).field("data_bytes", &self.data.len()).field("lossy", &self.lossy).finish()
    }
}

/// An event is longer than the parser holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

/// Reads events. Holds one event at a time, at most `limit` bytes of it.
#[derive(Debug)]
pub struct Parser {
    line: Vec<u8>,
    name: Vec<u8>,
    data: Option<Vec<u8>>,
    limit: usize,
    /// The last byte was a carriage return: a line feed now belongs to it.
    after_cr: bool,
    /// No line is over yet: a byte order mark may begin the first.
    first: bool,
}

impl Parser {
    /// A parser that holds at most `limit` bytes.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Parser { line: Vec::new(), name: Vec::new(), data: None, limit, after_cr: false, first: true }
    }

    /// Reads more bytes and hands on every event that is whole.
    ///
    /// # Errors
    /// [`TooLong`]; nothing that follows is to be read then.
    pub fn push(&mut self, mut bytes: &[u8], mut each: impl FnMut(Event)) -> Result<(), TooLong> {
        if self.after_cr && !bytes.is_empty() {
            self.after_cr = false;
            bytes = bytes.strip_prefix(b"\n").unwrap_or(bytes);
        }
        while let Some(end) = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            self.hold(&bytes[..end])?;
            let cr = bytes[end] == b'\r';
            bytes = &bytes[end + 1..];
            match (cr, bytes.first()) {
                (true, Some(b'\n')) => bytes = &bytes[1..],
                (true, None) => self.after_cr = true,
                _ => {}
            }
            self.end_line(&mut each);
        }
        self.hold(bytes)
    }

    /// The stream is over: hands on what is held.
    pub fn finish(mut self, mut each: impl FnMut(Event)) {
        if !self.line.is_empty() {
            self.end_line(&mut each);
        }
        self.dispatch(&mut each);
    }

    fn hold(&mut self, bytes: &[u8]) -> Result<(), TooLong> {
        let held = self.line.len() + self.data.as_ref().map_or(0, Vec::len) + self.name.len();
        if held + bytes.len() > self.limit {
            return Err(TooLong);
        }
        self.line.extend_from_slice(bytes);
        Ok(())
    }

    fn end_line(&mut self, each: &mut impl FnMut(Event)) {
        let mut line = self.line.as_slice();
        if self.first {
            self.first = false;
            line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
        }
        if line.is_empty() {
            self.dispatch(each);
        } else {
            let colon = line.iter().position(|byte| *byte == b':').unwrap_or(line.len());
            let value = line.get(colon + 1..).unwrap_or_default();
            let value = value.strip_prefix(b" ").unwrap_or(value);
            // A line that begins with a colon is a comment; `id` and `retry` are for reconnecting.
            match &line[..colon] {
                b"event" => value.clone_into(&mut self.name),
                b"data" => match &mut self.data {
                    Some(data) => {
                        data.push(b'\n');
                        data.extend_from_slice(value);
                    }
                    None => self.data = Some(value.to_vec()),
                },
                _ => {}
            }
        }
        self.line.clear();
    }

    fn dispatch(&mut self, each: &mut impl FnMut(Event)) {
        let name = std::mem::take(&mut self.name);
        let Some(data) = self.data.take().filter(|data| !data.is_empty()) else { return };
        let lossy = std::str::from_utf8(&data).is_err() || std::str::from_utf8(&name).is_err();
        let text = |bytes: Vec<u8>| match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
        };
        each(Event { name: text(name), data: text(data), lossy });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn events(chunks: &[&[u8]]) -> Vec<(String, String)> {
        let mut found = Vec::new();
        let mut parser = Parser::new(1 << 20);
        for chunk in chunks {
            parser.push(chunk, |event| found.push((event.name, event.data))).unwrap();
        }
        parser.finish(|event| found.push((event.name, event.data)));
        found
    }

    fn one(text: &str) -> Vec<(String, String)> {
        events(&[text.as_bytes()])
    }

    fn said(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, data)| ((*name).to_owned(), (*data).to_owned())).collect()
    }

    #[test]
    fn every_line_end_is_one() {
        for end in ["\n", "\r", "\r\n"] {
            let text = format!("\u{feff}event: a{end}data: 1{end}{end}: comment{end}data:2{end}data: {end}data:  3{end}{end}");
            assert_eq!(one(&text), said(&[("a", "1"), ("", "2\n\n 3")]), "{end:?}");
        }
        assert_eq!(one("data: 1\r\ndata: 2\n\rdata: 3"), said(&[("", "1\n2"), ("", "3")]));
    }

    #[test]
    fn the_examples_of_the_standard() {
        assert_eq!(one("data: YHOO\ndata: +2\ndata: 10\n\n"), said(&[("", "YHOO\n+2\n10")]));
        assert_eq!(one(": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n"), {
            said(&[("", "first event"), ("", "second event"), ("", " third event")])
        });
        assert_eq!(one("data\n\ndata\ndata\n\ndata:"), said(&[("", "\n")]));
        assert_eq!(one("data:test\n\ndata: test\n\n"), said(&[("", "test"), ("", "test")]));
    }

    #[test]
    fn a_name_without_data_is_no_event_and_names_nothing_else() {
        assert_eq!(one("event: ping\n\ndata: x\n\n"), said(&[("", "x")]));
        assert_eq!(one("\u{feff}\u{feff}data: x\n\ndata: y\n\n"), said(&[("", "y")]));
        assert_eq!(one("DATA: x\ndata : y\n\n"), said(&[]));
    }

    #[test]
    fn the_last_blank_line_may_be_missing() {
        assert_eq!(one("data: x"), said(&[("", "x")]));
        assert_eq!(one("event: error\ndata: x\n"), said(&[("error", "x")]));
    }

    #[test]
    fn bytes_that_are_no_text_are_told() {
        let mut found = Vec::new();
        let mut parser = Parser::new(100);
        parser.push(b"data: a\xffb\n\ndata: c\n\n", |event| found.push((event.data, event.lossy))).unwrap();
        assert_eq!(found, [("a\u{fffd}b".to_owned(), true), ("c".to_owned(), false)]);
        assert_eq!(parser.push(&[b'x'; 101], |_| {}), Err(TooLong));
    }

    proptest! {
        #[test]
        fn chunks_do_not_matter(
            pieces in prop::collection::vec(prop_oneof![
                Just("data:"), Just("data: "), Just("event: e"), Just("\r"), Just("\n"), Just("\r\n"), Just(":"), Just("x"),
                Just("\u{feff}"), Just("é"), Just("{\"a\":1}"), Just("[DONE]"), Just("id: 1"),
            ], 0..40),
            cuts in prop::collection::vec(0_usize..200, 0..12),
        ) {
            let text = pieces.concat();
            let bytes = text.as_bytes();
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(bytes.len())).collect();
            cuts.extend([0, bytes.len()]);
            cuts.sort_unstable();
            let chunks: Vec<&[u8]> = cuts.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect();
            prop_assert_eq!(events(&chunks), events(&[bytes]));
        }

        #[test]
        fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200), cut in 0_usize..200) {
            let cut = cut.min(bytes.len());
            prop_assert_eq!(events(&[&bytes[..cut], &bytes[cut..]]), events(&[&bytes]));
        }
    }
}

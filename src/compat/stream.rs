//! Streaming: the answer in the user's shape while the model writes it (S6).

use super::{Outcome, Prepared, Reading};
use crate::codec::stream::{Item, Stop, Transducer};
use crate::reply::Front;

/// A reply that is being read. What it releases is provisional until [`Stream::finish`] has judged the whole.
///
/// `Debug` shows lengths, not contents.
pub struct Stream<'s> {
    prepared: &'s Prepared<'s>,
    front: Front,
    transducer: Transducer<'s>,
    /// Bytes of a character that goes on in the next chunk.
    tail: Vec<u8>,
    raw: String,
    broken: bool,
}

/// What a stream came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The reply as a whole, decoded and validated.
    pub outcome: Outcome,
    /// Whether the released text is not the beginning of that value: the reply was read in another way at its end. What
    /// was shown is then to be replaced.
    pub superseded: bool,
}

impl Prepared<'_> {
    /// Begins to read a reply whose text comes in pieces.
    #[must_use]
    pub fn stream(&self) -> Stream<'_> {
        self.stream_with(false)
    }

    /// The same; with `items`, elements of arrays are listed as they end ([`Stream::take_items`]).
    #[must_use]
    pub fn stream_with(&self, items: bool) -> Stream<'_> {
        let transducer = Transducer::new(&self.codec, self.verbatim, items);
        Stream { prepared: self, front: Front::default(), transducer, tail: Vec::new(), raw: String::new(), broken: false }
    }
}

impl Stream<'_> {
    /// Reads on; gives what the user's value grew by, as JSON text. Chunks may end anywhere, within characters too.
    pub fn push(&mut self, chunk: &[u8]) -> &str {
        let before = self.transducer.released().len();
        let joined;
        let bytes = if self.tail.is_empty() {
            chunk
        } else {
            joined = [std::mem::take(&mut self.tail).as_slice(), chunk].concat();
            &joined
        };
        match std::str::from_utf8(bytes) {
            Ok(text) => self.push_text(text),
            Err(error) => {
                let (text, rest) = bytes.split_at(error.valid_up_to());
                let text = std::str::from_utf8(text).unwrap_or_default();
                self.push_text(text);
                if error.error_len().is_none() {
                    self.tail = rest.to_vec();
                } else {
                    // What follows is kept as far as it is text; streaming ends here.
                    self.broken = true;
                    self.raw.push_str(&String::from_utf8_lossy(rest));
                }
            }
        }
        self.transducer.released().get(before..).unwrap_or_default()
    }

    fn push_text(&mut self, text: &str) {
        self.raw.push_str(text);
        if self.broken {
            return;
        }
        let mut members = self.prepared.members();
        self.front.feed(text, |json| self.transducer.push(json, &mut members));
    }

    /// The user's value as far as it is known: JSON text without its end.
    #[must_use]
    pub fn released(&self) -> &str {
        self.transducer.released()
    }

    /// What follows [`Stream::released`] to make it a JSON value: an open string's quote and the brackets of what is
    /// open. `null` while nothing is known.
    #[must_use]
    pub fn closers(&self) -> String {
        self.transducer.closers()
    }

    /// The user's value as far as it is known, as whole JSON text: unfinished strings end where they are, unfinished
    /// names and numbers are left out.
    #[must_use]
    pub fn partial(&self) -> String {
        let mut text = self.released().to_owned();
        text.push_str(&self.closers());
        text
    }

    /// Elements of arrays that ended since the last call.
    pub fn take_items(&mut self) -> Vec<Item> {
        self.transducer.take_items()
    }

    /// Why nothing more is released before the end, if so.
    #[must_use]
    pub fn stopped(&self) -> Option<Stop> {
        self.transducer.stop()
    }

    /// Bytes of the reply that are held back at the moment.
    #[must_use]
    pub fn held(&self) -> usize {
        self.transducer.held() + self.tail.len()
    }

    /// The reply has ended: it is read and judged as a whole.
    #[must_use]
    pub fn finish(mut self, how: Reading) -> Finished {
        if !self.tail.is_empty() {
            self.raw.push_str(&String::from_utf8_lossy(&self.tail));
        }
        self.transducer.finish(&mut self.prepared.members());
        let outcome = self.prepared.read(&self.raw, how);
        let released = self.transducer.released();
        let superseded = match &outcome.value {
            Some(value) => !value.starts_with(released),
            None => false,
        };
        Finished { outcome, superseded }
    }
}

impl std::fmt::Debug for Stream<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream")
            .field("raw_bytes", &self.raw.len())
            .field("released_bytes", &self.released().len())
            .field("stopped", &self.stopped())
            .finish_non_exhaustive()
    }
}

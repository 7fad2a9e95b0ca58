//! Decoding while the reply is being written: wire JSON in, in any chunks, the user's value out as text that only grows.
//!
//! The same codec as [`Codec::decode`], one explicit stack, no recursion in the reply's depth. It reads the strict wire
//! form, and the user's own shape where one look at a value tells; at anything else it stops, and what was released
//! stays a prefix of nothing in particular: the whole reply, read at its end, is what counts.
//!
//! What is held back, and for how long: a name until the first byte of its value, a number or literal until it ends, the
//! value of an entry that comes before its key, a tuple's element that comes before its turn, and a union until one
//! branch is left (its tag, or a name only one branch has). Texts that carry JSON are held until they end. Each is bounded
//! by [`MAX_HELD`], names by 64 KiB, numbers by 4 KiB.

mod entry;
mod frame;
mod hold;
mod lexer;
mod machine;
mod member;
mod output;
mod union;
mod value;

pub use output::Item;

use crate::codec::{Codec, Membership};
use crate::json::ParseErrorKind;
use lexer::{Lexer, Progress};
use machine::{Feed, Machine};

/// Most bytes of a reply that are held back before streaming stops.
pub const MAX_HELD: usize = 1 << 20;

/// Why nothing more is released; the reply as a whole may still be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// It is not JSON.
    NotJson(ParseErrorKind),
    /// It is neither in wire form nor plainly in the user's own shape.
    OtherShape,
    /// A name or key comes twice.
    Duplicate,
    /// More would have to be held back than this many bytes.
    TooLong(usize),
}

impl From<ParseErrorKind> for Stop {
    fn from(kind: ParseErrorKind) -> Self {
        Stop::NotJson(kind)
    }
}

/// A reply that is being decoded.
#[derive(Debug)]
pub struct Transducer<'c> {
    lexer: Lexer,
    machine: Machine<'c>,
    stop: Option<Stop>,
}

impl<'c> Transducer<'c> {
    /// Nothing read yet. `verbatim` is whether the reply is in the user's own shape as a whole, `items` whether finished
    /// elements are listed.
    #[must_use]
    pub fn new(codec: &'c Codec, verbatim: bool, items: bool) -> Self {
        Transducer { lexer: Lexer::default(), machine: Machine::new(codec, verbatim, items), stop: None }
    }

    /// Reads on through `text`: how many bytes of it belong to the value.
    pub fn push(&mut self, text: &str, members: &mut dyn Membership) -> usize {
        if self.stop.is_some() || self.lexer.is_done() {
            return 0;
        }
        let progress = self.lexer.feed(text, &mut Feed { machine: &mut self.machine, members });
        self.stop = self.machine.stop;
        match progress {
            Ok(Progress::Done(at)) => at,
            Ok(Progress::All | Progress::Stopped) => text.len(),
            Err(stop) => {
                self.stop = Some(stop);
                text.len()
            }
        }
    }

    /// Nothing more comes.
    pub fn finish(&mut self, members: &mut dyn Membership) {
        if self.stop.is_none() {
            let ended = self.lexer.finish(&mut Feed { machine: &mut self.machine, members });
            self.stop = self.machine.stop.or(ended.err());
        }
    }

    /// Whether the value has ended.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.lexer.is_done()
    }

    /// Why nothing more is released, if so.
    #[must_use]
    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// The user's value as far as it is known, as JSON text without its end.
    #[must_use]
    pub fn released(&self) -> &str {
        self.machine.out.text()
    }

    /// What follows the released text to make it valid JSON.
    #[must_use]
    pub fn closers(&self) -> String {
        self.machine.out.closers()
    }

    /// Bytes that are held back.
    #[must_use]
    pub fn held(&self) -> usize {
        self.lexer.held() + self.machine.held()
    }

    /// The elements that ended since the last call, where they are listed.
    pub fn take_items(&mut self) -> Vec<Item> {
        self.machine.out.items.as_mut().map(std::mem::take).unwrap_or_default()
    }
}

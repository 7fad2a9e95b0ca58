//! What the machine keeps for each wire container that is open, and what it waits for.

use crate::codec::carrier::Place;
use crate::codec::names::Seen;
use crate::codec::{CodecId, EntryShape};
use std::collections::HashSet;

/// A wire container that is open.
#[derive(Debug)]
pub(super) enum Frame<'c> {
    /// An array on both sides.
    Items(CodecId),
    /// A positional array on both sides, or a tuple in own shape: the next index.
    Positional(CodecId, usize),
    /// An object on both sides.
    Object(Fields),
    /// A record in own shape.
    Map(&'c [EntryShape]),
    /// A list of entries: an object of its own, or members of the object around it.
    Entries(Of<'c>, Keys),
    /// One entry of such a list.
    Entry(Entry<'c>),
    /// A wire tuple: an array for the user.
    Tuple(Slots),
    /// The further elements of the tuple around it.
    Rest(CodecId),
    /// `{name: value}` that stands for its value.
    Sole,
    /// An object whose first name decides what it is.
    Undecided(Open<'c>),
    /// An array or object of an any-value tree.
    Tree { object: bool },
}

/// What a list of entries holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Of<'c> {
    /// A record's.
    Record(&'c [EntryShape]),
    /// An any-value tree's.
    Tree,
    /// Undeclared properties of the object around it.
    Spliced(CodecId),
    /// Packed fields of the object around it.
    Packed(CodecId),
}

/// An object that was begun, before its first name.
#[derive(Clone, Copy, Debug)]
pub(super) enum Open<'c> {
    /// An envelope of this name, or what is inside without it.
    Envelope(&'c str, CodecId),
    /// A box around a value, or the value.
    Box(CodecId),
    /// `{"_entries": ...}`, or an object in own shape.
    Tree,
    /// A wire tuple, or something else.
    Tuple(CodecId),
    /// One of several branches.
    Union(CodecId),
}

/// The members of an object that were met.
#[derive(Debug)]
pub(super) struct Fields {
    pub(super) id: CodecId,
    /// Where the next name is expected.
    pub(super) cursor: usize,
    pub(super) seen: Seen,
    /// How many of the names the wire form always has.
    pub(super) met: usize,
    /// Undeclared names.
    pub(super) keys: Keys,
    /// Whether the lists of undeclared properties and of packed fields were met.
    pub(super) lists: [bool; 2],
    /// Whether something was read as only the wire form has it.
    pub(super) presumed: bool,
}

/// The elements of a tuple that were met.
#[derive(Debug)]
pub(super) struct Slots {
    pub(super) id: CodecId,
    /// The element whose turn it is.
    pub(super) next: usize,
    /// Texts of elements that came early, by index; the list of further elements is the last.
    pub(super) early: Vec<(usize, String)>,
    /// Whether an element was left out.
    pub(super) gap: bool,
    /// Whether an element that came early is being read.
    pub(super) draining: bool,
}

/// An entry that is being read.
#[derive(Debug)]
pub(super) struct Entry<'c> {
    pub(super) of: Of<'c>,
    /// What reads the value, once the key is known.
    pub(super) value: Option<Next<'c>>,
    /// The text of a value that came before its key.
    pub(super) early: Option<String>,
    pub(super) has_value: bool,
}

/// What the next value is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Next<'c> {
    Node(CodecId),
    Place(Place),
    /// Verbatim.
    Copy,
    /// Nothing if null: a property that can never be there; its codec otherwise.
    Forbidden(Option<CodecId>),
    /// A list of entries.
    Entries(Of<'c>),
    /// An entry of a list.
    Entry(Of<'c>),
    /// The key of an entry.
    EntryKey,
    /// The value of an entry whose key is not known yet.
    EarlyValue,
    /// An element of a tuple that comes before its turn.
    EarlySlot(usize),
    /// An element of a tuple after one that was left out: null, or wrong.
    Gap,
    /// The list of a tuple's further elements.
    Rest(CodecId),
    /// A value of an any-value tree.
    Tree,
}

/// A hash that is fast on short names; that two names share one is no harm, see [`Keys`].
fn hash(name: &str) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let step = |hash: u64, word: u64| (hash.rotate_left(23) ^ word).wrapping_mul(FACTOR);
    let mut words = name.as_bytes().chunks_exact(8);
    let mut hash = step(0, name.len() as u64);
    for word in &mut words {
        hash = step(hash, word.iter().fold(0, |all, byte| all << 8 | u64::from(*byte)));
    }
    let last = words.remainder().iter().fold(0, |all, byte| all << 8 | u64::from(*byte));
    let hash = step(hash, last);
    hash ^ hash >> 29
}

/// Names met in one container, by their hashes: two names of one hash only end the streaming early.
#[derive(Debug, Default)]
pub(super) struct Keys {
    few: Vec<u64>,
    many: HashSet<u64>,
}

impl Keys {
    const FEW: usize = 16;

    /// Adds a name; whether it was new.
    pub(super) fn add(&mut self, name: &str) -> bool {
        let hash = hash(name);
        if self.few.contains(&hash) || self.many.contains(&hash) {
            return false;
        }
        if self.few.len() < Self::FEW {
            self.few.push(hash);
        } else {
            self.many.insert(hash);
        }
        true
    }
}

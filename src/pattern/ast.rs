//! The parse tree of a pattern.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

/// A piece of a pattern.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// One character.
    Char(char),
    /// A class in brackets, a shorthand outside them, or a dot.
    Class(Class),
    /// A set of characters that came about in a way only our own engine gets to see: folded case, half a surrogate
    /// pair.
    Set(ClassUnicode),
    /// `^`
    Start,
    /// `$`
    End,
    /// `^` where lines count
    LineStart,
    /// `$` where lines count
    LineEnd,
    /// `\b`, or `\B` when negated
    Word {
        negated: bool,
    },
    /// A group, with its number if it captures.
    Group {
        index: Option<u32>,
        body: Box<Node>,
    },
    /// Look-ahead or look-behind.
    Look {
        behind: bool,
        negated: bool,
        body: Box<Node>,
    },
    /// A back-reference; several groups in case they share the name.
    Back(Vec<u32>),
    /// Anything repeated.
    Repeat {
        body: Box<Node>,
        min: u32,
        max: Option<u32>,
        lazy: bool,
    },
    Concat(Vec<Node>),
    Either(Vec<Node>),
}

impl Node {
    /// Whether it is certain, on the face of it, that this can only match the empty string.
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Node::Concat(items) | Node::Either(items) => items.iter().all(Node::is_empty),
            Node::Group { body, .. } => body.is_empty(),
            Node::Repeat { body, max, .. } => *max == Some(0) || body.is_empty(),
            _ => false,
        }
    }

    /// The alternatives of a group's body or of a whole pattern.
    pub(super) fn alternatives(&self) -> &[Node] {
        match self {
            Node::Either(alternatives) => alternatives,
            only => std::slice::from_ref(only),
        }
    }
}

/// A character class as it was written.
#[derive(Clone, Debug)]
pub(super) struct Class {
    pub(super) negated: bool,
    pub(super) items: Vec<Item>,
}

/// A member of a class.
#[derive(Clone, Debug)]
pub(super) enum Item {
    /// From one character to another, both included.
    Span(char, char),
    /// `\d`, `\w` or `\s`, or the negation of one.
    Shorthand(Shorthand, bool),
    /// `\p{…}` or `\P{…}`, resolved.
    Property(ClassUnicode),
}

/// The three shorthands, as ECMA-262 has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shorthand {
    Digit,
    Word,
    Space,
}

impl Shorthand {
    /// The members. White space is all of ECMA-262's: every space separator, the byte order mark, the line
    /// terminators.
    pub(super) const fn spans(self) -> &'static [(char, char)] {
        match self {
            Shorthand::Digit => &[('0', '9')],
            Shorthand::Word => &[('A', 'Z'), ('a', 'z'), ('0', '9'), ('_', '_')],
            Shorthand::Space => &[
                ('\t', '\r'),
                (' ', ' '),
                ('\u{a0}', '\u{a0}'),
                ('\u{1680}', '\u{1680}'),
                ('\u{2000}', '\u{200a}'),
                ('\u{2028}', '\u{2029}'),
                ('\u{202f}', '\u{202f}'),
                ('\u{205f}', '\u{205f}'),
                ('\u{3000}', '\u{3000}'),
                ('\u{feff}', '\u{feff}'),
            ],
        }
    }
}

/// What `.` does not match, and what ends a line.
pub(super) const LINE_ENDS: [(char, char); 3] = [('\n', '\n'), ('\r', '\r'), ('\u{2028}', '\u{2029}')];

pub(super) fn set_of(spans: &[(char, char)]) -> ClassUnicode {
    ClassUnicode::new(spans.iter().map(|(from, to)| ClassUnicodeRange::new(*from, *to)))
}

/// Whether the set holds every character.
pub(super) fn is_full(set: &ClassUnicode) -> bool {
    let mut rest = set.clone();
    rest.negate();
    rest.ranges().is_empty()
}

impl Class {
    /// The characters that match; `fold` adds the other case of each first.
    pub(super) fn set(&self, fold: bool) -> ClassUnicode {
        let mut spans = Vec::new();
        let mut others = ClassUnicode::empty();
        for item in &self.items {
            match item {
                Item::Span(from, to) => spans.push((*from, *to)),
                Item::Shorthand(shorthand, false) => spans.extend(shorthand.spans()),
                Item::Shorthand(shorthand, true) => {
                    let mut members = set_of(shorthand.spans());
                    members.negate();
                    others.union(&members);
                }
                Item::Property(members) => others.union(members),
            }
        }
        let mut set = set_of(&spans);
        set.union(&others);
        if fold {
            // Fails only in a build without case tables, where case stays as written.
            let _ = set.try_case_fold_simple();
        }
        if self.negated {
            set.negate();
        }
        set
    }
}

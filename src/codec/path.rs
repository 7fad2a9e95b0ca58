//! Where a walk is: frames linked on the stack, written out as pointers only when something has to be told.

use crate::location::Location;

/// Longest member name written out in a location, in bytes; names come from replies and may be of any length.
const MAX_NAME: usize = 1024;

/// A place in a value.
#[derive(Clone, Copy)]
pub(super) enum Path<'p> {
    Root,
    Key(&'p Path<'p>, &'p str),
    Index(&'p Path<'p>, usize),
}

impl<'p> Path<'p> {
    pub(super) fn key(&'p self, name: &'p str) -> Path<'p> {
        Path::Key(self, name)
    }

    pub(super) fn index(&'p self, index: usize) -> Path<'p> {
        Path::Index(self, index)
    }

    pub(super) fn location(&self) -> Location {
        let mut steps = Vec::new();
        let mut at = self;
        loop {
            steps.push(*at);
            match at {
                Path::Root => break,
                Path::Key(up, _) | Path::Index(up, _) => at = up,
            }
        }
        let mut location = Location::root();
        for step in steps.iter().rev() {
            match step {
                Path::Root => {}
                Path::Key(_, name) => location.push(cut(name, MAX_NAME)),
                Path::Index(_, index) => location.push_index(*index),
            }
        }
        location
    }
}

/// At most `max` bytes of `text`, ending between characters.
pub(super) fn cut(text: &str, max: usize) -> &str {
    if text.len() <= max {
        return text;
    }
    let end = (0..=max).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    &text[..end]
}

/// A place in the user's value and in the wire value, with the bounds of the walk.
#[derive(Clone, Copy)]
pub(super) struct At<'p> {
    pub(super) user: &'p Path<'p>,
    pub(super) wire: &'p Path<'p>,
    pub(super) level: Level,
}

impl<'p> At<'p> {
    pub(super) fn root(path: &'p Path<'p>) -> Self {
        At { user: path, wire: path, level: Level::default() }
    }

    /// One value further down.
    pub(super) fn below<'q>(self, user: &'q Path<'q>, wire: &'q Path<'q>) -> At<'q> {
        At { user, wire, level: self.level.below() }
    }

    /// The same value, read by another node.
    pub(super) fn again(self) -> Self {
        At { level: self.level.again(), ..self }
    }

    /// The same value, whose wire form stands at `wire`.
    pub(super) fn inside<'q>(self, wire: &'q Path<'q>) -> At<'q>
    where
        'p: 'q,
    {
        At { user: self.user, wire, level: self.level.below() }
    }
}

/// How deep a walk is: values entered, and nodes that looked at the present value.
#[derive(Clone, Copy, Default)]
pub(super) struct Level {
    depth: usize,
    hops: u8,
}

impl Level {
    /// Deepest walk: a reply at the parser's bound that holds a JSON text at the parser's bound.
    const MAX_DEPTH: usize = 2 * crate::json::MAX_DEPTH;
    /// Most nodes that pass one value on unopened; a chain longer than this is a cycle.
    const MAX_HOPS: u8 = 24;

    pub(super) fn below(self) -> Self {
        Level { depth: self.depth + 1, hops: 0 }
    }

    pub(super) fn again(self) -> Self {
        Level { depth: self.depth, hops: self.hops + 1 }
    }

    pub(super) fn exceeded(self) -> bool {
        self.depth > Self::MAX_DEPTH || self.hops > Self::MAX_HOPS
    }
}

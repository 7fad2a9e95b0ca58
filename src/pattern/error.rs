//! What can be wrong with a pattern.

use std::fmt;

/// Why a text is not a pattern, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternError {
    /// What is wrong.
    pub kind: PatternErrorKind,
    /// Byte offset of the fault.
    pub offset: usize,
}

/// What is wrong with a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PatternErrorKind {
    /// A `(` without its `)`.
    UnclosedGroup,
    /// A `)` without its `(`.
    UnopenedGroup,
    /// A `(?` that begins no kind of group we know.
    UnknownGroup,
    /// A group name that is empty or not a name.
    GroupName,
    /// A `[` without its `]`.
    UnclosedClass,
    /// A range whose end comes before its start.
    ClassRange,
    /// A quantifier with nothing before it that can repeat.
    NothingToRepeat,
    /// A quantifier whose maximum is under its minimum.
    RepeatRange,
    /// A backslash escape that means nothing.
    Escape,
    /// A Unicode property that does not exist.
    Property,
    /// A reference to a group that is not there, or to a name that more than 16 groups share.
    BackReference,
    /// Groups nested deeper than 50.
    Depth,
    /// Longer than 65,536 bytes, or with more than 100 Unicode properties.
    Length,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            PatternErrorKind::UnclosedGroup => "a group is not closed",
            PatternErrorKind::UnopenedGroup => "a parenthesis closes no group",
            PatternErrorKind::UnknownGroup => "unknown kind of group",
            PatternErrorKind::GroupName => "malformed group name",
            PatternErrorKind::UnclosedClass => "a character class is not closed",
            PatternErrorKind::ClassRange => "a range in a character class is out of order",
            PatternErrorKind::NothingToRepeat => "nothing to repeat",
            PatternErrorKind::RepeatRange => "a repeat count is out of order",
            PatternErrorKind::Escape => "unknown escape",
            PatternErrorKind::Property => "unknown Unicode property",
            PatternErrorKind::BackReference => "reference to a group that does not exist",
            PatternErrorKind::Depth => "groups are nested deeper than 50 levels",
            PatternErrorKind::Length => "the pattern is too long",
        };
        write!(f, "{what} at byte {}", self.offset)
    }
}

impl std::error::Error for PatternError {}

//! Slips of the pen in a reply: what is not JSON and yet has one reading.

/// One kind of slip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Slip {
    /// A comma before a closing bracket.
    TrailingComma,
    /// A line end or another control character as it is, inside a string.
    RawControl,
    /// `//`, `/* */` or `#` comments.
    Comment,
    /// Strings in single quotes.
    SingleQuotes,
    /// Curved quotes around a name or value.
    CurvedQuotes,
    /// A name without quotes.
    BareName,
    /// A word without quotes, where the schema has it as a string.
    BareWord,
    /// `True`, `False`, `None`.
    PythonLiteral,
    /// A plus sign before a number.
    PlusSign,
    /// A number written with separators.
    Thousands,
    /// A backslash before a letter that has no meaning there: the backslash is meant.
    LoneBackslash,
    /// A comma left out at the end of a line.
    MissingComma,
    /// Brackets left open at the end.
    MissingCloser,
}

impl Slip {
    /// Every kind.
    pub const ALL: [Slip; 13] = [
        Slip::TrailingComma,
        Slip::RawControl,
        Slip::Comment,
        Slip::SingleQuotes,
        Slip::CurvedQuotes,
        Slip::BareName,
        Slip::BareWord,
        Slip::PythonLiteral,
        Slip::PlusSign,
        Slip::Thousands,
        Slip::LoneBackslash,
        Slip::MissingComma,
        Slip::MissingCloser,
    ];

    /// The stable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Slip::TrailingComma => "trailing-comma",
            Slip::RawControl => "raw-control-character",
            Slip::Comment => "comment",
            Slip::SingleQuotes => "single-quotes",
            Slip::CurvedQuotes => "curved-quotes",
            Slip::BareName => "bare-name",
            Slip::BareWord => "bare-word",
            Slip::PythonLiteral => "python-literal",
            Slip::PlusSign => "plus-sign",
            Slip::Thousands => "thousands-separator",
            Slip::LoneBackslash => "lone-backslash",
            Slip::MissingComma => "missing-comma",
            Slip::MissingCloser => "missing-closer",
        }
    }

    /// What was read, and how.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Slip::TrailingComma => "a comma before a closing bracket was passed over",
            Slip::RawControl => "a raw control character in a string was taken as it is",
            Slip::Comment => "a comment was passed over",
            Slip::SingleQuotes => "a string in single quotes was read as a string",
            Slip::CurvedQuotes => "curved quotes were read as straight ones",
            Slip::BareName => "a name without quotes was read as a name",
            Slip::BareWord => "a word without quotes was read as a string",
            Slip::PythonLiteral => "a literal of Python was read as its JSON twin",
            Slip::PlusSign => "a plus sign before a number was passed over",
            Slip::Thousands => "separators in a number were passed over",
            Slip::LoneBackslash => "a backslash that escapes nothing was taken as it is",
            Slip::MissingComma => "a comma left out at the end of a line was supplied",
            Slip::MissingCloser => "brackets left open at the end were closed",
        }
    }
}

//! Colour, where the caller wants it, and nowhere else.

use std::borrow::Cow;

/// Whether text is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// No escape sequences.
    #[default]
    Plain,
    /// ANSI escape sequences.
    Colour,
}

/// What a piece of text is, for its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// A heading.
    Strong,
    /// Less important than what stands around it.
    Faint,
    /// Good news.
    Good,
    /// Something to know.
    Info,
    /// Something to look at.
    Warning,
    /// Something that stops.
    Bad,
}

impl Paint {
    /// `text` in the colour of `tone`.
    #[must_use]
    pub fn tone(self, tone: Tone, text: &str) -> String {
        let code = match (self, tone) {
            (Paint::Plain, _) => return text.to_owned(),
            (_, Tone::Strong) => "1",
            (_, Tone::Faint) => "2",
            (_, Tone::Good) => "32",
            (_, Tone::Info) => "36",
            (_, Tone::Warning) => "33",
            (_, Tone::Bad) => "1;31",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}

impl From<super::Verdict> for Tone {
    fn from(verdict: super::Verdict) -> Self {
        match verdict {
            super::Verdict::Exact => Tone::Good,
            super::Verdict::Widened => Tone::Info,
            super::Verdict::Narrowed => Tone::Warning,
            super::Verdict::Refused => Tone::Bad,
        }
    }
}

/// `text` on one line and without control characters: names in a schema must not drive a terminal.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let escaped = text.chars().map(|c| if c.is_control() { c.escape_default().to_string() } else { c.to_string() });
    Cow::Owned(escaped.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_spelled_out() {
        assert_eq!(visible("a\u{1b}[31m\nb"), "a\\u{1b}[31m\\nb");
        assert_eq!(visible("é"), "é");
    }

    #[test]
    fn plain_is_plain() {
        assert_eq!(Paint::Plain.tone(Tone::Bad, "x"), "x");
        assert_eq!(Paint::Colour.tone(Tone::Strong, "x"), "\u{1b}[1mx\u{1b}[0m");
    }
}

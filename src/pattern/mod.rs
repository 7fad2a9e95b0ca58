//! Regular expressions as JSON Schema uses them: ECMA-262, matched anywhere in the text.

mod ast;
mod engine;
mod error;
#[cfg(test)]
mod laws;
mod parse;
mod portable;
#[cfg(test)]
mod tests;
mod write;

pub use error::{PatternError, PatternErrorKind};

use jsonschema_regex::{RepeatedClass, Search};
use std::fmt;
use std::sync::OnceLock;

/// Most steps back that one match may take in the backtracking engine.
const BACKTRACK_LIMIT: usize = 100_000;
/// Longest text the backtracking engine is given, in bytes: a step back may scan all of it.
const BACKTRACK_TEXT: usize = 1 << 14;
/// Largest compiled program, in bytes. Well under the size at which the engine is known to panic on an empty text.
const SIZE_LIMIT: usize = 8 << 20;
/// Cache of the lazy automaton, in bytes.
const CACHE_LIMIT: usize = 2 << 20;
/// Most instructions of the backtracking engine.
const PROGRAM_LIMIT: usize = 1 << 16;

/// A regular expression of ECMA-262, as the values of `pattern` and the names of `patternProperties` are.
///
/// Text is a sequence of Unicode code points, as with the `u` flag. Compiled on the first match.
pub struct Pattern {
    source: String,
    matcher: OnceLock<Matcher>,
}

enum Matcher {
    /// `^X{m,n}$`: counting takes no program of `n` copies.
    Counted(RepeatedClass),
    Engine {
        regex: Box<fancy_regex::Regex>,
        backtracks: bool,
    },
    /// Beyond the limits of the engine.
    Broken,
}

impl Pattern {
    /// Checks the syntax.
    ///
    /// # Errors
    /// [`PatternError`] naming what is wrong and where.
    pub fn new(source: &str) -> Result<Pattern, PatternError> {
        parse::parse(source)?;
        Ok(Pattern { source: source.to_owned(), matcher: OnceLock::new() })
    }

    /// The pattern as it was written.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether the pattern matches somewhere in `text`.
    ///
    /// Takes time linear in the text, except for patterns with look-around, `\b` or back-references. Those are
    /// bounded: beyond 100,000 steps back, or 16 KiB of text, the answer is `false`, and so it is for a pattern too
    /// large to compile (8 MiB).
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        match self.matcher.get_or_init(|| compile(&self.source)) {
            Matcher::Counted(class) => class.is_match(text),
            Matcher::Engine { backtracks, .. } if *backtracks && text.len() > BACKTRACK_TEXT => false,
            Matcher::Engine { regex, .. } => regex.is_match(text).unwrap_or(false),
            Matcher::Broken => false,
        }
    }

    /// The pattern as it can be sent to a provider, if its meaning survives.
    ///
    /// What comes out matches the same texts whether the provider's engine searches or matches the whole text, and
    /// uses nothing but literals, classes, groups, alternatives and greedy quantifiers. An open end is written out as
    /// `[\s\S]*`. `\d`, `\w`, `\s`, their opposites and `.` become classes with exactly the members that ECMA-262
    /// gives them; `\s` has all of Unicode's spaces. Lazy quantifiers become greedy and named groups plain, which
    /// changes no answer.
    ///
    /// `None` for look-around, back-references, `\b`, `\p{…}`, flags, anchors that cannot be moved to an end, classes
    /// without members, counts over 1,000, and repeats that multiply out to more than 10,000 characters.
    #[must_use]
    pub fn wire_form(&self) -> Option<String> {
        portable::wire_form(&parse::parse(&self.source).ok()?)
    }
}

fn compile(source: &str) -> Matcher {
    let Ok(parsed) = parse::parse(source) else {
        return Matcher::Broken;
    };
    let mut text = engine::engine_text(&parsed);
    if !parsed.backtracks {
        match jsonschema_regex::search_form(source, &text) {
            Some(Search::RepeatedClass(class)) => return Matcher::Counted(class),
            Some(Search::Collapsed(shorter)) => text = shorter,
            None => {}
        }
    }
    let built = fancy_regex::RegexBuilder::new(&text)
        .backtrack_limit(BACKTRACK_LIMIT)
        .delegate_size_limit(SIZE_LIMIT)
        .delegate_dfa_size_limit(CACHE_LIMIT)
        .max_prog_size(PROGRAM_LIMIT)
        .build();
    match built {
        Ok(regex) => Matcher::Engine { regex: Box::new(regex), backtracks: parsed.backtracks },
        Err(_) => Matcher::Broken,
    }
}

impl Clone for Pattern {
    fn clone(&self) -> Pattern {
        Pattern { source: self.source.clone(), matcher: OnceLock::new() }
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Pattern) -> bool {
        self.source == other.source
    }
}

impl Eq for Pattern {}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Pattern").field(&self.source).finish()
    }
}

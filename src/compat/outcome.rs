//! What came of a reply.

use crate::finding::{Fidelity, Finding, Severity};
use crate::json::parse;
use crate::location::Location;
use crate::reply::Judged;

/// What came of a reply. `Debug` shows lengths, not contents.
#[derive(Clone, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub kind: OutcomeKind,
    /// The user's value as JSON text, numbers as the model wrote them; present when valid.
    pub value: Option<String>,
    /// The values between which nothing decides; only when ambiguous.
    pub candidates: Vec<String>,
    /// Why the reply is not valid.
    pub issues: Vec<Issue>,
    /// Slips of the model that have one reading and were read so.
    pub findings: Vec<Finding>,
    /// Who held the answer back; only when refused.
    pub refused: Option<RefusedBy>,
    /// What is there of a user's value that breaks off, as JSON text, not validated; only when truncated, refused or an
    /// error.
    pub partial: Option<String>,
    /// The reply as it came: the text, or the arguments, that were read.
    pub raw: String,
}

/// Who holds an answer back (S9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RefusedBy {
    /// The model.
    Refusal,
    /// A filter of the provider, before or after the model.
    ContentFilter,
}

impl RefusedBy {
    /// The stable name, as in JSON output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            RefusedBy::Refusal => "refusal",
            RefusedBy::ContentFilter => "content_filter",
        }
    }
}

/// How reading a reply ended (S9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OutcomeKind {
    /// One value, valid under the user's schema.
    Valid,
    /// No valid value.
    Invalid,
    /// Several readings, all valid, with different values.
    Ambiguous,
    /// Cut at the token limit.
    Truncated,
    /// The model declined, or a filter held the answer back.
    Refused,
    /// Nothing but white space.
    Empty,
    /// The provider answered with an error.
    Error,
}

/// One fault of a reply, where the user's value has it and where the model wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// Where in the user's value.
    pub path: Location,
    /// Where in the reply.
    pub wire_path: Location,
    /// What is wrong; holds no content of the reply but names and kinds.
    pub message: String,
    /// What the model wrote there, where it is short enough to tell.
    pub found: Option<Found>,
}

/// What a model wrote at the place of an issue. `Debug` shows lengths, not contents.
#[derive(Clone, PartialEq, Eq)]
pub struct Found {
    /// The value as JSON, cut where it is long.
    pub value: String,
    /// The key of the entry it stands in, where the user's map is sent as a list of entries.
    pub entry: Option<String>,
}

impl std::fmt::Debug for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Found").field("value_bytes", &self.value.len()).field("entry", &self.entry.is_some()).finish()
    }
}

impl std::fmt::Debug for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Outcome")
            .field("kind", &self.kind)
            .field("value_bytes", &self.value.as_ref().map(String::len))
            .field("candidates", &self.candidates.len())
            .field("issues", &self.issues)
            .field("findings", &self.findings)
            .field("refused", &self.refused)
            .field("partial_bytes", &self.partial.as_ref().map(String::len))
            .field("raw_bytes", &self.raw.len())
            .finish()
    }
}

impl Outcome {
    /// Nothing read yet.
    pub(super) fn new(raw: String) -> Self {
        Outcome {
            kind: OutcomeKind::Invalid,
            value: None,
            candidates: Vec::new(),
            issues: Vec::new(),
            findings: Vec::new(),
            refused: None,
            partial: None,
            raw,
        }
    }

    /// Notes something that was read in the one way there is.
    pub(super) fn remark(&mut self, rule: &'static str, location: Location, message: String) {
        self.findings.push(Finding::new(rule, Severity::Info, Fidelity::Exact, location, message));
    }

    pub(super) fn issue(&mut self, path: Location, wire_path: Location, message: String) {
        self.issues.push(Issue { path, wire_path, message, found: None });
    }
}

impl OutcomeKind {
    /// The stable name, as in JSON output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            OutcomeKind::Valid => "valid",
            OutcomeKind::Invalid => "invalid",
            OutcomeKind::Ambiguous => "ambiguous",
            OutcomeKind::Truncated => "truncated",
            OutcomeKind::Refused => "refused",
            OutcomeKind::Empty => "empty",
            OutcomeKind::Error => "error",
        }
    }
}

impl Judged for Outcome {
    fn is_valid(&self) -> bool {
        self.kind == OutcomeKind::Valid
    }

    fn is_final(&self) -> bool {
        matches!(self.kind, OutcomeKind::Ambiguous | OutcomeKind::Error)
    }

    fn is_same(&self, other: &Self) -> bool {
        match (&self.value, &other.value) {
            (Some(one), Some(other)) => one == other || matches!((parse(one), parse(other)), (Ok(one), Ok(other)) if one.same(&other)),
            _ => false,
        }
    }
}

//! Findings and replies for eyes and for machines: pure functions from what was found to text.
//!
//! The same input gives the same bytes on every run.

mod as_is;
mod concise;
#[cfg(feature = "cli")]
mod full;
mod github;
mod group;
mod html;
mod json;
mod matrix;
mod paint;
mod pretty;
mod providers;
mod reply;
mod sarif;
mod source_map;
mod summary;

pub use concise::concise;
#[cfg(feature = "cli")]
pub use full::{Full, fault};
pub use github::github;
pub use html::Html;
pub use json::{Document, SCHEMA_VERSION, error_json, finding_json, number, object, text, value};
pub use matrix::Matrix;
pub use paint::{Paint, Tone, visible};
pub use pretty::pretty;
pub use providers::{provider, table};
pub use reply::{reply_json, reply_text};
pub use sarif::Sarif;
pub use source_map::{Place, Position, SourceMap};
pub use summary::{Summary, Tally};

use crate::error::Error;
use crate::finding::{Fidelity, Finding, Severity};
use crate::location::{Location, Span};
use crate::profile::Usage;
use std::rc::Rc;

/// A schema, the text it stands in, and what each profile made of it.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// What the text is called: a path as it was given.
    pub name: &'a str,
    /// Number of the text's first line, from 1; a line of a corpus keeps its number.
    pub first_line: usize,
    /// Byte offset of the text in its file.
    pub first_byte: usize,
    /// The corpus line's `id`, as JSON text.
    pub id: Option<&'a str>,
    /// The text.
    pub map: Rc<SourceMap<'a>>,
    /// Where the schema stands in the text: the root, or `/schema` in a corpus line.
    pub base: Location,
    /// One result for each profile.
    pub checks: &'a [Check],
}

/// What one profile made of one schema.
#[derive(Clone, Debug)]
pub struct Check {
    /// The profile's name.
    pub profile: String,
    /// The day its facts were checked.
    pub date: String,
    /// What was looked at.
    pub subject: Subject,
    /// The rewrite, or why there is none; of a schema judged as it stands, what was found.
    pub result: Result<Rewrite, Error>,
}

/// What a [`Check`] looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A schema and its rewrite.
    Rewrite,
    /// A schema that is sent as it stands.
    AsIs,
    /// All schemas of one request, and the limits they share.
    Request,
}

/// A rewrite, as far as people ask about it.
#[derive(Clone, Debug)]
pub struct Rewrite {
    /// Everything that was done to the schema.
    pub findings: Vec<Finding>,
    /// The worst fidelity over the findings, infos not counted.
    pub fidelity: Fidelity,
    /// How much of each limit the wire schema uses.
    pub usage: Vec<Usage>,
}

/// How a check ended, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// Nothing is lost.
    Exact,
    /// Replies are checked again.
    Widened,
    /// Some values cannot be sent.
    Narrowed,
    /// There is no rewrite.
    Refused,
}

impl Verdict {
    /// Every verdict, best first.
    pub const ALL: [Verdict; 4] = [Verdict::Exact, Verdict::Widened, Verdict::Narrowed, Verdict::Refused];

    /// The name used in every format.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Exact => "exact",
            Verdict::Widened => "widened",
            Verdict::Narrowed => "narrowed",
            Verdict::Refused => "refused",
        }
    }

    /// What it means, in a few words; `aside` when infos took something from it.
    #[must_use]
    pub const fn meaning(self, aside: bool) -> &'static str {
        match (self, aside) {
            (Verdict::Exact, false) => "nothing is lost",
            (Verdict::Exact, true) => "nothing is lost, infos aside",
            (Verdict::Widened, false) => "every value can be sent; replies are checked after decoding",
            (Verdict::Widened, true) => "every value can be sent, infos aside; replies are checked after decoding",
            (Verdict::Narrowed, _) => "some values your schema takes cannot be sent",
            (Verdict::Refused, _) => "there is no rewrite",
        }
    }
}

impl Verdict {
    /// What it means of a schema that is sent as it is.
    const fn meaning_as_is(self) -> &'static str {
        match self {
            Verdict::Exact | Verdict::Narrowed => "the endpoint takes the schema as it is",
            Verdict::Widened => "the endpoint takes the schema and ignores part of it: replies may break it",
            Verdict::Refused => "the endpoint does not take the schema as it is",
        }
    }

    /// What it means of the schemas of a request together.
    const fn meaning_together(self) -> &'static str {
        match self {
            Verdict::Refused => "the request's schemas go over a limit together",
            _ => "the request's schemas are within the limits together",
        }
    }
}

impl From<Fidelity> for Verdict {
    fn from(fidelity: Fidelity) -> Self {
        match fidelity {
            Fidelity::Exact => Verdict::Exact,
            Fidelity::Widened => Verdict::Widened,
            Fidelity::Narrowed => Verdict::Narrowed,
        }
    }
}

impl Check {
    /// How it ended.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let refused =
            |rewrite: &Rewrite| self.subject == Subject::AsIs && rewrite.findings.iter().any(|finding| finding.severity == Severity::Error);
        match &self.result {
            Ok(rewrite) if !refused(rewrite) => rewrite.fidelity.into(),
            _ => Verdict::Refused,
        }
    }

    /// How it ended, in a word for people.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match (self.subject, self.verdict()) {
            (Subject::Request, Verdict::Exact) => "fits",
            (_, verdict) => verdict.name(),
        }
    }

    /// How it ended, in a few words.
    #[must_use]
    pub fn meaning(&self) -> &'static str {
        let aside = |finding: &Finding| finding.severity == Severity::Info && finding.fidelity != Fidelity::Exact;
        match self.subject {
            Subject::Rewrite => self.verdict().meaning(self.findings().iter().any(aside)),
            Subject::AsIs => self.verdict().meaning_as_is(),
            Subject::Request => self.verdict().meaning_together(),
        }
    }

    /// The findings; none when the schema was refused.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        self.result.as_ref().map_or(&[], |rewrite| &rewrite.findings)
    }
}

impl Entry<'_> {
    /// What to underline for a location in the schema.
    fn underline(&self, location: &Location) -> Option<Span> {
        self.map.underline(&Location::from_pointer(format!("{}{location}", self.base)))
    }

    /// What to underline for an error: the fault of the text, or the location.
    fn underline_error(&self, error: &Error) -> Option<Span> {
        if self.map.fault().is_some() { self.map.fault_span() } else { self.underline(&error.location) }
    }

    /// Line and column in the file.
    fn position(&self, span: Option<Span>) -> Position {
        let at = self.map.position(span.unwrap_or_default().start);
        Position { line: at.line + self.first_line - 1, ..at }
    }
}

/// The name of a fidelity in every format.
#[must_use]
pub const fn fidelity_name(fidelity: Fidelity) -> &'static str {
    match fidelity {
        Fidelity::Exact => "exact",
        Fidelity::Widened => "widened",
        Fidelity::Narrowed => "narrowed",
    }
}

/// What takes the place of a severity where the schema's author allows a finding.
pub const ALLOWED: &str = "allowed";

/// How loud a finding is, in every format for people.
#[must_use]
pub const fn loudness(finding: &Finding) -> &'static str {
    if finding.allowed { ALLOWED } else { severity_name(finding.severity) }
}

/// The name of a severity in every format.
#[must_use]
pub const fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Info => "info",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

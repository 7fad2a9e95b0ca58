//! A finding as the rules write it: its place not spelled out, its example not built, its evidence not quoted.

use super::Name;
use super::wire::WireId;
use crate::finding::{Fidelity, Severity};
use crate::form::{Lost, NodeId};
use crate::profile::{Fact, Profile};
use crate::schema::arena::{JsonId, SchemaId};
use crate::schema::keyword::Keyword;
use std::borrow::Cow;

/// Where a finding points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// A keyword of a subschema.
    Keyword(SchemaId, Keyword),
    /// A subschema.
    Schema(SchemaId),
    /// A node of the document.
    Json(JsonId),
    /// A node of the normal form.
    Node(NodeId),
}

/// The line of the profile a finding rests on.
#[derive(Clone, Copy, Debug)]
pub enum Cause {
    /// What the endpoint does with a keyword.
    Keyword(Keyword),
    /// Another line; none where the endpoint is not known to have it.
    Line(fn(&Profile) -> Option<String>),
}

/// The profile's line at a path, as a [`Cause`].
macro_rules! line {
    ($($field:ident).+) => {
        $crate::rule::note::Cause::Line(|profile| $crate::rule::note::Cited::cited(&profile.$($field).+))
    };
}
pub(super) use line;

/// A line that may be missing.
pub(super) trait Cited {
    fn cited(&self) -> Option<String>;
}

impl<T> Cited for Fact<T> {
    fn cited(&self) -> Option<String> {
        Some(self.cite())
    }
}

impl<T> Cited for Option<Fact<T>> {
    fn cited(&self) -> Option<String> {
        self.as_ref().map(Fact::cite)
    }
}

impl Cause {
    /// The evidence, as a profile has it.
    #[must_use]
    pub fn cite(self, profile: &Profile) -> Option<String> {
        match self {
            Cause::Keyword(keyword) => Some(profile.keywords[keyword as usize].cite()),
            Cause::Line(line) => line(profile),
        }
    }
}

/// A finding before its place is spelled out.
#[derive(Clone, Debug)]
pub struct Note {
    /// The rule.
    pub rule: Name,
    /// How loud.
    pub severity: Severity,
    /// What it does to the values.
    pub fidelity: Fidelity,
    /// Where.
    pub at: At,
    /// What to say.
    pub message: Cow<'static, str>,
    /// What cannot be said, to build an example from.
    pub lost: Option<Lost>,
    /// The endpoint's behaviour it comes from; none where it comes from the schema or the options.
    pub cause: Option<Cause>,
    /// The wire node that was being built when it was told.
    pub wire: Option<WireId>,
}

impl Note {
    fn new(rule: Name, severity: Severity, fidelity: Fidelity, at: At, message: impl Into<Cow<'static, str>>) -> Self {
        Note { rule, severity, fidelity, at, message: message.into(), lost: None, cause: None, wire: None }
    }

    /// Something worth knowing that loses nothing.
    pub fn exact(rule: Name, at: At, message: impl Into<Cow<'static, str>>) -> Self {
        Note::new(rule, Severity::Info, Fidelity::Exact, at, message)
    }

    /// The wire accepts more: what is checked after decoding.
    pub fn widened(rule: Name, at: At, message: impl Into<Cow<'static, str>>) -> Self {
        Note::new(rule, Severity::Warning, Fidelity::Widened, at, message)
    }

    /// Some values cannot be said, as is usual and meant.
    pub fn narrowed(rule: Name, at: At, lost: Lost, message: impl Into<Cow<'static, str>>) -> Self {
        Note { lost: Some(lost), ..Note::new(rule, Severity::Info, Fidelity::Narrowed, at, message) }
    }

    /// The same, this loud.
    #[must_use]
    pub fn loud(self, severity: Severity) -> Self {
        Note { severity, ..self }
    }

    /// The same, resting on a line of the profile.
    #[must_use]
    pub fn because(self, cause: impl Into<Option<Cause>>) -> Self {
        Note { cause: cause.into(), ..self }
    }
}

//! Providers as data: what one endpoint accepts, with the evidence for each line.
//!
//! A profile is one TOML file, embedded or loaded from a path; adding a provider needs no Rust. Every fact carries its
//! confidence and where it was seen. What a profile does not list is not emitted: the rewriter works from allow-lists.
//!
//! ```toml
//! name = "acme/response-format"
//! inherits = "openai/response-format" # every line not written here is taken from there
//! date = "2026-11-30"
//! title = "Acme, response format"
//! without = ["limits.depth"] # an inherited line that does not hold
//!
//! [keywords]
//! minLength = { value = "enforced", confidence = "measured", evidence = "probe of the live endpoint, 2026-11" }
//!
//! [[cases]] # what holds in one constellation only; those written here come before inherited ones
//! keywords = ["minLength", "maxLength"]
//! beside = ["pattern"]
//! value = "ignored"
//! confidence = "measured"
//! evidence = "probe of the live endpoint, 2026-11"
//!
//! [[models]] # models that differ: `acme@small-1`
//! names = ["small-*"]
//! note = "no response format"
//! channels.response_format = { value = "refused", confidence = "documented", evidence = "its model page, 2026-11" }
//! ```
//!
//! With `assumed = true` what is inherited is marked as not established, and of the keywords only those that every strict
//! endpoint has stay accepted.

mod cases;
mod channels;
mod inherit;
mod lines;
mod lint;
mod load;
mod models;
mod openrouter;
mod rules;
mod verdict;

pub use cases::{Case, Holding, Level, Turn, TypeWord, View};
pub use channels::{Channel, Channels};
pub use lint::{Effect, PatternFeature, Usage, Violation, lint, usage, wording};
pub use load::{all, find, from_toml};
pub use models::ModelRules;
pub use openrouter::Model;
pub use rules::{Arrays, Bounds, Demand, Form, Limits, Literals, Names, Objects, Recursion, References, Root, Strings, Types, Unions};
pub use verdict::{Outcome, Verdict, judge, verdict, verdict_together};

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::schema::keyword::{Keyword, Role};

/// How sure a fact is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confidence {
    /// In the provider's documentation.
    Documented,
    /// In a recorded HTTP exchange.
    Recorded,
    /// Measured by somebody against the live endpoint.
    Measured,
    /// In a bug report.
    Reported,
    /// Concluded from other facts.
    Inferred,
    /// Not known; treated as refused.
    Unknown,
}

impl Confidence {
    /// The name used in profile files and reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Confidence::Documented => "documented",
            Confidence::Recorded => "recorded",
            Confidence::Measured => "measured",
            Confidence::Reported => "reported",
            Confidence::Inferred => "inferred",
            Confidence::Unknown => "unknown",
        }
    }
}

/// A value with the evidence for it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact<T> {
    /// What holds.
    pub value: T,
    /// How sure.
    pub confidence: Confidence,
    /// Where it was seen, with a date.
    pub evidence: String,
}

impl<T> Fact<T> {
    /// The evidence and its confidence on one line, for people.
    #[must_use]
    pub fn cite(&self) -> String {
        format!("{} ({})", self.evidence, self.confidence.name())
    }
}

/// What an endpoint does with a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Support {
    /// Accepted, and replies obey it.
    Enforced,
    /// Accepted, not enforced.
    Ignored,
    /// Answered with an error.
    Refused,
    /// Not established; treated as refused.
    Unknown,
}

/// What one endpoint accepts.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// `provider/slot`, e.g. `openai/response-format`.
    pub name: String,
    /// Other names it is found under, e.g. `openai`.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// The day the facts were checked, `YYYY-MM-DD`.
    pub date: String,
    /// One line for people.
    pub title: String,
    /// Whether replies are constrained by the schema while they are generated.
    pub enforced: Fact<bool>,
    /// Names of profiles that judge a schema which this one refuses: engines that stand in.
    #[serde(default)]
    pub fallback: Vec<String>,
    /// Loose slots: a schema that already passes is sent as it is.
    pub verbatim: bool,
    /// Per keyword, indexed by `Keyword as usize`; `Unknown` where the file has no line (or the line of `"*"`).
    #[serde(deserialize_with = "lines::keywords")]
    pub keywords: Vec<Fact<Support>>,
    /// What happens to a keyword outside [`Keyword::ALL`] (`x-…`, misspelt ones).
    pub other_keywords: Fact<Support>,
    /// Keywords that the newest answers take and older ones refused: we keep clear of them.
    #[serde(default)]
    pub kept: Option<Fact<Vec<Keyword>>>,
    /// Rules for the root.
    pub root: Root,
    /// Rules for objects.
    pub objects: Objects,
    /// Rules for `type`.
    pub types: Types,
    /// Rules for `enum` and `const`.
    pub literals: Literals,
    /// Rules for `$ref`.
    pub references: References,
    /// Rules for `anyOf`.
    pub unions: Unions,
    /// Rules for strings.
    pub strings: Strings,
    /// Rules for arrays.
    pub arrays: Arrays,
    /// Rules for bounds.
    #[serde(default)]
    pub bounds: Bounds,
    /// What holds in one constellation only; see [`Case`].
    #[serde(default)]
    pub cases: Vec<Case>,
    /// The keyword that is read, where an engine reads but one; see [`Turn`].
    #[serde(default)]
    pub dispatch: Vec<Turn>,
    /// The ways a schema can be given to the endpoint.
    #[serde(default)]
    pub channels: Channels,
    /// Limits, `None` where none is known.
    #[serde(default)]
    pub limits: Limits,
    /// Rules for the name that goes with a schema in the request.
    #[serde(default)]
    pub names: Names,
    /// The endpoint's own wording by linter rule (`rule`, or `rule:keyword` for one keyword), with placeholders in
    /// braces: `{keyword}`, `{name}`, `{detail}`, `{type}`, `{used}`, `{limit}`, `{reference}`, `{path}` (Python tuple), `{pointer}`,
    /// `{dotted}` (`properties.a`), `{proto}` (`.properties[0].value`), `{field}` (`.properties[a]`).
    #[serde(default)]
    pub messages: BTreeMap<String, Fact<String>>,
    /// Disagreements between sources, and how each was settled.
    #[serde(default)]
    pub notes: Vec<String>,
    /// Models that differ, see [`Profile::for_model`].
    #[serde(skip)]
    pub models: Vec<ModelRules>,
}

impl Profile {
    /// The name with the month of its facts: `openai.2026-11` for the profile that `openai` means.
    #[must_use]
    pub fn id(&self) -> String {
        let name = self.aliases.first().unwrap_or(&self.name);
        format!("{name}.{}", self.date.get(..7).unwrap_or(&self.date))
    }

    /// Whether `name` is its name or an alias.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.iter().any(|alias| alias == name)
    }

    /// Whether `additionalProperties` is read beside `properties`.
    #[must_use]
    pub fn reads_extra_beside(&self) -> bool {
        self.objects.mixed.as_ref().is_none_or(|fact| fact.value)
    }

    /// Whether objects that do not say are open.
    #[must_use]
    pub fn opens_silently(&self) -> bool {
        self.objects.open_by_default.as_ref().is_none_or(|fact| fact.value)
    }

    /// Whether a schema without `type` is sent for any value.
    #[must_use]
    pub fn sends_any(&self) -> bool {
        self.types.any_sent.as_ref().map_or(!self.types.required.value, |fact| fact.value)
    }

    /// Whether wire schemas may use references.
    #[must_use]
    pub fn sends_references(&self) -> bool {
        self.references.local.value && self.references.sent.as_ref().is_none_or(|fact| fact.value)
    }

    /// What the endpoint does with `keyword`.
    #[must_use]
    pub fn support(&self, keyword: Keyword) -> Support {
        self.keywords[keyword as usize].value
    }

    /// Whether `keyword` is accepted and obeyed.
    #[must_use]
    pub fn enforces(&self, keyword: Keyword) -> bool {
        self.support(keyword) == Support::Enforced
    }

    /// Whether `keyword` may stand in a wire schema: obeyed, or without effect where nothing is lost by that (words
    /// that constrain nothing, and slots that enforce no schema at all).
    #[must_use]
    pub fn permits(&self, keyword: Keyword) -> bool {
        match self.support(keyword) {
            Support::Enforced => true,
            Support::Ignored => !self.enforced.value || matches!(keyword.role(), Role::Annotation | Role::Core),
            Support::Refused | Support::Unknown => false,
        }
    }
}

//! Providers as data: what one endpoint accepts, with the evidence for each line.
//!
//! A profile is one TOML file, embedded or loaded from a path; adding a provider needs no Rust. Every fact carries its
//! confidence and where it was seen. What a profile does not list is not emitted: the rewriter works from allow-lists.

mod lint;
mod load;

pub use lint::{Violation, lint};
pub use load::{Model, all, find, from_toml};

use crate::schema::keyword::Keyword;

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

/// A value with the evidence for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact<T> {
    /// What holds.
    pub value: T,
    /// How sure.
    pub confidence: Confidence,
    /// Where it was seen, with a date.
    pub evidence: String,
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
#[derive(Clone, Debug)]
pub struct Profile {
    /// `provider/slot`, e.g. `openai/response-format`.
    pub name: String,
    /// Other names it is found under, e.g. `openai`.
    pub aliases: Vec<String>,
    /// The day the facts were checked, `YYYY-MM-DD`.
    pub date: String,
    /// One line for people.
    pub title: String,
    /// Whether replies are constrained by the schema while they are generated.
    pub enforced: Fact<bool>,
    /// Loose slots: a schema that already passes is sent as it is.
    pub verbatim: bool,
    /// Per keyword, indexed by `Keyword as usize`.
    pub keywords: Vec<Fact<Support>>,
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
    /// Limits, `None` where none is known.
    pub limits: Limits,
    /// Disagreements between sources, and how each was settled.
    pub notes: Vec<String>,
}

/// Rules for the root of the wire schema.
#[derive(Clone, Debug)]
pub struct Root {
    /// Must have `type: "object"`.
    pub object: Fact<bool>,
    /// May be (or carry) `anyOf`.
    pub any_of: Fact<bool>,
    /// May be a `$ref`.
    pub reference: Fact<bool>,
}

/// Rules for objects.
#[derive(Clone, Debug)]
pub struct Objects {
    /// `additionalProperties: false` is demanded on every object.
    pub closed: Fact<bool>,
    /// `additionalProperties` may hold a schema or `true` (open objects and maps are native).
    pub open: Fact<bool>,
    /// `additionalProperties` may be written at all (when false the keyword is never emitted).
    pub closable: Fact<bool>,
    /// Every declared property must be in `required`.
    pub all_required: Fact<bool>,
    /// `properties: {}` is accepted.
    pub empty: Fact<bool>,
    /// A pattern every property name must match (regular expression), and whether it is checked below the top level too.
    pub name_pattern: Option<Fact<String>>,
    /// Whether `name_pattern` is checked on nested properties.
    pub name_pattern_nested: bool,
    /// `propertyOrdering` is understood and emitted.
    pub ordering: Fact<bool>,
}

/// Rules for `type`.
#[derive(Clone, Debug)]
pub struct Types {
    /// `type` may be a list.
    pub list: Fact<bool>,
    /// Every node needs `type`, `anyOf`, `$ref` or (where allowed) a bare `enum`.
    pub required: Fact<bool>,
    /// `{"type": "null"}` is accepted (else null is said with `nullable: true`).
    pub null: Fact<bool>,
}

/// Rules for `enum` and `const`.
#[derive(Clone, Debug)]
pub struct Literals {
    /// Kinds of literal that `enum` may hold.
    pub kinds: Fact<crate::json::KindSet>,
    /// Literals of several kinds in one `enum`.
    pub mixed: Fact<bool>,
    /// `enum` needs a `type` beside it.
    pub typed: Fact<bool>,
    /// The empty string as a member.
    pub empty_string: Fact<bool>,
}

/// Rules for `$ref`.
#[derive(Clone, Debug)]
pub struct References {
    /// `$ref` into root `$defs` is accepted.
    pub local: Fact<bool>,
    /// Annotations beside `$ref` are accepted.
    pub siblings: Fact<bool>,
    /// What cycles are accepted.
    pub recursion: Fact<Recursion>,
}

/// What cycles of references are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Recursion {
    /// Any cycle.
    Native,
    /// Only cycles that pass through a property that is not required.
    OptionalOnly,
    /// None.
    None,
}

/// Rules for `anyOf`.
#[derive(Clone, Debug)]
pub struct Unions {
    /// `anyOf` below the root.
    pub any_of: Fact<bool>,
    /// Annotations (`description`) beside `anyOf`.
    pub annotated: Fact<bool>,
    /// Two object branches that start with the same property name are safe.
    pub same_first_key: Fact<bool>,
}

/// Rules for strings.
#[derive(Clone, Debug)]
pub struct Strings {
    /// Values of `format` that are accepted on strings.
    pub formats: Fact<Vec<String>>,
    /// Only anchored patterns in the portable subset are sent; always true today, kept as data for engines that search.
    pub portable_patterns: Fact<bool>,
}

/// Rules for arrays.
#[derive(Clone, Debug)]
pub struct Arrays {
    /// `items` is demanded.
    pub items_required: Fact<bool>,
    /// The largest `minItems` accepted, if bounded.
    pub min_items_max: Option<Fact<u64>>,
}

/// Limits over one schema (or one request where the provider counts so).
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Levels of object and array nesting.
    pub depth: Option<Fact<u64>>,
    /// Declared properties in all.
    pub properties: Option<Fact<u64>>,
    /// `enum` members in all.
    pub enum_values: Option<Fact<u64>>,
    /// Above this many members, one string `enum` may hold `long_enum_chars` characters.
    pub long_enum_values: Option<Fact<u64>>,
    /// See `long_enum_values`.
    pub long_enum_chars: Option<Fact<u64>>,
    /// Characters over property names, definition names and literals.
    pub characters: Option<Fact<u64>>,
    /// Properties that are not required, in all.
    pub optional_properties: Option<Fact<u64>>,
    /// Properties whose type is a list or a union, in all.
    pub union_properties: Option<Fact<u64>>,
    /// Strict tools in one request.
    pub strict_tools: Option<Fact<u64>>,
}

impl Profile {
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
}

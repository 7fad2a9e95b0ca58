//! What holds in one constellation only: a keyword beside another, under one type, with one value; and which keyword of a
//! schema an engine reads when it reads but one.

use serde::Deserialize;

use super::{Confidence, Profile, Support};
use crate::schema::keyword::Keyword;

/// What an endpoint does with keywords in one constellation, where that differs from `[keywords]`. Every condition that is
/// written must hold; of several cases that fit, the first counts.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The keywords it is about.
    pub keywords: Vec<Keyword>,
    /// One of these stands in the same schema.
    #[serde(default)]
    pub beside: Vec<Keyword>,
    /// None of these stands in the same schema.
    #[serde(default)]
    pub without: Vec<Keyword>,
    /// The declared type is one of these; `none` is no type, `list` a list of several.
    #[serde(default)]
    pub types: Vec<TypeWord>,
    /// The schema stands in one of these keywords.
    #[serde(default)]
    pub inside: Vec<Keyword>,
    /// Where the schema stands.
    #[serde(default)]
    pub at: Option<Level>,
    /// What the keyword's value is.
    #[serde(default)]
    pub holds: Option<Holding>,
    /// The value is a number above this.
    #[serde(default)]
    pub above: Option<f64>,
    /// The value is a number below this.
    #[serde(default)]
    pub below: Option<f64>,
    /// What the endpoint does with the keyword then.
    pub value: Support,
    /// How sure.
    pub confidence: Confidence,
    /// Where it was seen, with a date.
    pub evidence: String,
}

/// One turn of an engine that reads the first keyword it knows and loses what stands beside it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The keyword that is read.
    pub keyword: Keyword,
    /// Only where `type` is a list of several.
    #[serde(default)]
    pub list: bool,
    /// Only where none of these stands in the same schema.
    #[serde(default)]
    pub without: Vec<Keyword>,
    /// What is read with it.
    #[serde(default)]
    pub reads: Vec<Keyword>,
    /// What becomes of every other constraint: ignored or refused.
    pub value: Support,
    /// How sure.
    pub confidence: Confidence,
    /// Where it was seen, with a date.
    pub evidence: String,
}

/// A name in `type`, or how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TypeWord {
    /// `null`
    Null,
    /// `boolean`
    Boolean,
    /// `integer`
    Integer,
    /// `number`
    Number,
    /// `string`
    String,
    /// `array`
    Array,
    /// `object`
    Object,
    /// A list of several names.
    List,
    /// No `type` at all.
    None,
}

impl TypeWord {
    /// The word for a name in `type`.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Some(match name {
            "null" => TypeWord::Null,
            "boolean" => TypeWord::Boolean,
            "integer" => TypeWord::Integer,
            "number" => TypeWord::Number,
            "string" => TypeWord::String,
            "array" => TypeWord::Array,
            "object" => TypeWord::Object,
            _ => return None,
        })
    }
}

/// Where a schema stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// It is the whole schema.
    Root,
    /// Somewhere inside.
    Below,
}

/// What a keyword's value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Holding {
    /// `true`
    True,
    /// `false`
    False,
    /// An empty list or object.
    Empty,
    /// A list or object with more than one member.
    Several,
    /// A number with a fraction.
    Fraction,
    /// Beside `properties` of which some are not required.
    Optional,
    /// A name in `required` that `properties` lacks.
    Undeclared,
    /// A literal outside the declared type.
    OutsideType,
    /// Branches that some value may satisfy together, references followed.
    Overlapping,
    /// Some branch is a reference.
    References,
    /// A pattern that begins with `^` or ends with `$`.
    Anchored,
    /// A pattern that does not do both.
    Unanchored,
}

/// A keyword of some schema, as the conditions of a [`Case`] look at it.
pub struct View<'a> {
    /// The keyword.
    pub keyword: Keyword,
    /// Whether another keyword stands in the same schema.
    pub has: &'a dyn Fn(Keyword) -> bool,
    /// The declared types.
    pub types: &'a [TypeWord],
    /// Whether the schema is the whole one.
    pub root: bool,
    /// The keyword the schema stands in.
    pub inside: Option<Keyword>,
    /// The value, if it is a number.
    pub number: Option<f64>,
    /// Whether the value is as described.
    pub holds: &'a dyn Fn(Holding) -> bool,
}

impl Case {
    /// Whether every condition holds.
    #[must_use]
    pub fn fits(&self, view: &View<'_>) -> bool {
        let any = |list: &[Keyword]| list.iter().any(|keyword| (view.has)(*keyword));
        let typed = |word: &TypeWord| match word {
            TypeWord::None => view.types.is_empty(),
            TypeWord::List => view.types.len() > 1,
            name => view.types.contains(name),
        };
        let bound = |limit: Option<f64>, beyond: fn(f64, f64) -> bool| limit.is_none_or(|l| view.number.is_some_and(|n| beyond(n, l)));
        self.keywords.contains(&view.keyword)
            && (self.beside.is_empty() || any(&self.beside))
            && !any(&self.without)
            && (self.types.is_empty() || self.types.iter().any(typed))
            && (self.inside.is_empty() || view.inside.is_some_and(|keyword| self.inside.contains(&keyword)))
            && self.at.is_none_or(|level| view.root == (level == Level::Root))
            && bound(self.above, |n, l| n > l)
            && bound(self.below, |n, l| n < l)
            && self.holds.is_none_or(view.holds)
    }

    /// The constellation in words, e.g. `beside pattern`.
    #[must_use]
    pub fn when(&self) -> String {
        let names = |list: &[Keyword]| list.iter().map(|k| k.text()).collect::<Vec<_>>().join(", ");
        let mut parts = Vec::new();
        for (word, list) in [("beside", &self.beside), ("without", &self.without), ("inside", &self.inside)] {
            if !list.is_empty() {
                parts.push(format!("{word} {}", names(list)));
            }
        }
        if !self.types.is_empty() {
            let types: Vec<String> = self.types.iter().map(|t| format!("{t:?}").to_lowercase()).collect();
            parts.push(format!("with type {}", types.join(", ")));
        }
        parts.extend(self.at.map(|level| if level == Level::Root { "at the root" } else { "below the root" }.to_owned()));
        parts.extend(self.above.map(|limit| format!("above {limit}")));
        parts.extend(self.below.map(|limit| format!("below {limit}")));
        parts.extend(self.holds.map(|holding| holding.words().to_owned()));
        parts.join(", ")
    }
}

impl Holding {
    const fn words(self) -> &'static str {
        match self {
            Holding::True => "as true",
            Holding::False => "as false",
            Holding::Empty => "empty",
            Holding::Several => "with several members",
            Holding::Fraction => "with a fraction",
            Holding::Optional => "where some declared property is optional",
            Holding::Undeclared => "for names that are not declared",
            Holding::OutsideType => "outside the declared type",
            Holding::Overlapping => "with branches that overlap",
            Holding::References => "with references as branches",
            Holding::Anchored => "anchored",
            Holding::Unanchored => "not anchored",
        }
    }
}

impl Profile {
    /// The case that says what becomes of a keyword, where one fits.
    #[must_use]
    pub fn case(&self, view: &View<'_>) -> Option<&Case> {
        self.cases.iter().find(|case| case.fits(view))
    }

    /// Whether some case is about `keyword`.
    #[must_use]
    pub fn has_cases(&self, keyword: Keyword) -> bool {
        self.cases.iter().any(|case| case.keywords.contains(&keyword))
    }

    /// The turn an engine takes at a schema, where it reads but one keyword.
    #[must_use]
    pub fn turn(&self, has: &dyn Fn(Keyword) -> bool, types: &[TypeWord]) -> Option<&Turn> {
        let taken = |turn: &&Turn| has(turn.keyword) && (!turn.list || types.len() > 1) && !turn.without.iter().any(|k| has(*k));
        self.dispatch.iter().find(taken)
    }
}

//! Where a keyword stands: whether the endpoint reads it there, and whether it says anything.

use std::borrow::Cow;
use std::collections::HashSet;

use super::node::{count, declared};
use super::overlap::overlapping;
use crate::json::Json;
use crate::profile::{Case, Holding, Profile, Turn, TypeWord, View};
use crate::schema::keyword::{Keyword, Role};

/// A schema with what is needed to look at one of its keywords.
#[derive(Clone, Copy)]
pub(super) struct Site<'a> {
    /// The whole document.
    pub document: &'a Json<'a>,
    /// The schema.
    pub schema: &'a Json<'a>,
    /// The keyword it stands in; `None` at the root.
    pub inside: Option<Keyword>,
}

/// What becomes of a keyword at a place, where that is not what `[keywords]` says.
pub(super) enum Standing<'p> {
    /// As `[keywords]` says.
    Usual,
    /// A case decides.
    Case(&'p Case),
    /// Another keyword is read instead.
    Lost(&'p Turn),
}

impl Site<'_> {
    /// What becomes of `keyword` here.
    pub(super) fn standing<'p>(&self, profile: &'p Profile, keyword: Keyword) -> Standing<'p> {
        if profile.cases.is_empty() && profile.dispatch.is_empty() {
            return Standing::Usual;
        }
        let has = |keyword: Keyword| self.schema.get(keyword.text()).is_some();
        let types: Vec<TypeWord> = declared(self.schema, profile).names.iter().filter_map(|name| TypeWord::of(name)).collect();
        if profile.has_cases(keyword) {
            let value = self.schema.get(keyword.text());
            let number = value.and_then(|v| if let Json::Number(text) = v { text.parse().ok() } else { None });
            let holds = |holding: Holding| value.is_some_and(|value| self.holds(profile, value, holding));
            let root = self.inside.is_none();
            let view = View { keyword, has: &has, types: &types, root, inside: self.inside, number, holds: &holds };
            if let Some(case) = profile.case(&view) {
                return Standing::Case(case);
            }
        }
        if !matches!(keyword.role(), Role::Core | Role::Annotation)
            && let Some(turn) = profile.turn(&has, &types)
            && turn.keyword != keyword
            && !turn.reads.contains(&keyword)
        {
            return Standing::Lost(turn);
        }
        Standing::Usual
    }

    /// Whether the schemas in `keyword` are looked into.
    pub(super) fn reads(&self, profile: &Profile, keyword: Keyword) -> bool {
        use crate::profile::Support::{Enforced, Ignored, Refused, Unknown};
        match self.standing(profile, keyword) {
            Standing::Usual => profile.permits(keyword),
            Standing::Lost(_) => false,
            Standing::Case(case) => match case.value {
                Enforced => true,
                Ignored => !profile.enforced.value || keyword.role() == Role::Core,
                Refused | Unknown => false,
            },
        }
    }

    fn holds(&self, profile: &Profile, value: &Json<'_>, holding: Holding) -> bool {
        match holding {
            Holding::True => *value == Json::Bool(true),
            Holding::False => *value == Json::Bool(false),
            Holding::Empty => members(value) == Some(0),
            Holding::Several => members(value).is_some_and(|n| n > 1),
            Holding::Fraction => matches!(value, Json::Number(text) if text.parse::<f64>().is_ok_and(|n| n.fract() != 0.0)),
            Holding::Optional => {
                let required = super::tree::required_names(self.schema);
                let declared = self.schema.get("properties");
                matches!(declared, Some(Json::Object(members)) if members.iter().any(|(name, _)| !required.contains(name.as_ref())))
            }
            Holding::Undeclared => self.undeclared(value),
            Holding::OutsideType => {
                let types = declared(self.schema, profile);
                let outside = |literal: &Json<'_>| !super::literals::fits(literal, &types);
                self.schema.get("type").is_some()
                    && match value {
                        Json::Array(literals) if self.schema.get("enum").is_some_and(|e| std::ptr::eq(e, value)) => {
                            literals.iter().any(outside)
                        }
                        literal => outside(literal),
                    }
            }
            Holding::Overlapping => overlapping(self.document, value),
            Holding::References => matches!(value, Json::Array(branches) if branches.iter().any(|b| b.get("$ref").is_some())),
            Holding::Anchored => matches!(value, Json::String(text) if text.starts_with('^') || text.ends_with('$')),
            Holding::Unanchored => matches!(value, Json::String(text) if !(text.starts_with('^') && text.ends_with('$'))),
        }
    }

    fn undeclared(&self, required: &Json<'_>) -> bool {
        let declared: HashSet<&str> = match self.schema.get("properties") {
            Some(Json::Object(members)) => members.iter().map(|(name, _)| name.as_ref()).collect(),
            _ => HashSet::new(),
        };
        matches!(required, Json::Array(names) if names.iter().any(|n| matches!(n, Json::String(s) if !declared.contains(s.as_ref()))))
    }

    /// Whether `keyword` says nothing here: nothing is lost when it is not obeyed.
    pub(super) fn vacuous(&self, keyword: Keyword, value: &Json<'_>) -> bool {
        let has = |name: &str| self.schema.get(name).is_some();
        match keyword {
            Keyword::MinItems | Keyword::MinLength | Keyword::MinProperties => matches!(value, Json::Number(n) if count(n) == Some(0)),
            Keyword::MinContains | Keyword::MaxContains => !has("contains"),
            Keyword::UniqueItems => *value == Json::Bool(false),
            Keyword::Required
            | Keyword::DependentRequired
            | Keyword::DependentSchemas
            | Keyword::Dependencies
            | Keyword::Properties
            | Keyword::PatternProperties => members(value) == Some(0),
            Keyword::If => !has("then") && !has("else"),
            Keyword::Then | Keyword::Else => !has("if"),
            Keyword::Not => *value == Json::Bool(false),
            Keyword::Items | Keyword::AdditionalItems | Keyword::UnevaluatedItems => takes_all(value),
            Keyword::AdditionalProperties | Keyword::UnevaluatedProperties | Keyword::PropertyNames => takes_all(value),
            Keyword::Format => matches!(value, Json::String(name) if !CHECKABLE.contains(&name.as_ref())),
            _ => false,
        }
    }

    /// Whether `keyword`, which an engine does not read beside `winner`, says nothing that `winner` does not say too.
    pub(super) fn implied(&self, profile: &Profile, keyword: Keyword, winner: Keyword) -> bool {
        if keyword != Keyword::Type {
            return false;
        }
        let own = declared(self.schema, profile);
        let within = |literal: &Json<'_>| super::literals::fits(literal, &own);
        match (winner, self.schema.get(winner.text())) {
            (Keyword::Const, Some(literal)) => within(literal),
            (Keyword::Enum, Some(Json::Array(literals))) => literals.iter().all(within),
            (Keyword::AnyOf | Keyword::OneOf, Some(Json::Array(branches))) => branches.iter().all(|b| self.same_types(profile, b)),
            (Keyword::AllOf, Some(Json::Array(branches))) => branches.iter().any(|b| self.same_types(profile, b)),
            (Keyword::Ref, _) => self.same_types(profile, self.schema),
            (Keyword::Properties, _) => own.names.iter().any(|name| name == "object"),
            (Keyword::PrefixItems, _) => own.names.iter().any(|name| name == "array"),
            _ => false,
        }
    }

    /// Whether a branch, its reference followed, declares no type that the schema does not.
    fn same_types(&self, profile: &Profile, branch: &Json<'_>) -> bool {
        let target = match branch.get("$ref") {
            Some(Json::String(reference)) => pointed(self.document, reference),
            _ => Some(branch),
        };
        let own = declared(self.schema, profile);
        target.is_some_and(|target| {
            let theirs = declared(target, profile);
            !theirs.names.is_empty() && theirs.names.iter().all(|name| own.has(name) || (name == "integer" && own.has("number")))
        })
    }
}

/// Formats whose grammar an engine could hold a model to; of others nothing is lost that anybody keeps.
const CHECKABLE: [&str; 14] = [
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "uuid",
    "uri",
    "uri-reference",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
];

fn members(value: &Json<'_>) -> Option<usize> {
    match value {
        Json::Array(items) => Some(items.len()),
        Json::Object(members) => Some(members.len()),
        _ => None,
    }
}

fn takes_all(value: &Json<'_>) -> bool {
    *value == Json::Bool(true) || members(value) == Some(0)
}

/// What a reference of the form `#/a/b` points at, escapes read.
pub(super) fn pointed<'a>(document: &'a Json<'a>, reference: &str) -> Option<&'a Json<'a>> {
    let way = reference.strip_prefix('#')?;
    if way.is_empty() {
        return Some(document);
    }
    let mut at = document;
    for segment in way.strip_prefix('/')?.split('/') {
        let name: Cow<'_, str> = super::references::unescape(segment)?;
        at = match at {
            Json::Array(items) => items.get(name.parse::<usize>().ok()?)?,
            other => other.get(&name)?,
        };
    }
    Some(at)
}

//! Whether branches of a union exclude one another, as far as an engine can see it: by type, or by a required property
//! that is a different literal in each.

use std::collections::{HashMap, HashSet};

use super::standing::pointed;
use crate::json::{Json, Kind};

/// More branches than this are not compared pairwise.
const MANY: usize = 64;

/// Whether some two of the branches may take the same value, as far as can be seen.
pub(super) fn overlapping(document: &Json<'_>, branches: &Json<'_>) -> bool {
    let Json::Array(branches) = branches else {
        return false;
    };
    let branches: Vec<&Json<'_>> = branches.iter().map(|branch| resolved(document, branch)).collect();
    if branches.len() > MANY {
        return true;
    }
    let pairs = branches.iter().enumerate().flat_map(|(i, a)| branches[i + 1..].iter().map(move |b| (*a, *b)));
    pairs.into_iter().any(|(a, b)| !exclusive(document, a, b))
}

/// A schema, its reference followed a few times.
pub(super) fn resolved<'a>(document: &'a Json<'a>, schema: &'a Json<'a>) -> &'a Json<'a> {
    let mut at = schema;
    for _ in 0..8 {
        let Some(Json::String(reference)) = at.get("$ref") else {
            break;
        };
        let Some(target) = pointed(document, reference) else {
            break;
        };
        at = target;
    }
    at
}

fn exclusive(document: &Json<'_>, a: &Json<'_>, b: &Json<'_>) -> bool {
    if let (Some(a), Some(b)) = (literals(a), literals(b)) {
        return a.is_disjoint(&b);
    }
    if let (Some(a), Some(b)) = (kinds(a), kinds(b))
        && a.iter().all(|kind| !b.contains(kind))
    {
        return true;
    }
    let (a, b) = (required_literals(document, a), required_literals(document, b));
    a.iter().any(|(name, ours)| b.get(name).is_some_and(|theirs| ours.is_disjoint(theirs)))
}

/// The kinds of value a schema takes, where it says; a number may be an integer.
fn kinds(schema: &Json<'_>) -> Option<Vec<Kind>> {
    let kind = |name: &str| if name == "integer" { Some(Kind::Number) } else { Kind::ALL.into_iter().find(|k| k.name() == name) };
    match schema.get("type") {
        Some(Json::String(name)) => Some(vec![kind(name)?]),
        Some(Json::Array(names)) => names.iter().map(|n| if let Json::String(s) = n { kind(s) } else { None }).collect(),
        _ => {
            let all = match (schema.get("const"), schema.get("enum")) {
                (Some(literal), _) => vec![literal.kind()],
                (None, Some(Json::Array(members))) => members.iter().map(Json::kind).collect(),
                _ => return None,
            };
            Some(all)
        }
    }
}

/// The literals a schema is limited to, spelt so that kinds stay apart.
pub(super) fn literals(schema: &Json<'_>) -> Option<HashSet<String>> {
    let spell = |value: &Json<'_>| match value {
        Json::String(s) => Some(format!("\"{s}")),
        Json::Number(s) => Some(s.to_string()),
        Json::Bool(b) => Some(b.to_string()),
        _ => None,
    };
    match (schema.get("const"), schema.get("enum")) {
        (Some(value), _) => spell(value).map(|s| HashSet::from([s])),
        (None, Some(Json::Array(members))) => members.iter().map(spell).collect(),
        _ => None,
    }
}

/// The required properties that are limited to literals.
fn required_literals<'a>(document: &'a Json<'a>, schema: &'a Json<'a>) -> HashMap<&'a str, HashSet<String>> {
    let required = super::tree::required_names(schema);
    let mut out = HashMap::new();
    if let Some(Json::Object(properties)) = schema.get("properties") {
        for (name, value) in properties.iter().filter(|(name, _)| required.contains(name.as_ref())) {
            if let Some(literals) = literals(resolved(document, value)) {
                out.insert(name.as_ref(), literals);
            }
        }
    }
    out
}

/// Why an endpoint that picks a branch by its keys cannot do so: what is wrong, and the property at fault.
pub(super) fn undecidable(document: &Json<'_>, branches: &[Json<'_>]) -> Option<(&'static str, String)> {
    let objects: Vec<&Json<'_>> =
        branches.iter().map(|b| resolved(document, b)).filter(|b| matches!(b.get("properties"), Some(Json::Object(_)))).collect();
    if objects.len() < 2 || objects.len() > MANY {
        return None;
    }
    let names = |schema: &Json<'_>| -> HashSet<String> {
        match schema.get("properties") {
            Some(Json::Object(members)) => members.iter().map(|(name, _)| name.to_string()).collect(),
            _ => HashSet::new(),
        }
    };
    let keys: Vec<HashSet<String>> = objects.iter().map(|o| names(o)).collect();
    let shared = objects.iter().enumerate().find_map(|(i, object)| {
        let required = super::tree::required_names(object);
        let mut needed: Vec<&str> = required.into_iter().collect();
        needed.sort_unstable();
        needed.into_iter().find(|name| keys.iter().enumerate().any(|(j, other)| j != i && other.contains(*name))).map(str::to_owned)
    });
    let shared = shared?;
    let singles: Vec<HashMap<&str, HashSet<String>>> = objects.iter().map(|o| required_literals(document, o)).collect();
    let (first, rest) = singles.split_first()?;
    let mut common: Vec<&str> = first.keys().copied().filter(|name| rest.iter().all(|other| other.contains_key(name))).collect();
    common.sort_unstable();
    match common[..] {
        [] => Some(("a required key of one branch is in another", shared)),
        [tag] => {
            let mut seen = HashSet::new();
            let distinct = singles.iter().all(|s| s[tag].len() == 1 && s[tag].iter().all(|literal| seen.insert(literal.clone())));
            (!distinct).then(|| ("the literals of the discriminator overlap", tag.to_owned()))
        }
        _ => Some(("several properties could be the discriminator", common.join(", "))),
    }
}

//! An example of an answer, made from the wire schema: what a model is shown that wrote the schema back.

use super::{OutcomeKind, Prepared};
use crate::json::{Decimal, Json, parse, to_text};
use std::borrow::Cow;

/// How deep examples are built.
const MAX_DEPTH: usize = 24;
/// Nodes that are built in all: references may multiply.
const MAX_NODES: usize = 2000;
/// Lists hold one entry and nullable things a value down to here; deeper they are left empty.
const FULL_DEPTH: usize = 8;

impl Prepared<'_> {
    /// A small answer in wire form that would be accepted, as JSON text; `None` where none was found.
    #[must_use]
    pub fn example(&self) -> Option<String> {
        let wire = parse(&self.wire_schema).ok()?;
        let built = Builder { root: &wire, nodes: MAX_NODES, within: vec!["#"] }.value(&wire, 0).filter(|json| self.is_accepted(json));
        if let Some(built) = built {
            return Some(to_text(&built));
        }
        // What the wire schema does not say may be what counts: then from the user's own.
        let mut forms = crate::form::Forms::new(&self.schema);
        let node = forms.node([crate::form::Conjunct::Is(self.schema.root())]);
        let user = forms.sample(node, 0)?;
        let said = self.codec.encode(&user, &mut self.members()).ok()?;
        self.is_accepted(&said).then(|| to_text(&said))
    }

    fn is_accepted(&self, json: &Json<'_>) -> bool {
        self.judge(json).kind == OutcomeKind::Valid
    }
}

struct Builder<'w> {
    root: &'w Json<'w>,
    nodes: usize,
    /// The references that are being followed: one of them again is left out.
    within: Vec<&'w str>,
}

impl<'w> Builder<'w> {
    fn value(&mut self, schema: &'w Json<'w>, depth: usize) -> Option<Json<'static>> {
        self.nodes = self.nodes.checked_sub(1)?;
        if depth > MAX_DEPTH {
            return None;
        }
        if let Some(reference) = schema.get("$ref").and_then(Json::as_str) {
            if self.within.contains(&reference) {
                return None;
            }
            self.within.push(reference);
            let value = self.target(reference).and_then(|target| self.value(target, depth + 1));
            self.within.pop();
            return value;
        }
        if let Some(value) = schema.get("const") {
            return Some(value.clone().into_owned());
        }
        if let Some(Json::Array(values)) = schema.get("enum") {
            let value = values.iter().find(|value| !matches!(value, Json::Null)).or(values.first())?;
            return Some(value.clone().into_owned());
        }
        if depth > FULL_DEPTH && takes_null(schema) {
            return Some(Json::Null);
        }
        for union in ["anyOf", "oneOf", "allOf"] {
            if let Some(Json::Array(branches)) = schema.get(union) {
                let (nulls, values): (Vec<_>, Vec<_>) = branches.iter().partition(|branch| takes_null(branch));
                return values.into_iter().chain(nulls).find_map(|branch| self.value(branch, depth + 1));
            }
        }
        match kind(schema) {
            Some("object") => self.object(schema, depth),
            Some("array") => self.array(schema, depth),
            Some("integer" | "number") => Some(number(schema)),
            Some("boolean") => Some(Json::Bool(true)),
            Some("null") => Some(Json::Null),
            _ => Some(string(schema)),
        }
    }

    fn target(&self, reference: &str) -> Option<&'w Json<'w>> {
        crate::location::Location::from_pointer(reference.strip_prefix('#')?).steps().try_fold(self.root, |at, step| at.get(&step))
    }

    fn object(&mut self, schema: &'w Json<'w>, depth: usize) -> Option<Json<'static>> {
        let required = schema.get("required").map(Json::items).unwrap_or_default();
        let Some(Json::Object(properties)) = schema.get("properties") else { return Some(Json::Object(Vec::new())) };
        let mut members = Vec::with_capacity(properties.len());
        for (name, property) in properties {
            let is_required = required.iter().any(|other| other.as_str() == Some(name));
            match self.value(property, depth + 1) {
                Some(value) if is_required || depth < FULL_DEPTH => members.push((Cow::Owned(name.to_string()), value)),
                None if is_required => return None,
                _ => {}
            }
        }
        Some(Json::Object(members))
    }

    fn array(&mut self, schema: &'w Json<'w>, depth: usize) -> Option<Json<'static>> {
        let least = size(schema, "minItems").unwrap_or(usize::from(depth < FULL_DEPTH)).min(100);
        let least = least.max(usize::from(depth < FULL_DEPTH)).min(size(schema, "maxItems").unwrap_or(usize::MAX));
        let Some(item) = schema.get("items") else { return Some(Json::Array(vec![string(&Json::Null); least])) };
        let mut items = Vec::new();
        for _ in 0..least {
            match self.value(item, depth + 1) {
                Some(value) => items.push(value),
                // A list may be empty where what it lists leads on without end.
                None if size(schema, "minItems").unwrap_or(0) == 0 => return Some(Json::Array(Vec::new())),
                None => return None,
            }
        }
        Some(Json::Array(items))
    }
}

/// The first kind a schema names that is not null; kinds are spelled in capitals in one dialect.
fn kind<'s>(schema: &'s Json<'_>) -> Option<&'s str> {
    let named = schema.get("type")?;
    let first = named.as_str().or_else(|| named.items().iter().filter_map(Json::as_str).find(|name| *name != "null"));
    first.or_else(|| named.items().first().and_then(Json::as_str))
}

fn takes_null(schema: &Json<'_>) -> bool {
    let named = schema.get("type");
    named.and_then(Json::as_str) == Some("null")
        || named.is_some_and(|named| named.items().iter().any(|name| name.as_str() == Some("null")))
        || matches!(schema.get("nullable"), Some(Json::Bool(true)))
        || schema
            .get("anyOf")
            .is_some_and(|union| union.items().iter().any(|branch| branch.get("type").and_then(Json::as_str) == Some("null")))
}

fn size(schema: &Json<'_>, keyword: &str) -> Option<usize> {
    match schema.get(keyword) {
        Some(Json::Number(text)) => text.parse().ok(),
        _ => None,
    }
}

/// The bound nearest to nought that is needed.
fn number(schema: &Json<'_>) -> Json<'static> {
    let bound = |keyword: &str| match schema.get(keyword) {
        Some(Json::Number(text)) => Decimal::parse(text),
        _ => None,
    };
    let above = bound("exclusiveMinimum").and_then(|low| low.floor().successor());
    let below = bound("exclusiveMaximum").and_then(|high| high.ceil().predecessor());
    let (low, high) = (bound("minimum").or(above), bound("maximum").or(below));
    let value = match (low, high) {
        (Some(low), _) if low > Decimal::ZERO => Some(low),
        (_, Some(high)) if high < Decimal::ZERO => Some(high),
        _ => None,
    };
    let whole = kind(schema) == Some("integer");
    let value = value.map(|value| {
        if whole && value > Decimal::ZERO {
            value.ceil()
        } else if whole {
            value.floor()
        } else {
            value
        }
    });
    Json::Number(value.map_or_else(|| "0".to_owned(), |value| value.to_text()).into())
}

fn string(schema: &Json<'_>) -> Json<'static> {
    let pattern = schema.get("pattern").and_then(Json::as_str);
    if let Some(text) = pattern.and_then(jsonschema_regex::pattern_witness) {
        return Json::String(text.into());
    }
    let text = schema.get("format").and_then(Json::as_str).and_then(crate::form::format_example).unwrap_or("example");
    let mut text = text.to_owned();
    let least = size(schema, "minLength").unwrap_or(0).min(1000);
    text.extend(std::iter::repeat_n('a', least.saturating_sub(text.chars().count())));
    let most = size(schema, "maxLength").unwrap_or(usize::MAX);
    Json::String(text.chars().take(most).collect::<String>().into())
}

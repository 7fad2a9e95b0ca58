//! Values of a JSON Schema, by its structure alone: for the user's schema and for the wire schema alike, without a look at
//! the codec. What comes out is close to valid; callers keep what a validator accepts.

use super::choices::Choices;
use super::json::{Value, number, read, steps, string};
use super::schemas::NAMES;
use schema_compat::json::Json;
use schema_compat::pattern::Pattern;
use std::borrow::Cow;

const STRINGS: &[&str] = &["a", "b", "x1", "", "kkkk", "y", "9", "null", "{}", "[1]", "ab", "2026-01-01", "\u{e9}\u{1F600}"];
const NUMBERS: &[&str] = &["0", "1", "-1", "2.5", "10", "3", "1.0", "1e2", "123456789012345678901234567890", "-0.5", "6"];
const ANY: &[&str] =
    &["\"a\"", "1", "null", "true", "[]", "{}", "{\"a\":[null]}", "[{\"key\":\"k\",\"value\":1}]", "{\"_json\":\"1\"}", "\"null\""];
const FUEL: usize = 400;
const DEPTH: usize = 12;

pub struct Sampler<'s, 'c, 'd> {
    root: &'s Value,
    choices: &'c mut Choices<'d>,
    fuel: usize,
    /// Whether objects that say nothing of undeclared properties get some.
    extras: bool,
}

/// A value that is probably valid.
pub fn sample(schema: &Value, choices: &mut Choices<'_>) -> Value {
    Sampler { root: schema, choices, fuel: FUEL, extras: true }.value(&[schema], 0)
}

/// A value that is probably valid, with no property that the schema does not speak of.
pub fn sample_declared(schema: &Value, choices: &mut Choices<'_>) -> Value {
    Sampler { root: schema, choices, fuel: FUEL, extras: false }.value(&[schema], 0)
}

impl<'s> Sampler<'s, '_, '_> {
    fn value(&mut self, schemas: &[&'s Value], depth: usize) -> Value {
        self.fuel = self.fuel.saturating_sub(1);
        if depth > 2 * DEPTH {
            return Json::Null;
        }
        let mut all: Vec<&'s Value> = Vec::new();
        for schema in schemas {
            self.flatten(schema, &mut all, 0);
        }
        let of = |name: &str| all.iter().filter_map(|s| s.get(name)).collect::<Vec<_>>();
        if let Some(one) = of("const").first() {
            return (*one).clone();
        }
        if let Some(Json::Array(list)) = of("enum").first().copied()
            && !list.is_empty()
        {
            return list[self.choices.pick(list.len())].clone();
        }
        let kinds = kinds(&all);
        if kinds.is_empty() {
            return read(self.choices.of(ANY));
        }
        let kind = if self.fuel == 0 || depth > DEPTH { self.cheapest(&kinds) } else { kinds[self.choices.pick(kinds.len())] };
        match kind {
            "null" => Json::Null,
            "boolean" => Json::Bool(self.choices.pick(2) == 0),
            "string" => self.string(&all),
            "integer" | "number" => self.number(&all, kind == "integer"),
            "array" => self.array(&all, depth),
            _ => self.object(&all, depth),
        }
    }

    fn cheapest(&self, kinds: &[&'static str]) -> &'static str {
        ["null", "boolean", "string", "integer", "number", "array", "object"].iter().find(|k| kinds.contains(k)).unwrap_or(&"null")
    }

    /// The schema and what it pulls in for the same value, one branch of every union.
    fn flatten(&mut self, schema: &'s Value, out: &mut Vec<&'s Value>, turn: usize) {
        out.push(schema);
        if turn > 12 {
            return;
        }
        if let Some(Json::String(reference)) = schema.get("$ref")
            && let Some(target) = super::json::at(self.root, &steps(reference))
        {
            self.flatten(target, out, turn + 1);
        }
        for name in ["allOf", "anyOf", "oneOf"] {
            let Some(Json::Array(branches)) = schema.get(name) else { continue };
            if name == "allOf" {
                branches.iter().for_each(|b| self.flatten(b, out, turn + 1));
            } else if !branches.is_empty() {
                let chosen = if self.fuel == 0 { 0 } else { self.choices.pick(branches.len()) };
                self.flatten(&branches[chosen], out, turn + 1);
            }
        }
        if let Some(test) = schema.get("if") {
            let holds = self.choices.pick(2) == 0;
            if holds {
                self.flatten(test, out, turn + 1);
            }
            if let Some(then) = schema.get(if holds { "then" } else { "else" }) {
                self.flatten(then, out, turn + 1);
            }
        }
        if let Some(Json::Object(dependents)) = schema.get("dependentSchemas") {
            for (_, consequence) in dependents {
                if self.choices.pick(2) == 1 {
                    self.flatten(consequence, out, turn + 1);
                }
            }
        }
    }

    fn string(&mut self, all: &[&'s Value]) -> Value {
        let patterns: Vec<&str> = all.iter().filter_map(|s| text(s.get("pattern"))).collect();
        if let Some(pattern) = patterns.first() {
            let fits: Vec<&str> = STRINGS.iter().chain(NAMES).copied().filter(|s| patterns.iter().all(|p| matches(p, s))).collect();
            return match (fits.is_empty(), jsonschema_regex::pattern_witness(pattern)) {
                (true, Some(witness)) => string(&witness),
                (true, None) => string(""),
                (false, _) => string(fits[self.choices.pick(fits.len())]),
            };
        }
        let limit = |name: &str| all.iter().filter_map(|s| count(s.get(name))).collect::<Vec<_>>().into_iter();
        let mut text = self.choices.of(STRINGS).to_owned();
        let least = limit("minLength").max().unwrap_or(0);
        while text.chars().count() < least {
            text.push('z');
        }
        if let Some(most) = limit("maxLength").min() {
            text = text.chars().take(most).collect();
        }
        string(&text)
    }

    fn number(&mut self, all: &[&'s Value], integer: bool) -> Value {
        let mut near: Vec<String> = Vec::new();
        for name in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"] {
            for bound in all.iter().filter_map(|s| s.get(name)) {
                let Json::Number(bound) = bound else { continue };
                near.push(bound.to_string());
                if let Ok(n) = bound.parse::<f64>() {
                    near.extend(
                        [n + 1.0, n - 1.0, n + 0.5]
                            .map(|n| if n.fract() == 0.0 && n.abs() < 1e15 { format!("{n:.0}") } else { n.to_string() }),
                    );
                }
            }
        }
        near.extend(NUMBERS.iter().map(|n| (*n).to_owned()));
        if integer {
            near.retain(|n| n.parse::<f64>().is_ok_and(|n| n.fract() == 0.0));
        }
        let index = self.choices.pick(near.len());
        number(near.swap_remove(index))
    }

    fn array(&mut self, all: &[&'s Value], depth: usize) -> Value {
        let bound = |name: &str| all.iter().filter_map(|s| count(s.get(name))).collect::<Vec<_>>().into_iter();
        let least = bound("minItems").max().unwrap_or(0);
        let slots = all.iter().filter_map(|s| list(s.get("prefixItems"))).map(<[_]>::len).max().unwrap_or(0);
        let closed = all.iter().any(|s| matches!(s.get("items"), Some(Json::Bool(false))));
        let mut length = self.choices.pick(slots + 3).max(least);
        if closed {
            length = length.min(slots);
        }
        if let Some(most) = bound("maxItems").min() {
            length = length.min(most);
        }
        let contains: Vec<&'s Value> = all.iter().filter_map(|s| s.get("contains")).collect();
        if !contains.is_empty() {
            length = length.max(1);
        }
        if self.fuel == 0 {
            length = least.min(4);
        }
        let mut items = Vec::new();
        for i in 0..length.min(6) {
            let mut says: Vec<&'s Value> = all
                .iter()
                .filter_map(|s| {
                    list(s.get("prefixItems")).and_then(|p| p.get(i)).or_else(|| s.get("items").or_else(|| s.get("unevaluatedItems")))
                })
                .collect();
            if i == 0 && !contains.is_empty() {
                says.extend(&contains);
            }
            items.push(self.value(&says, depth + 1));
        }
        Json::Array(items)
    }

    fn object(&mut self, all: &[&'s Value], depth: usize) -> Value {
        let declared = members(all, "properties");
        let mut names: Vec<Cow<'static, str>> = Vec::new();
        let required: Vec<String> =
            all.iter().filter_map(|s| list(s.get("required"))).flatten().filter_map(|n| text(Some(n))).map(str::to_owned).collect();
        for (name, _) in &declared {
            let wanted = required.iter().any(|r| r == name) || (self.fuel > 0 && self.choices.pick(2) == 1);
            if wanted && !names.iter().any(|n| n == name) {
                names.push(Cow::Owned((*name).to_owned()));
            }
        }
        for name in required {
            if !names.iter().any(|n| **n == name) {
                names.push(Cow::Owned(name));
            }
        }
        let open = self.choices.pick(3);
        let closed =
            all.iter().any(|s| matches!(s.get("additionalProperties").or(s.get("unevaluatedProperties")), Some(Json::Bool(false))));
        let patterns = members(all, "patternProperties");
        let spoken = all.iter().any(|s| s.get("additionalProperties").or(s.get("unevaluatedProperties")).is_some());
        let open = if self.extras || spoken || !patterns.is_empty() { open } else { 0 };
        if (!closed || !patterns.is_empty()) && self.fuel > 0 {
            for _ in 0..open {
                let name = self.choices.of(NAMES);
                let fits = !closed || patterns.iter().any(|(p, _)| matches(p, name));
                if fits && !names.iter().any(|n| n == name) {
                    names.push(Cow::Borrowed(name));
                }
            }
        }
        if let Some(most) = all.iter().filter_map(|s| count(s.get("maxProperties"))).min() {
            names.truncate(most);
        }
        let mut out = Vec::new();
        for name in names {
            let mut says: Vec<&'s Value> = Vec::new();
            for schema in all {
                let before = says.len();
                says.extend(schema.get("properties").and_then(|p| p.get(&name)));
                if let Some(Json::Object(patterns)) = schema.get("patternProperties") {
                    says.extend(patterns.iter().filter(|(p, _)| matches(p, &name)).map(|(_, s)| s));
                }
                if says.len() == before {
                    says.extend(schema.get("additionalProperties").or_else(|| schema.get("unevaluatedProperties")));
                }
            }
            let value = self.value(&says, depth + 1);
            out.push((name, value));
        }
        Json::Object(out)
    }
}

fn matches(pattern: &str, text: &str) -> bool {
    Pattern::new(pattern).is_ok_and(|p| p.is_match(text))
}

fn text(value: Option<&Value>) -> Option<&str> {
    match value {
        Some(Json::String(text)) => Some(text),
        _ => None,
    }
}

fn list(value: Option<&Value>) -> Option<&[Value]> {
    match value {
        Some(Json::Array(items)) => Some(items),
        _ => None,
    }
}

fn count(value: Option<&Value>) -> Option<usize> {
    match value {
        Some(Json::Number(n)) => n.parse().ok(),
        _ => None,
    }
}

fn members<'s>(all: &[&'s Value], name: &str) -> Vec<(&'s str, &'s Value)> {
    all.iter()
        .filter_map(|s| match s.get(name) {
            Some(Json::Object(members)) => Some(members.iter().map(|(k, v)| (k.as_ref(), v))),
            _ => None,
        })
        .flatten()
        .collect()
}

/// The kinds a value may have: those every `type` admits; without one, those the keywords speak of.
fn kinds(all: &[&Value]) -> Vec<&'static str> {
    const ALL: [&str; 7] = ["object", "array", "string", "integer", "number", "boolean", "null"];
    let mut kinds: Option<Vec<&'static str>> = None;
    for kind in all.iter().filter_map(|s| s.get("type")) {
        let named: Vec<&str> = match kind {
            Json::String(one) => vec![one],
            Json::Array(list) => list.iter().filter_map(|n| text(Some(n))).collect(),
            _ => Vec::new(),
        };
        let admits = |k: &&'static str| named.contains(k) || (**k == *"integer" && named.contains(&"number"));
        kinds = Some(kinds.map_or_else(|| ALL.iter().copied().filter(admits).collect(), |ks| ks.into_iter().filter(admits).collect()));
    }
    if let Some(mut kinds) = kinds {
        if kinds.contains(&"integer") && kinds.contains(&"number") {
            kinds.retain(|k| *k != "integer");
        }
        return kinds;
    }
    let speaks = |names: &[&str]| all.iter().any(|s| names.iter().any(|n| s.get(n).is_some()));
    let mut kinds = Vec::new();
    if speaks(&["properties", "required", "additionalProperties", "patternProperties", "minProperties", "propertyNames"]) {
        kinds.extend(["object"; 4]);
    }
    if speaks(&["items", "prefixItems", "minItems", "contains"]) {
        kinds.extend(["array"; 3]);
    }
    if speaks(&["minLength", "pattern", "format", "maxLength"]) {
        kinds.extend(["string"; 3]);
    }
    if speaks(&["minimum", "maximum", "multipleOf", "exclusiveMinimum"]) {
        kinds.extend(["number"; 3]);
    }
    if !kinds.is_empty() {
        kinds.extend(["string", "null"]);
    }
    kinds
}

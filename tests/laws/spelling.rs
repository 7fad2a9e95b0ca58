//! One schema in other spellings: other words of the same draft, and the words of older ones.

use super::CASES;
use super::cases::{Case, Verdict, check, law, tally};
use super::choices::Choices;
use super::json::{Value, member, object, string, text};
use schema_compat::compat::{Options, Prepared, prepare};
use schema_compat::error::Error;
use schema_compat::json::Json;
use schema_compat::schema::keyword::Draft;
use std::fmt::Write as _;

/// The keywords that hold no subschema.
const DATA: &[&str] = &["const", "enum", "default", "examples", "x-vendor", "required", "dependentRequired"];
/// The keywords that hold a map of them.
const MAPS: &[&str] = &["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

/// Applies a change to every subschema, the inner ones first.
fn each(schema: &Value, change: &mut dyn FnMut(Value) -> Value) -> Value {
    let Json::Object(members) = schema else { return change(schema.clone()) };
    let mut below = Vec::with_capacity(members.len());
    for (name, value) in members {
        let value = match (name.as_ref(), value) {
            (name, value) if DATA.contains(&name) => value.clone(),
            (name, Json::Object(map)) if MAPS.contains(&name) => {
                Json::Object(map.iter().map(|(name, value)| (name.clone(), each(value, change))).collect())
            }
            (_, Json::Array(list)) => Json::Array(list.iter().map(|item| each(item, change)).collect()),
            (_, Json::Object(_)) => each(value, change),
            (name, Json::Bool(_)) if name != "uniqueItems" => each(value, change),
            (_, other) => other.clone(),
        };
        below.push((name.clone(), value));
    }
    change(Json::Object(below))
}

/// Another spelling of a subschema in the words of the same draft.
fn respell(schema: Value, choices: &mut Choices<'_>) -> Value {
    match schema {
        Json::Bool(true) if choices.once_in(2) => object([]),
        Json::Object(members) => Json::Object(
            members
                .into_iter()
                .map(|(name, value)| match (name.as_ref(), value) {
                    ("type", Json::String(kind)) if choices.once_in(3) => (name, Json::Array(vec![Json::String(kind)])),
                    ("const", value) if choices.once_in(3) => ("enum".into(), Json::Array(vec![value])),
                    ("enum", Json::Array(mut list)) if list.len() == 1 && choices.once_in(3) => ("const".into(), list.remove(0)),
                    (_, value) => (name, value),
                })
                .collect(),
        ),
        other => other,
    }
}

/// The text with escapes in its strings and space between its parts.
fn escaped(json: &Value, choices: &mut Choices<'_>, out: &mut String) {
    let quoted = |s: &str, choices: &mut Choices<'_>, out: &mut String| {
        out.push('"');
        for c in s.chars() {
            if c.is_ascii_alphanumeric() && choices.once_in(9) {
                let _ = write!(out, "\\u{:04x}", c as u32);
            } else if c.is_ascii_graphic() && c != '"' && c != '\\' || c == ' ' || !c.is_ascii() {
                out.push(c);
            } else {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
        }
        out.push('"');
    };
    match json {
        Json::Object(members) => {
            out.push('{');
            for (i, (name, value)) in members.iter().enumerate() {
                out.push_str(if i > 0 { ",\n " } else { " " });
                quoted(name, choices, out);
                out.push_str(" : ");
                escaped(value, choices, out);
            }
            out.push('}');
        }
        Json::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                out.push_str(if i > 0 { " ,\t" } else { "" });
                escaped(item, choices, out);
            }
            out.push(']');
        }
        Json::String(s) => quoted(s, choices, out),
        other => out.push_str(&text(other)),
    }
}

/// Rules and fidelities, whatever the places are called.
fn told(prepared: &Prepared<'_>) -> Vec<String> {
    let mut told: Vec<String> = prepared.findings().iter().map(|f| format!("{} {:?}", f.rule, f.fidelity)).collect();
    told.sort();
    told
}

fn alike(one: Result<Prepared<'_>, Error>, other: Result<Prepared<'_>, Error>, spelled: &str, findings: bool) -> Verdict {
    match (one, other) {
        (Ok(one), Ok(other)) => {
            law!(one.wire_schema() == other.wire_schema(), "spelled {spelled}\n  {}\n  {}", one.wire_schema(), other.wire_schema());
            law!(one.fidelity() == other.fidelity(), "spelled {spelled}\n  {:?} {:?}", one.findings(), other.findings());
            law!(!findings || told(&one) == told(&other), "spelled {spelled}\n  {:#?}\n  {:#?}", told(&one), told(&other));
        }
        (Err(one), Err(other)) => law!(one.kind == other.kind, "spelled {spelled}: {one}, {other}"),
        (one, other) => law!(false, "spelled {spelled}: {:?} {:?}", one.err(), other.err()),
    }
    Ok(())
}

/// The same schema in other words is the same plan.
#[test]
fn spelling() {
    check("spelling", CASES, |case| {
        let mut choices = case.choices();
        let respelled = each(&case.schema, &mut |schema| respell(schema, &mut choices));
        // A quotation shows the user's own spelling.
        let words = case.prepare().is_ok_and(|p| p.wire_schema().contains("description"));
        if !words {
            alike(case.prepare(), prepare(&text(&respelled), case.profile, &case.options), &text(&respelled), true)?;
        }
        let mut escapes = String::new();
        escaped(&case.schema, &mut choices, &mut escapes);
        alike(case.prepare(), prepare(&escapes, case.profile, &case.options), &escapes, true)
    });
}

/// The words of a draft that a schema can be written in without losing anything: those it lacks are left out.
fn within(schema: &Value, draft: Draft) -> Value {
    let mut lacking = vec!["unevaluatedProperties", "unevaluatedItems", "minContains", "maxContains"];
    if draft == Draft::Draft4 {
        lacking.extend(["contains", "propertyNames", "if", "then", "else", "const"]);
    }
    if draft == Draft::Draft6 {
        lacking.extend(["if", "then", "else"]);
    }
    each(schema, &mut |schema| match schema {
        Json::Object(mut members) => {
            // A lone reference; what stands beside it would be ignored.
            if members.iter().any(|(name, _)| name == "$ref") {
                members.retain(|(name, _)| name == "$ref" || name == "$defs");
            }
            members.retain(|(name, _)| !lacking.contains(&name.as_ref()));
            // Both are said with one word, and the word of draft 4 for an open bound needs the closed one.
            if members.iter().any(|(name, _)| name == "dependentRequired") {
                members.retain(|(name, _)| name != "dependentSchemas");
            }
            Json::Object(members)
        }
        Json::Bool(false) if draft == Draft::Draft4 => object([("not", object([]))]),
        Json::Bool(true) if draft == Draft::Draft4 => object([]),
        other => other,
    })
}

/// The schema in the words of an older draft.
fn older(schema: &Value, draft: Draft) -> Value {
    each(schema, &mut |schema| {
        let Json::Object(members) = schema else { return schema };
        let positional = members.iter().any(|(name, _)| name == "prefixItems");
        let mut out = Vec::new();
        for (name, value) in members {
            match (name.as_ref(), value) {
                ("$defs", value) => out.push(member("definitions", value)),
                ("$ref", Json::String(to)) => out.push(member("$ref", string(&to.replace("#/$defs/", "#/definitions/")))),
                ("prefixItems", value) => out.push(member("items", value)),
                ("items", value) if positional => out.push(member("additionalItems", value)),
                ("dependentRequired" | "dependentSchemas", value) => out.push(member("dependencies", value)),
                ("exclusiveMinimum", value) if draft == Draft::Draft4 => {
                    out.extend([member("minimum", value), member("exclusiveMinimum", Json::Bool(true))]);
                }
                ("exclusiveMaximum", value) if draft == Draft::Draft4 => {
                    out.extend([member("maximum", value), member("exclusiveMaximum", Json::Bool(true))]);
                }
                (_, value) => out.push((name, value)),
            }
        }
        Json::Object(out)
    })
}

/// A schema in the words of draft 4, 6 or 7 is the plan of the same schema in today's.
#[test]
fn older_drafts() {
    check("older drafts", CASES, |case: &Case| {
        for draft in [Draft::Draft4, Draft::Draft6, Draft::Draft7] {
            let now = within(&case.schema, draft);
            let then = older(&now, draft);
            tally("older drafts", if then.same(&now) { "same words" } else { "other words" });
            let options = Options { draft: Some(draft), ..case.options.clone() };
            let (one, other) = (prepare(&text(&now), case.profile, &case.options), prepare(&text(&then), case.profile, &options));
            // Words that are quoted differ.
            if let (Ok(one), Ok(_)) = (&one, &other)
                && one.wire_schema().contains("{\\\"")
            {
                tally("older drafts", "skipped: quoted");
                continue;
            }
            alike(one, other, &format!("{draft:?} {}", text(&then)), false)?;
        }
        Ok(())
    });
}

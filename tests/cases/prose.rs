//! What cases say in words, as checks, by case.

use crate::expect::{Trial, tell};
use crate::wire::{at, declared, nodes, nulls, reference_faults, resolved};
use schema_compat::compat::{Options, OutcomeKind, prepare};
use schema_compat::json::{Json, parse, to_text};
use schema_compat::schema::keyword::Keyword;

/// What of a case's words does not hold.
pub fn check(trial: &Trial<'_, '_>) -> Vec<String> {
    let wire = trial.wire();
    let mut faults = Vec::new();
    let mut must = |holds: bool, what: &str| {
        if !holds {
            faults.push(format!("{what}: {}", to_text(&wire)));
        }
    };
    let node = |pointer: &str| resolved(&wire, at(&wire, pointer).unwrap_or(&Json::Null));
    let none = |bad: &dyn Fn(&Json<'_>) -> bool| !nodes(&wire).into_iter().any(bad);
    let prepared = trial.prepared.as_ref().ok();
    match trial.id {
        "rw-001" => must(nulls(node("/properties/family")) == 1, "null is named once"),
        "rw-009" => must(
            none(&|n| matches!(n.get("enum"), Some(Json::Array(m)) if m.iter().any(|m| !matches!(m, Json::String(_))))),
            "enum members are strings",
        ),
        "rw-011" => must(none(&|n| matches!(n.get("type"), Some(Json::Array(_)))), "no type list"),
        "rw-012" => must(
            none(&|n| n.get("anyOf").is_some() && (n.get("items").is_some() || n.get("maxItems").is_some())),
            "no array keywords beside anyOf",
        ),
        "rw-013" => {
            must(nulls(node("/properties/until")) == 1, "no second null branch");
            let annotated =
                |n: &Json<'_>| n.get("description").is_some() && matches!(n.get("type"), Some(Json::String(t)) if t == "object");
            must(none(&annotated), "the annotated branch is no object");
        }
        "rw-014" => must(nulls(node("/properties/when")) == 1, "null is named once"),
        "rw-025" => {
            must(matches!(wire.get("type"), Some(Json::String(t)) if t == "object"), "the root is an object");
            let result = node("/properties/result");
            let Some(Json::Array(branches)) = result.get("anyOf") else { return vec!["no branches".to_owned()] };
            for branch in branches {
                let branch = resolved(&wire, branch);
                let mut names = declared(branch);
                names.sort_unstable();
                must(names == ["kind", "note", "pid", "spec"], "each branch has all four");
                must(branch.get("properties").and_then(|p| p.get("note")).is_some_and(|n| nulls(n) == 1), "note takes null");
            }
        }
        "rw-031" => {
            // The same pair inside an allOf member.
            let mut schema = parse(trial.schema).expect("schema").into_owned();
            let Json::Object(members) = &mut schema else { panic!("an object") };
            let (moved, kept): (Vec<_>, Vec<_>) = members.drain(..).partition(|(name, _)| name == "if" || name == "then");
            *members = kept;
            members.push(("allOf".into(), Json::Array(vec![Json::Object(moved)])));
            let text = to_text(&schema);
            let other = prepare(&text, trial.profile, &Options::default()).expect("the other spelling");
            let valid = other.decode(r#"{"via":"pickup","street":null}"#);
            must(valid.value.as_deref() == Some(r#"{"via":"pickup"}"#), "the other spelling decodes alike");
            must(other.decode(r#"{"via":"post","street":null}"#).kind == OutcomeKind::Invalid, "the other spelling refuses alike");
        }
        "rw-040" => {
            for fault in reference_faults(&wire) {
                must(false, &fault);
            }
            must(to_text(at(&wire, "/properties/lead").unwrap_or(&Json::Null)).contains("the first chart"), "the description is on lead");
            must(to_text(&wire).matches("the first chart").count() == 1, "the description is only there");
        }
        "rw-041" => {
            for keyword in [Keyword::Minimum, Keyword::Maximum] {
                let sent = !none(&|n| n.get(keyword.text()).is_some());
                must(!sent || trial.profile.permits(keyword), "no bound the endpoint refuses");
            }
        }
        "rw-044" | "rw-045" | "rw-048" => {
            for fault in reference_faults(&wire) {
                must(false, &fault);
            }
        }
        "rw-052" => {
            let named = trial.prepared.as_ref().err().is_none_or(|e| e.location.as_str().starts_with("/properties/x/"));
            must(named, "a refusal names the place");
        }
        "rw-053" => must(declared(node("/properties/rows/items")).contains(&"owner_id") || prepared.is_none(), "the ghost key is declared"),
        "rw-062" => {
            let reply = r#"{"edits":[{"key":"10","value":[{"key":"2","value":"x"},{"key":"1","value":"y"}]}]}"#;
            let back = prepared.map(|p| p.decode(reply));
            must(
                back.as_ref().and_then(|o| o.value.as_deref()) == Some(r#"{"edits":{"10":{"2":"x","1":"y"}}}"#),
                &format!("entries keep their order: {}", back.as_ref().map(tell).unwrap_or_default()),
            );
        }
        "rw-066" => {
            let outcome = prepared.map(|p| p.decode(r#"{"hours":{"mon":8}}"#)).expect("prepared");
            let named = outcome.issues.iter().any(|i| i.path.as_str() == "/hours" && i.message.contains("tue"));
            must(named, &format!("the missing name is told at its object: {}", tell(&outcome)));
        }
        "rw-070" => {
            let payload = node("/properties/payload");
            must(!(declared(payload).is_empty() && payload.get("additionalProperties") == Some(&Json::Bool(false))), "not only {}");
        }
        "rw-075" => must(none(&|n| matches!(n, Json::Object(m) if m.is_empty()) || n == &Json::Bool(true)), "no bare {}"),
        "rw-076" => {
            must(!declared(&wire).is_empty(), "the root is wrapped");
            let inner = declared(&wire).first().map(|name| node(&format!("/properties/{name}")));
            must(inner.is_some_and(|inner| !matches!(inner.get("type"), Some(Json::String(t)) if t == "object")), "not only objects");
        }
        "rw-077" => must(!declared(&wire).contains(&"legacy"), "what can never be present is left out"),
        "rw-084" | "rw-085" => {
            let names = declared(&wire);
            let fits = |name: &&str| (1..=64).contains(&name.len()) && name.chars().all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c));
            must(names.iter().all(fits), "names the endpoint takes");
            let distinct: std::collections::BTreeSet<_> = names.iter().collect();
            let count = if trial.id == "rw-084" { 4 } else { 2 };
            must(distinct.len() == names.len() && names.len() == count, "every name has its own");
        }
        "rw-093" => must(declared(node("/properties/span")).contains(&"_rest"), "more items are legal"),
        "rw-102" => must(none(&|n| matches!(n.get("pattern"), Some(Json::String(p)) if p.contains("(?="))), "no look-around is sent"),
        "rw-104" => {
            must(none(&|n| matches!(n.get("minItems"), Some(Json::Number(n)) if n != "0" && n != "1")), "minItems only 0 or 1");
            let told = to_text(at(&wire, "/properties").unwrap_or(&Json::Null));
            must(told.contains("description") && told.contains('9') && told.contains('3'), "the limits are told");
        }
        "de-010" => {
            let reply = r#"{"x":{"id":1,"memo":null}}"#;
            let once = prepared.map(|p| p.decode(reply));
            let twice = trial.again().ok().map(|p| p.decode(reply));
            must(once == twice, "the same reading each time");
        }
        _ => {}
    }
    faults
}

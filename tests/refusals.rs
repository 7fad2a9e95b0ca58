//! Error bodies of every provider (`provider-fixtures/*/errors.jsonl`), each read as what it says it is.
//!
//! A line: `status`, `body` (JSON, or a string for plain text), `source`, `date`, `confidence`, and `expect`: what is read
//! from it. `UPDATE=1` writes what is read now, to be reviewed as a change to the files.

use schema_compat::json::{Json, parse};
use schema_compat::refusal::{RefusalKind, Remedy, Tool, recognize};
use schema_compat::rule;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("provider-fixtures");
    let mut files: Vec<PathBuf> = std::fs::read_dir(root)
        .expect("provider-fixtures")
        .filter_map(|entry| Some(entry.ok()?.path().join("errors.jsonl")))
        .filter(|path| path.exists())
        .collect();
    files.sort();
    files
}

/// What is read from one fixture.
fn read(fixture: &Value, provider: &str) -> Value {
    let status = fixture["status"].as_u64().and_then(|n| u16::try_from(n).ok());
    let body = fixture["body"].as_str().map_or_else(|| fixture["body"].to_string(), str::to_owned);
    let refusal = recognize(status, &body, provider);
    let mut out = Map::new();
    out.insert("kind".into(), json!(refusal.kind.name()));
    let mut put = |name: &str, value: Option<Value>| value.map(|value| out.insert(name.into(), value));
    put("rule", refusal.rule.map(|rule| json!(rule)));
    put("keyword", refusal.keyword.as_ref().map(|keyword| json!(keyword)));
    put("property", refusal.property.as_ref().map(|property| json!(property)));
    put(
        "tool",
        refusal.tool.as_ref().map(|tool| match tool {
            Tool::Name(name) => json!(name),
            Tool::Index(index) => json!(index),
        }),
    );
    put("counted", refusal.counted.map(|(used, limit)| json!([used, limit])));
    put("wire_location", refusal.wire_location(None).map(|at| json!(at.as_str())));
    Value::Object(out)
}

#[test]
fn every_recorded_error_is_read_as_it_says() {
    let update = std::env::var_os("UPDATE").is_some();
    let (mut seen, mut known, mut wrong) = (0, 0, Vec::new());
    for path in files() {
        let provider = path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned()).expect("a folder");
        let text = std::fs::read_to_string(&path).expect("a file");
        let mut lines = Vec::new();
        for line in text.lines() {
            let mut fixture: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{}: {e}: {line}", path.display()));
            for key in ["source", "date", "confidence"] {
                assert!(fixture[key].as_str().is_some_and(|text| !text.is_empty()), "{}: {key} is missing: {line}", path.display());
            }
            let read = read(&fixture, &provider);
            seen += 1;
            known += usize::from(read["kind"] != "unknown");
            if fixture["expect"] != read {
                wrong.push(format!("{provider}: expected {}, read {read}\n    {}", fixture["expect"], fixture["body"]));
                fixture["expect"] = read;
            }
            lines.push(fixture.to_string());
        }
        if update {
            std::fs::write(&path, lines.join("\n") + "\n").expect("writing a fixture");
        }
    }
    assert!(seen > 200, "only {seen} fixtures found");
    // What no text tells is few: a validator's inner errors and a provider that never says why.
    assert!(known * 20 >= seen * 19, "{known} of {seen} errors are known");
    assert!(update || wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn rules_are_rules_and_every_known_refusal_says_what_to_do() {
    for path in files() {
        let provider = path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned()).expect("a folder");
        for line in std::fs::read_to_string(&path).expect("a file").lines() {
            let fixture: Value = serde_json::from_str(line).expect("JSON");
            let refusal = recognize(None, &fixture["body"].to_string(), &provider);
            assert!(refusal.rule.is_none_or(|name| rule::find(name).is_some()), "no such rule: {refusal:?}");
            assert_eq!(refusal.kind == RefusalKind::Unknown, refusal.help.is_none(), "{refusal:?}");
        }
    }
}

#[test]
fn a_text_nobody_knows_passes_through_whole() {
    let body = r#"{"error":{"message":"The moon is in the wrong house","type":"x","code":"moon"}}"#;
    let refusal = recognize(Some(400), body, "openai");
    assert_eq!(refusal.kind, RefusalKind::Unknown);
    assert_eq!(refusal.message, "The moon is in the wrong house");
    assert_eq!((refusal.status, refusal.code.as_deref()), (Some(400), Some("moon")));
    assert_eq!(refusal.kind.remedy(), Remedy::Unknown);
    for body in ["<html>502</html>", "", "[[[[[[", "null", "{\"error\":null}", "data: {\"error\":", "\u{feff}{}"] {
        let refusal = recognize(None, body, "openai");
        assert_eq!(refusal.kind, RefusalKind::Unknown, "{body:?}");
        assert_eq!(refusal.message, body.trim(), "{body:?}");
    }
}

#[test]
fn the_upstream_speaks_through_a_router_and_a_stream() {
    let inner = r#"{"error":{"message":"Invalid schema for response_format 'x': In context=('properties', 'a'), 'oneOf' is not permitted.","param":"response_format"}}"#;
    let body = json!({"error": {"message": "Provider returned error", "code": 400, "metadata": {"raw": inner, "provider_name": "OpenAI"}}});
    let routed = recognize(Some(400), &body.to_string(), "openrouter");
    assert_eq!((routed.kind, routed.rule, routed.keyword.as_deref()), (RefusalKind::Keyword, Some("one-of"), Some("oneOf")));
    assert_eq!(routed.wire_location(None).expect("a place").as_str(), "/properties/a");

    let stream = format!("event: error\ndata: {inner}\n\n");
    let streamed = recognize(None, &stream, "openai");
    assert_eq!((streamed.kind, streamed.rule), (RefusalKind::Keyword, Some("one-of")));
}

#[test]
fn counted_properties_are_named_from_the_wire_schema() {
    let body = r#"{"error":{"code":400,"message":"Invalid JSON payload received. Unknown name \"const\" at 'generation_config.response_schema.properties[1].value.any_of[0].items': Cannot find field.","status":"INVALID_ARGUMENT"}}"#;
    let refusal = recognize(Some(400), body, "gemini");
    let wire: Json<'_> = parse(r#"{"type":"OBJECT","properties":{"a":{},"b":{"anyOf":[{"type":"ARRAY","items":{}}]}}}"#).expect("JSON");
    assert_eq!(refusal.wire_location(Some(&wire)).expect("a place").as_str(), "/properties/b/anyOf/0/items");
    assert_eq!(refusal.wire_location(None).expect("a place").as_str(), "/properties");
    assert_eq!(refusal.keyword.as_deref(), Some("const"));
}

#[test]
fn work_is_bounded_on_hostile_bodies() {
    let nested = "[".repeat(100_000);
    assert_eq!(recognize(Some(400), &nested, "openai").kind, RefusalKind::Unknown);
    let mut body = "x".to_owned();
    for _ in 0..12 {
        body = json!({"error": body}).to_string();
    }
    assert_eq!(recognize(Some(400), &body, "openai").kind, RefusalKind::Unknown);
    let long = json!({"error": {"message": "a'".repeat(200_000)}}).to_string();
    assert_eq!(recognize(Some(400), &long, "openai").kind, RefusalKind::Unknown);
}

#[test]
fn places_of_the_wire_schema_lead_back_to_the_users() {
    let schema = r##"{
        "type": "object",
        "properties": {
            "prices": {"type": "object", "additionalProperties": {"type": "number"}},
            "pair": {"type": "array", "prefixItems": [{"type": "string"}, {"$ref": "#/$defs/code"}], "minItems": 2, "maxItems": 2},
            "name": {"type": "string"},
            "names": {"type": "array", "items": {"type": "string"}}
        },
        "required": ["prices", "pair", "name", "names"],
        "additionalProperties": false,
        "$defs": {"code": {"type": "string", "pattern": "^[a-z]+$"}}
    }"##;
    let openai = schema_compat::profile::find("openai").expect("a profile");
    let prepared = schema_compat::prepare(schema, openai, &schema_compat::Options::default()).expect("a rewrite");
    let at = |pointer: &str| schema_compat::Location::from_pointer(pointer);
    for (wire, user) in [
        ("", ""),
        ("/properties/prices/items/properties/value", "/properties/prices/additionalProperties"),
        ("/properties/prices/items/properties/key", "/properties/prices"),
        ("/properties/pair/properties/_0", "/properties/pair/prefixItems/0"),
        ("/properties/pair/properties/_1/pattern", "/properties/pair/prefixItems/1"),
        ("/properties/names/items", "/properties/names/items"),
        ("/nowhere", ""),
    ] {
        assert_eq!(prepared.user_location(&at(wire)).as_str(), user, "{wire} in {}", prepared.wire_schema());
    }
    for (user, wire) in [
        ("/properties/prices/additionalProperties/type", "/properties/prices/items/properties/value"),
        ("/$defs/code/pattern", "/properties/pair/properties/_1"),
        ("/properties/pair", "/properties/pair"),
    ] {
        assert_eq!(prepared.wire_location(&at(user)).as_str(), wire, "{user} in {}", prepared.wire_schema());
    }
    let body =
        r#"{"error":{"message":"In context=('properties', 'prices', 'items', 'properties', 'value'), 'minimum' is not permitted."}}"#;
    let (refusal, place) = prepared.recognize(Some(400), body);
    assert_eq!(refusal.kind, RefusalKind::Keyword);
    assert_eq!(place.expect("a place").as_str(), "/properties/prices/additionalProperties");
}

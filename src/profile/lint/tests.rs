//! Each rule with a schema it lets pass and one it refuses.

use super::test_json::json;
use super::{lint, usage};
use crate::json::Json;
use crate::profile::{Profile, find, from_toml};

fn profile(name: &str) -> &'static Profile {
    find(name).expect("an embedded profile")
}

/// The rules broken by `schema`, in order.
fn rules(name: &str, schema: &str) -> Vec<&'static str> {
    lint(&json(schema), profile(name)).into_iter().map(|v| v.rule).collect()
}

/// A closed object with the one required property `a`.
fn around(schema: &str) -> String {
    format!(r#"{{"type":"object","properties":{{"a":{schema}}},"required":["a"],"additionalProperties":false}}"#)
}

/// The first schema passes; the second breaks exactly `rule`. Both stand at a required property.
#[track_caller]
fn pair(name: &str, rule: &str, passes: &str, breaks: &str) {
    whole(name, rule, &around(passes), &around(breaks));
}

/// The first schema passes; the second breaks exactly `rule`.
#[track_caller]
fn whole(name: &str, rule: &str, passes: &str, breaks: &str) {
    assert_eq!(rules(name, passes), Vec::<&str>::new(), "{name} should pass {passes}");
    assert_eq!(rules(name, breaks), [rule], "{name} should refuse {breaks}");
}

const STRING: &str = r#"{"type":"string"}"#;

#[test]
fn keywords() {
    pair("openai", "keyword-refused", STRING, r#"{"type":"string","minLength":1}"#);
    pair("openai", "keyword-refused", r#"{"type":"string","description":"d"}"#, r#"{"type":"string","default":"d"}"#);
    pair("openai", "keyword-ignored", STRING, r#"{"type":"string","nullable":true}"#);
    pair("openai", "keyword-unknown", STRING, r#"{"type":"string","x-a":1}"#);
    pair("openai", "keyword-value", r#"{"type":"integer","minimum":1}"#, r#"{"type":"integer","minimum":"1"}"#);
    pair("openai", "keyword-value", r#"{"type":"number","multipleOf":0.5}"#, r#"{"type":"number","multipleOf":0}"#);
    pair("openai", "keyword-twice", STRING, r#"{"type":"string","title":"a","title":"b"}"#);
    pair("anthropic/strict-tool", "keyword-refused", r#"{"type":"string","default":"d"}"#, r#"{"type":"string","maxLength":3}"#);
    pair("anthropic", "keyword-ignored", STRING, r#"{"type":"string","maxLength":3}"#);
    pair("gemini", "keyword-ignored", STRING, r#"{"type":"string","pattern":"^a$"}"#);
    pair("gemini", "keyword-unknown", STRING, r#"{"type":"string","x-a":1}"#);
    whole("openai/tool", "keyword-value", &around(r#"{"x-a":1,"oneOf":[{"minLength":1}]}"#), &around(r#"{"oneOf":[]}"#));
}

#[test]
fn roots() {
    let closed = r#""properties":{},"required":[],"additionalProperties":false"#;
    let object = format!(r#"{{"type":"object",{closed}}}"#);
    whole("openai", "root-object", &object, r#"{"type":"array","items":{"type":"string"}}"#);
    whole("openai", "root-object", &object, &format!(r#"{{"type":["object","null"],{closed}}}"#));
    whole("openai", "root-keyword", &object, &format!(r#"{{"type":"object",{closed},"const":1}}"#));
    whole("openai", "root-keyword", &object, &format!(r#"{{"type":"object",{closed},"allOf":[{{}}]}}"#));
    let defs = format!(r##"{{"$ref":"#/$defs/A","$defs":{{"A":{object}}}}}"##);
    whole("openai", "root-reference", &object, &defs);
    whole("openai/tool", "root-keyword", &object, r#"{"type":"object","properties":{},"anyOf":[{"required":["a"]}]}"#);
    whole("anthropic/tool", "root-keyword", r#"{"type":"object"}"#, r#"{"type":"object","oneOf":[{}]}"#);
    whole("gemini", "root-object", r#"{"type":"object"}"#, r#"{"type":"string"}"#);
    whole("gemini", "root-keyword", r#"{"type":"object"}"#, r#"{"type":"object","anyOf":[{"type":"object"}]}"#);
}

#[test]
fn types() {
    pair("openai", "type-missing", STRING, r#"{"minimum":1}"#);
    pair("openai", "schema-empty", STRING, "{}");
    pair("openai", "schema-empty", STRING, r#"{"description":"anything"}"#);
    pair("openai", "boolean-schema", STRING, "true");
    pair("openai", "not-a-schema", STRING, "3");
    pair("openai", "type-name", STRING, r#"{"type":"text"}"#);
    pair("openai", "keyword-value", r#"{"type":["string","null"]}"#, r#"{"type":["string","string"]}"#);
    pair("gemini", "type-list", r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#, r#"{"type":["string","null"]}"#);
    let open = |schema: &str| format!(r#"{{"type":"object","properties":{{"a":{schema}}}}}"#);
    whole("gemini-schema", "type-null", &open(r#"{"type":"string","nullable":true}"#), &open(r#"{"anyOf":[{"type":"null"}]}"#));
    whole("gemini-schema", "boolean-schema", &open(r#"{"type":"STRING"}"#), &open("true"));
    assert_eq!(rules("gemini", &around("true")), Vec::<&str>::new());
    assert_eq!(rules("gemini", &around("{}")), Vec::<&str>::new());
}

#[test]
fn literals() {
    pair("openai", "literal-untyped", r#"{"type":"string","enum":["a"]}"#, r#"{"enum":["a"]}"#);
    pair("openai", "literal-untyped", r#"{"type":"string","const":"a"}"#, r#"{"const":"a"}"#);
    pair("anthropic", "enum-empty", r#"{"enum":["a",null]}"#, r#"{"enum":[]}"#);
    pair("anthropic", "literal-kind", r#"{"enum":["a",1,true]}"#, r#"{"enum":[["a"]]}"#);
    pair("openai", "enum-mixed", r#"{"type":["string","null"],"enum":["a",null]}"#, r#"{"type":["string","integer"],"enum":["a",1]}"#);
    pair("openai", "literal-type", r#"{"type":"integer","enum":[1,2.0,30e-1]}"#, r#"{"type":"integer","enum":[1.5]}"#);
    pair("openai", "literal-type", r#"{"type":"number","const":1.5}"#, r#"{"type":"string","const":1.5}"#);
    pair("anthropic", "type-list-enum", r#"{"type":["string","null"]}"#, r#"{"type":["string","null"],"enum":["a",null]}"#);
    pair("gemini", "literal-kind", r#"{"type":"string","enum":["1"]}"#, r#"{"type":"integer","enum":[1]}"#);
    pair("gemini", "enum-empty-string", r#"{"type":"string","enum":["a"]}"#, r#"{"type":"string","enum":["a",""]}"#);
}

#[test]
fn objects() {
    let closed = r#"{"type":"object","properties":{},"required":[],"additionalProperties":false}"#;
    pair("openai", "object-not-closed", closed, r#"{"type":"object","properties":{},"required":[]}"#);
    pair("openai", "object-open", closed, r#"{"type":"object","properties":{},"required":[],"additionalProperties":true}"#);
    pair("openai", "object-open", closed, r#"{"type":"object","properties":{},"additionalProperties":{"type":"string"}}"#);
    pair("openai", "object-without-properties", closed, r#"{"type":"object","additionalProperties":false}"#);
    pair("openai", "property-not-required", closed, r#"{"type":"object","properties":{"b":{"type":"null"}},"additionalProperties":false}"#);
    pair("openai", "required-not-declared", closed, r#"{"type":"object","properties":{},"required":["b"],"additionalProperties":false}"#);
    pair(
        "gemini",
        "ordering-names",
        r#"{"type":"object","properties":{"b":{}},"propertyOrdering":["b"]}"#,
        r#"{"type":"object","properties":{"b":{}},"propertyOrdering":["c"]}"#,
    );
    pair("openai", "ordering-refused", closed, &closed.replace("{}", r#"{},"propertyOrdering":[]"#));
    let named = |name: &str| format!(r#"{{"type":"object","properties":{{"{name}":{{"type":"null"}}}},"additionalProperties":false}}"#);
    pair("anthropic", "property-name", &named("a.b-c_9"), &named("a b"));
    pair("anthropic", "property-name", &named(&"x".repeat(64)), &named(&"x".repeat(65)));
    whole("anthropic/tool", "property-name", &around(&named("a b")), &named("a b"));
    let open = |schema: &str| format!(r#"{{"type":"object","properties":{{"a":{schema}}}}}"#);
    whole("gemini-schema", "object-empty", &open(&open(STRING)), &open(r#"{"type":"object","properties":{}}"#));
    whole("gemini-schema", "keyword-refused", &open(STRING), &around(STRING));
    assert_eq!(rules("gemini", &around(r#"{"type":"object","additionalProperties":{"type":"integer"}}"#)), Vec::<&str>::new());
}

#[test]
fn unions() {
    pair(
        "anthropic",
        "union-siblings",
        r#"{"description":"d","anyOf":[{"type":"string"}]}"#,
        r#"{"type":"string","anyOf":[{"type":"string"}]}"#,
    );
    pair("openai", "keyword-value", r#"{"anyOf":[{"type":"string"}]}"#, r#"{"anyOf":[]}"#);
    let open = |schema: &str| format!(r#"{{"type":"object","properties":{{"a":{schema}}}}}"#);
    whole(
        "gemini-schema",
        "union-siblings",
        &open(r#"{"anyOf":[{"type":"string"}]}"#),
        &open(r#"{"description":"d","anyOf":[{"type":"string"}]}"#),
    );
    let branch = |first: &str, kind: &str| {
        format!(
            r#"{{"type":"object","properties":{{"{first}":{{"type":"string"}},"kind":{{"type":"string","const":"{kind}"}}}},"required":["{first}","kind"],"additionalProperties":false}}"#
        )
    };
    let union = |a: &str, b: &str| format!(r#"{{"anyOf":[{a},{b}]}}"#);
    pair("openai", "union-first-key", &union(&branch("x", "1"), &branch("y", "1")), &union(&branch("x", "1"), &branch("x", "1")));
    pair("openai", "union-first-key", &union(&branch("x", "1"), &branch("x", "2")), &union(&branch("x", "1"), &branch("x", "1")));
    assert_eq!(rules("anthropic", &around(&union(&branch("x", "1"), &branch("x", "1")))), Vec::<&str>::new());
}

#[test]
fn references() {
    let with = |reference: &str, definition: &str| {
        format!(
            r#"{{"type":"object","properties":{{"a":{reference}}},"required":["a"],"additionalProperties":false,"$defs":{{"N":{definition}}}}}"#
        )
    };
    let to_n = r##"{"$ref":"#/$defs/N"}"##;
    whole("openai", "reference-missing", &with(to_n, STRING), &with(r##"{"$ref":"#/$defs/M"}"##, STRING));
    whole("openai", "reference-form", &with(to_n, STRING), &with(r##"{"$ref":"#/properties/a"}"##, STRING));
    whole("openai", "reference-form", &with(to_n, STRING), &with(r#"{"$ref":"https://example.com/a"}"#, STRING));
    whole("openai", "reference-siblings", &with(to_n, STRING), &with(r##"{"$ref":"#/$defs/N","description":"d"}"##, STRING));
    let node = |next: &str, required: &str| {
        format!(r#"{{"type":"object","properties":{{"n":{next}}},"required":[{required}],"additionalProperties":false}}"#)
    };
    let nullable = r##"{"anyOf":[{"$ref":"#/$defs/N"},{"type":"null"}]}"##;
    whole("openai", "reference-loop", &with(to_n, &node(nullable, r#""n""#)), &with(to_n, nullable));
    whole("anthropic", "reference-cycle", &with(to_n, &node(STRING, r#""n""#)), &with(to_n, &node(nullable, r#""n""#)));
    whole("gemini", "reference-cycle", &with(to_n, &node(to_n, "")), &with(to_n, &node(to_n, r#""n""#)));
    let list = format!(r#"{{"type":"array","items":{to_n}}}"#);
    assert_eq!(rules("gemini", &with(to_n, &list)), ["reference-cycle"]);
    assert_eq!(rules("gemini-schema", r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/N"}}}"##), ["keyword-refused"]);
    // Two definitions that lead to one another are one cycle.
    let two = r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"required":["a"],"additionalProperties":false,
        "$defs":{"A":{"anyOf":[{"$ref":"#/$defs/B"}]},"B":{"anyOf":[{"$ref":"#/$defs/A"}]}}}"##;
    let found = lint(&json(two), profile("anthropic"));
    assert_eq!(
        found.iter().map(|v| v.message.as_str()).collect::<Vec<_>>(),
        ["Circular reference detected in schema definitions: A -> B -> A"]
    );
    assert_eq!(found[0].location.as_str(), "/$defs/A/anyOf/0");
    let escaped = r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/x~1y%20z"}},"required":["a"],"additionalProperties":false,"$defs":{"x/y z":{"type":"string"}}}"##;
    assert_eq!(rules("openai", escaped), Vec::<&str>::new());
}

#[test]
fn strings() {
    pair("openai", "format-refused", r#"{"type":"string","format":"email"}"#, r#"{"type":"string","format":"uri"}"#);
    pair("anthropic", "format-refused", r#"{"type":"string","format":"uri"}"#, r#"{"type":"integer","format":"int64"}"#);
    assert_eq!(rules("openai", &around(r#"{"type":"integer","format":"int64"}"#)), Vec::<&str>::new());
    let with = |pattern: &str| format!(r#"{{"type":"string","pattern":{}}}"#, serde_json::to_string(pattern).expect("a string"));
    let fine = with(r"^(?:[*+?]|[^\]\\(?=]|\d{2,3}|a{1}|\u00e9|\(\?=|\\b)+$");
    for refused in [
        r"^(?=a)a$",
        r"^(?<!a)b$",
        r"^(a)\1$",
        r"^\bfoo$",
        r"^\p{L}$",
        r"^[\p{L}]$",
        r"^a*?$",
        r"^a{1,2}?$",
        r"^(?<n>a)$",
        r"^(?i)a$",
        r"\Aa",
    ] {
        pair("openai", "pattern-feature", &fine, &with(refused));
    }
    for broken in ["[", "(", "a)", "*a", r"\", "[]", "(?#x)"] {
        pair("anthropic", "pattern-syntax", &fine, &with(broken));
    }
    whole("openai/tool", "pattern-feature", &around(&with(r"^\bfoo*?$")), &around(&with(r"^(?!\.).+$")));
}

#[test]
fn arrays() {
    pair("openai", "items-missing", r#"{"type":"array","items":{"type":"string"}}"#, r#"{"type":"array"}"#);
    whole("openai/tool", "items-missing", &around(r#"{"type":"array","items":{}}"#), &around(r#"{"type":"array"}"#));
    pair("anthropic", "items-list", r#"{"type":"array","items":{"type":"string"}}"#, r#"{"type":"array","items":[{"type":"string"}]}"#);
    let most = |count: &str| format!(r#"{{"type":"array","items":{{"type":"string"}},"minItems":{count}}}"#);
    pair("anthropic", "min-items", &most("1"), &most("2"));
    assert_eq!(rules("gemini", &around(r#"{"type":"array","prefixItems":[{"type":"string"}]}"#)), Vec::<&str>::new());
}

#[test]
fn limits() {
    let nested = |levels: usize| {
        let wrap = |inner: String, _| around(&inner);
        (1..levels).fold(around(STRING), wrap)
    };
    whole("openai", "limit-depth", &nested(10), &nested(11));
    let object = |count: usize, schema: &str, required: bool| {
        let names: Vec<String> = (0..count).map(|i| format!("p{i}")).collect();
        let properties: Vec<String> = names.iter().map(|n| format!(r#""{n}":{schema}"#)).collect();
        let names: Vec<String> = names.iter().filter(|_| required).map(|n| format!(r#""{n}""#)).collect();
        format!(
            r#"{{"type":"object","properties":{{{}}},"required":[{}],"additionalProperties":false}}"#,
            properties.join(","),
            names.join(",")
        )
    };
    whole("openai", "limit-properties", &object(5000, STRING, true), &object(5001, STRING, true));
    whole("anthropic", "limit-optional-properties", &object(24, STRING, false), &object(25, STRING, false));
    let nullable = r#"{"type":["string","null"]}"#;
    whole("anthropic", "limit-union-properties", &object(15, nullable, true), &object(16, nullable, true));
    whole(
        "anthropic",
        "limit-union-properties",
        &around(&object(15, r#"{"anyOf":[{"type":"null"}]}"#, true)),
        &around(&object(16, nullable, true)),
    );
    let choice = |count: usize, length: usize| {
        let members: Vec<String> = (0..count).map(|i| format!(r#""{i:0>length$}""#)).collect();
        format!(r#"{{"type":"string","enum":[{}]}}"#, members.join(","))
    };
    whole("openai", "limit-enum-values", &around(&choice(1000, 4)), &around(&choice(1001, 4)));
    whole("openai", "limit-long-enum", &around(&choice(250, 100)), &around(&choice(251, 60)));
    whole("openai", "limit-characters", &around(&choice(200, 599)), &around(&choice(200, 600)));
    let bounded = |most: u64| format!(r#"{{"type":"array","items":{{"type":"string"}},"maxItems":{most}}}"#);
    whole("gemini", "limit-max-items", &object(9, &bounded(100), true), &object(10, &bounded(100), true));
    let found = lint(&json(&object(41, nullable, true)), profile("anthropic"));
    assert_eq!(found[0].measured, Some((41, 15)));
    assert!(found[0].message.starts_with("Schemas contains too many parameters with union types (41 parameters"));
}

#[test]
fn depth_goes_on_through_references() {
    let chain = |links: usize| {
        let definitions: Vec<String> =
            (0..links).map(|i| format!(r#""D{i}":{}"#, around(&format!(r##"{{"$ref":"#/$defs/D{}"}}"##, i + 1)))).collect();
        format!(
            r##"{{"type":"object","properties":{{"a":{{"$ref":"#/$defs/D0"}}}},"required":["a"],"additionalProperties":false,"$defs":{{{},"D{links}":{STRING}}}}}"##,
            definitions.join(",")
        )
    };
    whole("openai", "limit-depth", &chain(9), &chain(10));
    let used = usage(&json(&chain(9)), profile("openai"));
    let depth = used.iter().find(|u| u.name == "depth").expect("a limit on depth");
    assert_eq!((depth.used, depth.limit), (10, 10));
    let tree =
        r##"{"type":"object","properties":{"n":{"anyOf":[{"$ref":"#"},{"type":"null"}]}},"required":["n"],"additionalProperties":false}"##;
    assert_eq!(rules("openai", tree), Vec::<&str>::new());
}

#[test]
fn wording_is_the_endpoints_own() {
    let message = |name: &str, schema: &str| lint(&json(schema), profile(name)).into_iter().next().map(|v| v.message).unwrap_or_default();
    let open = |schema: &str| format!(r#"{{"type":"object","properties":{{"a":{schema}}}}}"#);
    assert_eq!(
        message("openai", &around(r#"{"type":"array","items":{"type":"string","oneOf":[]}}"#)),
        "In context=('properties', 'a', 'items'), 'oneOf' is not permitted."
    );
    assert_eq!(
        message("openai", r#"{"type":"object","properties":{}}"#),
        "In context=(), 'additionalProperties' is required to be supplied and to be false."
    );
    assert_eq!(
        message("openai", &around(r#"{"type":["integer","null"],"enum":["1"]}"#)),
        "enum value 1 does not validate against {'type': ['integer', 'null']}"
    );
    assert_eq!(message("anthropic", &around(r#"{"type":"number","minimum":0}"#)), "For 'number' type, property 'minimum' is not supported");
    assert_eq!(
        message("anthropic", &around(r#"{"type":"array","items":{"type":"string"},"minItems":6}"#)),
        "For 'array' type, 'minItems' values other than 0 or 1 are not supported (got: [6, ∞])"
    );
    assert_eq!(
        message("anthropic", &around("{}")),
        "Empty schema ({}) that accepts any JSON value is not supported. Please specify a concrete type."
    );
    assert_eq!(
        message("gemini-schema", &open(r#"{"anyOf":[{"type":"array","items":{"type":"string","const":"x"}}]}"#)),
        "Invalid JSON payload received. Unknown name \"const\" at 'generation_config.response_schema.properties[0].value.any_of[0].items': Cannot find field."
    );
    assert_eq!(
        message("gemini-schema", &open(r#"{"type":"array"}"#)),
        "* GenerateContentRequest.generation_config.response_schema.properties[a].items: missing field."
    );
}

#[test]
fn odd_input_is_answered() {
    for text in
        ["null", "[]", "true", "\"a\"", "{}", r#"{"properties":[],"required":{},"anyOf":{},"$ref":1,"items":3,"enum":{},"$defs":[]}"#]
    {
        for profile in crate::profile::all() {
            let schema = json(text);
            let _ = (lint(&schema, profile), usage(&schema, profile));
        }
    }
    // Far deeper than any thread's stack would take.
    let mut deep = json(STRING);
    for _ in 0..200_000 {
        deep = Json::Object(vec![("type".into(), Json::String("array".into())), ("items".into(), deep)]);
    }
    let found = lint(&deep, profile("openai"));
    assert!(found.iter().any(|v| v.rule == "too-deep"));
    // Dropping such a value is the value's own affair.
    std::mem::forget(deep);
}

#[test]
fn a_profile_of_ones_own() {
    let text = r#"
        name = "acme/format"
        inherits = "anthropic/output-format"
        date = "2026-11-30"
        title = "Acme"
        without = ["limits.union_properties", "objects.name_pattern"]
        [keywords]
        minLength = { value = "enforced", confidence = "measured", evidence = "probe" }
        [strings]
        refused_patterns = { value = ["lazy-quantifier"], confidence = "measured", evidence = "probe" }
    "#;
    let acme = from_toml(text, "acme.toml").expect("a profile");
    assert!(acme.aliases.is_empty());
    assert!(lint(&json(&around(r#"{"type":"string","minLength":1}"#)), &acme).is_empty());
    assert_eq!(usage(&json(STRING), &acme).iter().map(|u| u.name).collect::<Vec<_>>(), ["optional_properties"]);
}

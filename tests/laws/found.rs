//! What the laws found, each with the right answer.

use super::json::read;
use schema_compat::compat::{OpenObjects, OptionalNullable, Options, OutcomeKind, Prepared, Tuples, prepare};
use schema_compat::finding::{Fidelity, Finding};
use schema_compat::ledger::Disposition;
use schema_compat::profile::{find, lint};

fn prepared(schema: &str, profile: &str, options: &Options) -> Prepared<'static> {
    prepare(schema, find(profile).expect("an embedded profile"), options).unwrap_or_else(|e| panic!("{schema}: {e}"))
}

fn splice() -> Options {
    Options { open_objects: OpenObjects::Splice, ..Options::default() }
}

fn widened<'f>(prepared: &'f Prepared<'_>, location: &str) -> Option<&'f Finding> {
    prepared.findings().iter().find(|f| f.location.as_str() == location && f.fidelity == Fidelity::Widened)
}

/// What is asked of every key is said of the key of entries that carry the values of several patterns.
#[test]
fn merged_entries_say_what_is_asked_of_keys() {
    let schema = r#"{"prefixItems":[{"patternProperties":{"^x":{"type":"object"}},"propertyNames":{"minLength":2}}],"minItems":1}"#;
    let prepared = prepared(schema, "openai", &splice());
    assert!(prepared.wire_schema().contains("a key that matches the regular expression ^x takes"), "{}", prepared.wire_schema());
    assert!(prepared.wire_schema().contains("at least 2 characters"), "{}", prepared.wire_schema());
    assert!(widened(&prepared, "/prefixItems/0/propertyNames/minLength").is_some(), "{:?}", prepared.findings());
}

/// Two `propertyNames` are both asked of a key.
#[test]
fn conjoined_names_are_both_kept() {
    let schema = r#"{"allOf":[{"type":"object","propertyNames":{"pattern":"^a"}},{"propertyNames":{"pattern":"b$"}}]}"#;
    let prepared = prepared(schema, "openai", &Options::default());
    let wire = prepared.wire_schema();
    assert_eq!(wire.matches("\"pattern\":").count() + wire.matches("matches the regular expression").count(), 2, "{wire}");
}

/// Literals with null among them are no tag: the endpoint may still refuse branches that begin alike.
#[test]
fn null_is_no_tag() {
    let schema = r#"{"type":"object","properties":{"l":{"type":"array","items":{"type":"object","properties":{"a":{"enum":["v0","v1"]},"b":{"type":"string"}},"required":["b"],"additionalProperties":false,"if":{"properties":{"a":{"const":"v0"}}},"then":{"required":["b"]},"else":{"properties":{"c":{"type":"string"}}}}}},"required":["l"]}"#;
    let prepared = prepared(schema, "openai", &Options::default());
    let found = lint(&read(prepared.wire_schema()), prepared.profile());
    assert!(found.is_empty(), "{found:?} {}", prepared.wire_schema());
}

/// A listed key is spoken of where its object is, and the example is an object.
#[test]
fn listed_keys_are_placed_at_their_object() {
    let schema = r##"{"type":"object","properties":{"a":{"type":"object","additionalProperties":{"$ref":"#/$defs/d"},"propertyNames":{"enum":["c","a"]}}},"required":["a"],"additionalProperties":false,"$defs":{"d":{"type":["string","null"]}}}"##;
    let options = Options { tuples: Tuples::Exact, ..Options::default() };
    let prepared = prepared(schema, "openai", &options);
    let found = prepared.findings().iter().find(|f| f.rule == "absent-or-null").expect("a finding");
    assert_eq!((found.location.as_str(), found.witness.as_deref()), ("/properties/a", Some("{}")));
}

/// An object that needs more properties than it declares is not closed: nothing could be said.
#[test]
fn objects_that_need_more_stay_open() {
    for schema in [
        r#"{"type":"object","properties":{},"minProperties":1}"#,
        r#"{"type":"object","properties":{"a":{"type":"string"}},"minProperties":2}"#,
    ] {
        for profile in ["openai", "anthropic", "gemini-schema"] {
            let prepared = prepared(schema, profile, &Options::default());
            let value = r#"{"a":"x","k":1}"#;
            let said = prepared.encode(value).unwrap_or_else(|e| panic!("{profile} {schema}: {e}"));
            assert_eq!(prepared.decode(&said).value.as_deref(), Some(value), "{profile} {schema}");
        }
    }
}

/// Alternatives that exclude each other only while closed are not exact where they travel open.
#[test]
fn open_alternatives_overlap() {
    let schema = r#"{"type":"object","properties":{"u":{"oneOf":[{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},{"type":"object","properties":{"b":{"type":"string"}},"required":["b"]}]}},"required":["u"]}"#;
    assert!(widened(&prepared(schema, "openai", &Options::default()), "/properties/u/oneOf").is_none());
    for (profile, options) in [("gemini-json-schema", Options::default()), ("openai", splice())] {
        let prepared = prepared(schema, profile, &options);
        assert!(widened(&prepared, "/properties/u/oneOf").is_some(), "{profile} {:?}", prepared.findings());
    }
}

/// Names that no property may have are told where undeclared ones may come.
#[test]
fn impossible_patterns_are_told() {
    let schema = r#"{"type":"object","patternProperties":{"^x":{"allOf":[{"type":"string"},{"type":"object"}]}}}"#;
    for (profile, options) in [("gemini-json-schema", Options::default()), ("openai", splice())] {
        let prepared = prepared(schema, profile, &options);
        assert!(
            prepared.wire_schema().contains("no property name matches the regular expression ^x"),
            "{profile} {}",
            prepared.wire_schema()
        );
        assert!(widened(&prepared, "/patternProperties/^x").is_some(), "{profile} {:?}", prepared.findings());
        assert_eq!(prepared.decode(r#"{"x1":"a"}"#).kind, OutcomeKind::Invalid);
    }
}

/// A second rewrite of the values of merged entries changes nothing, and no two branches begin alike.
#[test]
fn merged_values_are_one_union() {
    let schemas = [
        (
            r#"{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":{"type":"integer","minimum":0},"patternProperties":{"k|y$":{"type":"boolean"}}}"#,
            r#"{"type":["boolean","integer"],"minimum":0}"#,
        ),
        (
            r#"{"type":"object","additionalProperties":{"type":"null"},"patternProperties":{"^x":{"enum":["a","b"]}}}"#,
            r#"{"type":["string","null"],"enum":["a","b",null]}"#,
        ),
    ];
    for (schema, value) in schemas {
        let first = prepared(schema, "openai", &Options::default());
        assert!(first.wire_schema().contains(&format!("\"value\":{value}")), "{}", first.wire_schema());
        let second = prepared(first.wire_schema(), "openai", &Options::default());
        assert_eq!(first.wire_schema(), second.wire_schema());
    }
    // The union of the first value boxes a branch as `_b1`, and so would the second value be.
    let object = |name: &str| format!(r#"{{"type":"object","properties":{{"a":{name}}},"required":["a"],"additionalProperties":false}}"#);
    let pattern = format!(r#"{{"anyOf":[{},{}]}}"#, object(r#"{"type":"string"}"#), object(r#"{"type":"integer"}"#));
    let schema = format!(r#"{{"type":"object","patternProperties":{{"^x":{pattern}}},"additionalProperties":{}}}"#, object("true"));
    let prepared = prepared(&schema, "openai", &Options::default());
    let found = lint(&read(prepared.wire_schema()), prepared.profile());
    assert!(found.is_empty(), "{found:?} {}", prepared.wire_schema());
    let value = r#"{"x":{"a":1},"k":{"a":null},"xx":{"a":"s"}}"#;
    let said = prepared.encode(value).expect("sayable");
    assert_eq!(prepared.decode(&said).value.as_deref(), Some(value), "{said}");
}

/// Where nothing holds the model to the wire form, a box may be the value itself.
#[test]
fn a_box_that_may_be_the_value_is_in_doubt() {
    let mut loose = find("openai").expect("an embedded profile").clone();
    let schema = r#"{"properties":{"a":{"additionalProperties":{"const":"a"},"maxProperties":1}}}"#;
    let lossless = Options { infer_type: false, optional_nullable: OptionalNullable::Box, ..splice() };
    for enforced in [false, true] {
        loose.enforced.value = enforced;
        let prepared = prepare(schema, &loose, &lossless).expect("a plain schema");
        let wire = prepared.encode(r#"{"a":"a"}"#).expect("sayable");
        let outcome = prepared.decode(&wire);
        if enforced {
            assert_eq!(outcome.value.as_deref(), Some(r#"{"a":"a"}"#), "{wire}");
        } else {
            assert_eq!(outcome.kind, OutcomeKind::Ambiguous, "{wire} {outcome:?}");
            assert_eq!(outcome.candidates, [r#"{"a":"a"}"#, r#"{"a":{"value":"a"}}"#]);
            assert_eq!(outcome.issues[0].path.as_str(), "/a");
        }
    }
}

/// A name written in place and in the list of undeclared ones: what is wrong in place is placed there.
#[test]
fn a_name_written_twice_is_placed_where_it_was_read() {
    let schema = r#"{"type":"object","additionalProperties":{},"if":{"properties":{"a":{"const":"v0"}}},"then":{"required":["b"]},"else":{"properties":{"c":{"type":"string"}}}}"#;
    let prepared = prepared(schema, "gemini-schema", &Options::default());
    let reply = read(r#"{"result":{"b":{"_json":"ab"},"_additional":[{"key":"a","value":0},{"key":"b","value":true}]}}"#);
    let user = schema_compat::location::Location::from_pointer("/b");
    assert_eq!(prepared.codec().wire_path(&reply, &user).as_str(), "/result/b");
}

/// A cycle through a property that is not required is left as it is; one of required properties is not.
#[test]
fn only_demanded_cycles_are_relaxed() {
    let schema = r##"{"type":"object","properties":{"name":{"type":"string"},"next":{"$ref":"#"},"inner":{"type":"object","properties":{"up":{"$ref":"#"}},"required":["up"]}},"required":["name"]}"##;
    let easy = prepared(schema, "gemini-json-schema", &Options::default());
    assert!(easy.wire_schema().contains(r#""required":["up"]"#), "{}", easy.wire_schema());
    let hard =
        prepared(&schema.replace(r#""required":["name"]"#, r#""required":["name","inner"]"#), "gemini-json-schema", &Options::default());
    assert!(!hard.wire_schema().contains(r#""required":["up"]"#), "{}", hard.wire_schema());
}

/// A bound that a negation makes settles the one it is stricter than.
#[test]
fn negated_bounds_are_accounted_for() {
    let schema = r#"{"type":"number","exclusiveMinimum":0,"not":{"type":"number","minimum":0,"maximum":5}}"#;
    for profile in ["openai", "anthropic"] {
        let prepared = prepared(schema, profile, &Options::default());
        let missing: Vec<_> = prepared.ledger().into_iter().filter(|e| e.disposition == Disposition::Unaccounted).collect();
        assert!(missing.is_empty(), "{profile} {missing:?} {}", prepared.wire_schema());
    }
}

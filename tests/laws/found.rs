//! What the laws found, each with the right answer.

use super::json::read;
use schema_compat::compat::{OpenObjects, Options, OutcomeKind, Prepared, Tuples, prepare};
use schema_compat::finding::{Fidelity, Finding};
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

//! Cases that larger runs of the laws found: places, shapes and sizes.

use super::json::{at, read, steps};
use schema_compat::compat::{OptionalNullable, Options, OutcomeKind, Prepared, Tuples, prepare};
use schema_compat::error::ErrorKind;
use schema_compat::profile::{Profile, find};

fn profile(name: &str) -> &'static Profile {
    find(name).expect("an embedded profile")
}

fn findings<'p>(prepared: &'p Prepared<'_>, rule: &str) -> Vec<(&'p str, &'p str)> {
    let places = prepared.findings().iter().filter(|f| f.rule == rule);
    places.map(|f| (f.location.as_str(), f.wire_location.as_ref().map_or("none", |place| place.as_str()))).collect()
}

/// What the branch that takes a value cannot say is not said by a branch that does not take it.
#[test]
fn no_other_branch_says_what_was_narrowed_away() {
    let schema = r#"{"type":"object","properties":{"a":{"anyOf":[{"enum":["v0"]},{"prefixItems":[{"contains":{"type":"string"}},{"prefixItems":[{"type":"null"},{"type":"string"}],"minItems":0}],"unevaluatedItems":false},{"type":"array","items":{"type":"array"},"maxItems":1}]}}}"#;
    let options = Options { tuples: Tuples::Exact, ..Options::default() };
    let prepared = prepare(schema, profile("gemini-json-schema"), &options).expect("a plain schema");
    let error = prepared.encode(r#"{"a":[["a"],[]]}"#).expect_err("not sayable");
    assert_eq!(error.kind, ErrorKind::ValueUnsayable);
    assert!(!findings(&prepared, "tuple").is_empty());
    let value = r#"{"a":[["a"],[null,"b"]]}"#;
    assert_eq!(prepared.encode(value).as_deref(), Ok(value));
}

/// A meta-schema written out without references would be megabytes: what nests deeper travels as text.
#[test]
fn meta_schemas_are_written_out_as_far_as_they_fit() {
    for uri in [
        "http://json-schema.org/draft-07/schema#",
        "https://json-schema.org/draft/2020-12/schema",
        "http://json-schema.org/draft-04/schema#",
    ] {
        let schema = format!(
            r#"{{"type":"object","properties":{{"name":{{"type":"string"}},"schema":{{"$ref":"{uri}"}}}},"required":["name","schema"]}}"#
        );
        let prepared = prepare(&schema, profile("gemini-schema"), &Options::default()).unwrap_or_else(|e| panic!("{uri}: {e}"));
        assert!(prepared.wire_schema().len() < 2 << 20, "{uri}: {} bytes", prepared.wire_schema().len());
        assert!(prepared.findings().iter().any(|f| ["recursive-ref", "depth-limit"].contains(&f.rule)), "{uri} {:?}", prepared.findings());
        let value = r#"{"name":"x","schema":{"type":"object","properties":{"a":{"items":{"type":"string"}}}}}"#;
        let said = prepared.encode(value).unwrap_or_else(|e| panic!("{uri}: {e}"));
        let back = prepared.decode(&said).value.unwrap_or_else(|| panic!("{uri}: {said}"));
        assert!(read(&back).same(&read(value)), "{uri}: {back}");
    }
}

/// Where nothing is enforced, places at which the user's shape looks like the wire's are listed.
#[test]
fn own_shapes_are_listed() {
    let cases = [
        (r#"{"type":"object","properties":{"a":{"patternProperties":{"^x":true}}}}"#, "gemini-schema", "/properties/a/patternProperties"),
        (r#"{"type":"object","properties":{"a":{"additionalProperties":{"const":"a"},"maxProperties":1}}}"#, "openai", "/properties/a"),
    ];
    for (schema, name, place) in cases {
        let mut loose = profile(name).clone();
        for enforced in [false, true] {
            loose.enforced.value = enforced;
            let options = Options { infer_type: name == "gemini-schema", optional_nullable: OptionalNullable::Box, ..Options::default() };
            let prepared = prepare(schema, &loose, &options).expect("a plain schema");
            let listed = findings(&prepared, "own-shape");
            assert_eq!(listed.iter().any(|(user, _)| *user == place), !enforced, "{schema} {listed:?}");
        }
    }
}

/// A slot that is sent the schema as it is reads what is valid as it stands so.
#[test]
fn as_it_is_there_and_back() {
    let schema = r#"{"type":"object","properties":{"a":{"anyOf":[{"type":"array"},{"type":"object","additionalProperties":{"type":"integer"}}]},"b":{}}}"#;
    let prepared = prepare(schema, profile("anthropic/tool"), &Options::default()).expect("a plain schema");
    assert_eq!(prepared.wire_schema(), schema);
    for reply in [r#"{"a":[{"key":"k","value":1}]}"#, r#"{"b":{"_json":"1"}}"#, r#"{"b":null}"#] {
        let outcome = prepared.decode(reply);
        assert_eq!((outcome.kind, outcome.value.as_deref()), (OutcomeKind::Valid, Some(reply)));
    }
}

/// A constraint of a property that stands in several branches is placed in the one that tells it.
#[test]
fn places_are_those_of_the_branch() {
    let schema = r#"{"type":"object","properties":{"a":{"type":"string","maxLength":3},"b":{"type":"string"}},"required":["b"],"additionalProperties":false,"if":{"properties":{"a":{"const":"v0"}},"required":["a"]},"then":{"properties":{"b":{"minLength":2}}}}"#;
    let prepared = prepare(schema, profile("openai"), &Options::default()).expect("a plain schema");
    let wire = read(prepared.wire_schema());
    for (user, place) in findings(&prepared, "unsupported-assertion") {
        let node = at(&wire, &steps(place)).unwrap_or_else(|| panic!("{place} is nowhere"));
        assert!(schema_compat::json::to_text(node).contains("characters"), "{user} is said to be at {place}: {}", prepared.wire_schema());
    }
}

/// A finding for many places stands at the same one, whatever the order of keys.
#[test]
fn grouped_findings_do_not_move() {
    let orders = [
        r#"{"type":"object","properties":{"a":{"items":{"x-vendor":1},"type":"array","x-vendor":1}},"minProperties":0}"#,
        r#"{"minProperties":0,"properties":{"a":{"x-vendor":1,"type":"array","items":{"x-vendor":1}}},"type":"object"}"#,
        r#"{"allOf":[{"x-vendor":1}],"anyOf":[{"x-vendor":1}],"type":"object"}"#,
        r#"{"type":"object","anyOf":[{"x-vendor":1}],"allOf":[{"x-vendor":1}]}"#,
    ];
    let places = orders.map(|schema| {
        let prepared = prepare(schema, profile("openai"), &Options::default()).expect("a plain schema");
        findings(&prepared, "unknown-keyword").first().map(|(user, _)| (*user).to_owned())
    });
    assert_eq!(
        places,
        ["/properties/a/x-vendor", "/properties/a/x-vendor", "/allOf/0/x-vendor", "/allOf/0/x-vendor"].map(|p| Some(p.to_owned()))
    );
}

/// A case of a condition says only what the condition holds for.
#[test]
fn conditions_choose_their_case() {
    let schema = r#"{"type":"object","properties":{"c":{"type":"object","additionalProperties":true,"if":{"properties":{"b":{"type":"integer","exclusiveMinimum":0}},"required":["b"]},"then":{"required":["c"]}}},"required":["c"],"additionalProperties":false}"#;
    let prepared = prepare(schema, profile("openai"), &Options::default()).expect("a plain schema");
    let said = prepared.encode(r#"{"c":{"b":0,"c":"a"}}"#).expect("sayable");
    assert_eq!(said, r#"{"c":{"b":0,"_additional":[{"key":"c","value":"a"}]}}"#);
    let said = prepared.encode(r#"{"c":{"b":1,"c":"a"}}"#).expect("sayable");
    assert_eq!(said, r#"{"c":{"b":1,"c":"a","_additional":[]}}"#);
}

/// An alternative that takes every object hides what the others evaluate, also beside `type`.
#[test]
fn hidden_alternatives_still_evaluate() {
    let schema = r#"{"type":"object","properties":{"b":{"type":"object","anyOf":[{"minItems":0},{"type":"object","properties":{"a":{"type":"boolean"},"b":{"type":"string"}},"required":["a","b"],"additionalProperties":false}],"unevaluatedProperties":false}},"required":["b"],"additionalProperties":false}"#;
    for name in ["openai", "anthropic", "gemini-json-schema", "gemini-schema"] {
        let prepared = prepare(schema, profile(name), &Options::default()).expect("a plain schema");
        let value = r#"{"b":{"a":true,"b":"x"}}"#;
        let said = prepared.encode(value).unwrap_or_else(|e| panic!("{name}: {e}\n{}", prepared.wire_schema()));
        assert_eq!(prepared.decode(&said).value.as_deref(), Some(value), "{name}");
    }
}

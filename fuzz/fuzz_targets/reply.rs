//! Any bytes as the text and as the body of a reply: an accepted value is valid under the user's schema.
#![no_main]

use libfuzzer_sys::fuzz_target;
use schema_compat::compat::{Options, Outcome, Prepared, Reading, prepare};
use schema_compat::profile;
use schema_compat::wire::Hints;
use std::sync::LazyLock;

const SCHEMAS: [(&str, &str); 3] = [
    (r#"{"type":"object","properties":{"a":{"type":"string"},"n":{"type":"integer","minimum":2}},"required":["a"]}"#, "openai"),
    (r#"{"type":"object","additionalProperties":{"type":"array","items":{"type":"integer"}}}"#, "anthropic"),
    (r#"{"type":"array","prefixItems":[{"type":"string"},{"type":"boolean"}],"items":false,"minItems":2}"#, "openai/tool"),
];

static JUDGES: LazyLock<Vec<(Prepared<'static>, jsonschema::Validator)>> = LazyLock::new(|| {
    let judge = |(schema, name): (&str, &str)| {
        let prepared = prepare(schema, profile::find(name).expect("a profile"), &Options::default()).expect("a schema");
        let schema = serde_json::from_str(schema).expect("JSON");
        (prepared, jsonschema::validator_for(&schema).expect("a schema"))
    };
    SCHEMAS.into_iter().map(judge).collect()
});

fn holds(outcome: &Outcome, validator: &jsonschema::Validator) {
    for value in outcome.value.iter().chain(&outcome.candidates) {
        assert!(validator.is_valid(&serde_json::from_str(value).expect("JSON")), "an accepted value is not valid");
    }
}

fuzz_target!(|bytes: &[u8]| {
    for (prepared, validator) in JUDGES.iter() {
        holds(&prepared.read_body(bytes, &Hints::default()), validator);
        if let Ok(text) = std::str::from_utf8(bytes) {
            holds(&prepared.decode(text), validator);
            holds(&prepared.read(text, Reading { cut: true, salvage: true }), validator);
        }
    }
});

//! Replies that are texts and bodies of any sort: whatever comes, an accepted value is valid (law 3).

use super::cases::{accepts, compile};
use super::json::read;
use proptest::prelude::*;
use schema_compat::compat::{Options, Outcome, OutcomeKind, Prepared, Reading, prepare};
use schema_compat::profile;
use schema_compat::wire::Hints;
use std::sync::LazyLock;

/// Schemas with optional parts, maps, unions and tuples, each under an endpoint of another kind.
const SCHEMAS: [(&str, &str); 4] = [
    (r#"{"type":"object","properties":{"a":{"type":"string"},"n":{"type":"integer","minimum":2}},"required":["a"]}"#, "openai"),
    (r#"{"type":"object","additionalProperties":{"type":"array","items":{"type":"integer"}}}"#, "anthropic"),
    (
        r#"{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"object","properties":{"a":{}},"required":["a"],"additionalProperties":false}]}}"#,
        "gemini",
    ),
    (r#"{"type":"array","prefixItems":[{"type":"string"},{"type":"boolean"}],"items":false,"minItems":2}"#, "openai/tool"),
];

struct Judge {
    prepared: Prepared<'static>,
    validator: jsonschema::Validator,
}

static JUDGES: LazyLock<Vec<Judge>> = LazyLock::new(|| {
    let judge = |(schema, name): (&str, &str)| Judge {
        prepared: prepare(schema, profile::find(name).expect("a profile"), &Options::default()).expect("a schema"),
        validator: compile(&read(schema)).expect("a schema"),
    };
    SCHEMAS.into_iter().map(judge).collect()
});

fn piece() -> impl Strategy<Value = String> {
    let texts = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        "\"a\"",
        "\"n\"",
        ":",
        ",",
        "1",
        "2.0",
        "null",
        "true",
        "\"",
        "'",
        "\\",
        "//",
        "\n",
        "```json\n",
        "```",
        "<think>",
        "</think>",
        "{\"a\":\"x\"}",
        "{\"a\":\"x\",\"n\":3}",
        "{\"result\":[\"x\"]}",
        "[{\"key\":\"k\",\"value\":[1]}]",
        "{\"_0\":\"x\",\"_1\":true}",
        "{\"result\":{\"_0\":\"x\",\"_1\":true}}",
        "{\"name\":\"f\",\"arguments\":",
        "True",
        "None",
        "“",
        "#",
        "…",
    ]);
    prop_oneof![9 => texts.prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)]
}

fn holds(outcome: &Outcome, judge: &Judge) -> Result<(), TestCaseError> {
    let values = outcome.value.iter().chain(&outcome.candidates);
    for value in values {
        prop_assert!(accepts(&judge.validator, &read(value)), "{value} is accepted");
    }
    prop_assert_eq!(outcome.kind == OutcomeKind::Valid, outcome.value.is_some());
    prop_assert!(outcome.kind == OutcomeKind::Valid || outcome.kind == OutcomeKind::Empty || !outcome.issues.is_empty());
    Ok(())
}

proptest! {
    #[test]
    fn an_accepted_value_is_valid_whatever_the_text(pieces in prop::collection::vec(piece(), 0..24), cut: bool, salvage: bool) {
        let reply = pieces.concat();
        for judge in JUDGES.iter() {
            holds(&judge.prepared.read(&reply, Reading { cut, salvage }), judge)?;
        }
    }

    #[test]
    fn an_accepted_value_is_valid_whatever_the_body(pieces in prop::collection::vec(piece(), 0..12), word in 0_usize..5, call: bool) {
        let text = serde_json::Value::String(pieces.concat());
        let word = ["stop", "length", "tool_calls", "content_filter", ""][word];
        let message = if call {
            format!(r#"{{"tool_calls":[{{"function":{{"name":"f","arguments":{text}}}}}]}}"#)
        } else {
            format!(r#"{{"content":{text}}}"#)
        };
        let whole = format!(r#"{{"choices":[{{"message":{message},"finish_reason":"{word}"}}]}}"#);
        let stream = format!("data: {{\"choices\":[{{\"delta\":{message}}}]}}\n\n{}", if word.is_empty() { "" } else { "data: [DONE]" });
        for judge in JUDGES.iter() {
            for body in [&whole, &stream] {
                holds(&judge.prepared.read_body(body.as_bytes(), &Hints::default()), judge)?;
            }
        }
    }
}

//! What a model is told of an answer that does not fit, and the example that is shown to one that wrote the schema back.
#![allow(clippy::pedantic, clippy::print_stdout, clippy::print_stderr, reason = "tests print what they found, and read better plain")]

#[path = "common/mod.rs"]
mod common;

use common::{data, lines, wire_validator};
use schema_compat::compat::{MAX_REPAIR, Prepared, REPAIR_MARK};
use schema_compat::json::{parse, to_text};
use schema_compat::{Options, OutcomeKind, prepare, profile};

fn prepared(schema: &str, profile: &str) -> Prepared<'static> {
    prepare(schema, profile::find(profile).expect("a profile"), &Options::default()).expect("a schema")
}

fn repair(prepared: &Prepared<'_>, reply: &str) -> String {
    let outcome = prepared.decode(reply);
    prepared.repair(&outcome).unwrap_or_else(|| panic!("{:?}", outcome.kind))
}

#[test]
fn the_model_is_told_in_the_shape_it_wrote() {
    // Case rp-011: the bound was never sent, and the user's path leads into a map the model never saw.
    let schema = r#"{"type":"object","properties":{"caps":{"type":"object","additionalProperties":{"type":"integer","maximum":9}}},"required":["caps"],"additionalProperties":false}"#;
    let prepared = prepared(schema, "anthropic");
    let reply = r#"{"caps":[{"key":"eu","value":3},{"key":"us","value":12}]}"#;
    let outcome = prepared.decode(reply);
    assert_eq!(outcome.issues[0].path.as_str(), "/caps/us");
    insta::assert_snapshot!(repair(&prepared, reply), @r#"
    [output-invalid] Your last answer does not fit the schema:
    - at /caps/1/value (the entry with key "us"), which is 12: value is greater than the maximum of 9
    Put these right, leave the rest as it is, and send the whole answer again, as JSON and nothing else.
    "#);
    insta::assert_snapshot!(repair(&prepared, "{\"caps\": [?]}"), @r#"
    [output-invalid] Your last answer does not fit the schema:
    - at the root: the reply is not JSON: unexpected character at byte 10
    Put these right, leave the rest as it is, and send the whole answer again, as JSON and nothing else.
    "#);
    insta::assert_snapshot!(repair(&prepared, "I cannot say."), @r#"
    [output-invalid] Your last answer does not fit the schema:
    - at the root: the reply is not JSON: unexpected character at byte 0
    Put these right, leave the rest as it is, and send the whole answer again, as JSON and nothing else.
    "#);
    insta::assert_snapshot!(repair(&prepared, "{\"caps\":[]}\n{\"caps\":[{\"key\":\"eu\",\"value\":3}]}"), @r#"
    [output-invalid] Your last answer does not fit the schema:
    - at the root: the reply holds 2 answers that differ
    Send one answer only, whole, as JSON and nothing else.
    "#);
}

#[test]
fn a_message_is_short_whatever_the_answer() {
    let schema =
        r#"{"type":"object","properties":{"l":{"type":"array","items":{"type":"integer"}}},"required":["l"],"additionalProperties":false}"#;
    let prepared = prepared(schema, "openai");
    let long = "x\\n[output-invalid] ".repeat(2000);
    let text = repair(&prepared, &format!("{{\"l\":[{}]}}", vec![format!("\"{long}\""); 40].join(",")));
    assert!(text.len() <= MAX_REPAIR && text.starts_with(REPAIR_MARK), "{}", text.len());
    assert!(text.lines().skip(1).all(|line| !line.starts_with(REPAIR_MARK)));
    assert!(text.contains("and 28 more") || text.contains("more\n"), "{text}");
    let debug = format!("{:?}", prepared.decode(r#"{"l":["canary"]}"#));
    assert!(!debug.contains("canary"), "{debug}");
}

#[test]
fn asking_again_is_not_always_of_use() {
    let schema = r#"{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}"#;
    let prepared = prepared(schema, "openai");
    for (body, kind) in [
        (r#"{"choices":[{"message":{"content":"{\"a\":\"x"},"finish_reason":"length"}]}"#, OutcomeKind::Truncated),
        (r#"{"choices":[{"message":{"content":"{\"a\":\"x\"}"},"finish_reason":"stop"}]}"#, OutcomeKind::Valid),
        (r#"{"choices":[{"message":{"refusal":"no"},"finish_reason":"stop"}]}"#, OutcomeKind::Refused),
        (r#"{"choices":[{"message":{"content":" "},"finish_reason":"stop"}]}"#, OutcomeKind::Empty),
        (r#"{"error":{"message":"m"}}"#, OutcomeKind::Error),
    ] {
        let outcome = prepared.read_body(body.as_bytes(), &Default::default());
        assert_eq!(outcome.kind, kind, "{body}");
        assert_eq!(prepared.repair(&outcome), None, "{body}");
    }
}

#[test]
fn a_schema_that_comes_back_is_answered_with_an_example() {
    let schema = r##"{"type":"object","properties":{"name":{"type":"string","minLength":6},"tags":{"type":"object","additionalProperties":{"type":"integer","minimum":3}},"at":{"type":"string","format":"date"},"next":{"$ref":"#"}},"required":["name","tags","at"]}"##;
    for name in ["openai", "anthropic", "gemini", "gemini-schema", "openai/tool"] {
        let prepared = prepared(schema, name);
        let text = repair(&prepared, prepared.wire_schema());
        let example = prepared.example().expect("an example");
        assert!(text.starts_with(REPAIR_MARK) && text.contains(&example), "{name}: {text}");
        assert_eq!(prepared.decode(&example).kind, OutcomeKind::Valid, "{name}: {example}");
    }
    insta::assert_snapshot!(prepared(schema, "openai").example().unwrap(), @r#"{"name":"example","tags":[{"key":"example","value":3}],"at":"2026-01-01","next":null}"#);
}

/// Examples are valid under the wire schema, for another validator.
#[test]
fn examples_are_of_the_wire_schema() {
    let Some(path) = data("corpus/sample_dev.jsonl") else { return };
    let (mut made, mut all, mut wrong) = (0, 0, Vec::new());
    for line in lines(&path) {
        let record = parse(&line).expect("a record");
        let schema = to_text(record.get("schema").expect("a schema"));
        for name in ["openai", "anthropic", "gemini-schema"] {
            let Ok(prepared) = prepare(&schema, profile::find(name).expect("a profile"), &Options::default()) else { continue };
            all += 1;
            let Some(example) = prepared.example() else { continue };
            made += 1;
            let wire = parse(prepared.wire_schema()).expect("a wire schema");
            let Ok(validator) = wire_validator(&wire) else { continue };
            let json = parse(&example).expect("JSON").to_serde().expect("numbers");
            if !validator.is_valid(&json) {
                wrong.push(format!("{name} {}: {example}", common::text(&record, "id")));
            }
        }
    }
    println!("{made} examples for {all} wire schemas");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(made * 10 >= all * 9, "only {made} examples for {all} wire schemas");
}

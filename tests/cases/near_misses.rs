//! Replies that are nearly right: each read as it is meant, or refused, and never as something else.

use schema_compat::compat::{Asked, OutcomeKind, Reading};
use schema_compat::json::parse;
use schema_compat::wire::{Hints, read};
use schema_compat::{Options, prepare, profile};
use serde_json::{Value, json};

/// The file of near misses, where the data is.
fn rows(name: &str) -> Option<Vec<Value>> {
    let Some(root) = std::env::var_os("SCHEMA_COMPAT_DATA") else {
        eprintln!("SCHEMA_COMPAT_DATA is not set: {name} is not read");
        return None;
    };
    let text = std::fs::read_to_string(std::path::Path::new(&root).join("cases").join(name)).expect("the cases");
    Some(text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect())
}

#[test]
fn near_misses_are_read_right_or_refused() {
    let Some(rows) = rows("near-miss.jsonl") else { return };
    let mut wrong = Vec::new();
    for profile in ["openai", "anthropic", "gemini", "openai/tool"] {
        let profile = profile::find(profile).expect("a profile");
        for row in &rows {
            let prepared = prepare(&row["schema"].to_string(), profile, &Options::default()).expect("a schema");
            let outcome = prepared.decode(row["reply"].as_str().expect("a reply"));
            // Numbers are compared to the last digit.
            let expected = row["expected"].to_string();
            let right = match (&outcome.value, row["expected"] == "reject") {
                (None, reject) => reject,
                (Some(_), true) => false,
                (Some(value), false) => parse(value).expect("JSON").same(&parse(&expected).expect("JSON")),
            };
            if !right {
                wrong.push(format!("{} {}: {:?} {:?}, expected {expected}", profile.name, row["id"], outcome.kind, outcome.value));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_was_done_to_a_reply_is_told() {
    let schema = r#"{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}"#;
    let prepared = prepare(schema, profile::find("openai").expect("a profile"), &Options::default()).expect("a schema");
    let rules = |reply: &str| prepared.decode(reply).findings.iter().map(|f| f.rule).collect::<Vec<_>>();
    assert_eq!(rules(r#"{"a":"x"}"#), [""; 0]);
    assert_eq!(rules("Here: {\"a\":\"x\"}"), [""; 0]);
    assert_eq!(rules("{'a': \"x\",}"), ["single-quotes", "trailing-comma"]);
    assert_eq!(rules(r#"[{"a":"x"}]"#), ["one-entry-list"]);
    assert_eq!(rules(r#"{"answer":{"a":"x"}}"#), ["wrapper-key"]);
    assert_eq!(rules(r#"{"name":"submit","arguments":"{\"a\":\"x\"}"}"#), ["tool-call-as-text"]);
    assert_eq!(rules("He said {\"a\":\"y\"} to me.\n{\"a\":\"x\"}"), ["quoted-answer"]);
    let strict = Reading { salvage: false, ..Reading::default() };
    assert_eq!(prepared.read("{'a': 'x'}", strict).kind, OutcomeKind::Invalid);
    assert_eq!(prepared.read(r#"[{"a":"x"}]"#, strict).kind, OutcomeKind::Invalid);
}

#[test]
fn answers_that_differ_are_not_chosen_between() {
    let schema = r#"{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}"#;
    let prepared = prepare(schema, profile::find("openai").expect("a profile"), &Options::default()).expect("a schema");
    for reply in
        ["{\"n\":1}\n{\"n\":2}", "```json\n{\"n\":1}\n```\nor\n```json\n{\"n\":2}\n```", "{\"n\":1}\n\nNote: it was {\"n\":2} before."]
    {
        let outcome = prepared.decode(reply);
        assert_eq!(outcome.kind, OutcomeKind::Ambiguous, "{reply}");
        assert_eq!(outcome.candidates, [r#"{"n":1}"#, r#"{"n":2}"#], "{reply}");
    }
    assert_eq!(prepared.decode("{\"n\":1}\n{\"n\":1.0}").kind, OutcomeKind::Valid, "the same answer twice is one");
}

#[test]
fn a_cut_reply_counts_only_where_the_answer_is_whole() {
    let schema = r#"{"type":"object","properties":{"items":{"type":"array","items":{"type":"string"}},"more":{"type":"string"}},"required":["items"]}"#;
    let prepared = prepare(schema, profile::find("openai").expect("a profile"), &Options::default()).expect("a schema");
    let cut = Reading { cut: true, ..Reading::default() };
    let kind = |reply: &str| prepared.read(reply, cut).kind;
    assert_eq!(kind("{\"items\":[\"a\"],\"more\":null}\n\nLet me also expl"), OutcomeKind::Valid);
    assert_eq!(kind("{\"items\":[\"a\",\"b\""), OutcomeKind::Truncated);
    assert_eq!(kind("<think>say {\"items\":[]}, yet"), OutcomeKind::Truncated);
    assert_eq!(kind(""), OutcomeKind::Truncated);
    // Without the word of the provider the brackets are closed, and that is told.
    let outcome = prepared.decode("{\"items\":[\"a\",\"b\"");
    assert_eq!((outcome.kind, outcome.findings[0].rule), (OutcomeKind::Valid, "missing-closer"));
}

#[test]
fn a_schema_that_comes_back_is_no_answer() {
    let schema = r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}}}"#;
    for profile in ["openai", "openai/tool", "gemini"] {
        let prepared = prepare(schema, profile::find(profile).expect("a profile"), &Options::default()).expect("a schema");
        for echo in [schema, prepared.wire_schema()] {
            let outcome = prepared.decode(echo);
            assert_eq!(outcome.kind, OutcomeKind::Invalid, "{profile}: {:?}", outcome.value);
            assert!(outcome.issues[0].message.contains("the schema itself"), "{:?}", outcome.issues);
        }
        let both = format!("{schema}\n\n{{\"a\":\"x\",\"b\":1}}");
        assert_eq!(prepared.decode(&both).value.as_deref(), Some(r#"{"a":"x","b":1}"#), "{profile}");
    }
}

/// Cases about more than the text of one reply, with the reason.
const ELSEWHERE: &[(&str, &str)] =
    &[("rp-011", "what a repair message says: tests/repair.rs"), ("rp-012", "how many repairs there are: the run")];

/// The body of a case's reply, as a provider would send it.
fn body(input: &Value) -> Option<String> {
    let reply = if input["reply"].is_object() { &input["reply"] } else { input["replies"].get(0)? };
    if reply.get("output").is_some() {
        return Some(reply.to_string());
    }
    let calls = reply["tool_calls"].as_array().into_iter().flatten();
    let calls: Vec<Value> = calls.map(|call| json!({"id": call["id"], "type": "function", "function": call})).collect();
    let message = json!({"content": reply["content"], "reasoning_content": reply["reasoning_content"], "tool_calls": calls});
    let finish = reply.get("finish_reason").cloned().unwrap_or(json!("stop"));
    Some(json!({"choices": [{"index": 0, "message": message, "finish_reason": finish}]}).to_string())
}

#[test]
fn reported_replies_are_read_as_they_should_be() {
    let Some(rows) = rows("bug-cases.jsonl") else { return };
    let (mut seen, mut wrong) = (0, Vec::new());
    for row in &rows {
        let id = row["id"].as_str().unwrap_or_default();
        let ours = ["parse", "repair"].contains(&row["kind"].as_str().unwrap_or_default()) || ["se-008", "se-009"].contains(&id);
        if !ours {
            continue;
        }
        if let Some((_, why)) = ELSEWHERE.iter().find(|(other, _)| *other == id) {
            println!("{id}: {why}");
            continue;
        }
        let Some(body) = body(&row["input"]) else {
            println!("{id}: no reply of one text");
            continue;
        };
        seen += 1;
        let prepared = prepare(&row["input"]["schema"].to_string(), profile::find("openai").expect("a profile"), &Options::default())
            .expect("a schema");
        let tool = (row["input"]["route"] == "final_tool").then_some("submit");
        let outcome = prepared.read_reply(&read(body.as_bytes(), &Hints::default()), Asked { tool, ..Asked::default() });
        let holds = |expected: &Value| match (expected.get("value"), expected["error"]["kind"].as_str()) {
            (Some(value), _) => {
                outcome.value.as_deref().is_some_and(|got| parse(got).expect("JSON").same(&parse(&value.to_string()).expect("JSON")))
            }
            (None, Some("reply.truncated")) => outcome.kind == OutcomeKind::Truncated,
            (None, Some("reply.invalid")) => matches!(outcome.kind, OutcomeKind::Invalid | OutcomeKind::Ambiguous),
            (None, _) => false,
        };
        let expected = &row["expected"];
        let right = match expected["any_of"].as_array() {
            Some(choices) => choices.iter().any(holds),
            None => holds(expected),
        };
        if !right {
            wrong.push(format!("{id}: {:?} {:?} {:?}, expected {expected}", outcome.kind, outcome.value, outcome.issues));
        }
    }
    assert!(seen >= 25, "only {seen} cases");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

//! Answers that providers really gave, recorded by other projects: what is read of each, whole and in chunks.
//! They are read in place where `SCHEMA_COMPAT_DATA` points at them.
#![cfg(feature = "cli")]
#![allow(clippy::pedantic, clippy::print_stdout, clippy::print_stderr, reason = "tests print what they found, and read better plain")]

use schema_compat::json::to_text;
use schema_compat::report;
use schema_compat::wire::{Delta, Hints, Protocol, Reader, Reply, read};
use serde_json::{Value, json};
use std::process::Command;

/// Exchanges that are read otherwise than expected, with the argument.
const MISSES: &[(&str, &str)] = &[];

fn file() -> Option<std::path::PathBuf> {
    let Some(root) = std::env::var_os("SCHEMA_COMPAT_DATA") else {
        println!("skipped: SCHEMA_COMPAT_DATA is not set");
        return None;
    };
    Some(std::path::Path::new(&root).join("exchanges/exchanges-dev.jsonl"))
}

fn rows() -> Vec<Value> {
    let Some(file) = file() else { return Vec::new() };
    std::fs::read_to_string(file).expect("the exchanges").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// What is expected, without the marks that are about the recording.
fn expected(row: &Value) -> Value {
    let mut expected = row["expect"].clone();
    for call in expected["tool_calls"].as_array_mut().into_iter().flatten() {
        call.as_object_mut().expect("a call").remove("args_form");
    }
    // An index made these.
    expected.as_object_mut().expect("an object").retain(|name, value| name == "raw_finish" || !value.is_null());
    expected
}

/// The body of a row, where it is text.
fn body(row: &Value) -> Option<Vec<u8>> {
    let response = &row["response"];
    match response.get("body") {
        Some(body) => Some(body.to_string().into_bytes()),
        None => response.get("sse").or(response.get("text")).map(|text| text.as_str().expect("text").as_bytes().to_vec()),
    }
}

fn hints(row: &Value) -> Hints<'_> {
    Hints {
        protocol: Protocol::from_name(row["protocol"].as_str().expect("a protocol")),
        content_type: row["response"]["content_type"].as_str(),
        status: row["response"]["status"].as_u64().and_then(|status| status.try_into().ok()),
    }
}

fn printed(reply: &Reply) -> Value {
    serde_json::from_str(&to_text(&report::object(report::reply_json(reply)))).expect("JSON")
}

#[test]
fn what_is_printed_is_what_was_sent() {
    let Some(file) = file() else { return };
    let output = Command::new(env!("CARGO_BIN_EXE_schema-compat")).args(["read", "--jsonl"]).arg(&file).output().expect("the command");
    let lines: Vec<Value> =
        String::from_utf8(output.stdout).expect("UTF-8").lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    let rows = rows();
    assert_eq!(lines.len(), rows.len());
    let mut wrong = Vec::new();
    for (row, line) in rows.iter().zip(lines) {
        let mut got = line;
        let id = got.as_object_mut().expect("an object").remove("id").expect("an id");
        assert_eq!(id, row["id"]);
        let expected = expected(row);
        let argued = MISSES.iter().any(|(miss, _)| id == *miss);
        if (got == expected) == argued {
            wrong.push(format!("{id}\n  got      {got}\n  expected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} wrong:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

#[test]
fn the_body_tells_its_protocol() {
    let mut wrong = Vec::new();
    for row in rows() {
        let Some(body) = body(&row) else { continue };
        let told = read(&body, &hints(&row));
        let found = read(&body, &Hints { status: hints(&row).status, ..Hints::default() });
        if told != found {
            wrong.push(format!("{}: {} instead of {}", row["id"], printed(&found), printed(&told)));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn chunks_do_not_matter_and_steps_add_up() {
    for row in rows() {
        let Some(body) = body(&row) else { continue };
        let whole = read(&body, &hints(&row));
        for size in [1, 3, 64, 1000] {
            let mut reader = Reader::new(&hints(&row));
            let mut steps: Vec<Delta> = body.chunks(size).flat_map(|chunk| reader.push(chunk)).collect();
            let (last, reply) = reader.finish();
            steps.extend(last);
            assert!(reply == whole, "{} in chunks of {size}", row["id"]);
            assert_eq!(added(&steps), said(&reply), "{}", row["id"]);
        }
    }
}

/// What the steps add up to.
fn added(steps: &[Delta]) -> Value {
    let (mut text, mut thought, mut refusal, mut calls) = (String::new(), String::new(), String::new(), Vec::new());
    for step in steps {
        match step {
            Delta::Text(more) => text += more,
            Delta::Reasoning(more) => thought += more,
            Delta::Refusal(more) => refusal += more,
            Delta::ToolStart { call, id, name } => {
                assert_eq!(*call, calls.len(), "calls begin in order");
                calls.push((id.clone(), name.clone(), String::new()));
            }
            Delta::ToolArguments { call, text } => calls[*call].2 += text,
            _ => {}
        }
    }
    json!({"text": text, "thought": thought, "refusal": refusal, "calls": calls})
}

fn said(reply: &Reply) -> Value {
    let calls: Vec<_> = reply.tool_calls.iter().map(|call| (&call.id, &call.name, &call.arguments)).collect();
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    json!({"text": text(&reply.text), "thought": text(&reply.reasoning), "refusal": text(&reply.refusal), "calls": calls})
}

//! Time to read a reply (parse, decode, print; validation aside), as a multiple of parsing and printing the same bytes
//! with `serde_json`.

#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

mod common;

use common::{medians, rounds, times};
use schema_compat::codec::{Membership, Pick};
use schema_compat::compat::{Options, Prepared, prepare};
use schema_compat::json::{Json, parse, to_text};
use schema_compat::profile;
use std::fmt::Write as _;
use std::hint::black_box;

/// Length of a reply in bytes, at least.
const REPLY: usize = 64 << 10;
/// How often a round reads the reply.
const TIMES: usize = 20;

/// The schemas here have no union whose branches read a value alike.
struct Nobody;

impl Membership for Nobody {
    fn accepts(&mut self, _: Pick, _: &Json<'_>) -> bool {
        false
    }
}

struct Case {
    name: &'static str,
    schema: String,
    element: fn(usize) -> String,
}

const PERSON: &str = r#"{"id":{"type":"integer"},"name":{"type":"string"},"email":{"type":"string"},"score":{"type":"number"},"active":{"type":"boolean"},"tags":{"type":"array","items":{"type":"string"}}}"#;

fn list_of(element: &str) -> String {
    format!(
        r#"{{"type":"object","properties":{{"rows":{{"type":"array","items":{element}}}}},"required":["rows"],"additionalProperties":false}}"#
    )
}

fn cases() -> Vec<Case> {
    let optional = (0..12).fold(String::new(), |mut text, i| {
        let comma = if i > 0 { "," } else { "" };
        let _ = write!(text, r#"{comma}"field{i}":{{"type":"string"}}"#);
        text
    });
    vec![
        Case {
            name: "identity",
            schema: list_of(&format!(
                r#"{{"type":"object","properties":{PERSON},"required":["id","name","email","score","active","tags"],"additionalProperties":false}}"#
            )),
            element: |i| {
                format!(
                    r#"{{"id":{i},"name":"Person number {i}","email":"p{i}@example.com","score":{i}.25,"active":true,"tags":["a","bb","ccc"]}}"#
                )
            },
        },
        Case {
            name: "nullable",
            schema: list_of(&format!(r#"{{"type":"object","properties":{{{optional}}},"additionalProperties":false}}"#)),
            element: |i| {
                let members: Vec<String> = (0..12)
                    .map(|k| if (i + k) % 3 == 0 { format!(r#""field{k}":"value {i}""#) } else { format!(r#""field{k}":null"#) })
                    .collect();
                format!("{{{}}}", members.join(","))
            },
        },
        Case {
            name: "records",
            schema: list_of(r#"{"type":"object","additionalProperties":{"type":"integer"}}"#),
            element: |i| {
                let entries: Vec<String> = (0..8).map(|k| format!(r#"{{"key":"key{i}_{k}","value":{}}}"#, i * k)).collect();
                format!("[{}]", entries.join(","))
            },
        },
        Case {
            name: "text",
            schema: list_of(r#"{"type":"string"}"#),
            element: |i| {
                format!(r#""Paragraph {i}: the quick brown fox jumps over the lazy dog, then \"rests\".\nAnd so on, for a while.""#)
            },
        },
    ]
}

fn reply(case: &Case) -> String {
    let mut text = String::from("{\"rows\":[");
    for i in 0.. {
        text.push_str(&(case.element)(i));
        if text.len() >= REPLY {
            break;
        }
        text.push(',');
    }
    text.push_str("]}");
    text
}

fn read(prepared: &Prepared<'_>, reply: &str) -> String {
    let json = parse(reply).expect("JSON");
    let decoded = prepared.codec().decode(&json, &mut Nobody);
    assert!(decoded.issues.is_empty(), "the reply does not fit: {:?}", decoded.issues);
    to_text(&decoded.value)
}

fn main() {
    let profile = profile::find("openai").expect("a built-in profile");
    println!("{:12} {:>9} {:>14} {:>14} {:>8}", "", "bytes", "serde MB/s", "ours MB/s", "ratio");
    for case in cases() {
        let prepared = prepare(&case.schema, profile, &Options::default()).expect("a schema that can be prepared");
        let text = reply(&case);
        let mut serde = || {
            for _ in 0..TIMES {
                let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
                black_box(value.to_string());
            }
        };
        let mut ours = || {
            for _ in 0..TIMES {
                black_box(read(&prepared, &text));
            }
        };
        let medians = medians(rounds(31), &mut [&mut serde, &mut ours]);
        #[expect(clippy::cast_precision_loss, reason = "a count of bytes")]
        let speed = |time: std::time::Duration| (text.len() * TIMES) as f64 / time.as_secs_f64() / 1e6;
        let [serde, ours] = medians[..] else { continue };
        println!("{:12} {:9} {:14.0} {:14.0} {:8.2}", case.name, text.len(), speed(serde), speed(ours), times(ours, serde));
    }
}

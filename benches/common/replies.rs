//! Replies of any length, and the schemas they are replies to.

use schema_compat::codec::{Membership, Pick};
use schema_compat::json::Json;
use std::fmt::Write as _;

/// The schemas here have no union whose branches read a value alike.
pub struct Nobody;

impl Membership for Nobody {
    fn accepts(&mut self, _: Pick, _: &Json<'_>) -> bool {
        false
    }
}

/// A schema, and the elements of replies to it.
pub struct Case {
    pub name: &'static str,
    pub schema: String,
    element: fn(usize) -> String,
}

const PERSON: &str = r#"{"id":{"type":"integer"},"name":{"type":"string"},"email":{"type":"string"},"score":{"type":"number"},"active":{"type":"boolean"},"tags":{"type":"array","items":{"type":"string"}}}"#;

fn list_of(element: &str) -> String {
    format!(
        r#"{{"type":"object","properties":{{"rows":{{"type":"array","items":{element}}}}},"required":["rows"],"additionalProperties":false}}"#
    )
}

/// One case for each way a value can differ between wire and user.
pub fn cases() -> Vec<Case> {
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

/// A reply of at least `bytes` bytes, in wire form.
pub fn reply(case: &Case, bytes: usize) -> String {
    let mut text = String::from("{\"rows\":[");
    for i in 0.. {
        text.push_str(&(case.element)(i));
        if text.len() >= bytes {
            break;
        }
        text.push(',');
    }
    text.push_str("]}");
    text
}

//! JSON to compact text; numbers as they were written.

use super::scan::plain;
use super::value::Json;
use std::fmt::Write as _;

/// The value as compact JSON text.
#[must_use]
pub fn to_text(value: &Json<'_>) -> String {
    let mut out = String::new();
    print(value, &mut out);
    out
}

/// Appends the value to `out` as compact JSON text.
pub fn print(value: &Json<'_>, out: &mut String) {
    match value {
        Json::Null => out.push_str("null"),
        Json::Bool(true) => out.push_str("true"),
        Json::Bool(false) => out.push_str("false"),
        Json::Number(text) => out.push_str(text),
        Json::String(text) => print_string(text, out),
        Json::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                print(item, out);
            }
            out.push(']');
        }
        Json::Object(members) => {
            out.push('{');
            for (i, (name, member)) in members.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                print_string(name, out);
                out.push(':');
                print(member, out);
            }
            out.push('}');
        }
    }
}

/// Appends `text` to `out` as a JSON string with its quotes.
pub fn print_string(text: &str, out: &mut String) {
    out.reserve(text.len() + 2);
    out.push('"');
    let mut rest = text;
    loop {
        let at = plain(rest.as_bytes());
        out.push_str(&rest[..at]);
        let Some(byte) = rest.as_bytes().get(at) else { break };
        rest = &rest[at + 1..];
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            0x8 => out.push_str("\\b"),
            0xc => out.push_str("\\f"),
            control => write!(out, "\\u{control:04x}").expect("writing to a string"),
        }
    }
    out.push('"');
}

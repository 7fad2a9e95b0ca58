//! Answers in a wrapper that nobody asked for: a call written as text, one entry of a list, a key around the value.

use crate::json::{Json, parse};

/// Names of keys that models put around an answer.
const KEYS: [&str; 14] = [
    "answer",
    "arguments",
    "data",
    "final",
    "final_answer",
    "input",
    "json",
    "object",
    "output",
    "parameters",
    "response",
    "result",
    "structured_output",
    "value",
];

/// What may be inside a wrapper, with what the wrapper is called.
pub(super) fn inside(json: &Json<'_>) -> Vec<(&'static str, Json<'static>)> {
    let mut found = Vec::new();
    match json {
        Json::Array(items) => {
            if let [only @ (Json::Object(_) | Json::Array(_))] = &items[..] {
                found.push(("one-entry-list", only.clone().into_owned()));
            }
        }
        Json::Object(members) => {
            let get = |name: &str| members.iter().find(|(key, _)| key == name).map(|(_, value)| value);
            let call = get("name").or_else(|| get("tool")).is_some_and(|name| matches!(name, Json::String(_)));
            if call && members.len() <= 4 {
                let arguments = ["arguments", "parameters", "input"].iter().find_map(|key| get(key));
                found.extend(arguments.and_then(container).map(|json| ("tool-call-as-text", json)));
            }
            if let [(key, value)] = &members[..]
                && KEYS.contains(&key.to_ascii_lowercase().as_str())
            {
                found.extend(container(value).filter(|json| !is_empty(json)).map(|json| ("wrapper-key", json)));
            }
        }
        _ => {}
    }
    found
}

/// A container, also one that is written as a string.
fn container(json: &Json<'_>) -> Option<Json<'static>> {
    match json {
        Json::Object(_) | Json::Array(_) => Some(json.clone().into_owned()),
        Json::String(text) => match parse(text) {
            Ok(json @ (Json::Object(_) | Json::Array(_))) => Some(json.into_owned()),
            _ => None,
        },
        _ => None,
    }
}

fn is_empty(json: &Json<'_>) -> bool {
    matches!(json, Json::Object(members) if members.is_empty()) || matches!(json, Json::Array(items) if items.is_empty())
}

//! The error in a response body: every envelope that providers, gateways and servers put it in.

use crate::json::{Json, parse};

/// What a body says, outermost text last: the innermost text is the upstream's own.
#[derive(Debug, Default)]
pub(super) struct Said {
    pub messages: Vec<String>,
    pub code: Option<String>,
    pub param: Option<String>,
    pub status: Option<u16>,
}

/// Bodies within bodies that are unwrapped.
const MAX_WRAPS: usize = 4;

/// Reads a body; one that is no JSON is its own message.
pub(super) fn read(body: &str) -> Said {
    let mut said = Said::default();
    match parse(body.trim_start_matches('\u{feff}').trim()) {
        Ok(json) => look(&json, &mut said, 0),
        Err(_) => events(body, &mut said),
    }
    if said.messages.is_empty() && !body.trim().is_empty() {
        said.messages.push(body.trim().to_owned());
    }
    said
}

/// An error inside a stream: the `data:` lines that hold one.
fn events(body: &str, said: &mut Said) {
    for line in body.lines() {
        if let Some(data) = line.strip_prefix("data:")
            && let Ok(json) = parse(data.trim())
            && get(&json, "error").is_some()
        {
            look(&json, said, 0);
        }
    }
}

fn look(json: &Json<'_>, said: &mut Said, wraps: usize) {
    if wraps > MAX_WRAPS {
        return;
    }
    match json {
        // Google's OpenAI-shaped endpoint answers with a list of one.
        Json::Array(items) => items.iter().take(4).for_each(|item| look(item, said, wraps + 1)),
        Json::Object(_) => {
            // A router keeps the upstream's own body inside: that is the one that tells.
            if let Some(raw) = get(json, "metadata").and_then(|m| get(m, "raw")) {
                nested(raw, said, wraps);
            }
            match get(json, "error") {
                Some(inner @ (Json::Object(_) | Json::Array(_))) => look(inner, said, wraps + 1),
                Some(Json::String(text)) => nested_text(text, said, wraps),
                _ => {}
            }
            for key in ["message", "detail", "msg"] {
                match get(json, key) {
                    Some(Json::String(text)) => nested_text(text, said, wraps),
                    Some(Json::Array(items)) => items.iter().take(4).for_each(|item| look(item, said, wraps + 1)),
                    Some(inner @ Json::Object(_)) => look(inner, said, wraps + 1),
                    _ => {}
                }
            }
            // Gemini may say the reason in the details only.
            for detail in get(json, "details").and_then(items).unwrap_or_default() {
                for violation in get(detail, "fieldViolations").and_then(items).unwrap_or_default() {
                    if let Some(Json::String(text)) = get(violation, "description") {
                        said.messages.insert(0, text.to_string());
                    }
                }
            }
            said.code = said.code.take().or_else(|| text(get(json, "code")?)).or_else(|| text(get(json, "status")?));
            said.param = said.param.take().or_else(|| text(get(json, "param")?));
            said.status = said.status.or_else(|| text(get(json, "code")?)?.parse().ok().filter(|n| (400..600).contains(n)));
        }
        Json::String(text) => said.messages.push(text.to_string()),
        _ => {}
    }
}

fn nested(raw: &Json<'_>, said: &mut Said, wraps: usize) {
    match raw {
        Json::String(text) => nested_text(text, said, wraps),
        other => look(other, said, wraps + 1),
    }
}

/// A text that may be a body of its own.
fn nested_text(text: &str, said: &mut Said, wraps: usize) {
    let inner = text.trim();
    if (inner.starts_with('{') || inner.starts_with('['))
        && let Ok(json) = parse(inner)
    {
        let before = said.messages.len();
        look(&json, said, wraps + 1);
        if said.messages.len() > before {
            return;
        }
    }
    said.messages.push(text.to_owned());
}

fn get<'a>(json: &'a Json<'_>, key: &str) -> Option<&'a Json<'a>> {
    match json {
        Json::Object(members) => members.iter().find(|(name, _)| name == key).map(|(_, value)| value),
        _ => None,
    }
}

fn items<'a>(json: &'a Json<'a>) -> Option<&'a [Json<'a>]> {
    match json {
        Json::Array(items) => Some(items),
        _ => None,
    }
}

fn text(json: &Json<'_>) -> Option<String> {
    match json {
        Json::String(text) => Some(text.to_string()),
        Json::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

//! Errors in bodies: the text the provider shows for it, and its code.
//!
//! Which kind of refusal a text is, is for [`crate::refusal`]; here it is only found. Shapes seen: an object or a text in
//! `error` (nearly everyone), a list of one such object (Gemini), a bare `message` (Bedrock, Cohere, Mistral, vLLM), `detail`
//! as text or list (servers built on `FastAPI`), `errors` (Cloudflare).

use crate::json::{Json, parse};

/// What a body says went wrong.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Said {
    pub message: String,
    pub code: Option<String>,
}

/// Texts are looked for this deep.
const MAX_STEPS: usize = 4;
/// Most bytes that are kept of a text that is no JSON.
const MAX_TEXT: usize = 2000;
const MESSAGES: [&str; 8] = ["message", "Message", "msg", "detail", "error_description", "description", "reason", "title"];

/// The error a document of a good reply carries beside or instead of its contents.
pub(super) fn beside(json: &Json<'_>) -> Option<Said> {
    let error = json.get("error").filter(|error| says_something(error));
    match error {
        Some(Json::Object(_)) => error.map(|error| Said { message: message(error), code: code(error) }),
        Some(error) => Some(Said { message: message(error), code: code(json) }),
        None if json.get("type").and_then(Json::as_str) == Some("error") => Some(bare(json)),
        None => None,
    }
}

/// What a document says that is an error as a whole.
pub(super) fn bare(json: &Json<'_>) -> Said {
    let json = json.items().first().unwrap_or(json);
    if let Some(error) = json.get("error").filter(|error| says_something(error)) {
        let code = code(error).or_else(|| code(json));
        return Said { message: message(error), code };
    }
    let inner = json.get("errors").and_then(|errors| errors.items().first()).unwrap_or(json);
    Said { message: message(inner), code: code(inner).or_else(|| code(json)) }
}

/// What a body says that came with an HTTP status of failure, or that is no reply.
pub(super) fn body(text: &str) -> Said {
    let text = text.trim_start_matches('\u{feff}').trim();
    if let Ok(json @ (Json::Object(_) | Json::Array(_))) = parse(text) {
        return bare(&json);
    }
    // A stream that begins with its error.
    let events = text.lines().filter_map(|line| parse(line.strip_prefix("data:")?.trim()).ok());
    if let Some(said) = events.map(|json| bare(&json)).find(|said| !said.message.is_empty()) {
        return said;
    }
    let mut end = text.len().min(MAX_TEXT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    Said { message: text[..end].to_owned(), code: None }
}

fn says_something(error: &Json<'_>) -> bool {
    match error {
        Json::Null | Json::Bool(_) | Json::Number(_) => false,
        Json::String(text) => !text.is_empty(),
        Json::Array(items) => !items.is_empty(),
        Json::Object(members) => !members.is_empty(),
    }
}

/// The text of an error, which may stand deeper in it.
fn message(error: &Json<'_>) -> String {
    let mut at = error;
    for _ in 0..MAX_STEPS {
        match at {
            Json::String(text) => return text.to_string(),
            Json::Array(items) => match items.first() {
                Some(first) => at = first,
                None => break,
            },
            Json::Object(_) => match MESSAGES.iter().find_map(|name| at.get(name).filter(|text| says_something(text))) {
                Some(inner) => at = inner,
                None => break,
            },
            _ => break,
        }
    }
    at.as_str().unwrap_or_default().to_owned()
}

fn code(error: &Json<'_>) -> Option<String> {
    ["code", "type", "__type", "status"].iter().find_map(|name| match error.get(name)? {
        Json::String(text) if !text.is_empty() && text != "error" => Some(text.to_string()),
        Json::Number(number) => Some(number.to_string()),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_every_shape() {
        for (text, expected, code) in [
            (r#"{"error":{"message":"m","code":"c"}}"#, "m", Some("c")),
            (r#"[{"error":{"code":404,"message":"m"}}]"#, "m", Some("404")),
            (r#"{"error":"m"}"#, "m", None),
            (r#"{"message":"m"}"#, "m", None),
            (r#"{"object":"error","message":{"detail":[{"msg":"m"}]},"type":"t"}"#, "m", Some("t")),
            (r#"{"detail":[{"loc":["body"],"msg":"m"}]}"#, "m", None),
            (r#"{"success":false,"errors":[{"code":7,"message":"m"}]}"#, "m", Some("7")),
            (r#"{"type":"error","error":{"type":"overloaded_error","message":"m"}}"#, "m", Some("overloaded_error")),
            ("data: {\"error\":{\"message\":\"m\"}}\n\n", "m", None),
            ("  upstream is down\n", "upstream is down", None),
            ("{}", "", None),
        ] {
            assert_eq!(body(text), Said { message: expected.to_owned(), code: code.map(str::to_owned) }, "{text}");
        }
        let beside = |text: &str| beside(&parse(text).unwrap()).map(|said| said.message);
        assert_eq!(beside(r#"{"error":null,"message":{}}"#), None);
        assert_eq!(beside(r#"{"error":{},"choices":[]}"#), None);
        assert_eq!(beside(r#"{"type":"error","code":"x","message":"m"}"#).as_deref(), Some("m"));
    }
}

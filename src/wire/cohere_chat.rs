//! Cohere v2 chat, whole and streamed.
//!
//! Source: docs.cohere.com/reference/chat and /chat-stream. What the model plans before it calls tools (`tool_plan`) is
//! reasoning. Tokens are those of `usage.tokens`, not the billed ones.

use super::collect::Collector;
use super::reader::Speaks;
use crate::json::Json;

#[derive(Default)]
pub(super) struct CohereChat {
    /// Calls of a stream by the index of their events.
    calls: Vec<(Option<String>, usize)>,
}

impl Speaks for CohereChat {
    fn read(&mut self, name: &str, json: &Json<'_>, out: &mut Collector) -> bool {
        let delta = json.get("delta");
        let message = delta.and_then(|delta| delta.get("message"));
        match json.get("type").and_then(Json::as_str).unwrap_or(name) {
            "message-start" | "content-end" | "tool-call-end" | "citation-start" | "citation-end" | "debug" => {}
            "content-start" | "content-delta" => {
                if let Some(part) = message.and_then(|message| message.get("content")) {
                    content(part, out);
                }
            }
            "tool-plan-delta" => {
                out.reasoning(message.and_then(|message| message.get("tool_plan")).and_then(Json::as_str).unwrap_or_default());
            }
            kind @ ("tool-call-start" | "tool-call-delta") => {
                let calls = message.and_then(|message| message.get("tool_calls"));
                let calls = calls.map(|calls| if let Json::Array(items) = calls { items.as_slice() } else { std::slice::from_ref(calls) });
                for call in calls.unwrap_or_default() {
                    self.call(json, call, kind == "tool-call-start", out);
                }
            }
            "message-end" => {
                if let Some(delta) = delta {
                    end(delta, out);
                    if let Some(error) = delta.get("error").and_then(Json::as_str).filter(|error| !error.is_empty()) {
                        out.error(error.to_owned(), None);
                    }
                }
                out.ended();
            }
            _ => return whole(json, out),
        }
        true
    }
}

impl CohereChat {
    fn call(&mut self, event: &Json<'_>, call: &Json<'_>, begins: bool, out: &mut Collector) {
        let index = match event.get("index") {
            Some(Json::Number(text)) => Some(text.to_string()),
            _ => None,
        };
        let known = self.calls.iter().rfind(|(known, _)| *known == index).map(|(_, call)| *call);
        let place = match known.filter(|_| !begins) {
            Some(place) => place,
            None => {
                let Some(place) = out.call() else { return };
                self.calls.push((index, place));
                place
            }
        };
        give(place, call, out);
    }
}

fn give(place: usize, call: &Json<'_>, out: &mut Collector) {
    let Some(function) = call.get("function") else { return };
    out.name(place, call.get("id").and_then(Json::as_str), function.get("name").and_then(Json::as_str));
    if let Some(arguments) = function.get("arguments") {
        out.json_arguments(place, arguments);
    }
}

/// A whole body.
fn whole(json: &Json<'_>, out: &mut Collector) -> bool {
    let Some(message @ Json::Object(_)) = json.get("message") else { return false };
    out.reasoning(message.get("tool_plan").and_then(Json::as_str).unwrap_or_default());
    match message.get("content") {
        Some(Json::String(text)) => out.text(text),
        Some(parts) => parts.items().iter().for_each(|part| content(part, out)),
        None => {}
    }
    for call in message.get("tool_calls").map(Json::items).unwrap_or_default() {
        if let Some(place) = out.call() {
            give(place, call, out);
        }
    }
    end(json, out);
    out.ended();
    true
}

fn content(part: &Json<'_>, out: &mut Collector) {
    if let Some(text) = part.get("text").and_then(Json::as_str) {
        out.text(text);
    }
    out.reasoning(part.get("thinking").and_then(Json::as_str).unwrap_or_default());
}

fn end(json: &Json<'_>, out: &mut Collector) {
    if let Some(tokens) = json.get("usage").and_then(|usage| usage.get("tokens")) {
        out.usage(tokens.get("input_tokens"), tokens.get("output_tokens"));
    }
    if let Some(word) = json.get("finish_reason").and_then(Json::as_str) {
        out.finish(word);
    }
}

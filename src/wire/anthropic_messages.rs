//! Anthropic Messages, whole and streamed.
//!
//! Source: docs.anthropic.com/en/api/messages and /messages-streaming. A tool's input comes as an object or in pieces of
//! text; a stream that sends no piece (a tool without parameters) has no arguments, unless the first event shows some.
//! Blocks the provider's own tools leave are no calls of the caller's.

use super::collect::Collector;
use super::reader::Speaks;
use crate::json::Json;

#[derive(Default)]
pub(super) struct AnthropicMessages {
    /// Blocks of a stream that are calls of the caller's tools, by index.
    calls: Vec<(Option<String>, usize)>,
}

impl Speaks for AnthropicMessages {
    fn read(&mut self, name: &str, json: &Json<'_>, out: &mut Collector) -> bool {
        let kind = json.get("type").and_then(Json::as_str).unwrap_or(name);
        match kind {
            "message_start" => {
                if let Some(message) = json.get("message") {
                    out.model(message.get("model"));
                    usage(message, out);
                }
            }
            "content_block_start" => {
                if let Some(block) = json.get("content_block") {
                    let begun = block_of(block, out);
                    if let Some(call) = begun {
                        self.calls.push((index(json), call));
                        out.shown(call, block.get("input").unwrap_or(&Json::Null));
                    }
                }
            }
            "content_block_delta" => {
                if let Some(delta) = json.get("delta") {
                    self.delta(index(json).as_deref(), delta, out);
                }
            }
            "message_delta" => {
                usage(json, out);
                if let Some(word) = json.get("delta").and_then(|delta| delta.get("stop_reason")).and_then(Json::as_str) {
                    out.finish(word);
                }
            }
            "message_stop" => out.ended(),
            "content_block_stop" | "ping" => {}
            _ if json.get("content").is_some() => {
                out.model(json.get("model"));
                usage(json, out);
                for block in json.get("content").map(Json::items).unwrap_or_default() {
                    if let (Some(call), Some(input)) = (block_of(block, out), block.get("input")) {
                        out.json_arguments(call, input);
                    }
                }
                out.ended();
                if let Some(word) = json.get("stop_reason").and_then(Json::as_str) {
                    out.finish(word);
                }
            }
            _ => return false,
        }
        true
    }
}

impl AnthropicMessages {
    fn delta(&mut self, index: Option<&str>, delta: &Json<'_>, out: &mut Collector) {
        let text = |name: &str| delta.get(name).and_then(Json::as_str).unwrap_or_default();
        match text("type") {
            "text_delta" => out.text(text("text")),
            "thinking_delta" => out.reasoning(text("thinking")),
            "input_json_delta" => {
                // Input of the provider's own tools has no call here.
                if let Some((_, call)) = self.calls.iter().rfind(|(known, _)| known.as_deref() == index) {
                    out.arguments(*call, text("partial_json"));
                }
            }
            _ => {}
        }
    }
}

/// Takes a block, or the beginning of one; the call it is, if it is one.
fn block_of(block: &Json<'_>, out: &mut Collector) -> Option<usize> {
    let text = |name: &str| block.get(name).and_then(Json::as_str);
    match text("type") {
        Some("text") => out.text(text("text").unwrap_or_default()),
        Some("thinking") => out.reasoning(text("thinking").unwrap_or_default()),
        Some("tool_use") => {
            let call = out.call()?;
            out.name(call, text("id"), text("name"));
            return Some(call);
        }
        _ => {}
    }
    None
}

fn index(json: &Json<'_>) -> Option<String> {
    match json.get("index") {
        Some(Json::Number(text)) => Some(text.to_string()),
        _ => None,
    }
}

fn usage(json: &Json<'_>, out: &mut Collector) {
    if let Some(usage) = json.get("usage") {
        out.usage(usage.get("input_tokens"), usage.get("output_tokens"));
    }
}

//! Ollama's `/api/chat`: one object, or one a line.
//!
//! Source: github.com/ollama/ollama, docs/api.md. Calls come whole, arguments as objects, and a reply that calls tools ends
//! with `stop`.

use super::collect::Collector;
use super::reader::Speaks;
use crate::json::Json;

pub(super) struct OllamaChat;

impl Speaks for OllamaChat {
    fn read(&mut self, _: &str, json: &Json<'_>, out: &mut Collector) -> bool {
        let message = json.get("message");
        let done = json.get("done");
        if !matches!(message, Some(Json::Object(_))) && done.is_none() {
            return false;
        }
        out.model(json.get("model"));
        if let Some(message) = message {
            // The member is always there: an empty text is none.
            if let Some(text) = message.get("content").and_then(Json::as_str).filter(|text| !text.is_empty()) {
                out.text(text);
            }
            out.reasoning(message.get("thinking").and_then(Json::as_str).unwrap_or_default());
            for call in message.get("tool_calls").map(Json::items).unwrap_or_default() {
                let (Some(function), Some(place)) = (call.get("function"), out.call()) else { continue };
                out.name(place, call.get("id").and_then(Json::as_str), function.get("name").and_then(Json::as_str));
                if let Some(arguments) = function.get("arguments") {
                    out.json_arguments(place, arguments);
                }
            }
        }
        out.usage(json.get("prompt_eval_count"), json.get("eval_count"));
        if let Some(word) = json.get("done_reason").and_then(Json::as_str) {
            out.finish(word);
        }
        if matches!(done, Some(Json::Bool(true))) {
            out.ended();
        }
        true
    }
}

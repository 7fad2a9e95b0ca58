//! OpenAI Chat Completions and the many that copy it.
//!
//! Sources: platform.openai.com/docs/api-reference/chat, and recorded answers of the family for what the reference does not
//! have: reasoning in `reasoning_content`, `reasoning` or `reasoning_details`; content as a list of parts (Mistral);
//! arguments as an object; calls without `index` (older Mistral), all with index 0 (Gemini's copy of the protocol), or with
//! an empty `id` or `name` in later pieces; `error` inside a choice and the upstream's own finish word (OpenRouter); usage in
//! `x_groq` (Groq) or in the choice (Moonshot); empty values in unused members (Snowflake). Of several choices the first is
//! read.

use super::collect::Collector;
use super::fault;
use super::reader::Speaks;
use crate::json::Json;

#[derive(Default)]
pub(super) struct OpenAiChat {
    /// Calls by the index they are sent under; the last entry of an index is the one it means now.
    calls: Vec<(Option<u64>, usize)>,
    /// The call of the protocol's first version, `function_call`.
    only: Option<usize>,
}

impl Speaks for OpenAiChat {
    fn read(&mut self, _: &str, json: &Json<'_>, out: &mut Collector) -> bool {
        out.model(json.get("model"));
        let mut understood = json.get("object").and_then(Json::as_str).is_some_and(|object| object.starts_with("chat.completion"));
        let inner = json.get("x_groq").and_then(|groq| groq.get("usage"));
        understood |= usage(json.get("usage").or(inner), out);
        let Some(Json::Array(choices)) = json.get("choices") else { return understood };
        let first =
            choices.iter().find(|choice| matches!(choice.get("index"), None | Some(Json::Null)) || number(choice, "index") == Some(0));
        if let Some(choice) = first {
            self.choice(choice, out);
        }
        true
    }
}

impl OpenAiChat {
    fn choice(&mut self, choice: &Json<'_>, out: &mut Collector) {
        usage(choice.get("usage"), out);
        if let Some(said) = fault::beside(choice) {
            out.error(said.message, said.code);
        }
        match (choice.get("delta"), choice.get("message")) {
            (Some(delta @ Json::Object(_)), _) => self.message(delta, false, out),
            (_, Some(message @ Json::Object(_))) => {
                self.message(message, true, out);
                out.ended();
            }
            _ => {}
        }
        match choice.get("finish_reason") {
            Some(Json::String(word)) => out.finish(word),
            Some(Json::Number(word)) => out.finish(word),
            _ => {}
        }
        out.native(choice.get("native_finish_reason").and_then(Json::as_str).unwrap_or_default());
    }

    fn message(&mut self, message: &Json<'_>, whole: bool, out: &mut Collector) {
        let text = |name: &str| message.get(name).and_then(Json::as_str).filter(|text| !text.is_empty());
        if let Some(thought) = text("reasoning_content").or_else(|| text("reasoning")) {
            out.reasoning(thought);
        } else {
            for detail in message.get("reasoning_details").map(Json::items).unwrap_or_default() {
                let thought = detail.get("text").or_else(|| detail.get("summary"));
                out.reasoning(thought.and_then(Json::as_str).unwrap_or_default());
            }
        }
        content(message.get("content"), out);
        out.refusal(text("refusal").unwrap_or_default());
        for call in message.get("tool_calls").map(Json::items).unwrap_or_default() {
            self.call(call, whole, out);
        }
        if let Some(call) = message.get("function_call") {
            let name = call.get("name").and_then(Json::as_str).unwrap_or_default();
            let empty =
                matches!(call.get("arguments"), None | Some(Json::Null)) || call.get("arguments").and_then(Json::as_str) == Some("");
            if !name.is_empty() || !empty {
                if self.only.is_none() {
                    self.only = out.call();
                }
                give(self.only, None, call, "arguments", out);
            }
        }
    }

    fn call(&mut self, call: &Json<'_>, whole: bool, out: &mut Collector) {
        let custom = call.get("type").and_then(Json::as_str) == Some("custom");
        let (part, arguments) = match (call.get("function"), call.get("custom")) {
            (_, Some(part)) if custom => (part, "input"),
            (Some(part @ Json::Object(_)), _) => (part, "arguments"),
            (_, Some(part @ Json::Object(_))) => (part, "input"),
            _ => (call, "arguments"),
        };
        let id = call.get("id").and_then(Json::as_str).filter(|id| !id.is_empty());
        let named = part.get("name").and_then(Json::as_str).is_some_and(|name| !name.is_empty());
        let index = number(call, "index");
        let known = if whole { None } else { self.known(index, id, named, out) };
        let place = known.or_else(|| {
            let place = out.call()?;
            self.calls.push((index, place));
            Some(place)
        });
        give(place, id, part, arguments, out);
    }

    /// The call a piece belongs to; `None` for a new one.
    fn known(&self, index: Option<u64>, id: Option<&str>, named: bool, out: &Collector) -> Option<usize> {
        let with_id = |id: &str| self.calls.iter().rev().map(|(_, place)| *place).find(|place| out.call_id(*place) == Some(id));
        if index.is_none() {
            return match id {
                Some(id) => with_id(id),
                None if named => None,
                None => self.calls.last().map(|(_, place)| *place),
            };
        }
        let place = self.calls.iter().rev().find(|(other, _)| *other == index)?.1;
        // An index that comes again with another id and a name is another call.
        let other = named && id.is_some_and(|id| out.call_id(place).is_some_and(|known| known != id));
        if other { id.and_then(with_id) } else { Some(place) }
    }
}

fn give(place: Option<usize>, id: Option<&str>, part: &Json<'_>, arguments: &str, out: &mut Collector) {
    let Some(place) = place else { return };
    out.name(place, id, part.get("name").and_then(Json::as_str));
    if let Some(arguments) = part.get(arguments) {
        out.json_arguments(place, arguments);
    }
}

/// Content as text or as a list of parts.
fn content(content: Option<&Json<'_>>, out: &mut Collector) {
    match content {
        Some(Json::String(text)) => out.text(text),
        Some(Json::Array(parts)) => parts.iter().for_each(|part| self::part(part, out)),
        _ => {}
    }
}

fn part(part: &Json<'_>, out: &mut Collector) {
    let kind = part.get("type").and_then(Json::as_str).unwrap_or("text");
    match (part, kind) {
        (Json::String(text), _) => out.text(text),
        (_, "text" | "output_text") => {
            if let Some(text) = part.get("text").and_then(Json::as_str) {
                out.text(text);
            }
        }
        (_, "thinking" | "reasoning") => {
            let thought = part.get("thinking").or_else(|| part.get("text"));
            out.reasoning(thought.and_then(Json::as_str).unwrap_or_default());
            for inner in thought.map(Json::items).unwrap_or_default() {
                out.reasoning(inner.get("text").and_then(Json::as_str).unwrap_or_default());
            }
        }
        (_, "refusal") => out.refusal(part.get("refusal").and_then(Json::as_str).unwrap_or_default()),
        _ => {}
    }
}

fn usage(usage: Option<&Json<'_>>, out: &mut Collector) -> bool {
    let Some(usage @ Json::Object(_)) = usage else { return false };
    let count = |name: &str, other: &str| usage.get(name).or_else(|| usage.get(other));
    out.usage(count("prompt_tokens", "input_tokens"), count("completion_tokens", "output_tokens"));
    true
}

fn number(json: &Json<'_>, name: &str) -> Option<u64> {
    match json.get(name) {
        Some(Json::Number(text)) => text.parse().ok(),
        _ => None,
    }
}

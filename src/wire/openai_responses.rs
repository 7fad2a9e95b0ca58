//! OpenAI Responses, whole and streamed.
//!
//! Source: platform.openai.com/docs/api-reference/responses. Items of a stream are known by `output_index`: their ids change
//! with every event behind some gateways. Arguments and texts come in pieces, or only whole in the `done` events (LM
//! Studio); the last event may repeat everything, or hold nothing (the backend of `ChatGPT`). Items that the provider runs
//! itself (searches, MCP calls) are no calls of the caller's tools.

use super::collect::{Collector, MAX_CALLS};
use super::fault;
use super::reader::Speaks;
use crate::json::Json;

#[derive(Default)]
pub(super) struct OpenAiResponses {
    items: Vec<Item>,
    /// Something of the answer came in events: the last event repeats it.
    streamed: bool,
}

/// An item of the output while it is streamed.
struct Item {
    index: u64,
    call: Option<usize>,
    /// Parts whose text came in pieces.
    parts: Vec<u64>,
}

impl Item {
    /// Notes that text of a part came; whether it is the first.
    fn came(&mut self, part: u64) -> bool {
        let first = !self.parts.contains(&part);
        // Parts beyond any real number of them are not told apart.
        if first && self.parts.len() < MAX_CALLS {
            self.parts.push(part);
        }
        first
    }
}

impl Speaks for OpenAiResponses {
    fn read(&mut self, name: &str, json: &Json<'_>, out: &mut Collector) -> bool {
        let kind = json.get("type").and_then(Json::as_str).unwrap_or(name);
        match kind.strip_prefix("response.") {
            Some(event) => self.event(event, json, out),
            None if json.get("output").is_some() || json.get("object").and_then(Json::as_str) == Some("response") => {
                self.response(json, None, out);
            }
            None => return false,
        }
        true
    }
}

impl OpenAiResponses {
    fn event(&mut self, event: &str, json: &Json<'_>, out: &mut Collector) {
        let index = number(json, "output_index");
        let part = number(json, "content_index");
        let text = |name: &str| json.get(name).and_then(Json::as_str).unwrap_or_default();
        match event {
            "completed" | "incomplete" | "failed" | "cancelled" => {
                self.response(json.get("response").unwrap_or(json), Some(event), out);
            }
            "created" | "in_progress" | "queued" => out.model(json.get("response").and_then(|response| response.get("model"))),
            "output_item.added" => {
                if let Some(item) = json.get("item") {
                    self.begin(index, item, out);
                }
            }
            "output_item.done" => {
                if let Some(item) = json.get("item") {
                    self.item(index, item, out);
                }
            }
            "output_text.delta" | "refusal.delta" => {
                self.streamed = true;
                if let Some(item) = self.at(index, out) {
                    item.came(part);
                }
                if event == "output_text.delta" { out.text(text("delta")) } else { out.refusal(text("delta")) }
            }
            "output_text.done" | "refusal.done" => self.part(index, part, text("text"), text("refusal"), out),
            "reasoning_text.delta" | "reasoning_summary_text.delta" | "reasoning_summary.delta" => out.reasoning(text("delta")),
            "function_call_arguments.delta" | "custom_tool_call_input.delta" => {
                if let Some(call) = self.call(index, out) {
                    out.arguments(call, text("delta"));
                }
            }
            "function_call_arguments.done" | "custom_tool_call_input.done" => {
                let whole = if text("arguments").is_empty() { text("input") } else { text("arguments") };
                if let Some(call) = self.call(index, out) {
                    out.whole_arguments(call, whole);
                }
            }
            _ => {}
        }
    }

    /// The item at an index, made where there is none.
    fn at(&mut self, index: u64, out: &mut Collector) -> Option<&mut Item> {
        let place = self.items.iter().rposition(|item| item.index == index);
        if place.is_none() {
            self.push(index, out);
        }
        self.items.iter_mut().rfind(|item| item.index == index)
    }

    fn push(&mut self, index: u64, out: &mut Collector) {
        if self.items.len() < MAX_CALLS {
            self.items.push(Item { index, call: None, parts: Vec::new() });
        } else {
            out.damaged("the answer has more than 4096 items");
        }
    }

    fn call(&mut self, index: u64, out: &mut Collector) -> Option<usize> {
        self.streamed = true;
        let known = self.at(index, out)?.call;
        let call = known.or_else(|| out.call());
        self.at(index, out)?.call = call;
        call
    }

    /// An item begins; an index that comes again means another item from here on.
    fn begin(&mut self, index: u64, item: &Json<'_>, out: &mut Collector) {
        self.push(index, out);
        if let Some((id, name, arguments)) = called(item)
            && let Some(call) = self.call(index, out)
        {
            out.name(call, id, name);
            out.arguments(call, arguments);
        }
    }

    /// An item that is whole: what of it did not come before.
    fn item(&mut self, index: u64, item: &Json<'_>, out: &mut Collector) {
        if let Some((id, name, arguments)) = called(item) {
            if let Some(call) = self.call(index, out) {
                out.name(call, id, name);
                out.whole_arguments(call, arguments);
            }
            return;
        }
        match item.get("type").and_then(Json::as_str) {
            Some("message") => {
                for (number, part) in (0_u64..).zip(item.get("content").map(Json::items).unwrap_or_default()) {
                    let text = |name: &str| part.get(name).and_then(Json::as_str).unwrap_or_default();
                    match part.get("type").and_then(Json::as_str) {
                        Some("output_text" | "text") => self.part(index, number, text("text"), "", out),
                        Some("refusal") => self.part(index, number, "", text("refusal"), out),
                        _ => {}
                    }
                }
            }
            Some("reasoning") if !self.streamed => {
                let parts = |name: &str| item.get(name).map(Json::items).unwrap_or_default();
                for part in parts("summary").iter().chain(parts("content")) {
                    out.reasoning(part.get("text").and_then(Json::as_str).unwrap_or_default());
                }
            }
            _ => {}
        }
    }

    /// A part of a message that is whole: counts where it did not come in pieces.
    fn part(&mut self, index: u64, part: u64, text: &str, refusal: &str, out: &mut Collector) {
        self.streamed = true;
        if self.at(index, out).is_some_and(|item| item.came(part)) {
            if refusal.is_empty() { out.text(text) } else { out.refusal(refusal) }
        }
    }

    /// A whole response, or the last event of a stream.
    fn response(&mut self, response: &Json<'_>, event: Option<&str>, out: &mut Collector) {
        out.model(response.get("model"));
        if let Some(usage) = response.get("usage") {
            out.usage(usage.get("input_tokens"), usage.get("output_tokens"));
        }
        if !self.streamed {
            for (index, item) in (0_u64..).zip(response.get("output").map(Json::items).unwrap_or_default()) {
                // Several items of a whole response each count, whatever their ids.
                self.item(index, item, out);
            }
        }
        if let Some(said) = fault::beside(response) {
            out.error(said.message, said.code);
        }
        let reason = response.get("incomplete_details").and_then(|details| details.get("reason")).and_then(Json::as_str);
        match (response.get("status").and_then(Json::as_str).or(event), reason) {
            (Some(status), Some(reason)) => out.finish(&format!("{status}:{reason}")),
            (Some(status), None) => out.finish(status),
            (None, _) => out.ended(),
        }
    }
}

/// Id, name and arguments of an item that calls a tool of the caller.
fn called<'i>(item: &'i Json<'_>) -> Option<(Option<&'i str>, Option<&'i str>, &'i str)> {
    let text = |name: &str| item.get(name).and_then(Json::as_str);
    let arguments = match text("type") {
        Some("function_call") => text("arguments"),
        Some("custom_tool_call") => text("input"),
        _ => return None,
    };
    Some((text("call_id").or_else(|| text("id")), text("name"), arguments.unwrap_or_default()))
}

fn number(json: &Json<'_>, name: &str) -> u64 {
    match json.get(name) {
        Some(Json::Number(text)) => text.parse().unwrap_or_default(),
        _ => 0,
    }
}

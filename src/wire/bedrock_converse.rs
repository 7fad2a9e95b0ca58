//! Bedrock `Converse` and `ConverseStream`.
//!
//! Source: docs.aws.amazon.com/bedrock/latest/APIReference, `Converse` and `ConverseStream`. Events of a stream are named by
//! their frame's header, or by the one member of their object where a gateway turned frames into text. Text blocks have no
//! start event. Calls of tools that the provider runs itself
//! (`server_tool_use`) stand among the others and are marked.

use super::collect::Collector;
use super::reader::Speaks;
use crate::json::Json;

#[derive(Default)]
pub(super) struct BedrockConverse {
    /// Blocks of a stream that are calls, by index.
    calls: Vec<(Option<String>, usize)>,
}

const EVENTS: [&str; 6] = ["messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop", "metadata"];

impl Speaks for BedrockConverse {
    fn read(&mut self, name: &str, json: &Json<'_>, out: &mut Collector) -> bool {
        let wrapped = EVENTS.iter().find_map(|event| Some((*event, json.get(event).filter(|inner| matches!(inner, Json::Object(_)))?)));
        let (name, json) = if EVENTS.contains(&name) { (name, json) } else { wrapped.unwrap_or((name, json)) };
        match name {
            "messageStart" | "contentBlockStop" => {}
            "contentBlockStart" => {
                if let Some(tool) = json.get("start").and_then(|start| start.get("toolUse"))
                    && let Some(call) = out.call()
                {
                    self.calls.push((index(json), call));
                    give(call, tool, out);
                }
            }
            "contentBlockDelta" => {
                if let Some(delta) = json.get("delta") {
                    block(delta, out);
                    let piece = delta.get("toolUse").and_then(|tool| tool.get("input"));
                    let index = index(json);
                    if let (Some(piece), Some((_, call))) = (piece, self.calls.iter().rfind(|(known, _)| *known == index)) {
                        out.json_arguments(*call, piece);
                    }
                }
            }
            "messageStop" => {
                stop(json, out);
                out.ended();
            }
            "metadata" => usage(json, out),
            _ => return whole(json, out),
        }
        true
    }
}

/// A whole body.
fn whole(json: &Json<'_>, out: &mut Collector) -> bool {
    let message = json.get("output").and_then(|output| output.get("message"));
    if message.is_none() && json.get("stopReason").is_none() {
        return false;
    }
    for part in message.and_then(|message| message.get("content")).map(Json::items).unwrap_or_default() {
        block(part, out);
        if let Some(tool) = part.get("toolUse")
            && let Some(call) = out.call()
        {
            give(call, tool, out);
            tool.get("input").into_iter().for_each(|input| out.json_arguments(call, input));
        }
    }
    usage(json, out);
    out.ended();
    stop(json, out);
    true
}

/// Text and reasoning of a block or a piece of one.
fn block(part: &Json<'_>, out: &mut Collector) {
    if let Some(text) = part.get("text").and_then(Json::as_str) {
        out.text(text);
    }
    for cited in part.get("citationsContent").and_then(|cited| cited.get("content")).map(Json::items).unwrap_or_default() {
        out.text(cited.get("text").and_then(Json::as_str).unwrap_or_default());
    }
    if let Some(thought) = part.get("reasoningContent") {
        let thought = thought.get("reasoningText").unwrap_or(thought);
        out.reasoning(thought.get("text").and_then(Json::as_str).unwrap_or_default());
    }
}

fn give(call: usize, tool: &Json<'_>, out: &mut Collector) {
    out.name(call, tool.get("toolUseId").and_then(Json::as_str), tool.get("name").and_then(Json::as_str));
    if tool.get("type").and_then(Json::as_str) == Some("server_tool_use") {
        out.served(call);
    }
}

fn stop(json: &Json<'_>, out: &mut Collector) {
    if let Some(word) = json.get("stopReason").and_then(Json::as_str) {
        out.finish(word);
    }
}

fn usage(json: &Json<'_>, out: &mut Collector) {
    if let Some(usage) = json.get("usage") {
        out.usage(usage.get("inputTokens"), usage.get("outputTokens"));
    }
}

fn index(json: &Json<'_>) -> Option<String> {
    match json.get("contentBlockIndex") {
        Some(Json::Number(text)) => Some(text.to_string()),
        _ => None,
    }
}

//! What a provider's answer holds, for machines and for people.

use super::{Paint, Tone, object, text, visible};
use crate::json::Json;
use crate::wire::Reply;
use std::fmt::Write as _;

/// The members of an answer's JSON form, in order. What the wire did not hold is left out; the finish word is always there.
#[must_use]
pub fn reply_json(reply: &Reply) -> Vec<(&'static str, Json<'static>)> {
    let count = |count: Option<u64>| count.map_or(Json::Null, |count| Json::Number(count.to_string().into()));
    let mut members = Vec::new();
    members.extend(reply.text.as_deref().map(|said| ("text", text(said))));
    if !reply.tool_calls.is_empty() {
        let calls = reply.tool_calls.iter().map(|call| {
            let id = call.id.as_deref().map(|id| ("id", text(id)));
            object(id.into_iter().chain([("name", text(&call.name)), ("arguments", text(&call.arguments))]))
        });
        members.push(("tool_calls", Json::Array(calls.collect())));
    }
    members.extend(reply.refusal.as_deref().map(|said| ("refusal", text(said))));
    members.push(("finish", text(reply.finish.name())));
    members.push(("raw_finish", reply.raw_finish.as_deref().map_or(Json::Null, text)));
    let usage = reply.usage;
    if usage.input.is_some() || usage.output.is_some() {
        members.push(("usage", object([("input", count(usage.input)), ("output", count(usage.output))])));
    }
    if let Some(error) = &reply.error {
        let status = Json::Number(error.status.to_string().into());
        members.push(("error", object([("status", status), ("message", text(&error.message))])));
    }
    members
}

/// An answer for people, on several lines. Text stands last, as it came but for control characters.
#[must_use]
pub fn reply_text(reply: &Reply, paint: Paint) -> String {
    let mut out = String::new();
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(out, "{} {}", paint.tone(Tone::Strong, &format!("{name:<9}")), visible(value));
    };
    let word = reply.raw_finish.as_deref().map_or("no word for it".to_owned(), |word| format!("{word:?}"));
    line("finish", &format!("{} ({word})", reply.finish.name()));
    if let Some(error) = &reply.error {
        line("error", &format!("status {}: {}", error.status, error.message));
    }
    if let Some(model) = &reply.model {
        line("model", model);
    }
    let count = |count: Option<u64>| count.map_or("?".to_owned(), |count| count.to_string());
    if reply.usage.input.is_some() || reply.usage.output.is_some() {
        line("tokens", &format!("{} in, {} out", count(reply.usage.input), count(reply.usage.output)));
    }
    if !reply.complete {
        line("end", "the body breaks off: what is there is a beginning");
    }
    if let Some(thought) = &reply.reasoning {
        line("reasoning", &format!("{} bytes", thought.len()));
    }
    if let Some(refusal) = &reply.refusal {
        line("refusal", refusal);
    }
    for call in &reply.tool_calls {
        let id = call.id.as_ref().map(|id| format!(" ({id})")).unwrap_or_default();
        line("call", &format!("{}{id} {}", call.name, call.arguments));
    }
    match reply.text.as_deref() {
        None => line("text", "(none)"),
        Some("") => line("text", "(empty)"),
        Some(said) => {
            let _ = writeln!(out, "{}", paint.tone(Tone::Strong, "text"));
            said.lines().for_each(|said| out.extend([&visible(said), "\n"]));
        }
    }
    out
}

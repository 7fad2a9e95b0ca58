//! Which protocol a document belongs to, from the members that only one of them has.

use super::protocol::Protocol;
use crate::json::Json;

/// The protocol of a whole body or of one event of a stream; `None` where it does not tell.
pub(super) fn protocol(name: &str, json: &Json<'_>) -> Option<Protocol> {
    let has = |member: &str| json.get(member).is_some();
    let says = |member: &str| json.get(member).and_then(Json::as_str).unwrap_or_default();
    let kind = if says("type").is_empty() { name } else { says("type") };
    if kind.starts_with("response.") || says("object") == "response" {
        return Some(Protocol::OpenAiResponses);
    }
    if has("choices") || says("object").starts_with("chat.completion") {
        return Some(Protocol::OpenAiChat);
    }
    if has("candidates") || has("promptFeedback") || has("usageMetadata") {
        return Some(Protocol::GeminiGenerate);
    }
    match kind {
        "message_start"
        | "content_block_start"
        | "content_block_delta"
        | "content_block_stop"
        | "message_delta"
        | "message_stop"
        | "message"
        | "ping" => return Some(Protocol::AnthropicMessages),
        "message-start" | "content-start" | "content-delta" | "content-end" | "tool-plan-delta" | "tool-call-start" | "tool-call-delta"
        | "tool-call-end" | "message-end" => return Some(Protocol::CohereChat),
        "messageStart" | "contentBlockStart" | "contentBlockDelta" | "contentBlockStop" | "messageStop" | "metadata" => {
            return Some(Protocol::BedrockConverse);
        }
        _ => {}
    }
    if has("stopReason")
        || has("contentBlockDelta")
        || has("messageStart")
        || json.get("output").is_some_and(|o| o.get("message").is_some())
    {
        return Some(Protocol::BedrockConverse);
    }
    // A response without its `object`.
    if matches!(json.get("output"), Some(Json::Array(_))) {
        return Some(Protocol::OpenAiResponses);
    }
    if has("stop_reason") && has("content") {
        return Some(Protocol::AnthropicMessages);
    }
    if !matches!(json.get("message"), Some(Json::Object(_))) {
        return None;
    }
    if has("done") {
        return Some(Protocol::OllamaChat);
    }
    has("finish_reason").then_some(Protocol::CohereChat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    #[test]
    fn each_protocol_is_told_by_its_own_members() {
        for (text, expected) in [
            (r#"{"choices":[]}"#, Some(Protocol::OpenAiChat)),
            (r#"{"output":[{"type":"message"}]}"#, Some(Protocol::OpenAiResponses)),
            (r#"{"type":"message","role":"assistant","content":[]}"#, Some(Protocol::AnthropicMessages)),
            (r#"{"promptFeedback":{}}"#, Some(Protocol::GeminiGenerate)),
            (r#"{"output":{"message":{}},"stopReason":"end_turn"}"#, Some(Protocol::BedrockConverse)),
            (r#"{"message":{},"finish_reason":"COMPLETE"}"#, Some(Protocol::CohereChat)),
            (r#"{"message":{},"done":false}"#, Some(Protocol::OllamaChat)),
            (r#"{"error":{"message":"m"}}"#, None),
            (r#"{"message":"m"}"#, None),
        ] {
            assert_eq!(protocol("", &parse(text).unwrap()), expected, "{text}");
        }
    }
}

//! Why an answer ended, from the many words there are for it.

/// Why an answer ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Finish {
    /// The model was done.
    Stop,
    /// The model calls tools.
    Tool,
    /// Cut at a token limit.
    Length,
    /// Held back by a filter.
    Filter,
    /// The model declined.
    Refusal,
    /// An error.
    Error,
    /// Something else, or nothing was said.
    #[default]
    Other,
}

impl Finish {
    /// The stable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Finish::Stop => "stop",
            Finish::Tool => "tool",
            Finish::Length => "length",
            Finish::Filter => "filter",
            Finish::Refusal => "refusal",
            Finish::Error => "error",
            Finish::Other => "other",
        }
    }

    /// What a provider's word means. One table for all protocols: no word means one thing here and another there. A
    /// Responses status may carry its reason after a colon. Sources: the providers' API references, and recorded answers
    /// for the words of routers and servers.
    #[must_use]
    pub fn of(word: &str) -> Finish {
        let word = word.trim().to_ascii_lowercase().replace('-', "_");
        let word = word.strip_prefix("incomplete:").unwrap_or(&word);
        match word {
            "stop" | "end_turn" | "stop_sequence" | "complete" | "completed" | "eos" | "eos_token" | "done" => Finish::Stop,
            "tool_calls" | "tool_call" | "tool_use" | "function_call" => Finish::Tool,
            // `model_length` is Mistral's, `model_context_window_exceeded` Anthropic's and Z.ai's.
            "length"
            | "max_tokens"
            | "max_output_tokens"
            | "max_completion_tokens"
            | "model_length"
            | "error_limit"
            | "model_context_window_exceeded" => Finish::Length,
            // Gemini's words for blocks; `sensitive` is Z.ai's, `error_toxic` Cohere's.
            "content_filter"
            | "content_filtered"
            | "guardrail_intervened"
            | "safety"
            | "recitation"
            | "blocklist"
            | "prohibited_content"
            | "spii"
            | "image_safety"
            | "image_prohibited_content"
            | "image_recitation"
            | "model_armor"
            | "language"
            | "sensitive"
            | "error_toxic" => Finish::Filter,
            "refusal" => Finish::Refusal,
            "error" | "failed" | "network_error" | "timeout" => Finish::Error,
            _ => Finish::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_word_has_one_meaning() {
        for (words, finish) in [
            (&["length", "max_tokens", "MAX_TOKENS", "incomplete:max_output_tokens"][..], Finish::Length),
            (&["SAFETY", "content_filter", "guardrail_intervened", "incomplete:content_filter"], Finish::Filter),
            (&["STOP", "end_turn", "COMPLETE", "stop-sequence"], Finish::Stop),
            (&["", "pause_turn", "MALFORMED_FUNCTION_CALL", "load"], Finish::Other),
        ] {
            for word in words {
                assert_eq!(Finish::of(word), finish, "{word}");
            }
        }
    }
}

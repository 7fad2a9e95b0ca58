//! The protocols that are spoken.

/// The shape of requests and answers at an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Protocol {
    /// OpenAI Chat Completions, and everyone who copies it.
    OpenAiChat,
    /// OpenAI Responses.
    OpenAiResponses,
    /// Anthropic Messages.
    AnthropicMessages,
    /// Gemini `generateContent` and `streamGenerateContent`, also on Vertex.
    GeminiGenerate,
    /// Bedrock `Converse` and `ConverseStream`.
    BedrockConverse,
    /// Cohere v2 chat.
    CohereChat,
    /// Ollama `/api/chat`.
    OllamaChat,
}

impl Protocol {
    /// Every protocol.
    pub const ALL: [Protocol; 7] = [
        Protocol::OpenAiChat,
        Protocol::OpenAiResponses,
        Protocol::AnthropicMessages,
        Protocol::GeminiGenerate,
        Protocol::BedrockConverse,
        Protocol::CohereChat,
        Protocol::OllamaChat,
    ];

    /// The stable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::OpenAiChat => "openai-chat",
            Protocol::OpenAiResponses => "openai-responses",
            Protocol::AnthropicMessages => "anthropic-messages",
            Protocol::GeminiGenerate => "gemini-generate",
            Protocol::BedrockConverse => "bedrock-converse",
            Protocol::CohereChat => "cohere-chat",
            Protocol::OllamaChat => "ollama-chat",
        }
    }

    /// The protocol of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Protocol> {
        Protocol::ALL.into_iter().find(|protocol| protocol.name() == name)
    }
}

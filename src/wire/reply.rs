//! The one struct every protocol is read into.

use super::finish::Finish;
use std::fmt;

/// What a provider's answer holds. `Debug` shows lengths, not contents.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Reply {
    /// The assistant's text over all parts, without reasoning; `None` where the wire held none or null.
    pub text: Option<String>,
    /// What the model thought aloud, where the provider keeps it apart.
    pub reasoning: Option<String>,
    /// Calls of the caller's tools, in the order they began. Calls that a protocol keeps apart because
    /// the provider runs them are left out.
    pub tool_calls: Vec<ToolCall>,
    /// The text of a refusal, where the protocol has a place for one.
    pub refusal: Option<String>,
    /// Why it ended.
    pub finish: Finish,
    /// The provider's own word for that; `None` where it sent none.
    pub raw_finish: Option<String>,
    /// Tokens, as the wire counts them.
    pub usage: Usage,
    /// An error, whatever the HTTP status was. Text and calls that came before it are kept.
    pub error: Option<ReplyError>,
    /// The model that answered, by its own account.
    pub model: Option<String>,
    /// Whether the answer came to its own end. `false` where a stream broke off: what is there is a beginning.
    pub complete: bool,
}

/// One call of a tool.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct ToolCall {
    /// The id an answer has to carry, where the protocol has ids.
    pub id: Option<String>,
    /// The tool's name.
    pub name: String,
    /// The arguments as they were sent; an object on the wire as compact JSON; empty where none were sent.
    pub arguments: String,
    /// The provider runs the tool itself: nobody waits for an answer.
    pub served: bool,
}

/// Tokens that were counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Of the request.
    pub input: Option<u64>,
    /// Of the answer.
    pub output: Option<u64>,
}

/// Why there is no good answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyError {
    /// The HTTP status; 200 for an error inside a body that began well.
    pub status: u16,
    /// The provider's text; empty where it gave none.
    pub message: String,
    /// The provider's own code or type, where it gave one.
    pub code: Option<String>,
    /// The body itself cannot be read: the message is ours.
    pub damaged: bool,
}

impl fmt::Debug for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reply")
            .field("text_bytes", &self.text.as_ref().map(String::len))
            .field("reasoning_bytes", &self.reasoning.as_ref().map(String::len))
            .field("tool_calls", &self.tool_calls)
            .field("refusal_bytes", &self.refusal.as_ref().map(String::len))
            .field("finish", &self.finish)
            .field("raw_finish", &self.raw_finish)
            .field("usage", &self.usage)
            .field("error", &self.error)
            .field("model", &self.model)
            .field("complete", &self.complete)
            .finish()
    }
}

impl fmt::Debug for ToolCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("ToolCall");
        shown
            .field("id", &self.id)
            .field("name", &self.name)
            .field("arguments_bytes", &self.arguments.len())
            .field("served", &self.served)
            .finish()
    }
}

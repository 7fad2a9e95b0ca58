//! What a provider's answer holds, whole or streamed: from the bytes of a body to text, tool calls and why it ended.
//!
//! One file for each protocol reads one JSON document at a time, a whole body or one event of a stream; framing and
//! collecting are the same for all. Bodies are read as they are, not as they were asked for: a stream that answers a
//! request for none, and the reverse, are read too.
//!
//! Nothing here knows a schema. Work and memory are bounded by [`MAX_HELD`] and [`MAX_CALLS`]; nothing recurses on input.

mod anthropic_messages;
mod bedrock_converse;
mod cohere_chat;
mod collect;
mod detect;
mod documents;
mod event_stream;
mod fault;
mod finish;
mod framing;
mod gemini_args;
mod gemini_generate;
mod ollama_chat;
mod openai_chat;
mod openai_responses;
mod protocol;
mod reader;
mod reply;
pub mod sse;

#[cfg(test)]
mod tests;

pub use collect::{Delta, MAX_CALLS, MAX_HELD};
pub use finish::Finish;
pub use protocol::Protocol;
pub use reader::{Hints, Reader, read};
pub use reply::{Reply, ReplyError, ToolCall, Usage};

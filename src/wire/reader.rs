//! From bytes, in any chunks, to the steps of an answer and the answer.

use super::anthropic_messages::AnthropicMessages;
use super::bedrock_converse::BedrockConverse;
use super::cohere_chat::CohereChat;
use super::collect::{Collector, Delta};
use super::detect;
use super::fault;
use super::framing::{Framing, Piece};
use super::gemini_generate::GeminiGenerate;
use super::ollama_chat::OllamaChat;
use super::openai_chat::OpenAiChat;
use super::openai_responses::OpenAiResponses;
use super::protocol::Protocol;
use super::reply::Reply;
use crate::json::{Json, parse};
use std::fmt;

/// What is known of an answer beside its body; all of it may be left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hints<'h> {
    /// The protocol; without it the body tells.
    pub protocol: Option<Protocol>,
    /// The `content-type` header. Only asked where the first bytes do not tell.
    pub content_type: Option<&'h str>,
    /// The HTTP status; outside 200 to 299 the body is an error, whatever it holds.
    pub status: Option<u16>,
}

/// Reads one document, a whole body or an event, of one protocol.
pub(super) trait Speaks {
    /// Takes what it holds; whether it is one of this protocol at all.
    fn read(&mut self, name: &str, json: &Json<'_>, out: &mut Collector) -> bool;

    /// The body is over.
    fn end(&mut self, _out: &mut Collector) {}
}

/// Most bytes that are kept of the body of a failed request.
const MAX_ERROR: usize = 1 << 20;

/// Reads an answer from bytes as they come.
pub struct Reader {
    content_type: Option<String>,
    framing: Framing,
    answer: Answer,
    /// The body of a failed request.
    failed: Option<Vec<u8>>,
}

/// What is read out of the pieces.
struct Answer {
    speaks: Option<Box<dyn Speaks + Send>>,
    out: Collector,
    /// A piece was read as one of the protocol.
    understood: bool,
    /// A piece was not.
    strange: bool,
}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader").field("content_type", &self.content_type).finish_non_exhaustive()
    }
}

/// Reads a whole body, which may be the transcript of a stream.
#[must_use]
pub fn read(body: &[u8], hints: &Hints<'_>) -> Reply {
    let mut reader = Reader::new(hints);
    reader.push(body);
    reader.finish().1
}

impl Reader {
    /// A reader that has seen nothing.
    #[must_use]
    pub fn new(hints: &Hints<'_>) -> Self {
        let failed = hints.status.is_some_and(|status| !(200..300).contains(&status));
        Reader {
            content_type: hints.content_type.map(str::to_owned),
            framing: Framing::new(),
            answer: Answer { speaks: hints.protocol.map(machine), out: Collector::new(hints.status), understood: false, strange: false },
            failed: failed.then(Vec::new),
        }
    }

    /// Reads more of the body; the steps it brought.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Delta> {
        if let Some(body) = &mut self.failed {
            body.extend_from_slice(&bytes[..bytes.len().min(MAX_ERROR - body.len())]);
        } else if !self.answer.out.is_over() {
            let answer = &mut self.answer;
            self.framing.push(bytes, self.content_type.as_deref(), &mut |piece| answer.take(piece));
        }
        self.answer.out.take()
    }

    /// The body is over: the last steps, and the answer.
    #[must_use]
    pub fn finish(mut self) -> (Vec<Delta>, Reply) {
        let answer = &mut self.answer;
        if let Some(body) = self.failed {
            let said = fault::body(&String::from_utf8_lossy(&body));
            answer.out.error(said.message, said.code);
        } else if !answer.out.is_over() {
            let whole = self.framing.finish(self.content_type.as_deref(), &mut |piece| answer.take(piece));
            if let Some(speaks) = &mut answer.speaks {
                speaks.end(&mut answer.out);
            }
            if !answer.understood && !answer.out.has_error() {
                match (whole, answer.strange) {
                    (false, _) => answer.out.damaged("the body breaks off before anything of it can be read"),
                    (true, true) => answer.out.damaged("the body is no reply of a protocol that is known"),
                    // Nothing at all.
                    (true, false) => {}
                }
            }
        }
        self.answer.out.into_reply()
    }
}

fn machine(protocol: Protocol) -> Box<dyn Speaks + Send> {
    match protocol {
        Protocol::OpenAiChat => Box::new(OpenAiChat::default()),
        Protocol::OpenAiResponses => Box::new(OpenAiResponses::default()),
        Protocol::AnthropicMessages => Box::new(AnthropicMessages::default()),
        Protocol::GeminiGenerate => Box::new(GeminiGenerate::default()),
        Protocol::BedrockConverse => Box::new(BedrockConverse::default()),
        Protocol::CohereChat => Box::new(CohereChat::default()),
        Protocol::OllamaChat => Box::new(OllamaChat),
    }
}

impl Answer {
    fn take(&mut self, piece: Piece<'_>) {
        if self.out.is_over() {
            return;
        }
        match piece {
            Piece::Damaged(fault) => self.out.damaged(fault),
            Piece::Text(text) => {
                let said = fault::body(text);
                self.out.error(said.message, said.code);
            }
            Piece::Event { name, data, failed } => self.event(name, data, failed),
        }
    }

    fn event(&mut self, name: &str, data: &str, failed: bool) {
        let data = data.trim();
        if !data.starts_with(['{', '[']) || data.eq_ignore_ascii_case("[DONE]") {
            match (failed, data.trim_matches(['[', ']']).eq_ignore_ascii_case("done")) {
                (true, _) => self.out.error(data.to_owned(), Some(name.to_owned()).filter(|name| name != "error")),
                (false, true) => self.out.ended(),
                // Heartbeats of gateways.
                (false, false) => {}
            }
            return;
        }
        match parse(data) {
            Ok(json) => self.document(name, &json, failed),
            Err(_) => self.out.damaged("an event of the body is not JSON"),
        }
    }

    fn document(&mut self, name: &str, json: &Json<'_>, failed: bool) {
        let said = if failed { Some(fault::bare(json)) } else { fault::beside(json) };
        let is_error = said.is_some();
        if let Some(said) = said {
            let code = said.code.or_else(|| Some(name.to_owned()).filter(|name| failed && !name.is_empty() && name != "error"));
            self.out.error(said.message, code);
        }
        if self.speaks.is_none() {
            self.speaks = detect::protocol(name, json).map(machine);
        }
        let understood = self.speaks.as_mut().is_some_and(|speaks| speaks.read(name, json, &mut self.out));
        if !understood && !is_error && !self.understood {
            // An error without a member of that name.
            let said = fault::bare(json);
            if !said.message.is_empty() {
                self.out.error(said.message, said.code);
            }
        }
        self.understood |= understood;
        self.strange |= !understood;
    }
}

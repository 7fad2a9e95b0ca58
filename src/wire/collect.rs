//! Where the pieces of an answer come together, and are handed on as they come.

use super::finish::Finish;
use super::reply::{Reply, ReplyError, ToolCall};
use crate::json::Json;
use std::fmt;
use std::mem;

/// Most bytes of an answer that are held: text, reasoning and arguments together, or one event that is not whole yet.
pub const MAX_HELD: usize = 16 << 20;
/// Most tool calls of an answer.
pub const MAX_CALLS: usize = 4096;

/// One step of an answer. `Debug` shows lengths, not contents.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Delta {
    /// More text.
    Text(String),
    /// More of what the model thinks aloud.
    Reasoning(String),
    /// More text of a refusal.
    Refusal(String),
    /// A call begins. `call` is its place among [`Reply::tool_calls`].
    ToolStart {
        /// The call.
        call: usize,
        /// Its id, where there is one.
        id: Option<String>,
        /// The tool.
        name: String,
    },
    /// More of a call's arguments.
    ToolArguments {
        /// The call.
        call: usize,
        /// The piece.
        text: String,
    },
    /// Why it ended, in the provider's word; what came later may still change what it means.
    Finish(String),
    /// An error; nothing that follows counts.
    Error(ReplyError),
}

impl fmt::Debug for Delta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Delta::Text(text) => write!(f, "Text({} bytes)", text.len()),
            Delta::Reasoning(text) => write!(f, "Reasoning({} bytes)", text.len()),
            Delta::Refusal(text) => write!(f, "Refusal({} bytes)", text.len()),
            Delta::ToolStart { call, id, name } => write!(f, "ToolStart({call}, {id:?}, {name:?})"),
            Delta::ToolArguments { call, text } => write!(f, "ToolArguments({call}, {} bytes)", text.len()),
            Delta::Finish(word) => write!(f, "Finish({word:?})"),
            Delta::Error(error) => write!(f, "Error({error:?})"),
        }
    }
}

/// What a call is found again by while it is collected.
#[derive(Default)]
struct Open {
    /// Told by name already.
    told: bool,
    /// Whole arguments that were shown at the beginning, for answers that send no pieces.
    shown: Option<String>,
}

/// Collects one answer.
#[derive(Default)]
pub(super) struct Collector {
    reply: Reply,
    open: Vec<Open>,
    deltas: Vec<Delta>,
    held: usize,
    status: Option<u16>,
    /// A word that tells more than the finish word, such as the upstream's behind a router.
    native: Option<String>,
    /// The prompt or the answer was blocked, whatever the word for it.
    blocked: bool,
}

impl Collector {
    pub fn new(status: Option<u16>) -> Self {
        Collector { status, ..Collector::default() }
    }

    /// Takes the steps since the last time.
    pub fn take(&mut self) -> Vec<Delta> {
        mem::take(&mut self.deltas)
    }

    /// Whether nothing more is read.
    pub fn is_over(&self) -> bool {
        self.reply.error.as_ref().is_some_and(|error| error.damaged)
    }

    pub fn has_error(&self) -> bool {
        self.reply.error.is_some()
    }

    /// Counts what is held; `false` when it is too much.
    pub fn hold(&mut self, bytes: usize) -> bool {
        self.held = self.held.saturating_add(bytes);
        if self.held > MAX_HELD {
            self.damaged("the answer is longer than 16 MiB");
        }
        !self.is_over()
    }

    pub fn text(&mut self, text: &str) {
        if self.hold(text.len()) {
            self.reply.text.get_or_insert_default().push_str(text);
            if !text.is_empty() {
                self.deltas.push(Delta::Text(text.to_owned()));
            }
        }
    }

    pub fn reasoning(&mut self, text: &str) {
        if !text.is_empty() && self.hold(text.len()) {
            self.reply.reasoning.get_or_insert_default().push_str(text);
            self.deltas.push(Delta::Reasoning(text.to_owned()));
        }
    }

    /// A part of a refusal's text; an empty one is none.
    pub fn refusal(&mut self, text: &str) {
        if !text.is_empty() && self.hold(text.len()) {
            self.reply.refusal.get_or_insert_default().push_str(text);
            self.deltas.push(Delta::Refusal(text.to_owned()));
        }
    }

    /// Begins a call; its place, or `None` when there are too many.
    pub fn call(&mut self) -> Option<usize> {
        let call = self.reply.tool_calls.len();
        if call >= MAX_CALLS {
            self.damaged("the answer has more than 4096 tool calls");
            return None;
        }
        self.reply.tool_calls.push(ToolCall::default());
        self.open.push(Open::default());
        Some(call)
    }

    pub fn call_id(&self, call: usize) -> Option<&str> {
        self.reply.tool_calls.get(call)?.id.as_deref()
    }

    /// The provider runs the tool itself.
    pub fn served(&mut self, call: usize) {
        if let Some(call) = self.reply.tool_calls.get_mut(call) {
            call.served = true;
        }
    }

    /// What a call is called. The first id and the first name count; later pieces often repeat them or leave them empty.
    pub fn name(&mut self, call: usize, id: Option<&str>, name: Option<&str>) {
        let (id, name) = (id.filter(|id| !id.is_empty()), name.unwrap_or_default());
        if !self.hold(id.map_or(0, str::len) + name.len()) {
            return;
        }
        let (Some(known), Some(open)) = (self.reply.tool_calls.get_mut(call), self.open.get_mut(call)) else { return };
        if known.id.is_none() {
            known.id = id.map(str::to_owned);
        }
        if known.name.is_empty() {
            name.clone_into(&mut known.name);
        }
        if !open.told && !known.name.is_empty() {
            open.told = true;
            self.deltas.push(Delta::ToolStart { call, id: known.id.clone(), name: known.name.clone() });
            if !known.arguments.is_empty() {
                self.deltas.push(Delta::ToolArguments { call, text: known.arguments.clone() });
            }
        }
    }

    /// A piece of a call's arguments.
    pub fn arguments(&mut self, call: usize, text: &str) {
        if text.is_empty() || !self.hold(text.len()) {
            return;
        }
        let (Some(known), Some(open)) = (self.reply.tool_calls.get_mut(call), self.open.get(call)) else { return };
        known.arguments.push_str(text);
        if open.told {
            self.deltas.push(Delta::ToolArguments { call, text: text.to_owned() });
        }
    }

    /// A call's arguments as a JSON value: what a string says, anything else as compact JSON.
    pub fn json_arguments(&mut self, call: usize, json: &Json<'_>) {
        match json {
            Json::Null => {}
            Json::String(text) => self.arguments(call, text),
            other => self.arguments(call, &crate::json::to_text(other)),
        }
    }

    /// Whole arguments shown when the call began; they count where no pieces follow.
    pub fn shown(&mut self, call: usize, json: &Json<'_>) {
        let empty = matches!(json, Json::Null) || matches!(json, Json::Object(members) if members.is_empty());
        let text = match json {
            Json::String(text) => text.to_string(),
            other => crate::json::to_text(other),
        };
        if !empty
            && self.hold(text.len())
            && let Some(open) = self.open.get_mut(call)
        {
            open.shown = Some(text);
        }
    }

    /// The arguments once more and whole: what of them was not sent in pieces is added.
    pub fn whole_arguments(&mut self, call: usize, whole: &str) {
        let sent = self.reply.tool_calls.get(call).map_or(0, |known| known.arguments.len());
        let rest = self.reply.tool_calls.get(call).and_then(|known| whole.strip_prefix(known.arguments.as_str()));
        // Arguments that differ from their pieces are the pieces: these were handed on already.
        if let Some(rest) = rest.filter(|rest| sent == 0 || !rest.is_empty()) {
            let rest = rest.to_owned();
            self.arguments(call, &rest);
        }
    }

    /// The finish word. The last one that says something counts.
    pub fn finish(&mut self, word: &str) {
        if word.is_empty() && self.reply.raw_finish.is_some() {
            return;
        }
        self.reply.raw_finish = Some(word.to_owned());
        self.deltas.push(Delta::Finish(word.to_owned()));
        self.ended();
    }

    /// The word of the upstream behind a router.
    pub fn native(&mut self, word: &str) {
        if !word.is_empty() {
            self.native = Some(word.to_owned());
        }
    }

    /// The request or the answer was held back.
    pub fn blocked(&mut self) {
        self.blocked = true;
    }

    /// The answer came to its end.
    pub fn ended(&mut self) {
        self.reply.complete = true;
    }

    /// Counts of tokens; the last value that is a number counts.
    pub fn usage(&mut self, input: Option<&Json<'_>>, output: Option<&Json<'_>>) {
        let count = |json: Option<&Json<'_>>| match json {
            Some(Json::Number(text)) => text.parse().ok(),
            _ => None,
        };
        let usage = &mut self.reply.usage;
        usage.input = count(input).or(usage.input);
        usage.output = count(output).or(usage.output);
    }

    pub fn model(&mut self, model: Option<&Json<'_>>) {
        if let Some(model) = model.and_then(Json::as_str).filter(|model| !model.is_empty())
            && self.reply.model.is_none()
            && self.hold(model.len())
        {
            self.reply.model = Some(model.to_owned());
        }
    }

    /// An error of the provider. The first that says something counts.
    pub fn error(&mut self, message: String, code: Option<String>) {
        if self.reply.error.as_ref().is_some_and(|known| !known.message.is_empty() || message.is_empty()) {
            return;
        }
        self.put_error(message, code, false);
    }

    /// The body cannot be read any further.
    pub fn damaged(&mut self, message: &str) {
        if self.reply.error.is_none() {
            self.put_error(message.to_owned(), None, true);
        } else if let Some(error) = &mut self.reply.error {
            error.damaged = true;
        }
    }

    fn put_error(&mut self, message: String, code: Option<String>, damaged: bool) {
        let error = ReplyError { status: self.status.unwrap_or(200), message, code, damaged };
        self.deltas.push(Delta::Error(error.clone()));
        self.reply.error = Some(error);
    }

    /// The last steps, and the answer.
    pub fn into_reply(mut self) -> (Vec<Delta>, Reply) {
        for call in 0..self.open.len() {
            if let Some(shown) = self.open.get_mut(call).and_then(|open| open.shown.take())
                && self.reply.tool_calls.get(call).is_some_and(|known| known.arguments.is_empty())
            {
                self.arguments(call, &shown);
            }
            // A call that never had a name is one without a name.
            let Some((known, open)) = self.reply.tool_calls.get(call).zip(self.open.get(call)) else { continue };
            if !open.told {
                self.deltas.push(Delta::ToolStart { call, id: known.id.clone(), name: String::new() });
                self.deltas.push(Delta::ToolArguments { call, text: known.arguments.clone() });
            }
        }
        self.reply.finish = self.why();
        if self.reply.finish == Finish::Error && self.reply.error.is_none() {
            self.put_error(String::new(), None, false);
        }
        (self.deltas, self.reply)
    }

    /// What the words and the contents say together: an error first, then what cuts an answer off, then what the model did.
    fn why(&self) -> Finish {
        let reply = &self.reply;
        let word = reply.raw_finish.as_deref().map(Finish::of).unwrap_or_default();
        let native = self.native.as_deref().map(Finish::of).unwrap_or_default();
        // A router may say "stop" for what its upstream says was cut.
        let cut = matches!(native, Finish::Filter | Finish::Length | Finish::Refusal) && matches!(word, Finish::Stop | Finish::Tool);
        let word = if cut || word == Finish::Other { native } else { word };
        if reply.error.is_some() || word == Finish::Error {
            Finish::Error
        } else if self.blocked || word == Finish::Filter {
            Finish::Filter
        } else if word == Finish::Length {
            Finish::Length
        } else if reply.refusal.is_some() {
            Finish::Refusal
        } else if word == Finish::Stop && !reply.tool_calls.is_empty() {
            Finish::Tool
        } else {
            word
        }
    }
}

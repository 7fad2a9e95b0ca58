//! Reading a provider's answer: what ended it comes first, then where in it the value stands.

use super::{Outcome, OutcomeKind, Prepared, Reading, RefusedBy};
use crate::json::to_text;
use crate::location::Location;
use crate::reply::{Judged as _, partial};
use crate::wire::{self, Finish, Hints, Reply, ToolCall};
use std::borrow::Cow;

/// How an answer was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked<'a> {
    /// The tool whose arguments are the answer. Without a name the profile says whether calls are answers.
    pub tool: Option<&'a str>,
    /// Open wrappers and read slips of the pen.
    pub salvage: bool,
}

impl Default for Asked<'_> {
    fn default() -> Self {
        Asked { tool: None, salvage: true }
    }
}

impl Prepared<'_> {
    /// Reads the whole body of a provider's answer, which may be the transcript of a stream.
    #[must_use]
    pub fn read_body(&self, body: &[u8], hints: &Hints<'_>) -> Outcome {
        self.read_reply(&wire::read(body, hints), Asked::default())
    }

    /// Reads an answer that was collected. An error, a filter and a refusal end it before anything is parsed; of one that
    /// was cut only a whole value counts. What text there is, is kept, with the value it begins.
    #[must_use]
    pub fn read_reply(&self, reply: &Reply, asked: Asked<'_>) -> Outcome {
        let how = Reading { cut: reply.finish == Finish::Length || breaks_off(reply), salvage: asked.salvage };
        let texts = self.answers(reply, asked.tool, how.cut);
        let ended = match reply.finish {
            Finish::Error => Some((OutcomeKind::Error, None)),
            Finish::Filter => Some((OutcomeKind::Refused, Some(RefusedBy::ContentFilter))),
            Finish::Refusal => Some((OutcomeKind::Refused, Some(RefusedBy::Refusal))),
            _ => None,
        };
        if let Some((kind, refused)) = ended {
            let text = texts.into_iter().next().or(reply.refusal.as_deref().map(Cow::Borrowed)).unwrap_or_default();
            let mut outcome = Outcome::new(text.clone().into_owned());
            outcome.kind = kind;
            outcome.refused = refused;
            outcome.issue(Location::root(), Location::root(), why(reply, refused));
            outcome.partial = self.partial(&text);
            return outcome;
        }
        self.best(texts.iter().map(|text| self.read(text, how)).collect(), asked.tool.is_some(), how)
    }

    /// The texts that may be the answer, best first. Arguments of the tool that was asked for stand before everything the
    /// model says beside them; reasoning is read only where there is nothing else and nothing was cut, since some servers
    /// put the answer on the wrong side.
    fn answers<'r>(&self, reply: &'r Reply, tool: Option<&str>, cut: bool) -> Vec<Cow<'r, str>> {
        let calls = || reply.tool_calls.iter().filter(|call| !call.served);
        let called: Vec<_> = calls().filter(|call| tool.is_none_or(|tool| call.name == tool)).map(arguments).collect();
        let by_call = tool.is_some() || self.profile.name.rsplit('/').next().is_some_and(|slot| slot.ends_with("tool"));
        let text = reply.text.as_deref().filter(|text| !text.trim().is_empty());
        if by_call && !called.is_empty() {
            return called;
        }
        match (text, reply.reasoning.as_deref()) {
            (Some(text), _) => vec![Cow::Borrowed(text)],
            (None, _) if tool.is_none() && !called.is_empty() => called,
            (None, Some(thought)) if !cut && called.is_empty() && calls().next().is_none() => vec![Cow::Borrowed(thought)],
            (None, _) => vec![Cow::Borrowed("")],
        }
    }

    /// The outcome of several texts: the first that is valid where a tool was named, since that call ends a run; else they
    /// have to agree.
    fn best(&self, mut outcomes: Vec<Outcome>, named: bool, how: Reading) -> Outcome {
        let first = outcomes.iter().position(Outcome::is_valid);
        let differs = |outcome: &Outcome, one: &Outcome| outcome.is_valid() && !outcome.is_same(one);
        if let Some(first) = first.filter(|_| !named)
            && outcomes.iter().any(|outcome| differs(outcome, &outcomes[first]))
        {
            let mut several = outcomes.swap_remove(first);
            several.kind = OutcomeKind::Ambiguous;
            several.candidates.extend(several.value.take());
            several.candidates.extend(outcomes.into_iter().filter_map(|outcome| outcome.value));
            several.issue(Location::root(), Location::root(), "several calls give answers that differ".to_owned());
            return several;
        }
        let place = first.unwrap_or(0);
        if place >= outcomes.len() {
            return self.read("", how);
        }
        outcomes.swap_remove(place)
    }

    /// The user's value that a text begins, not validated; `None` where it begins none.
    pub(super) fn partial(&self, text: &str) -> Option<String> {
        let begun = partial(text)?;
        Some(to_text(&self.codec.decode(&begun, &mut self.members()).value))
    }
}

/// A stream that began and has no end.
fn breaks_off(reply: &Reply) -> bool {
    !reply.complete && (reply.text.is_some() || reply.reasoning.is_some() || !reply.tool_calls.is_empty())
}

/// A call's arguments. Blank ones, and the word null (Cohere), are how a call without arguments is sent.
fn arguments(call: &ToolCall) -> Cow<'_, str> {
    match call.arguments.trim() {
        "" | "null" => Cow::Borrowed("{}"),
        _ => Cow::Borrowed(&call.arguments),
    }
}

fn why(reply: &Reply, refused: Option<RefusedBy>) -> String {
    match (refused, &reply.error) {
        (Some(RefusedBy::Refusal), _) => "the model refused to answer".to_owned(),
        (Some(RefusedBy::ContentFilter), _) => {
            let word = reply.raw_finish.as_deref().unwrap_or_default();
            format!("a content filter held the answer back ({word})")
        }
        (None, Some(error)) if error.damaged => format!("the answer cannot be read: {}", error.message),
        (None, Some(error)) if error.status == 200 => format!("the provider answered with an error: {}", error.message),
        (None, Some(error)) => format!("the provider answered with an error (HTTP status {}): {}", error.status, error.message),
        (None, None) => "the provider answered with an error".to_owned(),
    }
}

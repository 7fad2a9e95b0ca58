//! From the text of a reply to the one value it means, or to why there is none.
//!
//! A candidate counts only if it decodes and validates. The whole text comes first; where that is not JSON, every
//! balanced piece of it, reasoning left out; where none of these is an answer, wrappers are opened, and what is almost
//! JSON is read if it has one reading. Several valid values that differ are never chosen between by guessing: the last
//! one counts only where all others are quotations.

mod candidates;
mod front;
mod lenient;
mod partial;
mod slips;
mod wrapped;

pub(crate) use front::Front;
pub(crate) use partial::partial;
pub use slips::Slip;

use crate::json::{Json, ParseError, ParseErrorKind, parse};
use candidates::{Candidate, Stretch, fences, spans, without_reasoning};

/// How a reply is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The provider says that the reply was cut at the token limit: only what is whole counts.
    pub cut: bool,
    /// Open wrappers and read slips of the pen.
    pub salvage: bool,
}

impl Default for Reading {
    fn default() -> Self {
        Reading { cut: false, salvage: true }
    }
}

/// What became of one candidate.
pub(crate) trait Judged {
    /// Whether it is an answer.
    fn is_valid(&self) -> bool;
    /// Whether it is in doubt, or cannot be judged: then nothing else is tried.
    fn is_final(&self) -> bool;
    /// Whether both are the same answer.
    fn is_same(&self, other: &Self) -> bool;
}

/// What was done to get to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Remark {
    pub name: &'static str,
    pub message: String,
}

/// What a reply is read as.
pub(crate) enum Read<J> {
    /// There is nothing but white space.
    Empty,
    /// Cut before a whole answer.
    Cut,
    /// The answer, and what was done to get to it.
    Answer(J, Vec<Remark>),
    /// Answers that differ.
    Several(Vec<J>),
    /// JSON that is no answer.
    Wrong(J),
    /// No JSON at all.
    NotJson(ParseError),
}

/// Reads a reply; `judge` decodes and validates a candidate.
pub(crate) fn read<J: Judged>(reply: &str, how: Reading, mut judge: impl FnMut(&Json<'_>) -> J) -> Read<J> {
    let text = reply.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return if how.cut { Read::Cut } else { Read::Empty };
    }
    let mut reader = Reader { how, judge: &mut judge, wrong: None };
    match parse(text) {
        Ok(json) => reader.whole(&json),
        // A deep value is one value: its parts are no answers.
        Err(fault) if fault.kind == ParseErrorKind::Depth && text.starts_with(['{', '[']) => Read::NotJson(fault),
        Err(fault) => reader.parts(text, fault),
    }
}

struct Reader<'j, J, F: FnMut(&Json<'_>) -> J> {
    how: Reading,
    judge: &'j mut F,
    /// The last candidate that was no answer.
    wrong: Option<J>,
}

/// A valid candidate.
struct Valid<J> {
    judged: J,
    start: usize,
    quoted: bool,
    remarks: Vec<Remark>,
}

impl<J: Judged, F: FnMut(&Json<'_>) -> J> Reader<'_, J, F> {
    /// The whole text is JSON.
    fn whole(&mut self, json: &Json<'_>) -> Read<J> {
        let judged = (self.judge)(json);
        if judged.is_valid() {
            return Read::Answer(judged, Vec::new());
        }
        if judged.is_final() {
            return Read::Wrong(judged);
        }
        self.wrong = Some(judged);
        let opened = if self.how.salvage { self.unwrap(json, 0, false) } else { Vec::new() };
        self.choose(opened)
    }

    /// The whole text is not JSON.
    fn parts(&mut self, text: &str, fault: ParseError) -> Read<J> {
        let stretch = without_reasoning(text);
        let mut found = spans(stretch);
        let inside = |place: usize| found.candidates.iter().any(|candidate| candidate.start == place);
        // A block may hold a string or a number.
        let blocks = fences(stretch).into_iter().chain([stretch]);
        let scalars: Vec<Candidate<'_>> = blocks
            .filter(|block| !inside(block.start))
            .filter_map(|block| match parse(block.text.trim()) {
                Ok(json @ (Json::String(_) | Json::Number(_) | Json::Bool(_) | Json::Null)) => {
                    Some(Candidate { json, start: block.start, quoted: block.quoted })
                }
                _ => None,
            })
            .collect();
        found.candidates.extend(scalars);
        let mut valid = Vec::new();
        for candidate in &found.candidates {
            let judged = (self.judge)(&candidate.json);
            if judged.is_valid() {
                valid.push(Valid { judged, start: candidate.start, quoted: candidate.quoted, remarks: Vec::new() });
            } else if judged.is_final() {
                return Read::Wrong(judged);
            } else {
                self.wrong = Some(judged);
            }
        }
        if valid.is_empty() && self.how.salvage {
            for candidate in &found.candidates {
                valid.extend(self.unwrap(&candidate.json, candidate.start, candidate.quoted));
            }
        }
        if valid.is_empty() && self.how.salvage && !self.how.cut {
            valid = self.salvage(text, stretch, &found.broken);
        }
        if valid.is_empty() && self.wrong.is_none() && !self.how.cut {
            return Read::NotJson(fault);
        }
        self.choose(valid)
    }

    /// What is inside wrappers and valid.
    fn unwrap(&mut self, json: &Json<'_>, start: usize, quoted: bool) -> Vec<Valid<J>> {
        let mut valid = Vec::new();
        for (name, inner) in wrapped::inside(json) {
            let judged = (self.judge)(&inner);
            if judged.is_valid() {
                let message = "the answer was taken out of a wrapper that was not asked for".to_owned();
                valid.push(Valid { judged, start, quoted, remarks: vec![Remark { name, message }] });
            }
        }
        valid
    }

    /// What is almost JSON and valid.
    fn salvage(&mut self, text: &str, stretch: Stretch<'_>, broken: &[usize]) -> Vec<Valid<J>> {
        let blocks = fences(stretch);
        let mut valid = Vec::new();
        let mut done = 0;
        for start in broken {
            if *start < done {
                continue;
            }
            // A block ends where its fence does.
            let block = blocks.iter().find(|block| (block.start..block.start + block.text.len()).contains(start)).unwrap_or(&stretch);
            let end = block.start + block.text.len();
            let Some(read) = text.get(..end).and_then(|text| lenient::read(text, *start, true)) else { continue };
            done = read.end;
            let quoted = block.quoted;
            let remarks: Vec<Remark> = read
                .slips
                .iter()
                .map(|(slip, at)| Remark { name: slip.name(), message: format!("{} (byte {at} of the reply)", slip.meaning()) })
                .collect();
            let judged = (self.judge)(&read.json);
            if judged.is_valid() {
                valid.push(Valid { judged, start: *start, quoted, remarks });
                continue;
            }
            self.wrong = Some(judged);
            for mut inner in self.unwrap(&read.json, *start, quoted) {
                inner.remarks.splice(0..0, remarks.iter().cloned());
                valid.push(inner);
            }
        }
        valid
    }

    fn choose(&mut self, mut valid: Vec<Valid<J>>) -> Read<J> {
        valid.sort_by_key(|one| one.start);
        let Some(last) = valid.pop() else {
            return match self.wrong.take() {
                _ if self.how.cut => Read::Cut,
                Some(judged) => Read::Wrong(judged),
                None => Read::NotJson(ParseError { kind: ParseErrorKind::Unexpected, offset: 0 }),
            };
        };
        let (_, others): (Vec<_>, Vec<_>) = valid.into_iter().partition(|one| one.judged.is_same(&last.judged));
        let mut remarks = last.remarks;
        if others.is_empty() {
            return Read::Answer(last.judged, remarks);
        }
        if !last.quoted && others.iter().all(|other| other.quoted) {
            let message = "other values in running text were taken for quotations".to_owned();
            remarks.push(Remark { name: "quoted-answer", message });
            return Read::Answer(last.judged, remarks);
        }
        let mut several: Vec<J> = Vec::new();
        for judged in others.into_iter().map(|other| other.judged).chain([last.judged]) {
            if !several.iter().any(|one| one.is_same(&judged)) {
                several.push(judged);
            }
        }
        Read::Several(several)
    }
}

//! What a model is told of an answer that does not fit (S3.6): in the shape it wrote, short, and its own words quoted.

use super::echo::ECHO;
use super::{Found, Issue, Outcome, OutcomeKind, Prepared};
use crate::json::{Json, print};
use crate::location::Location;
use std::fmt::Write as _;

/// Longest text of a repair message, in bytes; an example of an answer may come on top, if it is no longer than this.
pub const MAX_REPAIR: usize = 2000;
/// What every repair message begins with.
pub const REPAIR_MARK: &str = "[output-invalid]";
/// Most issues that are listed.
const MAX_ISSUES: usize = 12;
/// Longest value quoted, longest path and longest message, in bytes.
const MAX_VALUE: usize = 60;
const MAX_PATH: usize = 120;
const MAX_MESSAGE: usize = 200;
/// Kept free for the last lines.
const MAX_END: usize = 200;

impl Prepared<'_> {
    /// The message that asks the model once more, with what is wrong and where it wrote it. `None` where asking again is no
    /// use: the answer is valid, was cut, refused or empty, or is an error of the provider.
    #[must_use]
    pub fn repair(&self, outcome: &Outcome) -> Option<String> {
        if !matches!(outcome.kind, OutcomeKind::Invalid | OutcomeKind::Ambiguous) {
            return None;
        }
        if outcome.issues.iter().any(|issue| issue.message == ECHO) {
            return Some(self.after_echo());
        }
        let mut text = format!("{REPAIR_MARK} Your last answer does not fit the schema:\n");
        let mut told = 0;
        for issue in outcome.issues.iter().take(MAX_ISSUES) {
            let line = line(issue);
            if text.len() + line.len() > MAX_REPAIR - MAX_END {
                break;
            }
            text += &line;
            told += 1;
        }
        if told < outcome.issues.len() {
            let _ = writeln!(text, "- and {} more", outcome.issues.len() - told);
        }
        text += if outcome.kind == OutcomeKind::Ambiguous {
            "Send one answer only, whole, as JSON and nothing else."
        } else {
            "Put these right, leave the rest as it is, and send the whole answer again, as JSON and nothing else."
        };
        Some(text)
    }

    fn after_echo(&self) -> String {
        let mut text =
            format!("{REPAIR_MARK} Your last answer is the JSON Schema itself. Send a value that fits it, as JSON and nothing else.");
        if let Some(example) = self.example().filter(|example| example.len() <= MAX_REPAIR) {
            let _ = write!(text, " A value that fits, in shape only: {example}");
        }
        text
    }
}

fn line(issue: &Issue) -> String {
    let path = issue.wire_path.as_str();
    let mut line = if path.is_empty() { "- at the root".to_owned() } else { format!("- at {}", plain(path, MAX_PATH)) };
    if let Some(Found { value, entry }) = &issue.found {
        if let Some(entry) = entry {
            let _ = write!(line, " (the entry with key {entry})");
        }
        let _ = write!(line, ", which is {value}");
    }
    let _ = writeln!(line, ": {}", plain(&issue.message, MAX_MESSAGE));
    line
}

/// A text on one line, cut where it is long: what a model wrote must not look like a message of ours.
fn plain(text: &str, most: usize) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if out.len() + c.len_utf8() > most {
            out.push('…');
            break;
        }
        out.push(if c.is_control() { ' ' } else { c });
    }
    out
}

impl Outcome {
    /// Notes what the model wrote at the places of the issues.
    pub(super) fn quote(&mut self, json: &Json<'_>) {
        for issue in self.issues.iter_mut().take(MAX_ISSUES) {
            issue.found = found(json, &issue.wire_path);
        }
    }
}

/// What stands at a place; nothing for the root, which is the whole answer.
fn found(json: &Json<'_>, place: &Location) -> Option<Found> {
    let (mut at, mut entry, mut is_root) = (json, None, true);
    for step in place.steps() {
        is_root = false;
        at = match at {
            Json::Array(items) => items.get(step.parse::<usize>().ok()?)?,
            other => other.get(&step)?,
        };
        if let Json::Object(members) = at
            && members.len() == 2
            && at.get("value").is_some()
            && let Some(key) = at.get("key").filter(|key| key.as_str().is_some())
        {
            entry = Some(short(key));
        }
    }
    (!is_root).then(|| Found { value: short(at), entry })
}

/// A value as JSON, cut where it is long; of containers only the beginning is printed.
fn short(json: &Json<'_>) -> String {
    let mut text = String::new();
    match json {
        Json::String(long) if long.len() > MAX_VALUE => return format!("{}\"", plain(&format!("\"{long}"), MAX_VALUE)),
        Json::Array(items) if items.len() > MAX_VALUE => return format!("a list of {} items", items.len()),
        Json::Object(members) if members.len() > MAX_VALUE => return format!("an object of {} members", members.len()),
        other => print(other, &mut text),
    }
    plain(&text, MAX_VALUE)
}

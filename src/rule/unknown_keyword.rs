//! # unknown-keyword
//!
//! ## What it does
//! Leaves out keywords JSON Schema does not know (vendor extensions, `$comment`, misspellings) and says so; names the
//! keyword a misspelling looks like. Also tells of keywords without effect: `then` without `if`, siblings of `$ref` in
//! drafts 4 to 7. `x-schema-compat-allow`, the list of rules whose findings count for nothing at a node and below it, is
//! ours: it is left out too, and a name in it that is no rule is told.
//!
//! ## Why
//! The wire schema is built from what the endpoint lists; vendor keywords may hold secrets, and a misspelt constraint
//! protects nobody.
//!
//! ## Fidelity
//! Exact: an unknown keyword constrains nothing.
//!
//! ## Example
//! ```json user
//! {"type": "object", "properties": {"code": {"type": "string", "minLenght": 3, "x-owner": "billing"}}, "required": ["code"], "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"code": {"type": "string"}}, "required": ["code"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"code": "a"}
//! ```
//! ```json value
//! {"code": "a"}
//! ```

use super::context::{At, Context, Note};
use super::note::line;
use crate::finding::Severity;
use crate::schema::ALLOW;
use crate::schema::arena::JsonId;
use crate::schema::doc::Doc;
use crate::schema::keyword::{Draft, Keyword, Role};
use std::collections::HashMap;

/// One unknown name, told once: its first place, and how many there are.
struct Unknown<'s> {
    name: &'s str,
    first: JsonId,
    count: usize,
}

impl<'s> Context<'s, '_> {
    /// Findings on keywords that say nothing, over everything that was built.
    pub fn tell_unknown(&mut self) {
        let schema = self.schema();
        let doc = schema.doc();
        for Unknown { name, first, count } in self.unknown() {
            let places = if count > 1 { format!(" ({count} places)") } else { String::new() };
            let note = match misspelt(name) {
                Some(meant) => {
                    let message = format!("`{name}` is not a keyword; did you mean `{}`?{places}", meant.text());
                    Note::exact(super::UNKNOWN_KEYWORD, At::Json(first), message).loud(Severity::Warning)
                }
                None => {
                    let message = format!("`{name}` is not a keyword of this dialect; it is left out and constrains nothing{places}");
                    Note::exact(super::UNKNOWN_KEYWORD, At::Json(first), message)
                }
            };
            self.note(note.because(line!(other_keywords)));
        }
        for note in schema.notes().iter().filter(|n| doc.document(n.json) == 0) {
            self.note(Note::exact(super::UNKNOWN_KEYWORD, At::Json(note.json), note.kind.message()));
        }
        for name in schema.allowed_names() {
            let rule = doc.str(name).unwrap_or_default();
            if super::find(rule).is_none() {
                let message = format!("`{ALLOW}` names no rule `{rule}`");
                self.note(Note::exact(super::UNKNOWN_KEYWORD, At::Json(name), message).loud(Severity::Warning));
            }
        }
        self.tell_without_effect();
    }

    /// Unknown names over the whole schema, those the author allows apart from the others.
    fn unknown(&self) -> Vec<Unknown<'s>> {
        let schema = self.schema();
        let doc = schema.doc();
        let mut index: HashMap<(&str, bool), usize> = HashMap::new();
        let mut all: Vec<Unknown<'s>> = Vec::new();
        for id in schema.ids() {
            let Some(keywords) = schema.keywords(id) else { continue };
            for (_, json) in keywords.members.iter().filter(|(k, _)| k.is_none()) {
                let name = doc.key(*json).unwrap_or_default();
                if name == ALLOW {
                    continue;
                }
                let at = *index.entry((name, schema.allows(super::UNKNOWN_KEYWORD, *json))).or_insert_with(|| {
                    all.push(Unknown { name, first: *json, count: 0 });
                    all.len() - 1
                });
                all[at].count += 1;
                if comes_before(doc, *json, all[at].first) {
                    all[at].first = *json;
                }
            }
        }
        all
    }

    /// Keywords that say nothing where they stand.
    fn tell_without_effect(&mut self) {
        let schema = self.schema();
        for id in schema.ids() {
            let Some(keywords) = schema.keywords(id) else { continue };
            let has = |keyword: Keyword| keywords.members.iter().any(|(k, _)| *k == Some(keyword));
            let hidden = keywords.reference.is_some() && schema.sub(id).draft <= Draft::Draft7;
            for (keyword, json) in &keywords.members {
                let Some(keyword) = *keyword else { continue };
                let why = match keyword {
                    Keyword::Then | Keyword::Else if !has(Keyword::If) => "has no effect without `if`",
                    Keyword::MinContains | Keyword::MaxContains if !has(Keyword::Contains) => "has no effect without `contains`",
                    Keyword::If if !has(Keyword::Then) && !has(Keyword::Else) => "has no effect without `then` or `else`",
                    Keyword::Ref => continue,
                    _ if hidden && matches!(keyword.role(), Role::Assertion | Role::Child | Role::InPlace) => {
                        "is ignored beside `$ref` in this draft; put both into `allOf`"
                    }
                    _ => continue,
                };
                let message = format!("`{}` {why}", keyword.text());
                self.note(Note::exact(super::UNKNOWN_KEYWORD, At::Json(*json), message));
            }
        }
    }
}

/// Whether a place comes before another, whatever the order of keys: nearer to the root, then by names and indices.
fn comes_before(doc: &Doc, one: JsonId, other: JsonId) -> bool {
    let depth = |json| std::iter::successors(Some(json), |json| doc.parent(*json)).count();
    let (a, b) = (depth(one), depth(other));
    if a != b {
        return a < b;
    }
    let (mut one, mut other, mut before) = (one, other, false);
    while one != other {
        before = (doc.key(one), doc.index(one)) < (doc.key(other), doc.index(other));
        match (doc.parent(one), doc.parent(other)) {
            (Some(a), Some(b)) => (one, other) = (a, b),
            _ => break,
        }
    }
    before
}

/// The assertion or applicator this name is one slip away from.
fn misspelt(name: &str) -> Option<Keyword> {
    if name.len() < 5 || name.starts_with("x-") || Keyword::from_text(name).is_some() {
        return None;
    }
    Keyword::ALL
        .iter()
        .copied()
        .find(|k| matches!(k.role(), Role::Assertion | Role::Child | Role::InPlace) && k.text().len() >= 5 && one_slip(name, k.text()))
}

/// Equal but for case, for one letter more, less or other, or for two neighbours swapped.
fn one_slip(a: &str, b: &str) -> bool {
    if a.eq_ignore_ascii_case(b) {
        return true;
    }
    if a.is_ascii() && a.len().abs_diff(b.len()) > 1 {
        return false;
    }
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let (short, long) = if a.len() <= b.len() { (&a, &b) } else { (&b, &a) };
    let same = short.iter().zip(long.iter()).take_while(|(x, y)| x == y).count();
    let (s, l) = (&short[same..], &long[same..]);
    match l.len().checked_sub(s.len()) {
        Some(1) => s == &l[1..],
        Some(0) => s.get(1..) == l.get(1..) || (s.len() >= 2 && s[0] == l[1] && s[1] == l[0] && s[2..] == l[2..]),
        _ => false,
    }
}

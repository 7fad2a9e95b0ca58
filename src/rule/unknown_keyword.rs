//! # unknown-keyword
//!
//! ## What it does
//! Leaves out keywords JSON Schema does not know (vendor extensions, `$comment`, misspellings) and says so; names the
//! keyword a misspelling looks like. Also tells of keywords without effect: `then` without `if`, siblings of `$ref` in
//! drafts 4 to 7.
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

use super::context::{At, Context};
use crate::finding::{Fidelity, Severity};
use crate::schema::keyword::{Draft, Keyword, Role};

impl Context<'_, '_> {
    /// Findings on keywords that say nothing, over everything that was built.
    pub fn tell_unknown(&mut self) {
        let schema = self.schema();
        let doc = schema.doc();
        let mut index: std::collections::HashMap<&str, usize> = std::collections::HashMap::new();
        let mut unknown: Vec<(&str, crate::schema::arena::JsonId, usize)> = Vec::new();
        for id in schema.ids() {
            let Some(keywords) = schema.keywords(id) else { continue };
            for (_, json) in keywords.members.iter().filter(|(k, _)| k.is_none()) {
                let name = doc.key(*json).unwrap_or_default();
                if name == "x-schema-compat-allow" {
                    continue;
                }
                let at = *index.entry(name).or_insert_with(|| {
                    unknown.push((name, *json, 0));
                    unknown.len() - 1
                });
                unknown[at].2 += 1;
            }
        }
        for (name, json, count) in unknown {
            let places = if count > 1 { format!(" ({count} places)") } else { String::new() };
            let (severity, message) = match misspelt(name) {
                Some(meant) => (Severity::Warning, format!("`{name}` is not a keyword; did you mean `{}`?{places}", meant.text())),
                None => {
                    (Severity::Info, format!("`{name}` is not a keyword of this dialect; it is left out and constrains nothing{places}"))
                }
            };
            self.note(super::UNKNOWN_KEYWORD, severity, Fidelity::Exact, At::Json(json), message);
        }
        for note in schema.notes().iter().filter(|n| doc.document(n.json) == 0) {
            self.note(super::UNKNOWN_KEYWORD, Severity::Info, Fidelity::Exact, At::Json(note.json), note.kind.message());
        }
        self.tell_without_effect();
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
                self.note(super::UNKNOWN_KEYWORD, Severity::Info, Fidelity::Exact, At::Json(*json), message);
            }
        }
    }
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

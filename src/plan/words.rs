//! Titles and descriptions on the wire: what the user wrote, then what is checked after decoding.

use super::print::Printer;
use crate::form::Few;
use crate::json::print_string;
use crate::profile::Support;
use crate::rule::wire::{Body, Wire, WireId};
use crate::schema::keyword::Keyword;
use std::collections::HashSet;

/// More words than this are looked up in a set.
const MANY: usize = 32;

impl Printer<'_> {
    /// Title and description: what the user wrote, then what is checked after decoding.
    pub(super) fn annotations(&mut self, ids: impl Iterator<Item = WireId> + Clone) {
        let accepted = |keyword| matches!(self.profile.support(keyword), Support::Enforced | Support::Ignored);
        let silent = |wire: &Wire| {
            wire.titles.is_empty() && wire.descriptions.is_empty() && wire.told.is_empty() && !matches!(wire.body, Body::Site(_))
        };
        if ids.clone().all(|id| silent(&self.wires[id.0 as usize])) {
            return;
        }
        let (titled, described) = (accepted(Keyword::Title), accepted(Keyword::Description));
        let mut title = None;
        let mut texts: Few<&str> = Few::new();
        let mut told: Few<&str> = Few::new();
        let mut met: HashSet<&str> = HashSet::new();
        let mut flagged = false;
        for id in ids {
            let wire = &self.wires[id.0 as usize];
            if matches!(wire.body, Body::Site(_)) {
                for (keyword, operand) in &wire.keywords {
                    if *keyword == Keyword::Nullable && std::mem::replace(&mut flagged, true) {
                        continue;
                    }
                    self.keyword(*keyword, operand);
                }
            }
            // The title of a union that cannot carry one would read as the name of its first branch.
            if self.profile.unions.annotated.value || !self.is_union(id) {
                title = title.or_else(|| wire.titles.first().and_then(|t| self.doc.str(*t)));
            }
            for text in wire.descriptions.iter().filter_map(|d| self.doc.str(*d)) {
                if !texts.contains(&text) {
                    texts.push(text);
                }
            }
            for words in &wire.told {
                if told.len() == MANY && met.is_empty() {
                    met.extend(told.iter().copied());
                }
                let new = if told.len() < MANY { !told.contains(&words.as_str()) } else { met.insert(words) };
                if new {
                    told.push(words);
                }
            }
        }
        if let Some(title) = title.filter(|_| titled) {
            self.out.push_str("\"title\":");
            print_string(title, &mut self.out);
            self.out.push(',');
        }
        if !described || (texts.is_empty() && told.is_empty()) {
            return;
        }
        self.out.push_str("\"description\":");
        if let ([only], []) = (&texts[..], &told[..]) {
            print_string(only, &mut self.out);
            self.out.push(',');
            return;
        }
        let mut text = std::mem::take(&mut self.scratch);
        text.clear();
        join(&mut text, texts.iter().copied(), "\n");
        for (head, plain) in [("", true), ("Constraints: ", false)] {
            let words = told.iter().copied().filter(|t| is_plain_note(t) == plain);
            if words.clone().next().is_none() {
                continue;
            }
            if !text.is_empty() {
                text.push_str("\n\n");
            }
            text.push_str(head);
            join(&mut text, words, "; ");
        }
        print_string(&text, &mut self.out);
        self.scratch = text;
        self.out.push(',');
    }
}

fn join<'t>(out: &mut String, texts: impl Iterator<Item = &'t str>, between: &str) {
    for (at, text) in texts.enumerate() {
        if at > 0 {
            out.push_str(between);
        }
        out.push_str(text);
    }
}

/// What is said for orientation and is no constraint.
fn is_plain_note(told: &str) -> bool {
    ["JSON text", "stands for", "default ", "for example ", "optional properties"].iter().any(|head| told.starts_with(head))
}

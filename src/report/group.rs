//! The same finding at many places is told once.

use super::Entry;
use crate::finding::{Fidelity, Finding, Severity};
use crate::location::Span;
use std::cmp::Reverse;

/// Findings of one rule with one effect, in the order of their places.
pub(super) struct Group<'f> {
    pub rule: &'static str,
    pub severity: Severity,
    pub fidelity: Fidelity,
    pub allowed: bool,
    pub findings: Vec<(&'f Finding, Option<Span>)>,
}

/// Groups in order of weight: severity, then fidelity, then first place; what is allowed comes last.
pub(super) fn groups<'f>(entry: &Entry<'_>, findings: &'f [Finding]) -> Vec<Group<'f>> {
    let mut placed: Vec<_> = findings.iter().map(|finding| (finding, entry.underline(&finding.location))).collect();
    placed.sort_by_key(|(finding, span)| (span.map(|span| span.start), &finding.location));
    let mut groups: Vec<Group<'f>> = Vec::new();
    for (finding, span) in placed {
        let same = |g: &&mut Group<'_>| {
            (g.rule, g.severity, g.fidelity, g.allowed) == (finding.rule, finding.severity, finding.fidelity, finding.allowed)
        };
        match groups.iter_mut().find(same) {
            // A definition that is used twice is told about once.
            Some(group) if group.findings.iter().rev().take_while(|(_, s)| *s == span).any(|(f, _)| *f == finding) => {}
            Some(group) => group.findings.push((finding, span)),
            None => groups.push(Group {
                rule: finding.rule,
                severity: finding.severity,
                fidelity: finding.fidelity,
                allowed: finding.allowed,
                findings: vec![(finding, span)],
            }),
        }
    }
    groups.sort_by_key(|group| (group.allowed, Reverse((group.severity, group.fidelity))));
    groups
}

impl<'f> Group<'f> {
    /// The message all findings share.
    #[cfg(feature = "cli")]
    pub fn message(&self) -> Option<&'f str> {
        let first = self.findings.first()?.0.message.as_str();
        self.findings.iter().all(|(finding, _)| finding.message == first).then_some(first)
    }

    /// The different helps, in order, at most `most`.
    pub fn helps(&self, most: usize) -> Vec<&'f str> {
        self.different(most, |finding| finding.help.as_deref())
    }

    /// The different pieces of evidence, in order, at most `most`.
    pub fn evidence(&self, most: usize) -> Vec<&'f str> {
        self.different(most, |finding| finding.evidence.as_deref())
    }

    /// The first example of a value that cannot be sent, with its finding.
    pub fn witness(&self) -> Option<(&'f Finding, &'f str)> {
        self.findings.iter().find_map(|(finding, _)| Some((*finding, finding.witness.as_deref()?)))
    }

    fn different(&self, most: usize, pick: impl Fn(&'f Finding) -> Option<&'f str>) -> Vec<&'f str> {
        let mut texts: Vec<&str> = Vec::new();
        for text in self.findings.iter().filter_map(|(finding, _)| pick(finding)) {
            if texts.len() < most && !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts
    }
}

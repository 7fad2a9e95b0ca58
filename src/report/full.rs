//! The report people read: source lines with carets, what is lost, what to do, the limits used, the verdict.

use super::group::{Group, groups};
use super::{ALLOWED, Check, Entry, Paint, Position, Rewrite, SourceMap, Tone, Verdict, fidelity_name, severity_name, visible};
use crate::error::Error;
use crate::finding::{Fidelity, Finding, Severity};
use crate::location::{Location, Span};
use crate::profile::Usage;
use crate::rule;
use annotate_snippets::{AnnotationKind, Group as Block, Level, Origin, Renderer, Snippet};
use std::fmt::Write as _;
use std::rc::Rc;

/// How the report is laid out.
#[derive(Clone, Copy, Debug)]
pub struct Full {
    /// Colour or not.
    pub paint: Paint,
    /// Show every place and the evidence of every finding.
    pub verbose: bool,
}

/// Widest source line shown whole.
const WIDTH: usize = 120;
/// Places shown of one group: of infos, and of warnings.
const PLACES: (usize, usize) = (3, 6);
/// Longest example value shown.
const WITNESS: usize = 120;

impl Full {
    /// Everything about one schema.
    #[must_use]
    pub fn entry(self, entry: &Entry<'_>) -> String {
        let mut out = String::new();
        for (profiles, check) in merged(entry.checks) {
            self.header(entry, &profiles, &mut out);
            match &check.result {
                Ok(rewrite) => self.rewrite(entry, check, rewrite, &mut out),
                Err(error) => self.refused(entry, check, error, &mut out),
            }
            out.push('\n');
        }
        out
    }

    fn header(self, entry: &Entry<'_>, profiles: &str, out: &mut String) {
        let id = entry.id.map(|id| format!(" {id}")).unwrap_or_default();
        let title = visible(&format!("{}{id} under {profiles}", entry.name)).into_owned();
        let _ = writeln!(out, "{}\n", self.paint.tone(Tone::Strong, &title));
    }

    fn rewrite(self, entry: &Entry<'_>, check: &Check, rewrite: &Rewrite, out: &mut String) {
        for group in groups(entry, &rewrite.findings) {
            out.push_str(&self.group(entry, &group));
            out.push_str("\n\n");
        }
        let limits = limits(rewrite);
        if !limits.is_empty() {
            let _ = writeln!(out, "{} {limits}", self.paint.tone(Tone::Faint, "limits:"));
        }
        let name = self.paint.tone(check.verdict().into(), check.word());
        let _ = writeln!(out, "{name}: {}{}", check.meaning(), counts(rewrite));
    }

    fn refused(self, entry: &Entry<'_>, check: &Check, error: &Error, out: &mut String) {
        let _ = writeln!(out, "{}\n", self.error(entry, error));
        let verdict = self.paint.tone(Tone::Bad, Verdict::Refused.name());
        let _ = writeln!(out, "{verdict}: {}", check.meaning());
    }

    fn error(self, entry: &Entry<'_>, error: &Error) -> String {
        let title = Level::ERROR.primary_title(error.message.as_str()).id(error.kind.name());
        self.render(match entry.underline_error(error) {
            Some(span) => title.element(snippet(entry, &[(span, None)])),
            None => title.element(origin(entry)),
        })
    }

    fn group(self, entry: &Entry<'_>, group: &Group<'_>) -> String {
        let shared = group.message();
        let title = shared.map_or_else(|| common(group), str::to_owned);
        let most = match (self.verbose, group.severity) {
            (true, _) => usize::MAX,
            (_, Severity::Info) => PLACES.0,
            _ => PLACES.1,
        };
        let places: Vec<(Span, Option<&str>)> = group
            .findings
            .iter()
            .filter_map(|(finding, span)| Some(((*span)?, shared.is_none().then_some(finding.message.as_str()))))
            .take(most)
            .collect();
        let level = if group.allowed { Level::NOTE.with_name(ALLOWED) } else { level(group.severity) };
        let mut block = Block::with_title(level.primary_title(title).id(group.rule));
        let apart = if places.iter().any(|(span, _)| line_is_long(entry, *span)) { 1 } else { usize::MAX };
        for together in places.chunks(apart) {
            block = block.element(snippet(entry, together));
        }
        if places.is_empty() {
            block = block.element(origin(entry));
        }
        let more = group.findings.len() - places.len();
        if more > 0 && !places.is_empty() {
            let places = if more == 1 { "place" } else { "places" };
            block = block.element(Level::NOTE.no_name().message(format!("and {more} more {places} (--verbose shows all)")));
        }
        block = block.element(Level::NOTE.message(self.fidelity(group)));
        let evidence = group.evidence(if self.verbose { usize::MAX } else { 1 });
        block = block.elements(evidence.into_iter().map(|text| Level::NOTE.with_name("evidence").message(text)));
        block = block.elements(group.helps(2).into_iter().map(|help| Level::HELP.message(help)));
        self.render(block)
    }

    fn fidelity(self, group: &Group<'_>) -> String {
        if group.severity == Severity::Error {
            return "refused: the endpoint answers with an error, or is not known to take it".to_owned();
        }
        let mut note = match group.fidelity {
            Fidelity::Exact => "exact: nothing is lost".to_owned(),
            Fidelity::Widened => "widened: the wire accepts more; replies are checked against your schema".to_owned(),
            Fidelity::Narrowed => "narrowed: some values your schema takes cannot be sent".to_owned(),
        };
        if let Some((finding, witness)) = group.witness() {
            let shown = if self.verbose || witness.len() <= WITNESS { witness } else { cut(witness) };
            let _ = write!(note, ", for example {shown}{}", if shown.len() < witness.len() { "..." } else { "" });
            if group.findings.len() > 1 && !finding.location.as_str().is_empty() {
                let _ = write!(note, " at {}", finding.location);
            }
        }
        note
    }

    fn render(self, block: Block<'_>) -> String {
        let renderer = if self.paint == Paint::Colour { Renderer::styled() } else { Renderer::plain() };
        renderer.term_width(WIDTH).render(&[block])
    }
}

/// An error about a text that is no schema (a value, a reply), with its source line.
#[must_use]
pub fn fault(name: &str, map: &SourceMap<'_>, error: &Error, paint: Paint) -> String {
    let map = Rc::new(map.clone());
    let entry = Entry { name, first_line: 1, first_byte: 0, id: None, map, base: Location::root(), checks: &[] };
    Full { paint, verbose: false }.error(&entry, error)
}

/// Checks with equal errors are shown once, under all their profiles.
fn merged(checks: &[Check]) -> Vec<(String, &Check)> {
    let mut shown: Vec<(String, &Check)> = Vec::new();
    for check in checks {
        let twin = shown.iter_mut().find(|(_, other)| matches!((&other.result, &check.result), (Err(a), Err(b)) if a == b));
        match twin {
            Some((profiles, _)) => {
                profiles.push_str(", ");
                profiles.push_str(&check.profile);
            }
            None => shown.push((check.profile.clone(), check)),
        }
    }
    shown
}

fn snippet<'s>(entry: &Entry<'s>, places: &[(Span, Option<&'s str>)]) -> Snippet<'s, annotate_snippets::Annotation<'s>> {
    let first = places.iter().map(|(span, _)| span.start).min().unwrap_or_default();
    let last = places.iter().map(|(span, _)| span.end.saturating_sub(1).max(span.start)).max().unwrap_or_default();
    let (offset, source) = entry.map.lines_around(first, last);
    let line = entry.map.position(offset).line + entry.first_line - 1;
    let marks = places.iter().map(|(span, label)| {
        let range = (span.start - offset) as usize..(span.end - offset) as usize;
        let mark = AnnotationKind::Primary.span(range);
        if let Some(label) = label { mark.label(*label) } else { mark }
    });
    Snippet::source(source).path(entry.name).line_start(line).annotations(marks)
}

/// Whether a line is cut to the part around its mark; then only one mark can be shown at a time.
fn line_is_long(entry: &Entry<'_>, span: Span) -> bool {
    entry.map.lines_around(span.start, span.start).1.len() > WIDTH
}

fn origin<'s>(entry: &Entry<'s>) -> Origin<'s> {
    let Position { line, column } = entry.position(None);
    Origin::path(entry.name).line(line).char_column(column)
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Info => Level::INFO,
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
    }
}

/// What the findings of a group have in common: the rule's summary, spelled like a message.
fn common(group: &Group<'_>) -> String {
    let Some(rule) = rule::find(group.rule) else { return group.findings[0].0.message.clone() };
    let summary = rule.summary.trim_end_matches('.');
    let mut letters = summary.chars();
    match (letters.next(), letters.next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => {
            format!("{}{}", first.to_lowercase(), &summary[first.len_utf8()..])
        }
        _ => summary.to_owned(),
    }
}

/// Every limit that is used, in the order of the profile.
fn limits(rewrite: &Rewrite) -> String {
    let about = |usage: &Usage| if usage.estimate { "about " } else { "" };
    let one = |usage: &Usage| format!("{} {}{} of {}", usage.name.replace('_', " "), about(usage), usage.used, usage.limit);
    rewrite.usage.iter().filter(|usage| usage.used > 0).map(one).collect::<Vec<_>>().join(", ")
}

fn counts(rewrite: &Rewrite) -> String {
    let count = |severity, fidelity: Option<Fidelity>| {
        let fits = |f: &&Finding| !f.allowed && f.severity == severity && fidelity.is_none_or(|wanted| f.fidelity == wanted);
        rewrite.findings.iter().filter(fits).count()
    };
    let allowed = rewrite.findings.iter().filter(|finding| finding.allowed).count();
    let plural = |n: usize, one: &'static str, more: &'static str| (n, if n == 1 { one } else { more });
    let parts = [
        plural(count(Severity::Error, None), severity_name(Severity::Error), "errors"),
        (count(Severity::Warning, Some(Fidelity::Narrowed)), fidelity_name(Fidelity::Narrowed)),
        (count(Severity::Warning, Some(Fidelity::Widened)), fidelity_name(Fidelity::Widened)),
        (count(Severity::Warning, Some(Fidelity::Exact)), fidelity_name(Fidelity::Exact)),
        plural(count(Severity::Info, None), severity_name(Severity::Info), "infos"),
        (allowed, ALLOWED),
    ];
    let parts: Vec<_> = parts.iter().filter(|(n, _)| *n > 0).map(|(n, name)| format!("{n} {name}")).collect();
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}

fn cut(text: &str) -> &str {
    let end = text.char_indices().map(|(at, _)| at).take_while(|at| *at <= WITNESS).last().unwrap_or_default();
    &text[..end]
}

//! One line a finding, for editors and `grep`: `path:line:column: severity[rule] profile: message`.

use super::{Entry, Paint, Tone, loudness, severity_name, visible};
use crate::finding::Severity;
use crate::location::Span;
use std::fmt::Write as _;

/// Every finding about one schema, a line each, by place.
#[must_use]
pub fn concise(entry: &Entry<'_>, paint: Paint) -> String {
    let mut out = String::new();
    for check in entry.checks {
        let line = |span: Option<Span>, (tone, loudness): (Tone, &str), rule: &str, message: &str, out: &mut String| {
            let at = entry.position(span);
            let head = paint.tone(tone, &format!("{loudness}[{rule}]"));
            let (name, message) = (visible(entry.name), visible(message));
            let id = entry.id.map(|id| format!(" {}", visible(id))).unwrap_or_default();
            let _ = writeln!(out, "{name}:{}:{}: {head} {}{id}: {message}", at.line, at.column, check.profile);
        };
        match &check.result {
            Ok(rewrite) => {
                let mut placed: Vec<_> = rewrite.findings.iter().map(|f| (entry.underline(&f.location), f)).collect();
                placed.sort_by_key(|(span, finding)| (span.map(|span| span.start), &finding.location));
                for (span, finding) in placed {
                    let tone = match finding.severity {
                        _ if finding.allowed => Tone::Faint,
                        Severity::Info => Tone::Info,
                        Severity::Warning => Tone::Warning,
                        Severity::Error => Tone::Bad,
                    };
                    line(span, (tone, loudness(finding)), finding.rule, &finding.message, &mut out);
                }
            }
            Err(error) => {
                let loudness = severity_name(Severity::Error);
                line(entry.underline_error(error), (Tone::Bad, loudness), error.kind.name(), &error.message, &mut out);
            }
        }
    }
    out
}

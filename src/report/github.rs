//! Annotations for GitHub: one workflow command a finding, shown beside the changed lines of a pull request.
//!
//! The form is that of GitHub's documentation on workflow commands; GitHub shows ten errors and ten warnings a step.

use super::{Entry, loudness, severity_name};
use crate::finding::Severity;
use crate::location::Span;
use std::fmt::Write as _;

/// Every finding about one schema, a `::warning file=...::...` line each, by place.
#[must_use]
pub fn github(entry: &Entry<'_>) -> String {
    let mut out = String::new();
    for check in entry.checks {
        let mut line = |span: Option<Span>, (severity, loudness): (Severity, &str), rule: &str, message: &str| {
            let command = match severity {
                Severity::Info => "notice",
                Severity::Warning => "warning",
                Severity::Error => "error",
            };
            let start = entry.position(span);
            let _ = write!(out, "::{command} file={},line={}", property(entry.name), start.line);
            if let Some(span) = span {
                let end = entry.position(Some(Span { start: span.end, end: span.end }));
                let _ = write!(out, ",endLine={}", end.line);
                // GitHub ignores columns of more than one line.
                if end.line == start.line {
                    let _ = write!(out, ",col={},endColumn={}", start.column, end.column);
                }
            }
            let id = entry.id.map(|id| format!(" {id}")).unwrap_or_default();
            let title = format!("{loudness}[{rule}] {}{id}", check.profile);
            let _ = writeln!(out, ",title={}::{}", property(&title), data(message));
        };
        match &check.result {
            Ok(rewrite) => {
                let mut placed: Vec<_> = rewrite.findings.iter().map(|f| (entry.underline(&f.location), f)).collect();
                placed.sort_by_key(|(span, finding)| (span.map(|span| span.start), &finding.location));
                for (span, finding) in placed {
                    let severity = if finding.allowed { Severity::Info } else { finding.severity };
                    line(span, (severity, loudness(finding)), finding.rule, &finding.message);
                }
            }
            Err(error) => {
                let severity = Severity::Error;
                line(entry.underline_error(error), (severity, severity_name(severity)), error.kind.name(), &error.message);
            }
        }
    }
    out
}

/// A message: percent signs and line ends escaped.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of a command: colons and commas as well.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_end_a_command_is_escaped() {
        assert_eq!(property("a,b:c%\r\nd"), "a%2Cb%3Ac%25%0D%0Ad");
        assert_eq!(data("100 %: a, b\n::set-env"), "100 %25: a, b%0A::set-env");
    }
}

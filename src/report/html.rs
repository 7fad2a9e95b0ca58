//! The report as one HTML file that needs nothing else: no script from elsewhere, no font, no picture.

use super::group::groups;
use super::{ALLOWED, Check, Entry, Summary, Verdict, fidelity_name, severity_name};
use crate::finding::Severity;
use crate::location::Span;
use std::fmt::Write as _;

/// Results of a check, collected into one page.
#[derive(Clone, Default)]
pub struct Html {
    sections: String,
    rows: String,
    shown: usize,
}

/// Schemas whose source is shown; of more only the verdicts are, so that the page stays readable.
const MAX_SOURCES: usize = 100;
/// Longest source that is shown.
const MAX_SOURCE: usize = 200_000;

impl Html {
    /// Adds a schema's results.
    pub fn add(&mut self, entry: &Entry<'_>) {
        self.shown += 1;
        let id = self.shown;
        let name = match entry.id {
            Some(id) => format!("{} {id}", entry.name),
            None => entry.name.to_owned(),
        };
        let sourced = id <= MAX_SOURCES && entry.map.text().len() <= MAX_SOURCE;
        let link = if sourced { format!("<a href=\"#s{id}\">{}</a>", escape(&name)) } else { escape(&name) };
        let _ = write!(self.rows, "<tr><th scope=\"row\">{link}</th>");
        for check in entry.checks {
            let (verdict, word) = (check.verdict().name(), check.word());
            let more = check.result.as_ref().map_or_else(|error| error.message.clone(), |_| check.meaning().to_owned());
            let _ = write!(self.rows, "<td class=\"{verdict}\" title=\"{}\">{word}</td>", escape(&more));
        }
        self.rows.push_str("</tr>");
        if sourced {
            self.section(entry, id, &name);
        }
    }

    fn section(&mut self, entry: &Entry<'_>, id: usize, name: &str) {
        let out = &mut self.sections;
        let _ = write!(out, "<section id=\"s{id}\"><h2>{}</h2><div class=\"sides\"><div class=\"said\">", escape(name));
        for check in entry.checks {
            check_html(entry, check, id, out);
        }
        out.push_str("</div>");
        source(entry, id, out);
        out.push_str("</div></section>");
    }

    /// The whole page.
    #[must_use]
    pub fn finish(self, summary: &Summary) -> String {
        let mut body = format!("<h1>schema-compat</h1><p class=\"lead\">{}</p>", escape(&summary.line()));
        body.push_str("<div class=\"scroll\"><table class=\"matrix\"><thead><tr><th>schema</th>");
        for tally in &summary.profiles {
            let _ = write!(body, "<th><span>{}</span></th>", escape(&tally.profile));
        }
        let _ = write!(body, "</tr></thead><tbody>{}</tbody></table></div><ul class=\"legend\">", self.rows);
        for verdict in Verdict::ALL {
            let _ = write!(body, "<li><b class=\"{0}\">{0}</b> {1}</li>", verdict.name(), verdict.meaning(true));
        }
        body.push_str("</ul>");
        if self.shown > MAX_SOURCES {
            let _ = write!(body, "<p>Findings are shown for the first {MAX_SOURCES} schemas.</p>");
        }
        body.push_str(&self.sections);
        page("schema-compat", &body)
    }
}

/// What one profile makes of a schema.
fn check_html(entry: &Entry<'_>, check: &Check, id: usize, out: &mut String) {
    let (verdict, word) = (check.verdict().name(), check.word());
    let open = if check.verdict() == Verdict::Exact { "" } else { " open" };
    let _ = write!(
        out,
        "<details{open}><summary><b>{}</b> <span class=\"chip {verdict}\">{word}</span> <span class=\"faint\">{}</span></summary>",
        escape(&check.profile),
        check.meaning(),
    );
    match &check.result {
        Err(error) => {
            let place = place(entry, entry.underline_error(error), id);
            let _ = write!(
                out,
                "<article class=\"error\"><h3>error <code>{}</code></h3><p>{} {place}</p></article>",
                error.kind.name(),
                prose(&error.message)
            );
        }
        Ok(rewrite) => {
            for group in groups(entry, &rewrite.findings) {
                let severity = if group.allowed { ALLOWED } else { severity_name(group.severity) };
                let fidelity = fidelity_name(group.fidelity);
                let _ = write!(
                    out,
                    "<article class=\"{severity}\"><h3>{severity} <code>{}</code> <span class=\"faint\">{fidelity}</span></h3>",
                    group.rule
                );
                // A message that all share is said once, with the places behind it.
                let mut last = None;
                for (finding, span) in &group.findings {
                    let place = place(entry, *span, id);
                    if last == Some(&finding.message) {
                        let _ = write!(out, ", {place}");
                        continue;
                    }
                    out.push_str(if last.is_some() { "</p><p>" } else { "<p>" });
                    let _ = write!(out, "{} {place}", prose(&finding.message));
                    last = Some(&finding.message);
                }
                out.push_str("</p>");
                if let Some((_, witness)) = group.witness() {
                    let cut: String = witness.chars().take(400).collect();
                    let _ = write!(out, "<p>cannot be sent, for example: <code>{}</code></p>", escape(&cut));
                }
                for help in group.helps(2) {
                    let _ = write!(out, "<p class=\"help\">{}</p>", prose(help));
                }
                for evidence in group.evidence(2) {
                    let _ = write!(out, "<p class=\"faint\">evidence: {}</p>", escape(evidence));
                }
                out.push_str("</article>");
            }
            let used: Vec<_> = rewrite.usage.iter().filter(|usage| usage.used > 0).collect();
            if !used.is_empty() {
                out.push_str("<dl class=\"limits\">");
                for usage in used {
                    let name = usage.name.replace('_', " ");
                    let _ = write!(
                        out,
                        "<dt>{name}</dt><dd title=\"{}\"><meter max=\"{1}\" high=\"{2}\" value=\"{3}\"></meter> {4}{3} of {1}</dd>",
                        escape(&usage.evidence),
                        usage.limit,
                        usage.limit * 9 / 10,
                        usage.used,
                        if usage.estimate { "about " } else { "" },
                    );
                }
                out.push_str("</dl>");
            }
        }
    }
    out.push_str("</details>");
}

fn place(entry: &Entry<'_>, span: Option<Span>, id: usize) -> String {
    span.map_or_else(String::new, |span| {
        let at = entry.position(Some(span));
        format!("<a class=\"place\" href=\"#s{id}l{0}\">{0}:{1}</a>", at.line, at.column)
    })
}

/// The text with line numbers, and what findings point at marked by the worst of them.
fn source(entry: &Entry<'_>, id: usize, out: &mut String) {
    let text = entry.map.text();
    let mut marks: Vec<(Span, Severity, String)> = Vec::new();
    for check in entry.checks {
        match &check.result {
            Ok(rewrite) => {
                for finding in &rewrite.findings {
                    let said = format!("{}: {}", check.profile, finding.message);
                    let severity = if finding.allowed { Severity::Info } else { finding.severity };
                    marks.extend(entry.underline(&finding.location).map(|span| (span, severity, said)));
                }
            }
            Err(error) => marks.extend(entry.underline_error(error).map(|span| (span, Severity::Error, error.message.clone()))),
        }
    }
    // Of marks that overlap the first is kept; marks of one span are one.
    marks.sort_by_key(|(span, severity, _)| (span.start, span.end, std::cmp::Reverse(*severity)));
    let mut kept: Vec<(Span, Severity, String)> = Vec::new();
    for (span, severity, said) in marks {
        match kept.last_mut() {
            Some((last, _, more)) if *last == span => {
                if !more.contains(&said) {
                    let _ = write!(more, "\n{said}");
                }
            }
            Some((last, ..)) if span.start < last.end => {}
            _ => kept.push((span, severity, said)),
        }
    }
    out.push_str("<pre class=\"source\"><code>");
    let mut at = 0;
    let mut line = entry.first_line;
    let begin = |out: &mut String, line: usize| {
        let _ = write!(out, "<span class=\"line\" id=\"s{id}l{line}\" data-n=\"{line}\">");
    };
    begin(out, line);
    let mut piece = |out: &mut String, text: &str, mark: Option<&(Span, Severity, String)>| {
        for (i, part) in text.split('\n').enumerate() {
            if i > 0 {
                out.push_str("</span>\n");
                line += 1;
                begin(out, line);
            }
            match mark {
                Some((_, severity, said)) if !part.is_empty() => {
                    let _ = write!(out, "<mark class=\"{}\" title=\"{}\">{}</mark>", severity_name(*severity), escape(said), escape(part));
                }
                _ => out.push_str(&escape(part)),
            }
        }
    };
    for mark in &kept {
        let (start, end) = (mark.0.start as usize, (mark.0.end as usize).min(text.len()));
        if start < at || end < start {
            continue;
        }
        piece(out, text.get(at..start).unwrap_or_default(), None);
        piece(out, text.get(start..end).unwrap_or_default(), Some(mark));
        at = end;
    }
    piece(out, text.get(at..).unwrap_or_default(), None);
    out.push_str("</span></code></pre>");
}

/// `text` as it may stand in an element or an attribute.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // Control characters have no place in HTML.
            c if c.is_control() && !matches!(c, '\n' | '\t') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A message, with what stands in backticks as code.
fn prose(text: &str) -> String {
    let mut parts: Vec<String> = text.split('`').map(escape).collect();
    if parts.len().is_multiple_of(2) {
        // A backtick without its other half is itself.
        return parts.join("`");
    }
    parts.iter_mut().skip(1).step_by(2).for_each(|part| *part = format!("<code>{part}</code>"));
    parts.concat()
}

/// A whole page around a body.
pub(super) fn page(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
         <title>{}</title><style>{}</style></head><body><main>{body}</main></body></html>\n",
        escape(title),
        include_str!("page.css"),
    )
}

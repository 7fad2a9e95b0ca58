//! The report machines read; described by `docs/report.schema.json` and stable from the first release.

use super::{ALLOWED, Check, Entry, Subject, Summary, Verdict, fidelity_name, pretty, severity_name};
use crate::error::Error;
use crate::finding::Finding;
use crate::json::{Json, parse};
use crate::location::Span;
use crate::profile::Usage;
use std::borrow::Cow;

/// Version of the documents' shape; a field may be added within a version, never changed or removed.
pub const SCHEMA_VERSION: u32 = 1;

/// Results of a check, one for each schema and profile, collected into one document.
#[derive(Clone, Default)]
pub struct Document {
    results: Vec<Json<'static>>,
}

impl Document {
    /// Adds a schema's results.
    pub fn add(&mut self, entry: &Entry<'_>) {
        self.results.extend(entry.checks.iter().map(|check| result_json(entry, check)));
    }

    /// The whole document, with a newline at the end.
    #[must_use]
    pub fn finish(self, summary: &Summary) -> String {
        let document = object([
            ("schema_version", number(SCHEMA_VERSION as usize)),
            ("results", Json::Array(self.results)),
            ("summary", summary_json(summary)),
        ]);
        pretty(&document) + "\n"
    }
}

fn result_json(entry: &Entry<'_>, check: &Check) -> Json<'static> {
    let mut members = vec![("source", text(entry.name))];
    if let Some(id) = entry.id {
        members.push(("id", value(id)));
    }
    members.push(("profile", text(&check.profile)));
    members.push(("profile_date", text(&check.date)));
    members.push(("verdict", text(check.verdict().name())));
    members.extend((check.subject == Subject::AsIs).then_some(("as_is", Json::Bool(true))));
    let findings = check.findings().iter().map(|finding| finding_json(finding, &check.profile, Some(entry))).collect();
    members.push(("findings", Json::Array(findings)));
    match &check.result {
        Ok(rewrite) => {
            let limit = |usage: &Usage| {
                object([
                    ("name", text(usage.name)),
                    ("used", Json::Number(Cow::Owned(usage.used.to_string()))),
                    ("limit", Json::Number(Cow::Owned(usage.limit.to_string()))),
                    ("estimate", Json::Bool(usage.estimate)),
                    ("evidence", text(&usage.evidence)),
                ])
            };
            members.push(("limits", Json::Array(rewrite.usage.iter().map(limit).collect())));
        }
        Err(error) => {
            let mut error_members = error_members(error);
            error_members.extend(entry.underline_error(error).map(|span| ("span", span_json(entry, span))));
            members.push(("error", object(error_members)));
        }
    }
    object(members)
}

/// A finding; with its place in the source where there is one.
#[must_use]
pub fn finding_json(finding: &Finding, profile: &str, entry: Option<&Entry<'_>>) -> Json<'static> {
    let mut members = vec![
        ("rule", text(finding.rule)),
        ("severity", text(severity_name(finding.severity))),
        ("fidelity", text(fidelity_name(finding.fidelity))),
        ("profile", text(profile)),
        ("location", text(finding.location.as_str())),
    ];
    members.extend(finding.wire_location.as_ref().map(|place| ("wire_location", text(place.as_str()))));
    let span = entry.and_then(|entry| Some(span_json(entry, entry.underline(&finding.location)?)));
    members.extend(span.map(|span| ("span", span)));
    members.push(("message", text(&finding.message)));
    members.extend(finding.help.as_deref().map(|help| ("help", text(help))));
    members.extend(finding.witness.as_deref().map(|witness| ("witness", value(witness))));
    members.extend(finding.evidence.as_deref().map(|evidence| ("evidence", text(evidence))));
    members.extend(finding.allowed.then_some(("allowed", Json::Bool(true))));
    object(members)
}

/// An error: `{"kind", "message", "path"}`.
#[must_use]
pub fn error_json(error: &Error) -> Json<'static> {
    object(error_members(error))
}

fn error_members(error: &Error) -> Vec<(&'static str, Json<'static>)> {
    vec![("kind", text(error.kind.name())), ("message", text(&error.message)), ("path", text(error.location.as_str()))]
}

fn span_json(entry: &Entry<'_>, span: Span) -> Json<'static> {
    let point = |at: u32| {
        let position = entry.position(Some(Span { start: at, end: at }));
        let offset = number(at as usize + entry.first_byte);
        object([("line", number(position.line)), ("column", number(position.column)), ("offset", offset)])
    };
    object([("start", point(span.start)), ("end", point(span.end))])
}

fn summary_json(summary: &Summary) -> Json<'static> {
    let profile = |tally: &super::Tally| {
        let mut members = vec![("profile", text(&tally.profile))];
        members.extend(verdicts(tally.verdicts));
        let findings = object(tally.severities().chain([(ALLOWED, tally.allowed)]).map(|(name, n)| (name, number(n))));
        members.push(("findings", findings));
        object(members)
    };
    let mut members = vec![("schemas", number(summary.schemas))];
    members.extend(verdicts(summary.verdicts()));
    members.push(("profiles", Json::Array(summary.profiles.iter().map(profile).collect())));
    object(members)
}

fn verdicts(counts: [usize; 4]) -> impl Iterator<Item = (&'static str, Json<'static>)> {
    Verdict::ALL.iter().zip(counts).map(|(verdict, n)| (verdict.name(), number(n)))
}

/// An object with its members in this order.
#[must_use]
pub fn object(members: impl IntoIterator<Item = (&'static str, Json<'static>)>) -> Json<'static> {
    Json::Object(members.into_iter().map(|(name, member)| (Cow::Borrowed(name), member)).collect())
}

/// A string.
#[must_use]
pub fn text(text: &str) -> Json<'static> {
    Json::String(Cow::Owned(text.to_owned()))
}

/// A count.
#[must_use]
pub fn number(n: usize) -> Json<'static> {
    Json::Number(Cow::Owned(n.to_string()))
}

/// A value from its JSON text, to the last digit; a text that is not JSON stands as a string.
#[must_use]
pub fn value(json: &str) -> Json<'static> {
    parse(json).map_or_else(|_| text(json), Json::into_owned)
}

//! SARIF 2.1.0 (OASIS, 2020-03-27): the exchange form of static analysis, read by GitHub, VS Code and others.

use super::json::{number, object, text, value};
use super::{Entry, fidelity_name, pretty};
use crate::error::ErrorKind;
use crate::finding::Severity;
use crate::json::Json;
use crate::location::Span;
use crate::profile;
use crate::rule;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Results of a check, one for each finding, collected into one log.
#[derive(Clone, Default)]
pub struct Sarif {
    results: Vec<Json<'static>>,
    /// Rules that results speak of, by name, with their place in the log.
    rules: BTreeMap<&'static str, usize>,
    order: Vec<&'static str>,
}

/// One result, before it is written.
struct Found<'a> {
    rule: &'static str,
    severity: Severity,
    message: String,
    span: Option<Span>,
    pointer: &'a str,
    properties: Vec<(&'static str, Json<'static>)>,
    allowed: bool,
}

impl Sarif {
    /// Adds a schema's results.
    pub fn add(&mut self, entry: &Entry<'_>) {
        for check in entry.checks {
            let own = |more: Vec<(&'static str, Json<'static>)>| {
                let mut all = vec![("profile", text(&check.profile)), ("profileDate", text(&check.date))];
                all.extend(entry.id.map(|id| ("id", value(id))));
                all.extend(more);
                all
            };
            let found: Vec<Found<'_>> = match &check.result {
                Ok(rewrite) => {
                    let one = |finding: &'_ crate::finding::Finding| {
                        let mut more = vec![("fidelity", text(fidelity_name(finding.fidelity)))];
                        more.extend(finding.wire_location.as_ref().map(|place| ("wireLocation", text(place.as_str()))));
                        more.extend(finding.witness.as_deref().map(|witness| ("witness", value(witness))));
                        more.extend(finding.evidence.as_deref().map(|evidence| ("evidence", text(evidence))));
                        more
                    };
                    let mut placed: Vec<_> = rewrite.findings.iter().map(|f| (entry.underline(&f.location), f)).collect();
                    placed.sort_by_key(|(span, finding)| (span.map(|span| span.start), &finding.location));
                    let found = placed.into_iter().map(|(span, finding)| Found {
                        rule: finding.rule,
                        severity: finding.severity,
                        message: format!("{}: {}", check.profile, finding.message),
                        span,
                        pointer: finding.location.as_str(),
                        properties: own(one(finding)),
                        allowed: finding.allowed,
                    });
                    found.collect()
                }
                Err(error) => vec![Found {
                    rule: error.kind.name(),
                    severity: Severity::Error,
                    message: format!("{}: {}", check.profile, error.message),
                    span: entry.underline_error(error),
                    pointer: error.location.as_str(),
                    properties: own(Vec::new()),
                    allowed: false,
                }],
            };
            for found in found {
                let result = self.result(entry, &check.profile, found);
                self.results.push(result);
            }
        }
    }

    fn result(&mut self, entry: &Entry<'_>, profile: &str, found: Found<'_>) -> Json<'static> {
        let index = *self.rules.entry(found.rule).or_insert_with(|| {
            self.order.push(found.rule);
            self.order.len() - 1
        });
        let start = entry.position(found.span);
        let mut region = vec![("startLine", number(start.line)), ("startColumn", number(start.column))];
        if let Some(span) = found.span {
            let end = entry.position(Some(Span { start: span.end, end: span.end }));
            region.extend([("endLine", number(end.line)), ("endColumn", number(end.column))]);
        }
        let place = object([
            ("physicalLocation", object([("artifactLocation", object([("uri", text(&uri(entry.name)))])), ("region", object(region))])),
            ("logicalLocations", Json::Array(vec![object([("fullyQualifiedName", text(found.pointer)), ("kind", text("value"))])])),
        ]);
        let print = [entry.name, entry.id.unwrap_or_default(), profile, found.rule, found.pointer];
        let mut members = vec![
            ("ruleId", text(found.rule)),
            ("ruleIndex", number(index)),
            ("level", text(level(found.severity))),
            ("message", object([("text", text(&found.message))])),
            ("locations", Json::Array(vec![place])),
            ("partialFingerprints", object([("schemaCompat/v1", text(&fingerprint(&print)))])),
            ("properties", object(found.properties)),
        ];
        members.extend(found.allowed.then(|| ("suppressions", Json::Array(vec![object([("kind", text("inSource"))])]))));
        object(members)
    }

    /// The whole log, with a newline at the end.
    #[must_use]
    pub fn finish(self) -> String {
        let rules = self.order.iter().map(|name| rule_json(name)).collect();
        let driver =
            object([("name", text("schema-compat")), ("semanticVersion", text(env!("CARGO_PKG_VERSION"))), ("rules", Json::Array(rules))]);
        let run = object([
            ("tool", object([("driver", driver)])),
            ("columnKind", text("unicodeCodePoints")),
            ("results", Json::Array(self.results)),
        ]);
        let log = object([
            ("version", text("2.1.0")),
            ("$schema", text("https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")),
            ("runs", Json::Array(vec![run])),
        ]);
        pretty(&log) + "\n"
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Info => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

fn rule_json(name: &'static str) -> Json<'static> {
    let mut members = vec![("id", text(name))];
    match rule::find(name) {
        Some(rule) => {
            let doc = rule.doc();
            members.push(("shortDescription", object([("text", text(rule.summary))])));
            members.push(("help", object([("text", text(&doc)), ("markdown", text(&doc))])));
        }
        None => {
            let known = ErrorKind::ALL.iter().find(|kind| kind.name() == name).map(|kind| kind.meaning());
            let meaning = known.or_else(|| profile::wording(name)).unwrap_or("The schema was refused.");
            members.push(("shortDescription", object([("text", text(meaning))])));
        }
    }
    object(members)
}

/// A path as a relative reference: what is not plain is escaped.
fn uri(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let mut out = String::with_capacity(name.len());
    for byte in name.bytes() {
        match byte {
            b'\\' => out.push('/'),
            byte if plain(byte) => out.push(char::from(byte)),
            byte => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// FNV-1a over the parts: the same finding keeps its print from run to run and when lines move.
fn fingerprint(parts: &[&str]) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in parts.iter().flat_map(|part| part.bytes().chain([0])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_references() {
        assert_eq!(uri("a b/ü<x>.json"), "a%20b/%C3%BC%3Cx%3E.json");
        assert_eq!(uri(r"c\d.json"), "c/d.json");
    }

    #[test]
    fn prints_tell_parts_apart() {
        assert_ne!(fingerprint(&["ab", "c"]), fingerprint(&["a", "bc"]));
    }
}

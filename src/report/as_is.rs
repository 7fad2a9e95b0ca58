//! What an endpoint would say to a schema as it stands, as findings.

use super::{Check, Rewrite, Subject};
use crate::error::{Error, ErrorKind};
use crate::finding::{Fidelity, Finding, Severity};
use crate::json::{Json, parse};
use crate::location::Location;
use crate::profile::{self, Effect, Profile, Violation};

impl Check {
    /// Judges a schema that is sent as it is.
    #[must_use]
    pub fn as_is(profile: &Profile, schema: &str) -> Self {
        let result = match parse(schema) {
            Ok(json) => {
                let findings: Vec<Finding> =
                    profile::judge(profile, &json).violations.into_iter().map(|violation| finding(&json, violation)).collect();
                let counted = findings.iter().filter(|finding| finding.severity != Severity::Info);
                let fidelity = counted.map(|finding| finding.fidelity).max().unwrap_or(Fidelity::Exact);
                Ok(Rewrite { findings, fidelity, usage: profile::usage(&json, profile) })
            }
            Err(error) => Err(Error::new(ErrorKind::SchemaInvalid, Location::root(), error.to_string())),
        };
        Check { profile: profile.name.clone(), date: profile.date.clone(), subject: Subject::AsIs, result }
    }
}

fn finding(schema: &Json<'_>, violation: Violation) -> Finding {
    let (severity, fidelity) = match violation.effect {
        Effect::Refused => (Severity::Error, Fidelity::Exact),
        Effect::Ignored => (Severity::Warning, Fidelity::Widened),
        Effect::Narrowed => (Severity::Info, Fidelity::Narrowed),
        Effect::Kept => (Severity::Info, Fidelity::Exact),
    };
    // The keyword at fault, where it is written there.
    let mut location = violation.location;
    if let (Some(keyword), Some(at)) = (violation.keyword, pointed(schema, &location))
        && at.get(keyword.text()).is_some()
    {
        location.push(keyword.text());
    }
    let mut finding = Finding::new(violation.rule, severity, fidelity, location, violation.message);
    finding.evidence = Some(violation.evidence);
    finding
}

/// What stands at a location.
fn pointed<'s>(schema: &'s Json<'s>, location: &Location) -> Option<&'s Json<'s>> {
    let segments = location.as_str().split('/').skip(1).map(|segment| segment.replace("~1", "/").replace("~0", "~"));
    segments.into_iter().try_fold(schema, |at, name| match at {
        Json::Array(items) => items.get(name.parse::<usize>().ok()?),
        other => other.get(&name),
    })
}

//! Schemas that go out in one request are checked together: they share some limits.

use super::profiles::Profiles;
use super::schemas::{Kind, Source};
use schema_compat::compat::{self, Options, Part, Prepared, prepare_request};
use schema_compat::error::Error;
use schema_compat::finding::Fidelity;
use schema_compat::profile::Profile;
use schema_compat::report::{Check, Rewrite, Subject};

/// What became of the schemas of one file.
pub struct Checked {
    /// For each schema, one result for each profile.
    pub schemas: Vec<Vec<Check>>,
    /// The limits over the request they make up, one for each profile that has such limits; empty for other files.
    pub request: Vec<Check>,
}

/// The schemas of a request or a list of tools together, others each alone.
pub fn groups(sources: Vec<Source<'_>>) -> Vec<Vec<Source<'_>>> {
    if sources.iter().any(|source| goes_out(source.kind)) {
        vec![sources]
    } else {
        sources.into_iter().map(|source| vec![source]).collect()
    }
}

/// What each profile makes of the schemas of a group.
pub fn check(group: &[Source<'_>], profiles: &[&'static Profile], known: &Profiles, options: &Options) -> Checked {
    let mut checked = Checked { schemas: vec![Vec::new(); group.len()], request: Vec::new() };
    for profile in profiles.iter().copied() {
        let slot = |source: &Source<'_>| match source.kind {
            Kind::Tool { strict } => known.tool_slot(profile, strict),
            _ => profile,
        };
        let own = |source: &Source<'_>| Options { draft: options.draft.or(source.draft), ..options.clone() };
        let parts = group.iter().filter(|source| goes_out(source.kind)).filter_map(|source| {
            let schema = source.schema.as_deref().ok()?;
            Some(Part { schema, profile: slot(source), options: own(source), tool: matches!(source.kind, Kind::Tool { .. }) })
        });
        let request = prepare_request(&parts.collect::<Vec<_>>());
        let over = request.over();
        let usage = request.usage;
        let mut together = request.prepared.into_iter();
        for (source, checks) in group.iter().zip(&mut checked.schemas) {
            let prepared = match &source.schema {
                Err(error) => Err(error.clone()),
                Ok(_) if goes_out(source.kind) => together.next().unwrap_or_else(|| unreachable!("one result for each part")),
                Ok(schema) => compat::prepare(schema, slot(source), &own(source)),
            };
            checks.push(one(source, slot(source), prepared));
        }
        let result = match over {
            Some(error) => Err(error),
            None => Ok(Rewrite { findings: Vec::new(), fidelity: Fidelity::Exact, usage }),
        };
        if result.as_ref().map_or(true, |rewrite| !rewrite.usage.is_empty()) {
            checked.request.push(Check { profile: profile.name.clone(), date: profile.date.clone(), subject: Subject::Request, result });
        }
    }
    checked
}

/// What each profile says to the schemas of a group as they stand.
pub fn check_as_is(group: &[Source<'_>], profiles: &[&'static Profile], known: &Profiles) -> Checked {
    let one = |source: &Source<'_>, profile: &'static Profile| {
        let slot = match source.kind {
            Kind::Tool { strict } => known.tool_slot(profile, strict),
            _ => profile,
        };
        match &source.schema {
            Ok(schema) => Check::as_is(slot, schema),
            Err(error) => Check { profile: slot.name.clone(), date: slot.date.clone(), subject: Subject::AsIs, result: Err(error.clone()) },
        }
    };
    let schemas = group.iter().map(|source| profiles.iter().map(|profile| one(source, profile)).collect()).collect();
    Checked { schemas, request: Vec::new() }
}

fn goes_out(kind: Kind) -> bool {
    matches!(kind, Kind::Tool { .. } | Kind::Answer)
}

fn one(source: &Source<'_>, profile: &Profile, prepared: Result<Prepared<'_>, Error>) -> Check {
    let result = prepared.map(|prepared| Rewrite {
        findings: prepared.findings().iter().filter(|finding| Some(&finding.location) != source.around.as_ref()).cloned().collect(),
        fidelity: prepared.fidelity(),
        usage: prepared.usage(),
    });
    Check { profile: profile.name.clone(), date: profile.date.clone(), subject: Subject::Rewrite, result }
}

//! Declared fidelity against an independent decision procedure, for schemas whose values travel as they are.

use super::CASES;
use super::cases::{check, law, tally};
use super::json::{read, serde};
use jsonschema::canonical::{CanonicalSchema, Containment, options};
use schema_compat::finding::Fidelity;

fn canonical(schema: &serde_json::Value) -> Option<CanonicalSchema> {
    options().offline().with_draft(jsonschema::Draft::Draft202012).should_validate_formats(false).canonicalize(schema).ok()
}

/// Where wire and user values are the same, "not widened" means the user's schema covers the wire schema, and "not
/// narrowed" that the wire schema covers the user's.
#[test]
fn declared_fidelity_is_true() {
    check("oracle", CASES * 2, |case| {
        let Ok(prepared) = case.prepare() else { return Ok(()) };
        if !prepared.codec().is_identity() || !case.profile.types.null.value {
            tally("oracle", "skipped: values change");
            return Ok(());
        }
        let wire = read(prepared.wire_schema());
        let (Some(user), Some(on_wire)) = (canonical(&serde(&case.schema)), canonical(&serde(&wire))) else {
            tally("oracle", "skipped: not canonical");
            return Ok(());
        };
        let said = |fidelity| prepared.findings().iter().any(|f| f.fidelity == fidelity);
        let covers = |a: &CanonicalSchema, b: &CanonicalSchema| a.covers(b).unwrap_or(Containment::Unknown);
        if !said(Fidelity::Widened) {
            let answer = covers(&user, &on_wire);
            tally("oracle", answer.as_str());
            law!(answer != Containment::No, "not declared widened, but it is\n  wire {}", prepared.wire_schema());
        }
        if !said(Fidelity::Narrowed) {
            let answer = covers(&on_wire, &user);
            tally("oracle", answer.as_str());
            law!(answer != Containment::No, "not declared narrowed, but it is\n  wire {}", prepared.wire_schema());
        }
        Ok(())
    });
}

//! What a rejected reply is told is all that is wrong with it.

use super::CASES;
use super::cases::{check, law, tally};
use super::json::{at, at_mut, read, steps, text};
use super::mutate::mutate;
use schema_compat::compat::{MAX_REPAIR, OutcomeKind, REPAIR_MARK};

/// Most issues a validator tells of one reply.
const ALL_TOLD: usize = 50;

/// Law 20: a reply that is rejected, put right at exactly the places of its issues, is accepted.
#[test]
fn repair_convergence() {
    check("repair", CASES, |case| {
        let (Some(user), Ok(prepared)) = (case.user(), case.prepare()) else { return Ok(()) };
        let mut choices = case.choices();
        for value in case.valid_values(&user, &mut choices, 6) {
            let Ok(said) = prepared.encode(&text(&value)) else { continue };
            let good = read(&said);
            // A value that is in doubt as it stands says nothing about its repair.
            if prepared.decode(&said).kind != OutcomeKind::Valid {
                continue;
            }
            let mut reply = mutate(&good, &mut choices);
            let outcome = prepared.decode(&text(&reply));
            if outcome.kind != OutcomeKind::Invalid || outcome.issues.len() >= ALL_TOLD {
                tally("repair", "not rejected");
                continue;
            }
            let message = prepared.repair(&outcome).unwrap_or_default();
            law!(message.starts_with(REPAIR_MARK), "{} is rejected without a message", text(&reply));
            law!(message.len() <= MAX_REPAIR * 2 + 200, "the message has {} bytes", message.len());
            let mut mended = true;
            for issue in &outcome.issues {
                let path = steps(issue.wire_path.as_str());
                // Elements that are not in the good reply at this place stand somewhere else in it.
                match (at(&good, &path).cloned(), at_mut(&mut reply, &path)) {
                    (Some(right), Some(wrong)) => *wrong = right,
                    _ => mended = false,
                }
            }
            if !mended {
                tally("repair", "moved");
                continue;
            }
            tally("repair", "put right");
            let again = prepared.decode(&text(&reply));
            law!(
                matches!(again.kind, OutcomeKind::Valid | OutcomeKind::Ambiguous),
                "put right at {:?}, {} is read as {again:?}\n  wire {}",
                outcome.issues,
                text(&reply),
                prepared.wire_schema()
            );
        }
        Ok(())
    });
}

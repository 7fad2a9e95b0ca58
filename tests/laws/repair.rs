//! What a rejected reply is told is all that is wrong with it.

use super::CASES;
use super::cases::{check, law, tally};
use super::json::{Value, at, at_mut, read, steps, text};
use super::mutate::once;
use schema_compat::compat::{MAX_REPAIR, Options, OutcomeKind, REPAIR_MARK, prepare};
use schema_compat::json::Json;
use schema_compat::profile::find;

/// Most issues a validator tells of one reply.
const ALL_TOLD: usize = 50;

/// A name that comes twice is put right by coming once.
fn comes_once(reply: &mut Value, path: &[String]) {
    let Some((name, parent)) = path.split_last() else { return };
    if let Some(Json::Object(members)) = at_mut(reply, parent) {
        let mut seen = false;
        members.retain(|(other, _)| other != name || !std::mem::replace(&mut seen, true));
    }
}

/// An entry of a list that cannot be read is told by its first fault: it is put right as a whole.
fn whole_entry(mut path: Vec<String>) -> Vec<String> {
    if path.last().is_some_and(|name| name == "key" || name == "value")
        && path.iter().rev().nth(1).is_some_and(|index| index.parse::<usize>().is_ok())
    {
        path.pop();
    }
    path
}

/// Whether the lists on the way to a place have the same elements as the good reply, the one on the way aside.
fn keeps_its_places(good: &Value, reply: &Value, path: &[String]) -> bool {
    (0..path.len()).all(|depth| match (at(good, &path[..depth]), at(reply, &path[..depth])) {
        (Some(Json::Array(right)), Some(Json::Array(found))) => {
            let others = right.iter().zip(found).enumerate().filter(|(index, _)| index.to_string() != path[depth]);
            right.len() == found.len() && others.into_iter().all(|(_, (one, other))| one.same(other))
        }
        _ => true,
    })
}

/// Law 20: a reply with one change that is rejected, put right at exactly the places of its issues, is accepted. (Of several
/// changes one may hide behind another's mending.)
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
            let mut reply = good.clone();
            once(&mut reply, &mut choices);
            // A member beside the one envelope makes it a value in own shape, which has a member of the envelope's name.
            let members = |value: &Value| if let Json::Object(members) = value { members.len() } else { 0 };
            if members(&good) == 1 && members(&reply) > 1 {
                tally("repair", "no envelope any more");
                continue;
            }
            let outcome = prepared.decode(&text(&reply));
            if outcome.kind != OutcomeKind::Invalid || outcome.issues.len() >= ALL_TOLD {
                tally("repair", "not rejected");
                continue;
            }
            let message = prepared.repair(&outcome).unwrap_or_default();
            law!(message.starts_with(REPAIR_MARK), "{} is rejected without a message", text(&reply));
            law!(message.len() <= MAX_REPAIR * 2 + 200, "the message has {} bytes", message.len());
            let mut mended = true;
            // A message about two places that clash names both.
            let named = |message: &str| message.split([' ', ',']).filter(|word| word.starts_with('/')).map(steps).collect::<Vec<_>>();
            let places = outcome.issues.iter().flat_map(|issue| [vec![steps(issue.wire_path.as_str())], named(&issue.message)].concat());
            for path in places.map(whole_entry) {
                // Elements of a list may have changed places: what stood here stands somewhere else then.
                mended &= keeps_its_places(&good, &reply, &path);
                match (at(&good, &path).cloned(), at_mut(&mut reply, &path)) {
                    (Some(right), Some(wrong)) => *wrong = right,
                    _ => mended = false,
                }
                comes_once(&mut reply, &path);
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

/// What is wrong in several places is told at once, also where one of them cannot be read.
#[test]
fn everything_that_is_wrong_is_told() {
    let schema = r#"{"type":"object","properties":{"m":{"type":"object","additionalProperties":{"type":"integer"}},"n":{"type":"integer"}},"required":["m","n"],"additionalProperties":false}"#;
    let prepared = prepare(schema, find("openai").unwrap(), &Options::default()).unwrap();
    let outcome = prepared.decode(r#"{"m":[{"key":1,"value":2}],"n":"x"}"#);
    let places: Vec<_> = outcome.issues.iter().map(|issue| issue.wire_path.as_str()).collect();
    assert_eq!(places, ["/m/0/key", "/n"]);
}

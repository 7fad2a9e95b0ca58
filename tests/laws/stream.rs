//! Laws 16 and 17: a reply read piece by piece comes to what it is as a whole, and what is shown on the way only grows.

use super::CASES;
use super::cases::{Wire, accepts, check, law, replies, tally};
use super::choices::Choices;
use super::json::{Value, read, text};
use super::streaming::streams;
use schema_compat::compat::OutcomeKind;
use schema_compat::json::Json;

const SIZES: [&[usize]; 5] = [&[1], &[2, 1, 5], &[3], &[16, 1], &[1 << 20]];

/// The names of every object in another order.
fn shuffle(value: &mut Value, choices: &mut Choices<'_>) {
    match value {
        Json::Array(items) => items.iter_mut().for_each(|item| shuffle(item, choices)),
        Json::Object(members) => {
            members.iter_mut().for_each(|(_, member)| shuffle(member, choices));
            for at in (1..members.len()).rev() {
                members.swap(at, choices.pick(at + 1));
            }
        }
        _ => {}
    }
}

#[test]
fn streaming_is_batch() {
    check("streaming", CASES, |case| {
        let (Some(user), Ok(prepared)) = (case.user(), case.prepare()) else { return Ok(()) };
        let wire = Wire::of(&prepared)?;
        let mut choices = case.choices();
        for value in case.valid_values(&user, &mut choices, 8) {
            let Ok(said) = prepared.encode(&text(&value)) else { continue };
            for sizes in SIZES {
                let streamed = streams(&prepared, &said, sizes, true);
                law!(streamed.is_ok(), "{}\n  wire {}", streamed.unwrap_err(), prepared.wire_schema());
            }
            tally("streaming", "wire replies");
            let mut other = read(&said);
            shuffle(&mut other, &mut choices);
            let other = text(&other);
            let strict = prepared.profile().enforced.value && prepared.decode(&other).kind == OutcomeKind::Valid;
            let streamed = streams(&prepared, &other, &[1, 4], strict);
            law!(streamed.is_ok(), "shuffled: {}\n  wire {}", streamed.unwrap_err(), prepared.wire_schema());
            tally("streaming", "shuffled replies");
        }
        for reply in replies(case, &wire, &user, &mut choices, 6) {
            let strict = accepts(&wire.validator, &reply) && prepared.decode(&text(&reply)).kind == OutcomeKind::Valid;
            let streamed = streams(&prepared, &text(&reply), &[1, 3], strict);
            law!(streamed.is_ok(), "{}\n  wire {}", streamed.unwrap_err(), prepared.wire_schema());
            tally("streaming", if strict { "replies of the wire schema" } else { "other replies" });
        }
        Ok(())
    });
}

//! User values on their way to the wire and back.

use super::CASES;
use super::cases::{Verdict, Wire, accepts, check, law, narrowed, tally};
use super::json::{Path, Value, at, paths, pointer, read, same_but_added_nulls, text};
use schema_compat::codec::{Carrier, Node};
use schema_compat::compat::{OutcomeKind, Prepared, prepare};
use schema_compat::error::ErrorKind;
use schema_compat::json::Json;

/// Law 1: what can be said comes back as it was; what cannot be said was announced. Law 2: what is said is of the wire schema.
#[test]
fn round_trip_and_wire_membership() {
    check("round trip", CASES, |case| {
        let Some(user) = case.user() else { return Ok(()) };
        let mut choices = case.choices();
        let values = case.valid_values(&user, &mut choices, 8);
        let prepared = match case.prepare() {
            Ok(prepared) => prepared,
            Err(error) => {
                tally("round trip", error.kind.name());
                if error.kind == ErrorKind::SchemaUnsatisfiable && error.location.as_str().is_empty() {
                    law!(values.is_empty(), "refused ({error}), but this is valid: {}", text(&values[0]));
                }
                return Ok(());
            }
        };
        let wire = Wire::of(&prepared)?;
        for value in &values {
            one_trip(&prepared, &wire, value)?;
        }
        Ok(())
    });
}

fn one_trip(prepared: &Prepared<'_>, wire: &Wire, value: &Value) -> Verdict {
    let said = match prepared.encode(&text(value)) {
        Ok(said) => said,
        Err(error) => {
            tally("round trip", "values not sayable");
            law!(error.kind == ErrorKind::ValueUnsayable, "valid {} refused as {}: {error}", text(value), error.kind.name());
            law!(narrowed(prepared).any(|f| f.rule != "absent-or-null"), "{} cannot be said, unannounced: {error}", text(value));
            return Ok(());
        }
    };
    tally("round trip", "values said");
    law!(
        accepts(&wire.validator, &read(&said)),
        "{} is said {said}, which is not of the wire schema {}",
        text(value),
        prepared.wire_schema()
    );
    let outcome = prepared.decode(&said);
    law!(outcome.kind == OutcomeKind::Valid, "{} is said {said}, read as {outcome:?}\n  wire {}", text(value), prepared.wire_schema());
    let back = read(outcome.value.as_deref().unwrap_or_default());
    if back.same(value) {
        return Ok(());
    }
    let announced = narrowed(prepared).any(|f| f.rule == "absent-or-null");
    law!(
        announced && same_but_added_nulls(value, &back),
        "{} is said {said}, comes back as {}\n  wire {}",
        text(value),
        text(&back),
        prepared.wire_schema()
    );
    Ok(())
}

/// Law 13: a null comes back only where the user's schema takes it, and one it takes is never removed.
#[test]
fn null_law() {
    check("nulls", CASES, |case| {
        let (Some(user), Ok(prepared)) = (case.user(), case.prepare()) else { return Ok(()) };
        for value in case.valid_values(&user, &mut case.choices(), 8) {
            let nulls: Vec<Path> = paths(&value).into_iter().filter(|p| matches!(at(&value, p), Some(Json::Null))).collect();
            if nulls.is_empty() {
                continue;
            }
            tally("nulls", "values with a null");
            let kept = |read_back: &Value, path: &Path| at(read_back, path).is_some();
            if let Ok(said) = prepared.encode(&text(&value))
                && let Some(back) = prepared.decode(&said).value
            {
                let lost = nulls.iter().find(|p| !kept(&read(&back), p));
                law!(lost.is_none(), "the null at {lost:?} of {} is lost: {said} -> {back}", text(&value));
            }
            let own = prepared.decode(&text(&value));
            // With every property there an object is in wire form, and there the null of a boxed field means absent.
            if !boxes(&prepared)
                && !guessed(&prepared)
                && !clashes(&value)
                && let Some(back) = own.value
            {
                let lost = nulls.iter().find(|p| !kept(&read(&back), p));
                law!(
                    lost.is_none(),
                    "the null at {lost:?} of {} is lost in own shape: {back}\n  wire {}",
                    text(&value),
                    prepared.wire_schema()
                );
            }
        }
        Ok(())
    });
}

/// Law 11, whole: a reply in the user's own shape is read as it is.
#[test]
fn own_shape() {
    check("own shape", CASES, |case| {
        let loose = case.loose();
        let (Some(user), Ok(prepared)) = (case.user(), prepare(&case.text, &loose, &case.options)) else { return Ok(()) };
        for value in case.valid_values(&user, &mut case.choices(), 8) {
            own(&prepared, &value, "own shape")?;
        }
        Ok(())
    });
}

/// Law 11, mixed: any subtree may be in own shape.
#[test]
fn mixed_shape() {
    check("mixed shape", CASES, |case| {
        let loose = case.loose();
        let (Some(user), Ok(prepared)) = (case.user(), prepare(&case.text, &loose, &case.options)) else { return Ok(()) };
        let mut choices = case.choices();
        for value in case.valid_values(&user, &mut choices, 6) {
            // Where a place is would be told by names of ours.
            if clashes(&value) {
                continue;
            }
            let Ok(said) = prepared.encode(&text(&value)) else { continue };
            let said = read(&said);
            let Some(back) = prepared.decode(&text(&said)).value else { continue };
            let back = read(&back);
            let Some(mixed) = mix(&prepared, &value, &said, &mut choices) else { continue };
            let outcome = prepared.decode(&text(&mixed));
            tally("mixed shape", outcome.kind.name());
            let fine = match &outcome.value {
                Some(v) => read(v).same(&value) || read(v).same(&back) || same_but_added_nulls(&value, &read(v)),
                None => outcome.kind == OutcomeKind::Ambiguous,
            };
            law!(
                fine || listed(&prepared),
                "{} said {} mixed {} read as {outcome:?}\n  wire {}",
                text(&value),
                text(&said),
                text(&mixed),
                prepared.wire_schema()
            );
        }
        Ok(())
    });
}

/// The wire value with some subtrees in the user's form.
fn mix(prepared: &Prepared<'_>, value: &Value, said: &Value, choices: &mut super::choices::Choices<'_>) -> Option<Value> {
    let mut mixed = said.clone();
    let mut changed = false;
    let mut done: Vec<String> = Vec::new();
    for path in paths(value).into_iter().skip(1) {
        if choices.pick(3) != 0 {
            continue;
        }
        let there = |path: &[String]| prepared.codec().wire_path(said, &schema_compat::location::Location::from_pointer(pointer(path)));
        let place = there(&path);
        let above = there(&path[..path.len() - 1]);
        // A place of its own: not inside a text, not inside a subtree that is in own shape already.
        let inside = |outer: &String| place.as_str() == outer || place.as_str().starts_with(&format!("{outer}/"));
        if place == above || !place.as_str().starts_with(above.as_str()) || done.iter().any(inside) {
            continue;
        }
        let mut steps = super::json::steps(place.as_str());
        // A text and its box are one subtree: the user's form stands in place of both.
        if steps.last().is_some_and(|step| step == "_json") {
            steps.pop();
        }
        let (Some(own), Some(target)) = (at(value, &path), super::json::at_mut(&mut mixed, &steps)) else { continue };
        if target.same(own) {
            continue;
        }
        *target = own.clone();
        done.push(place.as_str().to_owned());
        changed = true;
    }
    changed.then_some(mixed)
}

pub fn own(prepared: &Prepared<'_>, value: &Value, law: &'static str) -> Verdict {
    let outcome = prepared.decode(&text(value));
    tally(law, outcome.kind.name());
    let fine = match &outcome.value {
        Some(v) => read(v).same(value),
        None => outcome.kind == OutcomeKind::Ambiguous,
    };
    if !fine && listed(prepared) {
        tally(law, "listed");
    }
    law!(
        fine || listed(prepared),
        "{} in own shape is read as {outcome:?}, and nothing told so\n  wire {}",
        text(value),
        prepared.wire_schema()
    );
    Ok(())
}

/// Whether some field travels in a box.
fn boxes(prepared: &Prepared<'_>) -> bool {
    let boxed = |carrier: Carrier| carrier == Carrier::Boxed;
    prepared.codec().nodes().iter().any(|node| match node {
        Node::Object(object) => object.fields.iter().any(|f| boxed(f.carrier)),
        Node::Tuple(tuple) => tuple.slots.iter().any(|(_, c)| boxed(*c)),
        _ => false,
    })
}

/// Whether places are listed at which the user's shape looks like the wire's.
fn listed(prepared: &Prepared<'_>) -> bool {
    prepared.findings().iter().any(|f| f.rule == "own-shape")
}

/// Whether the value has a member named as the envelopes are: then own and wire form of any-values and open objects look
/// alike, and the wire form wins.
pub fn clashes(value: &Value) -> bool {
    match value {
        Json::Object(members) => members.iter().any(|(name, v)| name.starts_with('_') || name == "result" || clashes(v)),
        Json::Array(items) => items.iter().any(clashes),
        _ => false,
    }
}

/// Whether a type was guessed, and the values of other types with it given up.
pub fn guessed(prepared: &Prepared<'_>) -> bool {
    prepared.findings().iter().any(|f| f.rule == "untyped")
}

//! More restrictions never make anything better: neither those of an endpoint nor those of a schema.

use super::CASES;
use super::cases::{Wire, check, law, replies, tally};
use super::choices::Choices;
use super::json::{Value, object, read, text};
use schema_compat::compat::{OutcomeKind, prepare};
use schema_compat::error::ErrorKind;
use schema_compat::finding::{Fidelity, Finding, Severity};
use schema_compat::json::Json;
use schema_compat::profile::{Profile, Support};
use schema_compat::schema::keyword::Keyword;

/// Keywords that constrain and that an endpoint may do without.
const DROPPED: &[Keyword] = &[
    Keyword::MinLength,
    Keyword::MaxLength,
    Keyword::Pattern,
    Keyword::Format,
    Keyword::Minimum,
    Keyword::Maximum,
    Keyword::ExclusiveMinimum,
    Keyword::ExclusiveMaximum,
    Keyword::MultipleOf,
    Keyword::MinItems,
    Keyword::MaxItems,
];

fn weaker(profile: &Profile, choices: &mut Choices<'_>) -> Profile {
    let mut weaker = profile.clone();
    for _ in 0..=choices.pick(4) {
        weaker.keywords[choices.of(DROPPED) as usize].value = Support::Refused;
    }
    if let (Some(depth), true) = (&mut weaker.limits.depth, choices.once_in(3)) {
        depth.value = depth.value.min(3 + choices.pick(4) as u64);
    }
    if let (Some(optional), true) = (&mut weaker.limits.optional_properties, choices.once_in(3)) {
        optional.value = choices.pick(3) as u64;
    }
    weaker
}

/// Law 8: an endpoint that takes less has no better verdict.
#[test]
fn profile_monotonicity() {
    check("weaker endpoint", CASES, |case| {
        let weaker = weaker(case.profile, &mut case.choices());
        let full = case.prepare();
        match (full, prepare(&case.text, &weaker, &case.options)) {
            (Ok(full), Ok(less)) => {
                tally("weaker endpoint", if less.fidelity() == full.fidelity() { "same verdict" } else { "worse verdict" });
                // What travels as text there loses nothing: narrowed may become widened, but nothing becomes exact.
                law!(
                    less.fidelity() > Fidelity::Exact || full.fidelity() == Fidelity::Exact,
                    "{:?}, but {:?} where the endpoint takes less: {:?}\n  full {}\n  less {}",
                    full.fidelity(),
                    less.fidelity(),
                    full.findings().iter().map(|f| (f.rule, f.location.as_str(), f.fidelity)).collect::<Vec<_>>(),
                    full.wire_schema(),
                    less.wire_schema()
                );
                // Place by place: what is widened stays told, there, around it, or where what is below travels as text.
                for finding in full.findings().iter().filter(|f| f.severity > Severity::Info) {
                    let near = |other: &&Finding| {
                        let (one, other) = (finding.location.as_str(), other.location.as_str());
                        one.starts_with(other) || other.starts_with(one)
                    };
                    let textual = |f: &Finding| ["depth-limit", "property-budget", "recursive-ref", "large-enum"].contains(&f.rule);
                    let known = less
                        .findings()
                        .iter()
                        .any(|f| f.severity > Severity::Info && f.fidelity > Fidelity::Exact && (near(&f) || textual(f)));
                    law!(
                        known || finding.fidelity == Fidelity::Exact,
                        "{} at {} is {:?}, but nothing is told there where the endpoint takes less: {:?}\n  full {}\n  less {}",
                        finding.rule,
                        finding.location,
                        finding.fidelity,
                        less.findings().iter().map(|f| (f.rule, f.location.as_str(), f.fidelity)).collect::<Vec<_>>(),
                        full.wire_schema(),
                        less.wire_schema()
                    );
                }
            }
            (Err(error), Ok(less)) => {
                law!(
                    error.kind == ErrorKind::SchemaLimit,
                    "refused ({error}), but not where the endpoint takes less: {}",
                    less.wire_schema()
                );
            }
            _ => {}
        }
        Ok(())
    });
}

/// Law 9: with one more conjunct, what is accepted was valid before; a reply that is the value itself was accepted before.
#[test]
fn constraint_monotonicity() {
    check("more constraints", CASES, |case| {
        let mut choices = case.choices();
        let decisions: Vec<u16> = (0..40).map(|_| u16::try_from(choices.pick(65_536)).unwrap_or(0)).collect();
        let more = conjunct(&mut Choices::new(&decisions));
        let both = if case.text.contains("unevaluated") {
            // A conjunct beside `unevaluated*` evaluates, and so loosens it: both get a place of their own. References to
            // the root would lead elsewhere there.
            if case.text.contains("$ref") {
                return Ok(());
            }
            tally("more constraints", "beside unevaluated");
            object([("allOf", Json::Array(vec![case.schema.clone(), more]))])
        } else {
            conjoin(&case.schema, more)
        };
        let (Some(user), Ok(before), Ok(after)) = (case.user(), case.prepare(), prepare(&text(&both), case.profile, &case.options)) else {
            return Ok(());
        };
        let wire = Wire::of(&before)?;
        let mut tried = replies(case, &wire, &user, &mut choices, 5);
        tried.extend(Wire::of(&after)?.values(&mut choices, 3));
        for reply in tried {
            let Some(value) = after.decode(&text(&reply)).value.map(|v| read(&v)) else { continue };
            tally("more constraints", "replies accepted");
            law!(
                super::cases::accepts(&user, &value),
                "under {} {} is read as {}, not valid before",
                text(&both),
                text(&reply),
                text(&value)
            );
            if value.same(&reply) && !super::trip::clashes(&reply) {
                let was = before.decode(&text(&reply));
                // A kind that the guess gave up: what travels in its place is read first.
                if super::trip::guessed(&before) && was.kind == OutcomeKind::Invalid {
                    continue;
                }
                law!(
                    matches!(was.kind, OutcomeKind::Valid | OutcomeKind::Ambiguous),
                    "{} is accepted as it is under {}, but before: {was:?}",
                    text(&reply),
                    text(&both)
                );
            }
        }
        Ok(())
    });
}

/// Something more to ask of a value.
fn conjunct(choices: &mut Choices<'_>) -> Value {
    match choices.pick(4) {
        0 => object([("required", Json::Array(vec![super::json::string("a")]))]),
        1 => object([("maxProperties", super::json::number(2))]),
        2 => object([("properties", object([("a", object([("type", super::json::string("string"))]))]))]),
        _ => match super::schemas::schema(choices) {
            // References of another document lead nowhere here.
            schema if text(&schema).contains("$ref") => Json::Bool(true),
            schema => schema,
        },
    }
}

fn conjoin(schema: &Value, more: Value) -> Value {
    let Json::Object(members) = schema else { return more };
    let mut members = members.clone();
    match members.iter_mut().find(|(k, _)| k == "allOf") {
        Some((_, Json::Array(list))) => list.push(more),
        _ => members.push(("allOf".into(), Json::Array(vec![more]))),
    }
    Json::Object(members)
}

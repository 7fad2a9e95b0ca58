//! One schema with labelled instances under one profile: rewritten, the way there and back, replies in own shape.

use super::ratchet::Tally;
use super::ratchet::Trend;
use super::{list, same_but_nulls, text, wire_validator};
use schema_compat::compat::{OpenObjects, Options, OutcomeKind, Prepared, prepare};
use schema_compat::error::ErrorKind;
use schema_compat::finding::Fidelity;
use schema_compat::json::{Json, parse, to_text};
use schema_compat::profile::{self, Profile};
use std::panic::{AssertUnwindSafe, catch_unwind};

pub const PANICS: &str = "panics";
pub const REFUSED: &str = "refused";
pub const UNSATISFIABLE: &str = "refused as unsatisfiable, and no instance is valid";
pub const REFUSED_SATISFIABLE: &str = "refused as unsatisfiable, with valid instances";
pub const LINT: &str = "lint";
pub const NO_COMPILE: &str = "wire schema does not compile";
pub const TOO_DEEP: &str = "wire schema too deep to read";
pub const NO_USER_COMPILE: &str = "user schema does not compile";
pub const SILENT: &str = "instances lost in silence";
pub const DECLARED: &str = "instances not sayable, declared";
pub const UNEXPLAINED: &str = "instances not sayable even with nothing closed or guessed";
pub const NULLS: &str = "instances that come back with null for absent, declared";
pub const EQUAL: &str = "instances that come back equal";
pub const CHANGED: &str = "instances that come back changed";
pub const WIRE_REFUSES: &str = "encoded values the wire schema refuses";
pub const NO_DECODE: &str = "encoded values that do not decode";
pub const OWN_AMBIGUOUS: &str = "valid instances in own shape read as ambiguous";
pub const OWN_LOST: &str = "valid instances in own shape not read";
pub const INVALID_KEPT: &str = "invalid instances taken as they are";
pub const INVALID_SAID: &str = "invalid instances read as another valid value, said";
pub const INVALID_NULL: &str = "invalid instances whose null is the wire's word for absent";
pub const INVALID_UNSAID: &str = "invalid instances read as another valid value, unsaid";
pub const LOSSLESS: &str = "schemas lossless";
pub const LOSSLESS_NULLS: &str = "schemas lossless but for null and absent";

/// What must never happen, whatever the data.
pub const NEVER: &[&str] =
    &[PANICS, REFUSED_SATISFIABLE, LINT, NO_COMPILE, TOO_DEEP, SILENT, CHANGED, WIRE_REFUSES, NO_DECODE, INVALID_KEPT, INVALID_UNSAID];

/// What became of one schema.
#[derive(Debug, Default)]
pub struct Verdict {
    pub wire_schema: Option<String>,
    pub error: Option<String>,
    /// Every valid instance comes back equal.
    pub roundtrip: bool,
    /// Some valid instance comes back with null for an absent property, and else equal.
    pub absent_null: bool,
    pub lint_clean: bool,
}

/// Judges a record; a panic is counted and told.
pub fn judge(record: &Json<'_>, profile: &Profile, options: &Options, tally: &mut Tally) -> Verdict {
    let result = catch_unwind(AssertUnwindSafe(|| {
        let mut own = Tally::default();
        let verdict = look(record, profile, options, &mut own);
        (own, verdict)
    }));
    tally.add("schemas");
    tally.add_many("valid instances", list(record, "valid").len() as u64);
    tally.add_many("invalid instances", list(record, "invalid").len() as u64);
    match result {
        Ok((own, verdict)) => {
            own.counts.into_iter().for_each(|(name, count)| tally.add_many(&name, count));
            own.listed.into_iter().for_each(|(name, what)| tally.listed.entry(name).or_default().extend(what));
            verdict
        }
        Err(_) => {
            tally.list(PANICS, text(record, "id").to_owned());
            Verdict { error: Some("panic".to_owned()), ..Verdict::default() }
        }
    }
}

fn look(record: &Json<'_>, profile: &Profile, options: &Options, tally: &mut Tally) -> Verdict {
    let id = text(record, "id");
    let schema = to_text(record.get("schema").expect("schema"));
    let valid = list(record, "valid");
    let mut verdict = Verdict::default();
    let prepared = match prepare(&schema, profile, options) {
        Ok(prepared) => prepared,
        Err(error) => {
            let what = format!("{id}: {} {error}", error.kind.name());
            verdict.error = Some(format!("{}: {error}", error.kind.name()));
            let name = match (error.kind, valid) {
                (ErrorKind::SchemaUnsatisfiable, []) => UNSATISFIABLE,
                (ErrorKind::SchemaUnsatisfiable, _) => REFUSED_SATISFIABLE,
                _ => REFUSED,
            };
            tally.list(name, what);
            return verdict;
        }
    };
    verdict.wire_schema = Some(prepared.wire_schema().to_owned());
    let wire = match parse(prepared.wire_schema()) {
        Ok(wire) => wire,
        Err(error) => {
            tally.list(TOO_DEEP, format!("{id}: {error}"));
            return verdict;
        }
    };
    let violations = profile::lint(&wire, profile);
    verdict.lint_clean = violations.is_empty();
    if let Some(first) = violations.first() {
        tally.list(LINT, format!("{id}: {} {} {}", first.rule, first.location, first.message));
    }
    let validator = wire_validator(&wire).map_err(|error| tally.list(NO_COMPILE, format!("{id}: {error:.300}"))).ok();
    if let Err(error) = prepared.validator() {
        tally.list(NO_USER_COMPILE, format!("{id}: {error}"));
    }
    let (mut equal, mut equal_but_nulls) = (0, 0);
    for value in valid {
        match there_and_back((id, &schema), value, &prepared, validator.as_ref(), tally) {
            Back::Equal => equal += 1,
            Back::ButNulls => equal_but_nulls += 1,
            Back::Lost => {}
        }
        own_shape(id, value, &prepared, tally);
    }
    verdict.roundtrip = equal == valid.len();
    verdict.absent_null = equal_but_nulls > 0 && equal + equal_but_nulls == valid.len();
    if !valid.is_empty() && verdict.lint_clean && validator.is_some() {
        tally.add_many(LOSSLESS, u64::from(verdict.roundtrip));
        tally.add_many(LOSSLESS_NULLS, u64::from(verdict.roundtrip || verdict.absent_null));
    }
    for value in list(record, "invalid") {
        invalid(id, value, &prepared, tally);
    }
    verdict
}

enum Back {
    Equal,
    ButNulls,
    Lost,
}

/// Encode, judge by the wire schema, decode, compare.
fn there_and_back(
    (id, schema): (&str, &str),
    value: &Json<'_>,
    prepared: &Prepared<'_>,
    wire: Option<&jsonschema::Validator>,
    tally: &mut Tally,
) -> Back {
    let user = to_text(value);
    let narrowed = prepared.findings().iter().any(|f| f.fidelity == Fidelity::Narrowed);
    let encoded = match prepared.encode(&user) {
        Ok(text) => text,
        Err(error) => {
            let name = if narrowed && error.kind == ErrorKind::ValueUnsayable { DECLARED } else { SILENT };
            let what = format!("{id}: {} {error} {user:.200}", error.kind.name());
            // Closing and guessing are what a finding may excuse; without them the value must have a wire form.
            let open = Options { open_objects: OpenObjects::Splice, infer_type: false, ..prepared.options().clone() };
            if name == DECLARED
                && let Err(error) = prepare(schema, prepared.profile(), &open).and_then(|open| open.encode(&user))
            {
                tally.list(UNEXPLAINED, format!("{what}; {error}"));
            }
            tally.list(name, what);
            return Back::Lost;
        }
    };
    let mut refused = false;
    if let (Some(wire), Ok(plain)) = (wire, parse(&encoded).expect("encoded JSON").to_serde())
        && let Err(error) = wire.validate(&plain)
    {
        refused = true;
        tally.list(WIRE_REFUSES, format!("{id}: {:.200} at {}", error.to_string(), error.instance_path()));
    }
    let outcome = prepared.decode(&encoded);
    let Some(back) = outcome.value.as_deref().map(|back| parse(back).expect("decoded JSON")) else {
        tally.list(NO_DECODE, format!("{id}: {} {user:.200} as {encoded:.300} {:?}", outcome.kind.name(), outcome.issues.first()));
        return Back::Lost;
    };
    if back.same(value) {
        tally.add(EQUAL);
        return if refused { Back::Lost } else { Back::Equal };
    }
    if narrowed && same_but_nulls(&back, value) {
        tally.add(NULLS);
        return if refused { Back::Lost } else { Back::ButNulls };
    }
    tally.list(CHANGED, format!("{id}: {user:.300} as {encoded:.300} -> {:.300}", to_text(&back)));
    Back::Lost
}

/// A valid value given as the reply.
fn own_shape(id: &str, value: &Json<'_>, prepared: &Prepared<'_>, tally: &mut Tally) {
    let user = to_text(value);
    let own = prepared.decode(&user);
    if own.value.as_deref().is_some_and(|back| parse(back).expect("decoded JSON").same(value)) {
        return;
    }
    let name = if own.kind == OutcomeKind::Ambiguous { OWN_AMBIGUOUS } else { OWN_LOST };
    tally.list(name, format!("{id}: {} {user:.300} -> {:.300?} {:?}", own.kind.name(), own.value, own.issues.first()));
}

/// An invalid value given as the reply: refused, or a slip with one reading.
fn invalid(id: &str, value: &Json<'_>, prepared: &Prepared<'_>, tally: &mut Tally) {
    let user = to_text(value);
    let outcome = prepared.decode(&user);
    let Some(read) = &outcome.value else { return };
    let back = parse(read).expect("decoded JSON");
    let name = if back.same(value) {
        INVALID_KEPT
    } else if !outcome.findings.is_empty() {
        INVALID_SAID
    } else if same_but_nulls(&back, value) {
        INVALID_NULL
    } else {
        INVALID_UNSAID
    };
    tally.list(name, format!("{id}: {user:.200} -> {read:.200}"));
}

/// Which way a count may move.
pub fn trend(name: &str) -> Trend {
    match name {
        EQUAL | LOSSLESS | LOSSLESS_NULLS => Trend::Up,
        "schemas" | "valid instances" | "invalid instances" => Trend::Same,
        _ => Trend::Down,
    }
}

//! Real schemas with real instances: what is rewritten, what survives the trip, what is refused; kept as a ratchet.

mod common;

use common::{data, lines, list, same_but_nulls, text};
use schema_compat::compat::{OpenObjects, Options, OutcomeKind, prepare};
use schema_compat::finding::Fidelity;
use schema_compat::json::{Json, parse, to_text};
use schema_compat::profile::{self, Profile};
use schema_compat::schema::keyword::Draft;
use std::collections::BTreeMap;

pub fn draft_of(record: &Json<'_>) -> Option<Draft> {
    Some(match text(record, "draft") {
        "4" => Draft::Draft4,
        "6" => Draft::Draft6,
        "7" => Draft::Draft7,
        "2019-09" => Draft::Draft201909,
        _ => Draft::Draft202012,
    })
}

#[derive(Default)]
struct Tally {
    counts: BTreeMap<String, u64>,
    listed: BTreeMap<String, Vec<String>>,
}

impl Tally {
    fn add(&mut self, name: &str) {
        *self.counts.entry(name.to_owned()).or_default() += 1;
    }
    fn list(&mut self, name: &str, what: String) {
        self.add(name);
        self.listed.entry(name.to_owned()).or_default().push(what);
    }
}

fn judge(record: &Json<'_>, profile: &Profile, options: &Options, tally: &mut Tally) {
    let id = text(record, "id").to_owned();
    let schema = to_text(record.get("schema").expect("schema"));
    let options = Options { draft: draft_of(record), ..options.clone() };
    tally.add("schemas");
    let has_instances = !list(record, "valid").is_empty();
    if has_instances {
        tally.add("schemas with valid instances");
    }
    let prepared = match prepare(&schema, profile, &options) {
        Ok(prepared) => prepared,
        Err(error) => {
            tally.list("refused", format!("{id}: {} {error}", error.kind.name()));
            return;
        }
    };
    let wire = match parse(prepared.wire_schema()) {
        Ok(wire) => wire,
        Err(error) => {
            tally.list("wire schema too deep to read", format!("{id}: {error}"));
            return;
        }
    };
    let violations = profile::lint(&wire, profile);
    let mut clean = violations.is_empty();
    if let Some(first) = violations.first() {
        tally.list("lint", format!("{id}: {} {} {}", first.rule, first.location, first.message));
    }
    let wire_validator = match jsonschema::options().offline().should_validate_formats(false).build(&wire.to_serde().expect("numbers")) {
        Ok(validator) => Some(validator),
        Err(error) => {
            clean = false;
            tally.list("wire schema does not compile", format!("{id}: {error}"));
            None
        }
    };
    let narrowed = prepared.findings().iter().any(|f| f.fidelity == Fidelity::Narrowed);
    if let Err(error) = prepared.validator() {
        tally.list("user schema does not compile", format!("{id}: {error}"));
    }
    let mut lossless = clean;
    let mut lossless_but_nulls = clean;
    for value in list(record, "valid") {
        let user = to_text(value);
        tally.add("valid instances");
        let wire_text = match prepared.encode(&user) {
            Ok(text) => text,
            Err(error) => {
                lossless = false;
                lossless_but_nulls = false;
                if narrowed {
                    tally.add("instances not sayable, declared");
                } else {
                    tally.list("instances lost in silence", format!("{id}: {} {error} {user:.200}", error.kind.name()));
                }
                continue;
            }
        };
        let wire_value = parse(&wire_text).expect("encoded JSON");
        if let (Some(validator), Ok(plain)) = (&wire_validator, wire_value.to_serde())
            && let Err(error) = validator.validate(&plain)
        {
            lossless = false;
            lossless_but_nulls = false;
            tally.list("encoded values the wire schema refuses", format!("{id}: {error:.200} at {}", error.instance_path()));
        }
        let outcome = prepared.decode(&wire_text);
        match (&outcome.kind, &outcome.value) {
            (OutcomeKind::Valid, Some(back)) => {
                let back = parse(back).expect("decoded JSON");
                if back.same(value) {
                    tally.add("instances that come back equal");
                } else if same_but_nulls(&back, value) && narrowed {
                    lossless = false;
                    tally.add("instances that come back with null for absent, declared");
                } else {
                    lossless = false;
                    lossless_but_nulls = false;
                    tally.list("instances that come back changed", format!("{id}: {user:.300} -> {:.300}", to_text(&back)));
                }
            }
            (kind, _) => {
                lossless = false;
                lossless_but_nulls = false;
                tally.list(
                    "encoded values that do not decode",
                    format!("{id}: {} {wire_text:.300} {:?}", kind.name(), outcome.issues.first()),
                );
            }
        }
        let own = prepared.decode(&user);
        let fine = own.value.as_deref().and_then(|v| parse(v).ok().map(|v| v.same(value))).unwrap_or(false);
        if !fine {
            tally.list(
                "valid instances in own shape not read",
                format!("{id}: {} {user:.300} -> {:.300?} {:?}", own.kind.name(), own.value, own.issues.first()),
            );
        }
    }
    if has_instances {
        if lossless {
            tally.add("schemas lossless");
        }
        if lossless_but_nulls {
            tally.add("schemas lossless but for null and absent");
        }
    }
    for value in list(record, "invalid") {
        tally.add("invalid instances");
        let user = to_text(value);
        let own = prepared.decode(&user);
        if own.kind == OutcomeKind::Valid {
            let what = format!("{id}: {user:.200} -> {:.200}", own.value.unwrap_or_default());
            if own.findings.is_empty() {
                tally.list("invalid instances read as another valid value, unsaid", what);
            } else {
                tally.list("invalid instances read as another valid value, said", what);
            }
        }
    }
}

fn run(name: &str, options: &Options) -> Option<Tally> {
    let path = data("corpus/sample_dev.jsonl")?;
    let profile = profile::find(name).expect("profile");
    let mut tally = Tally::default();
    for line in lines(&path) {
        let record = parse(&line).expect("corpus line");
        judge(&record, profile, options, &mut tally);
    }
    Some(tally)
}

#[test]
fn corpus() {
    let variants = [
        ("openai", Options::default(), "openai"),
        ("anthropic", Options::default(), "anthropic"),
        ("gemini-json-schema", Options::default(), "gemini-json-schema"),
        ("gemini-schema", Options::default(), "gemini-schema"),
        ("openai", Options { open_objects: OpenObjects::Splice, ..Options::default() }, "openai splice"),
        ("anthropic", Options { open_objects: OpenObjects::Splice, ..Options::default() }, "anthropic splice"),
    ];
    for (profile, options, label) in variants {
        if std::env::var("ONLY").is_ok_and(|only| only != label) {
            continue;
        }
        let Some(tally) = run(profile, &options) else { return };
        println!("== {label}");
        for (name, count) in &tally.counts {
            println!("{count:6} {name}");
        }
        for (name, what) in &tally.listed {
            println!("-- {name}");
            for line in what.iter().take(std::env::var("SHOW").ok().and_then(|s| s.parse().ok()).unwrap_or(12)) {
                println!("   {line}");
            }
        }
    }
}

//! Real schemas with real instances: what is rewritten, what survives the trip, what is refused; kept as a ratchet.
//!
//! `ONLY=label` runs one variant, `SHOW=n` prints more of each list, `UPDATE=1` writes the counts, `OURS=path` writes one
//! line for each schema and variant, for comparison with other rewriters.
#![allow(clippy::pedantic, clippy::print_stdout, clippy::print_stderr, reason = "tests print what they found, and read better plain")]

mod common;

use common::judge::{self, Verdict, judge, trend};
use common::ratchet::{Tally, compare};
use common::{data, draft_of, lines, text};
use schema_compat::compat::{OpenObjects, Options};
use schema_compat::json::parse;
use schema_compat::profile;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;

/// Schemas that may be refused: those that lean on other documents, point at nothing or are in no dialect of JSON Schema.
const MAX_REFUSED: u64 = 10;

/// Profile and label of each variant, and whether implied-open objects are kept open.
const VARIANTS: &[(&str, &str, OpenObjects)] = &[
    ("openai", "openai", OpenObjects::Close),
    ("anthropic", "anthropic", OpenObjects::Close),
    ("gemini-json-schema", "gemini-json-schema", OpenObjects::Close),
    ("gemini-schema", "gemini-schema", OpenObjects::Close),
    ("openai", "openai splice", OpenObjects::Splice),
    ("anthropic", "anthropic splice", OpenObjects::Splice),
];

fn line(id: &str, provider: &str, verdict: &Verdict) -> String {
    let wire = verdict.wire_schema.as_deref().map(|wire| serde_json::from_str::<serde_json::Value>(wire).expect("wire schema"));
    let mut line = json!({
        "id": id, "provider": provider, "wire_schema": wire,
        "roundtrip": verdict.roundtrip, "absent_null": verdict.absent_null, "lint_clean": verdict.lint_clean,
    });
    if let Some(error) = &verdict.error {
        line["error"] = json!(error);
    }
    line.to_string()
}

#[test]
fn corpus() {
    let Some(path) = data("corpus/sample_dev.jsonl") else { return };
    let mut ours = std::env::var_os("OURS").map(|path| std::fs::File::create(path).expect("writable"));
    let (mut runs, mut faults) = (BTreeMap::new(), Vec::new());
    for (name, label, open_objects) in VARIANTS {
        if std::env::var("ONLY").is_ok_and(|only| only != *label) {
            continue;
        }
        let profile = profile::find(name).expect("profile");
        let mut tally = Tally::default();
        for record in lines(&path) {
            let record = parse(&record).expect("corpus line");
            let options = Options { draft: draft_of(&record), open_objects: *open_objects, ..Options::default() };
            let verdict = judge(&record, profile, &options, &mut tally);
            if let Some(file) = &mut ours {
                writeln!(file, "{}", line(text(&record, "id"), label, &verdict)).expect("written");
            }
        }
        tally.print(label);
        for never in judge::NEVER {
            if tally.count(never) > 0 {
                faults.push(format!("{label}: {} {never}", tally.count(never)));
            }
        }
        let refused = tally.count(judge::REFUSED) + tally.count(judge::UNSATISFIABLE);
        if *open_objects == OpenObjects::Close && refused > MAX_REFUSED {
            faults.push(format!("{label}: {refused} refused, more than {MAX_REFUSED}"));
        }
        runs.insert((*label).to_owned(), tally);
    }
    faults.extend(compare("corpus.expected.json", &runs, trend));
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

//! Every profile over real schemas: no panic, and its own linter finds nothing in what is sent.
//!
//! Every `STRIDE`-th schema is taken (17 by default); `ONLY=name` keeps to one profile, `SHOW=n` prints more of the list.
#![allow(clippy::pedantic, clippy::print_stdout, clippy::print_stderr, reason = "tests print what they found, and read better plain")]

mod common;

use common::{data, lines, text};
use schema_compat::compat::{Options, prepare};
use schema_compat::error::ErrorKind;
use schema_compat::json::{parse, to_text};
use schema_compat::profile;
use std::collections::BTreeMap;
use std::panic::catch_unwind;

/// The share of schemas that a profile may refuse, in percent; those with limits tighter than rules can meet are named.
const MAX_REFUSED: usize = 3;
const TIGHT: &[(&str, usize)] = &[
    ("cerebras/response-format", 30),
    ("databricks/response-format", 30),
    ("databricks/tool", 60),
    ("azure/response-format", 10),
    ("azure/strict-tool", 10),
    ("github-models", 100),
];

#[test]
fn wire_schemas_are_clean() {
    let Some(path) = data("corpus/sample_dev.jsonl") else { return };
    let number = |name: &str, usual: usize| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (stride, show) = (number("STRIDE", 17), number("SHOW", 5));
    let only = std::env::var("ONLY").ok();
    let records: Vec<String> = lines(&path).into_iter().step_by(stride).collect();
    let mut faults = Vec::new();
    for profile in profile::all().filter(|p| only.as_ref().is_none_or(|only| p.is_called(only))) {
        let (mut found, mut refused) = (BTreeMap::<&str, Vec<String>>::new(), 0);
        for record in &records {
            let record = parse(record).expect("corpus line");
            let id = text(&record, "id");
            let schema = to_text(record.get("schema").expect("schema"));
            let Ok(prepared) = catch_unwind(|| prepare(&schema, profile, &Options::default())) else {
                found.entry("panics").or_default().push(id.to_owned());
                continue;
            };
            match prepared {
                Ok(prepared) => {
                    let Ok(wire) = parse(prepared.wire_schema()) else { continue };
                    if let Some(first) = profile::lint(&wire, profile).first() {
                        found.entry(first.rule).or_default().push(format!("{id} {} {}", first.location, first.message));
                    }
                }
                Err(error) => {
                    refused += 1;
                    if show > 5 && error.kind == ErrorKind::SchemaLimit {
                        println!("{}: {id}: {error}", profile.name);
                    }
                }
            }
        }
        let most = TIGHT.iter().find(|(name, _)| *name == profile.name).map_or(MAX_REFUSED, |(_, most)| *most);
        println!(
            "{:<32} {} schemas, {refused} refused, {} not clean",
            profile.name,
            records.len(),
            found.values().map(Vec::len).sum::<usize>()
        );
        if refused * 100 > records.len() * most + 200 {
            faults.push(format!("{}: {refused} of {} refused", profile.name, records.len()));
        }
        for (rule, list) in found {
            faults.push(format!(
                "{}: {} x {rule}: {}",
                profile.name,
                list.len(),
                list.into_iter().take(show).collect::<Vec<_>>().join("\n    ")
            ));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

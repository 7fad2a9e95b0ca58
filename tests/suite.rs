//! The published test suite of JSON Schema, where any construct meets any other: with nothing guessed and nothing closed,
//! every valid instance must survive the trip and every invalid one be refused.
#![allow(clippy::pedantic, clippy::print_stdout, clippy::print_stderr, reason = "tests print what they found, and read better plain")]

mod common;

use common::judge::{self, judge, trend};
use common::ratchet::{Tally, compare};
use common::{data, lines, text};
use schema_compat::compat::{OpenObjects, Options};
use schema_compat::json::{Json, parse};
use schema_compat::profile;
use schema_compat::schema::keyword::Draft;
use std::collections::BTreeMap;
use std::path::Path;

const DRAFTS: &[(&str, Draft)] = &[("7", Draft::Draft7), ("2019-09", Draft::Draft201909), ("2020-12", Draft::Draft202012)];
const PROFILES: &[&str] = &["openai", "anthropic", "gemini", "gemini-schema"];

/// Groups left out: `content*` are annotations here.
const LEFT_OUT: &[&str] = &["optional/content"];

/// The remote documents, under the address the suite gives them.
fn remotes(root: &Path, folder: &Path, out: &mut Vec<(String, String)>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).expect("readable").map(|entry| entry.expect("entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            remotes(root, &path, out);
        } else {
            let name = path.strip_prefix(root).expect("inside").to_string_lossy().replace('\\', "/");
            out.push((format!("http://localhost:1234/{name}"), std::fs::read_to_string(&path).expect("readable")));
        }
    }
}

#[test]
fn suite() {
    let Some(folder) = data("corpus/jsts_remotes") else { return };
    let mut registry = Vec::new();
    remotes(&folder, &folder, &mut registry);
    let (mut runs, mut faults) = (BTreeMap::new(), Vec::new());
    for (name, draft) in DRAFTS {
        let Some(path) = data(&format!("corpus/jsts_draft{name}.jsonl")) else { return };
        for profile in PROFILES {
            let label = format!("{name} {profile}");
            if std::env::var("ONLY").is_ok_and(|only| only != label) {
                continue;
            }
            let options = Options {
                infer_type: false,
                open_objects: OpenObjects::Splice,
                draft: Some(*draft),
                registry: registry.clone(),
                ..Options::default()
            };
            let mut tally = Tally::default();
            for line in lines(&path) {
                let record = parse(&line).expect("suite line");
                let left_out = LEFT_OUT.iter().any(|part| text(&record, "id").contains(part));
                if !left_out && record.get("format_assertion") != Some(&Json::Bool(true)) {
                    judge(&record, profile::find(profile).expect("profile"), &options, &mut tally);
                }
            }
            tally.print(&label);
            faults.extend(
                judge::NEVER.iter().filter(|never| tally.count(never) > 0).map(|never| format!("{label}: {} {never}", tally.count(never))),
            );
            runs.insert(label, tally);
        }
    }
    faults.extend(compare("suite.expected.json", &runs, trend));
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

//! Worked cases from public bug reports: what the wire schema must look like, accept and refuse, and what must come
//! back of a reply. The cases are read in place where `SCHEMA_COMPAT_DATA` points at them.
#![allow(clippy::pedantic, clippy::print_stdout, clippy::print_stderr, reason = "tests print what they found, and read better plain")]

#[path = "../common/mod.rs"]
mod common;
mod expect;
mod generate;
mod limits;
mod near_misses;
mod prose;
mod wire;

use common::{data, lines, list, text};
use expect::Trial;
use schema_compat::compat::{Options, prepare};
use schema_compat::json::{Json, parse, to_text};
use schema_compat::profile;
use schema_compat::profile::Profile;

/// Cases that are not about one schema and one value, with the reason.
const ELSEWHERE: &[(&str, &str)] = &[
    ("se-008", "which of several objects in a text is the answer: reading replies, not decoding values"),
    ("se-009", "which of several objects in a text is the answer: reading replies, not decoding values"),
    ("li-010", "how many tools of a request are strict: building requests"),
];

/// Cases that do not hold under one profile, with the argument.
const DISPUTED: &[(&str, &str, &str)] = &[(
    "de-017",
    "gemini/json-schema",
    "maps are sent as they are there, so an entry list is no wire form of one: it is refused as a whole, not at an entry",
)];

/// The profiles a case runs under.
fn profiles(id: &str, name: &str) -> Vec<&'static Profile> {
    let names: &[&str] = match name {
        "openai-strict" | "any" | "vllm" | "groq" | "moonshot" | "openai" => &["openai"],
        "anthropic-strict" | "anthropic" => &["anthropic"],
        "anthropic-tool" => &["anthropic", "anthropic/strict-tool"],
        // The older dialect is judged where the case is about what both dialects refuse.
        "gemini" if matches!(id, "rw-009" | "rw-010" | "rw-011" | "rw-012") => &["gemini", "gemini-schema"],
        "gemini" => &["gemini"],
        // A value case without a profile holds everywhere.
        "" => &["openai", "anthropic", "gemini"],
        other => panic!("{id}: no profile for {other}"),
    };
    names.iter().map(|name| profile::find(name).expect("profile")).collect()
}

/// The schemas of a case; most have one.
fn schemas(input: &Json<'_>) -> Vec<String> {
    match input.get("schema") {
        Some(schema) => vec![to_text(schema)],
        None => list(input, "schemas").iter().map(to_text).collect(),
    }
}

fn run(kind: &str) {
    let Some(path) = data("cases/bug-cases.jsonl") else { return };
    let (mut faults, mut trials) = (Vec::new(), 0);
    for line in lines(&path) {
        let case = parse(&line).expect("case");
        let id = text(&case, "id");
        if text(&case, "kind") != kind || std::env::var("CASE").is_ok_and(|only| only != id) {
            continue;
        }
        if let Some((_, reason)) = ELSEWHERE.iter().find(|(other, _)| *other == id) {
            println!("skipped {id}: {reason}");
            continue;
        }
        let (input, expected) = (case.get("input").expect("input"), case.get("expected").expect("expected"));
        if input.get("schema_gen").is_some() {
            trials += 1;
            faults.extend(limits::check(id).into_iter().map(|fault| format!("{id}: {fault}")));
            continue;
        }
        let mut names = vec![text(input, "profile")];
        if text(&case, "provider") == "anthropic-tool" {
            names = vec!["anthropic-tool"];
        }
        for profile in names.into_iter().flat_map(|name| profiles(id, name)) {
            if let Some((_, _, why)) = DISPUTED.iter().find(|(case, name, _)| *case == id && *name == profile.name) {
                println!("disputed {id} under {}: {why}", profile.name);
                continue;
            }
            for schema in schemas(input) {
                trials += 1;
                let trial = Trial::new(id, &schema, profile, input, prepare(&schema, profile, &Options::default()));
                faults.extend(trial.judge(expected).into_iter().map(|fault| format!("{id} {}: {fault}", profile.name)));
            }
        }
    }
    println!("{kind}: {trials} trials, {} faults", faults.len());
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn rewrite() {
    run("rewrite");
}

#[test]
fn decode() {
    run("decode");
}

#[test]
fn limits_of_endpoints() {
    run("limits");
}

#[test]
fn security() {
    run("security");
}

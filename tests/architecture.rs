//! Who may import whom: the arrows of ARCHITECTURE.md, read from the sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each room, and the rooms it may name. A path like `schema::keyword` allows that part of the room only.
const ARROWS: &[(&str, &[&str])] = &[
    ("location", &[]),
    ("json", &["location"]),
    ("error", &["location"]),
    ("finding", &["location"]),
    ("pattern", &["json", "location", "error", "finding"]),
    ("schema", &["json", "location", "error", "finding", "pattern"]),
    ("profile", &["json", "location", "error", "finding", "pattern", "schema::keyword"]),
    ("codec", &["json", "location", "pattern"]),
    ("rule", &["json", "location", "error", "finding", "pattern", "schema", "profile", "codec"]),
    ("plan", &["json", "location", "error", "finding", "pattern", "schema", "profile", "codec", "rule"]),
    ("reply", &["json", "location", "error", "finding", "codec"]),
    ("validate", &["json", "location", "error", "finding", "pattern", "schema"]),
    (
        "compat",
        &[
            "json", "location", "error", "finding", "pattern", "schema", "profile", "codec", "rule", "plan", "reply",
            "validate",
        ],
    ),
    ("report", &["json", "location", "error", "finding", "schema", "profile", "rule"]),
];

/// Files that read files, read the environment or write to the terminal: the binary.
const TOUCHES_THE_WORLD: &[&str] = &["cli", "main"];
/// What nobody else may name.
const WORLD: &[&str] = &[
    "std::fs",
    "std::env",
    "std::net",
    "std::process",
    "std::io::stdin",
    "std::io::stdout",
    "std::io::stderr",
    "println!",
    "eprintln!",
    "print!(",
    "eprint!(",
    "dbg!",
    "tokio::",
    "reqwest::",
    "hyper::",
];
/// Crates that are no dependency of the core or the command line.
const NO_DEPENDENCY: &[&str] = &["tokio", "reqwest", "hyper"];

/// A source file: its room, and its code without comments and tests.
struct Source {
    path: PathBuf,
    room: String,
    code: String,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let inner = path.strip_prefix(&root).unwrap();
                let room = inner.iter().next().unwrap().to_string_lossy().trim_end_matches(".rs").to_owned();
                sources.push(Source { room, code: code(&fs::read_to_string(&path).unwrap()), path });
            }
        }
    }
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    sources
}

/// The text up to the tests, which stand last and may look anywhere, without line comments.
fn code(text: &str) -> String {
    let text = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default();
    let uncommented = text.lines().map(|line| match line.find("//") {
        Some(at) if line[..at].trim().is_empty() || line[..at].ends_with(' ') => &line[..at],
        _ => line,
    });
    uncommented.collect::<Vec<_>>().join("\n")
}

/// Every path after `crate::`, groups in braces taken apart.
fn paths(code: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, word) in code.match_indices("crate::") {
        if !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$') {
            group("", &code[at + word.len()..], &mut found);
        }
    }
    found
}

/// Reads one path, or a group of paths in braces; answers with what follows.
fn group<'c>(prefix: &str, rest: &'c str, found: &mut BTreeSet<String>) -> &'c str {
    if let Some(mut rest) = rest.strip_prefix('{') {
        loop {
            rest = rest.trim_start_matches([' ', '\n', ',']);
            if rest.is_empty() {
                return rest;
            }
            if let Some(after) = rest.strip_prefix('}') {
                return after;
            }
            let after = group(prefix, rest, found);
            rest = if after.len() == rest.len() { &rest[1..] } else { after };
        }
    }
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let path = if prefix.is_empty() { rest[..end].to_owned() } else { format!("{prefix}::{}", &rest[..end]) };
    match rest[end..].strip_prefix("::") {
        Some(deeper) => group(&path, deeper, found),
        None => {
            found.insert(path);
            &rest[end..]
        }
    }
}

#[test]
fn every_import_follows_an_arrow() {
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|source| !["lib", "main", "cli"].contains(&source.room.as_str())) {
        let Some((_, allowed)) = ARROWS.iter().find(|(room, _)| *room == source.room) else {
            wrong.push(format!("{}: a new room; draw its arrows here and in ARCHITECTURE.md", source.path.display()));
            continue;
        };
        for path in paths(&source.code) {
            let inside = |room: &str| path == room || path.starts_with(&format!("{room}::"));
            if !inside(&source.room) && !allowed.iter().any(|room| inside(room)) {
                wrong.push(format!("{}: no arrow to crate::{path}", source.path.display()));
            }
        }
        if source.code.contains("super::super::") {
            wrong.push(format!("{}: spell a path that leaves the room from `crate::`", source.path.display()));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn only_the_binary_touches_the_world() {
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|source| !TOUCHES_THE_WORLD.contains(&source.room.as_str())) {
        wrong.extend(
            WORLD.iter().filter(|word| source.code.contains(**word)).map(|w| format!("{}: {w}", source.path.display())),
        );
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_network_is_no_dependency() {
    let manifest: toml::Table = include_str!("../Cargo.toml").parse().unwrap();
    let dependencies = manifest["dependencies"].as_table().unwrap();
    for name in NO_DEPENDENCY {
        assert!(!dependencies.contains_key(*name), "{name} is a dependency");
    }
}

#[test]
fn paths_are_read_out_of_groups() {
    let found = paths("use crate::{json::{Json, print}, location};\nlet x = crate::profile::all(); // crate");
    assert_eq!(found.into_iter().collect::<Vec<_>>(), ["json::Json", "json::print", "location", "profile::all"]);
    assert!(paths("schema_crate::x $crate::y").is_empty());
}

#[test]
fn files_have_one_purpose() {
    for source in sources() {
        let text = fs::read_to_string(&source.path).unwrap();
        let lines = text.lines().count();
        assert!(lines <= 600, "{} has {lines} lines; what are its two purposes?", source.path.display());
        assert!(text.starts_with("//!"), "{} does not say what it is for", source.path.display());
    }
}

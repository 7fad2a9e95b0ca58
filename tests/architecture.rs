//! Who may import whom: the arrows of ARCHITECTURE.md, read from the sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each room, and what it may name besides [`GROUND`]. A path like `schema::keyword` allows that part of the room only.
const ARROWS: &[(&str, &[&str])] = &[
    ("pattern", &[]),
    ("schema", &["pattern"]),
    ("profile", &["pattern", "schema::keyword"]),
    ("options", &["schema::keyword"]),
    ("form", &["pattern", "schema", "options"]),
    ("codec", &["pattern"]),
    ("rule", &["pattern", "schema", "options", "profile", "form", "codec"]),
    ("plan", &["pattern", "schema", "options", "profile", "form", "codec", "rule"]),
    ("validate", &["pattern", "schema", "options"]),
    (
        "compat",
        &["pattern", "schema", "options", "profile", "form", "codec", "rule", "plan", "validate", "ledger", "refusal", "reply", "wire"],
    ),
    ("ledger", &["schema", "profile", "plan", "options", "rule", "form"]),
    ("typed", &["schema", "options", "profile", "form", "compat"]),
    ("refusal", &["schema::keyword"]),
    ("reply", &[]),
    ("wire", &[]),
    ("report", &["schema", "options", "profile", "rule", "wire"]),
];
/// What every room may name, and what these may name themselves.
const GROUND: &[(&str, &[&str])] = &[
    ("few", &[]),
    ("graph", &[]),
    ("ids", &[]),
    ("location", &[]),
    ("json", &["location"]),
    ("error", &["location"]),
    ("finding", &["location"]),
];
/// Rooms that keep away from errors and findings: they are told what to do, and answer.
const QUIET: &[(&str, &[&str])] = &[("codec", &["error", "finding"])];

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
    lines: usize,
}

/// Every file of the crate but the test modules.
fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                files.push((path, text));
            }
        }
    }
    files.sort();
    let tests: Vec<PathBuf> = files.iter().flat_map(|(path, text)| test_modules(path, text)).collect();
    let product = files.into_iter().filter(|(path, _)| !tests.iter().any(|test| path.with_extension("").starts_with(test)));
    let source = |(path, text): (PathBuf, String)| {
        let first = path.strip_prefix(&root).unwrap().iter().next().unwrap().to_string_lossy();
        Source { room: first.trim_end_matches(".rs").to_owned(), code: code(&text), lines: text.lines().count(), path }
    };
    product.map(source).collect()
}

/// The modules in other files that a file declares for tests only, as paths without an extension.
fn test_modules(path: &Path, text: &str) -> Vec<PathBuf> {
    let folder = match path.file_stem().and_then(|stem| stem.to_str()) {
        Some("mod" | "lib" | "main") => path.parent().unwrap().to_owned(),
        _ => path.with_extension(""),
    };
    let names = text.split("#[cfg(test)]\nmod ").skip(1).filter_map(|rest| rest.split_once(';'));
    names.filter(|(name, _)| name.chars().all(|c| c.is_alphanumeric() || c == '_')).map(|(name, _)| folder.join(name)).collect()
}

/// The text up to the tests that stand in the file itself, which are last, without line comments.
fn code(text: &str) -> String {
    let tests = text.match_indices("\n#[cfg(test)]\nmod ").find(|(at, word)| {
        let name = text[at + word.len()..].trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
        name.trim_start().starts_with('{')
    });
    let text = tests.map_or(text, |(at, _)| &text[..at]);
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
    if let Some(after) = rest.strip_prefix('*') {
        found.insert(prefix.to_owned());
        return after;
    }
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let path = if prefix.is_empty() { rest[..end].to_owned() } else { format!("{prefix}::{}", &rest[..end]) };
    if let Some(deeper) = rest[end..].strip_prefix("::") {
        group(&path, deeper, found)
    } else {
        found.insert(path);
        &rest[end..]
    }
}

#[test]
fn every_import_follows_an_arrow() {
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|source| !["lib", "main", "cli"].contains(&source.room.as_str())) {
        let ground = GROUND.iter().any(|(room, _)| *room == source.room);
        let Some((_, allowed)) = ARROWS.iter().chain(GROUND).find(|(room, _)| *room == source.room) else {
            wrong.push(format!("{}: a new room; draw its arrows here and in ARCHITECTURE.md", source.path.display()));
            continue;
        };
        for path in paths(&source.code) {
            let inside = |room: &str| path == room || path.starts_with(&format!("{room}::"));
            let quiet = QUIET.iter().any(|(room, no)| *room == source.room && no.iter().any(|no| inside(no)));
            let grounded = !ground && GROUND.iter().any(|(room, _)| inside(room));
            if !inside(&source.room) && !allowed.iter().any(|room| inside(room)) && (quiet || !grounded) {
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
        wrong.extend(WORLD.iter().filter(|word| source.code.contains(**word)).map(|w| format!("{}: {w}", source.path.display())));
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
    let found = paths("use crate::{json::{Json, print}, location::*};\nlet x = crate::profile::all(); // crate");
    assert_eq!(found.into_iter().collect::<Vec<_>>(), ["json::Json", "json::print", "location", "profile::all"]);
    assert!(paths("schema_crate::x $crate::y").is_empty());
}

#[test]
fn files_have_one_purpose() {
    for Source { path, lines, .. } in sources() {
        assert!(lines <= 600, "{} has {lines} lines; what are its two purposes?", path.display());
    }
}

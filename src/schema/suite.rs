//! The published test suite and real schemas, read in place where `SCHEMA_COMPAT_DATA` points at them.

use super::keyword::Draft;
use super::{ReadOptions, Schema};
use crate::json::{Json, parse, to_text};
use std::path::{Path, PathBuf};

fn data() -> Option<PathBuf> {
    let data = std::env::var_os("SCHEMA_COMPAT_DATA").map(PathBuf::from);
    if data.is_none() {
        println!("skipped: SCHEMA_COMPAT_DATA is not set");
    }
    data
}

fn lines(path: &Path) -> Vec<String> {
    std::fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect()
}

fn text<'j>(record: &'j Json<'_>, name: &str) -> &'j str {
    match record.get(name) {
        Some(Json::String(text)) => text,
        _ => "",
    }
}

#[test]
fn real_schemas_are_read() {
    let Some(data) = data() else { return };
    let mut refused = Vec::new();
    for line in lines(&data.join("corpus/sample_dev.jsonl")) {
        let record = parse(&line).unwrap();
        let schema = to_text(record.get("schema").unwrap());
        if let Err(error) = Schema::parse(schema, &ReadOptions::default()) {
            refused.push(format!("{:?} {} {error}", error.kind, text(&record, "id")));
        }
    }
    println!("{}", refused.join("\n"));
    // 8 remote references, 1 dangling, 1 in the proto dialect.
    assert_eq!(refused.len(), 10);
}

fn flag(record: &Json<'_>, name: &str) -> bool {
    record.get(name) == Some(&Json::Bool(true))
}

fn values<'j>(record: &'j Json<'j>, name: &str) -> &'j [Json<'j>] {
    match record.get(name) {
        Some(Json::Array(items)) => items,
        _ => &[],
    }
}

/// What the evaluator gets wrong about a record's instances.
fn wrong(schema: &Schema, record: &Json<'_>, checked: &mut usize) -> Vec<String> {
    let mut wrong = Vec::new();
    for (name, expected) in [("valid", true), ("invalid", false), ("invalid_format", true)] {
        for value in values(record, name) {
            *checked += 1;
            let verdict = schema.verdict(schema.root(), value, super::evaluate::FUEL);
            if verdict != Some(expected) {
                let value: String = to_text(value).chars().take(300).collect();
                wrong.push(format!("{} ({}): {name} {value} got {verdict:?}", text(record, "id"), text(record, "title")));
            }
        }
    }
    wrong
}

#[test]
fn real_instances_are_judged_as_labelled() {
    let Some(data) = data() else { return };
    let (mut wrongs, mut checked) = (Vec::new(), 0);
    for line in lines(&data.join("corpus/sample_dev.jsonl")) {
        let record = parse(&line).unwrap();
        let Ok(schema) = Schema::parse(to_text(record.get("schema").unwrap()), &ReadOptions::default()) else { continue };
        wrongs.append(&mut wrong(&schema, &record, &mut checked));
    }
    println!("{checked} instances checked");
    assert!(wrongs.is_empty(), "{} wrong:\n{}", wrongs.len(), wrongs.join("\n"));
}

fn remotes(root: &Path, at: &Path, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(at).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            remotes(root, &path, found);
        } else {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            found.push((format!("http://localhost:1234/{name}"), std::fs::read_to_string(&path).unwrap()));
        }
    }
}

/// Optional files of the suite that test what is left out on purpose: `content*` are annotations here.
const LEFT_OUT: &[&str] = &["optional/content"];

#[test]
fn the_published_suite_agrees() {
    let Some(data) = data() else { return };
    let data = data.join("corpus");
    let mut registry = Vec::new();
    remotes(&data.join("jsts_remotes"), &data.join("jsts_remotes"), &mut registry);
    let mut wrongs = Vec::new();
    for (name, draft) in [("7", Draft::Draft7), ("2019-09", Draft::Draft201909), ("2020-12", Draft::Draft202012)] {
        let options = ReadOptions { draft: Some(draft), registry: registry.clone() };
        let (mut groups, mut checked) = (0, [0, 0]);
        for line in lines(&data.join(format!("jsts_draft{name}.jsonl"))) {
            let record = parse(&line).unwrap();
            let id = text(&record, "id");
            if flag(&record, "format_assertion") || LEFT_OUT.iter().any(|part| id.contains(part)) {
                continue;
            }
            groups += 1;
            match Schema::parse(to_text(record.get("schema").unwrap()), &options) {
                Ok(schema) => wrongs.append(&mut wrong(&schema, &record, &mut checked[usize::from(flag(&record, "optional"))])),
                Err(error) => wrongs.push(format!("{id} ({}): {error}", text(&record, "title"))),
            }
        }
        println!("draft {name}: {groups} groups, {} required and {} optional tests", checked[0], checked[1]);
    }
    assert!(wrongs.is_empty(), "{} wrong:\n{}", wrongs.len(), wrongs.join("\n"));
}

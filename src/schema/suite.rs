//! The published test suite and real schemas, read in place where `SCHEMA_COMPAT_DATA` points at them.

use super::keyword::Draft;
use super::{ReadOptions, Schema};
use crate::json::{Json, parse, to_text};
use std::borrow::Cow;
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

/// Values near `value`: each part dropped, or replaced by something else.
fn neighbours(value: &Json<'_>, depth: usize) -> Vec<Json<'static>> {
    let owned = |value: &Json<'_>| parse(&to_text(value)).unwrap().into_owned();
    let mut near: Vec<_> = ["null", "true", "0", "-1.5", "1e2", "\"\"", "\"abc\"", "[]", "[1,1.0]", "{}", r#"{"a":1,"x-b":null}"#]
        .iter()
        .map(|text| parse(text).unwrap())
        .collect();
    if depth == 0 {
        return near;
    }
    match value {
        Json::Array(items) => {
            for at in 0..items.len().min(4) {
                let with = |inner: Option<Json<'static>>| {
                    let mut items: Vec<_> = items.iter().map(owned).collect();
                    items.splice(at..=at, inner);
                    Json::Array(items)
                };
                near.push(with(None));
                near.extend(neighbours(&items[at], depth - 1).into_iter().map(|inner| with(Some(inner))));
            }
            near.push(Json::Array(items.iter().chain(items).map(owned).collect()));
        }
        Json::Object(members) => {
            for at in 0..members.len().min(12) {
                let with = |inner: Option<Json<'static>>| {
                    let mut members: Vec<(Cow<'static, str>, _)> =
                        members.iter().map(|(name, member)| (name.to_string().into(), owned(member))).collect();
                    let name = members[at].0.clone();
                    members.splice(at..=at, inner.map(|inner| (name, inner)));
                    Json::Object(members)
                };
                near.push(with(None));
                near.extend(neighbours(&members[at].1, depth - 1).into_iter().map(|inner| with(Some(inner))));
            }
        }
        _ => {}
    }
    near
}

fn validator(schema: &Schema, text: &str) -> Option<jsonschema::Validator> {
    let draft = match schema.draft() {
        Draft::Draft4 | Draft::OpenApi30 => jsonschema::Draft::Draft4,
        Draft::Draft6 => jsonschema::Draft::Draft6,
        Draft::Draft7 => jsonschema::Draft::Draft7,
        Draft::Draft201909 => jsonschema::Draft::Draft201909,
        Draft::Draft202012 => jsonschema::Draft::Draft202012,
    };
    let value = serde_json::from_str(text).unwrap();
    jsonschema::options().with_draft(draft).should_validate_formats(false).build(&value).ok()
}

#[test]
fn another_validator_agrees_near_real_instances() {
    let Some(data) = data() else { return };
    let (mut wrongs, mut checked, mut open) = (Vec::new(), 0, 0);
    for line in lines(&data.join("corpus/sample_dev.jsonl")) {
        let record = parse(&line).unwrap();
        let source = to_text(record.get("schema").unwrap());
        // That validator asserts these in drafts 6 and 7.
        if source.contains("contentEncoding") || source.contains("contentMediaType") {
            continue;
        }
        let Ok(schema) = Schema::parse(source.as_str(), &ReadOptions::default()) else { continue };
        let Some(other) = validator(&schema, &source) else { continue };
        let mut near = neighbours(&Json::Null, 0);
        for instance in values(&record, "valid").iter().take(1).chain(values(&record, "invalid").iter().take(1)) {
            near.append(&mut neighbours(instance, 2));
        }
        for value in near {
            let text = to_text(&value);
            checked += 1;
            match schema.verdict(schema.root(), &value, super::evaluate::FUEL) {
                None => open += 1,
                Some(verdict) if verdict == other.is_valid(&serde_json::from_str(&text).unwrap()) => {}
                Some(verdict) => {
                    wrongs.push(format!("{}: {verdict} for {}", self::text(&record, "id"), text.chars().take(300).collect::<String>()));
                }
            }
        }
    }
    println!("{checked} instances checked, {open} left open");
    assert!(wrongs.is_empty(), "{} wrong:\n{}", wrongs.len(), wrongs.iter().take(40).cloned().collect::<Vec<_>>().join("\n"));
}

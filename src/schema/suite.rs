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

//! What the tests that read data outside the repository share.

// Each test takes what it needs.
#![allow(dead_code)]

pub mod judge;
pub mod ratchet;

use schema_compat::json::{Json, parse, to_text};
use schema_compat::schema::keyword::Draft;
use std::path::PathBuf;

/// Where the data is, or `None` (said on stdout) when it is not there.
pub fn data(name: &str) -> Option<PathBuf> {
    let Some(root) = std::env::var_os("SCHEMA_COMPAT_DATA") else {
        println!("skipped: SCHEMA_COMPAT_DATA is not set, {name} is not read");
        return None;
    };
    let path = PathBuf::from(root).join(name);
    if path.exists() {
        Some(path)
    } else {
        println!("skipped: {} is not there", path.display());
        None
    }
}

/// The lines of a JSON Lines file.
pub fn lines(path: &PathBuf) -> Vec<String> {
    std::fs::read_to_string(path).expect("readable").lines().filter(|l| !l.trim().is_empty()).map(str::to_owned).collect()
}

/// A string member.
pub fn text<'v>(value: &'v Json<'_>, name: &str) -> &'v str {
    match value.get(name) {
        Some(Json::String(s)) => s,
        _ => "",
    }
}

/// The elements of an array member.
pub fn list<'v, 'a>(value: &'v Json<'a>, name: &str) -> &'v [Json<'a>] {
    match value.get(name) {
        Some(Json::Array(items)) => items,
        _ => &[],
    }
}

/// Whether two values are equal once a missing property and one that is null count as the same.
pub fn same_but_nulls(a: &Json<'_>, b: &Json<'_>) -> bool {
    strip(a).same(&strip(b))
}

fn strip(value: &Json<'_>) -> Json<'static> {
    match value {
        Json::Object(members) => Json::Object(
            members.iter().filter(|(_, v)| !matches!(v, Json::Null)).map(|(k, v)| (k.clone().into_owned().into(), strip(v))).collect(),
        ),
        Json::Array(items) => Json::Array(items.iter().map(strip).collect()),
        other => parse(&to_text(other)).expect("printed JSON").into_owned(),
    }
}

/// An independent judge of what a wire schema takes. `nullable`, which one dialect says null with, is spelled out.
///
/// # Errors
/// Why the wire schema does not compile.
pub fn wire_validator(wire: &Json<'_>) -> Result<jsonschema::Validator, String> {
    let mut schema = wire.to_serde().map_err(|e| e.to_string())?;
    spell_nullable(&mut schema);
    jsonschema::options().offline().should_validate_formats(false).build(&schema).map_err(|e| e.to_string())
}

fn spell_nullable(node: &mut serde_json::Value) {
    use serde_json::{Value, json};
    match node {
        Value::Array(items) => items.iter_mut().for_each(spell_nullable),
        Value::Object(members) => {
            members.values_mut().for_each(spell_nullable);
            // A property of that name holds a schema, not a boolean.
            if members.get("nullable") == Some(&Value::Bool(true)) {
                members.remove("nullable");
                *node = json!({ "anyOf": [node.take(), { "type": "null" }] });
            }
        }
        _ => {}
    }
}

/// The draft a corpus record says it is of.
pub fn draft_of(record: &Json<'_>) -> Option<Draft> {
    Some(match text(record, "draft") {
        "4" => Draft::Draft4,
        "6" => Draft::Draft6,
        "7" => Draft::Draft7,
        "2019-09" => Draft::Draft201909,
        _ => Draft::Draft202012,
    })
}

//! Profiles as differences from others: what is taken over, what is left out, what is only assumed.

use toml::{Table, Value};

use super::load::{clip, fail, read_table, text_of};
use crate::error::Error;

/// How many files may inherit from one another in a row.
const MAX_INHERITANCE: usize = 8;

/// The table with the lines of its ancestors filled in; `inherits` and `without` are used up.
pub(super) fn inherit(mut table: Table, source_name: &str, depth: usize) -> Result<Table, Error> {
    let Some(parent) = table.remove("inherits") else {
        return Ok(table);
    };
    let Some((text, name)) = parent.as_str().and_then(text_of) else {
        let got = parent.as_str().map(clip).unwrap_or_default();
        return Err(fail(format!("profile {source_name}: `inherits` must name an embedded profile, got `{got}`")));
    };
    if depth == MAX_INHERITANCE {
        return Err(fail(format!("profile {source_name}: `inherits` goes round in a circle")));
    }
    let mut base = inherit(read_table(text, name)?, name, depth + 1)?;
    base.remove("aliases");
    if table.remove("assumed").and_then(|v| v.as_bool()) == Some(true) {
        assume(&mut base, name);
    }
    let without = table.remove("without").unwrap_or(Value::Array(Vec::new()));
    // What a profile adds comes before what it inherits: the first case that fits counts.
    let inherited = take_array(&mut base, "cases");
    if !inherited.is_empty() {
        let mut cases = take_array(&mut table, "cases");
        cases.extend(inherited);
        table.insert("cases".into(), Value::Array(cases));
    }
    base.remove("models");
    for path in without.as_array().into_iter().flatten() {
        let removed = path.as_str().and_then(|p| remove_path(&mut base, p));
        if removed.is_none() {
            let got = path.as_str().map(clip).unwrap_or_default();
            return Err(fail(format!("profile {source_name}: `without` names `{got}`, which is not a line of {name}")));
        }
    }
    let mut notes = take_array(&mut base, "notes");
    notes.extend(take_array(&mut table, "notes"));
    overlay(&mut base, table);
    base.insert("notes".into(), Value::Array(notes));
    Ok(base)
}

/// Marks every fact below as taken over without evidence of its own.
fn assume(table: &mut Table, parent: &str) {
    if table.contains_key("evidence") {
        table.insert("confidence".into(), Value::String("unknown".into()));
        table.insert("evidence".into(), Value::String(format!("not established; taken as {parent}")));
        return;
    }
    for (name, value) in table.iter_mut() {
        match value {
            Value::Table(words) if name == "keywords" => assume_keywords(words, parent),
            Value::Table(inner) => assume(inner, parent),
            Value::Array(items) => items.iter_mut().filter_map(Value::as_table_mut).for_each(|inner| assume(inner, parent)),
            _ => {}
        }
    }
}

/// Keywords are taken over where every strict endpoint has them; others are not known to be accepted.
fn assume_keywords(words: &mut Table, parent: &str) {
    const SHARED: [&str; 14] = [
        "type",
        "enum",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "anyOf",
        "$ref",
        "$defs",
        "title",
        "description",
        "$schema",
        "const",
        "*",
    ];
    for (name, value) in words.iter_mut() {
        let Some(line) = value.as_table_mut() else { continue };
        let enforced = line.get("value").and_then(Value::as_str) == Some("enforced");
        assume(line, parent);
        if enforced && !SHARED.contains(&name.as_str()) {
            line.insert("value".into(), Value::String("unknown".into()));
        }
    }
}

fn take_array(table: &mut Table, key: &str) -> Vec<Value> {
    match table.remove(key) {
        Some(Value::Array(items)) => items,
        Some(other) => vec![other],
        None => Vec::new(),
    }
}

/// Removes `section.line` or a top-level line.
fn remove_path(table: &mut Table, path: &str) -> Option<Value> {
    match path.split_once('.') {
        Some((section, line)) => table.get_mut(section)?.as_table_mut()?.remove(line),
        None => table.remove(path),
    }
}

/// Puts the lines of `over` over `base`: sections are merged, lines replaced whole.
pub(super) fn overlay(base: &mut Table, over: Table) {
    for (key, value) in over {
        match (base.get_mut(&key), value) {
            (Some(Value::Table(old)), Value::Table(new)) if !old.contains_key("value") && !new.contains_key("value") => {
                for (line, value) in new {
                    old.insert(line, value);
                }
            }
            (_, value) => {
                base.insert(key, value);
            }
        }
    }
}

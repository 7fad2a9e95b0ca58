//! Looking at wire schemas: as schemas, so that a property called `default` or an enum member is no keyword.

use schema_compat::json::Json;

const ONE: &[&str] = &[
    "items",
    "additionalProperties",
    "additionalItems",
    "contains",
    "propertyNames",
    "not",
    "if",
    "then",
    "else",
    "unevaluatedProperties",
    "unevaluatedItems",
];
const MANY: &[&str] = &["anyOf", "oneOf", "allOf", "prefixItems", "items"];
const NAMED: &[&str] = &["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

/// Every schema in a schema, itself included.
pub fn nodes<'v, 'a>(schema: &'v Json<'a>) -> Vec<&'v Json<'a>> {
    let (mut out, mut todo) = (Vec::new(), vec![schema]);
    while let Some(node) = todo.pop() {
        out.push(node);
        let Json::Object(members) = node else { continue };
        for (name, value) in members {
            match value {
                Json::Object(inner) if NAMED.contains(&&**name) => todo.extend(inner.iter().map(|(_, v)| v)),
                Json::Array(items) if MANY.contains(&&**name) => todo.extend(items),
                Json::Object(_) | Json::Bool(_) if ONE.contains(&&**name) => todo.push(value),
                _ => {}
            }
        }
    }
    out
}

/// What a JSON pointer points at.
pub fn at<'v, 'a>(value: &'v Json<'a>, pointer: &str) -> Option<&'v Json<'a>> {
    pointer.split('/').skip(1).try_fold(value, |value, step| {
        let step = step.replace("~1", "/").replace("~0", "~");
        match value {
            Json::Array(items) => items.get(step.parse::<usize>().ok()?),
            other => other.get(&step),
        }
    })
}

/// A schema with its reference followed, however it is wrapped.
pub fn resolved<'v, 'a>(document: &'v Json<'a>, mut node: &'v Json<'a>) -> &'v Json<'a> {
    for _ in 0..8 {
        node = match (node.get("$ref"), node.get("anyOf")) {
            (Some(Json::String(target)), _) => at(document, target.trim_start_matches('#')).expect("a reference that resolves"),
            (_, Some(Json::Array(branches))) if branches.len() == 1 => &branches[0],
            _ => return node,
        };
    }
    node
}

/// How often a schema names null, references not followed.
pub fn nulls(schema: &Json<'_>) -> usize {
    let is_null = |name: &Json<'_>| matches!(name, Json::String(s) if s.eq_ignore_ascii_case("null"));
    let of = |node: &Json<'_>| {
        let typed = match node.get("type") {
            Some(Json::Array(kinds)) => kinds.iter().filter(|k| is_null(k)).count(),
            Some(kind) => usize::from(is_null(kind)),
            None => 0,
        };
        let literal = match node.get("enum") {
            // An enum beside a type list that names null says it once.
            Some(Json::Array(members)) if typed == 0 => members.iter().filter(|m| matches!(m, Json::Null)).count(),
            _ => 0,
        };
        typed + literal + usize::from(node.get("nullable") == Some(&Json::Bool(true)))
    };
    nodes(schema).into_iter().map(of).sum()
}

/// What is wrong with the references of a document.
pub fn reference_faults(document: &Json<'_>) -> Vec<String> {
    let mut faults = Vec::new();
    for node in nodes(document) {
        let Some(Json::String(target)) = node.get("$ref") else { continue };
        let name = target.strip_prefix("#/$defs/").filter(|name| !name.contains('/') && !name.contains('#'));
        if name.is_none() || at(document, &target[1..]).is_none() {
            faults.push(format!("the reference {target} is not one to a definition at the top"));
        }
        if let Json::Object(members) = node
            && members.len() != 1
        {
            faults.push(format!("{target} has siblings"));
        }
    }
    faults
}

/// The names an object schema declares.
pub fn declared<'v>(node: &'v Json<'_>) -> Vec<&'v str> {
    match node.get("properties") {
        Some(Json::Object(members)) => members.iter().map(|(name, _)| &**name).collect(),
        _ => Vec::new(),
    }
}

/// The strings of an array.
pub fn strings<'v>(value: Option<&'v Json<'_>>) -> Vec<&'v str> {
    match value {
        Some(Json::Array(items)) => items.iter().filter_map(|i| if let Json::String(s) = i { Some(&**s) } else { None }).collect(),
        _ => Vec::new(),
    }
}

//! Arguments that Gemini sends in pieces: each with the JSON path it belongs to, strings in several pieces.
//!
//! Source: cloud.google.com/vertex-ai, "Streaming of function call arguments": `partialArgs` with `jsonPath` and one of
//! `stringValue`, `numberValue`, `boolValue`, `nullValue`.

use crate::json::{Json, MAX_DEPTH, to_text};

/// What is there of the arguments.
pub(super) struct Args(Json<'static>);

/// Most members of one object: they are looked for one by one.
const MAX_MEMBERS: usize = 4096;

/// One step of a path.
enum Step {
    Name(String),
    Index(usize),
}

impl Default for Args {
    fn default() -> Self {
        Args(Json::Object(Vec::new()))
    }
}

impl Args {
    /// Puts a piece in its place; `false` where the place cannot be.
    pub fn put(&mut self, piece: &Json<'_>) -> bool {
        let Some(steps) = piece.get("jsonPath").and_then(Json::as_str).and_then(steps) else { return false };
        let mut at = &mut self.0;
        for step in steps {
            let next = match step {
                Step::Name(name) => member(at, name),
                Step::Index(index) => element(at, index),
            };
            let Some(next) = next else { return false };
            at = next;
        }
        match (at, value(piece)) {
            (Json::String(known), Some(Json::String(more))) => known.to_mut().push_str(&more),
            (at, Some(value)) => *at = value,
            (_, None) => {}
        }
        true
    }

    pub fn into_text(self) -> String {
        to_text(&self.0)
    }
}

fn value(piece: &Json<'_>) -> Option<Json<'static>> {
    let found = ["stringValue", "numberValue", "boolValue"].iter().find_map(|name| piece.get(name));
    match found {
        Some(value) => Some(value.clone().into_owned()),
        None => piece.get("nullValue").map(|_| Json::Null),
    }
}

/// The member of that name, made where there is none.
fn member<'j>(at: &'j mut Json<'static>, name: String) -> Option<&'j mut Json<'static>> {
    if matches!(at, Json::Null) {
        *at = Json::Object(Vec::new());
    }
    let Json::Object(members) = at else { return None };
    let place = members.iter().position(|(known, _)| *known == name).unwrap_or(members.len());
    if place == members.len() {
        if place >= MAX_MEMBERS {
            return None;
        }
        members.push((name.into(), Json::Null));
    }
    members.get_mut(place).map(|(_, value)| value)
}

/// The element, which is there or the next one.
fn element<'j>(at: &'j mut Json<'static>, index: usize) -> Option<&'j mut Json<'static>> {
    if matches!(at, Json::Null) {
        *at = Json::Array(Vec::new());
    }
    let Json::Array(items) = at else { return None };
    if index == items.len() {
        items.push(Json::Null);
    }
    items.get_mut(index)
}

/// A path as `$.a.b[0]['c d']`.
fn steps(path: &str) -> Option<Vec<Step>> {
    let mut rest = path.strip_prefix('$').unwrap_or(path);
    let mut steps = Vec::new();
    while !rest.is_empty() {
        if steps.len() >= MAX_DEPTH {
            return None;
        }
        if let Some(inside) = rest.strip_prefix('[') {
            let quote = inside.chars().next().filter(|c| matches!(c, '\'' | '"'));
            let close = quote.map_or("]".to_owned(), |quote| format!("{quote}]"));
            let inside = if quote.is_some() { &inside[1..] } else { inside };
            let end = inside.find(&close)?;
            let name = &inside[..end];
            steps.push(if quote.is_some() { Step::Name(name.to_owned()) } else { Step::Index(name.trim().parse().ok()?) });
            rest = &inside[end + close.len()..];
        } else {
            rest = rest.strip_prefix('.').unwrap_or(rest);
            let end = rest.find(['.', '[']).unwrap_or(rest.len());
            if end == 0 {
                return None;
            }
            steps.push(Step::Name(rest[..end].to_owned()));
            rest = &rest[end..];
        }
    }
    Some(steps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    fn put(pieces: &[&str]) -> Option<String> {
        let mut args = Args::default();
        let all = pieces.iter().all(|piece| args.put(&parse(piece).unwrap()));
        all.then(|| args.into_text())
    }

    #[test]
    fn pieces_find_their_places() {
        let pieces = [
            r#"{"jsonPath":"$.city","stringValue":"Bos","willContinue":true}"#,
            r#"{"jsonPath":"$.city","stringValue":"ton"}"#,
            r#"{"jsonPath":"$.days[0].n","numberValue":1.50}"#,
            r#"{"jsonPath":"$.days[1]['a.b']","boolValue":true}"#,
            r#"{"jsonPath":"$.none","nullValue":"NULL_VALUE"}"#,
        ];
        let expected = r#"{"city":"Boston","days":[{"n":1.50},{"a.b":true}],"none":null}"#;
        assert_eq!(put(&pieces).as_deref(), Some(expected));
        assert_eq!(put(&[]).as_deref(), Some("{}"));
    }

    #[test]
    fn places_that_cannot_be_are_refused() {
        for path in ["$[5]", "$.a[7]", "$.a[x]", "$..a", "$.a['b"] {
            assert_eq!(put(&[&format!(r#"{{"jsonPath":"{path}","numberValue":1}}"#)]), None, "{path}");
        }
        assert_eq!(put(&[r#"{"stringValue":"x"}"#]), None);
    }
}

//! Small helpers on JSON values.

use schema_compat::json::{Json, parse, to_text};
use std::borrow::Cow;

pub type Value = Json<'static>;
/// Member names and indices from the root of a value.
pub type Path = Vec<String>;

pub fn string(text: &str) -> Value {
    Json::String(Cow::Owned(text.to_owned()))
}

pub fn number(n: impl ToString) -> Value {
    Json::Number(Cow::Owned(n.to_string()))
}

pub fn object(members: impl IntoIterator<Item = (&'static str, Value)>) -> Value {
    Json::Object(members.into_iter().map(|(k, v)| (Cow::Borrowed(k), v)).collect())
}

/// A member with a name made at run time.
pub fn member(name: &str, value: Value) -> (Cow<'static, str>, Value) {
    (Cow::Owned(name.to_owned()), value)
}

pub fn read(text: &str) -> Value {
    parse(text).unwrap_or_else(|e| panic!("{e}: {text:.200}")).into_owned()
}

pub fn serde(value: &Json<'_>) -> serde_json::Value {
    value.to_serde().expect("numbers in range")
}

/// Every place in a value, the root first.
pub fn paths(value: &Json<'_>) -> Vec<Path> {
    let mut out = vec![Vec::new()];
    let mut next = 0;
    while next < out.len() {
        let path = out[next].clone();
        next += 1;
        let below = |step: String| path.iter().cloned().chain([step]).collect::<Path>();
        match at(value, &path) {
            Some(Json::Object(members)) => out.extend(members.iter().map(|(k, _)| below(k.to_string()))),
            Some(Json::Array(items)) => out.extend((0..items.len()).map(|i| below(i.to_string()))),
            _ => {}
        }
    }
    out
}

pub fn at<'v, 'a>(value: &'v Json<'a>, path: &[String]) -> Option<&'v Json<'a>> {
    path.iter().try_fold(value, |value, step| match value {
        Json::Object(_) => value.get(step),
        Json::Array(items) => items.get(step.parse::<usize>().ok()?),
        _ => None,
    })
}

pub fn at_mut<'v, 'a>(value: &'v mut Json<'a>, path: &[String]) -> Option<&'v mut Json<'a>> {
    path.iter().try_fold(value, |value, step| match value {
        Json::Object(members) => members.iter_mut().find(|(k, _)| k == step).map(|(_, v)| v),
        Json::Array(items) => items.get_mut(step.parse::<usize>().ok()?),
        _ => None,
    })
}

/// The steps of a JSON Pointer.
pub fn steps(pointer: &str) -> Path {
    pointer.split('/').skip(1).map(|s| s.replace("~1", "/").replace("~0", "~")).collect()
}

/// The JSON Pointer of steps.
pub fn pointer(path: &[String]) -> String {
    path.iter().map(|s| format!("/{}", s.replace('~', "~0").replace('/', "~1"))).collect()
}

/// Whether `b` is `a` but for members that are null in `b` and missing in `a`.
pub fn same_but_added_nulls(a: &Json<'_>, b: &Json<'_>) -> bool {
    match (a, b) {
        (Json::Object(x), Json::Object(y)) => {
            x.iter().all(|(k, v)| b.get(k).is_some_and(|w| same_but_added_nulls(v, w)))
                && y.iter().all(|(k, v)| a.get(k).is_some() || matches!(v, Json::Null))
        }
        (Json::Array(x), Json::Array(y)) => x.len() == y.len() && x.iter().zip(y).all(|(v, w)| same_but_added_nulls(v, w)),
        _ => a.same(b),
    }
}

pub fn text(value: &Json<'_>) -> String {
    to_text(value)
}

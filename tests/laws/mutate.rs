//! Small damage to a value, as models and transports do it.

use super::choices::Choices;
use super::json::{Value, at, at_mut, member, object, paths, read, string, text};
use super::schemas::NAMES;
use schema_compat::json::Json;

const REPLACEMENTS: &[&str] =
    &["null", "\"\"", "0", "[]", "{}", "true", "\"a\"", "{\"a\":1}", "[null]", "-1.5", "{\"key\":\"a\",\"value\":1}", "\"{}\""];

/// The value with one to three changes.
pub fn mutate(value: &Value, choices: &mut Choices<'_>) -> Value {
    let mut out = value.clone();
    for _ in 0..=choices.pick(3) {
        once(&mut out, choices);
    }
    out
}

/// One change.
pub fn once(value: &mut Value, choices: &mut Choices<'_>) {
    let places = paths(value);
    let path = &places[choices.pick(places.len())];
    let other = at(value, &places[choices.pick(places.len())]).cloned().unwrap_or(Json::Null);
    let Some(target) = at_mut(value, path) else { return };
    match choices.pick(8) {
        0 => *target = read(choices.of(REPLACEMENTS)),
        1 => match target {
            Json::Object(members) if !members.is_empty() => drop(members.remove(choices.pick(members.len()))),
            Json::Array(items) if !items.is_empty() => drop(items.remove(choices.pick(items.len()))),
            _ => *target = Json::Null,
        },
        2 => match target {
            Json::Object(members) => members.push(member(choices.of(NAMES), other)),
            Json::Array(items) => items.push(other),
            _ => *target = other,
        },
        3 => match target {
            Json::Array(items) if !items.is_empty() => {
                let again = items[choices.pick(items.len())].clone();
                items.push(again);
            }
            Json::Object(members) if !members.is_empty() => {
                let index = choices.pick(members.len());
                members[index].0 = choices.of(NAMES).into();
            }
            _ => *target = other,
        },
        4 => *target = object([(choices.of(NAMES), target.clone())]),
        5 => *target = Json::Array(vec![target.clone()]),
        6 => *target = string(&text(target)),
        _ => *target = other,
    }
}

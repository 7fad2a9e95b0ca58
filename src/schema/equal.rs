//! JSON equality between document nodes and values: objects without order, numbers by value.

use super::arena::JsonId;
use super::doc::Doc;
use crate::json::{Decimal, Json, Kind, print_string};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// Up to this many members, comparing pairs beats sorting.
const FEW: usize = 16;

/// The members of an object.
pub(super) type Members<'a> = [(Cow<'a, str>, Json<'a>)];

/// Whether two number tokens have the same value.
pub(super) fn same_number(a: &str, b: &str) -> bool {
    a == b || matches!((Decimal::parse(a), Decimal::parse(b)), (Some(a), Some(b)) if a == b)
}

impl Doc {
    /// Whether the node is this value. Of members with the same name in `value`, the last one counts.
    #[must_use]
    pub fn same(&self, id: JsonId, value: &Json<'_>) -> bool {
        match value {
            Json::Null => self.kind(id) == Kind::Null,
            Json::Bool(value) => self.bool(id) == Some(*value),
            Json::Number(value) => self.number(id).is_some_and(|token| same_number(token, value)),
            Json::String(value) => self.str(id) == Some(value),
            Json::Array(items) => {
                self.kind(id) == Kind::Array
                    && self.count(id) == items.len()
                    && self.children(id).zip(items).all(|(child, item)| self.same(child, item))
            }
            Json::Object(members) => {
                if self.kind(id) != Kind::Object || self.count(id) > members.len() {
                    return false;
                }
                let mut met = vec![false; self.count(id)];
                // The last member of a name comes first and decides.
                let agree = members.iter().rev().all(|(name, value)| {
                    self.get(id, name).is_some_and(|child| std::mem::replace(&mut met[self.index(child)], true) || self.same(child, value))
                });
                agree && met.into_iter().all(|met| met)
            }
        }
    }

    /// Whether two nodes are the same value.
    #[must_use]
    pub fn same_nodes(&self, a: JsonId, b: JsonId) -> bool {
        if a == b {
            return true;
        }
        if self.kind(a) != self.kind(b) || self.count(a) != self.count(b) {
            return false;
        }
        match self.kind(a) {
            Kind::Null => true,
            Kind::Bool => self.bool(a) == self.bool(b),
            Kind::Number => same_number(self.number(a).unwrap_or_default(), self.number(b).unwrap_or_default()),
            Kind::String => self.str(a) == self.str(b),
            Kind::Array => self.children(a).zip(self.children(b)).all(|(a, b)| self.same_nodes(a, b)),
            Kind::Object => self.children(a).all(|a| self.key(a).and_then(|key| self.get(b, key)).is_some_and(|b| self.same_nodes(a, b))),
        }
    }
}

/// Appends text that is equal for equal values: numbers in one spelling, members by name.
pub(super) fn canonical(value: &Json<'_>, out: &mut String) {
    match value {
        Json::Null => out.push('n'),
        Json::Bool(value) => out.push(if *value { 't' } else { 'f' }),
        Json::Number(token) => match Decimal::parse(token) {
            Some(number) => out.push_str(&number.to_string()),
            None => out.push_str(token),
        },
        Json::String(text) => print_string(text, out),
        Json::Array(items) => {
            out.push('[');
            for item in items {
                canonical(item, out);
                out.push(',');
            }
            out.push(']');
        }
        Json::Object(members) => {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_by(|a, b| a.0.cmp(&b.0));
            out.push('{');
            for (name, member) in sorted {
                print_string(name, out);
                canonical(member, out);
                out.push(',');
            }
            out.push('}');
        }
    }
}

/// Whether some object has a name twice; `None` when the value nests deeper than `depth`.
pub(super) fn has_duplicates(value: &Json<'_>, depth: usize) -> Option<bool> {
    let mut found = false;
    match value {
        Json::Array(items) => {
            let depth = depth.checked_sub(1)?;
            for item in items {
                found |= has_duplicates(item, depth)?;
            }
        }
        Json::Object(members) => {
            let depth = depth.checked_sub(1)?;
            found = if members.len() <= FEW {
                members.iter().enumerate().any(|(at, (name, _))| members[at + 1..].iter().any(|(later, _)| later == name))
            } else {
                let mut names: Vec<&str> = members.iter().map(|(name, _)| name.as_ref()).collect();
                names.sort_unstable();
                names.windows(2).any(|pair| pair[0] == pair[1])
            };
            for (_, member) in members {
                found |= has_duplicates(member, depth)?;
            }
        }
        _ => {}
    }
    Some(found)
}

/// The value with only the last member of each name.
pub(super) fn settled<'a>(value: &Json<'a>) -> Json<'a> {
    match value {
        Json::Array(items) => Json::Array(items.iter().map(settled).collect()),
        Json::Object(members) => {
            let last: HashMap<&str, usize> = members.iter().enumerate().map(|(at, (name, _))| (name.as_ref(), at)).collect();
            let kept = members.iter().enumerate().filter(|(at, (name, _))| last.get(name.as_ref()) == Some(at));
            Json::Object(kept.map(|(_, (name, member))| (name.clone(), settled(member))).collect())
        }
        other => other.clone(),
    }
}

/// The names of an object, for many lookups.
pub(super) struct Names<'m> {
    members: &'m Members<'m>,
    sorted: Vec<&'m str>,
}

impl<'m> Names<'m> {
    pub(super) fn new(members: &'m Members<'m>) -> Self {
        let mut sorted = Vec::new();
        if members.len() > FEW {
            sorted.extend(members.iter().map(|(name, _)| name.as_ref()));
            sorted.sort_unstable();
        }
        Names { members, sorted }
    }

    pub(super) fn has(&self, name: &str) -> bool {
        if self.sorted.is_empty() {
            self.members.iter().any(|(member, _)| member == name)
        } else {
            self.sorted.binary_search(&name).is_ok()
        }
    }
}

/// Whether no two items are the same value, and how much work that was; no object may have a name twice.
pub(super) fn unique(items: &[Json<'_>]) -> (bool, usize) {
    let mut met = HashSet::with_capacity(items.len());
    let mut work = items.len();
    let unique = items.iter().all(|item| {
        let mut text = String::new();
        canonical(item, &mut text);
        work += text.len() / 16;
        met.insert(text)
    });
    (unique, work)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{parse, to_text};

    #[test]
    fn nodes_equal_values_as_json_does() {
        let doc = Doc::parse(r#"[{"a":1.0,"b":["x",null]},{"b":["\u0078",null],"a":1},{"a":1,"a":2},1e400]"#.to_owned()).unwrap();
        let item = |index| doc.item(doc.root(), index).unwrap();
        let same = |index, text: &str| doc.same(item(index), &parse(text).unwrap());
        assert!(same(0, r#"{"b":["x",null],"a":1}"#));
        assert!(same(0, r#"{"a":7,"b":["x",null],"a":10e-1}"#));
        assert!(!same(0, r#"{"a":1,"a":1}"#));
        assert!(!same(0, r#"{"a":1,"b":["x",null],"c":0}"#));
        assert!(same(2, r#"{"a":2}"#));
        assert!(same(3, "10e399"));
        assert!(doc.same_nodes(item(0), item(1)));
        assert!(!doc.same_nodes(item(0), item(2)));
        assert_eq!(doc.duplicates().len(), 1);
    }

    #[test]
    fn settles_duplicates() {
        let value = parse(r#"[{"a":{"x":1,"x":2},"b":3,"a":{"y":4,"y":5}}]"#).unwrap();
        assert_eq!(has_duplicates(&value, 8), Some(true));
        assert_eq!(has_duplicates(&value, 2), None);
        assert_eq!(to_text(&settled(&value)), r#"[{"b":3,"a":{"y":5}}]"#);
    }
}

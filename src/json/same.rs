//! JSON equality: objects without order, numbers by value.

use super::number::json_numbers_equal;
use super::value::{Json, Members};

/// Up to this many members, looking each name up beats sorting.
const FEW: usize = 8;

impl Json<'_> {
    /// Whether both are the same JSON value.
    ///
    /// Order of members does not matter, of members with the same name the last one counts, and numbers compare by
    /// value however they are spelled (`1.0` is `1`).
    #[must_use]
    pub fn same(&self, other: &Json<'_>) -> bool {
        match (self, other) {
            (Json::Null, Json::Null) => true,
            (Json::Bool(a), Json::Bool(b)) => a == b,
            (Json::Number(a), Json::Number(b)) => json_numbers_equal(a, b),
            (Json::String(a), Json::String(b)) => a == b,
            (Json::Array(a), Json::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b)),
            (Json::Object(a), Json::Object(b)) if a.len() <= FEW && b.len() <= FEW => few_same(a, b),
            (Json::Object(a), Json::Object(b)) => {
                let (a, b) = (by_name(a), by_name(b));
                a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| a.0 == b.0 && a.1.same(b.1))
            }
            _ => false,
        }
    }
}

fn few_same(a: &Members<'_>, b: &Members<'_>) -> bool {
    let last = |members: &Members<'_>, at: usize| members[at + 1..].iter().all(|(name, _)| *name != members[at].0);
    let distinct = |members: &Members<'_>| (0..members.len()).filter(|at| last(members, *at)).count();
    distinct(a) == distinct(b)
        && (0..a.len()).filter(|at| last(a, *at)).all(|at| {
            let (name, value) = &a[at];
            b.iter().rev().find(|(n, _)| n == name).is_some_and(|(_, v)| value.same(v))
        })
}

/// The members that count, sorted by name.
fn by_name<'m>(members: &'m Members<'m>) -> Vec<(&'m str, &'m Json<'m>)> {
    let mut sorted: Vec<_> = members.iter().rev().map(|(name, value)| (name.as_ref(), value)).collect();
    // Stable, so the last member of a name comes first and survives.
    sorted.sort_by(|a, b| a.0.cmp(b.0));
    sorted.dedup_by(|later, first| later.0 == first.0);
    sorted
}

#[cfg(test)]
mod tests {
    use crate::json::parse;

    fn same(a: &str, b: &str) -> bool {
        let (left, right) = (parse(a).unwrap(), parse(b).unwrap());
        assert_eq!(left.same(&right), right.same(&left), "{a} {b}");
        left.same(&right)
    }

    #[test]
    fn compares_as_json_does() {
        assert!(same(r#"{"a":1,"b":[2.0,"x"]}"#, r#"{"b":[2,"x"],"a":1e0}"#));
        assert!(same(r#"{"a":1,"a":2}"#, r#"{"a":2}"#));
        assert!(same("-0", "0.0e9"));
        assert!(same("1e400", "10e399"));
        assert!(!same(r#"{"a":1,"a":2}"#, r#"{"a":1}"#));
        assert!(!same(r#"{"a":1}"#, r#"{"a":1,"b":1}"#));
        assert!(!same("[1,2]", "[2,1]"));
        assert!(!same("\"1\"", "1"));
        assert!(!same("9007199254740993", "9007199254740992.0"));
    }

    #[test]
    fn sorts_long_objects() {
        let object = |names: &mut dyn Iterator<Item = usize>| {
            let members: Vec<_> = names.map(|i| format!("\"k{i}\":{i}")).collect();
            format!("{{{}}}", members.join(","))
        };
        let up = object(&mut (0..5000));
        assert!(same(&up, &object(&mut (0..5000).rev())));
        assert!(same(&up, &object(&mut (0..10_000).map(|i| i % 5000))));
        assert!(!same(&up, &object(&mut (1..5001))));
    }
}

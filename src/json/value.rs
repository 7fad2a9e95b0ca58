//! The owned-or-borrowed JSON value.

use std::borrow::Cow;
use std::fmt;

/// Members of an object in order, duplicates included.
pub(super) type Members<'a> = [(Cow<'a, str>, Json<'a>)];

/// A JSON value that borrows from the text it was read from where it can.
///
/// Objects keep their order and their duplicate keys; numbers are the source token.
/// `PartialEq` is structural (order and spelling matter); use [`Json::same`] for JSON equality.
#[derive(Clone, PartialEq, Eq)]
pub enum Json<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// The number's source token, e.g. `1.50e3`.
    Number(Cow<'a, str>),
    /// The unescaped string.
    String(Cow<'a, str>),
    /// Elements in order.
    Array(Vec<Json<'a>>),
    /// Members in order, duplicates included.
    Object(Vec<(Cow<'a, str>, Json<'a>)>),
}

/// The six kinds of JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// `null`
    Null = 0,
    /// `true` or `false`
    Bool = 1,
    /// any number
    Number = 2,
    /// any string
    String = 3,
    /// any array
    Array = 4,
    /// any object
    Object = 5,
}

impl Kind {
    /// All kinds, in a fixed order.
    pub const ALL: [Kind; 6] = [Kind::Null, Kind::Bool, Kind::Number, Kind::String, Kind::Array, Kind::Object];

    /// JSON Schema's name of the kind.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::Bool => "boolean",
            Kind::Number => "number",
            Kind::String => "string",
            Kind::Array => "array",
            Kind::Object => "object",
        }
    }
}

/// A set of [`Kind`]s.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KindSet(u8);

impl KindSet {
    /// No kind.
    pub const EMPTY: KindSet = KindSet(0);
    /// Every kind.
    pub const ALL: KindSet = KindSet(0b11_1111);

    /// The set holding one kind.
    #[must_use]
    pub const fn of(kind: Kind) -> Self {
        KindSet(1 << kind as u8)
    }
    /// Whether `kind` is in the set.
    #[must_use]
    pub const fn has(self, kind: Kind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }
    /// The set with `kind` added.
    #[must_use]
    pub const fn with(self, kind: Kind) -> Self {
        KindSet(self.0 | (1 << kind as u8))
    }
    /// The set with `kind` removed.
    #[must_use]
    pub const fn without(self, kind: Kind) -> Self {
        KindSet(self.0 & !(1 << kind as u8))
    }
    /// Kinds in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        KindSet(self.0 | other.0)
    }
    /// Kinds in both sets.
    #[must_use]
    pub const fn intersect(self, other: Self) -> Self {
        KindSet(self.0 & other.0)
    }
    /// Kinds not in the set.
    #[must_use]
    pub const fn complement(self) -> Self {
        KindSet(!self.0 & Self::ALL.0)
    }
    /// Whether no kind is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// How many kinds are in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    /// The kinds in the set, in the order of [`Kind::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |k| self.has(*k))
    }
}

impl fmt::Debug for KindSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Kind::name)).finish()
    }
}

impl<'a> Json<'a> {
    /// The value's kind.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Json::Null => Kind::Null,
            Json::Bool(_) => Kind::Bool,
            Json::Number(_) => Kind::Number,
            Json::String(_) => Kind::String,
            Json::Array(_) => Kind::Array,
            Json::Object(_) => Kind::Object,
        }
    }

    /// The first member of an object with this name; `None` for other kinds.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Json<'a>> {
        match self {
            Json::Object(members) => members.iter().find(|(k, _)| k == name).map(|(_, v)| v),
            _ => None,
        }
    }

    /// What a string says; `None` for other kinds.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Json::String(text) => Some(text),
            _ => None,
        }
    }

    /// The elements of an array; none for other kinds.
    #[must_use]
    pub fn items(&self) -> &[Json<'a>] {
        match self {
            Json::Array(items) => items,
            _ => &[],
        }
    }

    /// The value with nothing borrowed.
    #[must_use]
    pub fn into_owned(self) -> Json<'static> {
        let own = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        match self {
            Json::Null => Json::Null,
            Json::Bool(value) => Json::Bool(value),
            Json::Number(token) => Json::Number(own(token)),
            Json::String(text) => Json::String(own(text)),
            Json::Array(items) => Json::Array(items.into_iter().map(Json::into_owned).collect()),
            Json::Object(members) => {
                let member = |(name, value): (Cow<'_, str>, Json<'_>)| (own(name), value.into_owned());
                Json::Object(members.into_iter().map(member).collect())
            }
        }
    }
}

/// Shows the shape only (kinds, lengths, member names), never a value, so that what a model replied does not reach
/// a log through `{:?}`. Use [`to_text`](super::to_text) for the value itself.
impl fmt::Debug for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null | Json::Bool(_) | Json::Number(_) => f.write_str(self.kind().name()),
            Json::String(text) => write!(f, "string({})", text.len()),
            Json::Array(items) => {
                write!(f, "array({}) ", items.len())?;
                f.debug_list().entries(items).finish()
            }
            Json::Object(members) => {
                write!(f, "object({}) ", members.len())?;
                f.debug_map().entries(members.iter().map(|(name, value)| (name, value))).finish()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::json::{parse, to_text};

    #[test]
    fn debug_shows_no_value() {
        let value = parse(r#"{"name":"canary","n":[123456,true,null]}"#).unwrap();
        assert_eq!(format!("{value:?}"), r#"object(2) {"name": string(6), "n": array(3) [number, boolean, null]}"#);
    }

    #[test]
    fn into_owned_keeps_everything() {
        let text = r#"{"b":[1.50e3,"x\u00e9"],"a":null,"b":{"c":false}}"#.to_owned();
        let owned = parse(&text).unwrap().into_owned();
        let printed = to_text(&owned);
        drop(text);
        assert_eq!(printed, r#"{"b":[1.50e3,"xé"],"a":null,"b":{"c":false}}"#);
    }
}

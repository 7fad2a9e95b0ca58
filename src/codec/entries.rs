//! Records: a user object that travels as a list of `{"key": ..., "value": ...}`.

use super::decode::{Decoder, IssueKind, quote};
use super::encode::{EncodeError, Encoder, Member, unrepeated};
use super::matching::Cost;
use super::names::{Keys, repeated};
use super::path::{At, Level, Path};
use super::{CodecId, EntryShape, KeyTest};
use crate::json::Json;
use std::borrow::Cow;

pub(super) const KEY: &str = "key";
pub(super) const VALUE: &str = "value";

/// Why an entry cannot be read.
pub(super) enum Fault<'v> {
    NotObject(&'static str),
    NoKey,
    KeyKind(&'static str),
    NoValue(&'v str),
    Extra(&'v str),
    Twice(&'v str),
}

/// Key and value of an entry.
pub(super) type Entry<'v, 'a> = (&'v Cow<'a, str>, &'v Json<'a>);

/// Opens `{"key": ..., "value": ...}`.
pub(super) fn open_entry<'v, 'a>(item: &'v Json<'a>) -> Result<Entry<'v, 'a>, Fault<'v>> {
    let Json::Object(members) = item else { return Err(Fault::NotObject(item.kind().name())) };
    if let [(first, Json::String(key)), (second, value)] = members.as_slice()
        && first == KEY
        && second == VALUE
    {
        return Ok((key, value));
    }
    if let Some(name) = repeated(members.iter().map(|(name, _)| &**name)) {
        return Err(Fault::Twice(name));
    }
    let key = match item.get(KEY) {
        None => return Err(Fault::NoKey),
        Some(Json::String(key)) => key,
        Some(other) => return Err(Fault::KeyKind(other.kind().name())),
    };
    let value = item.get(VALUE).ok_or(Fault::NoValue(key))?;
    match members.iter().find(|(name, _)| name != KEY && name != VALUE) {
        Some((extra, _)) => Err(Fault::Extra(extra)),
        None => Ok((key, value)),
    }
}

impl KeyTest {
    fn takes(&self, key: &str) -> bool {
        match self {
            KeyTest::Any => true,
            KeyTest::Patterns(patterns) => patterns.iter().all(|pattern| pattern.is_match(key)),
            KeyTest::Names(names) => names.iter().any(|name| **name == *key),
        }
    }
}

/// The codec of the value under `key`: that of the first shape that takes the key.
pub(super) fn codec_for(key: &str, shapes: &[EntryShape]) -> Option<CodecId> {
    shapes.iter().find(|shape| shape.key.takes(key)).map(|shape| shape.value)
}

impl Decoder<'_, '_> {
    pub(super) fn read_entries<'a>(&mut self, list: &[Json<'a>], shapes: &[EntryShape], at: At<'_>) -> Json<'a> {
        self.read_record(list, at, |decoder, key, value, at| decoder.read_entry(key, value, shapes, at))
    }

    /// A list of entries, each value read by `read`.
    pub(super) fn read_record<'a>(
        &mut self,
        list: &[Json<'a>],
        at: At<'_>,
        read: impl Fn(&mut Self, &str, &Json<'a>, At<'_>) -> Json<'a>,
    ) -> Json<'a> {
        if !list.is_empty() {
            self.open();
        }
        let mut keys = Keys::default();
        let mut out = Vec::with_capacity(list.len());
        for (index, item) in list.iter().enumerate() {
            let entry = at.wire.index(index);
            let (key, value) = match open_entry(item) {
                Ok(opened) => opened,
                Err(fault) => {
                    self.bad_entry(&fault, at.below(&at.user.index(index), &entry), at.user);
                    continue;
                }
            };
            let (user, wire) = (at.user.key(key), entry.key(VALUE));
            if let Err(first) = keys.add(key, index) {
                self.key_twice(key, &at.wire.index(first), at.below(&user, &entry));
                continue;
            }
            out.push((key.clone(), read(self, key, value, at.below(&user, &wire))));
        }
        Json::Object(out)
    }

    /// The value of an undeclared key.
    pub(super) fn read_entry<'a>(&mut self, key: &str, value: &Json<'a>, shapes: &[EntryShape], at: At<'_>) -> Json<'a> {
        match codec_for(key, shapes) {
            Some(codec) => self.read(value, codec, at),
            None => self.keep(value, at),
        }
    }

    /// A record in own shape.
    pub(super) fn read_map<'a>(&mut self, members: &[Member<'a>], shapes: &[EntryShape], at: At<'_>) -> Json<'a> {
        if let Some(name) = repeated(members.iter().map(|(name, _)| &**name)) {
            self.twice(name, at);
        }
        let read =
            |(key, value): &Member<'a>| (key.clone(), self.read_entry(key, value, shapes, at.below(&at.user.key(key), &at.wire.key(key))));
        Json::Object(members.iter().map(read).collect())
    }

    /// Tells what is wrong with the entry at `at`, which belongs to the user's object at `owner`.
    pub(super) fn bad_entry(&mut self, fault: &Fault<'_>, at: At<'_>, owner: &Path<'_>) {
        let tell = |decoder: &mut Self, user: &Path<'_>, name: &str, message: String| {
            decoder.issue(IssueKind::Malformed, at.below(user, &at.wire.key(name)), message);
        };
        match fault {
            Fault::NotObject(kind) => {
                self.issue(IssueKind::Malformed, at, format!("{kind} where an entry with key and value belongs"));
            }
            Fault::NoKey => tell(self, &at.user.key(KEY), KEY, "the entry has no key".into()),
            Fault::KeyKind(kind) => {
                tell(self, &at.user.key(KEY), KEY, format!("the key of an entry must be a string, not {kind}"));
            }
            Fault::NoValue(key) => {
                tell(self, &owner.key(key), VALUE, format!("the entry with key {} has no value", quote(key)));
            }
            Fault::Extra(name) => {
                let message = format!("an entry holds key and value only, not {}", quote(name));
                tell(self, &at.user.key(name), name, message);
            }
            Fault::Twice(name) => self.twice(name, at),
        }
    }

    /// The key of the entry at `at` was met before, at `first`.
    pub(super) fn key_twice(&mut self, key: &str, first: &Path<'_>, at: At<'_>) {
        if self.tells() {
            let (first, second) = (first.location(), at.wire.location());
            let message = format!("key {} comes twice, at {first} and at {second}", quote(key));
            self.issue(IssueKind::Duplicate, at, message);
        }
    }

    pub(super) fn cost_entries(&mut self, list: &[Json<'_>], shapes: &[EntryShape], level: Level) -> Cost {
        let mut cost = self.cost_wire();
        let mut keys = Keys::default();
        for item in list {
            cost.add(match open_entry(item) {
                Ok((key, value)) if keys.add(key, ()).is_ok() => self.cost_entry(key, value, shapes, level),
                _ => Cost::VIOLATION,
            });
        }
        cost
    }

    pub(super) fn cost_map(&mut self, members: &[Member<'_>], shapes: &[EntryShape], level: Level) -> Cost {
        let mut cost = self.cost_own();
        for (key, value) in members {
            cost.add(self.cost_entry(key, value, shapes, level));
        }
        cost
    }

    pub(super) fn cost_entry(&mut self, key: &str, value: &Json<'_>, shapes: &[EntryShape], level: Level) -> Cost {
        match codec_for(key, shapes) {
            Some(codec) => self.cost(value, codec, level.below()),
            None => Cost::VIOLATION,
        }
    }
}

/// An entry in wire form.
pub(super) fn entry<'a>(key: Cow<'a, str>, value: Json<'a>) -> Json<'a> {
    Json::Object(vec![(Cow::Borrowed(KEY), Json::String(key)), (Cow::Borrowed(VALUE), value)])
}

impl<'a> Encoder<'a, '_> {
    pub(super) fn say_entries(&mut self, members: &'a [Member<'a>], shapes: &[EntryShape], at: At<'_>) -> Result<Json<'a>, EncodeError> {
        unrepeated(members, at)?;
        let mut out = Vec::with_capacity(members.len());
        for (key, value) in members {
            out.push(entry(Cow::Borrowed(key), self.say_entry(key, value, shapes, at)?));
        }
        Ok(Json::Array(out))
    }

    /// The wire value of an undeclared key of the object at `at`.
    pub(super) fn say_entry(&mut self, key: &str, value: &'a Json<'a>, shapes: &[EntryShape], at: At<'_>) -> Result<Json<'a>, EncodeError> {
        let path = at.user.key(key);
        let at = at.below(&path, &path);
        match codec_for(key, shapes) {
            Some(codec) => self.say(value, codec, at),
            None => Err(EncodeError::new(at, "the wire schema has no place for a property of this name".into())),
        }
    }
}

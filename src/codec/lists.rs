//! The entry lists in objects: of undeclared properties, and of packed fields.

use super::decode::{Decoder, IssueKind, quote};
use super::encode::Member;
use super::entries::{Entry, KEY, VALUE, open_entry};
use super::matching::Cost;
use super::names::{Keys, Slot};
use super::object::{Reading, user_name};
use super::path::At;
use super::{Field, Rest};
use crate::json::Json;

impl<'c> Decoder<'c, '_> {
    /// One of our lists: each entry that can be opened goes to `read`, with its index.
    pub(super) fn read_list_of<'v, 'a>(
        &mut self,
        (name, value): &'v Member<'a>,
        reading: &mut Reading<'c, 'v, 'a>,
        at: At<'_>,
        read: impl Fn(&mut Self, usize, Entry<'v, 'a>, &mut Reading<'c, 'v, 'a>, At<'_>),
    ) {
        self.open();
        if reading.lists.add(name, ()).is_err() {
            return self.twice(name, at);
        }
        let (told, wire) = (at.user.key(name), at.wire.key(name));
        let Json::Array(list) = value else {
            let message = format!("{} where a list of entries with key and value belongs", value.kind().name());
            return self.issue(IssueKind::Malformed, at.below(&told, &wire), message);
        };
        for (index, item) in list.iter().enumerate() {
            match open_entry(item) {
                Ok(entry) => read(self, index, entry, reading, at.inside(&wire)),
                Err(fault) => self.bad_entry(&fault, at.below(&told.index(index), &wire.index(index)), at.user),
            }
        }
    }

    /// An entry of the list of undeclared properties, which stands at `at`.
    pub(super) fn read_spliced<'v, 'a>(
        &mut self,
        index: usize,
        (key, value): Entry<'v, 'a>,
        reading: &mut Reading<'c, 'v, 'a>,
        at: At<'_>,
    ) {
        let entry = at.wire.index(index);
        let user = at.user.key(key);
        let names = reading.table.own.as_ref().unwrap_or(&reading.table.wire);
        if let Slot::Field(field) = names.slot(key) {
            return self.clash(key, &reading.object.fields[field], at.below(&user, &entry));
        }
        if let Err(first) = reading.keys.add(key, Some(index)) {
            return match first {
                Some(first) => self.key_twice(key, &at.wire.index(first), at.below(&user, &entry)),
                None => self.twice_beside(key, at.below(&user, &entry)),
            };
        }
        let wire = entry.key(VALUE);
        let below = at.below(&user, &wire);
        if reading.object.forbids(key, value) {
            return self.null_for_absent(below);
        }
        let value = match &reading.object.rest {
            Rest::Spliced(_, shapes) => self.read_entry(key, value, shapes, below),
            Rest::Closed | Rest::Native(_) => self.keep(value, below),
        };
        reading.out.push((key.clone(), value));
    }

    fn clash(&mut self, key: &str, field: &Field, at: At<'_>) {
        if self.tells() {
            let message = format!(
                "key {} at {} is the name of a declared property, which belongs at {}",
                quote(key),
                at.wire.location(),
                at.user.location()
            );
            let message = if field.wire == field.user { message } else { format!("{message} (as {} in the reply)", quote(&field.wire)) };
            self.issue(IssueKind::Clash, at, message);
        }
    }

    /// A key of one of our lists that is there already, at another place of the same object.
    fn twice_beside(&mut self, key: &str, at: At<'_>) {
        self.issue(IssueKind::Duplicate, at, format!("{} is said twice, in the list and beside it", quote(key)));
    }

    /// An entry of the list of packed fields, which stands at `at`.
    pub(super) fn read_packed<'v, 'a>(&mut self, index: usize, (key, value): Entry<'v, 'a>, reading: &mut Reading<'c, 'v, 'a>, at: At<'_>) {
        let entry = at.wire.index(index);
        let Some(packed) = reading.table.packed(key) else {
            let message = format!("key {} is not a field that belongs in this list", quote(key));
            let (user, wire) = (at.user.key(key), entry.key(KEY));
            return self.issue(IssueKind::Malformed, at.below(&user, &wire), message);
        };
        let field = &reading.object.fields[packed];
        let user = at.user.key(&field.user);
        if !reading.seen.add(packed) {
            return match reading.packed.add(key, index) {
                Err(first) => self.key_twice(key, &at.wire.index(first), at.below(&user, &entry)),
                Ok(()) => self.twice_beside(key, at.below(&user, &entry)),
            };
        }
        let _ = reading.packed.add(key, index);
        let wire = entry.key(VALUE);
        if let Some(value) = self.read_present(value, field.place(), true, at.below(&user, &wire)) {
            reading.out.push((user_name(key, field), value));
        }
    }

    /// The cost of one of our lists, each entry weighed by `entry`.
    pub(super) fn cost_list_of(&mut self, value: &Json<'_>, mut entry: impl FnMut(&mut Self, &str, &Json<'_>) -> Cost) -> Cost {
        let Json::Array(list) = value else { return Cost::VIOLATION };
        let (mut cost, mut keys) = (Cost::NONE, Keys::default());
        for item in list {
            cost.add(match open_entry(item) {
                Ok((key, value)) if keys.add(key, ()).is_ok() => entry(self, key, value),
                _ => Cost::VIOLATION,
            });
        }
        cost
    }
}

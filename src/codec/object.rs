//! Objects: declared fields, undeclared properties beside them or in a list, and packed fields.

use super::carrier::Place;
use super::decode::{Decoder, IssueKind, quote};
use super::encode::{EncodeError, Encoder, Member};
use super::entries::{VALUE, codec_for, entry, open_entry};
use super::matching::Cost;
use super::names::{Keys, Names, ObjectTable, Seen, Slot};
use super::path::{At, Level, Path};
use super::{Carrier, CodecId, Field, Object, Rest};
use crate::json::Json;
use std::borrow::Cow;

impl Field {
    fn place(&self) -> Place {
        Place { codec: self.codec, carrier: self.carrier, null_ok: self.null_ok }
    }
}

impl Object {
    /// Whether `value` is the null of a property that can never be there.
    fn forbids(&self, name: &str, value: &Json<'_>) -> bool {
        matches!(value, Json::Null) && self.forbidden.iter().any(|forbidden| **forbidden == *name)
    }
}

/// An object being read.
struct Reading<'c, 'v, 'a> {
    object: &'c Object,
    table: &'c ObjectTable,
    wire: bool,
    /// Declared fields met.
    seen: Seen,
    /// Undeclared names met, with the index of their entry if they came in the list.
    keys: Keys<'v, Option<usize>>,
    /// Packed fields met in their list, with the index of their entry.
    packed: Keys<'v, usize>,
    /// Our lists met.
    lists: Keys<'v, ()>,
    out: Vec<Member<'a>>,
}

impl<'c> Decoder<'c, '_> {
    /// Finds out what each member is (left on the stack of slots) and whether the object is in wire form: it has every
    /// name the wire form always has.
    fn lay(&mut self, members: &[Member<'_>], table: &ObjectTable) -> bool {
        let (mut met, mut seen, mut cursor) = (0, Seen::default(), 0);
        for (name, _) in members {
            let known = table.wire.find(name, &mut cursor).map(|at| (at, table.wire.get(at)));
            if known.is_some_and(|(at, name)| name.needed && seen.add(at)) {
                met += 1;
            }
            self.slots.push(known.map_or(Slot::Unknown, |(_, name)| name.slot));
        }
        let wire = met == table.needed && !self.own;
        if let (false, Some(own)) = (wire, &table.own) {
            self.lay_own(members, own);
        }
        wire
    }

    fn lay_own(&mut self, members: &[Member<'_>], own: &Names) {
        let (base, mut cursor) = (self.slots.len() - members.len(), 0);
        for (slot, (name, _)) in self.slots[base..].iter_mut().zip(members) {
            *slot = own.find(name, &mut cursor).map_or(Slot::Unknown, |at| own.get(at).slot);
        }
    }

    /// What the member at `index` of the object laid at `base` is; in own shape our names mean nothing.
    fn slot(&self, base: usize, index: usize) -> Slot {
        match self.slots[base + index] {
            Slot::Splice | Slot::Pack if self.own => Slot::Unknown,
            slot => slot,
        }
    }

    pub(super) fn read_object<'a>(&mut self, members: &[Member<'a>], object: &'c Object, id: CodecId, at: At<'_>) -> Json<'a> {
        let Some(table) = self.codec.tables.object(id) else { return Json::Null };
        let base = self.slots.len();
        let wire = self.lay(members, table);
        let out = Vec::with_capacity(members.len());
        let seen = Seen::default();
        let (keys, packed, lists) = (Keys::default(), Keys::default(), Keys::default());
        let mut reading = Reading { object, table, wire, seen, keys, packed, lists, out };
        for (index, (name, value)) in members.iter().enumerate() {
            match self.slot(base, index) {
                Slot::Field(field) => self.read_field(name, value, field, &mut reading, at),
                Slot::Splice => self.read_list_of(name, value, &mut reading, at, Self::read_spliced),
                Slot::Pack => self.read_list_of(name, value, &mut reading, at, Self::read_packed),
                Slot::Unknown => self.read_unknown(name, value, &mut reading, at),
            }
        }
        self.slots.truncate(base);
        Json::Object(reading.out)
    }

    fn read_field<'a>(&mut self, name: &Cow<'a, str>, value: &Json<'a>, index: usize, reading: &mut Reading<'c, '_, 'a>, at: At<'_>) {
        let field = &reading.object.fields[index];
        if !reading.seen.add(index) {
            return self.twice(name, at);
        }
        let (user, wire) = (at.user.key(&field.user), at.wire.key(name));
        if let Some(value) = self.read_present(value, field.place(), reading.wire, at.below(&user, &wire)) {
            reading.out.push((user_name(name, field), value));
        }
    }

    /// A property that is neither declared nor ours.
    fn read_unknown<'v, 'a>(&mut self, name: &'v Cow<'a, str>, value: &'v Json<'a>, reading: &mut Reading<'c, 'v, 'a>, at: At<'_>) {
        let (user, wire) = (at.user.key(name), at.wire.key(name));
        let below = at.below(&user, &wire);
        if reading.keys.add(name, None).is_err() {
            return self.twice(name, at);
        }
        if reading.object.forbids(name, value) {
            return self.null_for_absent(below);
        }
        let value = match &reading.object.rest {
            Rest::Closed => self.keep(value, below),
            Rest::Native(shapes) | Rest::Spliced(_, shapes) => self.read_entry(name, value, shapes, below),
        };
        reading.out.push((name.clone(), value));
    }

    /// One of our lists: each entry that can be opened goes to `read`, with its index.
    fn read_list_of<'v, 'a>(
        &mut self,
        name: &'v Cow<'a, str>,
        value: &'v Json<'a>,
        reading: &mut Reading<'c, 'v, 'a>,
        at: At<'_>,
        read: impl Fn(&mut Self, usize, (&'v Cow<'a, str>, &'v Json<'a>), &mut Reading<'c, 'v, 'a>, At<'_>),
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
    fn read_spliced<'v, 'a>(
        &mut self,
        index: usize,
        (key, value): (&'v Cow<'a, str>, &'v Json<'a>),
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
    fn read_packed<'v, 'a>(
        &mut self,
        index: usize,
        (key, value): (&'v Cow<'a, str>, &'v Json<'a>),
        reading: &mut Reading<'c, 'v, 'a>,
        at: At<'_>,
    ) {
        let entry = at.wire.index(index);
        let Some(packed) = reading.table.packed(key) else {
            let message = format!("key {} is not a field that belongs in this list", quote(key));
            let (user, wire) = (at.user.key(key), entry.key(super::entries::KEY));
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

    pub(super) fn cost_object(&mut self, members: &[Member<'_>], object: &'c Object, id: CodecId, level: Level) -> Cost {
        let Some(table) = self.codec.tables.object(id) else { return Cost::VIOLATION };
        let base = self.slots.len();
        let wire = self.lay(members, table);
        let mut cost = if !wire {
            self.cost_own()
        } else if table.distinct {
            Cost::WIRE
        } else {
            Cost::NONE
        };
        let mut seen = Seen::default();
        for (index, (name, value)) in members.iter().enumerate() {
            cost.add(match self.slot(base, index) {
                Slot::Field(field) if !seen.add(field) => Cost::VIOLATION,
                Slot::Field(field) => {
                    let field = &object.fields[field];
                    let beside = wire && field.carrier == Carrier::Packed;
                    let cost = self.cost_present(value, field.place(), wire, level);
                    if beside { cost.plus(Cost::OWN) } else { cost }
                }
                Slot::Splice => self.cost_list_of(value, |decoder, key, value| {
                    let names = table.own.as_ref().unwrap_or(&table.wire);
                    if matches!(names.slot(key), Slot::Field(_)) {
                        return Cost::VIOLATION;
                    }
                    decoder.cost_unknown(key, value, object, level)
                }),
                Slot::Pack => self.cost_list_of(value, |decoder, key, value| match table.packed(key) {
                    Some(field) if seen.add(field) => decoder.cost_present(value, object.fields[field].place(), true, level),
                    _ => Cost::VIOLATION,
                }),
                Slot::Unknown => {
                    let beside = wire && matches!(object.rest, Rest::Spliced(..));
                    let cost = self.cost_unknown(name, value, object, level);
                    if beside { cost.plus(Cost::OWN) } else { cost }
                }
            });
        }
        self.slots.truncate(base);
        for (index, field) in object.fields.iter().enumerate() {
            if field.carrier == Carrier::Required && !seen.has(index) {
                cost.add(Cost::VIOLATION);
            }
        }
        cost
    }

    /// Whether two objects surely read these members alike.
    pub(super) fn alike_object(
        &mut self,
        members: &[Member<'_>],
        (a, a_id): (&'c Object, CodecId),
        (b, b_id): (&'c Object, CodecId),
    ) -> bool {
        let tables = &self.codec.tables;
        let (Some(a_table), Some(b_table)) = (tables.object(a_id), tables.object(b_id)) else { return false };
        let base = self.slots.len();
        let same_form = self.lay(members, a_table) == self.lay(members, b_table);
        let (a_slots, b_slots) = self.slots[base..].split_at(members.len());
        let mut each = members.iter().zip(a_slots.iter().zip(b_slots));
        let alike = each.all(|((_, value), slots)| match slots {
            (Slot::Field(one), Slot::Field(other)) => {
                let (one, other) = (&a.fields[*one], &b.fields[*other]);
                let presence = |field: &Field| (field.carrier, field.null_ok);
                let plain = !matches!(value, Json::Null) && one.carrier != Carrier::Boxed;
                let carried = (plain && other.carrier != Carrier::Boxed) || (same_form && presence(one) == presence(other));
                one.codec == other.codec && one.user == other.user && carried
            }
            _ => false,
        });
        self.slots.truncate(base);
        alike
    }

    fn cost_unknown(&mut self, name: &str, value: &Json<'_>, object: &Object, level: Level) -> Cost {
        match &object.rest {
            _ if object.forbids(name, value) => Cost::NULL.plus(Cost::VIOLATION),
            Rest::Closed => Cost::VIOLATION,
            Rest::Native(shapes) | Rest::Spliced(_, shapes) => self.cost_entry(name, value, shapes, level),
        }
    }

    fn cost_list_of(&mut self, value: &Json<'_>, mut entry: impl FnMut(&mut Self, &str, &Json<'_>) -> Cost) -> Cost {
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

/// The user's name of a field that came under `name`, borrowed from the reply where it is the same.
fn user_name<'a>(name: &Cow<'a, str>, field: &Field) -> Cow<'a, str> {
    if **name == *field.user { name.clone() } else { Cow::Owned(field.user.to_string()) }
}

impl<'a> Encoder<'a, '_> {
    pub(super) fn say_object(
        &mut self,
        members: &'a [Member<'a>],
        object: &'a Object,
        id: CodecId,
        at: At<'_>,
    ) -> Result<Json<'a>, EncodeError> {
        self.unrepeated(members, at)?;
        let mut there: Vec<Option<&'a Json<'a>>> = vec![None; object.fields.len()];
        let mut extra = Vec::new();
        let names = self.codec.tables.object(id).map(|table| table.own.as_ref().unwrap_or(&table.wire));
        for member in members {
            match names.map(|names| names.slot(&member.0)) {
                Some(Slot::Field(field)) => there[field] = Some(&member.1),
                _ => extra.push(member),
            }
        }
        // What cannot be said at all is found before anything is.
        for (name, _) in &extra {
            let forbidden = object.forbidden.iter().any(|forbidden| **forbidden == **name);
            let shut = match &object.rest {
                Rest::Closed => true,
                Rest::Native(shapes) | Rest::Spliced(_, shapes) => codec_for(name, shapes).is_none(),
            };
            if forbidden || shut {
                return Err(no_place(name, at));
            }
        }
        let mut out = Vec::with_capacity(object.fields.len() + 2);
        let mut packed = Vec::new();
        for (field, value) in object.fields.iter().zip(there) {
            let path = at.user.key(&field.user);
            let at = at.below(&path, &path);
            let said = match value {
                Some(value) => Some(self.say_present(value, field.place(), at)?),
                None => self.say_absent(field.place(), at)?,
            };
            let Some(said) = said else { continue };
            match field.carrier {
                Carrier::Packed => packed.push(entry(Cow::Borrowed(&field.wire), said)),
                _ => out.push((Cow::Borrowed(&*field.wire), said)),
            }
        }
        match &object.rest {
            Rest::Closed => {}
            Rest::Native(shapes) => {
                for (name, value) in extra {
                    out.push((Cow::Borrowed(name), self.say_entry(name, value, shapes, at)?));
                }
            }
            Rest::Spliced(list, shapes) => {
                let mut entries = Vec::with_capacity(extra.len());
                for (name, value) in extra {
                    entries.push(entry(Cow::Borrowed(name), self.say_entry(name, value, shapes, at)?));
                }
                out.push((Cow::Borrowed(&**list), Json::Array(entries)));
            }
        }
        if let Some(list) = &object.pack {
            out.push((Cow::Borrowed(&**list), Json::Array(packed)));
        }
        Ok(Json::Object(out))
    }
}

fn no_place(name: &str, at: At<'_>) -> EncodeError {
    let path: Path<'_> = at.user.key(name);
    EncodeError::new(at.below(&path, &path), "the wire schema has no place for this property".into())
}

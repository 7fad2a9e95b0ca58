//! Objects: declared fields, undeclared properties beside them or in a list, and packed fields.

use super::carrier::Place;
use super::decode::Decoder;
use super::encode::{EncodeError, Encoder, Member, unrepeated};
use super::entries::{codec_for, entry};
use super::matching::Cost;
use super::names::{Keys, Names, ObjectTable, Seen, Slot};
use super::path::{At, Level, Path};
use super::{Carrier, CodecId, Field, Object, Rest};
use crate::json::Json;
use std::borrow::Cow;

impl Field {
    pub(super) fn place(&self) -> Place {
        Place { codec: self.codec, carrier: self.carrier, null_ok: self.null_ok }
    }
}

impl Object {
    /// Whether `value` is the null of a property that can never be there.
    pub(super) fn forbids(&self, name: &str, value: &Json<'_>) -> bool {
        matches!(value, Json::Null) && self.forbidden.iter().any(|forbidden| **forbidden == *name)
    }
}

/// An object being read.
pub(super) struct Reading<'c, 'v, 'a> {
    pub(super) object: &'c Object,
    pub(super) table: &'c ObjectTable,
    pub(super) wire: bool,
    /// Declared fields met.
    pub(super) seen: Seen,
    /// Undeclared names met, with the index of their entry if they came in the list.
    pub(super) keys: Keys<'v, Option<usize>>,
    /// Packed fields met in their list, with the index of their entry.
    pub(super) packed: Keys<'v, usize>,
    /// Our lists met.
    pub(super) lists: Keys<'v, ()>,
    pub(super) out: Vec<Member<'a>>,
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
        let Some(table) = self.codec.tables().object(id) else { return Json::Null };
        let base = self.slots.len();
        let wire = self.lay(members, table);
        let out = Vec::with_capacity(members.len());
        let seen = Seen::default();
        let (keys, packed, lists) = (Keys::default(), Keys::default(), Keys::default());
        let mut reading = Reading { object, table, wire, seen, keys, packed, lists, out };
        for (index, member) in members.iter().enumerate() {
            match self.slot(base, index) {
                Slot::Field(field) => self.read_field(member, field, &mut reading, at),
                Slot::Splice => self.read_list_of(member, &mut reading, at, Self::read_spliced),
                Slot::Pack => self.read_list_of(member, &mut reading, at, Self::read_packed),
                Slot::Unknown => self.read_unknown(member, &mut reading, at),
            }
        }
        self.slots.truncate(base);
        Json::Object(reading.out)
    }

    fn read_field<'a>(&mut self, (name, value): &Member<'a>, index: usize, reading: &mut Reading<'c, '_, 'a>, at: At<'_>) {
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
    fn read_unknown<'v, 'a>(&mut self, (name, value): &'v Member<'a>, reading: &mut Reading<'c, 'v, 'a>, at: At<'_>) {
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

    pub(super) fn cost_object(&mut self, members: &[Member<'_>], object: &'c Object, id: CodecId, level: Level) -> Cost {
        let Some(table) = self.codec.tables().object(id) else { return Cost::VIOLATION };
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
        let tables = self.codec.tables();
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
}

/// The user's name of a field that came under `name`, borrowed from the reply where it is the same.
pub(super) fn user_name<'a>(name: &Cow<'a, str>, field: &Field) -> Cow<'a, str> {
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
        unrepeated(members, at)?;
        let mut there: Vec<Option<&'a Json<'a>>> = vec![None; object.fields.len()];
        let mut extra = Vec::new();
        let Some(table) = self.codec.tables().object(id) else { return Err(EncodeError::too_deep(at)) };
        let (names, mut cursor) = (table.own.as_ref().unwrap_or(&table.wire), 0);
        for member in members {
            match names.find(&member.0, &mut cursor).map(|name| names.get(name).slot) {
                Some(Slot::Field(field)) => there[field] = Some(&member.1),
                _ => extra.push(member),
            }
        }
        // What cannot be said at all is found before anything is.
        for (name, _) in &extra {
            let forbidden = object.forbidden.iter().any(|forbidden| **forbidden == **name);
            let shut = match &object.rest {
                Rest::Closed => true,
                // Beside the fields a name must not mean anything else.
                Rest::Native(shapes) => codec_for(name, shapes).is_none() || table.wire.slot(name) != Slot::Unknown,
                Rest::Spliced(_, shapes) => codec_for(name, shapes).is_none(),
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

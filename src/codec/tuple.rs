//! Positional arrays that travel as objects `_0`, `_1`, ..., `_rest`.

use super::carrier::{Place, Presence};
use super::decode::{Decoder, IssueKind, quote};
use super::encode::{EncodeError, Encoder, Member};
use super::matching::Cost;
use super::path::{At, Level};
use super::{Carrier, Tuple};
use crate::json::Json;
use std::borrow::Cow;

pub(super) const REST: &str = "_rest";

/// The members of a wire tuple, each in its place.
struct Parts<'v, 'a> {
    slots: Vec<Option<&'v Json<'a>>>,
    rest: Option<&'v Json<'a>>,
    strange: Vec<&'v str>,
    twice: Vec<&'v str>,
}

/// An element that is missing, and whether it was told that others follow it.
struct Gap {
    slot: usize,
    told: bool,
}

/// The slot a name stands for: `_0`, `_1`, ...
pub(super) fn slot(name: &str) -> Option<usize> {
    let digits = name.strip_prefix('_')?;
    let canonical = digits == "0" || !digits.starts_with('0');
    if canonical && digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None }
}

fn name(slot: usize) -> String {
    format!("_{slot}")
}

impl Tuple {
    fn place(&self, slot: usize) -> Option<Place> {
        let (codec, carrier) = *self.slots.get(slot)?;
        Some(Place { codec, carrier, null_ok: carrier == Carrier::Boxed })
    }

    /// Sorts the members; `None` if this is no wire form: it lacks a slot that is always there, and has none of ours.
    fn parts<'v, 'a>(&self, members: &'v [Member<'a>]) -> Option<Parts<'v, 'a>> {
        let mut parts = Parts { slots: vec![None; self.slots.len()], rest: None, strange: Vec::new(), twice: Vec::new() };
        let mut known = false;
        for (name, value) in members {
            let place = match slot(name) {
                Some(slot) => parts.slots.get_mut(slot),
                None if name == REST && self.rest.is_some() => Some(&mut parts.rest),
                None => None,
            };
            match place {
                None => parts.strange.push(name),
                Some(Some(_)) => parts.twice.push(name),
                Some(place) => {
                    *place = Some(value);
                    known = true;
                }
            }
        }
        let whole = (0..self.slots.len()).all(|slot| parts.slots[slot].is_some() || self.optional(slot));
        (known || whole).then_some(parts)
    }

    fn optional(&self, slot: usize) -> bool {
        self.slots[slot].1 != Carrier::Required
    }
}

impl Decoder<'_, '_> {
    pub(super) fn read_tuple<'a>(&mut self, value: &Json<'a>, members: &[Member<'a>], tuple: &Tuple, at: At<'_>) -> Json<'a> {
        let Some(parts) = tuple.parts(members) else { return self.keep(value, at) };
        self.open();
        for strange in &parts.strange {
            let wire = at.wire.key(strange);
            let at = at.inside(&wire);
            self.issue(IssueKind::Malformed, at, format!("{} is no element of this array", quote(strange)));
        }
        for twice in &parts.twice {
            self.twice(twice, at);
        }
        let mut out = Vec::with_capacity(members.len());
        let (mut gap, outer) = (None, at);
        for (index, part) in parts.slots.iter().enumerate() {
            let Some(place) = tuple.place(index) else { break };
            let name = name(index);
            let (user, wire) = (at.user.index(index), at.wire.key(&name));
            let at = at.below(&user, &wire);
            let read = part.and_then(|value| self.read_present(value, place, true, at));
            match (read, &mut gap) {
                (Some(item), None) => out.push(item),
                (Some(_), Some(gap)) => self.after(gap, "an element", outer, at),
                (None, gap) if tuple.optional(index) => _ = gap.get_or_insert(Gap { slot: index, told: false }),
                (None, _) => self.issue(IssueKind::Malformed, at, format!("{} is missing", quote(&name))),
            }
        }
        self.read_rest(&parts, tuple, gap, &mut out, at);
        Json::Array(out)
    }

    /// Tells of what stands after a gap, and once of the gap: either something belongs there, or nothing after it.
    fn after(&mut self, gap: &mut Gap, what: &str, tuple: At<'_>, at: At<'_>) {
        if !std::mem::replace(&mut gap.told, true) {
            let name = name(gap.slot);
            let (user, wire) = (tuple.user.index(gap.slot), tuple.wire.key(&name));
            self.issue(IssueKind::Gap, tuple.below(&user, &wire), "missing, and there are elements after it".to_owned());
        }
        self.issue(IssueKind::Gap, at, format!("{what} after the missing one at {}", gap.slot));
    }

    fn read_rest<'a>(&mut self, parts: &Parts<'_, 'a>, tuple: &Tuple, gap: Option<Gap>, out: &mut Vec<Json<'a>>, at: At<'_>) {
        let (Some(rest), Some(codec)) = (parts.rest, tuple.rest) else { return };
        let wire = at.wire.key(REST);
        let Json::Array(items) = rest else {
            let message = format!("{} where the list of further elements belongs", rest.kind().name());
            return self.issue(IssueKind::Malformed, at.inside(&wire), message);
        };
        if let (Some(mut gap), false) = (gap, items.is_empty()) {
            return self.after(&mut gap, "elements", at, at.inside(&wire));
        }
        for (index, item) in items.iter().enumerate() {
            let (user, wire) = (at.user.index(out.len()), wire.index(index));
            let item = self.read(item, codec, at.below(&user, &wire));
            out.push(item);
        }
    }

    /// A tuple in own shape.
    pub(super) fn read_list<'a>(&mut self, list: &[Json<'a>], tuple: &Tuple, at: At<'_>) -> Json<'a> {
        let read = |(index, item): (usize, &Json<'a>)| {
            let (user, wire) = (at.user.index(index), at.wire.index(index));
            let at = at.below(&user, &wire);
            match tuple.slots.get(index).map(|(codec, _)| *codec).or(tuple.rest) {
                Some(codec) => self.read(item, codec, at),
                None => self.keep(item, at),
            }
        };
        Json::Array(list.iter().enumerate().map(read).collect())
    }

    pub(super) fn cost_tuple(&mut self, members: &[Member<'_>], tuple: &Tuple, level: Level) -> Cost {
        let Some(parts) = tuple.parts(members) else { return Cost::VIOLATION };
        let mut cost = self.cost_wire();
        for _ in parts.strange.iter().chain(&parts.twice) {
            cost.add(Cost::VIOLATION);
        }
        let mut gap = false;
        for (index, part) in parts.slots.iter().enumerate() {
            let Some(place) = tuple.place(index) else { break };
            let there = part.filter(|value| !matches!(self.presence(value, place, true), Presence::Absent));
            match there {
                Some(value) => {
                    if gap {
                        cost.add(Cost::VIOLATION);
                    }
                    cost.add(self.cost_present(value, place, true, level));
                }
                None if tuple.optional(index) => {
                    gap = true;
                    cost.add(if part.is_some() { Cost::NULL } else { Cost::OWN });
                }
                None => cost.add(Cost::VIOLATION),
            }
        }
        match (parts.rest, tuple.rest) {
            (Some(Json::Array(items)), Some(_)) if gap && !items.is_empty() => cost.add(Cost::VIOLATION),
            (Some(Json::Array(items)), Some(codec)) => cost.add(self.cost_items(items, level, |_| codec)),
            (Some(_), _) => cost.add(Cost::VIOLATION),
            // Left out: no strict wire form.
            (None, Some(_)) => cost.add(Cost::OWN),
            (None, None) => {}
        }
        cost
    }

    pub(super) fn cost_list(&mut self, list: &[Json<'_>], tuple: &Tuple, level: Level) -> Cost {
        let mut cost = self.cost_own();
        for (index, (_, carrier)) in tuple.slots.iter().enumerate() {
            if *carrier == Carrier::Required && index >= list.len() {
                cost.add(Cost::VIOLATION);
            }
        }
        for (index, item) in list.iter().enumerate() {
            cost.add(match tuple.slots.get(index).map(|(codec, _)| *codec).or(tuple.rest) {
                Some(codec) => self.cost(item, codec, level.below()),
                None => Cost::VIOLATION,
            });
        }
        cost
    }
}

impl<'a> Encoder<'a, '_> {
    pub(super) fn say_tuple(&mut self, list: &'a [Json<'a>], tuple: &Tuple, at: At<'_>) -> Result<Json<'a>, EncodeError> {
        let mut out = Vec::with_capacity(tuple.slots.len() + 1);
        for index in 0..tuple.slots.len() {
            let Some(place) = tuple.place(index) else { break };
            let path = at.user.index(index);
            let at = at.below(&path, &path);
            let said = match list.get(index) {
                Some(item) => Some(self.say_present(item, place, at)?),
                None => self.say_absent(place, at)?,
            };
            out.extend(said.map(|said| (Cow::Owned(name(index)), said)));
        }
        let further = list.get(tuple.slots.len()..).unwrap_or_default();
        if let Some(codec) = tuple.rest {
            let mut rest = Vec::with_capacity(further.len());
            for (index, item) in further.iter().enumerate() {
                let path = at.user.index(tuple.slots.len() + index);
                rest.push(self.say(item, codec, at.below(&path, &path))?);
            }
            out.push((Cow::Borrowed(REST), Json::Array(rest)));
        } else if !further.is_empty() {
            let path = at.user.index(tuple.slots.len());
            let message = "the wire schema has no place for this many elements".into();
            return Err(EncodeError::new(at.below(&path, &path), message));
        }
        Ok(Json::Object(out))
    }
}

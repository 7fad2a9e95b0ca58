//! Name tables of objects, and the name sets kept while one object is walked.

use super::{Carrier, Object, Rest};
use std::collections::{HashMap, HashSet};

/// What a member of an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// The declared field of this index.
    Field(usize),
    /// The list of undeclared properties.
    Splice,
    /// The list of packed fields.
    Pack,
    /// None of these.
    Unknown,
}

/// Tables derived from an [`Object`].
#[derive(Clone, Debug)]
pub(super) struct ObjectTable {
    /// Names of the wire form, in wire order.
    pub(super) wire: Names,
    /// Names of the own form, where they differ.
    pub(super) own: Option<Names>,
    /// Packed fields by their wire names, where there are any.
    packed: Option<Names>,
    /// How many names the wire form always has.
    pub(super) needed: usize,
    /// Whether some strict wire value of this object is no user value.
    pub(super) distinct: bool,
}

impl ObjectTable {
    pub(super) fn new(object: &Object) -> Self {
        let lists = || {
            let splice = match &object.rest {
                Rest::Spliced(name, _) => Some((&**name, Slot::Splice, true)),
                Rest::Closed | Rest::Native(_) => None,
            };
            splice.into_iter().chain(object.pack.as_deref().map(|name| (name, Slot::Pack, true)))
        };
        let fields = || object.fields.iter().enumerate();
        let user = || fields().map(|(i, field)| (&*field.user, Slot::Field(i), false));
        // A field whose name is the same on both sides stands among those of the wire form already.
        let others = fields().filter(|(_, field)| field.carrier == Carrier::Packed || field.wire != field.user);
        let others = others.map(|(i, field)| (&*field.user, Slot::Field(i), false));
        let wire = fields()
            .filter(|(_, field)| field.carrier != Carrier::Packed)
            .map(|(i, field)| (&*field.wire, Slot::Field(i), field.carrier != Carrier::Native));
        let renamed = object.fields.iter().any(|field| field.wire != field.user);
        let wire = Names::new(wire.chain(lists()).chain(others));
        let own = renamed.then(|| Names::new(user().chain(lists())));
        let needed = wire.entries.iter().filter(|entry| entry.needed).count();
        let boxed = object.fields.iter().any(|field| field.carrier == Carrier::Boxed);
        let packed = fields().filter(|(_, field)| field.carrier == Carrier::Packed);
        let packed = object.pack.as_ref().map(|_| Names::new(packed.map(|(i, field)| (&*field.wire, Slot::Field(i), false))));
        ObjectTable { wire, own, packed, needed, distinct: renamed || boxed || lists().next().is_some() }
    }

    /// The packed field of this wire name.
    pub(super) fn packed(&self, name: &str) -> Option<usize> {
        match self.packed.as_ref()?.slot(name) {
            Slot::Field(field) => Some(field),
            _ => None,
        }
    }
}

/// A name table: in order for replies that keep the schema's order, sorted for those that don't.
#[derive(Clone, Debug)]
pub(super) struct Names {
    /// The names, one after the other.
    text: Box<str>,
    entries: Box<[Name]>,
    /// Places in `entries`, by name.
    sorted: Box<[u32]>,
}

/// One known name.
#[derive(Clone, Debug)]
pub(super) struct Name {
    /// Where its text starts and ends.
    span: (u32, u32),
    pub(super) slot: Slot,
    /// Whether the wire form always has it.
    pub(super) needed: bool,
}

impl Names {
    fn new<'n>(names: impl Iterator<Item = (&'n str, Slot, bool)>) -> Self {
        let mut all: Vec<_> = names.collect();
        let mut sorted: Vec<usize> = (0..all.len()).collect();
        sorted.sort_by(|a, b| all[*a].0.cmp(all[*b].0));
        // Of names that come twice the first counts.
        if sorted.windows(2).any(|pair| all[pair[0]].0 == all[pair[1]].0) {
            let mut taken = HashSet::new();
            all.retain(|(text, ..)| taken.insert(*text));
            sorted = (0..all.len()).collect();
            sorted.sort_by(|a, b| all[*a].0.cmp(all[*b].0));
        }
        let mut text = String::with_capacity(all.iter().map(|(name, ..)| name.len()).sum());
        let entry = |(name, slot, needed): (&str, Slot, bool)| {
            let start = small(text.len());
            text.push_str(name);
            Name { span: (start, small(text.len())), slot, needed }
        };
        let entries = all.into_iter().map(entry).collect();
        Names { text: text.into(), entries, sorted: sorted.into_iter().map(small).collect() }
    }

    /// The index of `name`; `cursor` is where it is expected, and moves past it.
    pub(super) fn find(&self, name: &str, cursor: &mut usize) -> Option<usize> {
        let at = match self.entries.get(*cursor) {
            Some(expected) if self.text(expected) == name => *cursor,
            _ => self.position(name)?,
        };
        *cursor = at + 1;
        Some(at)
    }

    pub(super) fn get(&self, at: usize) -> &Name {
        &self.entries[at]
    }

    fn position(&self, name: &str) -> Option<usize> {
        let at = self.sorted.binary_search_by(|at| self.text(&self.entries[*at as usize]).cmp(name)).ok()?;
        Some(self.sorted[at] as usize)
    }

    fn text(&self, name: &Name) -> &str {
        &self.text[name.span.0 as usize..name.span.1 as usize]
    }

    /// What `name` is.
    pub(super) fn slot(&self, name: &str) -> Slot {
        self.position(name).map_or(Slot::Unknown, |at| self.entries[at].slot)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "names come from schemas, whose texts are capped far below 4 GiB")]
const fn small(n: usize) -> u32 {
    n as u32
}

/// A set of small numbers.
#[derive(Debug, Default)]
pub(super) struct Seen {
    low: u128,
    /// Bits of the numbers from 128 on.
    high: Vec<u64>,
}

impl Seen {
    /// Adds `index`; whether it was new.
    pub(super) fn add(&mut self, index: usize) -> bool {
        if index < 128 {
            let bit = 1 << index;
            let new = self.low & bit == 0;
            self.low |= bit;
            return new;
        }
        let (word, bit) = ((index - 128) / 64, 1 << (index % 64));
        if word >= self.high.len() {
            self.high.resize(word + 1, 0);
        }
        let new = self.high[word] & bit == 0;
        self.high[word] |= bit;
        new
    }

    pub(super) fn has(&self, index: usize) -> bool {
        match index.checked_sub(128) {
            None => self.low & (1 << index) != 0,
            Some(over) => self.high.get(over / 64).is_some_and(|word| word & (1 << (index % 64)) != 0),
        }
    }
}

/// Names met so far in one object, each with where it was; small sets are searched in line.
pub(super) struct Keys<'k, T> {
    few: Vec<(&'k str, T)>,
    many: HashMap<&'k str, T>,
}

impl<T> Default for Keys<'_, T> {
    fn default() -> Self {
        Keys { few: Vec::new(), many: HashMap::new() }
    }
}

impl<'k, T: Copy> Keys<'k, T> {
    const FEW: usize = 8;

    /// Adds a name; `Err` with the earlier place if it was there.
    pub(super) fn add(&mut self, name: &'k str, place: T) -> Result<(), T> {
        if self.many.is_empty() {
            if let Some((_, earlier)) = self.few.iter().find(|(known, _)| *known == name) {
                return Err(*earlier);
            }
            if self.few.len() < Self::FEW {
                self.few.push((name, place));
                return Ok(());
            }
            self.many.extend(self.few.drain(..));
        }
        match self.many.insert(name, place) {
            None => Ok(()),
            Some(earlier) => {
                self.many.insert(name, earlier);
                Err(earlier)
            }
        }
    }
}

/// The first name that comes twice among `names`.
pub(super) fn repeated<'k>(names: impl Iterator<Item = &'k str> + Clone) -> Option<&'k str> {
    let mut keys = Keys::default();
    names.into_iter().find(|name| keys.add(name, ()).is_err())
}

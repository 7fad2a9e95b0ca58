//! Which subschema of the user's stands where in the wire schema.

use crate::json::{Events, parse_events};
use crate::location::{Location, Span};
use crate::schema::Schema;
use crate::schema::arena::JsonId;
use std::borrow::Cow;
use std::collections::HashMap;

/// Subschemas that both schemas have, in the order of the wire schema.
#[derive(Clone, Debug, Default)]
pub struct Places(Vec<Pair>);

#[derive(Clone, Debug)]
struct Pair {
    wire: Location,
    user: Location,
}

impl Places {
    /// From the offsets at which subschemas begin in the wire schema's text.
    #[must_use]
    pub fn new(schema: &Schema, wire_schema: &str, offsets: &[(u32, JsonId)]) -> Self {
        let wanted: HashMap<u32, JsonId> = offsets.iter().copied().collect();
        let mut finder = Finder { wanted, open: Vec::new(), key: None, at: Location::root(), pairs: Vec::new() };
        // The text is our own: it is JSON.
        let _ = parse_events(wire_schema, &mut finder);
        let pair = |(wire, json): (Location, JsonId)| Pair { wire, user: schema.doc().location(json) };
        Places(finder.pairs.into_iter().map(pair).collect())
    }

    /// Where what stands at `wire` comes from: the subschema of the user's at that place, or the nearest around it.
    #[must_use]
    pub fn user(&self, wire: &Location) -> Location {
        let around = self.0.iter().filter(|pair| leads_to(&pair.wire, wire));
        around.max_by_key(|pair| pair.wire.as_str().len()).map_or_else(Location::root, |pair| pair.user.clone())
    }

    /// Where the subschema at `user`, or the nearest around it, went: its first place in the wire schema.
    #[must_use]
    pub fn wire(&self, user: &Location) -> Location {
        let mut best: Option<&Pair> = None;
        for pair in self.0.iter().filter(|pair| leads_to(&pair.user, user)) {
            if best.is_none_or(|best| pair.user.as_str().len() > best.user.as_str().len()) {
                best = Some(pair);
            }
        }
        best.map_or_else(Location::root, |pair| pair.wire.clone())
    }
}

/// Whether `inner` is `outer` or below it.
fn leads_to(outer: &Location, inner: &Location) -> bool {
    inner.as_str().strip_prefix(outer.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Finds the pointers of objects that begin at given offsets.
struct Finder<'a> {
    wanted: HashMap<u32, JsonId>,
    /// Open containers: the pointer of each, and how many elements an array had so far.
    open: Vec<(Location, Option<usize>)>,
    key: Option<Cow<'a, str>>,
    at: Location,
    pairs: Vec<(Location, JsonId)>,
}

impl Finder<'_> {
    /// Steps to the value that begins here.
    fn step(&mut self) {
        let Some((outer, count)) = self.open.last_mut() else { return };
        self.at = match count {
            Some(count) => {
                *count += 1;
                let mut at = outer.clone();
                at.push_index(*count - 1);
                at
            }
            None => outer.join(&self.key.take().unwrap_or_default()),
        };
    }

    fn begin(&mut self, at: u32, count: Option<usize>) {
        self.step();
        if let Some(json) = self.wanted.get(&at) {
            self.pairs.push((self.at.clone(), *json));
        }
        self.open.push((self.at.clone(), count));
    }
}

impl<'a> Events<'a> for Finder<'a> {
    fn null(&mut self, _: Span) {
        self.step();
    }
    fn bool(&mut self, _: bool, _: Span) {
        self.step();
    }
    fn number(&mut self, _: &'a str, _: Span) {
        self.step();
    }
    fn string(&mut self, _: Cow<'a, str>, _: Span) {
        self.step();
    }
    fn key(&mut self, text: Cow<'a, str>, _: Span) {
        self.key = Some(text);
    }
    fn begin_array(&mut self, at: u32) {
        self.begin(at, Some(0));
    }
    fn end_array(&mut self, _: u32) {
        self.open.pop();
    }
    fn begin_object(&mut self, at: u32) {
        self.begin(at, None);
    }
    fn end_object(&mut self, _: u32) {
        self.open.pop();
    }
}

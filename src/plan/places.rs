//! Which subschema of the user's stands where in the wire schema.

use crate::json::{Events, Kind, parse_events};
use crate::location::{Location, Span};
use crate::schema::Schema;
use crate::schema::arena::JsonId;
use crate::schema::doc::Doc;
use std::borrow::Cow;
use std::collections::HashMap;

/// Subschemas that both schemas have, in the order of the wire schema.
#[derive(Clone, Debug, Default)]
pub struct Places {
    pairs: Vec<Pair>,
    /// The first place in the wire schema of each of the user's.
    first: HashMap<Location, usize>,
}

#[derive(Clone, Debug)]
struct Pair {
    wire: Location,
    user: Location,
}

impl Places {
    /// From the offsets at which subschemas begin in the wire schema's text.
    #[must_use]
    pub fn new(schema: &Schema, wire_schema: &str, offsets: &[(u32, JsonId)]) -> Self {
        let recorded: HashMap<u32, JsonId> = offsets.iter().copied().collect();
        let mut finder = Finder { doc: schema.doc(), recorded, open: Vec::new(), key: None, at: Location::root(), pairs: Vec::new() };
        // The text is our own: it is JSON.
        let _ = parse_events(wire_schema, &mut finder);
        let pairs = finder.pairs;
        let mut first = HashMap::with_capacity(pairs.len());
        for (at, pair) in pairs.iter().enumerate() {
            first.entry(pair.user.clone()).or_insert(at);
        }
        Places { pairs, first }
    }

    /// Where what stands at `wire` comes from: the subschema of the user's at that place, or the nearest around it.
    #[must_use]
    pub fn user(&self, wire: &Location) -> Location {
        let mut best: Option<&Pair> = None;
        for pair in self.pairs.iter().filter(|pair| leads_to(&pair.wire, wire)) {
            if best.is_none_or(|best| pair.wire.as_str().len() > best.wire.as_str().len()) {
                best = Some(pair);
            }
        }
        best.map_or_else(Location::root, |pair| pair.user.clone())
    }

    /// Where the subschema at `user`, or the nearest around it, went: its first place in the wire schema.
    #[must_use]
    pub fn wire(&self, user: &Location) -> Location {
        let around = std::iter::successors(Some(user.as_str()), |place| place.rsplit_once('/').map(|(around, _)| around));
        let first = around.map(Location::from_pointer).find_map(|place| self.first.get(&place));
        first.map_or_else(Location::root, |at| self.pairs[*at].wire.clone())
    }
}

/// Whether `inner` is `outer` or below it.
fn leads_to(outer: &Location, inner: &Location) -> bool {
    inner.as_str().strip_prefix(outer.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Walks the wire schema's text beside the user's document.
///
/// Equal subschemas are built once and printed at several places, so what was recorded for a place may stand elsewhere in
/// the user's schema: the member of the same name counts first, and what was recorded only where it is below the
/// surrounding subschema or in a definition.
struct Finder<'a, 's> {
    doc: &'s Doc,
    recorded: HashMap<u32, JsonId>,
    open: Vec<Frame<'a>>,
    key: Option<Cow<'a, str>>,
    at: Location,
    pairs: Vec<Pair>,
}

/// An open container of the wire schema.
struct Frame<'a> {
    at: Location,
    /// How many elements an array had so far.
    count: Option<usize>,
    /// The member it is, where it is one.
    key: Option<Cow<'a, str>>,
    /// The user's subschemas that this one, or the nearest around it, stands for.
    user: Vec<JsonId>,
}

impl<'a> Finder<'a, '_> {
    /// Steps to the value that begins here.
    fn step(&mut self) -> Option<Cow<'a, str>> {
        let frame = self.open.last_mut()?;
        match &mut frame.count {
            Some(count) => {
                *count += 1;
                self.at = frame.at.clone();
                self.at.push_index(*count - 1);
                None
            }
            None => {
                let key = self.key.take().unwrap_or_default();
                self.at = frame.at.join(&key);
                Some(key)
            }
        }
    }

    fn begin(&mut self, at: u32, count: Option<usize>) {
        let key = self.step();
        let user = self.user(at, key.as_deref());
        self.open.push(Frame { at: self.at.clone(), count, key, user });
    }

    /// The user's subschemas for the container that begins here.
    fn user(&mut self, at: u32, key: Option<&str>) -> Vec<JsonId> {
        let around = self.open.last();
        let outer: &[JsonId] = around.map_or(&[], |frame| &frame.user);
        let named = |path: &[&str]| outer.iter().find_map(|json| path.iter().try_fold(*json, |json, name| self.doc.get(json, name)));
        let own = match (around.and_then(|frame| frame.key.as_deref()), key) {
            (Some("properties"), Some(name)) => named(&["properties", name]).or_else(|| match (name.strip_prefix('_'), name) {
                // The carriers of tuples and maps.
                (Some(number), _) => {
                    let list = named(&["prefixItems"]).or_else(|| named(&["items"]).filter(|json| self.doc.kind(*json) == Kind::Array));
                    number.parse().ok().and_then(|n| self.doc.children(list?).nth(n))
                }
                (None, "value") => named(&["additionalProperties"]),
                _ => None,
            }),
            (_, Some("items")) => named(&["items"]),
            _ => None,
        };
        let recorded = self.recorded.get(&at).copied();
        let place = recorded.map(|json| self.doc.location(json));
        let near = |place: &Location| {
            let defined = ["/$defs/", "/definitions/", "/components/"].iter().any(|part| place.as_str().contains(part));
            defined || outer.is_empty() || outer.iter().any(|json| leads_to(&self.doc.location(*json), place))
        };
        let recorded = recorded.filter(|_| place.as_ref().is_some_and(near));
        let found: Vec<JsonId> = own.into_iter().chain(recorded).collect();
        let Some(first) = found.first() else { return outer.to_vec() };
        // A reference is where it stands; what it leads to is where it leads.
        let user = self.doc.location(*first);
        self.pairs.push(Pair { wire: self.at.clone(), user });
        if let (Some(own), Some(recorded), Some(place)) = (own, recorded, place)
            && own != recorded
        {
            self.pairs.push(Pair { wire: self.at.clone(), user: place });
        }
        found
    }
}

impl<'a> Events<'a> for Finder<'a, '_> {
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

//! Which subschema of the user's stands where in the wire schema.

use crate::json::{Events, Kind, parse_events};
use crate::location::{Location, Span};
use crate::rule::wire::WireId;
use crate::schema::Schema;
use crate::schema::arena::JsonId;
use crate::schema::doc::Doc;
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

/// A subschema of the user's that begins at an offset of the wire schema's text.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// The offset.
    pub at: u32,
    /// The wire node, where it is printed itself and not referred to.
    pub node: Option<WireId>,
    /// The subschema.
    pub json: JsonId,
}

/// Subschemas that both schemas have, in the order of the wire schema.
#[derive(Clone, Debug, Default)]
pub struct Places {
    pairs: Vec<Pair>,
    /// The places in the wire schema of each of the user's, in order; those it was merged into come last.
    of_user: HashMap<Location, Vec<usize>>,
    /// Where each wire node is printed first, and which pairs are there and below.
    of_node: HashMap<WireId, (Location, Range<usize>)>,
}

#[derive(Clone, Debug)]
struct Pair {
    wire: Location,
    user: Location,
    /// Whether another subschema comes before it there.
    merged: bool,
}

impl Places {
    /// From the offsets at which subschemas begin in the wire schema's text.
    #[must_use]
    pub fn new(schema: &Schema, wire_schema: &str, placed: &[Placed]) -> Self {
        let mut recorded: HashMap<u32, Vec<JsonId>> = HashMap::with_capacity(placed.len());
        let mut nodes: HashMap<u32, Vec<WireId>> = HashMap::with_capacity(placed.len());
        for Placed { at, node, json } in placed {
            recorded.entry(*at).or_default().push(*json);
            if let Some(node) = node {
                nodes.entry(*at).or_default().push(*node);
            }
        }
        let mut finder = Finder {
            doc: schema.doc(),
            recorded,
            nodes,
            open: Vec::new(),
            key: None,
            at: Location::root(),
            pairs: Vec::new(),
            of_node: HashMap::new(),
        };
        // The text is our own: it is JSON.
        let _ = parse_events(wire_schema, &mut finder);
        let Finder { pairs, of_node, .. } = finder;
        let mut of_user: HashMap<Location, Vec<usize>> = HashMap::with_capacity(pairs.len());
        // Where a subschema stands alone says more of it than where it was merged with others.
        for merged in [false, true] {
            for (at, pair) in pairs.iter().enumerate().filter(|(_, pair)| pair.merged == merged) {
                of_user.entry(pair.user.clone()).or_default().push(at);
            }
        }
        Places { pairs, of_user, of_node }
    }

    /// Where what a node of the wire schema was built with stands, as far as it comes from `user`: the node, or what is
    /// nearer to that below it.
    #[must_use]
    pub fn built(&self, user: &Location, node: WireId) -> Location {
        let Some((place, below)) = self.of_node.get(&node) else { return self.wire(user) };
        let inside = |found: &Vec<usize>| found.iter().copied().filter(|at| below.contains(at)).min();
        let found = around(user).find_map(|user| self.of_user.get(&user).and_then(inside));
        found.map_or_else(|| place.clone(), |at| self.pairs[at].wire.clone())
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
        let first = around(user).find_map(|user| self.of_user.get(&user)?.first());
        first.map_or_else(Location::root, |at| self.pairs[*at].wire.clone())
    }
}

/// A place and those around it, the root last.
fn around(place: &Location) -> impl Iterator<Item = Location> {
    let pointers = std::iter::successors(Some(place.as_str()), |place| place.rsplit_once('/').map(|(around, _)| around));
    pointers.map(Location::from_pointer)
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
    /// By offset; the first gave the node its name, it was merged from the others too.
    recorded: HashMap<u32, Vec<JsonId>>,
    /// The wire nodes by offset: a node, and the annotated places around it.
    nodes: HashMap<u32, Vec<WireId>>,
    open: Vec<Frame<'a>>,
    key: Option<Cow<'a, str>>,
    at: Location,
    pairs: Vec<Pair>,
    of_node: HashMap<WireId, (Location, Range<usize>)>,
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
    /// The wire nodes it is, and how many pairs there were before.
    nodes: (Vec<WireId>, usize),
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
        let nodes = (self.nodes.remove(&at).unwrap_or_default(), self.pairs.len());
        let user = self.user(at, key.as_deref());
        self.open.push(Frame { at: self.at.clone(), count, key, user, nodes });
    }

    fn end(&mut self) {
        let Some(Frame { at, nodes: (nodes, from), .. }) = self.open.pop() else { return };
        for node in nodes {
            self.of_node.entry(node).or_insert_with(|| (at.clone(), from..self.pairs.len()));
        }
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
                (None, "value") => self.entry_value(outer, at),
                _ => None,
            }),
            (_, Some("items")) => named(&["items"]),
            _ => None,
        };
        let near = |json: &JsonId| {
            let place = self.doc.location(*json);
            let defined = ["/$defs/", "/definitions/", "/components/"].iter().any(|part| place.as_str().contains(part));
            defined || outer.is_empty() || outer.iter().any(|json| leads_to(&self.doc.location(*json), &place))
        };
        let recorded = self.recorded.get(&at).into_iter().flatten().copied().filter(near);
        // A reference is where it stands; what it leads to is where it leads.
        let mut found: Vec<JsonId> = Vec::new();
        for json in own.into_iter().chain(recorded) {
            if !found.contains(&json) {
                found.push(json);
            }
        }
        if found.is_empty() {
            return outer.to_vec();
        }
        for (number, json) in found.iter().enumerate() {
            self.pairs.push(Pair { wire: self.at.clone(), user: self.doc.location(*json), merged: number > 0 });
        }
        found
    }

    /// What the value of an entry is in a map: of what its key's pattern says, or of other properties.
    fn entry_value(&self, outer: &[JsonId], at: u32) -> Option<JsonId> {
        let get = |name: &str| outer.iter().find_map(|json| self.doc.get(*json, name));
        let rest = get("additionalProperties");
        let patterns = get("patternProperties").map_or_else(Vec::new, |map| self.doc.children(map).collect());
        if patterns.is_empty() {
            return rest;
        }
        let recorded = self.recorded.get(&at).into_iter().flatten();
        let known = recorded.copied().find(|json| patterns.contains(json) || rest == Some(*json));
        known.or_else(|| {
            // Entries come in the order of the patterns, the rest last: their `properties`, the entry, and the list of entries.
            let entries = self.open.get(self.open.len().checked_sub(3)?)?;
            let number = entries.count.filter(|_| entries.key.as_deref() == Some("anyOf"))?;
            patterns.get(number.checked_sub(1)?).copied().or(rest)
        })
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
        self.end();
    }
    fn begin_object(&mut self, at: u32) {
        self.begin(at, None);
    }
    fn end_object(&mut self, _: u32) {
        self.end();
    }
}

//! Which subschema of the user's stands where in the wire schema.

use crate::few::Few;
use crate::ids::IdMap;
use crate::json::{Events, Kind, parse_events};
use crate::location::{Location, Span};
use crate::rule::wire::WireId;
use crate::schema::Schema;
use crate::schema::arena::JsonId;
use crate::schema::doc::Doc;
use std::borrow::Cow;
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
    of_user: IdMap<JsonId, Few<usize>>,
    /// Where each wire node is printed first, and which pairs are there and below.
    of_node: IdMap<WireId, (Location, Range<usize>)>,
}

#[derive(Clone, Debug)]
struct Pair {
    wire: Location,
    user: JsonId,
    /// Whether another subschema comes before it there.
    merged: bool,
}

impl Places {
    /// From the offsets at which subschemas begin in the wire schema's text.
    #[must_use]
    pub fn new(schema: &Schema, wire_schema: &str, placed: &[Placed]) -> Self {
        let mut placed = placed.to_vec();
        placed.sort_by_key(|placed| placed.at);
        let mut finder = Finder {
            doc: schema.doc(),
            placed: &placed,
            open: Vec::new(),
            key: None,
            at: Location::root(),
            pairs: Vec::with_capacity(placed.len()),
            of_node: IdMap::default(),
        };
        // The text is our own: it is JSON.
        let _ = parse_events(wire_schema, &mut finder);
        let Finder { pairs, of_node, .. } = finder;
        let mut of_user: IdMap<JsonId, Few<usize>> = IdMap::default();
        of_user.reserve(pairs.len());
        // Where a subschema stands alone says more of it than where it was merged with others.
        for merged in [false, true] {
            for (at, pair) in pairs.iter().enumerate().filter(|(_, pair)| pair.merged == merged) {
                of_user.entry(pair.user).or_default().push(at);
            }
        }
        Places { pairs, of_user, of_node }
    }

    /// Where what a node of the wire schema was built with stands, as far as it comes from `user`: the node, or what is
    /// nearer to that below it.
    #[must_use]
    pub fn built(&self, doc: &Doc, user: JsonId, node: WireId) -> Location {
        let Some((place, below)) = self.of_node.get(&node) else { return self.wire(doc, user) };
        let inside = |found: &Few<usize>| found.iter().copied().filter(|at| below.contains(at)).min();
        let found = doc.around(user).find_map(|user| self.of_user.get(&user).and_then(inside));
        found.map_or_else(|| place.clone(), |at| self.pairs[at].wire.clone())
    }

    /// Where what stands at `wire` comes from: the subschema of the user's at that place, or the nearest around it.
    #[must_use]
    pub fn user(&self, doc: &Doc, wire: &Location) -> Location {
        let mut best: Option<&Pair> = None;
        for pair in self.pairs.iter().filter(|pair| leads_to(&pair.wire, wire)) {
            if best.is_none_or(|best| pair.wire.as_str().len() > best.wire.as_str().len()) {
                best = Some(pair);
            }
        }
        best.map_or_else(Location::root, |pair| doc.location(pair.user))
    }

    /// Where the subschema `user`, or the nearest around it, went: its first place in the wire schema.
    #[must_use]
    pub fn wire(&self, doc: &Doc, user: JsonId) -> Location {
        let first = doc.around(user).find_map(|user| self.of_user.get(&user)?.first());
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
    /// What was recorded from here on, by offset; the first of an offset gave the node its name, it was merged from the
    /// others too.
    placed: &'s [Placed],
    open: Vec<Frame<'a>>,
    key: Option<Cow<'a, str>>,
    /// The place of the innermost open container.
    at: Location,
    pairs: Vec<Pair>,
    of_node: IdMap<WireId, (Location, Range<usize>)>,
}

/// An open container of the wire schema.
struct Frame<'a> {
    /// How long the place around it is.
    around: usize,
    /// How many elements an array had so far.
    count: Option<usize>,
    /// The member it is, where it is one.
    key: Option<Cow<'a, str>>,
    /// The user's subschemas that this one, or the nearest around it, stands for.
    user: Few<JsonId>,
    /// The wire nodes it is, and how many pairs there were before.
    nodes: (Few<WireId>, usize),
}

impl<'s> Finder<'_, 's> {
    /// A value that is no container.
    fn scalar(&mut self) {
        match self.open.last_mut() {
            Some(Frame { count: Some(count), .. }) => *count += 1,
            _ => self.key = None,
        }
    }

    fn begin(&mut self, at: u32, count: Option<usize>) {
        let around = self.at.as_str().len();
        let key = match self.open.last_mut() {
            None => None,
            Some(Frame { count: Some(count), .. }) => {
                self.at.push_index(*count);
                *count += 1;
                None
            }
            Some(_) => {
                let key = self.key.take().unwrap_or_default();
                self.at.push(&key);
                Some(key)
            }
        };
        let from = self.placed.partition_point(|placed| placed.at < at);
        let here = self.placed.get(from..).unwrap_or_default();
        let (here, rest) = here.split_at(here.iter().take_while(|placed| placed.at == at).count());
        self.placed = rest;
        let mut nodes = Few::new();
        here.iter().filter_map(|placed| placed.node).for_each(|node| nodes.push(node));
        let before = self.pairs.len();
        let user = self.user(here, key.as_deref());
        self.open.push(Frame { around, count, key, user, nodes: (nodes, before) });
    }

    fn end(&mut self) {
        let Some(Frame { around, nodes: (nodes, from), .. }) = self.open.pop() else { return };
        for node in &nodes {
            self.of_node.entry(*node).or_insert_with(|| (self.at.clone(), from..self.pairs.len()));
        }
        self.at.truncate(around);
    }

    /// The user's subschemas for the container that begins here.
    fn user(&mut self, here: &'s [Placed], key: Option<&str>) -> Few<JsonId> {
        let around = self.open.last();
        let outer: &[JsonId] = around.map_or(&[], |frame| &frame.user);
        let named = |path: &[&str]| outer.iter().find_map(|json| path.iter().try_fold(*json, |json, name| self.doc.get(json, name)));
        let own = match (around.and_then(|frame| frame.key.as_deref()), key) {
            (Some("properties"), Some(name)) => named(&["properties", name]).or_else(|| match (name.strip_prefix('_'), name) {
                // The carriers of tuples and maps.
                (Some(number), _) => {
                    let list = named(&["prefixItems"]).or_else(|| named(&["items"]).filter(|json| self.doc.kind(*json) == Kind::Array));
                    number.parse().ok().and_then(|n| self.doc.item(list?, n))
                }
                (None, "value") => self.entry_value(outer, here),
                _ => None,
            }),
            (_, Some("items")) => named(&["items"]),
            _ => None,
        };
        let near = |json: &JsonId| {
            let mut around = self.doc.around(*json);
            let inside = outer.is_empty() || around.next().is_some_and(|json| outer.contains(&json));
            let defined = |json| matches!(self.doc.key(json), Some("$defs" | "definitions" | "components"));
            inside || around.any(|json| defined(json) || outer.contains(&json))
        };
        let recorded = here.iter().map(|placed| placed.json).filter(near);
        // A reference is where it stands; what it leads to is where it leads.
        let mut found: Few<JsonId> = Few::new();
        for json in own.into_iter().chain(recorded) {
            if !found.contains(&json) {
                found.push(json);
            }
        }
        if found.is_empty() {
            return around.map_or_else(Few::new, |frame| frame.user.clone());
        }
        for (number, user) in found.iter().enumerate() {
            self.pairs.push(Pair { wire: self.at.clone(), user: *user, merged: number > 0 });
        }
        found
    }

    /// What the value of an entry is in a map: of what its key's pattern says, or of other properties.
    fn entry_value(&self, outer: &[JsonId], here: &[Placed]) -> Option<JsonId> {
        let get = |name: &str| outer.iter().find_map(|json| self.doc.get(*json, name));
        let rest = get("additionalProperties");
        let patterns = get("patternProperties").map_or_else(Vec::new, |map| self.doc.children(map).collect());
        if patterns.is_empty() {
            return rest;
        }
        let known = here.iter().map(|placed| placed.json).find(|json| patterns.contains(json) || rest == Some(*json));
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
        self.scalar();
    }
    fn bool(&mut self, _: bool, _: Span) {
        self.scalar();
    }
    fn number(&mut self, _: &'a str, _: Span) {
        self.scalar();
    }
    fn string(&mut self, _: Cow<'a, str>, _: Span) {
        self.scalar();
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

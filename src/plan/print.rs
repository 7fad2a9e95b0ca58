//! The wire arena as JSON text: what is used twice becomes a definition, named by first use.

use super::places::Placed;
use super::share::{Shared, child};
use super::tally::Tally;
use crate::error::{Error, ErrorKind};
use crate::form::Few;
use crate::ids::IdMap;
use crate::json::print_string;
use crate::location::Location;
use crate::profile::Profile;
use crate::rule::context::Context;
use crate::rule::wire::{Body, Extra, Wire, WireId};
use crate::schema::arena::JsonId;
use crate::schema::doc::Doc;
use crate::schema::keyword::Keyword;
use std::collections::{HashMap, HashSet};

/// Inline nesting beyond this becomes a definition, so that every reader can take the text.
const MAX_INLINE: usize = 24;
/// Inline nesting where there are no definitions; each level is two of JSON.
const MAX_NESTED: usize = 56;
/// Longest wire schema.
const MAX_BYTES: usize = 4 << 20;

/// Prints the schema below `root`.
///
/// # Errors
/// [`Fault`] when the text passes 4 MiB, or nests too deep for an endpoint without references.
pub(super) fn print(context: &Context<'_, '_>, root: WireId, shared: &Shared) -> Result<Page, Fault> {
    let (wires, doc, profile) = (&context.wires, context.schema().doc(), context.profile);
    let mut printer = Printer {
        wires,
        doc,
        profile,
        merged_from: &context.merged_from,
        root,
        shared,
        out: String::with_capacity(doc.text().len().max(256)),
        names: IdMap::default(),
        taken: HashSet::new(),
        tried: HashMap::new(),
        queue: Vec::new(),
        tally: Tally::new(profile),
        places: Vec::with_capacity(wires.len()),
        scratch: String::new(),
        copied: 0,
        untitled: 0,
        too_deep: false,
    };
    printer.node(root, 0, &[], true);
    let mut next = 0;
    if !printer.queue.is_empty() {
        printer.out.pop();
        printer.out.push_str(",\"$defs\":{");
        while next < printer.queue.len() {
            if next > 0 {
                printer.out.push(',');
            }
            let (id, name) = printer.queue[next].clone();
            next += 1;
            printer.tally.define(next, &name);
            print_string(&name, &mut printer.out);
            printer.out.push(':');
            let union = printer.node(id, 1, &[], true);
            printer.tally.defined(union);
            if printer.out.len() > MAX_BYTES {
                break;
            }
        }
        printer.out.push_str("}}");
    }
    if printer.too_deep {
        return Err(Fault::Depth);
    }
    if printer.out.len() > MAX_BYTES {
        return Err(Fault::Length);
    }
    Ok(Page { text: printer.out, copied: printer.copied > 0, untitled: printer.untitled, tally: printer.tally, places: printer.places })
}

/// A printed wire schema.
#[derive(Debug)]
pub(super) struct Page {
    /// Compact JSON text.
    pub text: String,
    /// Whether definitions were copied into places that annotate them.
    pub copied: bool,
    /// Titles that had no place beside `$ref`.
    pub untitled: u64,
    /// What the text uses of the limits.
    pub tally: Tally,
    /// Where subschemas of the user's begin in the text, by offset.
    pub places: Vec<Placed>,
}

/// Why a wire schema cannot be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// It nests deeper than readers take, and the endpoint takes no definitions.
    Depth,
    /// It is too long.
    Length,
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        let message = match fault {
            Fault::Depth => "the schema nests too deep for an endpoint that takes no references; flatten it or choose another profile",
            Fault::Length => "the wire schema is longer than 4 MiB; split the schema",
        };
        Error::new(ErrorKind::SchemaLimit, Location::root(), message)
    }
}

pub(super) struct Printer<'a> {
    pub(super) wires: &'a [Wire],
    pub(super) doc: &'a Doc,
    pub(super) profile: &'a Profile,
    merged_from: &'a IdMap<WireId, Vec<JsonId>>,
    pub(super) root: WireId,
    pub(super) shared: &'a Shared,
    pub(super) out: String,
    /// Places in the queue.
    pub(super) names: IdMap<WireId, usize>,
    pub(super) taken: HashSet<String>,
    /// The last number tried for each stem of a name.
    pub(super) tried: HashMap<String, u32>,
    pub(super) queue: Vec<(WireId, String)>,
    pub(super) tally: Tally,
    pub(super) places: Vec<Placed>,
    /// Where a description is put together.
    pub(super) scratch: String,
    pub(super) copied: usize,
    pub(super) untitled: u64,
    pub(super) too_deep: bool,
}

impl Printer<'_> {
    /// Prints a node in place. `sites` are annotations of this place, outermost first; `body` says that a shared node is
    /// to be printed itself, not referred to. Answers whether what was printed is a union or a list of types.
    fn node(&mut self, id: WireId, depth: usize, sites: &[WireId], body: bool) -> bool {
        if self.out.len() > MAX_BYTES {
            self.out.push_str("{}");
            return false;
        }
        let wire = &self.wires[id.0 as usize];
        if let Body::Site(inner) = wire.body {
            self.place(id, true);
            let mut all: Few<WireId> = sites.iter().copied().collect();
            all.push(id);
            return self.node(inner, depth, &all, false);
        }
        let inner = child(wire, 0).is_some();
        let deep = depth > MAX_INLINE && inner && self.profile.sends_references();
        if depth > MAX_NESTED && inner {
            self.too_deep = true;
            self.out.push_str("{}");
            return false;
        }
        let refer = !body && (self.shared.has(id) || deep || (id == self.root && depth > 0));
        let refer = refer && !self.copy_instead(id, sites);
        self.place(id, !refer);
        if refer {
            return self.reference(id, sites);
        }
        self.out.push('{');
        let empty = self.out.len();
        if let Body::Union(branches) = &wire.body
            && !self.profile.unions.annotated.value
        {
            // `anyOf` stands alone there: what is said of the union is said on its first branch.
            let mut said = sites.to_vec();
            said.push(id);
            self.union(branches, depth, &said);
            self.out.pop();
            self.out.push('}');
            return true;
        }
        let union = self.content(wire, depth);
        self.annotations(sites.iter().copied().chain([id]));
        if self.out.len() > empty {
            // Every member wrote a comma after itself.
            self.out.pop();
        }
        self.out.push('}');
        union
    }

    /// Notes whose subschemas a node is, which is printed next: itself, or a reference to it.
    fn place(&mut self, id: WireId, itself: bool) {
        let at = u32::try_from(self.out.len()).unwrap_or(u32::MAX);
        let node = itself.then_some(id);
        self.places.extend(self.wires[id.0 as usize].name.map(|json| Placed { at, node, json }));
        if !self.merged_from.is_empty()
            && let Some(others) = self.merged_from.get(&id)
        {
            self.places.extend(others.iter().map(|json| Placed { at, node, json: *json }));
        }
    }

    /// Answers as [`Printer::node`].
    fn content(&mut self, wire: &Wire, depth: usize) -> bool {
        let mut union = false;
        match &wire.body {
            Body::Pending | Body::Any | Body::Site(_) => {}
            Body::Scalar(types) => {
                self.types(types);
                union = types.len() > 1;
            }
            Body::Literals(types, values) => {
                self.types(types);
                union = types.len() > 1;
                let free = self.profile.limits.long_enum_values.as_ref().map_or(u64::MAX, |f| f.value);
                self.tally.literals(self.doc, values, free);
                self.out.push_str("\"enum\":[");
                for value in values {
                    self.literal(value);
                    self.out.push(',');
                }
                self.close(']');
            }
            Body::Array(items) => {
                self.out.push_str("\"type\":\"array\",");
                self.tally.enter();
                if let Some(items) = items {
                    self.out.push_str("\"items\":");
                    self.node(*items, depth + 1, &[], false);
                    self.out.push(',');
                }
                self.tally.leave();
            }
            Body::Positional(prefix, rest) => {
                self.out.push_str("\"type\":\"array\",\"prefixItems\":[");
                self.tally.enter();
                self.tally.holder(self.profile.permits(Keyword::PrefixItems));
                for item in prefix {
                    self.node(*item, depth + 1, &[], false);
                    self.out.push(',');
                }
                self.close(']');
                if let Some(rest) = rest {
                    self.out.push_str("\"items\":");
                    self.node(*rest, depth + 1, &[], false);
                    self.out.push(',');
                } else if self.profile.arrays.items_required.value {
                    self.out.push_str("\"items\":{},");
                }
                self.tally.leave();
            }
            Body::Object(object) => {
                self.tally.enter();
                self.object(object, depth);
                self.tally.leave();
            }
            Body::Union(branches) => {
                self.union(branches, depth, &[]);
                union = true;
            }
        }
        for (keyword, operand) in &wire.keywords {
            self.keyword(*keyword, operand);
        }
        union
    }

    fn union(&mut self, branches: &[WireId], depth: usize, said_on_first: &[WireId]) {
        self.out.push_str("\"anyOf\":[");
        for (i, branch) in branches.iter().enumerate() {
            self.node(*branch, depth + 1, if i == 0 { said_on_first } else { &[] }, false);
            self.out.push(',');
        }
        self.close(']');
    }

    fn object(&mut self, object: &crate::rule::wire::ObjectBody, depth: usize) {
        self.out.push_str("\"type\":\"object\",");
        let open_alone = !self.profile.reads_extra_beside() && object.extra != Extra::Closed;
        if !object.properties.is_empty() || (self.profile.objects.empty.value && !open_alone) {
            self.out.push_str("\"properties\":{");
            for (name, value, required) in &object.properties {
                print_string(name, &mut self.out);
                self.out.push(':');
                let union = self.node(*value, depth + 1, &[], false);
                self.tally.property(name, *required, union);
                self.out.push(',');
            }
            self.close('}');
            let mut any = false;
            self.out.push_str("\"required\":[");
            for (name, _, _) in object.properties.iter().filter(|(_, _, required)| *required) {
                print_string(name, &mut self.out);
                self.out.push(',');
                any = true;
            }
            if any || self.profile.objects.all_required.value {
                self.close(']');
            } else {
                self.out.truncate(self.out.len() - "\"required\":[".len());
            }
            if self.profile.objects.ordering.value && object.properties.len() > 1 {
                self.out.push_str("\"propertyOrdering\":[");
                for (name, _, _) in &object.properties {
                    print_string(name, &mut self.out);
                    self.out.push(',');
                }
                self.close(']');
            }
        }
        match object.extra {
            Extra::Closed if self.profile.objects.closable.value => self.out.push_str("\"additionalProperties\":false,"),
            Extra::Schema(id) => {
                self.out.push_str("\"additionalProperties\":");
                self.tally.holder(self.profile.objects.open.value && self.profile.permits(Keyword::AdditionalProperties));
                self.node(id, depth + 1, &[], false);
                self.out.push(',');
            }
            Extra::Omitted if !self.profile.opens_silently() => self.out.push_str("\"additionalProperties\":true,"),
            Extra::Closed | Extra::Omitted => {}
        }
    }

    /// Whether this is a union, or a place that annotates one.
    pub(super) fn is_union(&self, mut id: WireId) -> bool {
        while let Body::Site(inner) = self.wires[id.0 as usize].body {
            id = inner;
        }
        matches!(self.wires[id.0 as usize].body, Body::Union(_))
    }
}

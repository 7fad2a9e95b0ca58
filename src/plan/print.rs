//! The wire arena as JSON text: what is used twice becomes a definition, named by first use.

use super::tally::Tally;
use crate::error::{Error, ErrorKind};
use crate::ids::IdMap;
use crate::json::print_string;
use crate::location::Location;
use crate::profile::{Profile, Support};
use crate::rule::wire::{Body, Extra, Literal, Operand, Wire, WireId};
use crate::schema::arena::{JsonId, TypeName};
use crate::schema::doc::Doc;
use crate::schema::keyword::Keyword;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

/// Inline nesting beyond this becomes a definition, so that every reader can take the text.
const MAX_INLINE: usize = 24;
/// Inline nesting where there are no definitions; each level is two of JSON.
const MAX_NESTED: usize = 56;
/// Longest wire schema.
const MAX_BYTES: usize = 4 << 20;
/// Bytes that definitions may be copied into places whose annotation `$ref` cannot carry.
const MAX_COPIED: usize = 64 << 10;

/// Prints the schema below `root`.
///
/// # Errors
/// [`Fault`] when the text passes 4 MiB, or nests too deep for an endpoint without references.
pub(super) fn print(wires: &[Wire], root: WireId, doc: &Doc, profile: &Profile, shared: &Shared) -> Result<Page, Fault> {
    let mut printer = Printer {
        wires,
        doc,
        profile,
        root,
        shared,
        out: String::with_capacity(1024),
        names: IdMap::default(),
        taken: HashSet::new(),
        tried: HashMap::new(),
        queue: Vec::new(),
        tally: Tally::new(profile),
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
    Ok(Page { text: printer.out, copied: printer.copied > 0, untitled: printer.untitled, tally: printer.tally })
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

/// Nodes that are printed once and referred to.
pub(super) struct Shared(Vec<bool>);

impl Shared {
    pub(super) fn has(&self, id: WireId) -> bool {
        self.0[id.0 as usize]
    }

    /// By node.
    pub(super) fn all(&self) -> &[bool] {
        &self.0
    }
}

/// Finds the nodes that are printed once and referred to.
pub(super) fn shared(wires: &[Wire], root: WireId, profile: &Profile) -> Shared {
    if !profile.references.local.value {
        return Shared(vec![false; wires.len()]);
    }
    let mut uses: Vec<u32> = vec![0; wires.len()];
    let mut cyclic: Vec<WireId> = Vec::new();
    // Iterative depth-first search; a node on the current path that is met again closes a cycle.
    let mut state: Vec<u8> = vec![0; wires.len()];
    let mut stack: Vec<(WireId, usize)> = vec![(root, 0)];
    state[root.0 as usize] = 1;
    while let Some((id, at)) = stack.last_mut() {
        let Some(child) = child(&wires[id.0 as usize], *at) else {
            state[id.0 as usize] = 2;
            stack.pop();
            continue;
        };
        *at += 1;
        let index = child.0 as usize;
        uses[index] += 1;
        match state[index] {
            0 => {
                state[index] = 1;
                stack.push((child, 0));
            }
            1 => {
                cyclic.push(child);
            }
            _ => {}
        }
    }
    let wanted = |id: &usize| uses[*id] > 1 && worth_sharing(wires, WireId(u32::try_from(*id).unwrap_or(u32::MAX)));
    let mut out: Vec<bool> = (0..wires.len()).map(|id| wanted(&id)).collect();
    // A site is its target: the target is what is shared.
    for mut id in cyclic {
        while let Body::Site(inner) = wires[id.0 as usize].body {
            id = inner;
        }
        out[id.0 as usize] = true;
    }
    out[root.0 as usize] = false;
    Shared(out)
}

/// The node at `at` among those directly below.
pub(super) fn child(wire: &Wire, at: usize) -> Option<WireId> {
    let then = |count: usize, last: Option<WireId>| if at == count { last } else { None };
    match &wire.body {
        Body::Array(items) => then(0, *items),
        Body::Positional(prefix, rest) => prefix.get(at).copied().or_else(|| then(prefix.len(), *rest)),
        Body::Object(object) => {
            let extra = match object.extra {
                Extra::Schema(id) => Some(id),
                Extra::Closed | Extra::Omitted => None,
            };
            object.properties.get(at).map(|(_, id, _)| *id).or_else(|| then(object.properties.len(), extra))
        }
        Body::Union(branches) => branches.get(at).copied(),
        Body::Site(inner) => then(0, Some(*inner)),
        Body::Pending | Body::Any | Body::Scalar(_) | Body::Literals(..) => None,
    }
}

/// The nodes directly below.
pub(super) fn children(wire: &Wire) -> impl Iterator<Item = WireId> {
    (0..).map_while(|at| child(wire, at))
}

fn worth_sharing(wires: &[Wire], id: WireId) -> bool {
    let small = |id: &WireId| match &wires[id.0 as usize].body {
        Body::Any | Body::Scalar(_) => true,
        Body::Literals(_, list) => list.len() <= 4,
        _ => false,
    };
    match &wires[id.0 as usize].body {
        Body::Any | Body::Scalar(_) | Body::Pending | Body::Site(_) => false,
        Body::Literals(_, list) => list.len() > 8,
        Body::Array(items) => !items.iter().all(small),
        Body::Positional(..) => true,
        Body::Object(object) => object.properties.len() > 1 || !object.properties.iter().all(|(_, id, _)| small(id)),
        Body::Union(branches) => branches.len() > 3 || !branches.iter().all(small),
    }
}

struct Printer<'a> {
    wires: &'a [Wire],
    doc: &'a Doc,
    profile: &'a Profile,
    root: WireId,
    shared: &'a Shared,
    out: String,
    /// Places in the queue.
    names: IdMap<WireId, usize>,
    taken: HashSet<String>,
    /// The last number tried for each stem of a name.
    tried: HashMap<String, u32>,
    queue: Vec<(WireId, String)>,
    tally: Tally,
    copied: usize,
    untitled: u64,
    too_deep: bool,
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
            let mut all = sites.to_vec();
            all.push(id);
            return self.node(inner, depth, &all, false);
        }
        let inner = child(wire, 0).is_some();
        let deep = depth > MAX_INLINE && inner && self.profile.references.local.value;
        if depth > MAX_NESTED && inner {
            self.too_deep = true;
            self.out.push_str("{}");
            return false;
        }
        let refer = !body && (self.shared.has(id) || deep || (id == self.root && depth > 0));
        if refer && !self.copy_instead(id, sites) {
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

    /// Whether a shared node is copied here because the annotation cannot stand beside `$ref`.
    fn copy_instead(&mut self, id: WireId, sites: &[WireId]) -> bool {
        let speaks = sites.iter().any(|s| self.speaks(*s));
        if !speaks || self.profile.references.siblings.value || self.profile.limits.union_properties.is_none() || id == self.root {
            return false;
        }
        // A rough size: what the node holds directly.
        let size = children(&self.wires[id.0 as usize]).count() * 80 + 80;
        self.copied += size;
        self.copied < MAX_COPIED
    }

    fn speaks(&self, id: WireId) -> bool {
        let wire = &self.wires[id.0 as usize];
        // A title alone is worth neither a copy nor a wrapper.
        let titled = self.profile.references.siblings.value && !wire.titles.is_empty();
        titled || !wire.descriptions.is_empty() || !wire.told.is_empty() || !wire.keywords.is_empty()
    }

    fn reference(&mut self, id: WireId, sites: &[WireId]) -> bool {
        let speaks = sites.iter().any(|s| self.speaks(*s));
        if !speaks && sites.iter().any(|s| !self.wires[s.0 as usize].titles.is_empty()) {
            self.untitled += 1;
        }
        let wrap = speaks && !self.profile.references.siblings.value;
        self.out.push_str(if wrap { "{\"anyOf\":[{\"$ref\":" } else { "{\"$ref\":" });
        if id == self.root {
            self.out.push_str("\"#\"");
            self.tally.reference(0);
        } else {
            let place = self.name(id);
            // Names are letters, digits, `_` and `-`.
            self.out.push_str("\"#/$defs/");
            self.out.push_str(&self.queue[place].1);
            self.out.push('"');
            self.tally.reference(place + 1);
        }
        if wrap {
            self.out.push_str("}]");
        }
        self.out.push(',');
        if speaks {
            self.annotations(sites.iter().copied());
        }
        self.out.pop();
        self.out.push('}');
        wrap
    }

    /// The place of a definition in the queue. It is named after the user's where there is one.
    fn name(&mut self, id: WireId) -> usize {
        if let Some(place) = self.names.get(&id) {
            return *place;
        }
        let wire = &self.wires[id.0 as usize];
        let hint = match (wire.hint, wire.name) {
            (Some(hint), _) => hint,
            (None, Some(json)) => self.user_name(json),
            (None, None) => "Node",
        };
        let mut name: String = hint.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '_' }).collect();
        if name.len() > 64 || name.is_empty() {
            "Node".clone_into(&mut name);
        }
        if !self.taken.insert(name.clone()) {
            let stem = name;
            // Numbers tried for this stem before are taken.
            let number = self.tried.entry(stem.clone()).or_insert(1);
            name = loop {
                *number += 1;
                let name = format!("{stem}_{number}");
                if self.taken.insert(name.clone()) {
                    break name;
                }
            };
        }
        let place = self.queue.len();
        self.names.insert(id, place);
        self.queue.push((id, name));
        place
    }

    /// The nearest name above a node of the user's schema.
    fn user_name(&self, mut json: JsonId) -> &str {
        for _ in 0..4 {
            let (Some(key), Some(parent)) = (self.doc.key(json), self.doc.parent(json)) else {
                match self.doc.parent(json) {
                    Some(parent) => {
                        json = parent;
                        continue;
                    }
                    None => return "Root",
                }
            };
            if matches!(self.doc.key(parent), Some("$defs" | "definitions" | "properties" | "schemas")) {
                return key;
            }
            json = parent;
        }
        "Node"
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
        if !object.properties.is_empty() || self.profile.objects.empty.value {
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
            Extra::Closed | Extra::Omitted => {}
        }
    }

    fn types(&mut self, types: &[TypeName]) {
        self.tally.types(types);
        match types {
            [] => {}
            [only] => {
                self.out.push_str("\"type\":\"");
                self.out.push_str(only.text());
                self.out.push_str("\",");
            }
            several => {
                self.out.push_str("\"type\":[");
                for name in several {
                    self.out.push('"');
                    self.out.push_str(name.text());
                    self.out.push_str("\",");
                }
                self.close(']');
            }
        }
    }

    /// Replaces the comma after the last element by the bracket, and adds one after it.
    fn close(&mut self, bracket: char) {
        if self.out.ends_with(',') {
            self.out.pop();
        }
        self.out.push(bracket);
        self.out.push(',');
    }

    fn literal(&mut self, value: &Literal) {
        match value {
            Literal::User(json) => self.doc.print(*json, &mut self.out),
            Literal::Label(label) => print_string(label, &mut self.out),
            Literal::Integer(n) => {
                let _ = write!(self.out, "{n}");
            }
            Literal::Bool(value) => self.out.push_str(if *value { "true" } else { "false" }),
            Literal::Null => self.out.push_str("null"),
        }
    }

    fn keyword(&mut self, keyword: Keyword, operand: &Operand) {
        self.tally.keyword(keyword, operand);
        self.out.push('"');
        self.out.push_str(keyword.text());
        self.out.push_str("\":");
        match operand {
            Operand::User(json) => self.doc.print(*json, &mut self.out),
            Operand::Count(n) => {
                let _ = write!(self.out, "{n}");
            }
            Operand::Text(text) => print_string(text, &mut self.out),
            Operand::True => self.out.push_str("true"),
        }
        self.out.push(',');
    }

    /// Whether this is a union, or a place that annotates one.
    fn is_union(&self, mut id: WireId) -> bool {
        while let Body::Site(inner) = self.wires[id.0 as usize].body {
            id = inner;
        }
        matches!(self.wires[id.0 as usize].body, Body::Union(_))
    }

    /// Title and description: what the user wrote, then what is checked after decoding.
    fn annotations(&mut self, ids: impl Iterator<Item = WireId>) {
        let accepted = |keyword| matches!(self.profile.support(keyword), Support::Enforced | Support::Ignored);
        let (titled, described) = (accepted(Keyword::Title), accepted(Keyword::Description));
        let mut title = None;
        let mut texts: Vec<&str> = Vec::new();
        let mut told: Vec<&str> = Vec::new();
        let mut flagged = false;
        for id in ids {
            let wire = &self.wires[id.0 as usize];
            if matches!(wire.body, Body::Site(_)) {
                for (keyword, operand) in &wire.keywords {
                    if *keyword == Keyword::Nullable && std::mem::replace(&mut flagged, true) {
                        continue;
                    }
                    self.keyword(*keyword, operand);
                }
            }
            // The title of a union that cannot carry one would read as the name of its first branch.
            if self.profile.unions.annotated.value || !self.is_union(id) {
                title = title.or_else(|| wire.titles.first().and_then(|t| self.doc.str(*t)));
            }
            for text in wire.descriptions.iter().filter_map(|d| self.doc.str(*d)) {
                if !texts.contains(&text) {
                    texts.push(text);
                }
            }
            for words in &wire.told {
                if !told.contains(&words.as_str()) {
                    told.push(words);
                }
            }
        }
        if let Some(title) = title.filter(|_| titled) {
            self.out.push_str("\"title\":");
            print_string(title, &mut self.out);
            self.out.push(',');
        }
        if !described || (texts.is_empty() && told.is_empty()) {
            return;
        }
        let mut text = texts.join("\n");
        let (notes, constraints): (Vec<&str>, Vec<&str>) = told.into_iter().partition(|t| is_plain_note(t));
        for (head, words) in [("", notes), ("Constraints: ", constraints)] {
            if words.is_empty() {
                continue;
            }
            if !text.is_empty() {
                text.push_str("\n\n");
            }
            text.push_str(head);
            text.push_str(&words.join("; "));
        }
        self.out.push_str("\"description\":");
        print_string(&text, &mut self.out);
        self.out.push(',');
    }
}

/// What is said for orientation and is no constraint.
fn is_plain_note(told: &str) -> bool {
    ["JSON text", "stands for", "default ", "for example ", "optional properties"].iter().any(|head| told.starts_with(head))
}

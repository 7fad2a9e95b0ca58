//! The wire arena as JSON text: what is used twice becomes a definition, named by first use.

use crate::error::{Error, ErrorKind};
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
pub(super) fn print(wires: &[Wire], root: WireId, doc: &Doc, profile: &Profile) -> Result<Page, Fault> {
    let shared = shared(wires, root, profile);
    let mut printer = Printer {
        wires,
        doc,
        profile,
        root,
        shared,
        out: String::with_capacity(1024),
        names: HashMap::new(),
        taken: HashSet::new(),
        queue: Vec::new(),
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
            let id = printer.queue[next];
            let name = printer.names[&id].clone();
            print_string(&name, &mut printer.out);
            printer.out.push(':');
            printer.node(id, 1, &[], true);
            next += 1;
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
    Ok(Page { text: printer.out, copied: printer.copied > 0, untitled: printer.untitled })
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
pub(super) fn shared(wires: &[Wire], root: WireId, profile: &Profile) -> HashSet<WireId> {
    let mut uses: Vec<u32> = vec![0; wires.len()];
    let mut cyclic: HashSet<WireId> = HashSet::new();
    // Iterative depth-first search; a node on the current path that is met again closes a cycle.
    let mut state: Vec<u8> = vec![0; wires.len()];
    let mut stack: Vec<(WireId, Vec<WireId>, usize)> = vec![(root, children(&wires[root.0 as usize]), 0)];
    state[root.0 as usize] = 1;
    while let Some((id, below, at)) = stack.last_mut() {
        let Some(child) = below.get(*at).copied() else {
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
                stack.push((child, children(&wires[index]), 0));
            }
            1 => {
                cyclic.insert(child);
            }
            _ => {}
        }
    }
    if !profile.references.local.value {
        return HashSet::new();
    }
    let wanted = |id: &usize| uses[*id] > 1 && worth_sharing(wires, WireId(u32::try_from(*id).unwrap_or(u32::MAX)));
    let mut out: HashSet<WireId> = (0..wires.len()).filter(wanted).map(|i| WireId(u32::try_from(i).unwrap_or(u32::MAX))).collect();
    // A site is its target: the target is what is shared.
    out.extend(cyclic.into_iter().map(|mut id| {
        while let Body::Site(inner) = wires[id.0 as usize].body {
            id = inner;
        }
        id
    }));
    out.remove(&root);
    out
}

/// The nodes directly below.
pub(super) fn children(wire: &Wire) -> Vec<WireId> {
    match &wire.body {
        Body::Array(items) => items.iter().copied().collect(),
        Body::Positional(prefix, rest) => prefix.iter().copied().chain(*rest).collect(),
        Body::Object(object) => {
            let extra = match object.extra {
                Extra::Schema(id) => Some(id),
                Extra::Closed | Extra::Omitted => None,
            };
            object.properties.iter().map(|(_, id, _)| *id).chain(extra).collect()
        }
        Body::Union(branches) => branches.clone(),
        Body::Site(inner) => vec![*inner],
        Body::Pending | Body::Any | Body::Scalar(_) | Body::Literals(..) => Vec::new(),
    }
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
    shared: HashSet<WireId>,
    out: String,
    names: HashMap<WireId, String>,
    taken: HashSet<String>,
    queue: Vec<WireId>,
    copied: usize,
    untitled: u64,
    too_deep: bool,
}

impl Printer<'_> {
    /// Prints a node in place. `sites` are annotations of this place, outermost first; `body` says that a shared node is
    /// to be printed itself, not referred to.
    fn node(&mut self, id: WireId, depth: usize, sites: &[WireId], body: bool) {
        if self.out.len() > MAX_BYTES {
            self.out.push_str("{}");
            return;
        }
        let wire = &self.wires[id.0 as usize];
        if let Body::Site(inner) = wire.body {
            let mut all = sites.to_vec();
            all.push(id);
            self.node(inner, depth, &all, false);
            return;
        }
        let inner = !children(wire).is_empty();
        let deep = depth > MAX_INLINE && inner && self.profile.references.local.value;
        if depth > MAX_NESTED && inner {
            self.too_deep = true;
            self.out.push_str("{}");
            return;
        }
        let refer = !body && (self.shared.contains(&id) || deep || (id == self.root && depth > 0));
        if refer && !self.copy_instead(id, sites) {
            self.reference(id, sites);
            return;
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
            return;
        }
        self.content(wire, depth);
        self.annotations(sites.iter().copied().chain([id]));
        if self.out.len() > empty {
            // Every member wrote a comma after itself.
            self.out.pop();
        }
        self.out.push('}');
    }

    /// Whether a shared node is copied here because the annotation cannot stand beside `$ref`.
    fn copy_instead(&mut self, id: WireId, sites: &[WireId]) -> bool {
        let speaks = sites.iter().any(|s| self.speaks(*s));
        if !speaks || self.profile.references.siblings.value || self.profile.limits.union_properties.is_none() || id == self.root {
            return false;
        }
        // A rough size: what the node holds directly.
        let size = children(&self.wires[id.0 as usize]).len() * 80 + 80;
        self.copied += size;
        self.copied < MAX_COPIED
    }

    fn speaks(&self, id: WireId) -> bool {
        let wire = &self.wires[id.0 as usize];
        // A title alone is worth neither a copy nor a wrapper.
        let titled = self.profile.references.siblings.value && !wire.titles.is_empty();
        titled || !wire.descriptions.is_empty() || !wire.told.is_empty() || !wire.keywords.is_empty()
    }

    fn reference(&mut self, id: WireId, sites: &[WireId]) {
        let speaks = sites.iter().any(|s| self.speaks(*s));
        if !speaks && sites.iter().any(|s| !self.wires[s.0 as usize].titles.is_empty()) {
            self.untitled += 1;
        }
        let wrap = speaks && !self.profile.references.siblings.value;
        self.out.push_str(if wrap { "{\"anyOf\":[{\"$ref\":" } else { "{\"$ref\":" });
        if id == self.root {
            self.out.push_str("\"#\"");
        } else {
            let name = self.name(id);
            let pointer = format!("#/$defs/{name}");
            print_string(&pointer, &mut self.out);
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
    }

    /// The name of a definition: the user's where there is one.
    fn name(&mut self, id: WireId) -> String {
        if let Some(name) = self.names.get(&id) {
            return name.clone();
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
        let stem = name.clone();
        let mut number = 1u32;
        while !self.taken.insert(name.clone()) {
            number += 1;
            name = format!("{stem}_{number}");
        }
        self.names.insert(id, name.clone());
        self.queue.push(id);
        name
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

    fn content(&mut self, wire: &Wire, depth: usize) {
        match &wire.body {
            Body::Pending | Body::Any | Body::Site(_) => {}
            Body::Scalar(types) => self.types(types),
            Body::Literals(types, values) => {
                self.types(types);
                self.out.push_str("\"enum\":[");
                for value in values {
                    self.literal(value);
                    self.out.push(',');
                }
                self.close(']');
            }
            Body::Array(items) => {
                self.out.push_str("\"type\":\"array\",");
                if let Some(items) = items {
                    self.out.push_str("\"items\":");
                    self.node(*items, depth + 1, &[], false);
                    self.out.push(',');
                }
            }
            Body::Positional(prefix, rest) => {
                self.out.push_str("\"type\":\"array\",\"prefixItems\":[");
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
            }
            Body::Object(object) => self.object(object, depth),
            Body::Union(branches) => self.union(branches, depth, &[]),
        }
        for (keyword, operand) in &wire.keywords {
            self.keyword(*keyword, operand);
        }
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
            for (name, value, _) in &object.properties {
                print_string(name, &mut self.out);
                self.out.push(':');
                self.node(*value, depth + 1, &[], false);
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
                self.node(id, depth + 1, &[], false);
                self.out.push(',');
            }
            Extra::Closed | Extra::Omitted => {}
        }
    }

    fn types(&mut self, types: &[TypeName]) {
        match types {
            [] => {}
            [only] => {
                let _ = write!(self.out, "\"type\":\"{}\",", only.text());
            }
            several => {
                self.out.push_str("\"type\":[");
                for name in several {
                    let _ = write!(self.out, "\"{}\",", name.text());
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
        let _ = write!(self.out, "\"{}\":", keyword.text());
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

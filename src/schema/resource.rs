//! Schema resources: parts of documents with a URI and a draft of their own, and the anchors inside them.

use super::arena::JsonId;
use super::doc::{Doc, as_u32};
use super::keyword::{Draft, Holds, Keyword};
use super::standard::{Vocabularies, dialect};
use crate::json::Kind;
use referencing::{Uri, uri};
use std::collections::{HashMap, HashSet};

/// The name that `$recursiveAnchor` binds; no `$dynamicAnchor` is called so.
pub(super) const RECURSIVE: u32 = 0;

#[derive(Clone, Debug)]
pub(super) struct Resource {
    pub root: JsonId,
    /// Without fragment; known once its document is registered.
    pub base: Option<Uri<String>>,
    pub draft: Draft,
    pub vocabularies: Vocabularies,
    /// Dynamic anchors by name.
    pub dynamic: Vec<(u32, JsonId)>,
}

#[derive(Clone, Copy, Debug)]
struct Part {
    resource: u32,
    registered: bool,
    /// Whether resources are embedded in it.
    nested: bool,
}

/// The resources of all documents.
#[derive(Clone, Debug, Default)]
pub(super) struct Resources {
    all: Vec<Resource>,
    parts: Vec<Part>,
    by_uri: HashMap<String, u32>,
    by_root: HashMap<JsonId, u32>,
    anchors: HashMap<(u32, String), JsonId>,
    names: HashMap<String, u32>,
    /// Every dynamic anchor: resource, name, node.
    dynamic: HashSet<(u32, u32, JsonId)>,
    walked: Vec<bool>,
    /// Identifiers that are not URI references, and are ignored.
    pub ignored: Vec<JsonId>,
}

impl Resources {
    /// Adds the next document of `doc`, with its draft; nothing is resolved yet.
    pub(super) fn add(&mut self, root: JsonId, draft: Draft, vocabularies: Vocabularies) -> u32 {
        let resource = as_u32(self.all.len());
        self.all.push(Resource { root, base: None, draft, vocabularies, dynamic: Vec::new() });
        self.parts.push(Part { resource, registered: false, nested: false });
        resource
    }

    pub(super) fn get(&self, resource: u32) -> &Resource {
        &self.all[resource as usize]
    }

    pub(super) fn set_dialect(&mut self, resource: u32, draft: Draft, vocabularies: Vocabularies) {
        let resource = &mut self.all[resource as usize];
        resource.draft = draft;
        resource.vocabularies = vocabularies;
    }

    pub(super) fn at_uri(&self, uri: &str) -> Option<u32> {
        self.by_uri.get(uri).copied()
    }

    pub(super) fn anchor(&self, resource: u32, name: &str) -> Option<JsonId> {
        if self.anchors.is_empty() { None } else { self.anchors.get(&(resource, name.to_owned())).copied() }
    }

    /// The binding name of the dynamic anchor `name` at `node`, if it is one.
    pub(super) fn dynamic_name(&self, resource: u32, name: &str, node: JsonId) -> Option<u32> {
        let name = *self.names.get(name)?;
        self.dynamic.contains(&(resource, name, node)).then_some(name)
    }

    /// Whether the resource's root says `$recursiveAnchor: true`.
    pub(super) fn recursive(&self, resource: u32) -> bool {
        self.dynamic.contains(&(resource, RECURSIVE, self.get(resource).root))
    }

    /// The resource a node stands in.
    pub(super) fn of(&self, doc: &Doc, node: JsonId) -> u32 {
        let part = self.parts[doc.document(node)];
        if !part.nested {
            return part.resource;
        }
        let mut at = Some(node);
        while let Some(here) = at {
            if let Some(resource) = self.by_root.get(&here) {
                return *resource;
            }
            at = doc.parent(here);
        }
        part.resource
    }

    /// The resource of `node`, a child of something in `parent`.
    pub(super) fn below(&self, doc: &Doc, parent: u32, node: JsonId) -> u32 {
        if self.by_root.is_empty() || !self.parts[doc.document(node)].nested {
            parent
        } else {
            self.by_root.get(&node).copied().unwrap_or(parent)
        }
    }

    /// Whether a document has identifiers or anchors below its root.
    pub(super) fn marked(&self, doc: &Doc, document: usize) -> bool {
        let marks = doc.part(document).marks;
        let draft = self.get(self.parts[document].resource).draft;
        marks.id || marks.anchor || marks.dynamic || (marks.id4 && draft == Draft::Draft4)
    }

    /// Gives the resources of a document their URIs and finds its anchors.
    pub(super) fn register(&mut self, doc: &Doc, document: usize, retrieved_from: Option<&str>) {
        if std::mem::replace(&mut self.parts[document].registered, true) {
            return;
        }
        let resource = self.parts[document].resource;
        let Resource { root, draft, .. } = *self.get(resource);
        let Ok(mut base) = uri::from_str(retrieved_from.unwrap_or("json-schema:///")) else { return };
        self.by_uri.entry(base.as_str().to_owned()).or_insert(resource);
        if let Some(id) = identifier(doc, root, draft) {
            let (place, fragment) = split(doc.str(id).unwrap_or_default());
            match uri::resolve_against(&base.borrow(), place) {
                Ok(resolved) => base = resolved,
                Err(_) => self.ignored.push(id),
            }
            self.by_uri.entry(base.as_str().to_owned()).or_insert(resource);
            self.name(resource, draft, fragment, root);
        }
        self.all[resource as usize].base = Some(base);
        if self.marked(doc, document) {
            self.walk(doc, root, resource);
        }
    }

    fn name(&mut self, resource: u32, draft: Draft, fragment: &str, node: JsonId) {
        if draft <= Draft::Draft7 && !fragment.is_empty() && !fragment.starts_with('/') {
            self.anchors.entry((resource, fragment.to_owned())).or_insert(node);
        }
    }

    /// Walks subschemas that keywords do not lead to, when a reference points there.
    pub(super) fn visit(&mut self, doc: &Doc, node: JsonId) {
        let document = doc.document(node);
        if self.parts[document].registered && self.marked(doc, document) && !self.walked.get(node.0 as usize).copied().unwrap_or(false) {
            let resource = self.of(doc, node);
            self.walk(doc, node, resource);
        }
    }

    fn walk(&mut self, doc: &Doc, start: JsonId, resource: u32) {
        self.walked.resize(doc.len(), false);
        let mut open = vec![(start, resource)];
        while let Some((node, resource)) = open.pop() {
            if doc.kind(node) != Kind::Object || std::mem::replace(&mut self.walked[node.0 as usize], true) {
                continue;
            }
            let resource = self.enter(doc, node, resource);
            let draft = self.get(resource).draft;
            let from = open.len();
            for member in doc.children(node) {
                let Some(keyword) = doc.key(member).and_then(Keyword::from_text) else { continue };
                if keyword.known_in(draft) || keyword == Keyword::Defs {
                    push_subschemas(doc, keyword, member, |child| open.push((child, resource)));
                }
            }
            open[from..].reverse();
        }
    }

    /// Reads the identifiers of one subschema; returns the resource its keywords belong to.
    fn enter(&mut self, doc: &Doc, node: JsonId, resource: u32) -> u32 {
        let mut here = resource;
        if self.get(resource).root != node {
            let parent = self.get(resource).draft;
            let draft = doc.get(node, "$schema").and_then(|schema| doc.str(schema)).and_then(dialect).unwrap_or(parent);
            let hidden = draft <= Draft::Draft7 && doc.get(node, "$ref").is_some_and(|reference| doc.kind(reference) == Kind::String);
            if let Some(id) = identifier(doc, node, draft).filter(|_| !hidden) {
                let (place, fragment) = split(doc.str(id).unwrap_or_default());
                if !place.is_empty() {
                    match self.get(resource).base.as_ref().map(|base| uri::resolve_against(&base.borrow(), place)) {
                        Some(Ok(base)) => here = self.embed(doc, node, base, draft, resource),
                        _ => self.ignored.push(id),
                    }
                }
                self.name(here, draft, fragment, node);
            }
        }
        let draft = self.get(here).draft;
        let text = |name: &str| doc.get(node, name).and_then(|value| doc.str(value));
        if Keyword::Anchor.known_in(draft)
            && let Some(name) = text("$anchor")
        {
            self.anchors.entry((here, name.to_owned())).or_insert(node);
        }
        if Keyword::DynamicAnchor.known_in(draft)
            && let Some(name) = text("$dynamicAnchor")
        {
            self.anchors.entry((here, name.to_owned())).or_insert(node);
            let next = as_u32(self.names.len()) + 1;
            let name = *self.names.entry(name.to_owned()).or_insert(next);
            self.bind(here, name, node);
        }
        if Keyword::RecursiveAnchor.known_in(draft)
            && self.get(here).root == node
            && doc.get(node, "$recursiveAnchor").and_then(|flag| doc.bool(flag)) == Some(true)
        {
            self.bind(here, RECURSIVE, node);
        }
        here
    }

    fn bind(&mut self, resource: u32, name: u32, node: JsonId) {
        if self.dynamic.insert((resource, name, node)) {
            self.all[resource as usize].dynamic.push((name, node));
        }
    }

    fn embed(&mut self, doc: &Doc, node: JsonId, base: Uri<String>, draft: Draft, parent: u32) -> u32 {
        let resource = as_u32(self.all.len());
        self.by_uri.entry(base.as_str().to_owned()).or_insert(resource);
        self.by_root.insert(node, resource);
        self.parts[doc.document(node)].nested = true;
        let vocabularies = self.get(parent).vocabularies;
        self.all.push(Resource { root: node, base: Some(base), draft, vocabularies, dynamic: Vec::new() });
        resource
    }
}

/// The node of `$id` (`id` in draft 4).
fn identifier(doc: &Doc, node: JsonId, draft: Draft) -> Option<JsonId> {
    let name = match draft {
        Draft::OpenApi30 => return None,
        Draft::Draft4 => "id",
        _ => "$id",
    };
    doc.get(node, name).filter(|id| doc.kind(*id) == Kind::String)
}

/// A URI reference without its fragment, and the fragment.
pub(super) fn split(reference: &str) -> (&str, &str) {
    reference.split_once('#').unwrap_or((reference, ""))
}

/// Calls `push` with each subschema in the value of a keyword, in document order.
pub(super) fn push_subschemas(doc: &Doc, keyword: Keyword, value: JsonId, mut push: impl FnMut(JsonId)) {
    match (keyword.holds(), doc.kind(value)) {
        (Holds::One | Holds::OneOrList, Kind::Object | Kind::Bool) => push(value),
        (Holds::List | Holds::OneOrList, Kind::Array) | (Holds::Map, Kind::Object) => doc.children(value).for_each(push),
        (Holds::MapOrNames, Kind::Object) => doc.children(value).filter(|child| doc.kind(*child) != Kind::Array).for_each(push),
        _ => {}
    }
}

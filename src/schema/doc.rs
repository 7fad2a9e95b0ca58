//! The JSON documents a schema is made of, as one flat arena of nodes over one text.
//!
//! The user's document comes first, so its spans are byte ranges of its own text; documents that references pull in
//! (from the caller's registry or the built-in meta-schemas) are appended and share the id space.

use super::arena::JsonId;
use crate::json::{Json, Kind, print_string};
use crate::location::{Location, Span};
use std::borrow::Cow;

/// Longest schema text that is read, in bytes.
pub const MAX_TEXT: usize = 1 << 20;
/// Most JSON values in all documents of one schema.
pub const MAX_NODES: usize = 250_000;
/// Containers with more children than this have an index.
pub(super) const WIDE: u32 = 16;
/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// One value. Strings and keys are ranges of the text, or of the side buffer when they had escapes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub kind: Kind,
    pub flag: bool,
    /// The value's range in the joined text.
    pub span: Span,
    /// The range of the member name with its quotes; empty for elements and roots.
    pub key: Span,
    /// Strings with escapes: 1 + entry of `sides`. Wide containers: 1 + start in `wide`. Else 0.
    pub side: u32,
    pub key_side: u32,
    pub parent: u32,
    pub first: u32,
    pub next: u32,
    pub count: u32,
    /// Position among its siblings.
    pub index: u32,
}

/// What a document holds that makes an index of identifiers necessary.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks {
    /// `$id` below the root.
    pub id: bool,
    /// `id` with a string value below the root (an identifier in draft 4 only).
    pub id4: bool,
    /// `$anchor`, or an identifier at the root that is only a fragment.
    pub anchor: bool,
    /// `$dynamicAnchor` or `$recursiveAnchor`.
    pub dynamic: bool,
}

/// One document of the arena.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub root: u32,
    pub text: u32,
    pub marks: Marks,
}

/// A flat arena of JSON values with their places in the text.
#[derive(Clone, Debug, Default)]
pub struct Doc {
    pub(super) text: String,
    pub(super) side: String,
    pub(super) sides: Vec<Span>,
    pub(super) nodes: Vec<Node>,
    /// Children of wide containers: by name for objects, in order for arrays.
    pub(super) wide: Vec<u32>,
    pub(super) duplicates: Vec<JsonId>,
    pub(super) parts: Vec<Part>,
}

impl Doc {
    fn node(&self, id: JsonId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    fn slice(&self, span: Span, side: u32) -> &str {
        match side.checked_sub(1) {
            None => &self.text[span.start as usize + 1..span.end as usize - 1],
            Some(entry) => {
                let range = self.sides[entry as usize];
                &self.side[range.start as usize..range.end as usize]
            }
        }
    }

    /// The root of the user's document.
    #[must_use]
    pub const fn root(&self) -> JsonId {
        JsonId(0)
    }

    /// How many nodes there are in all documents.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing has been read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The text of the user's document.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text[..self.parts.get(1).map_or(self.text.len(), |part| part.text as usize)]
    }

    /// The node's kind.
    #[must_use]
    pub fn kind(&self, id: JsonId) -> Kind {
        self.node(id).kind
    }

    /// The text of a string.
    #[must_use]
    pub fn str(&self, id: JsonId) -> Option<&str> {
        let node = self.node(id);
        (node.kind == Kind::String).then(|| self.slice(node.span, node.side))
    }

    /// The token of a number.
    #[must_use]
    pub fn number(&self, id: JsonId) -> Option<&str> {
        let node = self.node(id);
        (node.kind == Kind::Number).then(|| &self.text[node.span.start as usize..node.span.end as usize])
    }

    /// The value of a boolean.
    #[must_use]
    pub fn bool(&self, id: JsonId) -> Option<bool> {
        let node = self.node(id);
        (node.kind == Kind::Bool).then_some(node.flag)
    }

    /// The name under which the node stands in its parent.
    #[must_use]
    pub fn key(&self, id: JsonId) -> Option<&str> {
        let node = self.node(id);
        (node.key.end > node.key.start).then(|| self.slice(node.key, node.key_side))
    }

    /// The container the node stands in.
    #[must_use]
    pub fn parent(&self, id: JsonId) -> Option<JsonId> {
        let parent = self.node(id).parent;
        (parent != NONE).then_some(JsonId(parent))
    }

    /// The node and the containers around it, the root last.
    pub fn around(&self, id: JsonId) -> impl Iterator<Item = JsonId> + '_ {
        std::iter::successors(Some(id), |id| self.parent(*id))
    }

    /// The node of the user's document at a location, or the nearest around it.
    #[must_use]
    pub fn nearest(&self, location: &Location) -> JsonId {
        let mut at = self.root();
        for step in location.steps() {
            let next = match self.kind(at) {
                Kind::Object => self.get(at, &step),
                Kind::Array => step.parse().ok().and_then(|index| self.item(at, index)),
                _ => None,
            };
            match next {
                Some(next) => at = next,
                None => break,
            }
        }
        at
    }

    /// The node's position among its siblings.
    #[must_use]
    pub fn index(&self, id: JsonId) -> usize {
        self.node(id).index as usize
    }

    /// How many children the node has.
    #[must_use]
    pub fn count(&self, id: JsonId) -> usize {
        self.node(id).count as usize
    }

    /// The children in document order.
    #[must_use]
    pub fn children(&self, id: JsonId) -> Children<'_> {
        Children { doc: self, next: self.node(id).first }
    }

    pub(super) fn first(&self, id: JsonId) -> Option<JsonId> {
        let first = self.node(id).first;
        (first != NONE).then_some(JsonId(first))
    }

    pub(super) fn next(&self, id: JsonId) -> Option<JsonId> {
        let next = self.node(id).next;
        (next != NONE).then_some(JsonId(next))
    }

    /// The member `name` of an object.
    #[must_use]
    pub fn get(&self, id: JsonId, name: &str) -> Option<JsonId> {
        let node = self.node(id);
        if node.kind != Kind::Object {
            return None;
        }
        if node.side == 0 {
            return self.children(id).find(|child| self.key(*child) == Some(name));
        }
        let members = self.indexed(node);
        let at = members.binary_search_by(|member| self.key(JsonId(*member)).unwrap_or_default().cmp(name)).ok()?;
        Some(JsonId(members[at]))
    }

    /// The element `index` of an array.
    #[must_use]
    pub fn item(&self, id: JsonId, index: usize) -> Option<JsonId> {
        let node = self.node(id);
        if node.kind != Kind::Array {
            return None;
        }
        if node.side == 0 { self.children(id).nth(index) } else { self.indexed(node).get(index).map(|item| JsonId(*item)) }
    }

    fn indexed(&self, node: &Node) -> &[u32] {
        let start = node.side as usize - 1;
        &self.wide[start..start + node.count as usize]
    }

    /// Members that a later member of the same name replaces. They are no longer children of their object.
    #[must_use]
    pub fn duplicates(&self) -> &[JsonId] {
        &self.duplicates
    }

    /// Which document the node is in; the user's is 0.
    #[must_use]
    pub fn document(&self, id: JsonId) -> usize {
        if self.parts.len() < 2 { 0 } else { self.parts.partition_point(|part| part.root <= id.0) - 1 }
    }

    pub(super) fn part(&self, document: usize) -> &Part {
        &self.parts[document]
    }

    /// The JSON Pointer of the node in its document.
    #[must_use]
    pub fn location(&self, id: JsonId) -> Location {
        let mut path: Vec<JsonId> = self.around(id).collect();
        path.pop();
        let mut location = Location::root();
        for step in path.into_iter().rev() {
            match self.key(step) {
                Some(key) => location.push(key),
                None => location.push_index(self.index(step)),
            }
        }
        location
    }

    fn local(&self, id: JsonId, span: Span) -> Span {
        let start = self.parts[self.document(id)].text;
        Span { start: span.start - start, end: span.end - start }
    }

    /// The value's byte range in its document's text.
    #[must_use]
    pub fn span(&self, id: JsonId) -> Span {
        self.local(id, self.node(id).span)
    }

    /// The byte range of the member name with its quotes; the value's own range where there is no name.
    #[must_use]
    pub fn key_span(&self, id: JsonId) -> Span {
        let node = self.node(id);
        self.local(id, if node.key.end > node.key.start { node.key } else { node.span })
    }

    /// The node as a value.
    #[must_use]
    pub fn to_json(&self, id: JsonId) -> Json<'_> {
        let node = self.node(id);
        match node.kind {
            Kind::Null => Json::Null,
            Kind::Bool => Json::Bool(node.flag),
            Kind::Number => Json::Number(Cow::Borrowed(self.number(id).unwrap_or_default())),
            Kind::String => Json::String(Cow::Borrowed(self.slice(node.span, node.side))),
            Kind::Array => Json::Array(self.children(id).map(|child| self.to_json(child)).collect()),
            Kind::Object => Json::Object(
                self.children(id).map(|child| (Cow::Borrowed(self.key(child).unwrap_or_default()), self.to_json(child))).collect(),
            ),
        }
    }

    /// Appends the node to `out` as compact JSON text, numbers as they were written.
    pub fn print(&self, id: JsonId, out: &mut String) {
        let node = self.node(id);
        match node.kind {
            Kind::Null => out.push_str("null"),
            Kind::Bool => out.push_str(if node.flag { "true" } else { "false" }),
            Kind::Number => out.push_str(self.number(id).unwrap_or_default()),
            Kind::String => print_string(self.slice(node.span, node.side), out),
            Kind::Array | Kind::Object => {
                let object = node.kind == Kind::Object;
                out.push(if object { '{' } else { '[' });
                for (i, child) in self.children(id).enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    if object {
                        print_string(self.key(child).unwrap_or_default(), out);
                        out.push(':');
                    }
                    self.print(child, out);
                }
                out.push(if object { '}' } else { ']' });
            }
        }
    }
}

/// Iterates over the children of a node; see [`Doc::children`].
#[derive(Clone, Debug)]
pub struct Children<'d> {
    doc: &'d Doc,
    next: u32,
}

impl Iterator for Children<'_> {
    type Item = JsonId;

    fn next(&mut self) -> Option<JsonId> {
        let id = (self.next != NONE).then_some(JsonId(self.next))?;
        self.next = self.doc.node(id).next;
        Some(id)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "texts and node counts are capped far below 4 Gi")]
pub(super) const fn as_u32(n: usize) -> u32 {
    n as u32
}

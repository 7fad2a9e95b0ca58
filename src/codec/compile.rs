//! What is derived from the nodes once: kinds, identity, name tables and how unions choose.

use super::branches::UnionTable;
use super::names::ObjectTable;
use super::{Carrier, CodecId, EntryShape, Node, Object, Rest};
use crate::json::{Json, Kind, KindSet};

/// Derived data, one entry a node.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    facts: Vec<Facts>,
    derived: Vec<Derived>,
    /// Most branches some union may have to weigh; 0 if none has to weigh any.
    pub(super) widest: usize,
}

/// What is known of every node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Facts {
    /// A strict wire value is the user's value, all the way down.
    pub(super) identity: bool,
    /// No value at all is changed here or refused, duplicate keys aside.
    pub(super) plain: bool,
    /// Kinds of the strict wire form.
    pub(super) wire: KindSet,
    /// Kinds of the user's value.
    pub(super) user: KindSet,
    /// Kinds that can be read: wire, own, or own outside and wire inside.
    pub(super) reads: KindSet,
}

/// Tables of the nodes that need one.
#[derive(Clone, Debug)]
enum Derived {
    Nothing,
    Object(ObjectTable),
    Union(UnionTable),
}

impl Tables {
    pub(super) fn new(nodes: &[Node]) -> Self {
        let facts = facts(nodes);
        let derived: Vec<Derived> = nodes
            .iter()
            .map(|node| match node {
                Node::Object(object) => Derived::Object(ObjectTable::new(object)),
                Node::Union(union) => Derived::Union(UnionTable::new(union, nodes, &facts)),
                _ => Derived::Nothing,
            })
            .collect();
        let width = |derived: &Derived| match derived {
            Derived::Union(table) => table.width(),
            Derived::Object(_) | Derived::Nothing => 0,
        };
        let widest = derived.iter().map(width).max().unwrap_or(0);
        Tables { facts, derived, widest }
    }

    pub(super) fn facts(&self, id: CodecId) -> &Facts {
        &self.facts[id.0 as usize]
    }

    pub(super) fn object(&self, id: CodecId) -> Option<&ObjectTable> {
        match &self.derived[id.0 as usize] {
            Derived::Object(table) => Some(table),
            _ => None,
        }
    }

    pub(super) fn union(&self, id: CodecId) -> Option<&UnionTable> {
        match &self.derived[id.0 as usize] {
            Derived::Union(table) => Some(table),
            _ => None,
        }
    }
}

/// The nodes a node refers to.
pub(super) fn children(node: &Node) -> Vec<CodecId> {
    let mut out = Vec::new();
    each_child(node, |id| out.push(id));
    out
}

/// Calls `visit` with each node a node refers to.
pub(super) fn each_child(node: &Node, mut visit: impl FnMut(CodecId)) {
    match node {
        Node::Scalar(_) | Node::Verbatim | Node::Label(_) | Node::AnyTree | Node::AnyBox => {}
        Node::Array { items } => visit(*items),
        Node::Positional { prefix, rest, .. } => prefix.iter().chain([rest]).for_each(|id| visit(*id)),
        Node::Object(object) => {
            object.fields.iter().for_each(|field| visit(field.codec));
            for shape in shapes(object) {
                visit(shape.value);
            }
        }
        Node::Entries(shapes) => shapes.iter().for_each(|shape| visit(shape.value)),
        Node::Tuple(tuple) => tuple.slots.iter().map(|(slot, _)| *slot).chain(tuple.rest).for_each(visit),
        Node::Envelope { .. } | Node::Text { .. } | Node::Union(_) => each_in_place(node, visit),
    }
}

/// Calls `visit` with each node that may be given the very value a node is given.
fn each_in_place(node: &Node, mut visit: impl FnMut(CodecId)) {
    match node {
        Node::Envelope { inner, .. } | Node::Text { inner, .. } => visit(*inner),
        Node::Union(union) => union.branches.iter().for_each(|branch| visit(branch.codec)),
        _ => {}
    }
}

/// The nodes that may be given the very value a node is given.
pub(super) fn in_place(node: &Node) -> Vec<CodecId> {
    match node {
        Node::Envelope { inner, .. } | Node::Text { inner, .. } => vec![*inner],
        Node::Union(union) => union.branches.iter().map(|branch| branch.codec).collect(),
        _ => Vec::new(),
    }
}

/// Shapes of an object's undeclared properties.
pub(super) fn shapes(object: &Object) -> &[EntryShape] {
    match &object.rest {
        Rest::Closed => &[],
        Rest::Native(shapes) | Rest::Spliced(_, shapes) => shapes,
    }
}

fn facts(nodes: &[Node]) -> Vec<Facts> {
    let mut facts: Vec<Facts> = nodes.iter().map(kinds).collect();
    let users = Users::new(nodes, |node, visit| each_in_place(node, visit));
    propagate(nodes.len(), |id, queue| {
        for user in users.of(id) {
            let (inner, mut outer) = (facts[id], facts[*user]);
            outer.reads = outer.reads.union(inner.reads);
            outer.user = outer.user.union(inner.user);
            if matches!(nodes[*user], Node::Union(_)) {
                outer.wire = outer.wire.union(inner.wire);
            }
            let old = &facts[*user];
            if (outer.reads, outer.user, outer.wire) != (old.reads, old.user, old.wire) {
                facts[*user] = outer;
                queue.push(*user);
            }
        }
    });
    for (at, node) in nodes.iter().enumerate() {
        let identity = identity_alone(node) && !loses_null(node, &facts);
        let fact = &mut facts[at];
        fact.identity = identity;
        fact.plain = plain_alone(node, fact.reads);
    }
    propagate(nodes.len(), |id, queue| {
        for user in users.of(id) {
            if !facts[id].plain && facts[*user].plain {
                facts[*user].plain = false;
                queue.push(*user);
            }
        }
    });
    let users = Users::new(nodes, |node, visit| each_child(node, visit));
    propagate(nodes.len(), |id, queue| {
        for user in users.of(id) {
            if !facts[id].identity && facts[*user].identity {
                facts[*user].identity = false;
                queue.push(*user);
            }
        }
    });
    facts
}

/// For each node, the nodes that refer to it.
struct Users {
    /// Where the users of each node start in `all`; one entry more than there are nodes.
    starts: Vec<usize>,
    all: Vec<usize>,
}

impl Users {
    /// Of the references that `each` calls its visitor with.
    fn new(nodes: &[Node], each: impl Fn(&Node, &mut dyn FnMut(CodecId))) -> Self {
        let mut starts = vec![0; nodes.len() + 1];
        for node in nodes {
            each(node, &mut |id| starts[id.0 as usize + 1] += 1);
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut free = starts.clone();
        let mut all = vec![0; starts.last().copied().unwrap_or(0)];
        for (user, node) in nodes.iter().enumerate() {
            each(node, &mut |id| {
                let slot = &mut free[id.0 as usize];
                all[*slot] = user;
                *slot += 1;
            });
        }
        Users { starts, all }
    }

    fn of(&self, id: usize) -> &[usize] {
        &self.all[self.starts[id]..self.starts[id + 1]]
    }
}

/// Runs `visit` on every node, and again on those it queues.
fn propagate(count: usize, mut visit: impl FnMut(usize, &mut Vec<usize>)) {
    let mut queue: Vec<usize> = (0..count).collect();
    while let Some(id) = queue.pop() {
        visit(id, &mut queue);
    }
}

/// Kinds of a node's strict wire form; `None` for a union, which has those of its branches.
#[must_use]
pub fn wire_kinds(node: &Node) -> Option<KindSet> {
    if matches!(node, Node::Union(_)) { None } else { Some(kinds(node).wire) }
}

/// Kinds of a node apart from the nodes it passes a value on to.
pub(super) fn kinds(node: &Node) -> Facts {
    let of = KindSet::of;
    let (wire, user) = match node {
        Node::Scalar(scalar) => (scalar.kinds, scalar.kinds),
        Node::Verbatim | Node::AnyTree => (KindSet::ALL, KindSet::ALL),
        Node::AnyBox => (KindSet::ALL.without(Kind::Array), KindSet::ALL),
        Node::Array { .. } | Node::Positional { .. } => (of(Kind::Array), of(Kind::Array)),
        Node::Object(_) => (of(Kind::Object), of(Kind::Object)),
        Node::Entries(_) => (of(Kind::Array), of(Kind::Object)),
        Node::Tuple(_) => (of(Kind::Object), of(Kind::Array)),
        Node::Envelope { .. } | Node::Text { .. } => (of(Kind::Object), KindSet::EMPTY),
        Node::Union(_) => (KindSet::EMPTY, KindSet::EMPTY),
        Node::Label(table) => (of(Kind::String), table.iter().fold(KindSet::EMPTY, |set, (_, literal)| set.with(literal.kind()))),
    };
    Facts { wire, user, reads: wire.union(user), ..Facts::default() }
}

/// Whether a node changes nothing itself.
pub(super) fn identity_alone(node: &Node) -> bool {
    match node {
        Node::Scalar(_) | Node::Verbatim | Node::Array { .. } | Node::Positional { .. } | Node::Union(_) => true,
        Node::Object(object) => {
            // A null at a native field that takes none is looked at apart.
            let stays = |carrier| match carrier {
                Carrier::Required | Carrier::NullKept | Carrier::Native => true,
                Carrier::NullIsAbsent | Carrier::Boxed | Carrier::Packed => false,
            };
            object.pack.is_none()
                && object.forbidden.is_empty()
                && !matches!(object.rest, Rest::Spliced(..))
                && object.fields.iter().all(|field| field.wire == field.user && stays(field.carrier))
        }
        Node::Entries(_) | Node::Tuple(_) | Node::Envelope { .. } | Node::Text { .. } | Node::Label(_) | Node::AnyTree | Node::AnyBox => {
            false
        }
    }
}

/// Whether the wire form of a field may be a null that the user's schema refuses, and that is read as absence.
fn loses_null(node: &Node, facts: &[Facts]) -> bool {
    let Node::Object(object) = node else { return false };
    let loses =
        |field: &super::Field| field.carrier == Carrier::Native && !field.null_ok && facts[field.codec.0 as usize].wire.has(Kind::Null);
    object.fields.iter().any(loses)
}

/// Whether a node takes every value as it is: no slip can be read otherwise, no member dropped.
fn plain_alone(node: &Node, reads: KindSet) -> bool {
    match node {
        Node::Verbatim => true,
        Node::Scalar(scalar) => {
            let text = |literal: &Json<'_>| matches!(literal, Json::String(_));
            (!doubles(reads)) && scalar.literals.as_ref().is_none_or(|literals| literals.iter().all(text))
        }
        Node::Union(_) => !doubles(reads),
        _ => false,
    }
}

/// Whether a string given to a node of these kinds may be a container encoded twice.
pub(super) fn doubles(reads: KindSet) -> bool {
    !reads.has(Kind::String) && (reads.has(Kind::Array) || reads.has(Kind::Object))
}

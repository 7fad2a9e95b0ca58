//! Whether two branches of a union can be told apart by what they put on the wire: the planner tags those that cannot.

mod leaves;
mod names;
mod objects;

use super::compile::children;
use super::{CodecId, Node};
use crate::ids::{IdMap, IdSet};
use crate::json::{Kind, KindSet};
use leaves::{label_scalar, labels, scalars};
use names::{Outline, WireNames, shut_out};
use std::rc::Rc;

/// Whether some wire value could fit both `a` and `b` and be read as two different values. True when unsure.
///
/// `nodes` may be a part of the final graph, as long as all that `a` and `b` lead to is there.
#[must_use]
pub fn collide(nodes: &[Node], a: CodecId, b: CodecId) -> bool {
    Pairs::new(nodes).collide(a, b)
}

/// Most pairs of nodes, fields and entry shapes compared.
const MAX_WORK: u32 = 20_000;
/// Longest chain of pairs.
const MAX_DEPTH: u32 = 400;
/// Most nodes looked at to find whether a node is the same on both sides.
const MAX_REACH: usize = 2_000;

/// What happens to the wire values two nodes have in common. Ordered by how bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Meeting {
    /// There are none.
    Apart,
    /// They are read alike.
    Alike,
    /// They may be read as different values.
    Collide,
}

use Meeting::{Alike, Apart, Collide};

/// Compares pairs of one graph; what is found out of single nodes is kept from pair to pair.
pub struct Pairs<'n> {
    nodes: &'n [Node],
    names: IdMap<CodecId, Rc<WireNames<'n>>>,
    outlines: IdMap<CodecId, Outline>,
    /// Pairs compared; those being compared count as alike, so that cycles end.
    met: IdMap<(CodecId, CodecId), Meeting>,
    work: u32,
    depth: u32,
}

impl<'n> Pairs<'n> {
    /// Nothing compared yet.
    #[must_use]
    pub fn new(nodes: &'n [Node]) -> Self {
        Pairs { nodes, names: IdMap::default(), outlines: IdMap::default(), met: IdMap::default(), work: MAX_WORK, depth: 0 }
    }

    /// As [`collide`].
    pub fn collide(&mut self, a: CodecId, b: CodecId) -> bool {
        self.met.clear();
        (self.work, self.depth) = (MAX_WORK, 0);
        self.meet(a, b) == Meeting::Collide
    }

    fn node(&self, id: CodecId) -> &'n Node {
        &self.nodes[id.0 as usize]
    }

    fn meet(&mut self, a: CodecId, b: CodecId) -> Meeting {
        if a == b {
            return Alike;
        }
        let pair = if a < b { (a, b) } else { (b, a) };
        if let Some(meeting) = self.met.get(&pair) {
            return *meeting;
        }
        self.work = self.work.saturating_sub(1);
        if self.work == 0 || self.depth == MAX_DEPTH {
            return Collide;
        }
        self.met.insert(pair, Alike);
        self.depth += 1;
        let mut meeting = self.compare(pair.0, pair.1);
        self.depth -= 1;
        if meeting == Collide && self.identity(a) && self.identity(b) {
            meeting = Alike;
        }
        self.met.insert(pair, meeting);
        meeting
    }

    fn compare(&mut self, a: CodecId, b: CodecId) -> Meeting {
        if self.wire(a).intersect(self.wire(b)).is_empty() {
            return Apart;
        }
        match (self.node(a), self.node(b)) {
            (Node::Union(union), _) => self.worst(union.branches.iter().map(|branch| (branch.codec, b))),
            (_, Node::Union(union)) => self.worst(union.branches.iter().map(|branch| (a, branch.codec))),
            (Node::Scalar(a), Node::Scalar(b)) => scalars(a, b),
            (Node::Label(a), Node::Label(b)) => labels(a, b),
            (Node::Label(table), Node::Scalar(scalar)) | (Node::Scalar(scalar), Node::Label(table)) => label_scalar(table, scalar),
            (Node::Array { items: a }, Node::Array { items: b }) => self.meet(*a, *b).max(Alike),
            (Node::Positional { prefix, rest, exact }, other) | (other, Node::Positional { prefix, rest, exact }) => {
                self.positional((prefix, *rest, *exact), other)
            }
            (Node::Object(x), Node::Object(y)) => self.objects((a, x), (b, y)),
            (Node::Entries(a), Node::Entries(b)) => {
                if self.same_shapes(a, b) {
                    Alike
                } else {
                    Collide
                }
            }
            (Node::Tuple(a), Node::Tuple(b)) => self.tuples(a, b),
            (Node::Envelope { name, inner }, Node::Envelope { name: other, inner: others })
            | (Node::Text { name, inner }, Node::Text { name: other, inner: others })
                if name == other =>
            {
                let meeting = self.meet(*inner, *others);
                match self.node(a) {
                    Node::Text { .. } => {
                        if meeting == Alike && inner == others {
                            Alike
                        } else {
                            Collide
                        }
                    }
                    _ => meeting,
                }
            }
            (Node::AnyTree, Node::AnyTree) | (Node::AnyBox, Node::AnyBox) | (Node::Verbatim, Node::Verbatim) => Alike,
            (Node::AnyTree, Node::Array { items }) => self.meet(a, *items).max(Alike),
            (Node::Array { items }, Node::AnyTree) => self.meet(*items, b).max(Alike),
            (x, y) => {
                let common = self.wire(a).intersect(self.wire(b));
                let labels = matches!(x, Node::Label(_)) || matches!(y, Node::Label(_));
                let objects = common.has(Kind::Object) && !shut_out(x, y);
                if common.has(Kind::Array) || objects || (labels && common.has(Kind::String)) {
                    Collide
                } else if common == KindSet::of(Kind::Object) {
                    Apart
                } else {
                    // Scalars stand on the wire as they are.
                    Alike
                }
            }
        }
    }

    fn worst(&mut self, pairs: impl Iterator<Item = (CodecId, CodecId)>) -> Meeting {
        let mut worst = Apart;
        for (a, b) in pairs {
            worst = worst.max(self.meet(a, b));
            if worst == Collide {
                break;
            }
        }
        worst
    }

    /// Kinds of the strict wire form.
    fn wire(&self, id: CodecId) -> KindSet {
        if !matches!(self.node(id), Node::Union(_)) {
            return super::compile::kinds(self.node(id)).wire;
        }
        let (mut kinds, mut met, mut queue) = (KindSet::EMPTY, IdSet::from_iter([id]), vec![id]);
        while let Some(id) = queue.pop() {
            match self.node(id) {
                Node::Union(union) if met.len() <= MAX_REACH => {
                    queue.extend(union.branches.iter().map(|branch| branch.codec).filter(|id| met.insert(*id)));
                }
                Node::Union(_) => return KindSet::ALL,
                node => kinds = kinds.union(super::compile::kinds(node).wire),
            }
        }
        kinds
    }

    /// Whether all that `id` leads to is the same on both sides.
    fn identity(&self, id: CodecId) -> bool {
        let (mut met, mut queue) = (IdSet::from_iter([id]), vec![id]);
        while let Some(id) = queue.pop() {
            if met.len() > MAX_REACH || !super::compile::identity_alone(self.node(id)) {
                return false;
            }
            queue.extend(children(self.node(id)).into_iter().filter(|id| met.insert(*id)));
        }
        true
    }

    /// An array of positions against another array.
    fn positional(&mut self, (prefix, rest, exact): (&[CodecId], CodecId, bool), other: &Node) -> Meeting {
        let (others, other_rest, other_exact) = match other {
            Node::Positional { prefix, rest, exact } => (prefix.as_slice(), *rest, *exact),
            Node::Array { items } => (&[][..], *items, false),
            _ => return Collide,
        };
        let at = |index: usize| {
            let here = prefix.get(index).copied().unwrap_or(rest);
            (here, others.get(index).copied().unwrap_or(other_rest))
        };
        // Where neither has a length, short arrays fit both, so they are never apart.
        let length = match (exact, other_exact) {
            (true, true) if prefix.len() != others.len() => return Apart,
            (true, _) => prefix.len(),
            (_, true) => others.len(),
            (false, false) => {
                let count = prefix.len().max(others.len()) + 1;
                return self.worst((0..count).map(at)).max(Alike);
            }
        };
        let mut worst = Alike;
        for (here, there) in (0..length).map(at) {
            match self.meet(here, there) {
                Apart => return Apart,
                meeting => worst = worst.max(meeting),
            }
        }
        worst
    }
}

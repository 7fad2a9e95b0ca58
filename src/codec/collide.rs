//! Whether two branches of a union can be told apart by what they put on the wire: the planner tags those that cannot.

use super::compile::{children, shapes};
use super::{Carrier, CodecId, EntryShape, Field, KeyTest, Node, Object, Rest, Scalar, Tuple};
use super::{any_value, tuple};
use crate::json::{Json, Kind, KindSet};
use std::collections::{HashMap, HashSet};

/// Whether some wire value could fit both `a` and `b` and be read as two different values. True when unsure.
///
/// `nodes` may be a part of the final graph, as long as all that `a` and `b` lead to is there.
#[must_use]
pub fn collide(nodes: &[Node], a: CodecId, b: CodecId) -> bool {
    let mut search = Search { nodes, met: HashMap::new(), work: MAX_WORK };
    search.meet(a, b) == Meeting::Collide
}

/// Most pairs of nodes, fields and entry shapes compared.
const MAX_WORK: u32 = 20_000;
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

struct Search<'n> {
    nodes: &'n [Node],
    /// Pairs compared; those being compared count as alike, so that cycles end.
    met: HashMap<(CodecId, CodecId), Meeting>,
    work: u32,
}

/// How a field treats null on the wire.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Null {
    Refused,
    Kept,
    Dropped,
}

impl<'n> Search<'n> {
    fn node(&self, id: CodecId) -> &'n Node {
        &self.nodes[id.0 as usize]
    }

    fn spend(&mut self) -> bool {
        self.work = self.work.saturating_sub(1);
        self.work > 0
    }

    fn meet(&mut self, a: CodecId, b: CodecId) -> Meeting {
        if a == b {
            return Alike;
        }
        let pair = if a < b { (a, b) } else { (b, a) };
        if let Some(meeting) = self.met.get(&pair) {
            return *meeting;
        }
        if !self.spend() {
            return Collide;
        }
        self.met.insert(pair, Alike);
        let mut meeting = self.compare(pair.0, pair.1);
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
            (Node::Positional { prefix, rest }, other) | (other, Node::Positional { prefix, rest }) => {
                self.positional(prefix, *rest, other)
            }
            (Node::Object(a), Node::Object(b)) => self.objects(a, b),
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
            (Node::Scalar(_), _) | (_, Node::Scalar(_)) => Alike,
            (x, y) => {
                let objects = KindSet::of(Kind::Object);
                let common = self.wire(a).intersect(self.wire(b));
                if common == objects && self.shut_out(x, y) { Apart } else { Collide }
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
        let (mut kinds, mut met, mut queue) = (KindSet::EMPTY, HashSet::from([id]), vec![id]);
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
        let (mut met, mut queue) = (HashSet::from([id]), vec![id]);
        while let Some(id) = queue.pop() {
            if met.len() > MAX_REACH || !super::compile::identity_alone(self.node(id)) {
                return false;
            }
            queue.extend(children(self.node(id)).into_iter().filter(|id| met.insert(*id)));
        }
        true
    }

    /// An array of positions against another array: short arrays fit both, so they are never apart.
    fn positional(&mut self, prefix: &[CodecId], rest: CodecId, other: &Node) -> Meeting {
        let (others, other_rest) = match other {
            Node::Positional { prefix, rest } => (prefix.as_slice(), *rest),
            Node::Array { items } => (&[][..], *items),
            _ => return Collide,
        };
        let at = |list: &[CodecId], rest, index: usize| list.get(index).copied().unwrap_or(rest);
        let count = prefix.len().max(others.len()) + 1;
        self.worst((0..count).map(|index| (at(prefix, rest, index), at(others, other_rest, index)))).max(Alike)
    }

    fn objects(&mut self, a: &'n Object, b: &'n Object) -> Meeting {
        if lacks(b, a) || lacks(a, b) {
            return Apart;
        }
        let mut worst = Alike;
        for field in direct(a) {
            let meeting = match direct(b).find(|other| other.wire == field.wire) {
                Some(other) => self.fields(field, other),
                None => self.field_or_rest(field, b),
            };
            let both =
                field.carrier != Carrier::Native && direct(b).any(|other| other.wire == field.wire && other.carrier != Carrier::Native);
            if meeting == Apart && both {
                return Apart;
            }
            worst = worst.max(meeting);
        }
        for field in direct(b) {
            if !direct(a).any(|other| other.wire == field.wire) {
                worst = worst.max(self.field_or_rest(field, a));
            }
        }
        let lists = match (&a.rest, &b.rest) {
            (Rest::Spliced(name, shapes), Rest::Spliced(other, others)) if name == other => {
                self.same_shapes(shapes, others) && same_declared(a, b)
            }
            (Rest::Native(shapes), Rest::Native(others)) => {
                let pairs = shapes.iter().flat_map(|a| others.iter().map(|b| (a.value, b.value)));
                self.worst(pairs) != Collide
            }
            (Rest::Spliced(..), _) | (_, Rest::Spliced(..)) => false,
            (Rest::Closed, _) | (_, Rest::Closed) => true,
        };
        let packs = match (&a.pack, &b.pack) {
            (None, None) => true,
            (Some(name), Some(other)) => name == other && self.same_packed(a, b),
            _ => false,
        };
        if lists && packs { worst } else { Collide }
    }

    /// Two fields of one wire name.
    fn fields(&mut self, a: &Field, b: &Field) -> Meeting {
        if a.user != b.user {
            return Collide;
        }
        self.places((a.codec, a.carrier, a.null_ok), (b.codec, b.carrier, b.null_ok))
    }

    fn places(&mut self, a: (CodecId, Carrier, bool), b: (CodecId, Carrier, bool)) -> Meeting {
        let null = match (self.null(a), self.null(b)) {
            (Null::Refused, _) | (_, Null::Refused) => Apart,
            (one, other) if one == other => Alike,
            _ => Collide,
        };
        let boxed = |place: (CodecId, Carrier, bool)| place.1 == Carrier::Boxed;
        let value = match (boxed(a), boxed(b)) {
            (true, true) | (false, false) => self.meet(a.0, b.0),
            (true, false) if self.wire(b.0).has(Kind::Object) => Collide,
            (false, true) if self.wire(a.0).has(Kind::Object) => Collide,
            _ => Apart,
        };
        null.max(value)
    }

    fn null(&self, (codec, carrier, null_ok): (CodecId, Carrier, bool)) -> Null {
        match carrier {
            Carrier::NullIsAbsent | Carrier::Boxed => Null::Dropped,
            Carrier::NullKept => Null::Kept,
            _ if null_ok || self.wire(codec).has(Kind::Null) => Null::Kept,
            Carrier::Required | Carrier::Native | Carrier::Packed => Null::Refused,
        }
    }

    /// A field that the other object takes, if at all, for an undeclared property.
    fn field_or_rest(&mut self, field: &Field, other: &'n Object) -> Meeting {
        let Rest::Native(shapes) = &other.rest else { return Alike };
        if field.wire != field.user || matches!(field.carrier, Carrier::NullIsAbsent | Carrier::Boxed) {
            return Collide;
        }
        let pairs = shapes.iter().map(|shape| (field.codec, shape.value));
        self.worst(pairs).max(Alike)
    }

    /// Whether two entry lists are read alike.
    fn same_shapes(&mut self, a: &[EntryShape], b: &[EntryShape]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_keys(&a.key, &b.key) && self.meet(a.value, b.value) != Collide)
    }

    fn same_packed(&mut self, a: &Object, b: &Object) -> bool {
        let (mut fields, mut others): (Vec<&Field>, Vec<&Field>) = (packed(a).collect(), packed(b).collect());
        fields.sort_by(|a, b| a.wire.cmp(&b.wire));
        others.sort_by(|a, b| a.wire.cmp(&b.wire));
        fields.len() == others.len() && fields.iter().zip(others).all(|(a, b)| a.wire == b.wire && self.fields(a, b) != Collide)
    }

    fn tuples(&mut self, a: &Tuple, b: &Tuple) -> Meeting {
        // On the wire all slots are there.
        if a.slots.len() != b.slots.len() || a.rest.is_some() != b.rest.is_some() {
            return Apart;
        }
        let mut worst = Alike;
        for ((codec, carrier), (other, others)) in a.slots.iter().zip(&b.slots) {
            match self.places((*codec, *carrier, false), (*other, *others, false)) {
                Apart => return Apart,
                meeting => worst = worst.max(meeting),
            }
        }
        match (a.rest, b.rest) {
            (Some(rest), Some(other)) => worst.max(self.meet(rest, other)),
            _ => worst,
        }
    }

    /// Whether, of two wire objects, one always has a name the other cannot have.
    fn shut_out(&self, a: &Node, b: &Node) -> bool {
        let (Some(names), Some(others)) = (Shown::of(a), Shown::of(b)) else { return false };
        names.needed.iter().any(|name| !others.may(name)) || others.needed.iter().any(|name| !names.may(name))
    }
}

/// The names of a wire object.
struct Shown {
    needed: Vec<String>,
    other: Vec<String>,
    open: bool,
}

impl Shown {
    fn of(node: &Node) -> Option<Shown> {
        let one = |name: &str| Some(Shown { needed: vec![name.to_owned()], other: Vec::new(), open: false });
        match node {
            Node::Envelope { name, .. } | Node::Text { name, .. } => one(name),
            Node::AnyTree => one(any_value::ENTRIES),
            Node::AnyBox => one(any_value::JSON),
            Node::Tuple(tuple) => {
                let rest = tuple.rest.map(|_| tuple::REST.to_owned());
                let needed = (0..tuple.slots.len()).map(|slot| format!("_{slot}")).chain(rest).collect();
                Some(Shown { needed, other: Vec::new(), open: false })
            }
            Node::Object(object) => {
                let owned = |name: &str| name.to_owned();
                let other = direct(object).filter(|field| field.carrier == Carrier::Native);
                let other = other.map(|field| owned(&field.wire)).collect();
                let open = matches!(object.rest, Rest::Native(_));
                Some(Shown { needed: needed(object).map(owned).collect(), other, open })
            }
            _ => None,
        }
    }

    fn may(&self, name: &str) -> bool {
        self.open || self.needed.iter().chain(&self.other).any(|own| own == name)
    }
}

/// Fields that stand in the wire object itself.
fn direct(object: &Object) -> impl Iterator<Item = &Field> {
    object.fields.iter().filter(|field| field.carrier != Carrier::Packed)
}

fn packed(object: &Object) -> impl Iterator<Item = &Field> {
    object.fields.iter().filter(|field| field.carrier == Carrier::Packed)
}

/// Names the wire object always has.
fn needed(object: &Object) -> impl Iterator<Item = &str> {
    let list = match &object.rest {
        Rest::Spliced(name, _) => Some(&**name),
        Rest::Closed | Rest::Native(_) => None,
    };
    let fields = direct(object).filter(|field| field.carrier != Carrier::Native).map(|field| &*field.wire);
    fields.chain(list).chain(object.pack.as_deref())
}

/// Whether `object` cannot have a name that `other` always has.
fn lacks(object: &Object, other: &Object) -> bool {
    if matches!(object.rest, Rest::Native(_)) {
        return false;
    }
    let names: HashSet<&str> = needed(object).chain(direct(object).map(|field| &*field.wire)).collect();
    needed(other).any(|name| !names.contains(name))
}

/// Whether both objects declare the same properties, so that a key of the list clashes in both or in neither.
fn same_declared(a: &Object, b: &Object) -> bool {
    let names = |object: &'_ Object| object.fields.iter().map(|field| field.user.clone()).collect::<HashSet<_>>();
    names(a) == names(b) && shapes(a).len() == shapes(b).len()
}

fn same_keys(a: &KeyTest, b: &KeyTest) -> bool {
    match (a, b) {
        (KeyTest::Any, KeyTest::Any) => true,
        (KeyTest::Names(a), KeyTest::Names(b)) => a == b,
        (KeyTest::Patterns(a), KeyTest::Patterns(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| std::sync::Arc::ptr_eq(a, b)),
        _ => false,
    }
}

fn scalars(a: &Scalar, b: &Scalar) -> Meeting {
    let apart = match (a.literals(), b.literals()) {
        (Some(a), Some(b)) => !a.iter().any(|one| b.iter().any(|other| one.same(other))),
        (Some(literals), None) => literals.iter().all(|literal| b.misfits(literal)),
        (None, Some(literals)) => literals.iter().all(|literal| a.misfits(literal)),
        (None, None) => false,
    };
    if apart { Apart } else { Alike }
}

fn labels(a: &[(Box<str>, Json<'static>)], b: &[(Box<str>, Json<'static>)]) -> Meeting {
    let mut worst = Apart;
    for (label, literal) in a {
        if let Some((_, other)) = b.iter().find(|(other, _)| other == label) {
            worst = worst.max(if literal.same(other) { Alike } else { Collide });
        }
    }
    worst
}

fn label_scalar(table: &[(Box<str>, Json<'static>)], scalar: &Scalar) -> Meeting {
    let mut worst = Apart;
    for (label, literal) in table {
        let text = Json::String(label.to_string().into());
        if !scalar.misfits(&text) {
            worst = worst.max(if literal.same(&text) { Alike } else { Collide });
        }
    }
    worst
}

//! What names wire objects have, and which keys entry lists take.

use crate::codec::{Carrier, Field, KeyTest, Node, Object, Rest, any_value, tuple};
use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

/// The names of a wire object.
pub(super) struct WireNames<'n> {
    /// Those it always has.
    needed: Vec<Cow<'n, str>>,
    all: HashSet<Cow<'n, str>>,
    /// Whether it may have any other.
    open: bool,
}

impl<'n> WireNames<'n> {
    fn new(needed: Vec<Cow<'n, str>>, others: impl Iterator<Item = Cow<'n, str>>, open: bool) -> Self {
        WireNames { all: needed.iter().cloned().chain(others).collect(), needed, open }
    }

    /// The names of a node that is an object on the wire and nothing else of more than one key.
    fn of(node: &'n Node) -> Option<Self> {
        let one = |name: &'n str| Some(Self::new(vec![name.into()], std::iter::empty(), false));
        match node {
            Node::Envelope { name, .. } | Node::Text { name, .. } => one(name),
            Node::AnyTree => one(any_value::ENTRIES),
            Node::AnyBox => one(any_value::JSON),
            Node::Tuple(tuple) => {
                let slots = (0..tuple.slots.len()).map(|slot| format!("_{slot}").into());
                let needed = slots.chain(tuple.rest.map(|_| tuple::REST.into())).collect();
                Some(Self::new(needed, std::iter::empty(), false))
            }
            Node::Object(object) => Some(Self::of_object(object)),
            _ => None,
        }
    }

    pub(super) fn of_object(object: &'n Object) -> Self {
        let list = match &object.rest {
            Rest::Spliced(name, _) => Some(&**name),
            Rest::Closed | Rest::Native(_) => None,
        };
        let fields = direct(object).filter(|field| field.carrier != Carrier::Native).map(|field| &*field.wire);
        let needed = fields.chain(list).chain(object.pack.as_deref()).map(Cow::Borrowed).collect();
        let all = direct(object).map(|field| Cow::Borrowed(&*field.wire));
        Self::new(needed, all, matches!(object.rest, Rest::Native(_)))
    }

    /// Whether one of the two always has a name the other cannot have.
    pub(super) fn shut_out(&self, other: &Self) -> bool {
        let lacks = |names: &Self, needed: &[Cow<'n, str>]| !names.open && needed.iter().any(|n| !names.all.contains(n));
        lacks(self, &other.needed) || lacks(other, &self.needed)
    }
}

/// Whether, of two nodes, one always has a name on the wire that the other cannot have.
pub(super) fn shut_out(a: &Node, b: &Node) -> bool {
    match (WireNames::of(a), WireNames::of(b)) {
        (Some(a), Some(b)) => a.shut_out(&b),
        _ => false,
    }
}

/// Fields that stand in the wire object itself.
pub(super) fn direct(object: &Object) -> impl Iterator<Item = &Field> {
    object.fields.iter().filter(|field| field.carrier != Carrier::Packed)
}

/// Whether both objects declare the same properties, so that a key of the list clashes in both or in neither.
pub(super) fn same_declared(a: &Object, b: &Object) -> bool {
    let names = |object: &Object| object.fields.iter().map(|field| field.user.clone()).collect::<HashSet<_>>();
    names(a) == names(b)
}

pub(super) fn same_keys(a: &KeyTest, b: &KeyTest) -> bool {
    match (a, b) {
        (KeyTest::Any, KeyTest::Any) => true,
        (KeyTest::Names(a), KeyTest::Names(b)) => a == b,
        (KeyTest::Patterns(a), KeyTest::Patterns(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| Arc::ptr_eq(a, b)),
        _ => false,
    }
}

//! What names wire objects have, and which keys entry lists take.

use crate::codec::{Carrier, Field, KeyTest, Node, Object, Rest, any_value, tuple};
use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

/// The names of a wire object.
pub(super) struct WireNames<'n> {
    /// Those it always has, in order.
    needed: Vec<Cow<'n, str>>,
    /// All it may have, in order.
    all: Vec<Cow<'n, str>>,
    /// The fields that stand in the object itself, by name.
    fields: Vec<&'n Field>,
    /// Whether it may have any other.
    open: bool,
}

impl<'n> WireNames<'n> {
    fn new(mut needed: Vec<Cow<'n, str>>, others: impl Iterator<Item = Cow<'n, str>>, open: bool) -> Self {
        let mut all: Vec<Cow<'n, str>> = needed.iter().cloned().chain(others).collect();
        needed.sort_unstable();
        needed.dedup();
        all.sort_unstable();
        WireNames { needed, all, fields: Vec::new(), open }
    }

    /// The field of this name.
    pub(super) fn field(&self, name: &str) -> Option<&'n Field> {
        self.fields.binary_search_by(|field| (*field.wire).cmp(name)).ok().map(|at| self.fields[at])
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
        let mut names = Self::new(needed, all, matches!(object.rest, Rest::Native(_)));
        names.fields = direct(object).collect();
        names.fields.sort_by(|a, b| a.wire.cmp(&b.wire));
        names
    }

    /// Whether one of the two always has a name the other cannot have.
    pub(super) fn shut_out(&self, other: &Self) -> bool {
        let lacks = |names: &Self, needed: &[Cow<'n, str>]| {
            let mut all = names.all.iter();
            // Both are in order, so one walk along all names finds each needed one, or the first that is not there.
            !names.open && needed.iter().any(|name| all.by_ref().find(|known| *known >= name) != Some(name))
        };
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

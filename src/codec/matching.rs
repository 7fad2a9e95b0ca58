//! How well a node reads a value, without reading it: the sum of what is wrong in the whole subtree, each value weighed
//! once for each union that may hold it.

use super::decode::Decoder;
use super::path::Level;
use super::union::{Choice, Score};
use super::{CodecId, Node};
use crate::ids::IdMap;
use crate::json::{Json, Kind, MAX_DEPTH};
use std::rc::Rc;

/// Work allowed for each value of the reply, for each of these and branch of the widest union, and for any reply.
const FUEL_PER_VALUE: u64 = 64;
const FUEL_PER_BRANCH: u64 = 4;
const FUEL: u64 = 20_000;

/// What is wrong with a reading, worst first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cost {
    /// Places where the value fits neither shape of its node.
    pub(super) violations: u32,
    /// Places read in the user's own shape where the wire shape differs.
    pub(super) own: u32,
    /// Nulls read as absent.
    pub(super) nulls: u32,
    /// Places read in a wire shape that is no own shape; not compared, but tells a reading wholly in own shape.
    pub(super) wire: u32,
}

impl Cost {
    pub(super) const NONE: Cost = Cost { violations: 0, own: 0, nulls: 0, wire: 0 };
    pub(super) const VIOLATION: Cost = Cost { violations: 1, ..Cost::NONE };
    pub(super) const OWN: Cost = Cost { own: 1, ..Cost::NONE };
    pub(super) const NULL: Cost = Cost { nulls: 1, ..Cost::NONE };
    pub(super) const WIRE: Cost = Cost { wire: 1, ..Cost::NONE };
    /// Of a node that passes a value round in a circle.
    pub(super) const WORST: Cost = Cost { violations: u32::MAX, ..Cost::NONE };

    pub(super) fn add(&mut self, other: Cost) {
        self.violations = self.violations.saturating_add(other.violations);
        self.own = self.own.saturating_add(other.own);
        self.nulls = self.nulls.saturating_add(other.nulls);
        self.wire = self.wire.saturating_add(other.wire);
    }

    pub(super) fn plus(mut self, other: Cost) -> Cost {
        self.add(other);
        self
    }

    /// What is compared.
    pub(super) fn rank(self) -> (u32, u32, u32) {
        (self.violations, self.own, self.nulls)
    }
}

/// What has been weighed, by the address of the value and the union. The reply is not moved while it is read.
#[derive(Default)]
pub(super) struct Weigher {
    memo: Memo,
    fuel: u64,
    dry: bool,
    told: bool,
}

/// A value, by its address, and a union that may hold it.
pub(super) type Place = (usize, CodecId);

/// What is known of places; addresses are no more chosen by a text than ids are.
pub(super) type Places<T> = IdMap<Place, T>;

#[derive(Default)]
pub(super) struct Memo {
    /// `None` while being weighed.
    pub(super) scores: Places<Option<Rc<Score>>>,
    /// Of values that several branches read equally well.
    pub(super) choices: Places<Rc<Choice>>,
}

pub(super) fn place(value: &Json<'_>, id: CodecId) -> Place {
    (std::ptr::from_ref(value).addr(), id)
}

impl Weigher {
    /// Allows for the work on one more text, where `widest` branches may have to be weighed; none needs no fuel.
    pub(super) fn refuel(&mut self, value: &Json<'_>, widest: usize) {
        if widest > 0 {
            let each = FUEL_PER_VALUE + FUEL_PER_BRANCH.saturating_mul(widest as u64);
            self.fuel = self.fuel.saturating_add(FUEL).saturating_add(each.saturating_mul(count(value, MAX_DEPTH)));
        }
    }

    /// Uses fuel; whether there was enough.
    pub(super) fn spend(&mut self, work: u64) -> bool {
        match self.fuel.checked_sub(work) {
            Some(left) => self.fuel = left,
            None => self.dry = true,
        }
        !self.dry
    }

    /// Whether the fuel has run out, the first time this is asked.
    pub(super) fn ran_dry(&mut self) -> bool {
        self.dry && !std::mem::replace(&mut self.told, true)
    }

    pub(super) fn is_dry(&self) -> bool {
        self.dry
    }

    pub(super) fn memo(&mut self) -> &mut Memo {
        &mut self.memo
    }

    /// Begins with a value that will not stay where it is; what was known is handed over till [`Weigher::step_back`].
    pub(super) fn step_aside(&mut self) -> Memo {
        std::mem::take(&mut self.memo)
    }

    pub(super) fn step_back(&mut self, memo: Memo) {
        self.memo = memo;
    }
}

/// How many values there are in a value, down to a depth where no more are read.
fn count(value: &Json<'_>, depth: usize) -> u64 {
    match value {
        Json::Array(items) if depth > 0 => 1 + items.iter().map(|item| count(item, depth - 1)).sum::<u64>(),
        Json::Object(members) if depth > 0 => 1 + members.iter().map(|(_, member)| count(member, depth - 1)).sum::<u64>(),
        _ => 1,
    }
}

impl Decoder<'_, '_> {
    /// The cost of reading `value` by the node `id`.
    pub(super) fn cost(&mut self, value: &Json<'_>, id: CodecId, level: Level) -> Cost {
        if level.exceeded() || !self.weigher.spend(1) {
            return Cost::WORST;
        }
        let codec = self.codec;
        // A string where none belongs costs the same whether it can be read as something else or not.
        if !codec.tables().facts(id).reads.has(value.kind()) {
            return Cost::VIOLATION;
        }
        match (codec.node(id), value) {
            (Node::Scalar(scalar), _) => scalar.cost(value),
            (Node::Array { items }, Json::Array(list)) => self.cost_items(list, level, |_| *items),
            (Node::Positional { prefix, rest, exact }, Json::Array(list)) => {
                let cost = self.cost_items(list, level, |index| *prefix.get(index).unwrap_or(rest));
                if *exact && list.len() != prefix.len() { cost.plus(self.cost_own()) } else { cost }
            }
            (Node::Object(object), Json::Object(members)) => self.cost_object(members, object, id, level),
            (Node::Entries(shapes), Json::Array(list)) => self.cost_entries(list, shapes, level),
            (Node::Entries(shapes), Json::Object(members)) => self.cost_map(members, shapes, level),
            (Node::Tuple(tuple), Json::Object(members)) => self.cost_tuple(members, tuple, level),
            (Node::Tuple(tuple), Json::Array(list)) => self.cost_list(list, tuple, level),
            (Node::Envelope { name, inner }, _) => self.cost_envelope(value, name, *inner, level),
            (Node::Text { name, inner }, _) => self.cost_text(value, name, *inner, level),
            (Node::Union(_), _) => self.cost_union(value, id, level),
            (Node::Label(table), _) => self.cost_label(table, value),
            (Node::AnyTree, _) => self.cost_tree(value, level),
            (Node::AnyBox, _) => self.cost_box(value),
            (Node::Verbatim | Node::Array { .. } | Node::Positional { .. } | Node::Object(_) | Node::Entries(_) | Node::Tuple(_), _) => {
                Cost::NONE
            }
        }
    }

    /// The cost of reading in own shape what has another wire shape; nothing where own shape is expected.
    pub(super) fn cost_own(&self) -> Cost {
        if self.own { Cost::NONE } else { Cost::OWN }
    }

    /// The cost of a wire shape that cannot be taken for an own shape.
    pub(super) fn cost_wire(&self) -> Cost {
        if self.own { Cost::VIOLATION } else { Cost::WIRE }
    }
}

/// Whether `value` is an object with exactly the member `name`, and that member.
pub(super) fn only<'v, 'a>(value: &'v Json<'a>, name: &str) -> Option<&'v Json<'a>> {
    match value {
        Json::Object(members) => match members.as_slice() {
            [(only, member)] if *only == *name => Some(member),
            _ => None,
        },
        _ => None,
    }
}

pub(super) fn is_container(value: &Json<'_>) -> bool {
    matches!(value.kind(), Kind::Array | Kind::Object)
}

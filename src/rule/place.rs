//! Where in the wire schema something is being built: how deep, in which turn of a recursion, asked for by what.

use super::context::{Context, Key};
use super::note::At;
use crate::form::{Conjunct, Few, NodeId, Shape};
use crate::profile::Recursion;
use crate::schema::arena::SchemaId;
use std::rc::Rc;

/// Where in the wire schema something is being built.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// Turns of recursion so far (endpoints that take no recursion).
    pub layer: u8,
    /// Levels of object and array nesting so far (only counted while fitting depth).
    pub level: u32,
    /// What asks for the value, where the value itself says nothing.
    pub at: Option<At>,
    /// What is being built here, where recursion must be written out.
    from: Option<Rc<Origin>>,
}

impl Place {
    /// One level further down.
    #[must_use]
    pub fn down(&self) -> Place {
        Place { level: self.level + 1, ..self.clone() }
    }

    /// The same place, asked for by something.
    #[must_use]
    pub fn asked(&self, at: At) -> Place {
        Place { at: Some(at), ..self.clone() }
    }
}

/// Something that is being built: its number by first mention, and the cycles of the user's schema it lies on.
#[derive(Debug)]
struct Origin {
    number: u32,
    cycles: Few<u32>,
}

impl Context<'_, '_> {
    /// One level further down from a node: what says nothing itself there is asked for by the node.
    pub(super) fn below(&self, node: NodeId, place: &Place) -> Place {
        match self.at_node(node) {
            At::Node(_) => place.down(),
            at => place.down().asked(at),
        }
    }

    pub(super) fn writes_recursion_out(&self) -> bool {
        let written = !self.profile.sends_references() || self.profile.references.recursion.value == Recursion::None;
        self.is_cyclic() && (self.fit.layered || written)
    }

    /// The place of something below `place`. Where recursion is written out, an edge that stays on a cycle and leads to what
    /// was mentioned before (or to itself) begins the next turn: within one turn edges only lead onwards, so none closes.
    pub(super) fn enter(&mut self, key: Key, node: Option<NodeId>, branches: &[Shape], place: &Place) -> Place {
        let mut place = place.clone();
        let Some(of) = self.cycles.as_ref().filter(|_| self.writes_recursion_out()) else { return place };
        let mut cycles: Few<u32> = Few::new();
        let mut add = |id: SchemaId| {
            let cycle = of.get(id.0 as usize).copied().unwrap_or(0);
            if cycle != 0 && !cycles.contains(&cycle) {
                cycles.push(cycle);
            }
        };
        if let Some(node) = node {
            for conjunct in self.forms.conjuncts(node).iter() {
                let (Conjunct::Is(id) | Conjunct::Not(id)) = conjunct;
                add(*id);
            }
        }
        branches.iter().flat_map(|b| &b.parts).filter_map(super::context_part).for_each(&mut add);
        let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        let number = *self.numbers.entry(key).or_insert(next);
        if let Some(from) = &place.from
            && number <= from.number
            && from.cycles.iter().any(|c| cycles.contains(c))
        {
            place.layer = place.layer.saturating_add(1);
        }
        place.from = (!cycles.is_empty()).then(|| Rc::new(Origin { number, cycles }));
        place
    }

    pub(super) fn keyed(&self, key: Key, place: &Place) -> Key {
        let level = if self.fit.max_level.is_some() { place.level } else { 0 };
        match key {
            Key::Shape(shape, ..) => Key::Shape(shape, place.layer, level),
            Key::Union(node, nullable, ..) => Key::Union(node, nullable, place.layer, level),
            other => other,
        }
    }
}

//! The branches a node is built from: the shapes of its form after the type guess, and null where that stands for absence.

use super::context::{Context, Key, Slot};
use super::place::Place;
use super::want::Task;
use crate::error::Error;
use crate::form::{Few, Form, NodeId, Shape};
use crate::json::Kind;
use std::ops::Deref;
use std::rc::Rc;

/// Shapes that are shared rather than copied.
#[derive(Clone)]
pub(super) struct Shapes {
    of: Source,
    /// One of them, where it is not all.
    only: Option<usize>,
}

#[derive(Clone)]
enum Source {
    Form(Rc<Form>),
    List(Rc<[Shape]>),
}

impl Shapes {
    /// The shapes of a form.
    pub(super) fn of_form(form: Rc<Form>) -> Self {
        Shapes { of: Source::Form(form), only: None }
    }

    /// One of these.
    fn one(&self, at: usize) -> Self {
        Shapes { of: self.of.clone(), only: Some(at) }
    }
}

impl From<Vec<Shape>> for Shapes {
    fn from(list: Vec<Shape>) -> Self {
        Shapes { of: Source::List(list.into()), only: None }
    }
}

impl Deref for Shapes {
    type Target = [Shape];

    fn deref(&self) -> &[Shape] {
        let all = match &self.of {
            Source::Form(form) => &form.shapes,
            Source::List(list) => &list[..],
        };
        match self.only {
            Some(at) => std::slice::from_ref(&all[at]),
            None => all,
        }
    }
}

/// The branches of a node, and the number of the shape where there is one.
#[derive(Clone)]
pub(super) struct Branches {
    pub shapes: Shapes,
    pub single: Option<u32>,
}

impl Context<'_, '_> {
    /// The slot of one branch of a union.
    ///
    /// # Errors
    /// As [`Context::want`].
    pub(super) fn want_shape(&mut self, node: NodeId, branches: &Shapes, at: usize, place: &Place) -> Result<Slot, Error> {
        let shape = &branches[at];
        let key = Key::Shape(self.shape_number(shape), 0, 0);
        let place = self.enter(key, None, std::slice::from_ref(shape), place);
        if place.layer > self.fit.layers && self.writes_recursion_out() {
            return self.recursion_tail(node, false, &place);
        }
        let key = self.keyed(key, &place);
        if let Some(slot) = self.made.get(&key) {
            return Ok(*slot);
        }
        let slot = self.reserve();
        self.made.insert(key, slot);
        self.stack.push(Task { slot, node, branches: branches.one(at), place });
        Ok(slot)
    }

    /// The form of a node after the type guess, with null if that is to stand for absence.
    pub(super) fn branches(&mut self, node: NodeId, nullable: bool) -> Result<Branches, Error> {
        let guess = self.guessed(node)?;
        let (guessed, notes) = (guess.shapes.clone(), guess.notes.clone());
        self.notes.extend(notes);
        if let Some([without, with]) = self.branch_sets.get(node.0 as usize)
            && let Some(known) = if nullable { with } else { without }
        {
            return Ok(known.clone());
        }
        let shapes = self.choose(node, guessed, nullable)?;
        let single = match &shapes[..] {
            [single] => Some(self.shape_number(single)),
            _ => None,
        };
        let branches = Branches { shapes, single };
        if self.branch_sets.len() <= node.0 as usize {
            self.branch_sets.resize_with(self.forms.count_nodes(), Default::default);
        }
        self.branch_sets[node.0 as usize][usize::from(nullable)] = Some(branches.clone());
        Ok(branches)
    }

    /// A number for a shape, the same for equal ones; which branches were chosen to get there does not matter.
    fn shape_number(&mut self, shape: &Shape) -> u32 {
        let next = u32::try_from(self.shape_numbers.len()).unwrap_or(u32::MAX);
        *self.shape_numbers.entry(Shape { picks: Few::new(), ..shape.clone() }).or_insert(next)
    }

    fn choose(&mut self, node: NodeId, guessed: Shapes, nullable: bool) -> Result<Shapes, Error> {
        let added = nullable && !self.says_null(node)?;
        // A case that came to nothing while the others stand, such as a property that must be present and cannot be.
        let mut void = Vec::new();
        for (at, shape) in guessed.iter().enumerate() {
            if guessed.len() > 1 && self.forms.shape_is_never(shape)? {
                void.push(at);
            }
        }
        if void.len() == guessed.len() {
            void.clear();
        }
        if void.is_empty() && !added {
            return Ok(guessed);
        }
        let mut kept = Vec::with_capacity(guessed.len() + 1);
        kept.extend(guessed.iter().enumerate().filter(|(at, _)| void.binary_search(at).is_err()).map(|(_, shape)| shape.clone()));
        kept.extend(added.then(|| Shape::of(Kind::Null, false)));
        Ok(kept.into())
    }
}

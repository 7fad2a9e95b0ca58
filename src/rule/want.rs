//! Asking for the wire form of a node: what was asked for before is shared, the rest is work for later.

use super::branches::{Branches, Shapes};
use super::context::{Context, Key, Slot};
use super::place::Place;
use crate::error::{Error, ErrorKind};
use crate::form::{Form, NodeId, Shape, Undeclared};
use crate::json::Kind;

/// Work that is not done yet.
pub(super) struct Task {
    pub slot: Slot,
    pub node: NodeId,
    pub branches: Shapes,
    pub place: Place,
}

impl Context<'_, '_> {
    /// The slot of a node. Building is deferred: only the form is looked at now.
    ///
    /// # Errors
    /// `SchemaUnsatisfiable` when nothing satisfies the node, `SchemaLimit` from merging.
    pub fn want(&mut self, node: NodeId, nullable: bool, place: &Place) -> Result<Slot, Error> {
        let Branches { shapes: branches, single } = self.branches(node, nullable)?;
        if branches.is_empty() {
            return Err(Error::new(
                ErrorKind::SchemaUnsatisfiable,
                self.forms.location(node),
                "no value satisfies this part of the schema; remove it or loosen its constraints",
            ));
        }
        let key = match single {
            Some(shape) => Key::Shape(shape, 0, 0),
            None => Key::Union(node, nullable, 0, 0),
        };
        let place = self.enter(key, Some(node), &branches, place);
        if place.layer > self.fit.layers && self.writes_recursion_out() {
            return self.recursion_tail(node, nullable, &place);
        }
        if let Some(limit) = self.fit.max_level
            && place.level + 1 >= limit
            && self.nests(&branches)?
        {
            return self.depth_tail(node, nullable, &place);
        }
        let key = self.keyed(key, &place);
        if let Some(slot) = self.made.get(&key) {
            return Ok(*slot);
        }
        let slot = self.reserve();
        self.made.insert(key, slot);
        self.stack.push(Task { slot, node, branches, place });
        Ok(slot)
    }

    /// The one carrier of any JSON value, shared over the whole schema.
    pub fn shared_any(&mut self, variant: u32, build: impl FnOnce(&mut Self, Slot)) -> Slot {
        if let Some(slot) = self.made.get(&Key::Any(variant)) {
            return *slot;
        }
        let slot = self.reserve();
        self.made.insert(Key::Any(variant), slot);
        build(self, slot);
        slot
    }

    /// The text carrier of a node, shared.
    ///
    /// # Errors
    /// What `build` refuses.
    pub fn shared_text(&mut self, node: NodeId, build: impl FnOnce(&mut Self, Slot) -> Result<(), Error>) -> Result<Slot, Error> {
        if let Some(slot) = self.made.get(&Key::Text(node)) {
            return Ok(*slot);
        }
        let slot = self.reserve();
        self.made.insert(Key::Text(node), slot);
        build(self, slot)?;
        Ok(slot)
    }

    /// Takes the next piece of work; the latest asked for comes first, so building is depth-first.
    pub(super) fn next_task(&mut self) -> Option<Task> {
        self.stack.pop()
    }

    /// How many tasks wait.
    pub(super) fn waiting(&self) -> usize {
        self.stack.len()
    }

    /// Turns the tasks added since `mark` around, so that the first one asked for is built first.
    pub(super) fn reverse_since(&mut self, mark: usize) {
        self.stack[mark..].reverse();
    }

    /// Whether any of the branches is a container that holds containers.
    fn nests(&mut self, branches: &[Shape]) -> Result<bool, Error> {
        for shape in branches {
            let children: Vec<NodeId> = match shape.kind() {
                Some(Kind::Object) => {
                    let facets = self.forms.object(shape)?;
                    if facets.properties.is_empty() && facets.undeclared != Undeclared::None {
                        return Ok(true);
                    }
                    facets.properties.iter().map(|p| p.node).collect()
                }
                Some(Kind::Array) => {
                    let facets = self.forms.array(shape)?;
                    facets.prefix.iter().copied().chain(facets.rest).collect()
                }
                _ => continue,
            };
            for child in children {
                let form = self.forms.of_node(child)?;
                let container = |k: Kind| matches!(k, Kind::Array | Kind::Object);
                if form.open.iter().any(container) || form.shapes.iter().any(|s| s.kind().is_some_and(container)) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether the form says a whole kind as shapes (for unions that keep open kinds).
    #[must_use]
    pub fn open_shapes(form: &Form) -> Vec<Shape> {
        form.open.iter().map(|kind| Shape::of(kind, true)).collect()
    }
}

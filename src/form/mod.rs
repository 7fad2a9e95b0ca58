//! The normal form of a schema: which kinds of value a place admits, and under which constraints of each kind.
//!
//! JSON Schema keywords constrain only their own kind of value, so a conjunction is a conjunction kind by kind, and a
//! schema is a union of [`Shape`]s of one kind each. A [`NodeId`] is a *set* of subschemas read as their conjunction;
//! the children of a shape are nodes again, so merging is lazy and recursive schemas stay finite graphs.

mod array;
mod build;
mod condition;
mod declared;
mod disjoint;
mod facets;
mod meet;
mod negation;
mod object;
mod sample;
mod scalar;
mod shape;
mod unevaluated;

pub use crate::few::Few;
pub use array::ArrayFacets;
pub use facets::{ObjectFacets, Pattern as KeyPattern, Property, Undeclared};
pub use sample::{Lost, format_example, witness};
pub use scalar::{NumberFacets, StringFacets};
pub use shape::{Form, Matter, Part, Residual, Shape, Unevaluated};

use crate::error::{Error, ErrorKind};
use crate::ids::{IdMap, IdSet};
use crate::json::Json;
use crate::location::Location;
use crate::schema::Schema;
use crate::schema::arena::SchemaId;
use std::collections::HashMap;
use std::rc::Rc;

/// A set of conjuncts, interned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// One conjunct of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Conjunct {
    /// The value satisfies the subschema.
    Is(SchemaId),
    /// The value does not satisfy the subschema.
    Not(SchemaId),
}

/// An interned property name (only for names that synthetic parts speak of).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NameId(pub u32);

/// The conjuncts of a node.
#[derive(Clone, Debug)]
pub enum Conjuncts {
    /// One, as most nodes have.
    One([Conjunct; 1]),
    /// None or several, shared.
    Shared(Rc<[Conjunct]>),
}

impl std::ops::Deref for Conjuncts {
    type Target = [Conjunct];

    fn deref(&self) -> &[Conjunct] {
        match self {
            Conjuncts::One(one) => one,
            Conjuncts::Shared(several) => several,
        }
    }
}

/// How many shapes a union may distribute into before the rest stays residual.
const MAX_PRODUCT: usize = 32;
/// How deep contradictions are looked for below a shape.
const MAX_LOOK: usize = 48;
/// How many subschemas all properties of all objects may be merged from.
const MAX_CONJUNCTS: usize = 4_000_000;
/// How many shapes all forms of one schema may hold together.
const MAX_SHAPES: usize = 200_000;

/// What is known of whether a node admits nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Never {
    Unknown,
    /// Being found out.
    Open,
    Known(bool),
}

/// Computes and caches normal forms over one schema.
pub struct Forms<'s> {
    schema: &'s Schema,
    nodes: Vec<Conjuncts>,
    index: IdMap<Rc<[Conjunct]>, NodeId>,
    /// Nodes of one subschema alone, by its id; most nodes are.
    single: Vec<Option<NodeId>>,
    /// By node.
    of_nodes: Vec<Option<Rc<Form>>>,
    /// Of each subschema alone, by its id.
    of_schemas: Vec<Option<Rc<Form>>>,
    of_negations: IdMap<SchemaId, Rc<Form>>,
    names: Vec<&'s str>,
    name_index: HashMap<&'s str, NameId>,
    /// Properties by name, of subschemas that declare many.
    indexes: IdMap<SchemaId, declared::Index<'s>>,
    objects: IdMap<Box<[Part]>, Rc<ObjectFacets<'s>>>,
    unevaluated: Vec<Unevaluated>,
    /// By node.
    never: Vec<Never>,
    /// Nodes whose form is being computed: what a contradiction needs of itself is taken to hold.
    open: IdSet<NodeId>,
    looking: usize,
    shapes_made: usize,
    /// Conjuncts of all properties read so far.
    merged: usize,
    /// Whether a schema without `type` is read as the one kind its keywords speak of; then kinds nobody asked for do not
    /// make branches overlap.
    pub infer_type: bool,
    /// Whether objects that say nothing of undeclared properties travel closed.
    closing: bool,
    /// `oneOf`s proved exclusive: their residual is not needed.
    pub(crate) exclusive: IdSet<SchemaId>,
}

impl<'s> Forms<'s> {
    /// An empty cache over `schema`.
    #[must_use]
    pub fn new(schema: &'s Schema) -> Self {
        Forms {
            schema,
            infer_type: true,
            closing: true,
            nodes: Vec::with_capacity(schema.len()),
            index: IdMap::default(),
            single: vec![None; schema.len()],
            of_nodes: Vec::with_capacity(schema.len()),
            of_schemas: vec![None; schema.len()],
            of_negations: IdMap::default(),
            names: Vec::new(),
            name_index: HashMap::new(),
            indexes: IdMap::default(),
            objects: IdMap::default(),
            unevaluated: Vec::new(),
            never: Vec::with_capacity(schema.len()),
            open: IdSet::default(),
            looking: 0,
            shapes_made: 0,
            merged: 0,
            exclusive: IdSet::default(),
        }
    }

    /// The same, with the type guess taken or not.
    #[must_use]
    pub fn guessing(mut self, infer_type: bool) -> Self {
        self.infer_type = infer_type;
        self
    }

    /// The same, for objects that say nothing of undeclared properties travelling closed or open.
    #[must_use]
    pub fn closing(mut self, closing: bool) -> Self {
        self.closing = closing;
        self
    }

    /// The schema the forms are of.
    #[must_use]
    pub fn schema(&self) -> &'s Schema {
        self.schema
    }

    /// The node that is the conjunction of `conjuncts`. Plain references are followed, `true` is left out.
    pub fn node(&mut self, conjuncts: impl IntoIterator<Item = Conjunct>) -> NodeId {
        let mut conjuncts = conjuncts.into_iter();
        let first = conjuncts.next();
        let second = conjuncts.next();
        if let (Some(Conjunct::Is(id)), None) = (first, second) {
            let id = self.alias(id);
            if let Some(node) = self.single[id.0 as usize] {
                return node;
            }
            let node = if self.schema.is_true(id) { self.add_node(&[]) } else { self.add_node(&[Conjunct::Is(id)]) };
            self.single[id.0 as usize] = Some(node);
            return node;
        }
        let mut set: Vec<Conjunct> = Vec::new();
        for conjunct in first.into_iter().chain(second).chain(conjuncts) {
            let conjunct = match conjunct {
                Conjunct::Is(id) => Conjunct::Is(self.alias(id)),
                Conjunct::Not(id) => Conjunct::Not(self.alias(id)),
            };
            if let Conjunct::Is(id) = conjunct
                && self.schema.is_true(id)
            {
                continue;
            }
            if !set.contains(&conjunct) {
                set.push(conjunct);
            }
        }
        // The order is the order of meeting, which decides property order; equal sets in another order are other nodes.
        self.add_node(&set)
    }

    fn add_node(&mut self, set: &[Conjunct]) -> NodeId {
        let known = match set {
            [Conjunct::Is(id)] => self.single[id.0 as usize],
            _ => self.index.get(set).copied(),
        };
        if let Some(known) = known {
            return known;
        }
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        let conjuncts = match *set {
            [one] => Conjuncts::One([one]),
            _ => Conjuncts::Shared(set.into()),
        };
        match &conjuncts {
            Conjuncts::One([Conjunct::Is(only)]) => self.single[only.0 as usize] = Some(id),
            Conjuncts::One(negation) => drop(self.index.insert(Rc::from(&negation[..]), id)),
            Conjuncts::Shared(several) => drop(self.index.insert(Rc::clone(several), id)),
        }
        self.nodes.push(conjuncts);
        self.of_nodes.push(None);
        self.never.push(Never::Unknown);
        id
    }

    /// How many nodes there are; their ids are below this.
    #[must_use]
    pub fn count_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The conjuncts of a node.
    #[must_use]
    pub fn conjuncts(&self, node: NodeId) -> Conjuncts {
        self.nodes[node.0 as usize].clone()
    }

    /// The target of a chain of plain references (`$ref` without a constraining sibling).
    #[must_use]
    pub fn alias(&self, mut id: SchemaId) -> SchemaId {
        // Reference loops are refused before planning, so the chain ends.
        while let Some(target) = self.schema.plain_reference(id) {
            id = target;
        }
        id
    }

    /// Interns a property name.
    pub fn name(&mut self, name: &'s str) -> NameId {
        if let Some(id) = self.name_index.get(name) {
            return *id;
        }
        let id = NameId(u32::try_from(self.names.len()).unwrap_or(u32::MAX));
        self.names.push(name);
        self.name_index.insert(name, id);
        id
    }

    /// The text of an interned name.
    #[must_use]
    pub fn name_text(&self, id: NameId) -> &'s str {
        self.names[id.0 as usize]
    }

    /// Whether a value satisfies every conjunct of a node, decided by evaluating the schema itself.
    #[must_use]
    pub fn accepts(&self, node: NodeId, value: &Json<'_>) -> bool {
        self.nodes[node.0 as usize].iter().all(|c| match c {
            Conjunct::Is(id) => self.schema.accepts(*id, value),
            Conjunct::Not(id) => !self.schema.accepts(*id, value),
        })
    }

    /// Where a node stands in the user's schema: the place of its first conjunct.
    #[must_use]
    pub fn location(&self, node: NodeId) -> Location {
        match self.nodes[node.0 as usize].first() {
            Some(Conjunct::Is(id) | Conjunct::Not(id)) => self.schema.location(*id),
            None => Location::root(),
        }
    }

    /// Charges the conjuncts of a property: many subschemas that each speak of every property multiply.
    fn count_merged(&mut self, node: NodeId) -> Result<(), Error> {
        self.merged += self.nodes[node.0 as usize].len();
        if self.merged > MAX_CONJUNCTS {
            let message =
                format!("merging the properties of this schema needs more than {MAX_CONJUNCTS} steps; use fewer members of allOf");
            return Err(Error::new(ErrorKind::SchemaLimit, self.location(node), message));
        }
        Ok(())
    }

    fn count(&mut self, shapes: usize, at: SchemaId) -> Result<(), Error> {
        self.shapes_made += shapes;
        if self.shapes_made > MAX_SHAPES {
            return Err(Error::new(
                ErrorKind::SchemaLimit,
                self.schema.location(at),
                format!(
                    "merging the combinators of this schema needs more than {MAX_SHAPES} variants; use fewer alternatives inside allOf"
                ),
            ));
        }
        Ok(())
    }
}

pub(crate) fn push_new<T: PartialEq + Copy>(into: &mut Vec<T>, from: &[T]) {
    for item in from {
        if !into.contains(item) {
            into.push(*item);
        }
    }
}

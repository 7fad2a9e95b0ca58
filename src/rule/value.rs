//! Builds one node: picks the rule for its kind, or for its union.

use super::context::{BuiltContainer, Context, Slot};
use super::place::Place;
use super::want::Task;
use crate::codec::Scalar;
use crate::error::Error;
use crate::form::{Few, Matter, NodeId, Part, Shape};
use crate::json::{Kind, KindSet};
use crate::rule::wire::{Body, Literal, Wire};
use crate::schema::arena::TypeName;

impl Context<'_, '_> {
    /// Builds until nothing waits.
    ///
    /// # Errors
    /// The first refusal of a rule.
    pub fn run(&mut self) -> Result<(), Error> {
        while let Some(task) = self.next_task() {
            let mark = self.waiting();
            self.build(task)?;
            self.reverse_since(mark);
        }
        Ok(())
    }

    fn build(&mut self, task: Task) -> Result<(), Error> {
        let Task { slot, node, branches, place } = task;
        self.wires[slot.wire.0 as usize].name = self.name_source(node, &branches);
        self.mark_merged(slot, node, &branches);
        let mark = self.notes.len();
        match &branches[..] {
            [single] => self.build_shape(slot, node, single, &place)?,
            _ => self.build_union(slot, node, &branches, &place)?,
        }
        self.notes[mark..].iter_mut().for_each(|note| note.wire = Some(slot.wire));
        Ok(())
    }

    fn build_shape(&mut self, slot: Slot, node: NodeId, shape: &Shape, place: &Place) -> Result<(), Error> {
        self.mark_emitted(shape);
        self.annotate(slot.wire, &shape.notes);
        self.tell_residuals(slot.wire, &shape.residuals);
        match &shape.matter {
            Matter::Literals(literals) => self.literals(slot, literals, false),
            Matter::Kind(Kind::Null) => {
                self.lone_null(slot);
                Ok(())
            }
            Matter::Kind(Kind::Bool) => {
                self.boolean(slot, shape);
                Ok(())
            }
            Matter::Kind(Kind::Number) => {
                self.number(slot, shape);
                Ok(())
            }
            Matter::Kind(Kind::String) => {
                self.string(slot, shape);
                Ok(())
            }
            Matter::Kind(Kind::Array) => self.array(slot, node, shape, place),
            Matter::Kind(Kind::Object) => self.object(slot, node, shape, place),
        }
    }

    /// The place a definition would be named after.
    fn name_source(&self, node: NodeId, branches: &[Shape]) -> Option<crate::schema::arena::JsonId> {
        let own = match branches {
            [single] => single.parts.iter().find_map(super::context_part),
            _ => None,
        };
        let first = self.forms.conjuncts(node).first().map(|c| match c {
            crate::form::Conjunct::Is(id) | crate::form::Conjunct::Not(id) => *id,
        });
        own.or(first).map(|id| self.schema().sub(id).json)
    }

    /// Notes further subschemas that went into a wire node, for the places of findings.
    fn mark_merged(&mut self, slot: Slot, node: NodeId, branches: &[Shape]) {
        let parts: &[Part] = match branches {
            [single] => &single.parts,
            _ => &[],
        };
        let conjuncts = self.forms.conjuncts(node);
        let conjuncts = conjuncts.iter().map(|c| match c {
            crate::form::Conjunct::Is(id) | crate::form::Conjunct::Not(id) => *id,
        });
        let all = conjuncts.chain(parts.iter().filter_map(super::context_part)).map(|id| self.schema().sub(id).json);
        let name = self.wires[slot.wire.0 as usize].name;
        let others: Vec<_> = all.filter(|json| Some(*json) != name).collect();
        if !others.is_empty() {
            self.merged_from.insert(slot.wire, others);
        }
    }

    /// Null and nothing else: a label where the endpoint has no null type.
    pub(super) fn lone_null(&mut self, slot: Slot) {
        if self.profile.types.null.value {
            self.fill(slot, Wire::scalar(TypeName::Null), Self::scalar(KindSet::of(Kind::Null), false));
        } else {
            let wire = Wire::of(Body::Literals(Few::of(TypeName::String), vec![super::wire::Literal::Label("null".into())]));
            self.fill(slot, wire, crate::codec::Node::Label(vec![("null".into(), crate::json::Json::Null)]));
        }
    }

    fn boolean(&mut self, slot: Slot, shape: &Shape) {
        let only = shape.parts.iter().find_map(|p| match p {
            Part::Only(value) => Some(*value),
            _ => None,
        });
        let kinds = KindSet::of(Kind::Bool);
        let Some(value) = only else {
            self.fill(slot, Wire::scalar(TypeName::Boolean), Self::scalar(kinds, false));
            return;
        };
        let json = crate::json::Json::Bool(value);
        if self.profile.literals.kinds.value.has(Kind::Bool) {
            let node = Scalar { kinds, integer: false, literals: Some([json].into()) };
            let body = Body::Literals(Few::of(TypeName::Boolean), vec![Literal::Bool(value)]);
            self.fill(slot, Wire::of(body), crate::codec::Node::Scalar(node));
        } else {
            let label: Box<str> = value.to_string().into();
            let body = Body::Literals(Few::of(TypeName::String), vec![Literal::Label((&*label).into())]);
            self.fill(slot, Wire::of(body), crate::codec::Node::Label(vec![(label, json)]));
        }
    }

    /// Notes which subschemas were built for which kind, for the ledger.
    pub(super) fn mark_emitted(&mut self, shape: &Shape) {
        let kind = shape.kind();
        for part in &shape.parts {
            if let Part::Keywords(id) = part {
                self.emitted.push((*id, kind));
            }
        }
    }

    /// Notes what an object or array settles of its counts, for the ledger.
    pub(super) fn mark_built(&mut self, shape: &Shape, least: u64, most: Option<u64>) {
        let parts = shape.parts.iter().filter_map(super::context_part).collect();
        if let Some(kind) = shape.kind() {
            self.built.push(BuiltContainer { kind, parts, least, most });
        }
    }

    /// A scalar of one type with nothing more to say, both halves.
    pub(super) fn plain(&mut self, name: TypeName) -> Slot {
        let (kind, integer) = match name {
            TypeName::Null => (Kind::Null, false),
            TypeName::Boolean => (Kind::Bool, false),
            TypeName::Integer => (Kind::Number, true),
            TypeName::Number => (Kind::Number, false),
            TypeName::String => (Kind::String, false),
            TypeName::Array => (Kind::Array, false),
            TypeName::Object => (Kind::Object, false),
        };
        self.slot(Wire::of(Body::Scalar(Few::of(name))), Self::scalar(KindSet::of(kind), integer))
    }
}

//! `unevaluatedProperties` and `unevaluatedItems` turned into closed shapes.

use super::build::{concerns, require_of};
use super::{Few, Form, Forms, Part, Residual, Unevaluated};
use crate::error::Error;
use crate::json::Kind;
use crate::schema::arena::{Keywords, SchemaId};
use crate::schema::keyword::Keyword;

impl Forms<'_> {
    /// Closes the shapes of a subschema that carries `unevaluated*`, or leaves them open with a residual where what is
    /// evaluated depends on the value.
    pub(super) fn close_unevaluated(&mut self, form: &mut Form, id: SchemaId, k: &Keywords) -> Result<(), Error> {
        for (kind, keyword, child) in [
            (Kind::Object, Keyword::UnevaluatedProperties, k.unevaluated_properties),
            (Kind::Array, Keyword::UnevaluatedItems, k.unevaluated_items),
        ] {
            let Some(child) = child else { continue };
            if self.schema().is_true(child) {
                continue;
            }
            let residual = Residual { schema: id, keyword };
            if self.evaluation_depends_on_value(id, kind, form)
                || form.shapes.iter().any(|s| s.kind() == Some(kind) && !s.residuals.is_empty())
            {
                require_of(form, kind, residual);
                continue;
            }
            if form.open.has(kind) {
                form.open = form.open.without(kind);
                form.shapes.push(super::Shape::of(kind, true));
            }
            let indices: Vec<usize> = (0..form.shapes.len()).filter(|i| form.shapes[*i].kind() == Some(kind)).collect();
            let shapes: Vec<_> = indices.iter().map(|i| form.shapes[*i].clone()).collect();
            let disjoint = self.shapes_are_disjoint(&shapes)?;
            let mut siblings: Few<Part> = Few::new();
            if !disjoint {
                for shape in &shapes {
                    siblings.push_new(&shape.parts);
                }
            }
            for index in indices {
                let evaluated = form.shapes[index].parts.clone();
                let number = u32::try_from(self.unevaluated.len()).unwrap_or(u32::MAX);
                self.unevaluated.push(Unevaluated { schema: child, evaluated, siblings: siblings.clone() });
                form.shapes[index].parts.push(Part::Unevaluated(number));
                if !disjoint {
                    form.shapes[index].residuals.push_new(&[residual]);
                }
            }
        }
        Ok(())
    }

    /// What a closed `unevaluated*` part stands for.
    #[must_use]
    pub fn unevaluated(&self, number: u32) -> &Unevaluated {
        &self.unevaluated[number as usize]
    }

    /// Whether some in-place applicator below evaluates without being distributed into the shapes: one whose shape was
    /// absorbed by a branch that takes the whole kind is no longer among them.
    fn evaluation_depends_on_value(&self, id: SchemaId, kind: Kind, form: &Form) -> bool {
        let of_kind = || form.shapes.iter().filter(|shape| shape.kind() == Some(kind));
        let absorbed = |id: SchemaId| !of_kind().any(|shape| shape.parts.contains(&Part::Keywords(id)));
        let mut stack = vec![id];
        let mut seen = std::collections::HashSet::new();
        while let Some(at) = stack.pop() {
            if !seen.insert(at) {
                continue;
            }
            let Some(k) = self.schema().keywords(at) else { continue };
            if kind == Kind::Array && k.contains.is_some() {
                return true;
            }
            if at != id && evaluates(k, kind) && k.types.is_none_or(|types| types.has(kind)) && absorbed(at) {
                return true;
            }
            // An inner unevaluated* evaluates what it sees; what that is depends on the value.
            let inner = if kind == Kind::Object { k.unevaluated_properties } else { k.unevaluated_items };
            if at != id && inner.is_some() {
                return true;
            }
            if let Some(condition) = k.condition
                && self.schema().keywords(condition).is_some_and(|c| concerns(c, kind) || has_applicators(c))
            {
                return true;
            }
            stack.extend(k.reference);
            stack.extend(k.dynamic_reference);
            stack.extend(k.all_of.iter().chain(&k.any_of).chain(&k.one_of).copied());
            stack.extend(k.then.into_iter().chain(k.otherwise));
            stack.extend(k.dependent_schemas.iter().map(|(_, s)| *s));
        }
        false
    }
}

/// Whether a subschema evaluates properties or items.
fn evaluates(k: &Keywords, kind: Kind) -> bool {
    match kind {
        Kind::Array => !k.prefix_items.is_empty() || k.items.is_some(),
        _ => !k.properties.is_empty() || !k.pattern_properties.is_empty() || k.additional_properties.is_some(),
    }
}

fn has_applicators(k: &Keywords) -> bool {
    k.reference.is_some()
        || k.dynamic_reference.is_some()
        || !k.all_of.is_empty()
        || !k.any_of.is_empty()
        || !k.one_of.is_empty()
        || k.condition.is_some()
        || !k.dependent_schemas.is_empty()
}

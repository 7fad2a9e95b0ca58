//! `if`/`then`/`else` and `dependentSchemas` as unions of cases.

use super::build::{require, require_of};
use super::{Conjunct, Form, Forms, Part, Residual, Shape};
use crate::error::Error;
use crate::json::Kind;
use crate::schema::arena::{JsonId, SchemaId};
use crate::schema::keyword::Keyword;

impl Forms<'_> {
    /// `form ∧ ((if ∧ then) ∪ (¬if ∧ else))`. Where `¬if` cannot be said exactly the second case is `else` alone, and the
    /// condition stays to be checked after decoding.
    pub(super) fn conditional(
        &mut self,
        form: Form,
        id: SchemaId,
        condition: SchemaId,
        then: Option<SchemaId>,
        otherwise: Option<SchemaId>,
    ) -> Result<Form, Error> {
        if then.is_none() && otherwise.is_none() {
            return Ok(form);
        }
        let residual = Residual { schema: id, keyword: Keyword::If };
        let mut holds = (*self.of(Conjunct::Is(condition))?).clone();
        mark_implied(&mut holds);
        // The cases may look alike on the wire: which one a value is in is asked of the condition.
        holds.shapes.iter_mut().for_each(|shape| shape.picks.push_new(&[condition]));
        if let Some(then) = then {
            let then = self.of(Conjunct::Is(then))?;
            holds = self.meet(&holds, &then, residual, id)?;
        }
        let negated = self.negate(condition, 0)?;
        let exact = negated.is_some();
        let mut fails = negated.unwrap_or_else(|| Form { open: crate::json::KindSet::ALL, shapes: Vec::new() });
        mark_implied(&mut fails);
        if let Some(otherwise) = otherwise {
            let otherwise = self.of(Conjunct::Is(otherwise))?;
            fails = self.meet(&fails, &otherwise, residual, id)?;
        }
        // Each case is met with the context first, so that impossible cases go before they multiply.
        let mut out = self.meet(&form, &holds, residual, id)?;
        let fails = self.meet(&form, &fails, residual, id)?;
        Self::join(&mut out, &fails);
        if !exact {
            require(&mut out, residual);
        }
        if out.shapes.len() > super::MAX_PRODUCT.max(form.shapes.len()) {
            let mut kept = form;
            require(&mut kept, residual);
            return Ok(kept);
        }
        Ok(out)
    }

    /// `form ∧ (trigger absent ∪ (trigger present ∧ consequence))`, for objects.
    pub(super) fn dependent(&mut self, form: Form, id: SchemaId, trigger: JsonId, consequence: SchemaId) -> Result<Form, Error> {
        let keyword = match self.schema().keywords(id) {
            Some(k) if k.members.iter().any(|(k, _)| *k == Some(Keyword::DependentSchemas)) => Keyword::DependentSchemas,
            _ => Keyword::Dependencies,
        };
        let residual = Residual { schema: id, keyword };
        let name = self.schema().doc().key(trigger).unwrap_or_default();
        let name = self.name(name);
        let mut absent = without_objects();
        let mut shape = Shape::of(Kind::Object, true);
        shape.parts.push(Part::Forbid(name));
        absent.shapes.push(shape);
        let mut present = Form::default();
        let mut shape = Shape::of(Kind::Object, true);
        shape.parts.push(Part::Require(name));
        present.shapes.push(shape);
        let consequence = self.of(Conjunct::Is(consequence))?;
        let present = self.meet(&present, &consequence, residual, id)?;
        let mut out = self.meet(&form, &absent, residual, id)?;
        let present = self.meet(&form, &present, residual, id)?;
        Self::join(&mut out, &present);
        if out.shapes.len() > super::MAX_PRODUCT.max(form.shapes.len()) {
            let mut kept = form;
            require_of(&mut kept, Kind::Object, residual);
            return Ok(kept);
        }
        Ok(out)
    }
}

fn without_objects() -> Form {
    Form { open: crate::json::KindSet::ALL.without(Kind::Object), shapes: Vec::new() }
}

/// Shapes made by a condition never choose a kind: they only tell cases apart.
fn mark_implied(form: &mut Form) {
    for shape in &mut form.shapes {
        shape.implied = true;
    }
}

//! The complement of a subschema, where it can be said exactly.

use super::build::everything;
use super::{Conjunct, Form, Forms, Part, Residual, Shape};
use crate::error::Error;
use crate::json::{Kind, KindSet};
use crate::schema::arena::{Body, JsonId, Keywords, SchemaId, TypeName};
use crate::schema::keyword::Keyword;

/// How deep references and nested applicators are followed.
const MAX_DEPTH: usize = 8;
/// How many alternatives a complement may have.
const MAX_ALTERNATIVES: usize = 16;

impl Forms<'_> {
    /// The values that do not satisfy the subschema; `None` when the normal form cannot say so exactly.
    pub(super) fn negate(&mut self, id: SchemaId, depth: usize) -> Result<Option<Form>, Error> {
        if depth > MAX_DEPTH {
            return Ok(None);
        }
        let schema = self.schema();
        let k = match &schema.sub(id).body {
            Body::Bool(true) => return Ok(Some(Form::default())),
            Body::Bool(false) => return Ok(Some(Form { open: KindSet::ALL, shapes: Vec::new() })),
            Body::Keywords(k) => k,
        };
        if let Some(target) = schema.plain_reference(id) {
            return self.negate(target, depth + 1);
        }
        if has_inexpressible(k) {
            return Ok(None);
        }
        let mut out = Form::default();
        if let Some(types) = k.types {
            if k.type_order.contains(&TypeName::Integer) && !k.type_order.contains(&TypeName::Number) {
                return Ok(None);
            }
            out.open = types.complement();
        }
        if k.enumeration.is_some() || k.constant.is_some() {
            let more = self.not_literals(id, k);
            Self::join(&mut out, &more);
        }
        self.negate_assertions(k, &mut out);
        for target in [k.reference, k.dynamic_reference].into_iter().flatten().chain(k.all_of.iter().copied()) {
            match self.negate(target, depth + 1)? {
                Some(more) => Self::join(&mut out, &more),
                None => return Ok(None),
            }
        }
        if !k.any_of.is_empty() {
            let mut none_of = Form { open: KindSet::ALL, shapes: Vec::new() };
            for branch in &k.any_of {
                let Some(more) = self.negate(*branch, depth + 1)? else { return Ok(None) };
                none_of = self.meet(&none_of, &more, Residual { schema: id, keyword: Keyword::Not }, id)?;
            }
            Self::join(&mut out, &none_of);
        }
        if let Some(inner) = k.not {
            let more = self.of(Conjunct::Is(inner))?;
            Self::join(&mut out, &more);
        }
        if out.shapes.len() > MAX_ALTERNATIVES {
            return Ok(None);
        }
        self.absorb(&mut out);
        Ok(Some(out))
    }

    fn not_literals(&self, id: SchemaId, k: &Keywords) -> Form {
        let doc = self.schema().doc();
        let literals: Vec<JsonId> = match (&k.enumeration, k.constant) {
            (Some(list), _) => list.clone(),
            (None, Some(one)) => vec![one],
            (None, None) => Vec::new(),
        };
        let has = |kind: Kind| literals.iter().any(|l| doc.kind(*l) == kind);
        let mut out = everything(true);
        out.shapes.retain_mut(|shape| match shape.kind() {
            Some(Kind::Null) => !has(Kind::Null),
            Some(Kind::Bool) => {
                let named = |value: bool| literals.iter().any(|l| doc.bool(*l) == Some(value));
                match (named(true), named(false)) {
                    (false, false) => true,
                    (true, true) => false,
                    (t, _) => {
                        shape.parts.push(Part::Only(!t));
                        true
                    }
                }
            }
            Some(kind) => {
                if has(kind) {
                    shape.parts.push(Part::NotLiterals(id));
                }
                true
            }
            None => true,
        });
        for kind in Kind::ALL {
            if out.shapes.iter().any(|s| s.kind() == Some(kind) && s.parts.is_empty()) {
                out.shapes.retain(|s| s.kind() != Some(kind));
                out.open = out.open.with(kind);
            }
        }
        out
    }

    fn negate_assertions(&mut self, k: &Keywords, out: &mut Form) {
        let mut add = |kind: Kind, parts: Vec<Part>| {
            let mut shape = Shape::of(kind, true);
            shape.parts = parts.into();
            out.shapes.push(shape);
        };
        for (bound, flipped) in [
            (k.minimum, Keyword::ExclusiveMaximum),
            (k.exclusive_minimum, Keyword::Maximum),
            (k.maximum, Keyword::ExclusiveMinimum),
            (k.exclusive_maximum, Keyword::Minimum),
        ] {
            if let Some(bound) = bound {
                add(Kind::Number, vec![Part::Bound(flipped, bound)]);
            }
        }
        for (kind, min, max, low, high) in [
            (Kind::String, k.min_length, k.max_length, Keyword::MinLength, Keyword::MaxLength),
            (Kind::Array, k.min_items, k.max_items, Keyword::MinItems, Keyword::MaxItems),
            (Kind::Object, k.min_properties, k.max_properties, Keyword::MinProperties, Keyword::MaxProperties),
        ] {
            if let Some(min) = min.and_then(|n| n.checked_sub(1)) {
                add(kind, vec![Part::Length(high, min)]);
            }
            if let Some(max) = max.and_then(|n| n.checked_add(1)) {
                add(kind, vec![Part::Length(low, max)]);
            }
        }
        let doc = self.schema().doc();
        for (node, child) in &k.properties {
            let name = self.name(doc.key(*node).unwrap_or_default());
            add(Kind::Object, vec![Part::Require(name), Part::PropertyNot(name, *child)]);
        }
        for node in &k.required {
            let name = self.name(doc.str(*node).unwrap_or_default());
            add(Kind::Object, vec![Part::Forbid(name)]);
        }
    }
}

/// Keywords whose complement the normal form does not say.
fn has_inexpressible(k: &Keywords) -> bool {
    k.multiple_of.is_some()
        || k.pattern.is_some()
        || !k.prefix_items.is_empty()
        || k.items.is_some()
        || k.unevaluated_items.is_some()
        || k.unique_items
        || k.contains.is_some()
        || !k.pattern_properties.is_empty()
        || k.additional_properties.is_some()
        || k.unevaluated_properties.is_some()
        || k.property_names.is_some()
        || !k.dependent_required.is_empty()
        || !k.dependent_schemas.is_empty()
        || !k.one_of.is_empty()
        || k.condition.is_some()
}

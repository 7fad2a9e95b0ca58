//! From a subschema, or a conjunction of subschemas, to its normal form.

use super::{Conjunct, Form, Forms, Matter, NodeId, Part, Residual, Shape};
use crate::error::Error;
use crate::ids::IdSet;
use crate::json::{Kind, KindSet};
use crate::schema::arena::{Body, JsonId, Keywords, SchemaId, TypeName};
use crate::schema::keyword::Keyword;
use std::rc::Rc;

impl Forms<'_> {
    /// The normal form of a node, cached.
    ///
    /// # Errors
    /// `SchemaLimit` when merging needs more shapes than the budget.
    pub fn of_node(&mut self, node: NodeId) -> Result<Rc<Form>, Error> {
        if let Some(form) = &self.of_nodes[node.0 as usize] {
            return Ok(Rc::clone(form));
        }
        if !self.open.insert(node) {
            // Asked for while it is being computed: nothing is known yet, so nothing is excluded.
            return Ok(Rc::new(Form { open: KindSet::ALL, shapes: Vec::new() }));
        }
        let form = self.compute(node);
        self.open.remove(&node);
        let form = form?;
        self.of_nodes[node.0 as usize] = Some(Rc::clone(&form));
        Ok(form)
    }

    fn compute(&mut self, node: NodeId) -> Result<Rc<Form>, Error> {
        let conjuncts = self.conjuncts(node);
        Ok(match &*conjuncts {
            [] => Rc::new(Form { open: KindSet::ALL, shapes: Vec::new() }),
            [single] => self.of(*single)?,
            [first, others @ ..] => {
                let mut form = (*self.of(*first)?).clone();
                for other in others {
                    let (schema, keyword) = match other {
                        Conjunct::Is(id) => (*id, Keyword::AllOf),
                        Conjunct::Not(id) => (*id, Keyword::Not),
                    };
                    let more = self.of(*other)?;
                    form = self.meet(&form, &more, Residual { schema, keyword }, schema)?;
                }
                self.drop_void(&mut form)?;
                self.settle_literals(&mut form, |forms, literal| {
                    let value = forms.schema().doc().to_json(literal);
                    conjuncts.iter().all(|c| match c {
                        Conjunct::Is(id) => forms.schema().accepts(*id, &value),
                        Conjunct::Not(id) => !forms.schema().accepts(*id, &value),
                    })
                });
                self.absorb(&mut form);
                Rc::new(form)
            }
        })
    }

    pub(super) fn of(&mut self, conjunct: Conjunct) -> Result<Rc<Form>, Error> {
        match conjunct {
            Conjunct::Is(id) => {
                if let Some(form) = &self.of_schemas[id.0 as usize] {
                    return Ok(Rc::clone(form));
                }
                let form = match self.schema().plain_reference(id) {
                    Some(target) => self.of(Conjunct::Is(target))?,
                    None => Rc::new(self.of_schema(id)?),
                };
                self.of_schemas[id.0 as usize] = Some(Rc::clone(&form));
                Ok(form)
            }
            Conjunct::Not(id) => {
                if let Some(form) = self.of_negations.get(&id) {
                    return Ok(Rc::clone(form));
                }
                let form = Rc::new(match self.negate(id, 0)? {
                    Some(form) => form,
                    None => {
                        let mut any = everything(false);
                        for shape in &mut any.shapes {
                            shape.residuals.push(Residual { schema: id, keyword: Keyword::Not });
                        }
                        any
                    }
                });
                self.of_negations.insert(id, Rc::clone(&form));
                Ok(form)
            }
        }
    }

    fn of_schema(&mut self, id: SchemaId) -> Result<Form, Error> {
        let schema = self.schema();
        let keywords = match &schema.sub(id).body {
            Body::Bool(true) => return Ok(Form { open: KindSet::ALL, shapes: Vec::new() }),
            Body::Bool(false) => return Ok(Form::default()),
            Body::Keywords(keywords) => keywords,
        };
        let mut form = self.local(id, keywords);
        self.count(form.shapes.len(), id)?;
        for target in [keywords.reference, keywords.dynamic_reference].into_iter().flatten() {
            let more = self.of(Conjunct::Is(target))?;
            form = self.meet(&form, &more, Residual { schema: id, keyword: Keyword::Ref }, id)?;
        }
        for member in &keywords.all_of {
            let more = self.of(Conjunct::Is(*member))?;
            form = self.meet(&form, &more, Residual { schema: id, keyword: Keyword::AllOf }, id)?;
        }
        if !keywords.any_of.is_empty() {
            let union = self.union(&keywords.any_of)?;
            form = self.meet(&form, &union, Residual { schema: id, keyword: Keyword::AnyOf }, id)?;
        }
        if !keywords.one_of.is_empty() {
            let mut union = self.union(&keywords.one_of)?;
            if self.branches_are_disjoint(&keywords.one_of)? {
                self.exclusive.insert(id);
            } else {
                require(&mut union, Residual { schema: id, keyword: Keyword::OneOf });
            }
            form = self.meet(&form, &union, Residual { schema: id, keyword: Keyword::OneOf }, id)?;
        }
        if let Some(condition) = keywords.condition {
            form = self.conditional(form, id, condition, keywords.then, keywords.otherwise)?;
        }
        for (trigger, consequence) in &keywords.dependent_schemas {
            form = self.dependent(form, id, *trigger, *consequence)?;
        }
        if !keywords.dependent_required.is_empty() {
            let keyword = dependent_keyword(keywords);
            require_of(&mut form, Kind::Object, Residual { schema: id, keyword });
        }
        if let Some(not) = keywords.not {
            let negated = self.of(Conjunct::Not(not))?;
            // A negation that stays residual names the `not` keyword's own place.
            let negated = relabel(&negated, not, Residual { schema: id, keyword: Keyword::Not });
            form = self.meet(&form, &negated, Residual { schema: id, keyword: Keyword::Not }, id)?;
        }
        if keywords.unevaluated_properties.is_some() || keywords.unevaluated_items.is_some() {
            self.close_unevaluated(&mut form, id, keywords)?;
        }
        if has_notes(keywords) {
            for shape in &mut form.shapes {
                shape.notes.push_new(&[id]);
            }
        }
        self.drop_void(&mut form)?;
        self.settle_literals(&mut form, |forms, literal| {
            if forms.schema().is_bare_literals(id) || forms.schema().is_bare_union(id) {
                return true;
            }
            forms.schema().accepts(id, &forms.schema().doc().to_json(literal))
        });
        self.absorb(&mut form);
        Ok(form)
    }

    /// What the subschema's own assertions and child keywords admit, in-place applicators aside.
    fn local(&mut self, id: SchemaId, keywords: &Keywords) -> Form {
        let doc = self.schema().doc();
        let types = keywords.types.unwrap_or(KindSet::ALL);
        let literals: Option<Vec<JsonId>> = match (&keywords.enumeration, keywords.constant) {
            (Some(list), _) => Some(list.clone()),
            (None, Some(one)) => Some(vec![one]),
            (None, None) => None,
        };
        if let Some(literals) = literals {
            let mut kept: Vec<JsonId> = Vec::with_capacity(literals.len());
            for literal in literals {
                let admitted = types.has(doc.kind(literal));
                // Duplicates are rare and short lists common: compare only small lists pairwise.
                if admitted && (kept.len() > 64 || !kept.iter().any(|k| doc.same_nodes(*k, literal))) {
                    kept.push(literal);
                }
            }
            let mut shape = Shape::of(Kind::Null, false);
            shape.matter = Matter::Literals(kept.into());
            return Form { open: KindSet::EMPTY, shapes: vec![shape] };
        }
        let implied = keywords.types.is_none();
        let mut form = Form { shapes: Vec::with_capacity(keywords.type_order.len()), ..Form::default() };
        let add = |form: &mut Form, kind: Kind, integer: bool| {
            let relevant = concerns(keywords, kind);
            if implied && !relevant {
                form.open = form.open.with(kind);
                return;
            }
            let mut shape = Shape::of(kind, implied);
            if integer {
                shape.parts.push(Part::Integer);
            }
            if relevant {
                shape.parts.push(Part::Keywords(id));
            }
            form.shapes.push(shape);
        };
        if implied {
            for kind in [Kind::Object, Kind::Array, Kind::String, Kind::Number, Kind::Bool, Kind::Null] {
                add(&mut form, kind, false);
            }
        } else {
            for name in &keywords.type_order {
                match name {
                    TypeName::Null => add(&mut form, Kind::Null, false),
                    TypeName::Boolean => add(&mut form, Kind::Bool, false),
                    TypeName::Integer => {
                        if !keywords.type_order.contains(&TypeName::Number) {
                            add(&mut form, Kind::Number, true);
                        }
                    }
                    TypeName::Number => add(&mut form, Kind::Number, false),
                    TypeName::String => add(&mut form, Kind::String, false),
                    TypeName::Array => add(&mut form, Kind::Array, false),
                    TypeName::Object => add(&mut form, Kind::Object, false),
                }
            }
        }
        form
    }

    /// The union of branches, each shape marked with the branch it came from.
    fn union(&mut self, branches: &[SchemaId]) -> Result<Form, Error> {
        let mut merged: Vec<Form> = Vec::with_capacity(branches.len());
        for branch in branches {
            let mut form = (*self.of(Conjunct::Is(*branch))?).clone();
            let site = self.schema().keywords(*branch).is_some_and(has_notes) && self.schema().plain_reference(*branch).is_some();
            for shape in &mut form.shapes {
                if branches.len() > 1 {
                    shape.picks.push_new(&[*branch]);
                }
                if site {
                    shape.notes.push_new(&[*branch]);
                }
            }
            self.count(form.shapes.len(), *branch)?;
            merged.push(form);
        }
        let mut union = Self::join_all(&merged);
        self.absorb(&mut union);
        Ok(union)
    }

    /// Filters every literal list by `keep`; each literal stays once, empty lists go.
    fn settle_literals(&self, form: &mut Form, keep: impl Fn(&Self, JsonId) -> bool) {
        let lists = form.shapes.iter().filter(|shape| shape.kind().is_none()).count();
        if lists == 0 {
            return;
        }
        let mut seen: IdSet<JsonId> = IdSet::default();
        form.shapes.retain_mut(|shape| {
            let Matter::Literals(literals) = &shape.matter else { return true };
            let kept: Vec<JsonId> = literals.iter().copied().filter(|l| !seen.contains(l) && keep(self, *l)).collect();
            if lists > 1 {
                seen.extend(&kept);
            }
            shape.parts.clear();
            shape.residuals.clear();
            if kept.len() != literals.len() {
                shape.matter = Matter::Literals(kept.into());
            }
            !matches!(&shape.matter, Matter::Literals(l) if l.is_empty())
        });
    }
}

/// Every kind, as free shapes that can carry a residual.
pub(super) fn everything(implied: bool) -> Form {
    let kinds = [Kind::Object, Kind::Array, Kind::String, Kind::Number, Kind::Bool, Kind::Null];
    Form { open: KindSet::EMPTY, shapes: kinds.into_iter().map(|k| Shape::of(k, implied)).collect() }
}

pub(super) fn require(form: &mut Form, residual: Residual) {
    // A whole kind cannot carry a residual: it becomes a shape.
    for kind in form.open.iter() {
        form.shapes.push(Shape::of(kind, true));
    }
    form.open = KindSet::EMPTY;
    for shape in &mut form.shapes {
        shape.residuals.push_new(&[residual]);
    }
}

pub(super) fn require_of(form: &mut Form, kind: Kind, residual: Residual) {
    if form.open.has(kind) {
        form.open = form.open.without(kind);
        form.shapes.push(Shape::of(kind, true));
    }
    for shape in &mut form.shapes {
        if shape.kind() == Some(kind) {
            shape.residuals.push_new(&[residual]);
        }
    }
}

fn relabel(form: &Form, negated: SchemaId, at: Residual) -> Form {
    let mut form = form.clone();
    for shape in &mut form.shapes {
        for residual in &mut shape.residuals {
            if residual.schema == negated && residual.keyword == Keyword::Not {
                *residual = at;
            }
        }
    }
    form
}

fn dependent_keyword(keywords: &Keywords) -> Keyword {
    if keywords.members.iter().any(|(k, _)| *k == Some(Keyword::DependentRequired)) {
        Keyword::DependentRequired
    } else {
        Keyword::Dependencies
    }
}

fn has_notes(keywords: &Keywords) -> bool {
    keywords.title.is_some() || keywords.description.is_some() || keywords.default.is_some() || keywords.examples.is_some()
}

/// Whether a subschema's own keywords (in-place applicators aside) say anything about values of `kind`.
pub(super) fn concerns(k: &Keywords, kind: Kind) -> bool {
    match kind {
        Kind::Null | Kind::Bool => false,
        Kind::Number => {
            k.minimum.is_some()
                || k.maximum.is_some()
                || k.exclusive_minimum.is_some()
                || k.exclusive_maximum.is_some()
                || k.multiple_of.is_some()
                || (k.format.is_some() && k.types.is_some_and(|t| t.has(Kind::Number) && !t.has(Kind::String)))
        }
        Kind::String => {
            k.min_length.is_some_and(|n| n > 0)
                || k.max_length.is_some()
                || k.pattern.is_some()
                || (k.format.is_some() && k.types.is_none_or(|t| t.has(Kind::String)))
        }
        Kind::Array => {
            !k.prefix_items.is_empty()
                || k.items.is_some()
                || k.min_items.is_some_and(|n| n > 0)
                || k.max_items.is_some()
                || k.unique_items
                || k.contains.is_some()
        }
        Kind::Object => {
            k.has_properties
                || !k.pattern_properties.is_empty()
                || k.additional_properties.is_some()
                || k.property_names.is_some()
                || !k.required.is_empty()
                || k.min_properties.is_some_and(|n| n > 0)
                || k.max_properties.is_some()
        }
    }
}

//! Conjunction and disjunction of forms.

use super::{Form, Forms, MAX_PRODUCT, Matter, Residual, Shape};
use crate::error::Error;
use crate::ids::IdSet;
use crate::json::KindSet;
use crate::schema::arena::SchemaId;

/// Up to this many parts, whether a shape admits anything is looked at after each step of merging.
const MAX_MERGED: usize = 64;

impl Forms<'_> {
    /// The values admitted by both forms. Shapes that admit nothing are left out. When the product of two unions passes
    /// the bound, the wider union is kept as it is and `residual` stays to be checked after decoding.
    pub(super) fn meet(&mut self, a: &Form, b: &Form, residual: Residual, at: SchemaId) -> Result<Form, Error> {
        if a.is_any() {
            return Ok(b.clone());
        }
        if b.is_any() {
            return Ok(a.clone());
        }
        let mut out = Form { open: a.open.intersect(b.open), shapes: Vec::new() };
        // The order of branches is part of the contract: the side with more shapes leads.
        let (lead, follow) = if b.shapes.len() > a.shapes.len() { (b, a) } else { (a, b) };
        let several = lead.shapes.len() > 1 || follow.shapes.len() > 1;
        for shape in &lead.shapes {
            let mut met = 0usize;
            if admits(follow.open, shape) {
                out.shapes.push(shape.clone());
                met += 1;
            }
            for other in &follow.shapes {
                if let Some(both) = meet_shapes(shape, other, std::ptr::eq(lead, b))
                    && !(several && both.parts.len() <= MAX_MERGED && self.shape_is_never(&both)?)
                {
                    out.shapes.push(both);
                    met += 1;
                }
            }
            if several {
                self.count(met, at)?;
            }
        }
        for shape in &follow.shapes {
            if admits(lead.open, shape) {
                out.shapes.push(shape.clone());
            }
        }
        if out.shapes.len() > MAX_PRODUCT.max(lead.shapes.len()).max(follow.shapes.len()) {
            let mut kept = lead.clone();
            for shape in &mut kept.shapes {
                shape.residuals.push_new(&[residual]);
            }
            return Ok(kept);
        }
        if !several && out.shapes.len() == 1 && out.shapes[0].parts.len() <= MAX_MERGED && self.shape_is_never(&out.shapes[0])? {
            out.shapes.clear();
        }
        Ok(out)
    }

    /// Drops shapes that admit nothing, of those with so many parts that merging did not look each time.
    pub(super) fn drop_void(&mut self, form: &mut Form) -> Result<(), Error> {
        let mut at = 0;
        while let Some(shape) = form.shapes.get(at) {
            if shape.parts.len() > MAX_MERGED && self.shape_is_never(shape)? {
                form.shapes.remove(at);
            } else {
                at += 1;
            }
        }
        Ok(())
    }

    /// The values admitted by either form; a whole kind absorbs the shapes of that kind.
    pub(super) fn join(into: &mut Form, from: &Form) {
        into.open = into.open.union(from.open);
        for shape in &from.shapes {
            if !into.shapes.contains(shape) {
                into.shapes.push(shape.clone());
            }
        }
    }

    /// The values admitted by any of the forms.
    pub(super) fn join_all(forms: &[Form]) -> Form {
        let mut union = Form::default();
        let mut met: IdSet<&Shape> = IdSet::default();
        for form in forms {
            union.open = union.open.union(form.open);
            union.shapes.extend(form.shapes.iter().filter(|shape| met.insert(shape)).cloned());
        }
        union
    }

    /// Drops what whole kinds absorb.
    pub(super) fn absorb(&self, form: &mut Form) {
        let open = form.open;
        if open.is_empty() {
            return;
        }
        form.shapes.retain(|shape| match &shape.matter {
            Matter::Kind(kind) => !open.has(*kind),
            Matter::Literals(literals) => literals.iter().any(|l| !open.has(self.schema().doc().kind(*l))),
        });
    }
}

fn admits(open: KindSet, shape: &Shape) -> bool {
    match &shape.matter {
        Matter::Kind(kind) => open.has(*kind),
        // Literals are filtered by evaluation once the whole form is known.
        Matter::Literals(_) => !open.is_empty(),
    }
}

/// The conjunction of two shapes, `None` when their kinds differ. `swapped` says that `a` is the later side.
fn meet_shapes(a: &Shape, b: &Shape, swapped: bool) -> Option<Shape> {
    let matter = match (&a.matter, &b.matter) {
        (Matter::Kind(x), Matter::Kind(y)) if x == y => Matter::Kind(*x),
        (Matter::Kind(_), Matter::Kind(_)) => return None,
        (Matter::Literals(x), Matter::Literals(y)) => Matter::Literals(if x.len() <= y.len() { x.clone() } else { y.clone() }),
        (Matter::Literals(x), _) | (_, Matter::Literals(x)) => Matter::Literals(x.clone()),
    };
    let (first, second) = if swapped { (b, a) } else { (a, b) };
    let mut both = Shape { matter, implied: a.implied && b.implied, ..first.clone() };
    both.parts.push_new(&second.parts);
    both.residuals.push_new(&second.residuals);
    both.picks.push_new(&second.picks);
    both.notes.push_new(&second.notes);
    Some(both)
}

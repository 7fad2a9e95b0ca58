//! Whether branches of a union exclude each other, and whether a shape admits nothing.

use super::{Conjunct, Forms, Matter, Never, NodeId, Shape};
use crate::error::Error;
use crate::json::{Json, Kind};
use crate::schema::arena::{JsonId, SchemaId};

/// Pairs compared before giving up the proof.
const MAX_PAIRS: usize = 10_000;

impl Forms<'_> {
    /// Whether no value satisfies two of the branches, as far as the wire can say values: implied-open objects that
    /// travel closed count as closed, and kinds nobody asked for do not count.
    pub(super) fn branches_are_disjoint(&mut self, branches: &[SchemaId]) -> Result<bool, Error> {
        let mut forms = Vec::with_capacity(branches.len());
        for branch in branches {
            let form = self.of(Conjunct::Is(*branch))?;
            if !self.infer_type {
                // Nothing is guessed: every kind the branch admits can be said.
                let open = form.open.iter().map(|kind| Shape::of(kind, true));
                forms.push(form.shapes.iter().cloned().chain(open).collect());
                continue;
            }
            // Kinds that nothing chose drop out where another shape of the branch is chosen or constrained.
            let constrained: Vec<Shape> = form.shapes.iter().filter(|s| !s.implied || s.constrained()).cloned().collect();
            if constrained.is_empty() && !form.is_never() {
                return Ok(branches.len() == 1);
            }
            forms.push(constrained);
        }
        let mut pairs = 0;
        for (i, a) in forms.iter().enumerate() {
            for b in &forms[i + 1..] {
                for x in a {
                    for y in b {
                        pairs += 1;
                        if pairs > MAX_PAIRS || !self.excludes(x, y)? {
                            return Ok(false);
                        }
                    }
                }
            }
        }
        Ok(true)
    }

    /// Whether no two of the shapes share a value.
    pub(super) fn shapes_are_disjoint(&mut self, shapes: &[Shape]) -> Result<bool, Error> {
        for (i, a) in shapes.iter().enumerate() {
            for b in &shapes[i + 1..] {
                if !self.excludes_strictly(a, b)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn excludes(&mut self, a: &Shape, b: &Shape) -> Result<bool, Error> {
        if self.excludes_strictly(a, b)? {
            return Ok(true);
        }
        if a.kind() == Some(Kind::Object) && b.kind() == Some(Kind::Object) {
            let (x, y) = (self.object(a)?, self.object(b)?);
            let closing = self.closing;
            let lacks = |p: &super::ObjectFacets, q: &super::ObjectFacets| {
                q.closed_on_wire(closing) && p.properties.iter().any(|n| n.required && q.find(n.name).is_none())
            };
            return Ok(lacks(&x, &y) && lacks(&y, &x));
        }
        Ok(false)
    }

    fn excludes_strictly(&mut self, a: &Shape, b: &Shape) -> Result<bool, Error> {
        let doc = self.schema().doc();
        match (&a.matter, &b.matter) {
            (Matter::Kind(x), Matter::Kind(y)) if x != y => Ok(true),
            (Matter::Literals(x), Matter::Literals(y)) => Ok(x.iter().all(|l| y.iter().all(|m| !doc.same_nodes(*l, *m)))),
            (Matter::Literals(x), Matter::Kind(k)) | (Matter::Kind(k), Matter::Literals(x)) => Ok(x.iter().all(|l| doc.kind(*l) != *k)),
            (Matter::Kind(Kind::Object), Matter::Kind(_)) => self.objects_exclude(a, b),
            (Matter::Kind(Kind::Number), Matter::Kind(_)) => {
                let (x, y) = (self.number(a), self.number(b));
                Ok(x.is_below(&y) || y.is_below(&x))
            }
            _ => Ok(false),
        }
    }

    /// A property both require whose values exclude each other, or one that one requires and the other forbids.
    fn objects_exclude(&mut self, a: &Shape, b: &Shape) -> Result<bool, Error> {
        let (x, y) = (self.object(a)?, self.object(b)?);
        if x.properties.iter().any(|p| p.required && y.forbidden.contains(&p.name))
            || y.properties.iter().any(|p| p.required && x.forbidden.contains(&p.name))
        {
            return Ok(true);
        }
        for p in x.properties.iter().filter(|p| p.required) {
            let Some(q) = y.find(p.name).filter(|q| q.required) else { continue };
            if let (Some(x), Some(y)) = (self.literals_of(p.node)?, self.literals_of(q.node)?) {
                let doc = self.schema().doc();
                if x.iter().all(|l| y.iter().all(|m| !doc.same_nodes(*l, *m))) {
                    return Ok(true);
                }
            } else {
                let (fx, fy) = (self.of_node(p.node)?, self.of_node(q.node)?);
                let kinds = |f: &super::Form| {
                    f.shapes.iter().fold(f.open, |set, s| match &s.matter {
                        Matter::Kind(k) => set.with(*k),
                        Matter::Literals(l) => l.iter().fold(set, |set, l| set.with(self.schema().doc().kind(*l))),
                    })
                };
                if kinds(&fx).intersect(kinds(&fy)).is_empty() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The literals a node is limited to, if it is.
    ///
    /// # Errors
    /// As [`Forms::of_node`].
    pub fn literals_of(&mut self, node: NodeId) -> Result<Option<Vec<JsonId>>, Error> {
        let form = self.of_node(node)?;
        if !form.open.is_empty() {
            return Ok(None);
        }
        let mut out = Vec::new();
        for shape in &form.shapes {
            match &shape.matter {
                Matter::Literals(literals) => out.extend(literals.iter().copied()),
                Matter::Kind(_) => return Ok(None),
            }
        }
        Ok(Some(out))
    }

    /// Whether a node admits no value at all. A recursion that needs itself counts as admitting one: it is found at the
    /// place that closes it.
    ///
    /// # Errors
    /// As [`Forms::of_node`].
    pub fn is_never(&mut self, node: NodeId) -> Result<bool, Error> {
        match self.never[node.0 as usize] {
            Never::Known(known) => return Ok(known),
            Never::Open => return Ok(false),
            Never::Unknown => {}
        }
        self.never[node.0 as usize] = Never::Open;
        let form = self.of_node(node)?;
        let mut never = form.open.is_empty();
        if never {
            for shape in &form.shapes {
                if !self.shape_is_never(shape)? {
                    never = false;
                    break;
                }
            }
        }
        self.never[node.0 as usize] = Never::Known(never);
        Ok(never)
    }

    /// Whether a shape admits no value.
    ///
    /// # Errors
    /// As [`Forms::of_node`].
    pub fn shape_is_never(&mut self, shape: &Shape) -> Result<bool, Error> {
        match shape.matter {
            Matter::Literals(ref literals) => Ok(literals.is_empty()),
            Matter::Kind(Kind::Null) => Ok(false),
            Matter::Kind(Kind::Bool) => {
                Ok(shape.parts.contains(&super::Part::Only(true)) && shape.parts.contains(&super::Part::Only(false)))
            }
            Matter::Kind(Kind::Number) => Ok(self.number(shape).is_never()),
            Matter::Kind(Kind::String) => Ok(self.string(shape).is_never()),
            Matter::Kind(kind @ (Kind::Array | Kind::Object)) => {
                if self.looking >= super::MAX_LOOK {
                    return Ok(false);
                }
                self.looking += 1;
                let never = if kind == Kind::Array {
                    self.array(shape).map(|array| self.array_is_never(&array))
                } else {
                    self.object(shape).map(|object| object.is_never())
                };
                self.looking -= 1;
                never
            }
        }
    }

    fn array_is_never(&self, array: &super::ArrayFacets) -> bool {
        let asks = |id: &SchemaId| self.schema().keywords(*id).is_some_and(|k| k.min_contains != Some(0));
        let least = array.min.max(u64::from(array.contains.iter().any(asks)));
        let room = if array.rest.is_some() { u64::MAX } else { array.prefix.len() as u64 };
        array.max.unwrap_or(u64::MAX).min(room) < least
    }

    /// Whether a node admits null, decided by its form and, where the form leaves something open, by evaluation.
    ///
    /// # Errors
    /// As [`Forms::of_node`].
    pub fn admits_null(&mut self, node: NodeId) -> Result<bool, Error> {
        let form = self.of_node(node)?;
        if form.open.has(Kind::Null) {
            return Ok(true);
        }
        let doc = self.schema().doc();
        for shape in &form.shapes {
            match &shape.matter {
                Matter::Kind(Kind::Null) if shape.residuals.is_empty() => return Ok(true),
                Matter::Kind(Kind::Null) => return Ok(self.accepts(node, &Json::Null)),
                Matter::Kind(_) => {}
                Matter::Literals(literals) => {
                    if literals.iter().any(|l| doc.kind(*l) == Kind::Null) {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }
}

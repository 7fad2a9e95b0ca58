//! What a normal form is made of: shapes of one kind, and the parts that constrain them.

use super::{Few, NameId};
use crate::json::{Kind, KindSet};
use crate::schema::arena::{JsonId, SchemaId};
use crate::schema::keyword::Keyword;
use std::rc::Rc;

/// One atomic constraint of a shape. What it says of other kinds does not matter there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// The keywords of this subschema that concern the shape's kind and are not in-place applicators.
    Keywords(SchemaId),
    /// The property must be present.
    Require(NameId),
    /// The property must be absent.
    Forbid(NameId),
    /// The property, where present, does not satisfy the subschema.
    PropertyNot(NameId, SchemaId),
    /// A number or length bound from a negated keyword: `(keyword, value)`, inclusive for lengths.
    Bound(Keyword, JsonId),
    /// A length bound from a negated keyword, by value.
    Length(Keyword, u64),
    /// The value is none of the literals of this subschema's `enum` or `const`.
    NotLiterals(SchemaId),
    /// Numbers must be integers (`type: integer`).
    Integer,
    /// `unevaluatedProperties` or `unevaluatedItems` closed over a known set, see [`Unevaluated`].
    Unevaluated(u32),
    /// A boolean that is this.
    Only(bool),
}

/// A closed `unevaluated*`: the subschema for what nothing evaluated, and who evaluated.
#[derive(Clone, Debug)]
pub struct Unevaluated {
    /// The subschema of the `unevaluated*` keyword.
    pub schema: SchemaId,
    /// Parts in the same shape that evaluate.
    pub evaluated: Few<Part>,
    /// Parts of sibling shapes; names they declare are left open here.
    pub siblings: Few<Part>,
}

/// A constraint the normal form cannot hold: checked after decoding, told to the model as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Residual {
    /// The subschema that carries the keyword.
    pub schema: SchemaId,
    /// The keyword.
    pub keyword: Keyword,
}

/// Values of one kind under constraints, or a list of literals.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// What it holds.
    pub matter: Matter,
    /// No `type`, `enum` or `const` chose the kind.
    pub implied: bool,
    /// Constraints, in the order they were met.
    pub parts: Few<Part>,
    /// Constraints that stay outside the normal form.
    pub residuals: Few<Residual>,
    /// Union branches that were chosen to get here.
    pub picks: Few<SchemaId>,
    /// Subschemas whose annotations belong to this shape.
    pub notes: Few<SchemaId>,
}

/// What a shape holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Matter {
    /// Values of this kind.
    Kind(Kind),
    /// Exactly these literals (already filtered by every other constraint of the node).
    Literals(Rc<[JsonId]>),
}

/// A union of shapes and of whole kinds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// Kinds admitted without any constraint and without a `type` that names them.
    pub open: KindSet,
    /// Shapes in the user's order.
    pub shapes: Vec<Shape>,
}

impl Shape {
    /// A shape of one kind with no constraint yet.
    #[must_use]
    pub fn of(kind: Kind, implied: bool) -> Self {
        Shape { matter: Matter::Kind(kind), implied, parts: Few::new(), residuals: Few::new(), picks: Few::new(), notes: Few::new() }
    }

    /// The kind, or `None` for literals.
    #[must_use]
    pub fn kind(&self) -> Option<Kind> {
        match self.matter {
            Matter::Kind(kind) => Some(kind),
            Matter::Literals(_) => None,
        }
    }

    /// Whether anything narrows the kind.
    #[must_use]
    pub fn constrained(&self) -> bool {
        !self.parts.is_empty() || !self.residuals.is_empty()
    }
}

impl Form {
    /// Nothing at all is admitted.
    #[must_use]
    pub fn is_never(&self) -> bool {
        self.open.is_empty() && self.shapes.is_empty()
    }

    /// Everything is admitted.
    #[must_use]
    pub fn is_any(&self) -> bool {
        self.open == KindSet::ALL && self.shapes.is_empty()
    }
}

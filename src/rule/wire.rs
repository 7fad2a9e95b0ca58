//! The wire schema while it is being built: a flat arena of nodes, printed at the end.

use crate::codec::CodecId;
use crate::form::Few;
use crate::schema::arena::{JsonId, TypeName};
use crate::schema::keyword::Keyword;

/// A node of the wire schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WireId(pub u32);

/// One node of the wire schema.
#[derive(Clone, Debug, Default)]
pub struct Wire {
    /// What it admits.
    pub body: Body,
    /// Assertion keywords beside the body, in emission order.
    pub keywords: Vec<(Keyword, Operand)>,
    /// The user's `title` and `description` nodes, outermost first.
    pub titles: Few<JsonId>,
    /// The user's descriptions.
    pub descriptions: Few<JsonId>,
    /// What is checked after decoding and therefore told in words.
    pub told: Vec<String>,
    /// Values of the user to show in wire form: a label, and the value.
    pub shown: Vec<(&'static str, JsonId)>,
    /// The codec half, where values are shown.
    pub codec: Option<CodecId>,
    /// A place of the user's schema to name the definition after, should this node become one.
    pub name: Option<JsonId>,
    /// A name of our own for it.
    pub hint: Option<&'static str>,
}

/// What a wire node admits.
#[derive(Clone, Debug, Default)]
pub enum Body {
    /// Not built yet.
    #[default]
    Pending,
    /// Anything: `{}`.
    Any,
    /// Scalars of these types.
    Scalar(Few<TypeName>),
    /// Literals: their types (left out where the profile wants none) and texts as JSON.
    Literals(Few<TypeName>, Vec<Literal>),
    /// An array.
    Array(Option<WireId>),
    /// An array by position: first items, the items after them.
    Positional(Vec<WireId>, Option<WireId>),
    /// An object.
    Object(ObjectBody),
    /// One of these.
    Union(Vec<WireId>),
    /// Another node, annotated at this place.
    Site(WireId),
}

/// An object of the wire schema.
#[derive(Clone, Debug, Default)]
pub struct ObjectBody {
    /// Name, value, and whether it is in `required`.
    pub properties: Vec<(Box<str>, WireId, bool)>,
    /// What `additionalProperties` says.
    pub extra: Extra,
}

/// What `additionalProperties` says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extra {
    /// `false`
    #[default]
    Closed,
    /// Left out: anything goes.
    Omitted,
    /// A schema.
    Schema(WireId),
}

/// A literal of the wire schema.
#[derive(Clone, Debug)]
pub enum Literal {
    /// A literal of the user's schema.
    User(JsonId),
    /// A label we made.
    Label(Box<str>),
    /// An integer we listed.
    Integer(i64),
    /// The boolean that a negation leaves.
    Bool(bool),
    /// `null`, added for absence.
    Null,
}

/// The value of a keyword.
#[derive(Clone, Debug)]
pub enum Operand {
    /// A node of the user's schema, printed as it is.
    User(JsonId),
    /// A count.
    Count(u64),
    /// A string.
    Text(String),
    /// `true`
    True,
}

impl Wire {
    /// A node with this body and nothing else.
    #[must_use]
    pub fn of(body: Body) -> Self {
        Wire { body, ..Wire::default() }
    }

    /// An object that needs exactly these properties.
    #[must_use]
    pub fn object(properties: Vec<(Box<str>, WireId)>) -> Self {
        Wire::of(Body::Object(ObjectBody { properties: properties.into_iter().map(|(n, w)| (n, w, true)).collect(), extra: Extra::Closed }))
    }

    /// A scalar of one type.
    #[must_use]
    pub fn scalar(name: TypeName) -> Self {
        Wire::of(Body::Scalar(Few::of(name)))
    }
}

//! The parsed schema: a flat arena of subschemas over a flat JSON document.
//!
//! A subschema is parsed when something first points at it, so a reference may point anywhere; it is known by the
//! document node it stands at and the dynamic scope it was entered under ([`ScopeId`]), so `$dynamicRef` and
//! `$recursiveRef` are resolved once, here, and the rest of the crate sees plain edges.

use super::keyword::{Draft, Keyword};
use crate::few::Few;
use crate::json::{Kind, KindSet};

/// A node of the flat JSON document ([`super::doc::Doc`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JsonId(pub u32);

/// A subschema in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SchemaId(pub u32);

/// An interned dynamic scope; `ScopeId(0)` is the empty one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScopeId(pub u32);

/// One subschema.
#[derive(Clone, Debug)]
pub struct Sub {
    /// Where it stands.
    pub json: JsonId,
    /// The dynamic scope it was entered under.
    pub scope: ScopeId,
    /// The draft of the resource it stands in.
    pub draft: Draft,
    /// What it says.
    pub body: Body,
}

/// What a subschema says.
#[derive(Clone, Debug)]
pub enum Body {
    /// `true`, `false`.
    Bool(bool),
    /// An object of keywords.
    Keywords(Box<Keywords>),
}

/// The keywords of one subschema that its draft knows, parsed. Absent keywords are `None` or empty.
/// Draft differences are settled here: array-form `items` becomes `prefix_items`, boolean `exclusiveMinimum` becomes the
/// numeric form, `dependencies` is split, drafts 4 to 7 drop the siblings of `$ref`.
#[derive(Clone, Debug, Default)]
pub struct Keywords {
    /// Every member of the object as `(keyword, value)`, in document order; `None` for a name no draft of this resource knows.
    pub members: Vec<(Option<Keyword>, JsonId)>,
    /// The target of `$ref`.
    pub reference: Option<SchemaId>,
    /// The target of `$dynamicRef` or `$recursiveRef`, resolved under the scope.
    pub dynamic_reference: Option<SchemaId>,
    /// Kinds that `type` admits (`integer` counts as number); `None` without `type`. `nullable` is folded in.
    pub types: Option<KindSet>,
    /// `type` in its own order, for emission; `"integer"` and `"number"` kept apart.
    pub type_order: Few<TypeName>,
    /// Whether numbers must be integers because of `type`.
    pub integer: bool,
    /// Members of `enum`.
    pub enumeration: Option<Vec<JsonId>>,
    /// The value of `const`.
    pub constant: Option<JsonId>,
    /// `multipleOf`: a number node.
    pub multiple_of: Option<JsonId>,
    /// Inclusive lower bound.
    pub minimum: Option<JsonId>,
    /// Inclusive upper bound.
    pub maximum: Option<JsonId>,
    /// Exclusive lower bound (draft 4's boolean form is folded into this).
    pub exclusive_minimum: Option<JsonId>,
    /// Exclusive upper bound.
    pub exclusive_maximum: Option<JsonId>,
    /// `minLength`, in code points.
    pub min_length: Option<u64>,
    /// `maxLength`, in code points.
    pub max_length: Option<u64>,
    /// `pattern`: a string node.
    pub pattern: Option<JsonId>,
    /// `format`: a string node.
    pub format: Option<JsonId>,
    /// `prefixItems`, or `items` in array form.
    pub prefix_items: Vec<SchemaId>,
    /// `items` after the prefix, or `additionalItems` beside array-form `items`.
    pub items: Option<SchemaId>,
    /// `unevaluatedItems`.
    pub unevaluated_items: Option<SchemaId>,
    /// `minItems`.
    pub min_items: Option<u64>,
    /// `maxItems`.
    pub max_items: Option<u64>,
    /// `uniqueItems: true`.
    pub unique_items: bool,
    /// `contains`.
    pub contains: Option<SchemaId>,
    /// `minContains`.
    pub min_contains: Option<u64>,
    /// `maxContains`.
    pub max_contains: Option<u64>,
    /// `properties`, in order: the node of the name's value, and its subschema. Names through `Doc::key`.
    pub properties: Vec<(JsonId, SchemaId)>,
    /// Whether `properties` is present (it may be empty).
    pub has_properties: bool,
    /// `patternProperties`, in order.
    pub pattern_properties: Vec<(JsonId, SchemaId)>,
    /// `additionalProperties`.
    pub additional_properties: Option<SchemaId>,
    /// `unevaluatedProperties`.
    pub unevaluated_properties: Option<SchemaId>,
    /// `propertyNames`.
    pub property_names: Option<SchemaId>,
    /// `required`: string nodes.
    pub required: Vec<JsonId>,
    /// `minProperties`.
    pub min_properties: Option<u64>,
    /// `maxProperties`.
    pub max_properties: Option<u64>,
    /// `dependentRequired` and the array form of `dependencies`: the array node (its key is the trigger) and its string nodes.
    pub dependent_required: Vec<(JsonId, Vec<JsonId>)>,
    /// `dependentSchemas` and the schema form of `dependencies`: the node (its key is the trigger) and its subschema.
    pub dependent_schemas: Vec<(JsonId, SchemaId)>,
    /// `allOf`.
    pub all_of: Vec<SchemaId>,
    /// `anyOf`; present but empty is invalid and refused at parse.
    pub any_of: Vec<SchemaId>,
    /// `oneOf`.
    pub one_of: Vec<SchemaId>,
    /// `not`.
    pub not: Option<SchemaId>,
    /// `if` (only where `then` or `else` stands beside it, or `unevaluated*` may look at it).
    pub condition: Option<SchemaId>,
    /// `then`, only with `if`.
    pub then: Option<SchemaId>,
    /// `else`, only with `if`.
    pub otherwise: Option<SchemaId>,
    /// `title`.
    pub title: Option<JsonId>,
    /// `description`.
    pub description: Option<JsonId>,
    /// `default`.
    pub default: Option<JsonId>,
    /// `examples` (the array node) or `example` (the value node).
    pub examples: Option<JsonId>,
}

/// A name in `type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeName {
    /// `"null"`
    Null,
    /// `"boolean"`
    Boolean,
    /// `"integer"`
    Integer,
    /// `"number"`
    Number,
    /// `"string"`
    String,
    /// `"array"`
    Array,
    /// `"object"`
    Object,
}

impl TypeName {
    /// The type spelled `text`.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        Some(match text {
            "null" => TypeName::Null,
            "boolean" => TypeName::Boolean,
            "integer" => TypeName::Integer,
            "number" => TypeName::Number,
            "string" => TypeName::String,
            "array" => TypeName::Array,
            "object" => TypeName::Object,
            _ => return None,
        })
    }

    /// The type's spelling.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            TypeName::Integer => "integer",
            other => other.kind().name(),
        }
    }

    /// The kind of its values.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            TypeName::Null => Kind::Null,
            TypeName::Boolean => Kind::Bool,
            TypeName::Integer | TypeName::Number => Kind::Number,
            TypeName::String => Kind::String,
            TypeName::Array => Kind::Array,
            TypeName::Object => Kind::Object,
        }
    }
}

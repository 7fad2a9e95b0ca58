//! The caller's choices for a rewrite (S9); every one is part of the report and of the cache key.

use crate::schema::keyword::Draft;

/// How a schema is rewritten. `Default` is what the endpoint takes with the least surprise.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// What becomes of objects that say nothing of undeclared properties.
    pub open_objects: OpenObjects,
    /// How open a positional array without length bounds is.
    pub tuples: Tuples,
    /// Whether a schema without `type` is read as the one kind its keywords speak of.
    pub infer_type: bool,
    /// How an optional property that also takes null travels.
    pub optional_nullable: OptionalNullable,
    /// Whether `format` is checked after decoding.
    pub formats: Formats,
    /// The dialect, when the schema does not say (or lies).
    pub draft: Option<Draft>,
    /// Documents that references may point to, by URI. Nothing is ever fetched.
    pub registry: Vec<(String, String)>,
    /// What this schema may use of limits that all schemas of a request share.
    pub share: Share,
}

/// One schema's part of the limits that hold over a whole request; `None` is all of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Share {
    /// Properties that are not required.
    pub optional_properties: Option<u64>,
    /// Properties whose type is a list or a union.
    pub union_properties: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            open_objects: OpenObjects::default(),
            tuples: Tuples::default(),
            infer_type: true,
            optional_nullable: OptionalNullable::default(),
            formats: Formats::default(),
            draft: None,
            registry: Vec::new(),
            share: Share::default(),
        }
    }
}

/// What becomes of objects that say nothing of undeclared properties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OpenObjects {
    /// They are closed on the wire; replies with more still validate.
    #[default]
    Close,
    /// The root keeps an entry list for more properties, the others are closed.
    Root,
    /// Every one keeps an entry list for more properties.
    Splice,
}

/// How open a positional array without length bounds is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tuples {
    /// As the schema says: slots beyond `minItems` are optional, a tail is kept.
    #[default]
    Faithful,
    /// All slots required, no tail.
    Exact,
}

/// How an optional property that also takes null travels where every property must be present.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OptionalNullable {
    /// Null is null; absence cannot be said.
    #[default]
    Keep,
    /// Null means absent, a box holds the value.
    Box,
}

/// Whether `format` is checked after decoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Formats {
    /// It is an annotation.
    #[default]
    Annotate,
    /// It is checked.
    Assert,
}

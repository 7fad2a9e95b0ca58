//! How hard a schema is pressed to fit an endpoint.

/// How far the schema has been pressed to fit the endpoint's limits. Each step trades exactness for room, cheapest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// Turns of a recursion that are written out where the endpoint takes none.
    pub layers: u8,
    /// Carry any-values as one text instead of a union.
    pub any_as_text: bool,
    /// Optional properties that may stay optional on the wire.
    pub optional_left: u64,
    /// Unions that may still be spent on nullable properties.
    pub nullable_left: u64,
    /// Unions that may still be emitted; beyond, the property travels as text.
    pub unions_left: u64,
    /// Deepest level of nesting; below, a subtree travels as text.
    pub max_level: Option<u32>,
    /// Enums with more members than this travel as plain strings.
    pub max_enum: usize,
    /// Whether recursion is written out even where the endpoint takes some cycles.
    pub layered: bool,
    /// Whether `maxItems` is told instead of sent.
    pub no_max_items: bool,
    /// Whether the budgets count at all.
    pub counted: bool,
    /// What `optional_left` and `nullable_left` start from.
    pub budget: (u64, u64),
    /// What `unions_left` starts from.
    pub union_budget: u64,
}

impl Default for Fit {
    fn default() -> Self {
        Fit {
            layers: 2,
            any_as_text: false,
            optional_left: u64::MAX,
            nullable_left: u64::MAX,
            unions_left: u64::MAX,
            max_level: None,
            max_enum: usize::MAX,
            layered: false,
            no_max_items: false,
            counted: false,
            budget: (u64::MAX, u64::MAX),
            union_budget: u64::MAX,
        }
    }
}

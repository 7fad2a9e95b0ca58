//! The parts of a profile: one struct per section of its file.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::lint::PatternFeature;
use super::{Fact, Support, lines};
use crate::json::KindSet;
use crate::schema::keyword::Keyword;

/// Rules for the root of the wire schema.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Root {
    /// Must have `type: "object"`.
    pub object: Fact<bool>,
    /// May be (or carry) `anyOf`.
    pub any_of: Fact<bool>,
    /// May be a `$ref`.
    pub reference: Fact<bool>,
    /// Keywords that are refused at the root whatever holds below it.
    pub banned: Fact<Vec<Keyword>>,
    /// `{}` is accepted as the whole schema where it is nowhere else.
    #[serde(default)]
    pub any: Option<Fact<bool>>,
    /// Keywords demanded at the root.
    #[serde(default)]
    pub demanded: Option<Fact<Vec<Keyword>>>,
}

/// Where something is demanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Demand {
    /// Nowhere.
    Nowhere,
    /// At the root only.
    Root,
    /// At every node it applies to.
    Everywhere,
}

/// Rules for objects.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Objects {
    /// `additionalProperties: false` is demanded on every object.
    pub closed: Fact<bool>,
    /// `additionalProperties` may hold a schema or `true` (open objects and maps are native).
    pub open: Fact<bool>,
    /// `additionalProperties` may be written at all (when false the keyword is never emitted).
    pub closable: Fact<bool>,
    /// Every declared property must be in `required`.
    pub all_required: Fact<bool>,
    /// Every name in `required` must be declared in `properties`.
    pub required_declared: Fact<bool>,
    /// Where an object must have `properties`.
    pub properties: Fact<Demand>,
    /// `properties: {}` is accepted.
    pub empty: Fact<bool>,
    /// A pattern every property name must match (regular expression), and whether it is checked below the top level too.
    pub name_pattern: Option<Fact<String>>,
    /// Whether `name_pattern` is checked on nested properties.
    #[serde(default)]
    pub name_pattern_nested: bool,
    /// Property names that are refused.
    #[serde(default)]
    pub reserved: Option<Fact<Vec<String>>>,
    /// Objects that do not say are open, as JSON Schema has it; where they are not, open ones are told so.
    #[serde(default)]
    pub open_by_default: Option<Fact<bool>>,
    /// `additionalProperties` is read beside `properties`.
    #[serde(default)]
    pub mixed: Option<Fact<bool>>,
    /// Every object must require some property.
    #[serde(default)]
    pub some_required: Option<Fact<bool>>,
    /// `additionalProperties: {}` is accepted where `{}` is nowhere else.
    #[serde(default)]
    pub any_extra: Option<Fact<bool>>,
    /// `propertyOrdering` is understood and emitted.
    pub ordering: Fact<bool>,
}

/// Rules for `type`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Types {
    /// `type` may be a list.
    pub list: Fact<bool>,
    /// `enum` or `const` may stand beside a `type` list.
    pub list_with_enum: Fact<bool>,
    /// Every node needs `type`, `anyOf`, `$ref` or (where allowed) a bare `enum`.
    pub required: Fact<bool>,
    /// `{"type": "null"}` is accepted (else null is said with `nullable: true`).
    pub null: Fact<bool>,
    /// The names may be written in capitals (`"OBJECT"`).
    pub upper_case: Fact<bool>,
    /// `true` and `false` are accepted as schemas.
    pub booleans: Fact<bool>,
    /// `{}` is accepted where a schema with annotations only is not.
    #[serde(default)]
    pub bare: Option<Fact<bool>>,
    /// A schema without `type` takes any value, so that one is sent for any value; else that is so where no type is demanded.
    #[serde(default)]
    pub any_sent: Option<Fact<bool>>,
    /// `false` is accepted as a schema, where that differs from `true`.
    #[serde(default)]
    pub never: Option<Fact<bool>>,
}

/// Rules for `enum` and `const`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Literals {
    /// Kinds of literal that `enum` may hold.
    #[serde(deserialize_with = "lines::kinds")]
    pub kinds: Fact<KindSet>,
    /// Literals of several kinds in one `enum`; null beside one other kind does not count as mixed.
    pub mixed: Fact<bool>,
    /// `enum` needs a `type` beside it.
    pub typed: Fact<bool>,
    /// The empty string as a member.
    pub empty_string: Fact<bool>,
    /// What happens to an `enum` without members; refused where nothing is known.
    #[serde(default)]
    pub none: Option<Fact<Support>>,
    /// What happens to literals outside the declared type; refused where nothing is known.
    #[serde(default)]
    pub outside_type: Option<Fact<Support>>,
}

/// Rules for `$ref`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct References {
    /// `$ref` into root `$defs` is accepted.
    pub local: Fact<bool>,
    /// Annotations beside `$ref` are accepted.
    pub siblings: Fact<bool>,
    /// Constraints beside `$ref` are accepted and hold.
    #[serde(default)]
    pub constrained: Option<Fact<bool>>,
    /// Wire schemas use references; where they do not, everything is written out.
    #[serde(default)]
    pub sent: Option<Fact<bool>>,
    /// A pattern (regular expression) every name of a definition must match.
    #[serde(default)]
    pub name_pattern: Option<Fact<String>>,
    /// What happens to references that do not simply name a definition at the root, by their form; refused where none is
    /// named.
    #[serde(default)]
    pub forms: BTreeMap<Form, Fact<Support>>,
    /// What cycles are accepted.
    pub recursion: Fact<Recursion>,
}

/// What cycles of references are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Recursion {
    /// Any cycle.
    Native,
    /// Only cycles that pass through a property that is not required.
    OptionalOnly,
    /// Only cycles that some value can end: at a property that is not required, another branch or an empty array.
    Terminating,
    /// Any cycle, as long as some finite value satisfies the whole schema.
    Finite,
    /// None.
    None,
}

/// How a reference is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// `#`
    Root,
    /// A definition whose name needs escapes: `#/$defs/a~1b`.
    Escaped,
    /// A place inside a definition: `#/$defs/a/properties/b`; as `pointer` where nothing is said.
    Inside,
    /// Another place in the document: `#/properties/a`.
    Pointer,
    /// `#name`, or an anchor that is not there.
    Anchor,
    /// An address that leads back into the document by its `$id`.
    OwnId,
    /// Another document.
    Foreign,
}

impl Form {
    /// The name in profile files and reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Form::Root => "root",
            Form::Escaped => "escaped",
            Form::Inside => "inside",
            Form::Pointer => "pointer",
            Form::Anchor => "anchor",
            Form::OwnId => "own-id",
            Form::Foreign => "foreign",
        }
    }
}

/// Rules for `anyOf`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unions {
    /// `anyOf` below the root.
    pub any_of: Fact<bool>,
    /// Annotations (`description`) beside `anyOf`.
    pub annotated: Fact<bool>,
    /// Keywords that constrain (`type`, `properties`) beside `anyOf`.
    pub structural: Fact<bool>,
    /// Two object branches that start with the same property name are safe even when no shared property tells them apart by its literals.
    pub same_first_key: Fact<bool>,
    /// Object branches must be told apart by their keys: none in common, or exactly one property of single literals.
    #[serde(default)]
    pub decidable: Option<Fact<bool>>,
}

/// Rules for strings.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strings {
    /// Values of `format` that are accepted on strings; `*` accepts any.
    pub formats: Fact<Vec<String>>,
    /// What happens to other values of `format`; refused where nothing is known.
    #[serde(default)]
    pub other_formats: Option<Fact<Support>>,
    /// `format` on numbers and integers (`int64`) is accepted, whatever its value.
    pub number_formats: Fact<bool>,
    /// Only anchored patterns in the portable subset are sent; always true today, kept as data for engines that search.
    pub portable_patterns: Fact<bool>,
    /// Parts of a regular expression that are refused; with `portable_patterns` every one of them is.
    pub refused_patterns: Fact<Vec<PatternFeature>>,
    /// Parts of a regular expression that are accepted without effect.
    #[serde(default)]
    pub ignored_patterns: Option<Fact<Vec<PatternFeature>>>,
}

/// Rules for arrays.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrays {
    /// `items` is demanded.
    pub items_required: Fact<bool>,
    /// `items` may be a list of schemas (the tuple form of older drafts).
    pub items_list: Fact<bool>,
    /// The largest `minItems` accepted, if bounded.
    pub min_items_max: Option<Fact<u64>>,
}

/// Rules for bounds.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// A lower bound above the upper one is refused.
    #[serde(default)]
    pub ordered: Option<Fact<bool>>,
    /// Bounds of an integer must be integers.
    #[serde(default)]
    pub whole: Option<Fact<bool>>,
}

/// Limits over one schema (or one request where the provider counts so).
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Levels of object and array nesting; the root is level one, a reference goes on from where it stands.
    pub depth: Option<Fact<u64>>,
    /// Declared properties in all.
    pub properties: Option<Fact<u64>>,
    /// `enum` members in all; a `const` is one.
    pub enum_values: Option<Fact<u64>>,
    /// Above this many members, one string `enum` may hold `long_enum_chars` characters.
    pub long_enum_values: Option<Fact<u64>>,
    /// See `long_enum_values`.
    pub long_enum_chars: Option<Fact<u64>>,
    /// Characters over property names, definition names and literals.
    pub characters: Option<Fact<u64>>,
    /// Properties that are not required, in all.
    pub optional_properties: Option<Fact<u64>>,
    /// Properties whose type is a list or a union, in all; a definition that is a union counts once.
    pub union_properties: Option<Fact<u64>>,
    /// `maxItems` over all arrays, added up.
    pub max_items_total: Option<Fact<u64>>,
    /// Characters of the schema as compact JSON.
    pub text: Option<Fact<u64>>,
    /// Branches of one `anyOf`.
    pub branches: Option<Fact<u64>>,
    /// By limit: what the endpoint itself refuses beyond, where the limit kept is lower.
    #[serde(default)]
    pub refused: BTreeMap<String, Fact<u64>>,
    /// About how many states the automaton of a schema may have; an estimate that refuses nothing.
    pub states: Option<Fact<u64>>,
    /// Limits whose amounts are added up over every strict tool and the format of a request, by their names here.
    pub per_request: Option<Fact<Vec<String>>>,
    /// Strict tools in one request.
    pub strict_tools: Option<Fact<u64>>,
    /// Tools of any sort in one request.
    pub tools: Option<Fact<u64>>,
}

/// Patterns (regular expressions) for the name that goes with a schema: of the format, or of the tool.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Names {
    /// In Chat Completions, or the provider's only protocol.
    pub chat: Option<Fact<String>>,
    /// In the Responses protocol.
    pub responses: Option<Fact<String>>,
}

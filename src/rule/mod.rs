//! The rules: one rewrite a file, when it fires, the wire schema, and the codec node that brings its values back. The
//! module comment of each file is what `explain` prints.

mod absent_or_null;
mod all_of;
mod annotation;
mod any_value;
mod branches;
mod conditional;
pub mod context;
mod depth_limit;
mod fit;
mod large_enum;
mod listed_keys;
mod literal;
mod map_object;
mod negation;
mod non_object_root;
pub mod note;
mod object;
mod one_of;
mod open_object;
mod optional_property;
mod own_shape;
mod place;
mod property_budget;
mod property_name;
mod quote;
mod recursive_ref;
mod ref_sibling;
mod scalar;
mod settle;
mod tuple;
mod type_list;
mod unenforced;
mod unknown_keyword;
mod unsupported_assertion;
mod unsupported_format;
mod untyped;
mod value;
mod want;
pub mod wire;

pub use crate::options::Options;

use crate::form::Part;
use crate::schema::arena::SchemaId;

/// A rule's name, kebab-case: the pattern found, not the cure.
pub type Name = &'static str;

/// One rule, as `explain` shows it.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Kebab-case name.
    pub name: Name,
    /// One sentence.
    pub summary: &'static str,
    /// The source file's text; its head is the documentation.
    source: &'static str,
    /// The file's name.
    pub source_file: &'static str,
}

macro_rules! rules {
    ($($constant:ident $name:literal $file:literal $summary:literal;)*) => {
        $(
            #[doc = $summary]
            #[allow(dead_code, reason = "a rule that is always exact has nothing to tell")]
            pub(crate) const $constant: Name = $name;
        )*
        static RULES: &[Rule] = &[$(Rule { name: $name, summary: $summary, source: include_str!($file), source_file: concat!("src/rule/", $file) },)*];
    };
}

rules! {
    OPTIONAL_PROPERTY "optional-property" "optional_property.rs" "An optional property where the endpoint wants every property required.";
    ABSENT_OR_NULL "absent-or-null" "absent_or_null.rs" "An optional property that takes null: absence and null look alike on the wire.";
    MAP_OBJECT "map-object" "map_object.rs" "An object whose property names are data.";
    OPEN_OBJECT "open-object" "open_object.rs" "Declared properties beside undeclared ones.";
    TUPLE "tuple" "tuple.rs" "An array whose items are told apart by position.";
    NON_OBJECT_ROOT "non-object-root" "non_object_root.rs" "A root that is not one plain object.";
    ONE_OF "one-of" "one_of.rs" "Exactly one of several alternatives.";
    ALL_OF "all-of" "all_of.rs" "Several schemas at once.";
    CONDITIONAL "conditional" "conditional.rs" "`if`/`then`/`else` and dependencies between properties.";
    NEGATION "negation" "negation.rs" "`not`.";
    ANY_VALUE "any-value" "any_value.rs" "A value of any shape.";
    LITERAL "literal" "literal.rs" "`enum` and `const` in kinds the endpoint does not take.";
    TYPE_LIST "type-list" "type_list.rs" "Several types at one place.";
    UNTYPED "untyped" "untyped.rs" "Keywords without a `type`.";
    ANNOTATION "annotation" "annotation.rs" "Defaults, examples, titles and other words for people.";
    REF_SIBLING "ref-sibling" "ref_sibling.rs" "Keywords beside `$ref`.";
    RECURSIVE_REF "recursive-ref" "recursive_ref.rs" "A schema that refers to itself.";
    PROPERTY_NAME "property-name" "property_name.rs" "A property name the endpoint refuses.";
    UNSUPPORTED_ASSERTION "unsupported-assertion" "unsupported_assertion.rs" "A constraint the endpoint does not enforce.";
    UNSUPPORTED_FORMAT "unsupported-format" "unsupported_format.rs" "A `format` the endpoint does not list.";
    LARGE_ENUM "large-enum" "large_enum.rs" "An enum with more members than the endpoint takes.";
    DEPTH_LIMIT "depth-limit" "depth_limit.rs" "A schema nested deeper than the endpoint takes.";
    PROPERTY_BUDGET "property-budget" "property_budget.rs" "More optional properties or unions than the endpoint takes.";
    UNENFORCED "unenforced" "unenforced.rs" "A slot that does not hold the model to its schema.";
    OWN_SHAPE "own-shape" "own_shape.rs" "A value in the schema's own shape that looks like the wire shape of another.";
    UNKNOWN_KEYWORD "unknown-keyword" "unknown_keyword.rs" "A keyword JSON Schema does not know, or one that has no effect where it stands.";
}

/// Every rule.
#[must_use]
pub fn all() -> &'static [Rule] {
    RULES
}

/// The rule of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Rule> {
    RULES.iter().find(|r| r.name == name)
}

impl Rule {
    /// The documentation, as Markdown.
    #[must_use]
    pub fn doc(&self) -> String {
        let lines = self.source.lines().take_while(|l| l.starts_with("//!"));
        let mut text: String = lines.map(|l| l.trim_start_matches("//!").strip_prefix(' ').unwrap_or("")).collect::<Vec<_>>().join("\n");
        text.push('\n');
        text
    }
}

/// The subschema whose keywords a part stands for.
pub(crate) fn context_part(part: &Part) -> Option<SchemaId> {
    match part {
        Part::Keywords(id) => Some(*id),
        _ => None,
    }
}

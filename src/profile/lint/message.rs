//! Wording: the endpoint's own where the profile has it, else ours; and its ways of writing a path.

use std::fmt::Write as _;

use super::Judge;
use super::tree::Step;
use crate::schema::keyword::Keyword;

/// What goes into the placeholders of a message.
#[derive(Debug, Default)]
pub(super) struct Fill {
    /// The name, value or word at fault.
    pub name: String,
    /// The declared type, as the profile's wording prints it.
    pub kind: String,
    /// A position, pattern or range that belongs to the name.
    pub detail: String,
    /// A reference, or a chain of them.
    pub reference: String,
    /// Used and allowed.
    pub measured: Option<(u64, u64)>,
    /// A member of the schema that the location should name.
    pub below: Option<String>,
}

impl Fill {
    /// Only a name.
    pub(super) fn name(name: impl Into<String>) -> Self {
        Fill { name: name.into(), ..Fill::default() }
    }
}

/// The longest name or value repeated in a message, in characters.
const SHOWN: usize = 80;

impl Judge<'_> {
    /// The message for a violation of `rule` at a place.
    pub(super) fn message(&self, index: usize, keyword: Option<Keyword>, rule: &str, fill: &Fill) -> String {
        let own = keyword.and_then(|k| self.profile.messages.get(&format!("{rule}:{}", k.text())));
        let template = own
            .or_else(|| self.profile.messages.get(rule))
            .map_or_else(|| ours(rule).unwrap_or("not accepted: {keyword}"), |m| m.value.as_str());
        let mut out = String::with_capacity(template.len() + 32);
        let mut rest = template;
        while let Some(open) = rest.find('{') {
            out.push_str(&rest[..open]);
            let after = &rest[open + 1..];
            let close = after.find('}').unwrap_or(0);
            if self.placeholder(&after[..close], index, keyword, fill, &mut out) {
                rest = &after[close + 1..];
            } else {
                // A brace that is part of the wording.
                out.push('{');
                rest = after;
            }
        }
        out.push_str(rest);
        out
    }

    fn placeholder(&self, name: &str, index: usize, keyword: Option<Keyword>, fill: &Fill, out: &mut String) -> bool {
        let (used, limit) = fill.measured.unwrap_or_default();
        match name {
            "keyword" => out.push_str(keyword.map_or(fill.name.as_str(), |k| k.text())),
            "name" => out.extend(fill.name.chars().take(SHOWN)),
            "type" if fill.kind.is_empty() => out.push_str(&self.kind_name(index)),
            "type" => out.push_str(&fill.kind),
            "detail" => out.push_str(&fill.detail),
            "reference" => out.extend(fill.reference.chars().take(SHOWN)),
            "used" => _ = write!(out, "{used}"),
            "limit" => _ = write!(out, "{limit}"),
            "path" => self.python_path(index, out),
            "pointer" => out.push_str(self.tree.location(index).as_str()),
            "proto" => self.proto_path(index, true, out),
            "dotted" => out.push_str(&self.tree.location(index).as_str().trim_start_matches('/').replace('/', ".")),
            "field" => self.proto_path(index, false, out),
            _ => return false,
        }
        true
    }

    /// `('properties', 'x', 'items')`.
    fn python_path(&self, index: usize, out: &mut String) {
        let mut words = Vec::new();
        for step in self.tree.way(index) {
            match step {
                Step::Root => {}
                Step::One(k) => words.push(k.text().to_owned()),
                Step::At(k, at) => words.extend([k.text().to_owned(), at.to_string()]),
                Step::Named(k, name, _) => words.extend([k.text().to_owned(), name.to_owned()]),
            }
        }
        let quoted: Vec<String> = words.iter().map(|w| format!("'{w}'")).collect();
        match quoted.as_slice() {
            [one] => _ = write!(out, "({one},)"),
            many => _ = write!(out, "({})", many.join(", ")),
        }
    }

    /// `.properties[0].value.any_of[1]` by position, or `.properties[a].any_of[1]` by name.
    fn proto_path(&self, index: usize, by_position: bool, out: &mut String) {
        for step in self.tree.way(index) {
            match step {
                Step::Root => {}
                Step::One(k) => _ = write!(out, ".{}", snake(k)),
                Step::At(k, at) => _ = write!(out, ".{}[{at}]", snake(k)),
                Step::Named(k, _, at) if by_position => _ = write!(out, ".{}[{at}].value", snake(k)),
                Step::Named(k, name, _) => _ = write!(out, ".{}[{name}]", snake(k)),
            }
        }
    }
}

/// The keyword as a proto field.
fn snake(keyword: Keyword) -> String {
    let mut out = String::new();
    for c in keyword.text().chars() {
        if c.is_ascii_uppercase() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

/// Our wording, where the profile has none.
pub(super) fn ours(rule: &str) -> Option<&'static str> {
    Some(match rule {
        "too-deep" => "schemas are nested more than {limit} deep",
        "not-a-schema" => "a schema must be an object or a boolean",
        "boolean-schema" => "`{name}` is not accepted as a schema",
        "keyword-twice" => "`{name}` is written twice",
        "keyword-unknown" => "`{name}` is not a keyword the endpoint is known to accept",
        "keyword-refused" => "`{keyword}` is not accepted",
        "keyword-ignored" => "`{keyword}` is accepted but not enforced",
        "keyword-refused-here" => "`{keyword}` is not accepted {name}",
        "keyword-ignored-here" => "`{keyword}` is accepted but not enforced {name}",
        "channel-refused" => "the endpoint takes no schema this way",
        "root-demands" => "the root must have `{keyword}`",
        "property-reserved" => "the property name `{name}` is reserved",
        "required-empty" => "every object must require a property",
        "bounds-order" => "the lower bound {used} is above the upper one, {limit}",
        "bounds-fraction" => "`{keyword}` of an integer must be an integer",
        "definition-name" => "the name `{name}` of a definition does not match {detail}",
        "reference-ignored" => "`{reference}` is accepted but not followed",
        "union-undecidable" => "branches of `anyOf` cannot be told apart by their keys: {detail} ({name})",
        "format-ignored" => "format `{name}` is accepted but not enforced",
        "pattern-ignored" => "the {name} in the pattern is accepted but not enforced",
        "limit-branches" => "{used} branches in one `anyOf`, at most {limit} are accepted",
        "limit-text" => "{used} characters of schema, at most {limit} are accepted",
        "keyword-value" => "the value of `{keyword}` has the wrong form: {name}",
        "root-object" => "the root must have `type: \"object\"`",
        "root-keyword" => "`{keyword}` is not accepted at the root",
        "root-reference" => "the root must not be a `$ref`",
        "type-missing" => "the schema has no `type`",
        "schema-empty" => "a schema that takes any value is not accepted",
        "type-name" => "`{name}` is not the name of a type",
        "type-list" => "`type` must be one name, not a list",
        "type-null" => "`type: \"null\"` is not accepted",
        "type-list-enum" => "`{keyword}` is not accepted beside a `type` list",
        "enum-empty" => "`enum` has no members",
        "literal-kind" => "literals of kind {type} are not accepted in `{keyword}`",
        "literal-untyped" => "`{keyword}` needs a `type` beside it",
        "literal-type" => "{name} is not of the declared type {type}",
        "enum-mixed" => "literals of several kinds in one `enum` are not accepted",
        "enum-empty-string" => "the empty string is not accepted in `{keyword}`",
        "object-not-closed" => "`additionalProperties: false` is missing",
        "object-open" => "`additionalProperties` must be false",
        "object-without-properties" => "the object has no `properties`",
        "object-empty" => "`properties` must not be empty",
        "property-not-required" => "every property must be in `required`; missing: {name}",
        "required-not-declared" => "`required` names `{name}`, which is not in `properties`",
        "property-name" => "the property name `{name}` does not match {detail}",
        "ordering-refused" => "`propertyOrdering` is not accepted",
        "ordering-names" => "`propertyOrdering` names `{name}`, which is not in `properties`",
        "union-refused" => "`anyOf` is not accepted here",
        "union-siblings" => "`{name}` is not accepted beside `anyOf`",
        "union-first-key" => "branches of `anyOf` start with the same property `{name}`",
        "reference-refused" => "`$ref` is not accepted",
        "reference-form" => "`{reference}` does not lead to a definition at the root",
        "reference-missing" => "`{reference}` leads nowhere",
        "reference-siblings" => "`{name}` is not accepted beside `$ref`",
        "reference-loop" => "references lead back without going into a value: {reference}",
        "reference-cycle" => "recursion is not accepted here: {reference}",
        "format-refused" => "`{name}` is not an accepted format",
        "pattern-syntax" => "the pattern is not a regular expression: {name}",
        "pattern-feature" => "the pattern has a {name}, which is not accepted",
        "items-missing" => "the array has no `items`",
        "items-list" => "`items` must be one schema, not a list",
        "min-items" => "`minItems` may be at most {limit}, got {used}",
        "limit-depth" => "{used} levels of nesting, at most {limit} are accepted",
        "limit-properties" => "{used} properties, at most {limit} are accepted",
        "limit-enum-values" => "{used} enum values, at most {limit} are accepted",
        "limit-long-enum" => "{used} characters in one long enum, at most {limit} are accepted",
        "limit-characters" => "{used} characters in names and literals, at most {limit} are accepted",
        "limit-optional-properties" => "{used} optional properties, at most {limit} are accepted",
        "limit-union-properties" => "{used} properties with a union or a type list, at most {limit} are accepted",
        "limit-max-items" => "`maxItems` adds up to {used}, at most {limit} are accepted",
        _ => return None,
    })
}

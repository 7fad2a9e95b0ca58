//! # unsupported-assertion
//!
//! ## What it does
//! A constraint the endpoint refuses or ignores is left out of the wire schema, said in the `description` in plain words,
//! and checked after decoding.
//!
//! ## Why
//! OpenAI knows no `uniqueItems`, Claude no bounds; sent anyway, they are a 400 or silently ignored.
//!
//! ## Fidelity
//! Widened.
//!
//! ## Example
//! ```json user
//! {"type": "object", "properties": {"stars": {"type": "number", "minimum": 0}}, "required": ["stars"], "additionalProperties": false}
//! ```
//! ```json wire anthropic
//! {"type": "object", "properties": {"stars": {"type": "number", "description": "Constraints: at least 0"}}, "required": ["stars"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"stars": 4.5}
//! ```
//! ```json value
//! {"stars": 4.5}
//! ```
//! A short range of integers can be listed instead:
//!
//! ```json user
//! {"type": "object", "properties": {"stars": {"type": "integer", "minimum": 1, "maximum": 5}}, "required": ["stars"], "additionalProperties": false}
//! ```
//! ```json wire anthropic
//! {"type": "object", "properties": {"stars": {"type": "integer", "enum": [1, 2, 3, 4, 5]}}, "required": ["stars"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"stars": 4}
//! ```
//! ```json value
//! {"stars": 4}
//! ```
//! What is enforced stays, the rest is told:
//!
//! ```json user
//! {"type": "object", "properties": {"tags": {"type": "array", "items": {"type": "string", "minLength": 2}, "maxItems": 3, "uniqueItems": true}}, "required": ["tags"], "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"tags": {"type": "array", "items": {"type": "string", "description": "Constraints: at least 2 characters"}, "maxItems": 3, "description": "Constraints: all items differ"}}, "required": ["tags"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"tags": ["new", "hot"]}
//! ```
//! ```json value
//! {"tags": ["new", "hot"]}
//! ```

use super::context::{At, Context, Note};
use super::note::{Cause, line};
use super::recursive_ref::cut;
use super::wire::{Operand, Wire, WireId};
use crate::form::Residual;
use crate::schema::arena::SchemaId;
use crate::schema::keyword::Keyword;
use std::sync::LazyLock;

/// More words than this are not searched.
const MANY: usize = 32;

/// What is said of a keyword that is left out, by keyword.
static NOT_ENFORCED: LazyLock<Vec<String>> = LazyLock::new(|| {
    let message =
        |keyword: &Keyword| format!("`{}` is not enforced there: said in the description, checked after decoding", keyword.text());
    Keyword::ALL.iter().map(message).collect()
});

impl Context<'_, '_> {
    /// Says a constraint in words and as a finding.
    pub(super) fn tell(&mut self, wire: &mut Wire, keyword: Keyword, at: At, operand: Operand) {
        let words = self.words(keyword, &operand);
        // Of many, those that come twice are left out when they are printed.
        if wire.told.len() > MANY || !wire.told.contains(&words) {
            wire.told.push(words);
        }
        let cause = self.why_told(keyword);
        self.note(Note::widened(rule_of(keyword), at, NOT_ENFORCED[keyword as usize].as_str()).because(cause));
    }

    /// The profile's line that keeps a constraint off the wire; none where its own value does, such as a second pattern.
    fn why_told(&self, keyword: Keyword) -> Option<Cause> {
        match keyword {
            Keyword::MaxItems if self.fit.no_max_items => Some(line!(limits.max_items_total)),
            _ if !self.enforces(keyword) => Some(Cause::Keyword(keyword)),
            Keyword::Pattern => Some(line!(strings.portable_patterns)),
            Keyword::MinItems => Some(line!(arrays.min_items_max)),
            _ => None,
        }
    }

    /// Literals excluded by a negation.
    pub(super) fn tell_excluded(&mut self, wire: &mut Wire, id: SchemaId) {
        let quoted = self.quote(self.schema().sub(id).json);
        wire.told.push(format!("not a value of {quoted}"));
        let message = "excluded literals are said in the description and checked after decoding";
        self.note(Note::widened(super::NEGATION, At::Schema(id), message).because(self.not_sent(Keyword::Not)));
    }

    /// The constraint in words.
    fn words(&self, keyword: Keyword, operand: &Operand) -> String {
        let value = match operand {
            Operand::User(json) => self.quote(*json),
            Operand::Count(n) => n.to_string(),
            Operand::Text(text) => cut(text),
            Operand::True => String::new(),
        };
        let plural = |thing: &str| if value == "1" { thing.to_owned() } else { format!("{thing}s") };
        match keyword {
            Keyword::Minimum => format!("at least {value}"),
            Keyword::Maximum => format!("at most {value}"),
            Keyword::ExclusiveMinimum => format!("greater than {value}"),
            Keyword::ExclusiveMaximum => format!("less than {value}"),
            Keyword::MultipleOf => format!("a multiple of {value}"),
            Keyword::MinLength => format!("at least {value} {}", plural("character")),
            Keyword::MaxLength => format!("at most {value} {}", plural("character")),
            Keyword::Pattern => format!("matches the regular expression {value}"),
            Keyword::PatternProperties => match operand {
                Operand::User(json) => {
                    let pattern = self.schema().doc().key(*json).unwrap_or_default();
                    format!("a property whose name matches the regular expression {} satisfies {value}", cut(pattern))
                }
                _ => format!("a key that matches the regular expression {value}"),
            },
            Keyword::MinItems => format!("at least {value} {}", plural("item")),
            Keyword::MaxItems => format!("at most {value} {}", plural("item")),
            Keyword::UniqueItems => "all items differ".to_owned(),
            Keyword::MinProperties => format!("at least {value} {}", if value == "1" { "property" } else { "properties" }),
            Keyword::MaxProperties => format!("at most {value} {}", if value == "1" { "property" } else { "properties" }),
            Keyword::PropertyNames => format!("property names satisfy {value}"),
            other => format!("{} {value}", other.text()),
        }
    }
}

/// The rule a told keyword belongs to.
fn rule_of(keyword: Keyword) -> super::Name {
    match keyword {
        Keyword::OneOf => super::ONE_OF,
        Keyword::Not => super::NEGATION,
        Keyword::If | Keyword::DependentSchemas | Keyword::DependentRequired | Keyword::Dependencies => super::CONDITIONAL,
        Keyword::AllOf | Keyword::AnyOf | Keyword::Ref => super::ALL_OF,
        Keyword::UnevaluatedItems | Keyword::UnevaluatedProperties => super::OPEN_OBJECT,
        _ => super::UNSUPPORTED_ASSERTION,
    }
}

/// `contains` with its counts.
pub(super) fn tell_contains(context: &mut Context<'_, '_>, wire: &mut Wire, id: SchemaId) {
    let Some(k) = context.schema().keywords(id) else { return };
    let Some(contains) = k.contains else { return };
    let quoted = context.quote(context.schema().sub(contains).json);
    let at_least = match k.min_contains {
        None | Some(1) => "at least one item".to_owned(),
        Some(n) => format!("at least {n} items"),
    };
    let at_most = k.max_contains.map_or_else(String::new, |n| format!(" and at most {n}"));
    wire.told.push(format!("{at_least}{at_most} of {quoted}"));
    let at = At::Keyword(id, Keyword::Contains);
    let message = "`contains` is said in the description and checked after decoding";
    context.note(Note::widened(super::UNSUPPORTED_ASSERTION, at, message).because(context.not_sent(Keyword::Contains)));
}

/// A constraint that the normal form could not hold.
pub(super) fn tell_residual(context: &mut Context<'_, '_>, wire: WireId, residual: Residual) {
    let Residual { schema, keyword } = residual;
    let json = context.schema().sub(schema).json;
    let doc = context.schema().doc();
    let of = |name: Keyword| doc.get(json, name.text()).map(|j| context.quote_value(j, name.holds()));
    let words = match keyword {
        Keyword::OneOf => "exactly one of the alternatives applies".to_owned(),
        Keyword::Not => match of(Keyword::Not) {
            Some(inner) => format!("not valid under {inner}"),
            None => format!("not valid under {}", context.quote(json)),
        },
        Keyword::If => {
            let mut words = format!("if {}", of(Keyword::If).unwrap_or_default());
            for (name, keyword) in [("then", Keyword::Then), ("else", Keyword::Else)] {
                if let Some(part) = of(keyword) {
                    for piece in [" ", name, " ", &part] {
                        words.push_str(piece);
                    }
                }
            }
            cut(&words)
        }
        Keyword::DependentRequired | Keyword::Dependencies => {
            let mut rules = Vec::new();
            if let Some(k) = context.schema().keywords(schema) {
                for (trigger, needs) in &k.dependent_required {
                    let needs: Vec<_> = needs.iter().filter_map(|n| doc.str(*n)).map(|n| format!("`{n}`")).collect();
                    rules.push(format!("`{}` needs {}", doc.key(*trigger).unwrap_or_default(), needs.join(", ")));
                }
            }
            cut(&rules.join("; "))
        }
        Keyword::UnevaluatedProperties if of(keyword).as_deref() == Some("false") => {
            "no property but those of the alternatives that apply".to_owned()
        }
        Keyword::UnevaluatedItems if of(keyword).as_deref() == Some("false") => {
            "no item but those of the alternatives that apply".to_owned()
        }
        other => match of(other) {
            Some(part) => format!("{} {part}", other.text()),
            None => "other rules are checked afterwards".to_owned(),
        },
    };
    let node = &mut context.wires[wire.0 as usize];
    if !node.told.contains(&words) {
        node.told.push(words);
    }
    let message = format!("`{}` cannot be said on the wire: told in the description, checked after decoding", keyword.text());
    context.note(Note::widened(rule_of(keyword), At::Keyword(schema, keyword), message).because(context.not_sent(keyword)));
}

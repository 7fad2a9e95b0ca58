//! # property-name
//!
//! ## What it does
//! Gives a property whose name the endpoint refuses a safe name on the wire, distinct from every other, and tells the
//! model the real one. Names of our own (`_additional`, `_more`) step aside the same way.
//!
//! ## Why
//! Claude checks property names against `^[a-zA-Z0-9_.-]{1,64}$`.
//!
//! ## Fidelity
//! Exact: the real names are restored.
//!
//! ## Example
//! ```json user
//! {"type": "object", "properties": {"a b": {"type": "string"}, "a_b": {"type": "string"}}, "required": ["a b", "a_b"], "additionalProperties": false}
//! ```
//! ```json wire anthropic
//! {"type": "object", "properties": {"a_b_": {"type": "string", "description": "stands for `a b`"}, "a_b": {"type": "string"}}, "required": ["a_b_", "a_b"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"a_b_": "1", "a_b": "2"}
//! ```
//! ```json value
//! {"a b": "1", "a_b": "2"}
//! ```
//! A name of the user's own comes before ours:
//!
//! ```json user
//! {"type": "object", "properties": {"_additional": {"type": "string"}}, "required": ["_additional"], "additionalProperties": {"type": "integer"}}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"_additional": {"type": "string"}, "_additional_": {"type": "array", "items": {"type": "object", "properties": {"key": {"type": "string"}, "value": {"type": "integer"}}, "required": ["key", "value"], "additionalProperties": false}}}, "required": ["_additional", "_additional_"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"_additional": "x", "_additional_": [{"key": "n", "value": 1}]}
//! ```
//! ```json value
//! {"_additional": "x", "n": 1}
//! ```

use super::context::Context;
use crate::finding::{Fidelity, Severity};
use crate::form::{ObjectFacets, Property};
use std::collections::HashSet;

/// Longest name any endpoint is known to take.
const MAX_NAME: usize = 64;

/// The wire names of one object.
pub(super) struct WireNames {
    taken: HashSet<String>,
    checked: bool,
}

impl<'s> Context<'s, '_> {
    pub(super) fn wire_names(&self, facets: &ObjectFacets<'s>) -> WireNames {
        let checked = self.profile.objects.name_pattern.is_some();
        // Names that stay as they are come first, so that an invented one never takes theirs.
        let kept = facets.properties.iter().map(|p| p.name).chain(facets.forbidden.iter().copied());
        WireNames { taken: kept.filter(|n| !checked || is_safe(n)).map(str::to_owned).collect(), checked }
    }

    pub(super) fn tell_renamed(&mut self, property: &Property<'s>) {
        let at = self.property_at(property);
        let message = format!("`{}` is not a property name the endpoint takes: it travels under another one", shorten(property.name));
        self.note(super::PROPERTY_NAME, Severity::Info, Fidelity::Exact, at, message);
    }
}

impl WireNames {
    /// The wire name of a declared property.
    pub(super) fn take(&mut self, name: &str) -> Box<str> {
        if !self.checked || is_safe(name) {
            return name.into();
        }
        let mut safe: String = name.chars().map(|c| if c.is_ascii_alphanumeric() || "_.-".contains(c) { c } else { '_' }).collect();
        safe.truncate(MAX_NAME - 8);
        if safe.is_empty() {
            safe.push('_');
        }
        self.fresh(&safe)
    }

    /// A name of our own, made different from all others.
    pub(super) fn fresh(&mut self, name: &str) -> Box<str> {
        let mut fresh = name.to_owned();
        let mut number = 0u32;
        while self.taken.contains(&fresh) {
            number += 1;
            fresh = if number == 1 { format!("{name}_") } else { format!("{name}_{number}") };
        }
        self.taken.insert(fresh.clone());
        fresh.into()
    }
}

/// The strictest rule known: ASCII letters, digits, `_`, `.`, `-`, 1 to 64 of them.
fn is_safe(name: &str) -> bool {
    (1..=MAX_NAME).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-'))
}

fn shorten(name: &str) -> String {
    if name.chars().count() > MAX_NAME { name.chars().take(MAX_NAME).chain(['…']).collect() } else { name.to_owned() }
}

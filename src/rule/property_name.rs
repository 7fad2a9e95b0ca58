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

use super::context::{Context, Note};
use super::note::line;
use crate::form::{ObjectFacets, Property};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Longest name any endpoint is known to take.
const MAX_NAME: usize = 64;

/// The wire names of one object.
pub(super) struct WireNames<'f, 's> {
    facets: &'f ObjectFacets<'s>,
    /// Names that are not free: those invented, and the user's once they matter.
    invented: HashSet<String>,
    known: bool,
    /// How many forms of a name were tried.
    tried: HashMap<String, u32>,
    checked: bool,
    reserved: &'f [String],
}

impl<'s, 'p> Context<'s, 'p> {
    pub(super) fn wire_names<'f>(&self, facets: &'f ObjectFacets<'s>) -> WireNames<'f, 's>
    where
        'p: 'f,
    {
        WireNames {
            facets,
            invented: HashSet::new(),
            known: false,
            tried: HashMap::new(),
            checked: self.profile.objects.name_pattern.is_some(),
            reserved: self.profile.objects.reserved.as_ref().map_or(&[], |fact| &fact.value),
        }
    }

    pub(super) fn tell_renamed(&mut self, property: &Property<'s>) {
        let at = self.property_at(property);
        let message = format!("`{}` is not a property name the endpoint takes: it travels under another one", shorten(property.name));
        self.note(Note::exact(super::PROPERTY_NAME, at, message).because(line!(objects.name_pattern)));
    }
}

impl WireNames<'_, '_> {
    /// The wire name of a declared property.
    pub(super) fn take(&mut self, name: &str) -> Arc<str> {
        let reserved = self.reserved.iter().any(|word| word == name);
        if !reserved && (!self.checked || is_safe(name)) {
            return name.into();
        }
        let mut safe: String = name.chars().map(|c| if c.is_ascii_alphanumeric() || "_.-".contains(c) { c } else { '_' }).collect();
        safe.truncate(MAX_NAME - 8);
        if safe.is_empty() || reserved {
            safe.push('_');
        }
        self.fresh(&safe)
    }

    /// A name of our own, made different from all others.
    pub(super) fn fresh(&mut self, name: &str) -> Arc<str> {
        let (facets, checked) = (self.facets, self.checked);
        // Names that stay as they are come first, so that an invented one never takes theirs.
        let kept = || facets.properties.iter().map(|p| p.name).chain(facets.forbidden.iter().copied());
        if self.invented.is_empty() && !kept().any(|n| n == name) {
            self.invented.insert(name.to_owned());
            return name.into();
        }
        if !std::mem::replace(&mut self.known, true) {
            self.invented.extend(kept().filter(|n| !checked || is_safe(n)).map(str::to_owned));
        }
        // Numbers tried for this name before are taken.
        let number = self.tried.entry(name.to_owned()).or_default();
        loop {
            let fresh = match *number {
                0 => name.to_owned(),
                1 => format!("{name}_"),
                n => format!("{name}_{n}"),
            };
            if self.invented.insert(fresh.clone()) {
                return fresh.into();
            }
            *number += 1;
        }
    }
}

/// The strictest rule known: ASCII letters, digits, `_`, `.`, `-`, 1 to 64 of them.
fn is_safe(name: &str) -> bool {
    (1..=MAX_NAME).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-'))
}

fn shorten(name: &str) -> String {
    if name.chars().count() > MAX_NAME { name.chars().take(MAX_NAME).chain(['…']).collect() } else { name.to_owned() }
}

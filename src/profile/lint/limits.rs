//! Limits: how much of each a schema uses.

use std::collections::HashMap;

use super::message::Fill;
use super::node::{count, declared};
use super::references::{Edge, edges};
use super::states::states;
use super::tree::{Step, Tree};
use super::{Effect, Judge};
use crate::json::{Json, to_text};
use crate::profile::{Fact, Profile};
use crate::schema::keyword::Keyword;

/// How much of one limit a schema uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage {
    /// The limit's name in the profile file, e.g. `union_properties`.
    pub name: &'static str,
    /// What the schema uses.
    pub used: u64,
    /// What the endpoint allows.
    pub limit: u64,
    /// Whether both numbers are estimates: nobody outside knows what is counted, so nothing is refused for it.
    pub estimate: bool,
    /// Why we think so: source, date and confidence.
    pub evidence: String,
}

/// Measures a wire schema against the limits `profile` knows; limits over a whole request are left out.
#[must_use]
pub fn usage(schema: &Json<'_>, profile: &Profile) -> Vec<Usage> {
    let tree = Tree::new(schema, profile);
    let row = |name, used, limit: &Fact<u64>, estimate| Usage { name, used, limit: limit.value, estimate, evidence: limit.cite() };
    let mut rows: Vec<Usage> = measure(&tree, profile).into_iter().map(|m| row(m.name, m.used, m.limit, false)).collect();
    rows.extend(profile.limits.states.as_ref().map(|limit| row("states", states(&tree, profile), limit, true)));
    rows
}

/// One limit, measured.
struct Measured<'p> {
    name: &'static str,
    rule: &'static str,
    used: u64,
    limit: &'p Fact<u64>,
    /// The place to point at.
    at: usize,
}

impl Judge<'_> {
    /// Judges the limits.
    pub(super) fn limits(&mut self) {
        let profile = self.profile;
        for Measured { name, rule, used, limit, at } in measure(&self.tree, profile) {
            if used > limit.value {
                self.refuse(at, None, rule, limit, &Fill { measured: Some((used, limit.value)), ..Fill::default() });
                let taken = profile.limits.refused.get(name).is_some_and(|own| used <= own.value);
                if let (true, Some(last)) = (taken, self.out.last_mut()) {
                    last.effect = Effect::Kept;
                }
            }
        }
    }
}

/// What is counted in one pass over the places.
#[derive(Default)]
struct Counts {
    properties: u64,
    optional: u64,
    unions: u64,
    enum_values: u64,
    characters: u64,
    long_enum: (u64, usize),
    max_items: u64,
}

fn measure<'p>(tree: &Tree<'_>, profile: &'p Profile) -> Vec<Measured<'p>> {
    let limits = &profile.limits;
    let long_from = limits.long_enum_values.as_ref().map_or(u64::MAX, |f| f.value);
    let counts = count_all(tree, profile, long_from);
    let depth = limits.depth.as_ref().map(|_| depth(tree, profile));
    let lines = [
        ("depth", "limit-depth", depth.unwrap_or_default(), &limits.depth, 0),
        ("properties", "limit-properties", counts.properties, &limits.properties, 0),
        ("enum_values", "limit-enum-values", counts.enum_values, &limits.enum_values, 0),
        ("long_enum_chars", "limit-long-enum", counts.long_enum.0, &limits.long_enum_chars, counts.long_enum.1),
        ("characters", "limit-characters", counts.characters, &limits.characters, 0),
        ("optional_properties", "limit-optional-properties", counts.optional, &limits.optional_properties, 0),
        ("union_properties", "limit-union-properties", counts.unions, &limits.union_properties, 0),
        ("max_items_total", "limit-max-items", counts.max_items, &limits.max_items_total, 0),
        ("text", "limit-text", limits.text.as_ref().map_or(0, |_| chars(&to_text(tree.nodes[0].schema))), &limits.text, 0),
    ];
    lines
        .into_iter()
        .filter_map(|(name, rule, used, limit, at)| limit.as_ref().map(|limit| Measured { name, rule, used, limit, at }))
        .collect()
}

fn count_all(tree: &Tree<'_>, profile: &Profile, long_from: u64) -> Counts {
    let mut counts = Counts::default();
    for (index, node) in tree.nodes.iter().enumerate() {
        let union = node.schema.get("anyOf").is_some() || declared(node.schema, profile).list;
        match node.step {
            Step::Named(Keyword::Properties, name, _) => {
                counts.properties += 1;
                counts.optional += u64::from(!node.required);
                counts.unions += u64::from(union);
                counts.characters += chars(name);
            }
            Step::Named(Keyword::Defs | Keyword::Definitions, name, _) => {
                counts.unions += u64::from(union);
                counts.characters += chars(name);
            }
            _ => {}
        }
        if let Some(Json::Array(members)) = node.schema.get("enum") {
            let text: u64 = members.iter().map(literal_chars).sum();
            counts.enum_values += members.len() as u64;
            counts.characters += text;
            let strings = members.iter().all(|m| matches!(m, Json::String(_) | Json::Null));
            if strings && members.len() as u64 > long_from && text > counts.long_enum.0 {
                counts.long_enum = (text, index);
            }
        }
        if let Some(value) = node.schema.get("const") {
            counts.enum_values += 1;
            counts.characters += literal_chars(value);
        }
        if let Some(Json::Number(most)) = node.schema.get("maxItems") {
            counts.max_items = counts.max_items.saturating_add(count(most).unwrap_or_default());
        }
    }
    counts
}

fn chars(text: &str) -> u64 {
    text.chars().count() as u64
}

/// The characters of a literal: strings without quotes, containers by what they hold.
fn literal_chars(value: &Json<'_>) -> u64 {
    let mut total = 0;
    let mut stack = vec![value];
    while let Some(value) = stack.pop() {
        match value {
            Json::Null => total += 4,
            Json::Bool(value) => total += if *value { 4 } else { 5 },
            Json::Number(text) | Json::String(text) => total += chars(text),
            Json::Array(items) => stack.extend(items),
            Json::Object(members) => {
                for (name, value) in members {
                    total += chars(name);
                    stack.push(value);
                }
            }
        }
    }
    total
}

/// Levels of object and array nesting from the root, going on through references; a reference that leads back into a
/// definition on the way counts for nothing.
fn depth(tree: &Tree<'_>, profile: &Profile) -> u64 {
    let (owner, edges) = edges(tree, profile);
    let mut level = vec![0u64; tree.nodes.len()];
    let mut deepest: HashMap<usize, u64> = HashMap::new();
    for (index, node) in tree.nodes.iter().enumerate() {
        let around = if owner[index] == index { 0 } else { level[node.parent] };
        let types = declared(node.schema, profile);
        let container =
            ["object", "array"].iter().any(|t| types.has(t)) || ["properties", "items"].iter().any(|k| node.schema.get(k).is_some());
        level[index] = around + u64::from(container);
        let most = deepest.entry(owner[index]).or_default();
        *most = (*most).max(level[index]);
    }
    let mut arrows: HashMap<usize, Vec<Edge>> = HashMap::new();
    for edge in edges {
        arrows.entry(edge.from).or_default().push(edge);
    }
    // Depth-first with a stack of (definition, next arrow); a definition is worth its depth once it is finished.
    let mut finished: HashMap<usize, u64> = HashMap::new();
    let mut begun = std::collections::HashSet::from([0]);
    let mut stack = vec![(0, 0)];
    while let Some((at, next)) = stack.last_mut() {
        let out = arrows.get(at).map_or(&[][..], Vec::as_slice);
        if let Some(edge) = out.get(*next) {
            *next += 1;
            if begun.insert(edge.to) {
                stack.push((edge.to, 0));
            }
            continue;
        }
        let own = deepest.get(at).copied().unwrap_or_default();
        let through = out.iter().filter_map(|e| finished.get(&e.to).map(|below| level[e.at] + below)).max().unwrap_or_default();
        finished.insert(*at, own.max(through));
        stack.pop();
    }
    finished.get(&0).copied().unwrap_or_default()
}

//! Long enums by their values: whether one holds a value is asked once for each of its literals where lists meet.

use super::arena::{Body, JsonId};
use super::equal::canonical;
use super::parse::Schema;
use crate::ids::IdMap;
use crate::json::Json;
use std::collections::HashSet;
use std::sync::OnceLock;

/// Up to this many literals are compared one by one.
const FEW: usize = 32;

/// The scalars of every long `enum`, by the node of its array; made when first asked for.
pub(super) type Listed = OnceLock<IdMap<JsonId, HashSet<String>>>;

impl Schema {
    /// Whether the `enum` at `list` holds a value.
    pub(super) fn lists(&self, list: JsonId, literals: &[JsonId], value: &Json<'_>) -> bool {
        let scalar = !matches!(value, Json::Array(_) | Json::Object(_));
        if literals.len() > FEW
            && scalar
            && let Some(listed) = self.listed.get_or_init(|| self.index_lists()).get(&list)
        {
            let mut text = String::new();
            canonical(value, &mut text);
            return listed.contains(&text);
        }
        literals.iter().any(|literal| self.doc.same(*literal, value))
    }

    fn index_lists(&self) -> IdMap<JsonId, HashSet<String>> {
        let text = |literal: &JsonId| {
            let mut text = String::new();
            canonical(&self.doc.to_json(*literal), &mut text);
            text
        };
        let long = self.subs.iter().filter_map(|sub| match &sub.body {
            Body::Keywords(keywords) => keywords.enumeration.as_ref().filter(|literals| literals.len() > FEW),
            Body::Bool(_) => None,
        });
        long.filter_map(|literals| Some((self.doc.parent(*literals.first()?)?, literals.iter().map(text).collect()))).collect()
    }
}

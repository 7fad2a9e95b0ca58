//! Small questions about subschemas that planning asks often.

use super::arena::{Body, JsonId, Keywords, SchemaId};
use super::keyword::{Keyword, Role};
use super::parse::Schema;
use crate::graph;
use crate::location::Location;

impl Schema {
    /// Whether the subschema is `true` or has no member at all.
    #[must_use]
    pub fn is_true(&self, id: SchemaId) -> bool {
        match &self.sub(id).body {
            Body::Bool(value) => *value,
            Body::Keywords(k) => k.members.is_empty(),
        }
    }

    /// The target, when the subschema is a reference and says nothing else that constrains.
    #[must_use]
    pub fn plain_reference(&self, id: SchemaId) -> Option<SchemaId> {
        let k = self.keywords(id)?;
        let target = match (k.reference, k.dynamic_reference) {
            (Some(target), None) | (None, Some(target)) => target,
            _ => return None,
        };
        (!constrains(k)).then_some(target)
    }

    /// Whether the subschema says something for people at its own place while what it constrains stands elsewhere (a
    /// reference) or nowhere (any value).
    #[must_use]
    pub fn is_annotated_site(&self, id: SchemaId) -> bool {
        let Some(k) = self.keywords(id) else { return false };
        let annotated = k.title.is_some() || k.description.is_some() || k.default.is_some();
        annotated && !constrains(k)
    }

    /// Whether the subschema is `enum` or `const` (with or without `type`) and nothing else that constrains: then its
    /// literals need no further check than their kind.
    #[must_use]
    pub fn is_bare_literals(&self, id: SchemaId) -> bool {
        let Some(k) = self.keywords(id) else { return false };
        let bare = |keyword: Keyword| match keyword {
            Keyword::Type | Keyword::Enum | Keyword::Const => true,
            other => matches!(other.role(), Role::Annotation | Role::Core),
        };
        let both = k.enumeration.is_some() && k.constant.is_some();
        !k.integer && !both && k.members.iter().all(|(k, _)| k.is_none_or(bare))
    }

    /// Whether the subschema is `anyOf` and nothing else that constrains: what a branch admits, it admits.
    #[must_use]
    pub fn is_bare_union(&self, id: SchemaId) -> bool {
        let bare = |keyword: Keyword| keyword == Keyword::AnyOf || matches!(keyword.role(), Role::Annotation | Role::Core);
        self.keywords(id).is_some_and(|k| !k.any_of.is_empty() && k.members.iter().all(|(k, _)| k.is_none_or(bare)))
    }

    /// Where the subschema stands.
    #[must_use]
    pub fn location(&self, id: SchemaId) -> Location {
        self.doc().location(self.sub(id).json)
    }

    /// Where a keyword of the subschema stands.
    #[must_use]
    pub fn keyword_location(&self, id: SchemaId, keyword: Keyword) -> Location {
        let json = self.sub(id).json;
        match self.doc().get(json, keyword.text()) {
            Some(node) => self.doc().location(node),
            None => self.doc().location(json),
        }
    }

    /// Whether a property name matches the pattern that is the key of this node.
    #[must_use]
    pub fn key_matches(&self, pattern: JsonId, name: &str) -> bool {
        self.pattern(pattern).is_some_and(|p| p.is_match(name))
    }
}

/// Whether anything but the reference itself constrains.
fn constrains(k: &Keywords) -> bool {
    k.types.is_some()
        || k.enumeration.is_some()
        || k.constant.is_some()
        || k.multiple_of.is_some()
        || k.minimum.is_some()
        || k.maximum.is_some()
        || k.exclusive_minimum.is_some()
        || k.exclusive_maximum.is_some()
        || k.min_length.is_some()
        || k.max_length.is_some()
        || k.pattern.is_some()
        || k.format.is_some()
        || !k.prefix_items.is_empty()
        || k.items.is_some()
        || k.unevaluated_items.is_some()
        || k.min_items.is_some()
        || k.max_items.is_some()
        || k.unique_items
        || k.contains.is_some()
        || k.has_properties
        || !k.pattern_properties.is_empty()
        || k.additional_properties.is_some()
        || k.unevaluated_properties.is_some()
        || k.property_names.is_some()
        || !k.required.is_empty()
        || k.min_properties.is_some()
        || k.max_properties.is_some()
        || !k.dependent_required.is_empty()
        || !k.dependent_schemas.is_empty()
        || !k.all_of.is_empty()
        || !k.any_of.is_empty()
        || !k.one_of.is_empty()
        || k.not.is_some()
        || k.condition.is_some()
}

impl Schema {
    /// For each subschema the number of the cycle it lies on (a strongly connected component, through any edges), 0 for
    /// none; `None` when there is no cycle at all.
    #[must_use]
    pub fn cycles(&self) -> Option<Vec<u32>> {
        let refers = |k: &Keywords| k.reference.is_some() || k.dynamic_reference.is_some();
        if !self.ids().any(|id| self.keywords(id).is_some_and(refers)) {
            // Without references the subschemas are a tree.
            return None;
        }
        graph::cycles(self.len(), self.root().0, |id, out| self.each_edge(SchemaId(id), |target| out.push(target.0)))
    }

    /// Every subschema directly below, of the same value or of its children.
    #[must_use]
    pub fn edges(&self, id: SchemaId) -> Vec<SchemaId> {
        let mut out = Vec::new();
        self.each_edge(id, |s| out.push(s));
        out
    }

    fn each_edge(&self, id: SchemaId, mut visit: impl FnMut(SchemaId)) {
        self.in_place(id, &mut visit);
        let Some(k) = self.keywords(id) else { return };
        let single = [k.items, k.unevaluated_items, k.contains, k.additional_properties, k.unevaluated_properties, k.property_names];
        let named = k.properties.iter().chain(&k.pattern_properties).map(|(_, s)| *s);
        k.prefix_items.iter().copied().chain(single.into_iter().flatten()).chain(named).for_each(visit);
    }
}

//! What is said of objects: declared properties, patterns, and what else may come.

use super::{NodeId, Residual};
use crate::schema::arena::{JsonId, SchemaId};

/// More properties than this have an index.
pub(super) const INDEXED: usize = 16;

/// A declared property.
#[derive(Clone, Debug)]
pub struct Property<'s> {
    /// Its name.
    pub name: &'s str,
    /// What its value satisfies.
    pub node: NodeId,
    /// The first subschema that speaks of it.
    pub schema: Option<SchemaId>,
    /// Whether it must be present.
    pub required: bool,
    /// Subschemas at the property whose annotations speak of this place (not of a shared target).
    pub sites: Vec<SchemaId>,
}

/// Undeclared properties whose name matches.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The pattern: a node of `patternProperties`, whose key is the pattern.
    pub json: JsonId,
    /// What the values satisfy.
    pub node: NodeId,
}

/// Undeclared properties that no pattern takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undeclared {
    /// Nothing is said of them, so anything goes.
    Silent,
    /// They satisfy this node, by `additionalProperties` or `unevaluatedProperties`.
    Node(NodeId),
    /// There are none.
    None,
}

/// Constraints on objects.
#[derive(Clone, Debug)]
pub struct ObjectFacets<'s> {
    /// Declared properties, in the order they were met.
    pub properties: Vec<Property<'s>>,
    /// Names that must be absent.
    pub forbidden: Vec<&'s str>,
    /// Undeclared properties by pattern.
    pub patterns: Vec<Pattern>,
    /// Patterns whose properties nothing satisfies: names that match may not be there.
    pub shut: Vec<JsonId>,
    /// All other undeclared properties.
    pub undeclared: Undeclared,
    /// Subschemas with `propertyNames`.
    pub names: Vec<SchemaId>,
    /// Least number of properties.
    pub min: Option<(u64, Option<Residual>)>,
    /// Most properties.
    pub max: Option<(u64, Option<Residual>)>,
    /// Literals excluded by a negation.
    pub excluded: Vec<SchemaId>,
    /// Whether a `properties` keyword stands somewhere, even an empty one.
    pub declares: bool,
    /// The required property that nothing can satisfy, if there is one.
    pub never: Option<&'s str>,
    /// Places in `properties`, by name; only of many.
    pub(super) index: Vec<u32>,
}

impl<'s> ObjectFacets<'s> {
    /// The declared property of this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Property<'s>> {
        if self.index.len() != self.properties.len() {
            return self.properties.iter().find(|p| p.name == name);
        }
        let property = |at: &u32| &self.properties[*at as usize];
        self.index.binary_search_by(|at| property(at).name.cmp(name)).ok().map(|at| property(&self.index[at]))
    }

    /// Puts the index in order, after properties have come or gone.
    pub(crate) fn sort_index(&mut self) {
        self.index.clear();
        if self.properties.len() > INDEXED {
            self.index = (0..u32::try_from(self.properties.len()).unwrap_or(u32::MAX)).collect();
            self.index.sort_by_key(|at| self.properties[*at as usize].name);
        }
    }

    /// Whether a required property, or the count of properties, shows that nothing satisfies this.
    #[must_use]
    pub fn is_never(&self) -> bool {
        let closed = self.patterns.is_empty() && self.undeclared == Undeclared::None;
        let required = self.properties.iter().filter(|p| p.required).count() as u64;
        let least = self.min.map_or(0, |(n, _)| n).max(required);
        self.never.is_some() || self.max.is_some_and(|(most, _)| most < least) || (closed && (self.properties.len() as u64) < least)
    }

    /// Whether the wire form is a closed object: nothing undeclared is asked for by name, and nothing needs to be there
    /// besides what is declared. `closing` says whether objects that say nothing of more properties are closed.
    #[must_use]
    pub fn closed_on_wire(&self, closing: bool) -> bool {
        let enough = self.min.is_none_or(|(min, _)| min <= self.properties.len() as u64);
        let closed = closing && self.undeclared == Undeclared::Silent && self.declares && enough;
        self.patterns.is_empty() && (self.undeclared == Undeclared::None || closed)
    }
}

//! `x-schema-compat-allow`: findings the author of a schema knows of and takes, at a node and below it.

use super::arena::JsonId;
use super::parse::Schema;
use std::collections::HashMap;

/// Our own keyword: the names of rules that may have something to tell at this node.
pub const ALLOW: &str = "x-schema-compat-allow";

/// The names by the subschema they stand in; most schemas have none.
pub(super) type Allowances = HashMap<JsonId, Vec<JsonId>>;

impl Schema {
    /// Whether the author allows what a rule tells of a node: there, or in a subschema around it.
    #[must_use]
    pub fn allows(&self, rule: &str, at: JsonId) -> bool {
        if self.allowances.is_empty() {
            return false;
        }
        let names = |json: &JsonId| self.allowances.get(json).into_iter().flatten();
        std::iter::successors(Some(at), |json| self.doc.parent(*json))
            .any(|json| names(&json).any(|name| self.doc.str(*name) == Some(rule)))
    }

    /// Every name that is allowed somewhere, in document order.
    #[must_use]
    pub fn allowed_names(&self) -> Vec<JsonId> {
        let mut names: Vec<JsonId> = self.allowances.values().flatten().copied().collect();
        names.sort_unstable();
        names
    }

    /// The subschemas that allow something.
    pub fn allowing(&self) -> impl Iterator<Item = JsonId> {
        self.allowances.keys().copied()
    }
}

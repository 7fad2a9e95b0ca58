//! The regular expressions of a schema, compiled when first asked for.

use super::arena::{Body, JsonId};
use super::parse::Schema;
use crate::pattern::Pattern;
use std::fmt;
use std::sync::{Arc, OnceLock};

type Slot = OnceLock<Option<Arc<Pattern>>>;

/// Patterns by the node that says them: the value of `pattern`, or an entry of `patternProperties`.
#[derive(Clone, Default)]
pub(super) struct Patterns {
    nodes: Vec<JsonId>,
    slots: Vec<Slot>,
}

impl fmt::Debug for Patterns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.nodes).finish()
    }
}

impl Schema {
    /// The compiled pattern at a node: the value of `pattern`, or an entry of `patternProperties`, which is named by its
    /// pattern. `None` when the node is neither, or the pattern does not compile.
    #[must_use]
    pub fn pattern(&self, node: JsonId) -> Option<&Pattern> {
        let at = self.patterns.nodes.binary_search(&node).ok()?;
        let source = self.doc.str(node).or_else(|| self.doc.key(node));
        self.patterns.slots[at].get_or_init(|| source.and_then(|source| Pattern::new(source).ok()).map(Arc::new)).as_deref()
    }

    /// Makes room for the patterns of all subschemas.
    pub(super) fn collect_patterns(&mut self) {
        let mut nodes = Vec::new();
        for sub in &self.subs {
            if let Body::Keywords(keywords) = &sub.body {
                nodes.extend(keywords.pattern);
                nodes.extend(keywords.pattern_properties.iter().map(|(entry, _)| *entry));
            }
        }
        nodes.sort_unstable();
        nodes.dedup();
        self.patterns = Patterns { slots: nodes.iter().map(|_| Slot::new()).collect(), nodes };
    }
}

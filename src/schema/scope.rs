//! Dynamic scopes: which node each dynamic anchor means, given the resources entered so far.

use super::arena::{JsonId, ScopeId};
use super::doc::as_u32;
use std::collections::HashMap;

/// Most bindings put together for all scopes.
pub(super) const MAX_BINDINGS: usize = 1_000_000;

/// Interned scopes. A scope binds anchor names to nodes; the resource entered first keeps its binding.
#[derive(Clone, Debug)]
pub(super) struct Scopes {
    /// Bindings by name.
    all: Vec<Vec<(u32, JsonId)>>,
    index: HashMap<Vec<(u32, JsonId)>, ScopeId>,
    entered: HashMap<(ScopeId, u32), ScopeId>,
    bindings: usize,
}

impl Scopes {
    pub(super) fn new() -> Self {
        Scopes { all: vec![Vec::new()], index: HashMap::from([(Vec::new(), ScopeId(0))]), entered: HashMap::new(), bindings: 0 }
    }

    /// The node that `name` means in `scope`.
    pub(super) fn find(&self, scope: ScopeId, name: u32) -> Option<JsonId> {
        let bindings = &self.all[scope.0 as usize];
        bindings.binary_search_by_key(&name, |(bound, _)| *bound).ok().map(|at| bindings[at].1)
    }

    /// The scope after entering a resource with these dynamic anchors; `None` when there are too many bindings.
    pub(super) fn enter(&mut self, scope: ScopeId, resource: u32, anchors: &[(u32, JsonId)]) -> Option<ScopeId> {
        if anchors.is_empty() {
            return Some(scope);
        }
        if let Some(known) = self.entered.get(&(scope, resource)) {
            return Some(*known);
        }
        let known = &self.all[scope.0 as usize];
        let bound = |name: &u32| known.binary_search_by_key(name, |(bound, _)| *bound).is_ok();
        let mut bindings: Vec<_> = anchors.iter().filter(|(name, _)| !bound(name)).copied().collect();
        let next = if bindings.is_empty() {
            scope
        } else {
            bindings.extend_from_slice(known);
            bindings.sort_by_key(|(name, _)| *name);
            bindings.dedup_by_key(|(name, _)| *name);
            self.bindings += bindings.len();
            if self.bindings > MAX_BINDINGS {
                return None;
            }
            let all = &mut self.all;
            *self.index.entry(bindings).or_insert_with_key(|bindings| {
                all.push(bindings.clone());
                ScopeId(as_u32(all.len() - 1))
            })
        };
        self.entered.insert((scope, resource), next);
        Some(next)
    }
}

//! Which nodes of the wire arena are printed once and referred to.

use crate::profile::Profile;
use crate::rule::wire::{Body, Extra, Wire, WireId};

/// Nodes that are printed once and referred to.
pub(super) struct Shared(Vec<bool>);

impl Shared {
    pub(super) fn has(&self, id: WireId) -> bool {
        self.0[id.0 as usize]
    }

    /// By node.
    pub(super) fn all(&self) -> &[bool] {
        &self.0
    }
}

/// Finds the nodes that are printed once and referred to.
pub(super) fn shared(wires: &[Wire], root: WireId, profile: &Profile) -> Shared {
    if !profile.sends_references() {
        return Shared(vec![false; wires.len()]);
    }
    let mut uses: Vec<u32> = vec![0; wires.len()];
    let mut cyclic: Vec<WireId> = Vec::new();
    // Iterative depth-first search; a node on the current path that is met again closes a cycle.
    let mut state: Vec<u8> = vec![0; wires.len()];
    let mut stack: Vec<(WireId, usize)> = vec![(root, 0)];
    state[root.0 as usize] = 1;
    while let Some((id, at)) = stack.last_mut() {
        let Some(child) = child(&wires[id.0 as usize], *at) else {
            state[id.0 as usize] = 2;
            stack.pop();
            continue;
        };
        *at += 1;
        let index = child.0 as usize;
        uses[index] += 1;
        match state[index] {
            0 => {
                state[index] = 1;
                stack.push((child, 0));
            }
            1 => {
                cyclic.push(child);
            }
            _ => {}
        }
    }
    let wanted = |id: &usize| uses[*id] > 1 && worth_sharing(wires, WireId(u32::try_from(*id).unwrap_or(u32::MAX)));
    let mut out: Vec<bool> = (0..wires.len()).map(|id| wanted(&id)).collect();
    // A site is its target: the target is what is shared.
    for mut id in cyclic {
        while let Body::Site(inner) = wires[id.0 as usize].body {
            id = inner;
        }
        out[id.0 as usize] = true;
    }
    out[root.0 as usize] = false;
    Shared(out)
}

/// The node at `at` among those directly below.
pub(super) fn child(wire: &Wire, at: usize) -> Option<WireId> {
    let then = |count: usize, last: Option<WireId>| if at == count { last } else { None };
    match &wire.body {
        Body::Array(items) => then(0, *items),
        Body::Positional(prefix, rest) => prefix.get(at).copied().or_else(|| then(prefix.len(), *rest)),
        Body::Object(object) => {
            let extra = match object.extra {
                Extra::Schema(id) => Some(id),
                Extra::Closed | Extra::Omitted => None,
            };
            object.properties.get(at).map(|(_, id, _)| *id).or_else(|| then(object.properties.len(), extra))
        }
        Body::Union(branches) => branches.get(at).copied(),
        Body::Site(inner) => then(0, Some(*inner)),
        Body::Pending | Body::Any | Body::Scalar(_) | Body::Literals(..) => None,
    }
}

/// The nodes directly below.
pub(super) fn children(wire: &Wire) -> impl Iterator<Item = WireId> {
    (0..).map_while(|at| child(wire, at))
}

fn worth_sharing(wires: &[Wire], id: WireId) -> bool {
    let small = |id: &WireId| match &wires[id.0 as usize].body {
        Body::Any | Body::Scalar(_) => true,
        Body::Literals(_, list) => list.len() <= 4,
        _ => false,
    };
    match &wires[id.0 as usize].body {
        Body::Any | Body::Scalar(_) | Body::Pending | Body::Site(_) => false,
        Body::Literals(_, list) => list.len() > 8,
        Body::Array(items) => !items.iter().all(small),
        Body::Positional(..) => true,
        Body::Object(object) => object.properties.len() > 1 || !object.properties.iter().all(|(_, id, _)| small(id)),
        Body::Union(branches) => branches.len() > 3 || !branches.iter().all(small),
    }
}

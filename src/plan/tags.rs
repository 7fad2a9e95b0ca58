//! Union branches whose wire forms cannot be told apart get a one-key envelope.

use crate::codec::{CodecId, Node, collide};
use crate::rule::context::Context;
use crate::rule::wire::{Body, Wire, WireId};

/// Branches compared pairwise up to this many.
const MAX_BRANCHES: usize = 256;

/// Boxes a vertex cover of the colliding branches of every union: of two that collide, one. A list of entries is boxed
/// rather than what it collides with, in the same envelope as in any-values.
pub(super) fn tell_apart(context: &mut Context<'_, '_>) {
    for index in 0..context.codecs.len() {
        let Node::Union(union) = &context.codecs[index] else { continue };
        let branches: Vec<CodecId> = union.branches.iter().map(|b| b.codec).collect();
        if branches.len() > MAX_BRANCHES || branches.len() < 2 {
            continue;
        }
        let wire = context.wire_of(CodecId(u32::try_from(index).unwrap_or(u32::MAX)));
        let Some((wire, wires)) = wire.and_then(|id| match &context.wires[id.0 as usize].body {
            Body::Union(wires) if wires.len() == branches.len() => Some((id, wires.clone())),
            _ => None,
        }) else {
            continue;
        };
        let lists_at: Vec<bool> = branches.iter().map(|id| matches!(context.codecs[id.0 as usize], Node::Entries(_))).collect();
        let mut boxed = vec![false; branches.len()];
        for i in 0..branches.len() {
            for j in i + 1..branches.len() {
                if boxed[i] || boxed[j] || !collide(&context.codecs, branches[i], branches[j]) {
                    continue;
                }
                let which = if lists_at[i] && !lists_at[j] { i } else { j };
                boxed[which] = true;
            }
        }
        let mut lists = 0;
        for (i, wanted) in boxed.iter().enumerate() {
            if !*wanted {
                continue;
            }
            let list = lists_at[i];
            lists += usize::from(list);
            let name: Box<str> = if list && lists == 1 { "_entries".into() } else { format!("_b{i}").into() };
            put_in_envelope(context, index, wire, i, wires[i], branches[i], name);
        }
    }
}

fn put_in_envelope(context: &mut Context<'_, '_>, union: usize, at: WireId, branch: usize, wire: WireId, codec: CodecId, name: Box<str>) {
    let envelope = context.wire(Wire::object(vec![(name.clone(), wire)]));
    let node = context.codec(Node::Envelope { name, inner: codec });
    if let Body::Union(wires) = &mut context.wires[at.0 as usize].body {
        wires[branch] = envelope;
    }
    if let Node::Union(union) = &mut context.codecs[union] {
        union.branches[branch].codec = node;
    }
}

//! Cycles for endpoints that take them only through properties that are not required.

use super::share::children;
use crate::codec::{Carrier, Node};
use crate::graph;
use crate::rule::context::Context;
use crate::rule::wire::{Body, Extra, WireId};

/// Writes required properties inside a cycle of required ones as not required. Returns whether a cycle passes through no property at all:
/// such a cycle cannot be relaxed.
pub(super) fn relax(context: &mut Context<'_, '_>) -> bool {
    if !context.is_cyclic() {
        return false;
    }
    let wires = &context.wires;
    // A property that is not required already breaks the cycles through it. What lies beyond is looked at too: the node
    // one past the last leads everywhere.
    let all = u32::try_from(wires.len()).unwrap_or(u32::MAX);
    let demanded = |id: u32, out: &mut Vec<u32>| match wires.get(id as usize).map(|wire| (wire, &wire.body)) {
        None => out.extend(0..all),
        Some((_, Body::Object(object))) => {
            out.extend(object.properties.iter().filter(|(_, _, required)| *required).map(|(_, value, _)| value.0));
            if let Extra::Schema(extra) = object.extra {
                out.push(extra.0);
            }
        }
        Some((wire, _)) => out.extend(children(wire).map(|c| c.0)),
    };
    let Some(mut components) = graph::cycles(wires.len() + 1, all, demanded) else {
        return false;
    };
    components.pop();
    let component = |id: WireId| components[id.0 as usize];
    let mut relaxed: Vec<WireId> = Vec::new();
    for index in 0..context.wires.len() {
        let id = WireId(u32::try_from(index).unwrap_or(u32::MAX));
        if component(id) == 0 {
            continue;
        }
        let own = component(id);
        let mut touched = Vec::new();
        if let Body::Object(object) = &mut context.wires[index].body {
            for (name, value, required) in &mut object.properties {
                if *required && components[value.0 as usize] == own && own != 0 {
                    *required = false;
                    touched.push(name.clone());
                }
            }
        }
        if touched.is_empty() {
            continue;
        }
        relaxed.push(id);
        if let Some(codec) = context.codec_of(id)
            && let Node::Object(object) = &mut context.codecs[codec.0 as usize]
        {
            for field in object.fields.iter_mut().filter(|f| touched.contains(&f.wire)) {
                if field.carrier == Carrier::Required {
                    field.carrier = Carrier::Native;
                    // Required by the user's schema: a null is a value here, never an absence.
                    field.null_ok = true;
                }
            }
        }
    }
    if !relaxed.is_empty() {
        context.tell_relaxed();
    }
    has_pure_cycle(context, &components)
}

/// Whether some cycle passes through no declared property.
fn has_pure_cycle(context: &Context<'_, '_>, components: &[u32]) -> bool {
    // Without the property edges the rest must be acyclic: repeatedly take away nodes nothing points at.
    let pure = |id: usize| -> Vec<WireId> {
        let wire = &context.wires[id];
        let below = match &wire.body {
            Body::Object(object) => match object.extra {
                Extra::Schema(extra) => vec![extra],
                _ => Vec::new(),
            },
            _ => children(wire).collect(),
        };
        below.into_iter().filter(|c| components[c.0 as usize] == components[id] && components[id] != 0).collect()
    };
    let mut incoming = vec![0u32; components.len()];
    for id in 0..components.len() {
        for child in pure(id) {
            incoming[child.0 as usize] += 1;
        }
    }
    let mut ready: Vec<usize> = (0..components.len()).filter(|i| components[*i] != 0 && incoming[*i] == 0).collect();
    let mut left = components.iter().filter(|c| **c != 0).count();
    while let Some(id) = ready.pop() {
        left -= 1;
        for child in pure(id) {
            incoming[child.0 as usize] -= 1;
            if incoming[child.0 as usize] == 0 {
                ready.push(child.0 as usize);
            }
        }
    }
    left > 0
}

//! Unions for endpoints that must tell object branches apart by their keys.

use super::{literal_text, object_body};
use crate::rule::context::Context;
use crate::rule::wire::{Body, ObjectBody, WireId};
use std::collections::HashSet;
use std::sync::Arc;

/// Boxes every object branch where their keys do not tell them apart: some key in common, and not exactly one property
/// that is a single literal, and another one in each.
pub(super) fn decide(context: &Context<'_, '_>, wires: &[WireId], boxed: &mut [bool]) {
    let open: Vec<usize> = (0..wires.len()).filter(|i| !boxed[*i] && object_body(context, wires[*i]).is_some()).collect();
    let bodies: Vec<&ObjectBody> = open
        .iter()
        .filter_map(|i| object_body(context, wires[*i]))
        .filter_map(|id| match &context.wires[id.0 as usize].body {
            Body::Object(object) => Some(object),
            _ => None,
        })
        .collect();
    let mut seen: HashSet<&Arc<str>> = HashSet::new();
    let apart = bodies.iter().flat_map(|body| &body.properties).all(|(name, ..)| seen.insert(name));
    if apart || has_one_tag(context, &bodies) {
        return;
    }
    for i in open {
        boxed[i] = true;
    }
}

fn has_one_tag(context: &Context<'_, '_>, bodies: &[&ObjectBody]) -> bool {
    let Some((first, rest)) = bodies.split_first() else { return true };
    let literals = |body: &ObjectBody, name: &Arc<str>| {
        let mut value = body.properties.iter().find(|(own, ..)| own == name)?.1;
        while let Body::Site(inner) = context.wires[value.0 as usize].body {
            value = inner;
        }
        match &context.wires[value.0 as usize].body {
            Body::Literals(_, list) => Some(list.iter().map(|l| literal_text(context, l)).collect::<Vec<_>>()),
            _ => None,
        }
    };
    let mut tags = first
        .properties
        .iter()
        .map(|(name, ..)| name)
        .filter(|name| literals(first, name).is_some() && rest.iter().all(|body| literals(body, name).is_some()));
    let (Some(tag), None) = (tags.next(), tags.next()) else { return false };
    let mut seen = HashSet::new();
    bodies.iter().filter_map(|body| literals(body, tag)).all(|list| list.len() == 1 && seen.insert(list))
}

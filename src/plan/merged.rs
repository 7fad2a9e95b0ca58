//! The values of merged entries (one entry shape in place of several): a union put together from whole values is made the
//! union that the endpoint, and a second rewrite, would read it as.

use crate::codec::Node;
use crate::rule::context::{Context, Merged};
use crate::rule::wire::{Body, Literal, Wire, WireId};
use crate::schema::arena::TypeName;
use crate::schema::keyword::Keyword;
use std::collections::HashSet;
use std::sync::Arc;

/// Deepest union of unions that is flattened.
const MAX_DEPTH: usize = 8;

/// Flattens the unions of merged entry values, and gives envelopes names that no branch begins with.
pub(super) fn flatten(context: &mut Context<'_, '_>) {
    for merged in std::mem::take(&mut context.merged) {
        let Body::Union(values) = &context.wires[merged.union.0 as usize].body else { continue };
        let values = values.clone();
        let mut flat = Vec::with_capacity(values.len());
        for id in &values {
            branches(context, *id, MAX_DEPTH, &mut flat);
        }
        rename(context, &merged, &flat);
        if let Some(one) = one_node(context, &flat) {
            let target = &mut context.wires[merged.union.0 as usize];
            (target.body, target.keywords) = (one.body, one.keywords);
            (target.told, target.titles, target.descriptions) = (one.told, one.titles, one.descriptions);
            continue;
        }
        let mut apart = Vec::with_capacity(flat.len());
        for id in flat {
            split(context, id, &mut apart);
        }
        context.wires[merged.union.0 as usize].body = Body::Union(apart);
    }
}

/// The branches of a union that says nothing itself; anything else is a branch.
fn branches(context: &Context<'_, '_>, id: WireId, depth: usize, out: &mut Vec<WireId>) {
    let wire = &context.wires[id.0 as usize];
    match &wire.body {
        Body::Union(inner) if depth > 0 && is_silent(wire) && wire.hint.is_none() => {
            for id in inner {
                branches(context, *id, depth - 1, out);
            }
        }
        _ if out.contains(&id) => {}
        _ => out.push(id),
    }
}

fn is_silent(wire: &Wire) -> bool {
    wire.keywords.is_empty() && wire.told.is_empty() && wire.titles.is_empty() && wire.descriptions.is_empty()
}

/// Other names for envelopes whose name a branch begins with.
fn rename(context: &mut Context<'_, '_>, merged: &Merged, flat: &[WireId]) {
    let first = |id: &WireId| match &context.wires[id.0 as usize].body {
        Body::Object(object) => object.properties.first().map(|(name, ..)| name.clone()),
        _ => None,
    };
    let others = flat.iter().filter(|id| merged.envelopes.iter().all(|(envelope, _)| envelope != *id));
    let mut taken: HashSet<Arc<str>> = others.filter_map(first).collect();
    for (envelope, codecs) in &merged.envelopes {
        let Body::Object(object) = &mut context.wires[envelope.0 as usize].body else { continue };
        let Some((name, ..)) = object.properties.first_mut() else { continue };
        if !taken.contains(name) {
            taken.insert(name.clone());
            continue;
        }
        let fresh = (0..=taken.len()).map(|n| Arc::from(format!("_b{n}"))).find(|name: &Arc<str>| !taken.contains(name));
        let Some(fresh) = fresh else { continue };
        *name = fresh.clone();
        for codec in codecs {
            if let Node::Envelope { name, .. } = &mut context.codecs[codec.0 as usize] {
                *name = (&*fresh).into();
            }
        }
        taken.insert(fresh);
    }
}

/// The branches as one node: scalars of different types as a list of types, literals and null as literals.
fn one_node(context: &Context<'_, '_>, flat: &[WireId]) -> Option<Wire> {
    let profile = context.profile;
    let wires: Vec<&Wire> = flat.iter().map(|id| &context.wires[id.0 as usize]).collect();
    let null = |wire: &Wire| matches!(&wire.body, Body::Scalar(types) if types[..] == [TypeName::Null]) && is_silent(wire);
    if let [a, b] = wires[..] {
        let pair = if null(b) { Some(a) } else { null(a).then_some(b) };
        if let Some(wire) = pair
            && let Body::Literals(types, literals) = &wire.body
            && !types.contains(&TypeName::Null)
            && context.null_joins_literals()
        {
            let (mut types, mut literals) = (types.clone(), literals.clone());
            if !types.is_empty() {
                types.push(TypeName::Null);
            }
            literals.push(Literal::Null);
            return Some(Wire { body: Body::Literals(types, literals), ..wire.clone() });
        }
    }
    if !profile.types.list.value {
        return None;
    }
    let mut out = Wire::default();
    let mut all = crate::form::Few::new();
    for wire in wires {
        let Body::Scalar(types) = &wire.body else { return None };
        for name in types {
            let same_kind = |other: &TypeName| other == name || (is_number(*other) && is_number(*name));
            if all.iter().any(same_kind) {
                return None;
            }
            all.push(*name);
        }
        out.keywords.extend(wire.keywords.iter().cloned());
        out.told.extend(wire.told.iter().cloned());
        out.titles.extend(wire.titles.iter().copied());
        out.descriptions.extend(wire.descriptions.iter().copied());
    }
    out.body = Body::Scalar(all);
    Some(out)
}

fn is_number(name: TypeName) -> bool {
    matches!(name, TypeName::Number | TypeName::Integer)
}

/// A list of types beside other branches is as many branches.
fn split(context: &mut Context<'_, '_>, id: WireId, out: &mut Vec<WireId>) {
    let wire = &context.wires[id.0 as usize];
    let Body::Scalar(types) = &wire.body else { return out.push(id) };
    if types.len() < 2 || !(wire.told.is_empty() && wire.titles.is_empty() && wire.descriptions.is_empty()) {
        return out.push(id);
    }
    let (types, keywords) = (types.clone(), wire.keywords.clone());
    for name in types.iter().copied() {
        let mut one = Wire::scalar(name);
        one.keywords = keywords.iter().filter(|(keyword, _)| speaks_of(*keyword, name)).cloned().collect();
        out.push(context.wire(one));
    }
}

/// Whether a keyword speaks of values of a scalar type.
fn speaks_of(keyword: Keyword, name: TypeName) -> bool {
    use Keyword as K;
    match keyword {
        K::Minimum | K::Maximum | K::ExclusiveMinimum | K::ExclusiveMaximum | K::MultipleOf => is_number(name),
        K::Format => is_number(name) || name == TypeName::String,
        K::MinLength | K::MaxLength | K::Pattern => name == TypeName::String,
        _ => true,
    }
}

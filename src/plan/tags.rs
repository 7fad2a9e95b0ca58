//! Union branches whose wire forms cannot be told apart get a one-key envelope.

#[path = "tags_keys.rs"]
mod keys;

use crate::codec::{Branch, CodecId, Node, Pairs, wire_kinds};
use crate::json::{Kind, KindSet};
use crate::rule::context::Context;
use crate::rule::wire::{Body, Literal, ObjectBody, Wire, WireId};
use crate::schema::keyword::Keyword;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Branches compared pairwise up to this many.
const MAX_BRANCHES: usize = 256;

/// Boxes a vertex cover of the colliding branches of every union: of two that collide, one. A list of entries is boxed
/// rather than what it collides with, in the same envelope as in any-values.
pub(super) fn tell_apart(context: &mut Context<'_, '_>) {
    for index in 0..context.codecs.len() {
        let Node::Union(union) = &context.codecs[index] else { continue };
        if kinds_differ(&context.codecs, &union.branches) {
            continue;
        }
        let all: Vec<CodecId> = union.branches.iter().map(|b| b.codec).collect();
        let wire = context.wire_of(CodecId(u32::try_from(index).unwrap_or(u32::MAX)));
        let Some((wire, wires)) = wire.and_then(|id| match &context.wires[id.0 as usize].body {
            Body::Union(wires) => Some((id, wires.clone())),
            _ => None,
        }) else {
            continue;
        };
        // Where null is a flag it has no wire branch of its own, and collides with nothing.
        let places: Vec<usize> = if wires.len() == all.len() {
            (0..all.len()).collect()
        } else {
            (0..all.len()).filter(|i| !is_null(&context.codecs[all[*i].0 as usize])).collect()
        };
        let branches: Vec<CodecId> = places.iter().map(|i| all[*i]).collect();
        if branches.len() != wires.len() || branches.len() > MAX_BRANCHES || branches.len() < 2 {
            continue;
        }
        let lists_at: Vec<bool> = branches.iter().map(|id| matches!(context.codecs[id.0 as usize], Node::Entries(_))).collect();
        let mut boxed = vec![false; branches.len()];
        let mut pairs = Pairs::new(&context.codecs);
        for i in 0..branches.len() {
            for j in i + 1..branches.len() {
                if boxed[i] || boxed[j] || !pairs.collide(branches[i], branches[j]) {
                    continue;
                }
                let which = if lists_at[i] && !lists_at[j] { i } else { j };
                boxed[which] = true;
            }
        }
        if !context.profile.unions.same_first_key.value {
            separate_first_keys(context, &wires, &branches, &mut boxed);
        }
        if context.profile.unions.decidable.as_ref().is_some_and(|fact| fact.value) {
            keys::decide(context, &wires, &mut boxed);
        }
        let mut lists = 0;
        for (i, wanted) in boxed.iter().enumerate() {
            if !*wanted {
                continue;
            }
            let list = lists_at[i];
            lists += usize::from(list);
            let name: Arc<str> = if list && lists == 1 { "_entries".into() } else { format!("_b{}", places[i]).into() };
            put_in_envelope(context, (index, places[i]), (wire, i), branches[i], name);
        }
    }
}

/// Whether the kind of a wire value alone tells the branches apart; then no two of them are objects either.
fn kinds_differ(nodes: &[Node], branches: &[Branch]) -> bool {
    let mut seen = KindSet::EMPTY;
    branches.iter().all(|branch| {
        let Some(kinds) = wire_kinds(&nodes[branch.codec.0 as usize]) else { return false };
        let fresh = seen.intersect(kinds).is_empty();
        seen = seen.union(kinds);
        fresh
    })
}

/// Gives every object branch a first key of its own, by moving a property to the front or by boxing the branch; branches
/// that begin alike and are told apart by distinct literals of one property need none.
fn separate_first_keys(context: &mut Context<'_, '_>, wires: &[WireId], branches: &[CodecId], boxed: &mut [bool]) {
    let mut groups: Vec<(Arc<str>, Vec<usize>)> = Vec::new();
    let mut places: HashMap<Arc<str>, usize> = HashMap::new();
    for i in (0..wires.len()).filter(|i| !boxed[*i]) {
        let Some(first) = first_key(context, wires[i]) else { continue };
        let place = *places.entry(first.clone()).or_insert_with(|| {
            groups.push((first, Vec::new()));
            groups.len() - 1
        });
        groups[place].1.push(i);
    }
    let mut taken: HashSet<Arc<str>> = places.into_keys().collect();
    for (_, group) in groups {
        if group.len() < 2 || tagged(context, wires, &group) {
            continue;
        }
        for i in &group[1..] {
            match move_to_front(context, wires[*i], branches[*i], &taken) {
                Some(name) => drop(taken.insert(name)),
                None => boxed[*i] = true,
            }
        }
    }
}

fn object_body(context: &Context<'_, '_>, mut id: WireId) -> Option<WireId> {
    while let Body::Site(inner) = context.wires[id.0 as usize].body {
        id = inner;
    }
    matches!(context.wires[id.0 as usize].body, Body::Object(_)).then_some(id)
}

fn first_key(context: &Context<'_, '_>, id: WireId) -> Option<Arc<str>> {
    let id = object_body(context, id)?;
    match &context.wires[id.0 as usize].body {
        Body::Object(object) => object.properties.first().map(|(name, ..)| name.clone()),
        _ => None,
    }
}

/// Moves the first property whose name is still free to the front, on both halves.
fn move_to_front(context: &mut Context<'_, '_>, id: WireId, codec: CodecId, taken: &HashSet<Arc<str>>) -> Option<Arc<str>> {
    let id = object_body(context, id)?;
    let Body::Object(object) = &mut context.wires[id.0 as usize].body else { return None };
    let at = object.properties.iter().position(|(name, ..)| !taken.contains(name))?;
    object.properties[..=at].rotate_right(1);
    let name = object.properties[0].0.clone();
    if let Node::Object(object) = &mut context.codecs[codec.0 as usize]
        && let Some(at) = object.fields.iter().position(|f| f.wire == name)
    {
        object.fields[..=at].rotate_right(1);
    }
    Some(name)
}

/// Whether some property is in every object branch with literals no two branches share.
fn tagged(context: &Context<'_, '_>, wires: &[WireId], objects: &[usize]) -> bool {
    let bodies: Vec<&ObjectBody> = objects
        .iter()
        .filter_map(|i| object_body(context, wires[*i]))
        .filter_map(|id| match &context.wires[id.0 as usize].body {
            Body::Object(object) => Some(object),
            _ => None,
        })
        .collect();
    let Some((first, rest)) = bodies.split_first() else { return true };
    let index = |body: &&'_ ObjectBody| body.properties.iter().map(|(name, value, _)| (name.clone(), *value)).collect();
    let others: Vec<HashMap<Arc<str>, WireId>> = rest.iter().map(index).collect();
    first.properties.iter().any(|(name, value, _)| {
        let mut seen = HashSet::new();
        std::iter::once(Some(value)).chain(others.iter().map(|other| other.get(name))).all(|value| {
            let Some(mut value) = value.copied() else { return false };
            while let Body::Site(inner) = context.wires[value.0 as usize].body {
                value = inner;
            }
            match &context.wires[value.0 as usize].body {
                // Null is no tag: the endpoint is known to tell branches apart by plain constants only.
                Body::Literals(_, list) => list.iter().all(|l| !is_null_literal(context, l) && seen.insert(literal_text(context, l))),
                _ => false,
            }
        })
    })
}

fn is_null_literal(context: &Context<'_, '_>, literal: &Literal) -> bool {
    match literal {
        Literal::Null => true,
        Literal::User(json) => context.schema().doc().kind(*json) == Kind::Null,
        Literal::Label(_) | Literal::Integer(_) | Literal::Bool(_) => false,
    }
}

fn literal_text(context: &Context<'_, '_>, literal: &Literal) -> String {
    let mut text = String::new();
    match literal {
        Literal::User(json) => context.schema().doc().print(*json, &mut text),
        Literal::Label(label) => crate::json::print_string(label, &mut text),
        Literal::Integer(n) => text.push_str(&n.to_string()),
        Literal::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        Literal::Null => text.push_str("null"),
    }
    text
}

/// Boxes one branch: `union` and `at` are the codec and wire halves of the union, each with the branch's place in it.
fn put_in_envelope(context: &mut Context<'_, '_>, union: (usize, usize), at: (WireId, usize), codec: CodecId, name: Arc<str>) {
    let node = context.codec(Node::Envelope { name: (&*name).into(), inner: codec });
    if let Node::Union(body) = &mut context.codecs[union.0] {
        body.branches[union.1].codec = node;
    }
    let Body::Union(wires) = &context.wires[at.0.0 as usize].body else { return };
    let wire = wires[at.1];
    // A flag for null stays outside: null itself is in no envelope.
    let flag = context.wires[wire.0 as usize].keywords.iter().position(|(k, _)| *k == Keyword::Nullable);
    let boxed = match (flag, &context.wires[wire.0 as usize].body) {
        (Some(_), Body::Site(inner)) => {
            let inner = *inner;
            let envelope = context.wire(Wire::object(vec![(name.clone(), inner)]));
            let mut site = context.wires[wire.0 as usize].clone();
            site.body = Body::Site(envelope);
            context.wire(site)
        }
        _ => context.wire(Wire::object(vec![(name.clone(), wire)])),
    };
    if let Body::Union(wires) = &mut context.wires[at.0.0 as usize].body {
        wires[at.1] = boxed;
    }
}

fn is_null(node: &Node) -> bool {
    matches!(node, Node::Scalar(scalar) if scalar.kinds == KindSet::of(Kind::Null))
}

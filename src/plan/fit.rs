//! The wire schema against the endpoint's limits.

use super::print::children;
use crate::error::{Error, ErrorKind};
use crate::location::Location;
use crate::profile::{Fact, Profile};
use crate::rule::context::{Context, Fit};
use crate::rule::wire::{Body, Literal, WireId};

/// What a wire schema uses, each definition counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measure {
    /// Declared properties.
    pub properties: u64,
    /// Properties that are not required.
    pub optional: u64,
    /// Nodes that are a union or a list of types.
    pub unions: u64,
    /// Members over all enums.
    pub enum_values: u64,
    /// Members of the longest string enum.
    pub longest_enum: u64,
    /// Characters in the longest string enum of more members than the endpoint counts freely.
    pub long_enum_chars: u64,
    /// Characters over names and literals.
    pub characters: u64,
    /// Levels of objects and arrays, through acyclic references.
    pub depth: u64,
}

/// What to do next.
pub(super) enum Verdict {
    Fits,
    Press(Fit),
    Refuse,
}

/// Counts what the wire schema below `root` uses.
pub(super) fn measure(context: &Context<'_, '_>, root: WireId) -> Measure {
    let wires = &context.wires;
    let doc = context.schema().doc();
    let free = context.profile.limits.long_enum_values.as_ref().map_or(u64::MAX, |f| f.value);
    let mut out = Measure::default();
    let mut seen = vec![false; wires.len()];
    let mut stack = vec![root];
    seen[root.0 as usize] = true;
    while let Some(id) = stack.pop() {
        let wire = &wires[id.0 as usize];
        match &wire.body {
            Body::Object(object) => {
                out.properties += object.properties.len() as u64;
                for (name, _, required) in &object.properties {
                    out.optional += u64::from(!required);
                    out.characters += name.chars().count() as u64;
                }
            }
            Body::Union(_) => out.unions += 1,
            Body::Scalar(types) | Body::Literals(types, _) if types.len() > 1 => out.unions += 1,
            _ => {}
        }
        if let Body::Literals(_, list) = &wire.body {
            let chars: u64 = list
                .iter()
                .map(|l| match l {
                    Literal::User(json) => doc.str(*json).or_else(|| doc.number(*json)).map_or(5, |s| s.chars().count()) as u64,
                    Literal::Label(label) => label.chars().count() as u64,
                    Literal::Integer(_) | Literal::Null => 4,
                })
                .sum();
            let members = list.len() as u64;
            out.enum_values += members;
            out.characters += chars;
            out.longest_enum = out.longest_enum.max(members);
            if members > free {
                out.long_enum_chars = out.long_enum_chars.max(chars);
            }
        }
        for child in children(wire) {
            if !std::mem::replace(&mut seen[child.0 as usize], true) {
                stack.push(child);
            }
        }
    }
    out.depth = depth(context, root);
    out
}

/// Levels of objects and arrays on the longest way down; a way back to a node above is not followed.
fn depth(context: &Context<'_, '_>, root: WireId) -> u64 {
    let wires = &context.wires;
    let mut known: Vec<Option<u64>> = vec![None; wires.len()];
    let mut open = vec![false; wires.len()];
    let mut stack: Vec<(WireId, Vec<WireId>, usize, u64)> = vec![(root, children(&wires[root.0 as usize]), 0, 0)];
    open[root.0 as usize] = true;
    while let Some((id, below, at, deepest)) = stack.last_mut() {
        if let Some(child) = below.get(*at).copied() {
            *at += 1;
            if let Some(depth) = known[child.0 as usize] {
                *deepest = (*deepest).max(depth);
            } else if !open[child.0 as usize] {
                open[child.0 as usize] = true;
                stack.push((child, children(&wires[child.0 as usize]), 0, 0));
            }
            continue;
        }
        let own = u64::from(matches!(wires[id.0 as usize].body, Body::Object(_) | Body::Array(_) | Body::Positional(..)));
        let total = *deepest + own;
        known[id.0 as usize] = Some(total);
        stack.pop();
        if let Some((_, _, _, above)) = stack.last_mut() {
            *above = (*above).max(total);
        }
    }
    known[root.0 as usize].unwrap_or(0)
}

fn over(used: u64, limit: Option<&Fact<u64>>) -> bool {
    limit.is_some_and(|limit| used > limit.value)
}

/// The next, harder fit, cheapest loss first.
pub(super) fn press(used: &Measure, profile: &Profile, fit: &Fit) -> Verdict {
    let limits = &profile.limits;
    let mut next = fit.clone();
    if over(used.enum_values, limits.enum_values.as_ref())
        || over(used.long_enum_chars, limits.long_enum_chars.as_ref())
        || over(used.characters, limits.characters.as_ref())
    {
        let bound = usize::try_from(used.longest_enum / 2).unwrap_or(0);
        if used.longest_enum > 8 && bound < fit.max_enum {
            next.max_enum = bound;
            return Verdict::Press(next);
        }
    }
    let too_many_optional = over(used.optional, limits.optional_properties.as_ref());
    let too_many_unions = over(used.unions, limits.union_properties.as_ref());
    if too_many_optional || too_many_unions {
        let room = limits.union_properties.as_ref().map_or(u64::MAX, |l| l.value);
        if fit.layers > 1 && !fit.counted {
            // Shorter recursion is the cheapest: fewer copies of everything.
            next.layers = fit.layers - 1;
            return Verdict::Press(next);
        }
        if !fit.counted {
            next.counted = true;
            next.optional_left = limits.optional_properties.as_ref().map_or(u64::MAX, |l| l.value);
            next.nullable_left = if too_many_optional { room.saturating_sub(used.unions) } else { 0 };
            next.budget = (next.optional_left, next.nullable_left);
            return Verdict::Press(next);
        }
        if too_many_unions && next.nullable_left_budget() > 0 {
            next.budget.1 = 0;
            return Verdict::Press(next);
        }
        if too_many_unions && !fit.any_as_text {
            next.any_as_text = true;
            return Verdict::Press(next);
        }
        if too_many_unions {
            let now = if fit.union_budget == u64::MAX { room } else { fit.union_budget / 2 };
            if fit.union_budget > 0 {
                next.union_budget = now;
                return Verdict::Press(next);
            }
        }
        if fit.layers > 0 && used.optional > 0 {
            next.layers = fit.layers - 1;
            return Verdict::Press(next);
        }
        return Verdict::Refuse;
    }
    if over(used.depth, limits.depth.as_ref())
        || over(used.properties, limits.properties.as_ref())
        || over(used.characters, limits.characters.as_ref())
    {
        let limit = limits.depth.as_ref().map_or(10, |l| l.value);
        let now = match fit.max_level {
            None => u32::try_from(limit).unwrap_or(u32::MAX),
            Some(level) => level.saturating_sub(1),
        };
        if now < 2 {
            return Verdict::Refuse;
        }
        next.max_level = Some(now);
        return Verdict::Press(next);
    }
    Verdict::Fits
}

/// The refusal, with every number that is over.
pub(super) fn refuse(used: &Measure, profile: &Profile) -> Error {
    let limits = &profile.limits;
    let rows = [
        ("levels of nesting", used.depth, limits.depth.as_ref()),
        ("properties", used.properties, limits.properties.as_ref()),
        ("enum values", used.enum_values, limits.enum_values.as_ref()),
        ("characters in names and literals", used.characters, limits.characters.as_ref()),
        ("characters in one long enum", used.long_enum_chars, limits.long_enum_chars.as_ref()),
        ("optional properties", used.optional, limits.optional_properties.as_ref()),
        ("union-typed properties", used.unions, limits.union_properties.as_ref()),
    ];
    let over: Vec<String> = rows
        .into_iter()
        .filter_map(|(name, used, limit)| limit.filter(|l| used > l.value).map(|l| format!("{used} {name}, limit {}", l.value)))
        .collect();
    Error::new(
        ErrorKind::SchemaLimit,
        Location::root(),
        format!("does not fit {} even with parts as JSON text: {}; split the schema", profile.name, over.join("; ")),
    )
}

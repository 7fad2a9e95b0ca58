//! The wire schema against the endpoint's limits.

use super::share::{Shared, child};
use crate::error::{Error, ErrorKind};
use crate::location::Location;
use crate::options::Share;
use crate::profile::{Fact, Limits, Profile, Usage};
use crate::rule::context::{Context, Fit};
use crate::rule::wire::{Body, Literal, Operand, Wire, WireId};
use crate::schema::keyword::Keyword;
use std::borrow::Cow;

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
    /// Sum over all `maxItems`.
    pub max_items_total: u64,
    /// Characters of the printed schema, where the endpoint counts them.
    pub text: u64,
    /// Branches of the widest union.
    pub branches: u64,
    /// The text nests too deep to be read.
    pub too_deep: bool,
    /// The text is too long, and the endpoint takes no references that would shorten it.
    pub too_long: bool,
}

/// What to do next.
pub(super) enum Verdict {
    Fits,
    Press(Fit),
    Refuse,
}

/// Counts what the wire schema below `root` uses.
pub(super) fn measure(context: &Context<'_, '_>, root: WireId, shared: &Shared) -> Measure {
    let wires = &context.wires;
    let free = context.profile.limits.long_enum_values.as_ref().map_or(u64::MAX, |f| f.value);
    let unions = wires.iter().zip(shared.all()).filter(|(wire, shared)| **shared && is_union(&wire.body)).count() as u64;
    let mut out = Measure { unions, ..Measure::default() };
    out.depth = walk(wires, root, |wire| out.count(context, wire, shared, free));
    out
}

/// How many characters a text has.
pub(super) fn chars(text: &str) -> u64 {
    if text.is_ascii() { text.len() as u64 } else { text.chars().count() as u64 }
}

/// What a site stands for.
fn target(wires: &[Wire], mut id: WireId) -> WireId {
    while let Body::Site(inner) = wires[id.0 as usize].body {
        id = inner;
    }
    id
}

fn is_union(body: &Body) -> bool {
    match body {
        Body::Union(_) => true,
        Body::Scalar(types) | Body::Literals(types, _) => types.len() > 1,
        _ => false,
    }
}

/// Visits every node below `root` once, and answers the levels of objects and arrays on the longest way down; a way back
/// to a node above is not followed.
fn walk(wires: &[Wire], root: WireId, mut visit: impl FnMut(&Wire)) -> u64 {
    #[derive(Clone, Copy)]
    enum Depth {
        Unknown,
        Open,
        Known(u64),
    }
    let mut depths = vec![Depth::Unknown; wires.len()];
    let mut stack: Vec<(WireId, usize, u64)> = Vec::with_capacity(16);
    let mut next = Some(root);
    loop {
        if let Some(id) = next.take() {
            depths[id.0 as usize] = Depth::Open;
            visit(&wires[id.0 as usize]);
            stack.push((id, 0, 0));
        }
        let Some((id, at, deepest)) = stack.last_mut() else { return 0 };
        if let Some(child) = child(&wires[id.0 as usize], *at) {
            *at += 1;
            match depths[child.0 as usize] {
                Depth::Known(depth) => *deepest = (*deepest).max(depth),
                Depth::Open => {}
                Depth::Unknown => next = Some(child),
            }
            continue;
        }
        let own = u64::from(matches!(wires[id.0 as usize].body, Body::Object(_) | Body::Array(_) | Body::Positional(..)));
        let total = *deepest + own;
        depths[id.0 as usize] = Depth::Known(total);
        stack.pop();
        match stack.last_mut() {
            Some((_, _, above)) => *above = (*above).max(total),
            None => return total,
        }
    }
}

/// The limits as far as they are left to one schema of a request.
pub(super) fn left(limits: &Limits, share: Share) -> Cow<'_, Limits> {
    if share == Share::default() {
        return Cow::Borrowed(limits);
    }
    let mut own = limits.clone();
    let rows = [(&mut own.optional_properties, share.optional_properties), (&mut own.union_properties, share.union_properties)];
    for (limit, share) in rows {
        if let (Some(limit), Some(share)) = (limit, share) {
            limit.value = limit.value.min(share);
        }
    }
    Cow::Owned(own)
}

fn over(used: u64, limit: Option<&Fact<u64>>) -> bool {
    limit.is_some_and(|limit| used > limit.value)
}

/// The next, harder fit, cheapest loss first.
pub(super) fn press(used: &Measure, limits: &Limits, fit: &Fit, cyclic: bool) -> Verdict {
    let mut next = fit.clone();
    if over(used.branches, limits.branches.as_ref()) {
        return Verdict::Refuse;
    }
    if !fit.no_max_items && over(used.max_items_total, limits.max_items_total.as_ref()) {
        next.no_max_items = true;
        return Verdict::Press(next);
    }
    let enums = over(used.enum_values, limits.enum_values.as_ref()) || over(used.long_enum_chars, limits.long_enum_chars.as_ref());
    if enums || over(used.characters, limits.characters.as_ref()) {
        let bound = usize::try_from(used.longest_enum / 2).unwrap_or(0);
        if used.longest_enum > 8 && bound < fit.max_enum {
            next.max_enum = bound;
            return Verdict::Press(next);
        }
        if enums {
            return Verdict::Refuse;
        }
    }
    let too_many_optional = over(used.optional, limits.optional_properties.as_ref());
    let too_many_unions = over(used.unions, limits.union_properties.as_ref());
    if too_many_optional || too_many_unions {
        return match press_budgets(used, limits, fit, cyclic, too_many_optional, too_many_unions) {
            Some(next) => Verdict::Press(next),
            None => Verdict::Refuse,
        };
    }
    let deep = used.too_deep || used.too_long || over(used.depth, limits.depth.as_ref());
    let long = over(used.characters, limits.characters.as_ref()) || over(used.text, limits.text.as_ref());
    if deep || long || over(used.properties, limits.properties.as_ref()) {
        if fit.layers > 0 && cyclic && (used.too_deep || used.too_long) {
            next.layers = fit.layers - 1;
            return Verdict::Press(next);
        }
        let limit = limits.depth.as_ref().map_or(12, |l| l.value);
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

/// The next fit, where what is built so far is beyond a limit already and the exact counts do not matter to what is
/// given up next: the linter counts no fewer unions and levels than there are before branches are told apart, so there
/// is no need to finish this attempt.
pub(super) fn press_early(used: &Measure, profile: &Profile, limits: &Limits, fit: &Fit, cyclic: bool) -> Option<Fit> {
    let rows = [
        (used.enum_values, &limits.enum_values),
        (used.long_enum_chars, &limits.long_enum_chars),
        (used.characters, &limits.characters),
        (used.max_items_total, &limits.max_items_total),
    ];
    if rows.iter().any(|(used, limit)| near(*used, limit.as_ref())) {
        return None;
    }
    let optional = over(used.optional, limits.optional_properties.as_ref());
    let unions = over(used.unions, limits.union_properties.as_ref());
    let crowded = if fit.counted {
        unions && (fit.budget.1 > 0 || !fit.any_as_text || fit.union_budget > 0 || (fit.layers > 0 && cyclic))
    } else {
        (optional || unions) && fit.layers > 1 && cyclic
    };
    let counts = limits.optional_properties.is_some() || limits.union_properties.is_some();
    let deep = !counts && profile.sends_references() && over(used.depth, limits.depth.as_ref());
    if !crowded && !deep {
        return None;
    }
    match press(used, limits, fit, cyclic) {
        Verdict::Press(next) => Some(next),
        Verdict::Fits | Verdict::Refuse => None,
    }
}

/// Near enough to a limit that the endpoint's own way of counting matters.
fn near(used: u64, limit: Option<&Fact<u64>>) -> bool {
    limit.is_some_and(|l| used.saturating_mul(10) >= l.value.saturating_mul(4))
}

/// Counts of optional properties and unions: fewer copies of a recursion, then fewer nullables, then any-values as one
/// text, then unions as text.
fn press_budgets(used: &Measure, limits: &Limits, fit: &Fit, cyclic: bool, optional: bool, unions: bool) -> Option<Fit> {
    let room = limits.union_properties.as_ref().map_or(u64::MAX, |l| l.value);
    let mut next = fit.clone();
    if fit.layers > 1 && cyclic && !fit.counted {
        next.layers = 1;
    } else if !fit.counted {
        next.counted = true;
        let left = limits.optional_properties.as_ref().map_or(u64::MAX, |l| l.value);
        next.budget = (left, if optional { room.saturating_sub(used.unions) } else { 0 });
    } else if unions && fit.budget.1 > 0 {
        next.budget.1 = 0;
    } else if unions && !fit.any_as_text {
        next.any_as_text = true;
    } else if unions && fit.union_budget > 0 {
        next.union_budget = if fit.union_budget == u64::MAX { room } else { fit.union_budget / 2 };
    } else if fit.layers > 0 && cyclic {
        next.layers = fit.layers - 1;
    } else if optional && fit.budget.0 > 0 {
        next.budget.0 = fit.budget.0 / 2;
    } else {
        return None;
    }
    Some(next)
}

impl Measure {
    /// Adds what one node uses by itself, longest enums counted from `free` members on.
    fn count(&mut self, context: &Context<'_, '_>, wire: &Wire, shared: &Shared, free: u64) {
        let (wires, doc) = (&context.wires, context.schema().doc());
        for (keyword, operand) in &wire.keywords {
            if let (Keyword::MaxItems, Operand::Count(n)) = (keyword, operand) {
                self.max_items_total = self.max_items_total.saturating_add(*n);
            }
        }
        if let Body::Union(branches) = &wire.body {
            self.branches = self.branches.max(branches.len() as u64);
        }
        if let Body::Object(object) = &wire.body {
            self.properties += object.properties.len() as u64;
            for (name, value, required) in &object.properties {
                let target = target(wires, *value);
                self.unions += u64::from(is_union(&wires[target.0 as usize].body) && !shared.has(target));
                self.optional += u64::from(!required);
                self.characters += chars(name);
            }
        }
        if let Body::Literals(_, list) = &wire.body {
            let chars: u64 = list
                .iter()
                .map(|l| match l {
                    Literal::User(json) => doc.str(*json).or_else(|| doc.number(*json)).map_or(5, chars),
                    Literal::Label(label) => chars(label),
                    Literal::Integer(_) | Literal::Bool(_) | Literal::Null => 4,
                })
                .sum();
            let members = list.len() as u64;
            self.enum_values += members;
            self.characters += chars;
            self.longest_enum = self.longest_enum.max(members);
            if members > free {
                self.long_enum_chars = self.long_enum_chars.max(chars);
            }
        }
    }

    /// Whether some limit is near enough that the endpoint's own way of counting matters.
    pub(super) fn is_near(&self, limits: &Limits) -> bool {
        near(self.depth, limits.depth.as_ref())
            || near(self.properties, limits.properties.as_ref())
            || near(self.enum_values, limits.enum_values.as_ref())
            || near(self.characters, limits.characters.as_ref())
            || near(self.optional, limits.optional_properties.as_ref())
            || near(self.unions, limits.union_properties.as_ref())
            || near(self.max_items_total, limits.max_items_total.as_ref())
    }

    /// Takes over what the linter counted.
    pub(super) fn adopt(&mut self, usage: &[Usage]) {
        for row in usage {
            let slot = match row.name {
                "depth" => &mut self.depth,
                "properties" => &mut self.properties,
                "enum_values" => &mut self.enum_values,
                "long_enum_chars" => &mut self.long_enum_chars,
                "characters" => &mut self.characters,
                "optional_properties" => &mut self.optional,
                "union_properties" => &mut self.unions,
                "max_items_total" => &mut self.max_items_total,
                "text" => &mut self.text,
                _ => continue,
            };
            *slot = row.used;
        }
    }
}

/// The refusal, with every number that is over.
pub(super) fn refuse(used: &Measure, profile: &Profile, limits: &Limits) -> Error {
    let rows = [
        ("levels of nesting", used.depth, limits.depth.as_ref()),
        ("properties", used.properties, limits.properties.as_ref()),
        ("enum values", used.enum_values, limits.enum_values.as_ref()),
        ("characters in names and literals", used.characters, limits.characters.as_ref()),
        ("characters in one long enum", used.long_enum_chars, limits.long_enum_chars.as_ref()),
        ("optional properties", used.optional, limits.optional_properties.as_ref()),
        ("union-typed properties", used.unions, limits.union_properties.as_ref()),
        ("branches in one union", used.branches, limits.branches.as_ref()),
        ("characters of schema", used.text, limits.text.as_ref()),
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

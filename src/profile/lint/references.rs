//! `$ref`: where it leads, what stands beside it, and the cycles it makes.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet, VecDeque};

use super::Judge;
use super::message::Fill;
use super::standing::pointed;
use super::tree::{Step, Tree, descends};
use crate::json::Json;
use crate::profile::{Form, Profile, Recursion, Support};
use crate::schema::keyword::{Keyword, Role};

/// Where a reference leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The root or a definition at the root.
    Node(usize),
    /// A definition that is not there.
    Missing,
    /// Elsewhere: another document, an anchor, the inside of a schema.
    Elsewhere,
}

/// Follows `#`, `#/$defs/name` and `#/definitions/name`.
pub(super) fn target(tree: &Tree<'_>, reference: &str) -> Target {
    if reference == "#" {
        return Target::Node(0);
    }
    for keyword in [Keyword::Defs, Keyword::Definitions] {
        let name = reference.strip_prefix("#/").and_then(|r| r.strip_prefix(keyword.text())).and_then(|r| r.strip_prefix('/'));
        if let Some(name) = name {
            return match unescape(name) {
                Some(name) => tree.definition(keyword, &name).map_or(Target::Missing, Target::Node),
                None => Target::Elsewhere,
            };
        }
    }
    Target::Elsewhere
}

/// One pointer segment of a URI fragment, read; `None` when there are several or the escapes are broken.
pub(super) fn unescape(segment: &str) -> Option<Cow<'_, str>> {
    if segment.contains('/') {
        return None;
    }
    if !segment.contains(['%', '~']) {
        return Some(Cow::Borrowed(segment));
    }
    let mut bytes = Vec::with_capacity(segment.len());
    let mut rest = segment.bytes();
    while let Some(b) = rest.next() {
        if b == b'%' {
            let hex = |b: Option<u8>| b.and_then(|b| char::from(b).to_digit(16));
            let (high, low) = (hex(rest.next())?, hex(rest.next())?);
            bytes.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            bytes.push(b);
        }
    }
    let text = String::from_utf8(bytes).ok()?;
    Some(Cow::Owned(text.replace("~1", "/").replace("~0", "~")))
}

/// One `$ref`, seen as an arrow between the root and the definitions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The root or definition the reference stands in.
    pub from: usize,
    /// The root or definition it leads to.
    pub to: usize,
    /// The place of the reference.
    pub at: usize,
    /// Whether a property that is not required lies on the way from `from` to the reference.
    pub optional: bool,
    /// Whether a value can do without what the reference leads to: such a property, a union or an array that may be empty
    /// lies on the way.
    pub free: bool,
    /// Whether the way goes from a value to a part of it.
    pub moved: bool,
}

/// The arrows that lead somewhere, in document order, and for each place the root or definition it stands in.
pub(super) fn edges(tree: &Tree<'_>, profile: &Profile) -> (Vec<usize>, Vec<Edge>) {
    let mut owner = vec![0; tree.nodes.len()];
    let mut way = vec![(false, false, false); tree.nodes.len()];
    let mut edges = Vec::new();
    for (index, node) in tree.nodes.iter().enumerate() {
        if index == 0 || node.step.defines() {
            owner[index] = index;
        } else {
            owner[index] = owner[node.parent];
            let (optional, free, moved) = way[node.parent];
            let optional_here = matches!(node.step, Step::Named(Keyword::Properties, _, _)) && !node.required;
            let around = tree.nodes[node.parent].schema;
            let free_here = optional_here || leaves_free(around, node.step.keyword());
            way[index] = (optional || optional_here, free || free_here, moved || node.step.keyword().is_some_and(descends));
        }
        if let (Some(Json::String(reference)), true) = (node.schema.get("$ref"), profile.permits(Keyword::Ref))
            && let Target::Node(to) = target(tree, reference)
        {
            let (optional, free, moved) = way[index];
            edges.push(Edge { from: owner[index], to, at: index, optional, free, moved });
        }
    }
    (owner, edges)
}

/// Whether a value of the schema `around` can do without one for the subschema in `keyword`.
fn leaves_free(around: &Json<'_>, keyword: Option<Keyword>) -> bool {
    match keyword {
        Some(Keyword::AnyOf | Keyword::OneOf) => {
            matches!(around.get("anyOf").or_else(|| around.get("oneOf")), Some(Json::Array(branches)) if branches.len() > 1)
        }
        Some(Keyword::Items) => !matches!(around.get("minItems"), Some(Json::Number(n)) if n != "0"),
        Some(Keyword::AdditionalProperties | Keyword::PatternProperties) => true,
        _ => false,
    }
}

/// The arrows that can be come to from the root.
fn within_reach(edges: Vec<Edge>) -> Vec<Edge> {
    let mut next: HashMap<usize, Vec<usize>> = HashMap::new();
    for edge in &edges {
        next.entry(edge.from).or_default().push(edge.to);
    }
    let mut reached = HashSet::from([0]);
    let mut queue = vec![0];
    while let Some(at) = queue.pop() {
        queue.extend(next.get(&at).into_iter().flatten().copied().filter(|to| reached.insert(*to)));
    }
    edges.into_iter().filter(|e| reached.contains(&e.from)).collect()
}

fn is_schema(place: Option<&Json<'_>>) -> bool {
    matches!(place, Some(Json::Object(_) | Json::Bool(_)))
}

/// How a reference is written, where it does not simply name a definition at the root.
fn form_of(document: &Json<'_>, reference: &str) -> Option<Form> {
    let own = match document.get("$id") {
        Some(Json::String(id)) if !id.is_empty() => reference.strip_prefix(id.trim_end_matches('#')),
        _ => None,
    };
    if own.is_some_and(|rest| rest.is_empty() || rest.starts_with('#')) {
        return Some(Form::OwnId);
    }
    let Some(fragment) = reference.strip_prefix('#') else {
        return Some(Form::Foreign);
    };
    let named = ["/$defs/", "/definitions/"].into_iter().find_map(|head| fragment.strip_prefix(head));
    match named {
        _ if fragment.is_empty() => Some(Form::Root),
        Some(name) if name.contains('/') => Some(Form::Inside),
        Some(name) if name.contains(['~', '%']) => Some(Form::Escaped),
        Some(_) => None,
        None if fragment.starts_with('/') => Some(Form::Pointer),
        None => Some(Form::Anchor),
    }
}

impl Judge<'_> {
    /// Judges all references of the document.
    pub(super) fn references(&mut self) {
        let profile = self.profile;
        let judged = profile.enforced.value || !profile.references.forms.is_empty();
        if !judged || !profile.permits(Keyword::Ref) {
            return;
        }
        for index in 0..self.tree.nodes.len() {
            if let (Some(Json::String(reference)), true) = (self.schema(index).get("$ref"), self.judges(index, Keyword::Ref)) {
                self.reference(index, reference);
            }
            self.definition_name(index);
        }
        let (_, edges) = edges(&self.tree, profile);
        let fact = &profile.references.recursion;
        match fact.value {
            Recursion::Native => {
                let stuck: Vec<Edge> = edges.into_iter().filter(|e| !e.moved).collect();
                self.cycles(&stuck, "reference-loop");
            }
            Recursion::OptionalOnly => {
                let demanded: Vec<Edge> = edges.into_iter().filter(|e| !e.optional).collect();
                self.cycles(&demanded, "reference-cycle");
            }
            Recursion::Terminating => {
                let demanded: Vec<Edge> = edges.into_iter().filter(|e| !e.free).collect();
                self.cycles(&demanded, "reference-cycle");
            }
            Recursion::Finite => {
                let demanded: Vec<Edge> = edges.into_iter().filter(|e| !e.free).collect();
                self.cycles(&within_reach(demanded), "reference-cycle");
            }
            Recursion::None => self.cycles(&edges, "reference-cycle"),
        }
    }

    fn reference(&mut self, index: usize, reference: &str) {
        let profile = self.profile;
        let facts = &profile.references;
        let keyword = Some(Keyword::Ref);
        let fill = || Fill { reference: reference.to_owned(), ..Fill::default() };
        if !facts.local.value {
            self.refuse(index, keyword, "reference-refused", &facts.local, &fill());
            return;
        }
        let document = self.tree.nodes[0].schema;
        let form = form_of(document, reference).and_then(|form| {
            let own = facts.forms.get(&form);
            let fact = if form == Form::Inside { own.or_else(|| facts.forms.get(&Form::Pointer)) } else { own };
            Some((form, fact?))
        });
        match (form, target(&self.tree, reference)) {
            (Some((_, fact)), _) if fact.value == Support::Ignored => {
                self.ignore(index, keyword, "reference-ignored", fact.cite(), &fill());
            }
            (Some((_, fact)), _) if fact.value != Support::Enforced => self.refuse(index, keyword, "reference-form", fact, &fill()),
            (Some((Form::Anchor | Form::OwnId | Form::Foreign, _)), _) | (_, Target::Node(_)) => {}
            (Some((Form::Pointer | Form::Inside, _)), _) if is_schema(pointed(document, reference)) => {}
            (Some((_, fact)), _) => self.refuse(index, keyword, "reference-missing", fact, &fill()),
            (None, Target::Missing) => self.refuse(index, keyword, "reference-missing", &facts.local, &fill()),
            (None, Target::Elsewhere) => self.refuse(index, keyword, "reference-form", &facts.local, &fill()),
        }
        let Json::Object(members) = self.schema(index) else {
            return;
        };
        let turned = profile.dispatch.iter().any(|turn| turn.keyword == Keyword::Ref);
        let constrained = turned || facts.constrained.as_ref().is_some_and(|fact| fact.value);
        let role = |text: &str| Keyword::from_text(text).map(Keyword::role);
        let beside = members.iter().map(|(text, _)| text.as_ref()).filter(|text| *text != "$ref");
        let stray: Vec<String> = beside
            .filter(|text| match role(text) {
                Some(Role::Core) => false,
                Some(Role::Annotation) => !facts.siblings.value,
                _ => !constrained,
            })
            .map(|text| format!("'{text}'"))
            .collect();
        if !stray.is_empty() {
            self.refuse(index, keyword, "reference-siblings", &facts.siblings, &Fill { name: stray.join(", "), ..fill() });
        }
    }

    /// Judges the name of a definition.
    fn definition_name(&mut self, index: usize) {
        let profile = self.profile;
        if let (Some(fact), Step::Named(Keyword::Defs | Keyword::Definitions, name, _)) =
            (&profile.references.name_pattern, self.tree.nodes[index].step)
            && !fancy_regex::Regex::new(&fact.value).is_ok_and(|pattern| pattern.is_match(name).unwrap_or(false))
        {
            let fill = Fill { detail: fact.value.clone(), ..Fill::name(name) };
            self.refuse(index, Some(Keyword::Defs), "definition-name", fact, &fill);
        }
    }

    /// Reports each group of definitions that reach one another, once, at its first reference.
    fn cycles(&mut self, edges: &[Edge], rule: &'static str) {
        let profile = self.profile;
        let group = groups(edges);
        let mut reported = Vec::new();
        for edge in edges {
            let (from, to) = (group.get(&edge.from), group.get(&edge.to));
            let Some(id) = from.filter(|id| to == Some(*id)) else {
                continue;
            };
            if reported.contains(id) {
                continue;
            }
            reported.push(*id);
            let reference = self.chain(edges, edge);
            self.refuse(edge.at, Some(Keyword::Ref), rule, &profile.references.recursion, &Fill { reference, ..Fill::default() });
        }
    }

    /// The names along a shortest cycle through `first`: `A -> B -> A`.
    fn chain(&self, edges: &[Edge], first: &Edge) -> String {
        let mut next: HashMap<usize, Vec<usize>> = HashMap::new();
        for edge in edges {
            next.entry(edge.from).or_default().push(edge.to);
        }
        let mut came_from = HashMap::from([(first.to, first.from)]);
        let mut queue = VecDeque::from([first.to]);
        while let Some(at) = queue.pop_front() {
            if at == first.from {
                break;
            }
            for to in next.get(&at).into_iter().flatten() {
                came_from.entry(*to).or_insert_with(|| {
                    queue.push_back(*to);
                    at
                });
            }
        }
        let mut names = vec![self.owner_name(first.from)];
        let mut at = first.from;
        while let Some(previous) = came_from.get(&at) {
            names.push(self.owner_name(*previous));
            at = *previous;
            if at == first.from {
                break;
            }
        }
        names.reverse();
        names.join(" -> ")
    }

    fn owner_name(&self, index: usize) -> &str {
        match self.tree.nodes[index].step {
            Step::Named(_, name, _) => name,
            _ => "#",
        }
    }
}

/// The strongly connected groups that hold a cycle: for each of their members the group's number.
fn groups(edges: &[Edge]) -> HashMap<usize, usize> {
    let mut forward: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut backward: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut nodes = Vec::new();
    for edge in edges {
        forward.entry(edge.from).or_default().push(edge.to);
        backward.entry(edge.to).or_default().push(edge.from);
        nodes.extend([edge.from, edge.to]);
    }
    // Kosaraju: finish order forwards, then collect backwards in reverse finish order.
    let mut finished = Vec::new();
    let mut seen: HashMap<usize, usize> = HashMap::new();
    for start in nodes {
        let mut stack = vec![start];
        while let Some(&at) = stack.last() {
            let position = seen.entry(at).or_insert(0);
            if let Some(to) = forward.get(&at).and_then(|f| f.get(*position)) {
                *position += 1;
                if !seen.contains_key(to) {
                    stack.push(*to);
                }
                continue;
            }
            stack.pop();
            if *position != usize::MAX {
                *position = usize::MAX;
                finished.push(at);
            }
        }
    }
    let mut group: HashMap<usize, usize> = HashMap::new();
    for start in finished.into_iter().rev() {
        if group.contains_key(&start) {
            continue;
        }
        let mut stack = vec![start];
        while let Some(at) = stack.pop() {
            if group.insert(at, start).is_none() {
                stack.extend(backward.get(&at).into_iter().flatten().filter(|n| !group.contains_key(*n)));
            }
        }
    }
    let mut cyclic: HashMap<usize, bool> = HashMap::new();
    for edge in edges {
        if group.get(&edge.from) == group.get(&edge.to)
            && let Some(id) = group.get(&edge.from)
        {
            cyclic.insert(*id, true);
        }
    }
    group.retain(|_, id| cyclic.contains_key(id));
    group
}

//! What is known of the branches of a union before any value is seen.

use super::compile::{Facts, in_place};
use super::{Carrier, CodecId, Node, Rest, Union, any_value, tuple};
use crate::few::Few;
use crate::ids::IdSet;
use crate::json::{Json, Kind};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Tables derived from a [`Union`].
#[derive(Clone, Debug)]
pub(super) struct UnionTable {
    /// Branches that can read a value of each kind, the same codec once.
    by_kind: [Box<[usize]>; 6],
    /// Whether all of these take every value as it is.
    pub(super) plain: [bool; 6],
    /// What tells the branches that are objects apart, if one field does.
    pub(super) tag: Option<Tag>,
    /// Names of ours in the wire form of some branch.
    pub(super) ours: Box<[Invented]>,
    /// The same, and those in the wire form of what the branches wrap.
    pub(super) within: Box<[Invented]>,
}

/// A name some branch invented.
#[derive(Clone, Debug)]
pub(super) struct Invented {
    pub(super) name: Box<str>,
    /// Whether it is ours only if it is the one name of an object.
    pub(super) alone: bool,
    /// Which branches know it, as their own or as a declared field.
    pub(super) knowers: Box<[bool]>,
}

/// A member that tells the branches apart.
#[derive(Clone, Debug)]
pub(super) struct Tag {
    wire: Arc<str>,
    user: Arc<str>,
    strings: HashMap<Box<str>, usize>,
    others: Vec<(Json<'static>, usize)>,
}

impl UnionTable {
    /// Most nodes looked at for the names one branch invented.
    const MAX_CLOSURE: usize = 64;

    pub(super) fn new(union: &Union, nodes: &[Node], facts: &[Facts]) -> Self {
        let fact = |branch: usize| &facts[union.branches[branch].codec.0 as usize];
        let by_kind = Kind::ALL.map(|kind| -> Box<[usize]> {
            let mut codecs = IdSet::default();
            (0..union.branches.len())
                .filter(|branch| fact(*branch).reads.has(kind) && codecs.insert(union.branches[*branch].codec))
                .collect()
        });
        let plain = Kind::ALL.map(|kind| by_kind[kind as usize].iter().all(|branch| fact(*branch).plain));
        let tag = Tag::new(union, &by_kind[Kind::Object as usize], nodes);
        let (ours, within) = (invented(union, nodes, false), invented(union, nodes, true));
        UnionTable { by_kind, plain, tag, ours, within }
    }

    /// How many branches may have to be weighed.
    pub(super) fn width(&self) -> usize {
        let weighed = self.by_kind.iter().zip(self.plain).filter(|(branches, plain)| branches.len() > 1 && !plain);
        weighed.map(|(branches, _)| branches.len()).max().unwrap_or(0)
    }

    /// The branches that can read a value of this kind, the same codec once.
    pub(super) fn of_kind(&self, kind: Kind) -> &[usize] {
        &self.by_kind[kind as usize]
    }

    /// The branches that may be meant by `value`.
    pub(super) fn options(&self, value: &Json<'_>) -> &[usize] {
        let options = &self.by_kind[value.kind() as usize];
        match self.tag.as_ref().and_then(|tag| tag.branch(value)) {
            Some(branch) => std::slice::from_ref(branch),
            None => options,
        }
    }
}

impl Tag {
    /// Most fields tried as a tag, and most literals that are no strings.
    const MAX_FIELDS: usize = 16;
    const MAX_OTHERS: usize = 64;

    /// The first field that is required with literals of its own in every branch that can be an object.
    fn new(union: &Union, branches: &[usize], nodes: &[Node]) -> Option<Tag> {
        let (first, others) = branches.split_first().filter(|(_, others)| !others.is_empty())?;
        let node = |branch: &usize| &nodes[union.branches[*branch].codec.0 as usize];
        let Node::Object(object) = node(first) else { return None };
        object.fields.iter().take(Self::MAX_FIELDS).find_map(|field| {
            let (strings, rest) = (HashMap::new(), Vec::new());
            let mut tag = Tag { wire: field.wire.clone(), user: field.user.clone(), strings, others: rest };
            std::iter::once(first).chain(others).all(|branch| tag.add(*branch, node(branch), nodes)).then_some(tag)
        })
    }

    /// Adds the literals of a branch; whether they are its own.
    fn add(&mut self, branch: usize, node: &Node, nodes: &[Node]) -> bool {
        let Node::Object(object) = node else { return false };
        let Some(field) = object.fields.iter().find(|field| field.wire == self.wire) else { return false };
        if field.user != self.user || field.carrier != Carrier::Required {
            return false;
        }
        match &nodes[field.codec.0 as usize] {
            Node::Scalar(scalar) => scalar.literals().is_some_and(|literals| literals.iter().all(|literal| self.claim(literal, branch))),
            Node::Label(table) => table.iter().all(|(label, literal)| self.claim_text(label, branch) && self.claim(literal, branch)),
            _ => false,
        }
    }

    fn claim(&mut self, literal: &Json<'static>, branch: usize) -> bool {
        if let Json::String(text) = literal {
            return self.claim_text(text, branch);
        }
        if let Some((_, owner)) = self.others.iter().find(|(other, _)| other.same(literal)) {
            return *owner == branch;
        }
        self.others.push((literal.clone(), branch));
        self.others.len() <= Self::MAX_OTHERS
    }

    fn claim_text(&mut self, text: &str, branch: usize) -> bool {
        *self.strings.entry(text.into()).or_insert(branch) == branch
    }

    /// Whether a member of this name is the tag.
    pub(super) fn is(&self, name: &str) -> bool {
        *self.wire == *name || *self.user == *name
    }

    /// The branch whose literal the value has.
    pub(super) fn branch(&self, value: &Json<'_>) -> Option<&usize> {
        match value.get(&self.wire).or_else(|| value.get(&self.user))? {
            Json::String(text) => self.strings.get(&**text),
            other => self.others.iter().find(|(literal, _)| literal.same(other)).map(|(_, branch)| branch),
        }
    }
}

/// The names the branches invented, those that all of them know left out; `within` is whether to look inside envelopes.
fn invented(union: &Union, nodes: &[Node], within: bool) -> Box<[Invented]> {
    let mut reached: Vec<Few<CodecId>> = Vec::with_capacity(union.branches.len());
    let mut invented: Vec<(&str, bool)> = Vec::new();
    for branch in &union.branches {
        let first = &nodes[branch.codec.0 as usize];
        if !matches!(first, Node::Union(_) | Node::Envelope { .. } | Node::Text { .. }) {
            // Nothing else is given the same value.
            let alone = !matches!(first, Node::Object(_) | Node::Tuple(_));
            invented.extend(ours(first).into_iter().map(|name| (name, alone)));
            reached.push(Few::of(branch.codec));
            continue;
        }
        let (mut seen, mut met, mut queue) = (Few::new(), IdSet::default(), vec![branch.codec]);
        while let Some(id) = queue.pop() {
            let node = &nodes[id.0 as usize];
            let alone = !matches!(node, Node::Object(_) | Node::Tuple(_));
            invented.extend(ours(node).into_iter().map(|name| (name, alone)));
            seen.push(id);
            if met.len() < UnionTable::MAX_CLOSURE && (within || matches!(node, Node::Union(_))) {
                let inner = in_place(node);
                if !inner.is_empty() {
                    met.insert(branch.codec);
                    queue.extend(inner.into_iter().filter(|id| met.insert(*id)));
                }
            }
        }
        reached.push(seen);
    }
    if invented.is_empty() {
        return Box::default();
    }
    let names = |reached: &Few<CodecId>| {
        let mut names = HashSet::new();
        for node in reached.iter().map(|id| &nodes[id.0 as usize]) {
            names.extend(ours(node));
            if let Node::Object(object) = node {
                names.extend(object.fields.iter().flat_map(|field| [&*field.wire, &*field.user]));
            }
        }
        names
    };
    let known: Vec<HashSet<&str>> = reached.iter().map(names).collect();
    // Where a name is ours in both ways, the first entry of it is the one that need not stand alone.
    invented.sort_unstable();
    invented.dedup_by_key(|(name, _)| *name);
    let known = |name: &str| known.iter().map(|names| names.contains(name)).collect::<Box<[bool]>>();
    let names = invented.into_iter().map(|(name, alone)| Invented { name: name.into(), alone, knowers: known(name) });
    names.filter(|invented| !invented.knowers.iter().all(|knows| *knows)).collect()
}

/// The names a node invented.
fn ours(node: &Node) -> Vec<&str> {
    match node {
        Node::Object(object) => {
            let list = match &object.rest {
                Rest::Spliced(name, _) => Some(&**name),
                Rest::Closed | Rest::Native(_) => None,
            };
            list.into_iter().chain(object.pack.as_deref()).collect()
        }
        Node::Envelope { name, .. } | Node::Text { name, .. } => vec![name],
        Node::Tuple(tuple) => {
            let first = (!tuple.slots.is_empty()).then_some("_0");
            first.into_iter().chain(tuple.rest.map(|_| tuple::REST)).collect()
        }
        Node::AnyTree => vec![any_value::ENTRIES],
        Node::AnyBox => vec![any_value::JSON],
        _ => Vec::new(),
    }
}

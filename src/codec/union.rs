//! Unions: which branch a reply took, and which branch says a value.

use super::compile::{Facts, in_place};
use super::decode::{Decoder, IssueKind};
use super::encode::{EncodeError, Encoder};
use super::matching::{Cost, place};
use super::path::{At, Level};
use super::{Branch, Carrier, CodecId, Membership, Node, Rest, Union, any_value, tuple};
use crate::ids::IdSet;
use crate::json::{Json, Kind};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Tables derived from a [`Union`].
#[derive(Clone, Debug)]
pub(super) struct UnionTable {
    /// Branches that can read a value of each kind, the same codec once.
    by_kind: [Box<[usize]>; 6],
    /// Whether all of these take every value as it is.
    plain: [bool; 6],
    tag: Option<Tag>,
    /// Names of ours in the wire form of some branch.
    ours: Box<[Invented]>,
    /// The same, and those in the wire form of what the branches wrap.
    within: Box<[Invented]>,
}

/// A name some branch invented.
#[derive(Clone, Debug)]
struct Invented {
    name: Box<str>,
    /// Whether it is ours only if it is the one name of an object.
    alone: bool,
    /// Which branches know it, as their own or as a declared field.
    knowers: Box<[bool]>,
}

/// A member that tells the branches apart.
#[derive(Clone, Debug)]
struct Tag {
    wire: Box<str>,
    user: Box<str>,
    strings: HashMap<Box<str>, usize>,
    others: Vec<(Json<'static>, usize)>,
}

/// How well the branches of a union read a value.
#[derive(Clone, Debug, Default)]
pub(super) struct Score {
    cost: Cost,
    /// The branches of that cost.
    best: Vec<usize>,
    /// Branches that read the value with as few violations, wholly in own shape.
    own: Vec<usize>,
}

/// The branch that is followed.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    branch: usize,
    /// Branches that are as good, and whether only in own shape.
    tie: Option<(Vec<usize>, bool)>,
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

    /// Whether several branches may have to be weighed.
    pub(super) fn weighs(&self) -> bool {
        self.by_kind.iter().zip(self.plain).any(|(branches, plain)| branches.len() > 1 && !plain)
    }

    /// The branches that may be meant by `value`.
    fn options(&self, value: &Json<'_>) -> &[usize] {
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
        match self.others.iter().find(|(other, _)| other.same(literal)) {
            Some((_, owner)) => *owner == branch,
            None => {
                self.others.push((literal.clone(), branch));
                self.others.len() <= Self::MAX_OTHERS
            }
        }
    }

    fn claim_text(&mut self, text: &str, branch: usize) -> bool {
        *self.strings.entry(text.into()).or_insert(branch) == branch
    }

    fn branch(&self, value: &Json<'_>) -> Option<&usize> {
        match value.get(&self.wire).or_else(|| value.get(&self.user))? {
            Json::String(text) => self.strings.get(&**text),
            other => self.others.iter().find(|(literal, _)| literal.same(other)).map(|(_, branch)| branch),
        }
    }
}

/// The names the branches invented, those that all of them know left out; `within` is whether to look inside envelopes.
fn invented(union: &Union, nodes: &[Node], within: bool) -> Box<[Invented]> {
    let mut reached: Vec<Vec<CodecId>> = Vec::with_capacity(union.branches.len());
    let mut invented: Vec<(&str, bool)> = Vec::new();
    for branch in &union.branches {
        let (mut seen, mut met, mut queue) = (Vec::new(), IdSet::from_iter([branch.codec]), vec![branch.codec]);
        while let Some(id) = queue.pop() {
            let node = &nodes[id.0 as usize];
            let alone = !matches!(node, Node::Object(_) | Node::Tuple(_));
            invented.extend(ours(node).into_iter().map(|name| (name, alone)));
            if met.len() < UnionTable::MAX_CLOSURE && (within || matches!(node, Node::Union(_))) {
                queue.extend(in_place(node).into_iter().filter(|id| met.insert(*id)));
            }
            seen.push(id);
        }
        reached.push(seen);
    }
    if invented.is_empty() {
        return Box::default();
    }
    let names = |reached: &Vec<CodecId>| {
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

impl<'c> Decoder<'c, '_> {
    pub(super) fn read_union<'a>(&mut self, value: &Json<'a>, union: &'c Union, id: CodecId, at: At<'_>) -> Json<'a> {
        let Some(table) = self.codec.tables.union(id) else { return self.keep(value, at) };
        let branch = match table.options(value) {
            [] => self.spelled_branch(value, union),
            [branch] => Some(*branch),
            _ if table.plain[value.kind() as usize] => None,
            _ => Some(self.choose(value, union, id, at)),
        };
        match branch {
            Some(branch) => self.read(value, union.branches[branch].codec, at.again()),
            None => self.keep(value, at),
        }
    }

    /// The one branch that has a literal spelled like this string, where no branch takes strings.
    fn spelled_branch(&self, value: &Json<'_>, union: &Union) -> Option<usize> {
        let spells = |branch: &Branch| match self.codec.node(branch.codec) {
            Node::Scalar(scalar) => scalar.spells(value),
            _ => false,
        };
        let mut found = union.branches.iter().enumerate().filter(|(_, branch)| spells(branch)).map(|(index, _)| index);
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    fn choose(&mut self, value: &Json<'_>, union: &'c Union, id: CodecId, at: At<'_>) -> usize {
        let place = place(value, id);
        let known = self.weigher.memo().choices.get(&place).cloned();
        let choice = known.unwrap_or_else(|| {
            let score = self.score(value, id, at.level);
            let choice = Rc::new(self.settle(value, union, &score, at));
            if !self.weigher.is_dry() {
                self.weigher.memo().choices.insert(place, Rc::clone(&choice));
            }
            choice
        });
        if self.tells() {
            if self.weigher.ran_dry() {
                self.issue(IssueKind::TooAmbiguous, at, "too ambiguous to read".into());
            }
            if let Some((branches, own_shape)) = &choice.tie {
                self.tie(at, branches.clone(), *own_shape);
            }
        }
        choice.branch
    }

    /// Chooses among the branches that read a value equally well, by what they make of it.
    fn settle(&mut self, value: &Json<'_>, union: &'c Union, score: &Score, at: At<'_>) -> Choice {
        let first = score.best.first().copied().unwrap_or(0);
        let only = Choice { branch: first, tie: None };
        if score.best.len() + score.own.len() < 2 {
            return only;
        }
        // Values that differ, each with the branches that give it.
        let mut readings: Vec<(Json<'_>, Vec<usize>)> = Vec::new();
        for branch in score.best.iter().chain(&score.own) {
            let codec = union.branches[*branch].codec;
            let mut known = |other: &usize| self.alike(value, union.branches[*other].codec, codec);
            if let Some((_, branches)) = readings.iter_mut().find(|(_, branches)| branches.first().is_some_and(&mut known)) {
                branches.push(*branch);
                continue;
            }
            let read = self.quietly(|decoder| decoder.read(value, codec, at.again()));
            match readings.iter_mut().find(|(other, _)| other.same(&read)) {
                Some((_, branches)) => branches.push(*branch),
                None => readings.push((read, vec![*branch])),
            }
        }
        if readings.len() < 2 || self.weigher.is_dry() {
            return only;
        }
        let mut accepted = Vec::new();
        for (read, branches) in &readings {
            let picks = |branch: &usize| accepts(self.members, &union.branches[*branch], read);
            accepted.extend(branches.iter().copied().find(picks));
        }
        match accepted.as_slice() {
            [] => only,
            [branch] => Choice { branch: *branch, tie: None },
            [branch, others @ ..] => {
                let own_shape = others.iter().all(|other| score.own.contains(other));
                Choice { branch: *branch, tie: Some((accepted.clone(), own_shape)) }
            }
        }
    }

    /// Whether two nodes surely read a value alike, found without reading what is in it: else each level of a recursive
    /// union would read all levels below once more.
    fn alike(&mut self, value: &Json<'_>, a: CodecId, b: CodecId) -> bool {
        let codec = self.codec;
        match (value, codec.node(a), codec.node(b)) {
            (Json::Object(members), Node::Object(one), Node::Object(other)) => self.alike_object(members, (one, a), (other, b)),
            _ => false,
        }
    }

    pub(super) fn cost_union(&mut self, value: &Json<'_>, id: CodecId, level: Level) -> Cost {
        self.score(value, id, level).cost
    }

    /// Weighs the branches, once for each value.
    fn score(&mut self, value: &Json<'_>, id: CodecId, level: Level) -> Rc<Score> {
        let codec = self.codec;
        let (Node::Union(union), Some(table)) = (codec.node(id), codec.tables.union(id)) else { return Rc::default() };
        let of = |branch: usize| union.branches[branch].codec;
        let options = table.options(value);
        if let [branch] = options {
            let cost = self.cost(value, of(*branch), level.again());
            return Rc::new(Score { cost, best: vec![*branch], own: Vec::new() });
        }
        let place = place(value, id);
        match self.weigher.memo().scores.get(&place) {
            Some(Some(score)) => return Rc::clone(score),
            // Met again inside itself, on the same value.
            Some(None) => return Rc::new(Score { cost: Cost::WORST, best: options.to_vec(), own: Vec::new() }),
            None => self.weigher.memo().scores.insert(place, None),
        };
        // An object with names of ours belongs to a branch that knows them as ours; others would take them for the
        // user's, and there may be less wrong with that.
        let mut costs: Vec<(usize, Cost)> = Vec::new();
        for branch in self.knowing(value, &table.ours, options) {
            costs.push((branch, self.cost(value, of(branch), level.again())));
        }
        // So does one that left out an envelope, unless a branch reads all of it as it was asked for.
        if costs.iter().all(|(_, cost)| cost.violations > 0 || cost.own > 0) {
            let left = costs.iter().map(|(branch, _)| *branch).collect::<Vec<_>>();
            let known = self.knowing(value, &table.within, &left);
            costs.retain(|(branch, _)| known.contains(branch));
        }
        let mut score = Score { cost: Cost::VIOLATION, ..Score::default() };
        if let Some((_, cost)) = costs.iter().min_by_key(|(_, cost)| cost.rank()) {
            score.cost = *cost;
            score.best = costs.iter().filter(|(_, other)| other.rank() == cost.rank()).map(|(branch, _)| *branch).collect();
            let own = |other: &Cost| other.violations == cost.violations && other.own > cost.own && other.wire == 0;
            score.own = costs.iter().filter(|(_, other)| own(other)).map(|(branch, _)| *branch).collect();
        }
        let score = Rc::new(score);
        self.weigher.memo().scores.insert(place, Some(Rc::clone(&score)));
        score
    }

    /// The branches that take the fewest names of ours for the user's.
    fn knowing(&self, value: &Json<'_>, invented: &[Invented], branches: &[usize]) -> Vec<usize> {
        let members = match value {
            Json::Object(members) if !self.own => members.len(),
            _ => return branches.to_vec(),
        };
        let stands = |name: &&Invented| (members == 1 || !name.alone) && value.get(&name.name).is_some();
        let there: Vec<&Invented> = invented.iter().filter(stands).collect();
        let strange = |branch: usize| there.iter().filter(|name| !name.knowers[branch]).count();
        let fewest = branches.iter().map(|branch| strange(*branch)).min();
        branches.iter().copied().filter(|branch| Some(strange(*branch)) == fewest).collect()
    }
}

fn accepts(members: &mut dyn Membership, branch: &Branch, value: &Json<'_>) -> bool {
    branch.picks.iter().all(|pick| members.accepts(*pick, value))
}

impl<'a> Encoder<'a, '_> {
    /// By the first branch that takes the value, all that the user asks of it included, and has a form for it; if none
    /// does, by the first that has a form.
    pub(super) fn say_union(&mut self, value: &'a Json<'a>, union: &'a Union, id: CodecId, at: At<'_>) -> Result<Json<'a>, EncodeError> {
        let place = place(value, id);
        match self.memo.get(&place) {
            Some(Some(Ok(branch))) => return self.say(value, union.branches[*branch].codec, at.again()),
            Some(Some(Err(error))) => return Err(error.clone()),
            Some(None) => return Err(EncodeError::too_deep(at)),
            None => self.memo.insert(place, None),
        };
        let said = self.say_by_branch(value, union, id, at);
        let memo = match &said {
            Ok((branch, _)) => Ok(*branch),
            Err(error) => Err(error.clone()),
        };
        self.memo.insert(place, Some(memo));
        said.map(|(_, said)| said)
    }

    fn say_by_branch(&mut self, value: &'a Json<'a>, union: &'a Union, id: CodecId, at: At<'_>) -> Result<(usize, Json<'a>), EncodeError> {
        let tables = &self.codec.tables;
        let tagged = tables.union(id).and_then(|table| table.tag.as_ref()).and_then(|tag| tag.branch(value).copied());
        let admits = |branch: &usize| tables.facts(union.branches[*branch].codec).user.has(value.kind());
        let options: Vec<usize> = match tagged {
            Some(branch) => vec![branch],
            None => (0..union.branches.len()).filter(admits).collect(),
        };
        let mut failed = None;
        let mut fallback = None;
        for branch in &options {
            let certain = options.len() == 1 || accepts(self.members, &union.branches[*branch], value);
            if !certain && fallback.is_some() {
                continue;
            }
            match self.say(value, union.branches[*branch].codec, at.again()) {
                Ok(said) if certain => return Ok((*branch, said)),
                Ok(said) => fallback = Some((*branch, said)),
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        fallback.ok_or_else(|| {
            let kind = value.kind().name();
            failed.unwrap_or_else(|| EncodeError::new(at, format!("no branch of the wire schema takes this {kind}")))
        })
    }
}

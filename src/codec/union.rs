//! Unions: which branch a reply took, and which branch says a value.

use super::branches::Invented;
use super::decode::{Decoder, IssueKind};
use super::encode::{EncodeError, Encoder};
use super::matching::{Cost, place};
use super::path::{At, Level};
use super::{Branch, Codec, CodecId, Membership, Node, Pick, Union};
use crate::json::Json;
use std::borrow::Cow;
use std::rc::Rc;

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

impl<'c> Decoder<'c, '_> {
    pub(super) fn read_union<'a>(&mut self, value: &Json<'a>, union: &'c Union, id: CodecId, at: At<'_>) -> Json<'a> {
        let Some(table) = self.codec.tables().union(id) else { return self.keep(value, at) };
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
        let score = self.score(value, id, at.level);
        if let ([branch], []) = (score.best.as_slice(), score.own.as_slice()) {
            self.tell_dry(at);
            return *branch;
        }
        let place = place(value, id);
        let known = self.weigher.memo().choices.get(&place).cloned();
        let choice = known.unwrap_or_else(|| {
            let choice = Rc::new(self.settle(value, union, &score, at));
            if !self.weigher.is_dry() {
                self.weigher.memo().choices.insert(place, Rc::clone(&choice));
            }
            choice
        });
        self.tell_dry(at);
        if let (true, Some((branches, own_shape))) = (self.tells(), &choice.tie) {
            self.tie(at, branches.clone(), *own_shape);
        }
        choice.branch
    }

    /// Says so where the work allowed for weighing has run out.
    fn tell_dry(&mut self, at: At<'_>) {
        if self.tells() && self.weigher.ran_dry() {
            self.issue(IssueKind::TooAmbiguous, at, "too ambiguous to read".into());
        }
    }

    /// Chooses among the branches that read a value equally well, by what they make of it.
    fn settle(&mut self, value: &Json<'_>, union: &'c Union, score: &Score, at: At<'_>) -> Choice {
        let first = score.best.first().copied().unwrap_or(0);
        let only = Choice { branch: first, tie: None };
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
        let (Node::Union(union), Some(table)) = (codec.node(id), codec.tables().union(id)) else { return Rc::default() };
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
        for branch in self.knowing(value, &table.ours, options).iter() {
            costs.push((*branch, self.cost(value, of(*branch), level.again())));
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
    fn knowing<'b>(&self, value: &Json<'_>, invented: &[Invented], branches: &'b [usize]) -> Cow<'b, [usize]> {
        let members = match value {
            Json::Object(members) if !(self.own || invented.is_empty()) => members.len(),
            _ => return Cow::Borrowed(branches),
        };
        let stands = |name: &&Invented| (members == 1 || !name.alone) && value.get(&name.name).is_some();
        let there: Vec<&Invented> = invented.iter().filter(stands).collect();
        let strange = |branch: usize| there.iter().filter(|name| !name.knowers[branch]).count();
        let fewest = branches.iter().map(|branch| strange(*branch)).min();
        branches.iter().copied().filter(|branch| Some(strange(*branch)) == fewest).collect()
    }
}

/// Takes whatever it is asked about.
struct Anyone;

impl Membership for Anyone {
    fn accepts(&mut self, _: Pick, _: &Json<'_>) -> bool {
        true
    }
}

impl Codec {
    /// The first branch of the union `id` that reads a value best, by its structure alone.
    pub(super) fn likely_branch(&self, value: &Json<'_>, id: CodecId) -> Option<usize> {
        let mut members = Anyone;
        let mut decoder = Decoder::new(self, &mut members);
        decoder.weigher.refuel(value, self.tables().widest);
        let score = decoder.score(value, id, Level::default());
        score.best.first().copied()
    }
}

fn accepts(members: &mut dyn Membership, branch: &Branch, value: &Json<'_>) -> bool {
    branch.picks.iter().all(|pick| members.accepts(*pick, value))
}

impl<'a> Encoder<'a, '_> {
    /// By the first branch that takes the value, all that the user asks of it included, and has a form for it; if none
    /// takes it, by the first that has a form.
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
        let tables = self.codec.tables();
        let tagged = tables.union(id).and_then(|table| table.tag.as_ref()).and_then(|tag| tag.branch(value).copied());
        let admits = |branch: &usize| tables.facts(union.branches[*branch].codec).user.has(value.kind());
        let options: Vec<usize> = match tagged {
            Some(branch) => vec![branch],
            None => (0..union.branches.len()).filter(admits).collect(),
        };
        let mut failed = None;
        let mut fallback = None;
        // What a branch takes and cannot say was narrowed away: in another branch's form it would be no wire value.
        let mut unsayable = None;
        for branch in &options {
            let certain = options.len() == 1 || accepts(self.members, &union.branches[*branch], value);
            if !certain && fallback.is_some() {
                continue;
            }
            match self.say(value, union.branches[*branch].codec, at.again()) {
                Ok(said) if certain => return Ok((*branch, said)),
                Ok(said) => fallback = Some((*branch, said)),
                Err(error) if certain => unsayable = unsayable.or(Some(error)),
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        fallback.filter(|_| unsayable.is_none()).ok_or_else(|| {
            let kind = value.kind().name();
            unsayable.or(failed).unwrap_or_else(|| EncodeError::new(at, format!("no branch of the wire schema takes this {kind}")))
        })
    }
}

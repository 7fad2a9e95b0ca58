//! The linter: an independent judge of a wire schema, written from the profile alone.
//!
//! It says what the endpoint would refuse, and what it would take without obeying. It knows nothing of how wire schemas
//! are made, so it can be held against the rewriter. Whatever the input, its work is linear in the schema's size (times
//! a small factor for sorting) and its own stack stays flat.

mod bounds;
mod limits;
mod literals;
mod message;
mod node;
mod objects;
mod overlap;
mod pattern;
mod references;
mod standing;
mod states;
mod tree;
mod unions;

#[cfg(test)]
mod facts_tests;
#[cfg(test)]
mod test_json;
#[cfg(test)]
mod tests;

pub use limits::{Usage, usage};
pub use pattern::PatternFeature;

use super::{Fact, Profile, Support};
use crate::json::Json;
use crate::location::Location;
use crate::schema::keyword::Keyword;
use message::Fill;
use standing::Site;
use tree::Tree;

/// What an endpoint does with what a violation is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It answers with an error, or is not known to do otherwise.
    Refused,
    /// It takes the schema, and replies need not obey.
    Ignored,
    /// It takes the schema, and replies keep to less than the schema allows.
    Narrowed,
    /// It takes the schema; we keep clear of it all the same.
    Kept,
}

/// One thing the endpoint would refuse, or take without obeying.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The schema it concerns (an unknown keyword: that member of it).
    pub location: Location,
    /// The keyword at fault, where it is one.
    pub keyword: Option<Keyword>,
    /// The linter's rule, e.g. `object-not-closed`.
    pub rule: &'static str,
    /// What the endpoint does about it.
    pub effect: Effect,
    /// What the endpoint would say: in its own words where they are known, else in ours.
    pub message: String,
    /// For a limit: how much is used, and how much is allowed.
    pub measured: Option<(u64, u64)>,
    /// Why we think so: source, date and confidence.
    pub evidence: String,
}

/// Judges a wire schema by `profile`; an empty list means that nothing known speaks against it.
///
/// Violations come in document order, those of references and limits last. Schemas nested deeper than 256 levels are
/// answered with the violation `too-deep` and looked into down to there. Limits over a whole request (strict tools) are
/// not judged here.
#[must_use]
pub fn lint(schema: &Json<'_>, profile: &Profile) -> Vec<Violation> {
    let mut judge = Judge { profile, tree: Tree::new(schema, profile), names: None, out: Vec::new() };
    judge.names = profile.objects.name_pattern.as_ref().and_then(|p| fancy_regex::Regex::new(&p.value).ok());
    if let Some(channel) = profile.channels.of_own().filter(|fact| fact.value == Support::Refused) {
        judge.refuse(0, None, "channel-refused", channel, &Fill::default());
    }
    if let Some(cut) = judge.tree.cut {
        let (used, limit) = (tree::MAX_NESTING as u64 + 1, tree::MAX_NESTING as u64);
        judge.add(cut, None, "too-deep", "our own bound".into(), &Fill { measured: Some((used, limit)), ..Fill::default() });
    }
    for index in 0..judge.tree.nodes.len() {
        judge.node(index);
    }
    judge.references();
    judge.limits();
    judge.out
}

/// What a rule of the linter says, with placeholders in braces.
#[must_use]
pub fn wording(rule: &str) -> Option<&'static str> {
    message::ours(rule)
}

/// The state of one run.
struct Judge<'a> {
    profile: &'a Profile,
    tree: Tree<'a>,
    /// `objects.name_pattern`, compiled.
    names: Option<fancy_regex::Regex>,
    out: Vec<Violation>,
}

impl<'a> Judge<'a> {
    /// What stands at a place.
    fn schema(&self, index: usize) -> &'a Json<'a> {
        self.tree.nodes[index].schema
    }

    /// A place, with what is needed to look at one of its keywords.
    fn site(&self, index: usize) -> Site<'a> {
        let node = &self.tree.nodes[index];
        let inside = node.step.keyword();
        Site { document: self.tree.nodes[0].schema, schema: node.schema, inside }
    }

    /// Whether a case says that the keyword is obeyed at this place.
    fn is_enforced_case(&self, index: usize, keyword: Keyword) -> bool {
        let standing = self.site(index).standing(self.profile, keyword);
        matches!(standing, standing::Standing::Case(case) if case.value == Support::Enforced)
    }

    /// Notes what comes of a fact that says what the endpoint does.
    fn treat(&mut self, index: usize, keyword: Option<Keyword>, rule: &'static str, fact: &Fact<Support>, fill: &Fill) {
        match fact.value {
            Support::Enforced => {}
            Support::Ignored => self.ignore(index, keyword, rule, fact.cite(), fill),
            Support::Refused | Support::Unknown => self.refuse(index, keyword, rule, fact, fill),
        }
    }

    /// Notes something that is taken without being obeyed.
    fn ignore(&mut self, index: usize, keyword: Option<Keyword>, rule: &'static str, evidence: String, fill: &Fill) {
        self.add(index, keyword, rule, evidence, fill);
        if let Some(last) = self.out.last_mut() {
            last.effect = Effect::Ignored;
        }
    }

    /// Notes a violation of a fact.
    fn refuse<T>(&mut self, index: usize, keyword: Option<Keyword>, rule: &'static str, fact: &Fact<T>, fill: &Fill) {
        self.add(index, keyword, rule, fact.cite(), fill);
    }

    /// Notes a violation.
    fn add(&mut self, index: usize, keyword: Option<Keyword>, rule: &'static str, evidence: String, fill: &Fill) {
        let message = self.message(index, keyword, rule, fill);
        let mut location = self.tree.location(index);
        if let Some(below) = &fill.below {
            location.push(below);
        }
        self.out.push(Violation { location, keyword, rule, effect: Effect::Refused, message, measured: fill.measured, evidence });
    }
}

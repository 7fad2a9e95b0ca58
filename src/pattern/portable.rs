//! A pattern in the subset that every constraint engine reads alike.
//!
//! Engines differ in whether a pattern must match somewhere or everywhere, so what comes out is anchored at both ends
//! and matches the same texts either way. The subset is literals, classes, groups, alternatives and the greedy
//! quantifiers. Shorthands are written out as ECMA-262 has them, since engines differ on what `\d`, `\w`, `\s` and `.`
//! hold.

use super::ast::Node;
use super::parse::Parsed;
use super::write::{group, write};

/// Any text.
const ANY: &str = r"[\s\S]*";
/// Most characters and classes, repeats multiplied out.
const MAX_SIZE: u64 = 10_000;
/// Most alternatives that moving anchors outward may make, and most steps it may take.
const MAX_BRANCHES: usize = 16;
const MAX_STEPS: usize = 64;
/// Longest pattern of which that makes copies, in bytes.
const MAX_COPIED: usize = 4096;

/// One alternative of the whole, its outer anchors taken off.
struct Branch {
    start: bool,
    end: bool,
    items: Vec<Node>,
}

/// The portable form, if there is one.
pub(super) fn wire_form(parsed: &Parsed) -> Option<String> {
    // What needs look-around, back-references or flags is not in the subset.
    if parsed.flagged || parsed.backtracks {
        return None;
    }
    let mut branches = branches(parsed)?;
    for branch in &mut branches {
        if branch.items.iter().any(has_anchor) {
            return None;
        }
        branch.trim();
        if branch.items.is_empty() && !(branch.start && branch.end) {
            return Some(format!("^{ANY}$"));
        }
    }
    if branches.iter().flat_map(|branch| &branch.items).map(size).fold(0, u64::saturating_add) > MAX_SIZE {
        return None;
    }
    let around = |anchored: bool| if anchored { "" } else { ANY };
    let (start, end) = (branches[0].start, branches[0].end);
    let mut out = String::from("^");
    if branches.iter().all(|branch| (branch.start, branch.end) == (start, end)) {
        out.push_str(around(start));
        let bodies: Vec<String> = branches.iter().map(Branch::body).collect::<Option<_>>()?;
        match bodies.as_slice() {
            [only] => out.push_str(only),
            _ => group("(?:", &bodies, &mut out),
        }
        out.push_str(around(end));
    } else {
        let whole = |branch: &Branch| Some(format!("{}{}{}", around(branch.start), branch.body()?, around(branch.end)));
        let bodies: Vec<String> = branches.iter().map(whole).collect::<Option<_>>()?;
        group("(?:", &bodies, &mut out);
    }
    out.push('$');
    Some(out)
}

/// Splits the pattern into alternatives until every anchor that can stands at the end of one. There is at least one.
fn branches(parsed: &Parsed) -> Option<Vec<Branch>> {
    let branch = |node: &Node| Branch { start: false, end: false, items: sequence(node) };
    let mut todo: Vec<Branch> = parsed.root.alternatives().iter().rev().map(branch).collect();
    let (mut done, mut steps) = (Vec::new(), 0);
    while let Some(mut branch) = todo.pop() {
        branch.take_anchors();
        let edge = [branch.items.len().checked_sub(1), Some(0)].into_iter().flatten().find_map(|at| match branch.items.get(at)? {
            Node::Group { body, .. } if has_anchor(body) => Some((at, body.clone())),
            _ => None,
        });
        let Some((at, body)) = edge else {
            done.push(branch);
            continue;
        };
        steps += body.alternatives().len();
        if steps > MAX_STEPS || parsed.len > MAX_COPIED {
            return None;
        }
        for alternative in body.alternatives().iter().rev() {
            let mut items = branch.items.clone();
            items.splice(at..=at, sequence(alternative));
            todo.push(Branch { items, ..branch });
        }
    }
    // Plain alternatives may be many; it is copies that must not be.
    (steps == 0 || done.len() <= MAX_BRANCHES).then_some(done)
}

fn sequence(node: &Node) -> Vec<Node> {
    match node {
        Node::Concat(items) => items.clone(),
        other => vec![other.clone()],
    }
}

fn has_anchor(node: &Node) -> bool {
    match node {
        Node::Start | Node::End => true,
        Node::Group { body, .. } | Node::Repeat { body, .. } => has_anchor(body),
        Node::Concat(items) | Node::Either(items) => items.iter().any(has_anchor),
        _ => false,
    }
}

impl Branch {
    fn take_anchors(&mut self) {
        let starts = self.items.iter().take_while(|item| matches!(item, Node::Start)).count();
        self.items.drain(..starts);
        let ends = self.items.iter().rev().take_while(|item| matches!(item, Node::End)).count();
        self.items.truncate(self.items.len() - ends);
        self.start |= starts > 0;
        self.end |= ends > 0;
    }

    /// At an open end as few repeats as allowed will do.
    fn trim(&mut self) {
        self.items.retain(|item| !item.is_empty());
        if !self.end {
            while self.items.last_mut().is_some_and(least) {
                self.items.pop();
            }
        }
        if !self.start {
            let kept = self.items.iter_mut().position(|item| !least(item));
            self.items.drain(..kept.unwrap_or(self.items.len()));
        }
    }

    fn body(&self) -> Option<String> {
        let mut out = String::new();
        self.items.iter().try_for_each(|item| write(item, &mut out))?;
        Some(out)
    }
}

/// Cuts a repeat down to its minimum; whether that is nothing at all.
fn least(item: &mut Node) -> bool {
    let Node::Repeat { min, max, .. } = item else {
        return false;
    };
    *max = Some(*min);
    *min == 0
}

/// How many characters and classes, repeats multiplied out.
fn size(node: &Node) -> u64 {
    match node {
        Node::Group { body, .. } => size(body),
        Node::Concat(items) | Node::Either(items) => items.iter().map(size).fold(0, u64::saturating_add),
        Node::Repeat { body, min, max, .. } => size(body).saturating_mul(max.unwrap_or(*min).max(1).into()),
        _ => 1,
    }
}

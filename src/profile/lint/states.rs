//! States: about how large an automaton a schema makes, for endpoints that refuse large ones without saying where the
//! limit lies. An estimate, never a verdict: it counts what is known to make automata grow (names, literals, bounds,
//! optional properties, repetition).

use std::collections::HashMap;

use super::node::{count, declared};
use super::references::{Edge, edges};
use super::tree::{Step, Tree};
use crate::json::Json;
use crate::profile::Profile;
use crate::schema::keyword::Keyword;

/// States of a value that needs none of its own: a free string, a number, a literal `true`.
const PLAIN: u64 = 1;
/// States of a number between bounds.
const BOUNDED: u64 = 20;
/// What a property that may be left out adds: the ways around it, with and without something before it.
const OPTIONAL: u64 = 2;

/// The estimate for the whole schema; definitions count at every reference, cycles once.
pub(super) fn states(tree: &Tree<'_>, profile: &Profile) -> u64 {
    let (owner, edges) = edges(tree, profile);
    let mut places: HashMap<usize, Vec<usize>> = HashMap::new();
    for (index, owner) in owner.iter().enumerate() {
        places.entry(*owner).or_default().push(index);
    }
    let targets: HashMap<usize, usize> = edges.iter().map(|edge| (edge.at, edge.to)).collect();
    let mut worth: HashMap<usize, u64> = HashMap::new();
    let mut sums = vec![Sum::default(); tree.nodes.len()];
    for definition in leaves_first(&edges) {
        for &index in places.get(&definition).map_or(&[][..], Vec::as_slice).iter().rev() {
            let node = &tree.nodes[index];
            let referred = targets.get(&index).map_or(0, |to| worth.get(to).copied().unwrap_or(PLAIN));
            let total = own(node.schema, profile, &sums[index]).saturating_add(referred);
            if index == definition {
                worth.insert(definition, total);
            } else {
                sums[node.parent].add(node.step, node.required, total);
            }
        }
    }
    worth.get(&0).copied().unwrap_or_default()
}

/// What the parts of a schema come to.
#[derive(Clone, Default)]
struct Sum {
    /// Parts that stand once.
    once: u64,
    /// The items of an array, which stand as often as its bounds say.
    items: u64,
}

impl Sum {
    fn add(&mut self, step: Step<'_>, required: bool, total: u64) {
        let name = if let Step::Named(Keyword::Properties, name, _) = step { name.len() as u64 } else { 0 };
        let around = if required { 0 } else { OPTIONAL };
        match step {
            Step::One(Keyword::Items) => self.items = total,
            _ if step.defines() => {}
            _ => self.once = self.once.saturating_add(total).saturating_add(name + around),
        }
    }
}

fn own(schema: &Json<'_>, profile: &Profile, parts: &Sum) -> u64 {
    let bound = |keyword: &str| if let Some(Json::Number(text)) = schema.get(keyword) { count(text) } else { None };
    let literals = match (schema.get("enum"), schema.get("const")) {
        (Some(Json::Array(members)), _) => minimal_states(members),
        (_, Some(value)) => minimal_states(std::slice::from_ref(value)),
        _ => PLAIN,
    };
    let types = declared(schema, profile);
    let string = if types.has("string") { bound("maxLength").unwrap_or_default().max(bound("minLength").unwrap_or_default()) } else { 0 };
    let pattern = if let Some(Json::String(pattern)) = schema.get("pattern") { pattern.len() as u64 } else { 0 };
    let ends = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
    let number = if ends.iter().any(|end| schema.get(end).is_some()) { BOUNDED } else { 0 };
    let times = bound("maxItems").unwrap_or_default().max(bound("minItems").unwrap_or_default()).max(1);
    let items = parts.items.saturating_mul(times);
    [literals, string, pattern, number, items].into_iter().fold(parts.once, u64::saturating_add)
}

/// Definitions and the root, each after those it refers to.
fn leaves_first(edges: &[Edge]) -> Vec<usize> {
    let mut arrows: HashMap<usize, Vec<usize>> = HashMap::new();
    for edge in edges {
        arrows.entry(edge.from).or_default().push(edge.to);
    }
    let mut begun = std::collections::HashSet::from([0]);
    let (mut order, mut stack) = (Vec::new(), vec![(0, 0)]);
    while let Some((at, next)) = stack.last_mut() {
        match arrows.get(at).and_then(|out| out.get(*next)) {
            Some(&to) => {
                *next += 1;
                if begun.insert(to) {
                    stack.push((to, 0));
                }
            }
            None => {
                order.push(*at);
                stack.pop();
            }
        }
    }
    order
}

/// A state of an automaton: whether a word may end here, and where each byte leads.
type State = (bool, Vec<(u8, usize)>);

/// States of the smallest automaton that reads exactly these literals.
fn minimal_states(members: &[Json<'_>]) -> u64 {
    let mut words: Vec<String> = members.iter().map(crate::json::to_text).collect();
    words.sort_unstable();
    words.dedup();
    let mut known: HashMap<State, usize> = HashMap::new();
    let mut path: Vec<State> = vec![State::default()];
    let mut before: &[u8] = &[];
    for word in &words {
        let word = word.as_bytes();
        let shared = word.iter().zip(before).take_while(|(a, b)| a == b).count();
        close(&mut path, shared, before, &mut known);
        path.resize_with(word.len() + 1, State::default);
        path[word.len()].0 = true;
        before = word;
    }
    close(&mut path, 0, before, &mut known);
    known.len() as u64 + 1
}

/// Nothing more is added to the states below `depth`: each is replaced by an equal one where there is one.
fn close(path: &mut Vec<State>, depth: usize, word: &[u8], known: &mut HashMap<State, usize>) {
    while path.len() > depth + 1 {
        let Some(state) = path.pop() else { return };
        let fresh = known.len();
        let number = *known.entry(state).or_insert(fresh);
        let at = path.len() - 1;
        path[at].1.push((word[at], number));
    }
}

#[cfg(test)]
mod tests {
    use super::states;
    use crate::json::parse;
    use crate::profile::find;
    use crate::profile::lint::tree::Tree;

    fn of(schema: &str) -> u64 {
        let (json, profile) = (parse(schema).expect("JSON"), find("gemini").expect("profile"));
        states(&Tree::new(&json, profile), profile)
    }

    #[test]
    fn bounds_multiply_and_names_add() {
        let item = r#"{"type":"object","properties":{"name":{"type":"string"},"size":{"type":"integer"}},"required":["name","size"]}"#;
        let one = of(item);
        assert_eq!(one, 11);
        let list = |most: u64| of(&format!(r#"{{"type":"array","items":{item},"maxItems":{most}}}"#));
        assert_eq!(list(20), 20 * one + 1);
        assert_eq!(of(&item.replace(r#","size"]"#, "]")), one + 2);
    }

    #[test]
    fn long_real_names_count_and_short_regular_ones_do_not() {
        let numbers: Vec<String> = (0..2048).map(|n| format!("\"v{n:04}\"")).collect();
        let short = of(&format!(r#"{{"type":"string","enum":[{}]}}"#, numbers.join(",")));
        assert!(short < 100, "{short}");
        let different: Vec<String> = (0..98_u64).map(|n| format!("\"{:016x}\"", (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))).collect();
        let long = of(&format!(r#"{{"type":"string","enum":[{}]}}"#, different.join(",")));
        assert!(long > 1000, "{long}");
    }

    #[test]
    fn definitions_count_at_every_reference_and_cycles_once() {
        let twice = of(
            r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/E"},"b":{"$ref":"#/$defs/E"}},"required":["a","b"],"$defs":{"E":{"enum":["abcd"]}}}"##,
        );
        let once = of(r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/E"}},"required":["a"],"$defs":{"E":{"enum":["abcd"]}}}"##);
        assert!(twice > once + 6, "{once} {twice}");
        let cycle = of(r##"{"type":"object","properties":{"a":{"$ref":"#"}}}"##);
        assert_eq!(cycle, 6);
    }
}

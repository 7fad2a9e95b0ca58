//! What a printed wire schema uses of the endpoint's limits, counted while it is printed, by the linter's rules: reading
//! the text again for every attempt to fit would take longer than making it.

use super::fit::{Measure, chars};
use crate::profile::{Limits, Profile};
use crate::rule::wire::{Literal, Operand};
use crate::schema::arena::{JsonId, TypeName};
use crate::schema::doc::Doc;
use crate::schema::keyword::{Holds, Keyword};

/// Counts of the text printed so far.
#[derive(Debug, Default)]
pub(super) struct Tally {
    properties: u64,
    optional: u64,
    unions: u64,
    enum_values: u64,
    characters: u64,
    long_enum: u64,
    max_items: u64,
    /// The root (0) or definition (its place in the queue, from 1) that is being printed.
    owner: usize,
    /// Levels of objects and arrays around the present place, from its owner on.
    level: u64,
    /// The deepest level of each owner.
    deepest: Vec<u64>,
    /// References by owner: where each leads, and the level it stands at.
    arrows: Vec<Vec<(usize, u64)>>,
    /// Whether definitions and references are looked at.
    refers: bool,
    /// Something was printed whose parts are not counted here.
    foreign: bool,
}

impl Tally {
    /// Nothing printed yet.
    pub(super) fn new(profile: &Profile) -> Self {
        let all = |keywords: &[Keyword]| keywords.iter().all(|keyword| profile.permits(*keyword));
        let foreign = !all(&[Keyword::Properties, Keyword::Items, Keyword::AnyOf]);
        let refers = all(&[Keyword::Defs, Keyword::Ref]);
        Tally { deepest: vec![0], arrows: vec![Vec::new()], foreign, refers, ..Tally::default() }
    }

    /// Begins a definition.
    pub(super) fn define(&mut self, number: usize, name: &str) {
        (self.owner, self.level) = (number, 0);
        if self.deepest.len() <= number {
            self.deepest.resize(number + 1, 0);
            self.arrows.resize(number + 1, Vec::new());
        }
        self.characters += chars(name);
    }

    /// A definition was printed, which is a union or not.
    pub(super) fn defined(&mut self, union: bool) {
        self.unions += u64::from(union);
    }

    /// A property was printed.
    pub(super) fn property(&mut self, name: &str, required: bool, union: bool) {
        self.properties += 1;
        self.optional += u64::from(!required);
        self.unions += u64::from(union);
        self.characters += chars(name);
    }

    /// Goes into an object or array.
    pub(super) fn enter(&mut self) {
        self.level += 1;
        let deepest = &mut self.deepest[self.owner];
        *deepest = (*deepest).max(self.level);
    }

    /// Comes out of it.
    pub(super) fn leave(&mut self) {
        self.level -= 1;
    }

    /// A list of types without structure.
    pub(super) fn types(&mut self, types: &[TypeName]) {
        if types.iter().any(|name| matches!(name, TypeName::Object | TypeName::Array)) {
            self.enter();
            self.leave();
        }
    }

    /// A reference to the root (0) or a definition.
    pub(super) fn reference(&mut self, to: usize) {
        self.foreign |= !self.refers;
        self.arrows[self.owner].push((to, self.level));
    }

    /// An `enum`.
    pub(super) fn literals(&mut self, doc: &Doc, list: &[Literal], long_from: u64) {
        let (mut text, mut strings) = (0, true);
        for literal in list {
            text += match literal {
                Literal::User(json) => {
                    strings &= doc.str(*json).is_some() || doc.kind(*json) == crate::json::Kind::Null;
                    literal_chars(doc, *json)
                }
                Literal::Label(label) => chars(label),
                Literal::Integer(n) => {
                    strings = false;
                    n.to_string().len() as u64
                }
                Literal::Bool(value) => {
                    strings = false;
                    if *value { 4 } else { 5 }
                }
                Literal::Null => 4,
            };
        }
        let members = list.len() as u64;
        self.enum_values += members;
        self.characters += text;
        if strings && members > long_from {
            self.long_enum = self.long_enum.max(text);
        }
    }

    /// A keyword beside the body of a node.
    pub(super) fn keyword(&mut self, keyword: Keyword, operand: &Operand) {
        match (keyword, operand) {
            (Keyword::MaxItems, Operand::Count(n)) => self.max_items = self.max_items.saturating_add(*n),
            (Keyword::MaxItems | Keyword::Enum | Keyword::Const | Keyword::Type, _) => self.foreign = true,
            _ => self.foreign |= keyword.holds() != Holds::Nothing,
        }
    }

    /// A keyword that the linter looks below only where the endpoint takes it.
    pub(super) fn holder(&mut self, looked_into: bool) {
        self.foreign |= !looked_into;
    }

    /// Whether everything that was printed was counted.
    pub(super) fn is_whole(&self) -> bool {
        !self.foreign
    }

    /// Takes the counts over, those the endpoint limits.
    pub(super) fn tell(&self, limits: &Limits, measure: &mut Measure) {
        let rows = [
            (&limits.properties, &mut measure.properties, self.properties),
            (&limits.enum_values, &mut measure.enum_values, self.enum_values),
            (&limits.long_enum_chars, &mut measure.long_enum_chars, self.long_enum),
            (&limits.characters, &mut measure.characters, self.characters),
            (&limits.optional_properties, &mut measure.optional, self.optional),
            (&limits.union_properties, &mut measure.unions, self.unions),
            (&limits.max_items_total, &mut measure.max_items_total, self.max_items),
        ];
        for (limit, slot, used) in rows {
            if limit.is_some() {
                *slot = used;
            }
        }
        if limits.depth.is_some() {
            measure.depth = self.depth();
        }
    }

    /// Levels from the root, going on through references; one that leads back into a definition on the way counts for
    /// nothing.
    fn depth(&self) -> u64 {
        let mut finished: Vec<Option<u64>> = vec![None; self.deepest.len()];
        let mut begun = vec![false; self.deepest.len()];
        begun[0] = true;
        let mut stack = vec![(0, 0)];
        while let Some((at, next)) = stack.last_mut() {
            if let Some((to, _)) = self.arrows[*at].get(*next) {
                *next += 1;
                if !std::mem::replace(&mut begun[*to], true) {
                    stack.push((*to, 0));
                }
                continue;
            }
            let through = self.arrows[*at].iter().filter_map(|(to, level)| finished[*to].map(|below| level + below)).max();
            finished[*at] = Some(self.deepest[*at].max(through.unwrap_or_default()));
            stack.pop();
        }
        finished[0].unwrap_or_default()
    }
}

/// The characters of a literal: strings without quotes, containers by what they hold.
fn literal_chars(doc: &Doc, json: JsonId) -> u64 {
    if let Some(text) = doc.str(json).or_else(|| doc.number(json)) {
        return chars(text);
    }
    let mut total = 0;
    let mut stack = vec![json];
    while let Some(json) = stack.pop() {
        total += match (doc.str(json).or_else(|| doc.number(json)), doc.bool(json)) {
            (Some(text), _) => chars(text),
            (None, Some(false)) => 5,
            (None, Some(true)) => 4,
            (None, None) if doc.kind(json) == crate::json::Kind::Null => 4,
            (None, None) => doc.children(json).filter_map(|child| doc.key(child)).map(chars).sum(),
        };
        stack.extend(doc.children(json));
    }
    total
}

#[cfg(test)]
mod tests {
    use crate::compat::{Options, prepare};
    use crate::profile;

    /// Where a limit is near, the printer's count is what was used; it has to be the linter's.
    #[test]
    fn the_printer_counts_as_the_linter_does() {
        let node = r##"{"$ref":"#/$defs/n","description":"d"}"##;
        let of = |name: &str, value: &str| format!(r#""{name}":{value}"#);
        let many = |count: usize, value: &str| (0..count).map(|i| of(&format!("p{i}"), value)).collect::<Vec<_>>().join(",");
        let recursive =
            format!(r#""$defs":{{"n":{{"type":"object","properties":{{"k":{{"enum":["a",null,3]}},"next":{node},"é":{{}}}}}}}}"#);
        let schemas = [
            format!(r#"{{"type":"object","properties":{{{}}}}}"#, many(20, r#"{"type":["string","null"]}"#)),
            format!(r#"{{"type":"object","properties":{{{}}}}}"#, many(12, r#"{"anyOf":[{"type":"object"},{"type":"array"}]}"#)),
            format!(r#"{{"type":"object","properties":{{{}}},{recursive}}}"#, many(3, node)),
            format!(r#"{{"type":"array","items":{node},"maxItems":3,{recursive}}}"#),
            format!(r#"{{"type":"object","additionalProperties":{node},{recursive}}}"#),
        ];
        for profile in ["openai", "anthropic", "gemini-json-schema", "gemini-schema"] {
            let profile = profile::find(profile).expect("a built-in profile");
            for schema in &schemas {
                let Ok(prepared) = prepare(schema, profile, &Options::default()) else { continue };
                if !prepared.measure().is_near(&profile.limits) {
                    continue;
                }
                let mut measure = *prepared.measure();
                measure.adopt(&prepared.usage());
                assert_eq!(*prepared.measure(), measure, "{} {schema} {}", profile.name, prepared.wire_schema());
            }
        }
    }
}

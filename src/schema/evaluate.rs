//! Whether a value satisfies a subschema, exactly: every keyword of every draft, numbers as decimals, formats never
//! asserted. The work is bounded, and a question that would take more is left open.

mod containers;

use super::arena::{Body, JsonId, Keywords, SchemaId};
use super::equal::{Members, Names, has_duplicates, settled};
use super::keyword::Draft;
use super::parse::Schema;
use crate::json::{Decimal, Json};
use std::collections::HashMap;

/// Work that [`Schema::accepts`] does at most, in steps of about one subschema or comparison.
pub const FUEL: u64 = 2_000_000;
/// Steps that matching a pattern counts for.
const MATCH: usize = 16;
/// Work after which verdicts on containers are remembered; most evaluations end before.
const REMEMBER_AFTER: u64 = 4096;
/// Deepest recursion of an evaluation; takes about 256 KiB of stack.
const MAX_DEPTH: u32 = 512;

impl Schema {
    /// Whether the value satisfies the subschema. Of members with the same name the last one counts.
    ///
    /// `false` also where [`Schema::verdict`] leaves it open.
    #[must_use]
    pub fn accepts(&self, id: SchemaId, value: &Json<'_>) -> bool {
        self.verdict(id, value, FUEL) == Some(true)
    }

    /// Whether the value satisfies the subschema; `None` when that takes more than `fuel` steps or too deep a recursion,
    /// or hangs on a pattern that does not compile or a number whose exponent is out of reach.
    #[must_use]
    pub fn verdict(&self, id: SchemaId, value: &Json<'_>, fuel: u64) -> Option<bool> {
        let mut run =
            Run { schema: self, fuel, depth: 0, open: false, remember_at: fuel.saturating_sub(REMEMBER_AFTER), known: HashMap::new() };
        let holds =
            if has_duplicates(value, MAX_DEPTH as usize)? { run.holds(id, &settled(value), None) } else { run.holds(id, value, None) };
        (!run.open).then_some(holds)
    }
}

/// Which members or elements of the value some keyword has evaluated.
type Seen = Vec<bool>;

struct Run<'s> {
    schema: &'s Schema,
    fuel: u64,
    depth: u32,
    /// Whether the answer is left open; then everything is false at once.
    open: bool,
    /// How much fuel is left when remembering begins.
    remember_at: u64,
    /// Verdicts by the address of the container, which stays where it is: unions in a recursive schema ask the same
    /// question once for each way that leads there.
    known: HashMap<(SchemaId, usize), bool>,
}

impl<'s> Run<'s> {
    fn spend(&mut self, steps: usize) -> bool {
        match self.fuel.checked_sub(steps as u64) {
            Some(left) if !self.open => {
                self.fuel = left;
                true
            }
            _ => self.leave_open(),
        }
    }

    fn leave_open(&mut self) -> bool {
        self.open = true;
        false
    }

    fn holds(&mut self, id: SchemaId, value: &Json<'_>, seen: Option<&mut Seen>) -> bool {
        if !self.spend(1) {
            return false;
        }
        let schema = self.schema;
        let sub = schema.sub(id);
        let keywords = match &sub.body {
            Body::Bool(value) => return *value,
            Body::Keywords(keywords) => keywords,
        };
        if self.depth == MAX_DEPTH {
            return self.leave_open();
        }
        let remembers = seen.is_none() && self.fuel < self.remember_at && matches!(value, Json::Array(_) | Json::Object(_));
        let place = (id, std::ptr::from_ref(value).addr());
        if remembers && let Some(holds) = self.known.get(&place) {
            return *holds;
        }
        self.depth += 1;
        let holds = self.keywords(keywords, sub.draft, value, seen);
        self.depth -= 1;
        if remembers && !self.open {
            self.known.insert(place, holds);
        }
        holds
    }

    fn keywords(&mut self, k: &'s Keywords, draft: Draft, value: &Json<'_>, mut seen: Option<&mut Seen>) -> bool {
        let unevaluated = match value {
            Json::Array(_) => k.unevaluated_items,
            Json::Object(_) => k.unevaluated_properties,
            _ => None,
        };
        let Some(unevaluated) = unevaluated else {
            return self.own(k, draft, value, seen.as_deref_mut()) && self.combined(k, value, seen);
        };
        let mut local = blank(value);
        if !(self.spend(local.len() / 8) && self.own(k, draft, value, Some(&mut local)) && self.combined(k, value, Some(&mut local))) {
            return false;
        }
        let rest_holds = match value {
            Json::Array(items) => local.iter().zip(items).all(|(seen, item)| *seen || self.holds(unevaluated, item, None)),
            Json::Object(members) => local.iter().zip(members).all(|(seen, (_, member))| *seen || self.holds(unevaluated, member, None)),
            _ => true,
        };
        if let Some(seen) = seen {
            seen.fill(true);
        }
        rest_holds
    }

    /// Everything but in-place subschemas and `unevaluated*`.
    fn own(&mut self, k: &'s Keywords, draft: Draft, value: &Json<'_>, seen: Option<&mut Seen>) -> bool {
        let doc = self.schema.doc();
        if k.types.is_some_and(|types| !types.has(value.kind())) {
            return false;
        }
        if let Some(literals) = &k.enumeration {
            let list = literals.first().and_then(|literal| doc.parent(*literal));
            if !list.is_some_and(|list| self.compare(list, value) && self.schema.lists(list, literals, value)) {
                return false;
            }
        }
        if let Some(constant) = k.constant
            && !(self.compare(constant, value) && doc.same(constant, value))
        {
            return false;
        }
        match value {
            Json::Null | Json::Bool(_) => true,
            Json::Number(token) => self.number(k, draft, token),
            Json::String(text) => self.string(k, text),
            Json::Array(items) => self.array(k, draft, items, seen),
            Json::Object(members) => self.object(k, members, seen),
        }
    }

    /// Pays for comparing a value with a node or its children.
    fn compare(&mut self, node: JsonId, value: &Json<'_>) -> bool {
        let doc = self.schema.doc();
        let span = doc.span(node);
        let inner = if matches!(value, Json::Array(_) | Json::Object(_)) { (span.end - span.start) as usize / 32 } else { 0 };
        self.spend(1 + doc.count(node) / 4 + inner)
    }

    fn number(&mut self, k: &Keywords, draft: Draft, token: &str) -> bool {
        // Draft 4 has integers by spelling; later drafts by value.
        if k.integer && draft == Draft::Draft4 && token.contains(['.', 'e', 'E']) {
            return false;
        }
        let bounds = [k.minimum, k.maximum, k.exclusive_minimum, k.exclusive_maximum, k.multiple_of];
        if !k.integer && bounds.iter().all(Option::is_none) {
            return true;
        }
        let Some(number) = Decimal::parse(token) else { return self.leave_open() };
        if k.integer && !number.is_integer() {
            return false;
        }
        for (at, bound) in bounds.into_iter().enumerate() {
            let Some(bound) = bound else { continue };
            let Some(bound) = self.schema.doc().number(bound).and_then(Decimal::parse) else { return self.leave_open() };
            let holds = match at {
                0 => number >= bound,
                1 => number <= bound,
                2 => number > bound,
                3 => number < bound,
                _ => number.is_multiple_of(&bound),
            };
            if !holds {
                return false;
            }
        }
        true
    }

    fn string(&mut self, k: &Keywords, text: &str) -> bool {
        if k.min_length.is_some() || k.max_length.is_some() {
            let length = text.chars().count() as u64;
            if !self.spend(text.len() / 64) || k.min_length.is_some_and(|min| length < min) || k.max_length.is_some_and(|max| length > max)
            {
                return false;
            }
        }
        let Some(node) = k.pattern else { return true };
        self.spend(MATCH + text.len() / 16)
            && match self.schema.pattern(node) {
                Some(pattern) => pattern.is_match(text),
                None => self.leave_open(),
            }
    }

    /// The in-place subschemas.
    fn combined(&mut self, k: &'s Keywords, value: &Json<'_>, mut seen: Option<&mut Seen>) -> bool {
        let all = [k.reference, k.dynamic_reference].into_iter().flatten().chain(k.all_of.iter().copied());
        for id in all {
            if !self.holds(id, value, seen.as_deref_mut()) {
                return false;
            }
        }
        if !k.any_of.is_empty() {
            let mut matched = false;
            for id in &k.any_of {
                matched |= self.branch(*id, value, seen.as_deref_mut());
                if matched && seen.is_none() {
                    break;
                }
            }
            if !matched {
                return false;
            }
        }
        if !k.one_of.is_empty() {
            let mut matched = 0;
            for id in &k.one_of {
                matched += u32::from(self.branch(*id, value, seen.as_deref_mut()));
                if matched > 1 {
                    return false;
                }
            }
            if matched == 0 {
                return false;
            }
        }
        if k.not.is_some_and(|id| self.holds(id, value, None)) {
            return false;
        }
        if let Some(condition) = k.condition {
            let chosen = if self.branch(condition, value, seen.as_deref_mut()) { k.then } else { k.otherwise };
            if chosen.is_some_and(|id| !self.holds(id, value, seen.as_deref_mut())) {
                return false;
            }
        }
        if let Json::Object(members) = value
            && !k.dependent_schemas.is_empty()
        {
            let (doc, names) = (self.schema.doc(), Names::new(members));
            if !self.spend(members.len() / 4) {
                return false;
            }
            for (trigger, id) in &k.dependent_schemas {
                let triggered = doc.key(*trigger).is_some_and(|name| names.has(name));
                if !self.spend(1) || (triggered && !self.holds(*id, value, seen.as_deref_mut())) {
                    return false;
                }
            }
        }
        true
    }

    /// A subschema that may fail; what it evaluated counts only if it holds.
    fn branch(&mut self, id: SchemaId, value: &Json<'_>, seen: Option<&mut Seen>) -> bool {
        let Some(seen) = seen else { return self.holds(id, value, None) };
        let mut local = blank(value);
        let holds = self.spend(local.len() / 8) && self.holds(id, value, Some(&mut local));
        if holds {
            seen.iter_mut().zip(local).for_each(|(seen, local)| *seen |= local);
        }
        holds
    }
}

fn blank(value: &Json<'_>) -> Seen {
    let length = match value {
        Json::Array(items) => items.len(),
        Json::Object(members) => members.len(),
        _ => 0,
    };
    vec![false; length]
}

#[cfg(test)]
mod tests {
    use crate::json::{Json, parse};
    use crate::schema::{ReadOptions, Schema};

    fn schema(text: &str) -> Schema {
        Schema::parse(text, &ReadOptions::default()).unwrap()
    }

    #[test]
    fn depth_and_work_are_bounded() {
        let recursive = r##"{"anyOf":[{"type":"null"},{"items":{"$ref":"#"},"additionalProperties":{"$ref":"#"}}]}"##;
        let test = move || {
            let schema = schema(recursive);
            let nested = |depth: usize| (0..depth).fold(Json::Null, |inner, _| Json::Array(vec![inner]));
            assert_eq!(schema.verdict(schema.root(), &nested(127), super::FUEL), Some(true));
            assert_eq!(schema.verdict(schema.root(), &nested(1000), super::FUEL), None);
            assert_eq!(schema.verdict(schema.root(), &nested(100), 50), None);
        };
        std::thread::Builder::new().stack_size(1 << 20).spawn(test).unwrap().join().unwrap();
    }

    #[test]
    fn alternatives_are_judged_once() {
        let branch = |extra: &str| format!(r##"{{"properties":{{"x":{{"$ref":"#"}},{extra}}},"required":["x"],"type":"object"}}"##);
        let schema =
            schema(&format!(r#"{{"anyOf":[{},{},{{"type":"string"}}]}}"#, branch(r#""t":{"type":"string"}"#), branch(r#""u":true"#)));
        let nested = |inner: &str| format!("{}{inner}{}", r#"{"x":"#.repeat(100), "}".repeat(100));
        assert_eq!(schema.verdict(schema.root(), &parse(&nested("5")).unwrap(), super::FUEL), Some(false));
        assert_eq!(schema.verdict(schema.root(), &parse(&nested(r#""s""#)).unwrap(), super::FUEL), Some(true));
    }

    #[test]
    fn the_last_duplicate_counts() {
        let schema = schema(r#"{"properties":{"a":{"const":2.0}},"minProperties":1,"maxProperties":1}"#);
        assert!(schema.accepts(schema.root(), &parse(r#"{"a":1,"a":2}"#).unwrap()));
        assert!(!schema.accepts(schema.root(), &parse(r#"{"a":2,"a":1}"#).unwrap()));
    }
}

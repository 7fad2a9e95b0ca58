//! Numbers and strings: what the endpoint enforces stays a keyword, the rest is told in words and checked afterwards.

use super::context::{At, Context, Slot};
use super::wire::{Body, Literal, Operand, Wire};
use crate::codec::{Node, Scalar};
use crate::form::{Few, NumberFacets, Residual, Shape};
use crate::json::{Decimal, Json, Kind, KindSet};
use crate::options::Formats;
use crate::profile::TypeWord;
use crate::schema::arena::TypeName;
use crate::schema::keyword::Keyword;

/// An integer range up to this wide is listed where the endpoint takes no bounds.
const MAX_LISTED: i64 = 32;

impl Context<'_, '_> {
    pub(super) fn number(&mut self, slot: Slot, shape: &Shape) {
        let facets = self.forms.number(shape);
        let name = if facets.integer { TypeName::Integer } else { TypeName::Number };
        if let Some(list) = self.listed_range(&facets) {
            let literals = list.iter().map(|n| Json::Number(n.to_string().into())).collect();
            let node = Node::Scalar(Scalar { kinds: KindSet::of(Kind::Number), integer: true, literals: Some(literals) });
            let body = Body::Literals(Few::of(TypeName::Integer), list.into_iter().map(Literal::Integer).collect());
            self.fill(slot, Wire::of(body), node);
            return;
        }
        let mut wire = Wire::scalar(name);
        self.number_keywords(&mut wire, &facets, false);
        self.fill(slot, wire, Self::scalar(KindSet::of(Kind::Number), facets.integer));
    }

    /// What is asked of numbers; a format is told with the strings beside them, where there are any.
    pub(super) fn number_keywords(&mut self, wire: &mut Wire, facets: &NumberFacets, strings: bool) {
        for bound in facets.low.iter().chain(&facets.high) {
            let safe = bound.value.is_exact_f64() && !is_int64_extreme(&bound.value);
            if self.enforces(bound.keyword) && safe {
                wire.keywords.push((bound.keyword, Operand::User(bound.json)));
            } else {
                self.tell(wire, bound.keyword, At::Json(bound.json), Operand::User(bound.json));
            }
        }
        for (i, json) in facets.multiples.iter().enumerate() {
            if i == 0 && self.enforces(Keyword::MultipleOf) {
                wire.keywords.push((Keyword::MultipleOf, Operand::User(*json)));
            } else {
                self.tell(wire, Keyword::MultipleOf, At::Json(*json), Operand::User(*json));
            }
        }
        for json in facets.formats.iter().filter(|_| !strings) {
            let name = self.schema().doc().str(*json).unwrap_or_default();
            super::unsupported_format::tell(self, wire, *json, name);
        }
        for id in &facets.excluded {
            self.tell_excluded(wire, *id);
        }
        let word = if facets.integer { TypeWord::Integer } else { TypeWord::Number };
        self.settle(wire, &[word], At::Schema(self.schema().root()));
    }

    /// A short integer range as a list, where bounds would be lost.
    fn listed_range(&self, facets: &NumberFacets) -> Option<Vec<i64>> {
        if !facets.integer || !facets.multiples.is_empty() || !facets.excluded.is_empty() {
            return None;
        }
        let (low, high) = (facets.low.as_ref()?, facets.high.as_ref()?);
        if self.enforces(low.keyword) && self.enforces(high.keyword) {
            return None;
        }
        if !self.profile.literals.kinds.value.has(Kind::Number) {
            return None;
        }
        let first = low.value.ceil().to_i64()?.checked_add(i64::from(!low.inclusive && low.value.is_integer()))?;
        let last = high.value.floor().to_i64()?.checked_sub(i64::from(!high.inclusive && high.value.is_integer()))?;
        (first <= last && last.checked_sub(first)? < MAX_LISTED).then(|| (first..=last).collect())
    }

    pub(super) fn string(&mut self, slot: Slot, shape: &Shape) {
        let mut wire = Wire::scalar(TypeName::String);
        self.string_keywords(&mut wire, shape);
        self.fill(slot, wire, Self::scalar(KindSet::of(Kind::String), false));
    }

    pub(super) fn string_keywords(&mut self, wire: &mut Wire, shape: &Shape) {
        let facets = self.forms.string(shape);
        for (keyword, bound) in [(Keyword::MinLength, facets.min), (Keyword::MaxLength, facets.max)] {
            let Some((count, from)) = bound else { continue };
            if self.enforces(keyword) {
                wire.keywords.push((keyword, Operand::Count(count)));
            } else {
                self.tell(wire, keyword, self.at_bound(shape, from), Operand::Count(count));
            }
        }
        let mut native = false;
        for json in &facets.patterns {
            let source = self.schema().doc().str(*json).unwrap_or_default();
            let portable = if native || !self.enforces(Keyword::Pattern) { None } else { self.portable(*json) };
            if let Some(pattern) = portable {
                native = true;
                wire.keywords.push((Keyword::Pattern, Operand::Text(pattern)));
            } else {
                let operand = Operand::Text(source.to_owned());
                self.tell(wire, Keyword::Pattern, At::Json(*json), operand);
            }
        }
        let mut formatted = false;
        for json in &facets.formats {
            let name = self.schema().doc().str(*json).unwrap_or_default();
            let known = self.profile.strings.formats.value.iter().any(|f| f == name);
            if known && !formatted && self.enforces(Keyword::Format) {
                formatted = true;
                wire.keywords.push((Keyword::Format, Operand::User(*json)));
            } else {
                super::unsupported_format::tell(self, wire, *json, name);
            }
        }
        for id in &facets.excluded {
            self.tell_excluded(wire, *id);
        }
        let at = self.at_bound(shape, facets.min.or(facets.max).and_then(|(_, from)| from));
        self.settle(wire, &[TypeWord::String], at);
    }

    /// Where a length bound stands; a bound made by a negation points at the shape's first subschema.
    pub(super) fn at_bound(&self, shape: &Shape, from: Option<Residual>) -> At {
        match (from, shape.parts.iter().find_map(super::context_part), shape.notes.first()) {
            (Some(from), ..) => At::Keyword(from.schema, from.keyword),
            (None, Some(id), _) => At::Schema(id),
            (None, None, Some(id)) => At::Schema(*id),
            (None, None, None) => At::Schema(self.schema().root()),
        }
    }

    /// The pattern at a node as every engine reads it alike, if it can be said so.
    pub(super) fn portable(&mut self, json: crate::schema::arena::JsonId) -> Option<String> {
        let schema = self.schema();
        self.portable.entry(json).or_insert_with(|| schema.pattern(json)?.wire_form()).clone()
    }

    /// Whether formats are checked after decoding.
    pub(super) fn asserts_formats(&self) -> bool {
        self.options.formats == Formats::Assert
    }
}

/// Grammar engines were seen to fail on bounds at the ends of the 64-bit range.
fn is_int64_extreme(value: &Decimal) -> bool {
    value.to_i64().is_none_or(|n| n == i64::MIN || n == i64::MAX) && value.is_integer()
}

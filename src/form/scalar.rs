//! What the parts of a number or string shape say together.

use super::{Forms, Part, Residual, Shape};
use crate::json::Decimal;
use crate::schema::arena::{JsonId, SchemaId};
use crate::schema::keyword::Keyword;

/// A bound on numbers.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The number in the user's schema.
    pub json: JsonId,
    /// Its value.
    pub value: Decimal,
    /// Whether the bound itself is admitted.
    pub inclusive: bool,
    /// The keyword as it would be written (a negated bound is written as its flipped keyword).
    pub keyword: Keyword,
}

/// Constraints on numbers.
#[derive(Clone, Debug, Default)]
pub struct NumberFacets {
    /// Whether only integers are admitted.
    pub integer: bool,
    /// The tightest lower bound.
    pub low: Option<Bound>,
    /// The tightest upper bound.
    pub high: Option<Bound>,
    /// `multipleOf`s.
    pub multiples: Vec<JsonId>,
    /// `format`s on numbers (`int32` and the like).
    pub formats: Vec<JsonId>,
    /// Literals excluded by a negation.
    pub excluded: Vec<SchemaId>,
}

/// Constraints on strings.
#[derive(Clone, Debug, Default)]
pub struct StringFacets {
    /// Least number of code points, and the keyword that says so (`None` for a negated bound).
    pub min: Option<(u64, Option<Residual>)>,
    /// Most code points.
    pub max: Option<(u64, Option<Residual>)>,
    /// `pattern`s, all of which hold.
    pub patterns: Vec<JsonId>,
    /// `format`s.
    pub formats: Vec<JsonId>,
    /// Literals excluded by a negation.
    pub excluded: Vec<SchemaId>,
}

/// Keeps the larger lower bound.
pub(super) fn raise(slot: &mut Option<(u64, Option<Residual>)>, value: u64, from: Option<Residual>) {
    if slot.is_none_or(|(known, _)| value > known) {
        *slot = Some((value, from));
    }
}

/// Keeps the smaller upper bound.
pub(super) fn lower(slot: &mut Option<(u64, Option<Residual>)>, value: u64, from: Option<Residual>) {
    if slot.is_none_or(|(known, _)| value < known) {
        *slot = Some((value, from));
    }
}

impl NumberFacets {
    /// Whether no number satisfies them.
    #[must_use]
    pub fn is_never(&self) -> bool {
        let (Some(low), Some(high)) = (&self.low, &self.high) else { return false };
        low.value > high.value || (low.value == high.value && !(low.inclusive && high.inclusive))
    }

    /// Whether every number of these is less than every number of `other`.
    #[must_use]
    pub fn is_below(&self, other: &Self) -> bool {
        let (Some(high), Some(low)) = (&self.high, &other.low) else { return false };
        high.value < low.value || (high.value == low.value && !(high.inclusive && low.inclusive))
    }

    fn bound(&mut self, keyword: Keyword, json: JsonId, value: Decimal) {
        let inclusive = matches!(keyword, Keyword::Minimum | Keyword::Maximum);
        let bound = Bound { json, value, inclusive, keyword };
        let is_low = matches!(keyword, Keyword::Minimum | Keyword::ExclusiveMinimum);
        let slot = if is_low { &mut self.low } else { &mut self.high };
        let tighter = slot.as_ref().is_none_or(|known| {
            let further = if is_low { bound.value > known.value } else { bound.value < known.value };
            further || (bound.value == known.value && !bound.inclusive)
        });
        if tighter {
            *slot = Some(bound);
        }
    }
}

impl StringFacets {
    /// Whether no string satisfies the lengths.
    #[must_use]
    pub fn is_never(&self) -> bool {
        matches!((self.min, self.max), (Some((min, _)), Some((max, _))) if min > max)
    }
}

impl Forms<'_> {
    /// What the parts of a number shape say together.
    #[must_use]
    pub fn number(&self, shape: &Shape) -> NumberFacets {
        let doc = self.schema().doc();
        let mut out = NumberFacets::default();
        for part in &shape.parts {
            match part {
                Part::Integer => out.integer = true,
                Part::NotLiterals(id) => out.excluded.push(*id),
                Part::Bound(keyword, json) => {
                    if let Some(value) = doc.number(*json).and_then(Decimal::parse) {
                        out.bound(*keyword, *json, value);
                    }
                }
                Part::Keywords(id) => {
                    let Some(k) = self.schema().keywords(*id) else { continue };
                    for (keyword, json) in [
                        (Keyword::Minimum, k.minimum),
                        (Keyword::ExclusiveMinimum, k.exclusive_minimum),
                        (Keyword::Maximum, k.maximum),
                        (Keyword::ExclusiveMaximum, k.exclusive_maximum),
                    ] {
                        if let Some(json) = json
                            && let Some(value) = doc.number(json).and_then(Decimal::parse)
                        {
                            out.bound(keyword, json, value);
                        }
                    }
                    out.multiples.extend(k.multiple_of);
                    out.formats.extend(k.format);
                }
                _ => {}
            }
        }
        out
    }

    /// What the parts of a string shape say together.
    #[must_use]
    pub fn string(&self, shape: &Shape) -> StringFacets {
        let mut out = StringFacets::default();
        for part in &shape.parts {
            match part {
                Part::NotLiterals(id) => out.excluded.push(*id),
                Part::Length(Keyword::MinLength, n) => raise(&mut out.min, *n, None),
                Part::Length(Keyword::MaxLength, n) => lower(&mut out.max, *n, None),
                Part::Keywords(id) => {
                    let Some(k) = self.schema().keywords(*id) else { continue };
                    let at = |keyword| Some(Residual { schema: *id, keyword });
                    if let Some(n) = k.min_length.filter(|n| *n > 0) {
                        raise(&mut out.min, n, at(Keyword::MinLength));
                    }
                    if let Some(n) = k.max_length {
                        lower(&mut out.max, n, at(Keyword::MaxLength));
                    }
                    out.patterns.extend(k.pattern);
                    out.formats.extend(k.format);
                }
                _ => {}
            }
        }
        out
    }
}

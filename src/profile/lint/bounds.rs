//! Bounds: their order, and whether those of an integer are integers.

use super::Judge;
use super::message::Fill;
use super::node::{Declared, count};
use crate::json::Json;
use crate::schema::keyword::Keyword;

/// Lower and upper bounds that belong together.
const PAIRS: [(Keyword, Keyword); 4] = [
    (Keyword::Minimum, Keyword::Maximum),
    (Keyword::MinLength, Keyword::MaxLength),
    (Keyword::MinItems, Keyword::MaxItems),
    (Keyword::MinProperties, Keyword::MaxProperties),
];

impl Judge<'_> {
    /// Judges the bounds of the schema at a place.
    pub(super) fn bounds(&mut self, index: usize, types: &Declared<'_>) {
        let profile = self.profile;
        if let Some(fact) = profile.bounds.ordered.as_ref().filter(|fact| fact.value) {
            for (low, high) in PAIRS {
                if let (Some(least), Some(most)) = (self.bound(index, low), self.bound(index, high))
                    && least > most
                {
                    let schema = self.schema(index);
                    let counted = |k: Keyword| match schema.get(k.text()) {
                        Some(Json::Number(text)) => count(text).unwrap_or_default(),
                        _ => 0,
                    };
                    let fill = Fill { measured: Some((counted(low), counted(high))), ..Fill::default() };
                    self.refuse(index, Some(low), "bounds-order", fact, &fill);
                }
            }
        }
        if let Some(fact) = profile.bounds.whole.as_ref().filter(|fact| fact.value && types.has("integer") && !types.list) {
            for keyword in [Keyword::Minimum, Keyword::Maximum] {
                if self.bound(index, keyword).is_some_and(|bound| bound.fract() != 0.0) {
                    self.refuse(index, Some(keyword), "bounds-fraction", fact, &Fill::default());
                }
            }
        }
    }

    fn bound(&self, index: usize, keyword: Keyword) -> Option<f64> {
        match self.schema(index).get(keyword.text()) {
            Some(Json::Number(text)) if self.judges(index, keyword) => text.parse().ok(),
            _ => None,
        }
    }
}

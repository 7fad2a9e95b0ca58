//! Scalars: the same on both sides.

use super::Scalar;
use super::decode::Decoder;
use super::encode::{EncodeError, borrowed};
use super::matching::Cost;
use super::path::At;
use crate::json::{Json, to_text};

impl Decoder<'_, '_> {
    /// A string that spells a literal which is no string, e.g. `"3"` for `3`, is read as that literal.
    pub(super) fn read_scalar<'a>(&mut self, scalar: &Scalar, value: &Json<'a>, at: At<'_>) -> Json<'a> {
        if let (Json::String(text), Some(literals)) = (value, &scalar.literals)
            && let Some(literal) = spelled(text, literals.iter())
        {
            self.literal_as_text(literal, at);
            return literal.clone();
        }
        self.keep(value, at)
    }

    pub(super) fn literal_as_text(&mut self, literal: &Json<'_>, at: At<'_>) {
        let message = format!("a string that spells a literal was read as that {}", literal.kind().name());
        self.slip("literal-as-text", at, message);
    }
}

/// The one literal that is no string and is spelled `text`, unless `text` is a literal itself.
pub(super) fn spelled<'l>(text: &str, literals: impl Iterator<Item = &'l Json<'static>>) -> Option<&'l Json<'static>> {
    let mut found = None;
    for literal in literals {
        match literal {
            Json::String(own) if own == text => return None,
            Json::String(_) => {}
            other if to_text(other) != text => {}
            other if found.is_none() => found = Some(other),
            _ => return None,
        }
    }
    found
}

impl Scalar {
    /// The value as it is, if it is one of these.
    pub(super) fn say<'a>(&self, value: &'a Json<'a>, at: At<'_>) -> Result<Json<'a>, EncodeError> {
        if self.fits(value) {
            return Ok(borrowed(value));
        }
        let what = if self.kinds.has(value.kind()) { "this" } else { "this kind of" };
        Err(EncodeError::new(at, format!("the wire schema has no place for {what} {}", value.kind().name())))
    }

    pub(super) fn cost(&self, value: &Json<'_>) -> Cost {
        if self.fits(value) { Cost::NONE } else { Cost::VIOLATION }
    }

    /// Whether the value is none this admits.
    pub(super) fn misfits(&self, value: &Json<'_>) -> bool {
        !self.fits(value)
    }

    /// Whether this admits the value.
    #[must_use]
    pub fn fits(&self, value: &Json<'_>) -> bool {
        let whole = match value {
            Json::Number(text) => !self.integer || is_integer(text),
            _ => true,
        };
        whole
            && self.kinds.has(value.kind())
            && self.literals.as_ref().is_none_or(|literals| literals.iter().any(|literal| literal.same(value)))
    }

    /// The literals, if only these are admitted and strings are not admitted beyond them.
    pub(super) fn literals(&self) -> Option<&[Json<'static>]> {
        self.literals.as_deref()
    }

    /// Whether a string may be read as one of the literals.
    pub(super) fn spells(&self, value: &Json<'_>) -> bool {
        match (value, self.literals()) {
            (Json::String(text), Some(literals)) => spelled(text, literals.iter()).is_some(),
            _ => false,
        }
    }
}

/// Whether a number token has no fractional part: `20`, `2e1`, `20.0`, `2.5e1`.
pub(super) fn is_integer(token: &str) -> bool {
    let (mantissa, exponent) = token.split_once(['e', 'E']).unwrap_or((token, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let digits = whole.trim_start_matches(['-', '0']);
    if digits.is_empty() && fraction.is_empty() {
        return true;
    }
    // An exponent too long for an `i64` outweighs any mantissa that is read.
    let exponent = exponent.parse::<i64>().unwrap_or(if exponent.starts_with('-') { i64::MIN } else { i64::MAX });
    let places = i64::try_from(fraction.len()).unwrap_or(i64::MAX);
    let zeros = digits.len() - digits.trim_end_matches('0').len();
    if places > 0 { exponent >= places } else { exponent >= -i64::try_from(zeros).unwrap_or(i64::MAX) }
}

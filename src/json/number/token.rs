//! Taking a number token apart.

use super::{Decimal, Digits, MAX_NUMBER, SMALL};

impl Decimal {
    /// Reads a JSON number token.
    ///
    /// `None` when the text is not one, is longer than 4,096 bytes, or has an exponent beyond `i64`.
    #[must_use]
    pub fn parse(token: &str) -> Option<Decimal> {
        if token.len() > MAX_NUMBER {
            return None;
        }
        let (negative, rest) = match token.as_bytes() {
            [b'-', rest @ ..] => (true, rest),
            rest => (false, rest),
        };
        let (int, rest) = split_digits(rest);
        if int.is_empty() || (int.len() > 1 && int[0] == b'0') {
            return None;
        }
        let (frac, rest) = match rest {
            [b'.', rest @ ..] => {
                let (frac, rest) = split_digits(rest);
                if frac.is_empty() {
                    return None;
                }
                (frac, rest)
            }
            rest => (&[][..], rest),
        };
        let exponent = match rest {
            [] => Some(0),
            [b'e' | b'E', rest @ ..] => read_exponent(rest)?,
            _ => return None,
        };
        Decimal::from_parts(negative, int, frac, exponent)
    }

    /// `exponent` is `None` when it is beyond any bound, which only zero can bear.
    pub(super) fn from_parts(negative: bool, int: &[u8], frac: &[u8], exponent: Option<i128>) -> Option<Decimal> {
        let frac = trim_end(frac);
        let kept = if frac.is_empty() { trim_end(int) } else { int };
        let dropped = int.len() - kept.len();
        let int = trim_start(kept);
        let shown = if int.is_empty() { trim_start(frac) } else { frac };
        let len = int.len() + shown.len();
        if len == 0 {
            return Some(Decimal::ZERO);
        }
        // Both lengths are at most 4,096.
        let exponent = exponent? - frac.len() as i128 + dropped as i128;
        let digits = if len <= SMALL {
            Digits::Small(int.iter().chain(shown).fold(0, |sum, b| sum * 10 + u64::from(b - b'0')))
        } else {
            Digits::Big(int.iter().chain(shown).map(|b| b - b'0').collect())
        };
        Some(Decimal { negative, digits, exponent: i64::try_from(exponent).ok()? })
    }
}

fn split_digits(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|b| !b.is_ascii_digit()).unwrap_or(bytes.len());
    bytes.split_at(end)
}

/// The outer `None` is a malformed exponent, the inner one beyond 30 digits.
#[expect(clippy::option_option, reason = "malformed and too large differ: zero bears any exponent")]
fn read_exponent(bytes: &[u8]) -> Option<Option<i128>> {
    let (negative, bytes) = match bytes {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] | rest => (false, rest),
    };
    let (digits, []) = split_digits(bytes) else {
        return None;
    };
    if digits.is_empty() {
        return None;
    }
    let digits = trim_start(digits);
    if digits.len() > 30 {
        return Some(None);
    }
    let value = digits.iter().fold(0, |sum, b| sum * 10 + i128::from(b - b'0'));
    Some(Some(if negative { -value } else { value }))
}

fn trim_start(digits: &[u8]) -> &[u8] {
    &digits[digits.iter().take_while(|b| **b == b'0').count()..]
}

fn trim_end(digits: &[u8]) -> &[u8] {
    &digits[..digits.len() - digits.iter().rev().take_while(|b| **b == b'0').count()]
}

//! Exact decimal arithmetic on number tokens: no digit is lost and no float decides anything.

mod arith;
mod token;
mod wide;

use std::cmp::Ordering;
use std::fmt;

/// Longest number token that is read, and longest integer that is written out, in bytes.
pub(crate) const MAX_NUMBER: usize = 4096;

/// Most zeros that [`Decimal::to_text`] writes to avoid an exponent.
const MAX_ZEROS: i128 = 20;

/// An exact decimal number, as a JSON number token says it.
///
/// Held as digits without zeros at either end, times a power of ten, so equal values are equal structures
/// (`1.0 == 1`, `-0 == 0`, `1e400 == 10e399`) and cost follows the length of the token, never its exponent.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Decimal {
    negative: bool,
    digits: Digits,
    exponent: i64,
}

/// The digits, most significant first, neither the first nor the last of them zero.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Digits {
    /// At most 19 digits; zero is here.
    Small(u64),
    /// At least 20 digits, each 0 to 9.
    Big(Box<[u8]>),
}

/// Most digits that always fit a `u64`.
const SMALL: usize = 19;

impl Decimal {
    /// Zero.
    pub const ZERO: Decimal = Decimal { negative: false, digits: Digits::Small(0), exponent: 0 };

    /// `coefficient` times ten to the `exponent`, which must leave room for 39 more.
    fn new(negative: bool, mut coefficient: u128, mut exponent: i64) -> Decimal {
        if coefficient == 0 {
            return Decimal::ZERO;
        }
        while coefficient.is_multiple_of(10) {
            coefficient /= 10;
            exponent += 1;
        }
        let digits = match u64::try_from(coefficient) {
            Ok(small) if small < 10u64.pow(19) => Digits::Small(small),
            _ => Digits::Big(coefficient.to_string().bytes().map(|b| b - b'0').collect()),
        };
        Decimal { negative, digits, exponent }
    }

    /// An integer from its digits (0 to 9), most significant first.
    fn from_integer_digits(negative: bool, digits: &[u8]) -> Decimal {
        let text: Vec<u8> = digits.iter().map(|d| d + b'0').collect();
        Decimal::from_parts(negative, &text, &[], Some(0)).unwrap_or(Decimal::ZERO)
    }

    /// Whether the value is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.digits == Digits::Small(0)
    }

    /// Whether the value has no fractional part, however it is spelled.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.exponent >= 0
    }

    /// The value without its sign.
    #[must_use]
    pub fn abs(&self) -> Decimal {
        Decimal { negative: false, ..self.clone() }
    }

    /// The value when it is an integer of at most 37 digits.
    pub(super) fn to_i128(&self) -> Option<i128> {
        let power = u32::try_from(self.exponent).ok().filter(|_| self.magnitude().1 <= 37)?;
        let coefficient = match &self.digits {
            Digits::Small(digits) => i128::from(*digits),
            Digits::Big(digits) => digits.iter().fold(0, |sum, digit| sum * 10 + i128::from(*digit)),
        };
        let magnitude = coefficient * 10i128.pow(power);
        Some(if self.negative { -magnitude } else { magnitude })
    }

    /// The value when it is an integer that an `i64` holds.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        i64::try_from(self.to_i128()?).ok()
    }

    /// Whether the value is an integer that an `i64` holds.
    #[must_use]
    pub fn fits_i64(&self) -> bool {
        self.to_i64().is_some()
    }

    /// Whether an `f64` holds exactly this value.
    #[must_use]
    pub fn is_exact_f64(&self) -> bool {
        match &self.digits {
            Digits::Small(0) => true,
            Digits::Small(coefficient) => small_is_exact(*coefficient, self.exponent),
            // No float has more significant digits; the two exponents bound its range with room to spare.
            Digits::Big(digits) if digits.len() > 767 || !(-1200..400).contains(&self.exponent) => false,
            // The nearest float, written out in full, is this number or it is not.
            Digits::Big(_) => self
                .to_text()
                .parse::<f64>()
                .ok()
                .filter(|float| float.is_finite())
                .and_then(|float| Decimal::parse(&format!("{float:.766e}")))
                .is_some_and(|float| float == *self),
        }
    }

    /// The one spelling of the value: plain when that takes at most 20 added zeros, else with an exponent, as
    /// `1.25e400`. [`Decimal::parse`] reads it back.
    #[must_use]
    pub fn to_text(&self) -> String {
        let digits: String = match &self.digits {
            Digits::Small(coefficient) => coefficient.to_string(),
            Digits::Big(digits) => digits.iter().map(|d| char::from(d + b'0')).collect(),
        };
        let (len, exponent) = (digits.len() as i128, i128::from(self.exponent));
        let point = len + exponent;
        let sign = if self.negative { "-" } else { "" };
        if (0..=MAX_ZEROS).contains(&exponent) {
            format!("{sign}{digits}{}", zeros(exponent))
        } else if exponent < 0 && point > 0 {
            let (int, frac) = digits.split_at(usize::try_from(point).unwrap_or(0));
            format!("{sign}{int}.{frac}")
        } else if exponent < 0 && -point <= MAX_ZEROS {
            format!("{sign}0.{}{digits}", zeros(-point))
        } else {
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            format!("{sign}{first}{dot}{rest}e{}", point - 1)
        }
    }

    fn digit_vec(&self) -> Vec<u8> {
        match &self.digits {
            Digits::Small(coefficient) => coefficient.to_string().bytes().map(|b| b - b'0').collect(),
            Digits::Big(digits) => digits.to_vec(),
        }
    }

    /// How many digits, and where the first one stands.
    fn magnitude(&self) -> (u32, i128) {
        let len = match &self.digits {
            Digits::Small(coefficient) => coefficient.checked_ilog10().map_or(0, |log| log + 1),
            Digits::Big(digits) => u32::try_from(digits.len()).unwrap_or(u32::MAX),
        };
        (len, i128::from(len) + i128::from(self.exponent))
    }

    fn cmp_abs(&self, other: &Decimal) -> Ordering {
        let ((len, place), (other_len, other_place)) = (self.magnitude(), other.magnitude());
        place.cmp(&other_place).then_with(|| match (&self.digits, &other.digits) {
            (Digits::Small(a), Digits::Small(b)) => {
                let most = len.max(other_len);
                let aligned = |digits: u64, len: u32| u128::from(digits) * 10u128.pow(most - len);
                aligned(*a, len).cmp(&aligned(*b, other_len))
            }
            // Neither ends in zero, so of two with a common start the longer is greater.
            _ => self.digit_vec().cmp(&other.digit_vec()),
        })
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Decimal) -> Ordering {
        let sign = |d: &Decimal| match d {
            d if d.is_zero() => 0,
            d if d.negative => -1,
            _ => 1,
        };
        sign(self).cmp(&sign(other)).then_with(|| match sign(self) {
            0 => Ordering::Equal,
            1 => self.cmp_abs(other),
            _ => other.cmp_abs(self),
        })
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Decimal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i128> for Decimal {
    fn from(value: i128) -> Decimal {
        Decimal::new(value < 0, value.unsigned_abs(), 0)
    }
}

impl From<i64> for Decimal {
    fn from(value: i64) -> Decimal {
        Decimal::from(i128::from(value))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

impl fmt::Debug for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Decimal({self})")
    }
}

/// Whether two JSON number tokens have the same value.
///
/// A token that [`Decimal::parse`] cannot take equals only its own spelling.
#[must_use]
pub fn json_numbers_equal(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    // Integers have one spelling each, but for `-0`.
    let plain = |token: &str| token != "-0" && token.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    if plain(a) && plain(b) {
        return false;
    }
    matches!((Decimal::parse(a), Decimal::parse(b)), (Some(a), Some(b)) if a == b)
}

fn zeros(count: i128) -> String {
    "0".repeat(usize::try_from(count).unwrap_or(0))
}

/// Whether `coefficient * 10^exponent` has at most 53 significant bits; its range never passes a float's.
fn small_is_exact(coefficient: u64, exponent: i64) -> bool {
    let odd = u128::from(coefficient >> coefficient.trailing_zeros());
    let Some(fives) = u32::try_from(exponent.unsigned_abs()).ok().filter(|power| *power <= 27).map(|power| 5u128.pow(power)) else {
        return false;
    };
    let odd = if exponent >= 0 {
        odd * fives
    } else if odd.is_multiple_of(fives) {
        odd / fives
    } else {
        return false;
    };
    odd < 1 << 53
}

#[cfg(test)]
mod tests;

//! Multiples, rounding and the neighbours of an integer.

use super::wide::Wide;
use super::{Decimal, Digits, MAX_NUMBER};

impl Decimal {
    /// Whether the value is a whole number of times `divisor`, exactly; never for a zero divisor.
    ///
    /// Powers of ten cancel first, so exponents cost nothing. What is left is one remainder, quadratic in the
    /// digits only when both numbers have 20 or more: some hundred thousand steps at the length cap, and a few
    /// million if the divisor is a high power of five.
    #[must_use]
    pub fn is_multiple_of(&self, divisor: &Decimal) -> bool {
        if divisor.is_zero() {
            return false;
        }
        if self.is_zero() {
            return true;
        }
        // Our last digit is not zero, so no power of ten in the divisor can come from it.
        let Ok(tens) = u128::try_from(i128::from(self.exponent) - i128::from(divisor.exponent)) else {
            return false;
        };
        match (&self.digits, &divisor.digits) {
            (Digits::Small(a), Digits::Small(b)) => a.is_multiple_of(strip(*b, tens)),
            (Digits::Big(a), Digits::Small(b)) => {
                let b = u128::from(strip(*b, tens));
                a.iter().fold(0u128, |rest, digit| (rest * 10 + u128::from(*digit)) % b) == 0
            }
            (a, Digits::Big(b)) => {
                let mut b = Wide::from_digits(b);
                b.strip(2, tens);
                b.strip(5, tens);
                let a = match a {
                    Digits::Small(a) => Wide::from_u64(*a),
                    Digits::Big(a) => Wide::from_digits(a),
                };
                b.divides(&a)
            }
        }
    }

    /// The least positive number that is a multiple of both, exactly.
    ///
    /// `None` when either is zero, or when neither is a multiple of the other and one has more than 19 digits or
    /// the result more than 38: a caller then keeps both conditions.
    #[must_use]
    pub fn lcm(&self, other: &Decimal) -> Option<Decimal> {
        if self.is_zero() || other.is_zero() {
            return None;
        }
        if self.is_multiple_of(other) {
            return Some(self.abs());
        }
        if other.is_multiple_of(self) {
            return Some(other.abs());
        }
        let (Digits::Small(a), Digits::Small(b)) = (&self.digits, &other.digits) else {
            return None;
        };
        let (a, twos_a, fives_a) = split_tens(*a, self.exponent);
        let (b, twos_b, fives_b) = split_tens(*b, other.exponent);
        let (twos, fives) = (twos_a.max(twos_b), fives_a.max(fives_b));
        let tens = twos.min(fives);
        let rest = u128::from(a / gcd(a, b)) * u128::from(b);
        let twos = 2u128.checked_pow(u32::try_from(twos - tens).ok()?)?;
        let fives = 5u128.checked_pow(u32::try_from(fives - tens).ok()?)?;
        let coefficient = rest.checked_mul(twos)?.checked_mul(fives)?;
        Some(Decimal::new(false, coefficient, i64::try_from(tens).ok()?))
    }

    /// The greatest integer that is not greater.
    #[must_use]
    pub fn floor(&self) -> Decimal {
        self.round(false)
    }

    /// The least integer that is not less.
    #[must_use]
    pub fn ceil(&self) -> Decimal {
        self.round(true)
    }

    fn round(&self, up: bool) -> Decimal {
        if self.is_integer() {
            return self.clone();
        }
        let mut digits = self.digit_vec();
        let keep = usize::try_from(digits.len() as i128 + i128::from(self.exponent)).unwrap_or(0);
        digits.truncate(keep);
        if up == self.negative {
            Decimal::from_integer_digits(self.negative, &digits)
        } else {
            grow(&mut digits);
            Decimal::from_integer_digits(self.negative, &digits)
        }
    }

    /// The next integer up; `None` for a fraction, or an integer of more than 4,096 digits.
    #[must_use]
    pub fn successor(&self) -> Option<Decimal> {
        self.step(true)
    }

    /// The next integer down; `None` for a fraction, or an integer of more than 4,096 digits.
    #[must_use]
    pub fn predecessor(&self) -> Option<Decimal> {
        self.step(false)
    }

    fn step(&self, up: bool) -> Option<Decimal> {
        if let Some(value) = self.to_i128() {
            return Some(Decimal::from(if up { value + 1 } else { value - 1 }));
        }
        let mut digits = self.digit_vec();
        let zeros = usize::try_from(self.exponent).ok()?;
        if zeros > MAX_NUMBER - digits.len().min(MAX_NUMBER) {
            return None;
        }
        digits.resize(digits.len() + zeros, 0);
        // Zero has an `i128`, so there is a digit to borrow from.
        if up == self.negative {
            shrink(&mut digits);
        } else {
            grow(&mut digits);
        }
        Some(Decimal::from_integer_digits(self.negative, &digits))
    }
}

/// Divides out at most `tens` twos and at most `tens` fives.
fn strip(mut value: u64, tens: u128) -> u64 {
    for prime in [2, 5] {
        let mut left = tens;
        while left > 0 && value.is_multiple_of(prime) {
            value /= prime;
            left -= 1;
        }
    }
    value
}

/// `value * 10^exponent` as a part prime to ten, and the powers of two and five beside it.
fn split_tens(value: u64, exponent: i64) -> (u64, i128, i128) {
    let count = |mut value: u64, prime| {
        let mut count = 0;
        while value.is_multiple_of(prime) {
            value /= prime;
            count += 1;
        }
        (value, i128::from(exponent) + count)
    };
    let (value, twos) = count(value, 2);
    let (value, fives) = count(value, 5);
    (value, twos, fives)
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Adds one.
fn grow(digits: &mut Vec<u8>) {
    for digit in digits.iter_mut().rev() {
        if *digit < 9 {
            *digit += 1;
            return;
        }
        *digit = 0;
    }
    digits.insert(0, 1);
}

/// Takes one away from digits that are not all zero.
fn shrink(digits: &mut [u8]) {
    for digit in digits.iter_mut().rev() {
        if *digit > 0 {
            *digit -= 1;
            return;
        }
        *digit = 9;
    }
}

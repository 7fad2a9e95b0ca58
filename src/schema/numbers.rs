//! Number tokens where a count or a divisor is expected.

/// The value of a non-negative integer token, however it is spelled (`2`, `2.0`, `20e-1`); too large ones saturate.
pub(super) fn count(token: &str) -> Option<u64> {
    let (negative, token) = match token.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, token),
    };
    let (mantissa, exponent) = match token.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent_of(exponent)),
        None => (token, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = || whole.bytes().chain(fraction.bytes());
    let Some(last) = digits().enumerate().filter(|(_, digit)| *digit != b'0').map(|(at, _)| at).last() else { return Some(0) };
    if negative {
        return None;
    }
    let used = i64::try_from(last + 1).ok()?;
    let zeros = exponent.saturating_add(i64::try_from(whole.len()).ok()?).saturating_sub(used);
    if zeros < 0 {
        return None;
    }
    let mut value = 0_u64;
    for digit in digits().take(last + 1).map(Some).chain(std::iter::repeat_n(None, usize::try_from(zeros.min(20)).ok()?)) {
        value = value.saturating_mul(10).saturating_add(digit.map_or(0, |digit| u64::from(digit - b'0')));
    }
    Some(value)
}

fn exponent_of(text: &str) -> i64 {
    let (sign, digits) = match text.as_bytes().first() {
        Some(b'-') => (-1, &text[1..]),
        Some(b'+') => (1, &text[1..]),
        _ => (1, text),
    };
    let mut value = 0_i64;
    for digit in digits.bytes() {
        value = value.saturating_mul(10).saturating_add(i64::from(digit - b'0'));
    }
    sign * value
}

/// Whether the token stands for a number above zero.
pub(super) fn positive(token: &str) -> bool {
    !token.starts_with('-') && token.bytes().take_while(|byte| !matches!(byte, b'e' | b'E')).any(|byte| (b'1'..=b'9').contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_in_every_spelling() {
        for (token, value) in [
            ("0", 0),
            ("-0.0", 0),
            ("2", 2),
            ("2.0", 2),
            ("20e-1", 2),
            ("0.02E+2", 2),
            ("120", 120),
            ("1e400", u64::MAX),
            ("18446744073709551616", u64::MAX),
        ] {
            assert_eq!(count(token), Some(value), "{token}");
        }
        for token in ["-1", "0.5", "1e-1", "2.25e1", "1e-99999999999999999999"] {
            assert_eq!(count(token), None, "{token}");
        }
        assert!(positive("0.01") && positive("1e-300") && !positive("0") && !positive("0.0e7") && !positive("-1"));
    }
}

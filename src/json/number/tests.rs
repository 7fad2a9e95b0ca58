use super::*;
use proptest::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};

fn d(token: &str) -> Decimal {
    Decimal::parse(token).unwrap_or_else(|| panic!("{token}"))
}

fn hash(value: &Decimal) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn parse_takes_json_numbers_only() {
    for bad in ["", "-", "+1", "01", "-01", "1.", ".1", "1e", "1e+", "1.e1", "0x1", "1 ", " 1", "NaN", "1e1.5", "1_0", "--1", "١"] {
        assert_eq!(Decimal::parse(bad), None, "{bad:?}");
    }
    assert!(Decimal::parse(&"1".repeat(4096)).is_some());
    assert!(Decimal::parse(&"1".repeat(4097)).is_none());
    assert!(Decimal::parse("1e9223372036854775807").is_some());
    assert!(Decimal::parse("1e9223372036854775808").is_none());
    assert!(Decimal::parse(&format!("1e{}", "9".repeat(4000))).is_none());
    assert_eq!(d(&format!("0e{}", "9".repeat(4000))), Decimal::ZERO);
    assert_eq!(d(&format!("1e{}1", "0".repeat(4000))), d("10"));
}

#[test]
fn equality_is_by_value() {
    for (a, b) in [
        ("1.0", "1"),
        ("-0", "0"),
        ("-0.000e5", "0"),
        ("1e400", "10e399"),
        ("0.001", "1e-3"),
        ("123.4500", "12345e-2"),
        ("100000000000000000000000", "1e23"),
        ("1.00000000000000000000000000000000", "1"),
        ("123456789012345678901234567890", "1.2345678901234567890123456789e29"),
    ] {
        assert_eq!(d(a), d(b), "{a} {b}");
        assert_eq!(hash(&d(a)), hash(&d(b)), "{a} {b}");
        assert_eq!(d(a).cmp(&d(b)), Ordering::Equal);
        assert!(json_numbers_equal(a, b));
    }
    assert!(!json_numbers_equal("1", "2"));
    assert!(json_numbers_equal("-0", "0"));
    assert!(!json_numbers_equal("1e400", "1e401"));
}

#[test]
fn order_is_by_value() {
    let sorted = [
        "-1e999999999",
        "-123456789012345678901",
        "-1.5",
        "-1",
        "-1e-999999999",
        "0",
        "1e-999999999",
        "0.1",
        "0.10000000000000000000000000001",
        "0.11",
        "9",
        "10",
        "10.5",
        "123456789012345678901",
        "123456789012345678901.5",
        "123456789012345678902",
        "1e21",
        "1e999999999",
    ];
    for (i, a) in sorted.iter().enumerate() {
        for (j, b) in sorted.iter().enumerate() {
            assert_eq!(d(a).cmp(&d(b)), i.cmp(&j), "{a} {b}");
        }
    }
}

#[test]
fn multiples() {
    let yes = [
        ("0", "7"),
        ("9", "3"),
        ("-9", "3"),
        ("9", "-3"),
        ("4.02", "0.01"),
        ("0.3", "0.1"),
        ("1e999999999", "0.125"),
        ("1e999999999", "1e999999998"),
        ("0.0075", "0.0001"),
        ("5e-9223372036854775807", "1e-9223372036854775807"),
        ("123456789012345678901234567890", "3"),
        ("15241578753238836750495351562536198787501905199875019052100", "123456789012345678901234567890"),
        ("1e200", "1267650600228229401496703205376"),
        ("1e200", "7888609052210118054117285652827862296732064351090230047702789306640625"),
    ];
    for (a, b) in yes {
        assert!(d(a).is_multiple_of(&d(b)), "{a} {b}");
    }
    let no = [
        ("1", "0"),
        ("0", "0"),
        ("1", "3"),
        ("1e400", "7e399"),
        ("4.025", "0.01"),
        ("1e-999999999", "1"),
        ("1e999999999", "3"),
        ("1e99", "1267650600228229401496703205376"),
        ("15241578753238836750495351562536198787501905199875019052101", "123456789012345678901234567890"),
        ("7", "123456789012345678901234567890"),
    ];
    for (a, b) in no {
        assert!(!d(a).is_multiple_of(&d(b)), "{a} {b}");
    }
}

#[test]
fn least_common_multiples() {
    for (a, b, lcm) in [
        ("4", "6", "12"),
        ("0.1", "0.25", "0.5"),
        ("-2", "3", "6"),
        ("1.5", "1", "3"),
        ("1", "1e999999999", "1e999999999"),
        ("3e999999999", "2e-999999999", "3e999999999"),
        ("0.01", "0.02", "0.02"),
        ("9999999999999999999", "9999999999999999998", "99999999999999999970000000000000000002"),
    ] {
        assert_eq!(d(a).lcm(&d(b)), Some(d(lcm)), "{a} {b}");
        assert_eq!(d(b).lcm(&d(a)), Some(d(lcm)), "{b} {a}");
    }
    assert_eq!(d("0").lcm(&d("2")), None);
    assert_eq!(d("12345678901234567890123").lcm(&d("2")), None);
    assert_eq!(d("12345678901234567890123").lcm(&d("3")), Some(d("12345678901234567890123")));
}

#[test]
fn rounding_and_neighbours() {
    for (token, floor, ceil) in [
        ("1.5", "1", "2"),
        ("-1.5", "-2", "-1"),
        ("0.3", "0", "1"),
        ("-0.3", "-1", "0"),
        ("9.99", "9", "10"),
        ("7", "7", "7"),
        ("1e999999999", "1e999999999", "1e999999999"),
        ("1e-999999999", "0", "1"),
        ("-1e-999999999", "-1", "0"),
        ("99999999999999999999.5", "99999999999999999999", "100000000000000000000"),
        ("-99999999999999999999.5", "-100000000000000000000", "-99999999999999999999"),
    ] {
        assert_eq!(d(token).floor(), d(floor), "{token}");
        assert_eq!(d(token).ceil(), d(ceil), "{token}");
    }
    for (token, next) in [
        ("0", "1"),
        ("-1", "0"),
        ("9", "10"),
        ("9223372036854775807", "9223372036854775808"),
        ("99999999999999999999999999999999999999999", "1e41"),
        ("-1e41", "-99999999999999999999999999999999999999999"),
    ] {
        assert_eq!(d(token).successor(), Some(d(next)), "{token}");
        assert_eq!(d(next).predecessor(), Some(d(token)), "{next}");
    }
    assert_eq!(d("0.5").successor(), None);
    assert_eq!(d("1e999999999").successor(), None);
    assert_eq!(d("1e4095").successor().unwrap().to_text().len(), 4096);
    assert_eq!(d("1e4096").successor(), None);
}

#[test]
fn ranges() {
    assert_eq!(d("9223372036854775807").to_i64(), Some(i64::MAX));
    assert_eq!(d("-9.223372036854775808e18").to_i64(), Some(i64::MIN));
    assert!(!d("9223372036854775808").fits_i64());
    assert!(!d("1e97").fits_i64() && !d("0.5").fits_i64() && d("5.0").fits_i64());
    assert_eq!(d("18446744073709551615").to_i128(), Some(u64::MAX.into()));
    for exact in [
        "0",
        "1",
        "0.5",
        "-0.125",
        "9007199254740992",
        "9007199254740994",
        "1e22",
        "1267650600228229401496703205376",
        "0.1000000000000000055511151231257827021181583404541015625",
        "1e15",
        "9223372036854775808",
    ] {
        assert!(d(exact).is_exact_f64(), "{exact}");
    }
    for inexact in [
        "0.1",
        "9007199254740993",
        "1e23",
        "1e400",
        "1e-400",
        "1e999999999",
        "1e97",
        "9223372036854775807",
        "1267650600228229401496703205377",
        "0.10000000000000000555111512312578270211815834045410156251",
    ] {
        assert!(!d(inexact).is_exact_f64(), "{inexact}");
    }
    for edge in [f64::MAX, f64::MIN_POSITIVE, 5e-324] {
        assert!(d(&format!("{edge:.766e}")).is_exact_f64(), "{edge}");
    }
    assert!(d("1.00").is_integer() && d("1.5e1").is_integer() && !d("1.5").is_integer());
}

#[test]
fn text() {
    for (token, text) in [
        ("-0.0", "0"),
        ("1.500", "1.5"),
        ("1e3", "1000"),
        ("1e20", "100000000000000000000"),
        ("1e21", "1e21"),
        ("12.5e400", "1.25e401"),
        ("-0.00001", "-0.00001"),
        ("1e-21", "0.000000000000000000001"),
        ("15e-23", "1.5e-22"),
        ("9223372036854775807e9223372036854775807", "9.223372036854775807e9223372036854775825"),
    ] {
        assert_eq!(d(token).to_text(), text, "{token}");
        assert_eq!(d(text), d(token), "{text}");
    }
}

/// The value at a fixed scale, for tokens small enough.
fn scaled(sign: bool, int: u64, frac: u32, exponent: i8) -> (String, i128) {
    let text = format!("{}{int}.{frac:03}e{exponent}", if sign { "-" } else { "" });
    let value = (i128::from(int) * 1000 + i128::from(frac)) * 10i128.pow(u32::try_from(exponent + 5).unwrap());
    (text, if sign { -value } else { value })
}

fn small() -> impl Strategy<Value = (String, i128)> {
    (any::<bool>(), 0u64..1_000_000, 0u32..1000, -5i8..=5).prop_map(|(sign, int, frac, exponent)| scaled(sign, int, frac, exponent))
}

fn big_digits() -> impl Strategy<Value = String> {
    "[1-9][0-9]{0,60}"
}

proptest! {
    #[test]
    fn agrees_with_scaled_integers((a, x) in small(), (b, y) in small()) {
        let (a, b) = (d(&a), d(&b));
        prop_assert_eq!(a.cmp(&b), x.cmp(&y));
        prop_assert_eq!(a == b, x == y);
        prop_assert_eq!(a.is_multiple_of(&b), y != 0 && x % y == 0);
        let one = 10i128.pow(8);
        prop_assert_eq!(a.is_integer(), x % one == 0);
        prop_assert_eq!(a.floor().to_i128(), Some(x.div_euclid(one)));
        prop_assert_eq!(a.ceil().to_i128(), Some(-(-x).div_euclid(one)));
        if let Some(lcm) = a.lcm(&b) {
            prop_assert!(lcm.is_multiple_of(&a) && lcm.is_multiple_of(&b) && lcm > Decimal::ZERO);
        } else {
            prop_assert!(x == 0 || y == 0);
        }
    }

    #[test]
    fn text_reads_back(token in "-?(0|[1-9][0-9]{0,40})(\\.[0-9]{1,40})?(e[+-]?[0-9]{1,18})?") {
        let value = d(&token);
        prop_assert_eq!(&d(&value.to_text()), &value);
        prop_assert!(value.floor() <= value && value <= value.ceil());
        if let Some(next) = value.successor() {
            prop_assert!(next > value);
            prop_assert_eq!(next.predecessor(), Some(value));
        }
    }

    #[test]
    fn wide_remainders(a in big_digits(), b in big_digits(), digit in 1u8..=9) {
        // a * b, by adding shifted copies of a.
        let mut product = vec![0u32; a.len() + b.len()];
        for (i, x) in a.bytes().rev().enumerate() {
            for (j, y) in b.bytes().rev().enumerate() {
                product[i + j] += u32::from(x - b'0') * u32::from(y - b'0');
            }
        }
        let mut carry = 0;
        let mut text: Vec<u8> = product.iter().map(|sum| {
            let total = sum + carry;
            carry = total / 10;
            u8::try_from(total % 10).unwrap() + b'0'
        }).collect();
        text.reverse();
        let text = String::from_utf8(text).unwrap();
        let text = text.trim_start_matches('0');
        let (product, a, b) = (d(text), d(&a), d(&b));
        prop_assert!(product.is_multiple_of(&a) && product.is_multiple_of(&b));
        let scaled = d(&format!("{text}e7"));
        prop_assert!(scaled.is_multiple_of(&a));
        let off = d(&format!("{text}.{digit}"));
        prop_assert!(!off.is_multiple_of(&a));
        let next = product.successor().unwrap();
        prop_assert_eq!(next.is_multiple_of(&b), b == d("1"));
    }

    #[test]
    fn exact_floats(bits in any::<u64>()) {
        let float = f64::from_bits(bits);
        prop_assume!(float.is_finite());
        let token = format!("{float:.766e}");
        let value = d(&token);
        prop_assert!(value.is_exact_f64());
        if float != 0.0 {
            prop_assert!(!d(&token.replacen('e', "1e", 1)).is_exact_f64());
        }
    }
}

//! Reading and printing against other judges: a public parsing suite, `serde_json`, and each other.

use super::*;
use proptest::prelude::*;
use std::borrow::Cow;

/// The suite's free cases that we accept; we refuse the others (lone surrogates, bytes that are not UTF-8, a byte
/// order mark, 500 levels).
const FREE_ACCEPTED: [&str; 10] = [
    "i_number_double_huge_neg_exp.json",
    "i_number_huge_exp.json",
    "i_number_neg_int_huge_exp.json",
    "i_number_pos_double_huge_exp.json",
    "i_number_real_neg_overflow.json",
    "i_number_real_pos_overflow.json",
    "i_number_real_underflow.json",
    "i_number_too_big_neg_int.json",
    "i_number_too_big_pos_int.json",
    "i_number_very_big_negative_int.json",
];

fn base64(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let (mut bits, mut held) = (0u32, 0);
    for byte in text.bytes().filter(|b| *b != b'=') {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            _ => 63,
        };
        bits = bits << 6 | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push(u8::try_from(bits >> held & 0xff).unwrap());
        }
    }
    bytes
}

#[test]
fn json_test_suite() {
    let Ok(data) = std::env::var("SCHEMA_COMPAT_DATA") else {
        println!("skipped");
        return;
    };
    let cases = std::fs::read_to_string(format!("{data}/corpus/nst_parsing.jsonl")).unwrap();
    let (mut accepted, mut refused, mut free) = (0, 0, 0);
    for line in cases.lines() {
        let case = parse(line).unwrap();
        let field = |name: &str| match case.get(name) {
            Some(Json::String(text)) => text.clone().into_owned(),
            _ => panic!("{line}"),
        };
        let (id, bytes) = (field("id"), base64(&field("bytes_b64")));
        let text = std::str::from_utf8(&bytes);
        let ok = text.is_ok_and(|text| parse(text).is_ok());
        match field("expect").as_str() {
            "accept" => {
                assert!(ok, "{id}");
                accepted += 1;
            }
            "reject" => {
                assert!(!ok, "{id}");
                refused += 1;
            }
            "either" => {
                let name = id.rsplit('/').next().unwrap();
                assert_eq!(ok, FREE_ACCEPTED.contains(&name), "{id}");
                free += 1;
            }
            _ => {
                // What is read is printed as it was, but for space.
                if let Ok(text) = text
                    && let Ok(value) = parse(text)
                {
                    let again = parse(&to_text(&value)).unwrap().into_owned();
                    assert!(again == value.into_owned(), "{id}");
                }
            }
        }
    }
    assert_eq!((accepted, free), (95, 35));
    assert!(refused >= 187, "{refused}");
}

fn any_json() -> impl Strategy<Value = Json<'static>> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,5})?".prop_map(|n| Json::Number(Cow::Owned(n))),
        any::<String>().prop_map(|s| Json::String(Cow::Owned(s))),
        "[ -~\\t\\n\"\\\\é]{0,40}".prop_map(|s| Json::String(Cow::Owned(s))),
    ];
    leaf.prop_recursive(6, 48, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Json::Array),
            prop::collection::vec(("[a-c]?|.{0,12}".prop_map(Cow::Owned), inner), 0..12).prop_map(Json::Object),
        ]
    })
}

/// Whether `serde_json` gives the same verdict; it stops at a number beyond `f64`, which we do not.
fn serde_agrees(text: &str) -> bool {
    match serde_json::from_str::<serde_json::Value>(text) {
        Ok(_) => parse(text).is_ok(),
        Err(error) => parse(text).is_err() || error.to_string().contains("number out of range"),
    }
}

/// Equal, but for `-0`, an integer to us and a float to `serde_json`.
fn close(a: &serde_json::Value, b: &serde_json::Value) -> bool {
    use serde_json::Value::{Array, Number, Object};
    match (a, b) {
        (Number(a), Number(b)) => a.as_f64() == b.as_f64(),
        (Array(a), Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| close(a, b)),
        (Object(a), Object(b)) => a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| close(a, b))),
        _ => a == b,
    }
}

/// Pieces that break or mend JSON more often than random bytes do.
const PIECES: [&str; 40] = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud800", "\\udc00", "\\u00e9", "\\n", "\\x", "0", "-", "-0", "01", "1.", ".5",
    "1e5", "1E+", "e", "true", "tru", "false", "null", "nul", "NaN", " ", "\n", "\t", "\u{b}", "\u{0}", "\u{7f}", "\u{a0}", "é", "😀",
    "\u{feff}", "/**/",
];

fn pieces() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&PIECES[..]), 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn reading_undoes_printing(value in any_json()) {
        let text = to_text(&value);
        let read = parse(&text).unwrap();
        prop_assert!(read == value, "{}", text);
        prop_assert!(read.same(&value));
        prop_assert!(serde_agrees(&text), "{}", text);
    }

    #[test]
    fn serde_json_reads_the_same_value(value in any_json()) {
        let text = to_text(&value);
        if let Ok(ours) = value.to_serde() {
            let theirs: serde_json::Value = serde_json::from_str(&text).unwrap();
            prop_assert!(close(&ours, &theirs), "{}", text);
            prop_assert!(Json::from_serde(&ours).unwrap().to_serde().unwrap() == ours);
        }
    }

    #[test]
    fn sameness_ignores_order(value in any_json()) {
        fn turned(value: &Json<'static>) -> Json<'static> {
            match value {
                Json::Array(items) => Json::Array(items.iter().map(turned).collect()),
                Json::Object(members) => {
                    let mut kept: Vec<_> = Vec::new();
                    for (name, member) in members.iter().rev() {
                        if kept.iter().all(|(n, _)| n != name) {
                            kept.push((name.clone(), turned(member)));
                        }
                    }
                    Json::Object(kept)
                }
                other => other.clone(),
            }
        }
        prop_assert!(value.same(&turned(&value)));
        let wrapped = Json::Array(vec![value.clone()]);
        prop_assert!(!value.same(&wrapped));
    }

    #[test]
    fn serde_json_gives_the_same_verdict_on_damaged_text(
        value in any_json(),
        piece in pieces(),
        at in any::<prop::sample::Index>(),
        cut in 0usize..4,
    ) {
        let mut chars: Vec<char> = to_text(&value).chars().collect();
        let at = at.index(chars.len() + 1);
        let end = (at + cut).min(chars.len());
        chars.splice(at..end, piece.chars());
        let text: String = chars.into_iter().collect();
        prop_assert!(serde_agrees(&text), "{}", text);
    }

    #[test]
    fn serde_json_gives_the_same_verdict_on_pieces(text in pieces()) {
        prop_assert!(serde_agrees(&text), "{}", text);
    }

    #[test]
    fn long_strings_end_where_they_should(text in "[a-z]{0,20}[\u{0}-\u{22}\\\\é\u{7f}\u{80}]{0,3}[a-z]{0,20}") {
        let raw = format!("\"{text}\"");
        prop_assert!(serde_agrees(&raw), "{}", raw);
        let printed = to_text(&Json::String(Cow::Borrowed(&text)));
        prop_assert!(parse(&printed).unwrap() == Json::String(Cow::Borrowed(&text)));
    }
}

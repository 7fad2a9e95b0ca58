//! JSONTestSuite: what must be read is read, what must be refused is refused, and what is left free is listed here.
//! The suite is read in place where `SCHEMA_COMPAT_DATA` points at it.
#![allow(clippy::pedantic, clippy::print_stdout, clippy::print_stderr, reason = "tests print what they found, and read better plain")]

#[path = "common/mod.rs"]
mod common;

use common::{data, lines, text};
use schema_compat::json::parse;

/// Of the cases that are left free, the ones that are read: numbers keep their text whatever their size. All others are
/// refused: bytes that are no UTF-8, halves of surrogate pairs, a byte order mark, nesting beyond 128 levels.
const READ: [&str; 10] = [
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
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits: Vec<u32> =
        text.bytes().filter_map(|byte| DIGITS.iter().position(|digit| *digit == byte)).map(|digit| digit as u32).collect();
    let mut bytes = Vec::new();
    for group in digits.chunks(4) {
        let number = (0..4).fold(0, |number, at| number << 6 | group.get(at).copied().unwrap_or(0));
        bytes.extend(number.to_be_bytes()[1..group.len()].iter());
    }
    bytes
}

#[test]
fn every_case_of_the_suite() {
    let Some(path) = data("corpus/nst_parsing.jsonl") else { return };
    let (mut counts, mut wrong) = ([0; 3], Vec::new());
    for line in lines(&path) {
        let case = parse(&line).expect("a case");
        let (id, expect) = (text(&case, "id"), text(&case, "expect"));
        let bytes = base64(text(&case, "bytes_b64"));
        let read = std::str::from_utf8(&bytes).is_ok_and(|text| parse(text).is_ok());
        let (kind, right) = match expect {
            "accept" => (0, read),
            "reject" => (1, !read),
            _ => (2, expect == "transform" || read == READ.iter().any(|name| id.ends_with(name))),
        };
        counts[kind] += 1;
        if !right {
            wrong.push(format!("{id}: {expect}, and it is {}", if read { "read" } else { "refused" }));
        }
    }
    println!("{counts:?} must be read, must be refused, free");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(counts[0] >= 95 && counts[1] >= 187, "{counts:?}");
}

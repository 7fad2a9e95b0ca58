//! Time to read a reply (parse, decode, print; validation aside), as a multiple of parsing and printing the same bytes
//! with `serde_json`.

#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

mod common;

use common::replies::{Nobody, cases, reply};
use common::{medians, rounds, times};
use schema_compat::compat::{Options, Prepared, prepare};
use schema_compat::json::{parse, to_text};
use schema_compat::profile;
use std::hint::black_box;

/// Length of a reply in bytes, at least.
const REPLY: usize = 64 << 10;
/// How often a round reads the reply.
const TIMES: usize = 20;

fn read(prepared: &Prepared<'_>, reply: &str) -> String {
    let json = parse(reply).expect("JSON");
    let decoded = prepared.codec().decode(&json, &mut Nobody);
    assert!(decoded.issues.is_empty(), "the reply does not fit: {:?}", decoded.issues);
    to_text(&decoded.value)
}

fn main() {
    let profile = profile::find("openai").expect("a built-in profile");
    println!("{:12} {:>9} {:>14} {:>14} {:>8}", "", "bytes", "serde MB/s", "ours MB/s", "ratio");
    for case in cases() {
        let prepared = prepare(&case.schema, profile, &Options::default()).expect("a schema that can be prepared");
        let text = reply(&case, REPLY);
        let mut serde = || {
            for _ in 0..TIMES {
                let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
                black_box(value.to_string());
            }
        };
        let mut ours = || {
            for _ in 0..TIMES {
                black_box(read(&prepared, &text));
            }
        };
        let medians = medians(rounds(31), &mut [&mut serde, &mut ours]);
        #[expect(clippy::cast_precision_loss, reason = "a count of bytes")]
        let speed = |time: std::time::Duration| (text.len() * TIMES) as f64 / time.as_secs_f64() / 1e6;
        let [serde, ours] = medians[..] else { continue };
        println!("{:12} {:9} {:14.0} {:14.0} {:8.2}", case.name, text.len(), speed(serde), speed(ours), times(ours, serde));
    }
}

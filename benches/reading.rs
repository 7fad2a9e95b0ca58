//! How the time to read a reply grows with its length, of answers and of what is hostile: time per KiB at each size, and
//! how often that grew over the smallest.

#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

mod common;

use common::rounds;
use schema_compat::compat::{MAX_REPLY, Options, Prepared, prepare};
use schema_compat::profile;
use schema_compat::wire::{Hints, read};
use std::hint::black_box;
use std::time::{Duration, Instant};

const SIZES: [usize; 4] = [1 << 10, 32 << 10, 1 << 20, MAX_REPLY];
const SCHEMA: &str = r#"{"type":"object","properties":{"rows":{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"},"note":{"type":"string"}},"required":["id"],"additionalProperties":false}}},"required":["rows"],"additionalProperties":false}"#;
const ROW: &str = r#"{"id":1,"note":"a row of the list"},"#;

/// A kind of reply: its name, and the text of a length.
type Family = (&'static str, fn(usize) -> String);

fn repeated(piece: &str, length: usize) -> String {
    piece.repeat(length / piece.len())
}

fn answer(length: usize) -> String {
    format!("{{\"rows\":[{}{{\"id\":0,\"note\":null}}]}}", repeated(ROW, length.saturating_sub(64)))
}

const FAMILIES: &[Family] = &[
    ("an answer", answer),
    ("an answer after prose", |n| format!("Here it is:\n```json\n{}\n```", answer(n - 32))),
    ("an answer with a slip", |n| answer(n - 1).replace("]}", ",]}")),
    ("opening brackets", |n| repeated("{", n)),
    ("opening lists", |n| repeated("[", n)),
    ("quotes", |n| repeated("\"", n)),
    ("bracket and quote", |n| repeated("{\"", n)),
    ("fences", |n| repeated("```\n", n)),
    ("names without values", |n| repeated("{\"a\":", n)),
    ("small objects", |n| repeated("{} ", n)),
    ("thoughts that open", |n| repeated("<think>", n)),
    ("one long number", |n| repeated("1", n)),
    ("backslashes", |n| format!("\"{}", repeated("\\", n - 1))),
];

fn fastest(rounds: usize, mut job: impl FnMut()) -> Duration {
    let once = |job: &mut dyn FnMut()| {
        let start = Instant::now();
        job();
        start.elapsed()
    };
    (0..rounds).map(|_| once(&mut job)).min().unwrap_or_default()
}

fn show(name: &str, mut measure: impl FnMut(usize) -> Duration) {
    #[expect(clippy::cast_precision_loss, reason = "a count of bytes")]
    let per_kib: Vec<f64> = SIZES.iter().map(|size| measure(*size).as_secs_f64() * 1e6 / (*size as f64 / 1024.0)).collect();
    let line: Vec<String> = per_kib.iter().map(|each| format!("{each:>9.2}")).collect();
    println!("{name:<24} {}   x{:.1}", line.join(" "), per_kib[per_kib.len() - 1] / per_kib[0]);
}

fn main() {
    let rounds = rounds(5);
    let profile = profile::find("openai").expect("a profile");
    let prepared: Prepared<'_> = prepare(SCHEMA, profile, &Options::default()).expect("a schema");
    println!("microseconds per KiB at {SIZES:?} bytes, best of {rounds}");
    for (name, family) in FAMILIES {
        show(name, |size| {
            let reply = family(size);
            fastest(rounds, || drop(black_box(prepared.decode(&reply))))
        });
    }
    show("a stream of events", |size| {
        let event = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"some words of it\"}}]}\n\n";
        let body = repeated(event, size);
        fastest(rounds, || drop(black_box(read(body.as_bytes(), &Hints::default()))))
    });
    show("a stream of comments", |size| {
        let body = repeated(":\n\n", size);
        fastest(rounds, || drop(black_box(read(body.as_bytes(), &Hints::default()))))
    });
}

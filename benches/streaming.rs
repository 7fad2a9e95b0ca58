//! Time to decode a reply while it comes (validation aside): against parsing and printing the same bytes with `serde_json`,
//! which decodes nothing, and against re-reading what came so far at every piece, as others do.

#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

mod common;

use common::replies::{Nobody, cases, reply};
use common::{medians, rounds, times};
use schema_compat::codec::stream::Transducer;
use schema_compat::compat::{Options, Prepared, prepare};
use schema_compat::json::{parse, to_text};
use schema_compat::profile;
use serde::de::IgnoredAny;
use std::hint::black_box;
use std::time::Duration;

/// Length of a reply in bytes, at least.
const REPLY: usize = 64 << 10;
/// How often a round reads the reply.
const TIMES: usize = 20;
/// Length of the reply that is looked at after every piece.
const LIVE: usize = 100_000;

/// Streams a reply in pieces of `size` bytes; `watch` is called after each.
fn stream(prepared: &Prepared<'_>, reply: &str, size: usize, mut watch: impl FnMut(&Transducer<'_>)) {
    let mut transducer = Transducer::new(prepared.codec(), false, false);
    let mut rest = reply;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(size.min(rest.len()));
        transducer.push(piece, &mut Nobody);
        watch(&transducer);
        rest = after;
    }
    transducer.finish(&mut Nobody);
    assert!(transducer.is_done() && transducer.stop().is_none(), "{:?}", transducer.stop());
    black_box(transducer.released());
}

/// The same, with the value as far as it is known after every piece.
fn live(prepared: &Prepared<'_>, reply: &str, size: usize) {
    stream(prepared, reply, size, |transducer| _ = black_box((transducer.released(), transducer.closers())));
}

fn reread(reply: &str, size: usize) {
    let mut end = 0;
    while end < reply.len() {
        end = (end + size).min(reply.len());
        let value = jiter::JsonValue::parse_with_config(&reply.as_bytes()[..end], false, jiter::PartialMode::TrailingStrings);
        black_box(value.is_ok());
    }
}

fn batch(prepared: &Prepared<'_>, reply: &str) -> String {
    let json = parse(reply).expect("JSON");
    to_text(&prepared.codec().decode(&json, &mut Nobody).value)
}

fn main() {
    let profile = profile::find("openai").expect("a built-in profile");
    let header = ["whole", "64 B", "16 B", "syntax", "batch", "held"];
    println!("times as fast as serde_json parse + print of the same bytes (held: bytes, in pieces of 16)");
    println!("{:12} {}", "", header.map(|name| format!("{name:>8}")).join(""));
    for case in cases() {
        let prepared = prepare(&case.schema, profile, &Options::default()).expect("a schema that can be prepared");
        let text = reply(&case, REPLY);
        assert_eq!(batch(&prepared, &text).len(), {
            let mut transducer = Transducer::new(prepared.codec(), false, false);
            transducer.push(&text, &mut Nobody);
            transducer.released().len()
        });
        let repeat = |job: &dyn Fn()| (0..TIMES).for_each(|_| job());
        let mut serde = || repeat(&|| _ = black_box(serde_json::from_str::<serde_json::Value>(&text).expect("JSON").to_string()));
        let mut whole = || repeat(&|| stream(&prepared, &text, usize::MAX, |_| ()));
        let mut pieces = || repeat(&|| stream(&prepared, &text, 64, |_| ()));
        let mut small = || repeat(&|| stream(&prepared, &text, 16, |_| ()));
        let mut syntax = || repeat(&|| _ = black_box(serde_json::from_str::<IgnoredAny>(&text).is_ok()));
        let mut ours = || repeat(&|| _ = black_box(batch(&prepared, &text)));
        let medians = medians(rounds(21), &mut [&mut serde, &mut whole, &mut pieces, &mut small, &mut syntax, &mut ours]);
        let [serde, others @ ..] = medians.as_slice() else { continue };
        let ratios: Vec<String> = others.iter().map(|time| format!("{:8.2}", times(*serde, *time))).collect();
        let mut held = 0;
        stream(&prepared, &text, 16, |transducer| held = held.max(transducer.held()));
        println!("{:12} {}{held:8}", case.name, ratios.concat());
    }
    println!("\na look after every 16 bytes of {LIVE}: times as fast as re-reading what came so far (jiter)");
    for case in cases() {
        let prepared = prepare(&case.schema, profile, &Options::default()).expect("a schema that can be prepared");
        let text = reply(&case, LIVE);
        let [reread, live]: [Duration; 2] =
            medians(1, &mut [&mut || reread(&text, 16), &mut || live(&prepared, &text, 16)]).try_into().expect("two jobs");
        println!("{:12} {:8.0}", case.name, times(reread, live));
    }
    println!("\ngrowth: nanoseconds a byte in pieces of 16, from 64 KiB to 16 MiB");
    for case in cases() {
        let prepared = prepare(&case.schema, profile, &Options::default()).expect("a schema that can be prepared");
        let each = [64 << 10, 1 << 20, 16 << 20].map(|bytes| {
            let text = reply(&case, bytes);
            let time = medians(1, &mut [&mut || live(&prepared, &text, 16)])[0];
            #[expect(clippy::cast_precision_loss, reason = "a count of bytes")]
            let each = time.as_secs_f64() * 1e9 / text.len() as f64;
            format!("{each:8.2}")
        });
        println!("{:12} {}", case.name, each.concat());
    }
}

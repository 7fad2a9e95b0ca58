//! Time to prepare schemas, as a multiple of parsing and printing the same texts with `serde_json`.

#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

mod common;

use common::{medians, rounds, schemas, times};
use schema_compat::compat::{Options, prepare};
use schema_compat::profile;
use std::hint::black_box;

fn main() {
    let texts = schemas();
    let options = Options::default();
    let mut baseline = || {
        for text in &texts {
            let value: serde_json::Value = serde_json::from_str(text).expect("JSON");
            black_box(value.to_string());
        }
    };
    let names = ["openai", "anthropic", "gemini-json-schema", "gemini-schema"];
    let mut runs: Vec<_> = names
        .map(|name| {
            let (texts, options) = (&texts, &options);
            let profile = profile::find(name).expect("a built-in profile");
            move || {
                for text in texts {
                    let _ = black_box(prepare(text, profile, options));
                }
            }
        })
        .into();
    let mut jobs: Vec<&mut dyn FnMut()> = vec![&mut baseline];
    jobs.extend(runs.iter_mut().map(|run| run as &mut dyn FnMut()));
    let medians = medians(rounds(9), &mut jobs);
    #[expect(clippy::cast_precision_loss, reason = "a count of schemas")]
    let rate = |time: std::time::Duration| texts.len() as f64 / time.as_secs_f64();
    println!("{:20} {:>12} {:>16}", "", "schemas/s", "x parse+print");
    println!("{:20} {:12.0} {:16.2}", "serde parse+print", rate(medians[0]), 1.0);
    for (name, time) in names.iter().zip(&medians[1..]) {
        println!("{name:20} {:12.0} {:16.2}", rate(*time), times(*time, medians[0]));
    }
}

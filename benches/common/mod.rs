//! What the benches share: schemas to prepare, and timing of several jobs in interleaved rounds.

#![allow(dead_code, reason = "no bench uses all of it")]
#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

pub mod replies;

use std::path::Path;
use std::time::{Duration, Instant};

/// The allocator of the command line; both sides of a ratio have it.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Schemas longer than this are left out, so that a few huge ones do not outweigh the rest.
const LONGEST: usize = 20_000;

/// Texts of the development corpus, or of the examples when there is no corpus.
pub fn schemas() -> Vec<String> {
    let corpus = std::env::var_os("SCHEMA_COMPAT_DATA").map(|root| Path::new(&root).join("corpus/sample_dev.jsonl"));
    if let Some(text) = corpus.and_then(|path| std::fs::read_to_string(path).ok()) {
        let records = text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
        let texts: Vec<String> = records.map(|r| r["schema"].to_string()).filter(|text| text.len() < LONGEST).collect();
        println!("corpus: {} schemas, {} bytes", texts.len(), bytes(&texts));
        return texts;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|ending| ending == "json")).collect();
    files.sort();
    let texts: Vec<String> = files.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect();
    println!("no corpus (set SCHEMA_COMPAT_DATA): {} schemas of examples/, {} bytes", texts.len(), bytes(&texts));
    texts
}

fn bytes(texts: &[String]) -> usize {
    texts.iter().map(String::len).sum()
}

/// How many rounds to run: a number on the command line, or `default`.
pub fn rounds(default: usize) -> usize {
    std::env::args().find_map(|arg| arg.parse().ok()).unwrap_or(default)
}

/// Median time of each job. The jobs take turns, so a slow spell of the machine hits all of them; one round warms up.
pub fn medians(rounds: usize, jobs: &mut [&mut dyn FnMut()]) -> Vec<Duration> {
    let mut times = vec![Vec::with_capacity(rounds); jobs.len()];
    for round in 0..=rounds {
        for (job, times) in jobs.iter_mut().zip(&mut times) {
            let start = Instant::now();
            job();
            if round > 0 {
                times.push(start.elapsed());
            }
        }
    }
    let middle = |mut times: Vec<Duration>| {
        times.sort();
        times[times.len() / 2]
    };
    times.into_iter().map(middle).collect()
}

/// How many times as long.
pub fn times(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64()
}

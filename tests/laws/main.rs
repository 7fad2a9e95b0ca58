//! The laws of a rewrite, each tried on random schemas and values. `PROPTEST_CASES` sets how many cases a law gets,
//! `LAWS_SEED` (0 to 255) which ones.
#![allow(clippy::pedantic, clippy::print_stdout, clippy::print_stderr, reason = "tests print what they found, and read better plain")]

mod bounds;
mod bytes;
mod canonical;
mod cases;
mod choices;
mod combinators;
mod found;
mod found_places;
mod json;
mod monotone;
mod mutate;
mod repair;
mod replies;
mod report;
mod schemas;
mod spelling;
mod stream;
#[path = "../common/streaming.rs"]
mod streaming;
mod survive;
mod told;
mod trip;
mod values;

/// Cases per law, unless the environment says otherwise.
const CASES: u32 = 256;

//! Values of the schemas people hand to models: tools, MCP servers, Pydantic, Zod and schemars.

#[path = "../common/mod.rs"]
mod common;

use super::cases::{accepts, profiles};
use super::choices::Choices;
use super::json::{read, same_but_added_nulls, text};
use super::values::sample_declared;
use common::{data, lines};
use schema_compat::compat::{Options, Prepared, prepare};
use schema_compat::finding::Fidelity;
use schema_compat::json::Json;

const ORIGINS: &[&str] =
    &["LiveMCPBench", "BFCL", "pydantic", "zod", "schemars", "github-mcp", "python-genai", "openai-python", "anthropic-sdk"];
const VALUES: usize = 12;
/// Of a hundred thousand generated values, how many must come back equal under each profile.
const SURVIVE: u64 = 99_000;

/// Decisions that differ from value to value and are the same on every run.
fn decisions(seed: usize) -> Vec<u16> {
    let mut state = (seed as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        u16::try_from(state >> 48).unwrap_or(0)
    };
    (0..400).map(|_| next()).collect()
}

/// What became of a value: it came back, or a finding says why not.
fn comes_back(prepared: &Prepared<'_>, value: &Json<'_>) -> Result<bool, String> {
    let narrowed =
        |rule: Option<&str>| prepared.findings().iter().any(|f| f.fidelity == Fidelity::Narrowed && rule.is_none_or(|rule| f.rule == rule));
    let said = match prepared.encode(&text(value)) {
        Ok(said) => said,
        Err(_) if narrowed(None) => return Ok(false),
        Err(error) => return Err(format!("cannot be said, and nothing told so: {error}")),
    };
    let outcome = prepared.decode(&said);
    let Some(back) = outcome.value.as_deref().map(read) else { return Err(format!("said {said}, read as {outcome:?}")) };
    match back.same(value) {
        true => Ok(true),
        // Absent and null are one where the report says so.
        false if narrowed(Some("absent-or-null")) && same_but_added_nulls(value, &back) => Ok(true),
        false => Err(format!("said {said}, comes back as {}", text(&back))),
    }
}

#[test]
fn generated_instances_survive() {
    let Some(path) = data("corpus/sample_dev.jsonl") else { return };
    let records: Vec<_> = lines(&path).iter().map(|line| read(line)).collect();
    let wanted = |record: &&Json<'static>| matches!(record.get("source"), Some(Json::String(source)) if ORIGINS.iter().any(|origin| source.contains(origin)));
    let mut faults = Vec::new();
    for profile in profiles() {
        let (mut tried, mut survived, mut schemas) = (0u64, 0u64, 0u64);
        for (at, record) in records.iter().enumerate().filter(|(_, record)| wanted(record)) {
            let schema = record.get("schema").expect("a schema");
            let (Ok(prepared), Some(user)) = (prepare(&text(schema), profile, &Options::default()), super::cases::compile(schema)) else {
                continue;
            };
            schemas += 1;
            for number in 0..VALUES {
                let value = sample_declared(schema, &mut Choices::new(&decisions(at * VALUES + number)));
                if !accepts(&user, &value) {
                    continue;
                }
                tried += 1;
                match comes_back(&prepared, &value) {
                    Ok(back) => survived += u64::from(back),
                    Err(why) => faults.push(format!("{} {:?} {}: {why}", profile.name, record.get("id"), text(&value))),
                }
            }
        }
        println!("{}: {survived} of {tried} values of {schemas} schemas come back", profile.name);
        if survived * 100_000 < tried * SURVIVE {
            faults.push(format!("{}: only {survived} of {tried} come back", profile.name));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

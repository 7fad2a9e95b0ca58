//! What endpoints said to schemas, and what their profiles say: our fixtures, and the known cases as a ratchet.
//!
//! `SHOW=1` prints every case that is judged otherwise; `PROVIDER=name` keeps to one.
#![allow(clippy::pedantic, clippy::print_stdout, clippy::print_stderr, reason = "tests print what they found, and read better plain")]

mod common;
#[path = "providers/endpoints.rs"]
mod endpoints;

use common::{data, lines};
use schema_compat::profile::{self, Outcome, Profile};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

/// The share of the known cases that must be right, in percent: of all, and of each of these providers.
const ALL: f64 = 95.0;
const EACH: (&[&str], f64) = (&["openai", "anthropic", "gemini"], 97.0);
/// Cases of which every one must be right.
const SURE: [&str; 2] = ["documented", "recorded HTTP exchange"];

fn outcome(name: &str) -> Outcome {
    match name {
        "accept" | "accepted" => Outcome::Accepted,
        "ignored" => Outcome::Ignored,
        "reject" | "refused" => Outcome::Refused,
        other => panic!("no outcome is called {other}"),
    }
}

/// One case: whom it is about, what was said, and how to find it again.
struct Case {
    id: String,
    provider: String,
    profile: &'static Profile,
    schema: String,
    expected: Outcome,
    confidence: String,
    together: bool,
}

/// What became of the cases of one provider.
#[derive(Default)]
struct Score {
    right: usize,
    missed: usize,
    alarms: usize,
    other: usize,
}

impl Score {
    fn total(&self) -> usize {
        self.right + self.missed + self.alarms + self.other
    }

    fn percent(&self) -> f64 {
        100.0 * self.right as f64 / self.total().max(1) as f64
    }

    fn add(&mut self, expected: Outcome, got: Outcome) {
        *match (expected, got) {
            _ if expected == got => &mut self.right,
            (Outcome::Refused, _) => &mut self.missed,
            (_, Outcome::Refused) => &mut self.alarms,
            _ => &mut self.other,
        } += 1;
    }
}

/// A case that is judged otherwise: its place, and what we say.
type Wrong = (usize, Outcome, String);

/// Judges cases; those judged otherwise, with what was said.
fn judge(cases: &[Case]) -> (BTreeMap<String, Score>, Vec<Wrong>) {
    let (mut scores, mut wrong) = (BTreeMap::<String, Score>::new(), Vec::new());
    for (at, case) in cases.iter().enumerate() {
        let say = if case.together { profile::verdict_together } else { profile::verdict };
        let verdict = say(case.profile, &case.schema).expect("JSON");
        scores.entry(case.provider.clone()).or_default().add(case.expected, verdict.outcome);
        if verdict.outcome != case.expected {
            let said = verdict.violations.iter().map(|v| format!("{} {}", v.rule, v.message)).collect::<Vec<_>>().join("; ");
            wrong.push((at, verdict.outcome, said));
        }
    }
    (scores, wrong)
}

fn print(scores: &BTreeMap<String, Score>) {
    println!("{:<20} {:>5} {:>7} {:>7} {:>7} {:>7}", "provider", "cases", "right", "missed", "alarms", "other");
    for (name, score) in scores {
        let Score { missed, alarms, other, .. } = score;
        println!("{name:<20} {:>5} {:>6.1}% {missed:>7} {alarms:>7} {other:>7}", score.total(), score.percent());
    }
}

#[test]
fn known_cases() {
    let Some(path) = data("facts/provider-cases.jsonl") else { return };
    let only = std::env::var("PROVIDER").ok();
    let misses: BTreeMap<String, BTreeMap<String, String>> = toml::from_str(include_str!("providers/misses.toml")).expect("misses.toml");
    let mut known: HashMap<String, &String> = HashMap::new();
    for (group, rows) in &misses {
        known.extend(rows.iter().map(|(id, why)| (format!("{group}:{id}"), why)));
    }
    let mut cases = Vec::new();
    for (at, line) in lines(&path).into_iter().enumerate() {
        let row: Value = serde_json::from_str(&line).expect("a case");
        let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
        if row["trigger"] != "schema" || only.as_ref().is_some_and(|only| *only != text("provider")) {
            continue;
        }
        let name = endpoints::profile_of(&row);
        let profile = profile::find(&name).unwrap_or_else(|e| panic!("line {}: {e}", at + 1));
        // The key order of a schema counts for some endpoints, so the text itself is taken.
        let schema = endpoints::member(&line, "schema").unwrap_or_else(|| row["schema"].to_string());
        cases.push(Case {
            id: (at + 1).to_string(),
            provider: text("provider"),
            profile,
            schema,
            expected: outcome(&text("verdict")),
            confidence: text("confidence"),
            together: endpoints::is_together(&row),
        });
    }
    let (scores, wrong) = judge(&cases);
    print(&scores);
    let total = scores.values().fold((0, 0), |(right, all), s| (right + s.right, all + s.total()));
    println!("{} of {} right, {:.2} %", total.0, total.1, 100.0 * total.0 as f64 / total.1 as f64);
    let mut faults = Vec::new();
    let mut used = Vec::new();
    for (at, got, said) in &wrong {
        let Case { id, provider, profile, schema, expected, confidence, .. } = &cases[*at];
        let key = format!("{provider}:{id}");
        if std::env::var_os("SHOW").is_some() {
            println!("line {id} {} {confidence}: {expected:?}, we say {got:?} ({said:.300})\n    {schema:.400}", profile.name);
        }
        match known.get(&key) {
            Some(_) if SURE.contains(&confidence.as_str()) => faults.push(format!("{key} is {confidence} and must be right")),
            Some(_) => used.push(key),
            None => faults.push(format!("{key} ({}, {confidence}): {expected:?}, we say {got:?} ({said:.200})", profile.name)),
        }
    }
    if only.is_none() {
        faults.extend(known.keys().filter(|key| !used.contains(key)).map(|key| format!("misses.toml: {key} is right, or no case")));
        let all = 100.0 * total.0 as f64 / total.1 as f64;
        if all < ALL {
            faults.push(format!("{all:.2} % right, less than {ALL}"));
        }
        for name in EACH.0 {
            let percent = scores.get(*name).map_or(0.0, Score::percent);
            if percent < EACH.1 {
                faults.push(format!("{name}: {percent:.2} % right, less than {}", EACH.1));
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn fixtures() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("provider-fixtures");
    let mut cases = Vec::new();
    for entry in std::fs::read_dir(root).expect("the folder of fixtures") {
        let path = entry.expect("an entry").path().join("cases.jsonl");
        if !path.exists() {
            continue;
        }
        for (at, line) in lines(&path).into_iter().enumerate() {
            let row: Value = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{}:{}: {e}", path.display(), at + 1));
            let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
            for part in ["profile", "verdict", "source", "date", "confidence"] {
                assert!(!text(part).is_empty(), "{}:{} has no {part}", path.display(), at + 1);
            }
            let profile = profile::find(&text("profile")).unwrap_or_else(|e| panic!("{}:{}: {e}", path.display(), at + 1));
            cases.push(Case {
                id: format!("{}:{}", path.display(), at + 1),
                provider: path.parent().and_then(|p| p.file_name()).expect("a folder").to_string_lossy().into_owned(),
                profile,
                schema: endpoints::member(&line, "schema").expect("a schema"),
                expected: outcome(&text("verdict")),
                confidence: text("confidence"),
                together: row["together"] == true,
            });
        }
    }
    let (scores, wrong) = judge(&cases);
    print(&scores);
    let faults: Vec<String> = wrong
        .iter()
        .map(|(at, got, said)| {
            format!("{} ({}): {:?}, we say {got:?} ({said})", cases[*at].id, cases[*at].profile.name, cases[*at].expected)
        })
        .collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn moonshots_own_validator() {
    let Some(path) = data("corpus/moonshot_walle.jsonl") else { return };
    let profile = profile::find("moonshot/mfjs").expect("a profile");
    let (mut total, mut wrong) = (0, Vec::new());
    for line in lines(&path) {
        let row: Value = serde_json::from_str(&line).expect("a case");
        // Those meant to be refused are kept as texts, beside what the validator says of them.
        let schema = row["schema"]["schema"].as_str().map(str::to_owned).or_else(|| endpoints::member(&line, "schema")).expect("a schema");
        let (said, outcome) = match profile::verdict(profile, &schema) {
            Ok(verdict) => (verdict.violations.first().map(|v| format!("{} {}", v.rule, v.message)), verdict.outcome),
            Err(error) => (Some(error.message), Outcome::Refused),
        };
        total += 1;
        if (outcome != Outcome::Refused) != (row["moonshot_accepts"] == true) {
            wrong.push(format!("{}: we say {outcome:?} {said:?}, it says {}\n    {schema:.600}", row["id"], row["schema"]["expect"]));
        }
    }
    println!("{} of {total} right", total - wrong.len());
    assert!(wrong.len() * 100 <= total * 3, "\n{}", wrong.join("\n"));
}

//! Every example in a rule's documentation is run: the schema is rewritten to exactly the wire schema shown, the reply
//! decodes to the value, and the value encodes to the reply.
#![allow(clippy::pedantic, clippy::print_stdout, clippy::print_stderr, reason = "tests print what they found, and read better plain")]

use schema_compat::compat::{Formats, OpenObjects, OptionalNullable, Options, OutcomeKind, Tuples, prepare};
use schema_compat::json::{Json, parse, to_text};
use schema_compat::rule::Rule;
use schema_compat::{profile, rule};
use std::fmt::Write as _;

/// Rules that show themselves only on schemas too big for a page.
const SIZE_BOUND: [&str; 3] = ["depth-limit", "large-enum", "property-budget"];

/// One fenced block: the words after the fence, and what it holds.
struct Fence {
    words: Vec<String>,
    body: String,
}

fn fences(doc: &str) -> Vec<Fence> {
    let mut out = Vec::new();
    let mut open: Option<Fence> = None;
    for line in doc.lines() {
        match (line.strip_prefix("```"), open.as_mut()) {
            (Some(head), None) => open = Some(Fence { words: head.split_whitespace().map(str::to_owned).collect(), body: String::new() }),
            (Some(_), Some(_)) => out.extend(open.take()),
            (None, Some(fence)) => {
                let _ = writeln!(fence.body, "{line}");
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a fence is not closed");
    out
}

/// `name:value` words after the profile of a `wire` fence (rustdoc dislikes `=` there).
fn options(words: &[String]) -> Options {
    let mut options = Options::default();
    for word in words {
        match word.replace('=', ":").as_str() {
            "open_objects:root" => options.open_objects = OpenObjects::Root,
            "open_objects:splice" => options.open_objects = OpenObjects::Splice,
            "tuples:exact" => options.tuples = Tuples::Exact,
            "infer_type:false" => options.infer_type = false,
            "optional_nullable:box" => options.optional_nullable = OptionalNullable::Box,
            "formats:assert" => options.formats = Formats::Assert,
            other => panic!("no such option: {other}"),
        }
    }
    options
}

fn json(text: &str) -> Json<'_> {
    parse(text.trim()).unwrap_or_else(|e| panic!("an example is not JSON: {e}\n{text}"))
}

/// Runs the examples of one rule; what does not hold, one line each.
fn faults(rule: &Rule) -> Vec<String> {
    let mut out = Vec::new();
    let doc = rule.doc();
    let (mut user, mut prepared, mut reply) = (None, None, None);
    for fence in fences(&doc) {
        let words: Vec<&str> = fence.words.iter().map(String::as_str).collect();
        match words[..] {
            ["json", "user"] => {
                user = Some(to_text(&json(&fence.body)));
                prepared = None;
            }
            ["json", "wire", name, ..] => {
                let profile = profile::find(name).unwrap_or_else(|_| panic!("no profile {name}"));
                let user: &String = user.as_ref().expect("a user schema first");
                match prepare(user, profile, &options(&fence.words[3..])) {
                    Err(error) => out.push(format!("{name}: refused: {error}")),
                    Ok(made) => {
                        // Compared as text: property order is part of the contract.
                        let wanted = to_text(&json(&fence.body));
                        if made.wire_schema() != wanted {
                            out.push(format!("{name}: wire schema\n     is {}\n wanted {wanted}", made.wire_schema()));
                        }
                        let wire = json(made.wire_schema());
                        out.extend(profile::lint(&wire, profile).iter().map(|v| format!("{name}: lint {} {}", v.location, v.message)));
                        prepared = Some(made);
                    }
                }
            }
            ["json", "reply"] | ["json", "reply", "one-way"] => reply = Some((to_text(&json(&fence.body)), words.len() == 2)),
            ["json", "value"] => {
                let Some(made) = prepared.as_ref() else { continue };
                let (reply, back) = reply.take().expect("a reply before the value");
                let value = to_text(&json(&fence.body));
                let outcome = made.decode(&reply);
                if outcome.kind != OutcomeKind::Valid || outcome.value.as_deref() != Some(&value) {
                    let issues: Vec<String> = outcome.issues.iter().map(|i| format!("{}: {}", i.path, i.message)).collect();
                    out.push(format!("{reply} decodes to {:?} {:?} {issues:?}, wanted {value}", outcome.kind, outcome.value));
                }
                match made.encode(&value) {
                    Err(error) => out.push(format!("{value} does not encode: {error}")),
                    Ok(wire) if back && wire != reply => out.push(format!("{value} encodes to {wire}, wanted {reply}")),
                    Ok(_) => {}
                }
            }
            _ => out.push(format!("an unknown fence: {words:?}")),
        }
    }
    out
}

#[test]
fn examples_hold() {
    let mut report = String::new();
    for rule in rule::all() {
        for fault in faults(rule) {
            let _ = writeln!(report, "{}: {fault}", rule.name);
        }
    }
    assert!(report.is_empty(), "\n{report}");
}

#[test]
fn every_rule_has_an_example_both_ways() {
    for rule in rule::all().iter().filter(|r| !SIZE_BOUND.contains(&r.name)) {
        let doc = rule.doc();
        let kinds: Vec<String> = fences(&doc).iter().map(|f| f.words.get(1).cloned().unwrap_or_default()).collect();
        for kind in ["user", "wire", "reply", "value"] {
            assert!(kinds.iter().any(|k| k == kind), "{} has no `json {kind}`", rule.name);
        }
        let count = |kind: &str| kinds.iter().filter(|k| *k == kind).count();
        assert_eq!(count("reply"), count("value"), "{}", rule.name);
        assert!(count("wire") >= count("user"), "{}", rule.name);
    }
}

#[test]
fn headings_stand_in_order() {
    for rule in rule::all() {
        let doc = rule.doc();
        let headings: Vec<&str> = doc.lines().filter(|l| l.starts_with('#')).collect();
        let title = format!("# {}", rule.name);
        let mut wanted = vec![title.as_str(), "## What it does", "## Why", "## Fidelity"];
        if !(SIZE_BOUND.contains(&rule.name) && headings.len() == wanted.len()) {
            wanted.push("## Example");
        }
        assert_eq!(headings, wanted, "{}", rule.name);
        assert!(!rule.summary.is_empty() && rule.summary.ends_with('.'), "{}", rule.name);
    }
}

#[test]
fn names_match_files() {
    for rule in rule::all() {
        assert!(rule.name.split('-').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase())), "{}", rule.name);
        assert_eq!(rule.source_file, format!("src/rule/{}.rs", rule.name.replace('-', "_")));
        assert_eq!(rule::find(rule.name).map(|r| r.name), Some(rule.name));
    }
    let mut names: Vec<&str> = rule::all().iter().map(|r| r.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), rule::all().len());
}

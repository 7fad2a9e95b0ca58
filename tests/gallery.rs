//! One page per profile and schema: what the endpoint gets, what is lost, what of the limits is used, and sample values
//! there and back. The pages are read by people; a page that looks wrong is a bug.
#![allow(clippy::pedantic, clippy::print_stdout, clippy::print_stderr, reason = "tests print what they found, and read better plain")]

use schema_compat::compat::{Options, Prepared, prepare};
use schema_compat::json::{Json, parse, print, print_string, to_text};
use schema_compat::profile::{self, Profile};
use std::fmt::Write as _;
use std::path::PathBuf;

const PROFILES: [&str; 4] = ["openai", "anthropic", "gemini-json-schema", "gemini-schema"];
/// What fits on a line of this length stays on one.
const LINE: usize = 100;

/// JSON for people: order kept, short containers on one line.
fn pretty(value: &Json<'_>, indent: usize, out: &mut String) {
    let mut flat = String::new();
    spaced(value, &mut flat);
    let (open, close, count) = match value {
        Json::Object(members) if indent + flat.len() > LINE => ('{', '}', members.len()),
        Json::Array(items) if indent + flat.len() > LINE => ('[', ']', items.len()),
        _ => return out.push_str(&flat),
    };
    out.push(open);
    for i in 0..count {
        let _ = write!(out, "\n{:1$}", "", indent + 2);
        match value {
            Json::Object(members) => {
                print_string(&members[i].0, out);
                out.push_str(": ");
                pretty(&members[i].1, indent + 2, out);
            }
            Json::Array(items) => pretty(&items[i], indent + 2, out),
            _ => {}
        }
        out.push_str(if i + 1 < count { "," } else { "" });
    }
    let _ = write!(out, "\n{:1$}{close}", "", indent);
}

/// JSON on one line, a space after commas and colons.
fn spaced(value: &Json<'_>, out: &mut String) {
    match value {
        Json::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                out.push_str(if i > 0 { ", " } else { "" });
                spaced(item, out);
            }
            out.push(']');
        }
        Json::Object(members) => {
            out.push('{');
            for (i, (name, member)) in members.iter().enumerate() {
                out.push_str(if i > 0 { ", " } else { "" });
                print_string(name, out);
                out.push_str(": ");
                spaced(member, out);
            }
            out.push('}');
        }
        other => print(other, out),
    }
}

fn one_line(text: &str) -> String {
    let mut out = String::new();
    spaced(&parse(text).expect("JSON"), &mut out);
    out
}

fn findings(prepared: &Prepared<'_>, out: &mut String) {
    let list = prepared.findings();
    out.push_str(if list.is_empty() { "\nfindings: none\n" } else { "\nfindings:\n" });
    for f in list {
        let place = if f.location.as_str().is_empty() { "(root)" } else { f.location.as_str() };
        let _ = write!(out, "- {:?} {:?} {} at {place}", f.severity, f.fidelity, f.rule);
        let _ = match &f.wire_location {
            Some(wire) if *wire != f.location => writeln!(out, " (on the wire {:?})", wire.as_str()),
            _ => writeln!(out),
        };
        let _ = writeln!(out, "    {}", f.message);
        if let Some(witness) = &f.witness {
            let _ = writeln!(out, "    cannot be said: {}", one_line(witness));
        }
        if let Some(evidence) = &f.evidence {
            let _ = writeln!(out, "    evidence: {evidence}");
        }
        if let Some(help) = &f.help {
            let _ = writeln!(out, "    help: {help}");
        }
    }
}

fn samples(prepared: &Prepared<'_>, values: &[Json<'_>], out: &mut String) {
    for value in values {
        let user = to_text(value);
        let _ = writeln!(out, "\nuser  {}", one_line(&user));
        let wire = match prepared.encode(&user) {
            Ok(wire) => wire,
            Err(error) => {
                let _ = writeln!(out, "wire  {}: {error}", error.kind.name());
                continue;
            }
        };
        let _ = writeln!(out, "wire  {}", one_line(&wire));
        let outcome = prepared.decode(&wire);
        match &outcome.value {
            Some(back) if parse(back).expect("JSON").same(value) => out.push_str("back  the same\n"),
            Some(back) => {
                let _ = writeln!(out, "back  {}", one_line(back));
            }
            None => {
                let _ = writeln!(out, "back  {}", outcome.kind.name());
            }
        }
        for issue in &outcome.issues {
            let _ = writeln!(out, "      {} (wire {}): {}", issue.path, issue.wire_path, issue.message);
        }
    }
}

fn page(profile: &'static Profile, schema: &str, values: &[Json<'_>]) -> String {
    let mut out = String::new();
    let prepared = match prepare(schema, profile, &Options::default()) {
        Ok(prepared) => prepared,
        Err(error) => return format!("refused: {} {error}\n", error.kind.name()),
    };
    let _ = writeln!(out, "fidelity: {:?}, {} -> {} bytes\n", prepared.fidelity(), schema.len(), prepared.wire_schema().len());
    let wire = parse(prepared.wire_schema()).expect("JSON");
    pretty(&wire, 0, &mut out);
    out.push('\n');
    findings(&prepared, &mut out);
    let usage = prepared.usage();
    let limits: Vec<String> = usage.iter().map(|u| format!("{} {}/{}", u.name, u.used, u.limit)).collect();
    let _ = writeln!(out, "\nlimits: {}", if limits.is_empty() { "none".to_owned() } else { limits.join(", ") });
    for violation in profile::lint(&wire, profile) {
        let _ = writeln!(out, "refused by the endpoint: {} {}", violation.location, violation.message);
    }
    samples(&prepared, values, &mut out);
    out
}

#[test]
fn pages() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(root.join("tests/gallery")).expect("the gallery").map(|e| e.expect("an entry").path()).collect();
    files.sort();
    assert!(files.len() >= 40, "{} schemas", files.len());
    let only = std::env::var("ONLY").ok();
    for name in PROFILES {
        let profile = profile::find(name).expect("a profile");
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(root.join("snapshots").join(name));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        let _bound = settings.bind_to_scope();
        for file in &files {
            let stem = file.file_stem().and_then(|s| s.to_str()).expect("a name");
            if only.as_deref().is_some_and(|o| o != stem) {
                continue;
            }
            let text = std::fs::read_to_string(file).expect("readable");
            let case = parse(&text).expect("JSON");
            let schema = to_text(case.get("schema").expect("a schema"));
            let Some(Json::Array(values)) = case.get("values") else { panic!("{stem}: no values") };
            insta::assert_snapshot!(stem, page(profile, &schema, values));
        }
    }
}

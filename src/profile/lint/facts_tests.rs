//! The linter against what real endpoints answered: the recorded and reported cases under `SCHEMA_COMPAT_DATA`.

use serde::Deserialize;

use super::lint;
use super::test_json::Owned;
use crate::profile::{Model, Profile, find};

/// One line of the case file.
#[derive(Deserialize)]
struct Case {
    provider: String,
    endpoint: String,
    model: Option<String>,
    strict: Option<bool>,
    schema: Owned,
    verdict: String,
    trigger: String,
    source: String,
    note: Option<String>,
    error_message: Option<String>,
}

/// The profile that speaks for a case's endpoint.
fn profile(case: &Case) -> Option<&'static Profile> {
    let name = match (case.provider.as_str(), case.endpoint.as_str()) {
        ("openai", "chat.response_format" | "chat.response_format+tools") if case.strict == Some(true) => "openai/response-format",
        ("openai", "responses.text.format" | "responses.text.format+tools") => "openai/response-format",
        ("openai", "chat.tools.strict" | "responses.tools.strict") if case.strict == Some(true) => "openai/strict-tool",
        ("openai", "chat.tools.strict" | "responses.tools") => "openai/tool",
        ("anthropic", e) if e.contains("non-strict") => "anthropic/tool",
        ("anthropic", e) if e.contains("strict=true") => "anthropic/strict-tool",
        ("anthropic", _) => "anthropic/output-format",
        ("gemini", e) if e.contains("JsonSchema") => "gemini/json-schema",
        ("gemini" | "vertex-ai", _) => "gemini/openapi-schema",
        ("openrouter", _) => match &case.model {
            Some(model) => return Model::parse(model).and_then(|m| m.profile()).ok(),
            None => "openrouter",
        },
        _ => return None,
    };
    find(name).ok()
}

/// Accepted by the endpoint, refused by us on purpose: a part of the source or note that names the case, the rules we
/// break it for, and why.
const SAFE_SIDE: &[(&str, &[&str], &str)] = &[
    (
        "acceptance not recorded in the file",
        &["keyword-refused", "root-reference"],
        "default and a root reference are refused in other reports; nobody recorded the answer",
    ),
    ("then hung to a 60 s client timeout", &["limit-union-properties"], "16 unions pass the check and hang; 15 is the working number"),
    ("case: not", &["keyword-ignored"], "accepted, not on the list of honoured keywords"),
    ("case: patternProperties", &["keyword-ignored"], "accepted, not on the list of honoured keywords"),
    ("case: if_then", &["keyword-ignored"], "accepted, not on the list of honoured keywords"),
    ("case: x-key", &["keyword-unknown"], "allow-list: words outside JSON Schema are not sent"),
    ("case: empty_enum", &["enum-empty"], "no value fits"),
    ("case: unknown_format", &["format-refused"], "only a known format is relied on"),
    ("case: nullable", &["keyword-ignored"], "null is said with a type"),
    ("case: mixed_enum", &["enum-mixed", "literal-kind", "literal-untyped"], "string members only in both dialects"),
    ("case: invalid_regex", &["keyword-ignored"], "pattern is not enforced"),
    ("test_openrouter_google_nested_schema", &["keyword-ignored"], "nullable is ignored; null is said with a type"),
];

/// Refused by the endpoint, clean for us: the same, with why no schema rule can see it.
const BEYOND_THE_SCHEMA: &[(&str, &str)] = &[
    ("send 22 strict tools with this schema", "a limit over the request"),
    ("googleapis/python-genai#867", "tools and a JSON format in one request"),
    ("public file #61412319307", "search and a JSON format in one request"),
    ("public file #71381118983", "the MIME type is missing in the request"),
];

#[test]
fn agrees_with_recorded_answers() {
    let Some(data) = std::env::var_os("SCHEMA_COMPAT_DATA") else {
        println!("skipped: SCHEMA_COMPAT_DATA is not set");
        return;
    };
    let path = std::path::Path::new(&data).join("facts/provider-cases.jsonl");
    let text = std::fs::read_to_string(&path).expect("the case file");
    let (mut accepted, mut refused, mut on_purpose, mut beyond, mut verbatim) = (0, 0, 0, 0, 0);
    let mut wrong = Vec::new();
    let mut used = std::collections::HashSet::new();
    for (number, line) in text.lines().enumerate() {
        if !line.contains(r#""trigger": "schema""#) {
            continue;
        }
        let case: Case = serde_json::from_str(line).expect("a case");
        let Some(profile) = profile(&case).filter(|_| case.trigger == "schema") else {
            continue;
        };
        let found = lint(&case.schema.0, profile);
        let rules: Vec<&str> = found.iter().map(|v| v.rule).collect();
        let about = format!("{} {}", case.source, case.note.as_deref().unwrap_or_default());
        match (case.verdict.as_str(), rules.is_empty()) {
            ("accept", true) => accepted += 1,
            ("reject", false) => {
                refused += 1;
                let in_words = |said: &String| {
                    found.iter().any(|v| said.contains(v.message.trim_end_matches('.')) || v.message.contains(said.as_str()))
                };
                verbatim += usize::from(case.error_message.as_ref().is_some_and(in_words));
            }
            ("accept", false) => {
                match SAFE_SIDE.iter().position(|(part, allowed, _)| about.contains(part) && rules.iter().all(|r| allowed.contains(r))) {
                    Some(i) => {
                        used.insert(SAFE_SIDE[i].0);
                        on_purpose += 1;
                        println!("line {}: {} refused on purpose ({}): {}", number + 1, profile.name, rules.join(", "), SAFE_SIDE[i].2);
                    }
                    None => wrong.push(format!("line {}: {} accepted it, we refuse it: {found:?} ({about})", number + 1, profile.name)),
                }
            }
            ("reject", true) => match BEYOND_THE_SCHEMA.iter().find(|(part, _)| about.contains(part)) {
                Some((part, why)) => {
                    used.insert(*part);
                    beyond += 1;
                    println!("line {}: {} refused beyond the schema: {why}", number + 1, profile.name);
                }
                None => wrong.push(format!("line {}: {} refused it, we do not ({about})", number + 1, profile.name)),
            },
            _ => {}
        }
    }
    println!(
        "{accepted} accepted, {refused} refused ({verbatim} of them in the endpoint's words), {on_purpose} refused on purpose, {beyond} beyond the schema"
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let idle = SAFE_SIDE.iter().map(|e| e.0).chain(BEYOND_THE_SCHEMA.iter().map(|e| e.0)).filter(|part| !used.contains(part));
    assert_eq!(idle.collect::<Vec<_>>(), Vec::<&str>::new(), "exceptions that no case needs");
    assert!(accepted > 50 && refused > 50);
    // The rest differ in the slot's name, in one number, or in the upstream's own text.
    assert!(verbatim * 2 > refused, "{verbatim} of {refused} refusals in the endpoint's words");
}

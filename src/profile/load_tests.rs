//! Loading, inheritance and finding by name.

use super::*;
use crate::profile::{Confidence, Model, Support};
use crate::schema::keyword::Keyword;

#[test]
fn every_embedded_profile_loads_and_is_found() {
    let names: Vec<&str> = all().map(|p| p.name.as_str()).collect();
    let wanted = [
        "openai/response-format",
        "openai/strict-tool",
        "openai/tool",
        "anthropic/output-format",
        "anthropic/strict-tool",
        "anthropic/tool",
        "gemini/json-schema",
        "gemini/openapi-schema",
    ];
    assert!(names.starts_with(&wanted) && names.contains(&"openrouter") && names.contains(&"lm-format-enforcer"), "{names:?}");
    for (profile, source) in embedded().zip(SOURCES) {
        assert_eq!(profile.name, source.name);
        assert_eq!(find(&profile.name).expect("found").name, profile.name);
        assert_eq!(find(&format!("{}@{}", profile.name, profile.date)).expect("found").name, profile.name);
        let cited = profile.keywords.iter().all(|f| !f.evidence.is_empty()) && profile.messages.values().all(|f| !f.evidence.is_empty());
        assert!(cited, "{} has a line without evidence", profile.name);
    }
    for (alias, name) in
        [("openai", names[0]), ("anthropic", names[3]), ("gemini", names[6]), ("gemini-json-schema", names[6]), ("gemini-schema", names[7])]
    {
        assert_eq!(find(alias).expect("found").name, name);
    }
}

#[test]
fn no_name_is_taken_twice() {
    let mut names: Vec<&str> = embedded().flat_map(|p| std::iter::once(&p.name).chain(&p.aliases)).map(String::as_str).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn unknown_names_and_dates_are_answered() {
    let message = |name: &str| find(name).expect_err("an error").message;
    assert!(message("opnai").contains("nearest: openai"), "{}", message("opnai"));
    assert!(message("anthropic/tools").contains("anthropic/tool"));
    assert!(message("zzz").contains("known: openai/response-format"));
    assert!(message("openai@2020-01-01").contains("known dates: 2026-11-30"));
    assert!(message("").contains("known: "));
    assert!(message(&"x".repeat(100_000)).len() < 1000);
    assert_eq!(find("x").expect_err("an error").kind, ErrorKind::Profile);
}

#[test]
fn months_and_models_are_read_from_names() {
    let name = |text: &str| find(text).map(|p| p.name.as_str()).map_err(|e| e.message);
    assert_eq!(name("openai.2026-11"), Ok("openai/response-format"));
    assert_eq!(name("openai/tool.2026-11"), Ok("openai/tool"));
    assert_eq!(name("llama.cpp"), Ok("llama.cpp"));
    assert_eq!(name("llama.cpp.2026-11@2026-11-30"), Ok("llama.cpp"));
    assert!(name("openai.2025-01").is_err());
    assert_eq!(find("openai").map(Profile::id), Ok("openai.2026-11".to_owned()));
    assert_eq!(name("groq@openai/gpt-oss-20b"), Ok("groq/response-format@openai/gpt-oss-20b*"));
    assert_eq!(name("openai@gpt-5.4"), Ok("openai/response-format"));
    assert_eq!(name("openrouter@anthropic/claude-sonnet-5"), Ok("openrouter/anthropic"));
    let refused = find("groq@llama-4").expect("found").channels.of_own().expect("a channel").value;
    assert_eq!(refused, Support::Refused);
}

#[test]
fn what_is_assumed_is_marked_so() {
    let (parent, child) = (find("openai").expect("found"), find("venice").expect("found"));
    assert!(parent.enforces(Keyword::Minimum) && !child.enforces(Keyword::Minimum) && child.enforces(Keyword::Enum));
    assert_eq!(child.keywords[Keyword::Enum as usize].confidence, Confidence::Unknown);
    assert!(child.keywords[Keyword::Enum as usize].evidence.contains("openai/response-format"));
    assert_eq!(child.channels.response_format.as_ref().expect("a channel").confidence, Confidence::Recorded);
}

#[test]
fn inheritance_changes_only_what_is_written() {
    let (parent, child) = (find("openai").expect("found"), find("openai/strict-tool").expect("found"));
    assert_eq!(parent.keywords, child.keywords);
    assert_eq!(parent.limits.depth, child.limits.depth);
    assert_ne!(parent.names.responses, child.names.responses);
    assert!(child.aliases.is_empty());
    assert!(parent.notes.iter().all(|n| child.notes.contains(n)) && child.notes.len() > parent.notes.len());
}

const CHILD: &str = "name = \"a/b\"\ninherits = \"openai/response-format\"\ndate = \"2026-11-30\"\ntitle = \"A\"\n";

#[test]
fn errors_name_the_key() {
    let fact = |value: &str| format!("{{ value = {value}, confidence = \"inferred\", evidence = \"e\" }}");
    let cases = [
        ("name = ".to_owned(), "line 1"),
        ("title = \"A\"".to_owned(), "missing field"),
        (format!("{CHILD}colour = 1"), "colour"),
        (format!("{CHILD}[limits]\ndeepness = {}", fact("3")), "deepness"),
        (format!("{CHILD}[limits]\ndepth = {}", fact("\"three\"")), "depth"),
        (format!("{CHILD}[limits]\ndepth = 3"), "depth"),
        (format!("{CHILD}[keywords]\nminLenght = {}", fact("\"ignored\"")), "minLenght"),
        (format!("{CHILD}[keywords]\nminLength = {}", fact("\"loved\"")), "loved"),
        (format!("{CHILD}[root]\nbanned = {}", fact("[\"anyof\"]")), "anyof"),
        (format!("{CHILD}[literals]\nkinds = {}", fact("[\"integer\"]")), "integer"),
        (format!("{CHILD}[strings]\nrefused_patterns = {}", fact("[\"magic\"]")), "magic"),
        (format!("{CHILD}[names]\nchat = {}", fact("\"(\"")), "names.chat"),
        (CHILD.replace("2026-11-30", "today"), "date"),
        (CHILD.replace("openai/response-format", "openai"), "inherits"),
        (format!("without = [\"limits.nothing\"]\n{CHILD}"), "limits.nothing"),
    ];
    for (text, part) in cases {
        let error = from_toml(&text, "own.toml").expect_err(&text);
        assert_eq!(error.kind, ErrorKind::Profile);
        assert!(error.message.contains("own.toml") && error.message.contains(part), "{} should name {part}", error.message);
    }
    assert!(from_toml(CHILD, "own.toml").is_ok());
}

#[test]
fn models_behind_openrouter() {
    let name = |slug: &str| Model::parse(slug).and_then(|m| m.profile()).map(|p| p.name.as_str()).expect("a model");
    assert_eq!(name("openai/gpt-4o"), "openrouter/openai");
    assert_eq!(name("Anthropic/claude-sonnet-5:beta"), "openrouter/anthropic");
    assert_eq!(name("google/gemini-3.6-flash"), "openrouter/google");
    assert_eq!(name("qwen/qwen3-30b"), "openrouter/qwen");
    assert_eq!(name("minimax/minimax-m2.5"), "openrouter");
    let model = Model::parse("deepseek/deepseek-v4:free").expect("a model");
    assert_eq!((model.vendor(), model.name()), ("deepseek", "deepseek-v4:free"));
    for bad in ["gpt-4o", "/x", "x/", ""] {
        assert_eq!(Model::parse(bad).expect_err("an error").kind, ErrorKind::Profile);
    }
}

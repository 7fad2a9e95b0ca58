//! `x-schema-compat-allow`: what a schema allows is shown and counts for nothing.

use super::Folder;
use serde_json::Value;

const METADATA: &str = r#"{
  "type": "object",
  "properties": {
    "id": { "type": "string" },
    "meta": { "type": "object", "additionalProperties": true, "x-schema-compat-allow": ["map-object", "any-value"] }
  },
  "required": ["id", "meta"],
  "additionalProperties": false
}
"#;

fn document(folder: &Folder, args: &[&str]) -> Value {
    serde_json::from_slice(&folder.output(args, "", &[]).stdout).expect("JSON")
}

#[test]
fn what_is_allowed_is_shown_and_not_counted() {
    let folder = Folder::new("allowed", &[("meta.json", METADATA)]);
    insta::assert_snapshot!(folder.run(&["check", "meta.json", "-p", "openai", "--fail-on", "any"]), @r#"
    exit 0
    --- stdout
    meta.json under openai/response-format

    allowed[any-value]: any value: objects travel as lists of entries; a key that comes twice is refused after decoding
     --> meta.json:5:5
      |
    5 |     "meta": { "type": "object", "additionalProperties": true, "x-schema-compat-allow": ["map-object", "any-value"] }
      |     ^^^^^^
      |
      = note: widened: the wire accepts more; replies are checked against your schema
      = evidence: public file #68486782421, 2026 (reported)

    allowed[map-object]: a map travels as a list of entries: a key that comes twice is refused after decoding
     --> meta.json:5:33
      |
    5 |     "meta": { "type": "object", "additionalProperties": true, "x-schema-compat-allow": ["map-object", "any-value"] }
      |                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = note: widened: the wire accepts more; replies are checked against your schema
      = evidence: public files #61409498725 and #1373878683, 2025-2026: the open property is dropped, then missed (reported)

    limits: depth 6 of 10, properties 7 of 5000, characters 34 of 120000
    widened: every value can be sent; replies are checked after decoding (2 allowed)
    "#);
    let unallowed = METADATA.replace("x-schema-compat-allow", "x-other");
    let folder = Folder::new("allowed-not", &[("meta.json", &unallowed)]);
    assert!(folder.run(&["check", "meta.json", "-p", "openai", "--fail-on", "widened"]).starts_with("exit 1\n"));
}

#[test]
fn what_is_allowed_is_so_in_every_format() {
    let folder = Folder::new("allowed-formats", &[("meta.json", METADATA)]);
    let concise = folder.run(&["check", "meta.json", "-p", "openai", "--format", "concise", "--fail-on", "any"]);
    assert!(concise.contains(": allowed[map-object] openai/response-format: "), "{concise}");
    assert!(folder.run(&["check", "meta.json", "-p", "openai", "--format", "github"]).contains("::notice file=meta.json"));
    let report = document(&folder, &["check", "meta.json", "-p", "openai", "--format", "json"]);
    let findings = report["results"][0]["findings"].as_array().expect("findings");
    assert!(findings.len() == 2 && findings.iter().all(|finding| finding["allowed"] == true), "{report}");
    assert_eq!(report["summary"]["profiles"][0]["findings"]["allowed"], 2);
    assert_eq!(report["summary"]["profiles"][0]["findings"]["warning"], 0);
    let log = document(&folder, &["check", "meta.json", "-p", "openai", "--format", "sarif"]);
    assert_eq!(log["runs"][0]["results"][0]["suppressions"][0]["kind"], "inSource");
}

#[test]
fn allowances_stay_at_home() {
    let folder = Folder::new("allowed-wire", &[("meta.json", METADATA)]);
    for profile in ["openai", "anthropic", "gemini", "anthropic/tool", "openai/tool", "gemini-schema"] {
        let wire = folder.run(&["rewrite", "meta.json", "-p", profile]);
        assert!(wire.starts_with("exit 0\n") && !wire.contains("x-schema-compat-allow"), "{profile} {wire}");
    }
}

#[test]
fn an_unknown_rule_is_told() {
    let folder = Folder::new("allowed-unknown", &[("meta.json", &METADATA.replace("any-value", "anyvalue"))]);
    let report = folder.run(&["check", "meta.json", "-p", "openai", "--format", "concise"]);
    assert!(
        report.contains("warning[unknown-keyword] openai/response-format: `x-schema-compat-allow` names no rule `anyvalue`"),
        "{report}"
    );
}

//! The command line as people and scripts see it: exit code, stdout, stderr.
#![cfg(feature = "cli")]

mod allowed;
mod replies;
mod reports;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Schemas and files of one test, in a folder of its own.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(name);
        let _ = fs::remove_dir_all(&folder);
        for (file, text) in files {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Folder(folder)
    }

    fn output(&self, args: &[&str], stdin: &str, env: &[(&str, &str)]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_schema-compat"));
        command.current_dir(&self.0).args(args);
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
            command.env_remove(name);
        }
        command.envs(env.iter().copied());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // A command that does not read stdin may be gone by now.
        let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
        child.wait_with_output().unwrap()
    }

    /// Exit code, stdout and stderr, as a terminal would show them.
    fn run(&self, args: &[&str]) -> String {
        self.run_with(args, "")
    }

    fn run_with(&self, args: &[&str], stdin: &str) -> String {
        let output = self.output(args, stdin, &[]);
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        let mut shown = format!("exit {}\n", output.status.code().unwrap());
        for (name, text) in [("stdout", out), ("stderr", err)] {
            if !text.is_empty() {
                shown.extend(["--- ", name, "\n", &text]);
            }
        }
        shown
    }
}

const TICKET: &str = r#"{
  "type": "object",
  "properties": {
    "title": { "type": "string", "minLength": 3 },
    "owner": { "type": "string" },
    "due": { "type": ["string", "null"] }
  },
  "required": ["title"],
  "additionalProperties": false
}
"#;
const REMOTE: &str = r#"{"type":"object","properties":{"a":{"$ref":"https://example.com/a.json"}}}"#;

#[test]
fn check_shows_source_lines_limits_and_a_verdict() {
    let folder = Folder::new("check-full", &[("ticket.json", TICKET)]);
    insta::assert_snapshot!(folder.run(&["check", "ticket.json", "--profile", "openai"]), @r#"
    exit 0
    --- stdout
    ticket.json under openai/response-format

    warning[unsupported-assertion]: `minLength` is not enforced there: said in the description, checked after decoding
     --> ticket.json:4:34
      |
    4 |     "title": { "type": "string", "minLength": 3 },
      |                                  ^^^^^^^^^^^^^^
      |
      = note: widened: the wire accepts more; replies are checked against your schema
      = evidence: coder/mux#1220, 2025-12-18; accepted live in public file #58249001988, 2026-08-03: see notes (reported)

    info[absent-or-null]: optional `due` also takes null: a missing property comes back as null
     --> ticket.json:6:5
      |
    6 |     "due": { "type": ["string", "null"] }
      |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = note: narrowed: some values your schema takes cannot be sent, for example {"title":"text"}
      = evidence: structured-outputs guide, re-read 2026-10-08; public file #10602745084, 2026-01-31 (documented)

    limits: depth 1 of 10, properties 3 of 5000, characters 13 of 120000
    widened: every value can be sent, infos aside; replies are checked after decoding (1 widened, 1 info)
    "#);
}

#[test]
fn check_concise_is_a_line_a_finding() {
    let folder = Folder::new("check-concise", &[("ticket.json", TICKET)]);
    insta::assert_snapshot!(folder.run(&["check", "ticket.json", "-p", "openai,anthropic", "--format", "concise"]), @r"
    exit 0
    --- stdout
    ticket.json:4:34: warning[unsupported-assertion] openai/response-format: `minLength` is not enforced there: said in the description, checked after decoding
    ticket.json:6:5: info[absent-or-null] openai/response-format: optional `due` also takes null: a missing property comes back as null
    ticket.json:4:34: warning[unsupported-assertion] anthropic/output-format: `minLength` is not enforced there: said in the description, checked after decoding
    --- stderr
    1 schema under 2 profiles: 2 widened
    ");
}

#[test]
fn a_finding_at_many_places_is_told_once() {
    let names: Vec<String> = (0..12).map(|i| format!("    \"p{i}\": {{ \"type\": \"string\", \"minLength\": 2 }}")).collect();
    let schema =
        format!("{{\n  \"type\": \"object\",\n  \"properties\": {{\n{}\n  }},\n  \"additionalProperties\": false\n}}\n", names.join(",\n"));
    let folder = Folder::new("check-many", &[("many.json", &schema)]);
    let short = folder.run(&["check", "many.json", "-p", "openai"]);
    assert!(short.contains("and 6 more places (--verbose shows all)"), "{short}");
    assert_eq!(short.matches("[unsupported-assertion]").count(), 1, "{short}");
    let long = folder.run(&["check", "many.json", "-p", "openai", "--verbose"]);
    assert!(long.contains("\"p11\": {") && !long.contains("more place"), "{long}");
}

#[test]
fn stdin_is_read_once() {
    let folder = Folder::new("stdin", &[("x", "")]);
    insta::assert_snapshot!(folder.run(&["encode", "-s", "-", "-p", "openai", "-"]), @r"
    exit 2
    --- stderr
    error: only one of the arguments can be `-`: stdin is read once
    ");
}

#[test]
fn check_fails_on_what_it_is_asked_to() {
    let folder = Folder::new("check-fail-on", &[("ticket.json", TICKET), ("any.json", "{}")]);
    let code = |args: &[&str]| folder.output(&[&["check", "-p", "anthropic"], args].concat(), "", &[]).status.code();
    assert_eq!(code(&["ticket.json"]), Some(0));
    assert_eq!(code(&["ticket.json", "--fail-on", "widened"]), Some(1));
    assert_eq!(code(&["ticket.json", "--fail-on", "any"]), Some(1));
}

#[test]
fn one_bad_schema_does_not_stop_the_others() {
    let files = [
        ("a.json", "{\n  \"type\": objekt\n}\n"),
        ("b.json", REMOTE),
        ("c.json", r#"{"type":"object","properties":{},"additionalProperties":false}"#),
    ];
    let folder = Folder::new("check-bad", &files);
    insta::assert_snapshot!(folder.run(&["check", "a.json", "b.json", "c.json", "-p", "openai"]), @r#"
    exit 1
    --- stdout
    a.json under openai/response-format

    error[schema.invalid]: the schema is not JSON: unexpected character at byte 12 (line 2, column 11)
     --> a.json:2:11
      |
    2 |   "type": objekt
      |           ^

    refused: there is no rewrite

    b.json under openai/response-format

    error[schema.remote_ref]: the reference `https://example.com/a.json` leaves the document, and nothing is ever fetched; supply that document through the registry of the read options, or copy it into `$defs`
     --> b.json:1:37
      |
    1 | {"type":"object","properties":{"a":{"$ref":"https://example.com/a.json"}}}
      |                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

    refused: there is no rewrite

    c.json under openai/response-format

    limits: depth 1 of 10
    exact: nothing is lost

    3 schemas under 1 profile: 1 exact, 2 refused
    "#);
}

#[test]
fn a_file_that_cannot_be_read_is_told_apart_from_a_bad_schema() {
    let folder = Folder::new("check-unreadable", &[("b.json", REMOTE), ("latin1.json", "")]);
    fs::write(folder.0.join("latin1.json"), b"{\"title\": \"caf\xe9\"}").unwrap();
    insta::assert_snapshot!(folder.run(&["check", "latin1.json", "b.json", "-p", "openai", "--format", "concise"]), @r"
    exit 2
    --- stdout
    b.json:1:37: error[schema.remote_ref] openai/response-format: the reference `https://example.com/a.json` leaves the document, and nothing is ever fetched; supply that document through the registry of the read options, or copy it into `$defs`
    --- stderr
    error: latin1.json cannot be read: it is not UTF-8 (byte 14)
    1 schema under 1 profile: 1 refused
    ");
}

#[test]
fn globs_and_folders_find_files_in_order_and_git_ignored_ones_are_left_out() {
    let closed = r#"{"type":"object","properties":{},"additionalProperties":false}"#;
    let files = [
        ("s/b.json", closed),
        ("s/a.json", closed),
        ("s/deep/c.json", closed),
        ("s/notes.txt", ""),
        ("s/out/d.json", "?"),
        ("s/.gitignore", "out/\n"),
    ];
    let folder = Folder::new("check-globs", &files);
    let sources = |path: &str| {
        let output = folder.output(&["check", path, "-p", "openai", "--format", "json"], "", &[]);
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let sources = report["results"].as_array().unwrap().iter().map(|result| result["source"].as_str().unwrap().to_owned());
        sources.collect::<Vec<_>>()
    };
    assert_eq!(sources("s"), ["s/a.json", "s/b.json", "s/deep/c.json"]);
    assert_eq!(sources("s/*.json"), ["s/a.json", "s/b.json"]);
    assert_eq!(sources("**/{a,c}.json"), ["s/a.json", "s/deep/c.json"]);
    insta::assert_snapshot!(folder.run(&["check", "nothing/*.json"]), @r"
    exit 3
    --- stderr
    error: nothing was checked: no file matches
    ");
}

#[test]
fn a_corpus_is_counted_and_its_bad_lines_are_named() {
    let good = r#"{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}"#;
    let corpus = format!("{{\"id\":1,\"schema\":{good}}}\n\n{{\"id\":\"two\",\"schema\":{REMOTE}}}\nno json\n{{\"id\":3}}\n");
    let folder = Folder::new("check-corpus", &[("corpus.jsonl", &corpus)]);
    insta::assert_snapshot!(folder.run(&["check", "corpus.jsonl"]), @r#"
    exit 1
    --- stdout
    corpus.jsonl:3:58: error[schema.remote_ref] every profile "two": the reference `https://example.com/a.json` leaves the document, and nothing is ever fetched; supply that document through the registry of the read options, or copy it into `$defs`
    corpus.jsonl:4:2: error[schema.invalid] every profile: the line is not JSON: unexpected character at byte 1
    corpus.jsonl:5:1: error[schema.invalid] every profile 3: the line has no `schema`

    profile                     exact   widened  narrowed   refused
    openai/response-format          1         0         0         3
    anthropic/output-format         1         0         0         3
    gemini/json-schema              1         0         0         3

    schemas with       openai/response-format  anthropic/output-format  gemini/json-schema
    schema.invalid                          2                        2                   2
    schema.remote_ref                       1                        1                   1

    4 schemas under 3 profiles: 3 exact, 9 refused
    "#);
}

#[test]
fn the_json_report_is_what_its_schema_says() {
    let schema: serde_json::Value = serde_json::from_str(include_str!("../../docs/report.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let corpus = format!("{{\"id\":1,\"schema\":{TICKET}}}\n", TICKET = TICKET.replace('\n', " "));
    let files = [("ticket.json", TICKET), ("b.json", REMOTE), ("bad.json", "{"), ("corpus.jsonl", &corpus)];
    let folder = Folder::new("check-json", &files);
    let args = ["check", "ticket.json", "b.json", "bad.json", "corpus.jsonl", "--profile", "all", "--format", "json"];
    let output = folder.output(&args, "", &[]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let errors: Vec<_> = validator.iter_errors(&report).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    assert_eq!(report["summary"]["schemas"], 4);
    let again = folder.output(&args, "", &[]);
    assert!(again.stdout == output.stdout, "the same bytes on every run");
    let findings = || report["results"].as_array().unwrap().iter().filter_map(|result| result["findings"].get(0));
    let (whole, line) = (&findings().next().unwrap()["span"]["start"], &findings().next_back().unwrap()["span"]["start"]);
    assert!(whole.is_object() && line.is_object(), "findings have places");
}

#[test]
fn a_schema_as_it_stands_is_judged() {
    let schema = r#"{"type": "object", "properties": {"a": {"type": "string", "minLength": 2, "pattern": "^[a-z]+$"}, "b": {"oneOf": [{"type": "string"}, {"type": "number"}]}}}"#;
    let folder = Folder::new("as-is", &[("a.json", schema), ("fine.json", r#"{"type": "object"}"#), ("bad.json", "{")]);
    insta::assert_snapshot!(folder.run(&["check", "a.json", "--as-is", "-p", "openai,xgrammar"]));
    insta::assert_snapshot!(folder.run(&[
        "check",
        "a.json",
        "fine.json",
        "bad.json",
        "--as-is",
        "-p",
        "openai,xgrammar",
        "--format",
        "concise"
    ]));
    let schema: serde_json::Value = serde_json::from_str(include_str!("../../docs/report.schema.json")).unwrap();
    let args = ["check", "a.json", "fine.json", "bad.json", "--as-is", "-p", "all", "--format", "json"];
    let report: serde_json::Value = serde_json::from_slice(&folder.output(&args, "", &[]).stdout).unwrap();
    let errors: Vec<_> =
        jsonschema::validator_for(&schema).unwrap().iter_errors(&report).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    for result in report["results"].as_array().unwrap() {
        for finding in result["findings"].as_array().unwrap() {
            let explained = folder.output(&["explain", finding["rule"].as_str().unwrap()], "", &[]);
            assert!(explained.status.success(), "{finding}");
        }
    }
}

#[test]
fn colour_is_used_only_where_it_is_wanted() {
    let folder = Folder::new("check-colour", &[("b.json", REMOTE)]);
    let coloured = |args: &[&str], env: &[(&str, &str)]| {
        let output = folder.output(&[&["check", "b.json", "-p", "openai"], args].concat(), "", env);
        output.stdout.contains(&0x1b)
    };
    assert!(!coloured(&[], &[]));
    assert!(coloured(&["--color", "always"], &[]));
    assert!(coloured(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(!coloured(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]));
}

#[test]
fn escape_sequences_in_a_schema_do_not_reach_the_terminal() {
    let nasty = r#"{"type":"object","properties":{"a\u001b[2Jb":{"type":"string","minLength":1}}}"#;
    let folder = Folder::new("check-escape", &[("n.json", nasty)]);
    for format in ["full", "concise", "json"] {
        let output = folder.output(&["check", "n.json", "--format", format, "-p", "openai"], "", &[]);
        assert!(!output.stdout.contains(&0x1b), "{format}");
    }
}

#[test]
fn rewrite_prints_the_wire_schema_or_what_changed() {
    let folder = Folder::new("rewrite", &[("ticket.json", TICKET)]);
    insta::assert_snapshot!(folder.run(&["rewrite", "ticket.json", "--profile", "openai"]), @r#"
    exit 0
    --- stdout
    {"type":"object","properties":{"title":{"type":"string","description":"Constraints: at least 3 characters"},"owner":{"type":["string","null"]},"due":{"type":["string","null"]}},"required":["title","owner","due"],"additionalProperties":false}
    --- stderr
    widened: every value can be sent; replies are checked after decoding (see `schema-compat check ticket.json --profile openai/response-format`)
    "#);
    insta::assert_snapshot!(folder.run(&["rewrite", "ticket.json", "--profile", "openai", "--diff"]), @r#"
    exit 0
    --- stdout
    --- ticket.json
    +++ openai/response-format (wire schema)
    @@ -1,10 +1,10 @@
     {
       "type": "object",
       "properties": {
    -    "title": { "type": "string", "minLength": 3 },
    -    "owner": { "type": "string" },
    +    "title": { "type": "string", "description": "Constraints: at least 3 characters" },
    +    "owner": { "type": ["string", "null"] },
         "due": { "type": ["string", "null"] }
       },
    -  "required": ["title"],
    +  "required": ["title", "owner", "due"],
       "additionalProperties": false
     }
    --- stderr
    widened: every value can be sent; replies are checked after decoding (see `schema-compat check ticket.json --profile openai/response-format`)
    "#);
    insta::assert_snapshot!(folder.run_with(&["rewrite", "-", "--profile", "anthropic", "--pretty"], TICKET), @r#"
    exit 0
    --- stdout
    {
      "type": "object",
      "properties": {
        "title": { "type": "string", "description": "Constraints: at least 3 characters" },
        "owner": { "type": "string" },
        "due": { "type": ["string", "null"] }
      },
      "required": ["title"],
      "additionalProperties": false
    }
    --- stderr
    widened: every value can be sent; replies are checked after decoding (see `schema-compat check - --profile anthropic/output-format`)
    "#);
}

#[test]
fn rewrite_shows_where_a_schema_is_refused() {
    let folder = Folder::new("rewrite-refused", &[("b.json", REMOTE)]);
    insta::assert_snapshot!(folder.run(&["rewrite", "b.json", "--profile", "openai"]), @r#"
    exit 1
    --- stderr
    b.json under openai/response-format

    error[schema.remote_ref]: the reference `https://example.com/a.json` leaves the document, and nothing is ever fetched; supply that document through the registry of the read options, or copy it into `$defs`
     --> b.json:1:37
      |
    1 | {"type":"object","properties":{"a":{"$ref":"https://example.com/a.json"}}}
      |                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

    refused: there is no rewrite
    "#);
}

#[test]
fn rewrite_answers_every_line() {
    let lines = format!("{{\"id\":7,\"schema\":{}}}\n{{\"schema\":{REMOTE}}}\nno json\n{{\"id\":\"x\"}}\n", TICKET.replace('\n', " "));
    let folder = Folder::new("rewrite-lines", &[("s.jsonl", &lines)]);
    insta::assert_snapshot!(folder.run(&["rewrite", "--jsonl", "s.jsonl", "--profile", "openai"]), @r#"
    exit 1
    --- stdout
    {"id":7,"wire_schema":{"type":"object","properties":{"title":{"type":"string","description":"Constraints: at least 3 characters"},"owner":{"type":["string","null"]},"due":{"type":["string","null"]}},"required":["title","owner","due"],"additionalProperties":false},"findings":[{"rule":"unsupported-assertion","severity":"warning","fidelity":"widened","profile":"openai/response-format","location":"/properties/title/minLength","wire_location":"/properties/title","message":"`minLength` is not enforced there: said in the description, checked after decoding","evidence":"coder/mux#1220, 2025-12-18; accepted live in public file #58249001988, 2026-08-03: see notes (reported)"},{"rule":"absent-or-null","severity":"info","fidelity":"narrowed","profile":"openai/response-format","location":"/properties/due","wire_location":"/properties/due","message":"optional `due` also takes null: a missing property comes back as null","witness":{"title":"text"},"evidence":"structured-outputs guide, re-read 2026-10-08; public file #10602745084, 2026-01-31 (documented)"}]}
    {"id":null,"error":{"kind":"schema.remote_ref","message":"the reference `https://example.com/a.json` leaves the document, and nothing is ever fetched; supply that document through the registry of the read options, or copy it into `$defs`","path":"/properties/a/$ref"},"findings":[]}
    {"id":null,"error":{"kind":"schema.invalid","message":"the line is not JSON: unexpected character at byte 1","path":""},"findings":[]}
    {"id":"x","error":{"kind":"schema.invalid","message":"the line has no `schema`","path":""},"findings":[]}
    "#);
}

#[test]
fn values_are_encoded_and_replies_decoded() {
    let folder = Folder::new("encode-decode", &[("ticket.json", TICKET), ("value.json", "{\"title\": \"Printer\"}\n")]);
    let with = |command: &str, rest: &[&str]| folder.run(&[&[command, "--schema", "ticket.json", "--profile", "openai"], rest].concat());
    insta::assert_snapshot!(with("encode", &["value.json"]), @r#"
    exit 0
    --- stdout
    {"title":"Printer","owner":null,"due":null}
    "#);
    insta::assert_snapshot!(with("encode", &[r#"{"title": "Printer", "due": "today"}"#]), @r#"
    exit 0
    --- stdout
    {"title":"Printer","owner":null,"due":"today"}
    "#);
    insta::assert_snapshot!(with("encode", &[r#"{"title": "Printer"#]), @r#"
    exit 1
    --- stderr
    error[reply.invalid]: the value is not JSON: the text ends inside a value at byte 18
     --> <argument>:1:18
      |
    1 | {"title": "Printer
      |                  ^
    "#);
    insta::assert_snapshot!(with("decode", &[r#"{"title": "Printer", "owner": null, "due": null}"#]), @r#"
    exit 0
    --- stdout
    {"title":"Printer","due":null}
    "#);
    insta::assert_snapshot!(with("decode", &[r#"{"title": "Pr", "owner": null, "due": null}"#]), @r"
    exit 1
    --- stderr
    error: invalid: the reply is not valid under the schema
      /title: value is shorter than 3 characters
    ");
    insta::assert_snapshot!(with("decode", &[r#"{"title": "Pr", "owner": null, "due": null}"#, "--format", "json"]), @r#"
    exit 1
    --- stdout
    {"kind":"invalid","value":null,"issues":[{"path":"/title","wire_path":"/title","message":"value is shorter than 3 characters"}],"findings":[{"rule":"optional-property","severity":"info","fidelity":"exact","profile":"openai/response-format","location":"/owner","message":"a null here stands for an absent property"}]}
    "#);
    insta::assert_snapshot!(with("decode", &["missing.json"]), @r"
    exit 2
    --- stderr
    error: missing.json cannot be read: No such file or directory (os error 2)
    ");
}

#[test]
fn replies_are_decoded_line_by_line() {
    let schema = TICKET.replace('\n', " ");
    let lines = format!(
        "{}\n{}\n{}\n{}\n",
        format_args!(r#"{{"id":1,"schema":{schema},"reply":"{{\"title\":\"Printer\",\"owner\":null,\"due\":null}}"}}"#),
        format_args!(r#"{{"schema":{schema},"reply":{{"title":"Printer","owner":"kim","due":"today"}}}}"#),
        format_args!(r#"{{"id":3,"schema":{schema},"reply":"I would rather not."}}"#),
        format_args!(r#"{{"id":4,"schema":{schema}}}"#),
    );
    let folder = Folder::new("decode-lines", &[("r.jsonl", &lines)]);
    insta::assert_snapshot!(folder.run(&["decode", "--jsonl", "r.jsonl", "--profile", "openai"]), @r#"
    exit 1
    --- stdout
    {"id":1,"kind":"valid","value":{"title":"Printer","due":null},"issues":[],"findings":[{"rule":"optional-property","severity":"info","fidelity":"exact","profile":"openai/response-format","location":"/owner","message":"a null here stands for an absent property"}]}
    {"id":null,"kind":"valid","value":{"title":"Printer","owner":"kim","due":"today"},"issues":[],"findings":[]}
    {"id":3,"kind":"invalid","value":null,"issues":[{"path":"","wire_path":"","message":"the reply is not JSON: unexpected character at byte 0"}],"findings":[]}
    {"id":4,"kind":"error","value":null,"issues":[],"findings":[],"error":{"kind":"reply.invalid","message":"the line has no `reply`","path":""}}
    "#);
}

#[test]
fn values_are_encoded_line_by_line_under_one_schema() {
    let lines = "{\"id\":\"a\",\"value\":{\"title\":\"Printer\",\"due\":null}}\n{\"id\":\"b\"}\n";
    let folder = Folder::new("encode-lines", &[("v.jsonl", lines), ("ticket.json", TICKET)]);
    insta::assert_snapshot!(folder.run(&["encode", "--jsonl", "v.jsonl", "-s", "ticket.json", "-p", "openai"]), @r#"
    exit 1
    --- stdout
    {"id":"a","wire":{"title":"Printer","owner":null,"due":null}}
    {"id":"b","error":{"kind":"reply.invalid","message":"the line has no `value`","path":""}}
    "#);
}

#[test]
fn a_slip_in_a_name_is_answered_with_a_suggestion() {
    let folder = Folder::new("slips", &[("ticket.json", TICKET)]);
    insta::assert_snapshot!(folder.run(&["check", "ticket.json", "--profile", "opnai"]), @r#"
    exit 2
    --- stderr
    error: no profile is called "opnai"; did you mean openai?
    `schema-compat providers` lists them
    "#);
    insta::assert_snapshot!(folder.run(&["rewrite", "ticket.json"]), @r"
    exit 2
    --- stderr
    error: the following required arguments were not provided:
      --profile <NAME>

    Usage: schema-compat rewrite --profile <NAME> <SCHEMA>

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(folder.run(&["rewrite", "tickets.json", "-p", "openai"]), @r"
    exit 2
    --- stderr
    error: tickets.json cannot be read: No such file or directory (os error 2)
    ");
    insta::assert_snapshot!(folder.run(&["explain", "schema.limits"]), @r#"
    exit 2
    --- stderr
    error: no rule is called "schema.limits"; did you mean schema.limit?
    `schema-compat explain` lists them
    "#);
}

#[test]
fn every_rule_is_explained() {
    let folder = Folder::new("explain", &[("x", "")]);
    let all = folder.run(&["explain", "--all"]);
    for rule in schema_compat::rule::all() {
        assert!(all.contains(&format!("# {}\n", rule.name)), "{}", rule.name);
        let one = folder.output(&["explain", rule.name], "", &[]);
        assert!(one.status.success() && all.contains(std::str::from_utf8(&one.stdout).unwrap()));
    }
    insta::assert_snapshot!(folder.run(&["explain", "schema.remote_ref"]), @r"
    exit 0
    --- stdout
    # schema.remote_ref

    A reference leaves the document. Nothing is ever fetched: give the document with --registry URI=FILE, or copy it into `$defs`.
    ");
}

#[test]
fn every_profile_is_listed_and_shown() {
    let folder = Folder::new("providers", &[("x", "")]);
    let table = folder.run(&["providers"]);
    for profile in schema_compat::profile::all() {
        assert!(table.contains(&profile.name));
        let one = folder.output(&["providers", &profile.name], "", &[]);
        let text = String::from_utf8(one.stdout).unwrap();
        assert!(one.status.success() && text.contains("additionalProperties: false demanded"), "{text}");
    }
}

#[test]
fn completions_are_written_for_every_shell() {
    let folder = Folder::new("completions", &[("x", "")]);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(folder.run(&["completions", shell]).contains("fail-on"), "{shell}");
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let corpus = format!("{{\"schema\":{REMOTE}}}\n").repeat(5000);
    let folder = Folder::new("pipe", &[("c.jsonl", &corpus)]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_schema-compat"))
        .current_dir(&folder.0)
        .args(["check", "c.jsonl", "--format", "concise"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap().as_str()), (Some(0), ""));
}

#[test]
fn the_examples_are_rewritten_for_the_usual_profiles() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let folder = Folder::new("examples", &[("x", "")]);
    let output = folder.output(&["check", examples.to_str().unwrap(), "--format", "json"], "", &[]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["summary"]["schemas"], 6);
    assert_eq!(report["summary"]["refused"], 0, "{report:#}");
}

/// Every `$ schema-compat ...` of README.md prints what stands below it there.
#[test]
fn the_tour_in_the_readme_is_real() {
    let folder = Folder(PathBuf::from(env!("CARGO_MANIFEST_DIR")));
    let readme = include_str!("../../README.md");
    let blocks: Vec<&str> = readme.split("```console\n").skip(1).filter_map(|rest| Some(rest.split_once("```\n")?.0)).collect();
    assert!(blocks.len() >= 4);
    for block in blocks {
        let (command, shown) = block.split_once('\n').unwrap();
        let line = command.strip_prefix("$ schema-compat ").unwrap();
        // Odd pieces stand between quotes, of the kind that comes first.
        let quote = line.chars().find(|c| matches!(c, '"' | '\'')).unwrap_or('\'');
        let pieces = line.split(quote).enumerate();
        let args = pieces.flat_map(|(i, piece)| if i % 2 == 1 { vec![piece] } else { piece.split_whitespace().collect() });
        let output = folder.output(&args.collect::<Vec<_>>(), "", &[]);
        let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(printed, shown, "{command}");
    }
}

//! Reports for machines and pages, tables, documents with many schemas, defaults from a file and from the environment.

use super::{Folder, REMOTE, TICKET};
use serde_json::Value;

const TOOLS: &str = r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [
  {"name": "search", "inputSchema": {"type": "object", "properties": {"q": {"type": "string", "minLength": 1}}, "required": ["q"]}},
  {"name": "fetch", "inputSchema": {"type": "object", "properties": {"headers": {"type": "object", "additionalProperties": {"type": "string"}}}}}
]}}
"#;
const API: &str = r##"{"openapi": "3.0.3", "info": {"title": "x", "version": "1"}, "paths": {}, "components": {"schemas": {
  "Pet": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string", "nullable": true}, "owner": {"$ref": "#/components/schemas/Owner"}}},
  "Owner": {"type": "object", "properties": {"pets": {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}, "uniqueItems": true}}},
  "Alone": {"type": "string", "format": "uri"}
}}}
"##;

fn stdout(folder: &Folder, args: &[&str]) -> String {
    String::from_utf8(folder.output(args, "", &[]).stdout).expect("UTF-8")
}

#[test]
fn sarif_has_what_code_scanning_reads() {
    let folder = Folder::new("sarif", &[("a b/ticket.json", TICKET), ("remote.json", REMOTE)]);
    let text = stdout(&folder, &["check", "a b/ticket.json", "remote.json", "--profile", "openai,anthropic", "--format", "sarif"]);
    let log: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    let results = run["results"].as_array().expect("results");
    assert!(results.len() > 4);
    let mut prints = std::collections::HashSet::new();
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().expect("an index")).expect("small");
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(["note", "warning", "error"].contains(&result["level"].as_str().expect("a level")));
        let place = &result["locations"][0]["physicalLocation"];
        assert!(["a%20b/ticket.json", "remote.json"].contains(&place["artifactLocation"]["uri"].as_str().expect("a uri")));
        let region = &place["region"];
        for key in ["startLine", "startColumn", "endLine", "endColumn"] {
            assert!(region[key].as_u64().is_some_and(|n| n >= 1), "{region}");
        }
        assert!(prints.insert(result["partialFingerprints"]["schemaCompat/v1"].to_string()), "two results share a fingerprint");
    }
    // The official schema is read where it lies; it is not ours to keep.
    match std::env::var("SARIF_SCHEMA") {
        Ok(path) => {
            let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).expect("the schema")).expect("JSON");
            let validator = jsonschema::validator_for(&schema).expect("a schema");
            let faults: Vec<String> = validator.iter_errors(&log).map(|error| error.to_string()).collect();
            assert!(faults.is_empty(), "{faults:?}");
        }
        Err(_) => eprintln!("SARIF_SCHEMA is not set: the log is not checked against sarif-schema-2.1.0.json"),
    }
}

#[test]
fn github_annotations_are_one_line_each() {
    let folder = Folder::new("github", &[("a,b.json", TICKET), ("remote.json", REMOTE)]);
    insta::assert_snapshot!("github", folder.run(&["check", "a,b.json", "remote.json", "--profile", "openai", "--format", "github"]));
}

#[test]
fn the_page_needs_nothing_else_and_escapes_what_schemas_say() {
    let evil = r#"{"type":"object","properties":{"<script>alert(1)</script>":{"type":"string","minLength":1,"description":"</code><img src=x>"}},"additionalProperties":false}"#;
    let folder = Folder::new("html", &[("evil<b>.json", evil), ("remote.json", REMOTE)]);
    let page = stdout(&folder, &["check", "evil<b>.json", "remote.json", "--profile", "openai,gemini", "--format", "html"]);
    assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"));
    assert!(!page.contains("<script") && !page.contains("<img") && !page.contains("<b>.json"));
    assert!(!page.contains("http://") && !page.contains("src=\"") && !page.contains("@import"));
    assert!(page.contains("&lt;script&gt;") && page.contains("<mark class=\"warning\""));
    for (open, close) in
        [("<section", "</section>"), ("<details", "</details>"), ("<article", "</article>"), ("<mark", "</mark>"), ("<span", "</span>")]
    {
        assert_eq!(page.matches(open).count(), page.matches(close).count(), "{open}");
    }
}

#[test]
fn tools_and_documents_are_read_schema_by_schema() {
    let folder = Folder::new("documents", &[("tools.json", TOOLS), ("api.json", API)]);
    insta::assert_snapshot!("tools", folder.run(&["check", "tools.json", "--profile", "openai", "--format", "concise"]));
    insta::assert_snapshot!("api", folder.run(&["check", "api.json", "--profile", "openai"]));
}

#[test]
fn schemas_of_a_request_share_its_limits() {
    let tool = |name: usize, optional: usize| {
        let properties: Vec<String> = (0..optional).map(|n| format!(r#""o{n}":{{"type":"string"}}"#)).collect();
        let schema = format!(r#"{{"type":"object","properties":{{{}}},"additionalProperties":false}}"#, properties.join(","));
        format!(r#"{{"name":"t{name}","strict":true,"input_schema":{schema}}}"#)
    };
    let request = |tools: usize, optional: usize| {
        let tools: Vec<String> = (0..tools).map(|name| tool(name, optional)).collect();
        format!(r#"{{"model":"m","tools":[{}]}}"#, tools.join(",\n"))
    };
    let folder = Folder::new("request", &[("fits.json", &request(2, 14)), ("many.json", &request(21, 1))]);
    insta::assert_snapshot!("request-fits", folder.run(&["check", "fits.json", "--profile", "anthropic"]));
    insta::assert_snapshot!("request-over", folder.run(&["check", "many.json", "--profile", "anthropic", "--format", "concise"]));
}

#[test]
fn matrices_are_text_markdown_and_html() {
    let folder = Folder::new("matrix", &[("ticket.json", TICKET), ("remote.json", REMOTE), ("tools.json", TOOLS)]);
    insta::assert_snapshot!("matrix", folder.run(&["matrix", ".", "--profile", "openai,anthropic,gemini"]));
    insta::assert_snapshot!("matrix-markdown", folder.run(&["matrix", ".", "--profile", "openai,gemini", "--format", "markdown"]));
    let keywords = stdout(&folder, &["matrix", "--keywords", "--format", "markdown"]);
    assert!(keywords.contains("| `minLength` |"), "{keywords}");
    let page = stdout(&folder, &["matrix", "--keywords", "--format", "html"]);
    assert!(page.contains("<table class=\"matrix\">") && page.contains("<td class=\"refused\" title=\""));
    assert_eq!(folder.run(&["matrix", "nothing-*.json"]), "exit 3\n--- stderr\nerror: nothing was checked: no file matches\n");
}

#[test]
fn statistics_count_instead_of_listing() {
    let folder = Folder::new("statistics", &[("ticket.json", TICKET), ("remote.json", REMOTE)]);
    insta::assert_snapshot!("statistics", folder.run(&["check", ".", "--statistics", "--profile", "openai,anthropic"]));
}

#[test]
fn a_file_and_the_environment_give_defaults() {
    let config = "profile = [\"anthropic\"]\n[check]\nformat = \"concise\"\n";
    let folder = Folder::new("config", &[("schema-compat.toml", config), ("deep/ticket.json", TICKET)]);
    let shown = folder.run(&["check", "deep/ticket.json"]);
    assert!(shown.contains("anthropic/output-format") && shown.contains("ticket.json:4:34: warning"), "{shown}");
    let from_env = folder.output(&["check", "deep/ticket.json"], "", &[("SCHEMA_COMPAT_PROFILE", "openai")]);
    let shown = String::from_utf8(from_env.stdout).expect("UTF-8");
    assert!(shown.contains("openai/response-format") && !shown.contains("anthropic"), "the environment beats the file: {shown}");
    let shown = folder.run(&["check", "deep/ticket.json", "--profile", "gemini", "--format", "json"]);
    assert!(shown.contains("\"profile\": \"gemini/json-schema\""), "a flag beats both: {shown}");

    for (name, text) in [("key", "profle = 1\n"), ("section", "[chek]\n"), ("inner", "[check]\nfromat = 1\n"), ("syntax", "profile = [\n")]
    {
        let folder = Folder::new(&format!("config-{name}"), &[("schema-compat.toml", text), ("ticket.json", TICKET)]);
        let shown = folder.run(&["check", "ticket.json"]);
        assert!(shown.starts_with("exit 2") && shown.contains("schema-compat.toml"), "{shown}");
    }
    let folder = Folder::new("config-value", &[("schema-compat.toml", "fail-on = \"nothing\"\n"), ("ticket.json", TICKET)]);
    assert!(folder.run(&["check", "ticket.json"]).starts_with("exit 2"));
}

#[test]
fn code_is_asked_for_its_schema() {
    let module = "class Model:\n    @staticmethod\n    def model_json_schema():\n        return {'type': 'object', 'properties': {'a': {'type': 'string', 'minLength': 2}}, 'required': ['a']}\n";
    let folder = Folder::new("python", &[("models.py", module)]);
    let shown = folder.run(&["check", "--python", "models:Model", "--profile", "openai", "--format", "concise"]);
    if shown.contains("cannot be started") {
        eprintln!("there is no Python here: --python is not tried");
        return;
    }
    assert!(shown.contains("models:Model:") && shown.contains("minLength"), "{shown}");
    let shown = folder.run(&["check", "--python", "models:Nothing", "--profile", "openai"]);
    assert!(shown.starts_with("exit 2") && shown.contains("AttributeError"), "{shown}");
    let shown = folder.run(&["check", "--python", "models", "--profile", "openai"]);
    assert!(shown.starts_with("exit 2") && shown.contains("module:Model"), "{shown}");
    let shown = folder.run(&["check", "--node", "nothing.mjs#A", "--profile", "openai"]);
    assert!(shown.starts_with("exit 2") && shown.contains("there is no file"), "{shown}");
}

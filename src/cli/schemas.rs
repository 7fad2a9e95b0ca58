//! Schemas out of files: a schema, a corpus, a list of tools, a request, an `OpenAPI` document.

use schema_compat::error::{Error, ErrorKind};
use schema_compat::json::{Json, parse, print_string};
use schema_compat::location::Location;
use schema_compat::report::SourceMap;
use schema_compat::schema::keyword::Draft;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// One schema, and where it comes from.
#[derive(Clone, Debug)]
pub struct Source<'t> {
    /// What the file is called.
    pub name: &'t str,
    /// The text it stands in.
    pub text: &'t str,
    /// Number of the text's first line in the file, from 1.
    pub first_line: usize,
    /// Byte offset of the text in the file.
    pub first_byte: usize,
    /// Where the schema stands in the text.
    pub base: Location,
    /// The corpus line's id or the tool's name, as JSON text.
    pub id: Option<String>,
    /// The schema's text, or why there is none.
    pub schema: Result<Cow<'t, str>, Error>,
    /// What kind of file it is from.
    pub kind: Kind,
    /// The draft it is of, where the file tells.
    pub draft: Option<Draft>,
    /// The part of a document that only stands beside the schema for its references.
    pub around: Option<Location>,
}

/// What kind of file a schema is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The file is the schema.
    Alone,
    /// A line of a corpus.
    Corpus,
    /// A tool that a request offers, counted together with its siblings; whether the model is held to its schema.
    Tool { strict: bool },
    /// The answer that a request asks for.
    Answer,
    /// One of the schemas of a document.
    Named,
}

/// The schemas of a file.
pub fn sources<'t>(name: &'t str, text: &'t str) -> Vec<Source<'t>> {
    if Path::new(name).extension().is_some_and(|extension| matches!(extension.to_str(), Some("jsonl" | "ndjson"))) {
        return corpus(name, text);
    }
    let alone = Source {
        name,
        text,
        first_line: 1,
        first_byte: 0,
        base: Location::root(),
        id: None,
        schema: Ok(Cow::Borrowed(text)),
        kind: Kind::Alone,
        draft: None,
        around: None,
    };
    let Some(json) = may_hold_schemas(text).then(|| parse(text).ok()).flatten() else { return vec![alone] };
    let map = SourceMap::new(text);
    if let Some(document) = Document::of(&json) {
        let named = document.schemas.iter().map(|(name, _)| {
            let schema = Ok(Cow::Owned(document.rooted(name, text, &map)));
            let around = Some(Location::root().join(document.members[0]));
            Source { id: Some(quoted(name)), schema, kind: Kind::Named, draft: document.draft, around, ..alone.clone() }
        });
        return named.collect();
    }
    let found = inside(&json);
    if found.is_empty() {
        return vec![alone];
    }
    let sources = found.into_iter().map(|found| {
        let place = map.find(&found.place).map(|place| place.value);
        let slice = place.and_then(|span| text.get(span.start as usize..span.end as usize));
        let missing = || Error::new(ErrorKind::SchemaInvalid, Location::root(), "there is no schema here");
        let schema = slice.map(Cow::Borrowed).ok_or_else(missing);
        Source { base: found.place, id: Some(quoted(&found.name)), schema, kind: found.kind, ..alone.clone() }
    });
    sources.collect()
}

/// The lines of a corpus.
fn corpus<'t>(name: &'t str, text: &'t str) -> Vec<Source<'t>> {
    let mut first_byte = 0;
    let mut sources = Vec::new();
    for (i, line) in text.split_inclusive('\n').enumerate() {
        let text = line.trim_end_matches(['\n', '\r']);
        if !text.trim().is_empty() {
            let (id, schema) = corpus_line(text);
            let base = Location::from_pointer("/schema");
            let schema = schema.map(Cow::Borrowed);
            sources.push(Source {
                name,
                text,
                first_line: i + 1,
                first_byte,
                base,
                id,
                schema,
                kind: Kind::Corpus,
                draft: None,
                around: None,
            });
        }
        first_byte += line.len();
    }
    sources
}

/// A corpus line taken apart: its id as JSON text, and its schema.
fn corpus_line(text: &str) -> (Option<String>, Result<&str, Error>) {
    let map = SourceMap::new(text);
    let invalid = |message: String| Error::new(ErrorKind::SchemaInvalid, Location::root(), message);
    if let Some(fault) = map.fault() {
        return (None, Err(invalid(format!("the line is not JSON: {fault}"))));
    }
    let member = |name: &str| {
        let value = map.find(&Location::root().join(name))?.value;
        text.get(value.start as usize..value.end as usize)
    };
    let schema = member("schema").ok_or_else(|| invalid("the line has no `schema`".to_owned()));
    (member("id").map(str::to_owned), schema)
}

/// A schema found inside a document.
struct Found {
    name: String,
    place: Location,
    kind: Kind,
}

/// Whether the text is worth a look: words that only such documents have.
fn may_hold_schemas(text: &str) -> bool {
    let first = text.trim_start().as_bytes().first();
    let words =
        ["\"tools\"", "\"openapi\"", "\"swagger\"", "\"response_format\"", "\"output_config\"", "\"generationConfig\"", "\"format\""];
    first == Some(&b'[') || (first == Some(&b'{') && words.iter().any(|word| text.contains(word)))
}

fn inside(json: &Json<'_>) -> Vec<Found> {
    let root = Location::root();
    let mut found = Vec::new();
    match json {
        Json::Array(_) => tools(json, &root, &mut found),
        // A schema may have a property or definition of these names, but not these members at its root.
        Json::Object(_) if ["$schema", "properties", "$ref", "type"].iter().any(|key| get(json, key).is_some()) => {}
        Json::Object(_) => {
            request(json, &root, &mut found);
            if let Some(result) = get(json, "result") {
                request(result, &root.join("result"), &mut found);
            }
        }
        _ => {}
    }
    found
}

/// The tools of a request or of an MCP `tools/list` result, and the answer a request asks for.
fn request(json: &Json<'_>, at: &Location, found: &mut Vec<Found>) {
    if let Some(list) = get(json, "tools") {
        tools(list, &at.join("tools"), found);
    }
    let answers: [&[&str]; 5] = [
        &["response_format", "json_schema", "schema"],
        &["text", "format", "schema"],
        &["output_config", "format", "schema"],
        &["generationConfig", "responseSchema"],
        &["generationConfig", "responseJsonSchema"],
    ];
    for path in answers {
        let (mut here, mut place) = (Some(json), at.clone());
        for key in path {
            here = here.and_then(|json| get(json, key));
            place.push(key);
        }
        if here.is_some() {
            found.push(Found { name: "answer".to_owned(), place, kind: Kind::Answer });
        }
    }
}

fn tools(list: &Json<'_>, at: &Location, found: &mut Vec<Found>) {
    let Json::Array(list) = list else { return };
    for (i, tool) in list.iter().enumerate() {
        let mut place = at.clone();
        place.push_index(i);
        tool_schemas(tool, &place, found);
        for key in ["functionDeclarations", "function_declarations"] {
            if let Some(declarations) = get(tool, key) {
                tools(declarations, &place.join(key), found);
            }
        }
        if let Some(function) = get(tool, "function") {
            tool_schemas(function, &place.join("function"), found);
        }
    }
}

/// The schemas of one tool, in the spelling of MCP, OpenAI, Anthropic and Gemini.
fn tool_schemas(tool: &Json<'_>, at: &Location, found: &mut Vec<Found>) {
    let Some(Json::String(name)) = get(tool, "name") else { return };
    // Chat Completions and Messages are loose unless told otherwise; Responses is strict unless told otherwise, and an MCP
    // tool is judged by what the strictest client would make of it.
    let loose = at.as_str().ends_with("/function") || get(tool, "input_schema").is_some();
    let strict = if let Some(Json::Bool(strict)) = get(tool, "strict") { *strict } else { !loose };
    for key in ["inputSchema", "input_schema", "parameters", "parametersJsonSchema"] {
        if matches!(get(tool, key), Some(Json::Object(_) | Json::Bool(_))) {
            found.push(Found { name: name.to_string(), place: at.join(key), kind: Kind::Tool { strict } });
        }
    }
    if matches!(get(tool, "outputSchema"), Some(Json::Object(_))) {
        found.push(Found { name: format!("{name} (output)"), place: at.join("outputSchema"), kind: Kind::Named });
    }
}

/// The schemas of a document by name, and the names each refers to.
struct Document<'j> {
    schemas: Vec<(&'j str, Vec<&'j str>)>,
    places: HashMap<&'j str, usize>,
    /// What stands around the schemas, outermost first.
    members: &'static [&'static str],
    draft: Option<Draft>,
}

impl<'j> Document<'j> {
    fn of(json: &'j Json<'j>) -> Option<Self> {
        let members: &[&str] = if get(json, "openapi").is_some() {
            &["components", "schemas"]
        } else if get(json, "swagger").is_some() {
            &["definitions"]
        } else {
            return None;
        };
        let Json::Object(schemas) = members.iter().try_fold(json, |inner, member| get(inner, member))? else { return None };
        let before = format!("#/{}/", members.join("/"));
        let referred = |schema: &'j Json<'j>| {
            let mut names = Vec::new();
            references(schema, &before, &mut names);
            names
        };
        let schemas: Vec<_> = schemas.iter().map(|(name, schema)| (&**name, referred(schema))).collect();
        let places = schemas.iter().enumerate().map(|(at, (name, _))| (*name, at)).collect();
        let version = ["openapi", "swagger"].iter().find_map(|key| get(json, key));
        let old = matches!(version, Some(Json::String(text)) if text.starts_with("3.0") || text.starts_with('2'));
        Some(Document { schemas, places, members, draft: old.then_some(Draft::OpenApi30) })
    }

    fn pointer(&self, name: &str) -> Location {
        let mut place = Location::root();
        self.members.iter().for_each(|member| place.push(member));
        place.push(name);
        place
    }

    /// A reference to one of the schemas beside all it leads to, so that every place keeps its pointer.
    fn rooted(&self, name: &str, text: &str, map: &SourceMap<'_>) -> String {
        let mut wanted: Vec<usize> = self.places.get(name).copied().into_iter().collect();
        let mut seen: HashSet<usize> = wanted.iter().copied().collect();
        let mut next = 0;
        while let Some(at) = wanted.get(next) {
            next += 1;
            wanted.extend(
                self.schemas[*at]
                    .1
                    .iter()
                    .filter_map(|name| self.places.get(name).copied())
                    .filter(|at| seen.insert(*at))
                    .collect::<Vec<_>>(),
            );
        }
        wanted.sort_unstable();
        let mut out = format!("{{\"$ref\":{}", quoted(&format!("#{}", self.pointer(name))));
        for (i, member) in self.members.iter().enumerate() {
            out.push_str(if i == 0 { "," } else { "{" });
            out.push_str(&quoted(member));
            out.push(':');
        }
        out.push('{');
        for (i, at) in wanted.into_iter().enumerate() {
            let name = self.schemas[at].0;
            let span = map.find(&self.pointer(name)).map(|place| place.value).unwrap_or_default();
            out.push_str(if i == 0 { "" } else { "," });
            out.push_str(&quoted(name));
            out.push(':');
            out.push_str(text.get(span.start as usize..span.end as usize).filter(|slice| !slice.is_empty()).unwrap_or("true"));
        }
        out.push_str(&"}".repeat(self.members.len() + 1));
        out
    }
}

/// The names of the document's schemas that a schema refers to.
fn references<'j>(json: &'j Json<'j>, before: &str, names: &mut Vec<&'j str>) {
    match json {
        Json::Object(members) => {
            for (key, value) in members {
                match value {
                    Json::String(target) if key == "$ref" => {
                        names.extend(target.strip_prefix(before).and_then(|rest| rest.split('/').next()));
                    }
                    value => references(value, before, names),
                }
            }
        }
        Json::Array(items) => items.iter().for_each(|item| references(item, before, names)),
        _ => {}
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::new();
    print_string(text, &mut out);
    out
}

fn get<'a>(json: &'a Json<'a>, key: &str) -> Option<&'a Json<'a>> {
    match json {
        Json::Object(members) => members.iter().find(|(name, _)| name == key).map(|(_, value)| value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, String, Kind)> {
        sources("x.json", text).into_iter().map(|s| (s.id.unwrap_or_default(), s.base.as_str().to_owned(), s.kind)).collect()
    }

    #[test]
    fn a_schema_stays_a_schema() {
        let alone = vec![(String::new(), String::new(), Kind::Alone)];
        for text in [
            r#"{"type":"object","properties":{"tools":{"type":"array"}}}"#,
            r#"{"properties":{},"tools":[{"name":"x","parameters":{}}]}"#,
            r#"{"anyOf":[{"format":"date"}]}"#,
            "true",
            "[1]",
            r#"{"tools": "#,
        ] {
            assert_eq!(found(text), alone, "{text}");
        }
    }

    #[test]
    fn tools_are_found_in_every_spelling() {
        let mcp = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","inputSchema":{},"outputSchema":{}}]}}"#;
        assert_eq!(
            found(mcp),
            [
                (r#""a""#.to_owned(), "/result/tools/0/inputSchema".to_owned(), Kind::Tool { strict: true }),
                (r#""a (output)""#.to_owned(), "/result/tools/0/outputSchema".to_owned(), Kind::Named),
            ]
        );
        let one = |text: &str, place: &str, strict: bool| {
            assert_eq!(found(text), [(r#""a""#.to_owned(), place.to_owned(), Kind::Tool { strict })], "{text}");
        };
        one(r#"[{"type":"function","function":{"name":"a","parameters":{}}}]"#, "/0/function/parameters", false);
        one(r#"[{"type":"function","function":{"name":"a","strict":true,"parameters":{}}}]"#, "/0/function/parameters", true);
        one(r#"[{"type":"function","name":"a","parameters":{}}]"#, "/0/parameters", true);
        one(r#"{"model":"m","tools":[{"name":"a","input_schema":{}}]}"#, "/tools/0/input_schema", false);
        one(r#"{"tools":[{"functionDeclarations":[{"name":"a","parameters":{}}]}]}"#, "/tools/0/functionDeclarations/0/parameters", true);
    }

    #[test]
    fn a_document_keeps_its_pointers() {
        let text = r##"{"openapi":"3.1.0","components":{"schemas":{"A":{"$ref":"#/components/schemas/B"},"B":{"type":"string"}}}}"##;
        let all = sources("api.json", text);
        assert_eq!(all.len(), 2);
        assert_eq!(all[0].id.as_deref(), Some("\"A\""));
        let schema = all[0].schema.as_ref().expect("a schema");
        assert_eq!(
            schema,
            r##"{"$ref":"#/components/schemas/A","components":{"schemas":{"A":{"$ref":"#/components/schemas/B"},"B":{"type":"string"}}}}"##
        );
    }
}

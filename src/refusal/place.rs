//! Where in the schema a provider points: every provider spells places its own way.

use super::Tool;
use crate::json::Json;
use crate::location::Location;

/// One step down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// To a member, or an element by its number.
    Key(String),
    /// To the property with this number, in the order they are declared in.
    Nth(usize),
}

/// Reads a place: a Python tuple, a JSON Pointer, a reference, a path with dots, or a path of protocol buffers.
pub(super) fn steps(place: &str) -> Vec<Step> {
    let key = |text: &str| Step::Key(text.to_owned());
    if let Some(inner) = place.strip_prefix('(') {
        return quoted(inner).map(|text| Step::Key(text.to_owned())).collect();
    }
    if let Some(pointer) = place.strip_prefix("#/").or_else(|| place.strip_prefix('/')) {
        return pointer.split('/').map(|part| Step::Key(part.replace("~1", "/").replace("~0", "~"))).collect();
    }
    let mut steps = Vec::new();
    let proto = place.contains("response_schema") || place.contains("parameters") || place.contains("schema.");
    let path = if proto { after_schema(place) } else { place };
    for part in parts(path) {
        match part {
            Part::Name("$" | "root" | "#") if steps.is_empty() => {}
            Part::Name("value") if matches!(steps.last(), Some(Step::Nth(_))) => {}
            Part::Name(name) => steps.push(if proto { Step::Key(camel(name)) } else { key(name) }),
            Part::Index(text) => match text.parse::<usize>() {
                Ok(n) if proto && steps.last() == Some(&key("properties")) => steps.push(Step::Nth(n)),
                _ => steps.push(key(text)),
            },
        }
    }
    // Vertex names properties without the keyword between: `parameters.a.b`.
    if proto && !steps.is_empty() && !steps.iter().any(|step| matches!(step, Step::Key(k) if is_keyword(k))) {
        steps = steps.into_iter().flat_map(|step| [key("properties"), step]).collect();
    }
    steps
}

/// The pointer of these steps. Properties that are counted are named from the wire schema; without it the pointer ends there.
pub(super) fn resolve(steps: &[Step], wire_schema: Option<&Json<'_>>) -> Location {
    let mut location = Location::root();
    let mut here = wire_schema;
    for step in steps {
        match step {
            Step::Key(name) => {
                location.push(name);
                here = here.and_then(|json| match json {
                    Json::Object(members) => members.iter().find(|(key, _)| key == name).map(|(_, value)| value),
                    Json::Array(items) => name.parse::<usize>().ok().and_then(|at| items.get(at)),
                    _ => None,
                });
            }
            Step::Nth(number) => {
                let Some(Json::Object(members)) = here else { break };
                let Some((name, value)) = members.get(*number) else { break };
                location.push(name);
                here = Some(value);
            }
        }
    }
    location
}

/// The tool that a message or a parameter names.
pub(super) fn tool(message: &str, param: Option<&str>) -> Option<Tool> {
    let named = |before: &str, quote: char| {
        let rest = message.split_once(before)?.1;
        let name = rest.split(quote).next().filter(|name| !name.is_empty() && name.len() <= 128)?;
        rest.len().gt(&name.len()).then(|| Tool::Name(name.to_owned()))
    };
    let numbered = |text: &str| {
        let rest = text.split_once("tools[").or_else(|| text.split_once("tools."))?.1;
        let rest = rest.split_once("function_declarations[").filter(|(before, _)| before.len() < 4).map_or(rest, |(_, after)| after);
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok().map(Tool::Index)
    };
    named("for function '", '\'').or_else(|| named("because `", '`')).or_else(|| numbered(message)).or_else(|| param.and_then(numbered))
}

enum Part<'a> {
    Name(&'a str),
    Index(&'a str),
}

/// The parts of a path with dots and brackets.
fn parts(path: &str) -> Vec<Part<'_>> {
    let mut out = Vec::new();
    let mut rest = path.trim();
    while !rest.is_empty() {
        if let Some(inner) = rest.strip_prefix('[') {
            let (inside, after) = inner.split_once(']').unwrap_or((inner, ""));
            let name = inside.trim_matches(|c| c == '"' || c == '\'');
            // Quoted or not, what is no number is a name.
            out.push(if name.bytes().all(|b| b.is_ascii_digit()) { Part::Index(name) } else { Part::Name(name) });
            rest = after;
            continue;
        }
        let rest_of = rest.strip_prefix('.').unwrap_or(rest);
        let end = rest_of.find(['.', '[']).unwrap_or(rest_of.len());
        if end > 0 {
            out.push(Part::Name(&rest_of[..end]));
        } else if rest_of.len() == rest.len() {
            // Two dots in a row name nothing.
            rest = rest_of.get(1..).unwrap_or("");
            continue;
        }
        rest = &rest_of[end..];
    }
    out
}

/// What comes after the field that holds the schema.
fn after_schema(place: &str) -> &str {
    let fields = ["response_json_schema", "parameters_json_schema", "response_schema", "parameters", "schema"];
    let found = fields.iter().find_map(|field| place.find(field).map(|at| &place[at + field.len()..]));
    found.unwrap_or(place).trim_start_matches('.')
}

fn camel(name: &str) -> String {
    let mut parts = name.split('_');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut chars = part.chars();
        out.extend(chars.next().map(|c| c.to_ascii_uppercase()));
        out.push_str(chars.as_str());
    }
    // A property's own underscores stay: only keywords are spelled otherwise there.
    if is_keyword(&out) { out } else { name.to_owned() }
}

fn is_keyword(name: &str) -> bool {
    crate::schema::keyword::Keyword::from_text(name).is_some()
}

/// The elements of a Python tuple's inside, quoted or bare.
fn quoted(inside: &str) -> impl Iterator<Item = &str> {
    let elements = inside.trim_end_matches(')').split(", ");
    elements.map(|text| text.trim().trim_end_matches(',').trim_matches(|c| c == '\'' || c == '"')).filter(|text| !text.is_empty())
}

//! What the report says is said is said, and where it says so.

use super::CASES;
use super::cases::{check, law, tally};
use super::json::{Path, Value, at, pointer, read, steps};
use schema_compat::json::Json;

/// Words a description needs at least, where the report says of a keyword that it is told.
fn words(keyword: &str, value: &Value) -> Option<String> {
    // A bound that a negation makes stands nowhere in the schema.
    let n = if let Json::Number(n) = value { n } else { "" };
    Some(match (keyword, value) {
        ("minimum", _) => format!("at least {n}"),
        ("maximum", _) => format!("at most {n}"),
        ("exclusiveMinimum", _) => format!("greater than {n}"),
        ("exclusiveMaximum", _) => format!("less than {n}"),
        ("multipleOf", _) => format!("a multiple of {n}"),
        ("minLength" | "minProperties", _) => format!("at least {n}"),
        ("maxLength" | "maxProperties", _) => format!("at most {n}"),
        // Of a tuple, the items after the slots are counted.
        ("minItems", _) => "at least ".to_owned(),
        ("maxItems", _) => "at most ".to_owned(),
        ("pattern", Json::String(pattern)) => format!("matches the regular expression {pattern}"),
        ("format", Json::String(name)) => format!("format {name}"),
        ("uniqueItems", _) => "all items differ".to_owned(),
        ("contains", _) => " of ".to_owned(),
        ("propertyNames", _) => "property names satisfy".to_owned(),
        ("oneOf", _) => "exactly one of the alternatives applies".to_owned(),
        ("not", _) => "not ".to_owned(),
        ("if", _) => "if ".to_owned(),
        ("dependentRequired", _) => " needs ".to_owned(),
        ("unevaluatedProperties", Json::Bool(false)) => "no property but those".to_owned(),
        ("unevaluatedItems", Json::Bool(false)) => "no item but those".to_owned(),
        _ => return None,
    })
}

/// Every description of a node and below it, references followed once.
fn descriptions(node: &Value, root: &Value, seen: &mut Vec<String>, out: &mut String) {
    match node {
        Json::Object(members) => {
            for (name, value) in members {
                match (name.as_ref(), value) {
                    ("description", Json::String(said)) => {
                        out.push_str(said);
                        out.push('\n');
                    }
                    ("$ref", Json::String(reference)) if !seen.iter().any(|s| s == reference) => {
                        seen.push(reference.to_string());
                        if let Some(target) = at(root, &steps(reference)) {
                            descriptions(target, root, seen, out);
                        }
                    }
                    ("$defs", _) => {}
                    _ => descriptions(value, root, seen, out),
                }
            }
        }
        Json::Array(items) => items.iter().for_each(|item| descriptions(item, root, seen, out)),
        _ => {}
    }
}

/// What is said at a place: there and below, and of the union whose branch, the list whose item or the box whose content
/// it is.
fn said_at(place: &[String], wire: &Value) -> String {
    let (mut out, mut seen) = (String::new(), Vec::new());
    let mut top: Path = place.to_vec();
    loop {
        let up = match &top[..] {
            [.., last] if last == "items" => 1,
            [.., keyword, _] if keyword == "anyOf" => 2,
            [.., keyword, name] if keyword == "properties" && (name == "_entries" || name.starts_with("_b")) => 2,
            _ => break,
        };
        top.truncate(top.len() - up);
        if let Some(Json::String(said)) = at(wire, &top).and_then(|node| node.get("description")) {
            out.push_str(said);
            out.push('\n');
        }
    }
    if let Some(node) = at(wire, place) {
        descriptions(node, wire, &mut seen, &mut out);
    }
    out
}

/// What the report announces as told stands in the description near that place.
#[test]
fn announced() {
    check("announced", CASES * 2, |case| {
        let Ok(prepared) = case.prepare() else { return Ok(()) };
        let wire = read(prepared.wire_schema());
        for finding in prepared.findings().iter().filter(|f| f.message.contains("description")) {
            let path = steps(finding.location.as_str());
            let (Some(keyword), Some(value)) = (path.last(), at(&case.schema, &path)) else { continue };
            // A negation turns a bound around: the message names what is told.
            let keyword = finding.message.strip_prefix('`').and_then(|m| m.split('`').next()).unwrap_or(keyword);
            let Some(words) = words(keyword, value) else {
                tally("announced", "no words known");
                continue;
            };
            let place = finding.wire_location.as_ref().map(|place| steps(place.as_str())).unwrap_or_default();
            tally("announced", if place.is_empty() { "at the root" } else { "below the root" });
            let said = said_at(&place, &wire);
            // What is quoted is cut.
            let capped = said.contains('…') && words.len() > 100;
            law!(
                said.contains(&words) || capped,
                "`{}` at {} is announced, but {:?} says {said:?}, not {words:?}\n  wire {}",
                finding.message,
                finding.location,
                pointer(&place),
                prepared.wire_schema()
            );
        }
        Ok(())
    });
}

/// Every finding points at a place of both schemas, and the wire place leads back to the user's or one around it.
#[test]
fn findings_are_placed() {
    check("places", CASES * 2, |case| {
        let Ok(prepared) = case.prepare() else { return Ok(()) };
        let wire = read(prepared.wire_schema());
        for finding in prepared.findings() {
            law!(
                at(&case.schema, &steps(finding.location.as_str())).is_some(),
                "{} stands at {}, which is nowhere",
                finding.rule,
                finding.location
            );
            let Some(place) = &finding.wire_location else {
                law!(false, "{} at {} has no place in the wire schema", finding.rule, finding.location);
                return Ok(());
            };
            law!(
                at(&wire, &steps(place.as_str())).is_some(),
                "{} at {} is placed at {place}, which is nowhere in {}",
                finding.rule,
                finding.location,
                prepared.wire_schema()
            );
        }
        Ok(())
    });
}

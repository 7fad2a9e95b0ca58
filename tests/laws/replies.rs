//! Replies of every sort: what is accepted is valid, what is promised holds, what is wrong is placed.

use super::CASES;
use super::cases::{Case, Verdict, Wire, accepts, check, law, narrowed, replies, tally, warned};
use super::json::{at, read, steps, text};
use schema_compat::compat::{OutcomeKind, Prepared, prepare};
use schema_compat::finding::{Fidelity, Finding};
use schema_compat::json::Json;
use schema_compat::location::Location;

/// Law 3: whatever is accepted is valid under the untouched schema.
#[test]
fn soundness() {
    check("soundness", CASES, |case| {
        let (Some(user), Ok(prepared)) = (case.user(), case.prepare()) else { return Ok(()) };
        let wire = Wire::of(&prepared)?;
        for reply in replies(case, &wire, &user, &mut case.choices(), 6) {
            let outcome = prepared.decode(&text(&reply));
            tally("soundness", outcome.kind.name());
            match (outcome.kind, &outcome.value) {
                (OutcomeKind::Valid, Some(value)) => {
                    law!(accepts(&user, &read(value)), "{} is accepted as {value}, which is not valid", text(&reply));
                }
                (OutcomeKind::Valid, None) => law!(false, "{} is valid without a value", text(&reply)),
                (OutcomeKind::Ambiguous, _) => {
                    for value in &outcome.candidates {
                        law!(accepts(&user, &read(value)), "{} has the candidate {value}, which is not valid", text(&reply));
                    }
                }
                (_, value) => {
                    law!(value.is_none(), "{} is not valid and has a value", text(&reply));
                    law!(!outcome.issues.is_empty(), "{} is refused without a reason", text(&reply));
                }
            }
        }
        Ok(())
    });
}

/// Law 4, exact: without a warning, every wire value is a valid user value.
#[test]
fn exact_is_exact() {
    check("exact", CASES * 2, |case| {
        let (Some(user), Ok(prepared)) = (case.user(), case.prepare()) else { return Ok(()) };
        let wire = Wire::of(&prepared)?;
        let values = wire.values(&mut case.choices(), 8);
        if warned(&prepared) {
            let wrong = values.iter().any(|v| prepared.decode(&text(v)).kind != OutcomeKind::Valid);
            tally("exact", if wrong { "widened with a witness" } else { "widened without a witness" });
            return Ok(());
        }
        tally("exact", "exact");
        for value in values {
            let outcome = prepared.decode(&text(&value));
            law!(
                outcome.kind == OutcomeKind::Valid,
                "{} is of the wire schema, read as {outcome:?}\n  wire {}",
                text(&value),
                prepared.wire_schema()
            );
            law!(accepts(&user, &read(outcome.value.as_deref().unwrap_or_default())), "{} decodes to {:?}", text(&value), outcome.value);
        }
        Ok(())
    });
}

/// Law 4, narrowed: the witness is valid where the finding stands, and is lost there.
#[test]
fn narrowed_has_a_witness() {
    check("witness", CASES, |case| {
        let Ok(prepared) = case.prepare() else { return Ok(()) };
        for finding in narrowed(&prepared) {
            let Some(witness) = &finding.witness else {
                tally("witness", "narrowed without a witness");
                continue;
            };
            tally("witness", "narrowed with a witness");
            let mut path = steps(finding.location.as_str());
            let mut seen_valid = false;
            loop {
                match lost_at(case, &super::json::pointer(&path), witness) {
                    Some(true) => break,
                    Some(false) => seen_valid = true,
                    None => {}
                }
                // What one alternative loses another may still say.
                let other = steps(finding.location.as_str());
                let choice = (0..=other.len()).any(|n| {
                    at(&case.schema, &other[..n])
                        .is_some_and(|s| ["Of\"", "\"dependentSchemas\"", "\"if\""].iter().any(|k| text(s).contains(k)))
                });
                if seen_valid && choice && path.is_empty() {
                    tally("witness", "not lost: another alternative says it");
                    break;
                }
                let what = if seen_valid { "is not lost" } else { "is not valid" };
                law!(path.pop().is_some(), "the witness {witness} of `{}` at {} {what}", finding.rule, finding.location);
            }
        }
        Ok(())
    });
}

/// Whether the value is lost by a rewrite of the subschema at a place; `None` when it is not valid there.
fn lost_at(case: &Case, place: &str, witness: &str) -> Option<bool> {
    let root = "urn:x-test:user";
    let mut options = case.options.clone();
    options.registry.push((root.to_owned(), case.text.clone()));
    let uri: String =
        place.chars().map(|c| if c.is_ascii_alphanumeric() || "/-._~".contains(c) { c.to_string() } else { percent(c) }).collect();
    let alone = if place.is_empty() { case.text.clone() } else { format!("{{\"$ref\":\"{root}#{uri}\"}}") };
    let prepared = prepare(&alone, case.profile, &options).ok()?;
    let valid = prepared.validator().ok()?.accepts(&read(witness).to_serde().ok()?);
    valid.then(|| match prepared.encode(witness) {
        Err(_) => true,
        Ok(said) => prepared.decode(&said).value.is_none_or(|back| !read(&back).same(&read(witness))),
    })
}

fn percent(c: char) -> String {
    let mut buffer = [0; 4];
    c.encode_utf8(&mut buffer).bytes().map(|b| format!("%{b:02X}")).collect()
}

/// Law 4, widened: the description says what the wire does not.
#[test]
fn widened_is_told() {
    check("told", CASES, |case| {
        let Ok(prepared) = case.prepare() else { return Ok(()) };
        let mut told = String::new();
        descriptions(&read(prepared.wire_schema()), &mut told);
        for finding in prepared.findings().iter().filter(|f| f.fidelity == Fidelity::Widened && f.rule != "tuple") {
            let Some(words) = expected_words(case, finding) else { continue };
            tally("told", "widened constraints");
            law!(
                told.contains(&words) || told.contains("other rules are checked afterwards"),
                "`{}` at {} is not told ({words}) in {}",
                finding.rule,
                finding.location,
                prepared.wire_schema()
            );
        }
        Ok(())
    });
}

/// Every description of a wire schema, one a line.
fn descriptions(schema: &Json<'_>, out: &mut String) {
    match schema {
        Json::Object(members) => {
            for (name, value) in members {
                match value {
                    Json::String(text) if name == "description" => {
                        out.push_str(text);
                        out.push('\n');
                    }
                    value => descriptions(value, out),
                }
            }
        }
        Json::Array(items) => items.iter().for_each(|i| descriptions(i, out)),
        _ => {}
    }
}

/// The words of a plain constraint that stands at the finding's place.
fn expected_words(case: &Case, finding: &Finding) -> Option<String> {
    let path = steps(finding.location.as_str());
    let keyword = path.last()?;
    // A negated bound is told the other way round.
    if path.iter().any(|step| step == "not" || step == "if") {
        return None;
    }
    let operand = text(at(&case.schema, &path)?);
    // What a tuple's slots take is taken off the count.
    if at(&case.schema, &path[..path.len() - 1])?.get("prefixItems").is_some() {
        return None;
    }
    let of = |one: &str, many: &str| if operand == "1" { one.to_owned() } else { many.to_owned() };
    Some(match keyword.as_str() {
        "minimum" => format!("at least {operand}"),
        "maximum" => format!("at most {operand}"),
        "exclusiveMinimum" => format!("greater than {operand}"),
        "exclusiveMaximum" => format!("less than {operand}"),
        "multipleOf" => format!("a multiple of {operand}"),
        "minLength" => format!("at least {operand} {}", of("character", "characters")),
        "maxLength" => format!("at most {operand} {}", of("character", "characters")),
        "minItems" => format!("at least {operand} {}", of("item", "items")),
        "maxItems" => format!("at most {operand} {}", of("item", "items")),
        "uniqueItems" => "all items differ".to_owned(),
        "minProperties" => format!("at least {operand} {}", of("property", "properties")),
        "maxProperties" => format!("at most {operand} {}", of("property", "properties")),
        "oneOf" => "exactly one of the alternatives".to_owned(),
        _ => return None,
    })
}

/// Law 12: a reply that is a valid user value as it stands and decodes to another one is not decided in silence, where
/// nothing constrains what the model writes.
#[test]
fn no_guessing() {
    check("guess", CASES, |case| {
        let (Some(user), Ok(first)) = (case.user(), case.prepare()) else { return Ok(()) };
        let wire = Wire::of(&first)?;
        let loose = case.loose();
        let Ok(prepared) = prepare(&case.text, &loose, &case.options) else { return Ok(()) };
        for reply in replies(case, &wire, &user, &mut case.choices(), 6) {
            let outcome = prepared.decode(&text(&reply));
            let Some(value) = &outcome.value else { continue };
            let other = accepts(&user, &reply) && !read(value).same(&reply);
            if other && outcome.findings.is_empty() && !accepts(&wire.validator, &reply) {
                let listed = prepared.findings().iter().any(|f| f.rule == "own-shape");
                tally("guess", if listed { "in another shape, listed" } else { "in another shape" });
                law!(listed, "{} is valid as it stands and read as {value}\n  wire {}", text(&reply), prepared.wire_schema());
            }
            tally("guess", "replies read");
        }
        Ok(())
    });
}

/// Law 15: an issue's wire path is a place of the reply (but for its last step, which may be missing), and is where the
/// user path was written.
#[test]
fn coordinates() {
    check("coordinates", CASES, |case| {
        let (Some(user), Ok(prepared)) = (case.user(), case.prepare()) else { return Ok(()) };
        let wire = Wire::of(&prepared)?;
        for reply in replies(case, &wire, &user, &mut case.choices(), 6) {
            let outcome = prepared.decode(&text(&reply));
            // Where a name comes twice, one user path has two places.
            let twice = outcome.issues.iter().any(|i| i.message.contains("twice"));
            for issue in &outcome.issues {
                tally("coordinates", "issues");
                if !twice && !issue.message.contains("declared") {
                    placed(&prepared, &reply, &issue.path, &issue.wire_path)?;
                }
            }
        }
        Ok(())
    });
}

fn placed(prepared: &Prepared<'_>, reply: &Json<'_>, path: &Location, wire_path: &Location) -> Verdict {
    let written = steps(wire_path.as_str());
    let parent = &written[..written.len().saturating_sub(1)];
    law!(at(reply, parent).is_some(), "{} has no {wire_path} (for {path})\n  wire {}", text(reply), prepared.wire_schema());
    let mapped = prepared.codec().wire_path(reply, path);
    // A key named as a list of ours is makes one user path stand for two places.
    if text(reply).contains("\"key\":\"_") || text(reply).contains("\"key\":\"result") {
        return Ok(());
    }
    // Of several entries with one key the one at fault is told.
    if matches!(at(reply, parent).and_then(|e| e.get("key")), Some(Json::String(key)) if steps(path.as_str()).last().is_some_and(|s| s == key))
    {
        return Ok(());
    }
    let below = |a: &Location, b: &Location| a == b || a.as_str().starts_with(&format!("{b}/"));
    law!(
        below(&mapped, wire_path) || below(wire_path, &mapped),
        "in {} the issue at {path} is placed at {wire_path}, but {path} is written at {mapped}\n  wire {}",
        text(reply),
        prepared.wire_schema()
    );
    Ok(())
}

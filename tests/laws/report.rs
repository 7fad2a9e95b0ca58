//! What a rewrite says of itself, and what it does with its own output.

use super::CASES;
use super::cases::{Case, check, law, tally};
use super::choices::Choices;
use super::json::{Value, at, read, steps, text};
use schema_compat::compat::{Options, prepare};
use schema_compat::finding::{Finding, Severity};
use schema_compat::json::Json;
use schema_compat::ledger::Disposition;
use schema_compat::profile::lint;
use schema_compat::schema::keyword::Draft;

/// Law 6: the endpoint's own rules, read from its profile, find nothing.
#[test]
fn wire_schemas_pass_the_linter() {
    check("lint", CASES * 2, |case| {
        let Ok(prepared) = case.prepare() else { return Ok(()) };
        let found = lint(&read(prepared.wire_schema()), case.profile);
        let first = found.first().map(|v| format!("{} at {}: {}", v.rule, v.location, v.message));
        law!(found.is_empty(), "{first:?}\n  wire {}", prepared.wire_schema());
        Ok(())
    });
}

/// Law 5: every keyword occurrence has one entry, and every constraint is carried, told, folded or only evaluated.
#[test]
fn ledger_is_complete() {
    check("ledger", CASES * 2, |case| {
        let Ok(prepared) = case.prepare() else { return Ok(()) };
        let entries = prepared.ledger();
        let mut places: Vec<&str> = entries.iter().map(|e| e.location.as_str()).collect();
        let count = places.len();
        places.sort_unstable();
        places.dedup();
        law!(places.len() == count, "a keyword has two entries");
        let counted = count_keywords(&case.schema);
        law!(counted == count, "{counted} keywords, {count} entries");
        for entry in &entries {
            tally("ledger", disposition(entry.disposition));
            law!(
                entry.disposition != Disposition::Unaccounted,
                "`{}` at {} is neither on the wire nor named by a finding\n  wire {}",
                entry.keyword,
                entry.location,
                prepared.wire_schema()
            );
        }
        Ok(())
    });
}

fn disposition(disposition: Disposition) -> &'static str {
    match disposition {
        Disposition::Native => "native",
        Disposition::Codec => "codec",
        Disposition::Static => "static",
        Disposition::Residual => "residual",
        Disposition::Annotation => "annotation",
        Disposition::Narrowed => "narrowed",
        Disposition::Evaluated => "evaluated",
        Disposition::Unreached => "unreached",
        Disposition::Unknown => "unknown",
        Disposition::Unaccounted => "unaccounted",
    }
}

/// Keyword occurrences of a generated schema, counted by its own rules of where subschemas stand.
fn count_keywords(schema: &Value) -> usize {
    let Json::Object(members) = schema else { return 0 };
    let below = |name: &str, value: &Value| match (name, value) {
        ("properties" | "patternProperties" | "$defs" | "dependentSchemas", Json::Object(map)) => {
            map.iter().map(|(_, v)| count_keywords(v)).sum()
        }
        ("anyOf" | "oneOf" | "allOf" | "prefixItems", Json::Array(list)) => list.iter().map(count_keywords).sum(),
        ("const" | "enum" | "default" | "x-vendor" | "dependentRequired", _) => 0,
        _ => count_keywords(value),
    };
    members.iter().map(|(name, value)| 1 + below(name, value)).sum()
}

/// Law 7: a wire schema is rewritten to itself, values as they are.
#[test]
fn idempotence() {
    check("idempotence", CASES, |case| {
        let Ok(prepared) = case.prepare() else { return Ok(()) };
        let wire = prepared.wire_schema();
        // Subtrees that travel as text, and packed lists, are not meant to be stable.
        if wire.contains("\"_json\"") || wire.contains("\"_more") {
            tally("idempotence", "skipped: carries text");
            return Ok(());
        }
        // First keys are kept apart within one union only.
        if wire.contains("[{\"anyOf\":") || wire.contains("},{\"anyOf\":") {
            tally("idempotence", "skipped: nested unions");
            return Ok(());
        }
        // The flag means more to the endpoint that takes it than OpenAPI says: beside an enum it admits null too.
        if wire.contains("\"nullable\"") {
            tally("idempotence", "skipped: null as a flag");
            return Ok(());
        }
        let mut options = Options::default();
        if !case.profile.types.null.value {
            options.draft = Some(Draft::OpenApi30);
        }
        let again = match prepare(wire, case.profile, &options) {
            Ok(again) => again,
            Err(error) => {
                law!(false, "the wire schema is refused: {error}\n  wire {wire}");
                return Ok(());
            }
        };
        if !case.profile.unions.same_first_key.value && !again.codec().is_identity() && again.wire_schema().contains("\"_b") {
            // First keys are kept apart within one union; unions of unions are one union the second time.
            tally("idempotence", "skipped: boxed for its first key");
            return Ok(());
        }
        law!(again.codec().is_identity(), "values change again\n  wire  {wire}\n  again {}", again.wire_schema());
        let (one, two) = (read(wire), read(again.wire_schema()));
        let (one, two) = (unroll(&one, &one, 0), unroll(&two, &two, 0));
        // Which key comes first may depend on how unions are nested.
        law!(one.same(&two), "another wire schema\n  wire  {wire}\n  again {}", again.wire_schema());
        let (mut said, mut again_said) = (Vec::new(), Vec::new());
        words(&read(wire), true, &mut said);
        words(&read(again.wire_schema()), true, &mut again_said);
        let lost: Vec<&String> = said.iter().filter(|w| !again_said.contains(w)).collect();
        let new: Vec<&String> = again_said.iter().filter(|w| !said.contains(w)).collect();
        law!(lost.is_empty() && new.is_empty(), "words lost {lost:?}, new {new:?}\n  wire  {wire}\n  again {}", again.wire_schema());
        let louder: Vec<&Finding> = again.findings().iter().filter(|f| f.severity > Severity::Info).collect();
        law!(louder.is_empty(), "findings on a wire schema: {louder:?}\n  wire {wire}");
        Ok(())
    });
}

/// Every line of the titles and descriptions, whichever node of several it stands with.
fn words(schema: &Value, is_schema: bool, out: &mut Vec<String>) {
    match schema {
        Json::Object(members) => {
            for (name, value) in members {
                match (name.as_ref(), value) {
                    ("title" | "description", Json::String(words)) if is_schema => {
                        out.extend(words.lines().filter(|line| !line.is_empty()).map(str::to_owned));
                    }
                    ("enum", _) if is_schema => {}
                    ("properties" | "$defs", value) if is_schema => words(value, false, out),
                    (_, value) => words(value, true, out),
                }
            }
        }
        Json::Array(items) => items.iter().for_each(|item| words(item, true, out)),
        _ => {}
    }
}

/// The schema with references written out, down to a depth of the values, and without words: whom they stand with depends on what is
/// shared.
fn unroll(schema: &Value, root: &Value, depth: usize) -> Value {
    if depth > 6 {
        return Json::Null;
    }
    let keep = |name: &str| name != "$defs" && name != "title" && name != "description";
    match schema {
        Json::Object(members) => {
            if let Some(Json::String(reference)) = schema.get("$ref")
                && let Some(target) = at(root, &steps(reference))
            {
                let mut target = unroll(target, root, depth);
                if let Json::Object(into) = &mut target {
                    into.retain(|(k, _)| keep(k));
                    into.extend(members.iter().filter(|(k, _)| k != "$ref" && keep(k)).cloned());
                }
                return target;
            }
            let mut out: Vec<_> = members
                .iter()
                .filter(|(k, _)| keep(k))
                .map(|(k, v)| (k.clone(), unroll(v, root, depth + usize::from(k == "items" || k == "properties"))))
                .collect();
            if let [(name, Json::Array(types))] = &out[..]
                && name == "type"
            {
                let single = types.iter().map(|t| super::json::object([("type", t.clone())])).collect();
                out = vec![super::json::member("anyOf", Json::Array(single))];
            }
            // An alternative that is nothing but alternatives stands for them.
            if let Some((_, Json::Array(branches))) = out.iter_mut().find(|(k, _)| k == "anyOf") {
                let flat = std::mem::take(branches).into_iter().flat_map(|branch| match branch {
                    Json::Object(mut only) if matches!(&only[..], [(k, Json::Array(_))] if k == "anyOf") => match only.remove(0).1 {
                        Json::Array(inner) => inner,
                        other => vec![other],
                    },
                    other => vec![other],
                });
                // Lists of plain types are alternatives too; which of them come first, and twice, is of no account.
                let single = flat.flat_map(|branch| match branch.get("type") {
                    Some(Json::Array(types)) if matches!(&branch, Json::Object(members) if members.len() == 1) => {
                        types.iter().map(|t| super::json::object([("type", t.clone())])).collect()
                    }
                    _ => vec![branch],
                });
                *branches = single.collect();
                branches.sort_by_key(|b| text(b));
                branches.dedup();
            }
            if let Some((_, Json::Array(names))) = out.iter_mut().find(|(k, _)| k == "required") {
                names.sort_by_key(|n| text(n));
            }
            // One branch alone is the branch, annotated.
            if let [(name, Json::Array(branches))] = &mut out[..]
                && name == "anyOf"
                && branches.len() == 1
            {
                return branches.remove(0);
            }
            Json::Object(std::mem::take(&mut out))
        }
        Json::Array(items) => Json::Array(items.iter().map(|i| unroll(i, root, depth)).collect()),
        other => other.clone(),
    }
}

/// Law 14: the same bytes twice, and whatever the order of keywords.
#[test]
fn determinism() {
    check("determinism", CASES, |case| {
        let first = case.prepare();
        let second = case.prepare();
        let shuffled = shuffle(&case.schema, &mut case.choices(), true);
        let third = prepare(&text(&shuffled), case.profile, &case.options);
        match (first, second, third) {
            (Ok(first), Ok(second), Ok(third)) => {
                law!(first.wire_schema() == second.wire_schema(), "twice\n  {}\n  {}", first.wire_schema(), second.wire_schema());
                law!(first.findings() == second.findings(), "other findings: {:?} {:?}", first.findings(), second.findings());
                law!(
                    first.wire_schema() == third.wire_schema(),
                    "shuffled {}\n  {}\n  {}",
                    text(&shuffled),
                    first.wire_schema(),
                    third.wire_schema()
                );
                let sorted = |findings: &[Finding]| {
                    let mut told: Vec<String> =
                        findings.iter().map(|f| format!("{} {} {} {:?}", f.rule, f.location, f.message, f.fidelity)).collect();
                    told.sort();
                    told
                };
                let (one, two) = (sorted(first.findings()), sorted(third.findings()));
                law!(one == two, "shuffled {}\n  {one:#?}\n  {two:#?}", text(&shuffled));
                Ok(())
            }
            (Err(first), Err(second), Err(third)) => {
                law!(first == second, "{first} {second}");
                law!(first.kind == third.kind, "shuffled {}: {first}, {third}", text(&shuffled));
                Ok(())
            }
            (first, _, third) => {
                law!(false, "shuffled {}: {:?} {:?}", text(&shuffled), first.err(), third.err());
                Ok(())
            }
        }
    });
}

/// The schema with the keywords of every schema object in another order; maps of names keep theirs, for it is contract.
fn shuffle(schema: &Value, choices: &mut Choices<'_>, is_schema: bool) -> Value {
    match schema {
        Json::Object(members) => {
            let mut out: Vec<_> = members
                .iter()
                .map(|(name, value)| {
                    let below = match name.as_ref() {
                        _ if !is_schema => shuffle(value, choices, true),
                        "const" | "enum" | "default" | "examples" | "x-vendor" | "required" | "dependentRequired" => value.clone(),
                        "properties" | "patternProperties" | "$defs" | "dependentSchemas" => shuffle(value, choices, false),
                        _ => shuffle(value, choices, true),
                    };
                    (name.clone(), below)
                })
                .collect();
            if is_schema {
                for i in (1..out.len()).rev() {
                    out.swap(i, choices.pick(i + 1));
                }
            }
            Json::Object(out)
        }
        Json::Array(items) => Json::Array(items.iter().map(|i| shuffle(i, choices, true)).collect()),
        other => other.clone(),
    }
}

#[allow(dead_code)]
fn shown(case: &Case) -> &str {
    &case.text
}

//! Cases about what one request may hold: found before the request, and fitted or refused with the numbers.

use crate::generate::{long_enum, object};
use crate::wire::{declared, nodes, strings};
use schema_compat::compat::{Options, OutcomeKind, Prepared, prepare};
use schema_compat::error::{Error, ErrorKind};
use schema_compat::json::{Json, parse};
use schema_compat::profile::{self, Profile};

/// The wire schema when it fits, or the reason; a refusal must name the limit and the number.
fn fitted<'p>(schema: &str, profile: &'p Profile, number: &str) -> Result<Option<Prepared<'p>>, String> {
    match prepare(schema, profile, &Options::default()) {
        Ok(prepared) => {
            let wire = parse(prepared.wire_schema()).expect("wire schema");
            let faults: Vec<_> = profile::lint(&wire, profile).into_iter().map(|v| format!("{} {}", v.location, v.message)).collect();
            if faults.is_empty() { Ok(Some(prepared)) } else { Err(faults.join("; ")) }
        }
        Err(Error { kind: ErrorKind::SchemaLimit, message, .. }) if message.contains(number) => Ok(None),
        Err(error) => Err(format!("{} {error}", error.kind.name())),
    }
}

/// A value that must survive the trip.
fn survives(prepared: &Prepared<'_>, value: &str, faults: &mut Vec<String>) {
    let back = prepared.encode(value).map(|wire| prepared.decode(&wire).value);
    if !matches!(&back, Ok(Some(back)) if parse(back).expect("decoded").same(&parse(value).expect("value"))) {
        faults.push(format!("{value} came back as {back:?}"));
    }
}

pub fn check(id: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let find = |name: &str| profile::find(name).expect("profile");
    let mut keep = |fitted: Result<Option<Prepared<'_>>, String>, look: &dyn Fn(&Prepared<'_>, &Json<'_>, &mut Vec<String>)| match fitted {
        Ok(Some(prepared)) => {
            let wire = parse(prepared.wire_schema()).expect("wire schema").into_owned();
            look(&prepared, &wire, &mut faults);
        }
        Ok(None) => {}
        Err(fault) => faults.push(fault),
    };
    match id {
        // The linter counts optional and union-typed properties; fitting either way is right.
        "li-001" => keep(fitted(&object(87, false, r#"{"type":"string"}"#), find("anthropic"), "87"), &|prepared, _, faults| {
            survives(prepared, "{}", faults);
            survives(prepared, r#"{"p0":"a","p86":"z"}"#, faults);
        }),
        "li-002" => keep(fitted(&object(17, false, r#"{"type":"integer"}"#), find("anthropic"), "17"), &|prepared, wire, faults| {
            if !strings(wire.get("required")).is_empty() || declared(wire).len() != 17 {
                faults.push(format!("17 optional properties are within the limit of 24, yet not kept: {}", prepared.wire_schema()));
            }
        }),
        // The cap is configuration: a profile with the older one.
        "li-003" => {
            let older = "name = \"test/older\"\ninherits = \"openai/response-format\"\ndate = \"2026-11-30\"\ntitle = \"older limits\"\n\
                [limits]\nproperties = { value = 100, confidence = \"reported\", evidence = \"older documents\" }\n";
            let older = profile::from_toml(older, "older.toml").expect("profile");
            keep(fitted(&object(101, true, r#"{"type":"string"}"#), &older, "101"), &|prepared, _, faults| {
                let values: Vec<String> = (0..101).map(|i| format!(r#""p{i}":"v""#)).collect();
                survives(prepared, &format!("{{{}}}", values.join(",")), faults);
            });
            // Within the cap as written, over it once entries add `key` and `value`.
            let map = r#"{"type":"object","additionalProperties":{"type":"string"}}"#;
            keep(fitted(&object(40, true, map), &older, "120"), &|_, _, _| {});
        }
        "li-004" => keep(fitted(&long_enum(5000), find("openai"), "5000"), &|prepared, wire, faults| {
            if nodes(wire).iter().any(|node| matches!(node.get("enum"), Some(Json::Array(m)) if m.len() > 1000)) {
                faults.push("the long enum is sent".to_owned());
            }
            if !prepared.findings().iter().any(|f| f.rule == "large-enum") {
                faults.push("the long enum is dropped in silence".to_owned());
            }
            survives(prepared, r#"{"code":"code-4999"}"#, faults);
            if prepared.decode(r#"{"code":"code-5000"}"#).kind != OutcomeKind::Invalid {
                faults.push("the long enum is not enforced".to_owned());
            }
        }),
        "li-006" => keep(
            fitted(&object(10, true, r#"{"type":"array","items":{"type":"string"},"maxItems":100}"#), find("gemini"), "1000"),
            &|prepared, wire, faults| {
                let bound = |node: &&Json<'_>| if let Some(Json::Number(n)) = node.get("maxItems") { n.parse().unwrap_or(0) } else { 0 };
                let sum: u32 = nodes(wire).iter().map(bound).sum();
                if sum > 960 {
                    faults.push(format!("array bounds add up to {sum}"));
                }
                let long = format!(
                    r#"{{"p0":[{}],"p1":[],"p2":[],"p3":[],"p4":[],"p5":[],"p6":[],"p7":[],"p8":[],"p9":[]}}"#,
                    vec!["\"a\""; 101].join(",")
                );
                if prepared.decode(&long).kind != OutcomeKind::Invalid {
                    faults.push("maxItems is not enforced".to_owned());
                }
            },
        ),
        other => faults.push(format!("{other}: no generator for its schema")),
    }
    faults
}

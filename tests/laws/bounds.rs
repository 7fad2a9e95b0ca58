//! Law 18: whatever comes in, an answer comes out: no panic, no exhausted stack, no work beyond the size of the input.
//! Everything runs in a thread with a small stack.

use super::cases::profiles;
use schema_compat::compat::{Options, OutcomeKind, prepare};
use schema_compat::error::ErrorKind;
use std::fmt::Write as _;

const STACK: usize = 512 << 10;

fn small<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread").join().expect("no panic")
}

/// Prepares for every endpoint; the sizes of the wire schemas, or the kinds of the errors.
fn prepared(schema: String) -> Vec<Result<usize, ErrorKind>> {
    small(move || profiles().map(|p| prepare(&schema, p, &Options::default()).map(|r| r.wire_schema().len()).map_err(|e| e.kind)).collect())
}

fn nested(open: &str, inner: &str, close: &str, times: usize) -> String {
    format!("{}{inner}{}", open.repeat(times), close.repeat(times))
}

#[test]
fn deep_schemas_end() {
    let shapes: [(&str, &str); 5] = [
        ("{\"type\":\"object\",\"properties\":{\"a\":", "},\"required\":[\"a\"]}"),
        ("{\"type\":\"array\",\"items\":", "}"),
        ("{\"allOf\":[", "]}"),
        ("{\"anyOf\":[{\"type\":\"null\"},", "]}"),
        ("{\"not\":", "}"),
    ];
    for (open, close) in shapes {
        for times in [20, 60, 100, 1000, 100_000] {
            for outcome in prepared(nested(open, "{\"type\":\"string\"}", close, times)) {
                match outcome {
                    Ok(size) => assert!(size < 400 * times + 10_000, "{open} {times}: {size} bytes"),
                    Err(kind) => assert!(
                        matches!(kind, ErrorKind::SchemaInvalid | ErrorKind::SchemaLimit | ErrorKind::SchemaUnsatisfiable),
                        "{open} {times}: {kind:?}"
                    ),
                }
            }
        }
    }
}

#[test]
fn wide_schemas_stay_linear() {
    let sized = |count: usize| {
        let mut schema = String::from("{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{");
        for i in 0..count {
            let _ = write!(schema, "{}\"p{i}\":{{\"type\":\"string\",\"minLength\":1}}", if i > 0 { "," } else { "" });
        }
        schema.push_str("}}");
        prepared(schema)
    };
    for (few, many) in sized(400).into_iter().zip(sized(1600)) {
        if let (Ok(few), Ok(many)) = (few, many) {
            assert!(many < few * 5, "{few} bytes for 400 properties, {many} for 1600");
        }
    }
}

/// A chain of definitions that each refer twice to the next: small as a graph, exponential written out.
#[test]
fn doubling_references_end() {
    for (depth, combinator) in [(12, "properties"), (40, "properties"), (40, "anyOf"), (40, "allOf"), (24, "tuple")] {
        let mut schema = String::from("{\"$ref\":\"#/$defs/n0\",\"$defs\":{");
        for i in 0..depth {
            let next = format!("{{\"$ref\":\"#/$defs/n{}\"}}", i + 1);
            let body = match combinator {
                "properties" => format!("{{\"type\":\"object\",\"properties\":{{\"l\":{next},\"r\":{next}}},\"required\":[\"l\",\"r\"]}}"),
                "tuple" => format!("{{\"type\":\"array\",\"prefixItems\":[{next},{next}],\"minItems\":2,\"items\":false}}"),
                other => format!("{{\"{other}\":[{next},{next}]}}"),
            };
            let _ = write!(schema, "\"n{i}\":{body},");
        }
        let _ = write!(schema, "\"n{depth}\":{{\"type\":\"string\"}}}}}}");
        for outcome in prepared(schema) {
            match outcome {
                Ok(size) => assert!(size < 2 << 20, "{combinator} {depth}: {size} bytes"),
                Err(kind) => {
                    assert!(matches!(kind, ErrorKind::SchemaLimit | ErrorKind::SchemaUnrepresentable), "{combinator} {depth}: {kind:?}")
                }
            }
        }
    }
}

/// Unions under a conjunction multiply.
#[test]
fn products_of_unions_end() {
    for factors in [4, 12, 30] {
        let mut schema = String::from("{\"allOf\":[");
        for i in 0..factors {
            let branch = |j: usize| format!("{{\"properties\":{{\"p{i}\":{{\"const\":{j}}}}},\"required\":[\"p{i}\"]}}");
            let _ = write!(schema, "{}{{\"anyOf\":[{},{},{}]}}", if i > 0 { "," } else { "" }, branch(0), branch(1), branch(2));
        }
        schema.push_str("]}");
        for outcome in prepared(schema) {
            match outcome {
                Ok(size) => assert!(size < 1 << 20, "{factors}: {size} bytes"),
                Err(kind) => assert_eq!(kind, ErrorKind::SchemaLimit, "{factors}"),
            }
        }
    }
}

#[test]
fn huge_enums_end() {
    let members: Vec<String> = (0..20_000).map(|i| format!("\"member number {i}\"")).collect();
    let schema = format!("{{\"type\":\"object\",\"properties\":{{\"a\":{{\"enum\":[{}]}}}},\"required\":[\"a\"]}}", members.join(","));
    for outcome in prepared(schema) {
        assert!(outcome.is_ok_and(|size| size < 1 << 20));
    }
}

#[test]
fn huge_numbers_end() {
    let digits = "7".repeat(1_000_000);
    for schema in [
        format!(
            "{{\"type\":\"object\",\"properties\":{{\"a\":{{\"type\":\"integer\",\"minimum\":{}}}}},\"required\":[\"a\"]}}",
            &digits[..500_000]
        ),
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"number\",\"multipleOf\":1e-400}},\"required\":[\"a\"]}".to_owned(),
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\",\"maximum\":1e999999999}},\"required\":[\"a\"]}".to_owned(),
        "{\"type\":\"object\",\"properties\":{\"a\":{\"minLength\":1e30}},\"required\":[\"a\"]}".to_owned(),
    ] {
        let _ = prepared(schema);
    }
    small(move || {
        for profile in profiles() {
            let schema = "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"},\"b\":{}},\"required\":[\"a\"]}";
            let prepared = prepare(schema, profile, &Options::default()).expect("a plain schema");
            for reply in
                [format!("{{\"a\":{digits}}}"), format!("{{\"a\":1,\"b\":{digits}}}"), "{\"a\":1e999999999,\"b\":-1e-999999999}".to_owned()]
            {
                let outcome = prepared.decode(&reply);
                assert!(matches!(outcome.kind, OutcomeKind::Valid | OutcomeKind::Invalid));
                let _ = prepared.encode(&reply);
            }
        }
    });
}

#[test]
fn deep_and_long_replies_end() {
    small(|| {
        let schemas = [
            "{\"type\":\"object\",\"properties\":{\"a\":{}}}",
            "{\"$ref\":\"#/$defs/t\",\"$defs\":{\"t\":{\"type\":\"array\",\"items\":{\"anyOf\":[{\"$ref\":\"#/$defs/t\"},{\"type\":\"null\"}]}}}}",
            "{\"type\":\"object\",\"additionalProperties\":{\"$ref\":\"#\"}}",
            "{\"anyOf\":[{\"type\":\"array\",\"items\":{\"$ref\":\"#\"}},{\"type\":\"object\",\"additionalProperties\":{\"$ref\":\"#\"}},{\"type\":\"string\"}]}",
        ];
        let replies = [
            "[".repeat(1_000_000),
            "{\"a\":".repeat(1_000_000),
            nested("[", "", "]", 120),
            nested("{\"a\":", "1", "}", 120),
            nested("{\"result\":", "[]", "}", 100),
            nested("[{\"key\":\"a\",\"value\":", "[]", "}]", 60),
            nested("{\"_json\":", "\"[]\"", "}", 100),
            format!("[{}]", vec!["null"; 100_000].join(",")),
            format!("{{\"result\":[{}]}}", vec!["{\"key\":\"a\",\"value\":[]}"; 20_000].join(",")),
            format!("{{{}}}", (0..20_000).map(|i| format!("\"k{i}\":[]")).collect::<Vec<_>>().join(",")),
            format!("\"{}\"", "\\\"".repeat(100_000)),
            format!("```json\n{}\n```", "[".repeat(100_000)),
        ];
        for profile in profiles() {
            for schema in schemas {
                let prepared = prepare(schema, profile, &Options::default()).expect("a plain schema");
                for reply in &replies {
                    let outcome = prepared.decode(reply);
                    assert!(outcome.issues.len() <= 1000, "{} issues", outcome.issues.len());
                    let _ = prepared.encode(reply);
                }
            }
        }
    });
}

//! How the time to prepare grows with the schema: time per property at each size, and how often it grew over the smallest.

#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

mod common;

use common::rounds;
use schema_compat::compat::{Options, prepare};
use schema_compat::profile;
use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Instant;

/// A generated family: its name, and the schema of a size.
type Family = (&'static str, fn(usize) -> String);

const SIZES: [usize; 4] = [10, 100, 1_000, 10_000];

fn joined(count: usize, item: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for i in 0..count {
        if i > 0 {
            text.push(',');
        }
        text.push_str(&item(i));
    }
    text
}

const FAMILIES: &[Family] = &[
    ("flat, required", |n| {
        let properties = joined(n, |i| format!(r#""p{i}":{{"type":"string"}}"#));
        let required = joined(n, |i| format!(r#""p{i}""#));
        format!(r#"{{"type":"object","properties":{{{properties}}},"required":[{required}],"additionalProperties":false}}"#)
    }),
    ("flat, optional", |n| {
        let properties = joined(n, |i| format!(r#""p{i}":{{"type":"integer","description":"number {i}","minimum":{i}}}"#));
        format!(r#"{{"type":"object","properties":{{{properties}}}}}"#)
    }),
    ("objects of ten", |n| {
        let inner = joined(10, |i| format!(r#""q{i}":{{"type":["number","null"]}}"#));
        let properties = joined(n / 10, |i| format!(r#""o{i}":{{"type":"object","properties":{{{inner}}},"required":["q1"]}}"#));
        format!(r#"{{"type":"object","properties":{{{properties}}}}}"#)
    }),
    ("merged halves", |n| {
        let half = |tag: &str| joined(n / 2, |i| format!(r#""{tag}{i}":{{"type":"string"}}"#));
        let (a, b) = (half("a"), half("b"));
        format!(r#"{{"type":"object","allOf":[{{"properties":{{{a}}}}},{{"properties":{{{b}}}}}]}}"#)
    }),
    ("reference chain", |n| {
        let defs = joined(n, |i| {
            let next = i + 1;
            format!(r##""d{i}":{{"type":"object","properties":{{"next":{{"$ref":"#/$defs/d{next}"}}}},"required":["next"]}}"##)
        });
        format!(r##"{{"type":"object","properties":{{"first":{{"$ref":"#/$defs/d0"}}}},"$defs":{{{defs},"d{n}":{{"type":"string"}}}}}}"##)
    }),
    ("doubling references", |n| {
        let defs = joined(n, |i| {
            let next = i + 1;
            let to = format!(r##"{{"$ref":"#/$defs/d{next}"}}"##);
            format!(r#""d{i}":{{"type":"object","properties":{{"a":{to},"b":{to}}},"required":["a","b"]}}"#)
        });
        format!(r##"{{"$ref":"#/$defs/d0","$defs":{{{defs},"d{n}":{{"type":"string"}}}}}}"##)
    }),
    ("enum members", |n| {
        let members = joined(n, |i| format!(r#""member{i}""#));
        format!(r#"{{"type":"object","properties":{{"e":{{"enum":[{members}]}}}}}}"#)
    }),
    ("union branches", |n| {
        let branches = joined(n, |i| {
            format!(r#"{{"type":"object","properties":{{"kind":{{"const":"k{i}"}},"v{i}":{{"type":"string"}}}},"required":["kind"]}}"#)
        });
        format!(r#"{{"type":"object","properties":{{"u":{{"anyOf":[{branches}]}}}}}}"#)
    }),
    ("members of allOf", |n| {
        let members = joined(n, |i| format!(r#"{{"title":"t{i}","properties":{{"v{i}":{{"type":"string"}}}}}}"#));
        format!(r#"{{"type":"object","allOf":[{members}]}}"#)
    }),
    ("literal branches", |n| {
        let branches = joined(n, |i| format!(r#"{{"const":"v{i}","title":"t{i}"}}"#));
        format!(r#"{{"type":"object","properties":{{"e":{{"anyOf":[{branches}]}}}}}}"#)
    }),
    ("listed names", |n| {
        let properties = joined(n, |i| format!(r#""v{i}":{{"type":"string"}}"#));
        let names = joined(n, |i| format!(r#""v{i}""#));
        format!(r#"{{"type":"object","properties":{{{properties}}},"propertyNames":{{"enum":[{names}]}}}}"#)
    }),
];

fn main() {
    let rounds = rounds(5);
    for name in ["openai", "anthropic", "gemini-json-schema", "gemini-schema"] {
        let profile = profile::find(name).expect("a built-in profile");
        println!("{name}: microseconds per property (times that of the smallest size)");
        let mut head = format!("{:24}", "");
        for size in SIZES {
            let _ = write!(head, "{size:>18}");
        }
        println!("{head}");
        for (family, build) in FAMILIES {
            let mut row = format!("{family:24}");
            let mut smallest = None;
            for size in SIZES {
                let text = build(size);
                let repeat = (1_000 / size).max(1);
                let mut times = Vec::with_capacity(rounds);
                let mut refused = "";
                for _ in 0..rounds {
                    let start = Instant::now();
                    for _ in 0..repeat {
                        match black_box(prepare(&text, profile, &Options::default())) {
                            Ok(_) => {}
                            Err(error) => refused = error.kind.name(),
                        }
                    }
                    times.push(start.elapsed());
                    if times[0].as_secs() > 5 {
                        break;
                    }
                }
                times.sort();
                #[expect(clippy::cast_precision_loss, reason = "small counts")]
                let each = times[times.len() / 2].as_secs_f64() * 1e6 / (size * repeat) as f64;
                let first = *smallest.get_or_insert(each);
                let mark = if refused.is_empty() { ' ' } else { '*' };
                let _ = write!(row, "{:>18}", format!("{each:.2} (x{:.1}){mark}", each / first));
            }
            println!("{row}");
        }
        println!("* refused: does not fit the endpoint");
    }
}

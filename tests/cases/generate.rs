//! Large inputs that the cases describe instead of spelling out.

/// `{"type":"object",...}` with numbered properties of one kind.
pub fn object(count: usize, required: bool, property: &str) -> String {
    let names: Vec<String> = (0..count).map(|i| format!("p{i}")).collect();
    let properties: Vec<String> = names.iter().map(|name| format!("\"{name}\":{property}")).collect();
    let required: Vec<String> = if required { names.iter().map(|name| format!("\"{name}\"")).collect() } else { Vec::new() };
    format!(r#"{{"type":"object","properties":{{{}}},"required":[{}]}}"#, properties.join(","), required.join(","))
}

/// A required property `code` that is one of many strings.
pub fn long_enum(count: usize) -> String {
    let members: Vec<String> = (0..count).map(|i| format!("\"code-{i}\"")).collect();
    format!(r#"{{"type":"object","properties":{{"code":{{"enum":[{}]}}}},"required":["code"]}}"#, members.join(","))
}

/// The reply a case describes.
pub fn reply(id: &str) -> String {
    match id {
        "se-011" => format!("{}5{}", r#"{"x":"#.repeat(40), "}".repeat(40)),
        "se-012" => "[".repeat(100_000),
        other => panic!("{other}: no generator for its reply"),
    }
}

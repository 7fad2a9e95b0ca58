//! JSON for eyes: two spaces a level, and containers without objects on one line where they fit.

use crate::json::{Json, print, print_string};

/// Widest line a container is kept on.
const WIDTH: usize = 100;

/// The value on many lines, without a newline at the end.
#[must_use]
pub fn pretty(value: &Json<'_>) -> String {
    let mut out = String::new();
    write(value, 0, &mut out);
    out
}

fn write(value: &Json<'_>, depth: usize, out: &mut String) {
    let used = out.len() - out.rfind('\n').map_or(0, |at| at + 1);
    if let Some(line) = one_line(value, used) {
        out.push_str(&line);
        return;
    }
    match value {
        Json::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                next(i, depth + 1, out);
                write(item, depth + 1, out);
            }
            close(']', depth, out);
        }
        Json::Object(members) => {
            out.push('{');
            for (i, (name, member)) in members.iter().enumerate() {
                next(i, depth + 1, out);
                print_string(name, out);
                out.push_str(": ");
                write(member, depth + 1, out);
            }
            close('}', depth, out);
        }
        _ => print(value, out),
    }
}

/// The value on one line, where it holds no object and no list of lists, and fits beside what is there already.
fn one_line(value: &Json<'_>, used: usize) -> Option<String> {
    let scalar = |item: &Json<'_>| match item {
        Json::Array(items) => items.is_empty(),
        Json::Object(members) => members.is_empty(),
        _ => true,
    };
    let flat = match value {
        Json::Array(items) => items.iter().all(scalar),
        Json::Object(members) => members.iter().all(|(_, member)| match member {
            Json::Array(items) => items.iter().all(scalar),
            other => scalar(other),
        }),
        _ => return None,
    };
    let mut line = String::new();
    if flat {
        spaced(value, &mut line);
    }
    (flat && used + line.len() < WIDTH).then_some(line)
}

fn spaced(value: &Json<'_>, out: &mut String) {
    match value {
        Json::Array(items) if !items.is_empty() => {
            for (i, item) in items.iter().enumerate() {
                out.push_str(if i > 0 { ", " } else { "[" });
                spaced(item, out);
            }
            out.push(']');
        }
        Json::Object(members) if !members.is_empty() => {
            for (i, (name, member)) in members.iter().enumerate() {
                out.push_str(if i > 0 { ", " } else { "{ " });
                print_string(name, out);
                out.push_str(": ");
                spaced(member, out);
            }
            out.push_str(" }");
        }
        _ => print(value, out),
    }
}

fn next(i: usize, depth: usize, out: &mut String) {
    out.push_str(if i > 0 { ",\n" } else { "\n" });
    indent(depth, out);
}

fn close(bracket: char, depth: usize, out: &mut String) {
    out.push('\n');
    indent(depth, out);
    out.push(bracket);
}

fn indent(depth: usize, out: &mut String) {
    out.extend(std::iter::repeat_n("  ", depth));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    #[test]
    fn short_containers_stay_on_one_line_and_numbers_as_written() {
        let value = parse(r#"{"a":[1.50,"x",null],"b":{},"c":[{"d":[],"e":["f",1]}]}"#).unwrap();
        assert_eq!(
            pretty(&value),
            "{\n  \"a\": [1.50, \"x\", null],\n  \"b\": {},\n  \"c\": [\n    { \"d\": [], \"e\": [\"f\", 1] }\n  ]\n}"
        );
    }

    #[test]
    fn what_is_printed_reads_back_the_same() {
        let long = format!(r#"["{}",{{"a":["{}"]}}]"#, "x".repeat(60), "y".repeat(120));
        let value = parse(&long).unwrap();
        assert!(parse(&pretty(&value)).unwrap() == value);
    }
}

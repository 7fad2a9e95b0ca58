//! Writing a parse tree in the portable subset.

use super::ast::{Class, Item, Node, is_full};
use regex_syntax::hir::ClassUnicode;
use std::fmt::Write as _;

/// Highest repeat count that is sent.
const MAX_COUNT: u32 = 1000;
/// Most members of a class that are kept in their own order.
const MAX_LISTED: usize = 1000;

/// Alternatives in a group; an empty one becomes a `?`, which more engines know.
pub(super) fn group(open: &str, alternatives: &[String], out: &mut String) {
    let full: Vec<&str> = alternatives.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
    if full.is_empty() {
        return;
    }
    out.push_str(open);
    out.push_str(&full.join("|"));
    out.push(')');
    if full.len() < alternatives.len() {
        out.push('?');
    }
}

/// Appends a piece; `None` when it is not in the subset.
pub(super) fn write(node: &Node, out: &mut String) -> Option<()> {
    match node {
        Node::Char(c) => {
            if "\\^$.|?*+()[]{}".contains(*c) {
                out.push('\\');
                out.push(*c);
            } else {
                write_char(*c, out);
            }
        }
        Node::Class(class) => out.push_str(&class_text(class)?),
        Node::Group { index, body } => {
            let text = |alternative: &Node| {
                let mut text = String::new();
                write(alternative, &mut text)?;
                Some(text)
            };
            let alternatives: Vec<String> = body.alternatives().iter().map(text).collect::<Option<_>>()?;
            group(if index.is_some() { "(" } else { "(?:" }, &alternatives, out);
        }
        Node::Concat(items) => items.iter().try_for_each(|item| write(item, out))?,
        Node::Repeat { body, min, max, .. } => {
            if min.max(&max.unwrap_or(0)) > &MAX_COUNT {
                return None;
            }
            if node.is_empty() {
                return Some(());
            }
            let mut text = String::new();
            write(body, &mut text)?;
            // A group with an empty alternative has got a quantifier of its own.
            let wrap = matches!(**body, Node::Group { .. }) && text.ends_with('?');
            let count = match (min, max) {
                (0, None) => "*".to_owned(),
                (1, None) => "+".to_owned(),
                (0, Some(1)) => "?".to_owned(),
                (1, Some(1)) => String::new(),
                (min, None) => format!("{{{min},}}"),
                (min, Some(max)) if min == max => format!("{{{min}}}"),
                (min, Some(max)) => format!("{{{min},{max}}}"),
            };
            if wrap && !count.is_empty() {
                text = format!("(?:{text})");
            }
            out.push_str(&text);
            out.push_str(&count);
        }
        _ => return None,
    }
    Some(())
}

/// Characters that no engine reads otherwise stand for themselves.
fn write_char(c: char, out: &mut String) {
    match c {
        '\t' => out.push_str("\\t"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\0'..='\x1f' | '\x7f' => {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\x{:02x}", u32::from(c));
        }
        c => out.push(c),
    }
}

/// The class in brackets; `None` when it holds nothing or rests on Unicode properties.
fn class_text(class: &Class) -> Option<String> {
    if class.items.iter().any(|item| matches!(item, Item::Property(_))) {
        return None;
    }
    let set = class.set(false);
    if set.ranges().is_empty() {
        return None;
    }
    if is_full(&set) {
        return Some(r"[\s\S]".to_owned());
    }
    as_written(class).or_else(|| Some(as_set(&set)))
}

/// The class in its own order; `None` when it has to be worked out as a set.
fn as_written(class: &Class) -> Option<String> {
    let (negated, items) = match class.items.as_slice() {
        // `\D` is `[^0-9]`.
        [Item::Shorthand(shorthand, true)] => (!class.negated, vec![Item::Shorthand(*shorthand, false)]),
        items => (class.negated, items.to_vec()),
    };
    if items.len() > MAX_LISTED {
        return None;
    }
    let mut spans: Vec<(char, char)> = Vec::new();
    for item in &items {
        let members = match item {
            Item::Span(from, to) => &[(*from, *to)],
            Item::Shorthand(shorthand, false) => shorthand.spans(),
            _ => return None,
        };
        for (from, to) in members {
            if !spans.iter().any(|(f, t)| f <= from && to <= t) {
                spans.push((*from, *to));
            }
        }
    }
    let text = brackets(negated, &spans);
    // Some engines read a doubled `&` or `~` as a set operation.
    (!text.contains("&&") && !text.contains("~~")).then_some(text)
}

fn as_set(set: &ClassUnicode) -> String {
    let mut set = set.clone();
    let negated = set.ranges().last().is_some_and(|range| range.end() == char::MAX);
    if negated {
        set.negate();
    }
    let spans: Vec<(char, char)> = set.ranges().iter().map(|range| (range.start(), range.end())).collect();
    brackets(negated, &spans)
}

fn brackets(negated: bool, spans: &[(char, char)]) -> String {
    let mut out = String::from(if negated { "[^" } else { "[" });
    let member = |c: char, out: &mut String| {
        if "\\]^[-".contains(c) {
            out.push('\\');
            out.push(c);
        } else {
            write_char(c, out);
        }
    };
    for (from, to) in spans {
        member(*from, &mut out);
        if to > from {
            if u32::from(*to) - u32::from(*from) > 1 {
                out.push('-');
            }
            member(*to, &mut out);
        }
    }
    out.push(']');
    out
}

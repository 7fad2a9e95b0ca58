//! A parse tree in the syntax of the engine, meaning there exactly what it means in ECMA-262.

use super::ast::{LINE_ENDS, Node, Shorthand, set_of};
use super::parse::Parsed;
use regex_syntax::hir::ClassUnicode;
use std::fmt::Write as _;

/// The pattern for `fancy_regex`.
pub(super) fn engine_text(parsed: &Parsed) -> String {
    let mut printer = Printer { out: String::new(), numbered: parsed.refers };
    printer.node(&parsed.root);
    printer.out
}

struct Printer {
    out: String,
    /// Whether group numbers matter.
    numbered: bool,
}

impl Printer {
    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Char(c) if c.is_ascii_alphanumeric() => self.out.push(*c),
            Node::Char(c) => self.code(*c),
            Node::Class(class) => self.set(&class.set(false)),
            Node::Set(set) => self.set(set),
            Node::Start => self.text("^"),
            Node::End => self.text("$"),
            Node::LineStart => self.beside_line_end("(?:^|(?<="),
            Node::LineEnd => self.beside_line_end("(?:$|(?="),
            Node::Word { negated } => self.word(*negated),
            Node::Group { index, body } => {
                self.text(if self.numbered && index.is_some() { "(" } else { "(?:" });
                self.node(body);
                self.text(")");
            }
            Node::Look { behind, negated, body } => {
                self.text(match (behind, negated) {
                    (false, false) => "(?=",
                    (false, true) => "(?!",
                    (true, false) => "(?<=",
                    (true, true) => "(?<!",
                });
                self.node(body);
                self.text(")");
            }
            Node::Back(groups) => {
                // A group that took no part matches the empty string.
                self.text("(?:");
                for group in groups {
                    self.push(format_args!("(?({group})\\{group}|)"));
                }
                self.text(")");
            }
            Node::Repeat { body, .. } if body.is_empty() => {
                if self.numbered {
                    self.node(body);
                }
            }
            Node::Repeat { body, min, max, lazy } => {
                self.node(body);
                match max {
                    Some(max) => self.push(format_args!("{{{min},{max}}}")),
                    None => self.push(format_args!("{{{min},}}")),
                }
                if *lazy {
                    self.text("?");
                }
            }
            Node::Concat(items) => items.iter().for_each(|item| self.node(item)),
            Node::Either(alternatives) => {
                for (i, alternative) in alternatives.iter().enumerate() {
                    if i > 0 {
                        self.text("|");
                    }
                    self.node(alternative);
                }
            }
        }
    }

    fn push(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(text);
    }

    fn code(&mut self, c: char) {
        self.push(format_args!("\\x{{{:x}}}", u32::from(c)));
    }

    fn set(&mut self, set: &ClassUnicode) {
        if set.ranges().is_empty() {
            // Brackets must not be empty; this holds nothing either.
            return self.text(r"[^\x{0}-\x{10ffff}]");
        }
        self.text("[");
        for range in set.ranges() {
            self.code(range.start());
            if range.end() > range.start() {
                self.text("-");
                self.code(range.end());
            }
        }
        self.text("]");
    }

    /// `open`, any character that ends a line, and out of both groups.
    fn beside_line_end(&mut self, open: &str) {
        self.text(open);
        self.set(&set_of(&LINE_ENDS));
        self.text("))");
    }

    /// The engine's own `\b` goes by Unicode letters.
    fn word(&mut self, negated: bool) {
        let word = set_of(Shorthand::Word.spans());
        let sides = if negated { [("(?<=", "(?="), ("(?<!", "(?!")] } else { [("(?<=", "(?!"), ("(?<!", "(?=")] };
        self.text("(?:");
        for (i, (before, after)) in sides.into_iter().enumerate() {
            self.text(if i > 0 { "|" } else { "" });
            for look in [before, after] {
                self.text(look);
                self.set(&word);
                self.text(")");
            }
        }
        self.text(")");
    }
}

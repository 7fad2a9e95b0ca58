//! Small pieces of a wire schema as text: types, literals, keywords.

use super::print::Printer;
use crate::json::print_string;
use crate::rule::wire::{Literal, Operand};
use crate::schema::arena::TypeName;
use crate::schema::keyword::Keyword;
use std::fmt::Write as _;

impl Printer<'_> {
    pub(super) fn types(&mut self, types: &[TypeName]) {
        self.tally.types(types);
        match types {
            [] => {}
            [only] => {
                self.out.push_str("\"type\":\"");
                self.out.push_str(only.text());
                self.out.push_str("\",");
            }
            several => {
                self.out.push_str("\"type\":[");
                for name in several {
                    self.out.push('"');
                    self.out.push_str(name.text());
                    self.out.push_str("\",");
                }
                self.close(']');
            }
        }
    }

    /// Replaces the comma after the last element by the bracket, and adds one after it.
    pub(super) fn close(&mut self, bracket: char) {
        if self.out.ends_with(',') {
            self.out.pop();
        }
        self.out.push(bracket);
        self.out.push(',');
    }

    pub(super) fn literal(&mut self, value: &Literal) {
        match value {
            Literal::User(json) => self.doc.print(*json, &mut self.out),
            Literal::Label(label) => print_string(label, &mut self.out),
            Literal::Integer(n) => {
                let _ = write!(self.out, "{n}");
            }
            Literal::Bool(value) => self.out.push_str(if *value { "true" } else { "false" }),
            Literal::Null => self.out.push_str("null"),
        }
    }

    pub(super) fn keyword(&mut self, keyword: Keyword, operand: &Operand) {
        self.tally.keyword(keyword, operand);
        self.out.push('"');
        self.out.push_str(keyword.text());
        self.out.push_str("\":");
        match operand {
            Operand::User(json) => self.doc.print(*json, &mut self.out),
            Operand::Count(n) => {
                let _ = write!(self.out, "{n}");
            }
            Operand::Text(text) => print_string(text, &mut self.out),
            Operand::True => self.out.push_str("true"),
        }
        self.out.push(',');
    }
}

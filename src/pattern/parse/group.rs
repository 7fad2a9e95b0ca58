//! Reading groups, their flags, and references to them.

use super::{Parser, Read};
use crate::pattern::ast::Node;
use crate::pattern::error::{PatternError, PatternErrorKind as Kind};

/// Deepest nesting of groups; the engine stops a little further down.
const MAX_DEPTH: usize = 50;

/// Most groups of one name that a reference may mean.
const MAX_SHARING: usize = 16;

/// Finds the capturing groups ahead of reading, as references may point forward.
pub(super) fn capturing_groups(source: &str) -> Vec<Option<&str>> {
    let mut names = Vec::new();
    let (mut escaped, mut in_class) = (false, false);
    for (at, byte) in source.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b']' => in_class = false,
            b'[' => in_class = true,
            b'(' if !in_class => {
                let rest = &source[at + 1..];
                let after = rest.strip_prefix("?P<").or_else(|| rest.strip_prefix("?<"));
                match after {
                    Some(name) if !name.starts_with(['=', '!']) => {
                        names.push(name.split('>').next());
                    }
                    None if !rest.starts_with('?') => names.push(None),
                    _ => {}
                }
            }
            _ => {}
        }
    }
    names
}

impl<'a> Parser<'a> {
    /// A group; the parenthesis is passed.
    pub(super) fn group(&mut self) -> Read<Option<Node>> {
        let (open, outer) = (self.at - 1, self.flags);
        if self.depth >= MAX_DEPTH {
            return Err(self.fault(Kind::Depth));
        }
        let look = [("?=", false, false), ("?!", false, true), ("?<=", true, false), ("?<!", true, true)]
            .into_iter()
            .find(|(start, ..)| self.eat(start));
        let mut index = None;
        if look.is_some() {
            self.parsed.backtracks = true;
        } else if self.eat("?P<") || self.eat("?<") {
            self.group_name()?;
            self.groups += 1;
            index = Some(self.groups);
        } else if self.eat("?") {
            if self.flags()? {
                return Ok(None);
            }
        } else {
            self.groups += 1;
            index = Some(self.groups);
        }
        self.depth += 1;
        let body = Box::new(self.either()?);
        self.depth -= 1;
        self.flags = outer;
        if !self.eat(")") {
            return Err(PatternError { kind: Kind::UnclosedGroup, offset: open });
        }
        Ok(Some(match look {
            Some((_, behind, negated)) => Node::Look { behind, negated, body },
            None => Node::Group { index, body },
        }))
    }

    /// `ims-ims:` or nothing but the colon; whether it was the form that ends at once and holds from here on.
    fn flags(&mut self) -> Read<bool> {
        let (mut on, mut any) = (true, false);
        loop {
            let Some(c) = self.next() else {
                return Err(self.fault(Kind::UnclosedGroup));
            };
            match c {
                ':' => break,
                ')' if any => {
                    self.parsed.flagged = true;
                    return Ok(true);
                }
                'i' => self.flags.ignore_case = on,
                'm' => self.flags.multi_line = on,
                's' => self.flags.dot_all = on,
                '-' if on => {
                    on = false;
                    continue;
                }
                c => {
                    self.back(c.len_utf8());
                    return Err(self.fault(Kind::UnknownGroup));
                }
            }
            any = true;
        }
        self.parsed.flagged |= any;
        Ok(false)
    }

    /// A name and the `>` after it.
    fn group_name(&mut self) -> Read<&'a str> {
        let name = self.rest().split('>').next().unwrap_or_default();
        let fine = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '\u{200c}' | '\u{200d}');
        if name.is_empty() || !name.chars().all(fine) || self.rest().len() == name.len() {
            return Err(self.fault(Kind::GroupName));
        }
        self.at += name.len() + 1;
        Ok(name)
    }

    pub(super) fn reference(&mut self) -> Read<Node> {
        let start = self.at;
        let groups: Vec<u32> = if self.eat("k") {
            if !self.eat("<") {
                return Err(self.fault(Kind::Escape));
            }
            let name = self.group_name()?;
            (1..).zip(&self.names).filter(|(_, n)| **n == Some(name)).map(|(index, _)| index).collect()
        } else {
            let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
            let number = self.rest()[..digits].parse().unwrap_or(u32::MAX);
            self.at += digits;
            let known = usize::try_from(number).is_ok_and(|number| number <= self.names.len());
            known.then_some(number).into_iter().collect()
        };
        if groups.is_empty() || groups.len() > MAX_SHARING {
            return Err(PatternError { kind: Kind::BackReference, offset: start });
        }
        self.parsed.refers = true;
        self.parsed.backtracks = true;
        Ok(Node::Back(groups))
    }
}

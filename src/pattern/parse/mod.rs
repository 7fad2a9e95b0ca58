//! Reading a pattern: the grammar of ECMA-262 with the `u` flag, and what is common beside it.
//!
//! Read as well, because schemas in the wild have it and validators take it: lone `]`, `{` and `}` and a hyphen beside
//! a shorthand as themselves (annex B), `{,n}`, `(?P<name>…)`, `(?i)` without a colon, `\A` and `\z`, `\pL`,
//! `\x{…}`.

mod class;
mod group;

use super::ast::{Class, Item, LINE_ENDS, Node, set_of};
use super::error::{PatternError, PatternErrorKind as Kind};
use group::capturing_groups;
use regex_syntax::hir::ClassUnicode;

/// Longest pattern that is read, in bytes.
pub(super) const MAX_SOURCE: usize = 1 << 16;
/// Most Unicode properties in one pattern.
const MAX_PROPERTIES: usize = 100;
/// No text is this long, so a count from here on says "any number".
const ENDLESS: u32 = 1 << 28;

/// A pattern read.
pub(super) struct Parsed {
    pub(super) root: Node,
    /// Length of the source.
    pub(super) len: usize,
    /// Whether the meaning rests on flags inside the pattern.
    pub(super) flagged: bool,
    /// Whether there are back-references, so that group numbers matter.
    pub(super) refers: bool,
    /// Whether only a backtracking engine can match it.
    pub(super) backtracks: bool,
}

#[derive(Clone, Copy, Default)]
struct Flags {
    ignore_case: bool,
    multi_line: bool,
    dot_all: bool,
}

struct Parser<'a> {
    source: &'a str,
    at: usize,
    flags: Flags,
    depth: usize,
    /// The names of all capturing groups, in order.
    names: Vec<Option<&'a str>>,
    groups: u32,
    properties: usize,
    parsed: Parsed,
}

type Read<T> = Result<T, PatternError>;

/// Reads a pattern.
pub(super) fn parse(source: &str) -> Read<Parsed> {
    let mut parser = Parser {
        source,
        at: 0,
        flags: Flags::default(),
        depth: 0,
        names: capturing_groups(source),
        groups: 0,
        properties: 0,
        parsed: Parsed { root: Node::Concat(Vec::new()), len: source.len(), flagged: false, refers: false, backtracks: false },
    };
    if source.len() > MAX_SOURCE {
        return Err(parser.fault(Kind::Length));
    }
    parser.parsed.root = parser.either()?;
    if parser.at < source.len() {
        return Err(parser.fault(Kind::UnopenedGroup));
    }
    Ok(parser.parsed)
}

impl<'a> Parser<'a> {
    fn fault(&self, kind: Kind) -> PatternError {
        PatternError { kind, offset: self.at }
    }

    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// Goes back by as many bytes.
    fn back(&mut self, bytes: usize) {
        self.at -= bytes;
    }

    /// Goes on by as many bytes.
    fn forward(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Counts a property; each may be hundreds of ranges.
    fn count_property(&mut self) -> Read<()> {
        self.properties += 1;
        if self.properties > MAX_PROPERTIES { Err(self.fault(Kind::Length)) } else { Ok(()) }
    }

    fn either(&mut self) -> Read<Node> {
        let mut alternatives = vec![self.concat()?];
        while self.eat("|") {
            alternatives.push(self.concat()?);
        }
        Ok(if alternatives.len() == 1 { alternatives.swap_remove(0) } else { Node::Either(alternatives) })
    }

    fn concat(&mut self) -> Read<Node> {
        let mut items = Vec::new();
        while let Some(c) = self.peek() {
            if c == '|' || c == ')' {
                break;
            }
            if let Some(item) = self.term()? {
                let item = self.quantified(item)?;
                items.push(item);
            }
        }
        Ok(Node::Concat(items))
    }

    /// One term without its quantifier; `None` for flags, which match nothing themselves.
    fn term(&mut self) -> Read<Option<Node>> {
        let Some(c) = self.next() else {
            return Ok(None);
        };
        Ok(Some(match c {
            '^' if self.flags.multi_line => self.look_at_lines(Node::LineStart),
            '$' if self.flags.multi_line => self.look_at_lines(Node::LineEnd),
            '^' => Node::Start,
            '$' => Node::End,
            '.' => {
                let items = if self.flags.dot_all { &[][..] } else { &LINE_ENDS[..] };
                let items = items.iter().map(|(from, to)| Item::Span(*from, *to)).collect();
                Node::Class(Class { negated: true, items })
            }
            '[' => {
                let class = self.class()?;
                self.folded(class)
            }
            '(' => return self.group(),
            '\\' => self.escape()?,
            '*' | '+' | '?' => {
                self.back(1);
                return Err(self.fault(Kind::NothingToRepeat));
            }
            '{' if self.braces().is_some() => return Err(self.fault(Kind::NothingToRepeat)),
            c => self.literal(c),
        }))
    }

    fn look_at_lines(&mut self, node: Node) -> Node {
        self.parsed.backtracks = true;
        node
    }

    fn literal(&self, c: char) -> Node {
        let class = Class { negated: false, items: vec![Item::Span(c, c)] };
        if self.flags.ignore_case { Node::Set(class.set(true)) } else { Node::Char(c) }
    }

    fn folded(&self, class: Class) -> Node {
        if self.flags.ignore_case { Node::Set(class.set(true)) } else { Node::Class(class) }
    }

    fn quantified(&mut self, body: Node) -> Read<Node> {
        let start = self.at;
        let (min, max) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                self.at += 1;
                let Some((min, max, len)) = self.braces() else {
                    self.back(1);
                    return Ok(body);
                };
                // The closing brace is passed below.
                self.at += len - 1;
                (min, max)
            }
            _ => return Ok(body),
        };
        self.at += 1;
        let fault = |kind| PatternError { kind, offset: start };
        if max.is_some_and(|max| max < min) {
            return Err(fault(Kind::RepeatRange));
        }
        if matches!(body, Node::Start | Node::End | Node::LineStart | Node::LineEnd | Node::Word { .. } | Node::Look { .. }) {
            return Err(fault(Kind::NothingToRepeat));
        }
        let lazy = self.eat("?");
        Ok(Node::Repeat { body: Box::new(body), min, max: max.filter(|max| *max < ENDLESS), lazy })
    }

    /// The counts at hand if what follows an opening brace is a quantifier, and its length with the closing brace.
    fn braces(&self) -> Option<(u32, Option<u32>, usize)> {
        let run = self.rest().bytes().take_while(|b| b.is_ascii_digit() || *b == b',').count();
        let (inside, rest) = self.rest().split_at(run);
        if !rest.starts_with('}') {
            return None;
        }
        let count = |digits: &str| {
            let all = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            all.then(|| digits.parse().unwrap_or(u32::MAX))
        };
        let (min, max) = match inside.split_once(',') {
            None => {
                let count = count(inside)?;
                (count, Some(count))
            }
            Some((min, "")) => (count(min)?, None),
            Some(("", max)) => (0, Some(count(max)?)),
            Some((min, max)) => (count(min)?, Some(count(max)?)),
        };
        Some((min, max, inside.len() + 1))
    }

    /// An escape outside a class; the backslash is passed.
    fn escape(&mut self) -> Read<Node> {
        let Some(c) = self.peek() else {
            return Err(self.fault(Kind::Escape));
        };
        let single = |item| Class { negated: false, items: vec![item] };
        if let Some(item) = self.class_escape()? {
            return Ok(self.folded(single(item)));
        }
        Ok(match c {
            'b' | 'B' => {
                self.at += 1;
                self.parsed.backtracks = true;
                Node::Word { negated: c == 'B' }
            }
            'A' => {
                self.at += 1;
                Node::Start
            }
            'z' => {
                self.at += 1;
                Node::End
            }
            'k' | '1'..='9' => self.reference()?,
            _ => match self.character()? {
                Some(c) => self.literal(c),
                None => Node::Set(ClassUnicode::empty()),
            },
        })
    }
}

/// The members of `\p{…}`, spelled so.
fn property(text: &str) -> Option<ClassUnicode> {
    use regex_syntax::hir::{Class, HirKind};
    match regex_syntax::parse(text).ok()?.into_kind() {
        HirKind::Class(Class::Unicode(set)) => Some(set),
        HirKind::Class(Class::Bytes(set)) if set.ranges().is_empty() => Some(ClassUnicode::empty()),
        // A property of one character.
        HirKind::Literal(literal) => {
            let c = std::str::from_utf8(&literal.0).ok()?.chars().next()?;
            Some(set_of(&[(c, c)]))
        }
        _ => None,
    }
}

//! Reading classes and escapes.

use super::{Parser, property};
use crate::pattern::ast::{Class, Item, Shorthand};
use crate::pattern::error::{PatternError, PatternErrorKind as Kind};

/// A code point, which may be half of a surrogate pair; no text of ours holds one.
type Point = u32;

impl Parser<'_> {
    /// A class; the opening bracket is passed.
    pub(super) fn class(&mut self) -> Result<Class, PatternError> {
        let open = self.fault(Kind::UnclosedClass);
        let negated = self.eat("^");
        let mut items = Vec::new();
        loop {
            if self.eat("]") {
                return Ok(Class { negated, items });
            }
            if self.peek().is_none() {
                return Err(PatternError { offset: open.offset - 1, ..open });
            }
            let from = self.class_atom()?;
            let at = self.fault(Kind::ClassRange);
            let dash = self.rest().starts_with('-') && !self.rest().starts_with("-]") && self.rest() != "-";
            if !dash {
                items.extend(from.item());
                continue;
            }
            self.eat("-");
            match (from, self.class_atom()?) {
                (Atom::Point(from), Atom::Point(to)) if from > to => return Err(at),
                (Atom::Point(from), Atom::Point(to)) => items.extend(span(from, to)),
                // With a shorthand at either end the hyphen is a member.
                (from, to) => items.extend(from.item().into_iter().chain([Item::Span('-', '-')]).chain(to.item())),
            }
        }
    }

    fn class_atom(&mut self) -> Result<Atom, PatternError> {
        match self.next() {
            Some('\\') => {}
            Some(c) => return Ok(Atom::Point(c.into())),
            None => return Err(self.fault(Kind::UnclosedClass)),
        }
        if self.eat("b") {
            return Ok(Atom::Point(8));
        }
        if let Some(item) = self.class_escape()? {
            return Ok(Atom::Item(item));
        }
        self.point().map(Atom::Point)
    }

    /// `d`, `w`, `s`, `p` and their opposites, the same inside a class and outside; the backslash is passed.
    pub(super) fn class_escape(&mut self) -> Result<Option<Item>, PatternError> {
        let Some(c) = self.peek() else {
            return Ok(None);
        };
        let shorthand = match c.to_ascii_lowercase() {
            'd' => Shorthand::Digit,
            'w' => Shorthand::Word,
            's' => Shorthand::Space,
            'p' => {
                let rest = self.rest();
                let len = match rest[1..].chars().next() {
                    Some('{') => rest.find('}').map_or(rest.len(), |end| end + 1),
                    other => 1 + other.map_or(0, char::len_utf8),
                };
                let unknown = self.fault(Kind::Property);
                let members = property(&format!("\\{}", &rest[..len])).ok_or(unknown)?;
                self.forward(len);
                self.count_property()?;
                return Ok(Some(Item::Property(members)));
            }
            _ => return Ok(None),
        };
        self.next();
        Ok(Some(Item::Shorthand(shorthand, c.is_ascii_uppercase())))
    }

    /// An escaped character; `None` for half of a surrogate pair.
    pub(super) fn character(&mut self) -> Result<Option<char>, PatternError> {
        self.point().map(char::from_u32)
    }

    /// An escaped code point; the backslash is passed.
    fn point(&mut self) -> Result<Point, PatternError> {
        let fault = self.fault(Kind::Escape);
        let next_is_digit = |parser: &Self| parser.peek().is_some_and(|c| c.is_ascii_digit());
        Ok(match self.next().ok_or(fault)? {
            'f' => 0xc,
            'n' => 0xa,
            'r' => 0xd,
            't' => 0x9,
            'v' => 0xb,
            'c' => match self.next() {
                Some(letter) if letter.is_ascii_alphabetic() => u32::from(letter) % 32,
                _ => return Err(fault),
            },
            '0' if !next_is_digit(self) => 0,
            'u' | 'x' if self.eat("{") => {
                let digits = self.rest().find('}').filter(|len| *len > 0).ok_or(fault)?;
                // Leading zeros are allowed, so read all but keep what a code point can be.
                let point = self.rest()[..digits].chars().try_fold(0u32, |sum, c| {
                    let sum = sum.checked_mul(16)?.checked_add(c.to_digit(16)?)?;
                    (sum <= 0x10_ffff).then_some(sum)
                });
                self.forward(digits + 1);
                point.ok_or(fault)?
            }
            'x' => self.hex(2).ok_or(fault)?,
            'u' => {
                let high = self.hex(4).ok_or(fault)?;
                let start = self.rest().len();
                if (0xd800..0xdc00).contains(&high) && self.eat("\\u") {
                    if let Some(low @ 0xdc00..=0xdfff) = self.hex(4) {
                        return Ok(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00));
                    }
                    self.back(start - self.rest().len());
                }
                high
            }
            c if !c.is_alphanumeric() => c.into(),
            _ => return Err(fault),
        })
    }

    fn hex(&mut self, digits: usize) -> Option<u32> {
        let text = self.rest().get(..digits)?;
        if !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        self.forward(digits);
        u32::from_str_radix(text, 16).ok()
    }
}

/// What a class lists.
enum Atom {
    Point(Point),
    Item(Item),
}

impl Atom {
    fn item(self) -> Option<Item> {
        match self {
            Atom::Point(point) => span(point, point),
            Atom::Item(item) => Some(item),
        }
    }
}

/// The range without the surrogates at its ends; `None` when it has nothing else.
fn span(from: Point, to: Point) -> Option<Item> {
    let from = if (0xd800..0xe000).contains(&from) { 0xe000 } else { from };
    let to = if (0xd800..0xe000).contains(&to) { 0xd7ff } else { to };
    let (from, to) = (char::from_u32(from)?, char::from_u32(to)?);
    (from <= to).then_some(Item::Span(from, to))
}

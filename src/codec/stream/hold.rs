//! Values that are held back as text until it is known what reads them.

use super::frame::Frame;
use super::lexer::Token;
use super::machine::Machine;
use super::output::push_escaped;
use super::union::Choosing;
use super::{MAX_HELD, Stop};
use crate::codec::{CodecId, Membership};
use crate::json::{parse, print_string, to_text};

/// A value that is held back.
#[derive(Debug)]
pub(super) struct Hold {
    pub(super) text: String,
    pub(super) depth: usize,
    /// Whether something stands in the innermost container already.
    follows: bool,
    pub(super) then: Then,
}

/// What becomes of it once it is whole.
#[derive(Debug)]
pub(super) enum Then {
    /// It is read by this node, all at once.
    Node(CodecId),
    /// It is the value of the innermost entry, which has no key yet.
    EarlyValue,
    /// It is an element of the innermost tuple that comes before its turn.
    EarlySlot(usize),
    /// It is read by one of several branches; maybe they are told apart before it is whole.
    Union(CodecId, Choosing),
}

impl Hold {
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    fn lead(&mut self) {
        if self.follows {
            self.text.push(',');
        }
        self.follows = false;
    }

    /// Adds a token; whether the value is whole.
    fn add(&mut self, token: Token<'_>) -> bool {
        match token {
            Token::ObjectStart | Token::ArrayStart => {
                self.lead();
                self.text.push(if token == Token::ObjectStart { '{' } else { '[' });
                self.depth += 1;
            }
            Token::ObjectEnd | Token::ArrayEnd => {
                self.text.push(if token == Token::ObjectEnd { '}' } else { ']' });
                self.depth -= 1;
                self.follows = true;
                return self.depth == 0;
            }
            Token::Key(name) => {
                self.lead();
                print_string(name, &mut self.text);
                self.text.push(':');
            }
            Token::StringStart => {
                self.lead();
                self.text.push('"');
            }
            Token::Text(text) => self.text.push_str(text),
            Token::Char(char) => push_escaped(char, &mut self.text),
            Token::StringEnd => {
                self.text.push('"');
                self.follows = true;
                return self.depth == 0;
            }
            Token::String(text) => {
                self.lead();
                self.text.push('"');
                self.text.push_str(text);
                self.text.push('"');
                self.follows = true;
                return self.depth == 0;
            }
            Token::Scalar(text) => {
                self.lead();
                self.text.push_str(text);
                self.follows = true;
                return self.depth == 0;
            }
        }
        false
    }

    /// Whether a member of the value held has just ended.
    pub(super) fn at_member_end(&self) -> bool {
        self.depth == 1 && self.follows
    }
}

impl Machine<'_> {
    /// Holds back the value that `token` begins.
    pub(super) fn hold(&mut self, then: Then, token: Token<'_>, members: &mut dyn Membership) -> Result<(), Stop> {
        self.hold = Some(Hold { text: String::new(), depth: 0, follows: false, then });
        self.take_held(token, members)
    }

    pub(super) fn take_held(&mut self, token: Token<'_>, members: &mut dyn Membership) -> Result<(), Stop> {
        let Some(hold) = &mut self.hold else { return Ok(()) };
        let whole = hold.add(token);
        if hold.text.len() > MAX_HELD {
            return Err(Stop::TooLong(MAX_HELD));
        }
        if !whole {
            return self.try_decide(token, members);
        }
        let Some(Hold { text, then, .. }) = self.hold.take() else { return Ok(()) };
        match then {
            Then::Node(id) | Then::Union(id, _) => self.read_whole(id, &text, members),
            Then::EarlyValue => {
                if let Some(Frame::Entry(entry)) = self.frames.last_mut() {
                    entry.early = Some(text);
                }
                Ok(())
            }
            Then::EarlySlot(at) => {
                if let Some(Frame::Tuple(slots)) = self.frames.last_mut() {
                    slots.early.push((at, text));
                }
                Ok(())
            }
        }
    }

    /// A value that was held to its end.
    fn read_whole(&mut self, id: CodecId, text: &str, members: &mut dyn Membership) -> Result<(), Stop> {
        let wire = parse(text).map_err(|error| Stop::NotJson(error.kind))?;
        let read = self.codec.decode_at(id, &wire, members);
        if !read.issues.is_empty() {
            return Err(Stop::OtherShape);
        }
        self.out.value(&to_text(&read.value));
        self.done(members)
    }
}

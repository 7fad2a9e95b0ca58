//! The machine between the tokens of the wire value and the text of the user's: one stack of frames.

use super::Stop;
use super::frame::{Frame, Next, Of};
use super::hold::Hold;
use super::lexer::{MAX_KEY, Sink, Token};
use super::output::Output;
use crate::codec::{Codec, CodecId, Membership, Node};
use std::ops::ControlFlow;

/// The state between two tokens.
#[derive(Debug)]
pub(super) struct Machine<'c> {
    pub(super) codec: &'c Codec,
    pub(super) out: Output,
    pub(super) frames: Vec<Frame<'c>>,
    /// What the next value is; else the innermost frame says.
    pub(super) next: Option<Next<'c>>,
    /// A value that is held back as text.
    pub(super) hold: Option<Hold>,
    /// Containers open in a value that is copied.
    copying: usize,
    /// Whether the string that is being read is the key of an entry.
    pub(super) capturing: bool,
    /// What was read of it.
    captured: String,
    pub(super) stop: Option<Stop>,
}

/// The machine with what it asks about user subschemas.
pub(super) struct Feed<'f, 'c> {
    pub(super) machine: &'f mut Machine<'c>,
    pub(super) members: &'f mut dyn Membership,
}

impl Sink for Feed<'_, '_> {
    #[inline]
    fn token(&mut self, token: Token<'_>) -> ControlFlow<()> {
        match self.machine.take(token, self.members) {
            Ok(()) => ControlFlow::Continue(()),
            Err(stop) => {
                self.machine.stop = Some(stop);
                ControlFlow::Break(())
            }
        }
    }
}

impl<'c> Machine<'c> {
    pub(super) fn new(codec: &'c Codec, verbatim: bool, items: bool) -> Self {
        let next = Some(if verbatim { Next::Copy } else { Next::Node(codec.root()) });
        Machine {
            codec,
            out: Output::new(items),
            frames: Vec::new(),
            next,
            hold: None,
            copying: 0,
            capturing: false,
            captured: String::new(),
            stop: None,
        }
    }

    /// Bytes that are held back.
    pub(super) fn held(&self) -> usize {
        let early = |frame: &Frame<'_>| match frame {
            Frame::Entry(entry) => entry.early.as_ref().map_or(0, String::len),
            Frame::Tuple(slots) => slots.early.iter().map(|(_, text)| text.len()).sum(),
            _ => 0,
        };
        let hold = self.hold.as_ref().map_or(0, Hold::len);
        self.out.held() + self.captured.len() + hold + self.frames.iter().map(early).sum::<usize>()
    }

    pub(super) fn node(&self, id: CodecId) -> &'c Node {
        self.codec.node(id)
    }

    /// One token.
    #[inline]
    pub(super) fn take(&mut self, token: Token<'_>, members: &mut dyn Membership) -> Result<(), Stop> {
        if self.hold.is_some() {
            return self.take_held(token, members);
        }
        if let Token::String(text) = token {
            return self.take_string(text, members);
        }
        if self.capturing {
            return self.capture(token, members);
        }
        match token {
            Token::Text(text) => self.out.push_plain(text),
            Token::Char(char) => self.out.push_char(char),
            Token::StringEnd => {
                self.out.end_string();
                return self.copied(members);
            }
            _ if self.copying > 0 => return self.copy_inner(token, members),
            Token::Key(name) => return self.key(name, members),
            Token::ObjectEnd | Token::ArrayEnd => return self.end(members),
            Token::ObjectStart | Token::ArrayStart | Token::StringStart | Token::String(_) | Token::Scalar(_) => {
                let next = self.next_value();
                return self.begin(next, token, members);
            }
        }
        Ok(())
    }

    /// A whole string.
    #[inline]
    fn take_string(&mut self, text: &str, members: &mut dyn Membership) -> Result<(), Stop> {
        if self.copying > 0 {
            self.out.plain_string(text);
            self.out.ended();
            return Ok(());
        }
        let next = self.next_value();
        if matches!(next, Next::EntryKey) {
            return self.entry_named(text, members);
        }
        self.begin(next, Token::String(text), members)
    }

    /// A piece of an entry's key.
    fn capture(&mut self, token: Token<'_>, members: &mut dyn Membership) -> Result<(), Stop> {
        match token {
            Token::Text(text) => self.captured.push_str(text),
            Token::Char(char) => self.captured.push(char),
            _ => {
                self.capturing = false;
                let key = std::mem::take(&mut self.captured);
                self.entry_named(&key, members)?;
                self.captured = key;
                self.captured.clear();
                return Ok(());
            }
        }
        if self.captured.len() > MAX_KEY { Err(Stop::TooLong(MAX_KEY)) } else { Ok(()) }
    }

    /// What the next value is.
    fn next_value(&mut self) -> Next<'c> {
        if let Some(next) = self.next.take() {
            return next;
        }
        match self.frames.last_mut() {
            Some(Frame::Items(items)) => Next::Node(*items),
            Some(Frame::Positional(id, index)) => {
                *index += 1;
                let at = *index - 1;
                match self.codec.node(*id) {
                    Node::Positional { prefix, rest, .. } => Next::Node(*prefix.get(at).unwrap_or(rest)),
                    Node::Tuple(tuple) => tuple.slots.get(at).map(|(codec, _)| *codec).or(tuple.rest).map_or(Next::Copy, Next::Node),
                    _ => Next::Copy,
                }
            }
            Some(Frame::Entries(of, _)) => Next::Entry(*of),
            Some(Frame::Rest(codec)) => Next::Node(*codec),
            Some(Frame::Tree { object: false }) => Next::Tree,
            _ => Next::Copy,
        }
    }

    /// The begin of a value that is copied as it is.
    pub(super) fn copy(&mut self, token: Token<'_>, members: &mut dyn Membership) -> Result<(), Stop> {
        match token {
            Token::ObjectStart | Token::ArrayStart => {
                self.out.begin(token == Token::ObjectStart);
                self.copying = 1;
            }
            Token::StringStart => self.out.begin_string(),
            Token::String(text) => {
                self.out.plain_string(text);
                return self.done(members);
            }
            Token::Scalar(text) => {
                self.out.value(text);
                return self.done(members);
            }
            _ => {}
        }
        Ok(())
    }

    /// A token inside a container that is copied.
    fn copy_inner(&mut self, token: Token<'_>, members: &mut dyn Membership) -> Result<(), Stop> {
        match token {
            Token::ObjectStart | Token::ArrayStart => {
                self.out.begin(token == Token::ObjectStart);
                self.copying += 1;
            }
            Token::ObjectEnd | Token::ArrayEnd => {
                self.out.end();
                self.copying -= 1;
                if self.copying == 0 {
                    return self.done(members);
                }
                self.out.ended();
            }
            Token::Key(name) => self.out.set_name(name),
            Token::StringStart => self.out.begin_string(),
            Token::Scalar(text) => {
                self.out.value(text);
                self.out.ended();
            }
            Token::Text(_) | Token::Char(_) | Token::StringEnd | Token::String(_) => {}
        }
        Ok(())
    }

    /// A copied string has ended.
    fn copied(&mut self, members: &mut dyn Membership) -> Result<(), Stop> {
        if self.copying > 0 {
            self.out.ended();
            return Ok(());
        }
        self.done(members)
    }

    /// A container has begun that the frame reads.
    pub(super) fn enter(&mut self, object: bool, frame: Frame<'c>) {
        self.out.begin(object);
        self.frames.push(frame);
    }

    /// The innermost container has ended, in the wire value and in the user's.
    pub(super) fn leave(&mut self, members: &mut dyn Membership) -> Result<(), Stop> {
        self.out.end();
        self.frames.pop();
        self.done(members)
    }

    /// A list of entries has begun.
    pub(super) fn enter_list(&mut self, of: Of<'c>) {
        if matches!(of, Of::Record(_) | Of::Tree) {
            self.out.begin(true);
        }
        self.frames.push(Frame::Entries(of, super::frame::Keys::default()));
    }
}

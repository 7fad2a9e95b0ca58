//! The begin of a value: which node reads it, and what that makes of it.

use super::Stop;
use super::frame::{Entry, Fields, Frame, Keys, Next, Of, Open, Slots};
use super::hold::Then;
use super::lexer::Token;
use super::machine::Machine;
use crate::codec::any_value::ENTRIES;
use crate::codec::carrier::Place;
use crate::codec::compile::{doubles, shapes};
use crate::codec::names::Seen;
use crate::codec::{Carrier, CodecId, Membership, Node};
use crate::json::Kind;

/// The kind of the value a token begins.
pub(super) fn kind(token: Token<'_>) -> Kind {
    match token {
        Token::ObjectStart => Kind::Object,
        Token::ArrayStart => Kind::Array,
        Token::Scalar("null") => Kind::Null,
        Token::Scalar("true" | "false") => Kind::Bool,
        Token::Scalar(_) => Kind::Number,
        _ => Kind::String,
    }
}

impl<'c> Machine<'c> {
    pub(super) fn begin(&mut self, next: Next<'c>, token: Token<'_>, members: &mut dyn Membership) -> Result<(), Stop> {
        match next {
            Next::Node(id) => self.begin_node(id, token, members),
            Next::Place(place) => self.begin_place(place, token, members),
            Next::Copy => self.copy(token, members),
            Next::Forbidden(_) if kind(token) == Kind::Null => self.absent(members),
            Next::Forbidden(Some(id)) => self.begin_node(id, token, members),
            Next::Forbidden(None) => self.copy(token, members),
            Next::Entries(of) if token == Token::ArrayStart => {
                self.enter_list(of);
                Ok(())
            }
            Next::Entry(of) if token == Token::ObjectStart => {
                self.frames.push(Frame::Entry(Entry { of, value: None, early: None, has_value: false }));
                Ok(())
            }
            Next::EntryKey if token == Token::StringStart => {
                self.capturing = true;
                Ok(())
            }
            Next::Gap if kind(token) == Kind::Null => self.absent(members),
            Next::Entries(_) | Next::Entry(_) | Next::EntryKey | Next::Gap => Err(Stop::OtherShape),
            Next::EarlyValue => self.hold(Then::EarlyValue, token, members),
            Next::EarlySlot(slot) => self.hold(Then::EarlySlot(slot), token, members),
            Next::Rest(codec) if token == Token::ArrayStart => {
                self.frames.push(Frame::Rest(codec));
                Ok(())
            }
            Next::Rest(_) => Err(Stop::OtherShape),
            Next::Tree => self.begin_tree(token, members),
        }
    }

    /// A field or a tuple's element, as the wire form has it.
    fn begin_place(&mut self, place: Place, token: Token<'_>, members: &mut dyn Membership) -> Result<(), Stop> {
        if let (Carrier::Boxed, Some(Frame::Object(fields))) = (place.carrier, self.frames.last_mut()) {
            fields.presumed = true;
        }
        match (kind(token), place.carrier) {
            (Kind::Null, Carrier::NullIsAbsent | Carrier::Boxed) => self.absent(members),
            (Kind::Null, _) if place.null_ok => self.copy(token, members),
            (Kind::Null, Carrier::Native | Carrier::Packed | Carrier::NullKept) => self.absent(members),
            (Kind::Object, Carrier::Boxed) => {
                self.frames.push(Frame::Undecided(Open::Box(place.codec)));
                Ok(())
            }
            _ => self.begin_node(place.codec, token, members),
        }
    }

    pub(super) fn begin_node(&mut self, mut id: CodecId, token: Token<'_>, members: &mut dyn Membership) -> Result<(), Stop> {
        let kind = kind(token);
        loop {
            let facts = self.codec.tables().facts(id);
            let doubled = kind == Kind::String && doubles(facts.reads);
            if doubled {
                return self.hold(Then::Node(id), token, members);
            }
            if facts.plain || facts.identity {
                return self.copy(token, members);
            }
            match (self.node(id), token) {
                (Node::Scalar(scalar), Token::StringStart | Token::String(_)) if scalar.literals().is_some() => {
                    return self.hold(Then::Node(id), token, members);
                }
                (Node::Array { items }, Token::ArrayStart) => self.enter(false, Frame::Items(*items)),
                (Node::Positional { .. } | Node::Tuple(_), Token::ArrayStart) => self.enter(false, Frame::Positional(id, 0)),
                (Node::Object(_), Token::ObjectStart) => self.enter(true, Frame::Object(Fields::new(id))),
                (Node::Entries(shapes), Token::ArrayStart) => self.enter_list(Of::Record(shapes)),
                (Node::Entries(shapes), Token::ObjectStart) => self.enter(true, Frame::Map(shapes)),
                (Node::Tuple(_), Token::ObjectStart) => self.frames.push(Frame::Undecided(Open::Tuple(id))),
                (Node::Envelope { name, inner }, Token::ObjectStart) => {
                    self.frames.push(Frame::Undecided(Open::Envelope(name, *inner)));
                }
                (Node::Envelope { inner, .. }, _) => {
                    id = *inner;
                    continue;
                }
                (Node::Text { .. } | Node::AnyBox, Token::ObjectStart) => return self.hold(Then::Node(id), token, members),
                (Node::Text { inner, .. }, _) => {
                    id = *inner;
                    continue;
                }
                (Node::Union(union), _) => {
                    let Some(table) = self.codec.tables().union(id) else { return self.copy(token, members) };
                    match table.of_kind(kind) {
                        [branch] => {
                            id = union.branches[*branch].codec;
                            continue;
                        }
                        [] if kind != Kind::String => return self.copy(token, members),
                        [_, ..] if table.plain[kind as usize] => return self.copy(token, members),
                        [_, ..] if kind == Kind::Object => self.frames.push(Frame::Undecided(Open::Union(id))),
                        _ => return self.hold(Then::Node(id), token, members),
                    }
                }
                (Node::Label(_), Token::StringStart | Token::String(_)) => return self.hold(Then::Node(id), token, members),
                (Node::AnyTree, _) => return self.begin_tree(token, members),
                _ => return self.copy(token, members),
            }
            return Ok(());
        }
    }

    /// A value of an any-value tree.
    fn begin_tree(&mut self, token: Token<'_>, members: &mut dyn Membership) -> Result<(), Stop> {
        match token {
            Token::ObjectStart => self.frames.push(Frame::Undecided(Open::Tree)),
            Token::ArrayStart => self.enter(false, Frame::Tree { object: false }),
            _ => return self.copy(token, members),
        }
        Ok(())
    }

    /// An object turns out to be none of ours, or one of ours, by its first name (`None`: it has no members).
    pub(super) fn decide(&mut self, open: Open<'c>, name: Option<&str>, members: &mut dyn Membership) -> Result<(), Stop> {
        self.frames.pop();
        match (open, name) {
            (Open::Envelope(own, inner), Some(name)) if own == name => {
                self.enter_sole(Next::Node(inner));
                return Ok(());
            }
            (Open::Box(codec), Some(crate::codec::entries::VALUE)) => {
                self.enter_sole(Next::Node(codec));
                return Ok(());
            }
            (Open::Tree, Some(ENTRIES)) => {
                self.enter_sole(Next::Entries(Of::Tree));
                return Ok(());
            }
            (Open::Union(id), name) => return self.decide_union(id, name, members),
            (Open::Envelope(_, inner), _) => self.begin_node(inner, Token::ObjectStart, members)?,
            (Open::Box(codec), _) => self.begin_node(codec, Token::ObjectStart, members)?,
            (Open::Tree, _) => self.enter(true, Frame::Tree { object: true }),
            (Open::Tuple(id), name) => {
                if !self.is_slot(id, name) {
                    return Err(Stop::OtherShape);
                }
                self.enter(false, Frame::Tuple(Slots { id, next: 0, early: Vec::new(), gap: false, draining: false }));
            }
        }
        match name {
            Some(name) => self.take(Token::Key(name), members),
            None => self.take(Token::ObjectEnd, members),
        }
    }

    fn enter_sole(&mut self, next: Next<'c>) {
        self.frames.push(Frame::Sole);
        self.next = Some(next);
    }

    /// The next value is not there.
    pub(super) fn absent(&mut self, members: &mut dyn Membership) -> Result<(), Stop> {
        self.out.drop_name();
        if let Some(Frame::Tuple(slots)) = self.frames.last_mut() {
            slots.gap = true;
            slots.next += 1;
            return self.due_slots(members);
        }
        if let Some(Frame::Entry(entry)) = self.frames.last_mut() {
            entry.has_value = true;
        }
        Ok(())
    }

    /// A value has ended that the innermost frame holds.
    pub(super) fn done(&mut self, members: &mut dyn Membership) -> Result<(), Stop> {
        match self.frames.last_mut() {
            // Told once what stands around the value has ended too.
            Some(Frame::Sole) => {}
            Some(Frame::Tuple(slots)) => {
                slots.next += 1;
                self.out.ended();
                return self.due_slots(members);
            }
            Some(Frame::Entry(entry)) => entry.has_value = true,
            _ => self.out.ended(),
        }
        Ok(())
    }

    /// The codec of an undeclared property of the object `id`.
    pub(super) fn undeclared(&self, id: CodecId, name: &str) -> Next<'c> {
        let Node::Object(object) = self.node(id) else { return Next::Copy };
        let codec = crate::codec::entries::codec_for(name, shapes(object));
        if object.forbidden.iter().any(|forbidden| **forbidden == *name) {
            return Next::Forbidden(codec);
        }
        codec.map_or(Next::Copy, Next::Node)
    }
}

impl Fields {
    fn new(id: CodecId) -> Self {
        Fields { id, cursor: 0, seen: Seen::default(), met: 0, keys: Keys::default(), lists: [false; 2], presumed: false }
    }
}

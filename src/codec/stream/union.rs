//! Unions of objects: decided by the tag as soon as it is there, or by a name that only one branch has.

use super::Stop;
use super::hold::{Hold, Then};
use super::lexer::Token;
use super::machine::Machine;
use crate::codec::{Codec, CodecId, Membership, Node, Rest, any_value, tuple};
use crate::json::{Kind, parse};

/// Most nodes looked at for the names of one branch.
const MAX_NODES: usize = 64;

/// The branches of a union that are still possible.
#[derive(Debug, Default)]
pub(super) struct Choosing {
    branches: Vec<usize>,
    /// Whether the member that is being read is the tag.
    at_tag: bool,
}

impl Machine<'_> {
    /// An object that one of several branches reads, by its first name.
    pub(super) fn decide_union(&mut self, id: CodecId, name: Option<&str>, members: &mut dyn Membership) -> Result<(), Stop> {
        let branches = self.codec.tables().union(id).map(|table| table.of_kind(Kind::Object).to_vec()).unwrap_or_default();
        self.hold(Then::Union(id, Choosing { branches, at_tag: false }), Token::ObjectStart, members)?;
        match name {
            Some(name) => self.take_held(Token::Key(name), members),
            None => self.take_held(Token::ObjectEnd, members),
        }
    }

    /// What is held may be enough to tell the branches of a union apart.
    pub(super) fn try_decide(&mut self, token: Token<'_>, members: &mut dyn Membership) -> Result<(), Stop> {
        let codec = self.codec;
        let Some(hold) = &mut self.hold else { return Ok(()) };
        let Hold { depth: 1, then: Then::Union(id, choosing), .. } = hold else { return Ok(()) };
        let id = *id;
        let (Node::Union(union), Some(table)) = (codec.node(id), codec.tables().union(id)) else { return Ok(()) };
        if let Token::Key(name) = token {
            choosing.at_tag = table.tag.as_ref().is_some_and(|tag| tag.is(name));
            if !choosing.at_tag {
                choosing.branches.retain(|branch| codec.knows(union.branches[*branch].codec, name));
                if let [branch] = choosing.branches[..] {
                    return self.follow(union.branches[branch].codec, true, members);
                }
            }
            return Ok(());
        }
        if !hold.at_member_end() {
            return Ok(());
        }
        let Hold { text, then: Then::Union(_, choosing), .. } = hold else { return Ok(()) };
        let (true, Some(tag)) = (std::mem::take(&mut choosing.at_tag), &table.tag) else { return Ok(()) };
        let so_far = format!("{text}}}");
        match parse(&so_far).ok().and_then(|value| tag.branch(&value).copied()) {
            Some(branch) => self.follow(union.branches[branch].codec, false, members),
            None => Ok(()),
        }
    }

    /// A branch is known: what was held is read by it, and what comes goes straight there.
    fn follow(&mut self, branch: CodecId, after_key: bool, members: &mut dyn Membership) -> Result<(), Stop> {
        let Some(Hold { text, .. }) = self.hold.take() else { return Ok(()) };
        self.next = Some(super::frame::Next::Node(branch));
        let mut lexer = super::lexer::Lexer::default();
        let mut feed = super::machine::Feed { machine: self, members };
        lexer.feed(&text, &mut feed)?;
        // A number is whole here, though nothing follows it.
        if !after_key {
            lexer.flush(&mut feed)?;
        }
        feed.machine.stop.map_or(Ok(()), Err)
    }
}

impl Codec {
    /// Whether the wire form of a node may have a member of this name.
    fn knows(&self, id: CodecId, name: &str) -> bool {
        let mut left = vec![id];
        let mut met = 0;
        while let Some(id) = left.pop() {
            met += 1;
            let knows = match self.node(id) {
                _ if met > MAX_NODES => true,
                Node::Object(object) => {
                    matches!(object.rest, Rest::Native(_))
                        || self.tables().object(id).is_some_and(|table| table.wire.slot(name) != crate::codec::names::Slot::Unknown)
                }
                Node::Envelope { name: own, .. } | Node::Text { name: own, .. } => **own == *name,
                Node::Tuple(tuple) => match tuple::slot(name) {
                    Some(at) => at < tuple.slots.len(),
                    None => name == tuple::REST && tuple.rest.is_some(),
                },
                Node::AnyTree => name == any_value::ENTRIES,
                Node::AnyBox => name == any_value::JSON,
                Node::Verbatim => true,
                Node::Union(union) => {
                    left.extend(union.branches.iter().map(|branch| branch.codec));
                    false
                }
                Node::Scalar(scalar) => scalar.kinds.has(Kind::Object),
                Node::Array { .. } | Node::Positional { .. } | Node::Entries(_) | Node::Label(_) => false,
            };
            if knows {
                return true;
            }
        }
        false
    }
}

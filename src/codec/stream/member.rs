//! Names of objects and of tuples, and the ends of all containers.

use super::Stop;
use super::frame::{Frame, Next, Of};
use super::machine::Machine;
use crate::codec::carrier::Place;
use crate::codec::entries::codec_for;
use crate::codec::names::Slot;
use crate::codec::tuple::{REST, slot};
use crate::codec::{Carrier, CodecId, Membership, Node};

impl<'c> Machine<'c> {
    /// A name in the innermost container.
    pub(super) fn key(&mut self, name: &str, members: &mut dyn Membership) -> Result<(), Stop> {
        match self.frames.last_mut() {
            Some(Frame::Object(_)) => self.object_key(name),
            Some(Frame::Map(shapes)) => {
                self.next = Some(codec_for(name, shapes).map_or(Next::Copy, Next::Node));
                self.out.set_name(name);
                Ok(())
            }
            Some(Frame::Tree { .. }) => {
                self.next = Some(Next::Tree);
                self.out.set_name(name);
                Ok(())
            }
            Some(Frame::Entry(_)) => self.entry_key(name),
            Some(Frame::Tuple(_)) => self.slot_key(name),
            Some(Frame::Undecided(open)) => {
                let open = *open;
                self.decide(open, Some(name), members)
            }
            _ => Err(Stop::OtherShape),
        }
    }

    fn object_key(&mut self, name: &str) -> Result<(), Stop> {
        let Some(Frame::Object(fields)) = self.frames.last_mut() else { return Ok(()) };
        let id = fields.id;
        let (Node::Object(object), Some(table)) = (self.codec.node(id), self.codec.tables().object(id)) else {
            return Err(Stop::OtherShape);
        };
        let known = table.wire.find(name, &mut fields.cursor).map(|at| table.wire.get(at));
        fields.met += usize::from(known.is_some_and(|known| known.needed));
        match known.map_or(Slot::Unknown, |known| known.slot) {
            Slot::Field(at) => {
                if !fields.seen.add(at) {
                    return Err(Stop::Duplicate);
                }
                let field = &object.fields[at];
                self.next = Some(Next::Place(field.place()));
                self.out.set_name(&field.user);
            }
            slot @ (Slot::Splice | Slot::Pack) => {
                if std::mem::replace(&mut fields.lists[usize::from(slot == Slot::Pack)], true) {
                    return Err(Stop::Duplicate);
                }
                fields.presumed = true;
                self.next = Some(Next::Entries(if slot == Slot::Splice { Of::Spliced(id) } else { Of::Packed(id) }));
            }
            Slot::Unknown => {
                if table.own.as_ref().is_some_and(|own| own.slot(name) != Slot::Unknown) {
                    return Err(Stop::OtherShape);
                }
                if !fields.keys.add(name) {
                    return Err(Stop::Duplicate);
                }
                self.next = Some(self.undeclared(id, name));
                self.out.set_name(name);
            }
        }
        Ok(())
    }

    /// Whether an object with this first name is the wire form of the tuple `id`; one without members is if all of its
    /// elements may be left out.
    pub(super) fn is_slot(&self, id: CodecId, name: Option<&str>) -> bool {
        let Node::Tuple(tuple) = self.node(id) else { return false };
        match name {
            Some(REST) => tuple.rest.is_some(),
            Some(name) => slot(name).is_some_and(|at| at < tuple.slots.len()),
            None => tuple.slots.iter().all(|(_, carrier)| *carrier != Carrier::Required),
        }
    }

    fn slot_key(&mut self, name: &str) -> Result<(), Stop> {
        let Some(Frame::Tuple(slots)) = self.frames.last() else { return Ok(()) };
        let Node::Tuple(tuple) = self.node(slots.id) else { return Err(Stop::OtherShape) };
        let rest = tuple.slots.len();
        let at = if name == REST { tuple.rest.map(|_| rest) } else { slot(name).filter(|at| *at < rest) };
        let Some(at) = at else { return Err(Stop::OtherShape) };
        if at < slots.next || slots.early.iter().any(|(early, _)| *early == at) {
            return Err(Stop::Duplicate);
        }
        self.next = Some(if at > slots.next { Next::EarlySlot(at) } else { self.slot(slots.id, at, slots.gap) });
        Ok(())
    }

    /// What reads the element `at` of a tuple.
    pub(super) fn slot(&self, id: CodecId, at: usize, gap: bool) -> Next<'c> {
        let Node::Tuple(tuple) = self.node(id) else { return Next::Copy };
        match (tuple.slots.get(at), tuple.rest) {
            // After an element that was left out only more of these may come.
            (Some(_), _) if gap => Next::Gap,
            (Some((codec, carrier)), _) => Next::Place(Place { codec: *codec, carrier: *carrier, null_ok: *carrier == Carrier::Boxed }),
            (None, Some(codec)) => Next::Rest(codec),
            (None, None) => Next::Copy,
        }
    }

    /// The innermost container ends.
    pub(super) fn end(&mut self, members: &mut dyn Membership) -> Result<(), Stop> {
        match self.frames.last() {
            Some(Frame::Items(_) | Frame::Positional(..) | Frame::Map(_) | Frame::Tree { .. }) => self.leave(members),
            Some(Frame::Object(fields)) => {
                // Without all of its names it may be in own shape, and what was read as ours the user's.
                let whole = self.codec.tables().object(fields.id).is_some_and(|table| table.needed == fields.met);
                if fields.presumed && !whole {
                    return Err(Stop::OtherShape);
                }
                self.leave(members)
            }
            Some(Frame::Entries(Of::Record(_) | Of::Tree, _)) => self.leave(members),
            Some(Frame::Entries(..)) => {
                self.frames.pop();
                Ok(())
            }
            Some(Frame::Rest(_)) => {
                self.frames.pop();
                if let Some(Frame::Tuple(slots)) = self.frames.last_mut() {
                    slots.next += 1;
                }
                Ok(())
            }
            Some(Frame::Entry(entry)) => {
                if entry.value.is_none() || !entry.has_value {
                    return Err(Stop::OtherShape);
                }
                self.frames.pop();
                Ok(())
            }
            Some(Frame::Tuple(slots)) => {
                let Node::Tuple(tuple) = self.node(slots.id) else { return Err(Stop::OtherShape) };
                let left = tuple.slots.get(slots.next..).unwrap_or_default();
                if !slots.early.is_empty() || left.iter().any(|(_, carrier)| *carrier == Carrier::Required) {
                    return Err(Stop::OtherShape);
                }
                self.leave(members)
            }
            Some(Frame::Sole) => {
                self.frames.pop();
                self.done(members)
            }
            Some(Frame::Undecided(open)) => {
                let open = *open;
                self.decide(open, None, members)
            }
            None => Ok(()),
        }
    }

    /// Elements of the innermost tuple that came early and whose turn it is now.
    pub(super) fn due_slots(&mut self, members: &mut dyn Membership) -> Result<(), Stop> {
        while let Some(Frame::Tuple(slots)) = self.frames.last_mut() {
            let next = slots.next;
            let due = if slots.draining { None } else { slots.early.iter().position(|(early, _)| *early == next) };
            let Some(at) = due else { break };
            slots.draining = true;
            let (_, text) = slots.early.swap_remove(at);
            let (id, gap) = (slots.id, slots.gap);
            self.next = Some(self.slot(id, next, gap));
            self.replay(&text, members)?;
            if let Some(Frame::Tuple(slots)) = self.frames.last_mut() {
                slots.draining = false;
            }
        }
        Ok(())
    }

    /// Reads a text that was held back.
    pub(super) fn replay(&mut self, text: &str, members: &mut dyn Membership) -> Result<(), Stop> {
        let mut lexer = super::lexer::Lexer::default();
        let mut feed = super::machine::Feed { machine: self, members };
        lexer.feed(text, &mut feed)?;
        lexer.finish(&mut feed).or_else(|stop| if feed.machine.stop.is_some() { Ok(()) } else { Err(stop) })?;
        feed.machine.stop.map_or(Ok(()), Err)
    }
}

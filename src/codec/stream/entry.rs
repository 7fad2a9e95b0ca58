//! Entries of lists: `{"key": ..., "value": ...}`, in either order.

use super::Stop;
use super::frame::{Frame, Next, Of};
use super::machine::Machine;
use crate::codec::entries::{KEY, VALUE, codec_for};
use crate::codec::names::Slot;
use crate::codec::{Membership, Node};

impl<'c> Machine<'c> {
    pub(super) fn entry_key(&mut self, name: &str) -> Result<(), Stop> {
        let Some(Frame::Entry(entry)) = self.frames.last() else { return Ok(()) };
        self.next = Some(match name {
            KEY if entry.value.is_none() => Next::EntryKey,
            VALUE if !entry.has_value && entry.early.is_none() => entry.value.unwrap_or(Next::EarlyValue),
            KEY | VALUE => return Err(Stop::Duplicate),
            _ => return Err(Stop::OtherShape),
        });
        Ok(())
    }

    /// What reads the value under `key`, which is new to the list.
    fn entry_value(&mut self, of: Of<'c>, key: &str) -> Result<Next<'c>, Stop> {
        let next = match of {
            Of::Record(shapes) => codec_for(key, shapes).map_or(Next::Copy, Next::Node),
            Of::Tree => Next::Tree,
            Of::Spliced(id) => {
                let Some(table) = self.codec.tables().object(id) else { return Err(Stop::OtherShape) };
                if matches!(table.own.as_ref().unwrap_or(&table.wire).slot(key), Slot::Field(_)) {
                    return Err(Stop::Duplicate);
                }
                self.undeclared(id, key)
            }
            Of::Packed(id) => {
                let field = self.codec.tables().object(id).and_then(|table| table.packed(key));
                let (Some(at), Node::Object(object)) = (field, self.node(id)) else { return Err(Stop::OtherShape) };
                let field = &object.fields[at];
                if let Some(Frame::Object(fields)) = self.around_list()
                    && !fields.seen.add(at)
                {
                    return Err(Stop::Duplicate);
                }
                self.out.set_name(&field.user);
                return Ok(Next::Place(field.place()));
            }
        };
        let is_new = match of {
            // Beside the list the same name may stand in the object itself.
            Of::Spliced(_) => match self.around_list() {
                Some(Frame::Object(fields)) => fields.keys.add(key),
                _ => true,
            },
            _ => match self.frames.iter_mut().rev().nth(1) {
                Some(Frame::Entries(_, keys)) => keys.add(key),
                _ => true,
            },
        };
        if !is_new {
            return Err(Stop::Duplicate);
        }
        self.out.set_name(key);
        Ok(next)
    }

    /// The object whose members the innermost entry's list holds.
    fn around_list(&mut self) -> Option<&mut Frame<'c>> {
        self.frames.iter_mut().rev().nth(2)
    }

    /// The key of the innermost entry is known; a value that waits for it is read.
    pub(super) fn entry_named(&mut self, key: &str, members: &mut dyn Membership) -> Result<(), Stop> {
        let Some(Frame::Entry(entry)) = self.frames.last() else { return Ok(()) };
        let of = entry.of;
        let next = self.entry_value(of, key)?;
        let Some(Frame::Entry(entry)) = self.frames.last_mut() else { return Ok(()) };
        entry.value = Some(next);
        if let Some(text) = entry.early.take() {
            self.next = Some(next);
            self.replay(&text, members)?;
        }
        Ok(())
    }
}

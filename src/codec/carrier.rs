//! How the presence of a field or tuple slot travels.

use super::decode::Decoder;
use super::encode::{EncodeError, Encoder};
use super::entries::VALUE;
use super::matching::{Cost, only};
use super::path::{At, Level};
use super::{Carrier, CodecId};
use crate::json::{Json, Kind};
use std::borrow::Cow;

/// What a value at a field says.
pub(super) enum Presence<'v, 'a> {
    /// That there is none.
    Absent,
    /// That there is none, by a null that nothing allows here.
    Slipped,
    /// Null, which the user's schema takes.
    Null,
    /// The value in the box.
    Boxed(&'v Json<'a>),
    /// The value itself.
    Plain,
}

/// A field or slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) codec: CodecId,
    pub(super) carrier: Carrier,
    pub(super) null_ok: bool,
}

impl Decoder<'_, '_> {
    /// What `value` says; `wire` is whether it stands in a wire form.
    pub(super) fn presence<'v, 'a>(&self, value: &'v Json<'a>, place: Place, wire: bool) -> Presence<'v, 'a> {
        if !matches!(value, Json::Null) {
            if place.carrier == Carrier::Boxed {
                // In own form only where the box cannot be the value itself.
                let reads = self.codec.tables().facts(place.codec).reads;
                if wire || !(self.own || reads.has(Kind::Object)) {
                    return only(value, VALUE).map_or(Presence::Plain, Presence::Boxed);
                }
            }
            return Presence::Plain;
        }
        match place.carrier {
            Carrier::NullIsAbsent | Carrier::Boxed if wire => Presence::Absent,
            _ if place.null_ok => Presence::Null,
            Carrier::Required => Presence::Plain,
            Carrier::NullIsAbsent => Presence::Absent,
            Carrier::Native | Carrier::Packed | Carrier::NullKept | Carrier::Boxed => Presence::Slipped,
        }
    }

    /// The user's value at `place`, if there is one.
    pub(super) fn read_present<'a>(&mut self, value: &Json<'a>, place: Place, wire: bool, at: At<'_>) -> Option<Json<'a>> {
        match self.presence(value, place, wire) {
            Presence::Absent => {
                self.absent(at);
                None
            }
            Presence::Slipped => {
                self.null_for_absent(at);
                None
            }
            Presence::Null => Some(Json::Null),
            Presence::Boxed(_) if self.codec.tables().facts(place.codec).reads.has(Kind::Object) && !self.opens_box(at) => {
                Some(self.read(value, place.codec, at))
            }
            Presence::Boxed(content) => {
                self.open();
                Some(self.read(content, place.codec, at.inside(&at.wire.key(VALUE))))
            }
            Presence::Plain => Some(self.read(value, place.codec, at)),
        }
    }

    pub(super) fn null_for_absent(&mut self, at: At<'_>) {
        self.slip("null-for-absent", at, "a null that is not allowed here was read as absent".into());
    }

    pub(super) fn cost_present(&mut self, value: &Json<'_>, place: Place, wire: bool, level: Level) -> Cost {
        match self.presence(value, place, wire) {
            Presence::Absent => Cost::NULL,
            Presence::Slipped => Cost::NULL.plus(Cost::VIOLATION),
            Presence::Null => Cost::NONE,
            Presence::Boxed(content) => self.cost(content, place.codec, level.below()),
            Presence::Plain => {
                let cost = self.cost(value, place.codec, level.below());
                if wire && place.carrier == Carrier::Boxed { cost.plus(self.cost_own()) } else { cost }
            }
        }
    }
}

impl<'a> Encoder<'a, '_> {
    /// The wire value of a value that is there.
    pub(super) fn say_present(&mut self, value: &'a Json<'a>, place: Place, at: At<'_>) -> Result<Json<'a>, EncodeError> {
        if matches!(value, Json::Null) && place.carrier != Carrier::Boxed {
            let dropped = match place.carrier {
                Carrier::NullIsAbsent => true,
                Carrier::Native | Carrier::Packed | Carrier::NullKept => !place.null_ok,
                Carrier::Required | Carrier::Boxed => false,
            };
            if dropped {
                return Err(EncodeError::new(at, "a null here would be read as absent".into()));
            }
            if place.null_ok {
                return self.say_null(place.codec, at);
            }
        }
        let value = self.say(value, place.codec, at)?;
        Ok(match place.carrier {
            Carrier::Boxed => Json::Object(vec![(Cow::Borrowed(VALUE), value)]),
            _ => value,
        })
    }

    /// What the wire says of a value that is not there; `None` if nothing.
    pub(super) fn say_absent(&mut self, place: Place, at: At<'_>) -> Result<Option<Json<'a>>, EncodeError> {
        match place.carrier {
            Carrier::Native | Carrier::Packed => Ok(None),
            Carrier::NullIsAbsent | Carrier::Boxed => Ok(Some(Json::Null)),
            Carrier::NullKept => self.say_null(place.codec, at).map(Some),
            Carrier::Required => Err(EncodeError::new(at, "missing, but the wire schema always has it".into())),
        }
    }

    /// A null the user's schema takes. The wire may have lost it, to a guessed type or a budget: the codec knows.
    fn say_null(&mut self, codec: CodecId, at: At<'_>) -> Result<Json<'a>, EncodeError> {
        self.say(&Json::Null, codec, at)
    }
}

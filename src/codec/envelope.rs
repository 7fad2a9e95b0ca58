//! `{name: value}` on the wire, the value for the user: roots and union tags.

use super::CodecId;
use super::decode::Decoder;
use super::encode::{EncodeError, Encoder};
use super::matching::{Cost, only};
use super::path::{At, Level};
use crate::json::Json;
use std::borrow::Cow;

/// The slip of a wire form without the envelope around it.
pub const NO_ENVELOPE: &str = "no-envelope";

impl Decoder<'_, '_> {
    pub(super) fn read_envelope<'a>(&mut self, value: &Json<'a>, name: &str, inner: CodecId, at: At<'_>) -> Json<'a> {
        match only(value, name) {
            Some(content) if !self.own => {
                self.open();
                self.read(content, inner, at.inside(&at.wire.key(name)))
            }
            _ => {
                let read = self.read(value, inner, at.again());
                if !self.own && self.tells() && !read.same(value) {
                    self.slip(NO_ENVELOPE, at, format!("the wire form of the value was read without its \"{name}\" around it"));
                }
                read
            }
        }
    }

    pub(super) fn cost_envelope(&mut self, value: &Json<'_>, name: &str, inner: CodecId, level: Level) -> Cost {
        match only(value, name) {
            Some(content) if !self.own => self.cost(content, inner, level.below()).plus(Cost::WIRE),
            _ => self.cost(value, inner, level.again()).plus(self.cost_own()),
        }
    }
}

impl<'a> Encoder<'a, '_> {
    pub(super) fn say_envelope(&mut self, value: &'a Json<'a>, name: &'a str, inner: CodecId, at: At<'_>) -> Result<Json<'a>, EncodeError> {
        let content = self.say(value, inner, at.again())?;
        Ok(Json::Object(vec![(Cow::Borrowed(name), content)]))
    }
}

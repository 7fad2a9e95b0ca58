//! `{name: "<JSON text>"}` on the wire, the value in that text for the user.

use super::CodecId;
use super::decode::{Decoder, IssueKind};
use super::encode::{EncodeError, Encoder};
use super::matching::{Cost, only};
use super::path::{At, Level};
use crate::json::{Json, parse, to_text};
use std::borrow::Cow;

impl Decoder<'_, '_> {
    pub(super) fn read_text<'a>(&mut self, value: &Json<'a>, name: &str, inner: CodecId, at: At<'_>) -> Json<'a> {
        match only(value, name) {
            Some(Json::String(text)) if !self.own => {
                self.open();
                let wire = at.wire.key(name);
                let at = at.inside(&wire);
                match self.parse_text(text, at) {
                    Some(content) => self.read_apart(&content, inner, at, true),
                    None => Json::Null,
                }
            }
            _ => self.read(value, inner, at.again()),
        }
    }

    /// The value in a text; if there is none, says so.
    pub(super) fn parse_text<'t>(&mut self, text: &'t str, at: At<'_>) -> Option<Json<'t>> {
        if !self.pay(text) {
            return None;
        }
        match parse(text) {
            Ok(content) => Some(content),
            Err(error) => {
                self.issue(IssueKind::NotJson, at, format!("the text is not JSON: {error}"));
                None
            }
        }
    }

    /// The text is not looked into: it tells no branch from another.
    pub(super) fn cost_text(&mut self, value: &Json<'_>, name: &str, inner: CodecId, level: Level) -> Cost {
        match only(value, name) {
            Some(Json::String(_)) if !self.own => Cost::WIRE,
            _ => self.cost(value, inner, level.again()).plus(self.cost_own()),
        }
    }
}

impl<'a> Encoder<'a, '_> {
    pub(super) fn say_text(&mut self, value: &'a Json<'a>, name: &'a str, inner: CodecId, at: At<'_>) -> Result<Json<'a>, EncodeError> {
        if !self.codec.tables().facts(inner).user.has(value.kind()) {
            let message = format!("the wire schema has no place for this kind of {}", value.kind().name());
            return Err(EncodeError::new(at, message));
        }
        Ok(Json::Object(vec![(Cow::Borrowed(name), Json::String(Cow::Owned(to_text(value))))]))
    }
}

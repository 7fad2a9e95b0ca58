//! Arrays that are arrays on both sides.

use super::CodecId;
use super::decode::Decoder;
use super::encode::{EncodeError, Encoder};
use super::matching::Cost;
use super::path::{At, Level};
use crate::json::Json;

impl Decoder<'_, '_> {
    pub(super) fn read_items<'a>(&mut self, list: &[Json<'a>], at: At<'_>, codec: impl Fn(usize) -> CodecId) -> Json<'a> {
        let read =
            |(index, item): (usize, &Json<'a>)| self.read(item, codec(index), at.below(&at.user.index(index), &at.wire.index(index)));
        Json::Array(list.iter().enumerate().map(read).collect())
    }

    pub(super) fn cost_items(&mut self, list: &[Json<'_>], level: Level, codec: impl Fn(usize) -> CodecId) -> Cost {
        let mut cost = Cost::NONE;
        for (index, item) in list.iter().enumerate() {
            cost.add(self.cost(item, codec(index), level.below()));
        }
        cost
    }
}

impl<'a> Encoder<'a, '_> {
    pub(super) fn say_items(
        &mut self,
        list: &'a [Json<'a>],
        at: At<'_>,
        codec: impl Fn(usize) -> CodecId,
    ) -> Result<Json<'a>, EncodeError> {
        let mut out = Vec::with_capacity(list.len());
        for (index, item) in list.iter().enumerate() {
            let path = at.user.index(index);
            out.push(self.say(item, codec(index), at.below(&path, &path))?);
        }
        Ok(Json::Array(out))
    }
}

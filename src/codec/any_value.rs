//! Any JSON value, in wire schemas that must close every object: as entry lists all the way down, or with every
//! container as JSON text.

use super::decode::Decoder;
use super::encode::{EncodeError, Member, borrowed, unrepeated};
use super::entries::{entry, open_entry};
use super::matching::{Cost, is_container, only};
use super::names::repeated;
use super::path::{At, Level};
use crate::json::{Json, to_text};
use std::borrow::Cow;

pub(super) const ENTRIES: &str = "_entries";
pub(super) const JSON: &str = "_json";

impl Decoder<'_, '_> {
    pub(super) fn read_tree<'a>(&mut self, value: &Json<'a>, at: At<'_>) -> Json<'a> {
        if self.own || !is_container(value) {
            return self.keep(value, at);
        }
        if !self.enter(at) {
            return Json::Null;
        }
        if let Some(Json::Array(list)) = only(value, ENTRIES) {
            if list.is_empty() {
                self.open();
            }
            let wire = at.wire.key(ENTRIES);
            let at = at.inside(&wire);
            return self.read_record(list, at, |decoder, _, value, at| decoder.read_tree(value, at));
        }
        match value {
            Json::Array(items) => {
                let read = |(index, item): (usize, &Json<'a>)| self.read_tree(item, at.below(&at.user.index(index), &at.wire.index(index)));
                Json::Array(items.iter().enumerate().map(read).collect())
            }
            Json::Object(members) => {
                if let Some(name) = repeated(members.iter().map(|(name, _)| &**name)) {
                    self.twice(name, at);
                }
                let read =
                    |(name, member): &Member<'a>| (name.clone(), self.read_tree(member, at.below(&at.user.key(name), &at.wire.key(name))));
                Json::Object(members.iter().map(read).collect())
            }
            scalar => scalar.clone(),
        }
    }

    pub(super) fn read_box<'a>(&mut self, value: &Json<'a>, at: At<'_>) -> Json<'a> {
        match only(value, JSON) {
            Some(Json::String(text)) if !self.own => {
                self.open();
                let wire = at.wire.key(JSON);
                let at = at.inside(&wire);
                match self.parse_text(text, at) {
                    Some(content) => self.keep(&content, at).into_owned(),
                    None => Json::Null,
                }
            }
            _ => self.keep(value, at),
        }
    }

    /// Any value is taken; the shape of its objects tells a wire value from an own one.
    pub(super) fn cost_tree(&mut self, value: &Json<'_>, level: Level) -> Cost {
        if self.own || !is_container(value) {
            return Cost::NONE;
        }
        if level.exceeded() || !self.weigher.spend(1) {
            return Cost::WORST;
        }
        let mut cost = Cost::NONE;
        match (value, only(value, ENTRIES)) {
            (_, Some(Json::Array(list))) => {
                cost.add(Cost::WIRE);
                for item in list {
                    cost.add(match open_entry(item) {
                        Ok((_, value)) => self.cost_tree(value, level.below()),
                        Err(_) => Cost::VIOLATION,
                    });
                }
            }
            (Json::Array(items), _) => {
                for item in items {
                    cost.add(self.cost_tree(item, level.below()));
                }
            }
            (Json::Object(members), _) => {
                cost.add(Cost::OWN);
                for (_, member) in members {
                    cost.add(self.cost_tree(member, level.below()));
                }
            }
            _ => {}
        }
        cost
    }

    pub(super) fn cost_box(&mut self, value: &Json<'_>) -> Cost {
        match only(value, JSON) {
            Some(Json::String(_)) if !self.own => Cost::WIRE,
            _ if is_container(value) => self.cost_own(),
            _ => Cost::NONE,
        }
    }
}

/// Objects as entry lists, all the way down.
pub(super) fn say_tree<'a>(value: &'a Json<'a>, at: At<'_>) -> Result<Json<'a>, EncodeError> {
    match value {
        Json::Array(_) | Json::Object(_) if at.level.exceeded() => Err(EncodeError::too_deep(at)),
        Json::Array(items) => {
            let mut out = Vec::with_capacity(items.len());
            for (index, item) in items.iter().enumerate() {
                let path = at.user.index(index);
                out.push(say_tree(item, at.below(&path, &path))?);
            }
            Ok(Json::Array(out))
        }
        Json::Object(members) => {
            unrepeated(members, at)?;
            let mut out = Vec::with_capacity(members.len());
            for (name, member) in members {
                let path = at.user.key(name);
                let content = say_tree(member, at.below(&path, &path))?;
                out.push(entry(Cow::Borrowed(name), content));
            }
            Ok(Json::Object(vec![(Cow::Borrowed(ENTRIES), Json::Array(out))]))
        }
        scalar => Ok(borrowed(scalar)),
    }
}

/// Scalars as they are, containers as text.
pub(super) fn say_box<'a>(value: &'a Json<'a>) -> Json<'a> {
    if !is_container(value) {
        return borrowed(value);
    }
    Json::Object(vec![(Cow::Borrowed(JSON), Json::String(Cow::Owned(to_text(value))))])
}

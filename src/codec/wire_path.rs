//! From a place in the user's value to the place the model wrote it at.

use super::{Carrier, Codec, CodecId, Field, Node, Rest};
use crate::json::Json;
use crate::location::Location;

/// Steps down before giving up on nodes that only pass a value on.
const MAX_STEPS: usize = 4096;

impl Codec {
    /// The place in `wire` that the user path came from; where the reply does not go that far, the last place that it has.
    #[must_use]
    pub fn wire_path(&self, wire: &Json<'_>, user: &Location) -> Location {
        let segments: Vec<String> = user.steps().collect();
        let mut walk = Walk { codec: self, path: Location::root(), steps: MAX_STEPS };
        walk.down(wire, self.root(), &segments);
        walk.path
    }
}

struct Walk<'c> {
    codec: &'c Codec,
    path: Location,
    steps: usize,
}

impl Walk<'_> {
    fn down(&mut self, wire: &Json<'_>, id: CodecId, segments: &[String]) {
        if self.steps == 0 {
            return;
        }
        self.steps -= 1;
        let codec = self.codec;
        match codec.node(id) {
            Node::Envelope { name, inner } => match single(wire, name) {
                Some(value) => {
                    self.path.push(name);
                    self.down(value, *inner, segments);
                }
                None => self.down(wire, *inner, segments),
            },
            Node::Text { name, .. } => {
                if single(wire, name).is_some() {
                    self.path.push(name);
                } else {
                    self.plain(wire, segments);
                }
            }
            Node::Union(union) => {
                // The branch the reply is read by tells where it was written; where it leads nowhere, the one that follows
                // the path furthest.
                let start = self.path.clone();
                let mut best = start.clone();
                let taken = self.codec.likely_branch(wire, id);
                for branch in taken.and_then(|at| union.branches.get(at)).into_iter().chain(&union.branches) {
                    if taken.is_some() && best != start {
                        break;
                    }
                    self.path = start.clone();
                    self.down(wire, branch.codec, segments);
                    if self.path.as_str().len() > best.as_str().len() {
                        best = self.path.clone();
                    }
                }
                self.path = best;
            }
            node => {
                let Some((segment, rest)) = segments.split_first() else { return };
                self.step(wire, node, segment, rest, segments);
            }
        }
    }

    fn step(&mut self, wire: &Json<'_>, node: &Node, segment: &str, rest: &[String], all: &[String]) {
        match (node, wire) {
            (Node::Object(object), Json::Object(_)) => {
                if let Some(field) = object.fields.iter().find(|f| *f.user == *segment) {
                    return self.field(wire, object.pack.as_deref(), field, rest);
                }
                match &object.rest {
                    Rest::Spliced(name, shapes) => {
                        if let Some(Json::Array(entries)) = wire.get(name) {
                            let before = self.path.clone();
                            self.path.push(name);
                            if self.entry(entries, segment, rest, shapes.first().map(|s| s.value)) {
                                return;
                            }
                            self.path = before;
                        }
                        self.plain(wire, all);
                    }
                    Rest::Native(_) | Rest::Closed => self.plain(wire, all),
                }
            }
            (Node::Entries(shapes), Json::Array(entries)) => {
                self.entry(entries, segment, rest, shapes.first().map(|s| s.value));
            }
            (Node::Array { items }, Json::Array(list)) => {
                if let Some((index, value)) = indexed(list, segment) {
                    self.path.push_index(index);
                    self.down(value, *items, rest);
                }
            }
            (Node::Positional { prefix, rest: tail, .. }, Json::Array(list)) => {
                if let Some((index, value)) = indexed(list, segment) {
                    self.path.push_index(index);
                    self.down(value, prefix.get(index).copied().unwrap_or(*tail), rest);
                }
            }
            (Node::Tuple(tuple), Json::Object(_)) => {
                let Ok(index) = segment.parse::<usize>() else { return };
                if let Some((codec, carrier)) = tuple.slots.get(index) {
                    let name = format!("_{index}");
                    if let Some(value) = wire.get(&name) {
                        self.path.push(&name);
                        self.carried(value, *codec, *carrier, rest);
                    }
                } else if let (Some(codec), Some(Json::Array(list))) = (tuple.rest, wire.get("_rest")) {
                    let at = index - tuple.slots.len();
                    if let Some(value) = list.get(at) {
                        self.path.push("_rest");
                        self.path.push_index(at);
                        self.down(value, codec, rest);
                    }
                }
            }
            _ => self.plain(wire, all),
        }
    }

    fn field(&mut self, wire: &Json<'_>, pack: Option<&str>, field: &Field, rest: &[String]) {
        if let Some(value) = wire.get(&field.wire) {
            self.path.push(&field.wire);
            self.carried(value, field.codec, field.carrier, rest);
        } else if let Some((name, Json::Array(entries))) = pack.and_then(|name| Some((name, wire.get(name)?))) {
            self.path.push(name);
            self.entry(entries, &field.wire, rest, Some(field.codec));
        }
    }

    fn carried(&mut self, value: &Json<'_>, codec: CodecId, carrier: Carrier, rest: &[String]) {
        match (carrier, single(value, "value")) {
            (Carrier::Boxed, Some(inner)) => {
                self.path.push("value");
                self.down(inner, codec, rest);
            }
            _ => self.down(value, codec, rest),
        }
    }

    fn entry(&mut self, entries: &[Json<'_>], key: &str, rest: &[String], codec: Option<CodecId>) -> bool {
        for (index, entry) in entries.iter().enumerate() {
            if matches!(entry.get("key"), Some(Json::String(k)) if k == key) {
                self.path.push_index(index);
                if let Some(value) = entry.get("value") {
                    self.path.push("value");
                    match codec {
                        Some(codec) => self.down(value, codec, rest),
                        None => self.plain(value, rest),
                    }
                }
                return true;
            }
        }
        false
    }

    /// Follows a path that is the same on both sides.
    fn plain(&mut self, wire: &Json<'_>, segments: &[String]) {
        let mut at = wire;
        for segment in segments {
            match at {
                Json::Array(list) => match indexed(list, segment) {
                    Some((index, value)) => {
                        self.path.push_index(index);
                        at = value;
                    }
                    None => return,
                },
                Json::Object(_) => match at.get(segment) {
                    Some(value) => {
                        self.path.push(segment);
                        at = value;
                    }
                    None => return,
                },
                _ => return,
            }
        }
    }
}

fn single<'v, 'a>(value: &'v Json<'a>, name: &str) -> Option<&'v Json<'a>> {
    match value {
        Json::Object(members) => match &members[..] {
            [(key, inner)] if key == name => Some(inner),
            _ => None,
        },
        _ => None,
    }
}

fn indexed<'v, 'a>(list: &'v [Json<'a>], segment: &str) -> Option<(usize, &'v Json<'a>)> {
    let index = segment.parse::<usize>().ok()?;
    Some((index, list.get(index)?))
}

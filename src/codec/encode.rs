//! Saying a user's value in wire form: the walk, and the rule for each node.

use super::matching::Places;
use super::names::repeated;
use super::path::{At, Path};
use super::{Codec, CodecId, Membership, Node, any_value, label};
use crate::json::{Json, MAX_DEPTH};
use crate::location::Location;
use std::borrow::Cow;
use std::fmt;

/// A member of an object.
pub(super) type Member<'a> = (Cow<'a, str>, Json<'a>);

/// Why a user's value has no wire form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodeError {
    /// The place in the user's value.
    pub path: Location,
    /// What cannot be said there; holds no content of the value but kinds.
    pub message: String,
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.as_str().is_empty() { f.write_str(&self.message) } else { write!(f, "{}: {}", self.path, self.message) }
    }
}

impl std::error::Error for EncodeError {}

impl EncodeError {
    pub(super) fn new(at: At<'_>, message: String) -> Self {
        EncodeError { path: at.user.location(), message }
    }

    pub(super) fn too_deep(at: At<'_>) -> Self {
        Self::new(at, "nested too deep".into())
    }
}

impl Codec {
    /// Says a user's value, valid under the user's schema, in wire form. What is the same on both sides is borrowed.
    ///
    /// # Errors
    /// If the wire schema has no form for the value: the rewrite narrowed the schema, or the value is not valid.
    pub fn encode<'a>(&'a self, value: &'a Json<'_>, members: &mut dyn Membership) -> Result<Json<'a>, EncodeError> {
        self.encode_at(self.root, value, members)
    }

    /// Says a user's value of one node, as [`Codec::encode`] does for the root.
    ///
    /// # Errors
    /// As [`Codec::encode`].
    pub fn encode_at<'a>(&'a self, node: CodecId, value: &'a Json<'_>, members: &mut dyn Membership) -> Result<Json<'a>, EncodeError> {
        if !within(value, MAX_DEPTH) {
            return Err(EncodeError::new(At::root(&Path::Root), "nested too deep".into()));
        }
        Encoder { codec: self, members, memo: Places::default() }.say(value, node, At::root(&Path::Root))
    }
}

/// Whether no value is nested deeper than `depth`. Values need not come from our reader, which sees to that.
fn within(value: &Json<'_>, depth: usize) -> bool {
    match value {
        Json::Array(items) => depth > 0 && items.iter().all(|item| within(item, depth - 1)),
        Json::Object(members) => depth > 0 && members.iter().all(|(_, member)| within(member, depth - 1)),
        _ => true,
    }
}

/// The walk down a user's value.
pub(super) struct Encoder<'a, 'm> {
    pub(super) codec: &'a Codec,
    pub(super) members: &'m mut dyn Membership,
    /// Which branch says a value, or that none does; `None` while it is being found out.
    pub(super) memo: Places<Option<Result<usize, EncodeError>>>,
}

impl<'a> Encoder<'a, '_> {
    /// Says `value` by the node `id`. The wire paths of the walk are those of the user.
    pub(super) fn say(&mut self, value: &'a Json<'a>, id: CodecId, at: At<'_>) -> Result<Json<'a>, EncodeError> {
        if at.level.exceeded() {
            return Err(EncodeError::too_deep(at));
        }
        match (self.codec.node(id), value) {
            (Node::Scalar(scalar), _) => scalar.say(value, at),
            (Node::Verbatim, _) => Ok(borrowed(value)),
            (Node::Array { items }, Json::Array(list)) => self.say_items(list, at, |_| *items),
            (Node::Positional { prefix, exact: true, .. }, Json::Array(list)) if list.len() != prefix.len() => {
                Err(EncodeError::new(at, format!("the wire schema has exactly {} items here", prefix.len())))
            }
            (Node::Positional { prefix, rest, .. }, Json::Array(list)) => {
                self.say_items(list, at, |index| *prefix.get(index).unwrap_or(rest))
            }
            (Node::Object(object), Json::Object(members)) => self.say_object(members, object, id, at),
            (Node::Entries(shapes), Json::Object(members)) => self.say_entries(members, shapes, at),
            (Node::Tuple(tuple), Json::Array(list)) => self.say_tuple(list, tuple, at),
            (Node::Envelope { name, inner }, _) => self.say_envelope(value, name, *inner, at),
            (Node::Text { name, inner }, _) => self.say_text(value, name, *inner, at),
            (Node::Union(union), _) => self.say_union(value, union, id, at),
            (Node::Label(table), _) => label::say(table, value, at),
            (Node::AnyTree, _) => any_value::say_tree(value, at),
            (Node::AnyBox, _) => Ok(any_value::say_box(value)),
            (Node::Array { .. } | Node::Positional { .. } | Node::Object(_) | Node::Entries(_) | Node::Tuple(_), _) => {
                let message = format!("the wire schema has no place for this kind of value: {}", value.kind().name());
                Err(EncodeError::new(at, message))
            }
        }
    }
}

/// Refuses an object with a name that comes twice: it is no JSON value.
pub(super) fn unrepeated(members: &[Member<'_>], at: At<'_>) -> Result<(), EncodeError> {
    match repeated(members.iter().map(|(name, _)| &**name)) {
        None => Ok(()),
        Some(name) => {
            let path = at.user.key(name);
            Err(EncodeError::new(at.below(&path, &path), "the name comes twice".into()))
        }
    }
}

/// The value again, its texts borrowed.
pub(super) fn borrowed<'a>(value: &'a Json<'a>) -> Json<'a> {
    match value {
        Json::Number(text) => Json::Number(Cow::Borrowed(text)),
        Json::String(text) => Json::String(Cow::Borrowed(text)),
        Json::Array(items) => Json::Array(items.iter().map(borrowed).collect()),
        Json::Object(members) => Json::Object(members.iter().map(|(name, member)| (Cow::Borrowed(&**name), borrowed(member))).collect()),
        Json::Null | Json::Bool(_) => value.clone(),
    }
}

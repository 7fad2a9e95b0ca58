//! The compiled codec: a tree shaped like the wire schema, one node per wire node, that reads a wire value back into the
//! user's value (`decode`) and says a user value in wire form (`encode`).
//!
//! The codec knows no rule, no profile and no schema: a rule picks the node that undoes its rewrite. Nodes form a graph
//! (a recursive schema is a cycle of [`CodecId`]s). Wire and user shapes of a node differ in JSON kind, or in the exact
//! set of keys, so one look at a value tells which shape it is in; replies in the user's own shape, whole or in parts,
//! are therefore read by the same walk.

mod any_value;
mod array;
mod branches;
mod carrier;
mod collide;
mod compile;
mod decode;
mod encode;
mod entries;
mod envelope;
mod label;
mod lists;
mod matching;
mod names;
mod object;
mod path;
mod scalar;
pub mod stream;
mod text;
mod tuple;
mod union;
mod wire_path;

#[cfg(test)]
mod tests;

pub use collide::{Pairs, collide};
pub use compile::wire_kinds;
pub use decode::{Decoded, Issue, IssueKind, Slip, Tie};
pub use encode::EncodeError;
pub use envelope::NO_ENVELOPE;

use crate::json::{Json, KindSet};
use crate::pattern::Pattern;
use compile::Tables;
use std::sync::{Arc, OnceLock};

/// A node of a [`Codec`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CodecId(pub u32);

/// A user subschema a union branch stands for; resolved by the caller's [`Membership`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pick(pub u32);

/// Answers whether a user value satisfies a user subschema. Used to choose union branches: when encoding always, when
/// decoding only where two branches read a reply equally well.
pub trait Membership {
    /// Whether `value` is valid under the subschema `pick`.
    fn accepts(&mut self, pick: Pick, value: &Json<'_>) -> bool;
}

/// One node: how a wire value and a user value correspond.
#[derive(Clone, Debug)]
pub enum Node {
    /// A scalar (or literal) that is the same on both sides.
    Scalar(Scalar),
    /// Any JSON value, the same on both sides.
    Verbatim,
    /// An array whose items are each carried by `items`; an array on both sides.
    Array {
        /// Codec of every item.
        items: CodecId,
    },
    /// A positional array on both sides (profiles that take `prefixItems`).
    Positional {
        /// Codecs of the first items.
        prefix: Vec<CodecId>,
        /// Codec of the items after them.
        rest: CodecId,
        /// Whether the wire says exactly the first items, no fewer and no more, though the user's schema may.
        exact: bool,
    },
    /// An object on both sides.
    Object(Object),
    /// User object, wire array of `{"key": ..., "value": ...}`.
    Entries(Vec<EntryShape>),
    /// User array, wire object `_0`, `_1`, ..., `_rest`.
    Tuple(Tuple),
    /// Wire `{name: inner}`, user `inner` (roots, union tags).
    Envelope {
        /// The one wire key.
        name: Box<str>,
        /// What is inside.
        inner: CodecId,
    },
    /// Wire `{name: "<JSON text>"}`, user the JSON value in that text (in user shape).
    Text {
        /// The one wire key, `_json` unless taken.
        name: Box<str>,
        /// Codec that the parsed value is read with (own shape; nulls stripped, envelopes not expected).
        inner: CodecId,
    },
    /// One of several branches.
    Union(Union),
    /// Wire string, user literal: pairs of label and literal.
    Label(Vec<(Box<str>, Json<'static>)>),
    /// Any JSON; objects travel as `{"_entries": [{"key","value"}...]}`, everything else as it is, recursively.
    AnyTree,
    /// Any JSON; scalars as they are, containers as `{"_json": "<JSON text>"}`.
    AnyBox,
}

/// What a scalar node admits. Only used to match replies against branches; validation judges the value.
#[derive(Clone, Debug)]
pub struct Scalar {
    /// Kinds admitted (containers only through `literals`).
    pub kinds: KindSet,
    /// Whether numbers must be integers.
    pub integer: bool,
    /// The literals admitted, if the schema lists them.
    pub literals: Option<Box<[Json<'static>]>>,
}

/// An object with declared fields.
#[derive(Clone, Debug, Default)]
pub struct Object {
    /// Declared fields, in wire order.
    pub fields: Vec<Field>,
    /// Undeclared user properties.
    pub rest: Rest,
    /// Wire name of the entry list that carries fields with [`Carrier::Packed`]: `[{"key": name, "value": wire value}]`.
    pub pack: Option<Box<str>>,
    /// User names that can never be present; a null there is tolerated (as one violation) and dropped.
    pub forbidden: Vec<Box<str>>,
}

/// How undeclared user properties travel.
#[derive(Clone, Debug, Default)]
pub enum Rest {
    /// They cannot be said on the wire; in own shape they pass as they are and validation judges them.
    #[default]
    Closed,
    /// As they are, beside the fields (profiles that leave objects open); each by the first shape whose key test holds.
    Native(Vec<EntryShape>),
    /// In an entry list under this wire name (`_additional` unless taken).
    Spliced(Box<str>, Vec<EntryShape>),
}

/// One declared field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Name on the wire.
    pub wire: Arc<str>,
    /// Name in the user's value.
    pub user: Arc<str>,
    /// Codec of the value.
    pub codec: CodecId,
    /// How presence travels.
    pub carrier: Carrier,
    /// Whether the user's schema admits null here (decided by the schema, not guessed).
    pub null_ok: bool,
}

/// How the presence of a field or tuple slot travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Carrier {
    /// Always present in the user's value and on the wire.
    Required,
    /// May be missing on both sides; a null the user's schema refuses reads as missing (one violation).
    Native,
    /// Always on the wire; null means absent (the user's schema refuses null here).
    NullIsAbsent,
    /// Always on the wire; null is a value (the user's schema takes it), so absence cannot be said.
    NullKept,
    /// Always on the wire: null means absent, `{"value": x}` means `x`.
    Boxed,
    /// Travels in the object's pack list, or not at all.
    Packed,
}

/// One kind of entry of an entry list: which keys, and how their values travel.
#[derive(Clone, Debug)]
pub struct EntryShape {
    /// Which keys.
    pub key: KeyTest,
    /// Codec of the value.
    pub value: CodecId,
}

/// Which keys an [`EntryShape`] is for.
#[derive(Clone, Debug)]
pub enum KeyTest {
    /// Any key no earlier shape took.
    Any,
    /// Keys matching every one of these patterns (a key may match several `patternProperties`).
    Patterns(Vec<Arc<Pattern>>),
    /// Exactly these keys.
    Names(Vec<Box<str>>),
}

/// A positional array carried as an object.
#[derive(Clone, Debug)]
pub struct Tuple {
    /// Slots in order: `_0`, `_1`, ...; `Required` slots first, then `NullIsAbsent` or `Boxed` ones.
    pub slots: Vec<(CodecId, Carrier)>,
    /// Codec of each further item, under `_rest` (always on the wire when present).
    pub rest: Option<CodecId>,
}

/// One of several branches, in the user's order.
#[derive(Clone, Debug)]
pub struct Union {
    /// The branches.
    pub branches: Vec<Branch>,
}

/// One branch of a union.
#[derive(Clone, Debug)]
pub struct Branch {
    /// Codec of the branch.
    pub codec: CodecId,
    /// User subschemas that a value of this branch satisfies (all of them).
    pub picks: Vec<Pick>,
}

/// A compiled codec.
#[derive(Clone, Debug)]
pub struct Codec {
    nodes: Vec<Node>,
    root: CodecId,
    /// Made when the first value is read or said.
    tables: OnceLock<Tables>,
}

impl Codec {
    /// Compiles the graph of `nodes`, read from `root`.
    ///
    /// # Panics
    /// If an id points at no node: a mistake of the program that built the graph.
    #[must_use]
    pub fn new(nodes: Vec<Node>, root: CodecId) -> Self {
        let dangling = |id: &CodecId| id.0 as usize >= nodes.len();
        assert!(!dangling(&root), "the root of the codec is no node");
        let each = |node: &Node| compile::each_child(node, |id| assert!(!dangling(&id), "a codec id points at no node"));
        nodes.iter().for_each(each);
        Codec { nodes, root, tables: OnceLock::new() }
    }

    fn tables(&self) -> &Tables {
        self.tables.get_or_init(|| Tables::new(&self.nodes))
    }

    /// Nodes, indexed by [`CodecId`].
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Where reading starts.
    #[must_use]
    pub fn root(&self) -> CodecId {
        self.root
    }

    /// The node `id`.
    #[must_use]
    pub fn node(&self, id: CodecId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// Whether a reply that fits the wire schema is already the user's value: no envelope, list, label or renamed field
    /// anywhere, and no null that stands for an absent field.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.tables().facts(self.root).identity
    }
}

//! What the rules work on: the forms of the user's schema, the profile, and the two trees being built side by side.

use super::Options;
use super::branches::Branches;
pub use super::fit::Fit;
pub use super::note::{At, Note};
use super::note::{Cause, line};
use super::optional_property::Observed;
use super::untyped::Guess;
use super::want::Task;
use super::wire::{Wire, WireId};
use crate::codec::{CodecId, Node, Pick, Scalar};
use crate::form::{Conjunct, Few, Forms, NodeId, Residual, Shape};
use crate::ids::IdMap;
use crate::json::{Kind, KindSet};
use crate::location::Location;
use crate::options::OpenObjects;
use crate::profile::Profile;
use crate::schema::Schema;
use crate::schema::arena::{JsonId, SchemaId};
use crate::schema::keyword::Keyword;
use std::collections::HashSet;
use std::hash::BuildHasherDefault;

/// A wire node and the codec node that reads it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The wire half.
    pub wire: WireId,
    /// The codec half.
    pub codec: CodecId,
}

/// An object or array that was built: what its wire form settles of counts and names by itself.
#[derive(Clone, Debug)]
pub struct BuiltContainer {
    /// Object or array.
    pub kind: Kind,
    /// The subschemas it was merged from.
    pub parts: Few<SchemaId>,
    /// How many properties or items it always has.
    pub least: u64,
    /// How many it can have; of an object, if none but declared ones.
    pub most: Option<u64>,
}

/// The value of entries of several sorts in one entry shape.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The union of the values.
    pub union: WireId,
    /// Envelopes among its branches, each with the codec nodes that open it.
    pub envelopes: Vec<(WireId, Vec<CodecId>)>,
}

/// What was asked for once and is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key {
    /// By the number of the shape.
    Shape(u32, u8, u32),
    Union(NodeId, bool, u8, u32),
    Any(u32),
    Text(NodeId),
}

/// The context of the rules.
pub struct Context<'s, 'p> {
    /// Normal forms of the user's schema.
    pub forms: Forms<'s>,
    /// The endpoint.
    pub profile: &'p Profile,
    /// The caller's choices.
    pub options: &'p Options,
    /// Pressure to fit limits.
    pub fit: Fit,
    /// Wire nodes.
    pub wires: Vec<Wire>,
    /// Codec nodes.
    pub codecs: Vec<Node>,
    /// Findings.
    pub notes: Vec<Note>,
    /// Implied-open objects that were closed, and the first of them.
    pub closed: (u64, Option<(NodeId, At)>),
    /// Subschemas that union branches refer to, by [`Pick`].
    pub picks: Vec<SchemaId>,
    /// The cycle each subschema lies on, if there are any.
    pub(super) cycles: Option<Vec<u32>>,
    /// Numbers by first mention, of what may recur.
    pub(super) numbers: IdMap<Key, u32>,
    /// Kinds emitted for each subschema, for the ledger.
    pub emitted: Vec<(SchemaId, Option<Kind>)>,
    /// Objects and arrays that were built, for the ledger.
    pub built: Vec<BuiltContainer>,
    /// Values of merged entries, to be made one union.
    pub merged: Vec<Merged>,
    /// Subschemas a wire node was merged from, where there are several.
    pub(crate) merged_from: IdMap<WireId, Vec<JsonId>>,
    pub(super) made: IdMap<Key, Slot>,
    /// The wire half of each object or union node.
    codec_wire: Vec<Option<WireId>>,
    pick_index: IdMap<SchemaId, Pick>,
    /// What nodes are read as, by node.
    pub(super) guesses: Vec<Option<Guess>>,
    /// The branches nodes are built from, by node: without null added, and with it.
    pub(super) branch_sets: Vec<[Option<Branches>; 2]>,
    /// Names that a `propertyNames` lists.
    pub(super) listed_names: IdMap<SchemaId, HashSet<&'s str>>,
    /// Patterns as every engine reads them alike.
    pub(super) portable: IdMap<JsonId, Option<String>>,
    pub(super) shape_numbers: IdMap<Shape, u32>,
    /// Properties whose absence shows, by object.
    pub(super) observed: IdMap<NodeId, Observed<'s>>,
    pub(super) stack: Vec<Task>,
}

impl<'s, 'p> Context<'s, 'p> {
    /// A context with nothing built yet.
    #[must_use]
    pub fn new(schema: &'s Schema, profile: &'p Profile, options: &'p Options, cycles: Option<Vec<u32>>) -> Self {
        let closing = !(profile.objects.open.value && profile.reads_extra_beside()) && options.open_objects == OpenObjects::Close;
        // Most subschemas become one node.
        let room = schema.len() + schema.len() / 4 + 4;
        Context {
            forms: Forms::new(schema).guessing(options.infer_type).closing(closing),
            profile,
            options,
            fit: Fit::default(),
            wires: Vec::with_capacity(room),
            codecs: Vec::with_capacity(room),
            notes: Vec::new(),
            closed: (0, None),
            picks: Vec::new(),
            cycles,
            numbers: IdMap::default(),
            emitted: Vec::new(),
            built: Vec::new(),
            merged: Vec::new(),
            merged_from: IdMap::default(),
            made: IdMap::with_capacity_and_hasher(room, BuildHasherDefault::default()),
            codec_wire: Vec::with_capacity(room),
            pick_index: IdMap::default(),
            guesses: Vec::new(),
            branch_sets: Vec::new(),
            listed_names: IdMap::default(),
            portable: IdMap::default(),
            shape_numbers: IdMap::with_capacity_and_hasher(room, BuildHasherDefault::default()),
            observed: IdMap::default(),
            stack: Vec::new(),
        }
    }

    /// Forgets what was built, keeps the normal forms.
    pub fn restart(&mut self, fit: Fit) {
        self.fit = fit;
        (self.fit.optional_left, self.fit.nullable_left) = self.fit.budget;
        self.fit.unions_left = self.fit.union_budget;
        self.codec_wire.clear();
        self.wires.clear();
        self.codecs.clear();
        self.notes.clear();
        self.closed = (0, None);
        self.picks.clear();
        self.emitted.clear();
        self.built.clear();
        self.merged.clear();
        self.merged_from.clear();
        self.made.clear();
        self.numbers.clear();
        self.pick_index.clear();
        self.stack.clear();
    }

    /// Whether a keyword is sent: the endpoint enforces it, and no limit speaks against it.
    #[must_use]
    pub fn enforces(&self, keyword: Keyword) -> bool {
        let sent = if self.profile.verbatim { self.profile.permits(keyword) } else { self.profile.enforces(keyword) };
        sent && !(keyword == Keyword::MaxItems && self.fit.no_max_items)
    }

    /// The user's schema.
    #[must_use]
    pub fn schema(&self) -> &'s Schema {
        self.forms.schema()
    }

    /// Adds a wire node.
    pub fn wire(&mut self, wire: Wire) -> WireId {
        let id = WireId(u32::try_from(self.wires.len()).unwrap_or(u32::MAX));
        self.wires.push(wire);
        id
    }

    /// Adds a codec node.
    pub fn codec(&mut self, node: Node) -> CodecId {
        let id = CodecId(u32::try_from(self.codecs.len()).unwrap_or(u32::MAX));
        self.codecs.push(node);
        self.codec_wire.push(None);
        id
    }

    /// Adds both halves.
    pub fn slot(&mut self, wire: Wire, node: Node) -> Slot {
        Slot { wire: self.wire(wire), codec: self.codec(node) }
    }

    pub(super) fn reserve(&mut self) -> Slot {
        self.slot(Wire::default(), Node::Verbatim)
    }

    /// Fills a reserved slot.
    pub fn fill(&mut self, slot: Slot, wire: Wire, node: Node) {
        let notes = std::mem::take(&mut self.wires[slot.wire.0 as usize]);
        let target = &mut self.wires[slot.wire.0 as usize];
        *target = wire;
        target.told.splice(0..0, notes.told);
        target.titles = notes.titles;
        target.shown = notes.shown;
        target.codec = Some(slot.codec);
        target.descriptions = notes.descriptions;
        if target.name.is_none() {
            target.name = notes.name;
        }
        if matches!(node, Node::Object(_) | Node::Union(_)) {
            self.codec_wire[slot.codec.0 as usize] = Some(slot.wire);
        }
        self.codecs[slot.codec.0 as usize] = node;
    }

    /// The codec half of an object or union node.
    #[must_use]
    pub fn codec_of(&self, wire: WireId) -> Option<CodecId> {
        let codec = self.wires[wire.0 as usize].codec?;
        (self.codec_wire[codec.0 as usize] == Some(wire)).then_some(codec)
    }

    /// The wire half of an object or union node.
    #[must_use]
    pub fn wire_of(&self, codec: CodecId) -> Option<WireId> {
        self.codec_wire.get(codec.0 as usize).copied().flatten()
    }

    /// The finding that required properties inside cycles are not required on the wire.
    pub fn tell_relaxed(&mut self) {
        let root = At::Schema(self.schema().root());
        let message = "required properties inside a reference cycle are optional on the wire; checked after decoding";
        self.note(Note::widened(super::RECURSIVE_REF, root, message).because(line!(references.recursion)));
    }

    /// The number under which a branch's subschema is known to the codec.
    pub fn pick(&mut self, schema: SchemaId) -> Pick {
        if let Some(pick) = self.pick_index.get(&schema) {
            return *pick;
        }
        let pick = Pick(u32::try_from(self.picks.len()).unwrap_or(u32::MAX));
        self.picks.push(schema);
        self.pick_index.insert(schema, pick);
        pick
    }

    /// Adds a finding.
    pub fn note(&mut self, note: Note) {
        self.notes.push(note);
    }

    /// The profile's line on a keyword, where that is why it is not sent.
    #[must_use]
    pub fn not_sent(&self, keyword: Keyword) -> Option<Cause> {
        (!self.enforces(keyword)).then_some(Cause::Keyword(keyword))
    }

    /// Spells out a place.
    #[must_use]
    pub fn location(&self, at: At) -> Location {
        match at {
            At::Keyword(id, keyword) => self.schema().keyword_location(id, keyword),
            At::Schema(id) => self.schema().location(id),
            At::Json(json) => self.schema().doc().location(json),
            At::Node(node) => self.forms.location(node),
        }
    }

    /// The first subschema of a node, for findings.
    #[must_use]
    pub fn at_node(&self, node: NodeId) -> At {
        match self.forms.conjuncts(node).first() {
            Some(Conjunct::Is(id) | Conjunct::Not(id)) => At::Schema(*id),
            None => At::Node(node),
        }
    }

    /// Whether the schema has reference cycles.
    #[must_use]
    pub fn is_cyclic(&self) -> bool {
        self.cycles.is_some()
    }

    /// A scalar codec node.
    #[must_use]
    pub fn scalar(kinds: KindSet, integer: bool) -> Node {
        Node::Scalar(Scalar { kinds, integer, literals: None })
    }

    /// The residual constraints as findings, and as words on the wire node.
    pub fn tell_residuals(&mut self, wire: WireId, residuals: &[Residual]) {
        for residual in residuals {
            super::unsupported_assertion::tell_residual(self, wire, *residual);
        }
    }

    /// The wire node, to annotate.
    pub fn wire_mut(&mut self, id: WireId) -> &mut Wire {
        &mut self.wires[id.0 as usize]
    }
}

//! Reading a wire value back into the user's value: the walk, what it finds, and the rule for each node.

use super::compile::doubles;
use super::matching::Weigher;
use super::names::{Slot, repeated};
use super::path::{At, Path, cut};
use super::{Codec, CodecId, Membership, Node};
use crate::json::{Json, Kind, parse};
use crate::location::Location;

/// Most issues, slips and ties of one reply that are told, each.
const MAX_NOTES: usize = 100;
/// Longest name quoted in a message, in bytes.
const MAX_QUOTE: usize = 60;

/// What was read.
#[derive(Clone, Debug)]
pub struct Decoded<'a> {
    /// The user's value; of use only if there are no issues, and to be validated.
    pub value: Json<'a>,
    /// Why the reply cannot be read; at most 100 are told.
    pub issues: Vec<Issue>,
    /// How many envelopes of ours were opened. The reply as it stands may be the user's value only if none was.
    pub opened: u32,
    /// Mistakes that have one reading, and were read so; at most 100 are told.
    pub slips: Vec<Slip>,
    /// Where several readings are equally good and give different values; at most 100 are told.
    pub ties: Vec<Tie>,
    /// How many boxes were opened that the user's value could hold itself.
    pub doubts: u32,
    /// The place of the one that was not opened, where that was asked for.
    pub unopened: Option<(Location, Location)>,
    /// Nulls that the wire form says for absence: the first one's place in the user's value, and how many.
    pub absent: Option<(Location, u32)>,
}

/// A place where a reply cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// Where in the user's value; below the last place the user's value has, the wire's own steps.
    pub path: Location,
    /// Where in the reply.
    pub wire_path: Location,
    /// What is wrong; holds no content of the reply but member names and kinds.
    pub message: String,
    /// The kind of mistake.
    pub kind: IssueKind,
}

/// Kinds of [`Issue`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IssueKind {
    /// A name comes twice.
    Duplicate,
    /// An undeclared property has the name of a declared one.
    Clash,
    /// What stands under a name of ours is not what belongs there.
    Malformed,
    /// An array element after a missing one.
    Gap,
    /// A text that should be JSON is not.
    NotJson,
    /// Nested too deep.
    Depth,
    /// Choosing among the branches of unions takes too much work.
    TooAmbiguous,
}

/// A mistake with one reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// `null-for-absent`, `double-encoded` or `literal-as-text`.
    pub name: &'static str,
    /// Where in the user's value.
    pub path: Location,
    /// Where in the reply.
    pub wire_path: Location,
    /// What was read as what.
    pub message: String,
}

/// A place where at least two branches of a union take the same reply as different values, all of them valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    /// Where in the user's value.
    pub path: Location,
    /// Where in the reply.
    pub wire_path: Location,
    /// The branches, the one that was followed first.
    pub branches: Vec<usize>,
    /// Whether the other branches read the reply as written in the user's own shape: no doubt where the endpoint holds
    /// the model to the wire schema.
    pub own_shape: bool,
}

impl Codec {
    /// Reads a wire value, or a value in the user's own shape, whole or in parts. The value is not validated; where
    /// nothing is to be undone it stands as it was written.
    pub fn decode<'a>(&self, wire: &Json<'a>, members: &mut dyn Membership) -> Decoded<'a> {
        self.decode_but(wire, members, None)
    }

    /// The same, but for one of the boxes that the user's value could hold itself: `unopened` (counted from 0) is read in
    /// the user's own shape.
    pub fn decode_but<'a>(&self, wire: &Json<'a>, members: &mut dyn Membership, unopened: Option<u32>) -> Decoded<'a> {
        self.decode_part(self.root, wire, members, unopened)
    }

    /// Reads a wire value that belongs to the node `id`, as [`Codec::decode`] does for the root; places are those within it.
    pub(super) fn decode_at<'a>(&self, id: CodecId, wire: &Json<'a>, members: &mut dyn Membership) -> Decoded<'a> {
        self.decode_part(id, wire, members, None)
    }

    fn decode_part<'a>(&self, id: CodecId, wire: &Json<'a>, members: &mut dyn Membership, unopened: Option<u32>) -> Decoded<'a> {
        let mut decoder = Decoder::new(self, members);
        decoder.keep_box = unopened;
        decoder.weigher.refuel(wire, self.tables().widest);
        let value = decoder.read(wire, id, At::root(&Path::Root));
        let Notes { issues, slips, ties, opened, doubts, unopened, absent } = decoder.notes;
        Decoded { value, issues, opened, slips, ties, doubts, unopened, absent }
    }
}

#[derive(Default)]
struct Notes {
    issues: Vec<Issue>,
    slips: Vec<Slip>,
    ties: Vec<Tie>,
    opened: u32,
    doubts: u32,
    unopened: Option<(Location, Location)>,
    absent: Option<(Location, u32)>,
}

/// The walk down a reply.
pub(super) struct Decoder<'c, 'm> {
    pub(super) codec: &'c Codec,
    pub(super) members: &'m mut dyn Membership,
    pub(super) weigher: Weigher,
    /// Inside a JSON text, where the user's own shape is expected and nothing is an envelope.
    pub(super) own: bool,
    /// Inside a value that was itself a string of the reply: no second level is looked for.
    nested: bool,
    /// Where in the reply that string stands: places in its text are no places of the reply.
    string_at: Option<Location>,
    /// The box that is left as it is.
    keep_box: Option<u32>,
    /// Trying a branch: nothing is told, and the work is counted.
    quiet: bool,
    notes: Notes,
    /// What the members of the objects on the stack are.
    pub(super) slots: Vec<Slot>,
}

impl<'c, 'm> Decoder<'c, 'm> {
    pub(super) fn new(codec: &'c Codec, members: &'m mut dyn Membership) -> Self {
        let (weigher, notes, slots) = (Weigher::default(), Notes::default(), Vec::new());
        Decoder { codec, members, weigher, own: false, nested: false, string_at: None, keep_box: None, quiet: false, notes, slots }
    }

    /// Reads `value` by the node `id`.
    pub(super) fn read<'a>(&mut self, value: &Json<'a>, id: CodecId, at: At<'_>) -> Json<'a> {
        let facts = self.codec.tables().facts(id);
        if facts.plain {
            return self.keep(value, at);
        }
        if !self.enter(at) {
            return Json::Null;
        }
        if let Json::String(text) = value
            && doubles(facts.reads)
            && !self.nested
        {
            return self.read_doubled(text, id, at).unwrap_or_else(|| value.clone());
        }
        let codec = self.codec;
        match (codec.node(id), value) {
            (Node::Scalar(scalar), _) => self.read_scalar(scalar, value, at),
            (Node::Array { items }, Json::Array(list)) => self.read_items(list, at, |_| *items),
            (Node::Positional { prefix, rest, .. }, Json::Array(list)) => {
                self.read_items(list, at, |index| *prefix.get(index).unwrap_or(rest))
            }
            (Node::Object(object), Json::Object(members)) => self.read_object(members, object, id, at),
            (Node::Entries(shapes), Json::Array(list)) => self.read_entries(list, shapes, at),
            (Node::Entries(shapes), Json::Object(members)) => self.read_map(members, shapes, at),
            (Node::Tuple(tuple), Json::Object(members)) => self.read_tuple(value, members, tuple, at),
            (Node::Tuple(tuple), Json::Array(list)) => self.read_list(list, tuple, at),
            (Node::Envelope { name, inner }, _) => self.read_envelope(value, name, *inner, at),
            (Node::Text { name, inner }, _) => self.read_text(value, name, *inner, at),
            (Node::Union(union), _) => self.read_union(value, union, id, at),
            (Node::Label(table), _) => self.read_label(table, value, at),
            (Node::AnyTree, _) => self.read_tree(value, at),
            (Node::AnyBox, _) => self.read_box(value, at),
            // A wrong kind: validation says so, in the user's terms.
            (Node::Verbatim | Node::Array { .. } | Node::Positional { .. } | Node::Object(_) | Node::Entries(_) | Node::Tuple(_), _) => {
                self.keep(value, at)
            }
        }
    }

    /// The value as it is; only names that come twice are told.
    pub(super) fn keep<'a>(&mut self, value: &Json<'a>, at: At<'_>) -> Json<'a> {
        match value {
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => return value.clone(),
            Json::Array(_) | Json::Object(_) => {}
        }
        if !self.enter(at) {
            return Json::Null;
        }
        match value {
            Json::Array(items) => {
                let keep = |(index, item): (usize, &Json<'a>)| self.keep(item, at.below(&at.user.index(index), &at.wire.index(index)));
                Json::Array(items.iter().enumerate().map(keep).collect())
            }
            Json::Object(members) => {
                if let Some(name) = repeated(members.iter().map(|(name, _)| &**name)) {
                    self.twice(name, at);
                }
                let keep = |(name, member): &(std::borrow::Cow<'a, str>, Json<'a>)| {
                    (name.clone(), self.keep(member, at.below(&at.user.key(name), &at.wire.key(name))))
                };
                Json::Object(members.iter().map(keep).collect())
            }
            scalar => scalar.clone(),
        }
    }

    /// A container that was sent as a string holding its JSON text.
    fn read_doubled<'a>(&mut self, text: &str, id: CodecId, at: At<'_>) -> Option<Json<'a>> {
        if !starts_container(text) || !self.pay(text) {
            return None;
        }
        let value = parse(text).ok()?;
        let container = matches!(value.kind(), Kind::Array | Kind::Object);
        if !container || !self.codec.tables().facts(id).reads.has(value.kind()) {
            return None;
        }
        let what = format!("a string that holds the JSON text of an {} was read as the {0}", value.kind().name());
        self.slip("double-encoded", at, what);
        Some(self.read_apart(&value, id, at, self.own))
    }

    /// Reads a value that came out of a string of the reply.
    pub(super) fn read_apart<'a>(&mut self, value: &Json<'_>, id: CodecId, at: At<'_>, own: bool) -> Json<'a> {
        let before = (self.own, self.nested);
        (self.own, self.nested) = (own, true);
        let outermost = self.string_at.is_none() && !self.quiet;
        if outermost {
            self.string_at = Some(at.wire.location());
        }
        // What was weighed is known by address, and this value does not outlive the call.
        let weighed = self.weigher.step_aside();
        if !self.quiet {
            self.weigher.refuel(value, self.codec.tables().widest);
        }
        let read = self.read(value, id, at).into_owned();
        self.weigher.step_back(weighed);
        (self.own, self.nested) = before;
        if outermost {
            self.string_at = None;
        }
        read
    }

    /// Counts the work of parsing `text` while branches are tried; whether it may be done.
    pub(super) fn pay(&mut self, text: &str) -> bool {
        !self.quiet || self.weigher.spend(text.len() as u64 / 8)
    }

    /// Runs `read` without telling what it finds.
    pub(super) fn quietly<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.quiet, true);
        let result = read(self);
        self.quiet = before;
        result
    }

    /// Whether a value may be entered: not too deep, and not too much work.
    pub(super) fn enter(&mut self, at: At<'_>) -> bool {
        if at.level.exceeded() {
            self.issue(IssueKind::Depth, at, "nested too deep to read".into());
            return false;
        }
        !self.quiet || self.weigher.spend(1)
    }

    /// Whether findings are told.
    pub(super) fn tells(&self) -> bool {
        !self.quiet
    }

    pub(super) fn open(&mut self) {
        if !self.quiet {
            self.notes.opened = self.notes.opened.saturating_add(1);
        }
    }

    /// Counts a box that the user's value could hold itself; whether it is to be opened.
    pub(super) fn opens_box(&mut self, at: At<'_>) -> bool {
        if self.quiet {
            return true;
        }
        let number = self.notes.doubts;
        self.notes.doubts = number.saturating_add(1);
        if self.keep_box == Some(number) {
            self.notes.unopened = Some((at.user.location(), self.wire_place(at)));
            return false;
        }
        true
    }

    /// Where in the reply something was written.
    fn wire_place(&self, at: At<'_>) -> Location {
        self.string_at.clone().unwrap_or_else(|| at.wire.location())
    }

    pub(super) fn issue(&mut self, kind: IssueKind, at: At<'_>, message: String) {
        if !self.quiet && self.notes.issues.len() < MAX_NOTES {
            let (path, wire_path) = (at.user.location(), self.wire_place(at));
            self.notes.issues.push(Issue { path, wire_path, message, kind });
        }
    }

    /// Counts a null that stands for absence.
    pub(super) fn absent(&mut self, at: At<'_>) {
        if self.quiet {
            return;
        }
        match &mut self.notes.absent {
            Some((_, count)) => *count = count.saturating_add(1),
            None => self.notes.absent = Some((at.user.location(), 1)),
        }
    }

    pub(super) fn slip(&mut self, name: &'static str, at: At<'_>, message: String) {
        if !self.quiet && self.notes.slips.len() < MAX_NOTES {
            let (path, wire_path) = (at.user.location(), self.wire_place(at));
            self.notes.slips.push(Slip { name, path, wire_path, message });
        }
    }

    pub(super) fn tie(&mut self, at: At<'_>, branches: Vec<usize>, own_shape: bool) {
        if !self.quiet && self.notes.ties.len() < MAX_NOTES {
            let (path, wire_path) = (at.user.location(), self.wire_place(at));
            self.notes.ties.push(Tie { path, wire_path, branches, own_shape });
        }
    }

    /// The member `name` of the object at `at` comes twice.
    pub(super) fn twice(&mut self, name: &str, at: At<'_>) {
        let (user, wire) = (at.user.key(name), at.wire.key(name));
        let at = at.below(&user, &wire);
        self.issue(IssueKind::Duplicate, at, format!("the name {} comes twice in one object", quote(name)));
    }
}

/// Whether a text can be that of an array or object; spares parsing those that cannot.
fn starts_container(text: &str) -> bool {
    text.trim_start_matches([' ', '\n', '\r', '\t']).starts_with(['{', '['])
}

/// A name for a message: in quotes, cut if long.
pub(super) fn quote(name: &str) -> String {
    let mut out = String::new();
    let short = cut(name, MAX_QUOTE);
    crate::json::print_string(short, &mut out);
    if short.len() < name.len() {
        out.push_str("...");
    }
    out
}

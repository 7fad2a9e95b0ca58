//! Objects, entry lists and tuples against others of their kind: field by field.

use super::leaves::scalars;
use super::names::{Outline, WireNames, direct, same_declared, same_keys};
use super::{Alike, Apart, Collide, Meeting, Pairs};
use crate::codec::{Carrier, CodecId, EntryShape, Field, Node, Object, Rest, Tuple};
use crate::json::Kind;
use std::rc::Rc;

/// Most literals of a field that is tried as a tag.
const MAX_TAGS: usize = 8;

/// How a field treats null on the wire.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Null {
    Refused,
    Kept,
    Dropped,
}

impl<'n> Pairs<'n> {
    pub(super) fn names(&mut self, id: CodecId, object: &'n Object) -> Rc<WireNames<'n>> {
        Rc::clone(self.names.entry(id).or_insert_with(|| Rc::new(WireNames::of_object(object))))
    }

    pub(super) fn objects(&mut self, (a_id, a): (CodecId, &'n Object), (b_id, b): (CodecId, &'n Object)) -> Meeting {
        let [one, other] = [(a_id, a), (b_id, b)].map(|(id, object)| *self.outlines.entry(id).or_insert_with(|| Outline::of(object)));
        if one.shut_out(other) {
            return Apart;
        }
        // A tag settles it, and is cheaper to compare than anything else.
        let tags = |object: &'n Object| direct(object).filter(|field| self.is_tag(field));
        let told_apart =
            |(one, other): (&Field, &Field)| one.wire == other.wire && one.user == other.user && self.tags_differ(one.codec, other.codec);
        if tags(a).any(|one| tags(b).any(|other| told_apart((one, other)))) {
            return Apart;
        }
        let (ours, theirs) = (self.names(a_id, a), self.names(b_id, b));
        if ours.shut_out(&theirs) {
            return Apart;
        }
        let mut worst = Alike;
        for field in direct(a) {
            let Some(other) = theirs.field(&field.wire) else {
                worst = worst.max(self.field_or_rest(field, b));
                continue;
            };
            let meeting = self.fields(field, other);
            // A field that one of them always has.
            if meeting == Apart && (field.carrier != Carrier::Native || other.carrier != Carrier::Native) {
                return Apart;
            }
            worst = worst.max(meeting);
        }
        for field in direct(b).filter(|field| ours.field(&field.wire).is_none()) {
            worst = worst.max(self.field_or_rest(field, a));
        }
        if self.rests(a, b) && self.packs(a, b) { worst } else { Collide }
    }

    /// A field that is always there with one of a few literals.
    fn is_tag(&self, field: &Field) -> bool {
        let few = |node: &Node| matches!(node, Node::Scalar(scalar) if scalar.literals().is_some_and(|list| list.len() <= MAX_TAGS));
        field.carrier == Carrier::Required && !field.null_ok && few(self.node(field.codec))
    }

    /// Whether two tags have no literal in common, null included.
    fn tags_differ(&self, a: CodecId, b: CodecId) -> bool {
        match (self.node(a), self.node(b)) {
            (Node::Scalar(one), Node::Scalar(other)) => a != b && scalars(one, other) == Apart,
            _ => false,
        }
    }

    /// Whether undeclared properties are read alike.
    fn rests(&mut self, a: &Object, b: &Object) -> bool {
        match (&a.rest, &b.rest) {
            (Rest::Spliced(name, shapes), Rest::Spliced(other, others)) => {
                name == other && self.same_shapes(shapes, others) && same_declared(a, b)
            }
            (Rest::Spliced(..), _) | (_, Rest::Spliced(..)) => false,
            (Rest::Native(shapes), Rest::Native(others)) => {
                let pairs = shapes.iter().flat_map(|a| others.iter().map(|b| (a.value, b.value)));
                self.worst(pairs) != Collide
            }
            (Rest::Closed, _) | (_, Rest::Closed) => true,
        }
    }

    /// Whether packed fields are read alike.
    fn packs(&mut self, a: &Object, b: &Object) -> bool {
        if a.pack != b.pack {
            return false;
        }
        let packed = |object: &'_ Object| {
            let mut fields: Vec<Field> = object.fields.iter().filter(|field| field.carrier == Carrier::Packed).cloned().collect();
            fields.sort_by(|a, b| a.wire.cmp(&b.wire));
            fields
        };
        let (fields, others) = (packed(a), packed(b));
        fields.len() == others.len() && fields.iter().zip(&others).all(|(a, b)| a.wire == b.wire && self.fields(a, b) != Collide)
    }

    /// Two fields of one wire name.
    fn fields(&mut self, a: &Field, b: &Field) -> Meeting {
        if a.user != b.user {
            return Collide;
        }
        self.places((a.codec, a.carrier, a.null_ok), (b.codec, b.carrier, b.null_ok))
    }

    fn places(&mut self, a: (CodecId, Carrier, bool), b: (CodecId, Carrier, bool)) -> Meeting {
        let null = match (self.null(a), self.null(b)) {
            (Null::Refused, _) | (_, Null::Refused) => Apart,
            (one, other) if one == other => Alike,
            _ => Collide,
        };
        let boxed = |place: (CodecId, Carrier, bool)| place.1 == Carrier::Boxed;
        let value = match (boxed(a), boxed(b)) {
            (true, true) | (false, false) => self.meet(a.0, b.0),
            (true, false) if self.wire(b.0).has(Kind::Object) => Collide,
            (false, true) if self.wire(a.0).has(Kind::Object) => Collide,
            _ => Apart,
        };
        null.max(value)
    }

    fn null(&self, (codec, carrier, null_ok): (CodecId, Carrier, bool)) -> Null {
        match carrier {
            Carrier::NullIsAbsent | Carrier::Boxed => Null::Dropped,
            Carrier::NullKept => Null::Kept,
            _ if null_ok || self.wire(codec).has(Kind::Null) => Null::Kept,
            Carrier::Required | Carrier::Native | Carrier::Packed => Null::Refused,
        }
    }

    /// A field that the other object takes, if at all, for an undeclared property.
    fn field_or_rest(&mut self, field: &Field, other: &'n Object) -> Meeting {
        let Rest::Native(shapes) = &other.rest else { return Alike };
        if field.wire != field.user || matches!(field.carrier, Carrier::NullIsAbsent | Carrier::Boxed) {
            return Collide;
        }
        let pairs = shapes.iter().map(|shape| (field.codec, shape.value));
        self.worst(pairs).max(Alike)
    }

    /// Whether two entry lists are read alike.
    pub(super) fn same_shapes(&mut self, a: &[EntryShape], b: &[EntryShape]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_keys(&a.key, &b.key) && self.meet(a.value, b.value) != Collide)
    }

    pub(super) fn tuples(&mut self, a: &Tuple, b: &Tuple) -> Meeting {
        // On the wire all slots are there.
        if a.slots.len() != b.slots.len() || a.rest.is_some() != b.rest.is_some() {
            return Apart;
        }
        let mut worst = Alike;
        for ((codec, carrier), (other, others)) in a.slots.iter().zip(&b.slots) {
            match self.places((*codec, *carrier, false), (*other, *others, false)) {
                Apart => return Apart,
                meeting => worst = worst.max(meeting),
            }
        }
        match (a.rest, b.rest) {
            (Some(rest), Some(other)) => worst.max(self.meet(rest, other)),
            _ => worst,
        }
    }
}

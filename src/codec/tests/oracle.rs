//! Random codec graphs with values that fit them, drawn from a tape of numbers so that failures shrink.

use super::*;
use std::borrow::Cow;

/// A source of choices; at its end it always says 0, the simplest choice.
pub(super) struct Tape<'t> {
    numbers: &'t [u16],
    at: usize,
}

impl<'t> Tape<'t> {
    pub(super) fn new(numbers: &'t [u16]) -> Self {
        Tape { numbers, at: 0 }
    }

    /// A number below `below`.
    pub(super) fn pick(&mut self, below: usize) -> usize {
        let number = self.numbers.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(number) % below.max(1)
    }

    pub(super) fn one_in(&mut self, of: usize) -> bool {
        self.pick(of) == of - 1
    }
}

/// A graph, and how the values of its nodes look.
#[derive(Debug)]
pub(super) struct World {
    pub(super) nodes: Vec<Node>,
    /// Depth of the smallest value of each node.
    heights: Vec<usize>,
    /// Whether own shapes may be taken for wire shapes or for another branch.
    ambiguous: bool,
}

const NAMES: [&str; 6] = ["a", "b", "c", "d e", "key", "value"];
const FREE: [&str; 5] = ["x", "n_1", "n_2", "y/~", "value2"];
const TEXTS: [&str; 6] = ["", "s", "null", "3", "[1]", "\"\\\n"];
const NUMBERS: [&str; 5] = ["0", "3", "-1.50e3", "98765432109876543210987", "2.0"];

impl World {
    /// A graph whose node 0 is seldom a leaf; one that is not `ambiguous` has no boxed fields, and in its unions no kind
    /// is read by two branches.
    pub(super) fn new(tape: &mut Tape<'_>, ambiguous: bool) -> Self {
        let count = 1 + tape.pick(12);
        let mut world = World { nodes: Vec::new(), heights: Vec::new(), ambiguous };
        for index in 0..count {
            let from = if index == 0 { 3 } else { 0 };
            let node = world.node(tape, count, from);
            world.nodes.push(forward(node, index, count));
        }
        world.end();
        world.part_unions();
        while world.end() {
            world.part_unions();
        }
        world
    }

    /// Replaces nodes whose smallest value is endless; whether there were any.
    fn end(&mut self) -> bool {
        let mut changed = false;
        loop {
            self.measure();
            let Some(endless) = self.heights.iter().position(|height| *height == usize::MAX) else { return changed };
            let kinds = KindSet::of(Kind::String);
            self.nodes[endless] = Node::Scalar(Scalar { kinds, integer: false, literals: None });
            changed = true;
        }
    }

    fn id(tape: &mut Tape<'_>, count: usize) -> CodecId {
        CodecId(u32::try_from(tape.pick(count)).unwrap())
    }

    fn node(&mut self, tape: &mut Tape<'_>, count: usize, from: usize) -> Node {
        let some = KindSet::of(Kind::ALL[tape.pick(4)]).with(Kind::ALL[tape.pick(4)]);
        match from + tape.pick(14 - from) {
            0 => Node::Scalar(Scalar { kinds: some, integer: tape.one_in(2), literals: None }),
            1 => {
                let literals = ["\"a\"", "3", "null", "\"3\"", "true", "{\"k\":[1]}"];
                let from = tape.pick(literals.len());
                let literals: Box<[Json<'static>]> =
                    literals[from..].iter().take(2).map(|text| parse(text).unwrap().into_owned()).collect();
                let kinds = literals.iter().fold(KindSet::EMPTY, |set, literal| set.with(literal.kind()));
                Node::Scalar(Scalar { kinds, integer: false, literals: Some(literals) })
            }
            2 => Node::Verbatim,
            3 => Node::Array { items: Self::id(tape, count) },
            4 => {
                let (prefix, rest) = (vec![Self::id(tape, count)], Self::id(tape, count));
                Node::Positional { prefix, rest, exact: tape.one_in(3) }
            }
            5 | 6 => Node::Object(self.object(tape, count)),
            7 => Node::Entries(shapes(tape, count)),
            8 => {
                let required = tape.pick(3);
                let optional = tape.pick(3);
                let slot = |tape: &mut Tape<'_>, carrier| (Self::id(tape, count), carrier);
                let mut slots: Vec<_> = (0..required).map(|_| slot(tape, Carrier::Required)).collect();
                for _ in 0..optional {
                    let carrier = if tape.one_in(2) { Carrier::Boxed } else { Carrier::NullIsAbsent };
                    slots.push(slot(tape, carrier));
                }
                let rest = tape.one_in(2).then(|| Self::id(tape, count));
                Node::Tuple(Tuple { slots, rest })
            }
            9 => Node::Envelope { name: "result".into(), inner: Self::id(tape, count) },
            10 => Node::Text { name: "_json".into(), inner: Self::id(tape, count) },
            11 => {
                let branches = (0..2 + tape.pick(3)).map(|_| Branch { codec: Self::id(tape, count), picks: Vec::new() });
                Node::Union(Union { branches: branches.collect() })
            }
            12 => {
                let table = [("l1", "3"), ("3_", "\"3\""), ("null", "null"), ("{}", "{\"a\":{}}")];
                let table = table.iter().map(|(label, text)| (Box::from(*label), parse(text).unwrap().into_owned()));
                Node::Label(table.collect())
            }
            _ => {
                if tape.one_in(2) {
                    Node::AnyTree
                } else {
                    Node::AnyBox
                }
            }
        }
    }

    fn object(&mut self, tape: &mut Tape<'_>, count: usize) -> Object {
        use Carrier::{Boxed, Native, NullIsAbsent, NullKept, Packed, Required};
        let mut object = Object::default();
        for name in NAMES.iter().take(tape.pick(NAMES.len() + 1)) {
            let carriers = [Required, NullIsAbsent, Native, NullKept, Packed, Boxed];
            let carrier = carriers[tape.pick(if self.ambiguous { 6 } else { 5 })];
            let codec = Self::id(tape, count);
            let null_ok = match carrier {
                NullKept | Boxed => true,
                NullIsAbsent => false,
                Required | Native | Packed => tape.one_in(3),
            };
            let wire = if tape.one_in(4) { format!("w_{name}") } else { (*name).to_owned() };
            let (wire, user) = (wire.into(), (*name).into());
            object.fields.push(Field { wire, user, codec, carrier, null_ok });
        }
        if object.fields.iter().any(|field| field.carrier == Packed) {
            object.pack = Some("_more".into());
        }
        object.rest = match tape.pick(4) {
            0 | 1 => Rest::Closed,
            2 => Rest::Native(shapes(tape, count)),
            _ => Rest::Spliced("_additional".into(), shapes(tape, count)),
        };
        if tape.one_in(4) {
            object.forbidden.push("x".into());
        }
        object
    }

    /// Tags the branches of unions that collide.
    fn part_unions(&mut self) {
        for at in 0..self.nodes.len() {
            let Node::Union(union) = self.nodes[at].clone() else { continue };
            let mut branches: Vec<Branch> = Vec::new();
            for (index, mut branch) in union.branches.into_iter().enumerate() {
                branch.picks = vec![Pick(branch.codec.0)];
                if !self.ambiguous {
                    let tables = compile::Tables::new(&self.nodes);
                    let reads = |branch: &Branch| tables.facts(branch.codec).reads;
                    if branches.iter().any(|other| !reads(other).intersect(reads(&branch)).is_empty()) {
                        continue;
                    }
                }
                if branches.iter().any(|other| collide(&self.nodes, other.codec, branch.codec)) {
                    let name = format!("_b{index}").into();
                    self.nodes.push(Node::Envelope { name, inner: branch.codec });
                    branch.codec = CodecId(u32::try_from(self.nodes.len() - 1).unwrap());
                }
                branches.push(branch);
            }
            self.nodes[at] = Node::Union(Union { branches });
        }
    }

    pub(super) fn node_of(&self, id: CodecId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    fn height(&self, id: CodecId) -> usize {
        self.heights.get(id.0 as usize).copied().unwrap_or(usize::MAX)
    }

    fn measure(&mut self) {
        self.heights = vec![usize::MAX; self.nodes.len()];
        for _ in 0..=self.nodes.len() {
            for at in 0..self.nodes.len() {
                let most = |ids: &mut dyn Iterator<Item = CodecId>| ids.map(|id| self.height(id)).max().unwrap_or(0).saturating_add(1);
                self.heights[at] = match &self.nodes[at] {
                    Node::Object(object) => {
                        let always = [Carrier::Required, Carrier::NullKept];
                        most(&mut object.fields.iter().filter(|field| always.contains(&field.carrier)).map(|field| field.codec))
                    }
                    Node::Positional { prefix, exact: true, .. } => most(&mut prefix.iter().copied()),
                    Node::Tuple(tuple) => {
                        let slots = tuple.slots.iter().filter(|(_, carrier)| *carrier == Carrier::Required);
                        most(&mut slots.map(|(id, _)| *id))
                    }
                    Node::Envelope { inner, .. } | Node::Text { inner, .. } => most(&mut std::iter::once(*inner)),
                    Node::Union(union) => union.branches.iter().map(|b| self.height(b.codec)).min().unwrap_or(0).saturating_add(1),
                    _ => 0,
                };
            }
        }
    }

    /// A user's value of the node.
    pub(super) fn value(&self, id: CodecId, depth: usize, tape: &mut Tape<'_>) -> Json<'static> {
        let room = depth > 0;
        let many = |tape: &mut Tape<'_>| if room { tape.pick(4) } else { 0 };
        match self.node_of(id) {
            Node::Scalar(Scalar { literals: Some(literals), .. }) => literals[tape.pick(literals.len())].clone(),
            Node::Scalar(scalar) => {
                let kinds: Vec<Kind> = scalar.kinds.iter().collect();
                match kinds[tape.pick(kinds.len())] {
                    Kind::Null => Json::Null,
                    Kind::Bool => Json::Bool(tape.one_in(2)),
                    Kind::Number if scalar.integer => Json::Number(["0", "7", "2.0"][tape.pick(3)].into()),
                    Kind::Number => Json::Number(NUMBERS[tape.pick(NUMBERS.len())].into()),
                    _ => Json::String(TEXTS[tape.pick(TEXTS.len())].into()),
                }
            }
            Node::Verbatim | Node::AnyTree | Node::AnyBox => any(tape, depth.min(3), self.ambiguous),
            Node::Label(table) => table[tape.pick(table.len())].1.clone(),
            Node::Array { items } => {
                let count = if self.height(*items) < depth { many(tape) } else { 0 };
                Json::Array((0..count).map(|_| self.value(*items, depth - 1, tape)).collect())
            }
            Node::Positional { prefix, exact: true, .. } => {
                Json::Array(prefix.iter().map(|item| self.value(*item, depth.saturating_sub(1), tape)).collect())
            }
            Node::Positional { prefix, rest, .. } => {
                let mut out = Vec::new();
                for index in 0..many(tape) {
                    let item = *prefix.get(index).unwrap_or(rest);
                    if self.height(item) >= depth {
                        break;
                    }
                    out.push(self.value(item, depth - 1, tape));
                }
                Json::Array(out)
            }
            Node::Object(object) => self.object_value(object, depth, tape),
            Node::Entries(shapes) => Json::Object(self.extras(shapes, &[], depth, tape)),
            Node::Tuple(tuple) => {
                let mut out = Vec::new();
                for (slot, carrier) in &tuple.slots {
                    if *carrier != Carrier::Required && (self.height(*slot) >= depth || tape.pick(3) == 0) {
                        return Json::Array(out);
                    }
                    let mut item = self.value(*slot, depth.saturating_sub(1), tape);
                    if *carrier == Carrier::NullIsAbsent && item == Json::Null {
                        return Json::Array(out);
                    }
                    if *carrier == Carrier::Boxed && tape.one_in(4) {
                        item = Json::Null;
                    }
                    // A box takes null only if its codec does.
                    if *carrier == Carrier::Boxed && item == Json::Null && !self.fits(*slot, &item) {
                        return Json::Array(out);
                    }
                    out.push(item);
                }
                if let Some(rest) = tuple.rest {
                    let count = if self.height(rest) < depth { many(tape) } else { 0 };
                    out.extend((0..count).map(|_| self.value(rest, depth - 1, tape)));
                }
                Json::Array(out)
            }
            Node::Envelope { inner, .. } | Node::Text { inner, .. } => self.value(*inner, depth, tape),
            Node::Union(union) => {
                let low = union.branches.iter().filter(|b| self.height(b.codec) < self.height(id)).collect::<Vec<_>>();
                let all = union.branches.iter().filter(|b| self.height(b.codec) < depth.max(1)).collect::<Vec<_>>();
                let from = if all.is_empty() { low } else { all };
                self.value(from[tape.pick(from.len())].codec, depth.saturating_sub(1), tape)
            }
        }
    }

    fn object_value(&self, object: &Object, depth: usize, tape: &mut Tape<'_>) -> Json<'static> {
        let mut out = Vec::new();
        for field in &object.fields {
            let fits = self.height(field.codec) < depth.max(1);
            let optional = matches!(field.carrier, Carrier::Native | Carrier::NullIsAbsent | Carrier::Boxed | Carrier::Packed);
            let absent = optional && (!fits || tape.pick(3) == 0);
            if absent {
                continue;
            }
            let null = field.null_ok && tape.one_in(4) && self.fits(field.codec, &Json::Null);
            let value = if null { Json::Null } else { self.value(field.codec, depth.saturating_sub(1), tape) };
            if value == Json::Null && optional && !field.null_ok {
                continue;
            }
            out.push((Cow::Owned(field.user.to_string()), value));
        }
        if let Rest::Native(shapes) | Rest::Spliced(_, shapes) = &object.rest {
            let taken: Vec<&str> = object.fields.iter().map(|f| &*f.user).chain(object.forbidden.iter().map(|f| &**f)).collect();
            out.extend(self.extras(shapes, &taken, depth, tape));
        }
        Json::Object(out)
    }

    fn extras(&self, shapes: &[EntryShape], taken: &[&str], depth: usize, tape: &mut Tape<'_>) -> Vec<(Cow<'static, str>, Json<'static>)> {
        let mut out = Vec::new();
        if depth == 0 {
            return out;
        }
        for name in FREE.iter().chain(&NAMES) {
            if taken.contains(name) || !tape.one_in(4) {
                continue;
            }
            let codec = entries::codec_for(name, shapes).filter(|codec| self.height(*codec) < depth);
            if let Some(codec) = codec {
                out.push((Cow::Borrowed(*name), self.value(codec, depth - 1, tape)));
            }
        }
        out
    }

    /// Whether a user's value is one of the node.
    pub(super) fn fits(&self, id: CodecId, value: &Json<'_>) -> bool {
        self.fits_within(id, value, 6)
    }

    fn fits_within(&self, id: CodecId, value: &Json<'_>, hops: usize) -> bool {
        let each = |shapes: &[EntryShape], key: &str, value: &Json<'_>| {
            entries::codec_for(key, shapes).is_some_and(|codec| self.fits(codec, value))
        };
        match (self.node_of(id), value) {
            (Node::Scalar(scalar), _) => !scalar.misfits(value),
            (Node::Verbatim | Node::AnyTree | Node::AnyBox, _) => true,
            (Node::Label(table), _) => table.iter().any(|(_, literal)| literal.same(value)),
            (Node::Array { items }, Json::Array(list)) => list.iter().all(|item| self.fits(*items, item)),
            (Node::Positional { prefix, rest, exact }, Json::Array(list)) => {
                let length = !exact || list.len() == prefix.len();
                length && list.iter().enumerate().all(|(index, item)| self.fits(*prefix.get(index).unwrap_or(rest), item))
            }
            (Node::Object(object), Json::Object(members)) => {
                let required = |field: &Field| matches!(field.carrier, Carrier::Required | Carrier::NullKept);
                let there = |field: &Field| !required(field) || value.get(&field.user).is_some();
                object.fields.iter().all(there)
                    && members.iter().all(|(name, value)| {
                        if object.forbidden.iter().any(|forbidden| **forbidden == **name) {
                            return false;
                        }
                        match object.fields.iter().find(|field| *field.user == **name) {
                            Some(Field { carrier: Carrier::NullIsAbsent, .. }) if *value == Json::Null => false,
                            Some(field @ Field { carrier: Carrier::NullKept | Carrier::Native | Carrier::Packed, .. })
                                if *value == Json::Null =>
                            {
                                field.null_ok && self.fits(field.codec, value)
                            }
                            Some(field) => self.fits(field.codec, value),
                            None => each(compile::shapes(object), name, value),
                        }
                    })
            }
            (Node::Entries(shapes), Json::Object(members)) => members.iter().all(|(name, value)| each(shapes, name, value)),
            (Node::Tuple(tuple), Json::Array(list)) => {
                let item = |(index, item): (usize, &Json<'_>)| match tuple.slots.get(index) {
                    Some((_, Carrier::NullIsAbsent)) if *item == Json::Null => false,
                    Some((codec, _)) => self.fits(*codec, item),
                    None => tuple.rest.is_some_and(|rest| self.fits(rest, item)),
                };
                list.len() >= tuple.slots.iter().filter(|(_, carrier)| *carrier == Carrier::Required).count()
                    && list.iter().enumerate().all(item)
            }
            (Node::Envelope { inner, .. } | Node::Text { inner, .. }, _) if hops > 0 => self.fits_within(*inner, value, hops - 1),
            (Node::Union(union), _) if hops > 0 => union.branches.iter().any(|branch| self.fits_within(branch.codec, value, hops - 1)),
            _ => false,
        }
    }

    /// Answers for the picks of the unions.
    pub(super) fn members(&self) -> By<impl FnMut(Pick, &Json<'_>) -> bool> {
        By(|pick: Pick, value: &Json<'_>| self.fits(CodecId(pick.0), value))
    }

    /// The value with each part either in wire form or in own form, by the tape.
    pub(super) fn mix<'a>(&'a self, id: CodecId, value: &'a Json<'a>, tape: &mut Tape<'_>) -> Json<'a> {
        let own = tape.one_in(3);
        let cow = |text: &'a str| Cow::Borrowed(text);
        match (self.node_of(id), value) {
            (Node::Array { items }, Json::Array(list)) => Json::Array(list.iter().map(|item| self.mix(*items, item, tape)).collect()),
            (Node::Positional { prefix, rest, .. }, Json::Array(list)) => {
                let item = |(index, item)| self.mix(*prefix.get(index).unwrap_or(rest), item, tape);
                Json::Array(list.iter().enumerate().map(item).collect())
            }
            (Node::Object(object), Json::Object(members)) => self.mix_object(object, members, own, tape),
            (Node::Entries(shapes), Json::Object(members)) => {
                let each: Vec<_> = members
                    .iter()
                    .map(|(key, value)| (cow(key), self.mix(entries::codec_for(key, shapes).unwrap(), value, tape)))
                    .collect();
                if own { Json::Object(each) } else { Json::Array(each.into_iter().map(|(k, v)| entries::entry(k, v)).collect()) }
            }
            (Node::Tuple(tuple), Json::Array(list)) => {
                let codec = |index: usize| tuple.slots.get(index).map(|slot| slot.0).or(tuple.rest).unwrap();
                let mut items: Vec<_> = list.iter().enumerate().map(|(i, item)| self.mix(codec(i), item, tape)).collect();
                if own {
                    return Json::Array(items);
                }
                let further = items.split_off(tuple.slots.len().min(items.len()));
                let mut items = items.into_iter();
                let mut out = Vec::new();
                for (index, (_, carrier)) in tuple.slots.iter().enumerate() {
                    let item = match (items.next(), carrier) {
                        (Some(item), Carrier::Boxed) => Json::Object(vec![("value".into(), item)]),
                        (item, _) => item.unwrap_or(Json::Null),
                    };
                    out.push((Cow::Owned(format!("_{index}")), item));
                }
                if tuple.rest.is_some() {
                    out.push(("_rest".into(), Json::Array(further)));
                }
                Json::Object(out)
            }
            (Node::Envelope { name, inner }, _) => {
                let inner = self.mix(*inner, value, tape);
                if own { inner } else { Json::Object(vec![(cow(name), inner)]) }
            }
            (Node::Text { name, .. }, _) if !own => Json::Object(vec![(cow(name), Json::String(to_text(value).into()))]),
            (Node::Label(table), _) if !own => {
                let (label, _) = table.iter().find(|(_, literal)| literal.same(value)).unwrap();
                Json::String(cow(label))
            }
            (Node::AnyTree, Json::Array(list)) => Json::Array(list.iter().map(|item| self.mix(id, item, tape)).collect()),
            (Node::AnyTree, Json::Object(members)) => {
                let each: Vec<_> = members.iter().map(|(key, value)| (cow(key), self.mix(id, value, tape))).collect();
                if own {
                    return Json::Object(each);
                }
                let entries = each.into_iter().map(|(key, value)| entries::entry(key, value)).collect();
                Json::Object(vec![("_entries".into(), Json::Array(entries))])
            }
            (Node::AnyBox, Json::Array(_) | Json::Object(_)) if !own => {
                Json::Object(vec![("_json".into(), Json::String(to_text(value).into()))])
            }
            _ => value.clone(),
        }
    }

    fn mix_object<'a>(&'a self, object: &'a Object, members: &'a [(Cow<'a, str>, Json<'a>)], own: bool, tape: &mut Tape<'_>) -> Json<'a> {
        let (mut out, mut list, mut packed) = (Vec::new(), Vec::new(), Vec::new());
        for field in &object.fields {
            let value = members.iter().find(|(name, _)| **name == *field.user).map(|(_, value)| value);
            let said = match value {
                Some(Json::Null) if field.null_ok => Some(Json::Null),
                Some(value) => Some(self.mix(field.codec, value, tape)),
                None => None,
            };
            match (said, field.carrier) {
                (Some(said), _) if own => out.push((Cow::Borrowed(&*field.user), said)),
                (None, _) if own => {}
                (Some(said), Carrier::Boxed) => {
                    out.push((Cow::Borrowed(&*field.wire), Json::Object(vec![("value".into(), said)])));
                }
                (Some(said), Carrier::Packed) if tape.one_in(2) => {
                    out.push((Cow::Borrowed(&*field.user), said));
                }
                (Some(said), Carrier::Packed) => packed.push(entries::entry(Cow::Borrowed(&*field.wire), said)),
                (Some(said), _) => out.push((Cow::Borrowed(&*field.wire), said)),
                (None, Carrier::NullIsAbsent | Carrier::Boxed) => out.push((Cow::Borrowed(&*field.wire), Json::Null)),
                (None, _) => {}
            }
        }
        for (name, value) in members {
            if object.fields.iter().any(|field| *field.user == **name) {
                continue;
            }
            let said = self.mix(entries::codec_for(name, compile::shapes(object)).unwrap(), value, tape);
            match &object.rest {
                Rest::Spliced(..) if !own => list.push(entries::entry(Cow::Borrowed(&**name), said)),
                _ => out.push((Cow::Borrowed(&**name), said)),
            }
        }
        if let (Rest::Spliced(name, _), false) = (&object.rest, own) {
            out.push((Cow::Borrowed(&**name), Json::Array(list)));
        }
        if let (Some(name), false) = (&object.pack, own) {
            out.push((Cow::Borrowed(&**name), Json::Array(packed)));
        }
        // Models need not keep to the order.
        let turn = tape.pick(out.len() + 1);
        out.rotate_left(turn);
        Json::Object(out)
    }
}

/// The node, its in-place edges turned so that they form no cycle: schemas with such a cycle are refused.
fn forward(mut node: Node, index: usize, count: usize) -> Node {
    let after = count - index - 1;
    let turn = |id: &mut CodecId| {
        if id.0 as usize <= index && after > 0 {
            id.0 = u32::try_from(index + 1 + id.0 as usize % after).unwrap();
        }
    };
    match &mut node {
        Node::Envelope { .. } | Node::Text { .. } | Node::Union(_) if after == 0 => return Node::AnyTree,
        Node::Envelope { inner, .. } | Node::Text { inner, .. } => turn(inner),
        Node::Union(union) => union.branches.iter_mut().for_each(|branch| turn(&mut branch.codec)),
        _ => {}
    }
    node
}

fn shapes(tape: &mut Tape<'_>, count: usize) -> Vec<EntryShape> {
    let mut shapes = Vec::new();
    if tape.one_in(3) {
        let pattern = std::sync::Arc::new(crate::pattern::Pattern::new("^n_").unwrap());
        shapes.push(EntryShape { key: KeyTest::Patterns(vec![pattern]), value: World::id(tape, count) });
    }
    if tape.one_in(3) {
        let names = vec!["y/~".into(), "a".into()];
        shapes.push(EntryShape { key: KeyTest::Names(names), value: World::id(tape, count) });
    }
    if shapes.is_empty() || tape.one_in(2) {
        shapes.push(any_key(World::id(tape, count)));
    }
    shapes
}

/// Any JSON value; `ours` is whether it may look like an envelope of ours.
pub(super) fn any(tape: &mut Tape<'_>, depth: usize, ours: bool) -> Json<'static> {
    match tape.pick(if depth == 0 { 4 } else { 6 }) {
        0 => Json::Null,
        1 => Json::Bool(tape.one_in(2)),
        2 => Json::Number(NUMBERS[tape.pick(NUMBERS.len())].into()),
        3 => Json::String(TEXTS[tape.pick(TEXTS.len())].into()),
        4 => Json::Array((0..tape.pick(4)).map(|_| any(tape, depth - 1, ours)).collect()),
        _ => {
            let names = ["a", "b", "key", "value", "_entries", "_json", "result", "_0", "_additional", "_more"];
            let names = if ours { &names[..] } else { &names[..4] };
            let mut out: Vec<(Cow<'static, str>, Json<'static>)> = Vec::new();
            for _ in 0..tape.pick(4) {
                let name = names[tape.pick(names.len())];
                if !out.iter().any(|(known, _)| known == name) {
                    out.push((Cow::Borrowed(name), any(tape, depth - 1, ours)));
                }
            }
            Json::Object(out)
        }
    }
}

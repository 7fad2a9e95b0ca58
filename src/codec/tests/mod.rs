//! Tests of the codec: each node in both directions, choices of unions, and the laws on random graphs.

mod collisions;
mod laws;
mod nodes;
mod oracle;
mod replies;
mod unions;

use super::*;
use crate::json::{Kind, parse, to_text};

/// A graph being built.
#[derive(Default)]
struct Graph(Vec<Node>);

impl Graph {
    fn add(&mut self, node: Node) -> CodecId {
        self.0.push(node);
        CodecId(u32::try_from(self.0.len() - 1).unwrap())
    }

    fn scalar(&mut self, kinds: &[Kind]) -> CodecId {
        let kinds = kinds.iter().fold(KindSet::EMPTY, |set, kind| set.with(*kind));
        self.add(Node::Scalar(Scalar { kinds, integer: false, literals: None }))
    }

    fn string(&mut self) -> CodecId {
        self.scalar(&[Kind::String])
    }

    fn integer(&mut self) -> CodecId {
        self.add(Node::Scalar(Scalar { kinds: KindSet::of(Kind::Number), integer: true, literals: None }))
    }

    fn literals(&mut self, literals: &[&str]) -> CodecId {
        let literals: Box<[Json<'static>]> = literals.iter().map(|text| parse(text).unwrap().into_owned()).collect();
        let kinds = literals.iter().fold(KindSet::EMPTY, |set, literal| set.with(literal.kind()));
        self.add(Node::Scalar(Scalar { kinds, integer: false, literals: Some(literals) }))
    }

    fn array(&mut self, items: CodecId) -> CodecId {
        self.add(Node::Array { items })
    }

    fn object(&mut self, fields: Vec<Field>) -> CodecId {
        self.add(Node::Object(Object { fields, ..Object::default() }))
    }

    fn spliced(&mut self, fields: Vec<Field>, value: CodecId) -> CodecId {
        let rest = Rest::Spliced("_additional".into(), vec![any_key(value)]);
        self.add(Node::Object(Object { fields, rest, ..Object::default() }))
    }

    fn record(&mut self, value: CodecId) -> CodecId {
        self.add(Node::Entries(vec![any_key(value)]))
    }

    fn tuple(&mut self, slots: Vec<(CodecId, Carrier)>, rest: Option<CodecId>) -> CodecId {
        self.add(Node::Tuple(Tuple { slots, rest }))
    }

    fn envelope(&mut self, name: &str, inner: CodecId) -> CodecId {
        self.add(Node::Envelope { name: name.into(), inner })
    }

    /// A union whose picks are the branches' indices.
    fn union(&mut self, branches: &[CodecId]) -> CodecId {
        let branches = branches.iter().zip(0..).map(|(codec, pick)| Branch { codec: *codec, picks: vec![Pick(pick)] });
        self.add(Node::Union(Union { branches: branches.collect() }))
    }

    fn codec(self, root: CodecId) -> Codec {
        Codec::new(self.0, root)
    }
}

fn any_key(value: CodecId) -> EntryShape {
    EntryShape { key: KeyTest::Any, value }
}

fn field(name: &str, codec: CodecId, carrier: Carrier) -> Field {
    let null_ok = matches!(carrier, Carrier::NullKept | Carrier::Boxed);
    Field { wire: name.into(), user: name.into(), codec, carrier, null_ok }
}

/// Accepts by a function of pick and value.
struct By<F>(F);

impl<F: FnMut(Pick, &Json<'_>) -> bool> Membership for By<F> {
    fn accepts(&mut self, pick: Pick, value: &Json<'_>) -> bool {
        self.0(pick, value)
    }
}

/// Accepts everything.
fn all() -> By<impl FnMut(Pick, &Json<'_>) -> bool> {
    By(|_: Pick, _: &Json<'_>| true)
}

/// The decoded value as text, of a reply that can be read.
fn read(codec: &Codec, reply: &str) -> String {
    let wire = parse(reply).unwrap();
    let decoded = codec.decode(&wire, &mut all());
    assert_eq!(decoded.issues, [], "{reply}");
    to_text(&decoded.value)
}

/// The issues of a reply as `path|wire path|message`.
fn faults(codec: &Codec, reply: &str) -> Vec<String> {
    let wire = parse(reply).unwrap();
    let issues = codec.decode(&wire, &mut all()).issues;
    issues.iter().map(|issue| format!("{}|{}|{}", issue.path, issue.wire_path, issue.message)).collect()
}

/// The names and places of the slips of a reply.
fn slips(codec: &Codec, reply: &str) -> Vec<String> {
    let wire = parse(reply).unwrap();
    codec.decode(&wire, &mut all()).slips.iter().map(|slip| format!("{} {}", slip.name, slip.wire_path)).collect()
}

fn opened(codec: &Codec, reply: &str) -> u32 {
    codec.decode(&parse(reply).unwrap(), &mut all()).opened
}

/// The wire form of a value as text.
fn say(codec: &Codec, value: &str) -> String {
    let value = parse(value).unwrap();
    to_text(&codec.encode(&value, &mut all()).unwrap())
}

/// Where and why a value has no wire form.
fn unsayable(codec: &Codec, value: &str) -> String {
    let value = parse(value).unwrap();
    codec.encode(&value, &mut all()).unwrap_err().to_string()
}

/// A pair of wire and user text, in both directions.
fn pair(codec: &Codec, wire: &str, user: &str) {
    assert_eq!(read(codec, wire), user);
    assert_eq!(say(codec, user), wire);
    assert_eq!(read(codec, user), user, "own shape");
}

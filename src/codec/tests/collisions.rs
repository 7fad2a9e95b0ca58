//! Which branches can be told apart on the wire.

use super::*;
use Carrier::{Boxed, Native, NullIsAbsent, NullKept, Packed, Required};

/// Whether two nodes collide, the same either way round.
fn clash(g: &Graph, a: CodecId, b: CodecId) -> bool {
    let clash = collide(&g.0, a, b);
    assert_eq!(clash, collide(&g.0, b, a));
    clash
}

#[test]
fn kinds_and_literals_tell_scalars_apart() {
    let mut g = Graph::default();
    let (s, n) = (g.string(), g.integer());
    let (ab, bc) = (g.literals(&[r#""a""#, r#""b""#]), g.literals(&[r#""b""#, r#""c""#]));
    let label = |text: &str, literal: &str| (Box::from(text), parse(literal).unwrap().into_owned());
    let three = g.add(Node::Label(vec![label("3", "3")]));
    let other = g.add(Node::Label(vec![label("3", r#""3""#), label("a", r#""a""#)]));
    assert!(!clash(&g, s, n));
    assert!(!clash(&g, ab, bc));
    assert!(!clash(&g, three, ab), "no label is one of the strings");
    assert!(!clash(&g, other, ab), "the common label is its own literal");
    assert!(clash(&g, three, s));
    assert!(clash(&g, three, other));
    assert!(!clash(&g, three, n));
}

#[test]
fn records_and_arrays_share_the_empty_list() {
    let mut g = Graph::default();
    let (s, n) = (g.string(), g.integer());
    let (words, numbers) = (g.array(s), g.array(n));
    let (word_map, number_map, other_map) = (g.record(s), g.record(n), g.record(n));
    let maps = g.array(number_map);
    let boxed = g.envelope("_entries", word_map);
    assert!(!clash(&g, words, numbers));
    assert!(clash(&g, words, word_map));
    assert!(!clash(&g, word_map, number_map), "what is in both is the empty list");
    assert!(!clash(&g, number_map, other_map));
    assert!(!clash(&g, words, boxed));
    assert!(!clash(&g, words, maps), "an empty list of maps is an empty list of words");
    let patterned = g.add(Node::Entries(vec![EntryShape { key: KeyTest::Names(vec!["a".into()]), value: maps }]));
    assert!(clash(&g, patterned, word_map));
}

#[test]
fn positions_are_told_apart_by_length_and_items() {
    let mut g = Graph::default();
    let (s, n) = (g.string(), g.integer());
    let (record, list) = (g.record(s), g.array(s));
    let mut array = |prefix: &[CodecId], exact| g.add(Node::Positional { prefix: prefix.to_vec(), rest: n, exact });
    let (one, two) = (array(&[record], true), array(&[record, s], true));
    let (other, apart, open) = (array(&[list, s], true), array(&[list, n], true), array(&[list], false));
    let numbers = g.array(n);
    assert!(!clash(&g, one, two));
    assert!(clash(&g, two, other));
    assert!(!clash(&g, two, apart), "no second item fits both");
    assert!(clash(&g, one, open));
    assert!(!clash(&g, two, open), "no second item fits both");
    assert!(!clash(&g, one, numbers));
}

#[test]
fn objects_are_told_apart_by_names_and_tags() {
    let mut g = Graph::default();
    let (s, n) = (g.string(), g.integer());
    let (a, b) = (g.literals(&[r#""a""#]), g.literals(&[r#""b""#]));
    let record = g.record(s);
    let list = g.array(s);
    let object = |g: &mut Graph, fields: &[(&str, CodecId, Carrier)]| {
        g.object(fields.iter().map(|(name, codec, carrier)| field(name, *codec, *carrier)).collect())
    };
    let plain = object(&mut g, &[("x", list, Required)]);
    let mapped = object(&mut g, &[("x", record, Required)]);
    assert!(clash(&g, plain, mapped));
    let tagged = object(&mut g, &[("k", a, Required), ("x", list, Required)]);
    let other = object(&mut g, &[("k", b, Required), ("x", record, Required)]);
    assert!(!clash(&g, tagged, other));
    assert!(!clash(&g, tagged, mapped), "one always has a name the other cannot have");
    let numbered = object(&mut g, &[("x", record, Required), ("y", n, Required)]);
    let spelled = object(&mut g, &[("x", list, Required), ("y", s, Required)]);
    assert!(!clash(&g, numbered, spelled), "no value of y fits both");
    let drop = object(&mut g, &[("x", s, NullIsAbsent)]);
    let keep = object(&mut g, &[("x", s, NullKept)]);
    let need = object(&mut g, &[("x", s, Required)]);
    let boxed = object(&mut g, &[("x", s, Boxed)]);
    assert!(clash(&g, drop, keep));
    assert!(!clash(&g, drop, need));
    assert!(!clash(&g, keep, need));
    assert!(!clash(&g, boxed, drop), "only null is in both, and both drop it");
    assert!(clash(&g, boxed, keep));
    let left_out = object(&mut g, &[("x", s, Native), ("y", list, Native)]);
    let left_in = object(&mut g, &[("x", s, Required), ("y", record, Native)]);
    assert!(!clash(&g, left_out, need));
    assert!(clash(&g, left_out, left_in));
    let mut renamed = field("x", s, Required);
    renamed.user = "other".into();
    let renamed = g.object(vec![renamed]);
    assert!(clash(&g, renamed, need));
}

#[test]
fn lists_and_open_objects() {
    let mut g = Graph::default();
    let (s, n) = (g.string(), g.integer());
    let words = g.array(s);
    let map = g.record(s);
    let spliced = g.spliced(vec![field("a", s, Required)], s);
    let same = g.spliced(vec![field("a", s, Required)], s);
    let other = g.spliced(vec![field("a", s, Required)], n);
    let deep = g.spliced(vec![field("a", s, Required)], map);
    let flat = g.spliced(vec![field("a", s, Required)], words);
    let closed = g.object(vec![field("a", s, Required)]);
    assert!(!clash(&g, spliced, same));
    assert!(!clash(&g, spliced, other));
    assert!(clash(&g, deep, flat));
    assert!(!clash(&g, spliced, closed));
    let open = |g: &mut Graph, fields, value| {
        let rest = Rest::Native(vec![any_key(value)]);
        g.add(Node::Object(Object { fields, rest, ..Object::default() }))
    };
    let any = g.add(Node::Verbatim);
    let free = open(&mut g, vec![], any);
    let tag = g.envelope("_b1", s);
    assert!(!clash(&g, free, closed), "both leave it as it is");
    assert!(clash(&g, free, spliced));
    assert!(clash(&g, free, tag), "an open object may have the name of the tag");
    let optional = g.object(vec![field("a", s, NullIsAbsent)]);
    assert!(clash(&g, free, optional));
    let pack = |g: &mut Graph, codec| {
        let fields = vec![field("p", codec, Packed)];
        g.add(Node::Object(Object { fields, pack: Some("_more".into()), ..Object::default() }))
    };
    let (packed, alike, differs) = (pack(&mut g, words), pack(&mut g, words), pack(&mut g, map));
    assert!(!clash(&g, packed, alike));
    assert!(clash(&g, packed, differs));
}

#[test]
fn tuples_envelopes_and_any_value() {
    let mut g = Graph::default();
    let (s, n) = (g.string(), g.integer());
    let (one, two) = (g.tuple(vec![(s, Required)], None), g.tuple(vec![(s, Required), (s, NullIsAbsent)], None));
    let number = g.tuple(vec![(n, Required)], None);
    let map = g.record(s);
    let words = g.array(s);
    let object = g.object(vec![field("_0", s, Required)]);
    assert!(!clash(&g, one, two), "all slots are on the wire");
    assert!(!clash(&g, one, number));
    assert!(clash(&g, one, object));
    assert!(!clash(&g, two, object));
    let (tree, text) = (g.add(Node::AnyTree), g.add(Node::AnyBox));
    assert!(!clash(&g, tree, text), "scalars are alike, containers have other names");
    assert!(!clash(&g, tree, words));
    assert!(clash(&g, tree, map), "the empty list");
    assert!(!clash(&g, text, map));
    assert!(!clash(&g, tree, one));
    let (tag, tagged) = (g.envelope("_b0", map), g.envelope("_b1", words));
    let again = g.envelope("_b0", words);
    assert!(!clash(&g, tag, tagged));
    assert!(clash(&g, tag, again));
    let union = g.union(&[s, words]);
    assert!(clash(&g, union, map));
    assert!(!clash(&g, union, tag));
}

#[test]
fn cycles_end_and_work_is_bounded() {
    let mut g = Graph::default();
    let s = g.string();
    let (a, b, c) = (CodecId(1), CodecId(2), CodecId(3));
    g.object(vec![field("next", b, NullIsAbsent), field("v", s, Required)]);
    g.object(vec![field("next", a, NullIsAbsent), field("v", s, Required)]);
    g.object(vec![field("next", a, NullKept), field("v", s, Required)]);
    assert!(!clash(&g, a, b));
    assert!(clash(&g, a, c));
    // Two chains beyond the bound.
    let mut g = Graph::default();
    let s = g.string();
    let (mut left, mut right) = (g.array(s), g.array(s));
    for _ in 0..30_000 {
        (left, right) = (g.array(left), g.array(right));
    }
    assert!(clash(&g, left, right), "unsure");
}

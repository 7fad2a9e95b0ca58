//! Which branch a reply took, and which branch says a value.

use super::*;
use Carrier::{Native, NullIsAbsent, NullKept, Required};

/// What a reply is read as, and its ties.
fn choose(codec: &Codec, reply: &str, accepts: impl FnMut(Pick, &Json<'_>) -> bool) -> (String, Vec<Tie>) {
    let wire = parse(reply).unwrap();
    let decoded = codec.decode(&wire, &mut By(accepts));
    assert_eq!(decoded.issues, [], "{reply}");
    (to_text(&decoded.value), decoded.ties)
}

#[test]
fn a_tag_decides() {
    let mut g = Graph::default();
    let memo = g.literals(&[r#""memo""#]);
    let task = g.literals(&[r#""task""#, "7"]);
    let nullable = g.scalar(&[Kind::String, Kind::Null]);
    let s = g.string();
    let a = g.object(vec![field("kind", memo, Required), field("text", nullable, NullKept)]);
    let b = g.object(vec![field("kind", task, Required), field("text", s, NullIsAbsent)]);
    let either = g.union(&[a, b]);
    let root = g.array(either);
    let codec = g.codec(root);
    let reply = r#"[{"kind":"task","text":null},{"kind":"memo","text":null},{"text":null,"kind":7.0}]"#;
    assert_eq!(read(&codec, reply), r#"[{"kind":"task"},{"kind":"memo","text":null},{"kind":7.0}]"#);
    assert_eq!(say(&codec, r#"[{"kind":"task"}]"#), r#"[{"kind":"task","text":null}]"#);
    assert_eq!(say(&codec, r#"[{"kind":"memo","text":"x"}]"#), r#"[{"kind":"memo","text":"x"}]"#);
    assert_eq!(unsayable(&codec, r#"[{"kind":"task","text":5}]"#), "/0/text: the wire schema has no place for this kind of number");
}

#[test]
fn keeping_a_null_is_better_than_dropping_it() {
    let mut g = Graph::default();
    let n = g.integer();
    let s = g.string();
    let nullable = g.scalar(&[Kind::String, Kind::Null]);
    let a = g.object(vec![field("id", n, Required), field("memo", s, NullIsAbsent)]);
    let b = g.object(vec![field("id", n, Required), field("memo", nullable, Required)]);
    let root = g.union(&[a, b]);
    assert_eq!(choose(&g.codec(root), r#"{"id":1,"memo":null}"#, |_, _| true), (r#"{"id":1,"memo":null}"#.into(), vec![]));
}

#[test]
fn a_tolerated_null_costs() {
    let mut g = Graph::default();
    let (s, any) = (g.string(), g.scalar(&[Kind::String, Kind::Null]));
    let forbidden = vec!["a".into()];
    let alone = g.add(Node::Object(Object { fields: vec![field("b", s, Native)], forbidden, ..Object::default() }));
    let both = g.object(vec![field("a", any, Required), field("b", s, Required)]);
    let root = g.union(&[alone, both]);
    assert_eq!(choose(&g.codec(root), r#"{"a":null,"b":"x"}"#, |_, _| true).0, r#"{"a":null,"b":"x"}"#);
}

#[test]
fn the_branch_that_invented_a_name_reads_it() {
    let mut g = Graph::default();
    let s = g.string();
    let packed = (0..4).map(|i| field(&format!("p{i}"), s, Carrier::Packed)).collect();
    let wide = g.add(Node::Object(Object { fields: packed, pack: Some("_more".into()), ..Object::default() }));
    let other = g.object(vec![field("x", s, Native)]);
    let root = g.union(&[s, other, wide]);
    let codec = g.codec(root);
    let twice = r#"{"_more":[{"key":"p1","value":"a"},{"key":"p1","value":"b"}]}"#;
    assert_eq!(faults(&codec, twice).len(), 1);
    assert_eq!(read(&codec, r#"{"_more":[{"key":"p1","value":"a"}]}"#), r#"{"p1":"a"}"#);
    assert_eq!(read(&codec, r#"{"x":"a"}"#), r#"{"x":"a"}"#);
    assert_eq!(say(&codec, r#"{"p1":"a"}"#), r#"{"_more":[{"key":"p1","value":"a"}]}"#);
}

#[test]
fn equal_readings_are_settled_by_membership() {
    let mut g = Graph::default();
    let n = g.integer();
    let s = g.string();
    let nullable = g.scalar(&[Kind::String, Kind::Null]);
    let fields = |g: &mut Graph, a, b| {
        let optional = |name: &str, carrier| {
            let codec = if carrier == NullKept { nullable } else { s };
            field(name, codec, carrier)
        };
        g.object(vec![field("id", n, Required), optional("a", a), optional("b", b)])
    };
    let first = fields(&mut g, NullIsAbsent, NullKept);
    let second = fields(&mut g, NullKept, NullIsAbsent);
    let root = g.union(&[first, second]);
    let codec = g.codec(root);
    let reply = r#"{"id":1,"a":null,"b":null}"#;
    let (one, other) = (r#"{"id":1,"b":null}"#, r#"{"id":1,"a":null}"#);
    assert_eq!(choose(&codec, reply, |pick, _| pick.0 == 0), (one.into(), vec![]));
    assert_eq!(choose(&codec, reply, |pick, _| pick.0 == 1), (other.into(), vec![]));
    assert_eq!(choose(&codec, reply, |_, _| false), (one.into(), vec![]));
    let (value, ties) = choose(&codec, reply, |_, _| true);
    assert_eq!(value, one);
    assert_eq!(ties.len(), 1);
    assert_eq!((ties[0].branches.as_slice(), ties[0].own_shape), (&[0, 1][..], false));
    assert_eq!(choose(&codec, r#"{"id":1,"a":"x","b":"y"}"#, |_, _| true).1, [], "the same value either way");
}

#[test]
fn a_tuple_in_own_shape_may_be_a_record() {
    let mut g = Graph::default();
    let n = g.integer();
    let tuple = g.tuple(vec![(n, NullIsAbsent)], Some(n));
    let record = g.record(n);
    let root = g.union(&[tuple, record]);
    let codec = g.codec(root);
    assert_eq!(choose(&codec, r#"{"_0":1,"_rest":[]}"#, |_, _| true), ("[1]".into(), vec![]));
    assert_eq!(choose(&codec, "[1,2]", |_, _| true), ("[1,2]".into(), vec![]));
    assert_eq!(choose(&codec, r#"{"a":1}"#, |_, _| true), (r#"{"a":1}"#.into(), vec![]));
    let (value, ties) = choose(&codec, "[]", |_, _| true);
    assert_eq!(value, "{}");
    assert_eq!((ties[0].branches.as_slice(), ties[0].own_shape), (&[1, 0][..], true));
    assert_eq!(choose(&codec, "[]", |pick, _| pick.0 == 0), ("[]".into(), vec![]), "the only reading that is valid");
}

#[test]
fn tagged_branches_are_opened() {
    let mut g = Graph::default();
    let n = g.integer();
    let list = g.array(n);
    let record = g.record(n);
    let boxed = g.envelope("_entries", record);
    let root = g.union(&[list, boxed]);
    let codec = g.codec(root);
    assert_eq!(choose(&codec, "[]", |_, _| true), ("[]".into(), vec![]));
    assert_eq!(choose(&codec, r#"{"_entries":[]}"#, |_, _| true), ("{}".into(), vec![]));
    assert_eq!(choose(&codec, r#"{"a":1}"#, |_, _| true), (r#"{"a":1}"#.into(), vec![]));
    assert_eq!(say(&codec, r#"{"a":1}"#), r#"{"_entries":[{"key":"a","value":1}]}"#);
}

#[test]
fn a_value_is_said_by_the_first_branch_that_takes_it() {
    let mut g = Graph::default();
    let (n, s) = (g.integer(), g.string());
    let a = g.object(vec![field("x", n, Required)]);
    let b = g.object(vec![field("x", n, Required), field("y", s, NullIsAbsent)]);
    let c = g.object(vec![field("x", n, Required), field("z", s, NullIsAbsent)]);
    let root = g.union(&[a, b, c]);
    let codec = g.codec(root);
    let value = parse(r#"{"x":1}"#).unwrap();
    let by = |accepts: fn(Pick, &Json<'_>) -> bool| to_text(&codec.encode(&value, &mut By(accepts)).unwrap());
    assert_eq!(by(|_, _| true), r#"{"x":1}"#);
    assert_eq!(by(|pick, _| pick.0 == 2), r#"{"x":1,"z":null}"#);
    assert_eq!(by(|_, _| false), r#"{"x":1}"#, "then by form alone");
    assert_eq!(say(&codec, r#"{"x":1,"z":"t"}"#), r#"{"x":1,"z":"t"}"#, "the first has no place for z");
    assert!(unsayable(&codec, r#"{"x":"1"}"#).starts_with("/x"));
}

#[test]
fn ambiguous_recursion_is_linear() {
    let mut g = Graph::default();
    let (s, n) = (g.string(), g.integer());
    let e = CodecId(4);
    let a = g.object(vec![field("x", e, Required), field("t", s, NullIsAbsent)]);
    let b = g.object(vec![field("x", e, Required), field("u", n, NullIsAbsent)]);
    assert_eq!(g.union(&[a, b, s]), e);
    let codec = g.codec(e);
    let nest = |depth: usize, core: &str| format!("{}{core}{}", r#"{"x":"#.repeat(depth), "}".repeat(depth));
    let reply = nest(40, "5");
    let (value, ties) = choose(&codec, &reply, |_, _| false);
    assert_eq!((value, ties), (reply, vec![]));
    let deep = nest(127, r#"{"x":"y","u":null}"#);
    assert_eq!(choose(&codec, &deep, |_, _| true).0, nest(128, r#""y""#));
    // No branch says the number at the core, and each must be tried.
    assert!(unsayable(&codec, &nest(40, "5")).ends_with("number"));
    let mut asked = 0;
    let value = parse(&deep).unwrap();
    let mut count = By(|_: Pick, _: &Json<'_>| {
        asked += 1;
        true
    });
    assert!(codec.encode(&value, &mut count).is_err());
    assert!(asked < 2_000, "asked {asked} times");
}

#[test]
fn wide_unions_are_read_however_long_the_reply() {
    let mut g = Graph::default();
    let (s, n) = (g.string(), g.integer());
    let branches: Vec<CodecId> = (0..80)
        .map(|branch| {
            let codec = if branch % 2 == 0 { s } else { n };
            let own = field(&format!("own{branch}"), codec, NullIsAbsent);
            let shared = (0..8).map(|index| field(&format!("f{index}"), s, NullIsAbsent));
            g.object(shared.chain([own]).collect())
        })
        .collect();
    let either = g.union(&branches);
    let root = g.array(either);
    let codec = g.codec(root);
    let shared = (0..8).map(|index| format!(r#""f{index}":null"#)).collect::<Vec<_>>().join(",");
    let item = |index: usize| format!(r#"{{{shared},"own{}":null}}"#, index % 80);
    let reply = format!("[{}]", (0..2000).map(item).collect::<Vec<_>>().join(","));
    assert_eq!(read(&codec, &reply), format!("[{}]", vec!["{}"; 2000].join(",")));
}

#[test]
fn choosing_has_a_bound() {
    // Each level has two readings of every level below, all different.
    let mut g = Graph::default();
    let nullable = g.scalar(&[Kind::String, Kind::Null]);
    let s = g.string();
    let e = CodecId(4);
    let a = g.object(vec![field("x", e, Required), field("p", s, NullIsAbsent), field("q", nullable, NullKept)]);
    let b = g.object(vec![field("x", e, Required), field("p", nullable, NullKept), field("q", s, NullIsAbsent)]);
    assert_eq!(g.union(&[a, b, s]), e);
    let codec = g.codec(e);
    let depth = 120;
    let reply = format!(r#"{}"y"{}"#, r#"{"p":null,"q":null,"x":"#.repeat(depth), "}".repeat(depth));
    let wire = parse(&reply).unwrap();
    let mut asked = 0;
    let mut count = By(|_: Pick, _: &Json<'_>| {
        asked += 1;
        true
    });
    let decoded = codec.decode(&wire, &mut count);
    assert!(decoded.issues.is_empty() || decoded.issues[0].kind == IssueKind::TooAmbiguous);
    assert!(asked < 2_000, "asked {asked} times");
}

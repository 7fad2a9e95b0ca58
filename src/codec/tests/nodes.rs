//! Each node, both ways.

use super::*;
use Carrier::{Boxed, Native, NullIsAbsent, NullKept, Packed, Required};

#[test]
fn an_optional_field_is_null_on_the_wire() {
    let mut g = Graph::default();
    let (s, t) = (g.string(), g.scalar(&[Kind::String, Kind::Null]));
    let root = g.object(vec![field("a", s, Required), field("b", s, NullIsAbsent), field("c", t, NullKept)]);
    let codec = g.codec(root);
    pair(&codec, r#"{"a":"x","b":null,"c":null}"#, r#"{"a":"x","c":null}"#);
    pair(&codec, r#"{"a":"x","b":"","c":"null"}"#, r#"{"a":"x","b":"","c":"null"}"#);
    assert_eq!(say(&codec, r#"{"c":"z","a":"x"}"#), r#"{"a":"x","b":null,"c":"z"}"#, "wire order");
    assert_eq!(say(&codec, r#"{"a":"x"}"#), r#"{"a":"x","b":null,"c":null}"#, "absent is as good as null");
    assert_eq!(read(&codec, r#"{"c":null,"b":null,"a":"x"}"#), r#"{"c":null,"a":"x"}"#, "any order");
    assert_eq!(read(&codec, r#"{"b":null}"#), "{}", "own form drops what the schema refuses");
    assert_eq!(read(&codec, r#"{"a":null,"b":null,"c":1}"#), r#"{"a":null,"c":1}"#, "validation judges");
    assert_eq!(slips(&codec, r#"{"a":"x","b":null,"c":null}"#), [""; 0]);
    assert!(unsayable(&codec, r#"{"a":"x","d":1}"#).starts_with("/d: "));
    assert!(unsayable(&codec, r#"{"b":"x"}"#).starts_with("/a: missing"));
    assert!(unsayable(&codec, r#"{"a":"x","b":null}"#).starts_with("/b: a null"));
    assert!(unsayable(&codec, r#"{"a":"x","a":"y"}"#).starts_with("/a: "));
    assert!(unsayable(&codec, "[]").contains("array"));
}

#[test]
fn a_native_field_may_be_left_out_and_its_null_is_a_slip() {
    let mut g = Graph::default();
    let (s, t) = (g.string(), g.scalar(&[Kind::String, Kind::Null]));
    let mut nullable = field("b", t, Native);
    nullable.null_ok = true;
    let root = g.object(vec![field("a", s, Native), nullable]);
    let codec = g.codec(root);
    pair(&codec, "{}", "{}");
    pair(&codec, r#"{"a":"x","b":null}"#, r#"{"a":"x","b":null}"#);
    assert_eq!(read(&codec, r#"{"a":null,"b":null}"#), r#"{"b":null}"#);
    assert_eq!(slips(&codec, r#"{"a":null,"b":null}"#), ["null-for-absent /a"]);
}

#[test]
fn a_box_keeps_null_and_absent_apart() {
    let mut g = Graph::default();
    let s = g.scalar(&[Kind::String, Kind::Null]);
    let root = g.object(vec![field("a", s, Required), field("b", s, Boxed)]);
    let codec = g.codec(root);
    pair(&codec, r#"{"a":"x","b":null}"#, r#"{"a":"x"}"#);
    assert_eq!(say(&codec, r#"{"a":"x","b":null}"#), r#"{"a":"x","b":{"value":null}}"#);
    assert_eq!(read(&codec, r#"{"a":"x","b":{"value":null}}"#), r#"{"a":"x","b":null}"#);
    pair(&codec, r#"{"a":"x","b":{"value":"y"}}"#, r#"{"a":"x","b":"y"}"#);
    assert_eq!(read(&codec, r#"{"b":null}"#), r#"{"b":null}"#, "own form: a name of the wire is missing");
    assert_eq!(read(&codec, r#"{"b":{"value":"y"}}"#), r#"{"b":"y"}"#, "the box cannot be the value");
    assert_eq!(opened(&codec, r#"{"a":"x","b":{"value":"y"}}"#), 1);
    assert_eq!(opened(&codec, r#"{"a":"x","b":"y"}"#), 0);
}

#[test]
fn packed_fields_travel_in_a_list() {
    let mut g = Graph::default();
    let (s, n) = (g.string(), g.integer());
    let mut renamed = field("p2", n, Packed);
    renamed.user = "p two".into();
    let fields = vec![field("a", s, Required), field("p1", s, Packed), renamed];
    let root = g.add(Node::Object(Object { fields, pack: Some("_more".into()), ..Object::default() }));
    let codec = g.codec(root);
    pair(&codec, r#"{"a":"x","_more":[]}"#, r#"{"a":"x"}"#);
    let wire = r#"{"a":"x","_more":[{"key":"p1","value":"y"},{"key":"p2","value":2}]}"#;
    pair(&codec, wire, r#"{"a":"x","p1":"y","p two":2}"#);
    assert_eq!(opened(&codec, r#"{"a":"x","_more":[]}"#), 1);
    assert_eq!(read(&codec, r#"{"a":"x","p1":null}"#), r#"{"a":"x"}"#, "own shape with its nulls");
    assert_eq!(read(&codec, r#"{"a":"x","p1":"y","_more":[]}"#), r#"{"a":"x","p1":"y"}"#, "mixed");
    let unknown = faults(&codec, r#"{"a":"x","_more":[{"key":"q","value":1}]}"#);
    assert_eq!(unknown, [r#"/q|/_more/0/key|key "q" is not a field that belongs in this list"#]);
    let twice = faults(&codec, r#"{"a":"x","_more":[{"key":"p1","value":"1"},{"key":"p1","value":"2"}]}"#);
    assert_eq!(twice, [r#"/p1|/_more/1|key "p1" comes twice, at /_more/0 and at /_more/1"#]);
    let beside = faults(&codec, r#"{"a":"x","p1":"0","_more":[{"key":"p1","value":"1"}]}"#);
    assert_eq!(beside, [r#"/p1|/_more/0|"p1" is said twice, in the list and beside it"#]);
    let shape = faults(&codec, r#"{"a":"x","_more":{"p1":"y"}}"#);
    assert_eq!(shape, ["/_more|/_more|object where a list of entries with key and value belongs"]);
}

#[test]
fn undeclared_properties_travel_in_a_list() {
    let mut g = Graph::default();
    let n = g.integer();
    let root = g.spliced(vec![field("id", n, Required), field("o", n, NullIsAbsent)], n);
    let codec = g.codec(root);
    pair(&codec, r#"{"id":1,"o":null,"_additional":[]}"#, r#"{"id":1}"#);
    let wire = r#"{"id":1,"o":null,"_additional":[{"key":"b","value":2},{"key":"a","value":3}]}"#;
    pair(&codec, wire, r#"{"id":1,"b":2,"a":3}"#);
    pair(&codec, r#"{"id":1,"o":null,"_additional":[{"key":"value","value":2}]}"#, r#"{"id":1,"value":2}"#);
    assert_eq!(opened(&codec, r#"{"id":1,"o":null,"_additional":[]}"#), 1);
    assert_eq!(opened(&codec, r#"{"id":1,"k":2}"#), 0);
    assert_eq!(read(&codec, r#"{"id":1,"z":5,"_additional":[{"key":"k","value":2}]}"#), r#"{"id":1,"z":5,"k":2}"#);
    let clash = faults(&codec, r#"{"id":1,"o":null,"_additional":[{"key":"id","value":2}]}"#);
    assert_eq!(clash, [r#"/id|/_additional/0|key "id" at /_additional/0 is the name of a declared property, which belongs at /id"#]);
    let twice = faults(&codec, r#"{"id":1,"_additional":[{"key":"k","value":1},{"key":"k","value":2}]}"#);
    assert_eq!(twice, [r#"/k|/_additional/1|key "k" comes twice, at /_additional/0 and at /_additional/1"#]);
    let beside = faults(&codec, r#"{"id":1,"k":1,"_additional":[{"key":"k","value":2}]}"#);
    assert_eq!(beside.len(), 1);
    for malformed in ["5", "null", r#"{"k":1}"#, r#"["k"]"#, r#"[{"k":1}]"#] {
        let reply = format!(r#"{{"id":1,"o":null,"_additional":{malformed}}}"#);
        assert_eq!(faults(&codec, &reply).len(), 1, "{reply}");
    }
    assert_eq!(faults(&codec, r#"{"id":1,"o":2,"_additional":[],"_additional":[]}"#).len(), 1);
}

#[test]
fn open_objects_and_key_tests() {
    let mut g = Graph::default();
    let (s, n) = (g.string(), g.integer());
    let record = g.record(n);
    let pattern = KeyTest::Patterns(vec![std::sync::Arc::new(crate::pattern::Pattern::new("^n_").unwrap())]);
    let shapes = vec![
        EntryShape { key: KeyTest::Names(vec!["m".into()]), value: record },
        EntryShape { key: pattern, value: n },
        EntryShape { key: KeyTest::Names(vec!["s".into()]), value: s },
    ];
    let rest = Rest::Native(shapes.clone());
    let open = g.add(Node::Object(Object { fields: vec![field("a", s, Required)], rest, ..Object::default() }));
    let entries = g.add(Node::Entries(shapes));
    let root = g.object(vec![field("o", open, Required), field("e", entries, Required)]);
    let codec = g.codec(root);
    let user = r#"{"o":{"a":"x","m":{"k":1},"n_1":2},"e":{"m":{"k":1},"s":"t"}}"#;
    let wire = concat!(
        r#"{"o":{"a":"x","m":[{"key":"k","value":1}],"n_1":2},"#,
        r#""e":[{"key":"m","value":[{"key":"k","value":1}]},{"key":"s","value":"t"}]}"#
    );
    pair(&codec, wire, user);
    assert_eq!(
        read(&codec, r#"{"o":{"a":"x","zz":[1]},"e":[{"key":"zz","value":{"a":1}}]}"#),
        r#"{"o":{"a":"x","zz":[1]},"e":{"zz":{"a":1}}}"#,
        "no shape: kept, validation judges"
    );
    assert!(unsayable(&codec, r#"{"o":{"a":"x","zz":1},"e":{}}"#).starts_with("/o/zz: "));
    assert!(unsayable(&codec, r#"{"o":{"a":"x"},"e":{"zz":1}}"#).starts_with("/e/zz: "));
}

#[test]
fn forbidden_names_drop_their_null_only() {
    let mut g = Graph::default();
    let s = g.string();
    let forbidden = vec!["legacy".into()];
    let root = g.add(Node::Object(Object { fields: vec![field("id", s, Required)], forbidden, ..Object::default() }));
    let codec = g.codec(root);
    assert_eq!(read(&codec, r#"{"id":"1","legacy":null}"#), r#"{"id":"1"}"#);
    assert_eq!(slips(&codec, r#"{"id":"1","legacy":null}"#), ["null-for-absent /legacy"]);
    assert_eq!(read(&codec, r#"{"id":"1","legacy":2}"#), r#"{"id":"1","legacy":2}"#, "validation refuses");
    assert_eq!(read(&codec, r#"{"id":"1","other":null}"#), r#"{"id":"1","other":null}"#);
}

#[test]
fn renamed_fields_get_their_names_back() {
    let mut g = Graph::default();
    let s = g.string();
    let renamed = |wire: &str, user: &str, carrier| Field { wire: wire.into(), ..field(user, s, carrier) };
    let root = g.object(vec![renamed("a_b_", "a b", Required), field("a_b", s, Required), renamed("g", "größe", Native)]);
    let codec = g.codec(root);
    pair(&codec, r#"{"a_b_":"1","a_b":"2"}"#, r#"{"a b":"1","a_b":"2"}"#);
    pair(&codec, r#"{"a_b_":"1","a_b":"2","g":"3"}"#, r#"{"a b":"1","a_b":"2","größe":"3"}"#);
    assert_eq!(faults(&codec, r#"{"a_b_":"1","a_b":"2","a b":"3"}"#).len(), 1, "both names of one field");
    assert_eq!(faults(&codec, r#"{"a_b_":[{"x":1,"x":2}],"a_b":"2"}"#), [r#"/a b/0/x|/a_b_/0/x|the name "x" comes twice in one object"#]);
}

#[test]
fn records_are_lists_of_entries() {
    let mut g = Graph::default();
    let s = g.scalar(&[Kind::String, Kind::Null]);
    let inner = g.record(s);
    let m = g.record(inner);
    let root = g.object(vec![field("m", m, Required), field("s", inner, Required)]);
    let codec = g.codec(root);
    let user = r#"{"m":{"10":{"2":"x","1":null}},"s":{}}"#;
    pair(&codec, r#"{"m":[{"key":"10","value":[{"key":"2","value":"x"},{"key":"1","value":null}]}],"s":[]}"#, user);
    assert_eq!(opened(&codec, r#"{"m":[],"s":[]}"#), 0);
    assert_eq!(opened(&codec, r#"{"m":[{"key":"a","value":[]}],"s":[]}"#), 1);
    assert_eq!(read(&codec, r#"{"m":{},"s":{"key":"a","value":"b"}}"#), r#"{"m":{},"s":{"key":"a","value":"b"}}"#);
    assert_eq!(
        read(&codec, r#"{"m":{"a":[{"key":"k","value":"v"}]},"s":[{"value":"b","key":"a"}]}"#),
        r#"{"m":{"a":{"k":"v"}},"s":{"a":"b"}}"#,
        "mixed, any order"
    );
    let fault = |entry: &str| faults(&codec, &format!(r#"{{"m":[],"s":[{entry}]}}"#)).join(";");
    assert_eq!(fault(r#"{"key":"a"}"#), r#"/s/a|/s/0/value|the entry with key "a" has no value"#);
    assert_eq!(fault(r#"{"key":3,"value":"c"}"#), "/s/0/key|/s/0/key|the key of an entry must be a string, not number");
    assert_eq!(fault(r#"{"value":"c"}"#), "/s/0/key|/s/0/key|the entry has no key");
    assert_eq!(fault("5"), "/s/0|/s/0|number where an entry with key and value belongs");
    assert_eq!(fault(r#"{"key":"a","value":"b","note":1}"#), r#"/s/0/note|/s/0/note|an entry holds key and value only, not "note""#);
    assert_eq!(fault(r#"{"key":"a","value":"b","key":"c"}"#), r#"/s/0/key|/s/0/key|the name "key" comes twice in one object"#);
    assert_eq!(
        fault(r#"{"key":"a","value":"b"},{"key":"c","value":"d"},{"key":"a","value":"b"}"#),
        r#"/s/a|/s/2|key "a" comes twice, at /s/0 and at /s/2"#
    );
    assert_eq!(faults(&codec, r#"{"m":{"a":{},"a":{}},"s":{}}"#), [r#"/m/a|/m/a|the name "a" comes twice in one object"#]);
}

#[test]
fn tuples_are_objects() {
    let mut g = Graph::default();
    let (s, n) = (g.string(), g.integer());
    let nullable = g.scalar(&[Kind::Number, Kind::Null]);
    let record = g.record(n);
    let pair_of = g.tuple(vec![(record, Required), (s, Required)], None);
    let open = g.tuple(vec![(n, NullIsAbsent), (nullable, Boxed)], Some(n));
    let root = g.object(vec![field("p", pair_of, Required), field("o", open, Required)]);
    let codec = g.codec(root);
    let whole = |p: &str, o: &str| format!(r#"{{"p":{p},"o":{o}}}"#);
    let p = r#"{"_0":[{"key":"n","value":4}],"_1":"s"}"#;
    for (wire, user) in [
        (r#"{"_0":null,"_1":null,"_rest":[]}"#, "[]"),
        (r#"{"_0":1,"_1":null,"_rest":[]}"#, "[1]"),
        (r#"{"_0":1,"_1":{"value":null},"_rest":[]}"#, "[1,null]"),
        (r#"{"_0":1,"_1":{"value":2},"_rest":[3,4]}"#, "[1,2,3,4]"),
    ] {
        pair(&codec, &whole(p, wire), &whole(r#"[{"n":4},"s"]"#, user));
    }
    let fault = |o: &str| faults(&codec, &whole(p, o)).join(";");
    assert_eq!(
        fault(r#"{"_0":null,"_1":{"value":2},"_rest":[]}"#),
        "/o/0|/o/_0|missing, and there are elements after it;/o/1|/o/_1|an element after the missing one at 0"
    );
    assert_eq!(
        fault(r#"{"_0":1,"_1":null,"_rest":[3]}"#),
        "/o/1|/o/_1|missing, and there are elements after it;/o|/o/_rest|elements after the missing one at 1"
    );
    assert_eq!(fault(r#"{"_0":1,"_1":null,"_rest":3}"#), "/o|/o/_rest|number where the list of further elements belongs");
    assert_eq!(fault(r#"{"_0":1,"_1":null,"_2":3}"#), r#"/o|/o/_2|"_2" is no element of this array"#);
    assert_eq!(faults(&codec, &whole(r#"{"_1":"s"}"#, "[]")), [r#"/p/0|/p/_0|"_0" is missing"#]);
    assert_eq!(read(&codec, &whole(r#"{"a":1}"#, "[]")), whole(r#"{"a":1}"#, "[]"), "no tuple at all: validation judges");
    assert_eq!(read(&codec, &whole(r#"[[{"key":"n","value":4}],"s",5]"#, r#"{"_0":7}"#)), whole(r#"[{"n":4},"s",5]"#, "[7]"));
    assert!(unsayable(&codec, &whole(r#"[{},"s",1]"#, "[]")).starts_with("/p/2: "));
    assert!(unsayable(&codec, &whole("[{}]", "[]")).starts_with("/p/1: "));
}

#[test]
fn arrays_by_position() {
    let mut g = Graph::default();
    let n = g.integer();
    let record = g.record(n);
    let root = g.add(Node::Positional { prefix: vec![n, record], rest: record, exact: false });
    let codec = g.codec(root);
    pair(&codec, r#"[1,[{"key":"a","value":2}],[]]"#, r#"[1,{"a":2},{}]"#);
    pair(&codec, "[]", "[]");
}

#[test]
fn envelopes_are_opened_if_they_are_there() {
    let mut g = Graph::default();
    let n = g.integer();
    let record = g.record(n);
    let items = g.array(record);
    let root = g.envelope("result", items);
    let codec = g.codec(root);
    pair(&codec, r#"{"result":[[{"key":"a","value":1}]]}"#, r#"[{"a":1}]"#);
    assert_eq!(read(&codec, r#"[[{"key":"a","value":1}]]"#), r#"[{"a":1}]"#);
    assert_eq!(opened(&codec, r#"{"result":[]}"#), 1);
    assert_eq!(opened(&codec, r#"[{"a":1}]"#), 0);
    assert_eq!(read(&codec, r#"{"result":[],"x":1}"#), r#"{"result":[],"x":1}"#, "validation judges");
    let fault = faults(&codec, r#"{"result":[[{"key":"a"}]]}"#);
    assert_eq!(fault, [r#"/0/a|/result/0/0/value|the entry with key "a" has no value"#]);
}

#[test]
fn text_holds_the_own_shape() {
    let mut g = Graph::default();
    let (n, s) = (g.integer(), g.string());
    let record = g.record(n);
    let boxed = field("b", n, Boxed);
    let object = g.object(vec![field("o", s, NullIsAbsent), boxed, field("m", record, Required)]);
    let wrapped = g.envelope("result", object);
    let root = g.add(Node::Text { name: "_json".into(), inner: wrapped });
    let codec = g.codec(root);
    pair(&codec, r#"{"_json":"{\"b\":null,\"m\":{\"a\":1}}"}"#, r#"{"b":null,"m":{"a":1}}"#);
    assert_eq!(read(&codec, r#"{"_json":"{\"o\":null,\"b\":null,\"m\":{\"a\":1}}"}"#), r#"{"b":null,"m":{"a":1}}"#);
    assert_eq!(opened(&codec, r#"{"_json":"{}"}"#), 1);
    assert_eq!(faults(&codec, r#"{"_json":"{a"}"#), ["|/_json|the text is not JSON: unexpected character at byte 1"]);
    assert_eq!(faults(&codec, r#"{"_json":"{\"m\":{\"a\":1,\"a\":2}}"}"#).len(), 1);
    assert!(unsayable(&codec, "[]").contains("array"));
}

#[test]
fn labels_stand_for_literals() {
    let mut g = Graph::default();
    let table = [("3", "3"), ("a", r#""a""#), ("null", "null"), ("1_", "1"), ("1", r#""1""#), ("[1,2]", "[1,2]")];
    let table = table.iter().map(|(label, literal)| (Box::from(*label), parse(literal).unwrap().into_owned()));
    let label = g.add(Node::Label(table.collect()));
    let root = g.array(label);
    let codec = g.codec(root);
    pair(&codec, r#"["3","a","1_","1","null","[1,2]"]"#, r#"[3,"a",1,"1",null,[1,2]]"#);
    assert_eq!(read(&codec, r#"[3.0,4,"4"]"#), r#"[3.0,4,"4"]"#);
    assert!(unsayable(&codec, "[4]").starts_with("/0: "));
}

#[test]
fn a_string_that_spells_a_literal() {
    let mut g = Graph::default();
    let numbers = g.literals(&["3", "true"]);
    let mixed = g.literals(&["1", r#""1""#]);
    let null = g.scalar(&[Kind::Null]);
    let either = g.union(&[null, numbers]);
    let root = g.object(vec![field("n", numbers, Required), field("m", mixed, Required), field("e", either, Required)]);
    let codec = g.codec(root);
    assert_eq!(read(&codec, r#"{"n":"3","m":"1","e":"true"}"#), r#"{"n":3,"m":"1","e":true}"#);
    assert_eq!(slips(&codec, r#"{"n":"3","m":"1","e":"true"}"#), ["literal-as-text /n", "literal-as-text /e"]);
    assert_eq!(read(&codec, r#"{"n":"4","m":1,"e":"x"}"#), r#"{"n":"4","m":1,"e":"x"}"#);
}

#[test]
fn any_value_as_a_tree() {
    let mut g = Graph::default();
    let root = g.add(Node::AnyTree);
    let codec = g.codec(root);
    pair(&codec, r#"{"_entries":[{"key":"a","value":[{"_entries":[]},1.50]}]}"#, r#"{"a":[{},1.50]}"#);
    assert_eq!(say(&codec, r#"{"_entries":[]}"#), r#"{"_entries":[{"key":"_entries","value":[]}]}"#);
    assert_eq!(read(&codec, r#"{"_entries":[{"key":"_entries","value":[]}]}"#), r#"{"_entries":[]}"#);
    assert_eq!(read(&codec, r#"{"a":{"_entries":[{"key":"b","value":null}]}}"#), r#"{"a":{"b":null}}"#);
    assert_eq!(read(&codec, r#"{"_entries":5}"#), r#"{"_entries":5}"#);
    assert_eq!(opened(&codec, r#"{"_entries":[]}"#), 1);
    assert_eq!(opened(&codec, r#"[{"a":{}}]"#), 0);
    assert_eq!(
        faults(&codec, r#"{"_entries":[{"key":"a","value":{"_entries":[1]}}]}"#),
        ["/a/0|/_entries/0/value/_entries/0|number where an entry with key and value belongs"]
    );
    assert_eq!(faults(&codec, r#"{"a":1,"a":2}"#).len(), 1);
}

#[test]
fn any_value_with_containers_as_text() {
    let mut g = Graph::default();
    let root = g.add(Node::AnyBox);
    let codec = g.codec(root);
    pair(&codec, r#"{"_json":"{\"a\":[1.50,{}]}"}"#, r#"{"a":[1.50,{}]}"#);
    pair(&codec, r#""[1]""#, r#""[1]""#);
    pair(&codec, "null", "null");
    assert_eq!(say(&codec, r#"{"_json":"x"}"#), r#"{"_json":"{\"_json\":\"x\"}"}"#);
    assert_eq!(faults(&codec, r#"{"_json":"oops"}"#).len(), 1);
    assert_eq!(faults(&codec, r#"{"_json":"{\"a\":1,\"a\":2}"}"#).len(), 1);
}

#[test]
fn identity_is_told() {
    let mut g = Graph::default();
    let s = g.string();
    let items = g.array(s);
    let looped = g.object(vec![field("next", CodecId(2), NullKept), field("items", items, Required)]);
    assert_eq!(looped, CodecId(2));
    assert!(g.codec(looped).is_identity());

    let mut g = Graph::default();
    let s = g.string();
    let optional = g.object(vec![field("a", s, NullIsAbsent)]);
    let items = g.array(optional);
    let root = g.object(vec![field("next", CodecId(3), NullKept), field("items", items, Required)]);
    assert_eq!(root, CodecId(3));
    assert!(!g.codec(root).is_identity());
}

//! Replies that were not held to the wire schema, and hostile ones.

use super::*;
use Carrier::{NullIsAbsent, Required};

#[test]
fn a_container_encoded_twice_is_read_where_no_string_fits() {
    let mut g = Graph::default();
    let (s, n) = (g.string(), g.integer());
    let cut = g.object(vec![field("from", n, Required), field("to", n, Required)]);
    let cuts = g.array(cut);
    let either = g.union(&[s, cuts]);
    let fields = vec![field("source", s, Required), field("cuts", cuts, Required), field("v", either, Required)];
    let root = g.object(fields);
    let codec = g.codec(root);
    let reply = r#"{"source":"[1,2]","cuts":"[{\"from\":1,\"to\":4}]","v":"[1]"}"#;
    assert_eq!(read(&codec, reply), r#"{"source":"[1,2]","cuts":[{"from":1,"to":4}],"v":"[1]"}"#);
    assert_eq!(slips(&codec, reply), ["double-encoded /cuts"]);
    for kept in [r#""[1""#, r#""{}""#, r#""5""#, r#""null""#, r#""\"[]\"""#] {
        let reply = format!(r#"{{"source":"","cuts":{kept},"v":""}}"#);
        assert_eq!(read(&codec, &reply), reply, "left to validation");
    }
    let whole = r#""{\"source\":\"x\",\"cuts\":[],\"v\":[]}""#;
    assert_eq!(read(&codec, whole), r#"{"source":"x","cuts":[],"v":[]}"#);
    let levels = r#""{\"source\":\"x\",\"cuts\":\"[]\",\"v\":[]}""#;
    assert_eq!(read(&codec, levels), r#"{"source":"x","cuts":"[]","v":[]}"#, "one level only");
}

#[test]
fn a_null_item_is_not_an_absent_field() {
    let mut g = Graph::default();
    let s = g.string();
    let tags = g.array(s);
    let root = g.object(vec![field("tags", tags, NullIsAbsent)]);
    assert_eq!(read(&g.codec(root), r#"{"tags":["a",null,"b"]}"#), r#"{"tags":["a",null,"b"]}"#);
}

#[test]
fn numbers_are_copied_to_the_letter() {
    let mut g = Graph::default();
    let n = g.integer();
    let root = g.object(vec![field("a", n, Required), field("b", n, NullIsAbsent)]);
    let codec = g.codec(root);
    for number in ["98765432109876543210987", "20.0", "2e1", "-0", "0.1234567890123456789", "1e400"] {
        let reply = format!(r#"{{"a":{number},"b":null}}"#);
        assert_eq!(read(&codec, &reply), format!(r#"{{"a":{number}}}"#));
    }
}

#[test]
fn integers_are_told_by_their_token() {
    use crate::codec::scalar::is_integer;
    for whole in ["0", "-0", "20", "20.0", "2e1", "2.5e1", "100e-2", "0e-5", "0.0", "1e99999999999999999999"] {
        assert!(is_integer(whole), "{whole}");
    }
    for broken in ["20.5", "2e-1", "2.55e1", "100e-3", "1e-99999999999999999999", "0.5"] {
        assert!(!is_integer(broken), "{broken}");
    }
}

#[test]
fn names_that_come_twice_are_refused_everywhere() {
    let mut g = Graph::default();
    let (s, any) = (g.string(), g.add(Node::Verbatim));
    let root = g.object(vec![field("a", s, Required), field("any", any, Required)]);
    let codec = g.codec(root);
    for reply in [
        r#"{"a":"x","any":1,"a":"y"}"#,
        r#"{"a":"x","any":{"k":[{"x":1,"y":2,"x":1}]}}"#,
        r#"{"a":{"k":1,"k":1},"any":1}"#,
        r#"{"a":"x","any":1,"z":1,"z":1}"#,
    ] {
        let wire = parse(reply).unwrap();
        let issues = codec.decode(&wire, &mut all()).issues;
        assert_eq!(issues.iter().map(|issue| issue.kind).collect::<Vec<_>>(), [IssueKind::Duplicate], "{reply}");
    }
    let many: Vec<String> = (0..40).map(|key| format!(r#""k{}":1"#, key % 39)).collect();
    assert_eq!(faults(&codec, &format!(r#"{{"a":"x","any":{{{}}}}}"#, many.join(","))).len(), 1);
}

#[test]
fn a_reply_at_the_bounds_is_read_or_refused() {
    let mut g = Graph::default();
    let items = g.array(CodecId(0));
    let any = g.add(Node::AnyBox);
    let tree = g.add(Node::AnyTree);
    let root = g.object(vec![field("a", items, NullIsAbsent), field("b", any, NullIsAbsent), field("c", tree, NullIsAbsent)]);
    let codec = g.codec(root);
    let nest = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let reply = format!(r#"{{"a":{0},"b":{{"_json":"{1}"}},"c":{0}}}"#, nest(crate::json::MAX_DEPTH - 1), nest(crate::json::MAX_DEPTH));
    let expected = format!(r#"{{"a":{0},"b":{1},"c":{0}}}"#, nest(127), nest(128));
    assert_eq!(read(&codec, &reply), expected);
    // A value that was built, not read.
    let deep = (0..2000).fold(Json::Null, |value, _| Json::Array(vec![value]));
    let deep = Json::Object(vec![("a".into(), deep.clone()), ("b".into(), deep)]);
    assert_eq!(codec.decode(&deep, &mut all()).issues.first().map(|issue| issue.kind), Some(IssueKind::Depth));
    assert!(codec.encode(&deep, &mut all()).is_err());
}

#[test]
fn messages_are_bounded() {
    let mut g = Graph::default();
    let n = g.integer();
    let root = g.record(n);
    let codec = g.codec(root);
    let key = "é".repeat(5000);
    let entries: Vec<String> = (0..500).map(|_| format!(r#"{{"key":"{key}","value":1}}"#)).collect();
    let reply = format!("[{}]", entries.join(","));
    let wire = parse(&reply).unwrap();
    let issues = codec.decode(&wire, &mut all()).issues;
    assert_eq!(issues.len(), 100);
    assert!(issues.iter().all(|issue| issue.message.len() < 200 && issue.path.as_str().len() <= 1025));
}

#[test]
fn a_codec_that_goes_in_circles_ends() {
    let mut g = Graph::default();
    let a = g.envelope("a", CodecId(1));
    let b = g.envelope("b", CodecId(2));
    let c = g.union(&[a, b]);
    let codec = g.codec(c);
    for reply in ["{}", "[]", "5", r#"{"a":1}"#, r#"{"a":{"b":{"a":{}}}}"#, r#""{\"a\":1}""#] {
        let _ = codec.decode(&parse(reply).unwrap(), &mut all());
        assert!(codec.encode(&parse(reply).unwrap(), &mut all()).is_err());
    }
}

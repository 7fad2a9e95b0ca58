//! What the reader makes of documents, drafts and malformed keywords.

use super::doc::Doc;
use super::keyword::Draft;
use super::{NoteKind, ReadOptions, Schema, walk_keywords};
use crate::error::{Error, ErrorKind};
use crate::json::{Kind, KindSet, parse};
use std::fmt::Write as _;

fn read(text: &str, draft: Option<Draft>) -> Result<Schema, Error> {
    Schema::parse(text, &ReadOptions { draft, ..ReadOptions::default() })
}

fn accepts(schema: &Schema, value: &str) -> bool {
    schema.accepts(schema.root(), &parse(value).unwrap())
}

fn notes(schema: &Schema) -> Vec<(NoteKind, String)> {
    schema.notes().iter().map(|note| (note.kind, schema.doc().location(note.json).to_string())).collect()
}

#[test]
fn a_document_keeps_order_places_and_spelling() {
    let text = r#" {"a\u002fb" : [1.50, "x\ny", true], "c~": {"d": null}} "#;
    let doc = Doc::parse(text.to_owned()).unwrap();
    let list = doc.get(doc.root(), "a/b").unwrap();
    let number = doc.item(list, 0).unwrap();
    assert_eq!(doc.number(number), Some("1.50"));
    assert_eq!(doc.str(doc.item(list, 1).unwrap()), Some("x\ny"));
    assert_eq!(doc.location(number).as_str(), "/a~1b/0");
    let d = doc.get(doc.get(doc.root(), "c~").unwrap(), "d").unwrap();
    assert_eq!(doc.location(d).as_str(), "/c~0/d");
    let slice = |span: crate::location::Span| &text[span.start as usize..span.end as usize];
    assert_eq!(slice(doc.span(number)), "1.50");
    assert_eq!(slice(doc.key_span(list)), r#""a\u002fb""#);
    assert_eq!(slice(doc.span(list)), r#"[1.50, "x\ny", true]"#);
    let mut printed = String::new();
    doc.print(doc.root(), &mut printed);
    assert_eq!(printed, r#"{"a/b":[1.50,"x\ny",true],"c~":{"d":null}}"#);
    assert_eq!(printed, crate::json::to_text(&doc.to_json(doc.root())));
}

#[test]
fn wide_objects_and_arrays_are_indexed() {
    let mut text = String::from("{\"list\":[0");
    (1..100).for_each(|i| write!(text, ",{i}").unwrap());
    text.push(']');
    (0..500).for_each(|i| write!(text, ",\"k{}\":{i}", i % 400).unwrap());
    text.push('}');
    let doc = Doc::parse(text).unwrap();
    assert_eq!(doc.count(doc.root()), 401);
    assert_eq!(doc.duplicates().len(), 100);
    let value = |name: &str| doc.get(doc.root(), name).and_then(|id| doc.number(id));
    assert_eq!((value("k7"), value("k399"), value("k400")), (Some("407"), Some("399"), None));
    let list = doc.get(doc.root(), "list").unwrap();
    assert_eq!(doc.item(list, 99).and_then(|id| doc.number(id)), Some("99"));
    assert_eq!(doc.item(list, 100), None);
    assert!(doc.children(doc.root()).enumerate().all(|(at, child)| doc.index(child) == at));
}

#[test]
fn limits_name_both_numbers() {
    let refused = |text: String| Doc::parse(text).unwrap_err();
    let deep = refused(format!("{}{}", "[".repeat(200), "]".repeat(200)));
    assert_eq!(deep.kind, ErrorKind::SchemaLimit);
    assert!(deep.message.contains("200") && deep.message.contains("128"), "{deep}");
    let long = refused(format!("\"{}\"", "x".repeat(1 << 20)));
    assert!(long.kind == ErrorKind::SchemaLimit && long.message.contains("1048578 bytes"), "{long}");
    let many = refused(format!("[{}0]", "0,".repeat(250_000)));
    assert!(many.kind == ErrorKind::SchemaLimit && many.message.contains("250002"), "{many}");
    let broken = refused("{\n \"a\": x}".to_owned());
    assert!(broken.kind == ErrorKind::SchemaInvalid && broken.message.contains("byte 8 (line 2, column 7)"), "{broken}");
    let wide = format!("{{\"anyOf\":[{}true]}}", "true,".repeat(50_000));
    assert_eq!(read(&wide, None).unwrap_err().kind, ErrorKind::SchemaLimit);
}

#[test]
fn malformed_keywords_are_named() {
    let cases = [
        (r#"{"properties":{"x":{"properties":null,"required":null}}}"#, "/properties/x/required"),
        (r#"{"properties":[]}"#, "/properties"),
        (r#"{"properties":{"a":3}}"#, "/properties/a"),
        (r#"{"type":3}"#, "/type"),
        (r#"{"type":[]}"#, "/type"),
        (r#"{"type":["string",null]}"#, "/type/1"),
        (r#"{"type":"OBJECT"}"#, "/type"),
        (r#"{"enum":{}}"#, "/enum"),
        (r#"{"minLength":-1}"#, "/minLength"),
        (r#"{"minItems":1.5}"#, "/minItems"),
        (r#"{"multipleOf":0}"#, "/multipleOf"),
        (r#"{"anyOf":[]}"#, "/anyOf"),
        (r#"{"allOf":{}}"#, "/allOf"),
        (r#"{"$ref":1}"#, "/$ref"),
        (r#"{"$schema":1}"#, "/$schema"),
        (r#"{"items":[{}],"prefixItems":[{}]}"#, "/items"),
        (r#"{"pattern":1}"#, "/pattern"),
        (r#"{"additionalProperties":"no"}"#, "/additionalProperties"),
        ("[]", ""),
    ];
    for (text, place) in cases {
        let error = read(text, None).unwrap_err();
        assert_eq!((error.kind, error.location.as_str()), (ErrorKind::SchemaInvalid, place), "{text}: {error}");
    }
    assert!(read(r#"{"type":"OBJECT"}"#, None).unwrap_err().message.contains("write `object`"));
    for fine in [
        r#"{"title":1,"description":[],"examples":{},"default":null,"$comment":{}}"#,
        r#"{"minLength":2.0}"#,
        r#"{"$defs":{"a":{"type":3,"$ref":"x:y"}}}"#,
        "true",
    ] {
        assert!(read(fine, None).is_ok(), "{fine}");
    }
}

#[test]
fn lenient_readings_are_noted() {
    let schema = read(r#"{"properties":{"a":{"items":[{"type":"null"}],"additionalItems":false},"b":{"minimum":1,"exclusiveMinimum":true},"c":{"required":true,"required":true}}}"#, None).unwrap();
    let place = |kind, place: &str| (kind, place.to_owned());
    let expected = [
        place(NoteKind::ArrayItems, "/properties/a/items"),
        place(NoteKind::BooleanExclusive, "/properties/b/exclusiveMinimum"),
        place(NoteKind::BooleanRequired, "/properties/c/required"),
        place(NoteKind::DuplicateMember, "/properties/c/required"),
    ];
    let found = notes(&schema);
    assert!(expected.iter().all(|note| found.contains(note)) && found.len() == 4, "{found:?}");
    assert!(accepts(&schema, r#"{"a":[null],"b":2,"c":3}"#));
    assert!(!accepts(&schema, r#"{"a":[null,null]}"#));
    assert!(!accepts(&schema, r#"{"b":1}"#));
    let unknown = read(r#"{"$schema":"http://attacker.example/meta.json","$id":"http://[","const":1}"#, None).unwrap();
    assert_eq!(unknown.draft(), Draft::Draft202012);
    assert_eq!(notes(&unknown), [place(NoteKind::UnknownDialect, "/$schema")]);
}

#[test]
fn drafts_differ() {
    let text = r#"{"exclusiveMaximum":true,"maximum":3,"const":1,"type":"integer"}"#;
    let four = read(text, Some(Draft::Draft4)).unwrap();
    assert_eq!((accepts(&four, "2"), accepts(&four, "3"), accepts(&four, "2.0")), (true, false, false));
    assert_eq!(four.keywords(four.root()).unwrap().members[2].0, None);

    let hidden = r##"{"properties":{"a":{"$ref":"#/definitions/s","maxLength":1}},"definitions":{"s":{"type":"string"}}}"##;
    for (draft, long) in [(Draft::Draft7, true), (Draft::OpenApi30, true), (Draft::Draft201909, false)] {
        let schema = read(hidden, Some(draft)).unwrap();
        assert_eq!(accepts(&schema, r#"{"a":"long"}"#), long, "{draft:?}");
        assert!(!accepts(&schema, r#"{"a":1}"#));
    }

    let nullable = r#"{"type":"string","nullable":true}"#;
    let open = read(nullable, Some(Draft::OpenApi30)).unwrap();
    assert!(accepts(&open, "null") && accepts(&open, "\"x\""));
    assert_eq!(open.keywords(open.root()).unwrap().types, Some(KindSet::of(Kind::String).with(Kind::Null)));
    assert!(!accepts(&read(nullable, None).unwrap(), "null"));
    assert!(!accepts(&read(r#"{"type":"string","enum":["x"],"nullable":true}"#, Some(Draft::OpenApi30)).unwrap(), "null"));

    let split = read(r#"{"dependencies":{"a":["b"],"c":{"required":["d"]}}}"#, Some(Draft::Draft7)).unwrap();
    let keywords = split.keywords(split.root()).unwrap();
    assert_eq!((keywords.dependent_required.len(), keywords.dependent_schemas.len()), (1, 1));

    let alone = read(r#"{"then":false,"minContains":3}"#, None).unwrap();
    let keywords = alone.keywords(alone.root()).unwrap();
    assert_eq!((keywords.then, keywords.min_contains), (None, None));
}

#[test]
fn a_dynamic_scope_gives_a_subschema_of_its_own() {
    let text = r##"{"$id":"http://x.example/strict","$dynamicAnchor":"node","$ref":"tree","unevaluatedProperties":false,
        "$defs":{"tree":{"$id":"tree","$dynamicAnchor":"node","properties":{"children":{"items":{"$dynamicRef":"#node"}}}}}}"##;
    let schema = read(text, None).unwrap();
    assert!(accepts(&schema, r#"{"children":[{"children":[]}]}"#));
    assert!(!accepts(&schema, r#"{"children":[{"x":1}]}"#));
    assert_eq!(schema.len(), read(text, None).unwrap().len());
}

#[test]
fn every_keyword_is_walked() {
    let text = r##"{"$ref":"#/components/a","properties":{"type":{"not":{"const":{"type":"x"}}}},"$defs":{"unused":{"minimum":1}},"components":{"a":{"title":"t"}}}"##;
    let schema = read(text, None).unwrap();
    let found: Vec<String> = walk_keywords(&schema).into_iter().map(|(place, name)| format!("{place} {name}")).collect();
    let expected = [
        "/$ref $ref",
        "/properties properties",
        "/$defs $defs",
        "/components components",
        "/properties/type/not not",
        "/properties/type/not/const const",
        "/$defs/unused/minimum minimum",
        "/components/a/title title",
    ];
    assert_eq!(found, expected);
}

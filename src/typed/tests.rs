use super::{Typed, TypedError, TypedErrorKind};
use crate::compat::OutcomeKind;
use crate::error::ErrorKind;
use crate::options::Options;
use crate::profile;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

fn typed<T: JsonSchema + serde::de::DeserializeOwned>(profile: &str) -> Typed<'static, T> {
    Typed::new(profile::find(profile).unwrap(), &Options::default()).unwrap()
}

fn refused<T: JsonSchema + serde::de::DeserializeOwned>() -> String {
    let error = Typed::<T>::new(profile::find("openai").unwrap(), &Options::default()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::SchemaUnsatisfiable, "{error}");
    error.to_string()
}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Order {
    zone: String,
    items: Vec<Item>,
    notes: BTreeMap<String, String>,
    at: (f64, f64),
    pay: Pay,
    after: Option<Box<Order>>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Item {
    name: String,
    #[serde(default)]
    count: u8,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
enum Pay {
    Cash,
    Card { number: String },
}

fn order() -> Order {
    Order {
        zone: "north".into(),
        items: vec![Item { name: "pen".into(), count: 2 }],
        notes: BTreeMap::from([("gift".into(), "yes".into())]),
        at: (9.9, 48.4),
        pay: Pay::Card { number: "4".into() },
        after: None,
    }
}

#[test]
fn goes_there_and_back() {
    for profile in ["openai", "anthropic", "gemini-json-schema", "gemini-schema"] {
        let orders = typed::<Order>(profile);
        let mut value = order();
        value.after = Some(Box::new(Order { pay: Pay::Cash, ..order() }));
        let wire = orders.encode(&value).unwrap();
        assert_eq!(orders.decode(&wire).unwrap(), value, "{profile} {wire}");
    }
}

#[test]
fn keeps_the_order_of_fields() {
    let orders = typed::<Order>("openai");
    let at = |name: &str| orders.prepared().wire_schema().find(&format!("\"{name}\":")).unwrap();
    assert!(at("zone") < at("items") && at("items") < at("notes") && at("notes") < at("at"));
}

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
struct Numbers {
    a: i64,
    b: u8,
    c: f64,
    d: serde_json::Value,
}

fn numbers(a: &str, b: &str, c: &str, d: &str) -> Result<Numbers, TypedError> {
    typed::<Numbers>("gemini-json-schema").decode(&format!(r#"{{"a":{a},"b":{b},"c":{c},"d":{d}}}"#))
}

#[test]
fn whole_numbers_are_integers_however_spelt() {
    let read = numbers("20.0", "2e1", "20.0", "1").unwrap();
    assert_eq!((read.a, read.b, read.c.to_bits()), (20, 20, 20f64.to_bits()));
    assert_eq!(numbers("-0", "0e9", "-0", "1").unwrap().a, 0);
    assert_eq!(numbers("9223372036854775807", "1", "117.42857142857143", "1").unwrap().a, i64::MAX);
}

#[test]
fn what_deserialises_as_written_stays_as_written() {
    assert!(numbers("1", "1", "1", "2.0").unwrap().d.is_f64());
}

#[test]
fn nothing_is_rounded_or_cut() {
    for (a, b) in [("9223372036854775808", "1"), ("1e30", "1")] {
        let error = numbers(a, b, "1", "1").unwrap_err();
        // Refused by the schema's own `format`-less integer or by the type; never a value.
        assert_eq!((error.kind, error.path.as_str()), (TypedErrorKind::Target, "/a"), "{error}");
    }
    let error = numbers("1", "256", "1", "1").unwrap_err();
    assert_eq!(error.path.as_str(), "/b");
    let error = numbers("20.5", "1", "1", "1").unwrap_err();
    assert_eq!((error.kind, error.outcome.kind), (TypedErrorKind::Reply, OutcomeKind::Invalid));
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Strict {
    #[expect(dead_code, reason = "only read by serde")]
    word: Word,
}

#[derive(Debug, Deserialize)]
#[serde(try_from = "String")]
struct Word;

impl TryFrom<String> for Word {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        if text == "open" { Ok(Word) } else { Err(format!("`{text}` is not the word")) }
    }
}

impl JsonSchema for Word {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Word".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string"})
    }
}

#[test]
fn errors_keep_the_reply_and_do_not_show_it() {
    let words = typed::<Strict>("openai");
    assert!(words.decode(r#"{"word":"open"}"#).is_ok());
    let error = words.decode(r#"{"word":"canary"}"#).unwrap_err();
    // `serde_json` places a custom error at the end of the object that holds it.
    assert_eq!((error.kind, error.path.as_str()), (TypedErrorKind::Target, ""));
    assert_eq!(error.outcome.raw, r#"{"word":"canary"}"#);
    assert!(!format!("{error} {error:?}").contains("canary"));
    assert!(std::error::Error::source(&error).unwrap().to_string().contains("canary"));
    let error = words.decode("sorry, no").unwrap_err();
    assert_eq!((error.kind, error.outcome.raw.as_str()), (TypedErrorKind::Reply, "sorry, no"));
    assert_eq!(words.decode("").unwrap_err().outcome.kind, OutcomeKind::Empty);
}

#[derive(Debug, Deserialize, JsonSchema)]
enum Never {}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "never built")]
struct Required {
    fine: String,
    nothing: Never,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "never built")]
struct Nested {
    list: Vec<Inner>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "never built")]
struct Inner {
    #[serde(default, skip_serializing)]
    #[schemars(schema_with = "not_anything")]
    closed: Option<String>,
}

fn not_anything(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({"not": {}})
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "never built")]
struct Maybe {
    word: String,
    never: Option<Never>,
}

#[test]
fn fields_that_nothing_fills_are_refused_by_name() {
    assert!(refused::<Required>().contains("`nothing`"));
    assert!(refused::<Nested>().contains("`closed`"));
    // Null fills it.
    assert!(typed::<Maybe>("openai").decode(r#"{"word":"x","never":null}"#).unwrap().never.is_none());
}

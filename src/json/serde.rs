//! To and from `serde_json::Value`, for callers at the edge.
//!
//! Nothing here depends on `preserve_order` or `arbitrary_precision`, which any other dependency may turn on.

use super::number::MAX_NUMBER;
use super::parse::{MAX_DEPTH, ParseError, ParseErrorKind};
use super::value::Json;
use serde_json::{Map, Number, Value};
use std::borrow::Cow;
use std::fmt;

/// A number that no `f64` comes near, such as `1e400`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberRange;

impl fmt::Display for NumberRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("number out of range of a 64-bit float")
    }
}

impl std::error::Error for NumberRange {}

impl Json<'static> {
    /// Copies a `serde_json` value.
    ///
    /// # Errors
    /// [`ParseErrorKind::Depth`] when it is nested deeper than [`MAX_DEPTH`], found without going deeper;
    /// [`ParseErrorKind::NumberTooLong`] as in reading. The offset is 0.
    pub fn from_serde(value: &Value) -> Result<Json<'static>, ParseError> {
        copy(value, MAX_DEPTH)
    }
}

fn copy(value: &Value, room: usize) -> Result<Json<'static>, ParseError> {
    let fault = |kind| ParseError { kind, offset: 0 };
    let deeper = || room.checked_sub(1).ok_or(fault(ParseErrorKind::Depth));
    Ok(match value {
        Value::Null => Json::Null,
        Value::Bool(value) => Json::Bool(*value),
        Value::Number(number) => {
            let text = number.to_string();
            if text.len() > MAX_NUMBER {
                return Err(fault(ParseErrorKind::NumberTooLong));
            }
            Json::Number(Cow::Owned(text))
        }
        Value::String(text) => Json::String(Cow::Owned(text.clone())),
        Value::Array(items) => {
            let room = deeper()?;
            Json::Array(items.iter().map(|item| copy(item, room)).collect::<Result<_, _>>()?)
        }
        Value::Object(members) => {
            let room = deeper()?;
            let member = |(name, value): (&String, &Value)| Ok((Cow::Owned(name.clone()), copy(value, room)?));
            Json::Object(members.iter().map(member).collect::<Result<_, _>>()?)
        }
    })
}

impl Json<'_> {
    /// Copies into a `serde_json` value; of members with the same name the last one stays.
    ///
    /// An integer, written as one, that an `i64` or `u64` holds is exact (`-0` is `0`); any other number is the
    /// nearest `f64`, so that floats come back as they were from [`Json::from_serde`].
    ///
    /// # Errors
    /// [`NumberRange`] when a number is too large for an `f64`.
    pub fn to_serde(&self) -> Result<Value, NumberRange> {
        Ok(match self {
            Json::Null => Value::Null,
            Json::Bool(value) => Value::Bool(*value),
            Json::Number(token) => Value::Number(number(token)?),
            Json::String(text) => Value::String(text.clone().into_owned()),
            Json::Array(items) => Value::Array(items.iter().map(Json::to_serde).collect::<Result<_, _>>()?),
            Json::Object(members) => {
                let mut map = Map::new();
                for (name, member) in members {
                    map.insert(name.clone().into_owned(), member.to_serde()?);
                }
                Value::Object(map)
            }
        })
    }
}

fn number(token: &str) -> Result<Number, NumberRange> {
    if let Ok(integer) = token.parse::<i64>() {
        return Ok(integer.into());
    }
    if let Ok(integer) = token.parse::<u64>() {
        return Ok(integer.into());
    }
    let float: f64 = token.parse().map_err(|_| NumberRange)?;
    Number::from_f64(float).ok_or(NumberRange)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{parse, to_text};
    use serde_json::json;

    #[test]
    fn copies_both_ways() {
        let value = json!({"a": [1, -2, 1.5, "x", null, true, {}], "b": u64::MAX});
        let ours = Json::from_serde(&value).unwrap();
        assert_eq!(ours.to_serde().unwrap(), value);
        assert_eq!(parse(r#"{"a":1,"a":2}"#).unwrap().to_serde().unwrap(), json!({"a": 2}));
    }

    #[test]
    fn numbers_keep_what_serde_json_can_hold() {
        let number = |token: &str| Json::Number(token.into()).to_serde().map(|v| v.to_string());
        for (token, expected) in [
            ("0", "0"),
            ("-0", "0"),
            ("1.0", "1.0"),
            ("9223372036854775807", "9223372036854775807"),
            ("-9223372036854775808", "-9223372036854775808"),
            ("18446744073709551615", "18446744073709551615"),
            ("9007199254740993", "9007199254740993"),
        ] {
            assert_eq!(number(token).as_deref(), Ok(expected), "{token}");
        }
        for token in ["18446744073709551616", "1e300", "1.5", "-1e-7", "1e-400", "1e22"] {
            let value = Json::Number(token.into()).to_serde().unwrap();
            assert_eq!(value.as_f64(), Some(token.parse().unwrap()), "{token}");
        }
        assert_eq!(number("1e400"), Err(NumberRange));
        assert_eq!(number("-1e999999999999999999999"), Err(NumberRange));
    }

    #[test]
    fn depth_is_refused_without_recursion() {
        let nest = |depth| (0..depth).fold(Value::Null, |inner, _| Value::Array(vec![inner]));
        let text = to_text(&Json::from_serde(&nest(MAX_DEPTH)).unwrap());
        assert!(parse(&text).is_ok());
        let fault = Json::from_serde(&nest(MAX_DEPTH + 1)).unwrap_err();
        assert_eq!(fault.kind, ParseErrorKind::Depth);
        let deep = nest(1_000_000);
        let fault = std::thread::scope(|scope| {
            let small = std::thread::Builder::new().stack_size(256 * 1024);
            small.spawn_scoped(scope, || Json::from_serde(&deep).map(|_| ())).unwrap().join().unwrap()
        });
        assert_eq!(fault.unwrap_err().kind, ParseErrorKind::Depth);
        // Dropping it the usual way would recurse.
        let mut rest = deep;
        while let Value::Array(mut items) = rest {
            rest = items.pop().unwrap();
        }
    }
}

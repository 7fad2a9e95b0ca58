//! Rust types in, Rust values out: the schema comes from [`schemars`], the value goes through [`serde`].
//!
//! ```
//! use schema_compat::{Options, Typed, profile};
//!
//! #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
//! struct Ticket {
//!     subject: String,
//!     hours: Option<u8>,
//! }
//!
//! let openai = profile::find("openai")?;
//! let tickets = Typed::<Ticket>::new(openai, &Options::default())?;
//! // `tickets.prepared().wire_schema()` goes into the request; the reply comes back:
//! let ticket = tickets.decode(r#"{"subject": "Late parcel", "hours": 2.0}"#)?;
//! assert_eq!(ticket.hours, Some(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Numbers
//! A field gets the number the model wrote or there is an error; nothing is rounded into an integer or cut to its range.
//! To JSON Schema `20.0` and `2e1` are the integer 20, to Rust's integers they are not; so a value that does not
//! deserialise as it was written is tried once more with such numbers spelt as integers. Both spellings are the same
//! number, so no finding is made of it. A floating-point field holds the nearest double, as everywhere in `serde_json`.

use crate::compat::{self, Outcome, OutcomeKind, Prepared};
use crate::error::{Error, ErrorKind};
use crate::form::{Conjunct, Forms};
use crate::json::{Decimal, Json, parse, to_text};
use crate::location::Location;
use crate::options::Options;
use crate::profile::Profile;
use crate::schema::Schema;
use crate::schema::arena::SchemaId;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::marker::PhantomData;

mod place;

/// A Rust type prepared for an endpoint.
pub struct Typed<'p, T> {
    prepared: Prepared<'p>,
    of: PhantomData<fn() -> T>,
}

/// Why a reply did not become a `T`.
///
/// Neither `Display` nor `Debug` shows what the reply holds; the [`outcome`](TypedError::outcome) has it all.
pub struct TypedError {
    /// What went wrong.
    pub kind: TypedErrorKind,
    /// Where in the user's value, as closely as it is known: the value, or the object or array that holds it.
    pub path: Location,
    /// How the reply was read: issues, candidates, findings, the raw text.
    pub outcome: Box<Outcome>,
    message: String,
    source: Option<serde_json::Error>,
}

/// The kinds of [`TypedError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TypedErrorKind {
    /// The reply is not one valid value: invalid, ambiguous, empty, refused or cut; `outcome.kind` says which.
    Reply,
    /// The value is valid under the schema and the Rust type does not take it: a number outside its range, or a
    /// `Deserialize` that is stricter than its schema.
    Target,
}

impl<'p, T: JsonSchema + DeserializeOwned> Typed<'p, T> {
    /// Prepares the schema of `T` (2020-12, as `T` is deserialised) for an endpoint.
    ///
    /// # Errors
    /// As [`compat::prepare`], and `SchemaUnsatisfiable` for a field that no JSON value can fill, required or not: an
    /// optional one would be left out of every reply without anybody having said so.
    pub fn new(profile: &'p Profile, options: &Options) -> Result<Self, Error> {
        let generator = SchemaSettings::draft2020_12().for_deserialize().with_transform(SayNever).into_generator();
        let schema = generator.into_root_schema_for::<T>();
        let text = serde_json::to_string(&schema).map_err(|e| {
            Error::new(ErrorKind::SchemaInvalid, Location::root(), format!("the schema of the type cannot be printed: {e}"))
        })?;
        // Read apart from the rewrite, so that the field is named before the rewrite gives up on what holds it.
        unfillable(&Schema::parse(&text, &crate::schema::ReadOptions::default())?)?;
        let prepared = compat::prepare(&text, profile, options)?;
        Ok(Typed { prepared, of: PhantomData })
    }

    /// Reads a reply into a `T`.
    ///
    /// # Errors
    /// [`TypedError`]; an ambiguous reply is one.
    pub fn decode(&self, reply: &str) -> Result<T, TypedError> {
        let outcome = self.prepared.decode(reply);
        let value = match (&outcome.value, outcome.kind) {
            (Some(value), OutcomeKind::Valid) => value,
            _ => return Err(TypedError::reply(outcome)),
        };
        let error = match serde_json::from_str(value) {
            Ok(value) => return Ok(value),
            Err(error) => error,
        };
        match integers_as_integers(value) {
            Some(respelt) => serde_json::from_str(&respelt).map_err(|error| {
                let at = place::place(&respelt, error.column());
                TypedError::target::<T>(at, error, outcome)
            }),
            None => {
                let at = place::place(value, error.column());
                Err(TypedError::target::<T>(at, error, outcome))
            }
        }
    }
}

impl<'p, T> Typed<'p, T> {
    /// The schema as it was prepared: the wire schema, the findings, the untyped `encode` and `decode`.
    #[must_use]
    pub fn prepared(&self) -> &Prepared<'p> {
        &self.prepared
    }

    /// Says a value in wire form, as compact JSON text: for examples and for earlier answers of a conversation.
    ///
    /// # Errors
    /// As [`Prepared::encode`]; `ReplyInvalid` also when `Serialize` fails.
    pub fn encode(&self, value: &T) -> Result<String, Error>
    where
        T: Serialize,
    {
        let text = serde_json::to_string(value)
            .map_err(|e| Error::new(ErrorKind::ReplyInvalid, Location::root(), format!("the value cannot be serialised: {e}")))?;
        self.prepared.encode(&text)
    }
}

impl<T> fmt::Debug for Typed<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Typed").field("type", &std::any::type_name::<T>()).field("profile", &self.prepared.profile().name).finish()
    }
}

impl TypedError {
    fn reply(outcome: Outcome) -> Self {
        let first = outcome.issues.first();
        let path = first.map(|i| i.path.clone()).unwrap_or_default();
        let message = match first {
            Some(issue) => format!("the reply is {}: {}", outcome.kind.name(), issue.message),
            None => format!("the reply is {}", outcome.kind.name()),
        };
        TypedError { kind: TypedErrorKind::Reply, path, outcome: Box::new(outcome), message, source: None }
    }

    fn target<T>(path: Location, error: serde_json::Error, outcome: Outcome) -> Self {
        let message = format!("the value is valid under the schema, but `{}` does not take it", std::any::type_name::<T>());
        TypedError { kind: TypedErrorKind::Target, path, outcome: Box::new(outcome), message, source: Some(error) }
    }
}

impl fmt::Display for TypedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if self.path.as_str().is_empty() { Ok(()) } else { write!(f, " (at {})", self.path) }
    }
}

impl fmt::Debug for TypedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TypedError")
            .field("kind", &self.kind)
            .field("path", &self.path)
            .field("outcome", &self.outcome.kind)
            .finish_non_exhaustive()
    }
}

impl std::error::Error for TypedError {
    /// What `serde_json` said. It may quote the reply.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_ref().map(|e| e as _)
    }
}

/// Says an empty list of alternatives (the schema of an enum without variants) as `{"not": {}}`: JSON Schema knows no
/// empty list.
#[derive(Clone, Debug)]
struct SayNever;

impl Transform for SayNever {
    fn transform(&mut self, schema: &mut schemars::Schema) {
        transform_subschemas(self, schema);
        let Some(object) = schema.as_object_mut() else { return };
        for keyword in ["oneOf", "anyOf", "enum"] {
            if object.get(keyword).and_then(serde_json::Value::as_array).is_some_and(Vec::is_empty) {
                object.remove(keyword);
                object.insert("not".to_owned(), serde_json::Value::Object(serde_json::Map::new()));
            }
        }
    }
}

/// Refuses a property that no value satisfies.
fn unfillable(schema: &Schema) -> Result<(), Error> {
    let mut forms = Forms::new(schema);
    let mut seen = vec![false; schema.len()];
    let mut stack = vec![schema.root()];
    while let Some(id) = stack.pop() {
        if std::mem::replace(&mut seen[id.0 as usize], true) {
            continue;
        }
        let Some(k) = schema.keywords(id) else { continue };
        for (name, property) in &k.properties {
            let node = forms.node([Conjunct::Is(*property)]);
            if forms.is_never(node)? {
                let name = schema.doc().key(*name).unwrap_or_default();
                return Err(Error::new(
                    ErrorKind::SchemaUnsatisfiable,
                    schema.location(*property),
                    format!("no JSON value can fill the field `{name}`; skip it (`#[serde(skip)]`) or change its type"),
                ));
            }
        }
        let below = k.properties.iter().chain(&k.pattern_properties).map(|(_, s)| *s);
        let lists = k.prefix_items.iter().chain(&k.all_of).chain(&k.any_of).chain(&k.one_of).copied();
        let single: [Option<SchemaId>; 3] = [k.items, k.additional_properties, k.reference];
        stack.extend(below.chain(lists).chain(single.into_iter().flatten()));
    }
    Ok(())
}

/// The value with whole numbers spelt as integers; `None` when that changes nothing.
fn integers_as_integers(text: &str) -> Option<String> {
    fn respell(value: &mut Json<'_>, changed: &mut bool) {
        match value {
            Json::Number(token) if token.contains(['.', 'e', 'E']) || token == "-0" => {
                let Some(number) = Decimal::parse(token) else { return };
                let spelt = if number.is_zero() { "0".to_owned() } else { number.to_text() };
                if number.is_integer() && !spelt.contains(['.', 'e', 'E']) {
                    *token = spelt.into();
                    *changed = true;
                }
            }
            Json::Array(items) => items.iter_mut().for_each(|item| respell(item, changed)),
            Json::Object(members) => members.iter_mut().for_each(|(_, member)| respell(member, changed)),
            _ => {}
        }
    }
    let mut value = parse(text).ok()?;
    let mut changed = false;
    respell(&mut value, &mut changed);
    changed.then(|| to_text(&value))
}

#[cfg(test)]
mod tests;

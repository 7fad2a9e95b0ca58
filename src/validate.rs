//! The user's own schema as the judge of every answer, through `jsonschema`; nothing is ever fetched.

use crate::error::{Error, ErrorKind};
use crate::json::{Json, NumberRange};
use crate::location::Location;
use crate::options::{Formats, Options};
use crate::pattern::Pattern;
use crate::schema::keyword::{Draft, Keyword, Role};
use crate::schema::{NoteKind, Schema, dialect};
use jsonschema::PatternOptions;
use referencing::{RegistryBuilder, Resource, SPECIFICATIONS};
use serde_json::Value;

/// How many faults of one value are told.
const MAX_FAULTS: usize = 50;
/// Steps back a pattern may take on one text.
const BACKTRACK_LIMIT: usize = 100_000;
/// Work the validator is let loose on: it tries every branch and remembers nothing, which is exponential in the depth of
/// a reply where unions meet recursion. Legitimate work grows with the reply.
const MAX_WORK: u64 = 300_000;
const WORK_PER_VALUE: u64 = 256;
/// How many spellings are put right for the validator.
const MAX_MENDED: usize = 64;

/// A compiled user schema.
#[derive(Debug)]
pub struct Validator {
    inner: jsonschema::Validator,
    formats: bool,
}

/// One way a value breaks the user's schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where in the value.
    pub path: Location,
    /// Where in the schema.
    pub schema_path: Location,
    /// What is expected, without the value.
    pub message: String,
}

impl Validator {
    /// Compiles the schema.
    ///
    /// # Errors
    /// `SchemaInvalid` or `SchemaRegex` when the validator refuses the schema, with its reason and place.
    pub fn new(schema: &Schema, options: &Options) -> Result<Self, Error> {
        let mut document = document(schema)?;
        drop_dialects(&mut document, Some(schema.draft()), options);
        let registry = registry(schema, options)?;
        let mut build = jsonschema::options()
            .offline()
            .with_draft(draft(schema.draft()))
            .should_validate_formats(options.formats == Formats::Assert)
            .should_ignore_unknown_formats(true)
            .with_pattern_options(PatternOptions::fancy_regex().backtrack_limit(BACKTRACK_LIMIT));
        if let Some(registry) = &registry {
            build = build.with_registry(registry);
        }
        let mut mended = 0;
        loop {
            let error = match build.build(&document) {
                Ok(inner) => return Ok(Validator { inner, formats: options.formats == Formats::Assert }),
                Err(error) => error,
            };
            mended += 1;
            let at = error.instance_path().as_str().to_owned();
            if mended > MAX_MENDED || !mend(&mut document, &at) {
                return Err(refusal(&error));
            }
        }
    }

    /// How a value breaks the schema this was compiled from; as [`Validator::faults`], in bounded time.
    ///
    /// # Errors
    /// A number in the value is out of the range of a 64-bit float.
    pub fn judge(&self, schema: &Schema, value: &Json<'_>) -> Result<Vec<Fault>, NumberRange> {
        let plain = value.to_serde()?;
        let allowance = MAX_WORK.saturating_add(WORK_PER_VALUE.saturating_mul(count(&plain)));
        if schema.work(value) <= allowance {
            return Ok(self.faults(&plain));
        }
        // Our own evaluator remembers what it has judged, but says only whether, and asserts no format.
        let message = match schema.verdict(schema.root(), value, allowance) {
            Some(true) if !self.formats => return Ok(Vec::new()),
            Some(false) => "the value is valid under none of the alternatives, of which there are too many to say where it fails",
            _ => "too many alternatives to tell whether the value is valid",
        };
        Ok(vec![Fault { path: Location::root(), schema_path: Location::root(), message: message.to_owned() }])
    }

    /// Whether the value is valid.
    #[must_use]
    pub fn accepts(&self, value: &Value) -> bool {
        self.inner.is_valid(value)
    }

    /// How the value breaks the schema; empty when it is valid. At most 50 faults are told.
    #[must_use]
    pub fn faults(&self, value: &Value) -> Vec<Fault> {
        self.inner
            .iter_errors(value)
            .take(MAX_FAULTS)
            .map(|e| Fault {
                path: Location::from_pointer(e.instance_path().as_str()),
                schema_path: Location::from_pointer(e.schema_path().as_str()),
                message: e.masked().to_string(),
            })
            .collect()
    }
}

/// How many values there are in a value.
fn count(value: &Value) -> u64 {
    match value {
        Value::Array(items) => 1 + items.iter().map(count).sum::<u64>(),
        Value::Object(members) => 1 + members.values().map(count).sum::<u64>(),
        _ => 1,
    }
}

fn refusal(error: &jsonschema::ValidationError<'_>) -> Error {
    let place = error.instance_path().as_str();
    let kind =
        if place.ends_with("/pattern") || place.contains("/patternProperties") { ErrorKind::SchemaRegex } else { ErrorKind::SchemaInvalid };
    Error::new(kind, Location::from_pointer(place), format!("the schema cannot be used for validation: {}", error.masked()))
}

/// Puts right what the validator refuses though it changes nothing: annotations of the wrong type, and patterns that
/// ECMA-262 takes in its lenient reading, written out strictly. Returns whether something was changed.
fn mend(document: &mut Value, at: &str) -> bool {
    let Some((parent, key)) = at.rsplit_once('/') else { return false };
    let Some(Value::Object(object)) = document.pointer_mut(parent) else { return false };
    if Keyword::from_text(key).is_some_and(|k| k.role() == Role::Annotation) {
        return object.remove(key).is_some();
    }
    if key != "pattern" {
        return false;
    }
    let strict = object.get(key).and_then(Value::as_str).and_then(|source| Pattern::new(source).ok()).and_then(|p| p.wire_form());
    match strict {
        Some(strict) if object.get(key).and_then(Value::as_str) != Some(&strict) => {
            object.insert(key.to_owned(), Value::String(strict));
            true
        }
        _ => false,
    }
}

fn draft(draft: Draft) -> jsonschema::Draft {
    match draft {
        Draft::Draft4 | Draft::OpenApi30 => jsonschema::Draft::Draft4,
        Draft::Draft6 => jsonschema::Draft::Draft6,
        Draft::Draft7 => jsonschema::Draft::Draft7,
        Draft::Draft201909 => jsonschema::Draft::Draft201909,
        Draft::Draft202012 => jsonschema::Draft::Draft202012,
    }
}

/// The documents the schema reaches, of those the caller gave, beside the standard meta-schemas; what is wrong with the
/// others does not matter. One that names no dialect is in that of the schema that refers to it.
fn registry(schema: &Schema, options: &Options) -> Result<Option<jsonschema::Registry<'static>>, Error> {
    let reached: std::collections::HashSet<&str> = schema.sources().collect();
    if reached.is_empty() {
        return Ok(None);
    }
    let refuse = |uri: &str, why: String| Error::new(ErrorKind::SchemaInvalid, Location::root(), format!("registry document {uri}: {why}"));
    let mut builder: Option<RegistryBuilder<'_>> = None;
    for (uri, text) in options.registry.iter().filter(|(uri, _)| reached.contains(crate::schema::normal(uri).as_str())) {
        let mut value: Value = serde_json::from_str(text).map_err(|e| refuse(uri, e.to_string()))?;
        drop_dialects(&mut value, None, options);
        let named = value.get("$schema").is_some();
        let resource = if named { Resource::from_contents(value) } else { draft(schema.draft()).create_resource(value) };
        let added = match builder.take() {
            Some(builder) => builder.add(uri, resource),
            None => SPECIFICATIONS.add(uri, resource),
        };
        builder = Some(added.map_err(|e| refuse(uri, e.to_string()))?);
    }
    match builder {
        Some(builder) => builder.prepare().map(Some).map_err(|e| refuse("set", e.to_string())),
        None => Ok(Some(SPECIFICATIONS.clone())),
    }
}

/// Removes every `$schema` that names a dialect nobody knows: it was read as the default one, and the validator refuses it.
/// At the root of the user's schema the draft it was read as decides, whatever is written there.
fn drop_dialects(value: &mut Value, root: Option<Draft>, options: &Options) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| drop_dialects(item, None, options)),
        Value::Object(members) => {
            let kept = match members.get("$schema") {
                Some(Value::String(uri)) => match dialect(uri) {
                    Some(draft) => root.is_none_or(|root| root == draft),
                    None => options.registry.iter().any(|(known, _)| known.trim_end_matches('#') == uri.trim_end_matches('#')),
                },
                _ => true,
            };
            if !kept {
                members.remove("$schema");
            }
            let data = |name: &str| matches!(name, "enum" | "const" | "default" | "examples");
            members.iter_mut().filter(|(name, _)| !data(name)).for_each(|(_, member)| drop_dialects(member, None, options));
        }
        _ => {}
    }
}

/// The schema as the validator takes it: the spellings that were read leniently are put right, nothing else changes.
fn document(schema: &Schema) -> Result<Value, Error> {
    let doc = schema.doc();
    let json = doc.to_json(doc.root());
    let mut value = json.to_serde().map_err(|_| {
        Error::new(
            ErrorKind::SchemaInvalid,
            Location::root(),
            "a number in the schema is outside the range of a 64-bit float; write it smaller",
        )
    })?;
    for note in schema.notes() {
        if doc.document(note.json) != 0 {
            continue;
        }
        let Some(parent) = doc.parent(note.json) else { continue };
        let Some(object) = value.pointer_mut(doc.location(parent).as_str()).and_then(Value::as_object_mut) else { continue };
        let key = doc.key(note.json).unwrap_or_default();
        match note.kind {
            NoteKind::UnknownDialect | NoteKind::BooleanRequired | NoteKind::IgnoredId => {
                object.remove(key);
            }
            NoteKind::ArrayItems => {
                if let Some(items) = object.remove("items") {
                    object.insert("prefixItems".to_owned(), items);
                }
                if let Some(rest) = object.remove("additionalItems") {
                    object.insert("items".to_owned(), rest);
                }
            }
            NoteKind::BooleanExclusive => {
                let bound = if key == "exclusiveMinimum" { "minimum" } else { "maximum" };
                if object.remove(key) == Some(Value::Bool(true))
                    && let Some(limit) = object.remove(bound)
                {
                    object.insert(key.to_owned(), limit);
                }
            }
            NoteKind::NumericExclusive => {
                let bound = if key == "exclusiveMinimum" { "minimum" } else { "maximum" };
                if let Some(limit) = object.remove(key) {
                    object.insert(bound.to_owned(), limit);
                    object.insert(key.to_owned(), Value::Bool(true));
                }
            }
            _ => {}
        }
    }
    translate_nullable(schema, &mut value);
    Ok(value)
}

/// OpenAPI 3.0's `nullable` beside `type`, as the list of types it stands for.
fn translate_nullable(schema: &Schema, value: &mut Value) {
    if schema.draft() != Draft::OpenApi30 {
        return;
    }
    let doc = schema.doc();
    for id in schema.ids() {
        let Some(keywords) = schema.keywords(id) else { continue };
        let nullable = keywords.members.iter().any(|(k, json)| *k == Some(Keyword::Nullable) && doc.bool(*json) == Some(true));
        if !nullable || doc.document(schema.sub(id).json) != 0 {
            continue;
        }
        if let Some(Value::Object(object)) = value.pointer_mut(schema.location(id).as_str())
            && let Some(Value::String(name)) = object.get("type")
        {
            let types = vec![Value::String(name.clone()), Value::String("null".to_owned())];
            object.insert("type".to_owned(), Value::Array(types));
        }
    }
}

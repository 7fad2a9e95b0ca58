//! From text to [`Schema`]: reads the documents, then every subschema that the root leads to.
//!
//! Only what the root leads to is parsed, so a definition that nothing uses may be malformed or point anywhere;
//! it constrains no value. Ids are given breadth first, children in document order, so they depend on the text alone.

use super::allow::Allowances;
use super::arena::{Body, JsonId, Keywords, SchemaId, ScopeId, Sub};
use super::doc::{Doc, NONE, as_u32};
use super::keyword::Draft;
use super::listed::Listed;
use super::patterns::Patterns;
use super::resource::Resources;
use super::scope::{MAX_BINDINGS, Scopes};
use super::standard::{Vocabularies, dialect};
use crate::error::{Error, ErrorKind};
use crate::json::Kind;
use std::collections::HashMap;

/// Most subschemas of one schema, counted once per dynamic scope.
pub const MAX_SUBSCHEMAS: usize = 50_000;

/// How to read a schema.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The draft to read the user's document under; `None` goes by `$schema`, and by 2020-12 where that says nothing.
    pub draft: Option<Draft>,
    /// Documents that references may point at, as `(URI, text)`. Nothing else is ever looked up.
    pub registry: Vec<(String, String)>,
}

/// Something in a schema that was read leniently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// What.
    pub kind: NoteKind,
    /// The node it is about.
    pub json: JsonId,
}

/// What was read leniently, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoteKind {
    /// `$schema` names no dialect we know; read as 2020-12.
    UnknownDialect,
    /// An array as `items` under 2020-12; read as a tuple, as earlier drafts do.
    ArrayItems,
    /// A boolean `exclusiveMinimum` or `exclusiveMaximum` after draft 4; read as draft 4 does.
    BooleanExclusive,
    /// A number as `exclusiveMinimum` or `exclusiveMaximum` in draft 4; read as later drafts do.
    NumericExclusive,
    /// A boolean `required` (a draft 3 habit); ignored.
    BooleanRequired,
    /// An `$id` or `id` that is no URI reference; ignored.
    IgnoredId,
    /// A member that a later one of the same name replaces.
    DuplicateMember,
    /// A name that stands in `type` twice.
    DuplicateType,
}

impl NoteKind {
    /// What to tell a person.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            NoteKind::UnknownDialect => "unknown `$schema`; read as JSON Schema 2020-12",
            NoteKind::ArrayItems => "an array as `items` is `prefixItems` in 2020-12; read as a tuple",
            NoteKind::BooleanExclusive => "a boolean exclusive bound exists only in draft 4; read as draft 4 does",
            NoteKind::NumericExclusive => "a numeric exclusive bound does not exist in draft 4; read as later drafts do",
            NoteKind::BooleanRequired => "`required` is a list of names on the object; the boolean is ignored",
            NoteKind::IgnoredId => "the identifier is not a URI reference; ignored",
            NoteKind::DuplicateMember => "the member stands twice in its object; the last one counts",
            NoteKind::DuplicateType => "the name stands twice in `type`",
        }
    }
}

/// A parsed schema: its documents, and the arena of the subschemas the root leads to.
#[derive(Clone, Debug)]
pub struct Schema {
    pub(super) doc: Doc,
    pub(super) subs: Vec<Sub>,
    /// The resource each subschema's keywords belong to.
    pub(super) homes: Vec<u32>,
    /// Subschemas of the empty scope by node; `NONE` where there is none.
    plain: Vec<u32>,
    scoped: HashMap<(JsonId, ScopeId), SchemaId>,
    pub(super) resources: Resources,
    pub(super) scopes: Scopes,
    pub(super) registry: Vec<(String, Option<String>)>,
    /// The URIs documents were loaded from, by document; the user's has none.
    pub(super) sources: Vec<String>,
    pub(super) notes: Vec<Note>,
    pub(super) patterns: Patterns,
    pub(super) listed: Listed,
    pub(super) allowances: Allowances,
    root: SchemaId,
}

impl Schema {
    /// Reads a schema.
    ///
    /// # Errors
    /// `SchemaInvalid`, `SchemaLimit` or `SchemaRemoteRef`, with the place in the schema.
    pub fn parse(text: impl Into<String>, options: &ReadOptions) -> Result<Schema, Error> {
        let doc = Doc::parse(text.into())?;
        let registry = options.registry.iter().map(|(uri, text)| (super::refs::normal(uri), Some(text.clone()))).collect();
        let mut schema = Schema {
            plain: Vec::new(),
            subs: Vec::with_capacity(doc.len() / 6 + 1),
            homes: Vec::with_capacity(doc.len() / 6 + 1),
            doc,
            scoped: HashMap::new(),
            resources: Resources::default(),
            scopes: Scopes::new(),
            registry,
            sources: vec![String::new()],
            notes: Vec::new(),
            patterns: Patterns::default(),
            listed: Listed::new(),
            allowances: Allowances::new(),
            root: SchemaId(0),
        };
        let root = schema.doc.root();
        schema.resources.add(root, options.draft.unwrap_or(Draft::Draft202012), Vocabularies::ALL);
        schema.read_dialect(root, options.draft)?;
        if schema.resources.marked(&schema.doc, 0) {
            schema.register(0, None);
        }
        schema.root = schema.intern(root, ScopeId(0))?;
        let duplicates = schema.doc.duplicates().iter().filter(|node| schema.doc.document(**node) == 0);
        schema.notes.extend(duplicates.map(|node| Note { kind: NoteKind::DuplicateMember, json: *node }));
        Ok(schema)
    }

    fn read_dialect(&mut self, root: JsonId, asked: Option<Draft>) -> Result<(), Error> {
        let Some(node) = self.doc.get(root, "$schema") else { return Ok(()) };
        let Some(uri) = self.doc.str(node) else { return Err(self.wrong(node, "a string")) };
        if let Some(draft) = dialect(uri) {
            if asked.is_none() {
                self.resources.set_dialect(0, draft, Vocabularies::ALL);
            }
            return Ok(());
        }
        let uri = super::refs::normal(uri);
        let described = if self.registry.iter().any(|(known, _)| *known == uri) { self.load(&uri)? } else { None };
        let Some(resource) = described else {
            if asked.is_none() {
                self.notes.push(Note { kind: NoteKind::UnknownDialect, json: node });
            }
            return Ok(());
        };
        let meta = self.resources.get(resource).root;
        let vocabularies = match self.doc.get(meta, "$vocabulary") {
            Some(list) => Vocabularies::read(&self.doc, list).map_err(|member| {
                let name = self.doc.key(member).unwrap_or_default().to_owned();
                self.fault(ErrorKind::SchemaInvalid, node, format!("this dialect requires a vocabulary that is not supported: {name}"))
            })?,
            None => Vocabularies::ALL,
        };
        let draft = asked.unwrap_or(self.resources.get(resource).draft);
        self.resources.set_dialect(0, draft, vocabularies);
        Ok(())
    }

    /// The subschema of the user's document root.
    #[must_use]
    pub const fn root(&self) -> SchemaId {
        self.root
    }

    /// The documents.
    #[must_use]
    pub const fn doc(&self) -> &Doc {
        &self.doc
    }

    /// How many subschemas there are; their ids are below this.
    #[must_use]
    pub fn len(&self) -> usize {
        self.subs.len()
    }

    /// Whether there is no subschema; a parsed schema has at least its root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.subs.is_empty()
    }

    /// Every subschema id, in order.
    pub fn ids(&self) -> impl Iterator<Item = SchemaId> + use<> {
        (0..as_u32(self.subs.len())).map(SchemaId)
    }

    /// A subschema.
    #[must_use]
    pub fn sub(&self, id: SchemaId) -> &Sub {
        &self.subs[id.0 as usize]
    }

    /// The keywords of a subschema that is not a boolean.
    #[must_use]
    pub fn keywords(&self, id: SchemaId) -> Option<&Keywords> {
        match &self.sub(id).body {
            Body::Keywords(keywords) => Some(keywords),
            Body::Bool(_) => None,
        }
    }

    /// The draft of the user's document.
    #[must_use]
    pub fn draft(&self) -> Draft {
        self.resources.get(0).draft
    }

    /// What was read leniently in the user's document, in no particular order.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The URI a document was loaded from; `None` for the user's own.
    #[must_use]
    pub fn source(&self, document: usize) -> Option<&str> {
        if document == 0 { None } else { self.sources.get(document).map(String::as_str) }
    }

    /// The URIs, without fragment, of the documents outside the schema that it refers to.
    pub fn sources(&self) -> impl Iterator<Item = &str> {
        self.sources.iter().map(String::as_str).filter(|uri| !uri.is_empty())
    }

    /// The subschema at a node under a scope, if the root leads to it.
    #[must_use]
    pub fn find(&self, json: JsonId, scope: ScopeId) -> Option<SchemaId> {
        if scope != ScopeId(0) {
            return self.scoped.get(&(json, scope)).copied();
        }
        self.plain.get(json.0 as usize).copied().filter(|id| *id != NONE).map(SchemaId)
    }

    /// The subschema at a node entered under a scope, parsed now with all it leads to if it was not yet.
    ///
    /// # Errors
    /// As [`Schema::parse`].
    pub fn intern(&mut self, json: JsonId, scope: ScopeId) -> Result<SchemaId, Error> {
        let mut next = self.subs.len();
        let resource = self.resources.of(&self.doc, json);
        let id = self.put(json, scope, resource)?;
        while next < self.subs.len() {
            let id = SchemaId(as_u32(next));
            self.subs[next].body = self.read(id)?;
            next += 1;
        }
        self.note_ignored_ids();
        self.check_loops()?;
        self.collect_patterns();
        self.listed = Listed::new();
        Ok(id)
    }

    fn note_ignored_ids(&mut self) {
        for json in std::mem::take(&mut self.resources.ignored) {
            if self.doc.document(json) == 0 {
                self.notes.push(Note { kind: NoteKind::IgnoredId, json });
            }
        }
    }

    /// The id for a node of `resource` entered under a scope; a new one is read later, by the loop in [`Schema::intern`].
    pub(super) fn put(&mut self, json: JsonId, scope: ScopeId, resource: u32) -> Result<SchemaId, Error> {
        let anchors = &self.resources.get(resource).dynamic;
        let Some(scope) = self.scopes.enter(scope, resource, anchors) else {
            return Err(self.fault(ErrorKind::SchemaLimit, json, format!("dynamic scopes hold more than {MAX_BINDINGS} bindings here")));
        };
        if let Some(known) = self.find(json, scope) {
            return Ok(known);
        }
        let kind = self.doc.kind(json);
        if kind != Kind::Object && kind != Kind::Bool {
            let message = format!("a schema is an object or a boolean, not {}", with_article(kind));
            return Err(self.fault(ErrorKind::SchemaInvalid, json, message));
        }
        if self.subs.len() >= MAX_SUBSCHEMAS {
            let message = format!(
                "the schema has more than {MAX_SUBSCHEMAS} subschemas, references into dynamic scopes counted once per scope; this is number {}",
                self.subs.len() + 1
            );
            return Err(self.fault(ErrorKind::SchemaLimit, json, message));
        }
        let id = SchemaId(as_u32(self.subs.len()));
        let draft = self.resources.get(resource).draft;
        self.subs.push(Sub { json, scope, draft, body: Body::Bool(true) });
        self.homes.push(resource);
        if scope == ScopeId(0) {
            if self.plain.len() <= json.0 as usize {
                self.plain.resize(self.doc.len(), NONE);
            }
            self.plain[json.0 as usize] = id.0;
        } else {
            self.scoped.insert((json, scope), id);
        }
        Ok(id)
    }

    /// An error at a node; says which document where it is not the user's.
    pub(super) fn fault(&self, kind: ErrorKind, json: JsonId, message: impl Into<String>) -> Error {
        let message = message.into();
        let message = match self.source(self.doc.document(json)) {
            Some(source) => format!("in {source}: {message}"),
            None => message,
        };
        Error::new(kind, self.doc.location(json), message)
    }

    /// The error for a keyword whose value is not what it has to be.
    pub(super) fn wrong(&self, json: JsonId, expected: &str) -> Error {
        let found = match self.doc.number(json) {
            Some(token) if token.len() <= 40 => token.to_owned(),
            _ => with_article(self.doc.kind(json)).to_owned(),
        };
        let message = match self.doc.key(json) {
            Some(key) => format!("`{key}` must be {expected}, not {found}"),
            None => format!("this must be {expected}, not {found}"),
        };
        self.fault(ErrorKind::SchemaInvalid, json, message)
    }
}

/// The kind in a sentence.
pub(super) const fn with_article(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Bool => "a boolean",
        Kind::Number => "a number",
        Kind::String => "a string",
        Kind::Array => "an array",
        Kind::Object => "an object",
    }
}

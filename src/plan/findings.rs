//! What is told of a plan: the rules' notes with their places, examples and evidence, spelled out when somebody asks.

use crate::finding::{Fidelity, Finding, Severity};
use crate::form::{Conjunct, Forms, witness};
use crate::json::to_text;
use crate::location::Location;
use crate::profile::Profile;
use crate::rule::context::{At, Context, Note};
use crate::rule::wire::WireId;
use crate::schema::Schema;
use crate::schema::arena::JsonId;
use std::collections::HashSet;

/// A finding whose place is not spelled out yet.
#[derive(Clone, Debug)]
pub struct Noted {
    note: Note,
    /// The node an example of what is lost is built from.
    conjuncts: Vec<Conjunct>,
}

impl Noted {
    /// How loud it is.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.note.severity
    }

    /// What it does to the values.
    #[must_use]
    pub fn fidelity(&self) -> Fidelity {
        self.note.fidelity
    }
}

/// The notes of a plan of `schema`, each once and in document order; `wire` says where a place of the schema went, as far
/// as a node of the wire schema is concerned.
#[must_use]
pub fn findings(schema: &Schema, profile: &Profile, noted: &[Noted], wire: impl Fn(JsonId, Option<WireId>) -> Location) -> Vec<Finding> {
    let mut seen: HashSet<(&'static str, Location, &str)> = HashSet::new();
    let mut forms = Forms::new(schema);
    let mut out = Vec::with_capacity(noted.len());
    let mut noted: Vec<(JsonId, &Noted)> = noted.iter().map(|noted| (position(schema, noted.note.at), noted)).collect();
    noted.sort_by_key(|(position, _)| *position);
    for (position, Noted { note, conjuncts }) in noted {
        let location = schema.doc().location(position);
        if !seen.insert((note.rule, location.clone(), &note.message)) {
            continue;
        }
        out.push(Finding {
            rule: note.rule,
            severity: note.severity,
            fidelity: note.fidelity,
            wire_location: Some(wire(position, note.wire)),
            location,
            message: note.message.to_string(),
            help: None,
            witness: note.lost.as_ref().and_then(|lost| witness(&mut forms, conjuncts, lost)).map(|w| to_text(&w)),
            evidence: note.cause.and_then(|cause| cause.cite(profile)),
            allowed: schema.allows(note.rule, position),
        });
    }
    out
}

/// The node of the document a place is.
fn position(schema: &Schema, at: At) -> JsonId {
    match at {
        At::Keyword(id, keyword) => schema.doc().get(schema.sub(id).json, keyword.text()).unwrap_or(schema.sub(id).json),
        At::Schema(id) => schema.sub(id).json,
        At::Json(json) => json,
        At::Node(_) => schema.doc().root(),
    }
}

/// The notes, free of the forms they were made with.
pub(super) fn noted(context: &mut Context<'_, '_>) -> Vec<Noted> {
    let notes = std::mem::take(&mut context.notes);
    let free = |mut note: Note| {
        if let At::Node(node) = note.at {
            note.at = context.at_node(node);
        }
        let conjuncts = note.lost.as_ref().map_or_else(Vec::new, |lost| context.forms.conjuncts(lost.node()).to_vec());
        Noted { note, conjuncts }
    };
    notes.into_iter().map(free).collect()
}

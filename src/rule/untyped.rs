//! # untyped
//!
//! ## What it does
//! Reads a schema without `type` as the one kind of value its keywords speak of.
//!
//! ## Why
//! `{"minLength": 3}` admits every number, array and object: JSON Schema keywords constrain only their own kind. Hardly
//! anyone means that, and saying it on the wire costs a union of six branches. The guess is taken on the merged schema:
//! branches that only say `required` beside `properties` do not reopen the other kinds.
//!
//! ## Fidelity
//! Narrowed: values of the other kinds can no longer be said. Info when the schema speaks of `properties` or `required`,
//! a warning otherwise. `infer_type: false` turns the guess off.
//!
//! ## Example
//! ```json user
//! {"type": "object", "properties": {"name": {"pattern": "^a"}}, "required": ["name"], "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"name": {"type": "string", "pattern": "^a[\\s\\S]*$"}}, "required": ["name"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"name": "ada"}
//! ```
//! ```json value
//! {"name": "ada"}
//! ```
//! Alternatives that only say `required`:
//!
//! ```json user
//! {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}], "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"result": {"anyOf": [{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": ["string", "null"]}}, "required": ["a", "b"], "additionalProperties": false}, {"type": "object", "properties": {"b": {"type": "string"}, "a": {"type": ["string", "null"]}}, "required": ["b", "a"], "additionalProperties": false}]}}, "required": ["result"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"result": {"b": "x", "a": null}}
//! ```
//! ```json value
//! {"b": "x"}
//! ```

use super::branches::Shapes;
use super::context::{Context, Note};
use crate::error::Error;
use crate::finding::Severity;
use crate::form::Lost;
use crate::form::{Form, Matter, NodeId, Part, Shape};
use crate::json::{Kind, KindSet};

/// What a node is read as; the same in every attempt to fit.
pub(super) struct Guess {
    pub shapes: Shapes,
    pub notes: Vec<Note>,
}

impl Context<'_, '_> {
    /// The shapes a node is built from: what nothing asked for is dropped where something of its kind is asked for.
    fn guess(&mut self, node: NodeId, form: &Form) -> Vec<Shape> {
        let mut shapes = form.shapes.clone();
        let asked = |s: &Shape| s.implied && s.constrained();
        let free = |kind: Kind| form.open.has(kind) || form.shapes.iter().any(|s| s.kind() == Some(kind) && !s.constrained());
        let guess =
            self.options.infer_type && form.shapes.iter().any(|s| asked(s) && s.kind().is_some_and(|k| !free(k) && !only_excludes(s)));
        if !guess {
            if form.open == KindSet::ALL && shapes.is_empty() {
                return Self::open_shapes(form);
            }
            shapes.extend(Self::open_shapes(form));
            return shapes;
        }
        let before = shapes.len();
        shapes.retain(|s| !s.implied || (asked(s) && !only_excludes(s)));
        // Constraints that several kinds share (`not`, `oneOf`) choose no kind: the kinds with their own keywords win.
        if shapes.iter().any(|s| s.implied && !s.parts.is_empty()) {
            shapes.retain(|s| !s.implied || !s.parts.is_empty());
        }
        // A contradiction is no kind to read it as: where nothing else is left, it is read as it stands.
        shapes.retain(|s| !self.forms.shape_is_never(s).unwrap_or(false));
        if shapes.is_empty() {
            shapes = form.shapes.iter().filter(|s| !self.forms.shape_is_never(s).unwrap_or(false)).cloned().collect();
            shapes.extend(Self::open_shapes(form));
            return shapes;
        }
        let kept = shapes.iter().fold(KindSet::EMPTY, |set, s| match &s.matter {
            Matter::Kind(k) => set.with(*k),
            Matter::Literals(l) => l.iter().fold(set, |set, l| set.with(self.schema().doc().kind(*l))),
        });
        let had = form.shapes.iter().filter_map(Shape::kind).fold(form.open, KindSet::with);
        let lost = had.intersect(kept.complement());
        if before == shapes.len() && form.open.is_empty() || lost.is_empty() {
            return shapes;
        }
        let about_objects = shapes.iter().any(|s| s.kind() == Some(Kind::Object));
        let names: Vec<_> = kept.iter().map(Kind::name).collect();
        let severity = if about_objects { Severity::Info } else { Severity::Warning };
        let message = format!("no `type` here: read as {}, the kind its keywords speak of", names.join(" or "));
        let at = self.at_node(node);
        self.note(Note::narrowed(super::UNTYPED, at, Lost::Kinds(node, lost), message).loud(severity));
        if lost.has(Kind::String) && [Kind::Object, Kind::Array].into_iter().any(|kind| kept.has(kind)) {
            self.own_shape(at, "a text that holds the JSON of such a value");
        }
        shapes
    }
}

impl Context<'_, '_> {
    /// The shapes a node is built from, and the findings on what the guess leaves out.
    pub(super) fn guessed(&mut self, node: NodeId) -> Result<&Guess, Error> {
        let at = node.0 as usize;
        if self.guesses.get(at).is_none_or(Option::is_none) {
            let form = self.forms.of_node(node)?;
            let mark = self.notes.len();
            let plain = form.open.is_empty() && !form.shapes.iter().any(|s| s.implied);
            let shapes = if plain { Shapes::of_form(form) } else { self.guess(node, &form).into() };
            let notes = self.notes.split_off(mark);
            if self.guesses.len() <= at {
                self.guesses.resize_with(self.forms.count_nodes(), || None);
            }
            self.guesses[at] = Some(Guess { shapes, notes });
        }
        Ok(self.guesses[at].get_or_insert_with(|| Guess { shapes: Vec::new().into(), notes: Vec::new() }))
    }

    /// The shapes a node is built from, without a finding.
    pub(super) fn guess_quietly(&mut self, node: NodeId) -> Result<Shapes, Error> {
        Ok(self.guessed(node)?.shapes.clone())
    }

    /// Whether null can be said at a node on the wire as a value of its own: the user's schema takes it, and the guess kept it.
    pub(super) fn says_null(&mut self, node: NodeId) -> Result<bool, Error> {
        if !self.forms.admits_null(node)? {
            return Ok(false);
        }
        let shapes = self.guess_quietly(node)?;
        let doc = self.schema().doc();
        Ok(shapes.iter().any(|s| match &s.matter {
            Matter::Kind(kind) => *kind == Kind::Null,
            Matter::Literals(literals) => literals.iter().any(|l| doc.kind(*l) == Kind::Null),
        }))
    }
}

/// A shape that is only kept apart from literals says nothing of its kind.
fn only_excludes(shape: &Shape) -> bool {
    shape.residuals.is_empty() && shape.parts.iter().all(|p| matches!(p, Part::NotLiterals(_) | Part::Only(_)))
}

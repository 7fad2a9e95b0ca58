//! # own-shape
//!
//! ## What it does
//! Lists the places where a value in the user's own shape can look like the wire shape of another one: a box
//! `{"value": ...}` that may be a value itself, a list of `{"key", "value"}` where lists are values too, a null that stands
//! for an absent property where null is one.
//!
//! ## Why
//! Where nothing holds the model to the wire schema it may answer in the shape the schema was written in, and such an
//! answer is read too. At these places the wire shape wins, or the reply is called ambiguous. Said only of slots that are
//! not enforced; property names that are not ours, and closed objects, avoid it.
//!
//! ## Fidelity
//! Exact: what is said in the wire shape is read as it was meant.
//!
//! ## Example
//! Read as the wire shape, a null says that `a` is absent; in the schema's own shape it would be the value null:
//!
//! ```json user
//! {"type": "object", "properties": {"a": {"type": ["string", "null"]}}, "additionalProperties": false}
//! ```
//! ```json wire openai optional_nullable:box
//! {"type": "object", "properties": {"a": {"anyOf": [{"type": "object", "properties": {"value": {"type": ["string", "null"]}}, "required": ["value"], "additionalProperties": false}, {"type": "null"}]}}, "required": ["a"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"a": {"value": null}}
//! ```
//! ```json value
//! {"a": null}
//! ```

use super::context::{At, Context, Note};
use super::note::line;
use crate::error::Error;
use crate::form::{Matter, NodeId, Shape, Undeclared};
use crate::json::Kind;

impl Context<'_, '_> {
    /// Lists a place where `what`, in the user's own shape, is read as the wire shape of something else.
    pub(super) fn own_shape(&mut self, at: At, what: &str) {
        if !self.profile.enforced.value {
            let message =
                format!("{what} is read as the wire form here, and may be a value of its own: this slot does not tell them apart");
            self.note(Note::exact(super::OWN_SHAPE, at, message).because(line!(enforced)));
        }
    }

    /// Whether, in a slot that is not enforced, a value of a kind may come here in the user's own shape; kinds that a
    /// guess gives up may.
    pub(super) fn own_kind(&mut self, node: NodeId, kind: Kind) -> Result<bool, Error> {
        if self.profile.enforced.value {
            return Ok(false);
        }
        let form = self.forms.of_node(node)?;
        let doc = self.schema().doc();
        let has = |shape: &Shape| match &shape.matter {
            Matter::Literals(literals) => literals.iter().any(|l| doc.kind(*l) == kind),
            Matter::Kind(of) => *of == kind,
        };
        Ok(form.open.has(kind) || form.shapes.iter().any(has))
    }

    /// Whether, in a slot that is not enforced, an object with this property may come here in the user's own shape.
    pub(super) fn own_name(&mut self, node: NodeId, name: &str) -> Result<bool, Error> {
        if self.profile.enforced.value {
            return Ok(false);
        }
        let form = self.forms.of_node(node)?;
        if form.open.has(Kind::Object) {
            return Ok(true);
        }
        for shape in form.shapes.iter().filter(|shape| shape.kind() == Some(Kind::Object)) {
            let facets = self.forms.object(shape)?;
            let open = facets.undeclared != Undeclared::None || !facets.patterns.is_empty();
            if open || facets.properties.iter().any(|property| property.name == name) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

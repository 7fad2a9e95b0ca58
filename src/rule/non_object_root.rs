//! # non-object-root
//!
//! ## What it does
//! Wraps a root that is not one plain object (an array, a scalar, a map, a union) in `{"result": ...}`.
//!
//! ## Why
//! Strict endpoints demand `type: "object"` at the root and refuse `anyOf` there.
//!
//! ## Fidelity
//! Exact. A reply that leaves the envelope out is read as well.
//!
//! ## Example
//! ```json user
//! {"type": "array", "items": {"type": "string"}}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"result": {"type": "array", "items": {"type": "string"}}}, "required": ["result"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"result": ["a"]}
//! ```
//! ```json value
//! ["a"]
//! ```
//! A union at the root:
//!
//! ```json user
//! {"anyOf": [{"type": "object", "properties": {"ok": {"const": true}}, "required": ["ok"], "additionalProperties": false}, {"type": "object", "properties": {"error": {"type": "string"}}, "required": ["error"], "additionalProperties": false}]}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"result": {"anyOf": [{"type": "object", "properties": {"ok": {"type": "boolean", "enum": [true]}}, "required": ["ok"], "additionalProperties": false}, {"type": "object", "properties": {"error": {"type": "string"}}, "required": ["error"], "additionalProperties": false}]}}, "required": ["result"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"result": {"error": "late"}}
//! ```
//! ```json value
//! {"error": "late"}
//! ```

use super::context::{Context, Slot};
use super::object::Style;
use super::place::Place;
use super::wire::Wire;
use crate::codec::Node;
use crate::error::{Error, ErrorKind};
use crate::form::NodeId;
use crate::json::Kind;
use crate::schema::arena::SchemaId;

impl Context<'_, '_> {
    /// The slot of the whole schema, wrapped where the endpoint demands it. Always the first wire node.
    ///
    /// # Errors
    /// As [`Context::want`].
    pub fn root(&mut self, node: NodeId, root: SchemaId) -> Result<Slot, Error> {
        if self.forms.is_never(node)? {
            return Err(Error::new(
                ErrorKind::SchemaUnsatisfiable,
                self.forms.location(node),
                "no value satisfies this schema; a common cause is `additionalProperties: false` inside `allOf`, where `unevaluatedProperties: false` is meant",
            ));
        }
        let place = Place::default();
        if !self.profile.root.object.value || self.is_plain_object(node)? {
            let slot = self.want(node, false, &place)?;
            self.annotate_root(slot, root);
            return Ok(slot);
        }
        let envelope = self.slot(Wire::default(), Node::Verbatim);
        let names = self.fresh_result(node)?;
        if self.own_name(node, &names)? {
            self.own_shape(self.at_node(node), &format!("an object with `{names}` alone"));
        }
        let below = place.down();
        let inner = self.child(node, false, &below)?;
        self.annotate_root(inner, root);
        let wire = Wire::object(vec![((&*names).into(), inner.wire)]);
        self.fill(envelope, wire, Node::Envelope { name: names, inner: inner.codec });
        Ok(envelope)
    }

    fn annotate_root(&mut self, slot: Slot, root: SchemaId) {
        if self.schema().is_annotated_site(root) {
            self.annotate(slot.wire, &[root]);
        }
    }

    /// Whether the root can stand as it is: one object with declared fields.
    fn is_plain_object(&mut self, node: NodeId) -> Result<bool, Error> {
        let shapes = self.guess_quietly(node)?;
        let [shape] = &shapes[..] else { return Ok(false) };
        if shape.kind() != Some(Kind::Object) {
            return Ok(false);
        }
        let facets = self.forms.object(shape)?;
        let style = self.style(&facets, true);
        let empty = style != Style::Native && !self.profile.objects.empty.value && self.declares_nothing(&facets)?;
        Ok(style != Style::Map && !empty)
    }

    /// `result`, or a name that no root object of the user declares.
    fn fresh_result(&mut self, node: NodeId) -> Result<Box<str>, Error> {
        let form = self.forms.of_node(node)?;
        let mut name = "result".to_owned();
        loop {
            let mut clash = false;
            for shape in form.shapes.iter().filter(|s| s.kind() == Some(Kind::Object)) {
                clash |= self.forms.object(shape)?.properties.iter().any(|p| p.name == name);
            }
            if !clash {
                return Ok(name.into());
            }
            name.push('_');
        }
    }
}

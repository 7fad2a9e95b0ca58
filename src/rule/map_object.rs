//! # map-object
//!
//! ## What it does
//! Carries an object whose property names are data (`additionalProperties`, `patternProperties`, a bare `type: object`) as
//! an array of closed `{"key", "value"}` entries.
//!
//! ## Why
//! Strict endpoints demand `additionalProperties: false`; SDKs that obey by force turn the map into an object that admits
//! only `{}`.
//!
//! ## Fidelity
//! Widened: a key may come twice, which is refused after decoding, never settled by taking the last.
//!
//! ## Example
//! ```json user
//! {"type": "object", "properties": {"scores": {"type": "object", "additionalProperties": {"type": "number"}}}, "required": ["scores"], "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"scores": {"type": "array", "items": {"type": "object", "properties": {"key": {"type": "string"}, "value": {"type": "number"}}, "required": ["key", "value"], "additionalProperties": false}}}, "required": ["scores"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"scores": [{"key": "ada", "value": 1.5}]}
//! ```
//! ```json value
//! {"scores": {"ada": 1.5}}
//! ```
//! Patterns become the pattern of the key, one shape of entry for each:
//!
//! ```json user
//! {"type": "object", "properties": {"headers": {"type": "object", "patternProperties": {"^x-": {"type": "string"}, "^n-": {"type": "integer"}}, "additionalProperties": false}}, "required": ["headers"], "additionalProperties": false}
//! ```
//! ```json wire anthropic
//! {"type": "object", "properties": {"headers": {"type": "array", "items": {"anyOf": [{"type": "object", "properties": {"key": {"type": "string", "pattern": "^x-[\\s\\S]*$"}, "value": {"type": "string"}}, "required": ["key", "value"], "additionalProperties": false}, {"type": "object", "properties": {"key": {"type": "string", "pattern": "^n-[\\s\\S]*$"}, "value": {"type": "integer"}}, "required": ["key", "value"], "additionalProperties": false}]}}}, "required": ["headers"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"headers": [{"key": "x-a", "value": "1"}, {"key": "n-b", "value": 2}]}
//! ```
//! ```json value
//! {"headers": {"x-a": "1", "n-b": 2}}
//! ```
//! `propertyNames` goes to the key as well; where it lists the names, the map becomes a plain object:
//!
//! ```json user
//! {"type": "object", "properties": {"env": {"type": "object", "propertyNames": {"pattern": "^[A-Z]+$"}, "additionalProperties": {"type": "string"}}}, "required": ["env"], "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"env": {"type": "array", "items": {"type": "object", "properties": {"key": {"type": "string", "pattern": "^[A-Z]+$"}, "value": {"type": "string"}}, "required": ["key", "value"], "additionalProperties": false}}}, "required": ["env"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"env": [{"key": "HOME", "value": "/root"}]}
//! ```
//! ```json value
//! {"env": {"HOME": "/root"}}
//! ```
//! ```json user
//! {"type": "object", "properties": {"env": {"type": "object", "propertyNames": {"enum": ["HOME", "PATH"]}, "additionalProperties": {"type": "string"}}}, "required": ["env"], "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"env": {"type": "object", "properties": {"HOME": {"type": ["string", "null"]}, "PATH": {"type": ["string", "null"]}}, "required": ["HOME", "PATH"], "additionalProperties": false}}, "required": ["env"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"env": {"HOME": "/root", "PATH": null}}
//! ```
//! ```json value
//! {"env": {"HOME": "/root"}}
//! ```

use super::context::{At, Context, Merged, Note, Slot};
use super::note::line;
use super::place::Place;
use super::wire::{Body, Operand, Wire, WireId};
use crate::codec::{CodecId, EntryShape, KeyTest, Node};
use crate::error::Error;
use crate::form::{Conjunct, Few, NodeId, ObjectFacets, Shape, Undeclared};
use crate::json::Kind;
use crate::pattern::Pattern;
use crate::profile::TypeWord;
use crate::schema::arena::{SchemaId, TypeName};
use crate::schema::keyword::Keyword;
use std::sync::Arc;

impl<'s> Context<'s, '_> {
    /// Fills a slot with an entry list that is the whole object.
    pub(super) fn map_object(
        &mut self,
        slot: Slot,
        node: NodeId,
        shape: &Shape,
        facets: &ObjectFacets<'s>,
        below: &Place,
    ) -> Result<(), Error> {
        let (entries, shapes) = self.entries(shape, facets, below)?;
        let mut wire = std::mem::take(&mut self.wires[entries.0 as usize]);
        for (keyword, counted, bound) in
            [(Keyword::MinProperties, Keyword::MinItems, facets.min), (Keyword::MaxProperties, Keyword::MaxItems, facets.max)]
        {
            let Some((count, from)) = bound else { continue };
            let fits = counted == Keyword::MaxItems || self.profile.arrays.min_items_max.as_ref().is_none_or(|m| count <= m.value);
            if self.enforces(counted) && fits {
                wire.keywords.push((counted, Operand::Count(count)));
            } else {
                let at = self.at_bound(shape, from);
                self.tell(&mut wire, keyword, at, Operand::Count(count));
            }
        }
        for id in &facets.excluded {
            self.tell_excluded(&mut wire, *id);
        }
        let at = self.undeclared_at(shape, node);
        if self.own_kind(node, Kind::Array)? {
            self.own_shape(at, "a list of objects with `key` and `value`");
        }
        let message = "a map travels as a list of entries: a key that comes twice is refused after decoding";
        self.note(Note::widened(super::MAP_OBJECT, at, message).because(line!(objects.open)));
        self.fill(slot, wire, Node::Entries(shapes));
        Ok(())
    }

    /// The entry list for undeclared properties, and what its entries mean.
    pub(super) fn entries(&mut self, shape: &Shape, facets: &ObjectFacets<'s>, below: &Place) -> Result<(WireId, Vec<EntryShape>), Error> {
        // An entry is an object in an array: two levels.
        let inside = below.down();
        let mut shapes = Vec::new();
        let mut values = Vec::new();
        for pattern in &facets.patterns {
            let value = self.child(pattern.node, false, &inside)?;
            match Pattern::new(self.key_text(pattern.json)) {
                Ok(compiled) => {
                    shapes.push(EntryShape { key: KeyTest::Patterns(vec![Arc::new(compiled)]), value: value.codec });
                }
                Err(error) => {
                    return Err(Error::new(crate::error::ErrorKind::SchemaRegex, self.location(At::Json(pattern.json)), error.to_string()));
                }
            }
            values.push(value);
        }
        let silent_but_patterned = facets.undeclared == Undeclared::Silent && !facets.patterns.is_empty();
        let rest = match facets.undeclared {
            Undeclared::None => None,
            Undeclared::Silent if silent_but_patterned && self.options.open_objects != crate::options::OpenObjects::Splice => {
                let part = shape.parts.iter().find_map(super::context_part).map(Conjunct::Is);
                let node = self.forms.node(part);
                self.close_by_choice(node);
                None
            }
            Undeclared::Silent => {
                let part = shape.parts.iter().find_map(super::context_part).map(At::Schema);
                Some(self.any(part.or(below.at).unwrap_or(At::Schema(self.schema().root()))))
            }
            Undeclared::Node(node) => Some(self.child(node, false, &inside)?),
        };
        if let Some(value) = rest {
            shapes.push(EntryShape { key: KeyTest::Any, value: value.codec });
            values.push(value);
        }
        let item = if values.len() > 1 && !self.profile.unions.same_first_key.value {
            self.merged_entry(facets, &values, &mut shapes)?
        } else {
            let mut entries = Vec::with_capacity(values.len());
            for (at, value) in values.iter().enumerate() {
                let key = self.entry_key(facets, at)?;
                entries.push(self.entry(key, value.wire));
            }
            match entries[..] {
                [only] => only,
                _ => self.wire(Wire::of(Body::Union(entries))),
            }
        };
        Ok((self.wire(Wire::of(Body::Array(Some(item)))), shapes))
    }

    /// The key of the entries of one pattern, or of those no pattern takes.
    fn entry_key(&mut self, facets: &ObjectFacets<'s>, at: usize) -> Result<Wire, Error> {
        let mut key = Wire::scalar(TypeName::String);
        let Some(pattern) = facets.patterns.get(at) else {
            self.key_names(&mut key, &facets.names)?;
            self.tell_shut(&mut key, facets);
            return Ok(key);
        };
        match self.portable(pattern.json) {
            Some(portable) if self.enforces(Keyword::Pattern) => {
                key.keywords.push((Keyword::Pattern, Operand::Text(portable)));
                self.settle(&mut key, &[TypeWord::String], At::Json(pattern.json));
            }
            _ => {
                let operand = Operand::Text(self.key_text(pattern.json).to_owned());
                self.tell(&mut key, Keyword::PatternProperties, At::Json(pattern.json), operand);
            }
        }
        self.tell_names(&mut key, &facets.names);
        Ok(key)
    }

    /// One entry shape in place of several: the key decides how a value is read back, and which goes with which is told.
    /// Where several values may be objects, all but the first sit in an envelope, so that no two begin with the same key.
    fn merged_entry(&mut self, facets: &ObjectFacets<'s>, entries: &[Slot], shapes: &mut [EntryShape]) -> Result<WireId, Error> {
        let mut key = Wire::scalar(TypeName::String);
        for pattern in &facets.patterns {
            let takes = self.quote(pattern.json);
            let source = super::recursive_ref::cut(self.key_text(pattern.json));
            key.told.push(format!("a key that matches the regular expression {source} takes {takes}"));
            let at = At::Json(pattern.json);
            let known = self.notes.iter().any(|n| n.at == at && n.rule != super::ANY_VALUE);
            if !known {
                let message = "which value goes with which key is told in the description and checked after decoding";
                self.note(Note::widened(super::MAP_OBJECT, at, message).because(line!(unions.same_first_key)));
            }
        }
        if shapes.len() == facets.patterns.len() {
            key.told.push("there are no other keys".to_owned());
        } else {
            self.tell_shut(&mut key, facets);
        }
        self.key_names(&mut key, &facets.names)?;
        let mut values: Vec<(WireId, WireId, Option<Box<str>>)> = Vec::new();
        let mut envelopes: Vec<(WireId, Vec<CodecId>)> = Vec::new();
        let mut objects = 0;
        for (i, (Slot { wire: value, .. }, shape)) in entries.iter().zip(shapes).enumerate() {
            let of = match (facets.patterns.get(i), facets.undeclared) {
                (Some(pattern), _) => Some(pattern.node),
                (None, Undeclared::Node(node)) => Some(node),
                _ => None,
            };
            let name = match values.iter().find(|(of, ..)| of == value) {
                Some((_, _, name)) => name.clone(),
                None => {
                    let object = of.map_or(Ok(true), |node| self.may_be_object(node))?;
                    objects += u32::from(object);
                    let name: Option<Box<str>> = (object && objects > 1).then(|| format!("_b{}", values.len()).into());
                    let on_wire = match &name {
                        Some(name) => self.wire(Wire::object(vec![((&**name).into(), *value)])),
                        None => *value,
                    };
                    values.push((*value, on_wire, name.clone()));
                    name
                }
            };
            if let Some(name) = name {
                shape.value = self.codec(Node::Envelope { name, inner: shape.value });
                let Some((_, envelope, _)) = values.iter().find(|(of, ..)| of == value) else { continue };
                match envelopes.iter_mut().find(|(known, _)| known == envelope) {
                    Some((_, codecs)) => codecs.push(shape.value),
                    None => envelopes.push((*envelope, vec![shape.value])),
                }
            }
        }
        let value = match values[..] {
            [(_, only, _)] => only,
            _ => {
                let union = self.wire(Wire::of(Body::Union(values.into_iter().map(|(_, on_wire, _)| on_wire).collect())));
                self.merged.push(Merged { union, envelopes });
                union
            }
        };
        Ok(self.entry(key, value))
    }

    /// Whether some value of the node is an object on the wire (tuples and boxed lists are).
    fn may_be_object(&mut self, node: crate::form::NodeId) -> Result<bool, Error> {
        let form = self.forms.of_node(node)?;
        Ok(!form.open.is_empty() || form.shapes.iter().any(|s| matches!(s.kind(), Some(Kind::Object | Kind::Array))))
    }

    fn entry(&mut self, key: Wire, value: WireId) -> WireId {
        let key = self.wire(key);
        self.wire(Wire::object(vec![("key".into(), key), ("value".into(), value)]))
    }

    /// `propertyNames` on the key: a list or one portable pattern stays a keyword, the rest is told.
    fn key_names(&mut self, key: &mut Wire, names: &[SchemaId]) -> Result<(), Error> {
        let schema = self.schema();
        let asked: Vec<Conjunct> = names.iter().filter_map(|id| schema.keywords(*id)?.property_names).map(Conjunct::Is).collect();
        if asked.is_empty() {
            return Ok(());
        }
        let node = self.forms.node(asked);
        let form = self.forms.of_node(node)?;
        let strings: Vec<_> = form.shapes.iter().filter(|s| s.kind() == Some(Kind::String)).cloned().collect();
        let literals = self.forms.literals_of(node)?;
        let facts = &self.profile.literals;
        let listable = |text: &str| facts.empty_string.value || !text.is_empty();
        if let Some(list) = literals.filter(|l| facts.kinds.value.has(Kind::String) && (1..=250).contains(&l.len())) {
            let texts: Vec<_> = list.into_iter().filter_map(|l| Some((l, schema.doc().str(l)?))).collect();
            if !texts.is_empty() && texts.iter().all(|(_, text)| listable(text)) {
                let texts = texts.into_iter().map(|(l, _)| super::wire::Literal::User(l)).collect();
                key.body = Body::Literals(Few::of(TypeName::String), texts);
                return Ok(());
            }
        }
        if let [only] = &strings[..]
            && only.residuals.is_empty()
            && form.shapes.iter().all(|s| s.kind() == Some(Kind::String) || !s.constrained())
        {
            self.string_keywords(key, only);
            return Ok(());
        }
        self.tell_names(key, names);
        Ok(())
    }

    /// `propertyNames` in words.
    fn tell_names(&mut self, key: &mut Wire, names: &[SchemaId]) {
        for id in names {
            if let Some(asked) = self.schema().keywords(*id).and_then(|k| k.property_names) {
                let operand = Operand::User(self.schema().sub(asked).json);
                self.tell(key, Keyword::PropertyNames, At::Keyword(*id, Keyword::PropertyNames), operand);
            }
        }
    }

    /// Patterns whose properties nothing satisfies, where others may come.
    pub(super) fn tell_shut(&mut self, wire: &mut Wire, facets: &ObjectFacets<'s>) {
        for json in &facets.shut {
            let source = super::recursive_ref::cut(self.key_text(*json));
            wire.told.push(format!("no property name matches the regular expression {source}"));
            let message = "names that no property may have are told in the description and checked after decoding";
            let cause = self.not_sent(Keyword::PatternProperties);
            self.note(Note::widened(super::UNSUPPORTED_ASSERTION, At::Json(*json), message).because(cause));
        }
    }
}

//! # literal
//!
//! ## What it does
//! Says `enum` and `const` in the kinds of literal the endpoint takes; other literals (objects, arrays, and whatever else
//! the endpoint refuses) become string labels: the literal's compact JSON text.
//!
//! ## Why
//! Endpoints type their enums: Gemini takes strings only, none takes objects or arrays, and most refuse members of
//! several kinds in one list.
//!
//! ## Fidelity
//! Exact: labels are told apart from the string members and read back through a table.
//!
//! ## Example
//! ```json user
//! {"type": "object", "properties": {"size": {"enum": [1, 2]}}, "required": ["size"], "additionalProperties": false}
//! ```
//! ```json wire gemini
//! {"type": "object", "properties": {"size": {"type": "string", "enum": ["1", "2"]}}, "required": ["size"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"size": "2"}
//! ```
//! ```json value
//! {"size": 2}
//! ```
//! Literals of several kinds, one of them an object:
//!
//! ```json user
//! {"type": "object", "properties": {"mode": {"enum": ["off", null, 1, {"level": 2}]}}, "required": ["mode"], "additionalProperties": false}
//! ```
//! ```json wire openai
//! {"type": "object", "properties": {"mode": {"anyOf": [{"type": "string", "enum": ["off", "{\"level\":2}"]}, {"type": "integer", "enum": [1]}, {"type": "null"}]}}, "required": ["mode"], "additionalProperties": false}
//! ```
//! ```json reply
//! {"mode": "{\"level\":2}"}
//! ```
//! ```json value
//! {"mode": {"level": 2}}
//! ```
//! ```json reply
//! {"mode": null}
//! ```
//! ```json value
//! {"mode": null}
//! ```
//! ```json wire gemini-schema
//! {"type": "object", "properties": {"mode": {"type": "string", "enum": ["off", "1", "{\"level\":2}"], "nullable": true}}, "required": ["mode"]}
//! ```
//! ```json reply
//! {"mode": "1"}
//! ```
//! ```json value
//! {"mode": 1}
//! ```

use super::context::{At, Context, Slot};
use super::wire::{Body, Literal, Wire};
use crate::codec::{Branch, Node, Scalar, Union};
use crate::error::Error;
use crate::form::Few;
use crate::json::{Decimal, Json, Kind, KindSet, to_text};
use crate::schema::arena::{JsonId, TypeName};
use std::collections::HashSet;

/// Literals of one wire type.
struct Group {
    name: TypeName,
    wire: Vec<Literal>,
    user: Vec<Json<'static>>,
    labels: Option<Vec<(Box<str>, Json<'static>)>>,
}

impl Context<'_, '_> {
    /// Whether null can stand in the same `enum` as the other literals.
    #[must_use]
    pub fn null_joins_literals(&self) -> bool {
        self.profile.literals.kinds.value.has(Kind::Null)
            && (!self.profile.literals.typed.value || (self.profile.types.list.value && self.profile.types.list_with_enum.value))
    }

    /// Fills a slot with a list of literals, and null where `nullable`.
    pub(super) fn literals(&mut self, slot: Slot, literals: &[JsonId], nullable: bool) -> Result<(), Error> {
        if literals.len() > self.fit.max_enum && self.large_enum(slot, literals, nullable) {
            return Ok(());
        }
        let (groups, null) = self.group(literals);
        let null = null || nullable;
        let at = literals.first().map_or(At::Schema(self.schema().root()), |l| At::Json(*l));
        let mut groups = groups;
        if let [group] = &mut groups[..]
            && (!null || self.null_joins_literals())
        {
            let (wire, node) = self.literal_group(std::mem::replace(group, Group::new(TypeName::Null)), null);
            self.fill(slot, wire, node);
            return Ok(());
        }
        let mut slots: Vec<Slot> = Vec::new();
        for group in groups {
            let (wire, node) = self.literal_group(group, false);
            slots.push(self.slot(wire, node));
        }
        match (&slots[..], null) {
            ([], false) => Err(Error::new(
                crate::error::ErrorKind::SchemaUnsatisfiable,
                self.location(at),
                "no literal of this enum satisfies the rest of the schema",
            )),
            ([], true) => {
                self.lone_null(slot);
                Ok(())
            }
            _ => {
                self.fill_union(slot, &slots, null);
                Ok(())
            }
        }
    }

    /// Fills a slot with a plain union of slots that need no choice among user subschemas, and of null where `null`.
    pub(super) fn fill_union(&mut self, slot: Slot, slots: &[Slot], null: bool) {
        let mut branches: Vec<Branch> = slots.iter().map(|s| Branch { codec: s.codec, picks: Vec::new() }).collect();
        let mut wires: Vec<_> = slots.iter().map(|s| s.wire).collect();
        if null {
            let codec = self.codec(Self::scalar(KindSet::of(Kind::Null), false));
            branches.push(Branch { codec, picks: Vec::new() });
            if let [only] = wires[..]
                && let Some(wire) = self.listed_null(only)
            {
                self.fill(slot, wire, Node::Union(Union { branches }));
                return;
            }
            self.add_null(&mut wires);
        }
        let body = match wires[..] {
            [only] => Body::Site(only),
            _ => Body::Union(wires),
        };
        self.fill(slot, Wire::of(body), Node::Union(Union { branches }));
    }

    /// A scalar or literals with null in the list of types, where the endpoint takes lists and no unions.
    fn listed_null(&self, id: super::wire::WireId) -> Option<Wire> {
        if self.profile.unions.any_of.value || !self.profile.types.list.value {
            return None;
        }
        let mut wire = self.wires[id.0 as usize].clone();
        match &mut wire.body {
            Body::Scalar(types) => types.push(TypeName::Null),
            Body::Literals(types, list) => {
                types.push(TypeName::Null);
                list.push(Literal::Null);
            }
            _ => return None,
        }
        Some(wire)
    }

    /// Adds null to the branches of a union as this endpoint says it: a branch of its own, or a flag on the first one.
    pub(super) fn add_null(&mut self, wires: &mut Vec<super::wire::WireId>) {
        if self.profile.types.null.value {
            wires.push(self.wire(Wire::scalar(TypeName::Null)));
            return;
        }
        let first = match wires.first() {
            Some(first) => *first,
            None => {
                let mut wire = Wire::scalar(TypeName::String);
                wire.told.push("always null".to_owned());
                let id = self.wire(wire);
                wires.push(id);
                id
            }
        };
        let mut site = Wire::of(Body::Site(first));
        site.keywords.push((crate::schema::keyword::Keyword::Nullable, super::wire::Operand::True));
        wires[0] = self.wire(site);
    }

    fn group(&self, literals: &[JsonId]) -> (Vec<Group>, bool) {
        let doc = self.schema().doc();
        let kinds = self.profile.literals.kinds.value;
        // Known once a label has to be made.
        let mut taken: Option<HashSet<String>> = None;
        let mut groups: Vec<Group> = Vec::new();
        let mut null = false;
        for literal in literals {
            let kind = doc.kind(*literal);
            let value = doc.to_json(*literal).into_owned();
            if kind == Kind::Null && (self.profile.types.null.value || !kinds.has(Kind::Null)) {
                null = true;
                continue;
            }
            let name = match kind {
                Kind::String => TypeName::String,
                Kind::Bool => TypeName::Boolean,
                Kind::Number if doc.number(*literal).and_then(Decimal::parse).is_some_and(|d| d.is_integer()) => TypeName::Integer,
                Kind::Number => TypeName::Number,
                Kind::Null => TypeName::Null,
                Kind::Array => TypeName::Array,
                Kind::Object => TypeName::Object,
            };
            if kinds.has(kind) && self.is_plain_literal(*literal, kind) {
                let wire_name =
                    if name == TypeName::Integer && groups.iter().any(|g| g.name == TypeName::Number) { TypeName::Number } else { name };
                if name == TypeName::Number
                    && let Some(group) = groups.iter_mut().find(|g| g.name == TypeName::Integer)
                {
                    group.name = TypeName::Number;
                }
                group_of(&mut groups, wire_name).push(Literal::User(*literal), None, value);
            } else {
                let strings = || literals.iter().filter_map(|l| doc.str(*l)).map(str::to_owned).collect();
                let label = fresh_label(&value, kind, taken.get_or_insert_with(strings));
                group_of(&mut groups, TypeName::String).push(Literal::Label((&*label).into()), Some(label), value);
            }
        }
        (groups, null)
    }

    /// Whether a literal can be written as it is: numbers that some engine would clamp or round cannot.
    fn is_plain_literal(&self, literal: JsonId, kind: Kind) -> bool {
        let doc = self.schema().doc();
        match kind {
            Kind::String => self.profile.literals.empty_string.value || doc.str(literal) != Some(""),
            Kind::Number => {
                doc.number(literal).and_then(Decimal::parse).is_some_and(|d| d.is_exact_f64() && (!d.is_integer() || d.fits_i64()))
            }
            Kind::Null | Kind::Bool => true,
            Kind::Array | Kind::Object => true,
        }
    }

    fn literal_group(&mut self, group: Group, null: bool) -> (Wire, Node) {
        let Group { name, mut wire, mut user, labels } = group;
        let kinds = match name {
            TypeName::String => KindSet::of(Kind::String),
            TypeName::Boolean => KindSet::of(Kind::Bool),
            TypeName::Null => KindSet::of(Kind::Null),
            TypeName::Array => KindSet::of(Kind::Array),
            TypeName::Object => KindSet::of(Kind::Object),
            TypeName::Integer | TypeName::Number => KindSet::of(Kind::Number),
        };
        let both = name == TypeName::Boolean && user.len() == 2;
        if both && !null {
            return (Wire::scalar(TypeName::Boolean), Self::scalar(kinds, false));
        }
        let mut types = if self.profile.literals.typed.value || !null { Few::of(name) } else { Few::new() };
        if null {
            wire.push(Literal::Null);
            user.push(Json::Null);
            if !types.is_empty() {
                types.push(TypeName::Null);
            }
        }
        let kinds = if null { kinds.with(Kind::Null) } else { kinds };
        let node = match labels {
            None => Node::Scalar(Scalar { kinds, integer: name == TypeName::Integer, literals: Some(user.into()) }),
            Some(labels) if !null => Node::Label(labels),
            Some(labels) => {
                let label = self.codec(Node::Label(labels));
                let null = self.codec(Self::scalar(KindSet::of(Kind::Null), false));
                let branch = |codec| Branch { codec, picks: Vec::new() };
                Node::Union(Union { branches: vec![branch(label), branch(null)] })
            }
        };
        (Wire::of(Body::Literals(types, wire)), node)
    }
}

impl Group {
    fn new(name: TypeName) -> Self {
        Group { name, wire: Vec::new(), user: Vec::new(), labels: None }
    }

    fn push(&mut self, wire: Literal, label: Option<Box<str>>, value: Json<'static>) {
        if label.is_some() && self.labels.is_none() {
            // The strings seen so far join the table as labels of themselves.
            let own = self.user.iter().filter_map(|v| match v {
                Json::String(s) => Some((s.as_ref().into(), v.clone())),
                _ => None,
            });
            self.labels = Some(own.collect());
        }
        if let Some(labels) = &mut self.labels {
            match (&label, &value) {
                (Some(label), _) => labels.push((label.clone(), value.clone())),
                (None, Json::String(s)) => labels.push((s.as_ref().into(), value.clone())),
                _ => {}
            }
        }
        self.wire.push(wire);
        self.user.push(value);
    }
}

fn group_of(groups: &mut Vec<Group>, name: TypeName) -> &mut Group {
    let index = groups.iter().position(|g| g.name == name).unwrap_or_else(|| {
        groups.push(Group::new(name));
        groups.len() - 1
    });
    &mut groups[index]
}

fn fresh_label(value: &Json<'_>, kind: Kind, taken: &mut HashSet<String>) -> Box<str> {
    let mut label = match value {
        Json::String(s) if s.is_empty() => "(empty)".to_owned(),
        other => to_text(other),
    };
    if taken.contains(&label) {
        label = format!("{label} ({})", kind.name());
    }
    while !taken.insert(label.clone()) {
        label.push('_');
    }
    label.into()
}

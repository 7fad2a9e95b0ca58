//! One subschema: its members checked and sorted into [`Keywords`].

use super::allow::ALLOW;
use super::arena::{Body, JsonId, Keywords, SchemaId, TypeName};
use super::keyword::{Draft, Keyword};
use super::numbers::{count, positive};
use super::parse::{Note, NoteKind, Schema};
use crate::error::{Error, ErrorKind};
use crate::few::Few;
use crate::json::{Kind, KindSet};

/// What the first look at a subschema tells about how to read its members.
#[derive(Clone, Copy, Default)]
struct Shape {
    array_items: bool,
    contains: bool,
    condition: bool,
    branches: bool,
    reference: bool,
}

impl Schema {
    /// Reads the subschema `id`; its children get ids, and are read later.
    pub(super) fn read(&mut self, id: SchemaId) -> Result<Body, Error> {
        let json = self.sub(id).json;
        if let Some(value) = self.doc.bool(json) {
            return Ok(Body::Bool(value));
        }
        let mut keywords = Box::<Keywords>::default();
        let shape = self.members(id, &mut keywords);
        let draft = self.sub(id).draft;
        let hidden = shape.reference && (draft <= Draft::Draft7 || draft == Draft::OpenApi30);
        // Constraints first, so that a fault in them is reported before one further down.
        for at in 0..keywords.members.len() {
            let (keyword, value) = keywords.members[at];
            match keyword {
                Some(keyword) if !hidden => self.constraint(keyword, value, draft, &mut keywords)?,
                _ => {}
            }
            self.annotation(json, keyword, value, &mut keywords)?;
        }
        if !hidden {
            self.exclusive_bounds(&mut keywords);
            if !shape.contains {
                (keywords.min_contains, keywords.max_contains) = (None, None);
            }
            if draft == Draft::OpenApi30 {
                self.nullable(json, &mut keywords);
            }
        }
        for at in 0..keywords.members.len() {
            let (keyword, value) = keywords.members[at];
            match keyword {
                Some(Keyword::Ref) => {
                    let (scope, home) = (self.sub(id).scope, self.homes[id.0 as usize]);
                    keywords.reference = Some(self.follow(value, scope, home)?);
                }
                Some(keyword) if !hidden => self.applicator(id, keyword, value, shape, &mut keywords)?,
                None if !hidden && shape.array_items && self.doc.key(value) == Some("additionalItems") => {
                    keywords.items = Some(self.child(id, value)?);
                }
                _ => {}
            }
        }
        Ok(Body::Keywords(keywords))
    }

    fn members(&self, id: SchemaId, keywords: &mut Keywords) -> Shape {
        let (json, draft) = (self.sub(id).json, self.sub(id).draft);
        let vocabularies = self.resources.get(self.homes[id.0 as usize]).vocabularies;
        let mut shape = Shape::default();
        keywords.members.reserve_exact(self.doc.count(json));
        for member in self.doc.children(json) {
            let keyword = self.doc.key(member).and_then(Keyword::from_text);
            let keyword = keyword.filter(|keyword| keyword.known_in(draft) && vocabularies.has(*keyword));
            match keyword {
                Some(Keyword::Items) => shape.array_items = self.doc.kind(member) == Kind::Array,
                Some(Keyword::Contains) => shape.contains = true,
                Some(Keyword::If) => shape.condition = true,
                Some(Keyword::Then | Keyword::Else) => shape.branches = true,
                Some(Keyword::Ref) => shape.reference = true,
                _ => {}
            }
            keywords.members.push((keyword, member));
        }
        shape
    }

    fn annotation(&mut self, json: JsonId, keyword: Option<Keyword>, value: JsonId, keywords: &mut Keywords) -> Result<(), Error> {
        match keyword {
            Some(Keyword::Title) => keywords.title = Some(value),
            Some(Keyword::Description) => keywords.description = Some(value),
            Some(Keyword::Default) => keywords.default = Some(value),
            Some(Keyword::Examples | Keyword::Example) => keywords.examples = Some(value),
            None if self.doc.key(value) == Some(ALLOW) => {
                let names = self.strings(value)?;
                self.allowances.insert(json, names);
            }
            _ => {}
        }
        Ok(())
    }

    fn constraint(&mut self, keyword: Keyword, value: JsonId, draft: Draft, keywords: &mut Keywords) -> Result<(), Error> {
        match keyword {
            Keyword::Type => self.types(value, keywords)?,
            Keyword::Enum => keywords.enumeration = Some(self.array(value)?),
            Keyword::Const => keywords.constant = Some(value),
            Keyword::MultipleOf => {
                if !self.doc.number(value).is_some_and(positive) {
                    return Err(self.wrong(value, "a number above zero"));
                }
                keywords.multiple_of = Some(value);
            }
            Keyword::Minimum => keywords.minimum = Some(self.number(value)?),
            Keyword::Maximum => keywords.maximum = Some(self.number(value)?),
            Keyword::ExclusiveMinimum => keywords.exclusive_minimum = self.exclusive(value, draft)?,
            Keyword::ExclusiveMaximum => keywords.exclusive_maximum = self.exclusive(value, draft)?,
            Keyword::MinLength => keywords.min_length = Some(self.count(value)?),
            Keyword::MaxLength => keywords.max_length = Some(self.count(value)?),
            Keyword::Pattern => keywords.pattern = Some(self.string(value)?),
            Keyword::Format => keywords.format = Some(self.string(value)?),
            Keyword::MinItems => keywords.min_items = Some(self.count(value)?),
            Keyword::MaxItems => keywords.max_items = Some(self.count(value)?),
            Keyword::UniqueItems => keywords.unique_items = self.flag(value)?,
            Keyword::MinContains => keywords.min_contains = Some(self.count(value)?),
            Keyword::MaxContains => keywords.max_contains = Some(self.count(value)?),
            Keyword::Required if self.doc.kind(value) == Kind::Bool => self.note(NoteKind::BooleanRequired, value),
            Keyword::Required => keywords.required = self.strings(value)?,
            Keyword::MinProperties => keywords.min_properties = Some(self.count(value)?),
            Keyword::MaxProperties => keywords.max_properties = Some(self.count(value)?),
            Keyword::DependentRequired => {
                for entry in self.map(value)? {
                    keywords.dependent_required.push((entry, self.strings(entry)?));
                }
            }
            Keyword::Nullable => {
                self.flag(value)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn applicator(&mut self, id: SchemaId, keyword: Keyword, value: JsonId, shape: Shape, keywords: &mut Keywords) -> Result<(), Error> {
        let (scope, home) = (self.sub(id).scope, self.homes[id.0 as usize]);
        match keyword {
            Keyword::DynamicRef => keywords.dynamic_reference = Some(self.follow_dynamic(value, scope, home)?),
            Keyword::RecursiveRef => keywords.dynamic_reference = Some(self.follow_recursive(value, scope, home)?),
            Keyword::Items if shape.array_items => {
                if self.sub(id).draft == Draft::Draft202012 {
                    if self.doc.get(self.sub(id).json, "prefixItems").is_some() {
                        return Err(self.wrong(value, "a schema beside `prefixItems`"));
                    }
                    self.note(NoteKind::ArrayItems, value);
                }
                for item in self.array(value)? {
                    keywords.prefix_items.push(self.child(id, item)?);
                }
            }
            Keyword::Items => keywords.items = Some(self.child(id, value)?),
            Keyword::PrefixItems => keywords.prefix_items = self.list(id, value)?,
            Keyword::AdditionalItems if shape.array_items => keywords.items = Some(self.child(id, value)?),
            Keyword::UnevaluatedItems => keywords.unevaluated_items = Some(self.child(id, value)?),
            Keyword::Contains => keywords.contains = Some(self.child(id, value)?),
            Keyword::Properties => {
                keywords.has_properties = true;
                keywords.properties = self.entries(id, value)?;
            }
            Keyword::PatternProperties => keywords.pattern_properties = self.entries(id, value)?,
            Keyword::AdditionalProperties => keywords.additional_properties = Some(self.child(id, value)?),
            Keyword::UnevaluatedProperties => keywords.unevaluated_properties = Some(self.child(id, value)?),
            Keyword::PropertyNames => keywords.property_names = Some(self.child(id, value)?),
            Keyword::Dependencies => {
                for entry in self.map(value)? {
                    if self.doc.kind(entry) == Kind::Array {
                        keywords.dependent_required.push((entry, self.strings(entry)?));
                    } else {
                        keywords.dependent_schemas.push((entry, self.child(id, entry)?));
                    }
                }
            }
            Keyword::DependentSchemas => keywords.dependent_schemas = self.entries(id, value)?,
            Keyword::AllOf => keywords.all_of = self.list(id, value)?,
            Keyword::AnyOf => keywords.any_of = self.list(id, value)?,
            Keyword::OneOf => keywords.one_of = self.list(id, value)?,
            Keyword::Not => keywords.not = Some(self.child(id, value)?),
            // Alone, `if` still says what it evaluated to `unevaluated*`.
            Keyword::If if shape.branches || self.sub(id).draft >= Draft::Draft201909 => keywords.condition = Some(self.child(id, value)?),
            Keyword::Then if shape.condition => keywords.then = Some(self.child(id, value)?),
            Keyword::Else if shape.condition => keywords.otherwise = Some(self.child(id, value)?),
            _ => {}
        }
        Ok(())
    }

    fn child(&mut self, parent: SchemaId, json: JsonId) -> Result<SchemaId, Error> {
        let scope = self.sub(parent).scope;
        let home = self.resources.below(&self.doc, self.homes[parent.0 as usize], json);
        self.put(json, scope, home)
    }

    fn list(&mut self, parent: SchemaId, value: JsonId) -> Result<Vec<SchemaId>, Error> {
        if self.doc.kind(value) != Kind::Array || self.doc.count(value) == 0 {
            return Err(self.wrong_list(value));
        }
        let mut list = Vec::with_capacity(self.doc.count(value));
        let mut next = self.doc.first(value);
        while let Some(item) = next {
            list.push(self.child(parent, item)?);
            next = self.doc.next(item);
        }
        Ok(list)
    }

    fn wrong_list(&self, value: JsonId) -> Error {
        if self.doc.kind(value) != Kind::Array {
            return self.wrong(value, "an array of schemas");
        }
        let key = self.doc.key(value).unwrap_or_default();
        self.fault(ErrorKind::SchemaInvalid, value, format!("`{key}` must hold at least one schema"))
    }

    fn entries(&mut self, parent: SchemaId, value: JsonId) -> Result<Vec<(JsonId, SchemaId)>, Error> {
        if self.doc.kind(value) != Kind::Object {
            return Err(self.wrong(value, "an object of schemas"));
        }
        let mut entries = Vec::with_capacity(self.doc.count(value));
        let mut next = self.doc.first(value);
        while let Some(entry) = next {
            entries.push((entry, self.child(parent, entry)?));
            next = self.doc.next(entry);
        }
        Ok(entries)
    }

    fn note(&mut self, kind: NoteKind, json: JsonId) {
        if self.doc.document(json) == 0 {
            self.notes.push(Note { kind, json });
        }
    }

    fn map(&self, value: JsonId) -> Result<Vec<JsonId>, Error> {
        if self.doc.kind(value) == Kind::Object { Ok(self.doc.children(value).collect()) } else { Err(self.wrong(value, "an object")) }
    }

    fn array(&self, value: JsonId) -> Result<Vec<JsonId>, Error> {
        if self.doc.kind(value) != Kind::Array {
            return Err(self.wrong(value, "an array"));
        }
        let mut list = Vec::with_capacity(self.doc.count(value));
        list.extend(self.doc.children(value));
        Ok(list)
    }

    fn strings(&self, value: JsonId) -> Result<Vec<JsonId>, Error> {
        if self.doc.kind(value) != Kind::Array {
            return Err(self.wrong(value, "an array of strings"));
        }
        let mut list = Vec::with_capacity(self.doc.count(value));
        for item in self.doc.children(value) {
            list.push(self.string(item)?);
        }
        Ok(list)
    }

    fn string(&self, value: JsonId) -> Result<JsonId, Error> {
        if self.doc.kind(value) == Kind::String { Ok(value) } else { Err(self.wrong(value, "a string")) }
    }

    fn number(&self, value: JsonId) -> Result<JsonId, Error> {
        if self.doc.kind(value) == Kind::Number { Ok(value) } else { Err(self.wrong(value, "a number")) }
    }

    fn flag(&self, value: JsonId) -> Result<bool, Error> {
        self.doc.bool(value).ok_or_else(|| self.wrong(value, "a boolean"))
    }

    fn count(&self, value: JsonId) -> Result<u64, Error> {
        self.doc.number(value).and_then(count).ok_or_else(|| self.wrong(value, "a whole number of at least 0"))
    }

    /// A boolean stands for itself until [`Schema::exclusive_bounds`] folds it; `false` says nothing.
    fn exclusive(&mut self, value: JsonId, draft: Draft) -> Result<Option<JsonId>, Error> {
        let boolean_draft = matches!(draft, Draft::Draft4 | Draft::OpenApi30);
        match self.doc.kind(value) {
            Kind::Bool if !boolean_draft => self.note(NoteKind::BooleanExclusive, value),
            Kind::Number if boolean_draft => self.note(NoteKind::NumericExclusive, value),
            Kind::Bool | Kind::Number => {}
            _ => return Err(self.wrong(value, if boolean_draft { "a boolean" } else { "a number" })),
        }
        Ok((self.doc.bool(value) != Some(false)).then_some(value))
    }

    fn exclusive_bounds(&self, keywords: &mut Keywords) {
        for (bound, exclusive) in
            [(&mut keywords.minimum, &mut keywords.exclusive_minimum), (&mut keywords.maximum, &mut keywords.exclusive_maximum)]
        {
            if exclusive.is_some_and(|value| self.doc.kind(value) == Kind::Bool) {
                *exclusive = bound.take();
            }
        }
    }

    fn nullable(&self, json: JsonId, keywords: &mut Keywords) {
        let nullable = self.doc.get(json, "nullable").and_then(|value| self.doc.bool(value)) == Some(true);
        if let Some(types) = keywords.types.filter(|types| nullable && !types.has(Kind::Null)) {
            keywords.types = Some(types.with(Kind::Null));
            keywords.type_order.push(TypeName::Null);
        }
    }

    fn types(&mut self, value: JsonId, keywords: &mut Keywords) -> Result<(), Error> {
        let names = match self.doc.kind(value) {
            Kind::String => Few::of(value),
            Kind::Array if self.doc.count(value) > 0 => self.strings(value)?.into(),
            _ => return Err(self.wrong(value, "a type name or a list of them")),
        };
        let mut kinds = KindSet::EMPTY;
        for name in names.iter().copied() {
            let text = self.doc.str(name).unwrap_or_default();
            let Some(typed) = TypeName::from_text(text) else { return Err(self.unknown_type(name)) };
            if keywords.type_order.contains(&typed) {
                self.note(NoteKind::DuplicateType, name);
                continue;
            }
            keywords.type_order.push(typed);
            kinds = kinds.with(typed.kind());
        }
        keywords.types = Some(kinds);
        keywords.integer = keywords.type_order.contains(&TypeName::Integer) && !keywords.type_order.contains(&TypeName::Number);
        Ok(())
    }

    fn unknown_type(&self, name: JsonId) -> Error {
        let text = self.doc.str(name).unwrap_or_default();
        let lower = text.to_ascii_lowercase();
        let shown: String = text.chars().take(40).collect();
        let message = if TypeName::from_text(&lower).is_some() {
            format!("`{shown}` is a type of the proto dialect (Gemini's `Schema`), not of JSON Schema; write `{lower}`")
        } else if text == "TYPE_UNSPECIFIED" {
            "`TYPE_UNSPECIFIED` belongs to the proto dialect (Gemini's `Schema`); leave `type` out".to_owned()
        } else {
            format!("`{shown}` is not a type; JSON Schema has null, boolean, integer, number, string, array and object")
        };
        self.fault(ErrorKind::SchemaInvalid, name, message)
    }
}

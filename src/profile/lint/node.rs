//! One schema by itself: which keywords it has, whether their values have the right form, and its `type`.

use std::borrow::Cow;
use std::collections::HashSet;

use super::Effect;
use super::Judge;
use super::message::Fill;
use super::pattern::{self, PatternFeature};
use super::standing::Standing;
use super::tree::{Shape, shape};
use crate::json::Json;
use crate::profile::{Demand, Profile, Support};
use crate::schema::keyword::{Keyword, Role};

/// The word of Gemini's dialects that no draft knows.
pub(super) const ORDERING: &str = "propertyOrdering";

/// The names `type` may hold.
const TYPE_NAMES: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];

/// What `type` says.
#[derive(Debug, Default)]
pub(super) struct Declared<'a> {
    /// The names, in lower case where the profile takes capitals.
    pub names: Vec<Cow<'a, str>>,
    /// Whether it is written as a list.
    pub list: bool,
}

impl Declared<'_> {
    /// Whether `name` is one of them.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.iter().any(|n| n == name)
    }
}

/// Reads `type`; what has the wrong form is left out.
pub(super) fn declared<'a>(schema: &'a Json<'_>, profile: &Profile) -> Declared<'a> {
    let read = |text: &'a str| {
        let lower = profile.types.upper_case.value && text.bytes().all(|b| b.is_ascii_uppercase());
        if lower { Cow::Owned(text.to_ascii_lowercase()) } else { Cow::Borrowed(text) }
    };
    match schema.get("type") {
        Some(Json::String(text)) => Declared { names: vec![read(text)], list: false },
        Some(Json::Array(items)) => Declared {
            names: items.iter().filter_map(|item| if let Json::String(s) = item { Some(read(s)) } else { None }).collect(),
            list: true,
        },
        _ => Declared::default(),
    }
}

impl Judge<'_> {
    /// Judges the schema at a place, without what needs the whole document.
    pub(super) fn node(&mut self, index: usize) {
        match self.schema(index) {
            Json::Bool(value) => {
                let types = &self.profile.types;
                let fact = if *value { &types.booleans } else { types.never.as_ref().unwrap_or(&types.booleans) };
                if !fact.value {
                    self.refuse(index, None, "boolean-schema", fact, &Fill::name(value.to_string()));
                }
            }
            Json::Object(members) => {
                let profile = self.profile;
                let types = declared(self.schema(index), profile);
                self.keywords(index, members);
                if index == 0 {
                    self.root(&types);
                }
                self.types(index, &types);
                self.literals(index, &types);
                self.object(index, &types);
                self.union(index);
                self.string(index, &types);
                self.array(index, &types);
                self.bounds(index, &types);
            }
            _ => self.add(index, None, "not-a-schema", "JSON Schema, core".into(), &Fill::default()),
        }
    }

    fn keywords(&mut self, index: usize, members: &[(Cow<'_, str>, Json<'_>)]) {
        let profile = self.profile;
        let mut seen = HashSet::new();
        for (text, value) in members {
            if !seen.insert(text.as_ref()) {
                self.add(index, Keyword::from_text(text), "keyword-twice", "RFC 8259, 4".into(), &Fill::name(text.as_ref()));
            }
            let below = || Fill { name: text.to_string(), below: Some(text.to_string()), ..Fill::default() };
            let Some(keyword) = Keyword::from_text(text) else {
                if text == ORDERING {
                    if !profile.objects.ordering.value && profile.enforced.value {
                        self.refuse(index, None, "ordering-refused", &profile.objects.ordering, &below());
                    }
                } else {
                    let ignored = profile.other_keywords.value == Support::Ignored;
                    if profile.other_keywords.value != Support::Enforced && (profile.enforced.value || !ignored) {
                        self.refuse(index, None, "keyword-unknown", &profile.other_keywords, &below());
                        // A word that constrains nothing is none the worse for being ignored; it is not sent all the same.
                        if let (true, Some(last)) = (ignored, self.out.last_mut()) {
                            last.effect = Effect::Kept;
                        }
                    }
                }
                continue;
            };
            if self.banned(index, keyword) {
                continue;
            }
            if self.stands(index, keyword, text, value)
                && let Some(wanted) = wrong_form(keyword, value)
            {
                self.add(index, Some(keyword), "keyword-value", "JSON Schema 2020-12, meta-schema".into(), &Fill::name(wanted));
            }
        }
    }

    /// Whether the endpoint reads the keyword at this place; where it does not, that is noted.
    fn stands(&mut self, index: usize, keyword: Keyword, text: &str, value: &Json<'_>) -> bool {
        let profile = self.profile;
        let site = self.site(index);
        let (support, rule, evidence, name) = match site.standing(profile, keyword) {
            Standing::Usual if profile.permits(keyword) => return true,
            Standing::Usual => {
                let fact = &profile.keywords[keyword as usize];
                let rule = if fact.value == Support::Ignored { "keyword-ignored" } else { "keyword-refused" };
                (fact.value, rule, fact.cite(), text.to_owned())
            }
            Standing::Case(case) => {
                let rule = if case.value == Support::Ignored { "keyword-ignored-here" } else { "keyword-refused-here" };
                (case.value, rule, format!("{} ({})", case.evidence, case.confidence.name()), case.when())
            }
            Standing::Lost(turn) if turn.value == Support::Ignored && site.implied(profile, keyword, turn.keyword) => return false,
            Standing::Lost(turn) => {
                let rule = if turn.value == Support::Ignored { "keyword-ignored-here" } else { "keyword-refused-here" };
                let evidence = format!("{} ({})", turn.evidence, turn.confidence.name());
                (turn.value, rule, evidence, format!("beside {}", turn.keyword.text()))
            }
        };
        let fill = Fill::name(name);
        match support {
            Support::Enforced => return true,
            Support::Ignored if site.vacuous(keyword, value) => {}
            Support::Ignored if profile.enforced.value => {
                self.ignore(index, Some(keyword), rule, evidence, &fill);
                if let (Keyword::Nullable, Some(last)) = (keyword, self.out.last_mut()) {
                    last.effect = Effect::Narrowed;
                }
            }
            Support::Ignored => return true,
            Support::Refused | Support::Unknown => {
                self.add(index, Some(keyword), rule, evidence, &fill);
                let kept = profile.kept.as_ref().is_some_and(|fact| fact.value.contains(&keyword));
                if let (true, Some(last)) = (kept, self.out.last_mut()) {
                    last.effect = Effect::Kept;
                }
            }
        }
        false
    }

    /// Whether the keyword is refused for standing at the root, which has a violation of its own.
    pub(super) fn banned(&self, index: usize, keyword: Keyword) -> bool {
        let root = &self.profile.root;
        index == 0 && (root.banned.value.contains(&keyword) || (keyword == Keyword::AnyOf && !root.any_of.value))
    }

    /// Whether what the keyword says is worth a look: it is not refused as a whole.
    pub(super) fn judges(&self, index: usize, keyword: Keyword) -> bool {
        self.site(index).reads(self.profile, keyword) && !self.banned(index, keyword)
    }

    fn root(&mut self, types: &Declared<'_>) {
        let profile = self.profile;
        let schema = self.schema(0);
        if schema.get("$ref").is_some() && !profile.root.reference.value && profile.permits(Keyword::Ref) {
            self.refuse(0, Some(Keyword::Ref), "root-reference", &profile.root.reference, &Fill::default());
        } else if profile.root.object.value && (types.list || !types.has("object")) && !(profile.root.any_of.value && self.objects_only(0))
        {
            let kind = types.names.first().map_or_else(|| "None".to_owned(), Cow::to_string);
            self.refuse(0, Some(Keyword::Type), "root-object", &profile.root.object, &Fill { kind, ..Fill::default() });
        }
        for keyword in &profile.root.banned.value {
            if schema.get(keyword.text()).is_some() {
                self.refuse(0, Some(*keyword), "root-keyword", &profile.root.banned, &Fill::default());
            }
        }
        for keyword in profile.root.demanded.iter().flat_map(|fact| &fact.value) {
            if let (None, Some(fact)) = (schema.get(keyword.text()), &profile.root.demanded) {
                self.refuse(0, Some(*keyword), "root-demands", fact, &Fill::default());
            }
        }
        if schema.get("anyOf").is_some() && !profile.root.any_of.value && !profile.root.banned.value.contains(&Keyword::AnyOf) {
            self.refuse(0, Some(Keyword::AnyOf), "root-keyword", &profile.root.any_of, &Fill::default());
        }
    }

    /// Whether the schema is a union of objects.
    fn objects_only(&self, index: usize) -> bool {
        let object = |branch: &Json<'_>| {
            let types = declared(super::overlap::resolved(self.tree.nodes[0].schema, branch), self.profile);
            !types.list && types.has("object")
        };
        let branches = ["anyOf", "oneOf"].into_iter().find_map(|word| self.schema(index).get(word));
        matches!(branches, Some(Json::Array(branches)) if branches.iter().all(object))
    }

    /// Whether a schema that takes anything may stand at this place.
    fn any_is_fine(&self, index: usize) -> bool {
        let profile = self.profile;
        let Json::Object(members) = self.schema(index) else {
            return false;
        };
        let says = |fact: &Option<crate::profile::Fact<bool>>| fact.as_ref().is_some_and(|f| f.value);
        let extra = self.tree.nodes[index].step.keyword() == Some(Keyword::AdditionalProperties);
        (members.is_empty() && says(&profile.types.bare))
            || (index == 0 && members.is_empty() && says(&profile.root.any))
            || (extra && members.is_empty() && says(&profile.objects.any_extra))
    }

    fn types(&mut self, index: usize, types: &Declared<'_>) {
        let profile = self.profile;
        let schema = self.schema(index);
        let has = |name: &str| schema.get(name).is_some();
        let literal = has("enum") || has("const");
        let read_alone = profile.dispatch.iter().any(|turn| has(turn.keyword.text()));
        let combined = [Keyword::OneOf, Keyword::AllOf].into_iter().any(|k| has(k.text()) && profile.enforces(k));
        let chosen = has("type") || has("anyOf") || has("$ref") || read_alone || combined || (literal && !profile.literals.typed.value);
        // A refused word that chooses the type (`oneOf`) has its own violation.
        let otherwise = [Keyword::OneOf, Keyword::AllOf].into_iter().any(|k| has(k.text()) && !profile.permits(k));
        if profile.types.required.value && !chosen && !otherwise && !literal && !self.any_is_fine(index) {
            let empty = match schema {
                Json::Object(members) => {
                    members.iter().all(|(text, _)| Keyword::from_text(text).is_some_and(|k| k.role() == Role::Annotation))
                }
                _ => false,
            };
            let rule = if empty { "schema-empty" } else { "type-missing" };
            self.refuse(index, Some(Keyword::Type), rule, &profile.types.required, &Fill::default());
        }
        for name in &types.names {
            if !TYPE_NAMES.contains(&name.as_ref()) {
                self.add(index, Some(Keyword::Type), "type-name", "JSON Schema, validation".into(), &Fill::name(name.as_ref()));
            }
        }
        if types.list && !profile.types.list.value {
            self.refuse(index, Some(Keyword::Type), "type-list", &profile.types.list, &Fill::default());
        }
        if types.has("null") && !profile.types.null.value {
            self.refuse(index, Some(Keyword::Type), "type-null", &profile.types.null, &Fill::default());
        }
    }

    fn string(&mut self, index: usize, types: &Declared<'_>) {
        let profile = self.profile;
        let schema = self.schema(index);
        if let (Some(Json::String(format)), true) = (schema.get("format"), self.judges(index, Keyword::Format)) {
            let facts = &profile.strings;
            let any = facts.formats.value.iter().any(|f| f == "*");
            let textual = types.names.is_empty() || types.has("string");
            let numeric = !textual && (types.has("integer") || types.has("number"));
            let listed = any || (textual && facts.formats.value.iter().any(|f| f == format));
            let fill = Fill::name(format.as_ref());
            if numeric && !facts.number_formats.value {
                self.refuse(index, Some(Keyword::Format), "format-refused", &facts.number_formats, &fill);
            } else if !numeric && !listed {
                match &facts.other_formats {
                    Some(fact) if fact.value == Support::Ignored => {
                        if !self.site(index).vacuous(Keyword::Format, &Json::String(format.as_ref().into())) {
                            self.ignore(index, Some(Keyword::Format), "format-ignored", fact.cite(), &fill);
                        }
                    }
                    Some(fact) => self.treat(index, Some(Keyword::Format), "format-refused", fact, &fill),
                    None => self.refuse(index, Some(Keyword::Format), "format-refused", &facts.formats, &fill),
                }
            }
        }
        if let (Some(Json::String(text)), true) = (schema.get("pattern"), self.judges(index, Keyword::Pattern)) {
            self.pattern(index, text);
        }
    }

    fn pattern(&mut self, index: usize, text: &str) {
        let strings = &self.profile.strings;
        match pattern::scan(text) {
            Ok(found) => {
                let all = strings.portable_patterns.value;
                for feature in &found {
                    if let Some(fact) = strings.ignored_patterns.as_ref().filter(|fact| fact.value.contains(feature)) {
                        self.ignore(index, Some(Keyword::Pattern), "pattern-ignored", fact.cite(), &Fill::name(feature.name()));
                    }
                }
                let refused = |f: &&PatternFeature| all || strings.refused_patterns.value.contains(*f);
                for feature in found.iter().filter(refused) {
                    let listed = strings.refused_patterns.value.contains(feature);
                    let fill = Fill::name(feature.name());
                    if listed {
                        self.refuse(index, Some(Keyword::Pattern), "pattern-feature", &strings.refused_patterns, &fill);
                    } else {
                        self.refuse(index, Some(Keyword::Pattern), "pattern-feature", &strings.portable_patterns, &fill);
                    }
                }
            }
            Err(_) if !self.profile.enforced.value && strings.refused_patterns.value.is_empty() => {}
            Err(why) => self.add(index, Some(Keyword::Pattern), "pattern-syntax", "ECMA-262".into(), &Fill::name(why)),
        }
    }

    fn array(&mut self, index: usize, types: &Declared<'_>) {
        let profile = self.profile;
        let schema = self.schema(index);
        match schema.get("items") {
            Some(Json::Array(_)) if !profile.arrays.items_list.value && profile.permits(Keyword::Items) => {
                self.refuse(index, Some(Keyword::Items), "items-list", &profile.arrays.items_list, &Fill::default());
            }
            None if profile.arrays.items_required.value && types.has("array") => {
                self.refuse(index, Some(Keyword::Items), "items-missing", &profile.arrays.items_required, &Fill::default());
            }
            _ => {}
        }
        if let (Some(Json::Number(text)), Some(most), true) =
            (schema.get("minItems"), &profile.arrays.min_items_max, profile.permits(Keyword::MinItems))
        {
            let used = count(text).unwrap_or(u64::MAX);
            if used > most.value {
                let high = if let Some(Json::Number(high)) = schema.get("maxItems") { high.as_ref() } else { "∞" };
                let fill = Fill { measured: Some((used, most.value)), detail: format!("[{text}, {high}]"), ..Fill::default() };
                self.refuse(index, Some(Keyword::MinItems), "min-items", most, &fill);
            }
        }
    }

    /// The declared type as the providers print it: one name, or a Python list.
    pub(super) fn kind_name(&self, index: usize) -> String {
        let types = declared(self.schema(index), self.profile);
        match types.names.as_slice() {
            [one] if !types.list => one.to_string(),
            [] => "object".to_owned(),
            many => format!("[{}]", many.iter().map(|n| format!("'{n}'")).collect::<Vec<_>>().join(", ")),
        }
    }

    /// Whether an object at this place must have `properties`.
    pub(super) fn wants_properties(&self, index: usize) -> bool {
        match self.profile.objects.properties.value {
            Demand::Nowhere => false,
            Demand::Root => index == 0,
            Demand::Everywhere => true,
        }
    }
}

/// A count as written: a non-negative integer, also as `2.0`.
pub(super) fn count(text: &str) -> Option<u64> {
    let whole = text.split_once('.').map_or(text, |(whole, part)| if part.bytes().all(|b| b == b'0') { whole } else { text });
    whole.parse().ok()
}

/// What the value of `keyword` should be, if it is not that.
fn wrong_form(keyword: Keyword, value: &Json<'_>) -> Option<&'static str> {
    let is_text = |v: &Json<'_>| matches!(v, Json::String(_));
    let (fits, wanted) = match keyword {
        Keyword::Type => match value {
            Json::Array(names) => {
                let distinct: HashSet<&str> =
                    names.iter().filter_map(|n| if let Json::String(s) = n { Some(s.as_ref()) } else { None }).collect();
                (!names.is_empty() && distinct.len() == names.len(), "a list of distinct names")
            }
            other => (is_text(other), "a name or a list of names"),
        },
        Keyword::Enum | Keyword::Examples => (matches!(value, Json::Array(_)), "a list"),
        Keyword::Required => (matches!(value, Json::Array(names) if names.iter().all(is_text)), "a list of names"),
        Keyword::DependentRequired | Keyword::Discriminator | Keyword::Vocabulary => (matches!(value, Json::Object(_)), "an object"),
        Keyword::MinItems
        | Keyword::MaxItems
        | Keyword::MinLength
        | Keyword::MaxLength
        | Keyword::MinProperties
        | Keyword::MaxProperties
        | Keyword::MinContains
        | Keyword::MaxContains => (matches!(value, Json::Number(text) if count(text).is_some()), "a count"),
        Keyword::Minimum | Keyword::Maximum | Keyword::ExclusiveMinimum | Keyword::ExclusiveMaximum => {
            (matches!(value, Json::Number(_)), "a number")
        }
        Keyword::MultipleOf => (
            matches!(value, Json::Number(text) if !text.starts_with('-') && text.bytes().take_while(|b| !matches!(b, b'e' | b'E')).any(|b| (b'1'..=b'9').contains(&b))),
            "a number above 0",
        ),
        Keyword::UniqueItems | Keyword::Nullable | Keyword::Deprecated | Keyword::ReadOnly | Keyword::WriteOnly => {
            (matches!(value, Json::Bool(_)), "true or false")
        }
        Keyword::Pattern
        | Keyword::Format
        | Keyword::Title
        | Keyword::Description
        | Keyword::Ref
        | Keyword::DollarSchema
        | Keyword::DollarId
        | Keyword::Anchor
        | Keyword::Comment
        | Keyword::ContentEncoding
        | Keyword::ContentMediaType => (is_text(value), "a string"),
        other => match shape(other) {
            Shape::Plain => return None,
            Shape::Map => (matches!(value, Json::Object(_)), "schemas by name"),
            Shape::List => (matches!(value, Json::Array(items) if !items.is_empty()), "a list of at least one schema"),
            Shape::SchemaOrList => (matches!(value, Json::Object(_) | Json::Bool(_) | Json::Array(_)), "a schema"),
            Shape::Schema | Shape::OpenOrSchema => (matches!(value, Json::Object(_) | Json::Bool(_)), "a schema"),
        },
    };
    (!fits).then_some(wanted)
}

//! Objects: closed, complete, and with names the endpoint takes.

use std::collections::HashSet;

use super::Judge;
use super::message::Fill;
use super::node::{Declared, ORDERING};
use super::tree::required_names;
use crate::json::Json;
use crate::schema::keyword::Keyword;

impl Judge<'_> {
    /// Judges the schema at a place as an object, if it is one.
    pub(super) fn object(&mut self, index: usize, types: &Declared<'_>) {
        let profile = self.profile;
        let schema = self.schema(index);
        let properties = match schema.get("properties") {
            Some(Json::Object(members)) => Some(members.as_slice()),
            _ => None,
        };
        if !types.has("object") && properties.is_none() && schema.get("additionalProperties").is_none() {
            return;
        }
        self.closure(index);
        match properties {
            None if self.wants_properties(index) && schema.get("properties").is_none() => {
                self.refuse(index, Some(Keyword::Properties), "object-without-properties", &profile.objects.properties, &Fill::default());
            }
            Some([]) if !profile.objects.empty.value && !self.is_enforced_case(index, Keyword::Properties) => {
                self.refuse(index, Some(Keyword::Properties), "object-empty", &profile.objects.empty, &Fill::default());
            }
            _ => {}
        }
        let mut names = HashSet::new();
        for (name, _) in properties.unwrap_or_default() {
            if !names.insert(name.as_ref()) {
                self.add(index, Some(Keyword::Properties), "keyword-twice", "RFC 8259, 4".into(), &Fill::name(name.as_ref()));
            }
        }
        self.completeness(index, properties.unwrap_or_default().iter().map(|(name, _)| name.as_ref()), &names);
        self.ordering(index, &names);
        self.property_names(index, properties.unwrap_or_default().iter().map(|(name, _)| name.as_ref()));
    }

    fn closure(&mut self, index: usize) {
        let profile = self.profile;
        let keyword = Some(Keyword::AdditionalProperties);
        match self.schema(index).get("additionalProperties") {
            Some(_) if !profile.permits(Keyword::AdditionalProperties) => {}
            None if profile.objects.closed.value => {
                self.refuse(index, keyword, "object-not-closed", &profile.objects.closed, &Fill::default());
            }
            Some(_) if !profile.objects.closable.value => {
                self.refuse(index, keyword, "keyword-refused", &profile.objects.closable, &Fill::default());
            }
            Some(value) if *value != Json::Bool(false) && !profile.objects.open.value => {
                let name = if *value == Json::Bool(true) { "true" } else { "object" };
                self.refuse(index, keyword, "object-open", &profile.objects.open, &Fill::name(name));
            }
            _ => {}
        }
    }

    fn completeness<'n>(&mut self, index: usize, declared: impl Iterator<Item = &'n str>, names: &HashSet<&str>) {
        let profile = self.profile;
        let schema = self.schema(index);
        let required = required_names(schema);
        if profile.objects.all_required.value {
            let missing: Vec<&str> = declared.filter(|name| !required.contains(name)).collect();
            if let Some(first) = missing.first() {
                self.refuse(index, Some(Keyword::Required), "property-not-required", &profile.objects.all_required, &Fill::name(*first));
            }
        }
        if let Some(fact) = profile.objects.some_required.as_ref().filter(|fact| fact.value)
            && required.is_empty()
        {
            self.refuse(index, Some(Keyword::Required), "required-empty", fact, &Fill::default());
        }
        if profile.objects.required_declared.value
            && let Some(Json::Array(list)) = schema.get("required")
        {
            let stray = list.iter().enumerate().find_map(|(i, n)| match n {
                Json::String(s) if !names.contains(s.as_ref()) => Some((i, s.as_ref())),
                _ => None,
            });
            if let Some((position, name)) = stray {
                let fill = Fill { detail: position.to_string(), ..Fill::name(name) };
                self.refuse(index, Some(Keyword::Required), "required-not-declared", &profile.objects.required_declared, &fill);
            }
        }
    }

    fn ordering(&mut self, index: usize, names: &HashSet<&str>) {
        let profile = self.profile;
        let Some(value) = self.schema(index).get(ORDERING) else {
            return;
        };
        if !profile.objects.ordering.value {
            return;
        }
        let stray = match value {
            Json::Array(list) => list.iter().find_map(|n| match n {
                Json::String(s) if names.contains(s.as_ref()) => None,
                Json::String(s) => Some(s.as_ref()),
                _ => Some("something that is not a name"),
            }),
            _ => Some("something that is not a list"),
        };
        if let Some(name) = stray {
            self.refuse(index, None, "ordering-names", &profile.objects.ordering, &Fill::name(name));
        }
    }

    fn property_names<'n>(&mut self, index: usize, declared: impl Iterator<Item = &'n str>) {
        let profile = self.profile;
        let declared: Vec<&str> = declared.collect();
        if let Some(fact) = &profile.objects.reserved {
            for name in declared.iter().filter(|name| fact.value.iter().any(|reserved| reserved == **name)) {
                self.refuse(index, Some(Keyword::Properties), "property-reserved", fact, &Fill::name(*name));
            }
        }
        if index != 0 && !profile.objects.name_pattern_nested {
            return;
        }
        let Some(fact) = &profile.objects.name_pattern else {
            return;
        };
        let bad: Vec<&str> = match &self.names {
            Some(pattern) => declared.into_iter().filter(|name| !pattern.is_match(name).unwrap_or(false)).collect(),
            None => return,
        };
        for name in bad {
            let fill = Fill { detail: fact.value.clone(), ..Fill::name(name) };
            self.refuse(index, Some(Keyword::Properties), "property-name", fact, &fill);
        }
    }
}

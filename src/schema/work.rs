//! How much a validator does that looks at everything and remembers nothing. Where unions meet recursion that is
//! exponential in the depth of the value, so it has to be known before one is let loose on a reply.

use super::arena::{Body, Keywords, SchemaId};
use super::parse::Schema;
use crate::json::{Json, Kind};
use std::collections::HashMap;

/// Deepest recursion of the count.
const MAX_DEPTH: u32 = 512;

impl Schema {
    /// How often a subschema meets a value when everything is looked at; found without doing it, each pair once.
    #[must_use]
    pub fn work(&self, value: &Json<'_>) -> u64 {
        Count { schema: self, scalars: HashMap::new(), containers: HashMap::new() }.of(self.root(), value, MAX_DEPTH)
    }
}

struct Count<'s> {
    schema: &'s Schema,
    /// What a scalar costs depends on its kind only.
    scalars: HashMap<(SchemaId, Kind), u64>,
    /// By address: the value stays where it is.
    containers: HashMap<(SchemaId, usize), u64>,
}

impl Count<'_> {
    fn of(&mut self, id: SchemaId, value: &Json<'_>, room: u32) -> u64 {
        let schema = self.schema;
        let Body::Keywords(keywords) = &schema.sub(id).body else { return 1 };
        let Some(room) = room.checked_sub(1) else { return u64::MAX };
        let (kind, address) = (value.kind(), std::ptr::from_ref(value).addr());
        let container = matches!(kind, Kind::Array | Kind::Object);
        let known = if container { self.containers.get(&(id, address)) } else { self.scalars.get(&(id, kind)) };
        if let Some(known) = known {
            return *known;
        }
        let mut work = 1;
        let mut add = |more: u64| work = u64::saturating_add(work, more);
        in_place(keywords).for_each(|id| add(self.of(id, value, room)));
        match value {
            Json::Array(items) => {
                for (at, item) in items.iter().enumerate() {
                    let own = keywords.prefix_items.get(at).copied().or(keywords.items);
                    let all = [own, keywords.contains, keywords.unevaluated_items];
                    all.into_iter().flatten().for_each(|id| add(self.of(id, item, room)));
                }
            }
            Json::Object(members) => {
                let doc = schema.doc();
                let declared = keywords.properties.first().and_then(|(node, _)| doc.parent(*node));
                for (name, member) in members {
                    let property = declared.and_then(|d| doc.get(d, name)).map(|node| keywords.properties[doc.index(node)].1);
                    let matching = keywords.pattern_properties.iter();
                    let mut own: Vec<SchemaId> = matching
                        .filter(|(node, _)| schema.pattern(*node).is_none_or(|pattern| pattern.is_match(name)))
                        .map(|(_, id)| *id)
                        .chain(property)
                        .collect();
                    if own.is_empty() {
                        own.extend(keywords.additional_properties);
                    }
                    own.extend(keywords.unevaluated_properties);
                    for id in own {
                        add(self.of(id, member, room));
                    }
                    if let Some(id) = keywords.property_names {
                        add(self.of(id, &Json::String(name.clone()), room));
                    }
                }
            }
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
        }
        if container {
            self.containers.insert((id, address), work);
        } else {
            self.scalars.insert((id, kind), work);
        }
        work
    }
}

/// The subschemas that judge the value itself.
fn in_place(k: &Keywords) -> impl Iterator<Item = SchemaId> {
    let single = [k.reference, k.dynamic_reference, k.not, k.condition, k.then, k.otherwise];
    let several = k.all_of.iter().chain(&k.any_of).chain(&k.one_of).copied();
    single.into_iter().flatten().chain(several).chain(k.dependent_schemas.iter().map(|(_, id)| *id))
}

#[cfg(test)]
mod tests {
    use crate::json::parse;
    use crate::schema::{ReadOptions, Schema};

    #[test]
    fn work_is_counted_without_doing_it() {
        let schema = |text: &str| Schema::parse(text, &ReadOptions::default()).unwrap();
        let flat = schema(r#"{"properties":{"a":{"type":"string"},"b":{"items":{"type":"integer"}}}}"#);
        assert_eq!(flat.work(&parse(r#"{"a":"x","b":[1,2,3],"c":0}"#).unwrap()), 6);
        let wide = schema(r##"{"anyOf":[{"properties":{"x":{"$ref":"#"}}},{"properties":{"x":{"$ref":"#"},"y":true}}]}"##);
        let nested = format!("{}1{}", r#"{"x":"#.repeat(100), "}".repeat(100));
        assert_eq!(wide.work(&parse(&nested).unwrap()), u64::MAX);
    }
}

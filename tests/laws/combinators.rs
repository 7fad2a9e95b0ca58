//! Random schemas that speak of others: unions, conjunctions, conditions, negations, references.

use super::json::{Value, member, number, object, string};
use super::schemas::Schemas;
use schema_compat::json::Json;

impl Schemas<'_, '_> {
    fn branches(&mut self, depth: usize) -> Value {
        let count = 2 + self.choices.pick(2);
        let tagged = self.choices.once_in(3);
        let branches = (0..count).map(|i| {
            if !tagged {
                return self.any_kind(depth + 1);
            }
            let mut branch = self.object(depth + 1);
            if let Json::Object(members) = &mut branch {
                let tag = object([("const", string(&format!("k{i}")))]);
                match members.iter_mut().find(|(k, _)| k == "properties") {
                    Some((_, Json::Object(properties))) => {
                        properties.retain(|(k, _)| k != "kind");
                        properties.insert(0, member("kind", tag));
                    }
                    _ => members.push(member("properties", Json::Object(vec![member("kind", tag)]))),
                }
                members.retain(|(k, _)| k != "required");
                members.push(member("required", Json::Array(vec![string("kind")])));
            }
            branch
        });
        Json::Array(branches.collect())
    }

    pub(super) fn any_of(&mut self, depth: usize) -> Value {
        let branches = self.branches(depth);
        object([("anyOf", branches)])
    }

    pub(super) fn one_of(&mut self, depth: usize) -> Value {
        let branches = self.branches(depth);
        object([("oneOf", branches)])
    }

    pub(super) fn all_of(&mut self, depth: usize) -> Value {
        let first = self.object(depth + 1);
        let second = if self.choices.pick(2) == 0 { self.object(depth + 1) } else { self.any_kind(depth + 1) };
        object([("allOf", Json::Array(vec![first, second]))])
    }

    pub(super) fn reference(&mut self) -> Value {
        let target = format!("#/$defs/d{}", self.choices.pick(self.definitions));
        let target = if self.choices.once_in(8) { "#".to_owned() } else { target };
        let mut schema = vec![member("$ref", string(&target))];
        match self.choices.pick(6) {
            4 => schema.push(member("description", string("a reference"))),
            5 => schema.push(member("minProperties", number(1))),
            _ => {}
        }
        Json::Object(schema)
    }

    pub(super) fn conditional(&mut self, depth: usize) -> Value {
        let mut schema = self.object(depth);
        let test = match self.choices.pick(3) {
            0 => {
                object([("properties", object([("a", object([("const", super::json::read(self.choices.of(&["\"v0\"", "1", "null"])))]))]))])
            }
            1 => object([("required", Json::Array(vec![string("a")]))]),
            _ => object([("properties", object([("b", self.scalar())])), ("required", Json::Array(vec![string("b")]))]),
        };
        if let Json::Object(members) = &mut schema {
            members.push(member("if", test));
            members.push(member("then", object([("required", Json::Array(vec![string(self.choices.of(&["b", "c"]))]))])));
            if self.choices.pick(2) == 0 {
                members.push(member("else", object([("properties", object([("c", self.scalar())]))])));
            }
        }
        schema
    }

    pub(super) fn negation(&mut self, depth: usize) -> Value {
        let mut schema = self.scalar();
        let inner = if self.choices.pick(2) == 0 { self.literals() } else { self.any_kind(depth + 2) };
        if let Json::Object(members) = &mut schema {
            members.push(member("not", inner));
        }
        schema
    }

    pub(super) fn type_list(&mut self, depth: usize) -> Value {
        let mut schema = if self.choices.pick(2) == 0 { self.scalar() } else { self.list(depth) };
        let more = self.choices.of(&["null", "boolean", "string", "object"]);
        if let Json::Object(members) = &mut schema {
            for (name, value) in members {
                if let ("type", Json::String(kind)) = (name.as_ref(), &*value)
                    && kind != more
                {
                    *value = Json::Array(vec![Json::String(kind.clone()), string(more)]);
                }
            }
        }
        schema
    }

    pub(super) fn untyped(&mut self, depth: usize) -> Value {
        let mut schema = match self.choices.pick(3) {
            0 => self.scalar(),
            1 => self.list(depth),
            _ => self.map(depth),
        };
        if let Json::Object(members) = &mut schema {
            members.retain(|(k, _)| k != "type");
        }
        schema
    }

    pub(super) fn unevaluated(&mut self, depth: usize) -> Value {
        if self.choices.once_in(3) {
            let mut schema = self.tuple(depth);
            if let Json::Object(members) = &mut schema {
                members.retain(|(k, _)| k != "items");
                members.push(member("unevaluatedItems", Json::Bool(false)));
            }
            return schema;
        }
        let mut schema = self.object(depth);
        let parts = self.branches(depth);
        let how = self.choices.of(&["allOf", "anyOf"]);
        let rest = if self.choices.pick(3) < 2 { Json::Bool(false) } else { self.scalar() };
        if let Json::Object(members) = &mut schema {
            members.retain(|(k, _)| k != "additionalProperties");
            members.push(member(how, parts));
            members.push(member("unevaluatedProperties", rest));
        }
        schema
    }
}

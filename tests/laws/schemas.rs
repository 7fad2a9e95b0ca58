//! Random schemas: every keyword of draft 2020-12 that constrains, in shapes people and generators write.

use super::choices::Choices;
use super::json::{Value, member, number, object, string};
use schema_compat::json::Json;
use std::borrow::Cow;

/// Names that are plain, need escaping, or clash with the names the wire form invents.
pub const NAMES: &[&str] =
    &["a", "b", "c", "kind", "x1", "value", "key", "result", "_0", "_additional", "_json", "é/~ ", "_rest", "_entries", "_more", "_b0", ""];
pub const PATTERNS: &[&str] = &["^x", "^[a-z]{1,3}$", "[0-9]", "^(a|b)$", "k|y$", "^_", "^a?b*$"];
const FORMATS: &[&str] = &["date", "email", "uuid", "color", "int64"];
const DEPTH: usize = 4;

pub(super) type Members = Vec<(Cow<'static, str>, Value)>;

/// Builds schemas out of choices.
pub struct Schemas<'c, 'd> {
    pub(super) choices: &'c mut Choices<'d>,
    pub(super) definitions: usize,
}

/// A whole document.
pub fn schema(choices: &mut Choices<'_>) -> Value {
    let definitions = if choices.once_in(3) { 1 + choices.pick(2) } else { 0 };
    let mut schemas = Schemas { choices, definitions };
    let mut root = if schemas.choices.once_in(5) { schemas.any_kind(0) } else { schemas.object(0) };
    let defs: Members = (0..definitions).map(|i| member(&format!("d{i}"), schemas.any_kind(2))).collect();
    if let (Json::Object(members), false) = (&mut root, defs.is_empty()) {
        members.push(member("$defs", Json::Object(defs)));
    }
    root
}

impl Schemas<'_, '_> {
    /// A schema of any kind.
    pub fn any_kind(&mut self, depth: usize) -> Value {
        if depth >= DEPTH || !self.choices.any_left() {
            return self.scalar();
        }
        let mut schema = match self.choices.pick(24) {
            0..=4 => self.scalar(),
            5..=8 => self.object(depth),
            9 => self.map(depth),
            10 | 11 => self.list(depth),
            12 => self.tuple(depth),
            13 => self.literals(),
            14 => self.any_of(depth),
            15 => self.one_of(depth),
            16 => self.all_of(depth),
            17 | 18 if self.definitions > 0 => self.reference(),
            17 => self.conditional(depth),
            18 => self.negation(depth),
            19 => self.type_list(depth),
            20 => self.untyped(depth),
            21 => self.unevaluated(depth),
            22 => self.literals(),
            _ => [Json::Bool(true), object([]), object([("description", string("anything"))])][self.choices.pick(3)].clone(),
        };
        if let (Json::Object(members), true) = (&mut schema, self.choices.once_in(8)) {
            let note = self.choices.pick(4);
            let (name, value) =
                [("title", string("T")), ("description", string("says something")), ("default", Json::Null), ("x-vendor", number(1))][note]
                    .clone();
            if members.iter().all(|(k, _)| k != name) {
                members.push(member(name, value));
            }
        }
        schema
    }

    pub(super) fn scalar(&mut self) -> Value {
        let mut members: Members = Vec::new();
        let kind = self.choices.of(&["string", "string", "integer", "number", "boolean", "null"]);
        members.push(member("type", string(kind)));
        match kind {
            "string" => self.string_keywords(&mut members),
            "integer" | "number" => self.number_keywords(&mut members),
            _ => {}
        }
        Json::Object(members)
    }

    fn string_keywords(&mut self, members: &mut Members) {
        match self.choices.pick(8) {
            3 => members.push(member("minLength", number(self.choices.pick(4)))),
            4 => members.push(member("maxLength", number(self.choices.pick(5)))),
            5 => {
                members.push(member("minLength", number(1)));
                members.push(member("maxLength", number(1 + self.choices.pick(4))));
            }
            6 => members.push(member("pattern", string(self.choices.of(PATTERNS)))),
            7 => members.push(member("format", string(self.choices.of(FORMATS)))),
            _ => {}
        }
    }

    fn number_keywords(&mut self, members: &mut Members) {
        let low = self.choices.of(&["0", "1", "-3", "0.5"]);
        match self.choices.pick(9) {
            3 => members.push(member("minimum", number(low))),
            4 => members.push(member("maximum", number(self.choices.of(&["10", "0", "2.5", "9223372036854775807"])))),
            5 => members.push(member("exclusiveMinimum", number(low))),
            6 => members.push(member("exclusiveMaximum", number(self.choices.of(&["10", "4"])))),
            7 => members.push(member("multipleOf", number(self.choices.of(&["1", "2", "0.5", "3"])))),
            8 => {
                members.push(member("minimum", number(low)));
                members.push(member("maximum", number(self.choices.of(&["5", "100"]))));
            }
            _ => {}
        }
    }

    /// Declared properties, optional, nullable or required, open or closed.
    pub fn object(&mut self, depth: usize) -> Value {
        let count = self.choices.pick(4);
        let mut properties: Members = Vec::new();
        let mut required = Vec::new();
        for usual in &NAMES[..count] {
            let name = if self.choices.once_in(4) { self.choices.of(NAMES) } else { usual };
            if properties.iter().any(|(k, _)| k == name) {
                continue;
            }
            if self.choices.pick(2) == 0 {
                required.push(string(name));
            }
            let value = if self.choices.once_in(40) { Json::Bool(false) } else { self.any_kind(depth + 1) };
            let value = if self.choices.once_in(6) { self.nullable(value) } else { value };
            properties.push(member(name, value));
        }
        let mut members: Members = Vec::new();
        if !self.choices.once_in(10) {
            members.push(member("type", string("object")));
        }
        if !properties.is_empty() || self.choices.once_in(2) {
            members.push(member("properties", Json::Object(properties)));
        }
        if self.choices.once_in(20) {
            let more = string(self.choices.of(NAMES));
            if !required.contains(&more) {
                required.push(more);
            }
        }
        if !required.is_empty() {
            members.push(member("required", Json::Array(required)));
        }
        match self.choices.pick(8) {
            0..=3 => members.push(member("additionalProperties", Json::Bool(false))),
            5 => members.push(member("additionalProperties", Json::Bool(true))),
            6 => members.push(member("additionalProperties", self.any_kind(depth + 1))),
            _ => {}
        }
        self.object_extras(&mut members, depth);
        Json::Object(members)
    }

    fn object_extras(&mut self, members: &mut Members, depth: usize) {
        let name = self.choices.of(NAMES);
        match self.choices.pick(20) {
            12 => {
                let value = self.any_kind(depth + 1);
                members.push(member("patternProperties", Json::Object(vec![member(self.choices.of(PATTERNS), value)])));
            }
            13 => members.push(member("propertyNames", object([("pattern", string(self.choices.of(PATTERNS)))]))),
            14 => members.push(member("minProperties", number(self.choices.pick(3)))),
            15 => members.push(member("maxProperties", number(1 + self.choices.pick(3)))),
            16 => {
                let needs = Json::Array(vec![string(self.choices.of(&["b", "a", "c"]))]);
                members.push(member("dependentRequired", Json::Object(vec![member(self.choices.of(&["a", "b"]), needs)])));
            }
            17 => {
                let then = self.object(depth + 2);
                members.push(member("dependentSchemas", Json::Object(vec![member(self.choices.of(&["a", "b"]), then)])));
            }
            18 => members.push(member(
                "propertyNames",
                object([("enum", Json::Array(vec![string("c"), string(if name == "c" { "a" } else { name })]))]),
            )),
            19 => members.push(member("not", object([("required", Json::Array(vec![string(self.choices.of(&["c", "a"]))]))]))),
            _ => {}
        }
    }

    fn nullable(&mut self, value: Value) -> Value {
        match value {
            Json::Object(mut members) if self.choices.pick(2) == 0 => {
                for (name, value) in &mut members {
                    if let ("type", Json::String(kind)) = (name.as_ref(), &*value)
                        && kind != "null"
                    {
                        *value = Json::Array(vec![Json::String(kind.clone()), string("null")]);
                    }
                }
                Json::Object(members)
            }
            other => object([("anyOf", Json::Array(vec![other, object([("type", string("null"))])]))]),
        }
    }

    pub(super) fn map(&mut self, depth: usize) -> Value {
        let mut schema = vec![member("type", string("object"))];
        match self.choices.pick(4) {
            0 => schema.push(member("additionalProperties", self.any_kind(depth + 1))),
            1 => {
                let value = self.any_kind(depth + 1);
                schema.push(member("patternProperties", Json::Object(vec![member(self.choices.of(PATTERNS), value)])));
                if self.choices.pick(2) == 0 {
                    schema.push(member("additionalProperties", Json::Bool(false)));
                }
            }
            2 => schema.push(member("additionalProperties", Json::Bool(true))),
            _ => {}
        }
        if self.choices.once_in(4) {
            schema.push(member(self.choices.of(&["minProperties", "maxProperties"]), number(1)));
        }
        if self.choices.once_in(5) {
            schema.push(member("propertyNames", object([(self.choices.of(&["minLength", "maxLength"]), number(1))])));
        }
        Json::Object(schema)
    }

    pub(super) fn list(&mut self, depth: usize) -> Value {
        let mut schema = vec![member("type", string("array"))];
        if !self.choices.once_in(6) {
            schema.push(member("items", self.any_kind(depth + 1)));
        }
        match self.choices.pick(8) {
            3 => schema.push(member("minItems", number(self.choices.pick(3)))),
            4 => schema.push(member("maxItems", number(self.choices.pick(3)))),
            5 => schema.push(member("uniqueItems", Json::Bool(true))),
            6 => {
                schema.push(member("contains", self.scalar()));
                if self.choices.once_in(2) {
                    schema.push(member(self.choices.of(&["minContains", "maxContains"]), number(self.choices.pick(3))));
                }
            }
            7 => {
                schema.push(member("minItems", number(2)));
                schema.push(member("maxItems", number(2)));
            }
            _ => {}
        }
        Json::Object(schema)
    }

    pub(super) fn tuple(&mut self, depth: usize) -> Value {
        let count = 1 + self.choices.pick(3);
        let items: Vec<Value> = (0..count).map(|_| self.any_kind(depth + 1)).collect();
        let mut schema = vec![member("type", string("array")), member("prefixItems", Json::Array(items))];
        match self.choices.pick(4) {
            0 => schema.push(member("items", Json::Bool(false))),
            1 => schema.push(member("items", self.any_kind(depth + 1))),
            _ => {}
        }
        match self.choices.pick(5) {
            0 | 1 => schema.push(member("minItems", number(count))),
            2 => schema.push(member("minItems", number(self.choices.pick(count + 2)))),
            3 => schema.push(member("maxItems", number(self.choices.pick(count + 2)))),
            _ => {}
        }
        Json::Object(schema)
    }

    /// `enum` and `const` in every kind.
    pub(super) fn literals(&mut self) -> Value {
        const POOL: &[&str] = &[
            "\"a\"",
            "\"b\"",
            "1",
            "null",
            "true",
            "2.5",
            "{\"a\":1}",
            "[]",
            "\"\"",
            "false",
            "\"1\"",
            "[1]",
            "{}",
            "123456789012345678901234567890",
            "1.0",
            "\"null\"",
        ];
        if self.choices.once_in(3) {
            return object([("const", super::json::read(self.choices.of(POOL)))]);
        }
        let count = 1 + self.choices.pick(4);
        let strings = self.choices.pick(2) == 0;
        let mut list: Vec<Value> = Vec::new();
        for i in 0..count {
            let next = if strings { string(&format!("v{i}")) } else { super::json::read(self.choices.of(POOL)) };
            if !list.iter().any(|l| l.same(&next)) {
                list.push(next);
            }
        }
        let mut schema = vec![member("enum", Json::Array(list))];
        if strings {
            schema.insert(0, member("type", string("string")));
        }
        Json::Object(schema)
    }
}

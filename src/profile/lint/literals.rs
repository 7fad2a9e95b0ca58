//! `enum` and `const`: kinds, mixtures, and whether the members fit the declared type.

use super::Judge;
use super::message::Fill;
use super::node::Declared;
use crate::json::{Json, Kind, KindSet};
use crate::schema::keyword::Keyword;

impl Judge<'_> {
    /// Judges the literals of the schema at a place.
    pub(super) fn literals(&mut self, index: usize, types: &Declared<'_>) {
        let schema = self.schema(index);
        if let (Some(Json::Array(members)), true) = (schema.get("enum"), self.judges(index, Keyword::Enum)) {
            if members.is_empty() {
                match &self.profile.literals.none {
                    Some(fact) => self.treat(index, Some(Keyword::Enum), "enum-empty", fact, &Fill::default()),
                    None if self.profile.enforced.value => {
                        self.add(index, Some(Keyword::Enum), "enum-empty", "no value fits".into(), &Fill::default());
                    }
                    None => {}
                }
            }
            self.members(index, Keyword::Enum, members, types);
        }
        if let (Some(value), true) = (schema.get("const"), self.judges(index, Keyword::Const)) {
            self.members(index, Keyword::Const, std::slice::from_ref(value), types);
        }
    }

    fn members(&mut self, index: usize, keyword: Keyword, members: &[Json<'_>], types: &Declared<'_>) {
        let profile = self.profile;
        let facts = &profile.literals;
        let with_type = self.schema(index).get("type").is_some();
        if facts.typed.value && !with_type {
            self.refuse(index, Some(keyword), "literal-untyped", &facts.typed, &Fill::default());
        }
        if types.list && !profile.types.list_with_enum.value {
            let fill = Fill { name: members.first().map(shown).unwrap_or_default(), ..Fill::default() };
            self.refuse(index, Some(keyword), "type-list-enum", &profile.types.list_with_enum, &fill);
        }
        let kinds = members.iter().fold(KindSet::EMPTY, |set, m| set.with(m.kind()));
        for kind in kinds.iter().filter(|k| !facts.kinds.value.has(*k)) {
            let first = members.iter().enumerate().find(|(_, m)| m.kind() == kind);
            let (detail, name) = first.map(|(i, m)| (i.to_string(), shown(m))).unwrap_or_default();
            let fill = Fill { kind: kind.name().to_owned(), detail, ..Fill::name(name) };
            self.refuse(index, Some(keyword), "literal-kind", &facts.kinds, &fill);
        }
        if kinds.without(Kind::Null).len() > 1 && !facts.mixed.value {
            self.refuse(index, Some(keyword), "enum-mixed", &facts.mixed, &Fill::default());
        }
        let empty = members.iter().position(|m| matches!(m, Json::String(s) if s.is_empty()));
        if let (Some(position), false) = (empty, facts.empty_string.value) {
            let fill = Fill { detail: position.to_string(), ..Fill::default() };
            self.refuse(index, Some(keyword), "enum-empty-string", &facts.empty_string, &fill);
        }
        if let Some(stray) = members.iter().find(|m| with_type && profile.enforced.value && !fits(m, types)) {
            if let Some(fact) = &facts.outside_type {
                return self.treat(index, Some(keyword), "literal-type", fact, &Fill::name(shown(stray)));
            }
            self.add(index, Some(keyword), "literal-type", "a literal outside its type fits no value".into(), &Fill::name(shown(stray)));
        }
    }
}

/// Whether the literal is of a declared type.
pub(super) fn fits(literal: &Json<'_>, types: &Declared<'_>) -> bool {
    match literal {
        Json::Number(text) => types.has("number") || (types.has("integer") && is_whole(text)),
        other => types.has(other.kind().name()),
    }
}

/// Whether a number's token stands for a whole number (`2`, `2.0`, `2e3`, `20e-1`).
fn is_whole(text: &str) -> bool {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: Vec<u8> = whole.bytes().chain(part.bytes()).filter(u8::is_ascii_digit).collect();
    let Some(last) = digits.iter().rposition(|d| *d != b'0') else {
        return true;
    };
    // Places behind the point that are still in use; an exponent too long to read is taken by its sign.
    let used = i64::try_from(last + 1).unwrap_or(i64::MAX).saturating_sub(i64::try_from(digits.len() - part.len()).unwrap_or(0));
    let exponent: i64 = exponent.parse().unwrap_or(if exponent.starts_with('-') { i64::MIN } else { i64::MAX });
    used <= exponent
}

/// A literal as a message shows it.
fn shown(literal: &Json<'_>) -> String {
    match literal {
        Json::Null => "null".into(),
        Json::Bool(value) => value.to_string(),
        Json::Number(text) | Json::String(text) => text.to_string(),
        Json::Array(_) => "a list".into(),
        Json::Object(_) => "an object".into(),
    }
}

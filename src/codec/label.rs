//! Literals that travel as strings.

use super::decode::Decoder;
use super::encode::EncodeError;
use super::matching::Cost;
use super::path::At;
use super::scalar::spelled;
use crate::json::Json;
use std::borrow::Cow;

/// Pairs of label and literal.
pub(super) type Table = [(Box<str>, Json<'static>)];

fn labelled<'t>(table: &'t Table, text: &str) -> Option<&'t Json<'static>> {
    table.iter().find(|(label, _)| **label == *text).map(|(_, literal)| literal)
}

fn holds(table: &Table, value: &Json<'_>) -> bool {
    table.iter().any(|(_, literal)| literal.same(value))
}

impl Decoder<'_, '_> {
    pub(super) fn read_label<'a>(&mut self, table: &Table, value: &Json<'a>, at: At<'_>) -> Json<'a> {
        let Json::String(text) = value else { return self.keep(value, at) };
        // In a text in own shape a literal comes before a label spelled like it.
        if self.own && holds(table, value) {
            return value.clone();
        }
        if let Some(literal) = labelled(table, text) {
            return literal.clone();
        }
        if let Some(literal) = spelled(text, table.iter().map(|(_, literal)| literal)) {
            self.literal_as_text(literal, at);
            return literal.clone();
        }
        value.clone()
    }

    pub(super) fn cost_label(&mut self, table: &Table, value: &Json<'_>) -> Cost {
        let label = match value {
            Json::String(text) => labelled(table, text),
            _ => None,
        };
        match label {
            Some(literal) if literal.same(value) => Cost::NONE,
            _ if self.own && holds(table, value) => Cost::NONE,
            Some(_) => self.cost_wire(),
            None if holds(table, value) => Cost::OWN,
            None => Cost::VIOLATION,
        }
    }
}

/// The label of a literal.
pub(super) fn say<'a>(table: &'a Table, value: &Json<'_>, at: At<'_>) -> Result<Json<'a>, EncodeError> {
    match table.iter().find(|(_, literal)| literal.same(value)) {
        Some((label, _)) => Ok(Json::String(Cow::Borrowed(label))),
        None => Err(EncodeError::new(at, "the value is none of the literals the wire schema lists".into())),
    }
}

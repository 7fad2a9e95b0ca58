//! # large-enum
//!
//! ## What it does
//! Carries an enum with more members than the endpoint takes as a plain string, says the first members in the description
//! and checks the value after decoding.
//!
//! ## Why
//! OpenAI takes 1,000 members over all enums, and 15,000 characters in one of more than 250.
//!
//! ## Fidelity
//! Widened.

use super::context::{At, Context, Note, Slot};
use super::note::line;
use super::recursive_ref::cut;
use super::wire::{Body, Operand, Wire};
use crate::json::{Kind, KindSet};
use crate::schema::arena::{JsonId, TypeName};
use crate::schema::keyword::Keyword;

impl Context<'_, '_> {
    /// Fills a slot with a string in place of a long list of strings; `false` when the list holds other kinds.
    pub(super) fn large_enum(&mut self, slot: Slot, literals: &[JsonId], nullable: bool) -> bool {
        let doc = self.schema().doc();
        let kinds = literals.iter().fold(KindSet::EMPTY, |set, l| set.with(doc.kind(*l)));
        let null = nullable || kinds.has(Kind::Null);
        if kinds.without(Kind::Null) != KindSet::of(Kind::String) {
            return false;
        }
        let members: Vec<&str> = literals.iter().filter_map(|l| doc.str(*l)).take(20).collect();
        let words = format!("one of {} values: {}", literals.len(), cut(&members.join(", ")));
        let mut wire = if null && self.profile.types.list.value {
            Wire::of(Body::Scalar(vec![TypeName::String, TypeName::Null].into()))
        } else {
            Wire::scalar(TypeName::String)
        };
        wire.told.push(words);
        let kinds = if null { KindSet::of(Kind::String).with(Kind::Null) } else { KindSet::of(Kind::String) };
        let at = literals.first().and_then(|l| doc.parent(*l)).map_or(At::Schema(self.schema().root()), At::Json);
        let message =
            format!("an enum of {} members is more than the endpoint takes: sent as a string, checked after decoding", literals.len());
        let limits = &self.profile.limits;
        let long = limits.long_enum_values.as_ref().is_some_and(|most| literals.len() as u64 > most.value);
        let cause = match &limits.enum_values {
            Some(most) if literals.len() as u64 > most.value || !long => line!(limits.enum_values),
            _ if long => line!(limits.long_enum_chars),
            _ => line!(limits.characters),
        };
        self.note(Note::widened(super::LARGE_ENUM, at, message).because(cause));
        if null && !self.profile.types.list.value {
            wire.keywords.push((Keyword::Nullable, Operand::True));
        }
        self.fill(slot, wire, Self::scalar(kinds, false));
        true
    }
}

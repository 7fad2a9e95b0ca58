//! Keywords that the endpoint takes by themselves, but not as they stand beside others: told in words instead.

use super::context::{At, Context};
use super::wire::{Body, Operand, Wire};
use crate::profile::{Case, Holding, Support, TypeWord, View};
use crate::schema::keyword::Keyword;

impl Context<'_, '_> {
    /// Takes what does not hold beside the rest of a node out of it. `at` is where the user asks for it.
    pub(super) fn settle(&mut self, wire: &mut Wire, types: &[TypeWord], at: At) {
        if self.profile.cases.is_empty() {
            return;
        }
        let mut next = 0;
        while let Some((keyword, operand)) = wire.keywords.get(next) {
            match self.case_at(wire, *keyword, operand, types) {
                Some(case) if case.value != Support::Enforced => {
                    let (keyword, operand) = wire.keywords.remove(next);
                    let at = if let Operand::User(json) = operand { At::Json(json) } else { at };
                    match operand {
                        Operand::User(json) if keyword == Keyword::Format => {
                            let name = self.schema().doc().str(json).unwrap_or_default();
                            super::unsupported_format::tell(self, wire, json, name);
                        }
                        operand => self.tell(wire, keyword, at, operand),
                    }
                }
                _ => next += 1,
            }
        }
    }

    fn case_at(&self, wire: &Wire, keyword: Keyword, operand: &Operand, types: &[TypeWord]) -> Option<&Case> {
        let has = |other: Keyword| {
            let body = match &wire.body {
                Body::Array(_) => other == Keyword::Items,
                Body::Positional(..) => other == Keyword::PrefixItems,
                Body::Object(object) => other == Keyword::Properties && !object.properties.is_empty(),
                _ => false,
            };
            body || other == Keyword::Type || wire.keywords.iter().any(|(k, _)| *k == other)
        };
        let number = match operand {
            #[expect(clippy::cast_precision_loss, reason = "counts of a schema are small")]
            Operand::Count(n) => Some(*n as f64),
            Operand::User(json) => self.schema().doc().number(*json).and_then(|text| text.parse().ok()),
            Operand::Text(_) | Operand::True => None,
        };
        let optional = matches!(&wire.body, Body::Object(object) if object.properties.iter().any(|(.., required)| !required));
        let holds = |holding: Holding| match (holding, operand) {
            (Holding::Anchored, Operand::Text(text)) => text.starts_with('^') || text.ends_with('$'),
            (Holding::Unanchored, Operand::Text(text)) => !(text.starts_with('^') && text.ends_with('$')),
            (Holding::Optional, _) => optional,
            (Holding::True, Operand::True) => true,
            _ => false,
        };
        self.profile.case(&View { keyword, has: &has, types, root: false, inside: None, number, holds: &holds })
    }
}

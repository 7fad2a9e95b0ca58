//! Whether an array or an object satisfies the keywords of its kind.

use super::{MATCH, Members, Names, Run, Seen};
use crate::json::Json;
use crate::schema::arena::Keywords;
use crate::schema::equal::unique;
use crate::schema::keyword::Draft;
use std::borrow::Cow;

impl<'s> Run<'s> {
    pub(super) fn array(&mut self, k: &'s Keywords, draft: Draft, items: &[Json<'_>], mut seen: Option<&mut Seen>) -> bool {
        let length = items.len() as u64;
        if k.min_items.is_some_and(|min| length < min) || k.max_items.is_some_and(|max| length > max) {
            return false;
        }
        if k.unique_items {
            let (unique, work) = unique(items);
            if !self.spend(work) || !unique {
                return false;
            }
        }
        let after = k.prefix_items.len().min(items.len());
        if !k.prefix_items.iter().zip(items).all(|(id, item)| self.holds(*id, item, None)) {
            return false;
        }
        if k.items.is_some_and(|id| !items[after..].iter().all(|item| self.holds(id, item, None))) {
            return false;
        }
        if let Some(seen) = seen.as_deref_mut() {
            let to = if k.items.is_some() { items.len() } else { after };
            seen[..to].fill(true);
        }
        let Some(contains) = k.contains else { return true };
        let mut found = 0;
        for (at, item) in items.iter().enumerate() {
            if self.holds(contains, item, None) {
                found += 1;
                // What `contains` matched counts as evaluated from 2020-12 on.
                if let Some(seen) = seen.as_deref_mut().filter(|_| draft == Draft::Draft202012) {
                    seen[at] = true;
                }
            }
        }
        found >= k.min_contains.unwrap_or(1) && k.max_contains.is_none_or(|max| found <= max)
    }

    pub(super) fn object(&mut self, k: &'s Keywords, members: &Members<'_>, mut seen: Option<&mut Seen>) -> bool {
        let count = members.len() as u64;
        if k.min_properties.is_some_and(|min| count < min) || k.max_properties.is_some_and(|max| count > max) {
            return false;
        }
        let (schema, doc) = (self.schema, self.schema.doc());
        if !(k.required.is_empty() && k.dependent_required.is_empty()) {
            let names = Names::new(members);
            if !self.spend(members.len() / 4) {
                return false;
            }
            let has = |node| doc.str(node).is_some_and(|name| names.has(name));
            if !(self.spend(k.required.len()) && k.required.iter().all(|node| has(*node))) {
                return false;
            }
            for (trigger, needed) in &k.dependent_required {
                let triggered = doc.key(*trigger).is_some_and(|name| names.has(name));
                if !self.spend(1 + needed.len()) || (triggered && !needed.iter().all(|node| has(*node))) {
                    return false;
                }
            }
        }
        if !self.spend(members.len() / 4) {
            return false;
        }
        let declared = k.properties.first().and_then(|(node, _)| doc.parent(*node));
        for (at, (name, member)) in members.iter().enumerate() {
            if k.property_names.is_some_and(|id| !self.holds(id, &Json::String(Cow::Borrowed(name)), None)) {
                return false;
            }
            let property = declared.and_then(|declared| doc.get(declared, name)).map(|node| k.properties[doc.index(node)].1);
            let mut matched = property.is_some();
            if property.is_some_and(|id| !self.holds(id, member, None)) {
                return false;
            }
            for (node, id) in &k.pattern_properties {
                let Some(pattern) = schema.pattern(*node) else { return self.leave_open() };
                if !self.spend(MATCH + name.len() / 16) {
                    return false;
                }
                if pattern.is_match(name) {
                    matched = true;
                    if !self.holds(*id, member, None) {
                        return false;
                    }
                }
            }
            if let Some(id) = k.additional_properties.filter(|_| !matched) {
                matched = true;
                if !self.holds(id, member, None) {
                    return false;
                }
            }
            if let Some(seen) = seen.as_deref_mut() {
                seen[at] |= matched;
            }
        }
        true
    }
}

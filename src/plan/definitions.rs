//! Definitions: what is printed once and referred to, or copied where an annotation cannot stand beside `$ref`.

use super::print::Printer;
use super::share::children;
use crate::rule::wire::WireId;
use crate::schema::arena::JsonId;

/// Bytes that definitions may be copied into places whose annotation `$ref` cannot carry.
const MAX_COPIED: usize = 64 << 10;

impl Printer<'_> {
    /// Whether a shared node is copied here because the annotation cannot stand beside `$ref`.
    pub(super) fn copy_instead(&mut self, id: WireId, sites: &[WireId]) -> bool {
        let speaks = sites.iter().any(|s| self.speaks(*s));
        if !speaks || self.profile.references.siblings.value || self.profile.limits.union_properties.is_none() || id == self.root {
            return false;
        }
        // A rough size: what the node holds directly.
        let size = children(&self.wires[id.0 as usize]).count() * 80 + 80;
        self.copied += size;
        self.copied < MAX_COPIED
    }

    fn speaks(&self, id: WireId) -> bool {
        let wire = &self.wires[id.0 as usize];
        // A title alone is worth neither a copy nor a wrapper.
        let titled = self.profile.references.siblings.value && !wire.titles.is_empty();
        titled || !wire.descriptions.is_empty() || !wire.told.is_empty() || !wire.keywords.is_empty()
    }

    pub(super) fn reference(&mut self, id: WireId, sites: &[WireId]) -> bool {
        let speaks = sites.iter().any(|s| self.speaks(*s));
        if !speaks && sites.iter().any(|s| !self.wires[s.0 as usize].titles.is_empty()) {
            self.untitled += 1;
        }
        let wrap = speaks && !self.profile.references.siblings.value;
        self.out.push_str(if wrap { "{\"anyOf\":[{\"$ref\":" } else { "{\"$ref\":" });
        if id == self.root {
            self.out.push_str("\"#\"");
            self.tally.reference(0);
        } else {
            let place = self.name(id);
            // Names are letters, digits, `_` and `-`.
            self.out.push_str("\"#/$defs/");
            self.out.push_str(&self.queue[place].1);
            self.out.push('"');
            self.tally.reference(place + 1);
        }
        if wrap {
            self.out.push_str("}]");
        }
        self.out.push(',');
        if speaks {
            self.annotations(sites.iter().copied());
        }
        self.out.pop();
        self.out.push('}');
        wrap
    }

    /// The place of a definition in the queue. It is named after the user's where there is one.
    fn name(&mut self, id: WireId) -> usize {
        if let Some(place) = self.names.get(&id) {
            return *place;
        }
        let wire = &self.wires[id.0 as usize];
        let hint = match (wire.hint, wire.name) {
            (Some(hint), _) => hint,
            (None, Some(json)) => self.user_name(json),
            (None, None) => "Node",
        };
        let mut name: String = hint.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '_' }).collect();
        if name.len() > 64 || name.is_empty() {
            "Node".clone_into(&mut name);
        }
        if !self.taken.insert(name.clone()) {
            let stem = name;
            // Numbers tried for this stem before are taken.
            let number = self.tried.entry(stem.clone()).or_insert(1);
            name = loop {
                *number += 1;
                let name = format!("{stem}_{number}");
                if self.taken.insert(name.clone()) {
                    break name;
                }
            };
        }
        let place = self.queue.len();
        self.names.insert(id, place);
        self.queue.push((id, name));
        place
    }

    /// The nearest name above a node of the user's schema.
    fn user_name(&self, mut json: JsonId) -> &str {
        for _ in 0..4 {
            let (Some(key), Some(parent)) = (self.doc.key(json), self.doc.parent(json)) else {
                match self.doc.parent(json) {
                    Some(parent) => {
                        json = parent;
                        continue;
                    }
                    None => return "Root",
                }
            };
            if matches!(self.doc.key(parent), Some("$defs" | "definitions" | "properties" | "schemas")) {
                return key;
            }
            json = parent;
        }
        "Node"
    }
}

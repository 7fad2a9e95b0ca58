//! `anyOf`: where it may stand, what may stand beside it, and branches that cannot be told apart at their first key.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::Judge;
use super::message::Fill;
use super::overlap::{literals, undecidable};
use super::references::{Target, target};
use crate::json::Json;
use crate::schema::keyword::{Keyword, Role};

/// The members of `properties`.
type Properties<'a> = &'a [(Cow<'a, str>, Json<'a>)];

impl Judge<'_> {
    /// Judges the `anyOf` of the schema at a place, if it has one.
    pub(super) fn union(&mut self, index: usize) {
        let profile = self.profile;
        let schema = self.schema(index);
        let (Some(Json::Array(branches)), true, Json::Object(members)) = (schema.get("anyOf"), self.judges(index, Keyword::AnyOf), schema)
        else {
            return;
        };
        let facts = &profile.unions;
        if index != 0 && !facts.any_of.value {
            self.refuse(index, Some(Keyword::AnyOf), "union-refused", &facts.any_of, &Fill::default());
        }
        let turned = self.profile.dispatch.iter().any(|turn| turn.keyword == Keyword::AnyOf);
        for (text, _) in members {
            let role = Keyword::from_text(text).map(Keyword::role);
            let fact = match role {
                _ if text == "anyOf" => continue,
                Some(Role::Core) => continue,
                // What stands beside a keyword that is read alone has been judged already.
                Some(role) if turned && role != Role::Annotation => continue,
                Some(Role::Annotation) => &facts.annotated,
                _ => &facts.structural,
            };
            if !fact.value {
                self.refuse(index, Some(Keyword::AnyOf), "union-siblings", fact, &Fill::name(text.as_ref()));
            }
        }
        if let Some(fact) = facts.decidable.as_ref().filter(|fact| fact.value)
            && let Some((why, name)) = undecidable(self.tree.nodes[0].schema, branches)
        {
            self.refuse(index, Some(Keyword::AnyOf), "union-undecidable", fact, &Fill { detail: why.to_owned(), ..Fill::name(name) });
        }
        let most = profile.limits.branches.as_ref().filter(|most| branches.len() as u64 > most.value);
        if let Some(most) = most {
            let measured = Some((branches.len() as u64, most.value));
            self.refuse(index, Some(Keyword::AnyOf), "limit-branches", most, &Fill { measured, ..Fill::default() });
        }
        if !facts.same_first_key.value
            && let Some(name) = self.shared_first_key(branches)
        {
            self.refuse(index, Some(Keyword::AnyOf), "union-first-key", &facts.same_first_key, &Fill::name(name));
        }
    }

    /// A name that several object branches start with, where no property's literals keep those branches apart.
    fn shared_first_key(&self, branches: &[Json<'_>]) -> Option<String> {
        let mut by_first: HashMap<&str, Vec<Properties<'_>>> = HashMap::new();
        let mut order = Vec::new();
        for branch in branches {
            let Some(Json::Object(properties)) = self.resolved(branch).get("properties") else {
                continue;
            };
            let Some((first, _)) = properties.first() else {
                continue;
            };
            let group = by_first.entry(first.as_ref()).or_default();
            if group.len() == 1 {
                order.push(first.as_ref());
            }
            group.push(properties.as_slice());
        }
        order.into_iter().find(|first| by_first.get(first).is_some_and(|group| !self.tagged(group))).map(str::to_owned)
    }

    /// Whether some property is a literal in every branch, and never the same one twice.
    fn tagged(&self, branches: &[Properties<'_>]) -> bool {
        let mut tags: HashMap<&str, (usize, HashSet<String>)> = HashMap::new();
        let mut clashing = HashSet::new();
        for properties in branches {
            for (name, schema) in *properties {
                let Some(literals) = literals(self.resolved(schema)) else {
                    continue;
                };
                let (branches, seen) = tags.entry(name.as_ref()).or_default();
                *branches += 1;
                for literal in literals {
                    if !seen.insert(literal) {
                        clashing.insert(name.as_ref());
                    }
                }
            }
        }
        tags.iter().any(|(name, (count, _))| *count == branches.len() && !clashing.contains(name))
    }

    /// The schema a `$ref` stands for, through at most a few references.
    fn resolved<'s>(&'s self, schema: &'s Json<'s>) -> &'s Json<'s> {
        let mut at = schema;
        for _ in 0..8 {
            let Some(Json::String(reference)) = at.get("$ref") else {
                break;
            };
            let Target::Node(index) = target(&self.tree, reference) else {
                break;
            };
            at = self.schema(index);
        }
        at
    }
}

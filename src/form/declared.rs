//! The declarations of the subschemas that an object shape was merged from, by name.

use super::facets::INDEXED;
use super::{Few, Forms, Part, Shape, Unevaluated};
use crate::schema::Schema;
use crate::schema::arena::{Keywords, SchemaId};
use std::collections::HashMap;
use std::rc::Rc;

/// One subschema's declarations, with an index when they are many.
pub(super) struct Declared<'s> {
    pub(super) keywords: &'s Keywords,
    pub(super) index: Option<Index<'s>>,
}

/// Declared properties by name.
pub(super) type Index<'s> = Rc<HashMap<&'s str, SchemaId>>;

/// The declarations of a shape, with an index when they are many.
pub(super) struct Declarations<'s> {
    pub(super) all: Vec<Declared<'s>>,
    by_name: Option<HashMap<&'s str, Vec<usize>>>,
    /// Those that may speak of any name.
    general: Vec<usize>,
}

impl<'s> Declarations<'s> {
    pub(super) fn new(schema: &'s Schema, all: Vec<Declared<'s>>) -> Self {
        let general = |d: &Declared<'_>| !d.keywords.pattern_properties.is_empty() || d.keywords.additional_properties.is_some();
        let mut out = Declarations { general: (0..all.len()).filter(|at| general(&all[*at])).collect(), by_name: None, all };
        if out.all.len() > INDEXED {
            let mut by_name: HashMap<&'s str, Vec<usize>> = HashMap::new();
            for (at, d) in out.all.iter().enumerate().filter(|(_, d)| !general(d)) {
                for name in d.keywords.properties.iter().filter_map(|(n, _)| schema.doc().key(*n)) {
                    by_name.entry(name).or_default().push(at);
                }
            }
            out.by_name = Some(by_name);
        }
        out
    }

    /// Calls `visit` with each declaration that may speak of a name, in order.
    pub(super) fn each(&self, name: &str, visit: impl FnMut(&Declared<'s>)) {
        let Some(by_name) = &self.by_name else { return self.all.iter().for_each(visit) };
        let mut places: Vec<usize> = by_name.get(name).into_iter().flatten().chain(&self.general).copied().collect();
        places.sort_unstable();
        places.iter().map(|at| &self.all[*at]).for_each(visit);
    }
}

/// A closed `unevaluatedProperties`: its subschema, and the declarations of the parts that evaluate.
pub(super) struct Closed<'s> {
    pub(super) schema: SchemaId,
    pub(super) evaluated: Vec<Declared<'s>>,
    pub(super) siblings: Vec<Declared<'s>>,
}

impl Declared<'_> {
    pub(super) fn get(&self, schema: &Schema, name: &str) -> Option<SchemaId> {
        match &self.index {
            Some(index) => index.get(name).copied(),
            None => self.keywords.properties.iter().find(|(n, _)| schema.doc().key(*n) == Some(name)).map(|(_, s)| *s),
        }
    }

    /// The subschemas this declaration applies to a property of this name.
    pub(super) fn apply(&self, schema: &Schema, name: &str, out: &mut Few<SchemaId>) {
        let before = out.len();
        out.extend(self.get(schema, name));
        for (pattern, value) in &self.keywords.pattern_properties {
            if schema.key_matches(*pattern, name) {
                out.push(*value);
            }
        }
        if out.len() == before {
            out.extend(self.keywords.additional_properties);
        }
    }

    pub(super) fn evaluates(&self, schema: &Schema, name: &str) -> bool {
        self.keywords.additional_properties.is_some()
            || self.get(schema, name).is_some()
            || self.keywords.pattern_properties.iter().any(|(p, _)| schema.key_matches(*p, name))
    }
}

impl<'s> Forms<'s> {
    /// The closed `unevaluatedProperties` of a shape.
    pub(super) fn closed(&mut self, shape: &Shape) -> Vec<Closed<'s>> {
        let mut out = Vec::new();
        for part in &shape.parts {
            let Part::Unevaluated(number) = part else { continue };
            let Unevaluated { schema, evaluated, siblings } = self.unevaluated(*number).clone();
            let [evaluated, siblings] = [evaluated, siblings].map(|parts| {
                let ids = parts.iter().filter_map(|part| if let Part::Keywords(id) = part { Some(*id) } else { None });
                ids.filter_map(|id| self.declared(id)).collect()
            });
            out.push(Closed { schema, evaluated, siblings });
        }
        out
    }

    /// What a subschema declares.
    pub(super) fn declared(&mut self, id: SchemaId) -> Option<Declared<'s>> {
        let schema = self.schema();
        let keywords = schema.keywords(id)?;
        let index = (keywords.properties.len() > INDEXED).then(|| {
            let index = || Rc::new(keywords.properties.iter().filter_map(|(n, s)| Some((schema.doc().key(*n)?, *s))).collect());
            Rc::clone(self.indexes.entry(id).or_insert_with(index))
        });
        Some(Declared { keywords, index })
    }
}

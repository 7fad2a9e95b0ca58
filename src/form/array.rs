//! What the parts of an array shape say together.

use super::scalar::{lower, raise};
use super::{Conjunct, Forms, NodeId, Part, Residual, Shape};
use crate::error::Error;
use crate::schema::arena::SchemaId;
use crate::schema::keyword::Keyword;

/// Constraints on arrays.
#[derive(Clone, Debug)]
pub struct ArrayFacets {
    /// Nodes of the first items.
    pub prefix: Vec<NodeId>,
    /// Node of the items after them; `None` when there can be none.
    pub rest: Option<NodeId>,
    /// Least number of items.
    pub min: u64,
    /// Most items.
    pub max: Option<u64>,
    /// Where `min` comes from.
    pub min_from: Option<Residual>,
    /// Where `max` comes from.
    pub max_from: Option<Residual>,
    /// Subschemas with `uniqueItems`.
    pub unique: Vec<SchemaId>,
    /// Subschemas with `contains`.
    pub contains: Vec<SchemaId>,
    /// Literals excluded by a negation.
    pub excluded: Vec<SchemaId>,
    /// Whether some keyword speaks of items at all.
    pub items_said: bool,
}

impl Forms<'_> {
    /// What the parts of an array shape say together.
    ///
    /// # Errors
    /// As [`Forms::of_node`].
    pub fn array(&mut self, shape: &Shape) -> Result<ArrayFacets, Error> {
        let mut min = None;
        let mut max = None;
        let mut out = ArrayFacets {
            prefix: Vec::new(),
            rest: None,
            min: 0,
            max: None,
            min_from: None,
            max_from: None,
            unique: Vec::new(),
            contains: Vec::new(),
            excluded: Vec::new(),
            items_said: false,
        };
        let mut width = 0;
        for part in &shape.parts {
            match part {
                Part::NotLiterals(id) => out.excluded.push(*id),
                Part::Length(Keyword::MinItems, n) => raise(&mut min, *n, None),
                Part::Length(Keyword::MaxItems, n) => lower(&mut max, *n, None),
                Part::Keywords(id) => {
                    let Some(k) = self.schema().keywords(*id) else { continue };
                    let at = |keyword| Some(Residual { schema: *id, keyword });
                    if let Some(n) = k.min_items.filter(|n| *n > 0) {
                        raise(&mut min, n, at(Keyword::MinItems));
                    }
                    if let Some(n) = k.max_items {
                        lower(&mut max, n, at(Keyword::MaxItems));
                    }
                    if k.unique_items {
                        out.unique.push(*id);
                    }
                    if k.contains.is_some() {
                        out.contains.push(*id);
                    }
                    width = width.max(k.prefix_items.len());
                    out.items_said |= !k.prefix_items.is_empty() || k.items.is_some();
                }
                _ => {}
            }
        }
        if let Some((n, from)) = min {
            (out.min, out.min_from) = (n, from);
        }
        if let Some((n, from)) = max {
            (out.max, out.max_from) = (Some(n), from);
        }
        for index in 0..width {
            let node = self.item(shape, index);
            if self.is_never(node)? {
                // No item can stand here, so the array ends before it.
                let length = index as u64;
                if out.max.is_none_or(|max| max > length) {
                    (out.max, out.max_from) = (Some(length), None);
                }
                break;
            }
            out.prefix.push(node);
        }
        if let Some(max) = out.max {
            out.prefix.truncate(usize::try_from(max).unwrap_or(usize::MAX));
        }
        if out.max.is_none_or(|max| max > out.prefix.len() as u64) {
            let rest = self.item(shape, width);
            if self.is_never(rest)? {
                let length = out.prefix.len() as u64;
                (out.max, out.max_from) = (Some(length), None);
            } else {
                out.rest = Some(rest);
            }
        }
        Ok(out)
    }

    /// The node of the item at `index`.
    fn item(&mut self, shape: &Shape, index: usize) -> NodeId {
        let schema = self.schema();
        let covers = |part: &Part| match part {
            Part::Keywords(id) => schema.keywords(*id).is_some_and(|k| index < k.prefix_items.len() || k.items.is_some()),
            _ => false,
        };
        let mut conjuncts = Vec::new();
        for part in &shape.parts {
            match part {
                Part::Keywords(id) => {
                    let Some(k) = schema.keywords(*id) else { continue };
                    conjuncts.extend(k.prefix_items.get(index).copied().or(k.items).map(Conjunct::Is));
                }
                Part::Unevaluated(number) => {
                    let known = self.unevaluated(*number);
                    if !known.evaluated.iter().chain(&known.siblings).any(covers) {
                        conjuncts.push(Conjunct::Is(known.schema));
                    }
                }
                _ => {}
            }
        }
        self.node(conjuncts)
    }
}

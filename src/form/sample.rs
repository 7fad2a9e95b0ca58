//! Small valid values of a node, and values a narrowing keeps from being said.

use super::{Conjunct, Forms, Matter, NodeId, Shape};
use crate::json::{Json, Kind, KindSet};
use std::borrow::Cow;

/// What a narrowing finding cannot say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// An object of this node with an undeclared property.
    Extra(NodeId),
    /// An object of this node without a property that takes null (the property is at `At`).
    Absent(NodeId),
    /// A value of another kind than the guessed one.
    Kinds(NodeId, KindSet),
    /// An array of this node longer than its slots.
    Longer(NodeId),
}

impl Lost {
    /// The node the example is a value of.
    #[must_use]
    pub const fn node(&self) -> NodeId {
        match self {
            Lost::Extra(node) | Lost::Absent(node) | Lost::Kinds(node, _) | Lost::Longer(node) => *node,
        }
    }
}

/// How deep samples are built.
const MAX_DEPTH: usize = 12;

/// A valid value of the node that the narrowing keeps from being said; `None` when none was found.
#[must_use]
pub fn witness(forms: &mut Forms<'_>, node: &[Conjunct], lost: &Lost) -> Option<Json<'static>> {
    let node = forms.node(node.iter().copied());
    let accepted = |forms: &Forms<'_>, value: Json<'static>| forms.accepts(node, &value).then_some(value);
    match lost {
        Lost::Extra(_) => {
            let form = forms.of_node(node).ok()?;
            for shape in form.shapes.iter().filter(|s| s.kind() == Some(Kind::Object)) {
                let Some(Json::Object(mut members)) = forms.sample_shape(shape, 0) else { continue };
                let mut name = "extra".to_owned();
                while members.iter().any(|(k, _)| *k == name) {
                    name.push('_');
                }
                members.push((Cow::Owned(name), Json::Bool(true)));
                if let Some(found) = accepted(forms, Json::Object(members)) {
                    return Some(found);
                }
            }
            None
        }
        Lost::Absent(_) => {
            let sample = forms.sample(node, 0)?;
            accepted(forms, sample)
        }
        Lost::Kinds(_, kinds) => {
            let plain = |kind| match kind {
                Kind::Null => Json::Null,
                Kind::Bool => Json::Bool(true),
                Kind::Number => Json::Number("0".into()),
                Kind::String => Json::String("text".into()),
                Kind::Array => Json::Array(Vec::new()),
                Kind::Object => Json::Object(Vec::new()),
            };
            kinds.iter().map(plain).find_map(|value| accepted(forms, value))
        }
        Lost::Longer(_) => {
            let form = forms.of_node(node).ok()?;
            for shape in form.shapes.iter().filter(|s| s.kind() == Some(Kind::Array)) {
                let mut facets = forms.array(shape).ok()?;
                let shorter = Json::Array(Vec::new());
                if let Some(found) = accepted(forms, shorter) {
                    return Some(found);
                }
                facets.min = facets.prefix.len() as u64 + 1;
                let items = (0..facets.min).map(|i| {
                    let item = facets.prefix.get(usize::try_from(i).unwrap_or(0)).copied().or(facets.rest);
                    item.and_then(|node| forms.sample(node, 1)).unwrap_or(Json::Null)
                });
                let value = Json::Array(items.collect());
                if let Some(found) = accepted(forms, value) {
                    return Some(found);
                }
            }
            None
        }
    }
}

/// A text of a format.
#[must_use]
pub fn format_example(format: &str) -> Option<&'static str> {
    Some(match format {
        "date" => "2026-01-01",
        "date-time" => "2026-01-01T00:00:00Z",
        "time" => "00:00:00Z",
        "email" => "a@example.com",
        "uri" => "https://example.com",
        "uuid" => "00000000-0000-0000-0000-000000000000",
        "ipv4" => "192.0.2.1",
        _ => return None,
    })
}

impl Forms<'_> {
    /// A small value of the node, optional parts left out; not checked against residual constraints.
    pub fn sample(&mut self, node: NodeId, depth: usize) -> Option<Json<'static>> {
        if depth > MAX_DEPTH {
            return None;
        }
        let form = self.of_node(node).ok()?;
        let mut first = None;
        for shape in &form.shapes {
            let Some(value) = self.sample_shape(shape, depth) else { continue };
            // Of overlapping alternatives the first may fall to "exactly one". Not looked at deep down: trying every
            // shape at every level would multiply.
            if shape.residuals.is_empty() || depth > 3 || self.accepts(node, &value) {
                return Some(value);
            }
            first = first.or(Some(value));
        }
        if first.is_some() {
            return first;
        }
        (!form.open.is_empty()).then(|| if form.open.has(Kind::String) { Json::String("text".into()) } else { Json::Null })
    }

    fn sample_shape(&mut self, shape: &Shape, depth: usize) -> Option<Json<'static>> {
        match &shape.matter {
            Matter::Literals(literals) => literals.first().map(|l| self.schema().doc().to_json(*l).into_owned()),
            Matter::Kind(Kind::Null) => Some(Json::Null),
            Matter::Kind(Kind::Bool) => Some(Json::Bool(!shape.parts.contains(&super::Part::Only(false)))),
            Matter::Kind(Kind::Number) => Some(self.sample_number(shape)),
            Matter::Kind(Kind::String) => Some(self.sample_string(shape)),
            Matter::Kind(Kind::Array) => {
                let facets = self.array(shape).ok()?;
                let mut items = Vec::new();
                for i in 0..usize::try_from(facets.min).ok().filter(|n| *n <= 16)? {
                    items.push(self.sample(facets.prefix.get(i).copied().or(facets.rest)?, depth + 1)?);
                }
                Some(Json::Array(items))
            }
            Matter::Kind(Kind::Object) => {
                let facets = self.object(shape).ok()?;
                let mut members = Vec::new();
                for property in facets.properties.iter().filter(|p| p.required) {
                    members.push((Cow::Owned(property.name.to_owned()), self.sample(property.node, depth + 1)?));
                }
                Some(Json::Object(members))
            }
        }
    }

    fn sample_number(&self, shape: &Shape) -> Json<'static> {
        let facets = self.number(shape);
        let zero = crate::json::Decimal::ZERO;
        let above = facets.low.as_ref().is_none_or(|b| if b.inclusive { b.value <= zero } else { b.value < zero });
        let below = facets.high.as_ref().is_none_or(|b| if b.inclusive { zero <= b.value } else { zero < b.value });
        let text = if above && below {
            "0".to_owned()
        } else if let Some(low) = &facets.low {
            let ceiling = low.value.ceil();
            let next = if low.inclusive || ceiling != low.value { Some(ceiling) } else { ceiling.successor() };
            next.map_or_else(|| low.value.to_text(), |n| n.to_text())
        } else if let Some(high) = &facets.high {
            let floor = high.value.floor();
            let next = if high.inclusive || floor != high.value { Some(floor) } else { floor.predecessor() };
            next.map_or_else(|| high.value.to_text(), |n| n.to_text())
        } else {
            "0".to_owned()
        };
        Json::Number(text.into())
    }

    fn sample_string(&self, shape: &Shape) -> Json<'static> {
        let facets = self.string(shape);
        let doc = self.schema().doc();
        if let Some(pattern) = facets.patterns.first().and_then(|p| doc.str(*p))
            && let Some(text) = jsonschema_regex::pattern_witness(pattern)
        {
            return Json::String(text.into());
        }
        let text = facets.formats.first().and_then(|f| doc.str(*f)).and_then(format_example);
        let mut text = text.unwrap_or("text").to_owned();
        let min = facets.min.map_or(0, |(n, _)| usize::try_from(n).unwrap_or(0).min(1000));
        while text.chars().count() < min {
            text.push('a');
        }
        if let Some((max, _)) = facets.max {
            text = text.chars().take(usize::try_from(max).unwrap_or(usize::MAX)).collect();
        }
        Json::String(text.into())
    }
}

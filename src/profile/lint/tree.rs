//! The schema laid flat: every place where a subschema stands, with the way that leads there.
//!
//! Built with a stack of its own and cut at a depth, so no input can exhaust the thread's stack.

use std::collections::{HashMap, HashSet};

use super::standing::Site;
use crate::json::Json;
use crate::location::Location;
use crate::profile::Profile;
use crate::schema::keyword::{Keyword, Role};

/// Schemas nested deeper than this are not looked into; far above any limit of a provider.
pub(super) const MAX_NESTING: usize = 256;

/// How a schema is reached from the one around it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step<'a> {
    /// It is the root.
    Root,
    /// The keyword's value is the schema.
    One(Keyword),
    /// The schema is an element of the keyword's list.
    At(Keyword, usize),
    /// The schema is a member of the keyword's object: its name and position.
    Named(Keyword, &'a str, usize),
}

impl Step<'_> {
    /// The keyword stepped through; `None` at the root.
    pub(super) fn keyword(self) -> Option<Keyword> {
        match self {
            Step::Root => None,
            Step::One(k) | Step::At(k, _) | Step::Named(k, _, _) => Some(k),
        }
    }

    /// Whether the schema stands where only references reach it.
    pub(super) fn defines(self) -> bool {
        matches!(self.keyword(), Some(Keyword::Defs | Keyword::Definitions))
    }
}

/// One place in the schema.
pub(super) struct Node<'a> {
    /// What stands there.
    pub schema: &'a Json<'a>,
    /// The place around it; always an earlier node.
    pub parent: usize,
    /// The way from there.
    pub step: Step<'a>,
    /// For a property: whether the object around it requires it.
    pub required: bool,
    /// How many schemas stand around it.
    pub nesting: usize,
}

/// All places, parents before children, in document order.
pub(super) struct Tree<'a> {
    /// The places; the root is the first.
    pub nodes: Vec<Node<'a>>,
    /// Root definitions by their reference, e.g. `#/$defs/a`, names unescaped.
    pub definitions: HashMap<(Keyword, &'a str), usize>,
    /// The first place that was too deep to look into.
    pub cut: Option<usize>,
}

impl<'a> Tree<'a> {
    /// Lays out the parts of `schema` that `profile` permits; what is refused as a whole is not looked into.
    pub(super) fn new(schema: &'a Json<'a>, profile: &Profile) -> Self {
        let mut tree = Tree { nodes: Vec::new(), definitions: HashMap::new(), cut: None };
        let mut stack = vec![Node { schema, parent: 0, step: Step::Root, required: true, nesting: 0 }];
        while let Some(node) = stack.pop() {
            let index = tree.nodes.len();
            if let (0, Step::Named(keyword @ (Keyword::Defs | Keyword::Definitions), name, _)) = (node.parent, node.step) {
                tree.definitions.entry((keyword, name)).or_insert(index);
            }
            if node.nesting >= MAX_NESTING {
                tree.cut.get_or_insert(index);
            } else {
                let first = stack.len();
                push_children((schema, &node), index, profile, &mut stack);
                stack[first..].reverse();
            }
            tree.nodes.push(node);
        }
        tree
    }

    /// The place of `index` as a pointer.
    pub(super) fn location(&self, index: usize) -> Location {
        let mut location = Location::root();
        for step in self.way(index) {
            match step {
                Step::Root => {}
                Step::One(keyword) => location.push(keyword.text()),
                Step::At(keyword, at) => {
                    location.push(keyword.text());
                    location.push_index(at);
                }
                Step::Named(keyword, name, _) => {
                    location.push(keyword.text());
                    location.push(name);
                }
            }
        }
        location
    }

    /// The steps from the root to `index`.
    pub(super) fn way(&self, index: usize) -> Vec<Step<'a>> {
        let mut way = Vec::new();
        let mut at = index;
        while at != 0 {
            let node = &self.nodes[at];
            way.push(node.step);
            at = node.parent;
        }
        way.reverse();
        way
    }

    /// The definition `name` of the root, whichever keyword holds it first.
    pub(super) fn definition(&self, keyword: Keyword, name: &str) -> Option<usize> {
        self.definitions.get(&(keyword, name)).copied()
    }
}

fn push_children<'a>((document, node): (&'a Json<'a>, &Node<'a>), index: usize, profile: &Profile, stack: &mut Vec<Node<'a>>) {
    let Json::Object(members) = node.schema else {
        return;
    };
    let mut required: Option<HashSet<&str>> = None;
    let child =
        |schema: &'a Json<'a>, step: Step<'a>, required: bool| Node { schema, parent: index, step, required, nesting: node.nesting + 1 };
    for (text, value) in members {
        let Some(keyword) = Keyword::from_text(text) else {
            continue;
        };
        let site = Site { document, schema: node.schema, inside: node.step.keyword() };
        if !site.reads(profile, keyword) {
            continue;
        }
        match (shape(keyword), value) {
            // What comes after the items of a tuple, as `additionalItems` is.
            (Shape::SchemaOrList, Json::Bool(_)) if node.schema.get("prefixItems").is_some() => {}
            (Shape::Schema | Shape::SchemaOrList, Json::Object(_) | Json::Bool(_)) => stack.push(child(value, Step::One(keyword), true)),
            (Shape::OpenOrSchema, Json::Object(_)) if profile.objects.open.value || keyword != Keyword::AdditionalProperties => {
                stack.push(child(value, Step::One(keyword), true));
            }
            (Shape::SchemaOrList, Json::Array(items)) if profile.arrays.items_list.value => {
                stack.extend(items.iter().enumerate().map(|(i, s)| child(s, Step::At(keyword, i), true)));
            }
            (Shape::List, Json::Array(items)) => {
                stack.extend(items.iter().enumerate().map(|(i, s)| child(s, Step::At(keyword, i), true)));
            }
            (Shape::Map, Json::Object(named)) => {
                let required = required.get_or_insert_with(|| required_names(node.schema));
                for (i, (name, schema)) in named.iter().enumerate() {
                    let needed = keyword != Keyword::Properties || required.contains(name.as_ref());
                    if keyword == Keyword::Dependencies && matches!(schema, Json::Array(_)) {
                        continue;
                    }
                    stack.push(child(schema, Step::Named(keyword, name, i), needed));
                }
            }
            _ => {}
        }
    }
}

/// The names in an object schema's `required`.
pub(super) fn required_names<'a>(schema: &'a Json<'a>) -> HashSet<&'a str> {
    match schema.get(Keyword::Required.text()) {
        Some(Json::Array(names)) => names.iter().filter_map(|n| if let Json::String(s) = n { Some(s.as_ref()) } else { None }).collect(),
        _ => HashSet::new(),
    }
}

/// Where a keyword keeps its subschemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// It has none.
    Plain,
    /// One schema.
    Schema,
    /// One schema, or a boolean that only says whether more is allowed.
    OpenOrSchema,
    /// One schema or, in older drafts, a list.
    SchemaOrList,
    /// A list of schemas.
    List,
    /// Schemas by name.
    Map,
}

/// Where `keyword` keeps its subschemas.
pub(super) fn shape(keyword: Keyword) -> Shape {
    match keyword {
        Keyword::Items => Shape::SchemaOrList,
        Keyword::AdditionalProperties | Keyword::UnevaluatedProperties | Keyword::AdditionalItems | Keyword::UnevaluatedItems => {
            Shape::OpenOrSchema
        }
        Keyword::Contains | Keyword::PropertyNames | Keyword::Not | Keyword::If | Keyword::Then | Keyword::Else => Shape::Schema,
        Keyword::AllOf | Keyword::AnyOf | Keyword::OneOf | Keyword::PrefixItems => Shape::List,
        Keyword::Properties
        | Keyword::PatternProperties
        | Keyword::Defs
        | Keyword::Definitions
        | Keyword::DependentSchemas
        | Keyword::Dependencies => Shape::Map,
        _ => Shape::Plain,
    }
}

/// Whether a step through `keyword` goes from a value to a part of it, rather than staying at the value.
pub(super) fn descends(keyword: Keyword) -> bool {
    keyword.role() == Role::Child
}

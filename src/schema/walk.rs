//! Every keyword of the user's document, whether or not anything leads to it.

use super::arena::JsonId;
use super::doc::Doc;
use super::keyword::{Draft, Keyword};
use super::parse::Schema;
use super::resource::push_subschemas;
use crate::json::Kind;
use crate::location::Location;

/// Every member of every schema object in the user's document, with its place and name, in document order within a
/// subschema: unused definitions and subschemas that are only evaluated included. It goes by where keywords put
/// subschemas, not by what the parser made of them; places that only a reference makes a schema come last.
#[must_use]
pub fn walk_keywords(schema: &Schema) -> Vec<(Location, &str)> {
    let doc = schema.doc();
    let mut seen = vec![false; doc.len()];
    let mut found = Vec::new();
    walk(schema, doc.root(), schema.draft(), &mut seen, &mut found);
    for id in schema.ids() {
        let sub = schema.sub(id);
        if doc.document(sub.json) == 0 {
            walk(schema, sub.json, sub.draft, &mut seen, &mut found);
        }
    }
    found
}

fn walk<'s>(schema: &'s Schema, start: JsonId, draft: Draft, seen: &mut [bool], found: &mut Vec<(Location, &'s str)>) {
    let doc = schema.doc();
    let mut open = vec![(start, draft)];
    while let Some((node, draft)) = open.pop() {
        if doc.kind(node) != Kind::Object || std::mem::replace(&mut seen[node.0 as usize], true) {
            continue;
        }
        let draft = draft_of(doc, schema, node, draft);
        let from = open.len();
        for member in doc.children(node) {
            let name = doc.key(member).unwrap_or_default();
            found.push((doc.location(member), name));
            if let Some(keyword) = Keyword::from_text(name).filter(|keyword| keyword.known_in(draft)) {
                push_subschemas(doc, keyword, member, |child| open.push((child, draft)));
            }
        }
        open[from..].reverse();
    }
}

/// The draft of the resource the node is the root of, or that of the node around it.
fn draft_of(doc: &Doc, schema: &Schema, node: JsonId, around: Draft) -> Draft {
    let resource = schema.resources.get(schema.resources.of(doc, node));
    if resource.root == node { resource.draft } else { around }
}

//! The user's own schema as the wire schema, for slots that hold the model to nothing.

use crate::json::Kind;
use crate::json::{Json, parse, print_string};
use crate::profile::{self, Profile};
use crate::schema::arena::JsonId;
use crate::schema::{ALLOW, Schema};
use std::collections::HashSet;

/// The user's text, where the slot is loose and its linter finds nothing; what is said to us alone is left out.
pub(super) fn text(schema: &Schema, profile: &Profile) -> Option<String> {
    if !profile.verbatim {
        return None;
    }
    let doc = schema.doc();
    let allowing: HashSet<JsonId> = schema.allowing().collect();
    let mut text = String::new();
    if allowing.is_empty() {
        let fits = profile::lint(&doc.to_json(doc.root()), profile).is_empty();
        return fits.then(|| {
            doc.print(doc.root(), &mut text);
            text
        });
    }
    print(schema, doc.root(), &allowing, &mut text);
    let wire: Json<'_> = parse(&text).ok()?;
    profile::lint(&wire, profile).is_empty().then_some(text)
}

/// Prints a node without the allowances of its subschemas.
fn print(schema: &Schema, node: JsonId, allowing: &HashSet<JsonId>, out: &mut String) {
    let doc = schema.doc();
    let (open, close) = match doc.kind(node) {
        Kind::Object => ('{', '}'),
        Kind::Array => ('[', ']'),
        _ => return doc.print(node, out),
    };
    out.push(open);
    let own = allowing.contains(&node);
    let kept = doc.children(node).filter(|child| !(own && doc.key(*child) == Some(ALLOW)));
    for (at, child) in kept.enumerate() {
        if at > 0 {
            out.push(',');
        }
        if let Some(name) = doc.key(child) {
            print_string(name, out);
            out.push(':');
        }
        print(schema, child, allowing, out);
    }
    out.push(close);
}

//! Parts of the user's schema quoted in a description: keywords in a fixed order, whatever order they were written in, so
//! that a wire schema does not change with it.

use super::context::Context;
use super::recursive_ref::cut;
use crate::json::{Kind, print_string};
use crate::schema::arena::JsonId;
use crate::schema::doc::Doc;
use crate::schema::keyword::{Holds, Keyword};

impl Context<'_, '_> {
    /// A subschema, shortened.
    pub(super) fn quote(&self, json: JsonId) -> String {
        self.quote_value(json, Holds::One)
    }

    /// The value of a keyword that holds subschemas so, shortened.
    pub(super) fn quote_value(&self, json: JsonId, holds: Holds) -> String {
        let mut text = String::new();
        print(self.schema().doc(), json, holds, &mut text);
        cut(&text)
    }
}

fn print(doc: &Doc, json: JsonId, holds: Holds, out: &mut String) {
    match (doc.kind(json), holds) {
        (Kind::Object, Holds::One | Holds::OneOrList) => {
            let mut members: Vec<JsonId> = doc.children(json).collect();
            let keyword = |member: JsonId| Keyword::from_text(doc.key(member).unwrap_or_default());
            members.sort_by_key(|m| (keyword(*m).map_or(usize::MAX, |k| k as usize), doc.key(*m)));
            print_members(doc, members.into_iter().map(|m| (m, keyword(m).map_or(Holds::Nothing, Keyword::holds))), out);
        }
        (Kind::Object, Holds::Map | Holds::MapOrNames) => print_members(doc, doc.children(json).map(|m| (m, Holds::One)), out),
        (Kind::Array, Holds::List | Holds::OneOrList) => {
            out.push('[');
            for (i, item) in doc.children(json).enumerate() {
                if i > 0 {
                    out.push(',');
                }
                print(doc, item, Holds::One, out);
            }
            out.push(']');
        }
        _ => doc.print(json, out),
    }
}

fn print_members(doc: &Doc, members: impl Iterator<Item = (JsonId, Holds)>, out: &mut String) {
    out.push('{');
    for (i, (member, holds)) in members.enumerate() {
        if i > 0 {
            out.push(',');
        }
        print_string(doc.key(member).unwrap_or_default(), out);
        out.push(':');
        print(doc, member, holds, out);
    }
    out.push('}');
}

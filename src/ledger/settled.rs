//! What the wire form settles of a constraint by itself, or by another constraint.

use super::Ledger;
use crate::form::{Conjunct, Forms};
use crate::json::{Decimal, Kind};
use crate::rule::context::BuiltContainer;
use crate::schema::arena::{JsonId, SchemaId};
use crate::schema::keyword::{Keyword, Role};

impl Ledger<'_> {
    /// Whether the endpoint obeys the keyword and the wire schema holds it.
    pub(super) fn native(&self, keyword: Keyword, json: JsonId) -> bool {
        let doc = self.from.schema.doc();
        let mut member = format!("\"{}\":", keyword.text());
        if matches!(keyword, Keyword::Minimum | Keyword::Maximum | Keyword::ExclusiveMinimum | Keyword::ExclusiveMaximum) {
            doc.print(json, &mut member);
        }
        self.from.profile.enforces(keyword) && self.from.wire.contains(&member)
    }

    /// Whether the count of properties is the count of the entries of a list.
    pub(super) fn counted(&self, keyword: Keyword, count: Option<u64>) -> bool {
        let member = |count: u64| format!("\"{}\":{count}", keyword.text());
        self.from.profile.enforces(keyword) && count.is_some_and(|count| self.from.wire.contains(&member(count)))
    }

    /// Whether the same keyword stands elsewhere, at least as strict, in a part that was built.
    pub(super) fn outdone(&self, keyword: Keyword, json: JsonId) -> bool {
        let doc = self.from.schema.doc();
        let number = |json: JsonId| doc.number(json).and_then(Decimal::parse);
        let lower = matches!(
            keyword,
            Keyword::Minimum | Keyword::ExclusiveMinimum | Keyword::MinLength | Keyword::MinItems | Keyword::MinProperties
        );
        let own = self.from.schema.doc().parent(json);
        // A negation makes bounds that stand nowhere in the user's schema.
        let mirrored = [
            [Keyword::Minimum, Keyword::ExclusiveMinimum].contains(&keyword),
            [Keyword::Maximum, Keyword::ExclusiveMaximum].contains(&keyword),
        ];
        let on_wire = number(json).is_some_and(|bound| {
            self.bounds.iter().any(|(low, value)| (*low && mirrored[0] && *value >= bound) || (!*low && mirrored[1] && *value <= bound))
        });
        let opposite = match keyword {
            Keyword::Minimum | Keyword::ExclusiveMinimum => &[Keyword::Maximum, Keyword::ExclusiveMaximum][..],
            Keyword::Maximum | Keyword::ExclusiveMaximum => &[Keyword::Minimum, Keyword::ExclusiveMinimum][..],
            _ => &[],
        };
        let negated = self.from.schema.ids().filter(|id| !opposite.is_empty() && !self.asserted.contains(id));
        let bounds = negated.flat_map(|id| opposite.iter().filter_map(move |name| doc.get(self.from.schema.sub(id).json, name.text())));
        let mut stricter =
            bounds.filter(|other| number(*other).zip(number(json)).is_some_and(|(a, b)| if lower { a >= b } else { a <= b }));
        let told = stricter.any(|other| self.said.contains_key(&doc.location(other)));
        on_wire
            || told
            || self.kinds.keys().any(|id| {
                let sub = self.from.schema.sub(*id).json;
                let names = match keyword {
                    Keyword::Minimum | Keyword::ExclusiveMinimum => &[Keyword::Minimum, Keyword::ExclusiveMinimum][..],
                    Keyword::Maximum | Keyword::ExclusiveMaximum => &[Keyword::Maximum, Keyword::ExclusiveMaximum][..],
                    ref other => std::slice::from_ref(other),
                };
                names.iter().filter_map(|n| doc.get(sub, n.text())).filter(|other| *other != json || own != Some(sub)).any(|other| {
                    match (number(other), number(json)) {
                        (Some(a), Some(b)) => {
                            if lower {
                                a >= b
                            } else {
                                a <= b
                            }
                        }
                        _ => doc.same_nodes(other, json),
                    }
                })
            })
    }

    pub(super) fn formats_are_words(&self, id: SchemaId) -> bool {
        self.from.schema.keywords(id).is_some_and(|k| k.types.is_some_and(|t| !t.has(Kind::String)))
    }

    /// Whether the array is told apart by position, here or in a part it was merged with.
    pub(super) fn positional(&self, id: SchemaId) -> bool {
        let has = |id: SchemaId| self.from.schema.keywords(id).is_some_and(|k| !k.prefix_items.is_empty());
        let fixed = self.from.schema.keywords(id).is_some_and(|k| k.min_items.is_some() && k.min_items == k.max_items);
        has(id) || fixed || self.kinds.iter().any(|(other, kinds)| kinds.has(Kind::Array) && has(*other))
    }

    /// Whether every object, or every array, a subschema went into settles something of itself.
    pub(super) fn settled(&self, kind: Kind, id: SchemaId, settles: impl Fn(&BuiltContainer) -> bool) -> bool {
        let mut of_kind = self.built.get(&id).into_iter().flatten().filter(|container| container.kind == kind).peekable();
        of_kind.peek().is_some() && of_kind.all(|container| settles(container))
    }

    /// Whether nothing satisfies a subschema, so that a list of it is empty.
    pub(super) fn is_never(&self, id: SchemaId) -> bool {
        let mut forms = Forms::new(self.from.schema);
        let node = forms.node([Conjunct::Is(id)]);
        forms.is_never(node).unwrap_or(false)
    }

    /// Whether what is asked of the keys of a map is said of the keys of its entries, word for word.
    pub(super) fn keys_settled(&self, names: Option<SchemaId>) -> bool {
        let schema = self.from.schema;
        let Some(k) = names.and_then(|id| schema.keywords(id)) else { return true };
        k.members.iter().all(|(keyword, json)| {
            let Some(keyword) = keyword else { return true };
            let words = matches!(keyword.role(), Role::Annotation | Role::Core) || *keyword == Keyword::Type;
            let idle = *keyword == Keyword::MinLength && k.min_length == Some(0);
            words || idle || self.said.contains_key(&schema.doc().location(*json)) || self.native(*keyword, *json)
        })
    }

    /// Whether the names are listed, so that the keys become fields.
    pub(super) fn lists_names(&self, names: Option<SchemaId>) -> bool {
        names.and_then(|id| self.from.schema.keywords(id)).is_some_and(|k| k.enumeration.is_some() || k.constant.is_some())
    }
}

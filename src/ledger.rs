//! What became of every keyword of the user's schema: one entry an occurrence, so that nothing is dropped in silence.
//!
//! The entries are worked out from the outside, from the document, the subschemas that were built and the findings, not
//! from what the rules say they did: a constraint of a part that was built, which the endpoint does not enforce, which no
//! codec settles and no finding names, comes out as [`Disposition::Unaccounted`].

mod settled;

use crate::finding::{Fidelity, Finding};
use crate::json::{Decimal, Json, Kind, KindSet, parse};
use crate::location::Location;
use crate::profile::Profile;
use crate::rule::context::BuiltContainer;
use crate::schema::arena::SchemaId;
use crate::schema::keyword::{Keyword, Role};
use crate::schema::{Schema, walk_keywords};
use std::collections::{HashMap, HashSet};

/// What became of a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Disposition {
    /// The wire schema says it.
    Native,
    /// The wire form cannot break it, or decoding undoes the difference.
    Codec,
    /// It was folded away: settled by other keywords, or of a part nothing can reach.
    Static,
    /// Said in words and checked after decoding.
    Residual,
    /// It constrains nothing.
    Annotation,
    /// It rules out, on the wire, values it admits; a finding says so.
    Narrowed,
    /// It stands where subschemas are only evaluated: under `not`, `if`, `contains`, `propertyNames`.
    Evaluated,
    /// Nothing leads to it.
    Unreached,
    /// No keyword of its dialect.
    Unknown,
    /// None of these: a mistake of the rewrite.
    Unaccounted,
}

/// One keyword occurrence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where it stands.
    pub location: Location,
    /// Its name.
    pub keyword: String,
    /// What became of it.
    pub disposition: Disposition,
}

/// What the ledger is worked out from.
pub(crate) struct Sources<'a> {
    pub schema: &'a Schema,
    pub profile: &'a Profile,
    pub emitted: &'a [(SchemaId, Option<Kind>)],
    /// The objects and arrays that were built.
    pub built: &'a [BuiltContainer],
    pub findings: &'a [Finding],
    /// The wire schema's text.
    pub wire: &'a str,
}

struct Ledger<'a> {
    from: Sources<'a>,
    /// Subschemas at a place.
    at: HashMap<Location, Vec<SchemaId>>,
    /// Subschemas that describe values themselves.
    asserted: HashSet<SchemaId>,
    kinds: HashMap<SchemaId, KindSet>,
    /// The objects and arrays each subschema went into.
    built: HashMap<SchemaId, Vec<&'a BuiltContainer>>,
    said: HashMap<&'a Location, Fidelity>,
    /// Bounds of numbers on the wire: whether from below, and the number.
    bounds: Vec<(bool, Decimal)>,
}

/// One entry for every keyword occurrence of the user's document.
pub(crate) fn ledger(from: Sources<'_>) -> Vec<Entry> {
    let schema = from.schema;
    let mut at: HashMap<Location, Vec<SchemaId>> = HashMap::new();
    for id in schema.ids().filter(|id| schema.doc().document(schema.sub(*id).json) == 0) {
        at.entry(schema.location(id)).or_default().push(id);
    }
    let mut kinds: HashMap<SchemaId, KindSet> = HashMap::new();
    for (id, kind) in from.emitted {
        let set = kinds.entry(*id).or_default();
        *set = kind.map_or(*set, |kind| set.with(kind));
    }
    let mut built: HashMap<SchemaId, Vec<&BuiltContainer>> = HashMap::new();
    for container in from.built {
        container.parts.iter().for_each(|id| built.entry(*id).or_default().push(container));
    }
    let mut said: HashMap<&Location, Fidelity> = HashMap::new();
    for finding in from.findings {
        let worst = said.entry(&finding.location).or_insert(finding.fidelity);
        *worst = (*worst).max(finding.fidelity);
    }
    let ledger = Ledger { asserted: asserted(schema), at, kinds, built, said, bounds: bounds(from.wire), from };
    walk_keywords(schema)
        .into_iter()
        .map(|(location, keyword)| {
            let disposition = ledger.judge(&location, keyword);
            Entry { keyword: keyword.to_owned(), location, disposition }
        })
        .collect()
}

/// The bounds of numbers in a wire schema.
fn bounds(wire: &str) -> Vec<(bool, Decimal)> {
    let Ok(root) = parse(wire) else { return Vec::new() };
    let (mut out, mut stack) = (Vec::new(), vec![&root]);
    while let Some(json) = stack.pop() {
        match json {
            Json::Object(members) => {
                for (name, value) in members {
                    let low = matches!(&**name, "minimum" | "exclusiveMinimum");
                    match value {
                        Json::Number(number) if low || matches!(&**name, "maximum" | "exclusiveMaximum") => {
                            out.extend(Decimal::parse(number).map(|number| (low, number)));
                        }
                        value => stack.push(value),
                    }
                }
            }
            Json::Array(items) => stack.extend(items),
            _ => {}
        }
    }
    out
}

/// Everything the root leads to without passing a place where subschemas are only evaluated.
fn asserted(schema: &Schema) -> HashSet<SchemaId> {
    let mut seen = HashSet::from([schema.root()]);
    let mut stack = vec![schema.root()];
    while let Some(id) = stack.pop() {
        let Some(k) = schema.keywords(id) else { continue };
        let asked = [k.not, k.condition, k.contains, k.property_names];
        for next in schema.edges(id) {
            if !asked.contains(&Some(next)) && seen.insert(next) {
                stack.push(next);
            }
        }
    }
    seen
}

impl Ledger<'_> {
    fn judge(&self, location: &Location, name: &str) -> Disposition {
        let parent = Location::from_pointer(location.as_str().rsplit_once('/').map_or("", |(parent, _)| parent));
        let Some(ids) = self.at.get(&parent) else { return Disposition::Unreached };
        let known = |id: &SchemaId| Keyword::from_text(name).filter(|k| k.known_in(self.from.schema.sub(*id).draft));
        let Some(keyword) = ids.iter().find_map(known) else { return Disposition::Unknown };
        if matches!(keyword.role(), Role::Annotation | Role::Core) {
            return Disposition::Annotation;
        }
        match self.said.get(location) {
            Some(Fidelity::Narrowed) => return Disposition::Narrowed,
            Some(Fidelity::Widened) => return Disposition::Residual,
            // Formats are words unless the caller has them checked.
            Some(Fidelity::Exact) if keyword == Keyword::Format => return Disposition::Annotation,
            Some(Fidelity::Exact) | None => {}
        }
        if !ids.iter().any(|id| self.asserted.contains(id)) {
            return Disposition::Evaluated;
        }
        let kind = kind_of(keyword);
        let built = |id: &SchemaId| self.kinds.get(id).is_some_and(|kinds| kind.is_none_or(|kind| kinds.has(kind)));
        let Some(id) = ids.iter().copied().find(built) else { return Disposition::Static };
        // A finding on the whole subschema (a text in its stead, a budget) speaks for all its keywords.
        if self.said.get(&parent).is_some_and(|f| *f == Fidelity::Widened) {
            return Disposition::Residual;
        }
        self.carried(id, keyword, location)
    }

    /// What the wire form makes of a constraint of a subschema that was built, where no finding speaks of it.
    fn carried(&self, id: SchemaId, keyword: Keyword, location: &Location) -> Disposition {
        use Keyword as K;
        let Some(k) = self.from.schema.keywords(id) else { return Disposition::Static };
        let Some(json) = self.from.schema.doc().get(self.from.schema.sub(id).json, keyword.text()) else { return Disposition::Static };
        let unless = |settled: bool, how: Disposition| if settled { how } else { Disposition::Unaccounted };
        match keyword {
            K::Type | K::Enum | K::Const | K::Properties | K::Required | K::AdditionalProperties | K::Items | K::PrefixItems => {
                Disposition::Codec
            }
            K::AdditionalItems | K::Ref | K::DynamicRef | K::RecursiveRef | K::AllOf | K::AnyOf | K::Then | K::Else => Disposition::Codec,
            K::OneOf | K::Not | K::If | K::DependentSchemas | K::UnevaluatedItems | K::UnevaluatedProperties => Disposition::Codec,
            K::PatternProperties => unless(!k.pattern_properties.is_empty(), Disposition::Codec),
            K::Minimum | K::Maximum | K::ExclusiveMinimum | K::ExclusiveMaximum => {
                if self.native(keyword, json) {
                    Disposition::Native
                } else {
                    let integers = k.types.is_some() && k.integer;
                    // Short ranges of integers are listed; a tighter bound elsewhere settles this one.
                    unless(integers || self.outdone(keyword, json), Disposition::Codec)
                }
            }
            K::MinLength | K::MaxLength | K::MultipleOf | K::Pattern | K::Format => {
                let idle = keyword == K::MinLength && k.min_length == Some(0);
                let unasked = keyword == K::Format && self.formats_are_words(id);
                if self.native(keyword, json) {
                    Disposition::Native
                } else {
                    unless(idle || unasked || self.outdone(keyword, json), Disposition::Static)
                }
            }
            K::MinItems | K::MaxItems => {
                let idle = keyword == K::MinItems && k.min_items == Some(0);
                if self.native(keyword, json) {
                    Disposition::Native
                } else {
                    // An array that can only be empty is a label.
                    let positional = self.positional(id) || k.max_items == Some(0) || k.items.is_some_and(|items| self.is_never(items));
                    unless(idle || positional || self.outdone(keyword, json), Disposition::Codec)
                }
            }
            K::UniqueItems => {
                let idle = !k.unique_items || self.settled(Kind::Array, id, |array| array.most.is_some_and(|most| most < 2));
                unless(idle || self.native(keyword, json), Disposition::Static)
            }
            K::Contains => {
                let empty = self.settled(Kind::Array, id, |array| array.most == Some(0));
                let idle = k.min_contains == Some(0) && (k.max_contains.is_none() || empty);
                if idle { Disposition::Static } else { unless(self.native(keyword, json), Disposition::Native) }
            }
            K::MinContains | K::MaxContains => match k.contains {
                None => Disposition::Static,
                Some(_) => self.judge_beside(location, K::Contains),
            },
            K::MinProperties => {
                let met = k.min_properties.is_none_or(|least| least == 0 || self.settled(Kind::Object, id, |object| least <= object.least));
                let counted = self.native(keyword, json) || self.counted(K::MinItems, k.min_properties);
                unless(met || counted || self.outdone(keyword, json), Disposition::Static)
            }
            K::MaxProperties => {
                let few = |most: u64| self.settled(Kind::Object, id, |object| object.most.is_some_and(|declared| declared <= most));
                let counted = self.native(keyword, json) || self.counted(K::MaxItems, k.max_properties);
                unless(counted || k.max_properties.is_none_or(few) || self.outdone(keyword, json), Disposition::Static)
            }
            K::PropertyNames => {
                // Declared names are checked while planning; only undeclared ones could break it.
                let closed = self.settled(Kind::Object, id, |object| object.most.is_some());
                unless(closed || self.keys_settled(k.property_names) || self.lists_names(k.property_names), Disposition::Codec)
            }
            K::DependentRequired | K::Dependencies => unless(k.dependent_required.is_empty(), Disposition::Static),
            K::Nullable => Disposition::Codec,
            _ => Disposition::Unaccounted,
        }
    }

    fn judge_beside(&self, location: &Location, keyword: Keyword) -> Disposition {
        let parent = location.as_str().rsplit_once('/').map_or("", |(parent, _)| parent);
        self.judge(&Location::from_pointer(parent).join(keyword.text()), keyword.text())
    }
}

/// The kind of value a keyword speaks of; `None` for those that speak of all.
fn kind_of(keyword: Keyword) -> Option<Kind> {
    use Keyword as K;
    Some(match keyword {
        K::MultipleOf | K::Minimum | K::Maximum | K::ExclusiveMinimum | K::ExclusiveMaximum => Kind::Number,
        K::MinLength | K::MaxLength | K::Pattern => Kind::String,
        K::Items | K::PrefixItems | K::AdditionalItems | K::UnevaluatedItems | K::MinItems | K::MaxItems => Kind::Array,
        K::UniqueItems | K::Contains | K::MinContains | K::MaxContains => Kind::Array,
        K::Properties | K::PatternProperties | K::AdditionalProperties | K::UnevaluatedProperties | K::PropertyNames => Kind::Object,
        K::Required | K::MinProperties | K::MaxProperties | K::DependentRequired | K::DependentSchemas | K::Dependencies => Kind::Object,
        _ => return None,
    })
}

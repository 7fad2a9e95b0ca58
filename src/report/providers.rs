//! Profiles for eyes: one line each, or one in full with the evidence for every line.

use super::{Paint, Tone};
use crate::json::{Kind, KindSet};
use crate::profile::{Arrays, Fact, Limits, Literals, Names, Objects, Profile, References, Root, Strings, Types, Unions};
use crate::schema::keyword::Keyword;
use std::fmt::{Debug, Write as _};

/// Every profile on a line: name, other names, date, title.
#[must_use]
pub fn table<'p>(profiles: impl IntoIterator<Item = &'p Profile>, paint: Paint) -> String {
    let rows: Vec<_> = profiles.into_iter().map(|p| [p.name.clone(), p.aliases.join(", "), p.date.clone(), p.title.clone()]).collect();
    let head = ["profile", "also", "facts of", "what it is"].map(str::to_owned);
    let wide: Vec<usize> = (0..4).map(|i| rows.iter().chain([&head]).map(|row| row[i].chars().count()).max().unwrap_or_default()).collect();
    let line = |row: &[String; 4]| {
        let cells: Vec<_> = row.iter().zip(&wide).map(|(cell, wide)| format!("{cell:<wide$}")).collect();
        cells.join("  ").trim_end().to_owned()
    };
    let mut out = paint.tone(Tone::Strong, &line(&head)) + "\n";
    for row in &rows {
        out.push_str(&line(row));
        out.push('\n');
    }
    out
}

/// One profile, every fact with its confidence and evidence.
#[must_use]
pub fn provider(profile: &Profile, paint: Paint) -> String {
    let mut out = paint.tone(Tone::Strong, &profile.name);
    if !profile.aliases.is_empty() {
        let _ = write!(out, " (also {})", profile.aliases.join(", "));
    }
    let _ = writeln!(out, "\n{}\nfacts of {}", profile.title, profile.date);
    for (title, rows) in sections(profile) {
        if rows.is_empty() {
            continue;
        }
        let _ = writeln!(out, "\n{}", paint.tone(Tone::Strong, title));
        let wide = |pick: fn(&Row) -> &str| rows.iter().map(|row| pick(row).chars().count()).max().unwrap_or_default();
        let (name, value, sure) = (wide(|row| &row.name), wide(|row| &row.value).min(40), wide(|row| row.confidence));
        for row in &rows {
            let faint = paint.tone(Tone::Faint, &format!("{:<sure$}  {}", row.confidence, row.evidence));
            let _ = writeln!(out, "  {:<name$}  {:<value$}  {faint}", row.name, row.value);
        }
    }
    if !profile.notes.is_empty() {
        let _ = writeln!(out, "\n{}", paint.tone(Tone::Strong, "where sources disagree"));
        for note in &profile.notes {
            let _ = writeln!(out, "  {note}");
        }
    }
    out
}

struct Row {
    name: String,
    value: String,
    confidence: &'static str,
    evidence: String,
}

fn row<T: Shown>(name: &str, fact: &Fact<T>) -> Row {
    let evidence = fact.evidence.replace('\n', " ");
    Row { name: name.to_owned(), value: fact.value.shown(), confidence: fact.confidence.name(), evidence }
}

/// Every fact of a profile. The patterns name every field, so a new one is not forgotten here.
fn sections(profile: &Profile) -> Vec<(&'static str, Vec<Row>)> {
    let keywords = Keyword::ALL.iter().map(|keyword| row(keyword.text(), &profile.keywords[*keyword as usize]));
    let keywords = keywords.chain([row("(any other)", &profile.other_keywords)]).collect();
    let mut whole = vec![row("replies obey the schema", &profile.enforced)];
    whole.push(Row {
        name: "a schema that passes is sent as it is".to_owned(),
        value: profile.verbatim.shown(),
        confidence: "",
        evidence: String::new(),
    });
    vec![
        ("the endpoint", whole),
        ("root", root(&profile.root)),
        ("objects", objects(&profile.objects)),
        ("types", types(&profile.types)),
        ("enum and const", literals(&profile.literals)),
        ("references", references(&profile.references)),
        ("anyOf", unions(&profile.unions)),
        ("strings", strings(&profile.strings)),
        ("arrays", arrays(&profile.arrays)),
        ("limits", limits(&profile.limits)),
        ("names", names(&profile.names)),
        ("keywords", keywords),
        ("its own words", profile.messages.iter().map(|(rule, fact)| row(rule, fact)).collect()),
    ]
}

fn root(Root { object, any_of, reference, banned }: &Root) -> Vec<Row> {
    vec![row("must be an object", object), row("may be anyOf", any_of), row("may be $ref", reference), row("refused keywords", banned)]
}

fn objects(objects: &Objects) -> Vec<Row> {
    let Objects { closed, open, closable, all_required, required_declared, properties, empty, name_pattern, name_pattern_nested, ordering } =
        objects;
    let mut rows = vec![
        row("additionalProperties: false demanded", closed),
        row("additionalProperties with a schema", open),
        row("additionalProperties at all", closable),
        row("every property required", all_required),
        row("required names declared", required_declared),
        row("properties demanded", properties),
        row("properties may be empty", empty),
        row("propertyOrdering", ordering),
    ];
    let names = if *name_pattern_nested { "property names, everywhere" } else { "property names, at the top" };
    rows.extend(name_pattern.as_ref().map(|fact| row(names, fact)));
    rows
}

fn types(Types { list, list_with_enum, required, null, upper_case, booleans }: &Types) -> Vec<Row> {
    vec![
        row("a list of types", list),
        row("a list beside enum", list_with_enum),
        row("demanded at every node", required),
        row("null", null),
        row("in capitals", upper_case),
        row("true and false as schemas", booleans),
    ]
}

fn literals(Literals { kinds, mixed, typed, empty_string }: &Literals) -> Vec<Row> {
    vec![
        row("kinds of literal", kinds),
        row("several kinds at once", mixed),
        row("type demanded beside enum", typed),
        row("the empty string", empty_string),
    ]
}

fn references(References { local, siblings, recursion }: &References) -> Vec<Row> {
    vec![row("into $defs", local), row("annotations beside $ref", siblings), row("recursion", recursion)]
}

fn unions(Unions { any_of, annotated, structural, same_first_key }: &Unions) -> Vec<Row> {
    vec![
        row("below the root", any_of),
        row("annotations beside it", annotated),
        row("constraints beside it", structural),
        row("branches with one first key", same_first_key),
    ]
}

fn strings(Strings { formats, number_formats, portable_patterns, refused_patterns }: &Strings) -> Vec<Row> {
    vec![
        row("formats", formats),
        row("formats of numbers", number_formats),
        row("portable patterns only", portable_patterns),
        row("refused in patterns", refused_patterns),
    ]
}

fn arrays(Arrays { items_required, items_list, min_items_max }: &Arrays) -> Vec<Row> {
    let mut rows = vec![row("items demanded", items_required), row("items as a list", items_list)];
    rows.extend(min_items_max.as_ref().map(|fact| row("largest minItems", fact)));
    rows
}

fn limits(limits: &Limits) -> Vec<Row> {
    let Limits {
        depth,
        properties,
        enum_values,
        long_enum_values,
        long_enum_chars,
        characters,
        optional_properties,
        union_properties,
        max_items_total,
        states,
        per_request,
        strict_tools,
        tools,
    } = limits;
    let all = [
        ("levels of nesting", depth),
        ("properties", properties),
        ("enum members", enum_values),
        ("members of a long enum", long_enum_values),
        ("characters of a long enum", long_enum_chars),
        ("characters in names and literals", characters),
        ("optional properties", optional_properties),
        ("union properties", union_properties),
        ("maxItems added up", max_items_total),
        ("states, about", states),
        ("strict tools in a request", strict_tools),
        ("tools in a request", tools),
    ];
    let mut rows: Vec<Row> = all.into_iter().filter_map(|(name, fact)| Some(row(name, fact.as_ref()?))).collect();
    rows.extend(per_request.as_ref().map(|fact| row("added up over a request", fact)));
    rows
}

fn names(Names { chat, responses }: &Names) -> Vec<Row> {
    let all = [("schema and tool names", chat), ("same, Responses protocol", responses)];
    all.into_iter().filter_map(|(name, fact)| Some(row(name, fact.as_ref()?))).collect()
}

/// A value as people read it.
trait Shown {
    fn shown(&self) -> String;
}

impl Shown for bool {
    fn shown(&self) -> String {
        if *self { "yes" } else { "no" }.to_owned()
    }
}

impl Shown for u64 {
    fn shown(&self) -> String {
        self.to_string()
    }
}

impl Shown for String {
    fn shown(&self) -> String {
        self.replace('\n', " ")
    }
}

impl Shown for KindSet {
    fn shown(&self) -> String {
        self.iter().map(Kind::name).collect::<Vec<_>>().join(", ")
    }
}

impl Shown for Keyword {
    fn shown(&self) -> String {
        self.text().to_owned()
    }
}

impl<T: Shown> Shown for Vec<T> {
    fn shown(&self) -> String {
        if self.is_empty() { "none".to_owned() } else { self.iter().map(T::shown).collect::<Vec<_>>().join(", ") }
    }
}

macro_rules! shown_by_name {
    ($($type:ty),*) => {
        $(impl Shown for $type {
            fn shown(&self) -> String {
                words(self)
            }
        })*
    };
}

shown_by_name!(crate::profile::Support, crate::profile::Demand, crate::profile::Recursion, crate::profile::PatternFeature);

/// `OptionalOnly` as `optional only`.
fn words(value: &impl Debug) -> String {
    let mut out = String::new();
    for c in format!("{value:?}").chars() {
        if c.is_uppercase() && !out.is_empty() {
            out.push(' ');
        }
        out.extend(c.to_lowercase());
    }
    out
}

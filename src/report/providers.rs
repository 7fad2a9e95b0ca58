//! Profiles for eyes: one line each, or one in full with the evidence for every line.

use super::{Paint, Tone};
use crate::json::{Kind, KindSet};
use crate::profile::{
    Arrays, Bounds, Case, Channels, Fact, Limits, Literals, Names, Objects, Profile, References, Root, Strings, Turn, Types, Unions,
};
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
    let _ = writeln!(out, "\n{}\nfacts of {}, id {}", profile.title, profile.date, profile.id());
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
    if !profile.models.is_empty() {
        let _ = writeln!(out, "\n{}", paint.tone(Tone::Strong, "models that differ"));
        for rules in &profile.models {
            let _ = writeln!(out, "  {}: {}", rules.patterns.join(", "), rules.note);
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
    whole.extend(profile.kept.as_ref().map(|fact| row("accepted by now, not sent", fact)));
    whole.push(Row {
        name: "a schema that passes is sent as it is".to_owned(),
        value: profile.verbatim.shown(),
        confidence: "",
        evidence: String::new(),
    });
    vec![
        ("the endpoint", whole),
        ("channels", channels(&profile.channels)),
        ("root", root(&profile.root)),
        ("objects", objects(&profile.objects)),
        ("types", types(&profile.types)),
        ("enum and const", literals(&profile.literals)),
        ("references", references(&profile.references)),
        ("anyOf", unions(&profile.unions)),
        ("strings", strings(&profile.strings)),
        ("arrays", arrays(&profile.arrays)),
        ("bounds", bounds(&profile.bounds)),
        ("limits", limits(&profile.limits)),
        ("names", names(&profile.names)),
        ("keywords", keywords),
        ("keywords in some places", profile.cases.iter().map(case).collect()),
        ("read alone", profile.dispatch.iter().map(turn).collect()),
        ("its own words", profile.messages.iter().map(|(rule, fact)| row(rule, fact)).collect()),
    ]
}

/// What holds in one constellation.
fn case(case: &Case) -> Row {
    let keywords: Vec<&str> = case.keywords.iter().map(|keyword| keyword.text()).collect();
    let name = format!("{} {}", keywords.join(", "), case.when());
    Row { name, value: case.value.shown(), confidence: case.confidence.name(), evidence: case.evidence.replace('\n', " ") }
}

/// A keyword that is read alone, or with few others.
fn turn(turn: &Turn) -> Row {
    let with: Vec<&str> = turn.reads.iter().map(|keyword| keyword.text()).collect();
    let list = if turn.list { " as a list" } else { "" };
    let name = match with[..] {
        [] => format!("{}{list}", turn.keyword.text()),
        _ => format!("{}{list} with {}", turn.keyword.text(), with.join(", ")),
    };
    let value = format!("others {}", turn.value.shown());
    Row { name, value, confidence: turn.confidence.name(), evidence: turn.evidence.replace('\n', " ") }
}

fn channels(Channels { own: _, response_format, json_object, strict_tool, tool, together, shown }: &Channels) -> Vec<Row> {
    let all = [
        ("a schema as response format", response_format),
        ("JSON without a schema", json_object),
        ("strict tools", strict_tool),
        ("tools", tool),
        ("tools and a format at once", together),
    ];
    let mut rows: Vec<Row> = all.into_iter().filter_map(|(name, fact)| Some(row(name, fact.as_ref()?))).collect();
    rows.extend(shown.as_ref().map(|fact| row("the model is shown the schema", fact)));
    rows
}

fn bounds(Bounds { ordered, whole }: &Bounds) -> Vec<Row> {
    let all = [("refused when out of order", ordered), ("of integers, integers only", whole)];
    all.into_iter().filter_map(|(name, fact)| Some(row(name, fact.as_ref()?))).collect()
}

fn root(Root { object, any_of, reference, banned, any, demanded }: &Root) -> Vec<Row> {
    let mut rows =
        vec![row("must be an object", object), row("may be anyOf", any_of), row("may be $ref", reference), row("refused keywords", banned)];
    rows.extend(any.as_ref().map(|fact| row("may be {}", fact)));
    rows.extend(demanded.as_ref().map(|fact| row("keywords demanded", fact)));
    rows
}

fn objects(objects: &Objects) -> Vec<Row> {
    let Objects {
        closed,
        open,
        closable,
        all_required,
        required_declared,
        properties,
        empty,
        name_pattern,
        name_pattern_nested,
        some_required,
        any_extra,
        reserved,
        open_by_default,
        mixed,
        ordering,
    } = objects;
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
    rows.extend(reserved.as_ref().map(|fact| row("reserved property names", fact)));
    rows.extend(open_by_default.as_ref().map(|fact| row("open where nothing is said", fact)));
    rows.extend(mixed.as_ref().map(|fact| row("additionalProperties beside properties", fact)));
    rows.extend(some_required.as_ref().map(|fact| row("some property required", fact)));
    rows.extend(any_extra.as_ref().map(|fact| row("additionalProperties: {}", fact)));
    rows
}

fn types(Types { list, list_with_enum, required, null, upper_case, booleans, never, bare, any_sent }: &Types) -> Vec<Row> {
    let mut rows = vec![
        row("a list of types", list),
        row("a list beside enum", list_with_enum),
        row("demanded at every node", required),
        row("null", null),
        row("in capitals", upper_case),
        row("true and false as schemas", booleans),
    ];
    rows.extend(bare.as_ref().map(|fact| row("{} as a schema", fact)));
    rows.extend(any_sent.as_ref().map(|fact| row("no type takes any value", fact)));
    rows.extend(never.as_ref().map(|fact| row("false as a schema", fact)));
    rows
}

fn literals(Literals { kinds, mixed, typed, empty_string, none, outside_type }: &Literals) -> Vec<Row> {
    let mut rows = vec![
        row("kinds of literal", kinds),
        row("several kinds at once", mixed),
        row("type demanded beside enum", typed),
        row("the empty string", empty_string),
    ];
    rows.extend(none.as_ref().map(|fact| row("no members", fact)));
    rows.extend(outside_type.as_ref().map(|fact| row("outside the declared type", fact)));
    rows
}

fn references(References { local, siblings, constrained, sent, name_pattern, forms, recursion }: &References) -> Vec<Row> {
    let mut rows = vec![row("into $defs", local), row("annotations beside $ref", siblings), row("recursion", recursion)];
    rows.extend(constrained.as_ref().map(|fact| row("constraints beside $ref", fact)));
    rows.extend(sent.as_ref().map(|fact| row("sent by us", fact)));
    rows.extend(name_pattern.as_ref().map(|fact| row("names of definitions", fact)));
    rows.extend(forms.iter().map(|(form, fact)| row(&format!("form {}", form.name()), fact)));
    rows
}

fn unions(Unions { any_of, annotated, structural, same_first_key, decidable }: &Unions) -> Vec<Row> {
    let mut rows = vec![
        row("below the root", any_of),
        row("annotations beside it", annotated),
        row("constraints beside it", structural),
        row("branches with one first key", same_first_key),
    ];
    rows.extend(decidable.as_ref().map(|fact| row("told apart by their keys", fact)));
    rows
}

fn strings(
    Strings { formats, other_formats, number_formats, portable_patterns, refused_patterns, ignored_patterns }: &Strings,
) -> Vec<Row> {
    let mut rows = vec![
        row("formats", formats),
        row("formats of numbers", number_formats),
        row("portable patterns only", portable_patterns),
        row("refused in patterns", refused_patterns),
    ];
    rows.extend(other_formats.as_ref().map(|fact| row("other formats", fact)));
    rows.extend(ignored_patterns.as_ref().map(|fact| row("without effect in patterns", fact)));
    rows
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
        text,
        branches,
        refused,
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
        ("characters of schema", text),
        ("branches of one anyOf", branches),
        ("states, about", states),
        ("strict tools in a request", strict_tools),
        ("tools in a request", tools),
    ];
    let mut rows: Vec<Row> = all.into_iter().filter_map(|(name, fact)| Some(row(name, fact.as_ref()?))).collect();
    rows.extend(refused.iter().map(|(name, fact)| row(&format!("{}, of the endpoint itself", name.replace('_', " ")), fact)));
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

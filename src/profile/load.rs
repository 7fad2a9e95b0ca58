//! Profile files: reading one, the embedded ones, and finding one by name.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _};
use toml::{Table, Value};

use super::lint::PatternFeature;
use super::{Confidence, Fact, Profile, Support};
use crate::error::{Error, ErrorKind};
use crate::json::{Kind, KindSet};
use crate::location::Location;
use crate::schema::keyword::Keyword;

#[cfg(test)]
#[path = "load_tests.rs"]
mod tests;

/// An embedded file: the profile's name, its text, and whether [`all`] lists it.
struct Source {
    name: &'static str,
    text: &'static str,
    listed: bool,
}

macro_rules! embedded {
    ($($name:literal $listed:literal,)*) => {
        &[$(Source { name: $name, text: include_str!(concat!($name, ".toml")), listed: $listed },)*]
    };
}

const SOURCES: &[Source] = embedded! {
    "openai/response-format" true,
    "openai/strict-tool" true,
    "openai/tool" true,
    "anthropic/output-format" true,
    "anthropic/strict-tool" true,
    "anthropic/tool" true,
    "gemini/json-schema" true,
    "gemini/openapi-schema" true,
    "openrouter" true,
    "openrouter/openai" false,
    "openrouter/anthropic" false,
    "openrouter/google" false,
};

/// How many files may inherit from one another in a row.
const MAX_INHERITANCE: usize = 8;

/// Reads a profile from the text of a TOML file; `source_name` is said in errors.
///
/// `inherits` names an embedded profile.
///
/// # Errors
/// [`ErrorKind::Profile`] with the key and, where it is known, the line: not TOML, a key that is missing, unknown or of
/// the wrong type, an unknown keyword, a regular expression that does not compile, or an unknown parent.
pub fn from_toml(text: &str, source_name: &str) -> Result<Profile, Error> {
    let table = read_table(text, source_name)?;
    // Without a parent the text itself is read, so that errors point at a line of it.
    let read = if table.contains_key("inherits") { inherit(table, source_name, 0)?.try_into() } else { toml::from_str(text) };
    let profile: Profile = read.map_err(|e| fail(format!("profile {source_name}: {}", e.to_string().trim_end())))?;
    check(&profile).map_err(|why| fail(format!("profile {source_name}: {why}")))?;
    Ok(profile)
}

/// The embedded profiles in their fixed order: one per endpoint, without the per-vendor variants of `openrouter`.
#[must_use]
pub fn all() -> &'static [Profile] {
    let profiles = embedded();
    let listed = SOURCES.iter().take_while(|s| s.listed).count();
    profiles.get(..listed).unwrap_or(profiles)
}

/// The embedded profile called `name`: its name or an alias, with or without `@` and its date.
///
/// # Errors
/// [`ErrorKind::Profile`] for an unknown name (naming the nearest ones) and for a date that is not the profile's.
pub fn find(name: &str) -> Result<&'static Profile, Error> {
    let (plain, date) = match name.split_once('@') {
        Some((plain, date)) => (plain, Some(date)),
        None => (name, None),
    };
    let known = |p: &&Profile| p.name == plain || p.aliases.iter().any(|a| a == plain);
    let Some(profile) = embedded().iter().find(known) else {
        return Err(fail(format!("no profile is called `{}`; {}", clip(plain), suggestion(plain))));
    };
    match date {
        Some(date) if date != profile.date => {
            let known = &profile.date;
            Err(fail(format!("profile {} has no facts of `{}`; known dates: {known}", profile.name, clip(date))))
        }
        _ => Ok(profile),
    }
}

/// Every embedded profile, listed ones first.
pub(super) fn embedded() -> &'static [Profile] {
    static PROFILES: OnceLock<Vec<Profile>> = OnceLock::new();
    PROFILES.get_or_init(|| SOURCES.iter().map(|s| from_toml(s.text, s.name).expect("embedded profiles are tested")).collect())
}

fn fail(message: String) -> Error {
    Error::new(ErrorKind::Profile, Location::root(), message)
}

fn read_table(text: &str, source_name: &str) -> Result<Table, Error> {
    toml::from_str(text).map_err(|e| fail(format!("profile {source_name}: {}", e.to_string().trim_end())))
}

/// The table with the lines of its ancestors filled in; `inherits` and `without` are used up.
fn inherit(mut table: Table, source_name: &str, depth: usize) -> Result<Table, Error> {
    let Some(parent) = table.remove("inherits") else {
        return Ok(table);
    };
    let Some(source) = parent.as_str().and_then(|p| SOURCES.iter().find(|s| s.name == p)) else {
        let got = parent.as_str().map(clip).unwrap_or_default();
        return Err(fail(format!("profile {source_name}: `inherits` must name an embedded profile, got `{got}`")));
    };
    if depth == MAX_INHERITANCE {
        return Err(fail(format!("profile {source_name}: `inherits` goes round in a circle")));
    }
    let mut base = inherit(read_table(source.text, source.name)?, source.name, depth + 1)?;
    base.remove("aliases");
    let without = table.remove("without").unwrap_or(Value::Array(Vec::new()));
    for path in without.as_array().into_iter().flatten() {
        let removed = path.as_str().and_then(|p| remove_path(&mut base, p));
        if removed.is_none() {
            let got = path.as_str().map(clip).unwrap_or_default();
            return Err(fail(format!("profile {source_name}: `without` names `{got}`, which is not a line of {}", source.name)));
        }
    }
    let mut notes = take_array(&mut base, "notes");
    notes.extend(take_array(&mut table, "notes"));
    overlay(&mut base, table);
    base.insert("notes".into(), Value::Array(notes));
    Ok(base)
}

fn take_array(table: &mut Table, key: &str) -> Vec<Value> {
    match table.remove(key) {
        Some(Value::Array(items)) => items,
        Some(other) => vec![other],
        None => Vec::new(),
    }
}

/// Removes `section.line` or a top-level line.
fn remove_path(table: &mut Table, path: &str) -> Option<Value> {
    match path.split_once('.') {
        Some((section, line)) => table.get_mut(section)?.as_table_mut()?.remove(line),
        None => table.remove(path),
    }
}

/// Puts the lines of `over` over `base`: sections are merged, lines replaced whole.
fn overlay(base: &mut Table, over: Table) {
    for (key, value) in over {
        match (base.get_mut(&key), value) {
            (Some(Value::Table(old)), Value::Table(new)) if !old.contains_key("value") && !new.contains_key("value") => {
                for (line, value) in new {
                    old.insert(line, value);
                }
            }
            (_, value) => {
                base.insert(key, value);
            }
        }
    }
}

/// What the types cannot say: the date's shape and the regular expressions.
fn check(profile: &Profile) -> Result<(), String> {
    let bytes = profile.date.as_bytes();
    let dated = bytes.len() == 10 && bytes.iter().enumerate().all(|(i, b)| if i == 4 || i == 7 { *b == b'-' } else { b.is_ascii_digit() });
    if !dated {
        return Err("`date` must be YYYY-MM-DD".into());
    }
    let patterns = [
        ("objects.name_pattern", &profile.objects.name_pattern),
        ("names.chat", &profile.names.chat),
        ("names.responses", &profile.names.responses),
    ];
    for (key, pattern) in patterns {
        if let Some(Err(e)) = pattern.as_ref().map(|p| fancy_regex::Regex::new(&p.value)) {
            return Err(format!("`{key}` is not a regular expression: {e}"));
        }
    }
    Ok(())
}

/// Reads `[keywords]`: one line a keyword, `"*"` for those without a line.
pub(super) fn keywords<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Fact<Support>>, D::Error> {
    let mut lines = BTreeMap::<String, Fact<Support>>::deserialize(deserializer)?;
    let unlisted = Fact { value: Support::Unknown, confidence: Confidence::Unknown, evidence: "not on the profile's list".into() };
    let mut all = vec![lines.remove("*").unwrap_or(unlisted); Keyword::COUNT];
    for (text, fact) in lines {
        let keyword = Keyword::from_text(&text).ok_or_else(|| D::Error::custom(format!("no keyword is spelt `{text}`")))?;
        all[keyword as usize] = fact;
    }
    Ok(all)
}

/// Reads a list of keywords.
pub(super) fn keyword_list<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Fact<Vec<Keyword>>, D::Error> {
    let Fact { value, confidence, evidence } = Fact::<Vec<String>>::deserialize(deserializer)?;
    let read = |text: &String| Keyword::from_text(text).ok_or_else(|| D::Error::custom(format!("no keyword is spelt `{text}`")));
    Ok(Fact { value: value.iter().map(read).collect::<Result<_, _>>()?, confidence, evidence })
}

/// Reads a list of kinds by their JSON Schema names.
pub(super) fn kinds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Fact<KindSet>, D::Error> {
    let Fact { value, confidence, evidence } = Fact::<Vec<String>>::deserialize(deserializer)?;
    let mut set = KindSet::EMPTY;
    for text in &value {
        let kind = Kind::ALL.into_iter().find(|k| k.name() == text);
        set = set.with(kind.ok_or_else(|| D::Error::custom(format!("no kind of value is called `{text}`")))?);
    }
    Ok(Fact { value: set, confidence, evidence })
}

impl<'de> Deserialize<'de> for PatternFeature {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let feature = PatternFeature::ALL.into_iter().find(|f| f.name() == text);
        feature.ok_or_else(|| D::Error::custom(format!("no part of a pattern is called `{text}`")))
    }
}

/// The first characters of a name somebody gave, for a message.
fn clip(name: &str) -> String {
    name.chars().take(64).collect()
}

/// The names nearest to `name`, or all of them.
fn suggestion(name: &str) -> String {
    let name = clip(name);
    let names = || all().iter().flat_map(|p| std::iter::once(&p.name).chain(&p.aliases));
    let mut near: Vec<(usize, &str)> = names()
        .map(|known| (distance(&name, known), known.as_str()))
        .filter(|(d, known)| *d <= 1 + known.len() / 4 || (name.len() >= 3 && known.contains(name.as_str())))
        .collect();
    near.sort_unstable();
    if near.is_empty() {
        return format!("known: {}", names().map(String::as_str).collect::<Vec<_>>().join(", "));
    }
    format!("nearest: {}", near.iter().take(3).map(|(_, known)| *known).collect::<Vec<_>>().join(", "))
}

/// Levenshtein distance in characters.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let kept = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = kept.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

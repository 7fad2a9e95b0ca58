//! Profile files: reading one, the embedded ones, and finding one by name.

use std::sync::OnceLock;

use toml::{Table, Value};

use super::inherit::inherit;
use super::openrouter::{Model, ROUTER};
use super::{Profile, models};
use crate::error::{Error, ErrorKind};
use crate::location::Location;

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
    "gemini/openapi-tool" true,
    "gemini/json-schema-tool" true,
    "vertex/openapi-schema" true,
    "vertex/tool" true,
    "openrouter" true,
    "azure/response-format" true,
    "azure/strict-tool" true,
    "bedrock/output-format" true,
    "bedrock/strict-tool" true,
    "bedrock/mantle" true,
    "xai/response-format" true,
    "xai/tool" true,
    "groq/response-format" true,
    "cerebras/response-format" true,
    "fireworks/response-format" true,
    "fireworks/tool" true,
    "together/response-format" true,
    "together/tool" true,
    "deepseek/strict-tool" true,
    "deepseek/responses" true,
    "siliconflow/tool" true,
    "mistral/response-format" true,
    "mistral/tool" true,
    "moonshot/tool" true,
    "moonshot/response-format" true,
    "moonshot/mfjs-strict" true,
    "moonshot/mfjs" true,
    "qwen/response-format" true,
    "zai/response-format" true,
    "perplexity/response-format" true,
    "cohere/response-format" true,
    "cohere/strict-tool" true,
    "databricks/response-format" true,
    "databricks/tool" true,
    "github-copilot/response-format" true,
    "github-copilot/strict-tool" true,
    "github-models" true,
    "huggingface" true,
    "sambanova" true,
    "baseten" true,
    "venice" true,
    "doubleword" true,
    "meta/strict-tool" true,
    "vllm/auto" true,
    "vllm/xgrammar" true,
    "vllm/guidance" true,
    "vllm/outlines" true,
    "sglang/xgrammar" true,
    "sglang/llguidance" true,
    "sglang/outlines" true,
    "tensorrt-llm/xgrammar" true,
    "tensorrt-llm/llguidance" true,
    "nvidia-nim" true,
    "tgi" true,
    "ollama" true,
    "lm-studio" true,
    "lm-studio/mlx" true,
    "llama.cpp" true,
    "llguidance" true,
    "xgrammar" true,
    "outlines-core" true,
    "lm-format-enforcer" true,
    "openrouter/openai" false,
    "openrouter/anthropic" false,
    "openrouter/google" false,
    "openrouter/deepseek" false,
    "openrouter/x-ai" false,
    "openrouter/moonshotai" false,
    "openrouter/mistralai" false,
    "openrouter/qwen" false,
    "openrouter/z-ai" false,
    "openrouter/cohere" false,
    "openrouter/meta-llama" false,
    "openrouter/perplexity" false,
};

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
    if !table.contains_key("inherits") && !table.contains_key("models") {
        return checked(toml::from_str(text), source_name);
    }
    let mut whole = inherit(table, source_name, 0)?;
    let models = whole.remove("models");
    let mut profile = from_table(whole.clone(), source_name)?;
    for model in models.as_ref().and_then(Value::as_array).into_iter().flatten() {
        profile.models.push(models::read(&whole, model, source_name)?);
    }
    Ok(profile)
}

/// The profile a table says, without its models.
pub(super) fn from_table(table: Table, source_name: &str) -> Result<Profile, Error> {
    checked(table.try_into(), source_name)
}

fn checked(read: Result<Profile, toml::de::Error>, source_name: &str) -> Result<Profile, Error> {
    let profile = read.map_err(|e| fail(format!("profile {source_name}: {}", e.to_string().trim_end())))?;
    check(&profile).map_err(|why| fail(format!("profile {source_name}: {why}")))?;
    Ok(profile)
}

/// The embedded profiles in their fixed order: one per endpoint, without the per-vendor variants of `openrouter`.
pub fn all() -> impl Iterator<Item = &'static Profile> + Clone {
    SOURCES.iter().zip(PROFILES.iter()).filter(|(source, _)| source.listed).map(read_once)
}

/// The embedded profile called `name`: its name or an alias, then, each if wanted, a dot and the month of its facts
/// (`openai.2026-11`), and `@` with the date (`openai@2026-11-30`) or with a model that differs (`groq@llama-4`).
///
/// # Errors
/// [`ErrorKind::Profile`] for an unknown name (naming the nearest ones) and for a date that is not the profile's.
pub fn find(name: &str) -> Result<&'static Profile, Error> {
    let wanted = Wanted::read(name);
    // A file that does not quote the name cannot be called by it.
    let quoted = format!("\"{}\"", wanted.name);
    let near = SOURCES.iter().zip(PROFILES.iter()).filter(|(source, _)| source.text.contains(&quoted));
    let Some(profile) = near.map(read_once).find(|profile| profile.is_called(wanted.name)) else {
        return Err(fail(format!("no profile is called `{}`; {}", clip(wanted.name), suggestion(wanted.name))));
    };
    if let Some(date) = wanted.dates.into_iter().flatten().find(|date| !is_date_of(date, &profile.date)) {
        let known = &profile.date;
        return Err(fail(format!("profile {} has no facts of `{}`; known dates: {known}", profile.name, clip(date))));
    }
    match wanted.model {
        Some(slug) if profile.name == ROUTER && slug.contains('/') => Model::parse(slug)?.profile(),
        Some(model) => Ok(profile.for_model(model)),
        None => Ok(profile),
    }
}

/// The parts of a name that is asked for.
struct Wanted<'n> {
    name: &'n str,
    dates: [Option<&'n str>; 2],
    model: Option<&'n str>,
}

impl<'n> Wanted<'n> {
    fn read(text: &'n str) -> Self {
        let (head, tail) = text.split_once('@').map_or((text, None), |(head, tail)| (head, Some(tail)));
        let (name, month) = match head.rsplit_once('.') {
            Some((name, month)) if looks_dated(month) => (name, Some(month)),
            _ => (head, None),
        };
        let date = tail.filter(|tail| looks_dated(tail));
        Wanted { name, dates: [month, date], model: tail.filter(|_| date.is_none()) }
    }
}

/// Whether a text is `YYYY-MM` or `YYYY-MM-DD`.
fn looks_dated(text: &str) -> bool {
    let digit = |(i, b): (usize, u8)| if i == 4 || i == 7 { b == b'-' } else { b.is_ascii_digit() };
    matches!(text.len(), 7 | 10) && text.bytes().enumerate().all(digit)
}

/// Whether `text` is the day, or the month of it.
fn is_date_of(text: &str, day: &str) -> bool {
    day == text || (text.len() == 7 && day.starts_with(text))
}

/// The embedded profiles, each read when it is first wanted.
static PROFILES: [OnceLock<Profile>; SOURCES.len()] = [const { OnceLock::new() }; SOURCES.len()];

fn read_once((source, profile): (&'static Source, &'static OnceLock<Profile>)) -> &'static Profile {
    profile.get_or_init(|| from_toml(source.text, source.name).expect("embedded profiles are tested"))
}

/// The text of the embedded profile of exactly this name, and the name.
pub(super) fn text_of(name: &str) -> Option<(&'static str, &'static str)> {
    SOURCES.iter().find(|source| source.name == name).map(|source| (source.text, source.name))
}

/// The embedded profile of exactly this name.
pub(super) fn named(name: &str) -> Option<&'static Profile> {
    let source = SOURCES.iter().position(|source| source.name == name)?;
    Some(read_once((SOURCES.get(source)?, PROFILES.get(source)?)))
}

/// Every embedded profile, listed ones first.
#[cfg(test)]
fn embedded() -> impl Iterator<Item = &'static Profile> + Clone {
    SOURCES.iter().zip(PROFILES.iter()).map(read_once)
}

pub(super) fn fail(message: String) -> Error {
    Error::new(ErrorKind::Profile, Location::root(), message)
}

pub(super) fn read_table(text: &str, source_name: &str) -> Result<Table, Error> {
    toml::from_str(text).map_err(|e| fail(format!("profile {source_name}: {}", e.to_string().trim_end())))
}

/// What the types cannot say: the date's shape and the regular expressions.
fn check(profile: &Profile) -> Result<(), String> {
    if profile.date.len() != 10 || !looks_dated(&profile.date) {
        return Err("`date` must be YYYY-MM-DD".into());
    }
    let patterns = [
        ("objects.name_pattern", &profile.objects.name_pattern),
        ("references.name_pattern", &profile.references.name_pattern),
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

/// The first characters of a name somebody gave, for a message.
pub(super) fn clip(name: &str) -> String {
    name.chars().take(64).collect()
}

/// Names shown where none is near.
const MANY: usize = 16;

/// The names nearest to `name`, or all of them.
fn suggestion(name: &str) -> String {
    let name = clip(name);
    let names = || all().flat_map(|p| std::iter::once(&p.name).chain(&p.aliases));
    let mut near: Vec<(usize, &str)> = names()
        .map(|known| (strsim::levenshtein(&name, known), known.as_str()))
        .filter(|(d, known)| *d <= 1 + known.len() / 4 || (name.len() >= 3 && known.contains(name.as_str())))
        .collect();
    near.sort_unstable();
    if near.is_empty() {
        let all: Vec<&str> = names().map(String::as_str).collect();
        let some = all.iter().take(MANY).copied().collect::<Vec<_>>().join(", ");
        return format!("known: {some} and {} more", all.len().saturating_sub(MANY));
    }
    format!("nearest: {}", near.iter().take(3).map(|(_, known)| *known).collect::<Vec<_>>().join(", "))
}

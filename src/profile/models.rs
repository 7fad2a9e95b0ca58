//! Models that differ from what their endpoint does else.

use toml::{Table, Value};

use super::Profile;
use super::inherit::overlay;
use super::load::{fail, from_table};
use crate::error::Error;

/// The rules for some models of an endpoint.
#[derive(Clone, Debug)]
pub struct ModelRules {
    /// Patterns of their names, `*` for any text.
    pub patterns: Vec<String>,
    /// What is different, in a few words.
    pub note: String,
    /// The rules.
    pub profile: Profile,
}

impl Profile {
    /// The rules for a model: those of the first entry of `models` that names it, else these.
    #[must_use]
    pub fn for_model(&self, model: &str) -> &Profile {
        let named = |rules: &&ModelRules| rules.patterns.iter().any(|pattern| matches(pattern, model));
        self.models.iter().find(named).map_or(self, |rules| &rules.profile)
    }
}

/// One entry of `models`: `names`, `note`, and the lines that differ.
pub(super) fn read(whole: &Table, entry: &Value, source_name: &str) -> Result<ModelRules, Error> {
    let wrong = |what: &str| fail(format!("profile {source_name}: an entry of `models` {what}"));
    let mut lines = entry.as_table().cloned().ok_or_else(|| wrong("is no table"))?;
    let names = lines.remove("names");
    let texts = |value: &Value| value.as_str().map(str::to_owned);
    let patterns: Option<Vec<String>> = names.as_ref().and_then(Value::as_array).map(|list| list.iter().filter_map(texts).collect());
    let patterns = patterns.filter(|list| !list.is_empty()).ok_or_else(|| wrong("has no `names`"))?;
    let note = lines.remove("note").as_ref().and_then(texts).ok_or_else(|| wrong("has no `note`"))?;
    let mut table = whole.clone();
    let name = whole.get("name").and_then(Value::as_str).unwrap_or_default();
    lines.insert("name".into(), Value::String(format!("{name}@{}", patterns[0])));
    table.remove("aliases");
    // A list of cases is added to, not replaced: what holds of a model comes first.
    if let (Some(Value::Array(own)), Some(Value::Array(general))) = (lines.get_mut("cases"), table.get("cases")) {
        own.extend(general.iter().cloned());
    }
    overlay(&mut table, lines);
    Ok(ModelRules { patterns, note, profile: from_table(table, source_name)? })
}

/// Whether `text` is like `pattern`, in which `*` stands for any text; case does not matter.
fn matches(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.to_ascii_lowercase(), text.to_ascii_lowercase());
    let Some((head, tail)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(mut rest) = text.strip_prefix(head) else {
        return false;
    };
    let mut parts = tail.split('*').peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_any_text() {
        for (pattern, text, is) in [
            ("gpt-4o", "GPT-4o", true),
            ("gpt-4o", "gpt-4o-mini", false),
            ("ft:*", "ft:gpt-4o:acme", true),
            ("*nova*", "us.amazon.nova-2-lite-v1:0", true),
            ("*nova*", "us.meta.llama3", false),
            ("*a*b", "xaab", true),
            ("*a*b", "xba", false),
        ] {
            assert_eq!(matches(pattern, text), is, "{pattern} {text}");
        }
    }
}

//! The texts that are known, compiled once.

use super::RefusalKind;
use fancy_regex::{Captures, Regex};
use std::sync::OnceLock;

const SOURCE: &str = include_str!("texts.toml");

/// One known text.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Text {
    #[serde(rename = "text")]
    expression: String,
    /// Another part of the message, without which this text means nothing.
    prefix: Option<String>,
    pub kind: RefusalKind,
    pub rule: Option<String>,
    /// The keyword it is about, where the message does not say.
    pub keyword: Option<String>,
    pub help: String,
    /// Where it was seen; for readers of the file and for its test.
    #[serde(rename = "seen")]
    _seen: String,
    from: Vec<String>,
    #[serde(skip)]
    regex: OnceLock<Option<Regex>>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    text: Vec<Text>,
}

/// All texts; none should the embedded file not read, which a test rules out.
pub(super) fn all() -> &'static [Text] {
    static TEXTS: OnceLock<Vec<Text>> = OnceLock::new();
    TEXTS.get_or_init(|| toml::from_str(SOURCE).map(|file: File| file.text).unwrap_or_default())
}

impl Text {
    /// The expression, compiled when it is first wanted.
    pub(super) fn regex(&self) -> Option<&Regex> {
        self.regex.get_or_init(|| Regex::new(&self.expression).ok()).as_ref()
    }

    fn is_from(&self, profile: &str) -> bool {
        self.from.iter().any(|name| profile.starts_with(name.as_str()))
    }

    fn read<'m>(&self, message: &'m str) -> Option<Captures<'m, str>> {
        if self.prefix.as_ref().is_some_and(|prefix| !message.contains(prefix.as_str())) {
            return None;
        }
        self.regex()?.captures(message).ok()?
    }
}

/// Longest message that is looked at.
const MAX_MESSAGE: usize = 64 << 10;

/// The first text that one of the messages holds: those of the profile's provider first, then in the file's order.
pub(super) fn find<'m>(
    messages: impl Iterator<Item = &'m String> + Clone,
    profile: &str,
) -> Option<(&'static Text, Captures<'m, str>, &'m String)> {
    let (own, others): (Vec<&Text>, Vec<&Text>) = all().iter().partition(|text| text.is_from(profile));
    own.into_iter().chain(others).find_map(|text| {
        let mut messages = messages.clone().filter(|message| message.len() <= MAX_MESSAGE);
        messages.find_map(|message| Some((text, text.read(message)?, message)))
    })
}

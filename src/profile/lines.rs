//! Reading the lines of a profile whose values are names of ours.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _};

use super::lint::PatternFeature;
use super::{Confidence, Fact, Support};
use crate::json::{Kind, KindSet};
use crate::schema::keyword::Keyword;

/// Reads `[keywords]`: one line a keyword, `"*"` for those without a line.
pub(super) fn keywords<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Fact<Support>>, D::Error> {
    let mut lines = BTreeMap::<String, Fact<Support>>::deserialize(deserializer)?;
    let unlisted = Fact { value: Support::Unknown, confidence: Confidence::Unknown, evidence: "not on the profile's list".into() };
    let mut all = vec![lines.remove("*").unwrap_or(unlisted); Keyword::COUNT];
    for (text, fact) in lines {
        all[keyword::<D::Error>(&text)? as usize] = fact;
    }
    Ok(all)
}

fn keyword<E: serde::de::Error>(text: &str) -> Result<Keyword, E> {
    Keyword::from_text(text).ok_or_else(|| E::custom(format!("no keyword is spelt `{text}`")))
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

impl<'de> Deserialize<'de> for Keyword {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        keyword(&String::deserialize(deserializer)?)
    }
}

impl<'de> Deserialize<'de> for PatternFeature {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let feature = PatternFeature::ALL.into_iter().find(|f| f.name() == text);
        feature.ok_or_else(|| D::Error::custom(format!("no part of a pattern is called `{text}`")))
    }
}

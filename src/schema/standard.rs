//! What is built in: the dialects by their URI, and the text of the standard meta-schemas.

use super::arena::JsonId;
use super::doc::Doc;
use super::keyword::{Draft, Keyword};
use referencing::meta;

/// The draft that a `$schema` URI names.
pub(crate) fn dialect(uri: &str) -> Option<Draft> {
    let uri = uri.trim_end_matches('#');
    let path = uri.strip_prefix("http://").or_else(|| uri.strip_prefix("https://"))?.strip_prefix("json-schema.org/")?;
    Some(match path {
        "draft-04/schema" => Draft::Draft4,
        "draft-06/schema" => Draft::Draft6,
        "draft-07/schema" => Draft::Draft7,
        "draft/2019-09/schema" => Draft::Draft201909,
        "draft/2020-12/schema" => Draft::Draft202012,
        _ => return None,
    })
}

/// The text of the standard document with this URI (without fragment).
pub(super) fn document(uri: &str) -> Option<String> {
    let path = uri.strip_prefix("http://").or_else(|| uri.strip_prefix("https://"))?.strip_prefix("json-schema.org/")?;
    let value = match path {
        "draft-04/schema" => &meta::DRAFT4,
        "draft-06/schema" => &meta::DRAFT6,
        "draft-07/schema" => &meta::DRAFT7,
        "draft/2019-09/schema" => &meta::DRAFT201909,
        "draft/2019-09/meta/core" => &meta::DRAFT201909_CORE,
        "draft/2019-09/meta/applicator" => &meta::DRAFT201909_APPLICATOR,
        "draft/2019-09/meta/validation" => &meta::DRAFT201909_VALIDATION,
        "draft/2019-09/meta/meta-data" => &meta::DRAFT201909_META_DATA,
        "draft/2019-09/meta/format" => &meta::DRAFT201909_FORMAT,
        "draft/2019-09/meta/content" => &meta::DRAFT201909_CONTENT,
        "draft/2020-12/schema" => &meta::DRAFT202012,
        "draft/2020-12/meta/core" => &meta::DRAFT202012_CORE,
        "draft/2020-12/meta/applicator" => &meta::DRAFT202012_APPLICATOR,
        "draft/2020-12/meta/unevaluated" => &meta::DRAFT202012_UNEVALUATED,
        "draft/2020-12/meta/validation" => &meta::DRAFT202012_VALIDATION,
        "draft/2020-12/meta/meta-data" => &meta::DRAFT202012_META_DATA,
        "draft/2020-12/meta/format-annotation" => &meta::DRAFT202012_FORMAT_ANNOTATION,
        "draft/2020-12/meta/format-assertion" => &meta::DRAFT202012_FORMAT_ASSERTION,
        "draft/2020-12/meta/content" => &meta::DRAFT202012_CONTENT,
        _ => return None,
    };
    Some(value.to_string())
}

/// The vocabularies in force in a resource. Annotation vocabularies make no difference here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Vocabularies {
    applicator: bool,
    unevaluated: bool,
    validation: bool,
}

impl Vocabularies {
    pub(super) const ALL: Vocabularies = Vocabularies { applicator: true, unevaluated: true, validation: true };

    /// Reads a `$vocabulary` object; `Err` with the member that names an unknown vocabulary and requires it.
    pub(super) fn read(doc: &Doc, vocabulary: JsonId) -> Result<Self, JsonId> {
        let mut found = Vocabularies { applicator: false, unevaluated: false, validation: false };
        for member in doc.children(vocabulary) {
            let uri = doc.key(member).unwrap_or_default();
            let known = uri.strip_prefix("https://json-schema.org/draft/").and_then(|rest| rest.split_once("/vocab/"));
            match known {
                Some((year, "applicator")) => {
                    found.applicator = true;
                    found.unevaluated |= year == "2019-09";
                }
                Some((_, "unevaluated")) => found.unevaluated = true,
                Some((_, "validation")) => found.validation = true,
                Some((_, "core" | "meta-data" | "format" | "format-annotation" | "format-assertion" | "content")) => {}
                _ if doc.bool(member) == Some(true) => return Err(member),
                _ => {}
            }
        }
        Ok(found)
    }

    /// Whether a keyword is in force.
    pub(super) fn has(self, keyword: Keyword) -> bool {
        use super::keyword::Role;
        if self == Self::ALL {
            return true;
        }
        match (keyword, keyword.role()) {
            (Keyword::Ref | Keyword::DynamicRef | Keyword::RecursiveRef, _) => true,
            (Keyword::UnevaluatedItems | Keyword::UnevaluatedProperties, _) => self.unevaluated,
            (Keyword::Format, _) => true,
            (_, Role::InPlace | Role::Child) => self.applicator,
            (_, Role::Assertion) => self.validation,
            (_, Role::Core | Role::Annotation) => true,
        }
    }
}

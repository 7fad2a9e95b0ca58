//! A reply that is the schema itself: models that are shown one sometimes write it back.

use super::Prepared;
use crate::json::{Json, parse};

/// What is said of such a reply.
pub(super) const ECHO: &str = "the reply is the schema itself, not a value of it";

impl Prepared<'_> {
    /// Whether a value is the wire schema or the user's, or plainly one of their kind: open schemas would take it for an
    /// answer.
    pub(super) fn is_echo(&self, json: &Json<'_>) -> bool {
        let Json::Object(members) = json else { return false };
        let get = |name: &str| members.iter().find(|(key, _)| key == name).map(|(_, value)| value);
        let Some(Json::Object(declared)) = get("properties") else { return false };
        let speaks_of_schemas = ["type", "$schema", "required", "additionalProperties"].iter().any(|key| get(key).is_some());
        if !speaks_of_schemas || declared.is_empty() || !declared.iter().all(|(_, value)| matches!(value, Json::Object(_) | Json::Bool(_)))
        {
            return false;
        }
        let names = |schema: &Json<'_>| {
            let Json::Object(members) = schema else { return false };
            let properties = members.iter().find(|(key, _)| key == "properties").map(|(_, value)| value);
            matches!(properties, Some(Json::Object(own)) if own.len() == declared.len()
                && own.iter().all(|(name, _)| declared.iter().any(|(other, _)| other == name)))
        };
        let doc = self.schema.doc();
        parse(&self.wire_schema).is_ok_and(|wire| names(&wire)) || names(&doc.to_json(doc.root()))
    }
}

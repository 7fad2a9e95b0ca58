//! What a person is told about a rewrite.

use crate::location::Location;

/// What a rewrite does to the set of values (S9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fidelity {
    /// Wire and user form say the same values.
    Exact,
    /// The wire accepts more; replies are checked after decoding.
    Widened,
    /// Some valid user values cannot be said on the wire.
    Narrowed,
}

/// How loud a finding is (S9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Closed implied-open objects, absent-vs-null, advisory text.
    Info,
    /// Widened or narrowed.
    Warning,
    /// Refused.
    Error,
}

/// One thing a rewrite did, at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Kebab-case name of the rule, as `explain` takes it.
    pub rule: &'static str,
    /// How loud.
    pub severity: Severity,
    /// What it does to the set of values.
    pub fidelity: Fidelity,
    /// Where in the user's schema: pointer to the keyword (or to the subschema).
    pub location: Location,
    /// Where in the wire schema that place went: the subschema there, or the nearest around it; of several, the first. For
    /// a finding on a reply: where the model wrote it.
    pub wire_location: Option<Location>,
    /// One sentence, no trailing full stop needed by machines.
    pub message: String,
    /// What a person can do, if anything.
    pub help: Option<String>,
    /// A valid user value (as JSON text, for the value at `location`) that the wire cannot say; only when narrowed.
    pub witness: Option<String>,
    /// The profile line this rests on, where the endpoint's behaviour is the reason.
    pub evidence: Option<String>,
    /// Whether the schema's author allows it there (`x-schema-compat-allow`): nothing fails because of it.
    pub allowed: bool,
}

impl Finding {
    /// A finding that says what it says and nothing more.
    #[must_use]
    pub fn new(rule: &'static str, severity: Severity, fidelity: Fidelity, location: Location, message: impl Into<String>) -> Self {
        Finding {
            rule,
            severity,
            fidelity,
            location,
            wire_location: None,
            message: message.into(),
            help: None,
            witness: None,
            evidence: None,
            allowed: false,
        }
    }
}

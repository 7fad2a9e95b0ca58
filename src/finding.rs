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
    /// One sentence, no trailing full stop needed by machines.
    pub message: String,
    /// What a person can do, if anything.
    pub help: Option<String>,
    /// A valid user value (as JSON text, for the value at `location`) that the wire cannot say; only when narrowed.
    pub witness: Option<String>,
    /// The profile line this rests on.
    pub evidence: Option<String>,
}

//! One error type, in categories a caller can act on.

use crate::location::Location;

/// Why a schema was refused, or a value or reply could not be carried.
///
/// The names of [`ErrorKind`] are stable and appear in JSON output as `kind`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}{}", at(.location))]
#[non_exhaustive]
pub struct Error {
    /// What went wrong, as a stable name.
    pub kind: ErrorKind,
    /// What went wrong and what to do, for people. Holds no reply content.
    pub message: String,
    /// Where: in the user's schema for schema errors, in the user's value for value errors.
    pub location: Location,
}

fn at(location: &Location) -> String {
    if location.as_str().is_empty() { String::new() } else { format!(" (at {location})") }
}

/// The categories of [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Not JSON, or not a schema.
    SchemaInvalid,
    /// No value satisfies the schema, or a required field of it.
    SchemaUnsatisfiable,
    /// The endpoint's form cannot carry it.
    SchemaUnrepresentable,
    /// A reference leaves the document; nothing is ever fetched.
    SchemaRemoteRef,
    /// A regular expression cannot be compiled.
    SchemaRegex,
    /// A budget of ours or a limit of the endpoint; the message has both numbers.
    SchemaLimit,
    /// A value or reply that is not valid.
    ReplyInvalid,
    /// A number outside the range of its target.
    ReplyNumberRange,
    /// No such profile, or a profile file that cannot be read.
    Profile,
    /// A valid user value that the wire form cannot say; a finding of kind narrowed announced it.
    ValueUnsayable,
}

impl ErrorKind {
    /// Every kind.
    pub const ALL: [ErrorKind; 10] = [
        ErrorKind::SchemaInvalid,
        ErrorKind::SchemaUnsatisfiable,
        ErrorKind::SchemaUnrepresentable,
        ErrorKind::SchemaRemoteRef,
        ErrorKind::SchemaRegex,
        ErrorKind::SchemaLimit,
        ErrorKind::ReplyInvalid,
        ErrorKind::ReplyNumberRange,
        ErrorKind::Profile,
        ErrorKind::ValueUnsayable,
    ];

    /// The stable name, as in JSON output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ErrorKind::SchemaInvalid => "schema.invalid",
            ErrorKind::SchemaUnsatisfiable => "schema.unsatisfiable",
            ErrorKind::SchemaUnrepresentable => "schema.unrepresentable",
            ErrorKind::SchemaRemoteRef => "schema.remote_ref",
            ErrorKind::SchemaRegex => "schema.regex",
            ErrorKind::SchemaLimit => "schema.limit",
            ErrorKind::ReplyInvalid => "reply.invalid",
            ErrorKind::ReplyNumberRange => "reply.number_range",
            ErrorKind::Profile => "profile",
            ErrorKind::ValueUnsayable => "value.unsayable",
        }
    }

    /// What it means and what to do, as `explain` prints it.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            ErrorKind::SchemaInvalid => "The text is not JSON, or not a JSON Schema. The message says what is wrong and where.",
            ErrorKind::SchemaUnsatisfiable => {
                "No value satisfies the schema, or no value satisfies a field that it requires: every reply would be wrong. \
                 Often two parts of an `allOf` exclude each other, or `additionalProperties: false` stands beside properties \
                 that are declared elsewhere."
            }
            ErrorKind::SchemaUnrepresentable => {
                "The endpoint's form of schema cannot carry this one, not even with a looser rewrite. Try another profile."
            }
            ErrorKind::SchemaRemoteRef => {
                "A reference leaves the document. Nothing is ever fetched: give the document with --registry URI=FILE, or copy \
                 it into `$defs`."
            }
            ErrorKind::SchemaRegex => "A regular expression in the schema cannot be compiled.",
            ErrorKind::SchemaLimit => {
                "The schema is over a limit of the endpoint, or over a budget of ours that keeps work bounded. The message has \
                 the limit and the number that was counted."
            }
            ErrorKind::ReplyInvalid => "The value or reply is not valid under the schema.",
            ErrorKind::ReplyNumberRange => "A number does not fit the type it is read into. Numbers are never rounded.",
            ErrorKind::Profile => "There is no profile of that name, or a profile file is not one.",
            ErrorKind::ValueUnsayable => {
                "The value is valid, but the wire form cannot say it. A finding of fidelity `narrowed` told so when the schema \
                 was rewritten; `--open-objects splice` and `--optional-nullable box` narrow less."
            }
        }
    }
}

impl Error {
    /// An error at a place.
    #[must_use]
    pub fn new(kind: ErrorKind, location: Location, message: impl Into<String>) -> Self {
        Error { kind, message: message.into(), location }
    }
}

//! The façade most callers need: prepare a schema for an endpoint once, then encode values and decode replies.

pub use crate::options::{Formats, OpenObjects, OptionalNullable, Options, Tuples};

use crate::codec::{Codec, Decoded, IssueKind, Membership, NO_ENVELOPE, Pick};
use crate::error::{Error, ErrorKind};
use crate::finding::{Fidelity, Finding, Severity};
use crate::json::{Json, ParseErrorKind, parse, to_text};
use crate::location::Location;
use crate::plan::{self, Measure, Noted, Places};
use crate::profile::{self, Profile, Usage};
use crate::refusal::{self, Refusal};
use crate::rule::context::BuiltContainer;
use crate::schema::arena::{JsonId, SchemaId};
use crate::schema::{ReadOptions, Schema};
use crate::validate::Validator;
use std::sync::OnceLock;

/// Most boxes of one reply that are each tried as the user's own value.
const MAX_DOUBTS: u32 = 64;

/// Longest reply that is read.
pub const MAX_REPLY: usize = 16 << 20;

/// A schema rewritten for one endpoint, with the way there and back.
#[derive(Debug)]
pub struct Prepared<'p> {
    schema: Schema,
    options: Options,
    profile: &'p Profile,
    wire_schema: String,
    verbatim: bool,
    codec: Codec,
    picks: Vec<SchemaId>,
    measure: Measure,
    noted: Vec<Noted>,
    offsets: Vec<(u32, JsonId)>,
    places: OnceLock<Places>,
    emitted: Vec<(SchemaId, Option<crate::json::Kind>)>,
    built: Vec<BuiltContainer>,
    findings: OnceLock<Vec<Finding>>,
    validator: OnceLock<Result<Validator, Error>>,
}

/// What came of a reply. `Debug` shows lengths, not contents.
#[derive(Clone, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub kind: OutcomeKind,
    /// The user's value as JSON text, numbers as the model wrote them; present when valid.
    pub value: Option<String>,
    /// The values between which nothing decides; only when ambiguous.
    pub candidates: Vec<String>,
    /// Why the reply is not valid.
    pub issues: Vec<Issue>,
    /// Slips of the model that have one reading and were read so.
    pub findings: Vec<Finding>,
    /// The reply as it came.
    pub raw: String,
}

/// How reading a reply ended (S9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OutcomeKind {
    /// One value, valid under the user's schema.
    Valid,
    /// No valid value.
    Invalid,
    /// Several readings, all valid, with different values.
    Ambiguous,
    /// Cut at the token limit.
    Truncated,
    /// The model declined.
    Refused,
    /// Nothing but white space.
    Empty,
    /// The provider answered with an error.
    Error,
}

/// One fault of a reply, where the user's value has it and where the model wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// Where in the user's value.
    pub path: Location,
    /// Where in the reply.
    pub wire_path: Location,
    /// What is wrong; holds no content of the reply but names and kinds.
    pub message: String,
}

/// Rewrites a schema (JSON text) for an endpoint.
///
/// # Errors
/// The schema is not one, cannot be satisfied, leaves the document, or does not fit the endpoint; each error names the
/// place and what to do.
pub fn prepare<'p>(schema: &str, profile: &'p Profile, options: &Options) -> Result<Prepared<'p>, Error> {
    let read = ReadOptions { draft: options.draft, registry: options.registry.clone() };
    let schema = Schema::parse(schema, &read)?;
    let plan = plan::plan(&schema, profile, options)?;
    Ok(Prepared {
        profile,
        wire_schema: plan.wire_schema,
        verbatim: plan.verbatim,
        codec: plan.codec,
        picks: plan.picks,
        measure: plan.measure,
        noted: plan.findings,
        offsets: plan.places,
        places: OnceLock::new(),
        emitted: plan.emitted,
        built: plan.built,
        findings: OnceLock::new(),
        validator: OnceLock::new(),
        options: options.clone(),
        schema,
    })
}

struct Members<'s> {
    schema: &'s Schema,
    picks: &'s [SchemaId],
}

impl Membership for Members<'_> {
    fn accepts(&mut self, pick: Pick, value: &Json<'_>) -> bool {
        self.picks.get(pick.0 as usize).is_some_and(|id| self.schema.accepts(*id, value))
    }
}

impl<'p> Prepared<'p> {
    /// The schema the endpoint gets, as compact JSON text.
    #[must_use]
    pub fn wire_schema(&self) -> &str {
        &self.wire_schema
    }

    /// The profile it was prepared for.
    #[must_use]
    pub fn profile(&self) -> &'p Profile {
        self.profile
    }

    /// The options it was prepared with.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// What was done and what is lost, with an example for everything that can no longer be said.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        self.findings.get_or_init(|| plan::findings(&self.schema, &self.noted))
    }

    /// The worst fidelity over the findings, infos not counted.
    #[must_use]
    pub fn fidelity(&self) -> Fidelity {
        let worst = self.noted.iter().filter(|n| n.severity() > Severity::Info).map(Noted::fidelity).max();
        worst.unwrap_or(Fidelity::Exact)
    }

    /// What the wire schema uses of the endpoint's limits.
    #[must_use]
    pub fn usage(&self) -> Vec<Usage> {
        parse(&self.wire_schema).map(|wire| profile::usage(&wire, self.profile)).unwrap_or_default()
    }

    /// Counts of the wire schema.
    #[must_use]
    pub fn measure(&self) -> &Measure {
        &self.measure
    }

    /// The user's schema as it was read.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The codec.
    #[must_use]
    pub fn codec(&self) -> &Codec {
        &self.codec
    }

    /// Subschemas that were built, and for which kind of value.
    #[must_use]
    pub fn emitted(&self) -> &[(SchemaId, Option<crate::json::Kind>)] {
        &self.emitted
    }

    /// What became of every keyword of the user's schema, in document order.
    #[must_use]
    pub fn ledger(&self) -> Vec<crate::ledger::Entry> {
        crate::ledger::ledger(crate::ledger::Sources {
            schema: &self.schema,
            profile: self.profile,
            emitted: &self.emitted,
            built: &self.built,
            findings: self.findings(),
            wire: &self.wire_schema,
        })
    }

    fn places(&self) -> &Places {
        self.places.get_or_init(|| Places::new(&self.schema, &self.wire_schema, &self.offsets))
    }

    /// Where in the user's schema what stands at a place of the wire schema comes from.
    #[must_use]
    pub fn user_location(&self, wire: &Location) -> Location {
        if self.verbatim { wire.clone() } else { self.places().user(wire) }
    }

    /// Where in the wire schema a place of the user's schema went; a definition used more than once: its first use.
    #[must_use]
    pub fn wire_location(&self, user: &Location) -> Location {
        if self.verbatim { user.clone() } else { self.places().wire(user) }
    }

    /// What a provider's error body means, with the place in the user's schema it speaks of.
    #[must_use]
    pub fn recognize(&self, status: Option<u16>, body: &str) -> (Refusal, Option<Location>) {
        let refusal = refusal::recognize(status, body, &self.profile.name);
        let wire = parse(&self.wire_schema).ok();
        let place = refusal.wire_location(wire.as_ref()).map(|wire| self.user_location(&wire));
        (refusal, place)
    }

    /// The user's schema, compiled on first use.
    ///
    /// # Errors
    /// As [`Validator::new`].
    pub fn validator(&self) -> Result<&Validator, Error> {
        self.validator.get_or_init(|| Validator::new(&self.schema, &self.options)).as_ref().map_err(Clone::clone)
    }

    fn members(&self) -> Members<'_> {
        Members { schema: &self.schema, picks: &self.picks }
    }

    /// Says a user value (JSON text) in wire form, as compact JSON text.
    ///
    /// # Errors
    /// `ReplyInvalid` when the text is not JSON or the value is not valid under the user's schema, `ValueUnsayable` when a
    /// narrowing keeps it from being said.
    pub fn encode(&self, value: &str) -> Result<String, Error> {
        let json =
            parse(value).map_err(|e| Error::new(ErrorKind::ReplyInvalid, Location::root(), format!("the value is not JSON: {e}")))?;
        let faults = self.validator()?.judge(&self.schema, &json);
        let faults = faults.map_err(|e| Error::new(ErrorKind::ReplyNumberRange, Location::root(), e.to_string()))?;
        if let Some(fault) = faults.into_iter().next() {
            return Err(Error::new(
                ErrorKind::ReplyInvalid,
                fault.path,
                format!("the value is not valid under the schema: {}", fault.message),
            ));
        }
        if self.verbatim {
            return Ok(to_text(&json));
        }
        let wire = self.codec.encode(&json, &mut self.members()).map_err(|e| Error::new(ErrorKind::ValueUnsayable, e.path, e.message))?;
        Ok(to_text(&wire))
    }

    /// Reads a reply: the whole text as JSON, or one code fence around it.
    #[must_use]
    pub fn decode(&self, reply: &str) -> Outcome {
        let mut outcome = Outcome {
            kind: OutcomeKind::Invalid,
            value: None,
            candidates: Vec::new(),
            issues: Vec::new(),
            findings: Vec::new(),
            raw: reply.to_owned(),
        };
        if reply.len() > MAX_REPLY {
            outcome.issue(Location::root(), Location::root(), format!("the reply is longer than {MAX_REPLY} bytes"));
            return outcome;
        }
        let text = reply.trim();
        if text.is_empty() {
            outcome.kind = OutcomeKind::Empty;
            return outcome;
        }
        let json = match parse(text) {
            Ok(json) => json,
            Err(error) => match fenced(text).map(parse) {
                Some(Ok(json)) => json,
                _ => {
                    let message = match error.kind {
                        ParseErrorKind::Depth => "the reply nests deeper than 128 levels".to_owned(),
                        _ => format!("the reply is not JSON: {error}"),
                    };
                    outcome.issue(Location::root(), Location::root(), message);
                    return outcome;
                }
            },
        };
        self.judge(&json, &mut outcome);
        outcome
    }

    /// Another valid value a reply may mean, where the endpoint does not hold the model to the wire schema: with one of its
    /// boxes read as the user's own value. Its text, and the places of the box.
    fn other_reading(&self, json: &Json<'_>, decoded: &Decoded<'_>, validator: &Validator) -> Option<(String, Location, Location)> {
        if self.profile.enforced.value {
            return None;
        }
        (0..decoded.doubts.min(MAX_DOUBTS)).find_map(|number| {
            let other = self.codec.decode_but(json, &mut self.members(), Some(number));
            let (path, wire_path) = other.unopened.filter(|_| other.issues.is_empty())?;
            let valid = validator.judge(&self.schema, &other.value).is_ok_and(|faults| faults.is_empty());
            (valid && !other.value.same(&decoded.value)).then(|| (to_text(&other.value), path, wire_path))
        })
    }

    /// Decodes a JSON value and validates what comes out under the user's schema.
    fn judge(&self, json: &Json<'_>, outcome: &mut Outcome) {
        let decoded = self.codec.decode(json, &mut self.members());
        for slip in &decoded.slips {
            outcome.findings.push(Finding {
                rule: slip.name,
                severity: Severity::Info,
                fidelity: Fidelity::Exact,
                location: slip.path.clone(),
                message: slip.message.clone(),
                help: None,
                witness: None,
                evidence: None,
            });
        }
        if let Some((location, count)) = &decoded.absent {
            let message = if *count == 1 {
                "a null here stands for an absent property".to_owned()
            } else {
                format!("{count} nulls, this one first, stand for absent properties")
            };
            outcome.findings.push(Finding {
                rule: crate::rule::OPTIONAL_PROPERTY,
                severity: Severity::Info,
                fidelity: Fidelity::Exact,
                location: location.clone(),
                message,
                help: None,
                witness: None,
                evidence: None,
            });
        }
        for issue in &decoded.issues {
            outcome.issue(issue.path.clone(), issue.wire_path.clone(), issue.message.clone());
        }
        let validator = match self.validator() {
            Ok(validator) => validator,
            Err(error) => {
                outcome.kind = OutcomeKind::Error;
                outcome.issue(error.location.clone(), Location::root(), error.message);
                return;
            }
        };
        // Without the envelope every wire form has at the root, the reply is in own shape first, and in wire form only if
        // that fails.
        if decoded.issues.is_empty()
            && decoded.opened == 0
            && decoded.slips.iter().any(|slip| slip.name == NO_ENVELOPE && slip.wire_path == Location::root())
            && validator.judge(&self.schema, json).is_ok_and(|faults| faults.is_empty())
        {
            outcome.kind = OutcomeKind::Valid;
            outcome.findings.clear();
            outcome.value = Some(to_text(json));
            return;
        }
        if decoded.issues.is_empty() {
            match validator.judge(&self.schema, &decoded.value) {
                Err(error) => {
                    outcome.issue(Location::root(), Location::root(), error.to_string());
                    return;
                }
                Ok(faults) => {
                    if faults.is_empty() {
                        if let Some((other, path, wire_path)) = self.other_reading(json, &decoded, validator) {
                            outcome.kind = OutcomeKind::Ambiguous;
                            outcome.issue(path, wire_path, "this may be a box around the value, or the value itself".to_owned());
                            outcome.candidates = vec![to_text(&decoded.value), other];
                            return;
                        }
                        if decoded.doubts > MAX_DOUBTS && !self.profile.enforced.value {
                            outcome.issue(Location::root(), Location::root(), "too ambiguous to read".to_owned());
                            return;
                        }
                        let doubtful = decoded.ties.iter().any(|t| !(t.own_shape && self.profile.enforced.value));
                        outcome.kind = if doubtful { OutcomeKind::Ambiguous } else { OutcomeKind::Valid };
                        let text = to_text(&decoded.value);
                        if doubtful {
                            for tie in &decoded.ties {
                                let message = format!("{} branches read this equally well and give different values", tie.branches.len());
                                outcome.issues.push(Issue { path: tie.path.clone(), wire_path: tie.wire_path.clone(), message });
                            }
                            outcome.candidates.push(text);
                        } else {
                            outcome.value = Some(text);
                        }
                        return;
                    }
                    for fault in faults {
                        let wire_path = self.codec.wire_path(json, &fault.path);
                        outcome.issue(fault.path, wire_path, fault.message);
                    }
                }
            }
        }
        // The reply as it stands may be the user's value only if no envelope of ours was opened: user schemas are open by
        // default and would take a broken wire reply whole, envelope names included. What is wrong with it as JSON, such as
        // a name that comes twice, is wrong in any shape.
        let in_any_shape = |kind: IssueKind| matches!(kind, IssueKind::Duplicate | IssueKind::Depth | IssueKind::TooAmbiguous);
        if decoded.opened == 0
            && !decoded.issues.iter().any(|issue| in_any_shape(issue.kind))
            && validator.judge(&self.schema, json).is_ok_and(|faults| faults.is_empty())
        {
            outcome.kind = OutcomeKind::Valid;
            outcome.issues.clear();
            outcome.findings.clear();
            outcome.value = Some(to_text(json));
        }
    }
}

impl std::fmt::Debug for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Outcome")
            .field("kind", &self.kind)
            .field("value_bytes", &self.value.as_ref().map(String::len))
            .field("candidates", &self.candidates.len())
            .field("issues", &self.issues)
            .field("findings", &self.findings)
            .field("raw_bytes", &self.raw.len())
            .finish()
    }
}

impl Outcome {
    fn issue(&mut self, path: Location, wire_path: Location, message: String) {
        self.issues.push(Issue { path, wire_path, message });
    }
}

impl OutcomeKind {
    /// The stable name, as in JSON output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            OutcomeKind::Valid => "valid",
            OutcomeKind::Invalid => "invalid",
            OutcomeKind::Ambiguous => "ambiguous",
            OutcomeKind::Truncated => "truncated",
            OutcomeKind::Refused => "refused",
            OutcomeKind::Empty => "empty",
            OutcomeKind::Error => "error",
        }
    }
}

/// What one code fence around the whole text holds.
fn fenced(text: &str) -> Option<&str> {
    let inner = text.strip_prefix("```")?.strip_suffix("```")?;
    let (head, body) = inner.split_once('\n')?;
    (head.trim().len() <= 16 && !body.contains("```")).then_some(body.trim())
}

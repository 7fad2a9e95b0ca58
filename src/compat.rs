//! The façade most callers need: prepare a schema for an endpoint once, then encode values and decode replies.

mod decode;
mod echo;
mod example;
mod outcome;
mod remarks;
mod repair;
mod reply;
mod request;
mod stream;

pub use crate::codec::stream::{Item, Stop};
pub use crate::options::{Formats, OpenObjects, OptionalNullable, Options, Share, Tuples};
pub use crate::reply::Reading;
pub use outcome::{Found, Issue, Outcome, OutcomeKind, RefusedBy};
pub use remarks::remarks;
pub use repair::{MAX_REPAIR, REPAIR_MARK};
pub use reply::Asked;
pub use request::{Part, Request, prepare_request};
pub use stream::{Finished, Stream};

use crate::codec::{Codec, Membership, Pick};
use crate::error::{Error, ErrorKind};
use crate::finding::{Fidelity, Finding, Severity};
use crate::json::{Json, parse, to_text};
use crate::location::Location;
use crate::plan::{self, Measure, Noted, Placed, Places};
use crate::profile::{self, Profile, Usage};
use crate::refusal::{self, Refusal};
use crate::rule::context::BuiltContainer;
use crate::schema::arena::SchemaId;
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
    offsets: Vec<Placed>,
    places: OnceLock<Places>,
    emitted: Vec<(SchemaId, Option<crate::json::Kind>)>,
    built: Vec<BuiltContainer>,
    findings: OnceLock<Vec<Finding>>,
    validator: OnceLock<Result<Validator, Error>>,
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
        self.findings.get_or_init(|| {
            plan::findings(&self.schema, self.profile, &self.noted, |user, node| match node {
                _ if self.verbatim => self.schema.doc().location(user),
                Some(node) => self.places().built(self.schema.doc(), user, node),
                None => self.places().wire(self.schema.doc(), user),
            })
        })
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
        if self.verbatim { wire.clone() } else { self.places().user(self.schema.doc(), wire) }
    }

    /// Where in the wire schema a place of the user's schema went; a definition used more than once: its first use.
    #[must_use]
    pub fn wire_location(&self, user: &Location) -> Location {
        let doc = self.schema.doc();
        if self.verbatim { user.clone() } else { self.places().wire(doc, doc.nearest(user)) }
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
}

//! What an endpoint would say to a schema as it stands.

use super::lint::{Effect, Violation, lint};
use super::{Profile, Support};
use crate::error::{Error, ErrorKind};
use crate::json::{Json, parse};
use crate::location::Location;

/// What becomes of a schema that is sent as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Taken, and replies obey all of it that is known to matter.
    Accepted,
    /// Taken, but something in it has no effect: replies may break it.
    Ignored,
    /// Answered with an error.
    Refused,
}

impl Outcome {
    /// The name in reports and fixtures.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Accepted => "accepted",
            Outcome::Ignored => "silently ignored",
            Outcome::Refused => "refused",
        }
    }
}

/// What an endpoint would say to a schema, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The worst of it.
    pub outcome: Outcome,
    /// Everything that speaks against the schema.
    pub violations: Vec<Violation>,
}

/// Judges a schema as it stands: what is not known to be accepted counts as refused.
///
/// # Errors
/// [`ErrorKind::SchemaInvalid`] where `schema` is no JSON.
pub fn verdict(profile: &Profile, schema: &str) -> Result<Verdict, Error> {
    let json = parse(schema).map_err(|e| Error::new(ErrorKind::SchemaInvalid, Location::root(), e.to_string()))?;
    Ok(judge(profile, &json))
}

/// The same for JSON that is read already.
#[must_use]
pub fn judge(profile: &Profile, schema: &Json<'_>) -> Verdict {
    let own = Verdict::of(lint(schema, profile));
    let stand_in = |name: &String| super::find(name).ok().map(|other| judge(other, schema));
    match own.outcome {
        Outcome::Refused => {
            let others = profile.fallback.iter().filter_map(stand_in);
            others.into_iter().find(|other| other.outcome != Outcome::Refused).unwrap_or(own)
        }
        _ => own,
    }
}

/// The same in a request that has tools beside the format, or a format beside the tool.
///
/// # Errors
/// As [`verdict`].
pub fn verdict_together(profile: &Profile, schema: &str) -> Result<Verdict, Error> {
    let own = verdict(profile, schema)?;
    let Some(fact) = profile.channels.together.as_ref().filter(|fact| fact.value == Support::Refused) else {
        return Ok(own);
    };
    let refusal = Violation {
        location: Location::root(),
        keyword: None,
        rule: "channels-together",
        effect: Effect::Refused,
        message: "tools and a format for the answer are not taken in one request".to_owned(),
        measured: None,
        evidence: fact.cite(),
    };
    Ok(Verdict { outcome: Outcome::Refused, violations: [vec![refusal], own.violations].concat() })
}

impl Verdict {
    fn of(violations: Vec<Violation>) -> Self {
        let worst = violations.iter().map(|violation| match violation.effect {
            Effect::Refused => Outcome::Refused,
            Effect::Ignored => Outcome::Ignored,
            Effect::Narrowed | Effect::Kept => Outcome::Accepted,
        });
        Verdict { outcome: worst.max().unwrap_or(Outcome::Accepted), violations }
    }
}

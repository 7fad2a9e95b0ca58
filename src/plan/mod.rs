//! From a schema and a profile to the wire schema and the codec: runs the rules, tells colliding branches apart, and
//! presses the result into the endpoint's limits.

mod definitions;
mod findings;
mod fit;
mod merged;
mod pieces;
mod places;
mod print;
mod relax;
mod share;
mod shown;
mod tags;
mod tally;
mod verbatim;
mod words;

pub use findings::{Noted, findings};
pub use fit::Measure;
pub use places::{Placed, Places};

use crate::codec::Codec;
use crate::error::{Error, ErrorKind};
use crate::form::Conjunct;
use crate::json::parse;
use crate::location::Location;
use crate::profile::{self, Profile, Recursion, Support};
use crate::rule::Options;
use crate::rule::context::{BuiltContainer, Context, Fit};
use crate::schema::Schema;
use crate::schema::arena::SchemaId;

/// A planned rewrite.
#[derive(Debug)]
pub struct Plan {
    /// The wire schema as compact JSON text.
    pub wire_schema: String,
    /// Whether that is the user's own schema: values are said in the user's own shape.
    pub verbatim: bool,
    /// What reads wire values back and says user values.
    pub codec: Codec,
    /// What was done and lost; examples of what cannot be said are built on demand.
    pub findings: Vec<Noted>,
    /// Subschemas that union branches refer to, by [`crate::codec::Pick`].
    pub picks: Vec<SchemaId>,
    /// What the wire schema uses of the endpoint's limits.
    pub measure: Measure,
    /// Offsets in the wire schema at which subschemas of the user's begin; none when that is the user's own.
    pub places: Vec<Placed>,
    /// Subschemas and the kinds they were built for, for the ledger.
    pub emitted: Vec<(SchemaId, Option<crate::json::Kind>)>,
    /// Objects and arrays that were built, for the ledger.
    pub built: Vec<BuiltContainer>,
}

/// How often the plan is pressed before giving up.
const MAX_ATTEMPTS: usize = 24;

/// Plans the rewrite of a schema for an endpoint.
///
/// # Errors
/// `SchemaUnsatisfiable` when nothing can satisfy the schema or a required part of it, `SchemaLimit` when it cannot be
/// fitted, `SchemaRegex` for a pattern that does not compile.
pub fn plan(schema: &Schema, profile: &Profile, options: &Options) -> Result<Plan, Error> {
    if let Some(channel) = profile.channels.of_own().filter(|fact| fact.value == Support::Refused) {
        let message = format!("{} takes no schema this way: {}", profile.name, channel.cite());
        return Err(Error::new(ErrorKind::SchemaUnrepresentable, Location::root(), message));
    }
    let mut context = Context::new(schema, profile, options, schema.cycles());
    let cyclic = context.is_cyclic();
    let root = context.forms.node([Conjunct::Is(schema.root())]);
    let limits = fit::left(&profile.limits, options.share);
    let mut fit = Fit::default();
    if !profile.unions.any_of.value {
        (fit.any_as_text, fit.union_budget) = (true, 0);
    }
    let mut attempts = 0;
    let (slot, measure, page) = loop {
        attempts += 1;
        context.restart(fit.clone());
        let slot = context.root(root, schema.root())?;
        context.run()?;
        let pure_cycle = profile.references.recursion.value == Recursion::OptionalOnly && relax::relax(&mut context);
        if pure_cycle && !fit.layered {
            fit.layered = true;
            continue;
        }
        let mut shared = share::shared(&context.wires, slot.wire, profile);
        let mut measure = fit::measure(&context, slot.wire, &shared);
        if attempts < MAX_ATTEMPTS
            && let Some(next) = fit::press_early(&measure, profile, &limits, &fit, cyclic)
        {
            fit = next;
            continue;
        }
        let built = context.wires.len();
        tags::tell_apart(&mut context);
        merged::flatten(&mut context);
        shown::spell_out(&mut context);
        if context.wires.len() > built {
            shared = share::shared(&context.wires, slot.wire, profile);
            measure = fit::measure(&context, slot.wire, &shared);
        }
        let mut printed = print::print(&context, slot.wire, &shared);
        measure.too_deep = matches!(&printed, Err(print::Fault::Depth));
        measure.too_long = matches!(&printed, Err(print::Fault::Length)) && !profile.sends_references();
        let exactly = measure.is_near(&limits) || cyclic || attempts > 1;
        if let Ok(page) = &printed
            && (exactly || page.copied)
        {
            count(page, profile, &mut measure);
        }
        if let (Ok(page), true) = (&printed, limits.text.is_some()) {
            measure.text = fit::chars(&page.text);
        }
        match fit::press(&measure, &limits, &fit, cyclic) {
            fit::Verdict::Fits => match std::mem::replace(&mut printed, Err(print::Fault::Depth)) {
                Ok(page) => break (slot, measure, page),
                Err(fault) => return Err(fault.into()),
            },
            fit::Verdict::Press(next) if attempts < MAX_ATTEMPTS => fit = next,
            fit::Verdict::Press(_) | fit::Verdict::Refuse => {
                return Err(match printed {
                    Err(fault) if measure.too_deep || measure.too_long => fault.into(),
                    _ => fit::refuse(&measure, profile, &limits),
                });
            }
        }
    };
    let as_it_is = verbatim::text(schema, profile);
    let verbatim = as_it_is.is_some();
    if verbatim {
        context.tell_verbatim();
    } else {
        context.closed_note();
    }
    if page.untitled > 0 {
        context.tell_untitled(page.untitled);
    }
    context.tell_unknown();
    let findings = findings::noted(&mut context);
    let codec = Codec::new(std::mem::take(&mut context.codecs), slot.codec);
    Ok(Plan {
        places: if verbatim { Vec::new() } else { page.places },
        wire_schema: as_it_is.unwrap_or(page.text),
        verbatim,
        codec,
        findings,
        picks: std::mem::take(&mut context.picks),
        measure,
        emitted: std::mem::take(&mut context.emitted),
        built: std::mem::take(&mut context.built),
    })
}

/// Counts a printed schema as the endpoint does.
fn count(page: &print::Page, profile: &Profile, measure: &mut Measure) {
    let read = |measure: &mut Measure| {
        if let Ok(wire) = parse(&page.text) {
            measure.adopt(&profile::usage(&wire, profile));
        }
    };
    if !page.tally.is_whole() {
        return read(measure);
    }
    page.tally.tell(&profile.limits, measure);
}

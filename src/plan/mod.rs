//! From a schema and a profile to the wire schema and the codec: runs the rules, tells colliding branches apart, and
//! presses the result into the endpoint's limits.

mod definitions;
mod fit;
mod merged;
mod places;
mod print;
mod relax;
mod share;
mod shown;
mod tags;
mod tally;
mod words;

pub use fit::Measure;
pub use places::Places;

use crate::codec::Codec;
use crate::error::Error;
use crate::finding::{Fidelity, Finding, Severity};
use crate::form::{Conjunct, witness};
use crate::json::{parse, to_text};
use crate::location::Location;
use crate::profile::{self, Profile, Recursion};
use crate::rule::Options;
use crate::rule::context::{At, BuiltContainer, Context, Fit, Note};
use crate::schema::Schema;
use crate::schema::arena::{JsonId, SchemaId};
use std::collections::HashSet;

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
    pub places: Vec<(u32, JsonId)>,
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
    let mut context = Context::new(schema, profile, options, schema.cycles());
    let cyclic = context.is_cyclic();
    let root = context.forms.node([Conjunct::Is(schema.root())]);
    let limits = fit::left(&profile.limits, options.share);
    let mut fit = Fit::default();
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
        let mut printed = print::print(&context.wires, slot.wire, schema.doc(), profile, &shared);
        measure.too_deep = matches!(&printed, Err(print::Fault::Depth));
        let exactly = measure.is_near(&limits) || cyclic || attempts > 1;
        if let Ok(page) = &printed
            && (exactly || page.copied)
        {
            count(page, profile, &mut measure);
        }
        match fit::press(&measure, &limits, &fit, cyclic) {
            fit::Verdict::Fits => match std::mem::replace(&mut printed, Err(print::Fault::Depth)) {
                Ok(page) => break (slot, measure, page),
                Err(fault) => return Err(fault.into()),
            },
            fit::Verdict::Press(next) if attempts < MAX_ATTEMPTS => fit = next,
            fit::Verdict::Press(_) | fit::Verdict::Refuse => {
                return Err(if measure.too_deep { print::Fault::Depth.into() } else { fit::refuse(&measure, profile, &limits) });
            }
        }
    };
    let verbatim = profile.verbatim && profile::lint(&schema.doc().to_json(schema.doc().root()), profile).is_empty();
    if verbatim {
        context.tell_verbatim();
    } else {
        context.closed_note();
    }
    if page.untitled > 0 {
        context.tell_untitled(page.untitled);
    }
    context.tell_unknown();
    let findings = noted(&mut context);
    let codec = Codec::new(std::mem::take(&mut context.codecs), slot.codec);
    Ok(Plan {
        places: if verbatim { Vec::new() } else { page.places },
        wire_schema: if verbatim { verbatim_text(schema) } else { page.text },
        verbatim,
        codec,
        findings,
        picks: std::mem::take(&mut context.picks),
        measure,
        emitted: std::mem::take(&mut context.emitted),
        built: std::mem::take(&mut context.built),
    })
}

fn verbatim_text(schema: &Schema) -> String {
    let mut text = String::new();
    schema.doc().print(schema.doc().root(), &mut text);
    text
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

/// A finding whose place is not spelled out yet.
#[derive(Clone, Debug)]
pub struct Noted {
    note: Note,
    /// The node an example of what is lost is built from.
    conjuncts: Vec<Conjunct>,
}

impl Noted {
    /// How loud it is.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.note.severity
    }

    /// What it does to the values.
    #[must_use]
    pub fn fidelity(&self) -> Fidelity {
        self.note.fidelity
    }
}

/// The notes of a plan of `schema` with their places and examples spelled out, each once.
#[must_use]
pub fn findings(schema: &Schema, noted: &[Noted]) -> Vec<Finding> {
    let mut seen: HashSet<(&'static str, Location, &str)> = HashSet::new();
    let mut out = Vec::with_capacity(noted.len());
    let mut noted: Vec<&Noted> = noted.iter().collect();
    noted.sort_by_key(|noted| position(schema, noted.note.at));
    for Noted { note, conjuncts } in noted {
        let location = match note.at {
            At::Keyword(id, keyword) => schema.keyword_location(id, keyword),
            At::Schema(id) => schema.location(id),
            At::Json(json) => schema.doc().location(json),
            At::Node(_) => Location::root(),
        };
        if !seen.insert((note.rule, location.clone(), &note.message)) {
            continue;
        }
        out.push(Finding {
            rule: note.rule,
            severity: note.severity,
            fidelity: note.fidelity,
            location,
            message: note.message.to_string(),
            help: None,
            witness: note.lost.as_ref().and_then(|lost| witness(schema, conjuncts, lost)).map(|w| to_text(&w)),
            evidence: None,
        });
    }
    out
}

/// Where a place stands in document order.
fn position(schema: &Schema, at: At) -> JsonId {
    match at {
        At::Keyword(id, keyword) => schema.doc().get(schema.sub(id).json, keyword.text()).unwrap_or(schema.sub(id).json),
        At::Schema(id) => schema.sub(id).json,
        At::Json(json) => json,
        At::Node(_) => schema.doc().root(),
    }
}

/// The notes, free of the forms they were made with.
fn noted(context: &mut Context<'_, '_>) -> Vec<Noted> {
    let notes = std::mem::take(&mut context.notes);
    let free = |mut note: Note| {
        if let At::Node(node) = note.at {
            note.at = context.at_node(node);
        }
        let conjuncts = note.lost.as_ref().map_or_else(Vec::new, |lost| context.forms.conjuncts(lost.node()).to_vec());
        Noted { note, conjuncts }
    };
    notes.into_iter().map(free).collect()
}

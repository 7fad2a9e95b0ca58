//! From a schema and a profile to the wire schema and the codec: runs the rules, tells colliding branches apart, and
//! presses the result into the endpoint's limits.

mod fit;
mod print;
mod relax;
mod shown;
mod tags;

pub use fit::Measure;

use crate::codec::Codec;
use crate::error::Error;
use crate::finding::Finding;
use crate::form::Conjunct;
use crate::form::Lost;
use crate::json::parse;
use crate::location::Location;
use crate::profile::{self, Profile, Recursion};
use crate::rule::Options;
use crate::rule::context::{Context, Fit, Note};
use crate::schema::Schema;
use crate::schema::arena::SchemaId;

/// A finding, and what an example of it is built from: what is lost, and the conjuncts of the place.
pub type Noted = (Finding, Option<(Lost, Vec<Conjunct>)>);

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
    /// Subschemas and the kinds they were built for, for the ledger.
    pub emitted: Vec<(SchemaId, Option<crate::json::Kind>)>,
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
    let mut fit = Fit::default();
    let mut attempts = 0;
    let (slot, measure, page) = loop {
        attempts += 1;
        context.restart(fit.clone());
        let slot = context.root(root, schema.root())?;
        context.run()?;
        let pure_cycle = profile.references.recursion.value == Recursion::OptionalOnly && relax::relax(&mut context, slot.wire);
        if pure_cycle && !fit.layered {
            fit.layered = true;
            continue;
        }
        tags::tell_apart(&mut context);
        shown::spell_out(&mut context);
        let mut measure = fit::measure(&context, slot.wire);
        let mut printed = print::print(&context.wires, slot.wire, schema.doc(), profile);
        measure.too_deep = matches!(&printed, Err(print::Fault::Depth));
        let exactly = measure.is_near(profile) || cyclic || attempts > 1;
        if let Ok(page) = &printed
            && (exactly || page.copied)
            && let Ok(wire) = parse(&page.text)
        {
            measure.adopt(&profile::usage(&wire, profile));
        }
        match fit::press(&measure, profile, &fit, cyclic) {
            fit::Verdict::Fits => match std::mem::replace(&mut printed, Err(print::Fault::Depth)) {
                Ok(page) => break (slot, measure, page),
                Err(fault) => return Err(fault.into()),
            },
            fit::Verdict::Press(next) if attempts < MAX_ATTEMPTS => fit = next,
            fit::Verdict::Press(_) | fit::Verdict::Refuse => {
                return Err(if measure.too_deep { print::Fault::Depth.into() } else { fit::refuse(&measure, profile) });
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
    let findings = findings(&mut context);
    let codec = Codec::new(std::mem::take(&mut context.codecs), slot.codec);
    Ok(Plan {
        wire_schema: if verbatim { verbatim_text(schema) } else { page.text },
        verbatim,
        codec,
        findings,
        picks: std::mem::take(&mut context.picks),
        measure,
        emitted: std::mem::take(&mut context.emitted),
    })
}

fn verbatim_text(schema: &Schema) -> String {
    let mut text = String::new();
    schema.doc().print(schema.doc().root(), &mut text);
    text
}

/// The notes with their places spelled out, in document order, each once.
fn findings(context: &mut Context<'_, '_>) -> Vec<Noted> {
    let mut notes: Vec<Note> = std::mem::take(&mut context.notes);
    notes.sort_by_key(|note| context.position(note.at));
    let mut out = Vec::with_capacity(notes.len());
    let mut seen: std::collections::HashSet<(&'static str, Location, String)> = std::collections::HashSet::new();
    for note in notes {
        let location = context.location(note.at);
        if !seen.insert((note.rule, location.clone(), note.message.clone())) {
            continue;
        }
        out.push((
            Finding {
                rule: note.rule,
                severity: note.severity,
                fidelity: note.fidelity,
                location,
                message: note.message,
                help: None,
                witness: None,
                evidence: None,
            },
            note.lost.map(|lost| (lost, context.forms.conjuncts(lost.node()).to_vec())),
        ));
    }
    out
}

//! `rewrite`: the wire schema.

use super::args::{ProfileArg, RewriteArgs};
use super::jsonl::{self, Line};
use super::screen::Screen;
use super::{Exit, Failure, input};
use schema_compat::compat::{self, Options, Prepared};
use schema_compat::error::Error;
use schema_compat::json::{Json, parse};
use schema_compat::location::Location;
use schema_compat::profile::Profile;
use schema_compat::report::{self, Check, Entry, Full, Paint, SourceMap, Subject, Tone, Verdict};
use similar::{ChangeTag, TextDiff};

/// Print the schema that is sent to the endpoint
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The schema: a file, `-` for stdin, or the JSON itself
    #[arg(required_unless_present = "jsonl", conflicts_with = "jsonl")]
    schema: Option<String>,
    #[command(flatten)]
    profile: ProfileArg,
    /// Show what changed, as a unified diff of both schemas laid out alike
    #[arg(long, conflicts_with_all = ["pretty", "jsonl"])]
    diff: bool,
    /// Lay the schema out on many lines
    #[arg(long, conflicts_with = "jsonl")]
    pretty: bool,
    /// Rewrite the schema of every `{"id", "schema"}` line of a file, one result a line
    #[arg(long, value_name = "FILE|-")]
    jsonl: Option<String>,
    #[command(flatten)]
    rewrite: RewriteArgs,
}

/// Runs the command.
pub fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    let profile = args.profile.find()?;
    let options = args.rewrite.options()?;
    if let Some(file) = &args.jsonl {
        return jsonl::run(file, screen, |line| each(line, profile, &options));
    }
    let (name, text) = input::read_argument(args.schema.as_deref().unwrap_or("-"))?;
    let prepared = match compat::prepare(&text, profile, &options) {
        Ok(prepared) => prepared,
        Err(error) => {
            screen.aside(&refused(&name, &text, profile, error, screen.err_paint));
            return Ok(Exit::Found);
        }
    };
    let wire = prepared.wire_schema();
    if args.diff {
        screen.print(&diff(&name, &text, wire, profile, screen.paint))?;
    } else if args.pretty {
        screen.line(&report::pretty(&report::value(wire)))?;
    } else {
        screen.line(wire)?;
    }
    lost(&name, &prepared, profile, screen);
    Ok(Exit::Fine)
}

fn each(line: &Line<'_>, profile: &'static Profile, options: &compat::Options) -> jsonl::Answer {
    let rewritten = line.schema(None).and_then(|schema| compat::prepare(schema, profile, options));
    let (result, findings) = match &rewritten {
        Ok(prepared) => (("wire_schema", report::value(prepared.wire_schema())), prepared.findings()),
        Err(error) => (("error", report::error_json(error)), &[][..]),
    };
    let findings = findings.iter().map(|finding| report::finding_json(finding, &profile.name, None)).collect();
    jsonl::Answer { failed: rewritten.is_err(), members: vec![result, ("findings", Json::Array(findings))] }
}

/// Prepares the schema that a value or a reply needs; a refusal ends the command.
pub fn prepare<'p>(name: &str, text: &str, profile: &'p Profile, options: &Options, screen: &Screen) -> Result<Prepared<'p>, Failure> {
    compat::prepare(text, profile, options).map_err(|error| Failure::Rendered(refused(name, text, profile, error, screen.err_paint)))
}

/// A schema that was refused, with its source line.
pub fn refused(name: &str, text: &str, profile: &Profile, error: Error, paint: Paint) -> String {
    let check = Check { profile: profile.name.clone(), date: profile.date.clone(), subject: Subject::Rewrite, result: Err(error) };
    let entry = Entry {
        name,
        first_line: 1,
        first_byte: 0,
        id: None,
        map: std::rc::Rc::new(SourceMap::new(text)),
        base: Location::root(),
        checks: &[check],
    };
    Full { paint, verbose: false }.entry(&entry).trim_end().to_owned()
}

/// One line on stderr when the wire schema does not say the same as the user's.
fn lost(name: &str, prepared: &Prepared, profile: &Profile, screen: &mut Screen) {
    let verdict = Verdict::from(prepared.fidelity());
    let meaning = verdict.meaning(false);
    if verdict != Verdict::Exact {
        let verdict = screen.err_paint.tone(verdict.into(), verdict.name());
        let file = if name.starts_with('<') { "-" } else { name };
        let see = format!("see `schema-compat check {file} --profile {}`", profile.name);
        screen.aside(&format!("{verdict}: {meaning} ({see})"));
    }
}

fn diff(name: &str, user: &str, wire: &str, profile: &Profile, paint: Paint) -> String {
    let lay_out = |text: &str| parse(text).map_or_else(|_| text.to_owned(), |value| report::pretty(&value)) + "\n";
    let (user, wire) = (lay_out(user), lay_out(wire));
    let diff = TextDiff::from_lines(&user, &wire);
    let mut out = String::new();
    for (i, hunk) in diff.unified_diff().context_radius(3).iter_hunks().enumerate() {
        if i == 0 {
            out += &paint.tone(Tone::Strong, &format!("--- {name}\n+++ {} (wire schema)", profile.name));
            out.push('\n');
        }
        out += &paint.tone(Tone::Info, &hunk.header().to_string());
        out.push('\n');
        for change in hunk.iter_changes() {
            let line = change.value().trim_end_matches('\n');
            let shown = match change.tag() {
                ChangeTag::Equal => format!(" {line}"),
                ChangeTag::Delete => paint.tone(Tone::Bad, &format!("-{line}")),
                ChangeTag::Insert => paint.tone(Tone::Good, &format!("+{line}")),
            };
            out += &shown;
            out.push('\n');
        }
    }
    out
}

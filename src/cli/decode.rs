//! `decode`: a reply, its text or its whole body, to the value it means.

use super::args::{ProfileArg, RewriteArgs};
use super::jsonl::{self, Line};
use super::read::HintArgs;
use super::screen::Screen;
use super::{Exit, Failure, input, rewrite};
use clap::ValueEnum;
use schema_compat::compat::{self, Asked, Options, Outcome, OutcomeKind, RefusedBy};
use schema_compat::error::Error;
use schema_compat::json::{Json, to_text};
use schema_compat::profile::Profile;
use schema_compat::report::{self, Tone, severity_name};
use schema_compat::wire::{self, Hints};

/// Read a reply, its text or its whole body, and print the value it means
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The schema: a file, or the JSON itself; with --jsonl, the one for lines without a schema
    #[arg(long, short, required_unless_present = "jsonl")]
    schema: Option<String>,
    #[command(flatten)]
    profile: ProfileArg,
    /// The reply's text: a file, `-` for stdin, or the JSON itself
    #[arg(required_unless_present = "jsonl", conflicts_with = "jsonl", allow_hyphen_values = true)]
    reply: Option<String>,
    /// The reply is the whole body of a provider's answer, JSON or a stream's transcript: a file, or `-`
    #[arg(long, conflicts_with = "jsonl")]
    body: bool,
    /// With --body: the tool whose arguments are the answer
    #[arg(long, value_name = "NAME", requires = "body")]
    tool: Option<String>,
    #[command(flatten)]
    hints: HintArgs,
    /// The value alone, or everything that is known as one JSON object
    #[arg(long, value_enum, default_value_t = Format::Value, conflicts_with = "jsonl")]
    format: Format,
    /// Lay the JSON out on many lines
    #[arg(long, conflicts_with = "jsonl")]
    pretty: bool,
    /// Decode the reply of every `{"id", "schema", "reply"}` line of a file, one result a line
    #[arg(long, value_name = "FILE|-")]
    jsonl: Option<String>,
    #[command(flatten)]
    rewrite: RewriteArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The value
    Value,
    /// Kind, value, issues and findings
    Json,
}

/// Runs the command.
pub fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    let profile = args.profile.find()?;
    let options = args.rewrite.options()?;
    if !args.body && args.hints.hints() != Hints::default() {
        return Err(Failure::new("--protocol, --content-type and --status go with --body"));
    }
    input::one_stdin(&[args.schema.as_deref(), args.reply.as_deref(), args.jsonl.as_deref()])?;
    let schema = args.schema.as_deref().map(input::read_argument).transpose()?;
    if let Some(file) = &args.jsonl {
        let common = schema.as_ref().map(|(_, text)| text.as_str());
        return jsonl::run(file, screen, |line| each(line, common, profile, &options));
    }
    let (schema_name, schema) = schema.unwrap_or_default();
    let reply = args.reply.as_deref().unwrap_or("-");
    let outcome = if args.body {
        let reply = wire::read(&input::read_bytes(reply)?, &args.hints.hints());
        let prepared = rewrite::prepare(&schema_name, &schema, profile, &options, screen)?;
        prepared.read_reply(&reply, Asked { tool: args.tool.as_deref(), ..Asked::default() })
    } else {
        let (_, reply) = input::read_argument(reply)?;
        rewrite::prepare(&schema_name, &schema, profile, &options, screen)?.decode(&reply)
    };
    let lay_out = if args.pretty { report::pretty } else { to_text };
    match (args.format, &outcome.value) {
        (Format::Json, _) => screen.line(&lay_out(&report::object(members(&outcome, profile))))?,
        (Format::Value, Some(value)) if outcome.kind == OutcomeKind::Valid => {
            screen.line(&if args.pretty { report::pretty(&report::value(value)) } else { value.clone() })?;
            remarks(&outcome, screen);
        }
        (Format::Value, _) => explain(&outcome, screen),
    }
    Ok(if outcome.kind == OutcomeKind::Valid { Exit::Fine } else { Exit::Found })
}

fn each(line: &Line<'_>, common: Option<&str>, profile: &'static Profile, options: &Options) -> jsonl::Answer {
    let decode = || -> Result<Outcome, Error> {
        let (schema, reply) = (line.schema(common)?, line.reply("reply")?);
        jsonl::prepared(schema, profile, options, |prepared| prepared.decode(&reply))
    };
    match decode() {
        Ok(outcome) => jsonl::Answer { failed: outcome.kind != OutcomeKind::Valid, members: members(&outcome, profile) },
        Err(error) => jsonl::Answer {
            failed: true,
            members: vec![
                ("kind", report::text(OutcomeKind::Error.name())),
                ("value", Json::Null),
                ("issues", Json::Array(Vec::new())),
                ("findings", Json::Array(Vec::new())),
                ("error", report::error_json(&error)),
            ],
        },
    }
}

fn members(outcome: &Outcome, profile: &Profile) -> Vec<(&'static str, Json<'static>)> {
    let issue = |issue: &compat::Issue| {
        report::object([
            ("path", report::text(issue.path.as_str())),
            ("wire_path", report::text(issue.wire_path.as_str())),
            ("message", report::text(&issue.message)),
        ])
    };
    let finding = |finding| report::finding_json(finding, &profile.name, None);
    let mut members =
        vec![("kind", report::text(outcome.kind.name())), ("value", outcome.value.as_deref().map_or(Json::Null, report::value))];
    if outcome.kind == OutcomeKind::Ambiguous {
        let candidates = outcome.candidates.iter().map(|candidate| report::value(candidate)).collect();
        members.push(("candidates", Json::Array(candidates)));
    }
    members.extend(outcome.refused.map(|by| ("reason", report::text(by.name()))));
    members.extend(outcome.partial.as_deref().map(|partial| ("partial", report::value(partial))));
    members.push(("issues", Json::Array(outcome.issues.iter().map(issue).collect())));
    members.push(("findings", Json::Array(outcome.findings.iter().map(finding).collect())));
    members
}

/// Tells why there is no value.
fn explain(outcome: &Outcome, screen: &mut Screen) {
    let what = match outcome.kind {
        OutcomeKind::Valid => "the reply is valid but holds no value",
        OutcomeKind::Invalid => "the reply is not valid under the schema",
        OutcomeKind::Ambiguous => "the reply can be read in several ways that differ; --format json lists them",
        OutcomeKind::Truncated => "the reply was cut off; raise the limit on output tokens",
        OutcomeKind::Refused if outcome.refused == Some(RefusedBy::ContentFilter) => "a content filter held the answer back",
        OutcomeKind::Refused => "the model refused to answer",
        OutcomeKind::Error => "there is no answer",
        OutcomeKind::Empty => "the reply is empty",
        _ => "the reply could not be read",
    };
    screen.error(&format!("{}: {what}", outcome.kind.name()));
    for issue in &outcome.issues {
        let path = if issue.path.as_str().is_empty() { "(whole)" } else { issue.path.as_str() };
        screen.aside(&format!("  {path}: {}", report::visible(&issue.message)));
    }
    remarks(outcome, screen);
}

fn remarks(outcome: &Outcome, screen: &mut Screen) {
    // A null for an absent property is the normal wire form: worth a line in JSON, not on the terminal.
    let told = outcome.findings.iter().filter(|f| f.rule != "optional-property");
    for finding in told {
        let head = format!("{}[{}]", severity_name(finding.severity), finding.rule);
        let head = screen.err_paint.tone(Tone::Warning, &head);
        screen.aside(&format!("{head}: {}", report::visible(&finding.message)));
    }
}

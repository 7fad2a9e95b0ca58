//! `diagnose`: what a provider's error body means, and what in the schema it is about.

use super::args::{ProfileArg, RewriteArgs};
use super::screen::Screen;
use super::{Exit, Failure, input, rewrite};
use clap::ValueEnum;
use schema_compat::json::Json;
use schema_compat::location::Location;
use schema_compat::refusal::{self, Refusal, RefusalKind, Remedy, Tool};
use schema_compat::report::{self, Tone, visible};
use std::fmt::Write as _;

/// Say what a provider's error body means, and what in the schema it is about
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The schema that was rewritten and sent: a file, or the JSON itself; places are then those of your schema
    #[arg(long, short)]
    schema: Option<String>,
    #[command(flatten)]
    profile: ProfileArg,
    /// The HTTP status of the answer
    #[arg(long, value_name = "CODE", value_parser = clap::value_parser!(u16).range(100..600))]
    status: Option<u16>,
    /// The error body: a file, `-` for stdin, or the text itself
    #[arg(value_name = "BODY")]
    body: String,
    /// How to say it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    rewrite: RewriteArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
}

/// Runs the command.
pub fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    let profile = args.profile.find()?;
    input::one_stdin(&[args.schema.as_deref(), Some(&args.body)])?;
    let is_file = args.body == "-" || std::path::Path::new(&args.body).is_file();
    let body = if is_file { input::read_argument(&args.body)?.1 } else { args.body.clone() };
    let (refusal, place) = match &args.schema {
        None => (refusal::recognize(args.status, &body, &profile.name), None),
        Some(schema) => {
            let (name, schema) = input::read_argument(schema)?;
            let prepared = rewrite::prepare(&name, &schema, profile, &args.rewrite.options()?, screen)?;
            prepared.recognize(args.status, &body)
        }
    };
    match args.format {
        Format::Text => screen.print(&text(&refusal, place.as_ref(), screen))?,
        Format::Json => screen.line(&report::pretty(&json(&refusal, place.as_ref())))?,
    }
    Ok(if refusal.kind == RefusalKind::Unknown { Exit::Found } else { Exit::Fine })
}

fn text(refusal: &Refusal, place: Option<&Location>, screen: &Screen) -> String {
    let head = format!("refused[{}]", refusal.kind.name());
    let mut out = format!("{}: {}\n", screen.paint.tone(Tone::Bad, &head), visible(&refusal.message));
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(out, "  {name:<9} {}", visible(value));
    };
    if let Some(place) = place {
        line("place", if place.as_str().is_empty() { "the root of your schema" } else { place.as_str() });
    }
    if let Some(place) = &refusal.place {
        line("sent as", place);
    }
    if let Some(keyword) = &refusal.keyword {
        line("keyword", keyword);
    }
    if let Some(property) = &refusal.property {
        line("property", property);
    }
    match &refusal.tool {
        Some(Tool::Name(name)) => line("tool", name),
        Some(Tool::Index(index)) => line("tool", &format!("number {} of the request", index + 1)),
        None => {}
    }
    if let Some((used, limit)) = refusal.counted {
        line("counted", &format!("{used}, limit {limit}"));
    }
    if let Some(rule) = refusal.rule {
        line("rule", &format!("{rule} (schema-compat explain {rule})"));
    }
    if let Some(help) = refusal.help {
        line("do", help);
    }
    line("then", then(refusal.kind.remedy()));
    out
}

fn then(remedy: Remedy) -> &'static str {
    match remedy {
        Remedy::NextChannel => "asking through a tool or the prompt may pass",
        Remedy::AskAgain => "asking the model again may pass",
        Remedy::ChangeRequest => "the same request fails again until it is changed",
        Remedy::Unknown => "not known: the text above is the provider's, whole",
    }
}

fn json(refusal: &Refusal, place: Option<&Location>) -> Json<'static> {
    let mut members = vec![("kind", report::text(refusal.kind.name())), ("message", report::text(&refusal.message))];
    members.extend(refusal.status.map(|status| ("status", report::number(usize::from(status)))));
    members.extend(refusal.code.as_deref().map(|code| ("code", report::text(code))));
    members.extend(refusal.rule.map(|rule| ("rule", report::text(rule))));
    members.extend(refusal.keyword.as_deref().map(|keyword| ("keyword", report::text(keyword))));
    members.extend(refusal.property.as_deref().map(|property| ("property", report::text(property))));
    members.extend(refusal.tool.as_ref().map(|tool| {
        let tool = match tool {
            Tool::Name(name) => report::text(name),
            Tool::Index(index) => report::number(*index),
        };
        ("tool", tool)
    }));
    if let Some((used, limit)) = refusal.counted {
        members.push(("used", report::value(&used.to_string())));
        members.push(("limit", report::value(&limit.to_string())));
    }
    members.extend(place.map(|place| ("location", report::text(place.as_str()))));
    members.extend(refusal.wire_location(None).map(|place| ("wire_location", report::text(place.as_str()))));
    members.extend(refusal.help.map(|help| ("help", report::text(help))));
    report::object(members)
}

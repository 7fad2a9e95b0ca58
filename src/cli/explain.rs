//! `explain`: what a rule does, from its own documentation; and what an error means.

use super::screen::Screen;
use super::{Exit, Failure, suggest};
use schema_compat::error::ErrorKind;
use schema_compat::report::Tone;
use schema_compat::rule::{self, Rule};
use std::fmt::Write as _;

/// Explain a rule or an error, by the name in brackets
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The rule or error; without one, all names are listed
    #[arg(value_name = "RULE", conflicts_with = "all")]
    rule: Option<String>,
    /// Explain every rule
    #[arg(long)]
    all: bool,
}

/// Errors a schema or a value can end in, and what to do about them.
const ERRORS: [(ErrorKind, &str); 10] = [
    (ErrorKind::SchemaInvalid, "The text is not JSON, or not a JSON Schema. The message says what is wrong and where."),
    (
        ErrorKind::SchemaUnsatisfiable,
        "No value satisfies the schema, or no value satisfies a field that it requires: every reply would be wrong. \
         Often two parts of an `allOf` exclude each other, or `additionalProperties: false` stands beside properties \
         that are declared elsewhere.",
    ),
    (
        ErrorKind::SchemaUnrepresentable,
        "The endpoint's form of schema cannot carry this one, not even with a looser rewrite. Try another profile.",
    ),
    (
        ErrorKind::SchemaRemoteRef,
        "A reference leaves the document. Nothing is ever fetched: give the document with --registry URI=FILE, or copy \
         it into `$defs`.",
    ),
    (ErrorKind::SchemaRegex, "A regular expression in the schema cannot be compiled."),
    (
        ErrorKind::SchemaLimit,
        "The schema is over a limit of the endpoint, or over a budget of ours that keeps work bounded. The message has \
         the limit and the number that was counted.",
    ),
    (ErrorKind::ReplyInvalid, "The value or reply is not valid under the schema."),
    (ErrorKind::ReplyNumberRange, "A number does not fit the type it is read into. Numbers are never rounded."),
    (ErrorKind::Profile, "There is no profile of that name, or a profile file is not one."),
    (
        ErrorKind::ValueUnsayable,
        "The value is valid, but the wire form cannot say it. A finding of fidelity `narrowed` told so when the schema \
         was rewritten; `--open-objects splice` and `--optional-nullable box` narrow less.",
    ),
];

/// Runs the command.
pub fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    if args.all {
        for (i, rule) in rule::all().iter().enumerate() {
            screen.print(if i > 0 { "\n" } else { "" })?;
            screen.print(&text(rule, screen))?;
        }
        return Ok(Exit::Fine);
    }
    let Some(name) = &args.rule else {
        screen.print(&names(screen))?;
        return Ok(Exit::Fine);
    };
    if let Some(rule) = rule::find(name) {
        screen.print(&text(rule, screen))?;
    } else if let Some((kind, meaning)) = ERRORS.iter().find(|(kind, _)| kind.name() == name) {
        screen.line(&format!("{}\n\n{meaning}", screen.paint.tone(Tone::Strong, &format!("# {}", kind.name()))))?;
    } else {
        let known = rule::all().iter().map(|rule| rule.name).chain(ERRORS.iter().map(|(kind, _)| kind.name()));
        return Err(Failure::new(suggest::unknown("rule", name, known, "explain")));
    }
    Ok(Exit::Fine)
}

fn text(rule: &Rule, screen: &Screen) -> String {
    let mut out = String::new();
    for line in rule.doc().trim().lines() {
        out += &if line.starts_with('#') { screen.paint.tone(Tone::Strong, line) } else { line.to_owned() };
        out.push('\n');
    }
    let _ = writeln!(out, "\n{}", screen.paint.tone(Tone::Faint, &format!("Source: {}", rule.source_file)));
    out
}

fn names(screen: &Screen) -> String {
    let errors = ERRORS.iter().map(|(kind, meaning)| (kind.name(), meaning.split_inclusive('.').next().unwrap_or_default()));
    let wide = rule::all().iter().map(|rule| rule.name.len()).chain(errors.clone().map(|(name, _)| name.len())).max();
    let wide = wide.unwrap_or_default();
    let mut out = screen.paint.tone(Tone::Strong, "rules") + "\n";
    for rule in rule::all() {
        let _ = writeln!(out, "  {:<wide$}  {}", rule.name, rule.summary.trim_end_matches('.'));
    }
    let _ = writeln!(out, "\n{}", screen.paint.tone(Tone::Strong, "errors"));
    for (name, meaning) in errors {
        let _ = writeln!(out, "  {name:<wide$}  {}", meaning.trim_end_matches('.'));
    }
    out
}

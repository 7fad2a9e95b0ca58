//! `explain`: what a rule does, from its own documentation; and what an error means.

use super::screen::Screen;
use super::{Exit, Failure, suggest};
use schema_compat::error::ErrorKind;
use schema_compat::profile;
use schema_compat::report::Tone;
use schema_compat::rule::{self, Rule};
use schema_compat::schema::ALLOW;
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
    } else if let Some(kind) = ErrorKind::ALL.iter().find(|kind| kind.name() == name) {
        screen.line(&format!("{}\n\n{}", screen.paint.tone(Tone::Strong, &format!("# {}", kind.name())), kind.meaning()))?;
    } else if let Some(wording) = profile::wording(name) {
        let head = screen.paint.tone(Tone::Strong, &format!("# {name}"));
        let about = "Said by `check --as-is` of a schema as it stands; a rewrite sees to it. Which endpoints say it, and how sure that is: `providers NAME`.";
        screen.line(&format!("{head}\n\n{wording}\n\n{about}"))?;
    } else {
        let known = rule::all().iter().map(|rule| rule.name).chain(ErrorKind::ALL.iter().map(|kind| kind.name()));
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
    let allow = format!("To allow it at a place and below: \"{ALLOW}\": [\"{}\"]", rule.name);
    let _ = writeln!(out, "\n{}", screen.paint.tone(Tone::Faint, &allow));
    let _ = writeln!(out, "{}", screen.paint.tone(Tone::Faint, &format!("Source: {}", rule.source_file)));
    out
}

fn names(screen: &Screen) -> String {
    let errors = ErrorKind::ALL.iter().map(|kind| (kind.name(), kind.meaning().split_inclusive('.').next().unwrap_or_default()));
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

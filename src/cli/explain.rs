//! `explain`: what a rule does, from its own documentation; what an error means, and what was done to a reply.

use super::screen::Screen;
use super::{Exit, Failure, suggest};
use schema_compat::compat::remarks;
use schema_compat::error::ErrorKind;
use schema_compat::profile;
use schema_compat::report::Tone;
use schema_compat::rule::{self, Rule};
use schema_compat::schema::ALLOW;
use std::fmt::Write as _;

/// Explain a rule, an error or a remark on a reply, by the name in brackets
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The name; without one, all names are listed
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
        screen.line(&short(kind.name(), kind.meaning(), screen))?;
    } else if let Some((name, meaning)) = remarks().find(|(other, _)| other == name) {
        screen.line(&short(name, &meaning, screen))?;
    } else if let Some(wording) = profile::wording(name) {
        let about = "Said by `check --as-is` of a schema as it stands; a rewrite sees to it. Which endpoints say it, and how sure that is: `providers NAME`.";
        screen.line(&short(name, &format!("{wording}\n\n{about}"), screen))?;
    } else {
        let known = rule::all().iter().map(|rule| rule.name).chain(ErrorKind::ALL.iter().map(|kind| kind.name()));
        let known = known.chain(remarks().map(|(name, _)| name));
        return Err(Failure::new(suggest::unknown("rule", name, known, "explain")));
    }
    Ok(Exit::Fine)
}

fn short(name: &str, meaning: &str, screen: &Screen) -> String {
    format!("{}\n\n{meaning}", screen.paint.tone(Tone::Strong, &format!("# {name}")))
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
    let first = |meaning: &str| meaning.split_inclusive('.').next().unwrap_or_default().trim_end_matches('.').to_owned();
    let rules = rule::all().iter().map(|rule| (rule.name, rule.summary.trim_end_matches('.').to_owned()));
    let errors = ErrorKind::ALL.iter().map(|kind| (kind.name(), first(kind.meaning())));
    let replies = remarks().map(|(name, meaning)| (name, first(&meaning)));
    let lists: [(&str, Vec<_>); 3] = [("rules", rules.collect()), ("errors", errors.collect()), ("remarks on replies", replies.collect())];
    let wide = lists.iter().flat_map(|(_, list)| list).map(|(name, _)| name.len()).max().unwrap_or_default();
    let mut out = String::new();
    for (number, (title, list)) in lists.iter().enumerate() {
        let _ = writeln!(out, "{}{}", if number > 0 { "\n" } else { "" }, screen.paint.tone(Tone::Strong, title));
        for (name, meaning) in list {
            let _ = writeln!(out, "  {name:<wide$}  {meaning}");
        }
    }
    out
}

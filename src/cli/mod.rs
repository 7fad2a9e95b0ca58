//! Arguments and exit codes; one file for each command.
//!
//! Results go to stdout, everything else to stderr. Exit codes: 0 fine, 1 something was found or refused, 2 could not
//! run, 3 nothing was checked.

mod args;
mod check;
mod completions;
mod config;
mod decode;
mod diagnose;
mod encode;
mod explain;
mod from_code;
mod input;
mod jsonl;
mod matrix;
mod profiles;
mod providers;
mod read;
mod request;
mod rewrite;
mod schemas;
mod screen;
mod suggest;
mod work;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use screen::Screen;
use std::fmt;
use std::io;
use std::process::ExitCode;

/// Rewrites JSON Schemas into what an LLM provider accepts, and reads the replies back.
#[derive(Debug, Parser)]
#[command(name = "schema-compat", version, max_term_width = 100, propagate_version = true)]
#[command(
    after_help = "Defaults of flags come from schema-compat.toml and from SCHEMA_COMPAT_<FLAG>.\nExit codes: 0 fine, 1 something was found or refused, 2 could not run, 3 nothing was checked."
)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    /// When to colour output; `NO_COLOR` and `CLICOLOR_FORCE` are obeyed too
    #[arg(long, global = true, value_enum, default_value_t = screen::Colour::Auto, value_name = "WHEN")]
    color: screen::Colour,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Args),
    Rewrite(rewrite::Args),
    Encode(encode::Args),
    Decode(decode::Args),
    Read(read::Args),
    Explain(explain::Args),
    Diagnose(diagnose::Args),
    Providers(providers::Args),
    Matrix(matrix::Args),
    Completions(completions::Args),
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Nothing to complain about.
    Fine = 0,
    /// A finding that counts, a refused schema, a reply that is not valid, a failed line.
    Found = 1,
    /// Bad arguments, or a file that cannot be read.
    CouldNotRun = 2,
    /// There was nothing to check.
    Nothing = 3,
}

/// Why a run stopped.
#[derive(Debug)]
pub enum Failure {
    /// Nobody reads the output any more.
    Closed,
    /// What went wrong and what to do.
    Message(String),
    /// The same, already laid out with source lines.
    Rendered(String),
}

impl Failure {
    fn new(message: impl fmt::Display) -> Self {
        Failure::Message(message.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Failure::Closed } else { Failure::new(error) }
    }
}

impl From<schema_compat::error::Error> for Failure {
    fn from(error: schema_compat::error::Error) -> Self {
        Failure::new(error)
    }
}

/// Parses, runs, and answers with the exit code.
pub fn main() -> ExitCode {
    let arguments = config::with_defaults(Cli::command()).map(clap::Command::get_matches);
    let cli = arguments.map(|matches| Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit()));
    let cli = match cli {
        Ok(cli) => cli,
        Err(failure) => {
            let mut screen = Screen::new();
            if let Failure::Message(message) = failure {
                screen.error(&message);
            }
            return ExitCode::from(Exit::CouldNotRun as u8);
        }
    };
    cli.color.apply();
    let mut screen = Screen::new();
    let result = match &cli.command {
        Command::Check(args) => check::run(args, &mut screen),
        Command::Rewrite(args) => rewrite::run(args, &mut screen),
        Command::Encode(args) => encode::run(args, &mut screen),
        Command::Decode(args) => decode::run(args, &mut screen),
        Command::Read(args) => read::run(args, &mut screen),
        Command::Diagnose(args) => diagnose::run(args, &mut screen),
        Command::Explain(args) => explain::run(args, &mut screen),
        Command::Providers(args) => providers::run(args, &mut screen),
        Command::Matrix(args) => matrix::run(args, &mut screen),
        Command::Completions(args) => completions::run(args, &mut screen),
    };
    let exit = result.and_then(|exit| screen.flush().map(|()| exit)).unwrap_or_else(|failure| match failure {
        Failure::Closed => Exit::Fine,
        Failure::Message(message) => {
            screen.error(&message);
            Exit::CouldNotRun
        }
        Failure::Rendered(text) => {
            screen.aside(&text);
            Exit::CouldNotRun
        }
    });
    ExitCode::from(exit as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }
}

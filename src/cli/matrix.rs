//! `matrix`: schemas, or keywords, against endpoints in one table.

use super::args::RewriteArgs;
use super::check::texts;
use super::profiles::Profiles;
use super::schemas::{self, Source};
use super::screen::Screen;
use super::work::in_order;
use super::{Exit, Failure, request};
use clap::ValueEnum;
use schema_compat::report::Matrix;
use std::path::PathBuf;

/// Show schemas, or keywords, against endpoints in one table
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Schema files, globs, folders, or `-` for stdin
    #[arg(required_unless_present = "keywords", conflicts_with = "keywords", value_name = "PATH|GLOB|-")]
    paths: Vec<String>,
    /// What each endpoint does with each keyword, instead of schemas
    #[arg(long)]
    keywords: bool,
    /// Endpoints, comma-separated; `all` is every one
    #[arg(long, short, value_delimiter = ',', default_value = "all", value_name = "NAMES")]
    profile: Vec<String>,
    /// A profile of your own, as a TOML file
    #[arg(long, value_name = "FILE")]
    profile_file: Vec<PathBuf>,
    /// How to show the table
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    rewrite: RewriteArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Columns
    Text,
    /// A Markdown table
    Markdown,
    /// One page that needs nothing else
    Html,
}

/// Runs the command.
pub fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    let known = Profiles::load(&args.profile_file)?;
    let mut names = args.profile.clone();
    names.extend(known.own().iter().map(|profile| profile.name.clone()));
    let profiles = known.select(&names, None)?;
    let (mut exit, matrix) = if args.keywords {
        (Exit::Fine, Matrix::of_keywords(&profiles))
    } else {
        let options = args.rewrite.options()?;
        let (texts, unreadable) = texts(&args.paths, "<stdin>", screen)?;
        let jobs: Vec<Vec<Source<'_>>> = texts.iter().flat_map(|(name, text)| request::groups(schemas::sources(name, text))).collect();
        let mut matrix = Matrix::of_schemas(profiles.iter().map(|profile| profile.name.clone()).collect());
        let work = |job: &Vec<Source<'_>>| request::check(job, &profiles, &known, &options);
        in_order(&jobs, false, work, |job, checked| {
            for (source, checks) in job.iter().zip(&checked.schemas) {
                let name = source.id.as_ref().map_or_else(|| source.name.to_owned(), |id| format!("{} {id}", source.name));
                matrix.add(&name, checks);
            }
            Ok::<(), Failure>(())
        })?;
        if jobs.is_empty() && !unreadable {
            screen.error("nothing was checked: no file matches");
        }
        (if unreadable { Exit::CouldNotRun } else { Exit::Fine }, matrix)
    };
    if matrix.is_empty() {
        exit = if exit == Exit::Fine { Exit::Nothing } else { exit };
        return Ok(exit);
    }
    screen.print(&match args.format {
        Format::Text => matrix.text(screen.paint),
        Format::Markdown => matrix.markdown(),
        Format::Html => matrix.html(),
    })?;
    Ok(exit)
}

//! `providers`: the profiles, and the evidence for each line of one.

use super::profiles::Profiles;
use super::screen::Screen;
use super::{Exit, Failure};
use schema_compat::report;
use std::path::PathBuf;

/// List the endpoints that are known, or show one in full with its evidence
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The profile to show in full
    name: Option<String>,
    /// A profile of your own, as a TOML file
    #[arg(long, value_name = "FILE")]
    profile_file: Vec<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    let profiles = Profiles::load(&args.profile_file)?;
    let text = match &args.name {
        Some(name) => report::provider(profiles.find(name)?, screen.paint),
        None => report::table(profiles.all(), screen.paint),
    };
    screen.print(&text)?;
    Ok(Exit::Fine)
}

//! `completions`: a script for the shell.

use super::screen::Screen;
use super::{Cli, Exit, Failure};
use clap::CommandFactory;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    shell: clap_complete::Shell,
}

/// Runs the command.
pub fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "schema-compat", &mut script);
    screen.print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Fine)
}

//! `encode`: a value of the user's as the model would have to write it.

use super::args::{ProfileArg, RewriteArgs};
use super::jsonl::{self, Line};
use super::screen::Screen;
use super::{Exit, Failure, input, rewrite};
use schema_compat::compat::Options;
use schema_compat::error::Error;
use schema_compat::profile::Profile;
use schema_compat::report::{self, SourceMap};

/// Print a value the way the model would have to write it
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The schema: a file, or the JSON itself; with --jsonl, the one for lines without a schema
    #[arg(long, short, required_unless_present = "jsonl")]
    schema: Option<String>,
    #[command(flatten)]
    profile: ProfileArg,
    /// The value: a file, `-` for stdin, or the JSON itself
    #[arg(required_unless_present = "jsonl", conflicts_with = "jsonl", allow_hyphen_values = true)]
    value: Option<String>,
    /// Lay the value out on many lines
    #[arg(long, conflicts_with = "jsonl")]
    pretty: bool,
    /// Encode the value of every `{"id", "schema", "value"}` line of a file, one result a line
    #[arg(long, value_name = "FILE|-")]
    jsonl: Option<String>,
    #[command(flatten)]
    rewrite: RewriteArgs,
}

/// Runs the command.
pub fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    let profile = args.profile.find()?;
    let options = args.rewrite.options()?;
    input::one_stdin(&[args.schema.as_deref(), args.value.as_deref(), args.jsonl.as_deref()])?;
    let schema = args.schema.as_deref().map(input::read_argument).transpose()?;
    if let Some(file) = &args.jsonl {
        let common = schema.as_ref().map(|(_, text)| text.as_str());
        return jsonl::run(file, screen, |line| each(line, common, profile, &options));
    }
    let (schema_name, schema) = schema.unwrap_or_default();
    let (name, value) = input::read_argument(args.value.as_deref().unwrap_or("-"))?;
    let prepared = rewrite::prepare(&schema_name, &schema, profile, &options, screen)?;
    match prepared.encode(&value) {
        Ok(wire) if args.pretty => screen.line(&report::pretty(&report::value(&wire)))?,
        Ok(wire) => screen.line(&wire)?,
        Err(error) => {
            let map = SourceMap::new(&value);
            let text = report::fault(&name, &map, &error, screen.err_paint);
            screen.aside(&text);
            return Ok(Exit::Found);
        }
    }
    Ok(Exit::Fine)
}

fn each(line: &Line<'_>, common: Option<&str>, profile: &'static Profile, options: &Options) -> jsonl::Answer {
    let encode = || -> Result<String, Error> {
        let (schema, value) = (line.schema(common)?, line.value("value")?);
        jsonl::prepared(schema, profile, options, |prepared| prepared.encode(value))?
    };
    match encode() {
        Ok(wire) => jsonl::Answer { failed: false, members: vec![("wire", report::value(&wire))] },
        Err(error) => jsonl::Answer { failed: true, members: vec![("error", report::error_json(&error))] },
    }
}

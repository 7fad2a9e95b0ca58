//! `check`: what each endpoint would make of schemas.

use super::args::{ModelArg, RewriteArgs};
use super::profiles::{Profiles, ROUTER};
use super::screen::Screen;
use super::work::in_order;
use super::{Exit, Failure, input};
use clap::ValueEnum;
use schema_compat::compat::{self, Options};
use schema_compat::error::{Error, ErrorKind};
use schema_compat::finding::{Fidelity, Severity};
use schema_compat::location::Location;
use schema_compat::profile::Profile;
use schema_compat::report::{Check, Document, Entry, Full, Rewrite, SourceMap, Summary, Verdict, concise};
use std::path::{Path, PathBuf};

/// Profiles checked when none is named.
const USUAL: [&str; 3] = ["openai", "anthropic", "gemini"];
/// Refused lines of a corpus that are shown.
const REFUSED: usize = 20;

/// Say what each endpoint would make of schemas: what is lost, where, and the limits used
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Schema files, globs, folders, or `-` for stdin; a `.jsonl` file is a corpus of `{"id", "schema"}` lines
    #[arg(required = true, value_name = "PATH|GLOB|-")]
    paths: Vec<String>,
    /// Endpoints, comma-separated; `all` is every one [default: openai,anthropic,gemini]
    #[arg(long, short, value_delimiter = ',', value_name = "NAMES")]
    profile: Vec<String>,
    /// A profile of your own, as a TOML file; checked too
    #[arg(long, value_name = "FILE")]
    profile_file: Vec<PathBuf>,
    #[command(flatten)]
    model: ModelArg,
    /// The worst that is still fine; infos count only with `any`, a refused schema always
    #[arg(long, value_enum, default_value_t = FailOn::Narrowed, value_name = "WHAT")]
    fail_on: FailOn,
    /// How to show what was found
    #[arg(long, value_enum, default_value_t = Format::Full)]
    format: Format,
    /// Name to show for stdin
    #[arg(long, default_value = "<stdin>", value_name = "NAME")]
    stdin_filename: String,
    /// Show every place and the evidence for every finding
    #[arg(long, short)]
    verbose: bool,
    #[command(flatten)]
    rewrite: RewriteArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// Fail when some valid values cannot be sent
    Narrowed,
    /// Fail also when the endpoint accepts more than the schema
    Widened,
    /// Fail on any finding
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Source lines with carets
    Full,
    /// One line a finding
    Concise,
    /// One document for machines
    Json,
}

/// One schema to check: a file, or a line of a corpus.
struct Job<'t> {
    name: &'t str,
    text: &'t str,
    first_line: usize,
    first_byte: usize,
    corpus: bool,
}

/// What became of a job.
struct Done {
    id: Option<String>,
    checks: Vec<Check>,
}

/// Runs the command.
pub fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    let profiles = profiles(args)?;
    let options = args.rewrite.options()?;
    let (texts, unreadable) = texts(args, screen)?;
    let jobs: Vec<Job<'_>> = texts.iter().flat_map(|(name, text)| jobs(name, text)).collect();
    let mut shown = Shown { args, document: Document::default(), summary: Summary::default(), refused: 0, corpus: false };
    let mut failed = false;
    let work = |job: &Job<'_>| check(job, &profiles, &options);
    in_order(&jobs, true, work, |job, done| {
        failed |= done.checks.iter().any(|check| fails(check, args.fail_on));
        shown.job(job, &done, screen)
    })?;
    let nothing = jobs.is_empty();
    if nothing && !unreadable {
        screen.error("nothing was checked: no file matches");
    }
    shown.finish(screen)?;
    Ok(match (unreadable, nothing, failed) {
        (true, _, _) => Exit::CouldNotRun,
        (_, true, _) => Exit::Nothing,
        (_, _, true) => Exit::Found,
        _ => Exit::Fine,
    })
}

fn profiles(args: &Args) -> Result<Vec<&'static Profile>, Failure> {
    let profiles = Profiles::load(&args.profile_file)?;
    let mut names: Vec<String> = profiles.own().iter().map(|profile| profile.name.clone()).collect();
    names.extend(args.profile.iter().cloned());
    let model = args.model.parse(&args.profile)?;
    if args.profile.is_empty() && model.is_some() {
        names.push(ROUTER.to_owned());
    }
    if names.is_empty() {
        names.extend(USUAL.map(str::to_owned));
    }
    profiles.select(&names, model.as_ref())
}

/// The texts by name, and whether one of them could not be read; the others are checked all the same.
fn texts(args: &Args, screen: &mut Screen) -> Result<(Vec<(String, String)>, bool), Failure> {
    let (mut texts, mut unreadable) = (Vec::new(), false);
    for path in input::expand(&args.paths)? {
        let (name, text) = match path.as_str() {
            "-" => (args.stdin_filename.clone(), input::read_stdin()),
            _ => (path.clone(), input::read_file(&path)),
        };
        match text {
            Ok(text) => texts.push((name, text)),
            Err(Failure::Message(message)) => {
                unreadable = true;
                screen.error(&message);
            }
            Err(other) => return Err(other),
        }
    }
    Ok((texts, unreadable))
}

fn jobs<'t>(name: &'t str, text: &'t str) -> Vec<Job<'t>> {
    if Path::new(name).extension().is_none_or(|extension| !matches!(extension.to_str(), Some("jsonl" | "ndjson"))) {
        return vec![Job { name, text, first_line: 1, first_byte: 0, corpus: false }];
    }
    let mut first_byte = 0;
    let mut jobs = Vec::new();
    for (i, line) in text.split_inclusive('\n').enumerate() {
        let text = line.trim_end_matches(['\n', '\r']);
        if !text.trim().is_empty() {
            jobs.push(Job { name, text, first_line: i + 1, first_byte, corpus: true });
        }
        first_byte += line.len();
    }
    jobs
}

fn check(job: &Job<'_>, profiles: &[&Profile], options: &Options) -> Done {
    let (id, schema) = if job.corpus { line(job) } else { (None, Ok(job.text)) };
    let one = |profile: &Profile| {
        let prepared = schema.clone().and_then(|schema| compat::prepare(schema, profile, options));
        let result = prepared.map(|prepared| Rewrite {
            findings: prepared.findings().to_vec(),
            fidelity: prepared.fidelity(),
            usage: prepared.usage(),
        });
        Check { profile: profile.name.clone(), date: profile.date.clone(), result }
    };
    Done { id, checks: profiles.iter().copied().map(one).collect() }
}

/// A corpus line taken apart: its id as JSON text, and its schema.
fn line<'t>(job: &Job<'t>) -> (Option<String>, Result<&'t str, Error>) {
    let map = SourceMap::new(job.text);
    let invalid = |message: String| Error::new(ErrorKind::SchemaInvalid, Location::root(), message);
    if let Some(fault) = map.fault() {
        return (None, Err(invalid(format!("the line is not JSON: {fault}"))));
    }
    let member = |name: &str| {
        let value = map.find(&Location::root().join(name))?.value;
        job.text.get(value.start as usize..value.end as usize)
    };
    let schema = member("schema").ok_or_else(|| invalid("the line has no `schema`".to_owned()));
    (member("id").map(str::to_owned), schema)
}

fn fails(check: &Check, on: FailOn) -> bool {
    let counts = |severity: Severity, fidelity: Fidelity| match (severity, on) {
        (Severity::Error, _) | (_, FailOn::Any) => true,
        (Severity::Info, _) => false,
        (Severity::Warning, FailOn::Widened) => fidelity >= Fidelity::Widened,
        (Severity::Warning, FailOn::Narrowed) => fidelity >= Fidelity::Narrowed,
    };
    check.result.is_err() || check.findings().iter().any(|finding| counts(finding.severity, finding.fidelity))
}

/// Shows results as they come, and counts at the end.
struct Shown<'a> {
    args: &'a Args,
    document: Document,
    summary: Summary,
    refused: usize,
    corpus: bool,
}

impl Shown<'_> {
    fn job(&mut self, job: &Job<'_>, done: &Done, screen: &mut Screen) -> Result<(), Failure> {
        self.summary.add(&done.checks);
        self.corpus |= job.corpus;
        let mut entry = Entry {
            name: job.name,
            first_line: job.first_line,
            first_byte: job.first_byte,
            id: done.id.as_deref(),
            map: SourceMap::new(""),
            base: Location::from_pointer(if job.corpus { "/schema" } else { "" }),
            checks: &done.checks,
        };
        match self.args.format {
            Format::Json => {
                entry.map = SourceMap::new(job.text);
                self.document.add(&entry);
                Ok(())
            }
            Format::Concise => {
                entry.map = SourceMap::new(job.text);
                screen.print(&concise(&entry, screen.paint))
            }
            Format::Full if job.corpus && !self.args.verbose => self.refused(job, entry, screen),
            Format::Full => {
                entry.map = SourceMap::new(job.text);
                let full = Full { paint: screen.paint, verbose: self.args.verbose };
                screen.print(&full.entry(&entry))
            }
        }
    }

    /// Of a corpus line that some profile refuses, one line for each different reason.
    fn refused(&mut self, job: &Job<'_>, entry: Entry<'_>, screen: &mut Screen) -> Result<(), Failure> {
        let mut refused: Vec<Check> = entry.checks.iter().filter(|check| check.result.is_err()).cloned().collect();
        if refused.is_empty() {
            return Ok(());
        }
        self.refused += 1;
        if self.refused > REFUSED {
            return Ok(());
        }
        refused.dedup_by(|next, kept| {
            let same = next.result.as_ref().err() == kept.result.as_ref().err();
            if same {
                kept.profile = format!("{}, {}", kept.profile, next.profile);
            }
            same
        });
        if refused.len() == 1 && entry.checks.len() > 1 && entry.checks.iter().all(|check| check.result.is_err()) {
            "every profile".clone_into(&mut refused[0].profile);
        }
        screen.print(&concise(&Entry { map: SourceMap::new(job.text), checks: &refused, ..entry }, screen.paint))
    }

    fn finish(self, screen: &mut Screen) -> Result<(), Failure> {
        let total = self.summary.verdicts().iter().sum::<usize>();
        match self.args.format {
            Format::Json => screen.print(&self.document.finish(&self.summary)),
            Format::Concise if total > 0 => {
                screen.aside(&self.summary.line());
                Ok(())
            }
            Format::Full if self.corpus => {
                if self.refused > REFUSED {
                    screen.line(&format!("and {} more refused (--verbose shows all)", self.refused - REFUSED))?;
                }
                if self.summary.verdicts()[Verdict::Refused as usize] > 0 {
                    screen.line("")?;
                }
                screen.print(&self.summary.tables(screen.paint))?;
                screen.line(&format!("\n{}", self.summary.line()))
            }
            Format::Full if total > 1 => screen.line(&self.summary.line()),
            Format::Full | Format::Concise => Ok(()),
        }
    }
}

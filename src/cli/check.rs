//! `check`: what each endpoint would make of schemas.

use super::args::{ModelArg, RewriteArgs};
use super::profiles::{Profiles, ROUTER};
use super::schemas::{self, Kind, Source};
use super::screen::Screen;
use super::work::in_order;
use super::{Exit, Failure, from_code, input, request};
use clap::ValueEnum;
use schema_compat::finding::{Fidelity, Severity};
use schema_compat::location::Location;
use schema_compat::profile::Profile;
use schema_compat::report::{Check, Document, Entry, Full, Html, Sarif, SourceMap, Summary, Verdict, concise, github};
use std::path::PathBuf;
use std::rc::Rc;

/// Profiles checked when none is named.
const USUAL: [&str; 3] = ["openai", "anthropic", "gemini"];
/// Refused lines of a corpus that are shown.
const REFUSED: usize = 20;

/// Say what each endpoint would make of schemas: what is lost, where, and the limits used
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Schema files, globs, folders, or `-` for stdin; a `.jsonl` file is a corpus of `{"id", "schema"}` lines. Lists of
    /// tools (MCP, OpenAI, Anthropic, Gemini), whole requests and `OpenAPI` documents are read schema by schema
    #[arg(required_unless_present_any = ["python", "node"], value_name = "PATH|GLOB|-")]
    paths: Vec<String>,
    /// A Pydantic model, read by your own Python: importing the module runs it
    #[arg(long, value_name = "MODULE:MODEL")]
    python: Vec<String>,
    /// A Zod schema, read by your own Node.js: importing the file runs it
    #[arg(long, value_name = "FILE#EXPORT")]
    node: Vec<String>,
    /// Endpoints, comma-separated; `all` is every one [default: openai,anthropic,gemini]
    #[arg(long, short, value_delimiter = ',', value_name = "NAMES")]
    profile: Vec<String>,
    /// A profile of your own, as a TOML file; checked too
    #[arg(long, value_name = "FILE")]
    profile_file: Vec<PathBuf>,
    #[command(flatten)]
    model: ModelArg,
    /// Say what the endpoint would answer to each schema as it stands, in its own words where they are known, instead of
    /// rewriting it
    #[arg(long)]
    as_is: bool,
    /// The worst that is still fine; infos count only with `any`, a refused schema always, and what a schema allows
    /// (`x-schema-compat-allow`) never
    #[arg(long, value_enum, default_value_t = FailOn::Narrowed, value_name = "WHAT")]
    fail_on: FailOn,
    /// How to show what was found
    #[arg(long, value_enum, default_value_t = Format::Full)]
    format: Format,
    /// Show counts by endpoint and rule instead of findings
    #[arg(long)]
    statistics: bool,
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
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of a GitHub workflow
    Github,
    /// One page that needs nothing else
    Html,
}

/// Runs the command.
pub fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    let known = Profiles::load(&args.profile_file)?;
    let profiles = profiles(args, &known)?;
    let options = args.rewrite.options()?;
    let (mut texts, unreadable) = texts(&args.paths, &args.stdin_filename, screen)?;
    for target in &args.python {
        texts.push((target.clone(), from_code::python(target)?));
    }
    for target in &args.node {
        texts.push((target.clone(), from_code::node(target)?));
    }
    let jobs: Vec<Vec<Source<'_>>> = texts.iter().flat_map(|(name, text)| request::groups(schemas::sources(name, text))).collect();
    let mut shown = Shown::new(args);
    let mut failed = false;
    let work = |job: &Vec<Source<'_>>| {
        if args.as_is { request::check_as_is(job, &profiles, &known) } else { request::check(job, &profiles, &known, &options) }
    };
    in_order(&jobs, true, work, |job, checked| {
        for (source, checks) in job.iter().zip(&checked.schemas) {
            failed |= checks.iter().any(|check| fails(check, args.fail_on));
            shown.job(source, checks, screen)?;
        }
        if let (Some(first), false) = (job.first(), checked.request.is_empty()) {
            failed |= checked.request.iter().any(|check| fails(check, args.fail_on));
            shown.request(first, &checked.request, screen)?;
        }
        Ok::<(), Failure>(())
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

fn profiles(args: &Args, profiles: &Profiles) -> Result<Vec<&'static Profile>, Failure> {
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
pub fn texts(paths: &[String], stdin_name: &str, screen: &mut Screen) -> Result<(Vec<(String, String)>, bool), Failure> {
    let (mut texts, mut unreadable) = (Vec::new(), false);
    for path in input::expand(paths)? {
        let (name, text) = match path.as_str() {
            "-" => (stdin_name.to_owned(), input::read_stdin()),
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

fn fails(check: &Check, on: FailOn) -> bool {
    let counts = |severity: Severity, fidelity: Fidelity| match (severity, on) {
        (Severity::Error, _) | (_, FailOn::Any) => true,
        (Severity::Info, _) => false,
        (Severity::Warning, FailOn::Widened) => fidelity >= Fidelity::Widened,
        (Severity::Warning, FailOn::Narrowed) => fidelity >= Fidelity::Narrowed,
    };
    check.result.is_err() || check.findings().iter().any(|finding| !finding.allowed && counts(finding.severity, finding.fidelity))
}

/// Shows results as they come, and counts at the end.
struct Shown<'a, 't> {
    args: &'a Args,
    /// The text shown last: the tools of a file share one.
    last: Option<Rc<SourceMap<'t>>>,
    document: Document,
    sarif: Sarif,
    html: Html,
    summary: Summary,
    refused: usize,
    corpus: bool,
}

impl<'a, 't> Shown<'a, 't> {
    fn new(args: &'a Args) -> Self {
        let (document, sarif, html) = (Document::default(), Sarif::default(), Html::default());
        Shown { args, last: None, document, sarif, html, summary: Summary::default(), refused: 0, corpus: false }
    }

    fn map(&mut self, text: &'t str) -> Rc<SourceMap<'t>> {
        match &self.last {
            Some(map) if std::ptr::eq(map.text(), text) => Rc::clone(map),
            _ => Rc::clone(self.last.insert(Rc::new(SourceMap::new(text)))),
        }
    }

    /// The limits over a request, shown after its schemas as an entry of its own.
    fn request(&mut self, first: &Source<'t>, checks: &[Check], screen: &mut Screen) -> Result<(), Failure> {
        let whole = Source { base: Location::root(), id: Some("\"the request\"".to_owned()), ..first.clone() };
        self.entry(&whole, checks, screen)
    }

    fn job(&mut self, job: &Source<'t>, checks: &[Check], screen: &mut Screen) -> Result<(), Failure> {
        self.summary.add(checks);
        self.entry(job, checks, screen)
    }

    fn entry(&mut self, job: &Source<'t>, checks: &[Check], screen: &mut Screen) -> Result<(), Failure> {
        self.corpus |= job.kind == Kind::Corpus;
        let mut entry = Entry {
            name: job.name,
            first_line: job.first_line,
            first_byte: job.first_byte,
            id: job.id.as_deref(),
            map: Rc::default(),
            base: job.base.clone(),
            checks,
        };
        match self.args.format {
            Format::Json => {
                entry.map = self.map(job.text);
                self.document.add(&entry);
                Ok(())
            }
            Format::Sarif => {
                entry.map = self.map(job.text);
                self.sarif.add(&entry);
                Ok(())
            }
            Format::Html => {
                entry.map = self.map(job.text);
                self.html.add(&entry);
                Ok(())
            }
            Format::Full | Format::Concise | Format::Github if self.args.statistics => Ok(()),
            Format::Github => {
                entry.map = self.map(job.text);
                screen.print(&github(&entry))
            }
            Format::Concise => {
                entry.map = self.map(job.text);
                screen.print(&concise(&entry, screen.paint))
            }
            Format::Full if job.kind == Kind::Corpus && !self.args.verbose => self.refused(job, entry, screen),
            Format::Full => {
                entry.map = self.map(job.text);
                let full = Full { paint: screen.paint, verbose: self.args.verbose };
                screen.print(&full.entry(&entry))
            }
        }
    }

    /// Of a corpus line that some profile refuses, one line for each different reason.
    fn refused(&mut self, job: &Source<'t>, entry: Entry<'_>, screen: &mut Screen) -> Result<(), Failure> {
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
        screen.print(&concise(&Entry { map: self.map(job.text), checks: &refused, ..entry }, screen.paint))
    }

    fn finish(self, screen: &mut Screen) -> Result<(), Failure> {
        let total = self.summary.verdicts().iter().sum::<usize>();
        match self.args.format {
            Format::Json => screen.print(&self.document.finish(&self.summary)),
            Format::Sarif => screen.print(&self.sarif.finish()),
            Format::Html => screen.print(&self.html.finish(&self.summary)),
            Format::Concise | Format::Github if total > 0 && !self.args.statistics => {
                screen.aside(&self.summary.line());
                Ok(())
            }
            Format::Full | Format::Concise | Format::Github if self.args.statistics => {
                screen.print(&self.summary.tables(screen.paint))?;
                screen.line(&format!("\n{}", self.summary.line()))
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
            Format::Full | Format::Concise | Format::Github => Ok(()),
        }
    }
}

//! One JSON result for each line of a file, in order; a line that fails is a result too.

use super::screen::Screen;
use super::work::in_order;
use super::{Exit, Failure, input};
use schema_compat::compat::{self, Options, Prepared};
use schema_compat::error::{Error, ErrorKind};
use schema_compat::json::{Json, parse, to_text};
use schema_compat::location::Location;
use schema_compat::profile::Profile;
use schema_compat::report::{self, SourceMap};
use std::borrow::Cow;
use std::cell::RefCell;

/// A line taken apart.
pub struct Line<'t> {
    text: &'t str,
    map: SourceMap<'t>,
}

/// What became of a line; `id` is put before the members.
pub struct Answer {
    /// Whether this line makes the run end with exit code 1.
    pub failed: bool,
    /// The result's members after `id`.
    pub members: Vec<(&'static str, Json<'static>)>,
}

impl<'t> Line<'t> {
    /// The text of a member's value.
    pub fn member(&self, name: &str) -> Option<&'t str> {
        self.at(&[name])
    }

    /// The text of the value that names lead to.
    pub fn at(&self, names: &[&str]) -> Option<&'t str> {
        let place = names.iter().fold(Location::root(), |place, name| place.join(name));
        let value = self.map.find(&place)?.value;
        self.text.get(value.start as usize..value.end as usize)
    }

    /// The line's schema, else the one given for all lines.
    pub fn schema<'s>(&self, common: Option<&'s str>) -> Result<&'s str, Error>
    where
        't: 's,
    {
        if let Some(fault) = self.map.fault() {
            return Err(missing(ErrorKind::SchemaInvalid, format!("the line is not JSON: {fault}")));
        }
        let schema = self.member("schema").or(common);
        schema.ok_or_else(|| missing(ErrorKind::SchemaInvalid, "the line has no `schema`".to_owned()))
    }

    /// The text of the member `name`, which a value or reply stands in.
    pub fn value(&self, name: &str) -> Result<&'t str, Error> {
        self.member(name).ok_or_else(|| missing(ErrorKind::ReplyInvalid, format!("the line has no `{name}`")))
    }

    /// The member `name` as text: what a string says, anything else as JSON.
    pub fn reply(&self, name: &str) -> Result<Cow<'t, str>, Error> {
        self.value(name).map(said)
    }
}

/// What a JSON string says; any other JSON as it is.
pub fn said(json: &str) -> Cow<'_, str> {
    match parse(json) {
        Ok(Json::String(text)) => text,
        _ => Cow::Borrowed(json),
    }
}

thread_local! {
    /// The schema a worker saw last, prepared: lines of one schema often stand together.
    static LAST: RefCell<Option<(String, Prepared<'static>)>> = const { RefCell::new(None) };
}

/// Runs `with` on the schema prepared for the profile and options, which are the same for every line of a run.
pub fn prepared<R>(schema: &str, profile: &'static Profile, options: &Options, with: impl FnOnce(&Prepared<'_>) -> R) -> Result<R, Error> {
    LAST.with_borrow_mut(|last| {
        if last.as_ref().is_none_or(|(text, _)| text != schema) {
            *last = Some((schema.to_owned(), compat::prepare(schema, profile, options)?));
        }
        last.as_ref()
            .map(|(_, prepared)| with(prepared))
            .ok_or_else(|| missing(ErrorKind::SchemaInvalid, "the line has no `schema`".to_owned()))
    })
}

fn missing(kind: ErrorKind, message: String) -> Error {
    Error::new(kind, Location::root(), message)
}

/// Answers every line of `file`.
pub fn run(file: &str, screen: &mut Screen, answer: impl Fn(&Line<'_>) -> Answer + Sync) -> Result<Exit, Failure> {
    let text = if file == "-" { input::read_stdin()? } else { input::read_file(file)? };
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let work = |text: &&str| {
        let line = Line { text, map: SourceMap::new(text) };
        let Answer { failed, members } = answer(&line);
        let id = line.member("id").map_or(Json::Null, report::value);
        (failed, to_text(&report::object([("id", id)].into_iter().chain(members))))
    };
    let mut exit = Exit::Fine;
    in_order(&lines, true, work, |_, (failed, line)| {
        if failed {
            exit = Exit::Found;
        }
        screen.line(&line)
    })?;
    Ok(exit)
}

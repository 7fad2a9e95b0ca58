//! Arguments that several commands share.

use super::profiles::{Profiles, ROUTER};
use super::{Failure, input};
use clap::ValueEnum;
use schema_compat::compat::{Formats, OpenObjects, OptionalNullable, Options, Share, Tuples};
use schema_compat::profile::{Model, Profile};
use schema_compat::schema::keyword::Draft;
use std::path::PathBuf;

/// Options of a rewrite.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Options of the rewrite")]
pub struct RewriteArgs {
    /// What becomes of extra keys that a schema takes without saying so
    #[arg(long, value_enum, default_value_t = OpenObjectsArg::Close, value_name = "HOW")]
    open_objects: OpenObjectsArg,
    /// What a tuple without a stated length is
    #[arg(long, value_enum, default_value_t = TuplesArg::Faithful, value_name = "HOW")]
    tuples: TuplesArg,
    /// Read a schema without `type` as the one type its keywords are for
    #[arg(long, action = clap::ArgAction::Set, default_value_t = true, value_name = "BOOL")]
    infer_type: bool,
    /// How an optional property that takes null is sent
    #[arg(long, value_enum, default_value_t = OptionalNullableArg::Keep, value_name = "HOW")]
    optional_nullable: OptionalNullableArg,
    /// Whether `format` is a remark or a rule
    #[arg(long, value_enum, default_value_t = FormatsArg::Annotate, value_name = "HOW")]
    formats: FormatsArg,
    /// Draft of schemas that do not say theirs in `$schema`
    #[arg(long, value_enum)]
    draft: Option<DraftArg>,
    /// A document that schemas may refer to; nothing is ever fetched
    #[arg(long, value_name = "URI=FILE")]
    registry: Vec<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum OpenObjectsArg {
    /// They cannot be sent; a finding says so
    Close,
    /// They can be sent at the root
    Root,
    /// They can be sent everywhere, as a list of entries
    Splice,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TuplesArg {
    /// Shorter and longer ones are taken, as JSON Schema says
    Faithful,
    /// Exactly the items listed
    Exact,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum OptionalNullableArg {
    /// As required: absent is sent as null and stays null
    Keep,
    /// In a box, so that absent and null stay apart
    Box,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatsArg {
    /// A remark
    Annotate,
    /// A rule, checked after decoding
    Assert,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum DraftArg {
    #[value(name = "4")]
    Draft4,
    #[value(name = "6")]
    Draft6,
    #[value(name = "7")]
    Draft7,
    #[value(name = "2019-09")]
    Draft201909,
    #[value(name = "2020-12")]
    Draft202012,
    #[value(name = "openapi-3.0")]
    OpenApi30,
}

impl RewriteArgs {
    /// The options, with the registry read.
    pub fn options(&self) -> Result<Options, Failure> {
        let registry = self.registry.iter().map(|entry| {
            let Some((uri, path)) = entry.split_once('=') else {
                return Err(Failure::new(format!("--registry {entry:?}: write it as URI=FILE")));
            };
            Ok((uri.to_owned(), input::read_file(path)?))
        });
        Ok(Options {
            open_objects: match self.open_objects {
                OpenObjectsArg::Close => OpenObjects::Close,
                OpenObjectsArg::Root => OpenObjects::Root,
                OpenObjectsArg::Splice => OpenObjects::Splice,
            },
            tuples: match self.tuples {
                TuplesArg::Faithful => Tuples::Faithful,
                TuplesArg::Exact => Tuples::Exact,
            },
            infer_type: self.infer_type,
            optional_nullable: match self.optional_nullable {
                OptionalNullableArg::Keep => OptionalNullable::Keep,
                OptionalNullableArg::Box => OptionalNullable::Box,
            },
            formats: match self.formats {
                FormatsArg::Annotate => Formats::Annotate,
                FormatsArg::Assert => Formats::Assert,
            },
            draft: self.draft.map(|draft| match draft {
                DraftArg::Draft4 => Draft::Draft4,
                DraftArg::Draft6 => Draft::Draft6,
                DraftArg::Draft7 => Draft::Draft7,
                DraftArg::Draft201909 => Draft::Draft201909,
                DraftArg::Draft202012 => Draft::Draft202012,
                DraftArg::OpenApi30 => Draft::OpenApi30,
            }),
            registry: registry.collect::<Result<_, _>>()?,
            share: Share::default(),
        })
    }
}

/// The model behind a router.
#[derive(Debug, clap::Args)]
pub struct ModelArg {
    /// The model behind `--profile openrouter`; its vendor decides which rules hold
    #[arg(long, value_name = "VENDOR/NAME")]
    model: Option<String>,
}

impl ModelArg {
    /// The model; an error when none of the profiles named asks for one.
    pub fn parse(&self, names: &[String]) -> Result<Option<Model>, Failure> {
        let Some(slug) = &self.model else { return Ok(None) };
        if !names.is_empty() && !names.iter().any(|name| name == ROUTER) {
            return Err(Failure::new("--model goes with --profile openrouter"));
        }
        Ok(Some(Model::parse(slug)?))
    }
}

/// One profile.
#[derive(Debug, clap::Args)]
pub struct ProfileArg {
    /// The endpoint, by its profile's name; `providers` lists them
    #[arg(long, short, required_unless_present_any = ["profile_file", "model"], value_name = "NAME")]
    profile: Option<String>,
    /// A profile of your own, as a TOML file
    #[arg(long, value_name = "FILE")]
    profile_file: Option<PathBuf>,
    #[command(flatten)]
    model: ModelArg,
}

impl ProfileArg {
    /// The profile meant: the named one, else the model's, else the one in the file.
    pub fn find(&self) -> Result<&'static Profile, Failure> {
        let profiles = Profiles::load(self.profile_file.as_slice())?;
        let model = self.model.parse(self.profile.as_slice())?;
        match (&self.profile, &model, profiles.own()) {
            (Some(name), model, _) => profiles.find_for(name, model.as_ref()),
            (None, Some(model), _) => Ok(model.profile()?),
            (None, None, own) => {
                own.first().ok_or_else(|| Failure::new("name the endpoint with --profile; `schema-compat providers` lists them"))
            }
        }
    }
}

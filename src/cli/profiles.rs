//! Names of endpoints to profiles, those of the caller's own files first.

use super::{Failure, input, suggest};
use schema_compat::profile::{self, Model, Profile};
use std::path::PathBuf;

/// The provider whose models decide which rules hold.
pub const ROUTER: &str = "openrouter";

/// The built-in profiles and the caller's.
pub struct Profiles {
    own: &'static [Profile],
}

impl Profiles {
    /// Reads the caller's profile files; they are kept to the end of the run, as the built-in ones are.
    pub fn load(files: &[PathBuf]) -> Result<Self, Failure> {
        let read = |path: &PathBuf| {
            let name = path.display().to_string();
            let text = input::read_file(&name)?;
            Ok(profile::from_toml(&text, &name)?)
        };
        let own: Vec<Profile> = files.iter().map(read).collect::<Result<_, Failure>>()?;
        Ok(Profiles { own: own.leak() })
    }

    /// The caller's profiles.
    pub fn own(&self) -> &'static [Profile] {
        self.own
    }

    /// Every profile, the caller's first.
    pub fn all(&self) -> impl Iterator<Item = &'static Profile> + use<> {
        self.own.iter().chain(profile::all())
    }

    /// The profile of this name or alias.
    pub fn find(&self, name: &str) -> Result<&'static Profile, Failure> {
        let own = self.own.iter().find(|p| p.name == name || p.aliases.iter().any(|alias| alias == name));
        own.or_else(|| profile::find(name).ok()).ok_or_else(|| {
            let names = self.all().flat_map(|p| p.aliases.iter().chain([&p.name])).map(String::as_str);
            Failure::new(suggest::unknown("profile", name, names, "providers"))
        })
    }

    /// The profile of this name; for `openrouter`, the one of the model's vendor.
    pub fn find_for(&self, name: &str, model: Option<&Model>) -> Result<&'static Profile, Failure> {
        match model {
            Some(model) if name == ROUTER => Ok(model.profile()?),
            _ => self.find(name),
        }
    }

    /// The slot for tools at the endpoint whose slot for answers `profile` is; itself where no other is known.
    pub fn tool_slot(&self, profile: &'static Profile, strict: bool) -> &'static Profile {
        let Some((provider, slot)) = profile.name.split_once('/') else { return profile };
        if slot.ends_with("tool") {
            return profile;
        }
        let wanted: &[&str] = if strict { &["strict-tool", "tool"] } else { &["tool", "strict-tool"] };
        let found = wanted.iter().find_map(|slot| {
            let name = format!("{provider}/{slot}");
            self.own.iter().find(|p| p.name == name).or_else(|| profile::find(&name).ok())
        });
        found.unwrap_or(profile)
    }

    /// The profiles meant by a list of names, each once; `all` is every one.
    pub fn select(&self, names: &[String], model: Option<&Model>) -> Result<Vec<&'static Profile>, Failure> {
        let mut chosen: Vec<&Profile> = Vec::new();
        for name in names {
            let found: Vec<&'static Profile> = if name == "all" { self.all().collect() } else { vec![self.find_for(name, model)?] };
            for profile in found {
                if chosen.iter().all(|other| other.name != profile.name) {
                    chosen.push(profile);
                }
            }
        }
        Ok(chosen)
    }
}

//! `OpenRouter`: one address, many endpoints; the model's vendor decides which rules hold.

use super::{Profile, load};
use crate::error::{Error, ErrorKind};
use crate::location::Location;

/// The provider whose models decide which rules hold.
pub(super) const ROUTER: &str = "openrouter";

/// A model behind `OpenRouter`, as its slug names it: `vendor/name`, with a variant (`:free`) or without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    slug: String,
    vendor_len: usize,
}

impl Model {
    /// Reads a slug such as `anthropic/claude-sonnet-5`.
    ///
    /// # Errors
    /// [`ErrorKind::Profile`] when the vendor or the name is missing.
    pub fn parse(slug: &str) -> Result<Self, Error> {
        match slug.split_once('/') {
            Some((vendor, name)) if !vendor.is_empty() && !name.is_empty() => Ok(Model { slug: slug.to_owned(), vendor_len: vendor.len() }),
            _ => {
                let shown: String = slug.chars().take(64).collect();
                Err(Error::new(
                    ErrorKind::Profile,
                    Location::root(),
                    format!("a model behind openrouter is named vendor/name, got `{shown}`"),
                ))
            }
        }
    }

    /// The vendor, e.g. `anthropic`.
    #[must_use]
    pub fn vendor(&self) -> &str {
        &self.slug[..self.vendor_len]
    }

    /// The model's name at the vendor, variant included, e.g. `claude-sonnet-5`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.slug[self.vendor_len + 1..]
    }

    /// The rules that hold for it: the profile `openrouter/<vendor>` where there is one, else `openrouter`, which keeps
    /// to what every upstream measured so far accepts (the strict rules of `openai/response-format`).
    ///
    /// # Errors
    /// [`ErrorKind::Profile`] only if the `openrouter` profile is missing from the build.
    pub fn profile(&self) -> Result<&'static Profile, Error> {
        let wanted = self.vendor().to_ascii_lowercase();
        load::named(&format!("{ROUTER}/{wanted}")).map_or_else(|| load::find(ROUTER), Ok)
    }
}

//! The ways a schema can be given to an endpoint.

use serde::Deserialize;

use super::{Fact, Support};

/// One way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Channel {
    /// As the format of the answer.
    #[default]
    ResponseFormat,
    /// As the parameters of a tool, held to.
    StrictTool,
    /// As the parameters of a tool.
    Tool,
    /// By a library call: engines.
    Library,
}

/// Which ways there are: `enforced` where replies are held to the schema, `ignored` where it is taken without effect.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Channels {
    /// The way this profile is about.
    #[serde(default)]
    pub own: Channel,
    /// A schema as the format of the answer.
    #[serde(default)]
    pub response_format: Option<Fact<Support>>,
    /// JSON without a schema as the format of the answer.
    #[serde(default)]
    pub json_object: Option<Fact<Support>>,
    /// Tools that are held to their schema.
    #[serde(default)]
    pub strict_tool: Option<Fact<Support>>,
    /// Tools.
    #[serde(default)]
    pub tool: Option<Fact<Support>>,
    /// Tools and a format for the answer in one request.
    #[serde(default)]
    pub together: Option<Fact<Support>>,
    /// The endpoint shows the schema to the model; where it does not, it belongs into the prompt as well.
    #[serde(default)]
    pub shown: Option<Fact<bool>>,
}

impl Channels {
    /// What is known of the way this profile is about.
    #[must_use]
    pub fn of_own(&self) -> Option<&Fact<Support>> {
        match self.own {
            Channel::ResponseFormat => self.response_format.as_ref(),
            Channel::StrictTool => self.strict_tool.as_ref(),
            Channel::Tool => self.tool.as_ref(),
            Channel::Library => None,
        }
    }
}

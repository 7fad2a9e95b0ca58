//! What a provider says when it refuses a request: its error body, read as one of our kinds, with the rule and the place
//! it speaks of (S4.4).
//!
//! Texts are data (`texts.toml`), each with where it was seen. A text nobody has seen yet passes through whole.

mod body;
mod place;
mod texts;

use crate::json::Json;
use crate::location::Location;
use crate::schema::keyword::Keyword;
use place::Step;

/// What kind of refusal it is, which decides what may help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RefusalKind {
    /// A keyword, or a value of one, is not taken.
    Keyword,
    /// Something the endpoint asks for is missing, or stands where it must not.
    Shape,
    /// The root of the schema.
    Root,
    /// A `$ref`.
    Reference,
    /// A regular expression.
    Pattern,
    /// A count is over its limit.
    Limit,
    /// The schema is too much for the engine, without a number.
    Complexity,
    /// The model or endpoint takes no schema in this way.
    Channel,
    /// A schema does not go together with tools, thinking or something else in the request.
    Combination,
    /// A router knows no upstream that can do it.
    Route,
    /// A parameter of the request outside the schema.
    Parameter,
    /// The model's own answer did not fit; the request was fine.
    Reply,
    /// None of the texts that are known.
    Unknown,
}

/// What may be done about a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Remedy {
    /// Ask through the next channel: a final tool, then the prompt.
    NextChannel,
    /// Ask the model again.
    AskAgain,
    /// Change the request; asking again in the same way fails the same way.
    ChangeRequest,
    /// Not known.
    Unknown,
}

impl RefusalKind {
    /// What may be done about it.
    #[must_use]
    pub const fn remedy(self) -> Remedy {
        match self {
            RefusalKind::Keyword
            | RefusalKind::Shape
            | RefusalKind::Root
            | RefusalKind::Reference
            | RefusalKind::Pattern
            | RefusalKind::Limit
            | RefusalKind::Complexity
            | RefusalKind::Channel
            | RefusalKind::Combination
            | RefusalKind::Route => Remedy::NextChannel,
            RefusalKind::Reply => Remedy::AskAgain,
            RefusalKind::Parameter => Remedy::ChangeRequest,
            RefusalKind::Unknown => Remedy::Unknown,
        }
    }

    /// The stable name, as in JSON output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            RefusalKind::Keyword => "keyword",
            RefusalKind::Shape => "shape",
            RefusalKind::Root => "root",
            RefusalKind::Reference => "reference",
            RefusalKind::Pattern => "pattern",
            RefusalKind::Limit => "limit",
            RefusalKind::Complexity => "complexity",
            RefusalKind::Channel => "channel",
            RefusalKind::Combination => "combination",
            RefusalKind::Route => "route",
            RefusalKind::Parameter => "parameter",
            RefusalKind::Reply => "reply",
            RefusalKind::Unknown => "unknown",
        }
    }
}

/// A provider's refusal, as far as its text tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What kind it is.
    pub kind: RefusalKind,
    /// The HTTP status, if there was one.
    pub status: Option<u16>,
    /// The provider's own code, if it gives one.
    pub code: Option<String>,
    /// The provider's text, whole.
    pub message: String,
    /// Our rule for it, as `explain` takes it.
    pub rule: Option<&'static str>,
    /// The keyword it speaks of.
    pub keyword: Option<String>,
    /// The property it speaks of.
    pub property: Option<String>,
    /// The tool it speaks of: its name, or its number from 0.
    pub tool: Option<Tool>,
    /// What was counted, and the limit.
    pub counted: Option<(u64, u64)>,
    /// What to do.
    pub help: Option<&'static str>,
    /// The place in the wire schema, as the provider spells it.
    pub place: Option<String>,
    steps: Vec<Step>,
}

/// Which tool of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tool {
    /// By name.
    Name(String),
    /// By its place among the tools, from 0.
    Index(usize),
}

/// Reads an error body. `status` is the HTTP status, `profile` the name of the profile that the request was made for:
/// the texts of its provider are tried first. Bodies of routers are unwrapped.
///
/// Every body gives an answer; what is not known is [`RefusalKind::Unknown`] with the text as it came.
#[must_use]
pub fn recognize(status: Option<u16>, body: &str, profile: &str) -> Refusal {
    let error = body::read(body);
    let mut refusal = Refusal {
        kind: RefusalKind::Unknown,
        status: status.or(error.status),
        code: error.code,
        message: error.messages.first().cloned().unwrap_or_else(|| body.trim().to_owned()),
        rule: None,
        keyword: None,
        property: None,
        tool: None,
        counted: None,
        help: None,
        place: None,
        steps: Vec::new(),
    };
    let codes = refusal.code.clone();
    let candidates = error.messages.iter().chain(codes.as_ref());
    let Some((known, captures, message)) = texts::find(candidates, profile) else { return refusal };
    let group = |name: &str| captures.name(name).map(|m| m.as_str().trim()).filter(|text| !text.is_empty());
    let number = |name: &str| group(name).and_then(|text| text.parse::<u64>().ok());
    refusal.message.clone_from(message);
    refusal.kind = known.kind;
    refusal.help = Some(&known.help);
    refusal.keyword = group("keyword").map(|text| text.trim_matches(|c| "'\" ".contains(c)).to_owned()).or_else(|| known.keyword.clone());
    refusal.rule = known.rule.as_deref().or_else(|| rule_of(refusal.keyword.as_deref()?));
    refusal.property = group("property").map(str::to_owned);
    refusal.counted = number("used").zip(number("limit"));
    refusal.place = group("place").map(str::to_owned);
    refusal.steps = refusal.place.as_deref().map(place::steps).unwrap_or_default();
    refusal.tool = place::tool(message, error.param.as_deref());
    refusal
}

impl Refusal {
    /// The place in the wire schema. Gemini counts properties instead of naming them: with the wire schema they are named.
    #[must_use]
    pub fn wire_location(&self, wire_schema: Option<&Json<'_>>) -> Option<Location> {
        self.place.as_ref().map(|_| place::resolve(&self.steps, wire_schema))
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)?;
        if let Some(help) = self.help {
            write!(f, "; {help}")?;
        }
        Ok(())
    }
}

/// The rule that keeps a keyword off the wire.
fn rule_of(keyword: &str) -> Option<&'static str> {
    Some(match Keyword::from_text(keyword)? {
        Keyword::OneOf => "one-of",
        Keyword::AllOf => "all-of",
        Keyword::Not => "negation",
        Keyword::If | Keyword::Then | Keyword::Else | Keyword::DependentRequired | Keyword::DependentSchemas | Keyword::Dependencies => {
            "conditional"
        }
        Keyword::PatternProperties | Keyword::PropertyNames => "map-object",
        Keyword::AdditionalProperties | Keyword::UnevaluatedProperties => "open-object",
        Keyword::PrefixItems | Keyword::AdditionalItems | Keyword::UnevaluatedItems => "tuple",
        // A reference that leads nowhere is no rewrite of ours.
        Keyword::Ref => return None,
        Keyword::Required => "optional-property",
        Keyword::Const | Keyword::Enum => "literal",
        Keyword::Type => "type-list",
        Keyword::Format => "unsupported-format",
        Keyword::Default
        | Keyword::Examples
        | Keyword::Example
        | Keyword::Title
        | Keyword::Description
        | Keyword::ReadOnly
        | Keyword::WriteOnly
        | Keyword::Deprecated
        | Keyword::Discriminator => "annotation",
        _ => "unsupported-assertion",
    })
}

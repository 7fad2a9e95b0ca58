//! `read`: what a provider's answer holds, before any schema.

use super::jsonl::{self, Line};
use super::screen::Screen;
use super::{Exit, Failure, input};
use clap::ValueEnum;
use schema_compat::json::to_text;
use schema_compat::report;
use schema_compat::wire::{self, Hints, Protocol, Reply};
use std::borrow::Cow;

/// Print what a provider's answer holds: text, tool calls, why it ended
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The body, whole or the transcript of a stream: a file, or `-` for stdin
    #[arg(default_value = "-", value_name = "BODY", conflicts_with = "jsonl")]
    body: String,
    #[command(flatten)]
    hints: HintArgs,
    /// How to say it
    #[arg(long, value_enum, default_value_t = Format::Text, conflicts_with = "jsonl")]
    format: Format,
    /// Read the `response` of every line of a file, one JSON result a line
    #[arg(long, value_name = "FILE|-")]
    jsonl: Option<String>,
}

/// What is known of an answer beside its body.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "What is known of the answer")]
pub struct HintArgs {
    /// The protocol; without it the body tells
    #[arg(long, value_parser = protocol, value_name = "NAME")]
    protocol: Option<Protocol>,
    /// The content type
    #[arg(long, value_name = "TYPE")]
    content_type: Option<String>,
    /// The HTTP status
    #[arg(long, value_name = "CODE", value_parser = clap::value_parser!(u16).range(100..600))]
    status: Option<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
}

impl HintArgs {
    /// As the library takes them.
    pub fn hints(&self) -> Hints<'_> {
        Hints { protocol: self.protocol, content_type: self.content_type.as_deref(), status: self.status }
    }
}

fn protocol(name: &str) -> Result<Protocol, String> {
    let known = || Protocol::ALL.map(Protocol::name).join(", ");
    Protocol::from_name(name).ok_or_else(|| format!("the protocols are {}", known()))
}

/// Runs the command.
pub fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    if let Some(file) = &args.jsonl {
        return jsonl::run(file, screen, |line| each(line, &args.hints.hints()));
    }
    let reply = wire::read(&input::read_bytes(&args.body)?, &args.hints.hints());
    match args.format {
        Format::Text => screen.print(&report::reply_text(&reply, screen.paint))?,
        Format::Json => screen.line(&to_text(&report::object(report::reply_json(&reply))))?,
    }
    Ok(if is_unreadable(&reply) { Exit::Found } else { Exit::Fine })
}

/// A provider's error is something a body holds; a body that cannot be read is a failure.
fn is_unreadable(reply: &Reply) -> bool {
    reply.error.as_ref().is_some_and(|error| error.damaged)
}

fn each(line: &Line<'_>, hints: &Hints<'_>) -> jsonl::Answer {
    let text = |names: &[&str]| line.at(names).map(jsonl::said);
    let own = (text(&["protocol"]), text(&["response", "content_type"]), text(&["response", "status"]));
    let hints = Hints {
        protocol: own.0.and_then(|name| Protocol::from_name(&name)).or(hints.protocol),
        content_type: own.1.as_deref().or(hints.content_type),
        status: own.2.and_then(|status| status.parse().ok()).or(hints.status),
    };
    let reply = wire::read(&body(line), &hints);
    jsonl::Answer { failed: is_unreadable(&reply), members: report::reply_json(&reply) }
}

/// The body of a line: JSON as `body`, text as `sse` or `text`, binary as base64.
fn body<'l>(line: &Line<'l>) -> Cow<'l, [u8]> {
    if let Some(json) = line.at(&["response", "body"]) {
        return Cow::Borrowed(json.as_bytes());
    }
    if let Some(binary) = line.at(&["response", "eventstream_b64"]) {
        return Cow::Owned(base64(&jsonl::said(binary)));
    }
    match ["sse", "text"].iter().find_map(|name| line.at(&["response", name])) {
        Some(text) => Cow::Owned(jsonl::said(text).into_owned().into_bytes()),
        None => Cow::Borrowed(b""),
    }
}

/// The bytes that base64 (RFC 4648, section 4) says; what is no digit of it is passed over.
fn base64(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let (mut bytes, mut held, mut bits) = (Vec::with_capacity(text.len() / 4 * 3), 0_u32, 0);
    for digit in text.bytes().filter_map(digit) {
        held = held << 6 | u32::from(digit);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits & 0xff) as u8);
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_read() {
        assert_eq!(base64("c3VyZS4="), b"sure.");
        assert_eq!(base64("AP8+\n/w=="), [0, 0xff, 0x3e, 0xff]);
    }
}

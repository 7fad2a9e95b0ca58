//! How a body is cut into pieces: told by its first bytes, since neither what was asked for nor the content type can be
//! relied on.

use super::collect::MAX_HELD;
use super::documents::Documents;
use super::event_stream::EventStream;
use super::sse;

/// A piece of a body.
pub(super) enum Piece<'b> {
    /// One event or document. The name is empty where there is none.
    Event {
        name: &'b str,
        data: &'b str,
        /// The framing says that it is an error.
        failed: bool,
    },
    /// A whole body that is no stream and no JSON.
    Text(&'b str),
    /// What the framing cannot read.
    Damaged(&'static str),
}

/// Cuts a body into pieces.
pub(super) enum Framing {
    /// Too few bytes to tell.
    Unknown(Vec<u8>),
    Sse(sse::Parser),
    Documents(Documents),
    Frames(EventStream),
    /// An error page, a line of text.
    Text(Vec<u8>),
}

/// Most bytes of a text that is kept.
const MAX_TEXT: usize = 64 << 10;
const MARK: &[u8] = "\u{feff}".as_bytes();
const LATER: &str = "the body is longer than 16 MiB without an end";
const NO_TEXT: &str = "the body is not UTF-8";

impl Framing {
    pub fn new() -> Self {
        Framing::Unknown(Vec::new())
    }

    /// Reads more bytes.
    pub fn push(&mut self, bytes: &[u8], content_type: Option<&str>, each: &mut impl FnMut(Piece<'_>)) {
        if let Framing::Unknown(held) = self {
            // Blank lines come before bodies, to keep connections open.
            let bytes = if held.is_empty() { bytes.trim_ascii_start() } else { bytes };
            held.extend_from_slice(bytes);
            if let Some(framing) = told(held, content_type, false) {
                let held = std::mem::take(held);
                *self = framing;
                self.push(&held, content_type, each);
            }
            return;
        }
        let result = match self {
            Framing::Unknown(_) => Ok(()),
            Framing::Sse(parser) => parser.push(bytes, |event| each(event_piece(&event))).map_err(|sse::TooLong| LATER),
            Framing::Documents(documents) => documents.push(bytes, |document| each(document_piece(document))).then_some(()).ok_or(LATER),
            Framing::Frames(frames) => frames.push(bytes, |frame| {
                each(match (std::str::from_utf8(frame.payload), &frame.message) {
                    (_, Some(message)) => Piece::Event { name: &frame.name, data: message, failed: true },
                    (Ok(data), None) => Piece::Event { name: &frame.name, data, failed: frame.failed },
                    (Err(_), None) => Piece::Damaged(NO_TEXT),
                });
            }),
            Framing::Text(text) => {
                text.extend_from_slice(&bytes[..bytes.len().min(MAX_TEXT - text.len())]);
                Ok(())
            }
        };
        if let Err(fault) = result {
            each(Piece::Damaged(fault));
        }
    }

    /// The body is over. Whether it ended where a body may end.
    pub fn finish(mut self, content_type: Option<&str>, each: &mut impl FnMut(Piece<'_>)) -> bool {
        if let Framing::Unknown(held) = &self {
            let framing = told(held, content_type, true).unwrap_or(Framing::Text(Vec::new()));
            let held = held.clone();
            self = framing;
            self.push(&held, content_type, each);
        }
        match self {
            Framing::Unknown(_) => true,
            Framing::Sse(parser) => {
                parser.finish(|event| each(event_piece(&event)));
                true
            }
            Framing::Documents(documents) => {
                if documents.is_stray() {
                    each(Piece::Damaged("the body is not JSON"));
                }
                documents.is_whole()
            }
            Framing::Frames(frames) => frames.is_whole(),
            Framing::Text(text) => {
                let text = String::from_utf8_lossy(&text);
                if !text.trim().is_empty() {
                    each(Piece::Text(text.trim()));
                }
                true
            }
        }
    }
}

fn event_piece(event: &sse::Event) -> Piece<'_> {
    if event.lossy {
        return Piece::Damaged(NO_TEXT);
    }
    Piece::Event { name: &event.name, data: &event.data, failed: event.name == "error" }
}

fn document_piece(document: &[u8]) -> Piece<'_> {
    match std::str::from_utf8(document) {
        Ok(data) => Piece::Event { name: "", data, failed: false },
        Err(_) => Piece::Damaged(NO_TEXT),
    }
}

/// What the first bytes, which begin with no blank, tell; `None` while they may still be several things.
fn told(held: &[u8], content_type: Option<&str>, over: bool) -> Option<Framing> {
    let text = held.strip_prefix(MARK).unwrap_or(held).trim_ascii_start();
    match text.first() {
        None => return None,
        Some(b'{' | b'[') => return Some(Framing::Documents(Documents::default())),
        Some(0) => return Some(Framing::Frames(EventStream::default())),
        _ => {}
    }
    let line = text.iter().position(|byte| matches!(byte, b'\n' | b'\r' | b':'));
    // The longest name of a field that is known has five letters.
    if line.is_none() && text.len() < 6 && !over {
        return None;
    }
    let name = &text[..line.unwrap_or(text.len())];
    let streamed = content_type.is_some_and(|kind| kind.to_ascii_lowercase().contains("event-stream"));
    if streamed || matches!(name, b"" | b"data" | b"event" | b"id" | b"retry") {
        return Some(Framing::Sse(sse::Parser::new(MAX_HELD)));
    }
    Some(Framing::Text(Vec::new()))
}

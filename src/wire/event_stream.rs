//! Amazon's binary event stream (`application/vnd.amazon.eventstream`): frames with headers, a payload and two checksums.
//!
//! A frame is its length and that of its headers (4 bytes each, big-endian), the CRC-32 of those, headers, payload, and the
//! CRC-32 of all before it. Source: the Smithy specification, "Amazon Event Stream".

use super::collect::MAX_HELD;

/// One frame.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Frame<'b> {
    /// The header `:event-type`, or `:exception-type`, or `:error-code`.
    pub name: String,
    /// The header `:message-type` says that it is no event.
    pub failed: bool,
    /// The header `:error-message`.
    pub message: Option<String>,
    pub payload: &'b [u8],
}

/// Cuts bytes into frames.
#[derive(Debug, Default)]
pub(super) struct EventStream {
    held: Vec<u8>,
}

/// Length and checksum before the headers.
const PRELUDE: usize = 12;
const CHECKSUM: usize = 4;

impl EventStream {
    /// Reads more bytes and hands on every frame that is whole.
    ///
    /// # Errors
    /// What is wrong with the bytes; nothing after that is read.
    pub fn push(&mut self, bytes: &[u8], mut each: impl FnMut(Frame<'_>)) -> Result<(), &'static str> {
        self.held.extend_from_slice(bytes);
        let mut at = 0;
        let result = loop {
            let rest = self.held.get(at..).unwrap_or_default();
            match frame(rest) {
                Ok(None) => break Ok(()),
                Ok(Some((frame, length))) => {
                    each(frame);
                    at += length;
                }
                Err(fault) => break Err(fault),
            }
        };
        self.held.drain(..at);
        result
    }

    /// Whether the bytes ended between two frames.
    pub fn is_whole(&self) -> bool {
        self.held.is_empty()
    }
}

/// The frame that bytes begin with, if all of it is there, and its length.
fn frame(bytes: &[u8]) -> Result<Option<(Frame<'_>, usize)>, &'static str> {
    let (Some(length), Some(headers), Some(sum)) = (number(bytes, 0), number(bytes, 4), number(bytes, 8)) else { return Ok(None) };
    let (length, headers) = (length as usize, headers as usize);
    if crc32(&bytes[..8]) != sum {
        return Err("a frame's first checksum is wrong");
    }
    if length > MAX_HELD || length < PRELUDE + headers + CHECKSUM {
        return Err("a frame has no possible length");
    }
    let Some(whole) = bytes.get(..length) else { return Ok(None) };
    if number(whole, length - CHECKSUM) != Some(crc32(&whole[..length - CHECKSUM])) {
        return Err("a frame's checksum is wrong");
    }
    let mut frame = Frame { payload: &whole[PRELUDE + headers..length - CHECKSUM], ..Frame::default() };
    read_headers(&whole[PRELUDE..PRELUDE + headers], &mut frame).ok_or("a frame's headers cannot be read")?;
    Ok(Some((frame, length)))
}

/// Reads the headers that matter. Every header has a name, a type and a value whose length the type gives.
fn read_headers(mut bytes: &[u8], frame: &mut Frame<'_>) -> Option<()> {
    while let Some((length, rest)) = bytes.split_first() {
        let (name, rest) = rest.split_at_checked(usize::from(*length))?;
        let (kind, rest) = rest.split_first()?;
        let (length, rest) = match kind {
            0 | 1 => (0, rest),
            2 => (1, rest),
            3 => (2, rest),
            4 => (4, rest),
            5 | 8 => (8, rest),
            6 | 7 => (usize::from(u16::from_be_bytes(*rest.first_chunk::<2>()?)), &rest[2..]),
            9 => (16, rest),
            _ => return None,
        };
        let (value, rest) = rest.split_at_checked(length)?;
        bytes = rest;
        let text = std::str::from_utf8(value).ok();
        match (name, text) {
            (b":event-type" | b":exception-type" | b":error-code", Some(text)) => text.clone_into(&mut frame.name),
            (b":message-type", Some(text)) => frame.failed = text != "event",
            (b":error-message", Some(text)) => frame.message = Some(text.to_owned()),
            _ => {}
        }
    }
    Some(())
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk::<4>().map(|bytes| u32::from_be_bytes(*bytes))
}

/// The table of CRC-32 as in IEEE 802.3, reflected.
const TABLE: [u32; 256] = {
    let mut table = [0_u32; 256];
    let mut byte = 0;
    while byte < 256 {
        #[expect(clippy::cast_possible_truncation, reason = "below 256")]
        let mut sum = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            sum = if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 };
            bit += 1;
        }
        table[byte] = sum;
        byte += 1;
    }
    table
};

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, byte| TABLE[usize::from(sum.to_le_bytes()[0] ^ byte)] ^ (sum >> 8))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A frame of string headers and a payload.
    pub fn build(headers: &[(&str, &str)], payload: &str) -> Vec<u8> {
        let mut head = Vec::new();
        for (name, value) in headers {
            head.push(u8::try_from(name.len()).unwrap());
            head.extend(name.bytes());
            head.push(7);
            head.extend(u16::try_from(value.len()).unwrap().to_be_bytes());
            head.extend(value.bytes());
        }
        let length = u32::try_from(PRELUDE + head.len() + payload.len() + CHECKSUM).unwrap();
        let mut frame = length.to_be_bytes().to_vec();
        frame.extend(u32::try_from(head.len()).unwrap().to_be_bytes());
        frame.extend(crc32(&frame).to_be_bytes());
        frame.extend(head);
        frame.extend(payload.bytes());
        frame.extend(crc32(&frame).to_be_bytes());
        frame
    }

    #[test]
    fn checksums_are_those_of_the_standard() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(b""), 0);
    }

    #[test]
    fn frames_are_read_in_any_chunks() {
        let one = build(&[(":message-type", "event"), (":event-type", "messageStop"), ("x", "y")], "{\"a\":1}");
        let two = build(&[(":message-type", "exception"), (":exception-type", "throttlingException")], "{}");
        let both = [one, two].concat();
        for size in [1, 7, both.len()] {
            let (mut found, mut stream) = (Vec::new(), EventStream::default());
            for chunk in both.chunks(size) {
                stream.push(chunk, |frame| found.push((frame.name, frame.failed, frame.payload.to_vec()))).unwrap();
            }
            assert!(stream.is_whole());
            let expected = [("messageStop", false, "{\"a\":1}"), ("throttlingException", true, "{}")];
            assert_eq!(found, expected.map(|(name, failed, payload)| (name.to_owned(), failed, payload.as_bytes().to_vec())));
        }
    }

    #[test]
    fn a_changed_byte_is_noticed() {
        let good = build(&[(":event-type", "metadata")], "{}");
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 4;
            let mut stream = EventStream::default();
            let read = stream.push(&bad, |_| panic!("read all the same"));
            assert!(read.is_err() || !stream.is_whole(), "byte {at}");
        }
    }
}

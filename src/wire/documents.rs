//! JSON documents one after the other: a whole body, newline-delimited JSON, or the elements of one array, which is how
//! Gemini streams without `alt=sse`. Only brackets and strings are looked at; what a document holds is for the JSON reader.

use super::collect::MAX_HELD;

/// Cuts bytes into documents.
#[derive(Debug, Default)]
pub(super) struct Documents {
    document: Vec<u8>,
    depth: usize,
    in_string: bool,
    escaped: bool,
    /// Inside an array whose elements are the documents.
    in_array: bool,
    /// Something between documents that begins none.
    stray: bool,
}

impl Documents {
    /// Reads more bytes and hands on every document that is whole; `false` when one is too long.
    pub fn push(&mut self, mut bytes: &[u8], mut each: impl FnMut(&[u8])) -> bool {
        while !bytes.is_empty() {
            if self.depth == 0 {
                bytes = self.between(bytes);
                continue;
            }
            let end = self.end(bytes);
            let (inside, rest) = bytes.split_at(end);
            if self.document.len() + inside.len() > MAX_HELD {
                return false;
            }
            self.document.extend_from_slice(inside);
            if self.depth == 0 {
                each(&self.document);
                self.document.clear();
            }
            bytes = rest;
        }
        true
    }

    /// Whether the bytes ended where documents may end, and held nothing else.
    pub fn is_whole(&self) -> bool {
        self.depth == 0 && !self.in_array && !self.stray
    }

    /// Whether something stands between documents that is none.
    pub fn is_stray(&self) -> bool {
        self.stray
    }

    /// Moves to where a document begins.
    fn between<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        for (at, byte) in bytes.iter().enumerate() {
            match byte {
                b'{' => {
                    self.depth = 1;
                    self.document.push(b'{');
                    return &bytes[at + 1..];
                }
                b'[' => self.in_array = true,
                b']' => self.in_array = false,
                // The byte order mark's bytes are taken wherever they stand.
                b' ' | b'\t' | b'\r' | b'\n' | b',' | 0xef | 0xbb | 0xbf => {}
                _ => self.stray = true,
            }
        }
        &[]
    }

    /// One past the last byte of the document, or the end of the bytes.
    fn end(&mut self, bytes: &[u8]) -> usize {
        for (at, byte) in bytes.iter().enumerate() {
            if self.escaped {
                self.escaped = false;
            } else if self.in_string {
                match byte {
                    b'\\' => self.escaped = true,
                    b'"' => self.in_string = false,
                    _ => {}
                }
            } else {
                match byte {
                    b'"' => self.in_string = true,
                    b'{' | b'[' => self.depth += 1,
                    b'}' | b']' => {
                        self.depth -= 1;
                        if self.depth == 0 {
                            return at + 1;
                        }
                    }
                    _ => {}
                }
            }
        }
        bytes.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str, size: usize) -> (Vec<String>, bool) {
        let (mut found, mut documents) = (Vec::new(), Documents::default());
        for chunk in text.as_bytes().chunks(size) {
            assert!(documents.push(chunk, |d| found.push(String::from_utf8(d.to_vec()).unwrap())));
        }
        (found, documents.is_whole())
    }

    #[test]
    fn documents_are_found_in_any_chunks() {
        for (text, expected, whole) in [
            ("\n\n  {\"a\":\"}\\\"{\"}\n", vec!["{\"a\":\"}\\\"{\"}"], true),
            ("{\"a\":[1]}\n{\"b\":{}}", vec!["{\"a\":[1]}", "{\"b\":{}}"], true),
            ("[{\"a\":1},\r\n{\"b\":2}\r\n]", vec!["{\"a\":1}", "{\"b\":2}"], true),
            ("[{\"a\":1},\r\n{\"b\":", vec!["{\"a\":1}"], false),
            ("[{\"a\":1},", vec!["{\"a\":1}"], false),
            ("{\"a\":1} oops", vec!["{\"a\":1}"], false),
        ] {
            for size in [1, 2, 3, 100] {
                assert_eq!(cut(text, size), (expected.iter().map(|s| (*s).to_owned()).collect(), whole), "{text}");
            }
        }
    }
}

//! Where something is: a JSON Pointer, and a byte range in a text.

use std::fmt::{self, Write as _};

/// A JSON Pointer (RFC 6901) into a schema or a value; the root is the empty pointer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location(String);

impl Location {
    /// The root.
    #[must_use]
    pub const fn root() -> Self {
        Location(String::new())
    }

    /// A location from a pointer's text, taken as it is.
    #[must_use]
    pub fn from_pointer(pointer: impl Into<String>) -> Self {
        Location(pointer.into())
    }

    /// The location of the member `name` below this one.
    #[must_use]
    pub fn join(&self, name: &str) -> Self {
        let mut next = self.clone();
        next.push(name);
        next
    }

    /// Steps down to the member `name`, escaping `~` and `/`.
    pub fn push(&mut self, name: &str) {
        self.0.push('/');
        if !name.contains(['~', '/']) {
            self.0.push_str(name);
            return;
        }
        for c in name.chars() {
            match c {
                '~' => self.0.push_str("~0"),
                '/' => self.0.push_str("~1"),
                c => self.0.push(c),
            }
        }
    }

    /// Steps back up to where its text was `len` bytes long.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    /// Steps down to the element `index`.
    pub fn push_index(&mut self, index: usize) {
        write!(self.0, "/{index}").expect("writing to a string");
    }

    /// The names and indices it goes down by.
    pub fn steps(&self) -> impl Iterator<Item = String> + '_ {
        self.0.split('/').skip(1).map(|step| step.replace("~1", "/").replace("~0", "~"))
    }

    /// The pointer's text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A half-open byte range in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

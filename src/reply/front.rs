//! Where the answer begins in a reply that is still being written: what stands before it is skipped, and the first
//! container that begins a line (or a fence) outside of reasoning is taken for the answer. Whether it is one is judged at
//! the end, from the whole reply.

/// Longest tag that is looked at.
const MAX_TAG: usize = 16;

/// What comes before the answer, skipped piece by piece.
#[derive(Debug)]
pub(crate) struct Front {
    at: Place,
    /// Since the last `<`, while it may become a tag.
    tag: Option<String>,
    /// Inside `<think>` or the like.
    reasoning: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Only white space on this line so far.
    LineStart,
    /// Inside a line of prose, or of a fence.
    Line,
    /// Inside the answer.
    Answer,
    /// The answer has ended.
    Behind,
}

impl Default for Front {
    fn default() -> Self {
        Front { at: Place::LineStart, tag: None, reasoning: false }
    }
}

impl Front {
    /// Reads on; `push` takes what belongs to the answer, and tells how many bytes of it did.
    pub(crate) fn feed(&mut self, text: &str, mut push: impl FnMut(&str) -> usize) {
        let mut from = 0;
        if self.at != Place::Answer {
            let Some(start) = self.skip(text) else { return };
            from = start;
        }
        let rest = &text[from..];
        if self.at == Place::Answer && push(rest) < rest.len() {
            self.at = Place::Behind;
        }
    }

    /// Where the answer begins in `text`, if it does there.
    fn skip(&mut self, text: &str) -> Option<usize> {
        for (at, char) in text.char_indices() {
            match (self.at, char) {
                (Place::Behind, _) => return None,
                (Place::LineStart, '{' | '[') if !self.reasoning => {
                    self.at = Place::Answer;
                    return Some(at);
                }
                (_, '\n' | '\r') => self.at = Place::LineStart,
                (Place::LineStart, ' ' | '\t' | '\u{feff}') => {}
                _ => self.at = Place::Line,
            }
            self.tag(char);
        }
        None
    }

    fn tag(&mut self, char: char) {
        match (&mut self.tag, char) {
            (_, '<') => self.tag = Some(String::new()),
            (Some(tag), '>') => {
                let (name, closes) = tag.strip_prefix('/').map_or((tag.as_str(), false), |name| (name, true));
                if super::candidates::REASONING.iter().any(|tag| tag.eq_ignore_ascii_case(name)) {
                    self.reasoning = !closes;
                    // What follows on the same line may be the answer.
                    if closes {
                        self.at = Place::LineStart;
                    }
                }
                self.tag = None;
            }
            (Some(tag), char) if tag.len() < MAX_TAG => tag.push(char),
            (Some(_), _) => self.tag = None,
            (None, _) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Front;

    fn answer(text: &str, size: usize) -> String {
        let (mut front, mut found, mut depth, mut done) = (Front::default(), String::new(), 0, false);
        for chunk in text.as_bytes().chunks(size) {
            front.feed(std::str::from_utf8(chunk).expect("ASCII"), |text| {
                for (at, char) in text.char_indices() {
                    if done {
                        return at;
                    }
                    found.push(char);
                    depth += i32::from(char == '{') - i32::from(char == '}');
                    done = depth == 0;
                }
                text.len()
            });
        }
        found
    }

    #[test]
    fn the_answer_is_found_whatever_stands_before_it() {
        for (text, found) in [
            ("{\"a\":{}}", "{\"a\":{}}"),
            ("  \n{} and more {}", "{}"),
            ("Here it is:\n```json\n{\"a\":1}\n```\n{}", "{\"a\":1}"),
            ("<think>\n{\"no\":1}\n</think>{\"a\":1}", "{\"a\":1}"),
            ("A set {a} in prose\n {\"a\":1}", "{\"a\":1}"),
            ("nothing at all", ""),
        ] {
            for size in [1, 2, 7, 100] {
                assert_eq!(answer(text, size), found, "{text} by {size}");
            }
        }
    }
}

//! Where in a reply an answer may stand: the whole text, fenced blocks, and every balanced span of JSON.

use crate::json::{Json, parse_prefix};

/// A piece of the reply that is JSON.
#[derive(Debug)]
pub(super) struct Candidate<'t> {
    pub json: Json<'t>,
    /// Where it begins in the reply.
    pub start: usize,
    /// Whether it stands in running text, as a quotation does, and not on lines of its own.
    pub quoted: bool,
}

/// A stretch of the reply that is worth reading, with the place it begins at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stretch<'t> {
    pub text: &'t str,
    pub start: usize,
    /// A block whose fences stand in running text.
    pub quoted: bool,
}

/// What was found in a stretch.
#[derive(Debug, Default)]
pub(super) struct Found<'t> {
    pub candidates: Vec<Candidate<'t>>,
    /// Where something begins that is not JSON, and may be almost.
    pub broken: Vec<usize>,
}

/// Bytes read in all, as a multiple of the reply's length: failed attempts count.
const MAX_READING: usize = 16;
/// Most candidates.
const MAX_CANDIDATES: usize = 64;
/// Bytes beside a candidate on its line that are looked at.
const MAX_BESIDE: usize = 4096;

/// What models think in, by the names of the tags.
pub(super) const REASONING: [&str; 6] = ["think", "thinking", "thought", "reasoning", "reflection", "scratchpad"];

/// The reply without reasoning: what stands after the last block of it. An opened block that is not closed hides
/// everything after it.
pub(super) fn without_reasoning(reply: &str) -> Stretch<'_> {
    let mut start = 0;
    let mut end = reply.len();
    let mut open: Option<usize> = None;
    let mut at = 0;
    while let Some(found) = reply[at..].find('<') {
        let tag = at + found;
        let rest = &reply[tag + 1..];
        at = tag + 1;
        if let Some((closing, length)) = reasoning_tag(rest) {
            let after = tag + 1 + length;
            match (closing, open) {
                // The template may have eaten the opener: what stands before was thought as well.
                (true, _) => {
                    start = after;
                    open = None;
                }
                (false, None) => open = Some(tag),
                (false, Some(_)) => {}
            }
            at = after;
        }
    }
    if let Some(tag) = open {
        end = tag.max(start);
    }
    // Channel tokens name what follows; the last one counts.
    let text = &reply[start..end];
    let channel = ["<|channel|>final<|message|>", "<|message|>"].iter().find_map(|token| text.rfind(token).map(|at| at + token.len()));
    let from = start + channel.unwrap_or(0);
    Stretch { text: &reply[from..end], start: from, quoted: false }
}

/// A reasoning tag after its `<`: whether it closes, and how long it is with its `>`.
fn reasoning_tag(rest: &str) -> Option<(bool, usize)> {
    let (closing, name) = match rest.strip_prefix('/') {
        Some(name) => (true, name),
        None => (false, rest),
    };
    let is = |tag: &&&str| {
        let head = name.get(..tag.len()).is_some_and(|head| head.eq_ignore_ascii_case(tag));
        head && name[tag.len()..].starts_with('>')
    };
    let tag = REASONING.iter().find(is)?;
    Some((closing, usize::from(closing) + tag.len() + 1))
}

/// The blocks between fences, outermost only: a fence is three or more backticks or tildes (two at the beginning of a
/// line), and ends at a line that begins with at least as many and nothing attached to them.
pub(super) fn fences(stretch: Stretch<'_>) -> Vec<Stretch<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<(Fence, usize)> = None;
    let mut offset = 0;
    for line in stretch.text.split_inclusive('\n') {
        match open {
            Some((fence, from)) => {
                if let Some(after) = fence.closes(line) {
                    let text = &stretch.text[from..offset];
                    blocks.push(Stretch { text, start: stretch.start + from, quoted: fence.quoted || has_words(after) });
                    open = None;
                }
            }
            None => open = Fence::opens(line).map(|fence| (fence, offset + line.len())),
        }
        offset += line.len();
    }
    if let Some((fence, from)) = open {
        blocks.push(Stretch { text: &stretch.text[from..], start: stretch.start + from, quoted: fence.quoted });
    }
    blocks
}

#[derive(Clone, Copy)]
struct Fence {
    mark: char,
    length: usize,
    /// Words stand before it on its line, and do not announce it.
    quoted: bool,
}

impl Fence {
    fn opens(line: &str) -> Option<Fence> {
        let two = || line.trim_start().starts_with("``").then(|| line.find("``")).flatten();
        let begin = line.find("```").or_else(|| line.find("~~~")).or_else(two)?;
        let mark = line[begin..].chars().next()?;
        let length = line[begin..].chars().take_while(|c| *c == mark).count();
        let info = line[begin + length..].trim();
        let before = &line[..begin];
        // Words after it that hold the mark are code in a line.
        let opens = !info.contains(mark) && info.len() <= 40;
        opens.then(|| Fence { mark, length, quoted: has_words(before) && !announces(before) })
    }

    /// What stands after the fence on a line that closes it.
    fn closes(self, line: &str) -> Option<&str> {
        let line = line.trim();
        let after = line.trim_start_matches(self.mark);
        let enough = line.len() - after.len() >= self.length * self.mark.len_utf8();
        (enough && (after.is_empty() || after.starts_with(char::is_whitespace))).then_some(after)
    }
}

/// Every span of the stretch that is JSON: an object or an array, outermost only, in order. One pass with a bound on
/// all that is read. A part of something larger that is broken is no candidate.
pub(super) fn spans(stretch: Stretch<'_>) -> Found<'_> {
    let text = stretch.text;
    let blocks = fences(stretch);
    let mut found = Found::default();
    let mut budget = text.len().saturating_mul(MAX_READING).saturating_add(1 << 16);
    let mut at = 0;
    while let Some(next) = text.get(at..).and_then(|rest| rest.find(['{', '['])) {
        let start = at + next;
        let read = match parse_prefix(&text[start..]) {
            Ok((json, length)) => {
                let place = stretch.start + start;
                let block = blocks.iter().find(|block| (block.start..block.start + block.text.len()).contains(&place));
                let quoted = is_quoted(text, start, start + length) || block.is_some_and(|block| block.quoted);
                found.candidates.push(Candidate { json, start: place, quoted });
                at = start + length;
                length
            }
            Err(fault) => {
                if found.broken.len() < MAX_CANDIDATES {
                    found.broken.push(stretch.start + start);
                }
                at = if looks_like_json(&text[start..]) { start + fault.offset.max(1) } else { start + 1 };
                fault.offset + 1
            }
        };
        budget = budget.saturating_sub(read);
        if budget == 0 || found.candidates.len() >= MAX_CANDIDATES {
            break;
        }
        // Everything after a fault inside a character would be cut.
        while !text.is_char_boundary(at) {
            at += 1;
        }
    }
    found
}

/// Whether an opening bracket begins JSON and not a piece of prose: a name and a colon, or an element.
fn looks_like_json(text: &str) -> bool {
    let inside = text[1..].trim_start();
    if text.starts_with('[') {
        return inside.starts_with(['{', '[', '"']);
    }
    let Some(name) = inside.strip_prefix('"') else { return false };
    name.find('"').is_some_and(|end| name[end + 1..].trim_start().starts_with(':'))
}

/// Whether words stand before it on its first line or after it on its last: `Answer: {...}` announces, `... {...} is what
/// it says` quotes.
fn is_quoted(text: &str, start: usize, end: usize) -> bool {
    // What stands far away on a long line is not looked at: there may be many candidates on it.
    let from = (start.saturating_sub(MAX_BESIDE)..=start).find(|at| text.is_char_boundary(*at)).unwrap_or(start);
    let to = (end..=text.len().min(end + MAX_BESIDE)).rfind(|at| text.is_char_boundary(*at)).unwrap_or(end);
    let before = text[from..start].rsplit('\n').next().unwrap_or_default();
    let after = text[end..to].split('\n').next().unwrap_or_default();
    (has_words(before) && !announces(before)) || has_words(after)
}

fn has_words(line: &str) -> bool {
    markup_removed(line).chars().any(char::is_alphanumeric)
}

fn announces(before: &str) -> bool {
    before.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '`' | '~')).ends_with(':')
}

/// The line without tags, which are no words.
fn markup_removed(line: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for c in line.chars() {
        match c {
            '<' => inside = true,
            '>' => inside = false,
            c if !inside => out.push(c),
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::to_text;

    fn all(reply: &str) -> Vec<(String, bool)> {
        spans(without_reasoning(reply)).candidates.into_iter().map(|c| (to_text(&c.json), c.quoted)).collect()
    }

    #[test]
    fn reasoning_is_left_out() {
        assert_eq!(without_reasoning("<think>{\"a\":1}</think>\n{\"a\":2}").text, "\n{\"a\":2}");
        assert_eq!(without_reasoning("maybe {\"a\":1}\n</think>{\"a\":2}").text, "{\"a\":2}");
        assert_eq!(without_reasoning("<THINKING>say {\"a\":1}, yet").text, "");
        assert_eq!(without_reasoning("{\"a\":\"<thinkpad>\"}").text, "{\"a\":\"<thinkpad>\"}");
        let channels = "<|channel|>analysis<|message|>{\"a\":1}<|end|><|channel|>final<|message|>{\"a\":2}";
        assert_eq!(without_reasoning(channels).text, "{\"a\":2}");
    }

    #[test]
    fn spans_are_whole_values_in_order() {
        assert_eq!(all("With {ship} and {day}: {\"b\":\"C4\"}"), [("{\"b\":\"C4\"}".to_owned(), false)]);
        assert_eq!(all("{\"t\":\"a}b\"} {\"t\":\"a}b\"}").len(), 2);
        assert_eq!(all("sets {1, 2} [3] here"), [("[3]".to_owned(), true)]);
        assert_eq!(all("says {\"a\":1}, which I ignore.\n{\"a\":2}\n"), [("{\"a\":1}".to_owned(), true), ("{\"a\":2}".to_owned(), false)]);
        assert_eq!(all("**Answer:** **{\"a\":1}**"), [("{\"a\":1}".to_owned(), false)]);
    }

    #[test]
    fn a_part_of_something_broken_is_no_candidate() {
        assert_eq!(all(r#"{"items":[{"id":1},{"id":2}"#), []);
        assert_eq!(all(r#"{"items":[{"id":1},{"id":2}],}"#), []);
        assert_eq!(
            all("Format: {\"a\": \"<string>\", \"n\": <integer>}\n\n{\"a\":\"x\",\"n\":1}"),
            [("{\"a\":\"x\",\"n\":1}".to_owned(), false)]
        );
        assert_eq!(
            all("He wrote ```json\n{\"m\":1}\n``` as output.\n\n{\"m\":2}"),
            [("{\"m\":1}".to_owned(), true), ("{\"m\":2}".to_owned(), false)]
        );
    }

    #[test]
    fn fences_end_at_a_line_of_their_own_length() {
        let blocks =
            |text: &str| fences(Stretch { text, start: 0, quoted: false }).into_iter().map(|s| s.text.to_owned()).collect::<Vec<_>>();
        assert_eq!(blocks("````json\n{\"a\":\"``` x\"}\n````"), ["{\"a\":\"``` x\"}\n"]);
        assert_eq!(blocks("x\n```text\n{}\n```\nso\n```json\n[]\n```\n"), ["{}\n", "[]\n"]);
        assert_eq!(blocks("``json\n[1]\n``"), ["[1]\n"]);
        assert_eq!(blocks("```json\n{\"a\":1}"), ["{\"a\":1}"]);
        assert_eq!(blocks("I set `tide` and ```code``` here {\"a\":1}"), [""; 0]);
    }

    #[test]
    fn work_is_bounded() {
        for text in ["{", "[", "{\"a\":", "[[1,", "{\"a\":[", "<think>", "```\n", "\"{"] {
            let hostile = text.repeat((1 << 20) / text.len());
            let stretch = without_reasoning(&hostile);
            let _ = (spans(stretch), fences(stretch));
        }
    }
}

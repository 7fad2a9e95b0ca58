//! Files, globs, folders and stdin to texts. Files are only ever read here.

use super::Failure;
use globset::GlobBuilder;
use ignore::WalkBuilder;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// Largest text that is read.
const MAX_BYTES: u64 = 1 << 30;

/// The text of a file, without a byte order mark.
pub fn read_file(path: &str) -> Result<String, Failure> {
    text(file_bytes(path)?).map_err(|error| Failure::new(format!("{path} cannot be read: {error}")))
}

/// What stands on stdin.
pub fn read_stdin() -> Result<String, Failure> {
    text(stdin_bytes()?).map_err(|error| Failure::new(format!("stdin cannot be read: {error}")))
}

/// The bytes of a file, or of stdin for `-`.
pub fn read_bytes(argument: &str) -> Result<Vec<u8>, Failure> {
    if argument == "-" { stdin_bytes() } else { file_bytes(argument) }
}

fn file_bytes(path: &str) -> Result<Vec<u8>, Failure> {
    let cannot = |error: &dyn std::fmt::Display| Failure::new(format!("{path} cannot be read: {error}"));
    let file = fs::File::open(path).map_err(|error| cannot(&error))?;
    if file.metadata().is_ok_and(|meta| meta.is_dir()) {
        return Err(cannot(&"it is a folder"));
    }
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|error| cannot(&error))?;
    Ok(bytes)
}

fn stdin_bytes() -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A file, `-` for stdin, or JSON written in the argument itself; with the name to show.
pub fn read_argument(argument: &str) -> Result<(String, String), Failure> {
    if argument == "-" {
        return Ok(("<stdin>".to_owned(), read_stdin()?));
    }
    if is_inline(argument) && !Path::new(argument).exists() {
        return Ok(("<argument>".to_owned(), argument.to_owned()));
    }
    Ok((argument.to_owned(), read_file(argument)?))
}

/// Refuses a command line that means stdin twice.
pub fn one_stdin(arguments: &[Option<&str>]) -> Result<(), Failure> {
    match arguments.iter().filter(|argument| **argument == Some("-")).count() {
        0 | 1 => Ok(()),
        _ => Err(Failure::new("only one of the arguments can be `-`: stdin is read once")),
    }
}

fn is_inline(argument: &str) -> bool {
    let text = argument.trim_start();
    text.starts_with(['{', '[', '"', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
        || matches!(text.trim_end(), "true" | "false" | "null")
}

fn text(bytes: Vec<u8>) -> Result<String, String> {
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!("it is larger than {MAX_BYTES} bytes"));
    }
    let mut text = String::from_utf8(bytes).map_err(|error| format!("it is not UTF-8 (byte {})", error.utf8_error().valid_up_to()))?;
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    Ok(text)
}

/// The files meant by paths, globs and folders, each once, in order; `-` stays as it is. A folder stands for the `.json`
/// files in it. What git ignores is left out of globs and folders.
pub fn expand(patterns: &[String]) -> Result<Vec<String>, Failure> {
    let mut files: Vec<String> = Vec::new();
    for pattern in patterns {
        let found = if pattern == "-" || Path::new(pattern).is_file() {
            vec![pattern.clone()]
        } else if Path::new(pattern).is_dir() {
            walk(pattern, |path| path.extension().is_some_and(|extension| extension == "json"))?
        } else if let Some(at) = pattern.find(['*', '?', '[', '{']) {
            let glob = GlobBuilder::new(pattern).literal_separator(true).build();
            let matcher = glob.map_err(|error| Failure::new(format!("{pattern:?} is no glob: {error}")))?.compile_matcher();
            let folder = pattern[..at].rfind('/').map_or(".", |slash| &pattern[..=slash]);
            if Path::new(folder).is_dir() { walk(folder, |path| matcher.is_match(path))? } else { Vec::new() }
        } else {
            // Reading it will say what is wrong.
            vec![pattern.clone()]
        };
        files.extend(found);
    }
    let mut seen = std::collections::HashSet::new();
    files.retain(|file| seen.insert(file.clone()));
    Ok(files)
}

fn walk(folder: &str, wanted: impl Fn(&Path) -> bool) -> Result<Vec<String>, Failure> {
    let mut files = Vec::new();
    for entry in WalkBuilder::new(folder).require_git(false).sort_by_file_path(Path::cmp).build() {
        let entry = entry.map_err(Failure::new)?;
        let path = if folder == "." { entry.path().strip_prefix(".").unwrap_or(entry.path()) } else { entry.path() };
        if entry.file_type().is_some_and(|kind| kind.is_file()) && wanted(path) {
            files.push(path.display().to_string());
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_in_an_argument_is_told_from_a_path() {
        assert!(is_inline(r#" {"a": 1}"#) && is_inline("-1") && is_inline("null"));
        assert!(!is_inline("notes.json") && !is_inline("./1.json") && !is_inline("```json"));
    }

    #[test]
    fn a_byte_order_mark_is_dropped_and_other_encodings_are_refused() {
        assert_eq!(text(b"\xef\xbb\xbf{}".to_vec()).unwrap(), "{}");
        assert_eq!(text(b"{\"a\":\"\xff\"}".to_vec()).unwrap_err(), "it is not UTF-8 (byte 6)");
    }
}

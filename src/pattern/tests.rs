use super::*;
use std::time::{Duration, Instant};

fn matches(source: &str, text: &str) -> bool {
    Pattern::new(source).unwrap_or_else(|e| panic!("{source}: {e}")).is_match(text)
}

pub(super) fn wire(source: &str) -> Option<String> {
    Pattern::new(source).unwrap_or_else(|e| panic!("{source}: {e}")).wire_form()
}

const SPACES: &str = "\\t-\\r \u{a0}\u{1680}\u{2000}-\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\u{feff}";

#[test]
fn wire_forms() {
    let dot = "[^\\n\\r\u{2028}\u{2029}]";
    for (source, expected) in [
        // Anchored at both ends: as it was.
        ("^[a-z]+$", "^[a-z]+$".to_owned()),
        ("^(a|b)$", "^(a|b)$".to_owned()),
        ("^(?:ab){2,3}c?d*$", "^(?:ab){2,3}c?d*$".to_owned()),
        (r"^a\.b\\$", r"^a\.b\\$".to_owned()),
        ("^[^,]*$", "^[^,]*$".to_owned()),
        ("^[*+]$", "^[*+]$".to_owned()),
        ("^äß😀$", "^äß😀$".to_owned()),
        // Open ends.
        ("", r"^[\s\S]*$".to_owned()),
        ("^", r"^[\s\S]*$".to_owned()),
        ("$", r"^[\s\S]*$".to_owned()),
        (".*", r"^[\s\S]*$".to_owned()),
        ("^.*|x$", r"^[\s\S]*$".to_owned()),
        ("a", r"^[\s\S]*a[\s\S]*$".to_owned()),
        ("^a", r"^a[\s\S]*$".to_owned()),
        ("a$", r"^[\s\S]*a$".to_owned()),
        ("^a+b{2,5}", r"^a+b{2}[\s\S]*$".to_owned()),
        ("a*b+", r"^[\s\S]*b[\s\S]*$".to_owned()),
        ("a{2,}$", r"^[\s\S]*a{2}$".to_owned()),
        ("^https?://.*", r"^https?://[\s\S]*$".to_owned()),
        // Alternatives at the top.
        ("a|b", r"^[\s\S]*(?:a|b)[\s\S]*$".to_owned()),
        ("^a|^b", r"^(?:a|b)[\s\S]*$".to_owned()),
        ("^a|b$", r"^(?:a[\s\S]*|[\s\S]*b)$".to_owned()),
        ("^a$|b", r"^(?:a|[\s\S]*b[\s\S]*)$".to_owned()),
        ("^$|^a$", "^(?:a)?$".to_owned()),
        ("^$", "^$".to_owned()),
        // Anchors inside groups move out.
        ("(^a$)|7", r"^(?:a|[\s\S]*7[\s\S]*)$".to_owned()),
        ("^([^,]|$)", r"^(?:[^,][\s\S]*)?$".to_owned()),
        ("(?:^|/)x(?:/|$)", r"^(?:x/[\s\S]*|[\s\S]*/x/[\s\S]*|x|[\s\S]*/x)$".to_owned()),
        // Shorthands are written out.
        (r"^\d+$", "^[0-9]+$".to_owned()),
        (r"^[\d_]\D$", "^[0-9_][^0-9]$".to_owned()),
        (r"^\w\W$", "^[A-Za-z0-9_][^A-Za-z0-9_]$".to_owned()),
        (r"^[\w-]$", r"^[A-Za-z0-9_\-]$".to_owned()),
        (r"^[\w.\d_]$", "^[A-Za-z0-9_.]$".to_owned()),
        (r"^\s$", format!("^[{SPACES}]$")),
        (r"^\S$", format!("^[^{SPACES}]$")),
        (r"^[^\s]$", format!("^[^{SPACES}]$")),
        (r"^[\S]$", format!("^[^{SPACES}]$")),
        (r"^[^\S]$", format!("^[{SPACES}]$")),
        (r"^[^\D5]$", "^[0-46-9]$".to_owned()),
        (r"^[\D5]$", "^[^0-46-9]$".to_owned()),
        (r"^[\s\S]$", r"^[\s\S]$".to_owned()),
        (r"^[^]$", r"^[\s\S]$".to_owned()),
        (r"^[\d\D]$", r"^[\s\S]$".to_owned()),
        ("^.$", format!("^{dot}$")),
        ("^a.+b$", format!("^a{dot}+b$")),
        // Spelling.
        (r"^\/\-\_$", "^/-_$".to_owned()),
        (r"^\u00e9\x41\u{1F600}\uD83D\uDE00$", "^éA😀😀$".to_owned()),
        (r"^\t\n\v\0\cA$", r"^\t\n\x0b\x00\x01$".to_owned()),
        (r"^[\b\]^\-]$", r"^[\x08\]\^\-]$".to_owned()),
        (r"^a{1}b{0}c{0,1}d{1,}e{0,}f{3,3}$", "^ac?d+e*f{3}$".to_owned()),
        (r"^a*?b+?$", "^a*b+$".to_owned()),
        ("^(?<year>[0-9])$", "^([0-9])$".to_owned()),
        ("^(|a)*$", "^(?:(a)?)*$".to_owned()),
        ("^(a|)$", "^(a)?$".to_owned()),
        ("^()a(?:)*$", "^a$".to_owned()),
        ("^[a&&b]$", "^[a&b]$".to_owned()),
        ("^[!-&&-z]$", "^[!-z]$".to_owned()),
        ("^[a-z--b]$", "^[a-z\\--b]$".to_owned()),
        ("^]{}$", r"^\]\{\}$".to_owned()),
        (r"^[^\ud800-\udfff]$", r"^[\s\S]$".to_owned()),
        (r"^[\w-.]$", r"^[A-Za-z0-9_\-.]$".to_owned()),
        (r"\Aa\z", "^a$".to_owned()),
    ] {
        let form = wire(source).unwrap_or_else(|| panic!("{source}"));
        assert_eq!(form, expected, "{source}");
        assert_eq!(wire(&form).as_ref(), Some(&form), "{source}");
    }
}

#[test]
fn what_is_not_sent() {
    for source in [
        "(?=a)b",
        "(?!a)b",
        "(?<=a)b",
        "(?<!a)b",
        r"(a)\1",
        r"(?<n>a)\k<n>",
        r"\bfoo\b",
        r"\B",
        r"^\p{L}+$",
        r"^[\p{L}]$",
        "(?i)a",
        "(?i:a)",
        "^[]$",
        r"^[^\s\S]$",
        r"^\uD800$",
        "a^b",
        "a$b",
        "(^a)?b",
        "(a|^)*b",
        "^a{1001}$",
        "^a{0,1001}$",
        "^(a{100}){101}$",
        "^(?:(?:a{50}){50}){50}$",
        "(?:^|a)(?:^|b)(?:^|c)(?:^|d)(?:^|e)(?:^|f)(?:^|g)h",
    ] {
        assert_eq!(wire(source), None, "{source}");
    }
    assert!(wire(&"(^)".repeat(10_000)).is_none());
    assert!(wire(&"a|".repeat(5_000)).is_some());
}

#[test]
fn errors_name_the_fault() {
    use PatternErrorKind::*;
    for (source, kind, offset) in [
        ("(a", UnclosedGroup, 0),
        ("a)", UnopenedGroup, 1),
        ("(?~a)", UnknownGroup, 2),
        ("(?<>a)", GroupName, 3),
        ("(?<a", GroupName, 3),
        ("x[a", UnclosedClass, 1),
        ("[", UnclosedClass, 0),
        ("[z-a]", ClassRange, 2),
        ("*a", NothingToRepeat, 0),
        ("a**", NothingToRepeat, 2),
        ("^*", NothingToRepeat, 1),
        ("a{2,1}", RepeatRange, 1),
        ("\\", Escape, 1),
        (r"\y", Escape, 1),
        (r"\u12", Escape, 1),
        (r"\u{110000}", Escape, 1),
        (r"\01", Escape, 1),
        (r"\p{Nope}", Property, 1),
        (r"\p{L", Property, 1),
        (r"\1", BackReference, 1),
        (r"\k<a>", BackReference, 1),
    ] {
        let error = Pattern::new(source).unwrap_err();
        assert_eq!((error.kind, error.offset), (kind, offset), "{source}");
    }
    assert_eq!(Pattern::new("(a").unwrap_err().to_string(), "a group is not closed at byte 0");
    assert_eq!(Pattern::new(&"(".repeat(100_000)).unwrap_err().kind, Length);
    assert_eq!(Pattern::new(&"(".repeat(10_000)).unwrap_err().kind, Depth);
    assert_eq!(Pattern::new(&r"\pL".repeat(101)).unwrap_err().kind, Length);
}

#[test]
fn matching_is_that_of_ecma_262() {
    for (source, yes, no) in [
        ("b", "abc", "acd"),
        ("^abc$", "abc", "abc\n"),
        (r"^\d$", "0", "\u{7c0}"),
        (r"^\w$", "a", "é"),
        (r"^\W$", "é", "a"),
        (r"^\s$", "\u{feff}", "\u{85}"),
        (r"^\S$", "\u{85}", "\u{2003}"),
        ("^.$", "😀", "\u{2028}"),
        ("^[^a]$", "\n", "a"),
        ("^[a&&b]$", "&", "c"),
        ("^[[a]$", "[", "b"),
        (r"^[\^\-\]]+$", "^-]", "a"),
        (r"\bfoo\b", "a foo!", "afoo"),
        (r"\bé", "aé", "é"),
        (r"^\p{Letter}+$", "πa", "1"),
        (r"^\P{L}\p{Zl}$", "1\u{2028}", "a\u{2028}"),
        (r"^[^\P{L}a-z]$", "É", "é1"),
        (r"^(?=[^=]+$)(?!\s+$)(.|\n)+$", "a b", "  "),
        (r"(?<=\d)x(?!\w)", "1x", "1xy"),
        (r"^(a)?\1b$", "aab", "ab?"),
        (r"^(a)?\1b$", "b", "ab"),
        (r"^(?<n>a|b)\k<n>$", "bb", "ab"),
        (r"^(?:(?<n>a)|(?<n>b))\k<n>$", "bb", "ba"),
        (r"^\k<n>(?<n>a)$", "a", "aa"),
        ("(?i:É)x", "éx", "éX"),
        ("(?i)abc", "ABC", "ab"),
        ("(?i)[^a]", "b", "A"),
        ("(?s:.)a", "\na", "a"),
        ("(?m:^)b", "a\rb", "ab"),
        (r"a(?m:$)", "a\u{2029}b", "ab"),
        ("^(?P<x>a)$", "a", "b"),
        ("^a{,2}$", "aa", "aaa"),
        (r"^\{a}$", "{a}", "a"),
        ("^()*a$", "a", "b"),
        ("^(?:|a)+$", "aa", "b"),
        (r"^(?:)*\u{61}$", "a", ""),
        ("^.{2,200000}$", "ab", "a"),
        ("x.{0,200000}", "x", "y"),
        ("^a{0,99999999999}$", "aa", "b"),
        (r"^[\ud800-\ue000]$", "\u{e000}", "a"),
        (r"^(?:\ud800|a)$", "a", "b"),
        (r"^([a-z])([a-z])\2\1$", "abba", "abab"),
        ("^(?:a|(b))*?$", "abab", "abc"),
    ] {
        assert!(matches(source, yes), "{source} {yes:?}");
        assert!(!matches(source, no), "{source} {no:?}");
    }
    assert!(!matches("[]", "") && !matches("[]", "a") && matches("^[^]$", "\n"));
}

#[test]
fn hostile_patterns_are_bounded() {
    let start = Instant::now();
    let many = "a".repeat(100_000);
    assert!(!matches("^(a+)+$", &format!("{many}b")));
    assert!(!matches(r"^(a+)+(?=b)$", &many[..1000]));
    assert!(!matches(r"^(a|a)*\1b$", &many[..10_000]));
    assert!(!matches("((a{0,1000}){0,1000}){0,1000}$b", "a"));
    assert!(!matches("(?:(?:(?:x{0,30000}){0,30000}){0,30000}(?=y))z", &many[..1000]));
    let _ = matches(r"(?=[^b]*c)[^b]*d", &many[..BACKTRACK_TEXT]);
    assert!(!matches(r"(?=a)a", &"a".repeat(BACKTRACK_TEXT + 1)));
    let nested = format!("{}a{}", "(?:".repeat(50), ")*".repeat(50));
    assert!(matches(&nested, "") && matches(&format!("(?=a){}", nested.replace('*', "")), "a"));
    for source in ["(".repeat(65_000), "[".repeat(65_000), "{".repeat(65_000), "(?:".repeat(20_000), "a{1,2}".repeat(10_000)] {
        let _ = Pattern::new(&source).map(|pattern| (pattern.wire_form(), pattern.is_match("a")));
    }
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

#[test]
fn published_cases() {
    let Ok(data) = std::env::var("SCHEMA_COMPAT_DATA") else {
        println!("skipped");
        return;
    };
    let cases = std::fs::read_to_string(format!("{data}/corpus/jsts_draft2020-12.jsonl")).unwrap();
    let mut judged = 0;
    for line in cases.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let Some(schema) = case["schema"].as_object() else {
            continue;
        };
        let plain = schema.keys().all(|key| ["$schema", "type", "pattern"].contains(&key.as_str()));
        let Some(pattern) = schema.get("pattern").filter(|_| plain).and_then(serde_json::Value::as_str) else {
            continue;
        };
        for (list, expected) in [("valid", true), ("invalid", false)] {
            for text in case[list].as_array().into_iter().flatten().filter_map(serde_json::Value::as_str) {
                assert_eq!(matches(pattern, text), expected, "{pattern} {text:?}");
                if let Some(form) = wire(pattern) {
                    assert_eq!(matches(&form, text), expected, "{form} {text:?}");
                }
                judged += 1;
            }
        }
    }
    assert!(judged > 40, "{judged}");
}

#[test]
fn corpus_patterns() {
    let Ok(data) = std::env::var("SCHEMA_COMPAT_DATA") else {
        println!("skipped");
        return;
    };
    let lines = std::fs::read_to_string(format!("{data}/corpus/sample_dev.jsonl")).unwrap();
    let mut found = Vec::new();
    for line in lines.lines() {
        // Some samples are nested deeper than our reader goes.
        let sample: serde_json::Value = serde_json::from_str(line).unwrap();
        let mut todo = vec![&sample["schema"]];
        while let Some(value) = todo.pop() {
            if let Some(pattern) = value.get("pattern").and_then(serde_json::Value::as_str) {
                found.push(pattern.to_owned());
            }
            if let Some(names) = value.get("patternProperties").and_then(serde_json::Value::as_object) {
                found.extend(names.keys().cloned());
            }
            match value {
                serde_json::Value::Array(items) => todo.extend(items),
                serde_json::Value::Object(members) => todo.extend(members.values()),
                _ => {}
            }
        }
    }
    let (mut portable, mut whole) = (0, 0);
    for source in &found {
        let pattern = Pattern::new(source).unwrap_or_else(|error| panic!("{source}: {error}"));
        assert!(!matches!(compile(source), Matcher::Broken), "{source}");
        let Some(form) = pattern.wire_form() else {
            println!("not sent: {source}");
            continue;
        };
        assert_eq!(wire(&form).as_ref(), Some(&form), "{source}");
        assert!(fancy_regex::Regex::new(&form).is_ok(), "{form}");
        portable += 1;
        whole += usize::from(!form.contains(r"[\s\S]*"));
    }
    println!("{portable} of {} can be sent, {whole} without opening an end", found.len());
    assert!(portable * 100 > found.len() * 98);
}

#[test]
fn deep_patterns_need_little_stack() {
    let nested = |open: &str, close: &str| format!("{}a{}", open.repeat(50), close.repeat(50));
    let sources = [nested("(?:b|", ")*"), nested("(?=", ")"), nested("(", "){1,2}?"), nested("(^|", "x|$)")];
    let small = std::thread::Builder::new().stack_size(512 * 1024);
    let run = move || {
        for source in sources {
            let pattern = Pattern::new(&source).unwrap();
            let _ = (pattern.is_match("aaab"), pattern.wire_form());
        }
    };
    small.spawn(run).unwrap().join().unwrap();
}

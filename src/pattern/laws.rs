//! Properties over random patterns and texts.

use super::tests::wire;
use super::*;
use proptest::prelude::*;

/// Patterns over a small alphabet, of everything that can be sent and a little more.
fn any_pattern() -> impl Strategy<Value = String> {
    let atoms = prop::sample::select(vec![
        "a", "b", "é", "\\n", "\\.", "-", ".", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "[ab]", "[^a]", "[^a\\s]", "[\\D0]", "[^\\W_]",
        "[\\s\\S]", "[a&&b]", "[a-b-]", "^", "$", "()", "[.-]", "(?:)",
    ]);
    let counts = prop::sample::select(vec!["", "", "", "*", "+", "?", "{2}", "{1,2}", "{0,1}", "{0}", "{1,}", "*?", "+?", "{1,2}?"]);
    let term = |atom: String, count: &str| {
        if atom == "^" || atom == "$" { atom } else { format!("{atom}{count}") }
    };
    let leaf = (atoms, counts.clone()).prop_map(move |(atom, count)| term(atom.to_owned(), count));
    leaf.prop_recursive(4, 24, 4, move |inner| {
        let parts = prop::collection::vec(inner, 0..4);
        prop_oneof![
            3 => parts.clone().prop_map(|parts| parts.concat()),
            2 => (parts.clone(), counts.clone()).prop_map(|(parts, count)| format!("(?:{}){count}", parts.concat())),
            1 => (parts.clone(), counts.clone()).prop_map(|(parts, count)| format!("({}){count}", parts.join("|"))),
            2 => parts.clone().prop_map(|parts| parts.join("|")),
            1 => parts.prop_map(|parts| format!("^{}$", parts.concat())),
        ]
    })
}

fn any_text() -> impl Strategy<Value = String> {
    "[ab0é. \n\r\u{2028}\u{feff}&_-]{0,6}"
}

proptest! {
    #[test]
    fn wire_forms_match_the_same_texts(source in any_pattern(), texts in prop::collection::vec(any_text(), 12)) {
        let pattern = Pattern::new(&source).unwrap();
        if let Some(form) = pattern.wire_form() {
            let search = fancy_regex::Regex::new(&form).unwrap();
            let whole = Pattern::new(&format!("^(?:{form})$")).unwrap();
            for text in &texts {
                let expected = pattern.is_match(text);
                prop_assert_eq!(search.is_match(text.as_str()).unwrap(), expected, "{} {} {:?}", source, form, text);
                prop_assert_eq!(whole.is_match(text), expected, "{} {} {:?}", source, form, text);
            }
            prop_assert_eq!(wire(&form), Some(form), "{}", source);
        }
    }

    #[test]
    fn agrees_with_the_validator_s_translation(source in any_pattern(), texts in prop::collection::vec(any_text(), 12)) {
        let pattern = Pattern::new(&source).unwrap();
        let theirs = jsonschema_regex::to_rust_regex(&source).ok().and_then(|text| fancy_regex::Regex::new(&text).ok());
        if let Some(theirs) = theirs {
            for text in &texts {
                prop_assert_eq!(pattern.is_match(text), theirs.is_match(text.as_str()).unwrap(), "{} {:?}", source, text);
            }
        }
    }

    #[test]
    fn takes_every_valid_pattern(source in "[ab01(){}\\[\\]|*+?^$.,:<>=!\\\\dDwsbBukxcp-]{0,16}", text in any_text()) {
        let ours = Pattern::new(&source);
        if jsonschema_regex::is_valid_ecma_regex(&source) {
            let unknown_property = matches!(&ours, Err(e) if e.kind == PatternErrorKind::Property);
            prop_assert!(ours.is_ok() || unknown_property, "{} {:?}", source, ours);
        }
        if let Ok(pattern) = ours {
            let _ = pattern.is_match(&text);
            if let Some(form) = pattern.wire_form() {
                prop_assert_eq!(Pattern::new(&form).unwrap().is_match(&text), pattern.is_match(&text), "{} {}", source, form);
            }
        }
    }

    #[test]
    fn nothing_panics(source in ".{0,20}", text in ".{0,10}") {
        if let Ok(pattern) = Pattern::new(&source) {
            let _ = (pattern.is_match(&text), pattern.wire_form());
        }
    }
}

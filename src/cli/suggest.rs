//! "Did you mean ...?"

/// The message for a name that is not known, with the closest names that are.
pub fn unknown<'n>(what: &str, name: &str, known: impl Iterator<Item = &'n str>, lists: &str) -> String {
    let close = closest(name, known);
    let list = if close.is_empty() { String::new() } else { format!("; did you mean {}?", close.join(" or ")) };
    format!("no {what} is called {name:?}{list}\n`schema-compat {lists}` lists them")
}

/// Up to three known names that are a slip away, or that hold the name, best first.
fn closest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let far = name.chars().count() / 3 + 1;
    let mut scored: Vec<(usize, &str)> = known
        .filter_map(|other| {
            let slips = strsim::levenshtein(name, other);
            let holds = name.len() > 2 && other.contains(name);
            (slips <= far || holds).then_some((if holds { slips.min(far) } else { slips }, other))
        })
        .collect();
    scored.sort_unstable();
    scored.dedup();
    scored.into_iter().map(|(_, other)| other).take(3).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_names_come_best_first() {
        let known = ["openai", "openai/tool", "anthropic", "gemini"];
        assert_eq!(closest("opnai", known.into_iter()), ["openai"]);
        assert_eq!(closest("openai/tol", known.into_iter()), ["openai/tool", "openai"]);
        assert_eq!(closest("claude", known.into_iter()), [""; 0]);
    }
}

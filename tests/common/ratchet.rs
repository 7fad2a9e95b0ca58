//! Counts that may get better and not worse, against a committed file.

use std::collections::BTreeMap;
use std::path::Path;

/// Counts and examples of one run.
#[derive(Default)]
pub struct Tally {
    pub counts: BTreeMap<String, u64>,
    pub listed: BTreeMap<String, Vec<String>>,
}

impl Tally {
    pub fn add(&mut self, name: &str) {
        self.add_many(name, 1);
    }

    pub fn add_many(&mut self, name: &str, more: u64) {
        *self.counts.entry(name.to_owned()).or_default() += more;
    }

    /// Counts, and keeps what it was.
    pub fn list(&mut self, name: &str, what: String) {
        self.add(name);
        self.listed.entry(name.to_owned()).or_default().push(what);
    }

    pub fn count(&self, name: &str) -> u64 {
        self.counts.get(name).copied().unwrap_or(0)
    }

    /// Prints the counts and, of each list, as many lines as `SHOW` says.
    pub fn print(&self, label: &str) {
        println!("== {label}");
        for (name, count) in &self.counts {
            println!("{count:6} {name}");
        }
        let show = std::env::var("SHOW").ok().and_then(|s| s.parse().ok()).unwrap_or(12);
        for (name, what) in &self.listed {
            println!("-- {name}");
            for line in what.iter().take(show) {
                println!("   {line}");
            }
        }
    }
}

/// Which way a count is to go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Trend {
    Up,
    Down,
    /// What there is to look at; says that the data is the same.
    Same,
}

type Counts = BTreeMap<String, BTreeMap<String, u64>>;

/// Compares the runs with the committed counts: what is worse is returned, what is better is printed. With `UPDATE=1` the
/// file is written instead.
pub fn compare(file: &str, runs: &BTreeMap<String, Tally>, trend: fn(&str) -> Trend) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file);
    let read = std::fs::read_to_string(&path).ok();
    let mut expected: Counts = read.as_deref().map_or_else(Counts::new, |text| serde_json::from_str(text).expect("counts"));
    if std::env::var_os("UPDATE").is_some() {
        for (label, tally) in runs {
            expected.insert(label.clone(), tally.counts.clone());
        }
        let text = serde_json::to_string_pretty(&expected).expect("counts");
        std::fs::write(&path, text + "\n").expect("written");
        return Vec::new();
    }
    let mut worse = Vec::new();
    for (label, tally) in runs {
        let Some(before) = expected.get(label) else {
            worse.push(format!("{label}: no counts in {file}; write them with UPDATE=1"));
            continue;
        };
        let names: std::collections::BTreeSet<&String> = before.keys().chain(tally.counts.keys()).collect();
        for name in names {
            let (was, is) = (before.get(name).copied().unwrap_or(0), tally.count(name));
            let better = match trend(name) {
                Trend::Up => is > was,
                Trend::Down => is < was,
                Trend::Same => false,
            };
            match (was == is, better) {
                (true, _) => {}
                (_, true) => println!("better: {label}: {name}: {was} -> {is}"),
                (_, false) => worse.push(format!("{label}: {name}: {was} -> {is}")),
            }
        }
    }
    worse
}

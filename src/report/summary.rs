//! Counts over many schemas.

use super::{Check, Paint, Tone, Verdict, severity_name};
use crate::finding::Severity;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Most profiles shown side by side.
const COLUMNS: usize = 4;

/// Counts for every profile, in the order the profiles were asked for.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Schemas seen, whatever became of them.
    pub schemas: usize,
    /// One for each profile.
    pub profiles: Vec<Tally>,
}

/// Counts for one profile.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The profile's name.
    pub profile: String,
    /// Schemas by verdict, in the order of [`Verdict::ALL`].
    pub verdicts: [usize; 4],
    /// Findings by severity: info, warning, error; without those that are allowed.
    pub findings: [usize; 3],
    /// Findings that the schemas' authors allow.
    pub allowed: usize,
    /// Schemas with at least one finding of a rule that is not allowed, or refused with an error kind.
    pub rules: BTreeMap<&'static str, usize>,
}

impl Summary {
    /// Counts one schema.
    pub fn add(&mut self, checks: &[Check]) {
        self.schemas += 1;
        for (i, check) in checks.iter().enumerate() {
            if self.profiles.len() <= i {
                self.profiles.push(Tally { profile: check.profile.clone(), ..Tally::default() });
            }
            let tally = &mut self.profiles[i];
            tally.verdicts[check.verdict() as usize] += 1;
            let (allowed, told): (Vec<_>, Vec<_>) = check.findings().iter().partition(|finding| finding.allowed);
            tally.allowed += allowed.len();
            for finding in &told {
                tally.findings[finding.severity as usize] += 1;
            }
            let mut rules: Vec<_> = told.iter().map(|finding| finding.rule).collect();
            rules.extend(check.result.as_ref().err().map(|error| error.kind.name()));
            rules.sort_unstable();
            rules.dedup();
            for rule in rules {
                *tally.rules.entry(rule).or_default() += 1;
            }
        }
    }

    /// How many results there are of each verdict, over all profiles.
    #[must_use]
    pub fn verdicts(&self) -> [usize; 4] {
        let mut sum = [0; 4];
        for tally in &self.profiles {
            for (total, n) in sum.iter_mut().zip(tally.verdicts) {
                *total += n;
            }
        }
        sum
    }

    /// One line: schemas, profiles, results by verdict.
    #[must_use]
    pub fn line(&self) -> String {
        let plural = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
        let verdicts = Verdict::ALL.iter().zip(self.verdicts()).filter(|(_, n)| *n > 0);
        let verdicts: Vec<_> = verdicts.map(|(verdict, n)| format!("{n} {}", verdict.name())).collect();
        let profiles = plural(self.profiles.len(), "profile");
        format!("{} under {profiles}: {}", plural(self.schemas, "schema"), verdicts.join(", "))
    }

    /// A table of verdicts for each profile, and one of rules by the number of schemas they touch.
    #[must_use]
    pub fn tables(&self, paint: Paint) -> String {
        let wide = self.profiles.iter().map(|tally| tally.profile.len()).fold("profile".len(), usize::max);
        let mut out = String::new();
        let head = format!("{:<wide$} {:>9} {:>9} {:>9} {:>9}", "profile", "exact", "widened", "narrowed", "refused");
        let _ = writeln!(out, "{}", paint.tone(Tone::Strong, &head));
        for tally in &self.profiles {
            let [exact, widened, narrowed, refused] = tally.verdicts;
            let _ = writeln!(out, "{:<wide$} {exact:>9} {widened:>9} {narrowed:>9} {refused:>9}", tally.profile);
        }
        self.rules(paint, &mut out);
        out
    }

    fn rules(&self, paint: Paint, out: &mut String) {
        // Many profiles do not fit side by side: their results are added up.
        let columns: Vec<&str> = match &self.profiles[..] {
            many if many.len() > COLUMNS => vec!["results"],
            few => few.iter().map(|tally| tally.profile.as_str()).collect(),
        };
        let mut rows: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (i, tally) in self.profiles.iter().enumerate() {
            for (rule, n) in &tally.rules {
                rows.entry(rule).or_insert_with(|| vec![0; columns.len()])[i % columns.len()] += n;
            }
        }
        if rows.is_empty() {
            return;
        }
        let mut rows: Vec<_> = rows.into_iter().collect();
        rows.sort_by_key(|(rule, counts)| (std::cmp::Reverse(counts.iter().sum::<usize>()), *rule));
        let wide = rows.iter().map(|(rule, _)| rule.len()).fold("schemas with".len(), usize::max);
        let head = columns.iter().fold(format!("{:<wide$}", "schemas with"), |head, column| head + "  " + column);
        let _ = writeln!(out, "\n{}", paint.tone(Tone::Strong, &head));
        for (rule, counts) in rows {
            let _ = write!(out, "{rule:<wide$}");
            for (column, n) in columns.iter().zip(counts) {
                let _ = write!(out, "  {n:>width$}", width = column.len());
            }
            out.push('\n');
        }
    }
}

impl Tally {
    /// Findings by severity, with their names.
    pub(super) fn severities(&self) -> impl Iterator<Item = (&'static str, usize)> {
        [Severity::Info, Severity::Warning, Severity::Error].map(severity_name).into_iter().zip(self.findings)
    }
}

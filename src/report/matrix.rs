//! Tables of schemas, or keywords, against profiles: as text, Markdown and HTML.

use super::html::{escape, page};
use super::{Check, Paint, Tone, Verdict, visible};
use crate::profile::{Profile, Support};
use crate::schema::keyword::Keyword;
use std::fmt::Write as _;

/// A table: what stands in the corner, columns, rows, what the words in it mean.
#[derive(Clone, Debug)]
pub struct Matrix {
    title: String,
    corner: &'static str,
    columns: Vec<String>,
    rows: Vec<(String, Vec<Cell>)>,
    legend: Vec<(&'static str, Tone, &'static str)>,
}

/// One cell.
#[derive(Clone, Debug)]
struct Cell {
    word: &'static str,
    tone: Tone,
    /// What is said when one asks.
    more: String,
}

impl Matrix {
    /// Schemas against profiles: how each check ended.
    #[must_use]
    pub fn of_schemas(profiles: Vec<String>) -> Self {
        let legend = Verdict::ALL.map(|verdict| (verdict.name(), verdict.into(), verdict.meaning(true))).to_vec();
        Matrix { title: "Schemas and endpoints".to_owned(), corner: "schema", columns: profiles, rows: Vec::new(), legend }
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds the row of one schema.
    pub fn add(&mut self, name: &str, checks: &[Check]) {
        let cell = |check: &Check| {
            let verdict = check.verdict();
            let more = match &check.result {
                Ok(_) => check.meaning().to_owned(),
                Err(error) => error.message.clone(),
            };
            Cell { word: verdict.name(), tone: verdict.into(), more }
        };
        self.rows.push((visible(name).into_owned(), checks.iter().map(cell).collect()));
    }

    /// Keywords against profiles: what each endpoint does with them. Keywords that all of them treat as unknown are left out.
    #[must_use]
    pub fn of_keywords(profiles: &[&Profile]) -> Self {
        let legend = vec![
            ("enforced", Tone::Good, "taken, and replies obey it"),
            ("ignored", Tone::Warning, "taken, and not enforced"),
            ("refused", Tone::Bad, "answered with an error"),
            ("unknown", Tone::Faint, "not established; never sent"),
        ];
        let cell = |profile: &&Profile, keyword: Keyword| {
            let fact = &profile.keywords[keyword as usize];
            let (word, tone) = match fact.value {
                Support::Enforced => ("enforced", Tone::Good),
                Support::Ignored => ("ignored", Tone::Warning),
                Support::Refused => ("refused", Tone::Bad),
                Support::Unknown => ("unknown", Tone::Faint),
            };
            Cell { word, tone, more: format!("{}: {}", fact.confidence.name(), fact.evidence) }
        };
        let rows = Keyword::ALL.iter().map(|keyword| {
            let cells: Vec<Cell> = profiles.iter().map(|profile| cell(profile, *keyword)).collect();
            (keyword.text().to_owned(), cells)
        });
        Matrix {
            title: "Keywords and endpoints".to_owned(),
            corner: "keyword",
            columns: profiles.iter().map(|profile| profile.name.clone()).collect(),
            rows: rows.filter(|(_, cells)| cells.iter().any(|cell| cell.word != "unknown")).collect(),
            legend,
        }
    }

    /// Columns under one another where they would be too wide side by side: each gets a letter.
    #[must_use]
    pub fn text(&self, paint: Paint) -> String {
        let mut out = String::new();
        let wide = self.rows.iter().map(|(name, _)| name.chars().count()).fold(self.corner.len(), usize::max).min(60);
        let cell = self.legend.iter().map(|(word, ..)| word.len()).max().unwrap_or_default();
        let keys: Vec<String> = (1..=self.columns.len()).map(|n| n.to_string()).collect();
        let numbered = self.columns.len() * (cell + 2) + wide > 100 || self.columns.iter().any(|name| name.len() > cell);
        let heads: &[String] = if numbered { &keys } else { &self.columns };
        if numbered {
            for (key, name) in keys.iter().zip(&self.columns) {
                let _ = writeln!(out, "{:>3}  {name}", paint.tone(Tone::Strong, key));
            }
            out.push('\n');
        }
        // With many columns a word each would not fit on a line: the first letter stands for it.
        let short = numbered && self.columns.len() * (cell + 2) + wide > 160;
        let room = if short { 2 } else { cell };
        let head = heads.iter().fold(format!("{:<wide$}", self.corner), |line, name| format!("{line}  {name:<room$}"));
        let _ = writeln!(out, "{}", paint.tone(Tone::Strong, head.trim_end()));
        for (name, cells) in &self.rows {
            let name: String = name.chars().take(wide).collect();
            let mut line = format!("{name:<wide$}");
            for cell in cells {
                let word = if short { &cell.word[..1] } else { cell.word };
                let _ = write!(line, "  {}{:pad$}", paint.tone(cell.tone, word), "", pad = room - word.len());
            }
            let _ = writeln!(out, "{}", line.trim_end());
        }
        out.push('\n');
        for (word, tone, meaning) in &self.legend {
            let word = if short { format!("{}  {word}", &word[..1]) } else { (*word).to_owned() };
            let _ = writeln!(out, "{}: {meaning}", paint.tone(*tone, &word));
        }
        out
    }

    /// A Markdown table.
    #[must_use]
    pub fn markdown(&self) -> String {
        let plain = |text: &str| text.replace('|', "\\|").replace('\n', " ");
        let mut out = format!("| {} |", self.corner);
        for name in &self.columns {
            let _ = write!(out, " {} |", plain(name));
        }
        out.push_str("\n|---|");
        out.push_str(&"---|".repeat(self.columns.len()));
        out.push('\n');
        for (name, cells) in &self.rows {
            let _ = write!(out, "| `{}` |", plain(name));
            for cell in cells {
                let _ = write!(out, " {} |", cell.word);
            }
            out.push('\n');
        }
        out.push('\n');
        for (word, _, meaning) in &self.legend {
            let _ = writeln!(out, "* {word}: {meaning}");
        }
        out
    }

    /// A page that needs nothing else.
    #[must_use]
    pub fn html(&self) -> String {
        let mut body = String::new();
        let _ = write!(body, "<h1>{}</h1><div class=\"scroll\"><table class=\"matrix\"><thead><tr><th>{}</th>", self.title, self.corner);
        for name in &self.columns {
            let _ = write!(body, "<th><span>{}</span></th>", escape(name));
        }
        body.push_str("</tr></thead><tbody>");
        for (name, cells) in &self.rows {
            let _ = write!(body, "<tr><th scope=\"row\"><code>{}</code></th>", escape(name));
            for cell in cells {
                let _ = write!(body, "<td class=\"{0}\" title=\"{1}\">{0}</td>", cell.word, escape(&cell.more));
            }
            body.push_str("</tr>");
        }
        body.push_str("</tbody></table></div><ul class=\"legend\">");
        for (word, _, meaning) in &self.legend {
            let _ = write!(body, "<li><b class=\"{word}\">{word}</b> {meaning}</li>");
        }
        body.push_str("</ul>");
        page(&self.title, &body)
    }
}

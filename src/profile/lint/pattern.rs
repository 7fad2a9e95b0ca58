//! What a regular expression uses, found by one scan over its characters.

/// A part of a regular expression that some engine refuses or reads differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternFeature {
    /// `(?=`, `(?!`, `(?<=`, `(?<!`
    LookAround,
    /// `\1`, `\k<name>`
    BackReference,
    /// `\b`, `\B`
    WordBoundary,
    /// `\p{…}`, `\P{…}`
    UnicodeClass,
    /// `*?`, `+?`, `??`, `{1,2}?`
    Lazy,
    /// `*+`, `(?>`
    Possessive,
    /// `(?<name>`, `(?P<name>`
    NamedGroup,
    /// `(?i)`, `(?i:`
    Flags,
    /// An escape that is not the same everywhere: `\A`, `\Z`, `\h`.
    Escape,
}

impl PatternFeature {
    /// Every feature.
    pub const ALL: [PatternFeature; 9] = [
        PatternFeature::LookAround,
        PatternFeature::BackReference,
        PatternFeature::WordBoundary,
        PatternFeature::UnicodeClass,
        PatternFeature::Lazy,
        PatternFeature::Possessive,
        PatternFeature::NamedGroup,
        PatternFeature::Flags,
        PatternFeature::Escape,
    ];

    /// The name in profile files and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PatternFeature::LookAround => "lookaround",
            PatternFeature::BackReference => "back-reference",
            PatternFeature::WordBoundary => "word-boundary",
            PatternFeature::UnicodeClass => "unicode-class",
            PatternFeature::Lazy => "lazy-quantifier",
            PatternFeature::Possessive => "possessive-quantifier",
            PatternFeature::NamedGroup => "named-group",
            PatternFeature::Flags => "inline-flags",
            PatternFeature::Escape => "uncommon-escape",
        }
    }
}

/// The first place where each feature is used, in order of appearance; or why it is no regular expression.
pub(super) fn scan(pattern: &str) -> Result<Vec<PatternFeature>, &'static str> {
    let mut scan = Scan { rest: pattern, found: Vec::new(), groups: 0, atom: false };
    while let Some(c) = scan.next() {
        match c {
            '\\' => scan.escape()?,
            '[' => scan.class()?,
            '(' => scan.group()?,
            ')' => {
                scan.groups = scan.groups.checked_sub(1).ok_or("a closing parenthesis too many")?;
                scan.atom = true;
            }
            '*' | '+' | '?' => scan.quantifier()?,
            '{' => {
                if let Some(length) = counted(scan.rest) {
                    scan.rest = &scan.rest[length..];
                    scan.quantifier()?;
                } else {
                    scan.atom = true;
                }
            }
            '|' | '^' | '$' => scan.atom = false,
            _ => scan.atom = true,
        }
    }
    if scan.groups > 0 {
        return Err("a group is not closed");
    }
    Ok(scan.found)
}

/// The length of `2}`, `2,}` or `2,5}` at the start of `rest`.
fn counted(rest: &str) -> Option<usize> {
    let end = rest.find('}')?;
    let inside = &rest[..end];
    let (low, high) = inside.split_once(',').unwrap_or((inside, ""));
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    (!low.is_empty() && digits(low) && digits(high)).then_some(end + 1)
}

struct Scan<'p> {
    rest: &'p str,
    found: Vec<PatternFeature>,
    groups: usize,
    /// Whether something stands before that a quantifier may repeat.
    atom: bool,
}

impl Scan<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    fn skip(&mut self, text: &str) -> bool {
        let after = self.rest.strip_prefix(text);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn note(&mut self, feature: PatternFeature) {
        if !self.found.contains(&feature) {
            self.found.push(feature);
        }
    }

    fn escape(&mut self) -> Result<(), &'static str> {
        let c = self.next().ok_or("it ends in a backslash")?;
        self.atom = true;
        match c {
            '1'..='9' | 'k' => self.note(PatternFeature::BackReference),
            'b' | 'B' => {
                self.note(PatternFeature::WordBoundary);
                self.atom = false;
            }
            'p' | 'P' => {
                self.note(PatternFeature::UnicodeClass);
                self.braces();
            }
            _ => self.plain_escape(c),
        }
        Ok(())
    }

    /// An escape that means the same inside a class and outside.
    fn plain_escape(&mut self, c: char) {
        match c {
            'u' | 'x' => self.braces(),
            'd' | 'D' | 'w' | 'W' | 's' | 'S' | 'n' | 'r' | 't' | 'f' | 'v' | '0' => {}
            'c' => _ = self.next(),
            c if c.is_ascii_alphanumeric() => self.note(PatternFeature::Escape),
            _ => {}
        }
    }

    /// Steps over `{…}` that belongs to an escape.
    fn braces(&mut self) {
        if self.rest.starts_with('{')
            && let Some(end) = self.rest.find('}')
        {
            self.rest = &self.rest[end + 1..];
        }
    }

    fn class(&mut self) -> Result<(), &'static str> {
        self.skip("^");
        // Read as an empty class by some engines, as a class that holds `]` by others.
        if self.rest.starts_with(']') {
            return Err("a character class is empty");
        }
        loop {
            match self.next().ok_or("a character class is not closed")? {
                ']' => break,
                '\\' => match self.next().ok_or("it ends in a backslash")? {
                    'p' | 'P' => {
                        self.note(PatternFeature::UnicodeClass);
                        self.braces();
                    }
                    c => self.plain_escape(c),
                },
                _ => {}
            }
        }
        self.atom = true;
        Ok(())
    }

    fn group(&mut self) -> Result<(), &'static str> {
        self.groups += 1;
        self.atom = false;
        if !self.skip("?") || self.skip(":") {
            return Ok(());
        }
        if ["=", "!", "<=", "<!"].into_iter().any(|s| self.skip(s)) {
            self.note(PatternFeature::LookAround);
        } else if self.skip("P=") {
            self.note(PatternFeature::BackReference);
        } else if ["<", "P<", "'"].into_iter().any(|s| self.skip(s)) {
            self.note(PatternFeature::NamedGroup);
            let end = self.rest.find(['>', '\'']).ok_or("the name of a group is not closed")?;
            self.rest = &self.rest[end + 1..];
        } else if self.skip(">") {
            self.note(PatternFeature::Possessive);
        } else if self.rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '-' || c == '^') {
            self.note(PatternFeature::Flags);
            self.rest = self.rest.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '-' || c == '^');
            self.skip(":");
        } else {
            return Err("a group starts with an unknown `(?`");
        }
        Ok(())
    }

    fn quantifier(&mut self) -> Result<(), &'static str> {
        if !self.atom {
            return Err("a quantifier has nothing before it");
        }
        self.atom = false;
        if self.skip("?") {
            self.note(PatternFeature::Lazy);
        } else if self.skip("+") {
            self.note(PatternFeature::Possessive);
        }
        Ok(())
    }
}

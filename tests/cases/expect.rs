//! The machine-readable part of what a case expects.

use crate::common::{list, wire_validator};
use crate::{generate, prose, wire};
use schema_compat::compat::{Outcome, OutcomeKind, Prepared};
use schema_compat::error::Error;
use schema_compat::json::{Json, parse, to_text};
use schema_compat::profile::{self, Profile};
use std::time::{Duration, Instant};

/// One case under one profile.
pub struct Trial<'c, 'p> {
    pub id: &'c str,
    pub schema: &'c str,
    pub profile: &'p Profile,
    pub input: &'c Json<'c>,
    pub prepared: Result<Prepared<'p>, Error>,
}

/// Whether our wire schema takes an instance, by another validator.
pub fn accepts(wire_schema: &str, instance: &Json<'_>) -> bool {
    let validator = wire_validator(&parse(wire_schema).expect("wire schema")).expect("wire schema compiles");
    instance.to_serde().is_ok_and(|instance| validator.is_valid(&instance))
}

impl<'c, 'p> Trial<'c, 'p> {
    pub fn new(id: &'c str, schema: &'c str, profile: &'p Profile, input: &'c Json<'c>, prepared: Result<Prepared<'p>, Error>) -> Self {
        Trial { id, schema, profile, input, prepared }
    }

    /// The wire schema; empty when there is none.
    pub fn wire(&self) -> Json<'_> {
        self.prepared.as_ref().map_or(Json::Null, |p| parse(p.wire_schema()).expect("wire schema"))
    }

    /// What is not as expected.
    pub fn judge(&self, expected: &Json<'_>) -> Vec<String> {
        if let (Err(error), Some(Json::String(kind))) = (&self.prepared, expected.get("error_alternative")) {
            let right = error.kind.name() == kind;
            return if right { Vec::new() } else { vec![format!("refused with {} {error}, {kind} is allowed", error.kind.name())] };
        }
        let choices = list(expected, "any_of");
        // A refusal is right only where one of the choices says so.
        let mut faults = if self.prepared.is_err() && !choices.is_empty() { Vec::new() } else { self.keys(expected) };
        if !choices.is_empty() {
            let verdicts: Vec<_> = choices.iter().map(|choice| self.keys(choice)).collect();
            let preferred = expected.get("preferred").is_some().then(|| verdicts.first().is_some_and(Vec::is_empty));
            if preferred == Some(false) {
                println!("{} {}: not the preferred outcome", self.id, self.profile.name);
            }
            if !verdicts.iter().any(Vec::is_empty) {
                faults.push(format!("none of the outcomes: {}", verdicts.concat().join(" | ")));
            }
        }
        if let Some(also) = expected.get("also") {
            let input = Json::Object(vec![("wire".into(), also.get("wire").expect("wire").clone())]);
            let second = Trial { input: &input, prepared: self.again(), ..*self };
            faults.extend(second.keys(also.get("expected").expect("expected")));
        }
        if let Ok(prepared) = &self.prepared {
            let violations = profile::lint(&self.wire(), self.profile);
            faults.extend(violations.iter().map(|v| format!("lint: {} {} in {}", v.location, v.message, prepared.wire_schema())));
        }
        faults.extend(prose::check(self));
        faults
    }

    /// The same preparation once more.
    pub fn again(&self) -> Result<Prepared<'p>, Error> {
        schema_compat::compat::prepare(self.schema, self.profile, &Default::default())
    }

    fn keys(&self, expected: &Json<'_>) -> Vec<String> {
        if let Some(error) = expected.get("error") {
            return self.refusal(error, expected);
        }
        let prepared = match &self.prepared {
            Ok(prepared) => prepared,
            Err(error) => return vec![format!("refused: {} {error}", error.kind.name())],
        };
        let mut faults = self.shape(prepared, expected);
        self.values(prepared, expected, &mut faults);
        if expected.get("value").is_some() || expected.get("value_text").is_some() {
            self.replies(prepared, expected, &mut faults);
        }
        faults
    }

    /// What the wire schema looks like and takes.
    fn shape(&self, prepared: &Prepared<'p>, expected: &Json<'_>) -> Vec<String> {
        let (schema, wire) = (prepared.wire_schema(), self.wire());
        let mut faults = Vec::new();
        if let Some(Json::Object(pointers)) = expected.get("pointers") {
            for (pointer, value) in pointers {
                let found = wire::at(&wire, pointer);
                if !found.is_some_and(|found| found.same(value)) {
                    faults.push(format!("{pointer} is {:?}, not {}", found.map(to_text), to_text(value)));
                }
            }
        }
        for keyword in wire::strings(expected.get("absent_keywords")) {
            if wire::nodes(&wire).iter().any(|node| node.get(keyword).is_some()) {
                faults.push(format!("{keyword} is sent: {schema}"));
            }
        }
        for (name, right) in [("wire_valid", true), ("wire_invalid", false)] {
            for instance in list(expected, name) {
                if accepts(schema, instance) != right {
                    faults.push(format!("{name}: {} by {schema}", to_text(instance)));
                }
            }
        }
        faults
    }

    /// The way there and back.
    fn values(&self, prepared: &Prepared<'p>, expected: &Json<'_>, faults: &mut Vec<String>) {
        for pair in list(expected, "decode") {
            let Json::Array(pair) = pair else { panic!("a pair") };
            let outcome = prepared.decode(&to_text(&pair[0]));
            if !outcome.value.as_deref().is_some_and(|value| parse(value).expect("decoded").same(&pair[1])) {
                faults.push(format!("{} decodes to {}", to_text(&pair[0]), tell(&outcome)));
            }
        }
        let error_at = expected.get("error_at");
        for instance in list(expected, "decode_invalid") {
            let outcome = prepared.decode(&to_text(instance));
            if outcome.kind != OutcomeKind::Invalid {
                faults.push(format!("{} must not decode, gives {}", to_text(instance), tell(&outcome)));
            } else if let Some(Json::String(path)) = error_at
                && !outcome.issues.iter().any(|issue| issue.path.as_str() == path)
            {
                faults.push(format!("the fault is at {path}, not {}", tell(&outcome)));
            }
        }
        for instance in list(expected, "wire_reject_or_decode_invalid") {
            if accepts(prepared.wire_schema(), instance) && prepared.decode(&to_text(instance)).kind == OutcomeKind::Valid {
                faults.push(format!("{} is taken by the wire schema and decodes", to_text(instance)));
            }
        }
        for value in list(expected, "decode_invalid_values") {
            let user = to_text(value);
            if prepared.encode(&user).is_ok() || prepared.decode(&user).kind == OutcomeKind::Valid {
                faults.push(format!("{user} is not the user's, yet taken"));
            }
        }
        for value in list(expected, "round_trip") {
            let user = to_text(value);
            let wire = match prepared.encode(&user) {
                Ok(wire) => wire,
                Err(error) => {
                    faults.push(format!("{user} has no wire form: {error}; {}", prepared.wire_schema()));
                    continue;
                }
            };
            if !accepts(prepared.wire_schema(), &parse(&wire).expect("encoded")) {
                faults.push(format!("{wire} is refused by {}", prepared.wire_schema()));
            }
            let outcome = prepared.decode(&wire);
            if !outcome.value.as_deref().is_some_and(|back| parse(back).expect("decoded").same(value)) {
                faults.push(format!("{user} as {wire} came back as {}", tell(&outcome)));
            }
        }
    }

    /// Every spelling of the reply gives the value, to the digit where that is asked for.
    fn replies(&self, prepared: &Prepared<'p>, expected: &Json<'_>, faults: &mut Vec<String>) {
        for reply in self.reply_texts() {
            let outcome = prepared.decode(&reply);
            let right = match (&outcome.value, expected.get("value_text"), expected.get("value")) {
                (Some(value), Some(Json::String(text)), _) => value == text,
                (Some(value), _, Some(expected)) => parse(value).expect("decoded").same(expected),
                _ => false,
            };
            if !right {
                faults.push(format!("{reply} gives {}", tell(&outcome)));
            }
        }
    }

    /// The replies of a case as text.
    fn reply_texts(&self) -> Vec<String> {
        let verbatim = |value: &Json<'_>| if let Json::String(s) = value { s.clone().into_owned() } else { panic!("a text") };
        let Json::Object(members) = self.input else { panic!("an input") };
        let mut replies = Vec::new();
        for (name, value) in members {
            match (&**name, value) {
                ("wire", value) => replies.push(to_text(value)),
                ("wires", Json::Array(values)) => replies.extend(values.iter().map(to_text)),
                ("raw" | "raw_arguments", value) => replies.push(verbatim(value)),
                ("raws", Json::Array(values)) => replies.extend(values.iter().map(verbatim)),
                ("reply_gen", _) => replies.push(generate::reply(self.id)),
                _ => {}
            }
        }
        replies
    }

    /// The schema is refused, or every reply is, in time and at the right place.
    fn refusal(&self, error: &Json<'_>, expected: &Json<'_>) -> Vec<String> {
        let part = |name: &str| if let Some(Json::String(s)) = error.get(name) { Some(&**s) } else { None };
        let kind = part("kind").expect("kind");
        if kind.starts_with("schema.") {
            return match &self.prepared {
                Ok(prepared) => vec![format!("must be refused with {kind}, is {}", prepared.wire_schema())],
                Err(found) if found.kind.name() != kind => vec![format!("refused with {} {found}, not {kind}", found.kind.name())],
                Err(found) if part("pointer").is_some_and(|pointer| pointer != found.location.as_str()) => {
                    vec![format!("refused at {}, not {:?}", found.location, part("pointer"))]
                }
                Err(_) => Vec::new(),
            };
        }
        let prepared = match &self.prepared {
            Ok(prepared) => prepared,
            Err(found) => return vec![format!("refused: {} {found}", found.kind.name())],
        };
        let mut faults = Vec::new();
        for reply in self.reply_texts() {
            let started = Instant::now();
            let outcome = prepared.decode(&reply);
            let took = started.elapsed();
            if outcome.kind != OutcomeKind::Invalid || outcome.value.is_some() {
                faults.push(format!("{reply:.200} must be refused, gives {}", tell(&outcome)));
            } else if let Some(path) = part("path")
                // Cases give the place in the user's value or in the reply.
                && !outcome.issues.iter().any(|issue| issue.path.as_str() == path || issue.wire_path.as_str() == path)
            {
                faults.push(format!("the fault is at {path}, not {}", tell(&outcome)));
            }
            if let Some(Json::Number(limit)) = expected.get("time_limit_ms")
                && took > Duration::from_millis(limit.parse().expect("milliseconds"))
            {
                faults.push(format!("took {took:?}"));
            }
        }
        faults
    }
}

/// An outcome on one line.
pub fn tell(outcome: &Outcome) -> String {
    let issues: Vec<_> = outcome.issues.iter().map(|i| format!("{}~{} {}", i.path, i.wire_path, i.message)).collect();
    format!("{} {:?} [{}]", outcome.kind.name(), outcome.value, issues.join("; "))
}

//! Reading a reply: its candidates, decoded and judged under the user's schema.

use super::echo::ECHO;
use super::{MAX_DOUBTS, MAX_REPLY, Outcome, OutcomeKind, Prepared};
use crate::codec::{self, Decoded, IssueKind, NO_ENVELOPE};
use crate::json::{Json, ParseErrorKind, to_text};
use crate::location::Location;
use crate::reply::{self, Read, Reading};
use crate::validate::Validator;

impl Prepared<'_> {
    /// Reads the text of a reply: the whole as JSON, else every piece of it that is, else what is almost JSON and has one
    /// reading (S3.1, S3.3). What was done to get to the value is in the findings.
    #[must_use]
    pub fn decode(&self, reply: &str) -> Outcome {
        self.read(reply, Reading::default())
    }

    /// As [`Prepared::decode`], told whether the reply was cut at the token limit, and whether slips are read.
    #[must_use]
    pub fn read(&self, reply: &str, how: Reading) -> Outcome {
        let mut outcome = Outcome::new(String::new());
        if reply.len() > MAX_REPLY {
            outcome.issue(Location::root(), Location::root(), format!("the reply is longer than {MAX_REPLY} bytes"));
            reply.clone_into(&mut outcome.raw);
            return outcome;
        }
        match reply::read(reply, how, |json| self.judge(json)) {
            Read::Empty => outcome.kind = OutcomeKind::Empty,
            Read::Cut => {
                outcome.kind = OutcomeKind::Truncated;
                let message = "the reply was cut at the token limit before the answer was whole; raise the limit on output tokens";
                outcome.issue(Location::root(), Location::root(), message.to_owned());
                outcome.partial = self.partial(reply);
            }
            Read::Answer(answer, remarks) => {
                outcome = answer;
                for (at, remark) in remarks.into_iter().enumerate() {
                    outcome.remark(remark.name, Location::root(), remark.message);
                    // What was done to the text comes before what was done to the value.
                    outcome.findings[at..].rotate_right(1);
                }
            }
            Read::Several(answers) => {
                outcome.kind = OutcomeKind::Ambiguous;
                let message = format!("the reply holds {} answers that differ", answers.len());
                outcome.issue(Location::root(), Location::root(), message);
                outcome.candidates = answers.into_iter().filter_map(|answer| answer.value).collect();
            }
            Read::Wrong(wrong) => outcome = wrong,
            Read::NotJson(fault) => {
                let message = match fault.kind {
                    ParseErrorKind::Depth => "the reply nests deeper than 128 levels".to_owned(),
                    _ => format!("the reply is not JSON: {fault}"),
                };
                outcome.issue(Location::root(), Location::root(), message);
            }
        }
        reply.clone_into(&mut outcome.raw);
        outcome
    }

    /// Another valid value a reply may mean, where the endpoint does not hold the model to the wire schema: with one of its
    /// boxes read as the user's own value. Its text, and the places of the box.
    fn other_reading(&self, json: &Json<'_>, decoded: &Decoded<'_>, validator: &Validator) -> Option<(String, Location, Location)> {
        if self.profile.enforced.value {
            return None;
        }
        (0..decoded.doubts.min(MAX_DOUBTS)).find_map(|number| {
            let other = self.codec.decode_but(json, &mut self.members(), Some(number));
            let (path, wire_path) = other.unopened.filter(|_| other.issues.is_empty())?;
            let valid = validator.judge(&self.schema, &other.value).is_ok_and(|faults| faults.is_empty());
            (valid && !other.value.same(&decoded.value)).then(|| (to_text(&other.value), path, wire_path))
        })
    }

    /// Decodes a JSON value and validates what comes out under the user's schema.
    pub(super) fn judge(&self, json: &Json<'_>) -> Outcome {
        let mut outcome = Outcome::new(String::new());
        self.fill(json, &mut outcome);
        outcome.quote(json);
        outcome
    }

    /// What is wrong with a reply beside the places that cannot be read: one repair is for all of it.
    fn elsewhere(&self, json: &Json<'_>, decoded: &Decoded<'_>, validator: &Validator, outcome: &mut Outcome) {
        let hopeless = |issue: &codec::Issue| matches!(issue.kind, IssueKind::Depth | IssueKind::TooAmbiguous);
        if decoded.issues.is_empty() || decoded.issues.iter().any(hopeless) {
            return;
        }
        // What was not read leaves a hole, and what is said of a hole is nothing of the model's.
        let covered = |place: &Location| {
            let below = |issue: &codec::Issue| place.as_str().strip_prefix(issue.wire_path.as_str());
            decoded.issues.iter().filter_map(below).any(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        for fault in validator.judge(&self.schema, &decoded.value).unwrap_or_default() {
            let wire_path = self.codec.wire_path(json, &fault.path);
            if !covered(&wire_path) {
                outcome.issue(fault.path, wire_path, fault.message);
            }
        }
    }

    fn fill(&self, json: &Json<'_>, outcome: &mut Outcome) {
        if self.is_echo(json) {
            outcome.issue(Location::root(), Location::root(), ECHO.to_owned());
            return;
        }
        // The model was shown the user's schema itself: what is valid as it stands is the answer.
        if self.verbatim
            && let Ok(validator) = self.validator()
            && validator.judge(&self.schema, json).is_ok_and(|faults| faults.is_empty())
        {
            outcome.kind = OutcomeKind::Valid;
            outcome.value = Some(to_text(json));
            return;
        }
        let decoded = self.codec.decode(json, &mut self.members());
        for slip in &decoded.slips {
            outcome.remark(slip.name, slip.path.clone(), slip.message.clone());
        }
        if let Some((location, count)) = &decoded.absent {
            let message = if *count == 1 {
                "a null here stands for an absent property".to_owned()
            } else {
                format!("{count} nulls, this one first, stand for absent properties")
            };
            outcome.remark(crate::rule::OPTIONAL_PROPERTY, location.clone(), message);
        }
        for issue in &decoded.issues {
            outcome.issue(issue.path.clone(), issue.wire_path.clone(), issue.message.clone());
        }
        let validator = match self.validator() {
            Ok(validator) => validator,
            Err(error) => {
                outcome.kind = OutcomeKind::Error;
                outcome.issue(error.location.clone(), Location::root(), error.message);
                return;
            }
        };
        // Without the envelope every wire form has at the root, the reply is in own shape first, and in wire form only if
        // that fails.
        if decoded.issues.is_empty()
            && decoded.opened == 0
            && decoded.slips.iter().any(|slip| slip.name == NO_ENVELOPE && slip.wire_path == Location::root())
            && validator.judge(&self.schema, json).is_ok_and(|faults| faults.is_empty())
        {
            outcome.kind = OutcomeKind::Valid;
            outcome.findings.clear();
            outcome.value = Some(to_text(json));
            return;
        }
        if decoded.issues.is_empty() {
            match validator.judge(&self.schema, &decoded.value) {
                Err(error) => {
                    outcome.issue(Location::root(), Location::root(), error.to_string());
                    return;
                }
                Ok(faults) => {
                    if faults.is_empty() {
                        if let Some((other, path, wire_path)) = self.other_reading(json, &decoded, validator) {
                            outcome.kind = OutcomeKind::Ambiguous;
                            outcome.issue(path, wire_path, "this may be a box around the value, or the value itself".to_owned());
                            outcome.candidates = vec![to_text(&decoded.value), other];
                            return;
                        }
                        if decoded.doubts > MAX_DOUBTS && !self.profile.enforced.value {
                            outcome.issue(Location::root(), Location::root(), "too ambiguous to read".to_owned());
                            return;
                        }
                        let doubtful = decoded.ties.iter().any(|t| !(t.own_shape && self.profile.enforced.value));
                        outcome.kind = if doubtful { OutcomeKind::Ambiguous } else { OutcomeKind::Valid };
                        let text = to_text(&decoded.value);
                        if doubtful {
                            for tie in &decoded.ties {
                                let message = format!("{} branches read this equally well and give different values", tie.branches.len());
                                outcome.issue(tie.path.clone(), tie.wire_path.clone(), message);
                            }
                            outcome.candidates.push(text);
                        } else {
                            outcome.value = Some(text);
                        }
                        return;
                    }
                    for fault in faults {
                        let wire_path = self.codec.wire_path(json, &fault.path);
                        outcome.issue(fault.path, wire_path, fault.message);
                    }
                }
            }
        }
        self.elsewhere(json, &decoded, validator, outcome);
        // The reply as it stands may be the user's value only if no envelope of ours was opened: user schemas are open by
        // default and would take a broken wire reply whole, envelope names included. What is wrong with it as JSON, such as
        // a name that comes twice, is wrong in any shape.
        let in_any_shape = |kind: IssueKind| matches!(kind, IssueKind::Duplicate | IssueKind::Depth | IssueKind::TooAmbiguous);
        if decoded.opened == 0
            && !decoded.issues.iter().any(|issue| in_any_shape(issue.kind))
            && validator.judge(&self.schema, json).is_ok_and(|faults| faults.is_empty())
        {
            outcome.kind = OutcomeKind::Valid;
            outcome.issues.clear();
            outcome.findings.clear();
            outcome.value = Some(to_text(json));
        }
    }
}

//! What one law is tried on: a random schema, an endpoint with options, and decisions for values.

use super::choices::Choices;
use super::json::{Value, serde, text};
use super::mutate::mutate;
use super::schemas::schema;
use super::values::sample;
use proptest::collection::vec;
use proptest::prelude::{Strategy as _, any};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use schema_compat::compat::{OpenObjects, OptionalNullable, Options, Prepared, Tuples, prepare};
use schema_compat::error::Error;
use schema_compat::finding::{Fidelity, Finding, Severity};
use schema_compat::json::Json;
use schema_compat::profile::{self, Profile};
use std::collections::BTreeMap;
use std::sync::Mutex;

pub type Verdict = Result<(), TestCaseError>;

/// A failure, unless `$holds`.
macro_rules! law {
    ($holds:expr, $($why:tt)+) => {
        if !$holds {
            return Err(proptest::test_runner::TestCaseError::fail(format!($($why)+)));
        }
    };
}
pub(crate) use law;

pub struct Case {
    pub schema: Value,
    pub text: String,
    pub profile: &'static Profile,
    pub options: Options,
    pub label: String,
    values: Vec<u16>,
}

const PROFILES: [&str; 4] = ["openai", "anthropic", "gemini-json-schema", "gemini-schema"];

/// The endpoints every law is tried on.
pub fn profiles() -> impl Iterator<Item = &'static Profile> {
    PROFILES.iter().map(|name| profile::find(name).expect("an embedded profile"))
}

fn setting(choices: &mut Choices<'_>) -> (&'static Profile, Options, String) {
    let name = choices.of(&PROFILES);
    let mut options = Options::default();
    let mut label = name.to_owned();
    match choices.pick(8) {
        4 => (options.open_objects, label) = (OpenObjects::Splice, label + " splice"),
        5 => (options.infer_type, label) = (false, label + " untyped"),
        6 => (options.optional_nullable, label) = (OptionalNullable::Box, label + " box"),
        7 => (options.tuples, label) = (Tuples::Exact, label + " exact"),
        _ => {}
    }
    if choices.once_in(6) {
        options.open_objects = OpenObjects::Splice;
        options.infer_type = false;
        options.optional_nullable = OptionalNullable::Box;
        label.push_str(" lossless");
    }
    (profile::find(name).expect("an embedded profile"), options, label)
}

/// Tries a law on random cases; `PROPTEST_CASES` sets how many, `LAWS_SEED` which.
pub fn check(name: &str, cases: u32, law: impl Fn(&Case) -> Verdict) {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(cases);
    let seed: u8 = std::env::var("LAWS_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 3000, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]));
    let strategy = (vec(any::<u16>(), 0..140), vec(any::<u16>(), 3), vec(any::<u16>(), 0..160));
    let strategy = strategy.prop_map(|(schema, setting, values)| Case::new(&schema, &setting, values));
    let outcome = runner.run(&strategy, |case| law(&case).map_err(|e| case.explain(e)));
    let counts = std::mem::take(&mut *COUNTS.lock().expect("not poisoned"));
    for ((law, what), count) in counts {
        println!("{law}: {count} {what}");
    }
    if let Err(error) = outcome {
        let error = error.to_string();
        let short = error.split("minimal failing input").next().unwrap_or_default();
        panic!("law `{name}`: {short}");
    }
}

static COUNTS: Mutex<BTreeMap<(&'static str, &'static str), u64>> = Mutex::new(BTreeMap::new());

/// Counts something that is not a failure; printed at the end of the law.
pub fn tally(law: &'static str, what: &'static str) {
    *COUNTS.lock().expect("not poisoned").entry((law, what)).or_default() += 1;
}

impl std::fmt::Debug for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.label, self.text)
    }
}

impl Case {
    fn new(decisions: &[u16], set: &[u16], values: Vec<u16>) -> Self {
        let schema = schema(&mut Choices::new(decisions));
        let (profile, options, label) = setting(&mut Choices::new(set));
        Case { text: text(&schema), schema, profile, options, label, values }
    }

    fn explain(&self, error: TestCaseError) -> TestCaseError {
        match error {
            TestCaseError::Fail(reason) => {
                TestCaseError::fail(format!("\n  setting {}\n  schema  {}\n  {reason}\n", self.label, self.text))
            }
            reject => reject,
        }
    }

    pub fn choices(&self) -> Choices<'_> {
        Choices::new(&self.values)
    }

    /// The endpoint as one that does not hold the model to the wire schema: what can be read in two ways
    /// is then in doubt.
    pub fn loose(&self) -> Profile {
        let mut profile = self.profile.clone();
        profile.enforced.value = false;
        profile
    }

    pub fn prepare(&self) -> Result<Prepared<'static>, Error> {
        prepare(&self.text, self.profile, &self.options)
    }

    /// The user's schema in a validator of its own.
    pub fn user(&self) -> Option<jsonschema::Validator> {
        compile(&self.schema)
    }

    /// Valid user values.
    pub fn valid_values(&self, user: &jsonschema::Validator, choices: &mut Choices<'_>, tries: usize) -> Vec<Value> {
        let mut values: Vec<Value> = Vec::new();
        for _ in 0..tries {
            let value = sample(&self.schema, choices);
            if accepts(user, &value) && !values.iter().any(|v| v == &value) {
                values.push(value);
            }
        }
        values
    }
}

pub fn compile(schema: &Value) -> Option<jsonschema::Validator> {
    jsonschema::options()
        .offline()
        .with_draft(jsonschema::Draft::Draft202012)
        .should_validate_formats(false)
        .build(&schema.to_serde().ok()?)
        .ok()
}

pub fn accepts(validator: &jsonschema::Validator, value: &Json<'_>) -> bool {
    value.to_serde().is_ok_and(|value| validator.is_valid(&value))
}

/// The wire schema of a rewrite, as a JSON Schema of draft 2020-12: what the dialect of the endpoint says in words of its
/// own (`nullable`, objects that are closed without saying so) is spelled out.
pub struct Wire {
    pub schema: Value,
    pub validator: jsonschema::Validator,
}

impl Wire {
    pub fn of(prepared: &Prepared<'_>) -> Result<Wire, TestCaseError> {
        let mut schema = super::json::read(prepared.wire_schema());
        spell_out(&mut schema, !prepared.profile().objects.closable.value);
        match compile(&schema) {
            Some(validator) => Ok(Wire { schema, validator }),
            None => Err(TestCaseError::fail(format!("the wire schema does not compile: {}", prepared.wire_schema()))),
        }
    }

    /// Wire values, sampled without a look at the codec.
    pub fn values(&self, choices: &mut Choices<'_>, tries: usize) -> Vec<Value> {
        (0..tries).map(|_| sample(&self.schema, choices)).filter(|v| accepts(&self.validator, v)).collect()
    }
}

fn spell_out(schema: &mut Value, close: bool) {
    let Json::Object(members) = schema else { return };
    for (name, value) in members.iter_mut() {
        match (name.as_ref(), value) {
            ("properties" | "$defs", Json::Object(children)) => children.iter_mut().for_each(|(_, v)| spell_out(v, close)),
            ("anyOf" | "prefixItems" | "allOf", Json::Array(children)) => children.iter_mut().for_each(|v| spell_out(v, close)),
            ("items" | "additionalProperties", value) => spell_out(value, close),
            _ => {}
        }
    }
    if close && members.iter().any(|(k, _)| k == "properties") {
        members.push(super::json::member("additionalProperties", Json::Bool(false)));
    }
    if let Some(at) = members.iter().position(|(k, v)| k == "nullable" && *v == Json::Bool(true)) {
        members.remove(at);
        let inner = schema.clone();
        *schema = super::json::object([("anyOf", Json::Array(vec![inner, super::json::object([("type", super::json::string("null"))])]))]);
    }
}

/// Replies of every sort: wire values, user values, and damage to both.
pub fn replies(case: &Case, wire: &Wire, user: &jsonschema::Validator, choices: &mut Choices<'_>, tries: usize) -> Vec<Value> {
    let mut out = wire.values(choices, tries);
    out.extend(case.valid_values(user, choices, tries));
    let damaged: Vec<Value> = out.iter().map(|v| mutate(v, choices)).collect();
    out.extend(damaged);
    out
}

pub fn narrowed<'f>(prepared: &'f Prepared<'_>) -> impl Iterator<Item = &'f Finding> {
    prepared.findings().iter().filter(|f| f.fidelity == Fidelity::Narrowed)
}

pub fn warned(prepared: &Prepared<'_>) -> bool {
    prepared.findings().iter().any(|f| f.severity > Severity::Info)
}

#[allow(dead_code)]
pub fn plain(value: &Value) -> serde_json::Value {
    serde(value)
}

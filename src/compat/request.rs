//! Several schemas that go out in one request: some limits hold over all of them together.

use super::{Options, Prepared, prepare};
use crate::error::{Error, ErrorKind};
use crate::location::Location;
use crate::options::Share;
use crate::profile::{Fact, Profile, Usage};

/// One schema of a request.
#[derive(Clone, Debug)]
pub struct Part<'s, 'p> {
    /// The schema as JSON text.
    pub schema: &'s str,
    /// The slot it goes into, e.g. `anthropic/strict-tool`.
    pub profile: &'p Profile,
    /// How it is rewritten; its `share` is filled in here.
    pub options: Options,
    /// Whether it is a tool's, rather than the answer's.
    pub tool: bool,
}

/// The schemas of a request, rewritten together.
#[derive(Debug)]
pub struct Request<'p> {
    /// One result for each part, in order.
    pub prepared: Vec<Result<Prepared<'p>, Error>>,
    /// What the request as a whole uses of the limits that hold over it; empty where none is known.
    pub usage: Vec<Usage>,
}

/// A limit that is shared, the share of it in the options, and what a schema uses.
type Shared = (&'static str, fn(&mut Share) -> &mut Option<u64>);

/// Limits that can be shared out.
const SHARED: [Shared; 2] =
    [("optional_properties", |share| &mut share.optional_properties), ("union_properties", |share| &mut share.union_properties)];

/// Rewrites the schemas of one request. Where they use more together than a limit over the request allows, those that use
/// most are rewritten to use less, as long as that can be done; what is still too much is seen in [`Request::usage`] and
/// [`Request::over`].
///
/// Source: Anthropic adds optional and union-typed properties up over all strict tools and the output format (profile
/// `anthropic/output-format`, `limits.per_request`).
#[must_use]
pub fn prepare_request<'p>(parts: &[Part<'_, 'p>]) -> Request<'p> {
    let mut prepared: Vec<_> = parts.iter().map(|part| prepare(part.schema, part.profile, &part.options)).collect();
    let mut usage = used(&prepared);
    let mut shares = vec![Share::default(); parts.len()];
    // Less of one limit may be more of the other, so both are looked at again, a bounded number of times.
    for _ in 0..SHARED.len() * 2 {
        let Some((name, share)) = SHARED.iter().find(|(name, _)| is_over(parts, &usage, name)) else { break };
        let Some(limit) = limit(parts, name) else { break };
        let counts: Vec<u64> = usage.iter().map(|rows| count(rows, name)).collect();
        let most = level(&counts, limit.value);
        let mut pressed = false;
        for (at, part) in parts.iter().enumerate().filter(|(at, part)| counts[*at] > most && counts_in(part, name)) {
            *share(&mut shares[at]) = Some(most);
            let options = Options { share: shares[at], ..part.options.clone() };
            // A schema that cannot do with its share keeps what it has: the request is then over the limit as a whole.
            if let Ok(less) = prepare(part.schema, part.profile, &options) {
                usage[at] = less.usage();
                prepared[at] = Ok(less);
                pressed = true;
            }
        }
        if !pressed {
            break;
        }
    }
    let usage = total(parts, &prepared, &usage);
    Request { prepared, usage }
}

impl Request<'_> {
    /// The error of a request that is over one of its limits: which, by how much, and what to do.
    #[must_use]
    pub fn over(&self) -> Option<Error> {
        let over: Vec<String> = self
            .usage
            .iter()
            .filter(|row| !row.estimate && row.used > row.limit)
            .map(|row| format!("{} {}, limit {}", row.used, row.name.replace('_', " "), row.limit))
            .collect();
        let message = format!("the schemas of the request use too much together: {}; offer fewer strict tools at a time", over.join("; "));
        (!over.is_empty()).then(|| Error::new(ErrorKind::SchemaLimit, Location::root(), message))
    }
}

fn used(prepared: &[Result<Prepared<'_>, Error>]) -> Vec<Vec<Usage>> {
    prepared.iter().map(|prepared| prepared.as_ref().map_or_else(|_| Vec::new(), Prepared::usage)).collect()
}

/// Whether a schema counts towards a limit over the request.
fn counts_in(part: &Part<'_, '_>, name: &str) -> bool {
    part.profile.limits.per_request.as_ref().is_some_and(|names| names.value.iter().any(|n| n == name))
}

fn count(rows: &[Usage], name: &str) -> u64 {
    rows.iter().find(|row| row.name == name).map_or(0, |row| row.used)
}

/// The tightest of what the parts' profiles say of a limit over the request.
fn limit<'p>(parts: &[Part<'_, 'p>], name: &str) -> Option<&'p Fact<u64>> {
    let of = |profile: &'p Profile| match name {
        "optional_properties" => profile.limits.optional_properties.as_ref(),
        "union_properties" => profile.limits.union_properties.as_ref(),
        _ => None,
    };
    parts.iter().filter(|part| counts_in(part, name)).filter_map(|part| of(part.profile)).min_by_key(|limit| limit.value)
}

fn sum(parts: &[Part<'_, '_>], usage: &[Vec<Usage>], name: &str) -> u64 {
    parts.iter().zip(usage).filter(|(part, _)| counts_in(part, name)).map(|(_, rows)| count(rows, name)).sum()
}

fn is_over(parts: &[Part<'_, '_>], usage: &[Vec<Usage>], name: &str) -> bool {
    limit(parts, name).is_some_and(|limit| sum(parts, usage, name) > limit.value)
}

/// The most that one schema may use when those that use little keep what they have and the rest share what is left.
fn level(counts: &[u64], limit: u64) -> u64 {
    let mut counts = counts.to_vec();
    counts.sort_unstable();
    let (mut left, mut others) = (limit, counts.len() as u64);
    for count in counts {
        let even = left / others.max(1);
        if count > even {
            return even;
        }
        left -= count;
        others -= 1;
    }
    left
}

/// The amounts over the whole request.
fn total(parts: &[Part<'_, '_>], prepared: &[Result<Prepared<'_>, Error>], usage: &[Vec<Usage>]) -> Vec<Usage> {
    let row = |name, used, limit: &Fact<u64>| Usage { name, used, limit: limit.value, estimate: false, evidence: limit.cite() };
    let mut rows: Vec<Usage> =
        SHARED.iter().filter_map(|(name, _)| limit(parts, name).map(|limit| row(*name, sum(parts, usage, name), limit))).collect();
    let tools = |strict: bool| {
        let goes = move |part: &&Part<'_, '_>| part.tool && (!strict || part.profile.enforced.value);
        parts.iter().zip(prepared).filter(move |(part, prepared)| goes(part) && prepared.is_ok()).map(|(part, _)| part.profile)
    };
    let strict = tools(true).filter_map(|profile| profile.limits.strict_tools.as_ref()).min_by_key(|limit| limit.value);
    rows.extend(strict.map(|limit| row("strict_tools", tools(true).count() as u64, limit)));
    let any = tools(false).filter_map(|profile| profile.limits.tools.as_ref()).min_by_key(|limit| limit.value);
    rows.extend(any.map(|limit| row("tools", tools(false).count() as u64, limit)));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::find;

    fn tool(optional: usize, required: usize) -> String {
        let name = |kind: &str, n: usize| format!(r#""{kind}{n}":{{"type":"string"}}"#);
        let properties: Vec<_> = (0..optional).map(|n| name("o", n)).chain((0..required).map(|n| name("r", n))).collect();
        let names: Vec<_> = (0..required).map(|n| format!("\"r{n}\"")).collect();
        let (properties, names) = (properties.join(","), names.join(","));
        format!(r#"{{"type":"object","properties":{{{properties}}},"required":[{names}],"additionalProperties":false}}"#)
    }

    fn parts<'s>(schemas: &'s [String], profile: &str) -> Vec<Part<'s, 'static>> {
        let profile = find(profile).expect("profile");
        let part = |schema: &'s String| Part { schema, profile, options: Options::default(), tool: true };
        schemas.iter().map(part).collect()
    }

    fn row(request: &Request<'_>, name: &str) -> (u64, u64) {
        let row = request.usage.iter().find(|row| row.name == name).unwrap_or_else(|| panic!("no {name}"));
        (row.used, row.limit)
    }

    #[test]
    fn levels_leave_the_small_ones_alone() {
        assert_eq!(level(&[1, 2, 30], 24), 21);
        assert_eq!(level(&[10, 10, 10], 24), 8);
        assert_eq!(level(&[1, 1], 24), 22);
        assert_eq!(level(&[40], 24), 24);
    }

    #[test]
    fn strict_tools_share_what_a_request_allows() {
        let schemas = vec![tool(2, 1), tool(14, 1), tool(14, 1)];
        let request = prepare_request(&parts(&schemas, "anthropic/strict-tool"));
        assert!(request.prepared.iter().all(Result::is_ok));
        assert!(request.over().is_none(), "{:?}", request.usage);
        let (used, limit) = row(&request, "optional_properties");
        assert!(used <= limit && used >= 20, "{used}");
        let first = request.prepared[0].as_ref().expect("prepared");
        assert_eq!(count(&first.usage(), "optional_properties"), 2);
        assert_eq!(row(&request, "strict_tools"), (3, 20));
    }

    #[test]
    fn what_cannot_be_shared_out_is_an_error() {
        let schemas = vec![tool(20, 1); 21];
        let request = prepare_request(&parts(&schemas, "anthropic/strict-tool"));
        let error = request.over().expect("an error");
        assert!(error.message.contains("21 strict tools, limit 20"), "{}", error.message);
    }

    #[test]
    fn limits_of_one_schema_are_not_added_up() {
        let schemas = vec![tool(3, 1), tool(3, 1)];
        let request = prepare_request(&parts(&schemas, "openai/strict-tool"));
        assert_eq!(request.usage.iter().map(|row| row.name).collect::<Vec<_>>(), ["tools"]);
        assert_eq!(row(&request, "tools"), (2, 128));
    }
}

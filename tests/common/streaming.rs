//! What holds of a reply that is read piece by piece: laws 16 and 17.

use schema_compat::codec::{Membership, Pick};
use schema_compat::compat::{OutcomeKind, Prepared, Reading};
use schema_compat::json::{Json, parse, to_text};

struct Anyone;

impl Membership for Anyone {
    fn accepts(&mut self, _: Pick, _: &Json<'_>) -> bool {
        true
    }
}

/// Whether `part` may be the beginning of `whole`: strings by prefix, arrays by length, objects by their first members.
fn begins(part: &Json<'_>, whole: &Json<'_>) -> bool {
    match (part, whole) {
        (Json::String(part), Json::String(whole)) => whole.starts_with(&**part),
        (Json::Array(part), Json::Array(whole)) => {
            part.len() <= whole.len()
                && part.iter().zip(whole).enumerate().all(|(i, (a, b))| if i + 1 == part.len() { begins(a, b) } else { a.same(b) })
        }
        (Json::Object(part), Json::Object(whole)) => {
            part.len() <= whole.len() && part.iter().zip(whole).all(|((a, x), (b, y))| a == b && begins(x, y))
        }
        _ => part.same(whole),
    }
}

/// What stands at a pointer.
fn stands<'v, 'a>(value: &'v Json<'a>, pointer: &str) -> Option<&'v Json<'a>> {
    pointer.split('/').skip(1).try_fold(value, |value, step| {
        let step = step.replace("~1", "/").replace("~0", "~");
        match value {
            Json::Array(items) => items.get(step.parse::<usize>().ok()?),
            _ => value.get(&step),
        }
    })
}

/// How a reply was streamed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Streamed {
    pub boundaries: usize,
    /// Most bytes held back at the end of a chunk.
    pub held: usize,
}

/// Streams a reply in chunks of these sizes, over and over: what is released grows, is valid JSON with its closers at every
/// boundary, and is the value of the whole in the end. `strict` is whether the reply is of the wire schema: nothing may
/// stop then.
pub fn streams(prepared: &Prepared<'_>, reply: &str, sizes: &[usize], strict: bool) -> Result<Streamed, String> {
    let whole = prepared.decode(reply);
    let value = whole.value.clone().unwrap_or_default();
    let whole_json = parse(&value).ok();
    // Where the value read from the wire form is not valid, but another reading of the reply is, that is what counts.
    let json = parse(reply).map_err(|error| error.to_string())?;
    let strict = strict && to_text(&prepared.codec().decode(&json, &mut Anyone).value) == value;
    let mut stream = prepared.stream_with(true);
    let (mut released, mut streamed, mut at, mut turn) = (String::new(), Streamed::default(), 0, 0);
    let mut last = String::from("null");
    let mut items = Vec::new();
    while at < reply.len() {
        let size = sizes[turn % sizes.len()].max(1).min(reply.len() - at);
        turn += 1;
        let delta = stream.push(&reply.as_bytes()[at..at + size]).to_owned();
        at += size;
        released.push_str(&delta);
        streamed.boundaries += 1;
        streamed.held = streamed.held.max(stream.held());
        if released != stream.released() {
            return Err(format!("deltas {released} are not what is released, {}", stream.released()));
        }
        items.extend(stream.take_items());
        // Quadratic: looked at where replies are short, else now and then.
        if reply.len() < 2000 || turn % 64 == 0 {
            let partial = stream.partial();
            let read = parse(&partial).map_err(|error| format!("after {at} bytes of {reply}: {partial} is not JSON: {error}"))?;
            let before = parse(&last).map_err(|error| error.to_string())?;
            if !matches!(before, Json::Null) && !begins(&before, &read) {
                return Err(format!("{last} became {partial}"));
            }
            if let (true, Some(whole)) = (strict && !released.is_empty(), &whole_json)
                && !begins(&read, whole)
            {
                return Err(format!("{reply}: {partial} is no beginning of {value}"));
            }
            drop((read, before));
            last = partial;
        }
    }
    let stopped = stream.stopped();
    let text = stream.released().to_owned();
    let finished = stream.finish(Reading::default());
    if finished.outcome != whole {
        return Err(format!("streamed to another outcome: {:?} instead of {whole:?}", finished.outcome));
    }
    if whole.kind != OutcomeKind::Valid {
        return Ok(streamed);
    }
    if strict && (stopped.is_some() || finished.superseded) {
        return Err(format!("{reply}: stopped by {stopped:?} after {text}, whole {value}"));
    }
    // A scalar outside of any container may be prose: it is read at the end.
    let scalar = !reply.trim_start().starts_with(['{', '[']);
    if stopped.is_none() && !finished.superseded && text != value && !(scalar && text.is_empty()) {
        return Err(format!("{reply}: released {text}, whole {value}"));
    }
    if strict && text != value {
        return Err(format!("{reply}: released {text}, whole {value}"));
    }
    for item in items {
        let element = whole_json.as_ref().and_then(|whole| stands(whole, item.path.as_str()));
        let read = parse(text.get(item.start..item.end).unwrap_or_default()).map_err(|e| format!("item {item:?} of {text}: {e}"))?;
        if !finished.superseded && !element.is_some_and(|element| element.same(&read)) {
            return Err(format!("item {item:?} of {text} is not what stands there"));
        }
    }
    Ok(streamed)
}

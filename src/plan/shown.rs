//! Defaults and examples of the user's schema, shown to the model in the shape it is to write.

use crate::codec::{Codec, CodecId, Membership, Node, Pick};
use crate::json::{Json, to_text};
use crate::rule::context::Context;
use crate::schema::Schema;
use crate::schema::arena::SchemaId;

/// Longest value that is shown.
const MAX_SHOWN: usize = 200;

struct Members<'s> {
    schema: &'s Schema,
    picks: Vec<SchemaId>,
}

impl Membership for Members<'_> {
    fn accepts(&mut self, pick: Pick, value: &Json<'_>) -> bool {
        self.picks.get(pick.0 as usize).is_some_and(|id| self.schema.accepts(*id, value))
    }
}

/// Adds the values to what is said of their nodes. A value that has no wire form (or is not valid) is left out: it would
/// teach the model a shape that is refused.
pub(super) fn spell_out(context: &mut Context<'_, '_>) {
    if context.wires.iter().all(|w| w.shown.is_empty()) {
        return;
    }
    let schema = context.schema();
    let mut members = Members { schema, picks: context.picks.clone() };
    let mut codec: Option<Codec> = None;
    for index in 0..context.wires.len() {
        let shown = std::mem::take(&mut context.wires[index].shown);
        let node = context.wires[index].codec;
        for (label, json) in shown {
            let value = schema.doc().to_json(json);
            let text = match node {
                None => Some(to_text(&value)),
                Some(id) if is_plain(context, id, &value) => Some(to_text(&value)),
                Some(id) if is_scalar(context, id) => None,
                Some(id) => {
                    let codec = codec.get_or_insert_with(|| Codec::new(context.codecs.clone(), id));
                    codec.encode_at(id, &value, &mut members).ok().map(|wire| to_text(&wire))
                }
            };
            match text {
                Some(text) if text.len() <= MAX_SHOWN => context.wires[index].told.push(format!("{label} {text}")),
                Some(_) => context.tell_unshown(json, "longer than what is shown of one value: the model does not see it"),
                None => context.tell_unshown(json, "not valid under the schema, or not sayable on the wire: it is not shown to the model"),
            }
        }
    }
}

/// A scalar whose wire form is itself.
fn is_plain(context: &Context<'_, '_>, id: CodecId, value: &Json<'_>) -> bool {
    match &context.codecs[id.0 as usize] {
        Node::Scalar(scalar) if scalar.literals.is_none() => scalar.kinds.has(value.kind()),
        Node::Scalar(scalar) => scalar.fits(value),
        Node::Verbatim => true,
        _ => false,
    }
}

/// A scalar; a value that is not plain there has no wire form.
fn is_scalar(context: &Context<'_, '_>, id: CodecId) -> bool {
    matches!(&context.codecs[id.0 as usize], Node::Scalar(_))
}

//! Literals, labels and kinds of scalars.

use super::Meeting::{self, Alike, Apart, Collide};
use crate::codec::Scalar;
use crate::json::Json;

pub(super) fn scalars(a: &Scalar, b: &Scalar) -> Meeting {
    let apart = match (a.literals(), b.literals()) {
        (Some(a), Some(b)) => !a.iter().any(|one| b.iter().any(|other| one.same(other))),
        (Some(literals), None) => literals.iter().all(|literal| b.misfits(literal)),
        (None, Some(literals)) => literals.iter().all(|literal| a.misfits(literal)),
        (None, None) => false,
    };
    if apart { Apart } else { Alike }
}

pub(super) fn labels(a: &[(Box<str>, Json<'static>)], b: &[(Box<str>, Json<'static>)]) -> Meeting {
    let mut worst = Apart;
    for (label, literal) in a {
        if let Some((_, other)) = b.iter().find(|(other, _)| other == label) {
            worst = worst.max(if literal.same(other) { Alike } else { Collide });
        }
    }
    worst
}

pub(super) fn label_scalar(table: &[(Box<str>, Json<'static>)], scalar: &Scalar) -> Meeting {
    let mut worst = Apart;
    for (label, literal) in table {
        let text = Json::String(label.to_string().into());
        if !scalar.misfits(&text) {
            worst = worst.max(if literal.same(&text) { Alike } else { Collide });
        }
    }
    worst
}

//! In-place edges: subschemas that look at the same value. They must not loop, and not multiply without bound.

use super::arena::SchemaId;
use super::parse::Schema;
use crate::error::{Error, ErrorKind};

/// Most ways from one subschema down its in-place edges; a validator walks each of them.
pub const MAX_PATHS: u64 = 100_000;
/// Longest way down in-place edges; a validator recurses along it.
pub const MAX_CHAIN: u32 = 256;

#[derive(Clone, Copy)]
enum Mark {
    New,
    Open,
    Done { paths: u64, chain: u32 },
}

impl Schema {
    /// Calls `visit` with each subschema that `id` applies to the value it is applied to itself, in a fixed order.
    pub fn in_place(&self, id: SchemaId, visit: impl FnMut(SchemaId)) {
        let Some(k) = self.keywords(id) else { return };
        let single = [k.reference, k.dynamic_reference, k.not, k.condition, k.then, k.otherwise];
        let lists = k.all_of.iter().chain(&k.any_of).chain(&k.one_of).copied();
        single.into_iter().flatten().chain(lists).chain(k.dependent_schemas.iter().map(|(_, id)| *id)).for_each(visit);
    }

    /// Refuses in-place loops and blow-ups among the subschemas.
    pub(super) fn check_loops(&self) -> Result<(), Error> {
        let mut marks = vec![Mark::New; self.len()];
        let mut open: Vec<Open> = Vec::new();
        // The edges of the open subschemas that are still to be followed, those of the innermost last.
        let mut edges: Vec<SchemaId> = Vec::new();
        for root in self.ids() {
            let mut next = Some(root);
            loop {
                if let Some(id) = next.take().filter(|id| matches!(marks[id.0 as usize], Mark::New)) {
                    marks[id.0 as usize] = Mark::Open;
                    open.push(Open { id, edges: edges.len(), paths: 0, chain: 0 });
                    self.in_place(id, |target| edges.push(target));
                }
                let Some(inner) = open.last_mut() else { break };
                if edges.len() == inner.edges {
                    marks[inner.id.0 as usize] = Mark::Done { paths: inner.paths.max(1), chain: inner.chain + 1 };
                    open.pop();
                    continue;
                }
                let Some(target) = edges.last().copied() else { break };
                match marks[target.0 as usize] {
                    Mark::New => next = Some(target),
                    Mark::Open => return Err(self.looped(inner.id, target)),
                    Mark::Done { paths, chain } => {
                        edges.pop();
                        inner.paths = inner.paths.saturating_add(paths);
                        inner.chain = inner.chain.max(chain);
                        if inner.paths > MAX_PATHS {
                            let message = format!(
                                "subschemas that apply to one value can be reached from here in {} ways or more; at most {MAX_PATHS} are checked",
                                inner.paths
                            );
                            return Err(self.fault(ErrorKind::SchemaLimit, self.sub(inner.id).json, message));
                        }
                        if inner.chain >= MAX_CHAIN {
                            let message = format!(
                                "subschemas that apply to one value lead to each other {} deep from here; at most {MAX_CHAIN} are followed",
                                inner.chain + 1
                            );
                            return Err(self.fault(ErrorKind::SchemaLimit, self.sub(inner.id).json, message));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn looped(&self, from: SchemaId, to: SchemaId) -> Error {
        let (from, to) = (self.sub(from).json, self.sub(to).json);
        let through = if from == to { String::new() } else { format!(" through `#{}`", self.doc.location(from)) };
        let message = format!(
            "the schema loops on itself without consuming anything: `#{}` applies itself to the same value again{through}",
            self.doc.location(to)
        );
        self.fault(ErrorKind::SchemaInvalid, to, message)
    }
}

/// A subschema whose in-place edges are being followed.
struct Open {
    id: SchemaId,
    /// Where its edges start.
    edges: usize,
    paths: u64,
    chain: u32,
}

#[cfg(test)]
mod tests {
    use crate::error::ErrorKind;
    use crate::schema::{ReadOptions, Schema};
    use std::fmt::Write as _;

    fn fault(text: &str) -> Option<(ErrorKind, String)> {
        Schema::parse(text, &ReadOptions::default()).err().map(|error| (error.kind, error.location.to_string()))
    }

    #[test]
    fn loops_are_refused_where_they_start() {
        let invalid = |place: &str| Some((ErrorKind::SchemaInvalid, place.to_owned()));
        assert_eq!(fault(r##"{"$ref":"#"}"##), invalid(""));
        assert_eq!(fault(r#"{"$ref":""}"#), invalid(""));
        assert_eq!(
            fault(r##"{"properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"allOf":[{"not":{"$ref":"#/$defs/A"}}]}}}"##),
            invalid("/$defs/A")
        );
        assert_eq!(fault(r##"{"properties":{"a":{"$ref":"#"}},"$defs":{"A":{"$ref":"#/$defs/A"}}}"##), None);
    }

    #[test]
    fn doubling_chains_are_cut_short() {
        let chain = |n: usize, edges: &str| {
            let mut text = String::from(r##"{"$ref":"#/$defs/d0","$defs":{"##);
            for i in 0..n {
                let edge = edges.replace('@', &format!(r##"{{"$ref":"#/$defs/d{}"}}"##, i + 1));
                write!(text, r#""d{i}":{edge},"#).unwrap();
            }
            write!(text, r#""d{n}":{{}}}}}}"#).unwrap();
            text
        };
        assert_eq!(fault(&chain(10, r#"{"allOf":[@,@]}"#)), None);
        for n in [20, 60, 100] {
            assert_eq!(fault(&chain(n, r#"{"allOf":[@,@]}"#)).unwrap().0, ErrorKind::SchemaLimit);
        }
        assert_eq!(fault(&chain(100, "@")), None);
        assert_eq!(fault(&chain(10_000, "@")).unwrap().0, ErrorKind::SchemaLimit);
    }
}

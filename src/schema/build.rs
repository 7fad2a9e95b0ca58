//! Reads text into a [`Doc`].

use super::arena::JsonId;
use super::doc::{Doc, MAX_NODES, MAX_TEXT, Marks, NONE, Node, Part, WIDE, as_u32};
use crate::error::{Error, ErrorKind};
use crate::json::{Events, Kind, MAX_DEPTH, ParseError, ParseErrorKind, parse_events};
use crate::location::{Location, Span};
use std::borrow::Cow;

/// Longest text of all documents together, in bytes.
const MAX_TOTAL_TEXT: usize = 64 << 20;

/// Up to this many members are compared pairwise to find duplicates.
const PAIRWISE: u32 = WIDE;

impl Doc {
    /// Reads a schema document.
    ///
    /// # Errors
    /// `SchemaInvalid` when the text is not JSON, `SchemaLimit` when it is too long, too deep or has too many values.
    pub fn parse(text: String) -> Result<Doc, Error> {
        check_length(&text, "the schema")?;
        let mut doc = Doc::default();
        doc.build(&text, "the schema")?;
        doc.text = text;
        Ok(doc)
    }

    /// Adds another document and returns its root.
    ///
    /// # Errors
    /// As [`Doc::parse`]; `name` says which document it is.
    pub fn append(&mut self, text: &str, name: &str) -> Result<JsonId, Error> {
        check_length(text, name)?;
        if self.text.len() + text.len() > MAX_TOTAL_TEXT {
            let message =
                format!("the schema's documents have {} bytes in all; at most {MAX_TOTAL_TEXT} are read", self.text.len() + text.len());
            return Err(Error::new(ErrorKind::SchemaLimit, Location::root(), message));
        }
        let root = self.build(text, name)?;
        self.text.push_str(text);
        Ok(root)
    }

    fn build(&mut self, text: &str, name: &str) -> Result<JsonId, Error> {
        let offset = self.text.len();
        let root = self.nodes.len();
        let mut builder = Builder::new(self, text, offset);
        parse_events(text, &mut builder).map_err(|fault| refusal(text, name, fault))?;
        builder.finish(root);
        if self.nodes.len() > MAX_NODES {
            let message = format!("{name} brings the number of JSON values to {}; at most {MAX_NODES} are read", self.nodes.len());
            return Err(Error::new(ErrorKind::SchemaLimit, Location::root(), message));
        }
        Ok(JsonId(as_u32(root)))
    }
}

struct Builder<'d, 'a> {
    doc: &'d mut Doc,
    text: &'a str,
    offset: u32,
    /// Open containers and their latest child.
    stack: Vec<(u32, u32)>,
    key: Span,
    key_side: u32,
    marks: Marks,
}

impl<'d, 'a> Builder<'d, 'a> {
    fn new(doc: &'d mut Doc, text: &'a str, offset: usize) -> Self {
        doc.nodes.reserve(text.len() / 12 + 1);
        Builder {
            doc,
            text,
            offset: as_u32(offset),
            stack: Vec::with_capacity(16),
            key: Span::default(),
            key_side: 0,
            marks: Marks::default(),
        }
    }

    fn finish(self, root: usize) {
        self.doc.parts.push(Part { root: as_u32(root), text: self.offset, marks: self.marks });
    }

    fn shift(&self, span: Span) -> Span {
        Span { start: span.start + self.offset, end: span.end + self.offset }
    }

    fn add(&mut self, kind: Kind, flag: bool, span: Span, side: u32) -> u32 {
        let id = as_u32(self.doc.nodes.len());
        let (mut parent, mut index) = (NONE, 0);
        if let Some((container, latest)) = self.stack.last_mut() {
            parent = *container;
            let before = std::mem::replace(latest, id);
            let container = &mut self.doc.nodes[parent as usize];
            index = container.count;
            container.count += 1;
            if before == NONE {
                container.first = id;
            } else {
                self.doc.nodes[before as usize].next = id;
            }
        }
        let key = std::mem::take(&mut self.key);
        let key_side = std::mem::take(&mut self.key_side);
        self.doc.nodes.push(Node { kind, flag, span, key, side, key_side, parent, first: NONE, next: NONE, count: 0, index });
        id
    }

    /// Keeps text that had escapes; plain text is found in the document.
    fn keep(&mut self, text: Cow<'a, str>) -> u32 {
        let Cow::Owned(text) = text else { return 0 };
        let start = as_u32(self.doc.side.len());
        self.doc.side.push_str(&text);
        let end = as_u32(self.doc.side.len());
        self.doc.sides.push(Span { start, end });
        as_u32(self.doc.sides.len())
    }

    fn name(&self, key: Span, key_side: u32) -> &str {
        match key_side.checked_sub(1) {
            None => &self.text[(key.start - self.offset) as usize + 1..(key.end - self.offset) as usize - 1],
            Some(entry) => {
                let range = self.doc.sides[entry as usize];
                &self.doc.side[range.start as usize..range.end as usize]
            }
        }
    }

    fn name_of(&self, id: u32) -> &str {
        let node = &self.doc.nodes[id as usize];
        self.name(node.key, node.key_side)
    }

    fn mark(&mut self, value: &str) {
        if self.key.end == self.key.start {
            return;
        }
        let root = self.stack.len() < 2;
        let mut marks = self.marks;
        match self.name(self.key, self.key_side) {
            "$id" if root => marks.anchor |= value.starts_with('#'),
            "id" if root => marks.anchor |= value.starts_with('#'),
            "$id" => marks.id = true,
            // An embedded resource may speak another dialect.
            "$schema" if !root => marks.id = true,
            "id" => marks.id4 = true,
            "$anchor" => marks.anchor = true,
            "$dynamicAnchor" => marks.dynamic = true,
            _ => {}
        }
        self.marks = marks;
    }

    fn open(&mut self, kind: Kind, offset: u32) {
        let start = offset + self.offset;
        let id = self.add(kind, false, Span { start, end: start }, 0);
        self.stack.push((id, NONE));
    }

    fn close(&mut self, end: u32) {
        let Some((id, _)) = self.stack.pop() else { return };
        let end = end + self.offset;
        let node = &mut self.doc.nodes[id as usize];
        node.span.end = end;
        let (kind, count) = (node.kind, node.count);
        if count < 2 {
            return;
        }
        if kind == Kind::Object {
            self.settle(id, count);
        }
        if self.doc.nodes[id as usize].count > WIDE {
            self.index(id, kind);
        }
    }

    fn members(&self, id: u32) -> Vec<u32> {
        self.doc.children(JsonId(id)).map(|child| child.0).collect()
    }

    /// Unlinks members that a later one of the same name replaces.
    fn settle(&mut self, id: u32, count: u32) {
        let mut replaced = Vec::new();
        if count <= PAIRWISE {
            let mut members = [0; PAIRWISE as usize];
            let mut at = self.doc.nodes[id as usize].first;
            for slot in &mut members[..count as usize] {
                *slot = at;
                at = self.doc.nodes[at as usize].next;
            }
            for (i, member) in members[..count as usize].iter().enumerate() {
                let name = self.name_of(*member);
                if members[i + 1..count as usize].iter().any(|later| self.name_of(*later) == name) {
                    replaced.push(*member);
                }
            }
        } else {
            let mut members = self.members(id);
            members.sort_by(|a, b| self.name_of(*a).cmp(self.name_of(*b)));
            replaced.extend(members.windows(2).filter(|pair| self.name_of(pair[0]) == self.name_of(pair[1])).map(|pair| pair[0]));
            replaced.sort_unstable();
        }
        if replaced.is_empty() {
            return;
        }
        let kept: Vec<u32> = self.members(id).into_iter().filter(|member| replaced.binary_search(member).is_err()).collect();
        for (index, member) in kept.iter().enumerate() {
            let node = &mut self.doc.nodes[*member as usize];
            node.index = as_u32(index);
            node.next = kept.get(index + 1).copied().unwrap_or(NONE);
        }
        let node = &mut self.doc.nodes[id as usize];
        node.first = kept.first().copied().unwrap_or(NONE);
        node.count = as_u32(kept.len());
        self.doc.duplicates.extend(replaced.into_iter().map(JsonId));
    }

    fn index(&mut self, id: u32, kind: Kind) {
        let mut members = self.members(id);
        if kind == Kind::Object {
            members.sort_by(|a, b| self.name_of(*a).cmp(self.name_of(*b)));
        }
        self.doc.nodes[id as usize].side = as_u32(self.doc.wide.len()) + 1;
        self.doc.wide.append(&mut members);
    }
}

impl<'a> Events<'a> for Builder<'_, 'a> {
    fn null(&mut self, span: Span) {
        self.add(Kind::Null, false, self.shift(span), 0);
    }

    fn bool(&mut self, value: bool, span: Span) {
        if self.key.end > self.key.start && self.name(self.key, self.key_side) == "$recursiveAnchor" {
            self.marks.dynamic = true;
        }
        self.add(Kind::Bool, value, self.shift(span), 0);
    }

    fn number(&mut self, _: &'a str, span: Span) {
        self.add(Kind::Number, false, self.shift(span), 0);
    }

    fn string(&mut self, text: Cow<'a, str>, span: Span) {
        self.mark(&text);
        let side = self.keep(text);
        self.add(Kind::String, false, self.shift(span), side);
    }

    fn key(&mut self, text: Cow<'a, str>, span: Span) {
        self.key = self.shift(span);
        self.key_side = self.keep(text);
    }

    fn begin_array(&mut self, offset: u32) {
        self.open(Kind::Array, offset);
    }

    fn end_array(&mut self, end: u32) {
        self.close(end);
    }

    fn begin_object(&mut self, offset: u32) {
        self.open(Kind::Object, offset);
    }

    fn end_object(&mut self, end: u32) {
        self.close(end);
    }
}

fn check_length(text: &str, name: &str) -> Result<(), Error> {
    if text.len() <= MAX_TEXT {
        return Ok(());
    }
    let message = format!("{name} has {} bytes; at most {MAX_TEXT} are read", text.len());
    Err(Error::new(ErrorKind::SchemaLimit, Location::root(), message))
}

fn refusal(text: &str, name: &str, fault: ParseError) -> Error {
    let before = &text.as_bytes()[..fault.offset.min(text.len())];
    let line = before.split(|byte| *byte == b'\n').count();
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let column = 1 + String::from_utf8_lossy(&before[start..]).chars().count();
    let place = format!("line {line}, column {column}");
    if fault.kind == ParseErrorKind::Depth {
        let message = format!("{name} nests {} levels deep ({place}); at most {MAX_DEPTH} are read", depth(text));
        return Error::new(ErrorKind::SchemaLimit, Location::root(), message);
    }
    Error::new(ErrorKind::SchemaInvalid, Location::root(), format!("{name} is not JSON: {fault} ({place})"))
}

/// How deep brackets nest outside strings, whether or not the text is JSON.
fn depth(text: &str) -> usize {
    let (mut depth, mut deepest, mut string, mut escaped) = (0_usize, 0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if string => escaped = true,
            b'"' => string = !string,
            _ if string => {}
            b'[' | b'{' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

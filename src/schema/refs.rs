//! References: to a node of a document, or to an error. Nothing is ever fetched.

use super::arena::{JsonId, SchemaId, ScopeId};
use super::doc::as_u32;
use super::keyword::Draft;
use super::parse::{Schema, with_article};
use super::resource::{RECURSIVE, split};
use super::standard::{self, Vocabularies, dialect};
use crate::error::{Error, ErrorKind};
use crate::json::Kind;
use referencing::uri;
use std::borrow::Cow;

impl Schema {
    /// The subschema that the `$ref` at `node` points at.
    pub(super) fn follow(&mut self, node: JsonId, scope: ScopeId, resource: u32) -> Result<SchemaId, Error> {
        let (_, target) = self.resolve(node, resource)?;
        self.enter(target, scope)
    }

    /// The subschema that the `$dynamicRef` at `node` points at under the scope.
    pub(super) fn follow_dynamic(&mut self, node: JsonId, scope: ScopeId, resource: u32) -> Result<SchemaId, Error> {
        let (within, target) = self.resolve(node, resource)?;
        let fragment = split(self.doc.str(node).unwrap_or_default()).1;
        let bound = self.resources.dynamic_name(within, &decode(fragment), target).and_then(|name| self.scopes.find(scope, name));
        self.enter(bound.unwrap_or(target), scope)
    }

    /// The subschema that the `$recursiveRef` at `node` points at under the scope.
    pub(super) fn follow_recursive(&mut self, node: JsonId, scope: ScopeId, resource: u32) -> Result<SchemaId, Error> {
        let (within, target) = self.resolve(node, resource)?;
        let at_root = self.resources.get(within).root == target && self.resources.recursive(within);
        let bound = if at_root { self.scopes.find(scope, RECURSIVE) } else { None };
        self.enter(bound.unwrap_or(target), scope)
    }

    fn enter(&mut self, target: JsonId, scope: ScopeId) -> Result<SchemaId, Error> {
        self.resources.visit(&self.doc, target);
        let resource = self.resources.of(&self.doc, target);
        self.put(target, scope, resource)
    }

    /// The resource whose fragment the reference names, and the node.
    fn resolve(&mut self, node: JsonId, resource: u32) -> Result<(u32, JsonId), Error> {
        let Some(reference) = self.doc.str(node) else { return Err(self.wrong(node, "a string")) };
        let (place, _) = split(reference);
        let within = if place.is_empty() {
            resource
        } else {
            let place = place.to_owned();
            self.locate(node, &place, resource)?
        };
        let (_, fragment) = split(self.doc.str(node).unwrap_or_default());
        let target = self.fragment(within, fragment).ok_or_else(|| self.dangling(node))?;
        let kind = self.doc.kind(target);
        if kind != Kind::Object && kind != Kind::Bool {
            let message = format!("the reference `{}` points at {}, which is not a schema", self.shown(node), with_article(kind));
            return Err(self.fault(ErrorKind::SchemaInvalid, node, message));
        }
        Ok((within, target))
    }

    fn shown(&self, node: JsonId) -> String {
        let text = self.doc.str(node).unwrap_or_default();
        match text.char_indices().nth(200) {
            Some((end, _)) => format!("{}...", &text[..end]),
            None => text.to_owned(),
        }
    }

    fn dangling(&self, node: JsonId) -> Error {
        let message = format!("the reference `{}` points at nothing", self.shown(node));
        self.fault(ErrorKind::SchemaInvalid, node, message)
    }

    /// The resource that a URI reference without fragment names.
    fn locate(&mut self, node: JsonId, place: &str, resource: u32) -> Result<u32, Error> {
        let document = self.doc.document(self.resources.get(resource).root);
        self.register(document, None);
        let base = self.resources.get(resource).base.as_ref();
        let target = base.and_then(|base| uri::resolve_against(&base.borrow(), place).ok());
        if let Some(target) = target
            && let Some(found) = self.find_resource(target.as_str())?
        {
            return Ok(found);
        }
        let message = format!(
            "the reference `{}` leaves the document, and nothing is ever fetched; supply that document through the registry of the read options, or copy it into `$defs`",
            self.shown(node)
        );
        Err(self.fault(ErrorKind::SchemaRemoteRef, node, message))
    }

    fn find_resource(&mut self, uri: &str) -> Result<Option<u32>, Error> {
        if let Some(known) = self.resources.at_uri(uri) {
            return Ok(Some(known));
        }
        if let Some(loaded) = self.load(uri)? {
            return Ok(Some(loaded));
        }
        // The URI may be an identifier inside a registry document that is known by another one.
        while let Some(uri) = self.registry.iter().find(|(_, text)| text.is_some()).map(|(uri, _)| uri.clone()) {
            self.load(&uri)?;
        }
        Ok(self.resources.at_uri(uri))
    }

    pub(super) fn register(&mut self, document: usize, retrieved_from: Option<&str>) {
        self.resources.register(&self.doc, document, retrieved_from);
    }

    /// Appends the registry or standard document with this URI.
    pub(super) fn load(&mut self, uri: &str) -> Result<Option<u32>, Error> {
        let supplied = self.registry.iter_mut().find(|(known, text)| known == uri && text.is_some()).and_then(|(_, text)| text.take());
        let Some(text) = supplied.or_else(|| standard::document(uri)) else { return Ok(None) };
        let root = self.doc.append(&text, uri)?;
        let said = self.doc.get(root, "$schema").and_then(|schema| self.doc.str(schema)).and_then(dialect);
        let draft = said.unwrap_or(match self.draft() {
            Draft::OpenApi30 => Draft::Draft4,
            draft => draft,
        });
        let resource = self.resources.add(root, draft, Vocabularies::ALL);
        let document = self.doc.document(root);
        self.sources.resize(document, String::new());
        self.sources.push(uri.to_owned());
        self.register(document, Some(uri));
        debug_assert_eq!(as_u32(document), as_u32(self.sources.len() - 1));
        Ok(Some(resource))
    }

    /// The node that a fragment names in a resource.
    fn fragment(&self, resource: u32, fragment: &str) -> Option<JsonId> {
        let root = self.resources.get(resource).root;
        if fragment.is_empty() {
            return Some(root);
        }
        let decoded = decode(fragment);
        if let Some(pointer) = decoded.strip_prefix('/') {
            return self.pointer(root, pointer).or_else(|| self.pointer(root, &fragment[1..]));
        }
        self.resources.anchor(resource, &decoded)
    }

    fn pointer(&self, root: JsonId, pointer: &str) -> Option<JsonId> {
        let mut at = root;
        for token in pointer.split('/') {
            let token = unescape(token);
            at = match self.doc.kind(at) {
                Kind::Object => self.doc.get(at, &token)?,
                Kind::Array => self.doc.item(at, index(&token)?)?,
                _ => return None,
            };
        }
        Some(at)
    }
}

/// A registry URI as references resolve to it.
pub(crate) fn normal(uri: &str) -> String {
    let (place, _) = split(uri);
    uri::from_str(place).map_or_else(|_| place.to_owned(), |uri| uri.as_str().to_owned())
}

fn index(token: &str) -> Option<usize> {
    let plain = token.bytes().all(|byte| byte.is_ascii_digit()) && (token == "0" || !token.starts_with('0'));
    if plain { token.parse().ok() } else { None }
}

fn unescape(token: &str) -> Cow<'_, str> {
    if token.contains('~') { Cow::Owned(token.replace("~1", "/").replace("~0", "~")) } else { Cow::Borrowed(token) }
}

/// Percent-decodes; what is not an escape stays as it is.
fn decode(fragment: &str) -> Cow<'_, str> {
    if !fragment.contains('%') {
        return Cow::Borrowed(fragment);
    }
    let digit = |byte: Option<&u8>| byte.and_then(|byte| char::from(*byte).to_digit(16));
    let bytes = fragment.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match (byte, digit(bytes.get(at + 1)), digit(bytes.get(at + 2))) {
            (b'%', Some(high), Some(low)) => {
                out.push(u8::try_from(high * 16 + low).unwrap_or(b'%'));
                at += 3;
            }
            _ => {
                out.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8(out).map_or(Cow::Borrowed(fragment), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use crate::error::ErrorKind;
    use crate::schema::{ReadOptions, Schema};

    fn fault(text: &str) -> (ErrorKind, String) {
        let error = Schema::parse(text, &ReadOptions::default()).unwrap_err();
        (error.kind, error.location.to_string())
    }

    #[test]
    fn references_that_leave_the_document_are_refused_where_they_stand() {
        let place = |target: &str| fault(&format!(r#"{{"properties":{{"creds":{{"$ref":"{target}"}}}}}}"#));
        for target in [
            "http://169.254.169.254/latest/meta-data/",
            "file:///proc/self/environ",
            "common.json#/definitions/A",
            "//internal.example/x#/a",
            "urn:x:y",
            "a b",
        ] {
            assert_eq!(place(target), (ErrorKind::SchemaRemoteRef, "/properties/creds/$ref".to_owned()), "{target}");
        }
        for target in ["#/$defs/A", "#A", "#/properties/creds/$ref", "#/properties/creds/x/y"] {
            assert_eq!(place(target), (ErrorKind::SchemaInvalid, "/properties/creds/$ref".to_owned()), "{target}");
        }
    }

    #[test]
    fn references_find_any_place_in_the_document() {
        let texts = [
            r##"{"$ref":"#/a%20b/c~1d/1","a b":{"c/d":[true,false]}}"##,
            r##"{"$schema":"http://attacker.example/meta.json","$id":"http://attacker.example/root.json","$ref":"#/$defs/A","$defs":{"A":false}}"##,
            r#"{"$id":"http://example.com/root.json","$ref":"item.json#x","$defs":{"A":{"$id":"item.json","$defs":{"B":{"$anchor":"x","not":{}}}}}}"#,
            r#"{"$ref":"common.json","$defs":{"A":{"$id":"common.json","not":{}}}}"#,
            r##"{"$schema":"http://json-schema.org/draft-04/schema#","$ref":"#x","definitions":{"A":{"id":"#x","not":{}}}}"##,
        ];
        for text in texts {
            let schema = Schema::parse(text, &ReadOptions::default()).unwrap();
            assert!(schema.len() >= 2, "{text}");
        }
        let options = ReadOptions {
            registry: vec![("http://example.com/a.json#".to_owned(), r#"{"$defs":{"x":{"type":"string"}}}"#.to_owned())],
            ..ReadOptions::default()
        };
        assert_eq!(Schema::parse(r#"{"$ref":"http://example.com/a.json#/$defs/x"}"#, &options).unwrap().len(), 2);
        assert!(Schema::parse(r#"{"$ref":"http://json-schema.org/draft-07/schema#"}"#, &ReadOptions::default()).unwrap().len() > 10);
    }
}

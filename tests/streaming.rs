//! Replies to real schemas, read piece by piece.
#![allow(clippy::pedantic, clippy::print_stdout, clippy::print_stderr, reason = "tests print what they found, and read better plain")]

mod common;
#[path = "common/streaming.rs"]
mod streaming;

use common::{data, draft_of, lines, list, text};
use schema_compat::codec::stream::Transducer;
use schema_compat::codec::{Codec, CodecId, Membership, Node, Pick};
use schema_compat::compat::{OpenObjects, Options, OutcomeKind, prepare};
use schema_compat::json::{parse, to_text};
use schema_compat::profile;
use streaming::streams;

const PROFILES: [&str; 4] = ["openai", "anthropic", "gemini", "gemini-schema"];

#[test]
fn valid_instances_stream_to_what_they_are() {
    let Some(path) = data("corpus/sample_dev.jsonl") else { return };
    let (mut replies, mut boundaries, mut faults) = (0, 0, Vec::new());
    for name in PROFILES {
        let mut held = 0;
        for open_objects in [OpenObjects::Close, OpenObjects::Splice] {
            for line in lines(&path) {
                let record = parse(&line).expect("corpus line");
                let Some(schema) = record.get("schema") else { continue };
                let options = Options { draft: draft_of(&record), open_objects, ..Options::default() };
                let Ok(prepared) = prepare(&to_text(schema), profile::find(name).expect("profile"), &options) else { continue };
                for value in list(&record, "valid") {
                    let Ok(said) = prepared.encode(&to_text(value)) else { continue };
                    for sizes in [&[1][..], &[3], &[7, 2, 16], &[1 << 20]] {
                        // Only whole replies where single bytes would take long.
                        if said.len() > 50_000 && sizes[0] < 16 {
                            continue;
                        }
                        replies += 1;
                        if std::env::var_os("TRACE").is_some() {
                            eprintln!("{} {}", text(&record, "id"), prepared.wire_schema());
                            eprintln!("{said}");
                        }
                        match streams(&prepared, &said, sizes, true) {
                            Ok(streamed) => {
                                boundaries += streamed.boundaries;
                                held = held.max(streamed.held);
                            }
                            Err(fault) => faults.push(format!("{name} {} by {sizes:?}: {fault}", text(&record, "id"))),
                        }
                    }
                }
            }
        }
        println!("{name}: at most {held} bytes held");
    }
    println!("{replies} replies, {boundaries} boundaries");
    assert!(replies > 1000);
    let shown: Vec<String> = faults.iter().take(10).map(|fault| fault.chars().take(1500).collect()).collect();
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), shown.join("\n"));
}

#[test]
fn a_record_streams_entry_by_entry() {
    let schema = r#"{"type":"object","properties":{"caps":{"type":"object","additionalProperties":{"type":"array","items":{"type":"string"}}},"note":{"type":"string"}},"required":["caps"],"additionalProperties":false}"#;
    let prepared = prepare(schema, profile::find("openai").expect("profile"), &Options::default()).expect("prepared");
    let mut stream = prepared.stream();
    let steps = [
        (r#"{"caps":[{"key":"eu","#, r#"{"caps":{"#),
        (r#""value":["a\u00e"#, r#""eu":["a"#),
        (r#"9b"]},{"value":["#, r#"éb"]"#),
        (r#""x"],"key":"us"}"#, r#","us":["x"]"#),
        (r#"],"note":nul"#, "}"),
        ("l}", "}"),
    ];
    for (chunk, delta) in steps {
        assert_eq!(stream.push(chunk.as_bytes()), delta, "{chunk}");
        let partial = stream.partial();
        assert!(parse(&partial).is_ok(), "{partial}");
    }
    let finished = stream.finish(schema_compat::compat::Reading::default());
    assert_eq!(finished.outcome.kind, OutcomeKind::Valid);
    assert!(!finished.superseded);
}

/// The strict reader and the lexer give one verdict, whatever the chunks.
#[test]
fn texts_get_one_verdict_at_every_chunk_size() {
    let Some(path) = data("corpus/nst_parsing.jsonl") else { return };
    let codec = Codec::new(vec![Node::Verbatim], CodecId(0));
    let mut seen = 0;
    for line in lines(&path) {
        let record = parse(&line).expect("a record");
        let bytes = base64(text(&record, "bytes_b64"));
        let whole = std::str::from_utf8(&bytes).ok().map(parse);
        let valid = whole.is_some_and(|read| read.is_ok());
        for size in [1, 2, 3, 7, usize::MAX] {
            let mut transducer = Transducer::new(&codec, false, false);
            let mut members = Nobody;
            let (mut trailing, mut piece) = (false, String::new());
            // The machine above splits chunks between characters.
            let Ok(all) = std::str::from_utf8(&bytes) else { continue };
            for char in all.chars() {
                piece.push(char);
                if piece.len() >= size {
                    trailing |= !piece[transducer.push(&piece, &mut members)..].trim_matches([' ', '\n', '\r', '\t']).is_empty();
                    piece.clear();
                }
            }
            trailing |= !piece[transducer.push(&piece, &mut members)..].trim_matches([' ', '\n', '\r', '\t']).is_empty();
            transducer.finish(&mut members);
            let accepted = transducer.stop().is_none() && transducer.is_done() && !trailing;
            assert_eq!(accepted, valid, "{} by {size}: {:?}", text(&record, "id"), transducer.stop());
        }
        seen += 1;
    }
    assert!(seen > 200, "{seen}");
}

fn base64(text: &str) -> Vec<u8> {
    let digit = |byte: u8| b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".iter().position(|other| *other == byte);
    let (mut out, mut bits, mut held) = (Vec::new(), 0_u32, 0);
    for value in text.bytes().filter_map(digit) {
        bits = bits << 6 | value as u32;
        held += 6;
        if held >= 8 {
            held -= 8;
            out.push((bits >> held) as u8);
        }
    }
    out
}

struct Nobody;

impl Membership for Nobody {
    fn accepts(&mut self, _: Pick, _: &schema_compat::json::Json<'_>) -> bool {
        true
    }
}

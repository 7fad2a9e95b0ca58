//! Bodies written for what recorded ones do not show, and any bytes at all.

use super::event_stream::tests::build;
use super::*;
use proptest::prelude::*;

fn told(body: &str) -> Reply {
    read(body.as_bytes(), &Hints::default())
}

fn calls(reply: &Reply) -> Vec<(&str, &str, &str)> {
    reply.tool_calls.iter().map(|call| (call.id.as_deref().unwrap_or(""), call.name.as_str(), call.arguments.as_str())).collect()
}

#[test]
fn a_router_may_hide_that_its_upstream_cut_the_answer() {
    for (word, native, finish) in [
        ("stop", "MAX_TOKENS", Finish::Length),
        ("stop", "max_tokens", Finish::Length),
        ("stop", "SAFETY", Finish::Filter),
        ("stop", "refusal", Finish::Refusal),
        ("length", "stop", Finish::Length),
        ("tool_calls", "end_turn", Finish::Tool),
    ] {
        let body = format!(r#"{{"choices":[{{"message":{{"content":"x"}},"finish_reason":"{word}","native_finish_reason":"{native}"}}]}}"#);
        let reply = told(&body);
        assert_eq!((reply.finish, reply.raw_finish.as_deref()), (finish, Some(word)), "{native}");
    }
}

#[test]
fn content_may_be_parts_and_arguments_an_object() {
    let reply = told(
        r#"{"choices":[{"index":0,"message":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},
        {"type":"text","text":"a"},"b",{"type":"reference","reference_ids":[1]}],
        "tool_calls":[{"id":"1","function":{"name":"f","arguments":{"x":1.0}}},{"id":"1","function":{"name":"g","arguments":null}}]},
        "finish_reason":"tool_calls"}]}"#,
    );
    assert_eq!((reply.text.as_deref(), reply.reasoning.as_deref()), (Some("ab"), Some("hm")));
    assert_eq!(calls(&reply), [("1", "f", r#"{"x":1.0}"#), ("1", "g", "")]);
}

#[test]
fn pieces_of_calls_find_their_call() {
    let chunk = |call: &str| format!("data: {{\"choices\":[{{\"index\":0,\"delta\":{{\"tool_calls\":[{call}]}}}}]}}\n\n");
    let body = [
        r#"{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\""}}"#,
        r#"{"index":1,"id":"b","function":{"name":"g","arguments":""}}"#,
        r#"{"index":0,"id":"","function":{"name":"","arguments":":1}"}}"#,
        r#"{"index":1,"function":{"arguments":"{}"}}"#,
        // The same index with another id and a name is another call.
        r#"{"index":0,"id":"c","function":{"name":"h","arguments":"{\"y\":2}"}}"#,
        // No index: the id tells, else the last one is meant.
        r#"{"id":"d","function":{"name":"i","arguments":"{"}}"#,
        r#"{"function":{"arguments":"}"}}"#,
    ]
    .map(chunk)
    .concat();
    let reply = told(&body);
    assert_eq!(calls(&reply), [("a", "f", "{\"x\":1}"), ("b", "g", "{}"), ("c", "h", "{\"y\":2}"), ("d", "i", "{}")]);
    assert!(!reply.complete, "no finish word and no mark of the end");
}

#[test]
fn errors_under_200_are_errors() {
    for (body, message) in [
        (r#"{"error":{"message":"m"}}"#, "m"),
        (r#"{"choices":[{"message":{"content":"x"},"error":{"message":"m","code":502},"finish_reason":"error"}]}"#, "m"),
        ("data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\nevent: error\ndata: m\n\n", "m"),
        ("event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"m\"}}\n\n", "m"),
        ("{\"model\":\"a\",\"message\":{\"content\":\"x\"},\"done\":false}\n{\"error\":\"m\"}\n", "m"),
        (r#"{"choices":[{"message":{"content":null},"finish_reason":"error"}]}"#, ""),
        ("<html>no</html>", "<html>no</html>"),
    ] {
        let reply = told(body);
        assert_eq!(reply.finish, Finish::Error, "{body}");
        assert_eq!(reply.error.map(|error| (error.message, error.damaged)), Some((message.to_owned(), false)), "{body}");
    }
    let gone = read(b"upstream gone", &Hints { status: Some(502), ..Hints::default() });
    assert_eq!(gone.error.map(|error| (error.status, error.message)), Some((502, "upstream gone".to_owned())));
}

#[test]
fn what_cannot_be_read_is_damaged_and_keeps_what_came_before() {
    let good = "data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\n";
    for bad in ["data: {\"choices\":[{\n\n", "data: {\"choices\":[{\"delta\":{\"content\":\"\u{0}\"}}]}\n\n"] {
        let reply = told(&format!("{good}{bad}{good}"));
        assert_eq!((reply.text.as_deref(), reply.finish), (Some("x"), Finish::Error));
        assert!(reply.error.is_some_and(|error| error.damaged));
    }
    let not_utf8 = [good.as_bytes(), b"data: {\"choices\":[{\"delta\":{\"content\":\"\xff\"}}]}\n\n"].concat();
    assert!(read(&not_utf8, &Hints::default()).error.is_some_and(|error| error.damaged));
    for body in ["{\"a\":", "{\"a\":1}", "[1]", "{} x"] {
        assert!(told(body).error.is_some_and(|error| error.damaged), "{body}");
    }
    assert_eq!(told(""), Reply::default());
    assert_eq!(told(" \n "), Reply::default());
}

#[test]
fn a_frame_that_is_an_exception_is_an_error() {
    let start =
        build(&[(":message-type", "event"), (":event-type", "contentBlockDelta")], r#"{"delta":{"text":"x"},"contentBlockIndex":0}"#);
    let failed = build(&[(":message-type", "exception"), (":exception-type", "throttlingException")], r#"{"message":"slow down"}"#);
    let reply = read(&[start.clone(), failed].concat(), &Hints::default());
    assert_eq!(reply.text.as_deref(), Some("x"));
    let error = reply.error.expect("an error");
    assert_eq!((error.message.as_str(), error.code.as_deref()), ("slow down", Some("throttlingException")));
    let half = read(&start[..start.len() - 2], &Hints::default());
    assert!(half.error.is_some_and(|error| error.damaged));
}

#[test]
fn heartbeats_and_marks_of_the_end_are_no_documents() {
    let body = ": hello\n\ndata: ping\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\ndata: [DONE]\n\n";
    let reply = told(body);
    assert_eq!((reply.text.as_deref(), reply.complete, reply.error), (Some("x"), true, None));
}

#[test]
fn what_the_model_wrote_is_not_shown_in_logs() {
    let reply = told(r#"{"choices":[{"message":{"content":"canary","tool_calls":[{"function":{"name":"f","arguments":"canary"}}]}}]}"#);
    let mut reader = Reader::new(&Hints::default());
    let steps = reader.push(b"data: {\"choices\":[{\"delta\":{\"content\":\"canary\",\"reasoning\":\"canary\"}}]}\n\n");
    assert!(!format!("{reply:?} {steps:?} {reader:?}").contains("canary"));
}

#[test]
fn work_and_memory_are_bounded() {
    let mut reader = Reader::new(&Hints::default());
    let chunk = format!("data: {{\"choices\":[{{\"delta\":{{\"content\":\"{}\"}}}}]}}\n\n", "x".repeat(1 << 20));
    for _ in 0..20 {
        reader.push(chunk.as_bytes());
    }
    let reply = reader.finish().1;
    assert!(reply.text.is_some_and(|text| text.len() <= MAX_HELD));
    assert!(reply.error.is_some_and(|error| error.damaged));
    let mut reader = Reader::new(&Hints::default());
    reader.push(b"data: ");
    for _ in 0..20 {
        reader.push(&vec![b'x'; 1 << 20]);
    }
    assert!(reader.finish().1.error.is_some_and(|error| error.damaged));
    let deep = format!("{{\"choices\":{}", "[".repeat(1 << 20));
    assert!(told(&deep).error.is_some());
    let many = r#"{"function":{"name":"f"}},"#.repeat(5000);
    let body = format!(r#"{{"choices":[{{"message":{{"tool_calls":[{many}null]}}}}]}}"#);
    assert_eq!(told(&body).tool_calls.len(), MAX_CALLS);
}

/// Pieces of bodies, to be put together in any order.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let texts = prop::sample::select(vec![
        "data: ",
        "\n\n",
        "\r\n",
        "event: error\n",
        "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"x\",\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\"}}]}}]}",
        "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\"}}",
        "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\",\"name\":\"f\",\"input\":{\"a\":1}}}",
        "{\"type\":\"response.function_call_arguments.delta\",\"output_index\":0,\"delta\":\"{\"}",
        "{\"type\":\"response.completed\",\"response\":{\"output\":[{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"x\"}]}]}}",
        "{\"candidates\":[{\"content\":{\"parts\":[{\"functionCall\":{\"partialArgs\":[{\"jsonPath\":\"$.a\",\"stringValue\":\"x\"}]}}]}}]}",
        "{\"message\":{\"content\":\"x\"},\"done\":true}\n",
        "{\"type\":\"tool-call-delta\",\"delta\":{\"message\":{\"tool_calls\":{\"function\":{\"arguments\":\"{\"}}}}}",
        "[DONE]",
        "[",
        "]",
        "{",
        "\u{feff}",
    ]);
    let frame = Just(build(&[(":event-type", "contentBlockDelta")], "{\"delta\":{\"toolUse\":{\"input\":\"{\"}}}"));
    prop_oneof![6 => texts.prop_map(|text| text.as_bytes().to_vec()), 1 => frame, 1 => prop::collection::vec(any::<u8>(), 0..6)]
}

proptest! {
    #[test]
    fn any_bytes_in_any_chunks_read_the_same(pieces in prop::collection::vec(piece(), 0..12), size in 1_usize..40, told in 0_usize..8) {
        let body = pieces.concat();
        let hints = Hints { protocol: Protocol::ALL.get(told).copied(), ..Hints::default() };
        let whole = read(&body, &hints);
        let mut reader = Reader::new(&hints);
        for chunk in body.chunks(size) {
            reader.push(chunk);
        }
        prop_assert_eq!(reader.finish().1, whole);
    }
}

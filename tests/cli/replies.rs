//! Reading providers' answers on the command line.

use super::Folder;

const SCHEMA: &str = r#"{"type":"object","properties":{"city":{"type":"string"},"stars":{"type":"integer"}},"required":["city"],"additionalProperties":false}"#;
const WHOLE: &str = r#"{"id":"r1","model":"m-1","choices":[{"index":0,"message":{"role":"assistant","content":"{\"city\":\"Ulm\",\"stars\":null}","reasoning":"hm"},"finish_reason":"stop"}],"usage":{"prompt_tokens":12,"completion_tokens":9}}"#;
const STREAM: &str = "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"model\":\"m-2\",\"usage\":{\"input_tokens\":7,\"output_tokens\":1}}}\n\nevent: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"final_answer\",\"input\":{}}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"city\\\":\\\"Ul\"}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"m\\\"}\"}}\n\nevent: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"},\"usage\":{\"output_tokens\":20}}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";
const CUT: &str = r#"{"candidates":[{"content":{"parts":[{"text":"{\"city\":\"Ulm\",\"sta"}]},"finishReason":"MAX_TOKENS"}]}"#;
const BLOCKED: &str = r#"{"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"},"usageMetadata":{"promptTokenCount":5}}"#;
const FAILED: &str = r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#;

fn folder(name: &str) -> Folder {
    Folder::new(
        name,
        &[
            ("s.json", SCHEMA),
            ("whole.json", WHOLE),
            ("stream.txt", STREAM),
            ("cut.json", CUT),
            ("blocked.json", BLOCKED),
            ("failed.json", FAILED),
        ],
    )
}

#[test]
fn read_tells_what_a_body_holds() {
    let folder = folder("read");
    insta::assert_snapshot!(folder.run(&["read", "whole.json"]), @r#"
    exit 0
    --- stdout
    finish    stop ("stop")
    model     m-1
    tokens    12 in, 9 out
    reasoning 2 bytes
    text
    {"city":"Ulm","stars":null}
    "#);
    insta::assert_snapshot!(folder.run(&["read", "stream.txt"]), @r#"
    exit 0
    --- stdout
    finish    tool ("tool_use")
    model     m-2
    tokens    7 in, 20 out
    call      final_answer (t1) {"city":"Ulm"}
    text      (none)
    "#);
    insta::assert_snapshot!(folder.run(&["read", "stream.txt", "--format", "json"]), @r#"
    exit 0
    --- stdout
    {"tool_calls":[{"id":"t1","name":"final_answer","arguments":"{\"city\":\"Ulm\"}"}],"finish":"tool","raw_finish":"tool_use","usage":{"input":7,"output":20}}
    "#);
    insta::assert_snapshot!(folder.run(&["read", "failed.json", "--status", "529", "--format", "json"]), @r#"
    exit 0
    --- stdout
    {"finish":"error","raw_finish":null,"error":{"status":529,"message":"Overloaded"}}
    "#);
    insta::assert_snapshot!(folder.run_with(&["read", "--format", "json"], "{\"choices\":"), @r#"
    exit 1
    --- stdout
    {"finish":"error","raw_finish":null,"error":{"status":200,"message":"the body breaks off before anything of it can be read"}}
    "#);
    insta::assert_snapshot!(folder.run(&["read", "whole.json", "--protocol", "openai"]), @r#"
    exit 2
    --- stderr
    error: invalid value 'openai' for '--protocol <NAME>': the protocols are openai-chat, openai-responses, anthropic-messages, gemini-generate, bedrock-converse, cohere-chat, ollama-chat

    For more information, try '--help'.
    "#);
}

#[test]
fn decode_reads_whole_bodies() {
    let folder = folder("decode-body");
    let decode = |profile: &str, file: &str| folder.run(&["decode", "-s", "s.json", "-p", profile, "--body", file, "--format", "json"]);
    insta::assert_snapshot!(decode("openai", "whole.json"), @r#"
    exit 0
    --- stdout
    {"kind":"valid","value":{"city":"Ulm"},"issues":[],"findings":[{"rule":"optional-property","severity":"info","fidelity":"exact","profile":"openai/response-format","location":"/stars","message":"a null here stands for an absent property"}]}
    "#);
    insta::assert_snapshot!(decode("anthropic/tool", "stream.txt"), @r#"
    exit 0
    --- stdout
    {"kind":"valid","value":{"city":"Ulm"},"issues":[],"findings":[]}
    "#);
    insta::assert_snapshot!(decode("gemini", "cut.json"), @r#"
    exit 1
    --- stdout
    {"kind":"truncated","value":null,"partial":{"city":"Ulm"},"issues":[{"path":"","wire_path":"","message":"the reply was cut at the token limit before the answer was whole; raise the limit on output tokens"}],"findings":[]}
    "#);
    insta::assert_snapshot!(decode("gemini", "blocked.json"), @r#"
    exit 1
    --- stdout
    {"kind":"refused","value":null,"reason":"content_filter","issues":[{"path":"","wire_path":"","message":"a content filter held the answer back (PROHIBITED_CONTENT)"}],"findings":[]}
    "#);
    insta::assert_snapshot!(decode("anthropic", "failed.json"), @r#"
    exit 1
    --- stdout
    {"kind":"error","value":null,"issues":[{"path":"","wire_path":"","message":"the provider answered with an error: Overloaded"}],"findings":[]}
    "#);
    insta::assert_snapshot!(folder.run(&["decode", "-s", "s.json", "-p", "anthropic", "--body", "--tool", "final_answer", "stream.txt"]), @r#"
    exit 0
    --- stdout
    {"city":"Ulm"}
    "#);
    insta::assert_snapshot!(folder.run(&["decode", "-s", "s.json", "-p", "gemini", "--body", "cut.json"]), @r#"
    exit 1
    --- stderr
    error: truncated: the reply was cut off; raise the limit on output tokens
      (whole): the reply was cut at the token limit before the answer was whole; raise the limit on output tokens
    "#);
    insta::assert_snapshot!(folder.run(&["decode", "-s", "s.json", "-p", "gemini", "--status", "200", "cut.json"]), @r#"
    exit 2
    --- stderr
    error: --protocol, --content-type and --status go with --body
    "#);
}

#[test]
fn read_takes_lines_of_recorded_answers() {
    let line = format!(
        "{{\"id\":\"a\",\"protocol\":\"openai-chat\",\"response\":{{\"status\":200,\"body\":{WHOLE}}}}}\n{{\"response\":{{\"status\":503,\"text\":\"busy\"}}}}\n"
    );
    let folder = Folder::new("read-lines", &[("lines.jsonl", &line)]);
    insta::assert_snapshot!(folder.run(&["read", "--jsonl", "lines.jsonl"]), @r#"
    exit 0
    --- stdout
    {"id":"a","text":"{\"city\":\"Ulm\",\"stars\":null}","finish":"stop","raw_finish":"stop","usage":{"input":12,"output":9}}
    {"id":null,"finish":"error","raw_finish":null,"error":{"status":503,"message":"busy"}}
    "#);
}

#[test]
fn remarks_on_replies_are_explained() {
    let folder = Folder::new("explain-remarks", &[("s.json", SCHEMA)]);
    insta::assert_snapshot!(folder.run(&["explain", "trailing-comma"]), @r#"
    exit 0
    --- stdout
    # trailing-comma

    A comma before a closing bracket was passed over. Only where the reply is no JSON as it stands, and only because it has no other reading.
    "#);
    insta::assert_snapshot!(folder.run(&["explain", "wrapper-key"]), @r#"
    exit 0
    --- stdout
    # wrapper-key

    The answer stood under one key that was not asked for, such as `answer` or `result`.
    "#);
}

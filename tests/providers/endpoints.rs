//! Which profile a recorded case is about: the provider's slot, and the model where it differs.

use serde_json::Value;

/// Slots by provider and by a part of the endpoint's name; the first that fits counts.
const SLOTS: &[(&str, &str, &str)] = &[
    ("openai", "+tools", "openai/response-format"),
    ("openai", "tools", "openai/strict-tool"),
    ("openai", "", "openai/response-format"),
    ("azure", "", "azure/response-format"),
    ("openrouter", "", "openrouter"),
    ("xai", "tools", "xai/tool"),
    ("xai", "", "xai/response-format"),
    ("groq", "", "groq/response-format"),
    ("cerebras", "", "cerebras/response-format"),
    ("fireworks", "tools", "fireworks/tool"),
    ("fireworks", "", "fireworks/response-format"),
    ("together", "tools", "together/tool"),
    ("deepseek", "responses", "deepseek/responses"),
    ("deepseek", "siliconflow", "siliconflow/tool"),
    ("deepseek", "", "deepseek/strict-tool"),
    ("mistral", "", "mistral/response-format"),
    ("perplexity", "", "perplexity/response-format"),
    ("databricks", "tools", "databricks/tool"),
    ("databricks", "", "databricks/response-format"),
    ("moonshot", "ultra", "moonshot/mfjs"),
    ("moonshot", "strict level", "moonshot/mfjs-strict"),
    ("moonshot", "", "moonshot/tool"),
    ("meta", "", "meta/strict-tool"),
    ("github-copilot", "tools", "github-copilot/strict-tool"),
    ("github-copilot", "", "github-copilot/response-format"),
    ("doubleword", "", "doubleword"),
    ("venice", "", "venice"),
    ("bedrock-mantle", "", "bedrock/mantle"),
    ("aws-bedrock", "strict tool", "bedrock/strict-tool"),
    ("aws-bedrock", "", "bedrock/output-format"),
    ("anthropic", "non-strict", "anthropic/tool"),
    ("anthropic", "strict=true", "anthropic/strict-tool"),
    ("anthropic", "", "anthropic/output-format"),
    ("gemini", "parametersJsonSchema", "gemini/json-schema-tool"),
    ("gemini", "MimeType application/json", "gemini/json-schema"),
    ("gemini", "responseJsonSchema", "gemini/json-schema"),
    ("gemini", "parameters", "gemini/openapi-tool"),
    ("gemini", "", "gemini/openapi-schema"),
    ("vertex-ai", "parameters", "vertex/tool"),
    ("vertex-ai", "", "vertex/openapi-schema"),
    ("cohere", "tools", "cohere/strict-tool"),
    ("cohere", "", "cohere/response-format"),
    ("llama.cpp", "", "llama.cpp"),
    ("lm-studio", "", "lm-studio"),
    ("vllm", "xgrammar", "vllm/xgrammar"),
    ("vllm", "guidance", "vllm/guidance"),
    ("vllm", "", "vllm/auto"),
    ("sglang", "", "sglang/xgrammar"),
    ("tgi", "", "tgi"),
    ("llguidance", "", "llguidance"),
    ("xgrammar", "", "xgrammar"),
    ("outlines-core", "", "outlines-core"),
    ("lm-format-enforcer", "", "lm-format-enforcer"),
];

/// Providers whose models differ in ways a profile knows.
const BY_MODEL: &[&str] = &["openrouter", "aws-bedrock", "groq", "gemini"];

/// The name of the profile a case is about.
pub fn profile_of(row: &Value) -> String {
    let text = |name: &str| row[name].as_str().unwrap_or_default();
    let (provider, endpoint) = (text("provider"), text("endpoint"));
    let slot = SLOTS.iter().find(|(name, part, _)| *name == provider && endpoint.contains(part));
    let (.., name) = slot.unwrap_or_else(|| panic!("no slot for {provider} {endpoint}"));
    match text("model") {
        // A tool, or a format beside tools, that is not marked strict.
        _ if provider == "openai" && endpoint.contains("tools") && row["strict"] != true => "openai/tool".to_owned(),
        model if BY_MODEL.contains(&provider) && !model.is_empty() => format!("{name}@{model}"),
        _ => (*name).to_owned(),
    }
}

/// Whether the case sends tools and a format in one request.
pub fn is_together(row: &Value) -> bool {
    let endpoint = row["endpoint"].as_str().unwrap_or_default();
    let tools = ["tools", "functionDeclarations", "googleSearch"].iter().any(|word| endpoint.contains(word));
    tools && ["format", "MimeType", "responseJsonSchema", "grammar", "together"].iter().any(|word| endpoint.contains(word))
}

/// The text of a member of an object on one line, as it is written there.
pub fn member(line: &str, name: &str) -> Option<String> {
    let json = schema_compat::json::parse(line).ok()?;
    json.get(name).map(schema_compat::json::to_text)
}

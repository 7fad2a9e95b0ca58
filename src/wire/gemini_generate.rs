//! Gemini `generateContent` and `streamGenerateContent`, on Google AI and on Vertex.
//!
//! Source: ai.google.dev/api/generate-content. Parts with `thought` are reasoning; code the provider runs and tools it calls
//! itself are left out. A candidate may have no parts, a blocked prompt has no candidate. With integer enums the finish word
//! is a number. Calls come whole, or in pieces (`partialArgs`) where the request asked for that.

use super::collect::Collector;
use super::gemini_args::Args;
use super::reader::Speaks;
use crate::json::{Json, to_text};

#[derive(Default)]
pub(super) struct GeminiGenerate {
    /// The call whose arguments come in pieces, and what is there of them.
    open: Option<(usize, Args)>,
}

impl Speaks for GeminiGenerate {
    fn read(&mut self, _: &str, json: &Json<'_>, out: &mut Collector) -> bool {
        // Code Assist wraps every document.
        let json = json.get("response").unwrap_or(json);
        let (candidates, feedback, usage) = (json.get("candidates"), json.get("promptFeedback"), json.get("usageMetadata"));
        if candidates.is_none() && feedback.is_none() && usage.is_none() {
            return false;
        }
        out.model(json.get("modelVersion"));
        if let Some(usage) = usage {
            out.usage(usage.get("promptTokenCount"), usage.get("candidatesTokenCount"));
        }
        if let Some(reason) = feedback.and_then(|feedback| feedback.get("blockReason")) {
            out.blocked();
            word(reason, out);
        }
        let first = candidates.map(Json::items).unwrap_or_default().iter();
        let first = first.into_iter().find(|one| match one.get("index") {
            Some(Json::Number(index)) => index == "0",
            _ => true,
        });
        if let Some(candidate) = first {
            let parts = candidate.get("content").and_then(|content| content.get("parts"));
            for part in parts.map(Json::items).unwrap_or_default() {
                self.part(part, out);
            }
            if let Some(reason) = candidate.get("finishReason") {
                word(reason, out);
            }
        }
        true
    }

    fn end(&mut self, out: &mut Collector) {
        self.close(out);
    }
}

impl GeminiGenerate {
    fn part(&mut self, part: &Json<'_>, out: &mut Collector) {
        if let Some(text) = part.get("text").and_then(Json::as_str) {
            match part.get("thought") {
                Some(Json::Bool(true)) => out.reasoning(text),
                _ => out.text(text),
            }
        }
        if let Some(call) = part.get("functionCall") {
            self.call(call, out);
        }
    }

    fn call(&mut self, call: &Json<'_>, out: &mut Collector) {
        let name = call.get("name").and_then(Json::as_str).unwrap_or_default();
        let goes_on = matches!(call.get("willContinue"), Some(Json::Bool(true)));
        if !name.is_empty() {
            self.close(out);
            let Some(place) = out.call() else { return };
            out.name(place, call.get("id").and_then(Json::as_str), Some(name));
            if goes_on || call.get("partialArgs").is_some() {
                self.open = Some((place, Args::default()));
            }
            if let Some(args) = call.get("args") {
                out.json_arguments(place, args);
            }
        }
        if let Some((_, args)) = &mut self.open {
            for piece in call.get("partialArgs").map(Json::items).unwrap_or_default() {
                if out.hold(to_text(piece).len()) && !args.put(piece) {
                    out.damaged("arguments in pieces have a path that cannot be read");
                }
            }
        }
        if !goes_on {
            self.close(out);
        }
    }

    /// The arguments that came in pieces are whole.
    fn close(&mut self, out: &mut Collector) {
        if let Some((place, args)) = self.open.take() {
            out.whole_arguments(place, &args.into_text());
        }
    }
}

/// A finish word or block reason; as numbers of the enum `FinishReason` only the ones that both services share are known.
fn word(reason: &Json<'_>, out: &mut Collector) {
    match reason {
        Json::String(word) => out.finish(word),
        Json::Number(number) => {
            let name = match &**number {
                "1" => "STOP",
                "2" => "MAX_TOKENS",
                "3" => "SAFETY",
                "4" => "RECITATION",
                "7" => "BLOCKLIST",
                "8" => "PROHIBITED_CONTENT",
                _ => "",
            };
            out.finish(number);
            out.native(name);
        }
        _ => {}
    }
}

#!/bin/sh
# Schemas per CPU second of the rivals that come closest, on schemas up to 20 KB. Run on an idle machine; argument: passes (5).
set -eu
: "${SCHEMA_COMPAT_DATA:?directory that holds corpus/sample_dev.jsonl}"
cd "$(dirname "$0")"
ONLY=${ONLY:-"mastra tool-layer,openai-agents-js,effect (closed objects)"} node_modules/.bin/node run.mjs time "${1:-5}"

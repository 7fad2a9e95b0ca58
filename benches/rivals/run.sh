#!/bin/sh
# Rewrites the corpus with every rival, then prints the table. Arguments go to judge.py: --ours FILE, --lint FILE.
set -eu
: "${SCHEMA_COMPAT_DATA:?directory that holds corpus/sample_dev.jsonl}"
cd "$(dirname "$0")"
out=${RIVALS_OUT:-out} python=${PYTHON:-python3}
mkdir -p "$out"
nice -n 19 node_modules/.bin/node run.mjs rewrite > "$out/rewritten_js.jsonl"
nice -n 19 "$python" run.py > "$out/rewritten_py.jsonl"
nice -n 19 "$python" judge.py --verdicts "$out/verdicts.jsonl" "$@" "$out/rewritten_js.jsonl" "$out/rewritten_py.jsonl" 2> "$out/judge.log" | tee "$out/table.md"

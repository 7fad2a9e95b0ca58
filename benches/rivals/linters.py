"""The rates of linters on the known cases of three providers, in one table.

Each linter says of a schema whether the provider takes it; what it should say is in facts/provider-cases.jsonl.
Usage: linters.py OURS [--schemalint BINARY] [--schemafit BINARY]; OURS is the schema-compat binary.
Cases whose fault is in the rest of the request (tools beside the format, a missing type, how many are sent) are left out for
all: a linter of schemas cannot see it. How many is printed.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PROVIDERS = {"openai": "OpenAI", "anthropic": "Anthropic", "gemini": "Gemini"}

REQUEST = re.compile(r"(tools|googleSearch) \+|without responseMimeType|^send \d+")
FINE = '{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": false}'


def of_request(case):
    return any(REQUEST.search(case.get(name) or "") for name in ("endpoint", "note"))


def slot(case):
    """Our profile for a case: the slot the schema was sent in."""
    provider, endpoint = case["provider"], case["endpoint"]
    if provider == "openai":
        if "tools" in endpoint and case.get("strict") is not True:
            return "openai/tool"
        return "openai/strict-tool" if "tools" in endpoint and "+tools" not in endpoint else "openai/response-format"
    if provider == "anthropic":
        return "anthropic/" + ("tool" if "non-strict" in endpoint else "strict-tool" if "strict=true" in endpoint else "output-format")
    for part, name in (("parametersJsonSchema", "json-schema-tool"), ("responseJsonSchema", "json-schema"), ("parameters", "openapi-tool")):
        if part in endpoint:
            return "gemini/" + name
    return "gemini/openapi-schema"


def run(command, *arguments):
    return subprocess.run([command, *arguments], capture_output=True, text=True, check=False)


def ours(binary):
    def refuses(case, path):
        done = run(binary, "check", "--as-is", "--format", "json", "--profile", slot(case), path)
        return json.loads(done.stdout)["results"][0]["verdict"] == "refused"

    return refuses


def by_exit_code(binary, *before):
    def refuses(case, path):
        done = run(binary, *[word.format(provider=case["provider"]) for word in before], path)
        return done.returncode != 0

    return refuses


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ours")
    parser.add_argument("--schemalint")
    parser.add_argument("--schemafit")
    options = parser.parse_args()
    linters = {}
    if options.schemalint:
        linters["schemalint"] = (by_exit_code(options.schemalint, "check", "--profile", "{provider}"), {"openai", "anthropic"})
    if options.schemafit:
        linters["schemafit"] = (by_exit_code(options.schemafit, "lint", "--provider", "{provider}"), set(PROVIDERS))
    linters["schema-compat"] = (ours(options.ours), set(PROVIDERS))

    path = pathlib.Path(os.environ["SCHEMA_COMPAT_DATA"], "facts", "provider-cases.jsonl")
    cases = [json.loads(line) for line in path.open(encoding="utf-8")]
    cases = [c for c in cases if c["trigger"] == "schema" and c["provider"] in PROVIDERS and c["schema"] is not None]
    whole = len(cases)
    cases = [c for c in cases if not of_request(c)]
    print(f"{whole - len(cases)} of {whole} cases are about the request, not the schema\n")
    print("| linter | " + " | ".join(f"{title} ({sum(c['provider'] == p for c in cases)})" for p, title in PROVIDERS.items()) + " |")
    print("|---" * 4 + "|")
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number, case in enumerate(cases):
            file = pathlib.Path(folder, f"{number}.json")
            file.write_text(json.dumps(case["schema"]), encoding="utf-8")
            files.append(str(file))
        fine = pathlib.Path(folder, "fine.json")
        fine.write_text(FINE, encoding="utf-8")
        for name, (refuses, known) in linters.items():
            # A linter that refuses everything was called wrongly.
            if any(refuses({"provider": provider, "endpoint": "", "strict": True}, str(fine)) for provider in known - {"gemini"}):
                sys.exit(f"{name} refuses a plain schema: see how it is called")
            cells = []
            for provider in PROVIDERS:
                if provider not in known:
                    cells.append("no profile")
                    continue
                own = [(case, file) for case, file in zip(cases, files) if case["provider"] == provider]
                with concurrent.futures.ThreadPoolExecutor(2) as pool:
                    said = list(pool.map(lambda pair: refuses(*pair), own))
                missed = sum(case["verdict"] == "reject" and not no for (case, _), no in zip(own, said))
                alarms = sum(case["verdict"] != "reject" and no for (case, _), no in zip(own, said))
                right = 100 * (len(own) - missed - alarms) / len(own)
                cells.append(f"{right:.1f} % right, {missed} missed, {alarms} false alarms")
            print(f"| {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()

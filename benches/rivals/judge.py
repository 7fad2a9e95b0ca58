"""python judge.py [--ours OURS.jsonl] [--lint LINT.jsonl] REWRITTEN.jsonl... : verdicts.jsonl and the table (markdown, stdout).

An instance is representable when its encoding is valid under the rewritten schema, and round-trips when it comes back equal.
Encoding: the peer's own, else the obvious one: the instance as it is, `null` for an absent property that the rewritten schema
requires and lets be null. LINT.jsonl, lines {id, provider, peer, lint_clean}, adds the columns of a second linter.
"""
import argparse, copy, json, os, subprocess, tempfile
from collections import defaultdict
import jsonschema_rs as js
from lint import lint, resolve

OURS = "**schema-compat**"
HERE = os.path.dirname(os.path.abspath(__file__))
DRAFTS = {"4": (js.Draft4, js.Draft4Validator), "6": (js.Draft6, js.Draft6Validator), "7": (js.Draft7, js.Draft7Validator),
          "2019-09": (js.Draft201909, js.Draft201909Validator), "2020-12": (js.Draft202012, js.Draft202012Validator)}
GROUPS = {"jsb": ("jsb_",), "tools": ("bfcl_v4", "mcp_tools", "moonshot"), "codegen": ("pydantic", "zod", "schemars", "openapi"),
          "schemastore": ("schemastore",)}


class Validator:
    """A schema whose every node can be asked whether it accepts a value."""

    def __init__(self, root, draft):
        said = root.get("$schema", "") if isinstance(root, dict) else ""
        draft = next((d for d in DRAFTS if isinstance(said, str) and (f"draft-0{d}/" in said or f"draft/{d}/" in said)), draft)
        kind, self.make = DRAFTS.get(draft or "2020-12", DRAFTS["2020-12"])
        self.root, self.known = root, {}
        self.registry = js.Registry([("http://wire.invalid/", root)], draft=kind)

    def ok(self, value, pointer=""):
        if pointer not in self.known:
            self.known[pointer] = self.make({"$ref": f"http://wire.invalid/#{pointer}"}, registry=self.registry, validate_formats=False, offline=True)
        return self.known[pointer].is_valid(value)

    def fill(self, value, node=None, at="", depth=0):
        """The obvious encoding of a value."""
        node = self.root if node is None else node
        if not isinstance(node, dict) or depth > 150:
            return value
        below = lambda v, *keys: self.fill(v, resolve(node, "#" + point(*keys)), at + point(*keys), depth + 1)
        if "$ref" in node:
            target = resolve(self.root, node["$ref"])
            value = value if target is None else self.fill(value, target, node["$ref"][1:], depth + 1)
        if isinstance(value, dict) and isinstance(node.get("properties"), dict):
            value, required = dict(value), node.get("required")
            for name in node["properties"]:
                if name in value:
                    value[name] = below(value[name], "properties", name)
                elif isinstance(required, list) and name in required and self.ok(None, at + point("properties", name)):
                    value[name] = None
        if isinstance(value, dict) and isinstance(node.get("additionalProperties"), dict):
            known = node.get("properties") or {}
            value = {k: v if k in known else below(v, "additionalProperties") for k, v in value.items()}
        if isinstance(value, list):
            tuple_key = next((k for k in ("prefixItems", "items") if isinstance(node.get(k), list)), None)
            head = len(node[tuple_key]) if tuple_key else 0
            value = [below(v, tuple_key, str(i)) if i < head else below(v, "items") if isinstance(node.get("items"), dict) else v
                     for i, v in enumerate(value)]
        for i in range(len(node.get("allOf") or ())):
            value = below(value, "allOf", str(i))
        for key in ("anyOf", "oneOf"):
            branches = [(key, str(i)) for i in range(len(node.get(key) or ()))]
            if not any(self.ok(value, at + point(*b)) for b in branches):  # a branch that takes it as it is comes first
                value = next((filled for b in branches if self.ok(filled := below(value, *b), at + point(*b))), value)
        return value


def point(*keys):
    escape = lambda k: k.replace("~", "~0").replace("/", "~1").replace("%", "%25").replace("#", "%23").replace(" ", "%20").replace('"', "%22")
    return "".join("/" + escape(k) for k in keys)


def plain(value, drop_null=False):
    """A form in which equal JSON values are equal: 1 and 1.0 are, true and 1 are not, key order does not count."""
    if isinstance(value, dict):
        return {k: plain(v, drop_null) for k, v in value.items() if not (drop_null and v is None)}
    if isinstance(value, list):
        return [plain(v, drop_null) for v in value]
    return ("bool", value) if isinstance(value, bool) else float(value) if isinstance(value, int) else value


def without_one_null(value):
    """Every copy of the value with one null-valued member left out."""
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()):
        if inner is None and isinstance(value, dict):
            yield {k: v for k, v in value.items() if k != key}
        for smaller in without_one_null(inner):
            outer = copy.copy(value)
            outer[key] = smaller
            yield outer


def with_nulls(node):
    """OpenAPI's `nullable: true` written out, as Gemini reads it (a favour to the rewriters that use it)."""
    if isinstance(node, list):
        return [with_nulls(n) for n in node]
    if not isinstance(node, dict):
        return node
    plain_node = {k: with_nulls(v) for k, v in node.items() if (k, v) != ("nullable", True)}
    return plain_node if node.get("nullable") is not True else {"anyOf": [plain_node, {"type": "null"}]}


def judge(user, row):
    """Verdict of one rewriting, and the replies for the peer's own decoder."""
    verdict = {k: row[k] for k in ("id", "provider", "peer", "wire", "error") if k in row}
    levels = {level for level, _, _ in lint(row["provider"], row["wire"])} if "wire" in row else {"hard"}
    verdict.update(lint_clean=not levels & {"hard"}, lint_recorded=not levels & {"hard", "seen"}, lint_list=not levels)
    valid, replies = user["valid"], []
    if not valid:
        return verdict, replies
    flags = dict.fromkeys(("representable", "all_valid_instances_roundtrip", "absent_null"), False)
    verdict.update(flags)
    if "error" in row:
        return verdict, replies
    try:
        schema = with_nulls(row["wire"]) if row["provider"] == "gemini" else row["wire"]
        wire = Validator(schema, "2020-12" if row["peer"].startswith("effect") else user["draft"])
        theirs = Validator(user["schema"], user["draft"])
        encoded = row.get("encoded") or [{"value": wire.fill(v)} for v in valid]
        replies = [e if "value" in e and wire.ok(e["value"]) else None for e in encoded]
        verdict["representable"] = verdict["absent_null"] = all(r is not None for r in replies)
        # Two instances with one encoding: the decoder reads it as the one without the member.
        lost = any(theirs.ok(s) and plain(wire.fill(s)) == plain(r["value"]) for v, r in zip(valid, replies) if r for s in without_one_null(v))
        verdict["all_valid_instances_roundtrip"] = verdict["representable"] and not lost
    except Exception as e:  # the rewritten schema is not a usable JSON Schema
        verdict["judge_error"] = f"{type(e).__name__}: {e}"[:200]
    return verdict, replies


def decode(verdicts, corpus, pending):
    """Let the peers that have one run their own decoder over the replies."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        for key, replies in pending.items():
            file.write(json.dumps({**dict(zip(("id", "provider", "peer"), key)), "replies": replies}) + "\n")
        file.flush()
        node = os.path.join(HERE, "node_modules/.bin/node")
        out = subprocess.run([node, os.path.join(HERE, "run.mjs"), "decode", file.name], check=True, stdout=subprocess.PIPE).stdout
    for line in out.splitlines():
        row = json.loads(line)
        verdict, valid = verdicts[row["id"], row["provider"], row["peer"]], corpus[row["id"]]["valid"]
        pairs = list(zip(row.get("decoded") or [None] * len(valid), valid))
        for flag, drop in (("all_valid_instances_roundtrip", False), ("absent_null", True)):
            verdict[flag] = all(d and "value" in d and plain(d["value"], drop) == plain(v, drop) for d, v in pairs)


def table(title, rows, corpus, chosen, second):
    held = [i for i in chosen if corpus[i]["valid"]]
    head = ["peer", "error %", "lint-clean %", "+ recorded refusals %", "positive list %", "representable %", "round-trip %",
            "lossless %", "lossless, absent = null %", "lossless, positive list %"] + ["second linter %", "lossless, second linter %"] * second
    print(f"\n**{title}** ({len(chosen)} schemas, lossless over the {len(held)} with instances)\n")
    print("| " + " | ".join(head) + " |\n| --- |" + " ---: |" * (len(head) - 1))
    share = lambda ids, test: f"{100 * sum(map(test, ids)) / len(ids):.1f}" if ids else "-"
    lines = []
    for peer, by_id in rows.items():
        get = lambda i, *keys: all(by_id.get(i, {}).get(k) for k in keys)
        back = "all_valid_instances_roundtrip"
        cells = [share(chosen, lambda i: i not in by_id or bool(by_id[i].get("error")))]
        cells += [share(chosen, lambda i: get(i, k)) for k in ("lint_clean", "lint_recorded", "lint_list")]
        cells += [share(held, lambda i: get(i, k)) for k in ("representable", back)]
        cells.append(share(held, lambda i: get(i, "lint_clean", back)))
        cells.append(share(held, lambda i: get(i, "lint_clean") and (get(i, back) or get(i, "absent_null"))))
        cells.append(share(held, lambda i: get(i, "lint_list", back)))
        if second:
            asked = any("second" in v for v in by_id.values())
            cells += [share(asked and chosen, lambda i: get(i, "second")), share(asked and held, lambda i: get(i, "second", back))]
        lines.append((-float(cells[6] if held else cells[1]), f"| {peer} | " + " | ".join(cells) + " |"))
    print("\n".join(line for _, line in sorted(lines)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ours")
    parser.add_argument("--lint")
    parser.add_argument("--verdicts", default="verdicts.jsonl")
    parser.add_argument("rewritten", nargs="+")
    args = parser.parse_args()
    read = lambda path: (json.loads(line) for line in open(path))
    corpus = {r["id"]: r for r in read(os.environ["SCHEMA_COMPAT_DATA"] + "/corpus/sample_dev.jsonl")}
    verdicts, pending = {}, {}
    for path in args.rewritten:
        for row in read(path):
            key = row["id"], row["provider"], row["peer"]
            verdicts[key], replies = judge(corpus[row["id"]], row)
            if any(replies):
                pending[key] = replies
    decode(verdicts, corpus, {k: r for k, r in pending.items() if any(n in k[2] for n in ("effect", "mastra", "agents-js"))})
    for row in read(args.ours) if args.ours else ():
        wire, failed = row.get("wire_schema"), row.get("error")
        verdict = judge({"valid": []}, {**row, "peer": OURS, **({"error": failed or "refused"} if wire is None else {"wire": wire})})[0]
        verdict.update({mine: wire is not None and bool(row.get(theirs)) for mine, theirs in (("all_valid_instances_roundtrip", "roundtrip"),
                       ("representable", "roundtrip"), ("absent_null", "absent_null"), ("second", "lint_clean"))})
        verdicts[row["id"], row["provider"], OURS] = verdict
    for row in read(args.lint) if args.lint else ():
        verdicts[row["id"], row["provider"], row["peer"]]["second"] = row["lint_clean"]
    with open(args.verdicts, "w") as out:
        out.writelines(json.dumps(v) + "\n" for v in verdicts.values())
    rows = defaultdict(lambda: defaultdict(dict))
    for (i, provider, peer), verdict in verdicts.items():
        rows[provider][peer][i] = verdict
    for provider, peers in rows.items():
        show = lambda title, ids: table(f"{provider}, {title}", peers, corpus, ids, bool(args.lint or args.ours))
        show("schemas with valid instances", [i for i in corpus if corpus[i]["valid"]])
        show("all", list(corpus))
        for group, prefixes in GROUPS.items():
            show(group, [i for i in corpus if corpus[i]["subset"].startswith(prefixes)])


if __name__ == "__main__":
    main()

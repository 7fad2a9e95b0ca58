"""A plain linter for strict structured output, written from the providers' documentation and recorded error texts.

lint(provider, schema) -> [(level, where, what)]; levels:
  hard  documented as rejected, or a documented requirement or size limit missed   (LENIENT = no "hard")
  seen  accepted by the letter of the documentation, but a refusal was recorded
  list  only outside the documentation's list of supported keywords (POSITIVE LIST = nothing at all)
"""
import re

FREE = {"$schema", "$comment", "title", "description"}
ONE = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames", "additionalItems",
       "unevaluatedItems", "unevaluatedProperties", "contentSchema")
MANY = ("anyOf", "oneOf", "allOf", "prefixItems", "items")
MAPS = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies")
CONDITIONAL = {"not", "if", "then", "else", "dependentRequired", "dependentSchemas", "dependencies", "patternProperties",
               "propertyNames", "unevaluatedProperties", "unevaluatedItems", "contains"}
COMMON = {"type", "enum", "anyOf", "properties", "required", "additionalProperties", "items", "minItems", "format", "$ref",
          "$defs", "definitions"}
NUMERIC = {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}
FORMATS = {"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}
SUPPORTED = {
    "openai": COMMON | NUMERIC | {"const", "maxItems", "pattern"},
    "anthropic": COMMON | {"const", "allOf", "pattern", "default"},
    "gemini": COMMON | {"$id", "$anchor", "prefixItems", "maxItems", "minimum", "maximum", "oneOf", "propertyOrdering"},
}
REJECTED = {
    "openai": CONDITIONAL | {"oneOf", "allOf", "prefixItems", "additionalItems", "uniqueItems", "minContains", "maxContains",
                             "minProperties", "maxProperties"},
    "anthropic": CONDITIONAL | NUMERIC | {"oneOf", "prefixItems", "additionalItems", "maxItems", "uniqueItems", "minContains",
                                          "maxContains", "minProperties", "maxProperties", "minLength", "maxLength"},
    "gemini": CONDITIONAL | {"allOf", "const"},
}
LIMITS = {"openai": {"properties": 5000, "enum values": 1000, "characters": 120_000},
          "anthropic": {"optional properties": 24, "unions": 16}, "gemini": {}}
BAD_REGEX = {"openai": r"\(\?<?[=!]|\\[pP]\{", "anthropic": r"\(\?<?[=!]|\\[1-9]|\\b|\(\?P?<[A-Za-z]"}


def children(node):
    for key in ONE:
        if isinstance(node.get(key), (dict, bool)) and not (key == "additionalProperties" and isinstance(node[key], bool)):
            yield (key,), node[key]
    for key in MANY:
        if isinstance(node.get(key), list):
            yield from (((key, str(i)), child) for i, child in enumerate(node[key]))
    for key in MAPS:
        if isinstance(node.get(key), dict):
            yield from (((key, name), child) for name, child in node[key].items() if not isinstance(child, list))


def resolve(root, ref):
    """The node a local JSON Pointer reference names, else None."""
    if not isinstance(ref, str) or not (ref == "#" or ref.startswith("#/")):
        return None
    node = root
    for part in ref.split("/")[1:]:
        part = re.sub("%([0-9A-Fa-f]{2})", lambda m: chr(int(m[1], 16)), part).replace("~1", "/").replace("~0", "~")
        if isinstance(node, list) and part.isdigit() and int(part) < len(node):
            node = node[int(part)]
        elif isinstance(node, dict) and part in node:
            node = node[part]
        else:
            return None
    return node


def recursive(root):
    state = {}

    def loops(node):
        if not isinstance(node, dict) or state.get(id(node)) == "done":
            return False
        if state.get(id(node)) == "open":
            return True
        state[id(node)] = "open"
        below = [child for path, child in children(node) if path[0] not in ("$defs", "definitions")]
        if "$ref" in node:
            below.append(resolve(root, node["$ref"]))
        found = any(loops(child) for child in below)
        state[id(node)] = "done"
        return found

    return any(loops(node) for node in [root, *(n for k in ("$defs", "definitions") for n in (root.get(k) or {}).values())])


def lint(provider, root):
    if not isinstance(root, dict):
        return [("hard", "", "the root is not an object")]
    openai, anthropic, gemini = (provider == p for p in ("openai", "anthropic", "gemini"))
    found, total = [], dict.fromkeys(("properties", "enum values", "characters", "optional properties", "unions"), 0)

    def check(node, path, depth):
        def when(condition, level, what):
            if condition:
                found.append((level, "/".join(path), what))

        if not isinstance(node, dict):
            return when(True, "hard" if openai else "list" if gemini else "seen", "boolean or malformed schema")
        types = node["type"] if isinstance(node.get("type"), list) else [node.get("type")]
        props, enum = (node.get(k) if isinstance(node.get(k), t) else t() for k, t in (("properties", dict), ("enum", list)))
        required, form, pattern = set(node.get("required") or ()), node.get("format"), node.get("pattern")
        is_object, is_array = "object" in types or bool(props), "array" in types
        strings = [v for v in [*enum, node.get("const")] if isinstance(v, str)]
        names = [name for key in ("properties", "$defs", "definitions") for name in node.get(key) or ()]
        beside = set(node) - FREE - {"anyOf", "allOf", "$ref", "$defs", "definitions", "default"}
        depth += "object" in types
        for key in node:
            when(key in REJECTED[provider], "hard", f"{key} is not supported")
            when(key not in REJECTED[provider] | SUPPORTED[provider] | FREE, "list", f"{key} is not on the list")
        if "$ref" in node:
            when(resolve(root, node["$ref"]) is None, "hard", "unresolvable reference")
            at_top = re.fullmatch(r"#|#/(\$defs|definitions)/[^/]+", str(node["$ref"]))
            when(openai and not at_top, "hard", "reference to something other than a top-level definition")
            when(openai and set(node) - {"$ref"} - (set() if path else {"$defs", "definitions", "$schema"}), "hard", "keywords beside $ref")
            when(gemini and {k for k in node if k[0] != "$"} - {"definitions"}, "hard", "keywords beside $ref")
        elif "type" not in node and "anyOf" not in node:
            when(openai, "hard", "no type")
            when(anthropic, "list" if "enum" in node or "allOf" in node else "seen", "no type")
        closed = node.get("additionalProperties") is False
        when(not gemini and is_object and not closed, "hard", "the object is not closed")
        when(openai and is_object and not isinstance(node.get("properties"), dict), "hard", "object without properties")
        when(openai and is_object and required != set(props), "hard", "required must name every property")
        when(is_array and isinstance(node.get("items"), list), "list" if gemini else "hard", "items is a list")
        when(is_array and "items" not in node, "hard" if openai else "list", "array without items")
        bad_regex = not gemini and isinstance(pattern, str) and re.search(BAD_REGEX[provider], pattern)
        when(bad_regex, "hard", "regex feature not supported")
        other_format = not gemini and form is not None and form not in FORMATS | ({"uri"} if anthropic else set())
        on_string = types == [None] or "string" in types
        when(other_format, "seen" if openai and on_string else "list", f"format {form}")
        when(openai and len(enum) > 250 and sum(map(len, strings)) > 15_000, "hard", "enum text too long")
        when(openai and depth > 10, "hard", "nested too deeply")
        when(anthropic and node.get("minItems", 0) not in (0, 1), "hard", "minItems above 1")
        when(anthropic and any(isinstance(v, (dict, list)) for v in enum), "hard", "enum with objects or arrays")
        when(anthropic and enum and len(types) > 1, "seen", "enum beside a type list")
        when(anthropic and "anyOf" in node and beside, "seen", "anyOf with siblings")
        all_of_ref = any(isinstance(b, dict) and "$ref" in b for b in node.get("allOf") or ())
        when(anthropic and all_of_ref, "hard", "allOf with $ref")
        when(anthropic and "allOf" in node and beside, "seen", "allOf with siblings")
        odd_enum = any(isinstance(v, bool) or not isinstance(v, (str, int, float)) for v in enum)
        when(gemini and odd_enum, "list", "enum of something else than strings and numbers")
        unions = sum(isinstance(p, dict) and ("anyOf" in p or isinstance(p.get("type"), list)) for p in props.values())
        for key, more in zip(total, (len(props), len(enum), sum(map(len, strings + names)), len(set(props) - required), unions)):
            total[key] += more
        for key, child in children(node):
            check(child, path + key, 0 if key[0] in ("$defs", "definitions") else depth)

    check(root, (), 0)
    if openai and (root.get("type") != "object" or {"anyOf", "oneOf", "allOf", "enum", "const", "not", "$ref"} & set(root)):
        found.append(("hard", "", "the root must be a plain object"))
    if anthropic and recursive(root):
        found.append(("hard", "", "recursive"))
    found += [("hard", "", f"{total[k]} {k}, limit {n}") for k, n in LIMITS[provider].items() if total[k] > n]
    return found

"""python run.py > rewritten_py.jsonl: every Python rival over every schema, one line per (id, provider, peer)."""
import copy, json, logging, os, signal, sys, warnings
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # keeps litellm off the network
warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)
sys.setrecursionlimit(2000)
from agents.strict_schema import ensure_strict_json_schema as agents_strict
from anthropic import transform_schema
from langchain_core.utils.function_calling import convert_to_openai_function
from litellm.llms.anthropic.chat.transformation import AnthropicConfig
from litellm.llms.vertex_ai.common_utils import build_json_schema
from openai.lib._pydantic import _ensure_strict_json_schema as openai_strict
from pydantic_ai.profiles.google import GoogleJsonSchemaTransformer
from pydantic_ai.profiles.openai import _OpenAIJsonSchemaTransformer
from pydantic_ai.providers.anthropic import AnthropicJsonSchemaTransformer

LITELLM = AnthropicConfig()


def litellm_anthropic(schema):
    sent = LITELLM.native_output_format_schema(schema)
    if sent is None:
        raise ValueError("not native: falls back to a tool call")
    return dict(sent)


def langchain(schema):
    tool = {"name": "f", "description": "d", "parameters": schema}
    return convert_to_openai_function(tool, strict=True)["parameters"]


PEERS = {
    "openai": {
        "identity": lambda s: s,
        "openai-python": lambda s: openai_strict(s, path=(), root=s),
        "openai-agents-python": agents_strict,
        "pydantic-ai": lambda s: _OpenAIJsonSchemaTransformer(s, strict=True).walk(),
        "langchain-core": langchain,
    },
    "anthropic": {
        "identity": lambda s: s,
        "anthropic-python": transform_schema,
        "pydantic-ai": lambda s: AnthropicJsonSchemaTransformer(s, strict=True).walk(),
        "litellm": litellm_anthropic,
    },
    "gemini": {
        "identity (= litellm)": build_json_schema,
        "pydantic-ai": lambda s: GoogleJsonSchemaTransformer(s).walk(),
    },
}


def too_slow(*_):
    raise TimeoutError("stopped after 2 s")


signal.signal(signal.SIGALRM, too_slow)
for line in open(os.environ["SCHEMA_COMPAT_DATA"] + "/corpus/sample_dev.jsonl"):
    record = json.loads(line)
    for provider, peers in PEERS.items():
        for name, rewrite in peers.items():
            out = {"id": record["id"], "provider": provider, "peer": name}
            signal.setitimer(signal.ITIMER_REAL, 2)
            try:
                text = json.dumps({**out, "wire": rewrite(copy.deepcopy(record["schema"]))})
            except Exception as e:
                text = json.dumps({**out, "error": f"{type(e).__name__}: {e}"[:200]})
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            print(text)

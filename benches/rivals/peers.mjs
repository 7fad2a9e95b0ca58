// The JavaScript rivals. Each peer is { wire(schema, draft), codec?(schema, draft) -> { encode?, decode } }.
// A peer without a codec is judged with the obvious null-filling one (judge.py).
import fs from 'node:fs';
import path from 'node:path';
import { JsonSchema, Schema, SchemaRepresentation } from 'effect';
import * as mastra from '@mastra/schema-compat';

const modules = path.join(import.meta.dirname, 'node_modules');
const load = (file) => import(path.join(modules, file));
// The AI SDK does not export its rewriters: import a copy of the built file with one more export line.
async function unexported(pkg, ...names) {
  const dist = path.join(modules, pkg, 'dist');
  const copy = path.join(dist, '_patched.js');
  fs.writeFileSync(copy, `${fs.readFileSync(path.join(dist, 'index.js'), 'utf8')}\nexport { ${names.join(', ')} };\n`);
  return import(copy);
}
const { normalizeOpenAIJsonSchema } = await unexported('@ai-sdk/openai', 'normalizeOpenAIJsonSchema');
const { sanitizeResponseJsonSchema } = await unexported('@ai-sdk/google', 'sanitizeResponseJsonSchema');
const aiAnthropic = await unexported('@ai-sdk/anthropic', 'sanitizeJsonSchema', 'supportsNativeStructuredOutputSchema');
const { toStrictJsonSchema } = await load('openai/lib/transform.mjs');
const { prepareOpenAIStrictToolSchema } = await load('@openai/agents-core/dist/utils/strictToolSchema.mjs');
const { transformJSONSchema } = await load('@anthropic-ai/sdk/lib/transform-json-schema.mjs');
const { toCodecOpenAI } = await load('effect/dist/ai/OpenAiStructuredOutput.js');
const { toCodecAnthropic } = await load('effect/dist/ai/AnthropicStructuredOutput.js');

export const copy = (value) => JSON.parse(JSON.stringify(value)); // many peers mutate their input

// effect reads JSON Schema through its importer; `closed` shuts objects that say nothing about extra keys.
const shut = (s) => (s?.properties && s.additionalProperties === undefined && !s.patternProperties ? { ...s, additionalProperties: false } : s);
function effect(toCodec, closed) {
  const read = (schema, draft) => {
    const old = ['3', '4', '6', '7', '2019-09'].includes(draft) || /draft-0[3467]/.test(schema.$schema ?? '');
    const doc = old ? JsonSchema.fromSchemaDraft07(schema) : JsonSchema.fromSchemaDraft2020_12(schema);
    return SchemaRepresentation.fromJsonSchemaDocument(doc, { patterns: 'apply', ...(closed && { onEnter: shut }) });
  };
  return {
    wire: (schema, draft) => toCodec(read(schema, draft)).jsonSchema,
    codec(schema, draft) {
      const user = read(schema, draft);
      const { codec } = toCodec(user);
      const toType = Schema.decodeUnknownSync(user), fromType = Schema.encodeUnknownSync(user);
      const toWire = Schema.encodeUnknownSync(codec), fromWire = Schema.decodeUnknownSync(codec);
      return { encode: (value) => toWire(toType(value)), decode: (reply) => fromType(fromWire(reply)) };
    },
  };
}
// mastra picks its layer by provider and model; only the OpenAI one changes values, so only it gets its decoder.
function mastraLayer(Layer, provider, modelId, { decodes = false, prepare = copy } = {}) {
  const layer = new Layer({ provider, modelId, supportsStructuredOutputs: true });
  const codec = (schema) => {
    const standard = layer.processToCompatSchema(mastra.toStandardSchema(prepare(schema)))['~standard'];
    return {
      decode(reply) {
        const result = standard.validate(reply);
        if (result instanceof Promise) throw new Error('asynchronous validation');
        if (result.issues) throw new Error(JSON.stringify(result.issues).slice(0, 150));
        return result.value;
      },
    };
  };
  return { wire: (schema) => layer.processToJSONSchema(mastra.toStandardSchema(prepare(schema))), ...(decodes && { codec }) };
}
const withoutDialect = (schema) => { const c = copy(schema); delete c.$schema; return c; };
function aiSdkAnthropic(schema) {
  if (!aiAnthropic.supportsNativeStructuredOutputSchema(schema)) throw new Error('not native: falls back to a tool call');
  return aiAnthropic.sanitizeJsonSchema(schema);
}

export const PEERS = {
  openai: {
    'openai-node': { wire: (s) => toStrictJsonSchema(s) },
    'openai-agents-js': {
      wire: (s) => prepareOpenAIStrictToolSchema(copy(s)).schema,
      codec: (s) => { const p = prepareOpenAIStrictToolSchema(copy(s)); return { decode: (reply) => p.normalizeInput(reply) }; },
    },
    'mastra strict-output': { wire: (s) => mastra.prepareJsonSchemaForOpenAIStrictMode(copy(s)) },
    'mastra tool-layer': mastraLayer(mastra.OpenAISchemaCompatLayer, 'openai', 'gpt-4o', { decodes: true }),
    'mastra tool-layer ($schema removed first)': mastraLayer(mastra.OpenAISchemaCompatLayer, 'openai', 'gpt-4o', { decodes: true, prepare: withoutDialect }),
    'ai-sdk': { wire: (s) => normalizeOpenAIJsonSchema(s).schema },
    effect: effect(toCodecOpenAI, false),
    'effect (closed objects)': effect(toCodecOpenAI, true),
  },
  anthropic: {
    'anthropic-ts': { wire: (s) => transformJSONSchema(s) },
    'ai-sdk': { wire: aiSdkAnthropic },
    'mastra tool-layer': mastraLayer(mastra.AnthropicSchemaCompatLayer, 'anthropic', 'claude-3.5-haiku-latest'),
    effect: effect(toCodecAnthropic, false),
    'effect (closed objects)': effect(toCodecAnthropic, true),
  },
  gemini: {
    'ai-sdk': { wire: (s) => sanitizeResponseJsonSchema(s) },
    'mastra tool-layer': mastraLayer(mastra.GoogleSchemaCompatLayer, 'google', 'gemini-2.5-pro'),
  },
};

// node run.mjs rewrite > rewritten_js.jsonl           every peer over every schema
// node run.mjs decode ENCODED.jsonl > decoded.jsonl   the peers' own decoders over replies made by judge.py
// node run.mjs time [PASSES]                          schemas per CPU second; ONLY=name,name picks peers
import fs from 'node:fs';
import vm from 'node:vm';
import { PEERS, copy } from './peers.mjs';

const lines = (file) => fs.readFileSync(file, 'utf8').split('\n').filter(Boolean).map((l) => JSON.parse(l));
const corpus = lines(process.env.SCHEMA_COMPAT_DATA + '/corpus/sample_dev.jsonl');
const message = (e) => `${e?.name ?? 'Error'}: ${e?.message ?? e}`.slice(0, 200);
const attempt = (f) => { try { return { value: f() }; } catch (e) { return { error: message(e) }; } };
const script = new vm.Script('__job()');
function limited(job) { // a rewriter that hangs is stopped after two seconds
  globalThis.__job = job;
  return attempt(() => script.runInThisContext({ timeout: 2000 }));
}
const print = (record) => fs.writeSync(1, JSON.stringify(record) + '\n');
const peers = Object.entries(PEERS).flatMap(([provider, group]) => Object.entries(group).map(([name, peer]) => ({ provider, name, peer })));
const [mode, argument] = process.argv.slice(2);

if (mode === 'rewrite') {
  for (const { id, schema, draft, valid = [] } of corpus) for (const { provider, name, peer } of peers) {
    const { value, error } = limited(() => {
      const wire = copy(peer.wire(copy(schema), draft));
      const codec = valid.length && peer.codec?.(copy(schema), draft);
      const encoded = codec?.encode && valid.map((v) => attempt(() => copy(codec.encode(copy(v)))));
      return { wire, ...(encoded && { encoded }) };
    });
    print({ id, provider, peer: name, ...(error ? { error } : value) });
  }
} else if (mode === 'decode') {
  const byId = new Map(corpus.map((r) => [r.id, r]));
  for (const { id, provider, peer, replies } of lines(argument)) {
    const make = PEERS[provider][peer]?.codec;
    if (!make) continue;
    const { schema, draft } = byId.get(id);
    const { value, error } = limited(() => {
      const codec = make(copy(schema), draft);
      return replies.map((r) => (r === null ? null : attempt(() => copy(codec.decode(copy(r.value))))));
    });
    print({ id, provider, peer, ...(error ? { error } : { decoded: value }) });
  }
} else if (mode === 'time') {
  const small = corpus.map((r) => ({ ...r, text: JSON.stringify(r.schema) })).filter((r) => r.text.length < 20_000);
  const only = process.env.ONLY?.split(',');
  const cpu = () => { const u = process.cpuUsage(); return (u.user + u.system) / 1e6; };
  console.log(`${small.length} schemas; schemas per CPU second: median (min-max)`);
  console.log('provider\tpeer\trewrite of a parsed schema\ttext to wire text, and a decoder where it has one');
  for (const { provider, name, peer } of peers) {
    if (only && !only.includes(name)) continue;
    const jobs = [
      (r) => peer.wire(r.schema, r.draft),
      (r) => { const schema = JSON.parse(r.text); return [JSON.stringify(peer.wire(schema, r.draft)), peer.codec?.(schema, r.draft)]; },
    ];
    const columns = jobs.map((job) => {
      const rates = [];
      for (let pass = 0; pass < Number(argument ?? 5); pass++) {
        const start = cpu();
        for (const r of small) attempt(() => job(r));
        rates.push(small.length / (cpu() - start));
      }
      rates.sort((a, b) => a - b);
      const [low, mid, high] = [rates[0], rates[rates.length >> 1], rates.at(-1)].map(Math.round);
      return `${mid} (${low}-${high})`;
    });
    console.log([provider, name, ...columns].join('\t'));
  }
}

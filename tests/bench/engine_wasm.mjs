// The computer player as WebAssembly against castled-uci, on the fixed searches of its bench, by CPU time:
//   node engine_wasm.mjs engine.wasm castled-uci NET [DEPTH] [ROUNDS]
//   node engine_wasm.mjs engine.wasm nodes NET [DEPTH]    only counts the nodes
// NET is a net's file for both, common/engine/castled.nnue for one. Ends with 1 when the two do not search the same nodes, or the browser's does not reach half of the native speed (issue 4).
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [wasm, uci, net, depth = '13', rounds = '3'] = process.argv.slice(2);

const env = { now: () => 0, stopped: () => 0, info: () => {}, wake: () => {}, join: () => {} };
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), { env });
const engine = instance.exports;
engine.init();
if (!engine.setup(16, 1)) throw new Error('no memory');
const bytes = readFileSync(net);
new Uint8Array(engine.memory.buffer, engine.netBytes(), bytes.length).set(bytes);
const error = engine.loadNet(bytes.length);
if (error) throw new Error(`the net is refused: ${error}`);

const browser = () => {
  const start = process.cpuUsage().user;
  const nodes = engine.bench(Number(depth));
  return { nodes, seconds: (process.cpuUsage().user - start) / 1e6 };
};

// bash's own `time` gives the CPU time of the child alone.
const native = () => {
  const option = `setoption name EvalFile value ${net}`;
  const script = `TIMEFORMAT=%U; time printf '%s\\n' "$1" "bench $2" | "$3" 2>&1`;
  const said = execFileSync('bash', ['-c', `{ ${script}; } 2>&1`, 'bash', option, depth, uci], { encoding: 'utf8' });
  return { nodes: Number(/(\d+) nodes/.exec(said)[1]), seconds: Number(said.trim().split('\n').pop()) };
};

if (uci === 'nodes') {
  console.log(engine.bench(Number(depth)));
  process.exit(0);
}
browser(); // compiled well before it is timed
let best = { browser: 0, native: 0 };
for (let round = 0; round < Number(rounds); round++) {
  const [a, b] = [browser(), native()];
  if (a.nodes !== b.nodes) {
    console.error(`${a.nodes} nodes in WebAssembly, ${b.nodes} natively`);
    process.exit(1);
  }
  best = {
    browser: Math.max(best.browser, a.nodes / a.seconds),
    native: Math.max(best.native, b.nodes / b.seconds),
  };
}
const thousands = rate => `${Math.round(rate / 1000)} thousand nodes a second`;
console.log(`native ${thousands(best.native)}, WebAssembly ${thousands(best.browser)}, best of ${rounds}`);
console.log(`ratio ${(best.browser / best.native).toFixed(2)}`);
process.exit(best.browser >= best.native / 2 ? 0 : 1);

// The rules as WebAssembly, compared with the library's build for any x86-64 (perft_bench's third line):
//   node perft_wasm.mjs build/.../rules.wasm [ROUNDS]
import { readFileSync } from 'node:fs';

const [path, rounds = '5'] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(path), {});
const rules = instance.exports;
const text = rules.init();

const tasks = [
  ['start position', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 6, 119060324],
  ['Kiwipete', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', 5, 193690690],
];

for (const [name, fen, depth, nodes] of tasks) {
  new TextEncoder().encodeInto(fen, new Uint8Array(rules.memory.buffer, text));
  rules.load(fen.length);
  rules.perft(depth - 1); // compiled well before it is timed
  let best = 0;
  for (let round = 0; round < Number(rounds); round++) {
    const start = process.cpuUsage().user; // microseconds; a busy machine matters less
    if (rules.perft(depth) !== nodes) throw new Error(`${name}: the count is wrong`);
    best = Math.max(best, nodes / (process.cpuUsage().user - start));
  }
  console.log(`${name}, depth ${depth}: ${best.toFixed(0)} million nodes a second, best of ${rounds}`);
}

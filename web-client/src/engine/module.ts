/* The engine's WebAssembly and what its workers share. One search at a time; text goes both ways
 * through one buffer (common/wasm/engine_wasm.h has the other side). */

import type { SearchResult, Decision, Info, Limits, Position, Score } from './types';

type Exports = {
  memory: WebAssembly.Memory;
  __stack_pointer: WebAssembly.Global;
  init: () => number;
  setup: (hash: number, workers: number) => number;
  netBytes: () => number;
  loadNet: (size: number) => number;
  clear: () => void;
  position: (length: number, chess960: number) => number;
  go: (depth: number, nodes: number, movetime: number, multipv: number, mate: number) => number;
  play: (rating: number, seed: number, movetime: number) => number;
  acceptsDraw: () => number;
  evaluate: () => number;
  bench: (depth: number) => number;
  help: (number: number) => void;
  workerStack: (number: number) => number;
};

/** Cells of the memory by which workers wait for each other; all of it Int32. */
export const control = {
  /** Searches up to this number are to stop. */
  stop: 0,
  /** One more with each search that the helpers are to join. */
  job: 1,
  /** Helpers that have not come back yet. */
  running: 2,
  cells: 3,
} as const;

/** What the imported functions do; all have the same clock. */
export type Imports = {
  stopped: () => boolean;
  info: (info: Info) => void;
  wake: () => void;
  join: () => void;
};

export type EngineModule = {
  /** False when there is not enough memory; hash in MiB. */
  setup: (hash: number, workers: number) => boolean;
  /** Null, or the number of what is wrong with it (net.h). */
  loadNet: (bytes: Uint8Array) => number | null;
  clear: () => void;
  /** False when it is no legal position, or a move is not legal. */
  position: (position: Position) => boolean;
  go: (limits: Limits) => SearchResult;
  play: (rating: number, seed: number, movetime: number) => Decision;
  acceptsDraw: () => boolean;
  evaluate: () => number;
  bench: (depth: number) => number;
  stackOf: (worker: number) => number;
};

const readScore = (kind: string | undefined, value: string | undefined): Score =>
  kind === 'mate' ? { mate: Number(value) } : { cp: Number(value) };

const noMove = (word: string | undefined): string | null => (!word || word === '-' ? null : word);

/** A line of "depth 9 seldepth 14 multipv 1 score cp 12 lowerbound wdl 80 850 70 nodes ... pv
 * ...". */
export function readInfo(line: string, elapsed: number): Info {
  const words = line.split(' ');
  const at = (name: string) => words.indexOf(name) + 1;
  const number = (name: string) => Number(words[at(name)]);
  const wdl = at('wdl');
  return {
    depth: number('depth'),
    selectiveDepth: number('seldepth'),
    line: number('multipv'),
    score: readScore(words[at('score')], words[at('score') + 1]),
    bound: words.includes('lowerbound')
      ? 'lower'
      : words.includes('upperbound')
        ? 'upper'
        : 'exact',
    chances: {
      win: Number(words[wdl]) / 1000,
      draw: Number(words[wdl + 1]) / 1000,
      loss: Number(words[wdl + 2]) / 1000,
    },
    nodes: number('nodes'),
    hashfull: number('hashfull') / 1000,
    elapsed,
    moves: words.slice(at('pv')),
  };
}

/** "e2e4 cp 13 12 34567 e7e5", a decision behind it or not. */
export function readAnswer(line: string): SearchResult & Decision {
  const [move, kind, value, depth, nodes, ...rest] = line.split(' ');
  return {
    move: noMove(move),
    score: readScore(kind, value),
    depth: Number(depth),
    nodes: Number(nodes),
    ponder: noMove(rest.find(word => word !== 'resigns' && word !== 'offers')),
    resigns: rest.includes('resigns'),
    offersDraw: rest.includes('offers'),
  };
}

/** The functions of the first, or only, worker. With memory the module is the one that shares
 * it. */
export async function openModule(
  module: WebAssembly.Module,
  imports: Imports,
  shared?: WebAssembly.Memory,
): Promise<EngineModule> {
  let start = 0;
  let buffer = 0;
  const decoder = new TextDecoder();
  const env = {
    now: () => performance.now(),
    stopped: () => Number(imports.stopped()),
    info: (length: number) => imports.info(readInfo(read(length), performance.now() - start)),
    wake: imports.wake,
    join: imports.join,
    ...(shared && { memory: shared }),
  };
  const instance = await WebAssembly.instantiate(module, { env });
  const wasm = instance.exports as Exports;
  const memory = shared ?? wasm.memory;

  // A decoder takes no shared memory: the line is copied first.
  const read = (length: number): string =>
    decoder.decode(new Uint8Array(memory.buffer, buffer, length).slice());
  const write = (text: string): number => {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > textMax) return -1;
    new Uint8Array(memory.buffer, buffer, bytes.length).set(bytes);
    return bytes.length;
  };

  buffer = wasm.init();
  return {
    setup: (hash, workers) => wasm.setup(hash, workers) === 1,
    loadNet(bytes) {
      if (bytes.length > netMax) return netTooLong;
      new Uint8Array(memory.buffer, wasm.netBytes(), bytes.length).set(bytes);
      return wasm.loadNet(bytes.length) || null;
    },
    clear: wasm.clear,
    position: ({ fen, moves, chess960 }) =>
      wasm.position(write(`${fen}\n${moves.join(' ')}`), Number(chess960 ?? false)) === 0,
    go(limits) {
      start = performance.now();
      const { depth = 0, nodes = 0, movetime = 0, lines = 1, mate = 0 } = limits;
      return readAnswer(read(wasm.go(depth, nodes, movetime, lines, mate)));
    },
    play: (rating, seed, movetime) => readAnswer(read(wasm.play(rating, seed, movetime))),
    acceptsDraw: () => wasm.acceptsDraw() === 1,
    evaluate: wasm.evaluate,
    bench: wasm.bench,
    stackOf: wasm.workerStack,
  };
}

/** ENGINE_WASM_TEXT_SIZE and NNUE_FILE_MAX of the other side; its NNUE_WRONG_SIZE. */
const textMax = 128 + 6 * 17697;
const netMax = 1_043_512;
const netTooLong = 5;

/** Another worker on the same memory: helps with each search from now on, until the worker is
 * ended. */
export async function helpForever(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  number: number,
  stack: number,
  cells: Int32Array,
  ready: () => void,
): Promise<void> {
  const none = () => 0;
  const env = { now: none, stopped: none, info: none, wake: none, join: none, memory };
  const instance = await WebAssembly.instantiate(module, { env });
  const wasm = instance.exports as Exports;
  wasm.__stack_pointer.value = stack;
  let job = Atomics.load(cells, control.job);
  ready();
  for (;;) {
    Atomics.wait(cells, control.job, job);
    job = Atomics.load(cells, control.job);
    wasm.help(number);
    Atomics.sub(cells, control.running, 1);
    Atomics.notify(cells, control.running);
  }
}

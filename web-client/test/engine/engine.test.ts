import { buildSync } from 'esbuild';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import {
  type Engine,
  type EngineFiles,
  type EngineOptions,
  type Info,
  type WorkerLike,
  openEngine,
} from '../../src/engine/engine';
import { readAnswer, readInfo } from '../../src/engine/module';
import { made, startFen } from '../world';

const position = (fen: string, ...moves: string[]) => ({ fen, moves });
const start = position(startFen);
const kiwipete = position('r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1');

let files: EngineFiles;
let folder: string;
let script: string;
const spawned: Worker[] = [];

// A busy machine takes long to start a worker.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/* Node's worker as the browser's: the same script, in a thread of its own. */
const spawn = (): WorkerLike => {
  const worker = new Worker(script);
  spawned.push(worker);
  const like: WorkerLike = {
    postMessage: message => worker.postMessage(message),
    terminate: () => void worker.terminate(),
    onmessage: null,
    onerror: null,
  };
  worker.on('message', data => like.onmessage?.({ data }));
  worker.on('error', error => like.onerror?.(error));
  return like;
};

const started = (options: Partial<EngineOptions> = {}): Promise<Engine> =>
  openEngine(files, { spawn, isolated: true, ...options });
const endAll = async (): Promise<void> => {
  for (const worker of spawned.splice(0)) await worker.terminate();
};

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'engine-'));
  script = path.join(folder, 'worker.mjs');
  const banner = `import { parentPort } from 'node:worker_threads';
globalThis.postMessage = message => parentPort.postMessage(message);
parentPort.on('message', data => globalThis.onmessage({ data }));`;
  buildSync({
    entryPoints: [new URL('../../src/engine/worker.ts', import.meta.url).pathname],
    outfile: script,
    bundle: true,
    format: 'esm',
    banner: { js: banner },
  });
  const module = (name: string) => WebAssembly.compile(fs.readFileSync(made(name)));
  files = {
    engine: await module('engine.wasm'),
    threads: await module('engine_threads.wasm'),
    net: new Uint8Array(fs.readFileSync(made('castled.nnue'))),
  };
});
afterAll(async () => {
  await endAll();
  fs.rmSync(folder, { recursive: true });
});

test('an info line is read', () => {
  const line =
    'depth 9 seldepth 14 multipv 2 score cp -12 lowerbound wdl 80 850 70 nodes 4321 hashfull 15 pv e2e4 e7e5';
  expect(readInfo(line, 7)).toEqual({
    depth: 9,
    selectiveDepth: 14,
    line: 2,
    score: { cp: -12 },
    bound: 'lower',
    chances: { win: 0.08, draw: 0.85, loss: 0.07 },
    nodes: 4321,
    hashfull: 0.015,
    elapsed: 7,
    moves: ['e2e4', 'e7e5'],
  });
});

test('an answer is read', () => {
  expect(readAnswer('e2e4 mate -3 12 34567 e7e5')).toMatchObject({
    move: 'e2e4',
    score: { mate: -3 },
    depth: 12,
    nodes: 34567,
    ponder: 'e7e5',
  });
  expect(readAnswer('e2e4 cp 3 1 140 offers')).toMatchObject({ offersDraw: true, ponder: null });
  expect(readAnswer('- cp 0 0 0')).toMatchObject({ move: null, resigns: false });
});

describe('in its own thread', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await started();
  });
  afterAll(endAll);

  test('it searches to a depth and tells what it knows', async () => {
    const told: Info[] = [];
    const found = await engine.analyse(kiwipete, { depth: 7, lines: 2 }, info => told.push(info));
    expect(found.depth).toBe(7);
    const last = told.filter(info => info.bound === 'exact').slice(-2);
    expect(last.map(info => info.line)).toEqual([1, 2]);
    expect(last[0]?.moves[0]).toBe(found.move);
    expect(last[0]?.moves[0]).not.toBe(last[1]?.moves[0]);
    const { win, draw, loss } = last[0]?.chances ?? { win: 0, draw: 0, loss: 0 };
    expect(win + draw + loss).toBeCloseTo(1);
  });

  test('it sees a mate', async () => {
    const mate = position('6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1');
    expect(await engine.analyse(mate, { depth: 4 })).toMatchObject({
      move: 'd1d8',
      score: { mate: 1 },
    });
    const mated = position('6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1', 'd1d8');
    expect(await engine.analyse(mated, { depth: 4 })).toMatchObject({ move: null });
  });

  test('the moves that led to a position count', async () => {
    // A queen and a rook down, White has only the perpetual check.
    const moves = ['h5e8', 'g8h7', 'e8h5', 'h7g8'];
    const fen = '6k1/6p1/8/7Q/8/1q6/1r6/6K1 w - - 0 1';
    const { score } = await engine.analyse(position(fen, ...moves), { depth: 6 });
    expect(score).toEqual({ cp: 0 });
  });

  test('castling is read either way, and answered as asked for', async () => {
    // Castling and the rook's own move to f1 are both mate.
    const fen = '4rkr1/4p1p1/8/8/8/8/8/4K2R w K - 0 1';
    const both = async (chess960: boolean) => {
      const told: Info[] = [];
      const limits = { depth: 3, lines: 2 };
      await engine.analyse({ fen, moves: [], chess960 }, limits, info => told.push(info));
      return told.slice(-2).map(info => info.moves[0]);
    };
    expect((await both(false)).sort()).toEqual(['e1g1', 'h1f1']);
    expect((await both(true)).sort()).toEqual(['e1h1', 'h1f1']);
    for (const castling of ['e1g1', 'e1h1'])
      expect(await engine.analyse(position(fen, castling), { depth: 3 })).toMatchObject({
        move: null,
      });
  });

  test.each([
    ['no FEN', position('nonsense')],
    ['no legal move', position(startFen, 'e2e5')],
    ['a text that is too long', position(startFen + ' '.repeat(200_000))],
  ])('%s is refused, and the engine goes on', async (_, wrong) => {
    await expect(engine.analyse(wrong, { depth: 1 })).rejects.toThrow('no legal position');
    expect((await engine.analyse(start, { depth: 1 })).move).not.toBeNull();
  });

  test('a limit of nodes is kept exactly, and gives the same result again', async () => {
    await engine.clear();
    const first = await engine.analyse(kiwipete, { nodes: 20_000 });
    await engine.clear();
    expect(first.nodes).toBe(20_000);
    expect(await engine.analyse(kiwipete, { nodes: 20_000 })).toEqual(first);
  });

  test('time is a limit', async () => {
    const begun = performance.now();
    await engine.analyse(kiwipete, { movetime: 100 });
    expect(performance.now() - begun).toBeGreaterThanOrEqual(99);
  });

  test('a net that is damaged is refused', async () => {
    const net = new Uint8Array(files.net.length);
    const before = spawned.length;
    await expect(openEngine({ ...files, net }, { spawn, isolated: true })).rejects.toThrow('net');
    const long = new Uint8Array(1_000_000); // longer than any
    await expect(openEngine({ ...files, net: long }, { spawn })).rejects.toThrow('net');
    // A worker that cannot be used is ended.
    for (const worker of spawned.slice(before)) await vi.waitUntil(() => worker.threadId === -1);
  });
});

describe('a player of a rating', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await started();
  });
  afterAll(endAll);

  test('plays the same move for the same seed', async () => {
    const first = await engine.play(kiwipete, 1200, 7);
    expect(await engine.play(kiwipete, 1200, 7)).toEqual(first);
    const moves = new Set<string | null>();
    for (let seed = 0; seed < 12; seed++) moves.add((await engine.play(start, 600, seed)).move);
    expect(moves.size).toBeGreaterThan(2);
  });

  test('accepts a draw when it is worse, but not at once', async () => {
    const lost = '4k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1';
    await engine.play(position(lost), 1600, 1);
    expect(await engine.acceptsDraw(position(lost))).toBe(false);
    const pushes = [...'abcdefgh'].map(file => `${file}7${file}6`);
    const more = [...'abcdefg'].map(file => `${file}6${file}5`);
    const moves = [...pushes, ...more].flatMap((push, i) => [i % 2 ? 'd1e1' : 'e1d1', push]);
    await engine.play(position(lost, ...moves), 1600, 1);
    expect(await engine.acceptsDraw(position(lost, ...moves))).toBe(true);
  });
});

/* From the stop to the answer to the next question: the best of some rounds, since a busy machine may
 * delay any of them. */
async function stopTime(engine: Engine, enough: number): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < 10 && least >= enough; round++) {
    await new Promise<void>(known => {
      void engine.analyse(kiwipete, {}, info => info.depth >= 8 && known());
    });
    const begun = performance.now();
    engine.stop();
    await engine.analyse(start, { depth: 1 });
    least = Math.min(least, performance.now() - begun);
  }
  return least;
}

describe('a search without end', () => {
  afterEach(endAll);

  test('stops within 50 ms, with its best move', async () => {
    const engine = await started();
    const found = await engine.analyse(kiwipete, {}, info => info.depth >= 6 && engine.stop());
    expect(found.move).not.toBeNull();
    expect(await stopTime(engine, 50)).toBeLessThan(50);
  });

  test('gives way to the next question', async () => {
    const engine = await started();
    const endless = engine.analyse(kiwipete, {});
    const next = engine.analyse(start, { depth: 3 });
    expect((await endless).nodes).toBeGreaterThan(0);
    expect((await next).depth).toBe(3);
  });

  test('that is stopped before it has begun ends at once', async () => {
    const engine = await started();
    const endless = engine.analyse(kiwipete, {});
    engine.stop();
    expect((await endless).nodes).toBeLessThan(100_000);
  });

  test('also stops where no memory is shared, and the engine lives on', async () => {
    const engine = await started({ isolated: false, workers: 4 });
    expect(engine.workers).toBe(1);
    const endless = engine.analyse(kiwipete, {}, info => {
      if (info.depth === 8) engine.stop();
    });
    const found = await endless;
    expect(found.depth).toBeGreaterThanOrEqual(7);
    expect(found.move).not.toBeNull();
    expect((await engine.analyse(start, { depth: 2 })).depth).toBe(2);
    expect(await engine.bench(3)).toBeGreaterThan(0);
  });

  test('ends with an error when the engine is closed', async () => {
    const engine = await started();
    const endless = engine.analyse(kiwipete, {});
    engine.close();
    await expect(endless).rejects.toThrow('closed');
    await expect(engine.analyse(start, { depth: 1 })).rejects.toThrow('closed');
  });
});

describe('several workers', () => {
  afterEach(endAll);

  test('search together, again and again, and stop together', async () => {
    const engine = await started({ workers: 3 });
    expect(engine.workers).toBe(3);
    for (const depth of [8, 9, 10]) {
      const found = await engine.analyse(kiwipete, { depth });
      expect(found).toMatchObject({ depth });
      expect(found.move).not.toBeNull();
    }
    expect(await stopTime(engine, 50)).toBeLessThan(50);
  });

  test('count the same nodes alone as a worker with memory of its own', async () => {
    const alone = await started();
    const together = await started({ workers: 2 });
    expect(await together.bench(4)).toBe(await alone.bench(4));
    const limits = { nodes: 5000 };
    expect(await together.analyse(kiwipete, limits)).toEqual(await alone.analyse(kiwipete, limits));
  });
});

/* The computer player in the page: searches in workers, so that the page never waits.
 *
 * One question at a time: a new one stops the analysis before it, whose promise then resolves with
 * what it found. Where the page is cross-origin isolated a flag in shared memory stops a search
 * within a few milliseconds, and several workers may share the work; elsewhere the one worker is
 * ended and another started. */

import type { FromWorker, ToWorker } from './message';
import { control } from './module';
import type { SearchResult, Decision, Info, Limits, Position } from './types';

export type { SearchResult, Decision, Info, Limits, Position, Score } from './types';

/** A browser's Worker, or what the tests put in its place. */
export type WorkerLike = {
  postMessage: (message: ToWorker) => void;
  terminate: () => void;
  onmessage: ((event: { data: FromWorker }) => void) | null;
  onerror?: ((event: unknown) => void) | null;
};

export type EngineFiles = {
  /** For a single worker. */
  engine: WebAssembly.Module;
  /** For several workers, on shared memory. */
  threads: WebAssembly.Module | null;
  net: Uint8Array;
};

export type EngineOptions = {
  spawn: () => WorkerLike;
  /** Of the table, MiB: 16 to 256. */
  hash?: number;
  /** How many are wanted; 1 where memory cannot be shared. At most 16. */
  workers?: number;
  /** Whether memory can be shared; the browser says so itself. */
  isolated?: boolean;
};

export type Engine = {
  /** Ends with the best move found: by a limit, by stop, or by the next question. */
  analyse: (
    position: Position,
    limits: Limits,
    onInfo?: (info: Info) => void,
  ) => Promise<SearchResult>;
  /** The move of a player of that rating, 400 to 2800, or 4000 for full strength. The same seed
   * gives the same move. */
  play: (position: Position, rating: number, seed: number, movetime?: number) => Promise<Decision>;
  /** Would the player of the last move accept a draw now? */
  acceptsDraw: (position: Position) => Promise<boolean>;
  /** Ends the search under way with what it has found. */
  stop: () => void;
  /** As for a new game. */
  clear: () => Promise<void>;
  /** Nodes of the fixed searches by which builds are compared. */
  bench: (depth: number) => Promise<number>;
  workers: number;
  close: () => void;
};

type Waiting = {
  id: number;
  ask: ToWorker;
  info: (info: Info) => void;
  found: Info | null;
  resolve: (message: FromWorker) => void;
  reject: (error: Error) => void;
};

const sharedPages = { initial: 64, maximum: 16384 };

const nothing: SearchResult = { move: null, ponder: null, score: { cp: 0 }, depth: 0, nodes: 0 };

/** The result so far of a search whose worker was ended. */
const fromInfo = (info: Info | null): SearchResult =>
  info
    ? {
        move: info.moves[0] ?? null,
        ponder: info.moves[1] ?? null,
        score: info.score,
        depth: info.depth,
        nodes: info.nodes,
      }
    : nothing;

/** The first answer of a worker that is asked to open or to help; one that cannot is ended. */
const readiness = (worker: WorkerLike, ask: ToWorker): Promise<number[]> =>
  new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      worker.terminate();
      reject(new Error(why));
    };
    worker.onerror = () => fail('the engine does not start');
    worker.onmessage = ({ data }) => {
      if (data.t === 'ready') resolve(data.stacks);
      else if (data.t === 'failed') fail(data.why);
    };
    worker.postMessage(ask);
  });

export async function openEngine(files: EngineFiles, options: EngineOptions): Promise<Engine> {
  const isolated = options.isolated ?? globalThis.crossOriginIsolated === true;
  const workers = isolated && files.threads ? Math.max(1, options.workers ?? 1) : 1;
  const module = workers > 1 && files.threads ? files.threads : files.engine;
  const memory = workers > 1 ? new WebAssembly.Memory({ ...sharedPages, shared: true }) : null;
  const cells = isolated ? new Int32Array(new SharedArrayBuffer(4 * control.cells)) : null;
  let helpers: WorkerLike[] = [];
  let waiting: Waiting[] = [];
  let closed = false;
  let last = 0;

  async function startFirst(): Promise<{ worker: WorkerLike; stacks: number[] }> {
    const worker = options.spawn();
    const { net } = files;
    const hash = options.hash ?? 16;
    const ask: ToWorker = { t: 'open', module, net, hash, workers, cells, memory };
    return { worker, stacks: await readiness(worker, ask) };
  }

  async function startHelper(stack: number, number: number): Promise<WorkerLike> {
    if (!memory || !cells) throw new Error('memory is not shared');
    const worker = options.spawn();
    await readiness(worker, { t: 'help', module, memory, number, stack, cells });
    return worker;
  }

  const hear = ({ data }: { data: FromWorker }): void => {
    if (data.t === 'ready') return;
    const asked = waiting.find(one => one.id === data.id);
    if (!asked) return;
    if (data.t === 'info') {
      if (data.info.line === 1 && data.info.bound === 'exact') asked.found = data.info;
      asked.info(data.info);
      // Stopped before anything was known: now something is.
      if (asked.id <= stoppedUpTo) replace();
      return;
    }
    waiting = waiting.filter(one => one !== asked);
    if (data.t === 'failed') asked.reject(new Error(data.why));
    else asked.resolve(data);
  };

  let first: WorkerLike | null = null;
  let stoppedUpTo = 0;

  function begin(worker: WorkerLike): void {
    first = worker;
    worker.onmessage = hear;
    worker.onerror = () => {
      for (const one of waiting.splice(0)) one.reject(new Error('the engine failed'));
    };
    for (const one of waiting) worker.postMessage(one.ask);
  }

  const opened = await startFirst();
  helpers = await Promise.all(opened.stacks.map((stack, i) => startHelper(stack, i + 1)));
  begin(opened.worker);

  /** Without shared memory: the searching worker is ended, and its search answered with what it
   * reported last. */
  function replace(): void {
    const [running, ...later] = waiting;
    if (cells || closed || !first || !running?.found || running.ask.t !== 'analyse') return;
    first.terminate();
    first = null;
    waiting = later;
    running.resolve({ t: 'analysed', id: running.id, analysis: fromInfo(running.found) });
    startFirst().then(
      ({ worker }) => (closed ? worker.terminate() : begin(worker)),
      (error: Error) => {
        for (const one of waiting.splice(0)) one.reject(error);
      },
    );
  }

  function stop(): void {
    stoppedUpTo = last;
    if (cells) Atomics.store(cells, control.stop, stoppedUpTo);
    else replace();
  }

  type Question = Exclude<ToWorker, { t: 'open' } | { t: 'help' }>;

  function put<K extends Question['t'], A extends FromWorker['t']>(
    answerKind: A,
    question: Omit<Extract<Question, { t: K }>, 'id'> & { t: K },
    info: (info: Info) => void = () => {},
  ): Promise<Extract<FromWorker, { t: A }>> {
    if (closed) return Promise.reject(new Error('the engine is closed'));
    // A player's move has its own limits and must be the same each time: only analyses give way.
    if (waiting.at(-1)?.ask.t === 'analyse') stop();
    const id = ++last;
    const ask = { ...question, id } as unknown as ToWorker;
    return new Promise((resolve, reject) => {
      waiting.push({
        id,
        ask,
        info,
        found: null,
        resolve: message =>
          message.t === answerKind
            ? resolve(message as Extract<FromWorker, { t: A }>)
            : reject(new Error(`${message.t} is no answer`)),
        reject,
      });
      first?.postMessage(ask);
    });
  }

  return {
    workers,
    analyse: async (position, limits, onInfo) =>
      (await put('analysed', { t: 'analyse', position, limits }, onInfo)).analysis,
    play: async (position, rating, seed, movetime = 0) =>
      (await put('played', { t: 'play', position, rating, seed, movetime })).answer,
    acceptsDraw: async position => (await put('said', { t: 'acceptsDraw', position })).value === 1,
    bench: async depth => (await put('said', { t: 'bench', depth })).value,
    clear: async () => {
      await put('said', { t: 'clear' });
    },
    stop,
    close() {
      closed = true;
      first?.terminate();
      for (const helper of helpers) helper.terminate();
      for (const one of waiting.splice(0)) one.reject(new Error('the engine is closed'));
    },
  };
}

/** The files from where they lie. */
export async function fetchEngine(
  url: { engine: string; threads: string; net: string },
  isolated = globalThis.crossOriginIsolated === true,
): Promise<EngineFiles> {
  const bytes = async (from: string) => new Uint8Array(await (await fetch(from)).arrayBuffer());
  const [engine, threads, net] = await Promise.all([
    WebAssembly.compileStreaming(fetch(url.engine)),
    isolated ? WebAssembly.compileStreaming(fetch(url.threads)) : null,
    bytes(url.net),
  ]);
  return { engine, threads, net };
}

/** As the page does it: in one of the browser's workers. */
export const spawnWorker = (): WorkerLike =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }) as unknown as WorkerLike;

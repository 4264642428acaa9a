/* A worker that thinks. The first one holds the position and answers; the others help it on shared
 * memory. */

import type { FromWorker, ToWorker } from './message';
import { type EngineModule, control, helpForever, openModule } from './module';

/** A worker's own globals: the page's types know only a window's. */
type Scope = {
  onmessage: ((event: { data: ToWorker }) => void) | null;
  postMessage: (message: FromWorker) => void;
};
const scope = globalThis as unknown as Scope;

let engine: EngineModule | null = null;
let current = 0;

const post = (message: FromWorker): void => scope.postMessage(message);

async function open(ask: Extract<ToWorker, { t: 'open' }>): Promise<void> {
  const { cells, memory, workers } = ask;
  engine = await openModule(
    ask.module,
    {
      stopped: () => cells !== null && Atomics.load(cells, control.stop) >= current,
      info: info => post({ t: 'info', id: current, info }),
      wake() {
        if (!cells) return;
        Atomics.store(cells, control.running, workers - 1);
        Atomics.add(cells, control.job, 1);
        Atomics.notify(cells, control.job);
      },
      join() {
        for (;;) {
          const left = cells ? Atomics.load(cells, control.running) : 0;
          if (!cells || left <= 0) return;
          Atomics.wait(cells, control.running, left);
        }
      },
    },
    memory ?? undefined,
  );
  if (!engine.setup(ask.hash, workers)) throw new Error('not enough memory');
  const error = engine.loadNet(ask.net);
  if (error !== null) throw new Error(`the net is refused: ${error}`);
  const stacks = Array.from({ length: workers - 1 }, (_, i) => engine?.stackOf(i + 1) ?? 0);
  post({ t: 'ready', stacks });
}

function answer(ask: Exclude<ToWorker, { t: 'open' } | { t: 'help' }>): void {
  if (!engine) throw new Error('asked before it was open');
  current = ask.id;
  if ('position' in ask && !engine.position(ask.position)) throw new Error('no legal position');
  const { id } = ask;
  switch (ask.t) {
    case 'analyse':
      return post({ t: 'analysed', id, analysis: engine.go(ask.limits) });
    case 'play':
      return post({ t: 'played', id, answer: engine.play(ask.rating, ask.seed, ask.movetime) });
    case 'acceptsDraw':
      return post({ t: 'said', id, value: Number(engine.acceptsDraw()) });
    case 'bench':
      return post({ t: 'said', id, value: engine.bench(ask.depth) });
    case 'clear':
      engine.clear();
      return post({ t: 'said', id, value: 0 });
  }
}

async function handle(ask: ToWorker): Promise<void> {
  if (ask.t === 'open') return open(ask);
  if (ask.t === 'help')
    return helpForever(ask.module, ask.memory, ask.number, ask.stack, ask.cells, () =>
      post({ t: 'ready', stacks: [] }),
    );
  answer(ask);
}

scope.onmessage = ({ data }) => {
  const id = 'id' in data ? data.id : 0;
  handle(data).catch((error: unknown) => post({ t: 'failed', id, why: String(error) }));
};

import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { type Device, openDevice, readStored } from '../../src/local/device';
import { openDeviceTime } from '../../src/local/deviceTime';
import { type GameStore, memoryStore } from '../../src/local/gameStore';
import type { ComputerPlayer } from '../../src/local/computerPlayer';
import type { RequestBody, Request, GameSetup } from '../../src/net/requests';
import type { FromServer, Kind, MessageOf } from '../../src/net/wire';
import { made, startFen } from '../world';

const module = new WebAssembly.Module(fs.readFileSync(made('room.wasm')));

const answer = (move: string | null, change = {}) => ({
  move,
  score: { cp: 0 },
  nodes: 0,
  resigns: false,
  offersDraw: false,
  ...change,
});

/** Plays the moves it was given, one after the other. */
function scripted(moves: string[], change: Partial<ComputerPlayer> = {}): ComputerPlayer {
  return {
    play: async (_, { moves: played }) => answer(moves[Math.floor(played.length / 2)] ?? null),
    acceptsDraw: async () => false,
    ...change,
  };
}

type Page = Device & {
  heard: FromServer[];
  warnings: string[];
  of: <K extends Kind>(kind: K) => MessageOf<K>[];
  /** Sends a request, and returns the answer. */
  put: (ask: RequestBody) => Promise<FromServer>;
  until: (is: () => boolean) => Promise<void>;
};

const pages: Page[] = [];

/** How long the laptop was shut: no timer ran. */
let asleep = 0;
const clockwork = { now: () => performance.now() + asleep, isHidden: () => false };

function page(
  store: GameStore,
  computer: ComputerPlayer,
  told: (message: FromServer) => void = () => {},
): Page {
  const heard: FromServer[] = [];
  const warnings: string[] = [];
  const device = openDevice({
    store,
    computer,
    module,
    name: 'You',
    warn: about => warnings.push(about),
    clock: onSlept => openDeviceTime(onSlept, clockwork),
    tell(message) {
      told(message);
      heard.push(message);
    },
  });
  let id = 0;
  const until = async (is: () => boolean): Promise<void> => {
    for (let i = 0; !is(); i++) {
      if (i > 400) throw new Error(`not come: ${JSON.stringify(heard.slice(-3))}`);
      await new Promise(resolve => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(50);
    }
  };
  const self: Page = {
    ...device,
    heard,
    warnings,
    of: kind => heard.filter(message => message.t === kind) as never,
    async put(ask) {
      const request: Request = { ...ask, id: ++id };
      const isAnswer = (message: FromServer) =>
        (message.t === 'ok' || message.t === 'error') && message.id === request.id;
      device.ask(request);
      await until(() => heard.some(isAnswer));
      return heard.find(isAnswer) as FromServer;
    },
    until,
  };
  pages.push(self);
  return self;
}

async function begin(at: Page, setup: Partial<GameSetup> = {}): Promise<string> {
  await at.put({ t: 'challenge', to: 'device', level: 3, clock: null, color: 'white', ...setup });
  await at.until(() => at.of('game').length > 0);
  return at.of('start')[0]?.game ?? '';
}

const move = (game: string, ply: number, uci: string): RequestBody => ({
  t: 'move',
  game,
  ply,
  uci,
});

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  });
  asleep = 0;
});
afterEach(() => {
  for (const one of pages.splice(0)) one.close();
  vi.useRealTimers();
});

describe('a game on this device', () => {
  test('starts as on the server', async () => {
    const at = page(memoryStore(), scripted([]));
    const game = await begin(at);
    expect(game).toMatch(/^~[0-9A-Za-z]{7}$/);
    expect(at.of('start')[0]).toMatchObject({ color: 'white' });
    expect(at.of('game')[0]).toMatchObject({
      fen: startFen,
      moves: [],
      white: { name: 'You', guest: true },
      black: { computer: 3, rating: 800 },
      rated: false,
      status: 'started',
    });
    expect(await at.unfinished()).toEqual([game]);
  });

  test('says when nothing can be stored', async () => {
    const at = page(memoryStore(), scripted([]));
    await begin(at);
    expect(at.warnings).toEqual(['device.notKept']);
  });

  test('is stored before it is reported', async () => {
    const store = memoryStore();
    let kept = 0;
    const counting: GameStore = {
      ...store,
      async append(id, from, events, change) {
        await new Promise(resolve => setImmediate(resolve));
        const isKept = await store.append(id, from, events, change);
        kept = from + events.length;
        return isKept;
      },
    };
    const at = page(counting, scripted(['e7e5']), message => {
      if (message.t === 'move') expect(message.seq).toBeLessThanOrEqual(kept);
    });
    const game = await begin(at);
    expect(await at.put(move(game, 0, 'e2e4'))).toMatchObject({ t: 'ok' });
    await at.until(() => at.of('move').length === 2);
    expect(at.of('move').map(({ san }) => san)).toEqual(['e4', 'e5']);
  });

  test('refuses as the server does', async () => {
    const at = page(memoryStore(), scripted(['e7e5']));
    const game = await begin(at);
    expect(await at.put(move(game, 0, 'e2e5'))).toMatchObject({ code: 'illegal_move' });
    await at.put(move(game, 0, 'e2e4'));
    expect(await at.put(move(game, 0, 'd2d4'))).toMatchObject({ code: 'stale' });
    expect(await at.put({ t: 'watch', game: '~nowhere' })).toMatchObject({ code: 'no_such_game' });
    expect(
      await at.put({ t: 'challenge', to: 'device', level: 1, clock: { initial: 0, increment: 0 } }),
    ).toMatchObject({ code: 'bad_request' });
  });

  test('ends by mate, and is then no longer unfinished', async () => {
    const at = page(memoryStore(), scripted(['e7e5', 'd8h4']));
    const game = await begin(at);
    await at.put(move(game, 0, 'f2f3'));
    await at.until(() => at.of('move').length === 2);
    await at.put(move(game, 2, 'g2g4'));
    await at.until(() => at.of('end').length === 1);
    expect(at.of('end')[0]).toMatchObject({ status: 'mate', winner: 'black' });
    expect(await at.unfinished()).toEqual([]);
  });

  test('the computer resigns, or offers a draw with its move', async () => {
    const resigning = page(
      memoryStore(),
      scripted([], { play: async () => answer('e7e5', { resigns: true }) }),
    );
    await resigning.put(move(await begin(resigning), 0, 'e2e4'));
    await resigning.until(() => resigning.of('end').length === 1);
    expect(resigning.of('end')[0]).toMatchObject({ status: 'resign', winner: 'white' });

    const offering = page(
      memoryStore(),
      scripted([], { play: async () => answer('e7e5', { offersDraw: true }) }),
    );
    const game = await begin(offering);
    await offering.put(move(game, 0, 'e2e4'));
    await offering.until(() => offering.of('draw').length === 1);
    const offer = offering.of('draw')[0]?.seq ?? 0;
    await offering.put({ t: 'draw', game, offer });
    expect(offering.of('end')[0]).toMatchObject({ status: 'draw', reason: 'agreement' });
  });

  test.each([
    [true, 'end'],
    [false, 'refuse'],
  ] as const)('a draw is accepted or refused by how it stands: %s', async (fair, kind) => {
    const at = page(memoryStore(), scripted(['e7e5'], { acceptsDraw: async () => fair }));
    const game = await begin(at);
    await at.put(move(game, 0, 'e2e4'));
    await at.until(() => at.of('move').length === 2);
    await at.put({ t: 'draw', game });
    await at.until(() => at.of(kind).length === 1);
  });

  test('a takeback is granted, a rematch played with colours swapped', async () => {
    const store = memoryStore();
    const at = page(store, scripted(['e7e5']));
    const game = await begin(at);
    await at.put(move(game, 0, 'e2e4'));
    await at.until(() => at.of('move').length === 2);
    await at.put({ t: 'takeback', game });
    await at.until(() => at.of('takeback').some(({ ply }) => ply === 0));
    await at.put(move(game, 0, 'd2d4'));
    await at.until(() => at.of('move').length === 4);
    await at.put({ t: 'resign', game });
    await at.put({ t: 'rematch', game });
    await at.until(() => at.of('start').length === 2);
    const next = at.of('rematch').find(event => event.next)?.next;
    expect(at.of('start')[1]).toMatchObject({ game: next, color: 'black', rematch: game });

    // Both can be opened again, and the first one saved.
    const later = page(store, scripted([]));
    for (const id of [game, next ?? ''])
      expect(await later.put({ t: 'watch', game: id })).toMatchObject({ t: 'ok' });
    const kept = await store.load(game);
    expect(kept && (await readStored(module, kept))).toMatchObject({ status: 'resign' });
  });

  test('time odds stay with the player when the colours are swapped', async () => {
    const at = page(memoryStore(), scripted([]));
    const odds = { initial: 60_000, increment: 0 };
    const game = await begin(at, { clock: { initial: 300_000, increment: 3000, odds } });
    expect(at.of('game')[0]?.clock).toMatchObject({ odds: { color: 'black' }, black: 60_000 });
    await at.put({ t: 'resign', game });
    await at.put({ t: 'rematch', game });
    await at.until(() => at.of('game').some(shown => shown.game !== game));
    expect(at.of('game').at(-1)?.clock).toMatchObject({
      odds: { color: 'white', ...odds },
      white: 60_000,
      black: 300_000,
    });
  });

  test('Chess960 and other positions; each of the 960 twice', async () => {
    const at = page(memoryStore(), scripted([]));
    const game = await begin(at, { variant: 'chess960' });
    const { fen } = at.of('game')[0] as { fen: string };
    expect(fen).toMatch(/^[bnrqk]{8}\/p{8}\/8\/8\/8\/8\/P{8}\/[BNRQK]{8} w /);
    await at.put({ t: 'resign', game });
    await at.put({ t: 'rematch', game });
    await at.until(() => at.of('game').some(shown => shown.game !== game));
    expect(at.of('game').at(-1)?.fen).toBe(fen);

    const other = page(memoryStore(), scripted([]));
    const endgame = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1';
    await begin(other, { variant: 'fromPosition', fen: endgame });
    expect(other.of('game')[0]?.fen).toBe(endgame);
  });

  test('takes its time as a person does', async () => {
    const at = page(memoryStore(), scripted(['e7e5']));
    const game = await begin(at);
    await at.put(move(game, 0, 'e2e4'));
    const asked = performance.now();
    await at.until(() => at.of('move').length === 2);
    // The first move: 2 s, times 0.5 to 1.5.
    expect(performance.now() - asked).toBeGreaterThan(900);
    expect(performance.now() - asked).toBeLessThan(3200);
  });
});

describe('a page that was closed', () => {
  const clock = { initial: 60_000, increment: 0 };

  test('continues where it was, and charges nobody', async () => {
    const store = memoryStore();
    const first = page(store, scripted(['e7e5', 'b8c6']));
    const game = await begin(first, { clock });
    await first.put(move(game, 0, 'e2e4'));
    await first.until(() => first.of('move').length === 2);
    first.close();
    await vi.advanceTimersByTimeAsync(3_600_000);

    const second = page(store, scripted(['e7e5', 'b8c6']));
    await second.put({ t: 'watch', game });
    expect(second.of('game')[0]).toMatchObject({ moves: ['e2e4', 'e7e5'], status: 'started' });
    expect(second.of('game')[0]?.clock?.white).toBeGreaterThan(59_000);
    await second.put(move(game, 2, 'g1f3'));
    await second.until(() => second.of('move').length === 2);
    expect(second.of('move').at(-1)?.san).toBe('Nc6');
  });

  test('a flag falls by itself, but not while the device sleeps', async () => {
    const at = page(memoryStore(), scripted(['e7e5']));
    const game = await begin(at, { clock });
    await at.put(move(game, 0, 'e2e4'));
    await at.until(() => at.of('move').length === 2);
    asleep = 3_600_000;
    await at.put({ t: 'watch', game });
    expect(at.of('game').at(-1)).toMatchObject({ status: 'started' });
    await vi.advanceTimersByTimeAsync(61_000);
    await at.until(() => at.of('end').length === 1);
    expect(at.of('end')[0]).toMatchObject({ status: 'outoftime', winner: 'black' });
  });
});

test('with two pages in one game the second follows the first', async () => {
  const store = memoryStore();
  const first = page(store, scripted(['e7e5']));
  const game = await begin(first);
  const second = page(store, scripted(['e7e5']));
  await second.put({ t: 'watch', game });
  await first.put(move(game, 0, 'e2e4'));
  await second.until(() => second.of('game').some(({ moves }) => moves[0] === 'e2e4'));
  expect(await second.put(move(game, 0, 'd2d4'))).toMatchObject({ code: 'stale' });
});

test('a rematch is made by the page where it was asked for, and by no other', async () => {
  const store = memoryStore();
  let goOn = (): void => {};
  const slow = new Promise<void>(done => (goOn = done));
  let added = 0;
  const slowly: GameStore = {
    ...store,
    async add(game) {
      if (added++ > 0) await slow;
      await store.add(game);
    },
  };
  const first = page(slowly, scripted([]));
  const game = await begin(first);
  const second = page(store, scripted([]));
  await second.put({ t: 'watch', game });
  await first.put({ t: 'resign', game });
  await first.put({ t: 'rematch', game });
  await second.until(() => second.of('game').at(-1)?.offers.length === 1);
  await second.put({ t: 'watch', game });
  expect(await store.list()).toHaveLength(1);
  goOn();
  await first.until(() => first.of('start').length === 2);
  expect(second.of('start')).toEqual([]);
  expect(await store.list()).toHaveLength(2);
});

test('a device that can store no more says so, and the game goes on', async () => {
  const store = memoryStore();
  const full: GameStore = {
    ...store,
    lasts: true,
    append: () => Promise.reject(new Error('quota')),
  };
  const at = page(full, scripted(['e7e5']));
  const game = await begin(at);
  expect(await at.put(move(game, 0, 'e2e4'))).toMatchObject({ t: 'ok' });
  await at.until(() => at.of('move').length === 2);
  expect(at.warnings).toEqual(['device.notKept']);
});

test('an engine that cannot be fetched is asked for again', async () => {
  const play = vi
    .fn<ComputerPlayer['play']>()
    .mockRejectedValueOnce(new Error('no network'))
    .mockResolvedValue(answer('e7e5'));
  const at = page(memoryStore(), scripted([], { play }));
  const game = await begin(at);
  await at.put(move(game, 0, 'e2e4'));
  await at.until(() => at.of('move').length === 2);
  expect(at.warnings).toContain('device.noEngine');
});

describe('time on the device', () => {
  let at = 0;
  let hidden = false;
  const handClock = { now: () => at, isHidden: () => hidden };

  test('leaves out sleep, but not the time in which the page is merely hidden', () => {
    const slept = vi.fn();
    const time = openDeviceTime(slept, handClock);
    const begun = time.now();
    at += 4_000;
    expect(time.now() - begun).toBe(4_000);
    at += 3_600_000;
    expect(time.now() - begun).toBe(4_000);
    expect(slept).toHaveBeenCalledOnce();
    hidden = true;
    at += 60_000;
    expect(time.now() - begun).toBe(64_000);
    time.close();
  });
});

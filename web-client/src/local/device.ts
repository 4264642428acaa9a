/* The server on the device: takes requests of the page for games on this device, and answers with the
 * messages of the wire.
 *
 * The page does not notice: requests come here because of their game's id (onDevice.ts). */

import roomUrl from 'room.wasm?url';

import { type Color, opposite } from '../chess/fen';
import type { Dispatch } from '../dispatch';
import { rememberLocalGames } from '../net/onDevice';
import type { Request, GameSetup } from '../net/requests';
import type { Control, Side, Snapshot } from '../net/wire';
import { say } from '../text/later';
import { type DeviceTime, openDeviceTime } from './deviceTime';
import { type GameStore, type StoredGame, type GameRecord, openGameStore } from './gameStore';
import { type LocalGame, type Tell, type Warning, openLocalGame } from './localGame';
import { type ComputerPlayer, newComputerPlayer } from './computerPlayer';
import { type Room, openRoom } from './room';

export type DeviceParts = {
  store: GameStore;
  computer: ComputerPlayer;
  /** room.wasm */
  module: WebAssembly.Module;
  tell: Tell;
  warn: (about: Warning) => void;
  /** The player's name. */
  name: string;
  clock?: (onSlept: () => void) => DeviceTime;
  chance?: () => number;
};

export type Device = {
  ask: (request: Request) => void;
  /** The games in progress. */
  unfinished: () => Promise<string[]>;
  close: () => void;
};

const noteEvery = 5_000;
const idLetters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Begins with ~, which no id of the server does. */
const randomId = (chance: () => number): string =>
  `~${Array.from({ length: 7 }, () => idLetters[Math.floor(chance() * idLetters.length)]).join('')}`;

const isOpen = ({ status }: GameRecord): boolean => status === 'started';

type NewGame = { level: number } & GameSetup;

const channelName = 'castled.device';

/** Pages of the same device tell each other what changed. */
export function announceChange(id: string): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(id);
  channel.close();
}

export function openDevice(parts: DeviceParts): Device {
  const { store, module, tell, name, chance = Math.random } = parts;
  const games = new Map<string, Promise<LocalGame | null>>();
  const open: LocalGame[] = [];
  const time = (parts.clock ?? openDeviceTime)(() => open.forEach(game => game.show()));
  const channel = new BroadcastChannel(channelName);

  const roomOf = (game: GameRecord): Promise<Room | null> =>
    openRoom(module, { ...game, number: 0, firstMove: 0 });

  async function openStored({ game, events }: StoredGame): Promise<Room | null> {
    const room = await roomOf(game);
    return room && events.every(event => room.replay(event)) ? room : null;
  }

  async function create(
    game: Omit<GameRecord, 'fen'> & { fen: string | null },
  ): Promise<GameRecord | null> {
    const number = Math.floor(chance() * 960);
    const room = await openRoom(module, { ...game, number, firstMove: 0 });
    if (!room) return null;
    const made: GameRecord = { ...game, fen: room.snapshot(0).fen };
    await store.add(made);
    rememberLocalGames();
    return made;
  }

  const newRecord = (): Pick<
    GameRecord,
    'id' | 'made' | 'seed' | 'seq' | 'axis' | 'plies' | 'status' | 'winner' | 'imported'
  > => ({
    id: randomId(chance),
    made: Date.now(),
    seed: Math.floor(chance() * 2 ** 32),
    seq: 0,
    axis: 0,
    plies: 0,
    status: 'started',
    winner: null,
    imported: null,
  });

  const sideOf = (side: Side = 'random'): GameRecord['you'] =>
    side === 'random' ? (chance() < 0.5 ? 'white' : 'black') : side;

  /** Which side has the odds. */
  const forColor = (clock: Control, color: Color): Control =>
    clock?.odds ? { ...clock, odds: { ...clock.odds, color } } : clock;

  async function begin(id: number, { level, clock, variant = 'standard', fen, color }: NewGame) {
    const you = sideOf(color);
    const game = await create({
      ...newRecord(),
      variant,
      fen: fen ?? null,
      clock: forColor(clock, opposite(you)),
      level,
      you,
      again: false,
    });
    if (!game)
      return tell({ t: 'error', id, code: 'bad_request', message: 'nothing to play with' });
    tell({ t: 'ok', id, game: game.id });
    if (!store.lasts) parts.warn('device.notKept');
    await start(game, {});
  }

  async function start(game: GameRecord, origin: { rematch?: string }): Promise<void> {
    tell({ t: 'start', game: game.id, color: game.you, ...origin });
    (await find(game.id))?.show();
  }

  /** Chess960: each position twice, once with each colour, as on the server. */
  async function prepareRematch(before: GameRecord): Promise<string> {
    const again = before.variant === 'chess960' && !before.again;
    const keepsFen = before.variant === 'fromPosition' || again;
    const { variant, clock, level } = before;
    const color = clock?.odds?.color;
    const next = await create({
      ...newRecord(),
      variant,
      clock: color ? forColor(clock, opposite(color)) : clock,
      level,
      again,
      you: before.you === 'white' ? 'black' : 'white',
      fen: keepsFen ? before.fen : null,
    });
    return next?.id ?? '';
  }

  async function rematch(before: string, id: string, isAgreed: boolean): Promise<void> {
    const next = await store.load(id);
    if (isAgreed && next) await start(next.game, { rematch: before });
    else await store.remove(id);
  }

  async function load(id: string): Promise<LocalGame | null> {
    const kept = await store.load(id);
    const room = kept && (await openStored(kept));
    if (!kept || !room) return null;
    const game = openLocalGame(kept, room, name, {
      store,
      time,
      tell,
      warn: parts.warn,
      computer: parts.computer,
      openRoom: openStored,
      prepareRematch,
      rematch,
      changed: changed => channel.postMessage(changed),
    });
    open.push(game);
    return game;
  }

  /** The game, loaded when it is first asked for. */
  function find(id: string): Promise<LocalGame | null> {
    const known = games.get(id);
    if (known) return known;
    const found = load(id).catch(() => null);
    games.set(id, found);
    void found.then(game => game ?? games.delete(id));
    return found;
  }

  async function askGame(request: Request & { game: string }): Promise<void> {
    const game = await find(request.game);
    if (game) game.ask(request);
    else
      tell({
        t: 'error',
        id: request.id,
        code: 'no_such_game',
        message: 'it is not on this device',
      });
  }

  channel.onmessage = ({ data }) => {
    void games.get(String(data))?.then(game => game?.refresh());
  };
  const note = (): void => open.forEach(game => game.saveTime());
  const timer = setInterval(note, noteEvery);
  if (typeof addEventListener === 'function') addEventListener('pagehide', note);

  return {
    ask(request) {
      if (request.t === 'challenge' && request.to === 'device') void begin(request.id, request);
      else if ('game' in request) void askGame(request);
    },
    unfinished: async () => (await store.list()).filter(isOpen).map(game => game.id),
    close() {
      clearInterval(timer);
      time.close();
      channel.close();
      for (const game of open) game.close();
    },
  };
}

/** A snapshot of a stored game. */
export async function readStored(
  module: WebAssembly.Module,
  kept: StoredGame,
): Promise<Snapshot | null> {
  const room = await openRoom(module, { ...kept.game, number: 0, firstMove: 0 });
  if (!room || !kept.events.every(event => room.replay(event))) return null;
  return room.snapshot(kept.game.axis);
}

export const fetchRoom = (): Promise<WebAssembly.Module> =>
  WebAssembly.compileStreaming(fetch(roomUrl));

/** As the page writes it. */
export async function startDevice(dispatch: Dispatch): Promise<Device> {
  const [store, module] = await Promise.all([openGameStore(), fetchRoom()]);
  return openDevice({
    store,
    module,
    computer: newComputerPlayer(),
    name: say('device.you'),
    tell: message => dispatch({ m: 'received', message }),
    warn: about => dispatch({ m: 'warned', text: say(about) }),
  });
}

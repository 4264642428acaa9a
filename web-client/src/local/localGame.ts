/* One game on this device: the player's requests, the clock, the computer's moves.
 *
 * As on the server, the room decides, events are stored, and only then reported. Everything is done in
 * sequence. */

import { type Color, colorToMove, opposite } from '../chess/fen';
import { isOverStatus } from '../chess/outcome';
import { levelRating } from '../engine/levels';
import type { Request } from '../net/requests';
import type { FromServer, Person, Snapshot } from '../net/wire';
import type { DeviceTime } from './deviceTime';
import type { GameStore, StoredGame, GameRecord } from './gameStore';
import type { ComputerPlayer } from './computerPlayer';
import type { Happening, Outcome, Room, RoomAct } from './room';

export type Parts = {
  store: GameStore;
  time: DeviceTime;
  computer: ComputerPlayer;
  tell: Tell;
  warn: (about: Warning) => void;
  /** A room of the stored game, with its journal replayed; null when it is damaged. */
  openRoom: (kept: StoredGame) => Promise<Room | null>;
  /** Stores a game that would follow this one, with colours swapped; answers its id. */
  prepareRematch: (game: GameRecord) => Promise<string>;
  /** The rematch was agreed; or it was not, and that game is deleted. */
  rematch: (before: string, next: string, isAgreed: boolean) => Promise<void>;
  /** Tells other pages on this device to look again. */
  changed: (id: string) => void;
};

export type LocalGame = {
  ask: (request: Request) => void;
  /** Sends a snapshot. */
  show: () => void;
  /** Another page may have continued the game. */
  refresh: () => void;
  /** Stores the game time, in case the page is closed. */
  saveTime: () => void;
  isOver: () => boolean;
  close: () => void;
  /** Everything asked so far is done. */
  settled: () => Promise<void>;
};

const retryEngine = 5_000;

const deleted = { t: 'error', code: 'no_such_game', message: 'it was deleted' } as const;

export const me = (): Person => ({ id: 'device', name: '', rating: null, guest: true });
const computer = (level: number): Person => ({
  id: `computer-${level}`,
  name: `Computer level ${level}`,
  rating: levelRating(level),
  computer: level,
});

/** The players by colour; the person has this name. */
export const seatsOf = ({ you, level }: GameRecord, name: string): Record<Color, Person> => {
  const person = { ...me(), name };
  return you === 'white'
    ? { white: person, black: computer(level) }
    : { white: computer(level), black: person };
};

/** What events change in the record of the game. */
function changeBy(happened: Happening[]): Partial<GameRecord> {
  const change: Partial<GameRecord> = {};
  for (const { message } of happened) {
    if (message.t === 'move' || (message.t === 'takeback' && message.ply !== undefined))
      change.plies = message.ply ?? 0;
    if (message.t === 'end')
      Object.assign(change, { status: message.status, winner: message.winner });
  }
  return change;
}

/** The same for the same position of the same game. */
const seedAt = ({ seed }: GameRecord, plies: number): number =>
  (seed ^ Math.imul(plies + 1, 0x9e3779b1)) >>> 0;

const pause = (ms: number): Promise<void> =>
  ms > 0 ? new Promise(resolve => setTimeout(resolve, ms)) : Promise.resolve();

export function openLocalGame(
  first: StoredGame,
  opened: Room,
  name: string,
  parts: Parts,
): LocalGame {
  const { store, time, tell } = parts;
  const { id, you } = first.game;
  const seat = opposite(you);
  let game = first.game;
  let room = opened;
  let origin = time.now() - game.axis;
  let queue: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let thinking: { turn: number } | null = null;
  /** The newest of the player's offers that this page has answered, or leaves to another. */
  let answered = 0;
  let isKept = true;
  let isClosed = false;

  const now = (): number => time.now() - origin;
  const snapshot = (): Snapshot => ({ ...room.snapshot(now()), ...seatsOf(game, name) });
  const show = (): void => tell(snapshot());

  /* One after the other. */
  const enqueue = (task: () => Promise<void>): void => {
    queue = queue
      .then(async () => {
        if (isClosed) return;
        await task();
        look();
      })
      .catch((error: unknown) => console.error(error));
  };

  /** As it is stored on the device; a clock continues from where it stopped. */
  async function reload(): Promise<void> {
    const kept = await store.load(id);
    const fresh = kept && (await parts.openRoom(kept));
    if (!fresh) {
      isClosed = true;
      return tell(deleted);
    }
    ({ game } = kept);
    room = fresh;
    origin = time.now() - game.axis;
    thinking = null;
    // The page where the player made an offer answers it.
    answered = game.seq;
    show();
  }

  async function keep(happened: Happening[]): Promise<boolean> {
    const change = { ...changeBy(happened), axis: now() };
    const from = game.seq;
    try {
      const packed = happened.map(one => one.packed);
      if (isKept && !(await store.append(id, from, packed, change))) return false;
    } catch {
      isKept = false;
      parts.warn('device.notKept');
    }
    game = { ...game, ...change, seq: from + happened.length };
    return true;
  }

  /** False when it was refused, or another page was first. */
  async function settle({ happened, refusal }: Outcome, asked?: number): Promise<boolean> {
    const isFirst = refusal !== null || happened.length === 0 || (await keep(happened));
    if (!isFirst) await reload();
    const refused = isFirst
      ? refusal
      : ({ t: 'error', code: 'stale', message: 'another page went on' } as const);
    if (isFirst && happened.length > 0) {
      room.durable(game.seq, now());
      for (const { message } of happened) tell(message);
      parts.changed(id);
    }
    if (asked !== undefined) tell(refused ? { ...refused, id: asked } : { t: 'ok', id: asked });
    return refused === null;
  }

  /* The computer. */

  const act = (what: RoomAct, offer = 0): Promise<boolean> =>
    settle(room.act(seat, what, offer, now()));

  const positionOf = ({ fen, moves, variant }: Snapshot) => ({
    fen,
    moves,
    chess960: variant === 'chess960',
  });

  async function agreeToRematch(offer: number): Promise<void> {
    const next = await parts.prepareRematch(game);
    const isAgreed = await settle(room.act(seat, 'rematch', offer, now(), next));
    await parts.rematch(id, next, isAgreed);
  }

  async function answerDraw(offer: number): Promise<void> {
    const fair = await parts.computer.acceptsDraw(id, positionOf(snapshot())).catch(() => false);
    enqueue(async () => void (await act(fair ? 'draw' : 'refuse', offer)));
  }

  function answerOffers({ offers }: Snapshot): void {
    for (const { seq, what, by } of offers) {
      if (by === seat || seq <= answered) continue;
      answered = seq;
      if (what === 'draw') void answerDraw(seq);
      else if (what === 'takeback') enqueue(async () => void (await act('takeback', seq)));
      else enqueue(() => agreeToRematch(seq));
    }
  }

  async function think(shown: Snapshot): Promise<void> {
    const mine = { turn: shown.turn };
    thinking = mine;
    const plies = shown.moves.length;
    const seed = seedAt(game, plies);
    const playAt = now() + room.delay(seat, seed, now());
    const within = room.thinkMax(seat, now());
    try {
      const decision = await parts.computer.play(id, positionOf(shown), game.level, seed, within);
      await pause(playAt - now());
      enqueue(async () => {
        if (thinking !== mine) return;
        thinking = null;
        if (decision.resigns || decision.move === null) return void (await act('resign'));
        const played = await settle(room.move(seat, decision.move, plies, mine.turn, now()));
        if (played && decision.offersDraw && !isOverStatus(game.status)) await act('draw');
      });
    } catch {
      if (isClosed || thinking !== mine) return;
      parts.warn('device.noEngine');
      await pause(retryEngine);
      if (thinking === mine) thinking = null;
      enqueue(async () => {});
    }
  }

  /** After everything that happened: what is due, and is it the computer's turn? */
  function look(): void {
    clearTimeout(timer);
    if (isClosed) return;
    const due = room.deadline() - now();
    if (due !== Infinity)
      timer = setTimeout(
        () => enqueue(async () => void (await settle(room.tick(now())))),
        Math.min(Math.max(0, due), 0x7fffffff),
      );
    const shown = snapshot();
    answerOffers(shown);
    const begins = colorToMove(shown.fen);
    const mover = shown.moves.length % 2 === 0 ? begins : opposite(begins);
    if (isOverStatus(shown.status) || mover !== seat) thinking = null;
    else if (thinking?.turn !== shown.turn) void think(shown);
  }

  /* The person. */

  function apply(request: Request): Outcome | null {
    switch (request.t) {
      case 'move':
        return room.move(you, request.uci, request.ply, request.turn ?? 0, now());
      case 'claim':
        return room.claim(you, request.what, now());
      case 'resign':
      case 'abort':
      case 'moretime':
        return room.act(you, request.t, 0, now());
      case 'draw':
      case 'takeback':
      case 'rematch':
      case 'refuse':
        return room.act(you, request.t, request.offer ?? 0, now());
      default:
        return null;
    }
  }

  async function answer(request: Request): Promise<void> {
    if (request.t === 'watch') {
      tell({ ...room.watched(now(), Date.now()), id: request.id });
      return show();
    }
    if (request.t === 'unwatch') return tell({ t: 'ok', id: request.id });
    const outcome = apply(request);
    if (outcome) await settle(outcome, request.id);
    else tell({ t: 'error', id: request.id, code: 'forbidden', message: 'not on a device' });
  }

  enqueue(async () => {});

  return {
    ask(request) {
      if (isClosed) tell({ ...deleted, id: request.id });
      else enqueue(() => answer(request));
    },
    show,
    refresh: () =>
      enqueue(async () => {
        const kept = await store.load(id);
        if (kept?.game.seq !== game.seq) await reload();
      }),
    saveTime() {
      if (!isOverStatus(game.status) && isKept)
        void store.change(id, { axis: now() }, kept => kept.seq === game.seq).catch(() => {});
    },
    isOver: () => isOverStatus(game.status),
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
    settled: () => queue,
  };
}

export type Tell = (message: FromServer) => void;

/** Warnings for which the protocol has no message. */
export type Warning = 'device.notKept' | 'device.noEngine';

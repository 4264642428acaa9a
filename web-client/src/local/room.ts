/* One game on this device: the server's own room and printer as WebAssembly
 * (common/wasm/room_wasm.h).
 *
 * Time comes in as an argument, in whole ms; what happened comes out as messages of the wire, each
 * with the few bytes that the journal stores. */

import type { Color } from '../chess/fen';
import type { Claim } from '../net/requests';
import {
  type Control,
  type GameEvent,
  type Odds,
  type Ok,
  type Refusal,
  type Snapshot,
  type Variant,
  parseMessage,
} from '../net/wire';

export type RoomSetup = {
  id: string;
  variant: Variant;
  /** The position to begin from; null: the variant's own. */
  fen: string | null;
  /** Of the 960 positions, in Chess960. */
  number: number;
  clock: Control;
  /** How long each side has for its first move, in ms. */
  firstMove: number;
};

export type Happening = { message: GameEvent; packed: Uint8Array };
export type Outcome = { happened: Happening[]; refusal: Refusal | null };

export type RoomAct = 'resign' | 'abort' | 'draw' | 'takeback' | 'rematch' | 'refuse' | 'moretime';

export type Room = {
  move: (seat: Color, uci: string, ply: number, turn: number, now: number) => Outcome;
  /** `uci`: with the move that is about to be played at that ply. */
  claim: (seat: Color, what: Claim, now: number, uci?: string, ply?: number) => Outcome;
  /** `next`: the id of the game that would follow, for a rematch. */
  act: (seat: Color, act: RoomAct, offer: number, now: number, next?: string) => Outcome;
  tick: (now: number) => Outcome;
  presence: (seat: Color, present: boolean, now: number) => Outcome;
  /** Events up to that number have been stored: a turn that began with them is charged from now on. */
  durable: (seq: number, now: number) => void;
  /** The next event of the journal; false when it does not follow. */
  replay: (packed: Uint8Array) => boolean;
  /** After the journal: nobody is there yet, and a running clock is paused. */
  restart: (now: number) => Outcome;
  watched: (now: number, wall: number) => Ok;
  /** Without the players' names, which the room does not know. */
  snapshot: (now: number) => Snapshot;
  /** When to tick, Infinity for never. */
  deadline: () => number;
  /** When that seat may claim that the other one has left. */
  claimAt: (seat: Color) => number;
  /** How long a person would take for the move, in ms; `chance`, any whole number, varies it. */
  delay: (seat: Color, chance: number, now: number) => number;
  /** How long a computer may think. */
  thinkMax: (seat: Color, now: number) => number;
};

type Exports = {
  memory: WebAssembly.Memory;
  init: () => number;
  position: (length: number, variant: number, number: number) => number;
  clock: (kind: number, initial: number, bonus: number) => number;
  odds: (side: number, initial: number, bonus: number) => number;
  stage: (moves: number, initial: number, bonus: number) => number;
  begin: (firstMove: number, created: number) => void;
  move: (seat: number, length: number, ply: number, turn: number, now: number) => number;
  claim: (seat: number, what: number, length: number, ply: number, now: number) => number;
  command: (seat: number, kind: number, offer: number, now: number) => number;
  tick: (now: number) => number;
  presence: (seat: number, present: number, now: number) => number;
  durable: (seq: number, now: number) => void;
  replay: (length: number) => number;
  restart: (now: number) => number;
  event: (number: number) => number;
  packed: (number: number) => number;
  refusal: (error: number) => number;
  watched: (now: number, wall: number) => number;
  snapshot: (now: number) => number;
  deadline: () => number;
  claimAt: (seat: number) => number;
  delay: (seat: number, chance: number, now: number) => number;
  thinkMax: (seat: number, now: number) => number;
};

/* The numbers of common/game: Variant, Claim, CommandKind, RoomWasmClock. */
const variants: Variant[] = ['standard', 'chess960', 'fromPosition'];
const claims: Claim[] = ['threefold', 'fifty', 'win', 'draw'];
const acts: Record<RoomAct, number> = {
  resign: 1,
  abort: 2,
  draw: 3,
  takeback: 4,
  rematch: 5,
  refuse: 6,
  moretime: 8,
};
const kinds = { increment: 1, bronstein: 2, delay: 3 };

const seatOf = (color: Color): number => (color === 'white' ? 0 : 1);

const timesOf = (terms: Odds): [initial: number, bonus: number] => [
  terms.initial ?? 0,
  terms.increment ?? terms.delay ?? 0,
];

function clockOf(control: Control): [kind: number, initial: number, bonus: number] {
  if (!control) return [0, 0, 0];
  if (control.days !== undefined) return [4, control.days, 0];
  return [kinds[control.kind ?? 'increment'], ...timesOf(control)];
}

/** The moves of the first stage, which has its times already, then the later stages. */
const stagesOf = (control: Control): [moves: number, initial: number, bonus: number][] =>
  control?.moves
    ? [
        [control.moves, 0, 0],
        ...(control.stages ?? []).map(
          (stage): [number, number, number] => [stage.moves ?? 0, ...timesOf(stage)],
        ),
      ]
    : [];

/** A new room at game time 0; null when the set-up cannot be played. */
export async function openRoom(module: WebAssembly.Module, setup: RoomSetup): Promise<Room | null> {
  const wasm = (await WebAssembly.instantiate(module)).exports as Exports;
  const buffer = wasm.init();
  const put = (bytes: Uint8Array): number => {
    new Uint8Array(wasm.memory.buffer, buffer, bytes.length).set(bytes);
    return bytes.length;
  };
  const write = (text: string): number => put(new TextEncoder().encode(text));
  const bytes = (length: number) => new Uint8Array(wasm.memory.buffer, buffer, length).slice();
  function read<T>(length: number): T {
    const message = parseMessage(new TextDecoder().decode(bytes(length)));
    if (!message) throw new Error('the room speaks another castled.v1');
    return message as T;
  }
  const outcome = (answer: number): Outcome =>
    answer < 0
      ? { happened: [], refusal: read(wasm.refusal(-answer)) }
      : {
          happened: Array.from({ length: answer }, (_, i) => ({
            message: read<GameEvent>(wasm.event(i)),
            packed: bytes(wasm.packed(i)),
          })),
          refusal: null,
        };

  const { fen, variant, number, clock, firstMove, id } = setup;
  if (wasm.position(fen === null ? 0 : write(fen), variants.indexOf(variant), number) !== 0)
    return null;
  if (wasm.clock(...clockOf(clock)) === 0) return null;
  const { color, ...odds } = clock?.odds ?? {};
  if (color && wasm.odds(seatOf(color), ...timesOf(odds)) === 0) return null;
  for (const stage of stagesOf(clock)) if (wasm.stage(...stage) === 0) return null;
  write(id);
  wasm.begin(firstMove, 0);

  return {
    move: (seat, uci, ply, turn, now) =>
      outcome(wasm.move(seatOf(seat), write(uci), ply, turn, now)),
    claim: (seat, what, now, uci = '', ply = 0) =>
      outcome(wasm.claim(seatOf(seat), claims.indexOf(what), write(uci), ply, now)),
    act(seat, act, offer, now, next = '') {
      write(next);
      return outcome(wasm.command(seatOf(seat), acts[act], offer, now));
    },
    tick: now => outcome(wasm.tick(now)),
    presence: (seat, present, now) => outcome(wasm.presence(seatOf(seat), Number(present), now)),
    durable: wasm.durable,
    replay: packed => wasm.replay(put(packed)) === 1,
    restart: now => outcome(wasm.restart(now)),
    watched: (now, wall) => read(wasm.watched(now, wall)),
    snapshot: now => read(wasm.snapshot(now)),
    deadline: wasm.deadline,
    claimAt: seat => wasm.claimAt(seatOf(seat)),
    delay: (seat, chance, now) => wasm.delay(seatOf(seat), chance, now),
    thinkMax: (seat, now) => wasm.thinkMax(seatOf(seat), now),
  };
}

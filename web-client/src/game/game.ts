/* A game as the page knows it: a snapshot, and the server's events applied to it one after the
 * other.
 *
 * Pure: the rules and the time are arguments. What a player does at the board (premoves, looking
 * back, moves not yet confirmed) is in table.ts. */

import { type Color, colorToMove, opposite, halfmoveClock } from '../chess/fen';
import { isOverStatus } from '../chess/outcome';
import type { Rules, Step } from '../chess/rules';
import { isOnDevice } from '../net/onDevice';
import type {
  GameEvent,
  Halt,
  Offer,
  Ok,
  Person,
  Reason,
  Snapshot,
  Status,
  Times,
  Variant,
} from '../net/wire';
import { type Axis, type Clock, laterAxis, stageAfter, termsOf } from './clock';

/** The open offers of one side by their seq. */
export type Offers = Partial<Record<Offer, number>>;

export type Game = {
  id: string;
  variant: Variant;
  rated: boolean;
  players: Record<Color, Person>;
  /** The position that the game began with; its uci and san are empty. */
  start: Step;
  steps: Step[];
  /** How many ms each move took, where known. */
  times: (number | null)[];
  clock: Clock | null;
  axis: Axis;
  /** How long each side has for its first move. */
  firstMove: number | null;
  /** Game time at which the turn began; null when the page was opened later. */
  turnAt: number | null;
  seq: number;
  /** seq of the newest move or takeback. */
  turn: number;
  status: Status;
  winner: Color | null;
  reason: Reason | null;
  offers: Record<Color, Offers>;
  /** The rematch that was agreed. */
  next: string | null;
  /** The clocks are stopped: after a restart of the server until the player to move is back, or by an
   * arbiter. */
  paused: boolean;
  halted: Halt | null;
  /** When an adjourned game goes on, by the wall clock. */
  until: number | null;
  /** The clocks were started before both sides had moved. */
  early: boolean;
  /** What players may not do. */
  rules: string[];
  /** As it was fetched: what only few games have is read from it where it is needed. */
  told: unknown;
};

/** What pure functions need from outside. */
export type World = { rules: Rules; now: number };

export const isOver = (game: Game): boolean => isOverStatus(game.status);
export const lastStep = (game: Game): Step => game.steps[game.steps.length - 1] ?? game.start;
export const toMove = (game: Game): Color => colorToMove(lastStep(game).fen);
/** The step that led to the position after so many plies. */
export const stepAt = (game: Game, ply: number): Step => game.steps[ply - 1] ?? game.start;

/** A computer sits at the board. */
export const hasComputer = (game: Game): boolean =>
  Object.values(game.players).some(player => player.computer !== undefined);

export const seatOf = (game: Game, id: string | undefined): Color | null => {
  if (isOnDevice(game.id)) return game.players.white.computer === undefined ? 'white' : 'black';
  if (id === undefined) return null;
  if (game.players.white.id === id) return 'white';
  return game.players.black.id === id ? 'black' : null;
};

function stepsOf(rules: Rules, start: string, moves: string[]): Step[] | null {
  const steps: Step[] = [];
  for (const uci of moves) {
    const step = rules.play(steps[steps.length - 1]?.fen ?? start, uci);
    if (!step) return null;
    steps.push(step);
  }
  return steps;
}

/** Null when page and server disagree about the rules, which cannot be fixed here. */
export function gameOf(snapshot: Snapshot, { rules, now }: World): Game | null {
  const steps = stepsOf(rules, snapshot.fen, snapshot.moves);
  if (!steps) return null;
  const offers: Record<Color, Offers> = { white: {}, black: {} };
  for (const offer of snapshot.offers) offers[offer.by][offer.what] = offer.seq;
  const { at, clock } = snapshot;
  return {
    id: snapshot.game,
    variant: snapshot.variant,
    rated: snapshot.rated,
    players: { white: snapshot.white, black: snapshot.black },
    start: { uci: '', san: '', fen: snapshot.fen, check: rules.isCheck(snapshot.fen) },
    steps,
    times: steps.map(() => null),
    clock: clock && { ...clock, at },
    axis: { at, now },
    firstMove: snapshot.firstMove,
    turnAt: steps.length === 0 ? 0 : null,
    seq: snapshot.seq,
    turn: snapshot.turn,
    status: snapshot.status,
    winner: snapshot.winner,
    reason: snapshot.reason ?? null,
    offers,
    next: null,
    paused: snapshot.halted !== undefined && snapshot.halted !== 'sealing',
    halted: snapshot.halted ?? null,
    until: snapshot.until ?? null,
    early: steps.length < 2 && !!clock?.running,
    rules: snapshot.rules ?? [],
    told: snapshot,
  };
}

/** After the server's answer to a watch with `since`: the clocks as they are now. */
export function clockResumed(game: Game, ok: Ok, now: number): Game {
  const at = ok.at ?? game.axis.at;
  const clock =
    game.clock && ok.clock ? { ...game.clock, stands: undefined, ...ok.clock, at } : game.clock;
  return { ...game, clock, axis: { at, now } };
}

const without = (offers: Offers, ...kinds: Offer[]): Offers =>
  Object.fromEntries(Object.entries(offers).filter(([kind]) => !kinds.includes(kind as Offer)));

/** Clocks are stopped until both sides have moved or they are started, and when the game is over or paused. With a
 * delay they also wait at the beginning of a turn; an event within a turn does not start it
 * again. */
function clockAfter(
  game: Game,
  at: number,
  times: Times | null | undefined,
  within: boolean,
): Clock | null {
  const { clock } = game;
  if (!clock) return null;
  const runs = (game.early || game.steps.length >= 2) && !isOver(game) && !game.paused;
  const { kind, delay } = clock.moves
    ? { kind: clock.kind, ...stageAfter(clock, game.steps.length >> 1).stage }
    : termsOf(clock, toMove(game));
  const left = clock.stands && Math.max(0, clock.stands - (at - clock.at));
  return {
    ...clock,
    ...times,
    at,
    running: runs ? toMove(game) : null,
    stands: within ? left : kind === 'delay' && runs ? delay : undefined,
  };
}

type EventOf<K extends GameEvent['t']> = Extract<GameEvent, { t: K }>;
type EventHandler<K extends GameEvent['t']> = (
  game: Game,
  event: EventOf<K>,
  rules: Rules,
) => Game | null;

const withOffer = (game: Game, by: Color, kind: Offer, seq: number): Game => ({
  ...game,
  offers: { ...game.offers, [by]: { ...game.offers[by], [kind]: seq } },
});

const withoutOffers = (game: Game, ...kinds: Offer[]): Game => ({
  ...game,
  offers: {
    white: without(game.offers.white, ...kinds),
    black: without(game.offers.black, ...kinds),
  },
});

const withClock = (
  game: Game,
  event: { at: number; clock?: Times | null | undefined },
  within = false,
): Game => ({ ...game, clock: clockAfter(game, event.at, event.clock, within) });

const eventHandlers: { [K in GameEvent['t']]: EventHandler<K> } = {
  move(game, event, rules) {
    const mover = toMove(game);
    const step = rules.play(lastStep(game).fen, event.uci);
    if (!step || event.ply !== game.steps.length + 1) return null;
    const moved = {
      ...withoutOffers(game, 'takeback'),
      status: 'started' as const,
      steps: [...game.steps, { ...step, san: event.san }],
      times: [...game.times, game.turnAt === null ? null : event.at - game.turnAt],
      turn: event.seq,
      turnAt: event.at,
      paused: false,
    };
    const answerer = opposite(mover);
    moved.offers = { ...moved.offers, [answerer]: without(moved.offers[answerer], 'draw') };
    return withClock(moved, event);
  },
  draw: (game, event) => withOffer(game, event.by, 'draw', event.seq),
  takeback(game, event) {
    if (event.ply === undefined) return withOffer(game, event.by, 'takeback', event.seq);
    const steps = game.steps.slice(0, event.ply);
    const times = game.times.slice(0, event.ply);
    const before = { ...withoutOffers(game, 'draw', 'takeback'), steps, times, turn: event.seq };
    return withClock({ ...before, turnAt: event.at }, event);
  },
  rematch: (game, event) =>
    event.next === undefined
      ? withOffer(game, event.by, 'rematch', event.seq)
      : { ...withoutOffers(game, 'rematch'), next: event.next },
  refuse(game, event) {
    const left = (offers: Offers): Offers =>
      Object.fromEntries(Object.entries(offers).filter(([, seq]) => seq !== event.offer));
    return { ...game, offers: { white: left(game.offers.white), black: left(game.offers.black) } };
  },
  moretime: (game, event) => withClock(game, event, true),
  pause: (game, event) =>
    withClock({ ...game, paused: true, halted: event.why ?? game.halted }, event),
  adjourn: (game, { until, ...event }) => withClock({ ...game, halted: 'sealing', until }, event, true),
  // The pause is not part of the time of the move. It began at the clock's last event.
  resume(game, event) {
    const { turnAt, clock } = game;
    const pause = event.at - (clock?.at ?? event.at);
    const halted = game.halted === 'sealing' ? game.halted : null;
    const early = game.early || (!game.paused && game.steps.length < 2);
    return withClock(
      { ...game, early, paused: false, halted, turnAt: turnAt && turnAt + pause },
      event,
    );
  },
  end: (game, event) =>
    withClock(
      {
        ...withoutOffers(game, 'draw', 'takeback'),
        status: event.status,
        winner: event.winner,
        reason: event.reason ?? null,
        paused: false,
        halted: null,
      },
      event,
    ),
};

/** The game after the event, the same game when it had the event already, or null when one is
 * missing in between: then watch again. */
export function applyEvent(game: Game, event: GameEvent, { rules, now }: World): Game | null {
  if (event.seq <= game.seq) return game;
  if (event.seq !== game.seq + 1) return null;
  const fold = eventHandlers[event.t] as EventHandler<GameEvent['t']>;
  const next = fold(game, event, rules);
  return next && { ...next, seq: event.seq, axis: laterAxis(game.axis, event.at, now) };
}

const sameForRepetition = (fen: string): string => fen.split(' ').slice(0, 4).join(' ');

/** How many times the newest position has been on the board; or, if a step is given, the position after
 * it, counting that step as played. */
export function repetitions(game: Game, next?: Step): number {
  const steps = next ? [...game.steps, next] : game.steps;
  const newest = sameForRepetition(next?.fen ?? lastStep(game).fen);
  return [game.start, ...steps].filter(step => sameForRepetition(step.fen) === newest).length;
}

export const quietPlies = (game: Game): number => halfmoveClock(lastStep(game));

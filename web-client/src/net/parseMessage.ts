/* The one place where text from the server becomes a typed value: what is unknown or malformed becomes null. */

import { colors } from '../chess/fen';
import {
  type Challenge,
  type Chat,
  type Crowd,
  type DrawEvent,
  type EndEvent,
  type Engine,
  type Engines,
  type Found,
  type FromServer,
  type Kind,
  type Live,
  type LiveGame,
  type MessageOf,
  type MoretimeEvent,
  type MoveEvent,
  type Notice,
  type Odds,
  type Ok,
  type OpenSeek,
  type PauseEvent,
  type Person,
  type Pong,
  type Pool,
  type Pools,
  type Rated,
  type RatingChange,
  type Refusal,
  type RefuseEvent,
  type RematchEvent,
  type ResumeEvent,
  type RunningClock,
  type Seeks,
  type Snapshot,
  type Start,
  type TakebackEvent,
  type Terms,
  type Times,
  type Welcome,
  offers,
  presets,
  reasons,
  statuses,
  variants,
} from './wire';

type Check<T> = (value: unknown) => value is T;
type Shape<T> = { [K in keyof T]-?: Check<T[K]> };

const isText: Check<string> = (value): value is string => typeof value === 'string';
const isInteger: Check<number> = (value): value is number => Number.isSafeInteger(value);
const isBool: Check<boolean> = (value): value is boolean => typeof value === 'boolean';

const oneOf =
  <T extends string>(words: readonly T[]): Check<T> =>
  (value): value is T =>
    (words as readonly unknown[]).includes(value);

const nullable =
  <T>(check: Check<T>): Check<T | null> =>
  (value): value is T | null =>
    value === null || check(value);

const optional =
  <T>(check: Check<T>): Check<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || check(value);

const listOf =
  <T>(check: Check<T>): Check<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(check);

const shaped =
  <T>(shape: Shape<T>): Check<T> =>
  (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<Check<unknown>>(shape).every(([name, check]) =>
      check((value as Record<string, unknown>)[name]),
    );

const isColor = oneOf(colors);
const time = {
  initial: optional(isInteger),
  increment: optional(isInteger),
  delay: optional(isInteger),
};
const terms: Shape<Terms> = {
  ...time,
  kind: optional(oneOf(['increment', 'bronstein', 'delay'] as const)),
  days: optional(isInteger),
  odds: optional(shaped<Odds>({ ...time, color: optional(isColor) })),
};

const isControl = nullable(shaped<Terms>(terms));

const isPerson = shaped<Person>({
  id: isText,
  name: isText,
  rating: nullable(isInteger),
  provisional: optional(isBool),
  guest: optional(isBool),
  computer: optional(isInteger),
});

const isTimes = nullable(shaped<Times>({ white: isInteger, black: isInteger }));
const running: Shape<RunningClock> = {
  white: isInteger,
  black: isInteger,
  running: nullable(isColor),
  stands: optional(isInteger),
};

const isRange: Check<[number, number]> = (value): value is [number, number] =>
  listOf(isInteger)(value) && value.length === 2;

const isOpenSeek = shaped<OpenSeek>({
  seek: isText,
  person: isPerson,
  clock: isControl,
  variant: oneOf(variants),
  rated: isBool,
  color: oneOf([...colors, 'random']),
  rating: nullable(isRange),
});

const isEngine = shaped<Engine>({
  name: isText,
  title: isText,
  strength: nullable(
    shaped<NonNullable<Engine['strength']>>({
      by: oneOf(['rating', 'step']),
      least: isInteger,
      most: isInteger,
    }),
  ),
  chess960: isBool,
});

const isLiveGame = shaped<LiveGame>({
  game: isText,
  white: isPerson,
  black: isPerson,
  watchers: isInteger,
  fen: isText,
  last: optional(isText),
});

const isChange = nullable(shaped<RatingChange>({ before: isInteger, after: isInteger }));
const numbered = { game: isText, seq: isInteger, at: isInteger };

const checks: { [K in Kind]: Check<MessageOf<K>> } = {
  welcome: shaped<Welcome>({
    t: oneOf(['welcome']),
    you: isPerson,
    playing: listOf(isText),
    seeks: listOf(isText),
    quiet: optional(isBool),
    token: optional(nullable(isText)),
  }),
  ok: shaped<Ok>({
    t: oneOf(['ok']),
    id: optional(isInteger),
    seek: optional(isText),
    challenge: optional(isText),
    url: optional(isText),
    game: optional(isText),
    at: optional(isInteger),
    seq: optional(isInteger),
    clock: optional(nullable(shaped(running))),
  }),
  error: shaped<Refusal>({
    t: oneOf(['error']),
    id: optional(isInteger),
    code: isText,
    message: isText,
  }),
  notice: shaped<Notice>({ t: oneOf(['notice']), text: isText }),
  pong: shaped<Pong>({ t: oneOf(['pong']), c: optional(isInteger) }),
  start: shaped<Start>({
    t: oneOf(['start']),
    game: isText,
    color: isColor,
    seek: optional(isText),
    challenge: optional(isText),
    rematch: optional(isText),
  }),
  challenge: shaped<Challenge>({
    t: oneOf(['challenge']),
    challenge: isText,
    state: oneOf(['open', 'accepted', 'declined', 'canceled', 'expired']),
    to: oneOf(['link', 'user']),
    from: isPerson,
    user: optional(isPerson),
    reason: optional(isText),
    clock: isControl,
    variant: oneOf(variants),
    fen: optional(isText),
    color: oneOf([...colors, 'random']),
    rated: isBool,
    game: optional(isText),
  }),
  game: shaped<Snapshot>({
    t: oneOf(['game']),
    game: isText,
    seq: isInteger,
    at: isInteger,
    turn: isInteger,
    variant: oneOf(variants),
    fen: isText,
    moves: listOf(isText),
    white: isPerson,
    black: isPerson,
    rated: isBool,
    clock: nullable(shaped({ ...running, ...terms })),
    firstMove: nullable(isInteger),
    offers: listOf(shaped({ seq: isInteger, what: oneOf(offers), by: isColor })),
    status: oneOf(statuses),
    winner: nullable(isColor),
    reason: optional(oneOf(reasons)),
  }),
  crowd: shaped<Crowd>({
    t: oneOf(['crowd']),
    game: isText,
    white: isBool,
    black: isBool,
    watchers: isInteger,
    names: optional(listOf(isText)),
    claimIn: optional(isInteger),
  }),
  lobby: shaped<Seeks>({ t: oneOf(['lobby']), count: isInteger, seeks: listOf(isOpenSeek) }),
  pools: shaped<Pools>({
    t: oneOf(['pools']),
    here: isInteger,
    people: listOf(isPerson),
    pools: listOf(
      shaped<Pool>({ clock: isControl, waiting: isInteger, took: nullable(isInteger) }),
    ),
  }),
  found: shaped<Found>({ t: oneOf(['found']), seek: isText, other: isText, person: isPerson }),
  engines: shaped<Engines>({
    t: oneOf(['engines']),
    id: optional(isInteger),
    engines: listOf(isEngine),
  }),
  live: shaped<Live>({ t: oneOf(['live']), count: isInteger, games: listOf(isLiveGame) }),
  rated: shaped<Rated>({ t: oneOf(['rated']), game: isText, white: isChange, black: isChange }),
  chat: shaped<Chat>({
    t: oneOf(['chat']),
    game: isText,
    room: oneOf(['players', 'spectators']),
    from: isPerson,
    preset: optional(oneOf(presets)),
    text: isText,
  }),
  move: shaped<MoveEvent>({
    ...numbered,
    t: oneOf(['move']),
    ply: isInteger,
    uci: isText,
    san: isText,
    clock: isTimes,
  }),
  draw: shaped<DrawEvent>({ ...numbered, t: oneOf(['draw']), by: isColor }),
  takeback: shaped<TakebackEvent>({
    ...numbered,
    t: oneOf(['takeback']),
    by: isColor,
    ply: optional(isInteger),
    clock: optional(isTimes),
  }),
  rematch: shaped<RematchEvent>({
    ...numbered,
    t: oneOf(['rematch']),
    by: isColor,
    next: optional(isText),
  }),
  refuse: shaped<RefuseEvent>({ ...numbered, t: oneOf(['refuse']), by: isColor, offer: isInteger }),
  moretime: shaped<MoretimeEvent>({
    ...numbered,
    t: oneOf(['moretime']),
    by: isColor,
    given: isInteger,
    clock: isTimes,
  }),
  pause: shaped<PauseEvent>({ ...numbered, t: oneOf(['pause']), clock: isTimes }),
  resume: shaped<ResumeEvent>({ ...numbered, t: oneOf(['resume']), clock: isTimes }),
  end: shaped<EndEvent>({
    ...numbered,
    t: oneOf(['end']),
    status: oneOf(statuses),
    winner: nullable(isColor),
    reason: optional(oneOf(reasons)),
    clock: isTimes,
  }),
};

function read(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** Null when it is no message, or one of a kind that the page does not know. */
function checkOf(value: unknown): Check<FromServer> | null {
  if (typeof value !== 'object' || value === null || !('t' in value)) return null;
  const { t } = value;
  return typeof t === 'string' && Object.hasOwn(checks, t)
    ? (checks[t as Kind] as Check<FromServer>)
    : null;
}

/** Total: whatever comes gives a message of the types above, or null. */
export function parseMessage(text: unknown): FromServer | null {
  const value = read(text);
  return checkOf(value)?.(value) ? (value as FromServer) : null;
}

/** A kind that the page knows, but not so: page and server are of different making. */
export function isGarbled(text: unknown): boolean {
  const value = read(text);
  return checkOf(value)?.(value) === false;
}

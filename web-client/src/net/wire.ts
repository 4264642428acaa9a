/* castled.v1 as the page reads it: every message of the server that it knows, as the check that a
 * message must pass and the type of those that do. What the page sends is in requests.ts;
 * server/protocol/PROTOCOL.md is the contract. */

import { colors } from '../chess/fen';
import {
  type Check,
  type Infer,
  bool,
  integer,
  listOf,
  nullable,
  object,
  oneOf,
  optional,
  text,
  tuple,
} from './schema';

/* What both sides speak of. */

export const color = oneOf(...colors);
export const variant = oneOf('standard', 'chess960', 'fromPosition');
/** What a player asks for. */
export const side = oneOf(...colors, 'random');
export const offer = oneOf('draw', 'takeback', 'rematch');
/** The preset messages of a game's chat, shown in each reader's own language. */
export const preset = oneOf('hi', 'gl', 'hf', 'u2', 'gg', 'wp', 'ty', 'gtg', 'bye');

export type Variant = Infer<typeof variant>;
export type Side = Infer<typeof side>;
export type Offer = Infer<typeof offer>;
export type Preset = Infer<typeof preset>;

const time = { initial: optional(integer), increment: optional(integer), delay: optional(integer) };

/** What that side has instead. In a request without a colour: what the opponent of its sender
 * has. */
const odds = object({ ...time, color: optional(color) });

/** A later stage of a clock; without `moves` it is the rest of the game. */
const stage = object({ ...time, moves: optional(integer) });

/** A clock with `increment`; with `kind` and `delay`; or with `days` alone. With `moves` these are its first stage. */
const terms = {
  ...time,
  kind: optional(oneOf('increment', 'bronstein', 'delay')),
  days: optional(integer),
  odds: optional(odds),
  moves: optional(integer),
  stages: optional(listOf(stage)),
};
const clockTerms = object(terms);
export const control = nullable(clockTerms);

export type Stage = Infer<typeof stage>;
export type Odds = Infer<typeof odds>;
export type Terms = Infer<typeof clockTerms>;
export type Control = Infer<typeof control>;

const person = object({
  id: text,
  name: text,
  rating: nullable(integer),
  /** The rating is provisional. */
  provisional: optional(bool),
  guest: optional(bool),
  /** Of a computer: its level. */
  computer: optional(integer),
});
export type Person = Infer<typeof person>;

/* Games. */

const status = oneOf(
  ...(['created', 'started', 'aborted', 'mate', 'resign', 'stalemate', 'timeout'] as const),
  ...(['outoftime', 'draw', 'noStart'] as const),
);
const reason = oneOf(
  ...(['agreement', 'threefold', 'fivefold', 'fifty', 'seventyfive', 'insufficient'] as const),
);
export type Status = Infer<typeof status>;
export type Reason = Infer<typeof reason>;

const times = nullable(object({ white: integer, black: integer }));
export type Times = NonNullable<Infer<typeof times>>;

const running = {
  white: integer,
  black: integer,
  running: nullable(color),
  /** How much of the delay is left on the running clock. */
  stands: optional(integer),
};
const runningClock = object(running);
export type RunningClock = Infer<typeof runningClock>;

/** What an arbiter has stopped a game for. */
const halt = oneOf('arbiter', 'sealing', 'adjourned');
export type Halt = Infer<typeof halt>;

const numbered = { game: text, seq: integer, at: integer };

/** What happens in a game. */
const events = {
  move: object({ ...numbered, ply: integer, uci: text, san: text, clock: times }),
  /* An offer; or, with `ply` or `next`, that it was accepted. */
  draw: object({ ...numbered, by: color }),
  takeback: object({ ...numbered, by: color, ply: optional(integer), clock: optional(times) }),
  rematch: object({ ...numbered, by: color, next: optional(text) }),
  refuse: object({ ...numbered, by: color, offer: integer }),
  moretime: object({ ...numbered, by: color, given: integer, clock: times, berserk: optional(bool) }),
  pause: object({ ...numbered, clock: times, why: optional(halt) }),
  /** The player to move has to seal their move; the game goes on then, by the wall clock. */
  adjourn: object({ ...numbered, clock: times, until: nullable(integer) }),
  resume: object({ ...numbered, clock: times }),
  end: object({
    ...numbered,
    status,
    winner: nullable(color),
    reason: optional(reason),
    clock: times,
  }),
};

/* The lobby. */

const openSeek = object({
  seek: text,
  person,
  clock: control,
  variant,
  rated: bool,
  /** The seeker's wish. */
  color: side,
  /** The rating range, lowest and highest; null: anybody. */
  rating: nullable(tuple(integer, integer)),
});
/** A seek that anybody whom it fits may accept. */
export type OpenSeek = Infer<typeof openSeek>;

/** How many people are waiting for a usual time control, and the typical wait in ms (null: nobody was
 * paired lately). */
const pool = object({ clock: control, waiting: integer, took: nullable(integer) });
export type Pool = Infer<typeof pool>;

const engine = object({
  name: text,
  title: text,
  /** Null when it has only one. */
  strength: nullable(object({ by: oneOf('rating', 'step'), least: integer, most: integer })),
  chess960: bool,
});
/** An external engine that can be played. */
export type Engine = Infer<typeof engine>;

const liveGame = object({
  game: text,
  white: person,
  black: person,
  watchers: integer,
  fen: text,
  last: optional(text),
});
/** A game in progress, as a mini board shows it. */
export type LiveGame = Infer<typeof liveGame>;

const ratingChange = nullable(
  object({ before: integer, after: integer, provisional: optional(bool) }),
);

/** Every kind of message, without its `t`. */
export const messages = {
  ...events,
  welcome: object({
    you: person,
    playing: listOf(text),
    seeks: listOf(text),
    /** Those of them that another tab or device waits for. */
    elsewhere: optional(listOf(text)),
    quiet: optional(bool),
    casual: optional(bool),
    fallback: optional(nullable(integer)),
    /** With this token the next connection is the same guest. */
    token: optional(nullable(text)),
  }),
  ok: object({
    id: optional(integer),
    seek: optional(text),
    challenge: optional(text),
    url: optional(text),
    game: optional(text),
    at: optional(integer),
    seq: optional(integer),
    clock: optional(nullable(runningClock)),
  }),
  error: object({ id: optional(integer), code: text, message: text }),
  /* The operator's message to everybody, or a warning to this player alone. */
  notice: object({ text, warning: optional(bool) }),
  pong: object({ c: optional(integer) }),
  start: object({
    game: text,
    color,
    seek: optional(text),
    challenge: optional(text),
    rematch: optional(text),
  }),
  challenge: object({
    challenge: text,
    state: oneOf('open', 'accepted', 'declined', 'canceled', 'expired'),
    to: oneOf('link', 'user'),
    from: person,
    user: optional(person),
    reason: optional(text),
    clock: control,
    variant,
    /** The position that it begins from, unless that is the starting position. */
    fen: optional(text),
    color: side,
    rated: bool,
    game: optional(text),
    /** For two others than whoever made it. */
    open: optional(bool),
    title: optional(text),
    players: optional(listOf(person)),
    joined: optional(listOf(person)),
  }),
  game: object({
    ...numbered,
    turn: integer,
    variant,
    fen: text,
    moves: listOf(text),
    white: person,
    black: person,
    rated: bool,
    rules: optional(listOf(text)),
    clock: nullable(object({ ...running, ...terms })),
    firstMove: nullable(integer),
    offers: listOf(object({ seq: integer, what: offer, by: color })),
    status,
    winner: nullable(color),
    reason: optional(reason),
    halted: optional(halt),
    until: optional(nullable(integer)),
  }),
  crowd: object({
    game: text,
    white: bool,
    black: bool,
    watchers: integer,
    /** Some of those with accounts. */
    names: optional(listOf(text)),
    /** While one player is present and the other is not: in how many ms the game may be claimed. */
    claimIn: optional(integer),
  }),
  lobby: object({ count: integer, seeks: listOf(openSeek) }),
  pools: object({ here: integer, people: listOf(person), pools: listOf(pool) }),
  /* Somebody who came while the player plays the computer. */
  found: object({ seek: text, other: text, person }),
  engines: object({ id: optional(integer), engines: listOf(engine) }),
  live: object({ count: integer, games: listOf(liveGame) }),
  /* How a rated game changed the ratings; null: not at all. */
  rated: object({ game: text, white: ratingChange, black: ratingChange }),
  /* The player's own conditional moves; `ply`: after how many moves of the game. */
  conditional: object({ game: text, ply: integer, lines: listOf(listOf(text)) }),
  /* The player has muted somebody, perhaps on another device; or unmuted them. */
  mute: object({ person: text, on: bool }),
  chat: object({
    game: text,
    room: oneOf('players', 'spectators'),
    from: person,
    preset: optional(preset),
    text,
  }),
};

type Messages = typeof messages;
export type Kind = keyof Messages;
export type MessageOf<K extends Kind> = K extends Kind ? { t: K } & Infer<Messages[K]> : never;
export type FromServer = MessageOf<Kind>;

export type GameEvent = MessageOf<keyof typeof events>;
export type Snapshot = MessageOf<'game'>;
export type Ok = MessageOf<'ok'>;
export type Refusal = MessageOf<'error'>;
export type Challenge = MessageOf<'challenge'>;
export type Crowd = MessageOf<'crowd'>;
export type Found = MessageOf<'found'>;
export type Rated = MessageOf<'rated'>;
export type Conditional = MessageOf<'conditional'>;

/* Reading. */

function valueOf(json: unknown): unknown {
  try {
    return typeof json === 'string' ? JSON.parse(json) : null;
  } catch {
    return null;
  }
}

/** Null when it is not a message, or of a kind that the page does not know. */
function checkOf(value: unknown): Check<unknown> | null {
  if (typeof value !== 'object' || value === null || !('t' in value)) return null;
  const { t } = value;
  return typeof t === 'string' && Object.hasOwn(messages, t) ? messages[t as Kind] : null;
}

/** Total: whatever comes gives a message of the types above, or null. */
export function parseMessage(json: unknown): FromServer | null {
  const value = valueOf(json);
  return checkOf(value)?.(value) ? (value as FromServer) : null;
}

/** Of a kind that the page knows, but in another form: page and server are of different versions. */
export function isGarbled(json: unknown): boolean {
  const value = valueOf(json);
  return checkOf(value)?.(value) === false;
}

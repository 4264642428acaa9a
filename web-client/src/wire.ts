/* castled.v1 as the page speaks it: every message that it sends or understands, and the one place where
 * text from the server becomes a typed value. What is unknown or malformed becomes null.
 * The contract is server/protocol/PROTOCOL.md. */

const colors = ['white', 'black'] as const;
const variants = ['standard', 'chess960', 'fromPosition'] as const;
const statuses = [
  'created',
  'started',
  'aborted',
  'mate',
  'resign',
  'stalemate',
  'timeout',
  'outoftime',
  'draw',
  'noStart',
] as const;
const reasons = [
  'agreement',
  'threefold',
  'fivefold',
  'fifty',
  'seventyfive',
  'insufficient',
] as const;
const offers = ['draw', 'takeback', 'rematch'] as const;

export type Color = (typeof colors)[number];
export type Variant = (typeof variants)[number];
export type Status = (typeof statuses)[number];
export type Reason = (typeof reasons)[number];
export type Claim = 'threefold' | 'fifty' | 'win' | 'draw';
/** A clock as the contract has it: with `increment`, with `kind` and `delay`, or with `days` alone. */
export type Terms = {
  initial?: number | undefined;
  increment?: number | undefined;
  kind?: 'increment' | 'bronstein' | 'delay' | undefined;
  delay?: number | undefined;
  days?: number | undefined;
};
export type Control = Terms | null;
export type Side = Color | 'random';

export const opposite = (color: Color): Color => (color === 'white' ? 'black' : 'white');

/* What the page sends. */

const presets = ['hi', 'gl', 'hf', 'u2', 'gg', 'wp', 'ty', 'gtg', 'bye'] as const;
/** What one says at a board, in every reader's own language. */
export type Preset = (typeof presets)[number];

export type Setup = {
  clock: Control;
  rated?: boolean;
  /** Quick pairing: with somebody near in rating. */
  pool?: boolean;
  variant?: Variant;
  fen?: string;
  color?: Side;
};

export type Offer = 'draw' | 'takeback' | 'rematch';

export type Act =
  | { t: 'move'; game: string; ply: number; uci: string; turn?: number }
  | { t: 'resign' | 'abort' | 'moretime'; game: string }
  | { t: Offer; game: string; offer?: number }
  | { t: 'refuse'; game: string; offer: number }
  | { t: 'claim'; game: string; what: Claim; ply?: number; uci?: string }
  | { t: 'chat'; game: string; text: string }
  | { t: 'chat'; game: string; preset: Preset };

/** What the page offers of the reasons that the contract has. */
export const declineReasons = ['later', 'tooFast', 'tooSlow', 'rated', 'casual'] as const;
export type DeclineReason = (typeof declineReasons)[number];

/** One of our own levels, or a program of others. */
export type Opponent = { level: number } | { engine: string; strength?: number };

export type Ask =
  | Act
  | ({
      t: 'seek';
      fallback?: number | null;
      keep?: boolean;
      ask?: boolean;
    } & Setup)
  | { t: 'unseek'; seek: string }
  | ({ t: 'challenge'; to: 'computer' } & Opponent & Setup)
  | ({ t: 'challenge'; to: 'device'; level: number } & Setup)
  | ({ t: 'challenge'; to: 'link' } & Setup)
  | ({ t: 'challenge'; to: 'user'; user: string } & Setup)
  | { t: 'accept' | 'decline'; seek: string }
  | { t: 'lobby' | 'live'; on: boolean }
  | { t: 'engines' }
  | { t: 'mute'; person: string; on: boolean }
  | { t: 'accept'; challenge: string }
  | { t: 'decline'; challenge: string; reason?: DeclineReason }
  | { t: 'watch'; game: string; since?: number }
  | { t: 'watch' | 'unwatch'; challenge: string }
  | { t: 'unwatch'; game: string };

export type Request = Ask & { id: number };

/* What the page understands. */

type Check<T> = (value: unknown) => value is T;
type Shape<T> = { [K in keyof T]-?: Check<T[K]> };

const isText: Check<string> = (value): value is string => typeof value === 'string';
const isWhole: Check<number> = (value): value is number => Number.isSafeInteger(value);
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
const terms: Shape<Terms> = {
  initial: optional(isWhole),
  increment: optional(isWhole),
  kind: optional(oneOf(['increment', 'bronstein', 'delay'] as const)),
  delay: optional(isWhole),
  days: optional(isWhole),
};
const isControl = nullable(shaped<Terms>(terms));

export type Person = {
  id: string;
  name: string;
  rating: number | null;
  /** The rating is not yet sure. */
  provisional?: boolean | undefined;
  guest?: boolean | undefined;
  /** Its level: the person is a computer. */
  computer?: number | undefined;
};
const isPerson = shaped<Person>({
  id: isText,
  name: isText,
  rating: nullable(isWhole),
  provisional: optional(isBool),
  guest: optional(isBool),
  computer: optional(isWhole),
});

export type Times = { white: number; black: number };
const isTimes = nullable(shaped<Times>({ white: isWhole, black: isWhole }));

/** `stands`: how long the running clock still stands, with a delay. */
export type Running = Times & { running: Color | null; stands?: number | undefined };
const running: Shape<Running> = {
  white: isWhole,
  black: isWhole,
  running: nullable(isColor),
  stands: optional(isWhole),
};

export type Snapshot = {
  t: 'game';
  game: string;
  seq: number;
  at: number;
  turn: number;
  variant: Variant;
  fen: string;
  moves: string[];
  white: Person;
  black: Person;
  rated: boolean;
  clock: (Running & Terms) | null;
  firstMove: number | null;
  offers: { seq: number; what: Offer; by: Color }[];
  status: Status;
  winner: Color | null;
  reason?: Reason | undefined;
};

type Numbered<T> = T & { game: string; seq: number; at: number };

export type MoveEvent = Numbered<{
  t: 'move';
  ply: number;
  uci: string;
  san: string;
  clock: Times | null;
}>;
/** An offer; or, with `ply` or `next`, that it was accepted. */
export type DrawEvent = Numbered<{ t: 'draw'; by: Color }>;
export type TakebackEvent = Numbered<{
  t: 'takeback';
  by: Color;
  ply?: number | undefined;
  clock?: Times | null | undefined;
}>;
export type RematchEvent = Numbered<{ t: 'rematch'; by: Color; next?: string | undefined }>;
export type RefuseEvent = Numbered<{ t: 'refuse'; by: Color; offer: number }>;
export type MoretimeEvent = Numbered<{
  t: 'moretime';
  by: Color;
  given: number;
  clock: Times | null;
}>;
export type PauseEvent = Numbered<{ t: 'pause'; clock: Times | null }>;
export type ResumeEvent = Numbered<{ t: 'resume'; clock: Times | null }>;
export type EndEvent = Numbered<{
  t: 'end';
  status: Status;
  winner: Color | null;
  reason?: Reason | undefined;
  clock: Times | null;
}>;

export type GameEvent =
  | MoveEvent
  | DrawEvent
  | TakebackEvent
  | RematchEvent
  | RefuseEvent
  | MoretimeEvent
  | PauseEvent
  | ResumeEvent
  | EndEvent;

export type Welcome = {
  t: 'welcome';
  you: Person;
  playing: string[];
  seeks: string[];
  quiet?: boolean | undefined;
  /** Makes the same guest again. */
  token?: string | null | undefined;
};

export type Ok = {
  t: 'ok';
  id?: number | undefined;
  seek?: string | undefined;
  challenge?: string | undefined;
  url?: string | undefined;
  game?: string | undefined;
  at?: number | undefined;
  seq?: number | undefined;
  clock?: Running | null | undefined;
};

export type Refusal = { t: 'error'; id?: number | undefined; code: string; message: string };

export type Start = {
  t: 'start';
  game: string;
  color: Color;
  seek?: string | undefined;
  challenge?: string | undefined;
  rematch?: string | undefined;
};

export type ChallengeState = 'open' | 'accepted' | 'declined' | 'canceled' | 'expired';

export type Challenge = {
  t: 'challenge';
  challenge: string;
  state: ChallengeState;
  to: 'link' | 'user';
  from: Person;
  user?: Person | undefined;
  reason?: string | undefined;
  clock: Control;
  variant: Variant;
  /** The position that it begins from, when that is not the usual one. */
  fen?: string | undefined;
  color: Side;
  rated: boolean;
  game?: string | undefined;
};

export type Crowd = {
  t: 'crowd';
  game: string;
  white: boolean;
  black: boolean;
  watchers: number;
  /** Of those with accounts, some. */
  names?: string[] | undefined;
  /** While one player is there and the other is not: in so many ms the game may be claimed. */
  claimIn?: number | undefined;
};

/** A seek of somebody's that stands open. */
export type OpenSeek = {
  seek: string;
  person: Person;
  clock: Control;
  variant: Variant;
  rated: boolean;
  color: Side;
};
const isOpenSeek = shaped<OpenSeek>({
  seek: isText,
  person: isPerson,
  clock: isControl,
  variant: oneOf(variants),
  rated: isBool,
  color: oneOf([...colors, 'random']),
});

export type Seeks = { t: 'lobby'; count: number; seeks: OpenSeek[] };

/** How many wait for a usual time control, and how long it took lately (ms; null: nobody found anybody). */
export type Pool = { clock: Control; waiting: number; took: number | null };
export type Pools = { t: 'pools'; here: number; people: Person[]; pools: Pool[] };

/** Somebody who came while one plays the computer. */
export type Found = { t: 'found'; seek: string; other: string; person: Person };

/** A program of others; `strength` is null when it has only one. */
export type Engine = {
  name: string;
  title: string;
  strength: { by: 'rating' | 'step'; least: number; most: number } | null;
  chess960: boolean;
};
const isEngine = shaped<Engine>({
  name: isText,
  title: isText,
  strength: nullable(
    shaped<NonNullable<Engine['strength']>>({
      by: oneOf(['rating', 'step']),
      least: isWhole,
      most: isWhole,
    }),
  ),
  chess960: isBool,
});
export type Engines = { t: 'engines'; id?: number | undefined; engines: Engine[] };

/** A game that goes on, as a small board shows it. */
export type LiveGame = {
  game: string;
  white: Person;
  black: Person;
  watchers: number;
  fen: string;
  last?: string | undefined;
};
const isLiveGame = shaped<LiveGame>({
  game: isText,
  white: isPerson,
  black: isPerson,
  watchers: isWhole,
  fen: isText,
  last: optional(isText),
});
export type Live = { t: 'live'; count: number; games: LiveGame[] };

export type RatingChange = { before: number; after: number };
const isChange = nullable(shaped<RatingChange>({ before: isWhole, after: isWhole }));
/** What a rated game made of the ratings; null: nothing. */
export type Rated = {
  t: 'rated';
  game: string;
  white: RatingChange | null;
  black: RatingChange | null;
};

export type Chat = {
  t: 'chat';
  game: string;
  room: 'players' | 'spectators';
  from: Person;
  preset?: Preset | undefined;
  text: string;
};

/** The operator's word to all. */
export type Notice = { t: 'notice'; text: string };

export type Pong = { t: 'pong'; c?: number | undefined };

export type FromServer =
  | Welcome
  | Ok
  | Refusal
  | Pong
  | Notice
  | Start
  | Challenge
  | Snapshot
  | Crowd
  | Chat
  | Seeks
  | Pools
  | Found
  | Engines
  | Live
  | Rated
  | GameEvent;

export type Kind = FromServer['t'];
export type MessageOf<K extends Kind> = Extract<FromServer, { t: K }>;

const numbered = { game: isText, seq: isWhole, at: isWhole };

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
    id: optional(isWhole),
    seek: optional(isText),
    challenge: optional(isText),
    url: optional(isText),
    game: optional(isText),
    at: optional(isWhole),
    seq: optional(isWhole),
    clock: optional(nullable(shaped(running))),
  }),
  error: shaped<Refusal>({
    t: oneOf(['error']),
    id: optional(isWhole),
    code: isText,
    message: isText,
  }),
  notice: shaped<Notice>({ t: oneOf(['notice']), text: isText }),
  pong: shaped<Pong>({ t: oneOf(['pong']), c: optional(isWhole) }),
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
    seq: isWhole,
    at: isWhole,
    turn: isWhole,
    variant: oneOf(variants),
    fen: isText,
    moves: listOf(isText),
    white: isPerson,
    black: isPerson,
    rated: isBool,
    clock: nullable(shaped({ ...running, ...terms })),
    firstMove: nullable(isWhole),
    offers: listOf(shaped({ seq: isWhole, what: oneOf(offers), by: isColor })),
    status: oneOf(statuses),
    winner: nullable(isColor),
    reason: optional(oneOf(reasons)),
  }),
  crowd: shaped<Crowd>({
    t: oneOf(['crowd']),
    game: isText,
    white: isBool,
    black: isBool,
    watchers: isWhole,
    names: optional(listOf(isText)),
    claimIn: optional(isWhole),
  }),
  lobby: shaped<Seeks>({ t: oneOf(['lobby']), count: isWhole, seeks: listOf(isOpenSeek) }),
  pools: shaped<Pools>({
    t: oneOf(['pools']),
    here: isWhole,
    people: listOf(isPerson),
    pools: listOf(shaped<Pool>({ clock: isControl, waiting: isWhole, took: nullable(isWhole) })),
  }),
  found: shaped<Found>({ t: oneOf(['found']), seek: isText, other: isText, person: isPerson }),
  engines: shaped<Engines>({
    t: oneOf(['engines']),
    id: optional(isWhole),
    engines: listOf(isEngine),
  }),
  live: shaped<Live>({ t: oneOf(['live']), count: isWhole, games: listOf(isLiveGame) }),
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
    ply: isWhole,
    uci: isText,
    san: isText,
    clock: isTimes,
  }),
  draw: shaped<DrawEvent>({ ...numbered, t: oneOf(['draw']), by: isColor }),
  takeback: shaped<TakebackEvent>({
    ...numbered,
    t: oneOf(['takeback']),
    by: isColor,
    ply: optional(isWhole),
    clock: optional(isTimes),
  }),
  rematch: shaped<RematchEvent>({
    ...numbered,
    t: oneOf(['rematch']),
    by: isColor,
    next: optional(isText),
  }),
  refuse: shaped<RefuseEvent>({ ...numbered, t: oneOf(['refuse']), by: isColor, offer: isWhole }),
  moretime: shaped<MoretimeEvent>({
    ...numbered,
    t: oneOf(['moretime']),
    by: isColor,
    given: isWhole,
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

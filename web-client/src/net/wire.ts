/* castled.v1 as the page speaks it: the words that both sides use, and what the server says. What the page
 * sends stands in requests.ts; parseMessage.ts makes these values of the server's text.
 * The contract is server/protocol/PROTOCOL.md. */

import type { Color } from '../chess/fen';

export const variants = ['standard', 'chess960', 'fromPosition'] as const;
export const statuses = [
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
export const reasons = [
  'agreement',
  'threefold',
  'fivefold',
  'fifty',
  'seventyfive',
  'insufficient',
] as const;
export const offers = ['draw', 'takeback', 'rematch'] as const;

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
  odds?: Odds | undefined;
};
/** What that side has instead; as it is asked for, without a colour, the opponent of who asks. */
export type Odds = Pick<Terms, 'initial' | 'increment' | 'delay'> & { color?: Color | undefined };
export type Control = Terms | null;
export type Side = Color | 'random';

export const presets = ['hi', 'gl', 'hf', 'u2', 'gg', 'wp', 'ty', 'gtg', 'bye'] as const;
/** What one says at a board, in every reader's own language. */
export type Preset = (typeof presets)[number];

export type Offer = (typeof offers)[number];

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

export type Times = { white: number; black: number };

/** `stands`: how long the running clock still stands, with a delay. */
export type RunningClock = Times & { running: Color | null; stands?: number | undefined };

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
  clock: (RunningClock & Terms) | null;
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
  clock?: RunningClock | null | undefined;
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
  /** The seeker's wish. */
  color: Side;
  /** Who is wanted, the least rating and the most; null: anybody. */
  rating: [number, number] | null;
};

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
export type Live = { t: 'live'; count: number; games: LiveGame[] };

export type RatingChange = { before: number; after: number };
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

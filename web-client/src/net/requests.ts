/* What the page sends to the server: for each kind of request the forms that it may have, without
 * `t` and `id`, and their types. Only tests run the checks, against the contract; wire.ts has what the
 * page reads. */

import {
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
import { control, preset, side, variant } from './wire';

/** The terms of a game. */
const terms = {
  clock: control,
  rated: optional(bool),
  variant: optional(variant),
  color: optional(side),
};
/** In quick pairing (`pool`): somebody with a similar rating; else somebody whose rating is within
 * that range. */
const seekSetup = { ...terms, pool: optional(bool), rating: optional(tuple(integer, integer)) };
const gameSetup = { ...terms, fen: optional(text) };

const seekSetupCheck = object(seekSetup);
const gameSetupCheck = object(gameSetup);
export type SeekSetup = Infer<typeof seekSetupCheck>;
export type GameSetup = Infer<typeof gameSetupCheck>;

/** What the form of a new game asks for: a rating range only when seeking a person. */
export type FormSetup = GameSetup & Pick<SeekSetup, 'rating'>;

/** The reasons that the page offers, out of those in the contract. */
export const declineReasons = ['later', 'tooFast', 'tooSlow', 'rated', 'casual'] as const;
export type DeclineReason = (typeof declineReasons)[number];

const claim = oneOf('threefold', 'fifty', 'win', 'draw');

/** What a player does in a game. */
const actions = {
  move: [object({ game: text, ply: integer, uci: text, turn: optional(integer) })],
  resign: [object({ game: text })],
  abort: [object({ game: text })],
  moretime: [object({ game: text, seconds: optional(integer) })],
  draw: [object({ game: text, offer: optional(integer) })],
  takeback: [object({ game: text, offer: optional(integer) })],
  rematch: [object({ game: text, offer: optional(integer) })],
  refuse: [object({ game: text, offer: integer })],
  /* With `ply` and `uci`: claimed with the move that would be made. */
  claim: [object({ game: text, what: claim, ply: optional(integer), uci: optional(text) })],
  conditional: [
    object({ game: text, ply: integer, lines: listOf(listOf(text)), turn: optional(integer) }),
  ],
  chat: [
    object({ game: text, text, room: optional(text) }),
    object({ game: text, preset, room: optional(text) }),
  ],
};

const computer = oneOf('computer');

export const requests = {
  ...actions,
  seek: [
    object({
      ...seekSetup,
      fallback: optional(nullable(integer)),
      keep: optional(bool),
      ask: optional(bool),
    }),
  ],
  unseek: [object({ seek: text })],
  challenge: [
    object({ to: computer, level: integer, ...gameSetup }),
    object({ to: computer, engine: text, strength: optional(integer), ...gameSetup }),
    object({ to: oneOf('link'), ...gameSetup }),
    object({ to: oneOf('user'), user: text, ...gameSetup }),
    object({
      to: oneOf('open'),
      players: optional(listOf(text)),
      title: optional(text),
      expires: optional(integer),
      rules: optional(listOf(text)),
      ...gameSetup,
    }),
  ],
  accept: [object({ seek: text }), object({ challenge: text, color: optional(oneOf('white', 'black')) })],
  decline: [
    object({ seek: text }),
    object({ challenge: text, reason: optional(oneOf(...declineReasons)) }),
  ],
  watch: [object({ game: text, since: optional(integer) }), object({ challenge: text })],
  unwatch: [object({ game: text }), object({ challenge: text })],
  lobby: [object({ on: bool })],
  live: [object({ on: bool })],
  engines: [object({})],
  mute: [object({ person: text, on: optional(bool) })],
  ping: [object({ c: optional(integer) })],
};

type Requests = typeof requests;
export type RequestOf<K extends keyof Requests> = K extends keyof Requests
  ? { t: K } & Infer<Requests[K][number]>
  : never;

export type GameAction = RequestOf<keyof typeof actions>;
export type Claim = Infer<typeof claim>;

/** A level of our own computer, or an external engine. */
export type ComputerOpponent = { level: number } | { engine: string; strength?: number };

/** Goes not to the server but to the games on this device. */
type DeviceChallenge = { t: 'challenge'; to: 'device'; level: number } & GameSetup;

/** What the pages of tournaments ask for; server/tournaments/README.md is the contract. */
export type TournamentRequest =
  | { t: 'tournament_watch' | 'tournament_unwatch'; tournament: string }
  | { t: 'tournament_chat'; tournament: string; text: string }
  | { t: 'tournament_berserk'; game: string }
  | { t: 'broadcast_watch' | 'broadcast_unwatch'; round: string }
  /** Those that the desk can add. */
  | { t: 'engines' }
  /** The live boards of the wall. */
  | { t: 'watch' | 'unwatch'; game: string };

export type RequestBody = RequestOf<keyof Requests> | DeviceChallenge | TournamentRequest;
export type Request = RequestBody & { id: number };

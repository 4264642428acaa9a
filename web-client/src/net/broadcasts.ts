/* Broadcasts as the page reads them; server/broadcasts/README.md is the contract. */

import {
  type Infer,
  bool,
  integer,
  listOf,
  nullable,
  object,
  oneOf,
  text,
} from './schema';

const state = oneOf('new', 'live', 'over');

const round = {
  id: text,
  name: text,
  state,
  startsAt: nullable(integer),
  games: integer,
  source: nullable(
    object({ url: nullable(text), period: integer, error: nullable(text) }),
  ),
};

const roundOfBroadcast = object(round);
export type RoundSummary = Infer<typeof roundOfBroadcast>;

export const isBroadcast = object({
  id: text,
  name: text,
  description: text,
  owner: object({ id: text, name: text }),
  mayChange: bool,
  rounds: listOf(roundOfBroadcast),
});
export type Broadcast = Infer<typeof isBroadcast>;

export const isBroadcasts = object({ broadcasts: listOf(isBroadcast) });

const side = object({
  name: text,
  title: nullable(text),
  rating: nullable(integer),
  clock: nullable(integer),
});
export type BroadcastSide = Infer<typeof side>;

const board = object({
  board: integer,
  white: side,
  black: side,
  fen: text,
  last: nullable(text),
  plies: integer,
  result: text,
  movedAt: nullable(integer),
  fault: nullable(text),
});
export type BroadcastBoard = Infer<typeof board>;

const boards = listOf(board);

export const isBroadcastRound = object({ ...round, now: integer, boards });
export type BroadcastRound = Infer<typeof isBroadcastRound>;

const messages = {
  broadcast: object({ round: isBroadcastRound }),
  broadcast_update: object({ round: text, now: integer, state, boards }),
};
type Messages = typeof messages;
export type BroadcastMessage = {
  [K in keyof Messages]: { t: K } & Infer<Messages[K]>;
}[keyof Messages];

/** Null for whatever is no message about broadcasts. */
export function parseBroadcastMessage(json: string): BroadcastMessage | null {
  try {
    const value = JSON.parse(json) as { t?: unknown };
    const { t } = Object(value) as { t?: unknown };
    const isKnown = typeof t === 'string' && Object.hasOwn(messages, t);
    return isKnown && messages[t as keyof Messages](value) ? (value as BroadcastMessage) : null;
  } catch {
    return null;
  }
}

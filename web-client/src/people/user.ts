/* People as the HTTP API describes them: what its answers must look like, and the types of those
 * that do. */

import {
  type Infer,
  bool,
  integer,
  listOf,
  nullable,
  object,
  optional,
  recordOf,
  text,
  tuple,
} from '../net/schema';

export const perfNames = [
  'ultraBullet',
  'bullet',
  'blitz',
  'rapid',
  'classical',
  'correspondence',
  'chess960',
] as const;
export type PerfName = (typeof perfNames)[number];

const perf = object({
  games: integer,
  rating: integer,
  rd: integer,
  prog: integer,
  prov: optional(bool),
});
export type Perf = Infer<typeof perf>;

export const isUser = object({
  id: text,
  username: text,
  person: optional(text),
  title: optional(text),
  /** Only of oneself. */
  operator: optional(bool),
  /** Likewise. */
  secondFactor: optional(bool),
  perfs: optional(recordOf(perf)),
  online: optional(bool),
  /** The path of the game that they are playing. */
  playing: optional(text),
  following: optional(bool),
  blocking: optional(bool),
});
export type User = Infer<typeof isUser>;

export const isUsers = listOf(isUser);

/** The best players of a category, each with their rating in it alone. */
export const isTop = object({
  users: listOf(object({ id: text, username: text, perfs: recordOf(object({ rating: integer })) })),
});

/** [year, month from 0, day, rating], as lichess has it. */
const point = tuple(integer, integer, integer, integer);
export type Point = Infer<typeof point>;

export const isRatingHistory = listOf(object({ name: text, points: listOf(point) }));
export type RatingHistory = Infer<typeof isRatingHistory>;

const session = object({ id: text, agent: text, current: bool, usedAt: nullable(integer) });
export type Session = Infer<typeof session>;
export const isSessions = object({ sessions: listOf(session) });

export const isToken = object({
  id: text,
  description: text,
  scopes: text,
  usedAt: nullable(integer),
  /** Of a token that an app was given. */
  expiresAt: optional(nullable(integer)),
  /** Only in the answer to the request that creates it. */
  token: optional(text),
});
export type Token = Infer<typeof isToken>;
export const isTokens = object({ tokens: listOf(isToken) });

export const scopes = [
  'preference:read',
  'preference:write',
  'challenge:read',
  'challenge:write',
  'follow:read',
  'follow:write',
  'msg:write',
  'board:play',
  'bot:play',
  'challenge:bulk',
  'tournament:write',
  'team:read',
  'team:write',
  'team:lead',
  'email:read',
] as const;

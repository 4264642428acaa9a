/* What the server shows operators: what its lists must look like. */

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
} from '../net/schema';

const someone = object({ id: text, name: nullable(text) });

const report = object({
  number: integer,
  at: integer,
  by: someone,
  about: someone,
  game: nullable(text),
  reason: text,
  words: text,
  chat: listOf(object({ text, user: text, room: text })),
  decider: nullable(text),
});
export type Report = Infer<typeof report>;
export const isReports = listOf(report);

const act = object({
  number: integer,
  at: integer,
  who: text,
  act: text,
  target: text,
  undo: bool,
});
export type Act = Infer<typeof act>;
export const isActs = listOf(act);

/** A time that is null is for ever; one that is missing is not. */
const ban = object({
  id: optional(text),
  name: optional(nullable(text)),
  address: optional(text),
  until: nullable(integer),
});
export type Ban = Infer<typeof ban>;
export const isBans = listOf(ban);

export const isSeeks = listOf(object({ id: text, person: someone, address: text }));
export const isChallenges = listOf(object({ id: text, from: someone, to: optional(someone) }));

const person = object({
  id: text,
  name: text,
  account: bool,
  operator: optional(bool),
  seen: optional(integer),
  marked: bool,
  muted: optional(nullable(integer)),
  banned: optional(nullable(integer)),
  online: optional(bool),
  address: optional(text),
  games: optional(listOf(text)),
});
export type Shown = Infer<typeof person>;
export const isShown = listOf(person);

export const isStatus = listOf(object({ accounts: integer, registration: bool, quiet: bool }));

const webhook = object({
  id: text,
  url: text,
  events: listOf(text),
  on: bool,
  reason: optional(text),
  failingSince: optional(integer),
  waiting: integer,
});
export type Webhook = Infer<typeof webhook>;
export const isWebhooks = listOf(webhook);
export const isDeliveries = listOf(
  object({ id: text, event: text, made: integer, tries: integer, outcome: text, over: bool }),
);

export const isMailState = listOf(
  object({
    server: nullable(text),
    waiting: integer,
    addresses: integer,
    failing: bool,
    last: optional(integer),
    outcome: optional(text),
  }),
);

export const isDone = object({ ok: bool, text, password: optional(text) });
export type Done = Infer<typeof isDone>;

export const isOffered = object({ secret: text });
export const isRecovery = object({ recovery: listOf(text) });

const latency = object({ count: integer, p99: optional(integer) });
export const isFigures = object({
  at: integer,
  sessions: integer,
  games_live: integer,
  seeks: integer,
  challenges: integer,
  searches_waiting: integer,
  database: integer,
  diskFree: optional(integer),
  memory: optional(integer),
  totals: recordOf(integer),
  turn: latency,
  commit: latency,
});
export type Figures = Infer<typeof isFigures>;

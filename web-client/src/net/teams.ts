/* Teams as the page reads them; server/teams/README.md is the contract. */

import { type Infer, bool, integer, listOf, nullable, object, oneOf, optional, text } from './schema';

export const entries = ['open', 'request', 'code'] as const;

const entry = oneOf(...entries);
export type TeamEntry = Infer<typeof entry>;

export const isTeam = object({
  id: text,
  name: text,
  description: text,
  entry,
  captain: object({ id: text, name: text }),
  members: integer,
  made: integer,
  requests: nullable(integer),
  code: nullable(text),
  me: nullable(object({ state: nullable(text), captain: bool, may: listOf(text) })),
});
export type Team = Infer<typeof isTeam>;

export const isTeams = object({ teams: listOf(isTeam) });

const isMember = object({
  id: text,
  name: text,
  bot: bool,
  here: bool,
  since: integer,
  words: optional(text),
});
export type Member = Infer<typeof isMember>;

export const isMembers = object({ members: listOf(isMember), requests: listOf(isMember) });

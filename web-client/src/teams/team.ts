/* Teams as the page reads them; server/teams/README.md is the contract. */

import { type ApiAnswer, anyAnswer, callApi } from '../net/api';
import { type Infer, bool, integer, listOf, nullable, object, oneOf, optional, text } from '../net/schema';
import { refusedText } from '../text/refusal';
import { hasText, sayKey } from '../text/tournaments';

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

export type TeamFields = { name: string; description: string; entry: TeamEntry; code: string };

/** A refusal in the words of teams, where they have some for it. */
export function teamFault(answer: ApiAnswer<unknown>): string | null {
  if (answer.ok) return null;
  const key = `team.refused.${answer.code}`;
  return answer.code !== '' && hasText(key) ? sayKey(key) : refusedText(answer);
}

export const actInTeam = (
  team: string,
  act: string,
  fields: Record<string, string> = {},
): Promise<ApiAnswer<unknown>> =>
  callApi('POST', `/api/v1/teams/${team}/acts`, anyAnswer, { act, ...fields });

/* What is done in a team. */

import { type ApiAnswer, anyAnswer, callApi } from '../net/api';
import type { TeamEntry } from '../net/teams';
import { refusedText } from '../text/refusal';
import { hasText, sayKey } from '../text/tournaments';

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

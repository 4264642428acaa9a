/* What an opening is called: the server knows, and is asked once for each line of moves. */

import { call } from './api';

export type Opening = { eco: string; name: string };

/** Names end there; what is played after it doesn't change them. */
const pliesMax = 40;

const isOpening = (value: unknown): value is Opening =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Opening).eco === 'string' &&
  typeof (value as Opening).name === 'string';

const isAnswer = (value: unknown): value is { opening: Opening | null } =>
  typeof value === 'object' &&
  value !== null &&
  ((value as { opening: unknown }).opening === null ||
    isOpening((value as { opening: unknown }).opening));

// What was answered stays so: the names don't change while the page is open.
const answers = new Map<string, Opening | null>();

const keyOf = (moves: string[]): string => moves.slice(0, pliesMax).join(',');

/** Undefined: not asked yet. */
export const knownOpening = (moves: string[]): Opening | null | undefined =>
  answers.get(keyOf(moves));

/** Undefined when the server does not say; then it may be asked again. */
export async function askOpening(moves: string[]): Promise<Opening | null | undefined> {
  const key = keyOf(moves);
  const answer = await call('GET', `/api/opening?moves=${key}`, isAnswer);
  if (!answer.ok) return undefined;
  answers.set(key, answer.value.opening);
  return answer.value.opening;
}

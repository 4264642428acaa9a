/* Refusals of what is done to a tournament, in words. */

import { refusedText } from '../text/refusal';
import { hasText, say, sayKey } from '../text/tournaments';
import type { Outcome } from './acts';

/** Null when there is nothing to say. */
export function outcomeText(outcome: Outcome): string | null {
  if (outcome.is === 'done') return null;
  if (outcome.is === 'warned') return outcome.warnings.map(({ text }) => text).join(' ');
  if (outcome.is === 'changed') return say('tour.refused.changed');
  const { refused, field, row } = outcome;
  if (refused.code === 'file') return say('tour.refused.file', { words: refused.words });
  if (refused.code === 'bad_field' && field)
    return say('tour.refused.field', { field, words: refused.words });
  const key = `tour.refused.${refused.code}`;
  return row === 0 && refused.code !== '' && hasText(key) ? sayKey(key) : refusedText(refused);
}

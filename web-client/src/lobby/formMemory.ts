/* What was chosen last in the form of a new game, stored on the device for each way to play. What is
 * read is checked, since anybody can write it. */

import type { FormTopic } from '../dispatch';
import { levels } from '../engine/levels';
import {
  type FormValues,
  bonuses,
  daysStops,
  initials,
  leastStops,
  mostStops,
  movesStops,
  newForm,
  paces,
  perMoves,
  stageKinds,
  startsOf,
} from './newGame';

const placeOf = ({ way }: FormTopic): string => `castled.form.${way}`;

type Kept = Omit<FormValues, keyof FormTopic | 'fen' | 'engine' | 'strength'> & { device: boolean };

const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const oneOf =
  (allowed: readonly unknown[]) =>
  (value: unknown): boolean =>
    allowed.includes(value);

/** What each value may be. Positions and the server's engines come and go: they are not stored. */
const checks: { [K in keyof Kept]: (value: unknown) => boolean } = {
  pace: oneOf(paces),
  initial: oneOf(initials),
  bonus: oneOf(bonuses),
  perMove: oneOf(perMoves),
  odds: isBoolean,
  oddsInitial: oneOf(initials),
  oddsPerMove: oneOf(perMoves),
  stages: oneOf(stageKinds),
  moves: oneOf(movesStops),
  initial2: oneOf(initials),
  perMove2: oneOf(perMoves),
  moves2: oneOf(movesStops),
  initial3: oneOf(initials),
  perMove3: oneOf(perMoves),
  days: oneOf(daysStops),
  start: oneOf(['standard', 'chess960']),
  rated: isBoolean,
  ratingLeast: oneOf(leastStops),
  ratingMost: oneOf(mostStops),
  side: oneOf(['white', 'black', 'random']),
  level: oneOf(levels),
  device: isBoolean,
};
const names = Object.keys(checks) as (keyof Kept)[];

/** A new form, filled in from the last one. */
export function formWith(topic: FormTopic, kept: unknown): FormValues {
  const form = newForm(topic);
  const given = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>;
  const known = Object.fromEntries(
    names.filter(name => checks[name](given[name])).map(name => [name, given[name]]),
  ) as Partial<Kept>;
  const filled: FormValues = { ...form, ...known };
  const { ratingLeast, ratingMost } = filled;
  return {
    ...filled,
    ...(ratingLeast > ratingMost && { ratingLeast: form.ratingLeast, ratingMost: form.ratingMost }),
    // What the form was opened for takes precedence over what was chosen last.
    start: topic.fen || !startsOf(filled).includes(filled.start) ? form.start : filled.start,
    device: topic.device ?? filled.device,
  };
}

/** Storage that is denied or damaged counts as empty. */
export function recallForm(topic: FormTopic, storage: () => Storage): FormValues {
  try {
    return formWith(topic, JSON.parse(storage().getItem(placeOf(topic)) ?? 'null'));
  } catch {
    return newForm(topic);
  }
}

export function rememberForm(form: FormValues, storage: () => Storage): void {
  const kept = Object.fromEntries(names.map(name => [name, form[name]]));
  try {
    storage().setItem(placeOf(form), JSON.stringify(kept));
  } catch {
    // Then the next form starts from the defaults.
  }
}

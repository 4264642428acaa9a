/* Whether an open seek is for a player: as the server judges it when he takes it. */

import { estimateOf, speedOf } from './clock';
import type { Perf, PerfName } from './user';
import type { Control, OpenSeek, Person, Variant } from './wire';

/** What a player counts as who has no rating. */
const unrated = 1500;

const ultraBelow = 30_000;

/** The rating that a game would be played for; null: none. */
export function perfOf(clock: Control, variant: Variant): PerfName | null {
  if (variant === 'fromPosition') return null;
  if (variant === 'chess960') return 'chess960';
  const speed = speedOf(clock);
  if (!clock || speed === 'unlimited') return 'correspondence';
  return speed === 'bullet' && estimateOf(clock) < ultraBelow ? 'ultraBullet' : speed;
}

export type Hindrance = { why: 'account' } | { why: 'range'; rating: number };

/** Null: nothing is in the way, as far as the page knows. */
export function hindranceTo(
  { clock, variant, rated, rating: range }: OpenSeek,
  you: Person,
  perfs: Record<string, Perf> | null,
): Hindrance | null {
  if (rated && you.guest !== false) return { why: 'account' };
  if (!range) return null;
  const perf = you.guest === false ? perfOf(clock, variant) : null;
  if (perf && !perfs) return null;
  const rating = (perf && perfs?.[perf]?.rating) ?? unrated;
  const [least, most] = range;
  return rating < least || rating > most ? { why: 'range', rating } : null;
}

import { expect, test } from 'vitest';

import { hindranceTo, perfOf } from '../../src/lobby/seekList';
import type { Control, OpenSeek, Person, Variant } from '../../src/net/wire';
import type { Perf } from '../../src/people/user';

const blitz = { initial: 300_000, increment: 3_000 };
const guest: Person = { id: 'g1', name: 'Guest-1', rating: null, guest: true };
const account: Person = { id: 'a1', name: 'Ann', rating: null, guest: false };
const seek = (change: Partial<OpenSeek>): OpenSeek => ({
  seek: 'Sk1',
  person: { id: 'a2', name: 'Ben', rating: 1600, guest: false },
  clock: blitz,
  variant: 'standard',
  rated: false,
  color: 'random',
  rating: null,
  ...change,
});
const perf = (rating: number): Perf => ({ games: 30, rating, rd: 60, prog: 0 });

// The categories of PROTOCOL.md; their limits in seconds are lichess's: 30, 180, 480, 1500.
test.each<[Control, Variant, string | null]>([
  [{ initial: 15_000, increment: 0 }, 'standard', 'ultraBullet'],
  [{ initial: 30_000, increment: 0 }, 'standard', 'bullet'],
  [{ initial: 0, kind: 'delay', delay: 1_000 }, 'standard', 'bullet'],
  [{ initial: 179_000, increment: 0 }, 'standard', 'bullet'],
  [blitz, 'standard', 'blitz'],
  [{ initial: 600_000, increment: 0 }, 'standard', 'rapid'],
  [{ initial: 1_800_000, increment: 0 }, 'standard', 'classical'],
  [{ days: 3 }, 'standard', 'correspondence'],
  [null, 'standard', 'correspondence'],
  [blitz, 'chess960', 'chess960'],
  [blitz, 'fromPosition', null],
])('%j, %s is of the category %s', (clock, variant, category) =>
  expect(perfOf(clock, variant)).toBe(category),
);

// As PROTOCOL.md says of `rating`: players without a rating count as 1500.
test('anybody can accept a seek for anybody', () => {
  expect(hindranceTo(seek({}), guest, null)).toBeNull();
  expect(hindranceTo(seek({ rated: true }), account, null)).toBeNull();
});

test('a guest cannot accept a rated game, and counts as 1500', () => {
  expect(hindranceTo(seek({ rated: true }), guest, null)).toEqual({ why: 'account' });
  expect(hindranceTo(seek({ rating: [1400, 1500] }), guest, null)).toBeNull();
  expect(hindranceTo(seek({ rating: [1501, 1700] }), guest, null)).toEqual({
    why: 'range',
    rating: 1500,
  });
});

test('an account counts with its rating in that category, once it is known', () => {
  const wanted = seek({ rating: [1400, 1700] });
  expect(hindranceTo(wanted, account, null)).toBeNull();
  expect(hindranceTo(wanted, account, { blitz: perf(1701) })).toEqual({
    why: 'range',
    rating: 1701,
  });
  expect(hindranceTo(wanted, account, { blitz: perf(1700) })).toBeNull();
  expect(
    hindranceTo({ ...wanted, variant: 'chess960' }, account, { blitz: perf(2000) }),
  ).toBeNull();
  const position = {
    ...wanted,
    variant: 'fromPosition' as const,
    rating: [1600, 1700] as [number, number],
  };
  expect(hindranceTo(position, account, { blitz: perf(1650) })).toEqual({
    why: 'range',
    rating: 1500,
  });
});

import { expect, test } from 'vitest';

import { tookText } from '../../src/game/moveList';
import { timesOfClocks } from '../../src/game/moveTimes';
import type { Terms } from '../../src/net/wire';
import { speak } from '../../src/text';
import { englishLanguage, fetchLanguage } from '../../src/text/language';

// What the clocks showed after each move, White's and Black's in turn, in hundredths of a second.
test.each([
  // 5+3: White takes 2 s for the second move and 10 s for the third.
  [
    { initial: 300_000, increment: 3000 },
    [30000, 30000, 30100, 29800, 29400],
    [null, null, 2000, 5000, 10_000],
  ],
  // Bronstein, at most 3 s given back: 5 s lost are 8 s of thought; nothing lost may have been any time.
  [
    { initial: 300_000, kind: 'bronstein', delay: 3000 },
    [30000, 30000, 29500, 30000],
    [null, null, 8000, null],
  ],
  [{ initial: 300_000, kind: 'delay', delay: 3000 }, [30000, 30000, 29500], [null, null, 8000]],
  // Two moves in 60 s with 1 s each, then 30 s: the second move of each side, of 5 and 6 s, brings them.
  [
    { initial: 60_000, increment: 1000, moves: 2, stages: [{ initial: 30_000 }] },
    [6000, 6000, 8600, 8500, 8500],
    [null, null, 5000, 6000, 1000],
  ],
  // Time given by the opponent is not time spent.
  [{ initial: 60_000, increment: 0 }, [6000, 6000, 7000], [null, null, 0]],
  [{ initial: 60_000, increment: 0 }, [], []],
] as [Terms, number[], (number | null)[]][])('%o', (terms, clocks, times) =>
  expect(timesOfClocks(clocks, terms)).toEqual(times),
);

// 5+3 for White and 1+0 for Black, who moves first.
test('with time odds each side’s increment is its own', () => {
  const terms = {
    initial: 300_000,
    increment: 3000,
    odds: { color: 'black', initial: 60_000, increment: 0 },
  } as const;
  const clocks = [6000, 30_000, 5800, 30_100];
  expect(timesOfClocks(clocks, terms, 'black')).toEqual([null, null, 2000, 2000]);
});

test.each([
  [40, '0.0 s'],
  [3_440, '3.4 s'],
  [59_949, '59.9 s'],
  [65_000, '1:05'],
])('%i ms are written %s', (ms, text) => expect(tookText(ms)).toBe(text));

// CLDR: a comma in German, French and Spanish; Arabic text is isolated from the text around it.
test.each([
  ['de', '3,4 s'],
  ['fr', '3,4 s'],
  ['es', '3,4 s'],
  ['ar', '\u20683.4\u2069 ث'],
] as const)('in %s 3,440 ms are written %s', async (tag, text) => {
  speak(await fetchLanguage(tag));
  expect(tookText(3_440)).toBe(text);
  speak(englishLanguage);
});

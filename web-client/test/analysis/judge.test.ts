import { describe, expect, test } from 'vitest';

import {
  chancesOf,
  judge,
  moveAccuracy,
  reportOf,
  evaluationText,
  winPercent,
} from '../../src/analysis/judge';

// lichess.org/page/accuracy: Win% = 50 + 50 (2 / (1 + exp(-0.00368208 centipawns)) - 1), worked by hand:
// exp(-0.368208) = 0.69197, 2 / 1.69197 - 1 = 0.18205.
test.each([
  [{ cp: 0 }, 50],
  [{ cp: 100 }, 59.1],
  [{ cp: -100 }, 40.9],
  [{ cp: 300 }, 75.1],
  [{ cp: 1000 }, 97.5],
  [{ cp: 9000 }, 97.5],
  [{ mate: 4 }, 97.5],
  [{ mate: -1 }, 2.5],
])('the chances of %o are %d %%', (score, percent) =>
  expect(winPercent(score)).toBeCloseTo(percent, 1),
);

test('one side’s chances are the other side’s, negated', () =>
  expect(chancesOf({ cp: 137 })).toBeCloseTo(-chancesOf({ cp: -137 })));

describe('a move', () => {
  test.each([
    ['white', { cp: 20 }, { cp: 10 }, null],
    ['white', { cp: 0 }, { cp: -60 }, 'inaccuracy'],
    ['white', { cp: 0 }, { cp: -120 }, 'mistake'],
    ['white', { cp: 0 }, { cp: -300 }, 'blunder'],
    ['black', { cp: 0 }, { cp: 300 }, 'blunder'],
    ['black', { cp: 0 }, { cp: -300 }, null],
    ['white', { cp: 900 }, { cp: 700 }, null],
    ['white', { mate: 2 }, { cp: 0 }, 'blunder'],
  ] as const)('of %s from %o to %o is %s', (side, before, after, judgement) =>
    expect(judge(side, before, after)).toBe(judgement),
  );

  // The same page: Accuracy% = 103.1668 exp(-0.04354 (before - after)) - 3.1669.
  test('is accurate in so far as it keeps the chances', () => {
    expect(moveAccuracy('white', { cp: 50 }, { cp: 50 })).toBeCloseTo(100, 1);
    expect(moveAccuracy('white', { cp: 0 }, { cp: 200 })).toBeCloseTo(100, 1);
    // 50 to 40.9: 103.1668 exp(-0.3962) - 3.1669 = 66.2
    expect(moveAccuracy('white', { cp: 0 }, { cp: -100 })).toBeCloseTo(66.2, 0);
    expect(moveAccuracy('black', { cp: -1000 }, { cp: 1000 })).toBeCloseTo(0, 0);
  });
});

test('a game has a report for each side', () => {
  const scores = [{ cp: 20 }, { cp: 20 }, { cp: 320 }, { cp: 300 }];
  const black = reportOf(scores, 'white', 'black');
  expect(black.counts).toEqual({ inaccuracy: 0, mistake: 0, blunder: 1 });
  expect(black.loss).toBe(300);
  expect(reportOf(scores, 'white', 'white').loss).toBe(10);
  expect(reportOf([{ cp: 20 }], 'white', 'white').accuracy).toBeNull();
});

test.each([
  [{ cp: 35 }, '+0.35'],
  [{ cp: -120 }, '−1.20'],
  [{ cp: 0 }, '0.00'],
  [{ mate: 3 }, '#3'],
  [{ mate: -2 }, '−#2'],
])('%o is written %s', (score, text) => expect(evaluationText(score)).toBe(text));

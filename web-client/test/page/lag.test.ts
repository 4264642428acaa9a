import { expect, test } from 'vitest';

import { barsOf } from '../../src/page/head';

// The steps of lichess.org's bars: above 150, 300 and 500 ms there is one fewer.
test.each([
  [0, 4],
  [150, 4],
  [151, 3],
  [300, 3],
  [500, 2],
  [501, 1],
  [9000, 1],
])('%i ms are %i bars', (roundTrip, bars) => expect(barsOf(roundTrip)).toBe(bars));

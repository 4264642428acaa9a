import { expect, test } from 'vitest';

import { retryDelay } from '../src/socket';

test('attempts come quickly at first, then more slowly, and never all pages at once', () => {
  expect(retryDelay(0, 0.5)).toBe(300);
  expect(retryDelay(2, 0.5)).toBe(1500);
  expect(retryDelay(1000, 0.5)).toBe(8000);
  for (const attempt of [0, 1, 5, 50])
    expect(retryDelay(attempt, 0)).toBeLessThan(retryDelay(attempt, 0.99));
});

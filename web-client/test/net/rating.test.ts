import { expect, test } from 'vitest';

import { ratingText } from '../../src/net/rating';

test('a provisional rating has a question mark', () => {
  expect(ratingText(1500)).toBe('1500');
  expect(ratingText(1742, true)).toBe('1742?');
  expect(ratingText(null, true)).toBe('');
});

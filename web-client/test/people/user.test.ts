import { expect, test } from 'vitest';

import type { Check } from '../../src/net/schema';
import { isPlayedGames } from '../../src/people/playedGames';
import {
  isTop,
  isToken,
  isTokens,
  isRatingHistory,
  isSessions,
  isUser,
} from '../../src/people/user';
import { apiExamples } from '../net/contract';

/** Which check reads the answers to which requests. */
const checks: [request: RegExp, check: Check<unknown>][] = [
  [/^GET \/api\/(account|user\/\w+)$/, isUser],
  [/^POST \/api\/(session|account) /, isUser],
  [/^GET \/api\/rel\/(following|blocking)$/, isUser],
  [/^GET \/api\/user\/\w+\/rating-history$/, isRatingHistory],
  [/^GET \/api\/player\/top\//, isTop],
  [/^GET \/api\/sessions$/, isSessions],
  [/^GET \/api\/tokens$/, isTokens],
  [/^POST \/api\/tokens /, isToken],
  [/^GET \/api\/games\?/, isPlayedGames],
];

test.each(checks)('the answers of the contract to %s pass their check', (request, check) => {
  const answers = apiExamples.filter(one => request.test(one.request) && one.status < 300);
  expect(answers.length).toBeGreaterThan(0);
  for (const { answer } of answers) expect(check(answer), JSON.stringify(answer)).toBe(true);
});

test('a user whose rating is not a number is refused', () =>
  expect(isUser({ id: 'a', username: 'A', perfs: { blitz: { rating: '1500' } } })).toBe(false));

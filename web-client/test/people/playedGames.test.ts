import { expect, test } from 'vitest';

import { isPlayedGames } from '../../src/people/playedGames';

const game = {
  id: 'Ab12Cd34',
  rated: true,
  perf: 'blitz',
  createdAt: 1793000000000,
  status: 'mate',
  winner: 'white',
  players: { white: { user: { name: 'Ann', id: 'ann' } }, black: { aiLevel: 4 } },
} as const;

test.each([
  [{ games: [game], next: null }, true],
  [{ games: [], next: 'Ab12Cd34' }, true],
  [{ games: [{ ...game, players: {} }], next: null }, false],
  [{ games: [null], next: null }, false],
  [{ games: 7 }, false],
  [null, false],
])('%j is a list of games: %s', (value, is) => expect(isPlayedGames(value)).toBe(is));

import { describe, expect, test } from 'vitest';

import { gamesPath, parseFilters, printFilters } from '../../src/people/playedGames';

const none = parseFilters('');

describe('filters of games in an address', () => {
  test('are empty by default', () => expect(printFilters(none)).toBe(''));

  test('are printed as they are read', () => {
    const text =
      'opponent=Bob&result=won&color=black&speed=blitz&opening=B90&since=2026-01-31&until=2026-02-01';
    expect(printFilters(parseFilters(`?${text}`))).toBe(text);
  });

  test.each([
    'result=maybe',
    'speed=light',
    'color=green',
    'since=yesterday',
    'until=2026-1-1',
    'x=y',
  ])('that make no sense are left out: %s', text => expect(parseFilters(`?${text}`)).toEqual(none));

  test('are cut to the length of a name or an opening', () =>
    expect(parseFilters(`?opponent=${'x'.repeat(500)}`).opponent).toHaveLength(60));
});

test('a page of games continues where the last one ended', () => {
  const filters = parseFilters('?result=lost');
  expect(gamesPath('Ann B', filters, null)).toBe('/api/games?result=lost&player=Ann+B&max=20');
  expect(gamesPath('Ann', none, 'Ab12Cd34')).toBe('/api/games?player=Ann&max=20&before=Ab12Cd34');
});

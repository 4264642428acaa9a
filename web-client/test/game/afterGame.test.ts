import { beforeAll, expect, test } from 'vitest';

import type { Rules } from '../../src/chess/rules';
import { waitingGame } from '../../src/game/actions';
import { controlFor, isBetweenPeople, scoreText } from '../../src/game/afterGame';
import { type Game, gameOf } from '../../src/game/game';
import { newTable } from '../../src/game/table';
import type { Snapshot } from '../../src/net/wire';
import { loadRules, snapshot } from '../world';

let rules: Rules;
beforeAll(async () => {
  rules = await loadRules();
});

const gameWith = (change: Partial<Snapshot>): Game => {
  const game = gameOf(snapshot(change), { rules, now: 0 });
  if (!game) throw new Error('not a game');
  return game;
};

test('points are written with halves', () =>
  expect([0, 0.5, 1, 2.5, 10].map(scoreText)).toEqual(['0', '½', '1', '2½', '10']));

test('a new opponent is sought on the terms of the game, without what its clocks show', () => {
  expect(controlFor(gameWith({}))?.control).toEqual({ initial: 300_000, increment: 3000 });
  const days = { days: 3, white: 1, black: 1, running: null };
  expect(controlFor(gameWith({ clock: days }))?.control).toEqual({ days: 3 });
  expect(controlFor(gameWith({ clock: null }))?.control).toBeNull();
});

test('no opponent is sought after a game with odds, from a custom position, or on this device', () => {
  const clock = { initial: 300_000, increment: 0, white: 1, black: 1, running: null };
  const odds = { color: 'black', initial: 60_000, increment: 0 } as const;
  expect(controlFor(gameWith({ clock: { ...clock, odds } }))).toBeNull();
  expect(controlFor(gameWith({ variant: 'fromPosition' }))).toBeNull();
  expect(controlFor(gameWith({ game: '~b12Cd34' }))).toBeNull();
});

test('there is a score between two people who play here', () => {
  const imported = { id: '', name: 'Kasparov', rating: null };
  expect(isBetweenPeople(gameWith({}))).toBe(true);
  expect(isBetweenPeople(gameWith({ white: imported }))).toBe(false);
  expect(isBetweenPeople(gameWith({ game: '~b12Cd34' }))).toBe(false);
  expect(isBetweenPeople(gameWith({ black: { ...imported, id: 'c', computer: 3 } }))).toBe(false);
});

test('after one’s move the next game that is waiting is shown, and none before', () => {
  const other = gameWith({ game: 'Ab12Cd35' });
  const theirs = gameWith({ game: 'Ab12Cd36', moves: ['e2e4'] });
  const moved = newTable(gameWith({ moves: ['e2e4'] }), 'w');
  expect(waitingGame(moved, [theirs, other])).toBe('Ab12Cd35');
  expect(waitingGame(moved, [theirs])).toBeNull();
  expect(waitingGame(newTable(gameWith({}), 'w'), [other])).toBeNull();
  expect(waitingGame(newTable(gameWith({ moves: ['e2e4'] }), 'x'), [other])).toBeNull();
});

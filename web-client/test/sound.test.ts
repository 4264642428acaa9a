import { beforeAll, expect, test } from 'vitest';

import { gameOf } from '../src/game';
import { type Model, newModel } from '../src/model';
import type { Rules } from '../src/rules';
import { settingsOf } from '../src/settings';
import { soundOf } from '../src/sound';
import { sitDown } from '../src/table';
import type { Snapshot } from '../src/wire';
import { loadRules, snapshot } from './world';

let rules: Rules;
beforeAll(async () => {
  rules = await loadRules();
});

const empty = newModel('/', settingsOf(null));
const at = (change: Partial<Snapshot>): Model => {
  const game = gameOf(snapshot(change), { rules, now: 0 });
  if (!game) throw new Error('not a game');
  return { ...empty, table: sitDown(game, 'w') };
};

const scandinavian = ['e2e4', 'd7d5', 'e4d5'];
const fool = ['f2f3', 'e7e5', 'g2g4', 'd8h4'];

test.each([
  ['a move', { moves: [] }, { moves: ['e2e4'] }, 'move'],
  ['a capture', { moves: scandinavian.slice(0, 2) }, { moves: scandinavian }, 'capture'],
  [
    'a check',
    { moves: ['f2f4', 'e7e6', 'g2g4'] },
    { moves: ['f2f4', 'e7e6', 'g2g4', 'd8h4'] },
    'check',
  ],
  [
    'a mate is the end',
    { moves: fool.slice(0, 3) },
    { moves: fool, status: 'mate', winner: 'black' },
    'end',
  ],
  ['an offer of the opponent', {}, { offers: [{ what: 'draw', by: 'black', seq: 1 }] }, 'notice'],
  ['an offer of one’s own', {}, { offers: [{ what: 'draw', by: 'white', seq: 1 }] }, null],
  ['nothing', { moves: ['e2e4'] }, { moves: ['e2e4'] }, null],
] as [string, Partial<Snapshot>, Partial<Snapshot>, string | null][])(
  '%s',
  (_, before, after, sound) => expect(soundOf(at(before), at(after))).toBe(sound),
);

test('a game begins with a sound, one that is only looked at does not', () => {
  expect(soundOf(empty, at({}))).toBe('start');
  expect(soundOf(empty, at({ moves: ['e2e4'] }))).toBeNull();
});

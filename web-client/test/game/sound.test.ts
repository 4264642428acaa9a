import { beforeAll, expect, test } from 'vitest';

import type { Rules } from '../../src/chess/rules';
import { gameOf } from '../../src/game/game';
import { soundOf } from '../../src/game/sound';
import { type Table, newTable } from '../../src/game/table';
import type { Snapshot } from '../../src/net/wire';
import { loadRules, snapshot } from '../world';

let rules: Rules;
beforeAll(async () => {
  rules = await loadRules();
});

const at = (change: Partial<Snapshot>): Table => {
  const game = gameOf(snapshot(change), { rules, now: 0 });
  if (!game) throw new Error('not a game');
  return newTable(game, 'w');
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

test('a game begins with a sound, opening one does not', () => {
  expect(soundOf(null, at({}))).toBe('start');
  expect(soundOf(null, at({ moves: ['e2e4'] }))).toBeNull();
});

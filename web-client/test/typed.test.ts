import { beforeAll, describe, expect, test } from 'vitest';

import type { Rules } from '../src/rules';
import { isWhole, squaresOf, uciOfFigures, wordAct } from '../src/typed';
import { loadRules, startFen } from './world';

let rules: Rules;
beforeAll(async () => {
  rules = await loadRules();
});

// ICCF numeric notation: files and ranks from 1 to 8; 1 to 4 are queen, rook, bishop, knight.
test.each([
  ['5254', 'e2e4'],
  ['7163', 'g1f3'],
  ['57583', 'e7e8b'],
  ['5171', 'e1g1'],
  ['5259', null],
  ['52', null],
  ['575805', null],
])('the figures %s are %s', (figures, uci) => expect(uciOfFigures(figures)).toBe(uci));

test.each([
  ['e2e4', { orig: 'e2', dest: 'e4' }],
  ['e7e8q', { orig: 'e7', dest: 'e8' }],
  ['5254', { orig: 'e2', dest: 'e4' }],
  ['e4', null],
  ['i9e4', null],
])('%s before its turn means %o', (text, squares) => expect(squaresOf(text)).toEqual(squares));

test('words are acts, other words are none', () => {
  expect(wordAct('Resign')).toEqual({ m: 'resigned' });
  expect(wordAct('draw')).toEqual({ m: 'offered', kind: 'draw' });
  expect(wordAct('castle')).toBeNull();
});

describe('a move that is typed', () => {
  const castles = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
  test.each([
    ['is whole', startFen, 'Nf3', true],
    ['is whole as two squares', startFen, 'e2e4', true],
    ['is whole as a pawn’s goal', startFen, 'e4', true],
    ['is not yet', startFen, 'e2', false],
    ['may still become the long one', castles, 'O-O', false],
    ['is whole when it can become no longer', castles, 'O-O-O', true],
    ['is nothing', startFen, 'Qh5', false],
    ['is nothing at all', startFen, '', false],
  ] as const)('%s', (_, fen, text, whole) => expect(isWhole(rules, fen, text)).toBe(whole));

  test('of a pawn that may take waits for its goal', () => {
    const fen = '4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1';
    expect(isWhole(rules, fen, 'e5')).toBe(true);
    expect(isWhole(rules, fen, 'ed')).toBe(false);
  });
});

import { afterEach, beforeAll, describe, expect, test } from 'vitest';

import type { Rules } from '../../src/chess/rules';
import { gameOf } from '../../src/game/game';
import {
  englishSan,
  isCompleteMove,
  meaningOf,
  squaresOf,
  uciOfFigures,
  commandOf,
} from '../../src/game/moveInput';
import { newTable } from '../../src/game/table';
import { speak } from '../../src/text';
import { englishLanguage, fetchLanguage } from '../../src/text/language';
import { loadRules, snapshot, startFen } from '../world';

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

test('some words are commands, others are not', () => {
  expect(commandOf('Resign')).toEqual({ m: 'resigned' });
  expect(commandOf('draw')).toEqual({ m: 'offered', kind: 'draw' });
  expect(commandOf('castle')).toBeNull();
});

describe('what typed text means', () => {
  const meaning = (text: string, moves: string[] = [], you = 'w') => {
    const game = gameOf(snapshot({ moves }), { rules, now: 0 });
    if (!game) throw new Error('no game');
    return meaningOf(text, newTable(game, you), rules, 'local', 0);
  };

  test.each([
    ['Nf3', { msg: { m: 'played', uci: 'g1f3' } }],
    ['e2e4', { msg: { m: 'played', uci: 'e2e4' } }],
    ['5254', { msg: { m: 'played', uci: 'e2e4' } }],
    ['takeback', { msg: { m: 'offered', kind: 'takeback' } }],
    ['Zen', { msg: { m: 'settingToggled', setting: 'zen' } }],
    ['Qh9', { words: '“Qh9” is not a move in this position.' }],
    ['clock', { words: 'White 5:00, Black 5:00' }],
    ['last', { words: 'No moves yet.' }],
  ])('%s at one’s turn', (text, wanted) => expect(meaning(text)).toEqual(wanted));

  test('“who” is answered with the players’ names and who is there', () => {
    const said = meaning('who');
    expect(said).toEqual({ words: expect.stringMatching(/Guest-w.* is here.*Guest-b.* is here/) });
  });

  test.each([
    ['Nf3', { msg: { m: 'premoved', orig: 'g1', dest: 'f3' } }],
    ['g1f3', { msg: { m: 'premoved', orig: 'g1', dest: 'f3' } }],
    ['7163', { msg: { m: 'premoved', orig: 'g1', dest: 'f3' } }],
    ['Qh9', { words: 'It is not your turn.' }],
  ])('%s before one’s turn', (text, wanted) => expect(meaning(text, ['e2e4'])).toEqual(wanted));
});

describe('the letters of a language', () => {
  afterEach(() => speak(englishLanguage));
  // The letters are those of the national federations' rules.
  test.each([
    ['de', 'Sf3', 'Nf3'],
    ['de', 'sf3', 'Nf3'],
    ['de', 'e8D', 'e8Q'],
    ['de', 'Nf3', 'Nf3'],
    ['de', 'd4', 'd4'],
    ['de', 'O-O', 'O-O'],
    ['fr', 'Rf1', 'Kf1'],
    ['fr', 'Txd1', 'Rxd1'],
    ['fr', 'e7e8r', 'e7e8r'],
    ['es', 'Ab5', 'Bb5'],
    ['es', 'ab5', 'ab5'],
    ['ar', 'حf3', 'Nf3'],
  ] as const)('in %s %s is %s', async (tag, typed, english) => {
    speak(await fetchLanguage(tag));
    expect(englishSan('local', typed)).toBe(english);
    expect(englishSan('english', typed)).toBe(typed);
  });
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
  ] as const)('%s', (_, fen, text, whole) => expect(isCompleteMove(rules, fen, text)).toBe(whole));

  test('of a pawn that can capture waits for its destination', () => {
    const fen = '4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1';
    expect(isCompleteMove(rules, fen, 'e5')).toBe(true);
    expect(isCompleteMove(rules, fen, 'ed')).toBe(false);
  });
});

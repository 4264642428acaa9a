import { beforeAll, describe, expect, test } from 'vitest';

import {
  type Action,
  type Analysis,
  analyse,
  finalScore,
  newAnalysis,
  nextToReview,
  scoreHere,
  shownStep,
} from '../../src/analysis/analysis';
import { judgementsOf } from '../../src/analysis/reviewPanel';
import { pgnFileMax, printPgn } from '../../src/chess/pgn';
import type { Rules } from '../../src/chess/rules';
import { mainLine, newTree } from '../../src/chess/tree';
import { loadRules, startFen } from '../world';

let rules: Rules;
beforeAll(async () => {
  rules = await loadRules();
});

const empty = (): Analysis =>
  newAnalysis(newTree({ uci: '', san: '', fen: startFen, check: false }));
const after = (state: Analysis, ...actions: Action[]): Analysis =>
  actions.reduce((now, action) => analyse(now, action, rules), state);
const sans = (state: Analysis): string[] => mainLine(state.tree).map(node => node.step.san);

describe('a file of several games', () => {
  const file = '[White "Ann"]\n\n1. e4 1-0\n\n[White "Ben"]\n\n1. Ke2 *\n\n[White "Cleo"]\n\n1. d4 *';

  test('shows its first game, and then the one that is chosen', () => {
    const first = after(empty(), { a: 'loadPgn', text: file });
    expect(sans(first)).toEqual(['e4']);
    expect(first.games.map(({ tags }) => tags.White)).toEqual(['Ann', 'Ben', 'Cleo']);
    const third = after(first, { a: 'chooseGame', index: 2 });
    expect(sans(third)).toEqual(['d4']);
    expect(third).toMatchObject({ gameIndex: 2, games: first.games, tags: { White: 'Cleo' } });
    expect(after(third, { a: 'chooseGame', index: 3 })).toBe(third);
  });

  test('with a bad game says so, and the others can still be chosen', () => {
    const bad = after(empty(), { a: 'loadPgn', text: file }, { a: 'chooseGame', index: 1 });
    expect(bad).toMatchObject({ fault: 'pgn', gameIndex: 1 });
    const good = after(bad, { a: 'chooseGame', index: 0 });
    expect(good.fault).toBeNull();
    expect(sans(good)).toEqual(['e4']);
  });

  test('is forgotten when a single game or a position is loaded', () => {
    const several = after(empty(), { a: 'loadPgn', text: file });
    expect(after(several, { a: 'loadPgn', text: '1. c4 *' }).games).toEqual([]);
    expect(after(several, { a: 'loadFen', text: startFen }).games).toEqual([]);
  });

  test('may be too large, or unreadable', () => {
    const text = ' '.repeat(pgnFileMax + 1);
    expect(after(empty(), { a: 'loadPgn', text }).fault).toBe('large');
    expect(after(empty(), { a: 'loadPgn', text: text.slice(1) }).fault).toBe('long');
    expect(after(empty(), { a: 'fileRefused', fault: 'large' }).fault).toBe('large');
  });
});

describe('a game that the server has', () => {
  const text = '[White "Ann"]\n[WhiteElo "1512"]\n\n1. e4 { [%clk 0:05:00] } e5 *';
  const played = () =>
    after(empty(), { a: 'play', moves: ['e2e4', 'e7e5'] }, { a: 'back' });
  const written = ({ tree, tags }: Analysis): string => printPgn(tree, tags);

  test('gets its tags and clocks, and stays at the same place', () => {
    const state = after(played(), { a: 'recorded', text });
    expect(written(state)).toContain('[WhiteElo "1512"]');
    expect(written(state)).toContain('1. e4 {[%clk 0:05:00]} 1... e5');
    expect(shownStep(state).san).toBe('e4');
  });

  test('keeps what the player has added', () => {
    const branched = after(played(), { a: 'play', moves: ['c7c5'] });
    const noted = after(played(), { a: 'comment', text: 'Mine' });
    expect(written(after(branched, { a: 'recorded', text }))).toContain('(1... c5)');
    expect(written(after(noted, { a: 'recorded', text }))).toContain('{Mine}');
  });

  test('is not replaced by another', () => {
    const state = after(played(), { a: 'play', moves: ['g1f3'] });
    const other = after(empty(), { a: 'play', moves: ['d2d4'] });
    expect(after(other, { a: 'recorded', text })).toBe(other);
    expect(after(state, { a: 'recorded', text: 'nonsense' })).toBe(state);
  });
});

describe('an analysis', () => {
  test('grows with moves, and a second move in a position is a variation', () => {
    const state = after(
      empty(),
      { a: 'enter', orig: 'e2', dest: 'e4' },
      { a: 'enter', orig: 'e7', dest: 'e5' },
      { a: 'back' },
      { a: 'enter', orig: 'c7', dest: 'c5' },
    );
    expect(sans(state)).toEqual(['e4', 'e5']);
    expect(shownStep(state).san).toBe('c5');
    expect(sans(after(state, { a: 'main' }))).toEqual(['e4', 'c5']);
    expect(sans(after(state, { a: 'up' }))).toEqual(['e4', 'c5']);
  });

  test('keeps what is drawn on each position, including the start', () => {
    const green = { orig: 'e2', dest: 'e4', brush: 'green' } as const;
    const state = after(
      empty(),
      { a: 'mark', marks: [green] },
      { a: 'enter', orig: 'e2', dest: 'e4' },
      { a: 'mark', marks: [{ orig: 'e5', brush: 'red' }] },
    );
    expect(state.tree.marks).toEqual([green]);
    expect(state.tree.children[0]?.marks).toEqual([{ orig: 'e5', brush: 'red' }]);
    expect(printPgn(state.tree, {})).toContain('{[%cal Ge2e4]} 1. e4 {[%csl Re5]} *');
  });

  test('takes comments, whose text can neither end the comment nor contain commands', () => {
    const written = ' best }  by\ntest { [%csl Re5] ; ( $1 ';
    const plain = 'best ) by test ( (%csl Re5] ; ( $1';
    const state = after(
      empty(),
      { a: 'comment', text: 'Before all' },
      { a: 'play', moves: ['e2e4', 'e7e5'] },
      { a: 'back' },
      { a: 'comment', text: written },
    );
    expect(state.tree).toMatchObject({ comment: 'Before all' });
    expect(state.tree.children[0]).toMatchObject({ comment: plain, marks: [], commands: '' });
    const pgn = printPgn(state.tree, {});
    expect(pgn).toContain(`{Before all} 1. e4 {${plain}} 1... e5 *`);
    expect(after(empty(), { a: 'loadPgn', text: pgn }).tree).toEqual(state.tree);
    const bare = after(
      state,
      { a: 'comment', text: '' },
      { a: 'start' },
      { a: 'comment', text: '' },
    );
    expect(printPgn(bare.tree, {})).toContain('\n\n1. e4 e5 *');
  });

  test('sets the board again when a move is not legal', () => {
    const state = after(empty(), { a: 'enter', orig: 'e2', dest: 'e5' });
    expect(state.redraws).toBe(1);
    expect(state.path).toEqual([]);
  });

  test('asks what a pawn becomes', () => {
    const fen = '7k/P7/8/8/8/8/8/K7 w - - 0 1';
    const asked = after(
      empty(),
      { a: 'loadFen', text: fen },
      { a: 'enter', orig: 'a7', dest: 'a8' },
    );
    expect(asked.promoting).toEqual({ orig: 'a7', dest: 'a8' });
    expect(shownStep(after(asked, { a: 'promote', to: 'rook' })).san).toBe('a8=R+');
    expect(shownStep(after(asked, { a: 'promote', to: null })).fen).toBe(fen);
  });

  test('goes back to where the removed line branched off', () => {
    const state = after(empty(), { a: 'play', moves: ['e2e4', 'e7e5', 'g1f3'] });
    const removed = after(state, { a: 'back' }, { a: 'remove' });
    expect(shownStep(removed).san).toBe('e4');
    expect(sans(removed)).toEqual(['e4']);
  });

  test('moves to the ends of its line', () => {
    const state = after(empty(), { a: 'play', moves: ['e2e4', 'e7e5', 'g1f3'] }, { a: 'start' });
    expect(state.path).toEqual([]);
    expect(shownStep(after(state, { a: 'on' })).san).toBe('e4');
    expect(shownStep(after(state, { a: 'end' })).san).toBe('Nf3');
    expect(shownStep(after(state, { a: 'back' })).fen).toBe(startFen);
  });

  test.each([
    ['loadFen', 'nonsense', 'fen'],
    ['loadFen', '8/8/8/8/8/8/8/8 w - - 0 1', 'kings'],
    ['loadFen', '4k2P/8/8/8/8/8/8/4K3 w - - 0 1', 'pawns'],
    ['loadFen', '4k3/8/8/8/4R3/8/8/4K3 w - - 0 1', 'check'],
    ['loadFen', 'x'.repeat(5_000_000), 'fen'],
    ['loadPgn', '1. e4 '.repeat(200_000), 'long'],
    ['loadPgn', '1. Ke3', 'pgn'],
    ['loadPgn', '[FEN "nonsense"]\n\n1. e4', 'pgn'],
  ] as const)('keeps what it has when %s of %j is refused', (a, text, fault) => {
    const before = after(empty(), { a: 'play', moves: ['e2e4'] });
    const state = after(before, { a, text });
    expect(state.fault).toBe(fault);
    expect(sans(state)).toEqual(['e4']);
  });

  test('takes what it understood of a game, and says what it did not', () => {
    const state = after(empty(), { a: 'loadPgn', text: '1. e4 e5 2. Ke3' });
    expect(sans(state)).toEqual(['e4', 'e5']);
    expect(state.fault).toEqual({ token: 'Ke3', ply: 2 });
  });
});

describe('what the engine says', () => {
  const line = { score: { cp: 31 }, depth: 9, moves: ['e2e4'] };

  test('counts only for the position that is shown', () => {
    const state = after(empty(), { a: 'said', fen: startFen, lines: [line] });
    expect(scoreHere(state)).toEqual({ cp: 31 });
    const moved = after(state, { a: 'play', moves: ['e2e4'] });
    expect(scoreHere(moved)).toBeNull();
    expect(after(moved, { a: 'said', fen: startFen, lines: [line] })).toBe(moved);
  });

  test('is not needed where the game is over', () => {
    expect(finalScore('7k/6Q1/6K1/8/8/8/8/8 b - - 0 1', rules)).toEqual({ mate: 1 });
    expect(finalScore('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', rules)).toEqual({ cp: 0 });
    expect(finalScore(startFen, rules)).toBeNull();
  });

  test('in a review judges each move once both its positions are known', () => {
    let state = after(empty(), { a: 'play', moves: ['f2f3', 'e7e5', 'g2g4'] }, { a: 'review' });
    const fens = state.review?.fens ?? [];
    const scores = [{ cp: 20 }, { cp: -60 }, { cp: -70 }];
    scores.forEach((score, index) => {
      expect(nextToReview(state)).toBe(index);
      state = after(state, { a: 'scored', index, fen: fens[index] ?? '', score });
    });
    expect(nextToReview(state)).toBe(3);
    state = after(state, { a: 'scored', index: 3, fen: fens[3] ?? '', score: { mate: -1 } });
    expect(nextToReview(state)).toBe(-1);
    const names = mainLine(state.tree).map(node => judgementsOf(state).get(node.id));
    expect(names).toEqual(['inaccuracy', undefined, 'blunder']);
    expect(after(state, { a: 'scored', index: 0, fen: 'other', score: { cp: 0 } })).toBe(state);
  });
});

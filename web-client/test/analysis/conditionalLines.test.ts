import { beforeAll, describe, expect, test } from 'vitest';

import { lineHere, linesMax, withLine } from '../../src/analysis/conditionalLines';
import type { Rules } from '../../src/chess/rules';
import { addStep, lineFrom, type Path, type Tree } from '../../src/chess/tree';
import { type Game, gameOf, lastStep } from '../../src/game/game';
import { pgnTreeOf } from '../../src/game/gamePgn';
import { loadRules, snapshot } from '../world';

let rules: Rules;
beforeAll(async () => {
  rules = await loadRules();
});

const played = (...moves: string[]): Game => {
  const game = gameOf(snapshot({ moves }), { rules, now: 0 });
  if (!game) throw new Error('no game');
  return game;
};

/** The game's tree with moves after the game, and where they lead. */
function variation(game: Game, moves: string[]): [Tree, Path] {
  const { tree } = pgnTreeOf(game, '', new Date(0));
  return moves.reduce<[Tree, Path, string]>(
    ([grown, path, fen], uci) => {
      const step = rules.play(fen, uci);
      if (!step) throw new Error(uci);
      return [...addStep(grown, path, step), step.fen];
    },
    [tree, lineFrom(tree, []), lastStep(game).fen],
  ).slice(0, 2) as [Tree, Path];
}

const here = (game: Game, ...moves: string[]) => lineHere(...variation(game, moves), game, 'white');

describe('the part of a variation that can be saved', () => {
  test.each([
    [['e7e5', 'g1f3'], ['e7e5', 'g1f3']],
    // A move of the opponent's at the end has no reply yet.
    [['e7e5', 'g1f3', 'b8c6'], ['e7e5', 'g1f3']],
    [['e7e5'], null],
    [[], null],
  ])('while the opponent thinks: %s', (moves, line) =>
    expect(here(played('e2e4'), ...moves)).toEqual(line),
  );

  test.each([
    [['g1f3', 'b8c6', 'f1b5'], ['g1f3', 'b8c6', 'f1b5']],
    [['g1f3', 'b8c6'], null],
    [['g1f3'], null],
  ])('at one’s own turn: %s', (moves, line) =>
    expect(here(played('e2e4', 'e7e5'), ...moves)).toEqual(line),
  );

  test('nothing from another position, nor from an earlier one', () => {
    const game = played('e2e4');
    const [tree, path] = variation(game, ['e7e5', 'g1f3']);
    expect(lineHere(tree, path.slice(0, 0), game, 'white')).toBeNull();
    expect(lineHere(tree, path, played('d2d4'), 'white')).toBeNull();
  });

  test('no more than thirty moves', () => {
    const shuffle = ['g8f6', 'g1f3', 'f6g8', 'f3g1'];
    const moves = Array.from({ length: 33 }, (_, i) => shuffle[i % 4] ?? '');
    expect(here(played('e2e4'), ...moves)).toEqual(moves.slice(0, 30));
  });
});

describe('a line beside those that exist', () => {
  const game = () => played('e2e4');
  const add = (lines: string[][], line: string[]) => withLine(lines, line, game(), 'white');

  test('a different move of the opponent is a separate line', () =>
    expect(add([['e7e5', 'g1f3']], ['c7c5', 'g1f3'])).toEqual([
      ['e7e5', 'g1f3'],
      ['c7c5', 'g1f3'],
    ]));

  test('a longer line replaces its beginning, and a shorter one exists already', () => {
    const long = ['e7e5', 'g1f3', 'b8c6', 'f1b5'];
    expect(add([['e7e5', 'g1f3']], long)).toEqual([long]);
    expect(add([long], ['e7e5', 'g1f3'])).toBeNull();
    expect(add([long], long)).toBeNull();
  });

  test('another reply to the same move replaces the first', () =>
    expect(add([['e7e5', 'g1f3', 'b8c6', 'f1b5']], ['e7e5', 'f2f4'])).toEqual([
      ['e7e5', 'f2f4'],
    ]));

  test('the number of lines is limited', () => {
    const many = Array.from({ length: linesMax }, (_, i) => [`line${i}`, 'g1f3']);
    expect(add(many.slice(1), ['e7e5', 'g1f3'])).toHaveLength(linesMax);
    expect(add(many, ['e7e5', 'g1f3'])).toBeNull();
  });
});

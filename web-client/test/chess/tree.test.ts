import { beforeAll, describe, expect, test } from 'vitest';

import { gamesMax, printPgn, readPgn, splitPgn } from '../../src/chess/pgn';
import type { Rules, Step } from '../../src/chess/rules';
import {
  type Node,
  type Path,
  type Tree,
  addStep,
  childrenAt,
  engineLine,
  isMain,
  lineFrom,
  mainLine,
  makeMain,
  moveUp,
  newTree,
  nodeAt,
  removeNode,
  stepAtPath,
} from '../../src/chess/tree';
import { loadRules, startFen } from '../world';

let rules: Rules;
beforeAll(async () => {
  rules = await loadRules();
});

const start: Step = { uci: '', san: '', fen: startFen, check: false };

const play = (tree: Tree, path: Path, ...moves: string[]): [Tree, Path] =>
  moves.reduce<[Tree, Path]>(
    ([grown, at], uci) => {
      const step = rules.play(stepAtPath(grown, at).fen, uci);
      if (!step) throw new Error(uci);
      return addStep(grown, at, step);
    },
    [tree, path],
  );

const sans = (nodes: Node[]): string[] => nodes.map(node => node.step.san);

describe('a tree of moves', () => {
  const forked = (): [Tree, Path, Path] => {
    const [one, main] = play(newTree(start), [], 'e2e4', 'e7e5', 'g1f3');
    const [two, side] = play(one, main.slice(0, 1), 'c7c5', 'g1f3');
    return [two, main, side];
  };

  test('keeps the first line as the main one', () => {
    const [tree, main, side] = forked();
    expect(sans(mainLine(tree))).toEqual(['e4', 'e5', 'Nf3']);
    expect(lineFrom(tree, [])).toEqual(main);
    expect(lineFrom(tree, side.slice(0, 2))).toEqual(side);
    expect(nodeAt(tree, side)?.step.san).toBe('Nf3');
  });

  test('goes to a move that exists already', () => {
    const [tree, main] = forked();
    const [same, path] = play(tree, [], 'e2e4', 'e7e5');
    expect(same).toBe(tree);
    expect(path).toEqual(main.slice(0, 2));
  });

  test('promotes a variation to the main line and deletes one', () => {
    const [tree, main, side] = forked();
    expect(sans(mainLine(makeMain(tree, side)))).toEqual(['e4', 'c5', 'Nf3']);
    expect(sans(mainLine(removeNode(tree, main.slice(0, 2))))).toEqual(['e4', 'c5', 'Nf3']);
    expect(removeNode(tree, [99])).toEqual(tree);
  });

  test('moves a variation up, one place at a time', () => {
    const [two, main, side] = forked();
    const [tree, third] = play(two, main.slice(0, 1), 'e7e6', 'd2d4');
    const replies = (of: Tree): string[] => sans(childrenAt(of, main.slice(0, 1)));
    expect(replies(tree)).toEqual(['e5', 'c5', 'e6']);
    const once = moveUp(tree, third);
    expect(replies(once)).toEqual(['e5', 'e6', 'c5']);
    expect(isMain(once, third)).toBe(false);
    const twice = moveUp(once, third);
    expect(replies(twice)).toEqual(['e6', 'e5', 'c5']);
    expect(isMain(twice, third)).toBe(true);
    expect(moveUp(twice, third)).toBe(twice);
    expect(sans(mainLine(twice))).toEqual(['e4', 'e6', 'd4']);
    expect(nodeAt(twice, side)?.step.san).toBe('Nf3');
  });

  test('moves the innermost variation first', () => {
    const [two, , side] = forked();
    const [tree, inner] = play(two, side.slice(0, 2), 'd2d4');
    const once = moveUp(tree, inner);
    expect(sans(mainLine(once))).toEqual(['e4', 'e5', 'Nf3']);
    expect(sans(childrenAt(once, side.slice(0, 2)))).toEqual(['d4', 'Nf3']);
    expect(sans(mainLine(moveUp(once, inner)))).toEqual(['e4', 'c5', 'd4']);
  });

  test('a path that leads nowhere is followed as far as it goes', () => {
    const [tree, main] = forked();
    expect(nodeAt(tree, [...main, 77])?.step.san).toBe('Nf3');
    expect(nodeAt(tree, [77])).toBeNull();
  });
});

// From the PGN standard: comments, nested variations, glyphs, both kinds of comment.
test('comments before the first move, and several glyphs, are kept', () => {
  const text = '{[%csl Ge4] Before all} 1. e4 $1 $14 {[%cal Ye7e5] one} {two} e5 *';
  const game = readPgn(text, rules);
  expect(game?.tree).toMatchObject({ comment: 'Before all', marks: [{ orig: 'e4' }] });
  const [e4] = game?.tree.children ?? [];
  expect(e4).toMatchObject({ nags: [1, 14], comment: 'one two', marks: [{ brush: 'yellow' }] });
  const printed = printPgn(game?.tree ?? newTree(start), {});
  expect(printed).toContain(
    '\n\n{[%csl Ge4] Before all} 1. e4 $1 $14 {[%cal Ye7e5] one two} 1... e5 *\n',
  );
});

const annotated = `[Event "A \\"quoted\\" name"]
[White "Somebody"]

1. e4 {best by test} e5 (1... c5!? 2. Nf3 (2. c3 $2) 2... d6) 2. Nf3 ; the rest of the line
2... Nc6 3. Bb5! a6?! 1-0`;

describe('PGN', () => {
  test('is read with comments, glyphs and variations', () => {
    const game = readPgn(annotated, rules);
    expect(game?.fault).toBeNull();
    expect(game?.tags).toEqual({ Event: 'A "quoted" name', White: 'Somebody' });
    const line = mainLine(game?.tree ?? newTree(start));
    expect(sans(line)).toEqual(['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6']);
    expect(line[0]?.comment).toBe('best by test');
    expect(line[2]?.comment).toBe('the rest of the line');
    expect(line[4]?.nags).toEqual([1]);
    expect(line[5]?.nags).toEqual([6]);
    const sicilian = line[0]?.children[1];
    expect(sicilian?.nags).toEqual([5]);
    expect(sans(sicilian?.children ?? [])).toEqual(['Nf3', 'c3']);
  });

  test('comes back as it was written', () => {
    const game = readPgn(annotated, rules);
    if (!game) throw new Error('not read');
    const text = printPgn(game.tree, { ...game.tags, Result: '1-0' });
    expect(text).toContain('[Event "A \\"quoted\\" name"]');
    expect(text.split('\n').every(line => line.length < 80)).toBe(true);
    const again = readPgn(text, rules);
    expect(again?.tree).toEqual(game.tree);
  });

  test('begins from the position that it names', () => {
    const fen = '4k3/8/8/8/8/8/4P3/4K3 b - - 0 7';
    const game = readPgn(`[FEN "${fen}"]\n\n7... Kd7 8. e4 *`, rules);
    expect(sans(mainLine(game?.tree ?? newTree(start)))).toEqual(['Kd7', 'e4']);
    expect(printPgn(game?.tree ?? newTree(start), {})).toContain('7... Kd7 8. e4 *');
  });

  test.each([
    ['1. e4 e5 2. Ke3', 'Ke3', 2],
    ['1. e4 )', ')', 1],
    ['(1. e4)', '(', 0],
    ['1. e4 \u0000', '\u0000', 1],
    ['1. hello', 'hello', 0],
  ])(
    'of which something is not understood (%j) says what, and keeps the rest',
    (text, word, ply) => {
      const game = readPgn(text, rules);
      expect(game?.fault).toEqual({ token: word, ply });
      expect(mainLine(game?.tree ?? newTree(start))).toHaveLength(ply);
    },
  );

  test.each([
    '[FEN "nonsense"]\n\n1. e4',
    '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*',
    'x'.repeat(1_000_001),
  ])('that names no position is none', text => expect(readPgn(text, rules)).toBeNull());

  test.each([
    ['no end of moves', '1. Nf3 Nf6 2. Ng1 Ng8 '.repeat(10_000), 'long'],
    ['no end of variations', `1. e4 ${'(1. d4 d5 2. c4) (1. c4 e5)'.repeat(9_000)}`, null],
    ['comments that do not end', `1. e4 ${'{'.repeat(500_000)}`, null],
    ['one long word', 'a'.repeat(900_000), { token: 'a'.repeat(20), ply: 0 }],
  ])('is done with %s in no time, and can be printed', (_, text, fault) => {
    const begun = performance.now();
    const game = readPgn(text, rules);
    expect(game?.fault).toEqual(fault);
    expect(printPgn(game?.tree ?? newTree(start), {}).length).toBeLessThan(20_000);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  test('survives whatever is pasted', () => {
    let seed = 7;
    const chance = (below: number): number => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    const alphabet = '(){};$!?123.e4Nf3O-O#+x=Q *[]"\\\n';
    for (let round = 0; round < 300; round++) {
      const text = Array.from({ length: 80 }, () => alphabet[chance(alphabet.length)]).join('');
      expect(() => readPgn(text, rules)).not.toThrow();
    }
  });
});

describe('null moves', () => {
  test.each(['--', 'Z0'])('%s passes the turn, and is written as --', word => {
    const game = readPgn(`1. e4 ${word} 2. d4 (2. ${word} d5) 2... d5 *`, rules);
    expect(game?.fault).toBeNull();
    const line = mainLine(game?.tree ?? newTree(start));
    expect(sans(line)).toEqual(['e4', '--', 'd4', 'd5']);
    expect(line[1]?.step.fen).toBe(
      'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2',
    );
    const printed = printPgn(game?.tree ?? newTree(start), {});
    expect(printed).toContain('1. e4 -- 2. d4 (2. -- d5) 2... d5 *');
  });

  test('nobody passes in check', () => {
    expect(readPgn('1. e4 f6 2. Qh5+ -- *', rules)?.fault).toEqual({ token: '--', ply: 3 });
  });

  test('an engine is asked from the last of them on', () => {
    const tree = readPgn('1. e4 -- 2. d4 -- 3. c4 d5 *', rules)?.tree ?? newTree(start);
    const line = mainLine(tree);
    expect(engineLine(tree, line.slice(0, 1))).toEqual({ fen: startFen, moves: ['e2e4'] });
    expect(engineLine(tree, line)).toEqual({
      fen: 'rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 1 3',
      moves: ['c2c4', 'd7d5'],
    });
  });
});

describe('a file', () => {
  const one = '[Event "One"]\n[White "Ann"]\n\n1. e4 {not\n[Event "the end"]} e5 (1... c5 1-0) 2. Nf3 1-0';
  const two = '[Event "Two"]\n[Result "*"]\n\n1. d4 d5';
  const events = (text: string): (string | undefined)[] =>
    splitPgn(text).map(({ tags }) => tags.Event);

  test('is split where tags begin again or a result was read', () => {
    const games = splitPgn(`${one}\n\n${two}\n\n${one}`);
    expect(games.map(({ tags }) => tags.Event)).toEqual(['One', 'Two', 'One']);
    const read = games.map(({ text }) => readPgn(text, rules));
    expect(read.map(game => game?.fault)).toEqual([null, null, null]);
    expect(read.map(game => sans(mainLine(game?.tree ?? newTree(start))))).toEqual([
      ['e4', 'e5', 'Nf3'],
      ['d4', 'd5'],
      ['e4', 'e5', 'Nf3'],
    ]);
  });

  test.each([
    ['', 1],
    ['1. e4 e5 1-0 {White wins}', 1],
    ['1. e4 e5 1-0 1. d4 d5 1/2-1/2', 2],
    [one.replaceAll('\n', '\r\n'), 1],
    [two + '\n', 1],
    ['[Event "A"]\n\n*\n\n[Event "B"]\n\n*\n', 2],
    ['( 1-0 [Event "x"]', 1],
  ])('%j has so many games: %i', (text, count) => expect(splitPgn(text)).toHaveLength(count));

  test('offers at most a thousand games to choose from', () => {
    expect(events(`${two}\n\n`.repeat(gamesMax))).toHaveLength(gamesMax);
    expect(events(`${two}\n\n`.repeat(gamesMax + 1))).toHaveLength(gamesMax);
  });
});

import { beforeAll, expect, test } from 'vitest';

import type { Rules } from '../../src/chess/rules';
import { pgnMax, printPgn, readPgn, splitPgn } from '../../src/chess/pgn';
import { gameOf } from '../../src/game/game';
import { pgnOf } from '../../src/game/gamePgn';
import type { Snapshot } from '../../src/net/wire';
import { loadRules, snapshot } from '../world';

let rules: Rules;
beforeAll(async () => {
  rules = await loadRules();
});

const pgn = (change: Partial<Snapshot>): string => {
  const game = gameOf(snapshot(change), { rules, now: 0 });
  if (!game) throw new Error('not a game');
  return pgnOf(game, 'https://chess.example/Ab12Cd34', new Date(2026, 0, 9));
};

test('a finished game has the seven tags, its moves and its result', () => {
  const text = pgn({ moves: ['f2f3', 'e7e5', 'g2g4', 'd8h4'], status: 'mate', winner: 'black' });
  expect(text).toBe(
    `[Event "Casual game"]
[Site "https://chess.example/Ab12Cd34"]
[Date "2026.01.09"]
[Round "-"]
[White "Guest-w"]
[Black "Guest-b"]
[Result "0-1"]
[TimeControl "300+3"]
[Termination "normal"]

1. f3 e5 2. g4 Qh4# 0-1
`,
  );
});

test('a game from a position begins with the right move number and names the position', () => {
  const text = pgn({
    fen: '4k3/8/8/8/8/8/4P3/4K3 b - - 0 12',
    variant: 'fromPosition',
    moves: ['e8d7', 'e2e4'],
    clock: null,
  });
  expect(text).toContain('[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 12"]');
  expect(text).toContain('[TimeControl "-"]');
  expect(text).toContain('\n\n12... Kd7 13. e4 *\n');
});

test('time odds have a tag for each side', () => {
  const text = pgn({
    moves: ['e2e4'],
    clock: {
      initial: 300_000,
      increment: 3000,
      odds: { color: 'black', initial: 60_000, increment: 0 },
      white: 300_000,
      black: 60_000,
      running: null,
    },
  });
  expect(text).toContain('[WhiteTimeControl "300+3"]\n[BlackTimeControl "60+0"]\n');
  expect(text).not.toContain('[TimeControl');
});

test('no line is longer than 79 columns and quotes are escaped', () => {
  const moves = Array.from({ length: 40 }, (_, i) => ['g1f3', 'g8f6', 'f3g1', 'f6g8'][i % 4] ?? '');
  const white = { id: 'w', name: 'A "quoted" \\ name', rating: null };
  const text = pgn({ moves, white });
  for (const line of text.split('\n')) expect(line.length).toBeLessThan(80);
  expect(text).toContain('[White "A \\"quoted\\" \\\\ name"]');
});

test('what is written again is one game for other programs, too', () => {
  const tags = '[White "a\n\n1. d4 *\n\n[Event \\"b\\"]"]\n[Black "%"]';
  const words = Array.from({ length: 60 }, (_, i) => (i % 2 ? '%hidden' : '[Event'));
  const game = readPgn(`${tags}\n\n1. e4 {${words.join(' ')}} e5 *`, rules);
  const text = game ? printPgn(game.tree, game.tags) : '';
  const [head = '', moves = '', ...more] = text.trimEnd().split('\n\n');
  expect(more).toEqual([]);
  expect(head.split('\n')[0]).toBe('[White "a 1. d4 * [Event \\"b\\"]"]');
  expect(moves.split('\n').length).toBeGreaterThan(3);
  expect(moves).not.toMatch(/^[%[]/m);
  expect(readPgn(text, rules)?.tree.children[0]?.comment).toBe(words.join(' '));
});

/* What a file or the link of an embedded board may bring. */

const filled = (part: string, length = pgnMax): string => {
  const head = '1. e4 ';
  return head + part.repeat((length - head.length) / part.length);
};

test.each(['{a}', '{}', '{[%csl Ra1]}', '{[%eval 1]}', '$1 ', '! ', ';a\n', '(1. d4) '])(
  'a long text of %j after a move is read at once',
  part => {
    const game = readPgn(filled(part, pgnMax / 4), rules);
    const [move] = game?.tree.children ?? [];
    expect(move?.step.san).toBe('e4');
    expect(move?.marks.length).toBeLessThanOrEqual(200);
    expect(move?.nags.length).toBeLessThanOrEqual(16);
  },
  60_000,
);

test.each(['[%a ', '[%csl Ra1,', 'Ra1,', '[%', '['])(
  'a comment of a million characters of %j is read at once',
  part => {
    const text = filled(part).replace('1. e4 ', '1. e4 {[%csl ');
    expect(readPgn(text.slice(0, pgnMax), rules)?.tree.children[0]?.step.san).toBe('e4');
  },
  60_000,
);

test('a file with a tag of ten million characters is no game, but does no harm', () => {
  for (const part of ['x', '\\"'])
    expect(splitPgn(`[White "${part.repeat(10_000_000 / part.length - 10)}`)).toHaveLength(1);
});

test.each(['constructor', 'toString', 'valueOf'])('%s is neither a glyph nor a move', word => {
  const game = readPgn(`1. e4 ${word} e5`, rules);
  expect(game?.fault).toEqual({ token: word, ply: 1 });
  expect(game && printPgn(game.tree, {})).toBe('[Result "*"]\n\n1. e4 *\n');
});

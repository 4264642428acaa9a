import fs from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';

import type { Rules } from '../../src/chess/rules';
import { loadRules, startFen } from '../world';

let rules: Rules;
beforeAll(async () => {
  rules = await loadRules();
});

type Count = { fen: string; depth: number; count: number };

/** The published counts that are quick to check: "FEN; depth count; depth count ...". */
function counts(file: string): Count[] {
  const text = fs.readFileSync(new URL(`../../../tests/data/${file}`, import.meta.url), 'utf8');
  const lines = text.split('\n').filter(line => line && !line.startsWith('#'));
  return lines.flatMap(line => {
    const [fen = '', ...pairs] = line.split(';').map(part => part.trim());
    return pairs
      .map(pair => pair.split(' ').map(Number))
      .map(([depth = 0, count = 0]) => ({ fen, depth, count }))
      .filter(({ count }) => count <= 50_000);
  });
}

describe.each(['perft_standard.txt', 'perft_chess960.txt'])('the rules count as %s', file => {
  const table = counts(file);
  test('which is there', () => expect(table.length).toBeGreaterThan(100));
  test('at every depth that is quick', () => {
    for (const { fen, depth, count } of table)
      expect([fen, depth, rules.perft(fen, depth)]).toEqual([fen, depth, count]);
  });
});

test('a move gives its SAN, the position after it and whether that is check', () => {
  expect(rules.play(startFen, 'e2e4')).toEqual({
    uci: 'e2e4',
    san: 'e4',
    fen: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
    check: false,
  });
  const scholar = 'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4';
  const mate = rules.play(scholar, 'h5f7');
  expect(mate).toMatchObject({ san: 'Qxf7#', check: true });
  expect(rules.moves(mate?.fen ?? '')).toEqual([]);
});

test.each(['e2e5', 'e7e5', '', 'nonsense', '0000', 'e2e4e5', '🙂'])(
  '%s is no move at the start',
  uci => expect(rules.play(startFen, uci)).toBeNull(),
);

test.each(['', 'nonsense', '8/8/8/8/8/8/8/8 w - - 0 1', 'x'.repeat(5000)])(
  'a position that is none has no moves: %s',
  fen => {
    expect(rules.moves(fen)).toEqual([]);
    expect(rules.play(fen, 'e2e4')).toBeNull();
    expect(rules.isCheck(fen)).toBe(false);
  },
);

test('typed moves are read as SAN and as UCI', () => {
  const castles = 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1';
  expect(rules.read(startFen, 'Nf3')).toBe('g1f3');
  expect(rules.read(startFen, 'g1f3')).toBe('g1f3');
  expect(rules.read(castles, '0-0-0')).toBe('e1c1');
  expect(rules.read(castles, 'O-O')).toBe('e1g1');
  expect(rules.read(startFen, 'Nf6')).toBeNull();
  expect(rules.read(startFen, 'x'.repeat(5000))).toBeNull();
});

import { beforeAll, describe, expect, test } from 'vitest';

import type { Rules } from '../../src/chess/rules';
import { gameOf } from '../../src/game/game';
import { jump } from '../../src/game/plainBoard';
import {
  clocksText,
  lastCaptureText,
  lastMoveText,
  movesText,
  piecesText,
  squareText,
  squaresWith,
} from '../../src/game/readout';
import { type Table, newTable } from '../../src/game/table';
import type { Snapshot } from '../../src/net/wire';
import { loadRules, snapshot, startFen } from '../world';

let rules: Rules;
beforeAll(async () => {
  rules = await loadRules();
});

const sit = (change: Partial<Snapshot> = {}): Table => {
  const game = gameOf(snapshot(change), { rules, now: 0 });
  if (!game) throw new Error('not a game');
  return newTable(game, 'w');
};

const scandinavian = { moves: ['e2e4', 'd7d5', 'e4d5', 'g8f6'] };

test('a square is named with its piece', () => {
  expect(squareText(startFen, 'e2')).toBe('e2 White pawn');
  expect(squareText(startFen, 'e4')).toBe('e4 empty');
});

const blackBegins = { fen: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 1 2' };

describe('read-outs', () => {
  test('name the right side where Black begins', () => {
    expect(lastMoveText(sit({ ...blackBegins, moves: ['g8f6'] }))).toBe('Black played Nf6');
    expect(lastMoveText(sit({ ...blackBegins, moves: ['g8f6', 'g1f3'] }))).toBe('White played Nf3');
  });

  test('of a clock that stopped when the move was sent', () => {
    const clock = { initial: 300_000, increment: 0, white: 300_000, black: 300_000 };
    const table = sit({ moves: ['e2e4', 'e7e5'], clock: { ...clock, running: 'white' } });
    const pending = { ply: 2, turn: 2, step: table.game.start, requestId: 1, sentAt: 60_000 };
    expect(clocksText(table, 120_000)).toContain('3:00');
    expect(clocksText({ ...table, pending }, 120_000)).toContain('4:00');
  });

  test('of the last move and capture', () => {
    expect(lastMoveText(sit(scandinavian))).toBe('Black played Nf6');
    expect(lastCaptureText(sit(scandinavian))).toBe('White played exd5');
    expect(lastCaptureText(sit())).toBe('No captures yet.');
    expect(lastMoveText(sit({ status: 'resign', winner: 'black' }))).toContain('Black wins');
  });

  test('of a move and capture that the server has not taken yet', () => {
    const moves = ['e2e4', 'd7d5'];
    const step = sit({ moves: [...moves, 'e4d5'] }).game.steps[2];
    if (!step) throw new Error('no third move');
    const pending = { ply: 2, turn: 2, step, requestId: 1, sentAt: 60_000 };
    expect(lastMoveText({ ...sit({ moves }), pending })).toBe('White played exd5');
    expect(lastCaptureText({ ...sit({ moves }), pending })).toBe('White played exd5');
  });

  test('of the clocks, also while one runs', () => {
    const clock = {
      initial: 300_000,
      increment: 0,
      white: 65_000,
      black: 299_000,
      running: 'white' as const,
    };
    expect(clocksText(sit({ ...scandinavian, clock }), 5000)).toBe('White 1:00, Black 4:59');
    expect(clocksText(sit({ clock: null }), 0)).toBe('Unlimited');
  });

  test('of where a piece may go', () => {
    expect(movesText(sit(), rules, 'g1')).toBe('f3, h3');
    expect(movesText(sit(), rules, 'e5')).toBe('No legal moves from here.');
  });

  test('of every piece', () => {
    const fen = '4k3/8/8/8/8/8/P6P/R3K3 w Q - 0 1';
    expect(piecesText(sit({ fen, variant: 'fromPosition' }))).toBe(
      'White king e1, White rook a1, White pawn a2 h2, Black king e8',
    );
  });
});

test('pieces are found in reading order', () =>
  expect(squaresWith(startFen, 'Rr')).toEqual(['a8', 'h8', 'a1', 'h1']));

test.each([
  ['white', 'e2', 'ArrowUp', 'e3'],
  ['black', 'e2', 'ArrowUp', 'e1'],
  ['black', 'e2', 'ArrowLeft', 'f2'],
  ['white', 'a8', 'ArrowUp', null],
  ['white', 'h4', 'ArrowRight', null],
  ['white', 'e2', '7', 'e7'],
  ['white', 'e2', 'k', 'e8'],
  ['white', 'e8', 'k', 'e1'],
  ['white', 'a1', 'R', 'h8'],
  ['white', 'e2', 'x', null],
] as const)('seen by %s, from %s the key %s leads to %s', (side, from, key, to) =>
  expect(jump(startFen, side, from, key)).toBe(to),
);

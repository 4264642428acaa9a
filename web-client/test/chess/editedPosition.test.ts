import { beforeAll, expect, test } from 'vitest';

import {
  type EditedPosition,
  dragPiece,
  emptyBoard,
  positionFault,
  fenOf,
  putPiece,
  positionOfFen,
  startPosition,
} from '../../src/chess/editedPosition';
import type { Rules } from '../../src/chess/rules';
import { loadRules, startFen } from '../world';

let rules: Rules;
beforeAll(async () => {
  rules = await loadRules();
});

test('the usual set-up is the starting position', () => expect(fenOf(startPosition)).toBe(startFen));

test('pieces are placed and removed', () => {
  const bare = { ...startPosition, board: emptyBoard, castling: [] };
  const kings = putPiece(putPiece(bare, 'e1', 'K'), 'e8', 'k');
  expect(fenOf(kings)).toBe('4k3/8/8/8/8/8/8/4K3 w - - 0 1');
  expect(putPiece(kings, 'e8', null).board).toBe('8/8/8/8/8/8/8/4K3');
});

test('kings and rooks that have left home do not castle', () => {
  const moved = putPiece(putPiece(startPosition, 'h1', null), 'h3', 'R');
  expect(fenOf(moved).split(' ')[2]).toBe('Qkq');
});

test.each([
  ['nonsense', null],
  ['8/8/8/8/8/8/8 w - - 0 1', null],
  ['9/8/8/8/8/8/8/8 w - - 0 1', null],
  ['ppppppppp/8/8/8/8/8/8/8 w - - 0 1', null],
  ['8/8/8/8/8/8/8/8 x - - 0 1', null],
  [startFen, startPosition],
])('%s is read as %o', (fen, setup) => expect(positionOfFen(fen)).toEqual(setup));

test.each([
  ['8/8/8/8/8/8/8/4K3 w - - 0 1', 'kings'],
  ['4k2P/8/8/8/8/8/8/4K3 w - - 0 1', 'pawns'],
  ['4k3/8/8/8/8/8/8/4R1K1 w - - 0 1', 'check'],
  ['4k3/8/8/8/8/8/8/4K3 w - - 0 1', null],
] as const)('%s has the fault %s', (fen, fault) => {
  const setup = positionOfFen(fen);
  expect(setup && positionFault(setup, rules.moves(fen).length > 0)).toBe(fault);
});

test('a dragged piece leaves its square, and replaces the piece on its new one', () => {
  const board = (position: EditedPosition): string => position.board;
  expect(board(dragPiece(startPosition, 'd1', 'd7', 'Q'))).toBe(
    'rnbqkbnr/pppQpppp/8/8/8/8/PPPPPPPP/RNB1KBNR',
  );
  expect(board(dragPiece(startPosition, 'd1', null, 'Q'))).toBe(
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR',
  );
  expect(board(dragPiece(startPosition, 'd1', 'd1', 'Q'))).toBe(startPosition.board);
});

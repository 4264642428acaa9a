/* A position that is set up by hand: pieces on squares, side to move, castling rights. Pure. */

import type { Key } from '@lichess-org/chessground/types';

import type { Color } from './fen';

export type Castling = 'K' | 'Q' | 'k' | 'q';
export const castlings: Castling[] = ['K', 'Q', 'k', 'q'];

export type EditedPosition = {
  board: string;
  turn: Color;
  castling: Castling[];
  enPassant: string;
};

export const startBoard = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
export const emptyBoard = '8/8/8/8/8/8/8/8';

export const startPosition: EditedPosition = {
  board: startBoard,
  turn: 'white',
  castling: [...castlings],
  enPassant: '-',
};

/** Castling rights that are impossible on that board are left out: king and rook must be on their home squares. */
const home: Record<Castling, [king: string, rook: string, rank: number]> = {
  K: ['K', 'R', 7],
  Q: ['K', 'R', 7],
  k: ['k', 'r', 0],
  q: ['k', 'r', 0],
};

const rowOf = (board: string, index: number): string =>
  (board.split('/')[index] ?? '').replace(/\d/g, count => ' '.repeat(Number(count)));

export function mayCastle(board: string, right: Castling): boolean {
  const [king, rook, index] = home[right];
  const row = rowOf(board, index);
  return row[4] === king && row[right.toUpperCase() === 'K' ? 7 : 0] === rook;
}

export function fenOf({ board, turn, castling, enPassant }: EditedPosition): string {
  const rights = castlings.filter(right => castling.includes(right) && mayCastle(board, right));
  return `${board} ${turn === 'white' ? 'w' : 'b'} ${rights.join('') || '-'} ${enPassant} 0 1`;
}

/** Null when the text does not have the form of a FEN; the rules decide whether it can be played. */
export function positionOfFen(fen: string): EditedPosition | null {
  const [board, turn, rights = '-', enPassant = '-'] = fen.trim().split(/\s+/);
  const isBoard =
    board !== undefined &&
    /^([1-8kqrbnpKQRBNP]{1,8}\/){7}[1-8kqrbnpKQRBNP]{1,8}$/.test(board) &&
    board.split('/').every((_, i) => rowOf(board, i).length === 8);
  if (!isBoard || (turn !== 'w' && turn !== 'b')) return null;
  return {
    board,
    turn: turn === 'w' ? 'white' : 'black',
    castling: castlings.filter(right => rights.includes(right)),
    enPassant: /^[a-h][36]$/.test(enPassant) ? enPassant : '-',
  };
}

/** What is wrong with a position that cannot be played, where that is easy to tell. */
export type PositionFault = 'kings' | 'pawns' | 'check';

const count = (board: string, letter: string): number => board.split(letter).length - 1;

export function positionFault(
  { board }: EditedPosition,
  isPlayable: boolean,
): PositionFault | null {
  if (isPlayable) return null;
  if (count(board, 'K') !== 1 || count(board, 'k') !== 1) return 'kings';
  if (/[pP]/.test(rowOf(board, 0) + rowOf(board, 7))) return 'pawns';
  return 'check';
}

/** Puts a piece, named by its letter, on a square, or empties it. */
export function putPiece(setup: EditedPosition, key: Key, letter: string | null): EditedPosition {
  const rows = setup.board.split('/').map((_, i) => [...rowOf(setup.board, i)]);
  const row = rows[8 - Number(key[1])];
  if (row) row[key.charCodeAt(0) - 97] = letter ?? ' ';
  const board = rows
    .map(cells => cells.join('').replace(/ +/g, empty => String(empty.length)))
    .join('/');
  return { ...setup, board, enPassant: '-' };
}

/** Moves a piece from one square to another; null: off the board. A piece that was there is gone. */
export function dragPiece(
  setup: EditedPosition,
  from: Key,
  to: Key | null,
  letter: string,
): EditedPosition {
  const without = putPiece(setup, from, null);
  return to ? putPiece(without, to, letter) : without;
}

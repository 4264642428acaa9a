/* Which pieces a side has captured more of than the other, from the position alone. */

import type { Color } from './wire';

export type Role = 'pawn' | 'knight' | 'bishop' | 'rook' | 'queen';

export type Material = {
  /** Pieces that this side has more of on the board, strongest first. */
  more: Record<Color, Role[]>;
  /** Points that white is ahead. */
  lead: number;
};

const kinds: [letter: string, role: Role, value: number][] = [
  ['q', 'queen', 9],
  ['r', 'rook', 5],
  ['b', 'bishop', 3],
  ['n', 'knight', 3],
  ['p', 'pawn', 1],
];

const count = (board: string, letter: string): number => board.split(letter).length - 1;

export function materialOf(fen: string): Material {
  const board = fen.split(' ')[0] ?? '';
  const material: Material = { more: { white: [], black: [] }, lead: 0 };
  for (const [letter, role, value] of kinds) {
    const more = count(board, letter.toUpperCase()) - count(board, letter);
    material.lead += more * value;
    const side = more > 0 ? 'white' : 'black';
    for (let i = 0; i < Math.abs(more); i++) material.more[side].push(role);
  }
  return material;
}

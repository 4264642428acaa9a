/* Null moves: one side passes, which is possible in analysis but never in a game. */

import type { Rules, Step } from './rules';

/** A null move, as UCI writes it. */
export const nullMove = '0000';

/** Gives the turn to the other side without a move, as chess programs do in analysis ("--");
 * null when the king is in check: it could be captured. */
export function nullStep(rules: Rules, fen: string): Step | null {
  if (rules.isCheck(fen)) return null;
  const [board, turn, castling, , halfMoves, number] = fen.split(' ');
  const isBlack = turn === 'b';
  const after = [
    board,
    isBlack ? 'w' : 'b',
    castling,
    '-',
    Number(halfMoves) + 1,
    Number(number) + (isBlack ? 1 : 0),
  ].join(' ');
  return { uci: nullMove, san: '--', fen: after, check: false };
}

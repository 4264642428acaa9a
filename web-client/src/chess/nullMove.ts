/* Null moves: one side passes, which analysis may ask about and no game allows. */

import type { Rules, Step } from './rules';

/** A null move, as UCI writes it. */
export const nullMove = '0000';

/** The other side's turn without a move between, as chess programs note it for analysis ("--");
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

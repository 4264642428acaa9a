/* From squares to moves: where a piece may be dropped, and which moves that can mean. Pure. */

import type { Key } from '@lichess-org/chessground/types';

import { filesApart, pieceOn } from './fen';
import type { Rules } from './rules';

export type Promotion = 'queen' | 'knight' | 'rook' | 'bishop';

export const promotions: Promotion[] = ['queen', 'knight', 'rook', 'bishop'];

const letters: Record<Promotion, string> = {
  queen: 'q',
  knight: 'n',
  rook: 'r',
  bishop: 'b',
};

export const letterOf = (piece: Promotion): string => letters[piece];

const keyAt = (uci: string, at: 0 | 2): Key => uci.slice(at, at + 2) as Key;

/** The other square on which a player may drop the king to castle: the rook's, or the king's
 * destination where UCI names the rook. Null when the move is not castling or the destination is one
 * step away. */
function castlingGoal(fen: string, uci: string): Key | null {
  const orig = keyAt(uci, 0);
  const target = keyAt(uci, 2);
  const king = pieceOn(fen, orig);
  if (king !== 'K' && king !== 'k') return null;
  const towardsH = target > orig;
  if (pieceOn(fen, target) === (king === 'K' ? 'R' : 'r')) {
    const goal = `${towardsH ? 'g' : 'c'}${orig[1]}` as Key;
    return filesApart(goal, orig) > 1 && goal !== target ? goal : null;
  }
  return filesApart(orig, target) === 2 ? (`${towardsH ? 'h' : 'a'}${orig[1]}` as Key) : null;
}

/** Where each piece may be dropped; castling by every gesture that means it. */
export function destsOf(rules: Rules, fen: string): Dests {
  const dests: Dests = new Map();
  for (const uci of rules.moves(fen)) {
    const orig = keyAt(uci, 0);
    const targets = dests.get(orig) ?? [];
    const goal = castlingGoal(fen, uci);
    for (const target of goal ? [keyAt(uci, 2), goal] : [keyAt(uci, 2)])
      if (!targets.includes(target)) targets.push(target);
    dests.set(orig, targets);
  }
  return dests;
}

/** The legal moves that dropping a piece there can mean: none, one, or the four promotions. */
export const movesBetween = (rules: Rules, fen: string, orig: Key, dest: Key): string[] =>
  rules
    .moves(fen)
    .filter(uci => keyAt(uci, 0) === orig)
    .filter(uci => keyAt(uci, 2) === dest || castlingGoal(fen, uci) === dest);

export type Dests = Map<Key, Key[]>;

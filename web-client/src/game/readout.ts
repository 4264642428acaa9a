/* A game in words, for players who use a screen reader: pieces and squares, last moves, clocks,
 * possible moves. */

import type { Key } from '@lichess-org/chessground/types';

import { type Color, colorToMove, opposite, pieceOn } from '../chess/fen';
import type { Rules, Step } from '../chess/rules';
import { sayPiece } from '../text';
import { say, sayList } from '../text/later';
import { clockText, remaining } from './clock';
import { isOver, lastStep } from './game';
import { resultText } from './result';
import { type Table, shownStep, stepsSoFar, stoppedAt } from './table';

export const squareText = (fen: string, key: Key): string =>
  say('read.square', { key, piece: sayPiece(pieceOn(fen, key)) });

/** The step comes after the move, when the other side is to move. */
const moveText = ({ fen, san }: Step): string =>
  say('spoken.move', { side: opposite(colorToMove(fen)), san });

export function lastMoveText(table: Table): string {
  if (isOver(table.game)) return resultText(table.game);
  const step = stepsSoFar(table).at(-1);
  return step ? moveText(step) : say('moves.none');
}

export function lastCaptureText(table: Table): string {
  const step = stepsSoFar(table)
    .filter(({ san }) => san.includes('x'))
    .at(-1);
  return step ? moveText(step) : say('read.noCapture');
}

export function clocksText(table: Table, now: number): string {
  const { game } = table;
  const { clock, axis } = game;
  if (!clock) return say('speed.unlimited');
  const shown = isOver(game) || game.paused ? { ...clock, running: null } : clock;
  const of = (side: Color): string =>
    say('read.clock', {
      side,
      time: clockText(remaining(shown, side, axis, stoppedAt(table, side) ?? now), 'never'),
    });
  return sayList([of('white'), of('black')]);
}

/** Who is playing and who is watching. */
export function crowdText({ game, present, watchers }: Table): string {
  const of = (side: Color): string =>
    say(present[side] ? 'read.crowd.here' : 'read.crowd.away', {
      side,
      name: game.players[side].name,
    });
  return [of('white'), of('black'), say('watchers', { n: watchers })].join(' ');
}

/** Where the piece on a square may go; nowhere from an empty square or for a piece of the
 * opponent. */
export function movesText(table: Table, rules: Rules, key: Key): string {
  const { fen } = lastStep(table.game);
  const goals = rules
    .moves(fen)
    .filter(uci => uci.startsWith(key))
    .map(uci => uci.slice(2, 4));
  return goals.length > 0 ? sayList([...new Set(goals)]) : say('read.noMoves');
}

const order = 'KQRBNPkqrbnp';

/** Every square with that kind of piece, from a8 on in reading order. */
export function squaresWith(fen: string, letters: string): Key[] {
  const keys: Key[] = [];
  for (const rank of '87654321')
    for (const file of 'abcdefgh') {
      const key = `${file}${rank}` as Key;
      const piece = pieceOn(fen, key);
      if (piece && letters.includes(piece)) keys.push(key);
    }
  return keys;
}

export const piecesText = (table: Table): string => {
  const { fen } = shownStep(table);
  const kinds = [...order]
    .map(letter => ({ letter, keys: squaresWith(fen, letter) }))
    .filter(({ keys }) => keys.length > 0);
  return sayList(kinds.map(({ letter, keys }) => `${sayPiece(letter)} ${keys.join(' ')}`));
};

/* How a game ended, in words and as a score. */

import { type Game, isOver } from './game';
import { isTextKey, say, sayText } from './text';

export function scoreOf(game: Game): string {
  if (!isOver(game)) return '*';
  if (game.winner) return game.winner === 'white' ? '1–0' : '0–1';
  return game.status === 'aborted' || game.status === 'noStart' ? '' : '½–½';
}

/** Why it ended, and who won. */
export function resultText(game: Game): string {
  const { status, reason, winner } = game;
  const exact = `end.${status}.${reason}`;
  const why = sayText({ key: isTextKey(exact) ? exact : `end.${status}` });
  return winner ? `${why} ${say(`end.wins.${winner}`)}` : why;
}

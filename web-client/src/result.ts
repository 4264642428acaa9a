/* How a game ended, in words and as a score. */

import { type Game, isOver, toMove } from './game';
import { isTextKey, say, sayText } from './text';
import { opposite } from './wire';

export function scoreOf(game: Game): string {
  if (!isOver(game)) return '*';
  if (game.winner) return game.winner === 'white' ? '1–0' : '0–1';
  return game.status === 'aborted' || game.status === 'noStart' ? '' : '½–½';
}

/** Why it ended, and who won. `side` in the texts is who lost, or in a draw whose turn it was. */
export function resultText(game: Game): string {
  const { status, reason, winner } = game;
  const exact = `end.${status}.${reason ?? (winner ? '' : 'drawn')}`;
  const why = sayText({
    key: isTextKey(exact) ? exact : `end.${status}`,
    values: { side: winner ? opposite(winner) : toMove(game) },
  });
  return winner ? `${why} ${say(`end.wins.${winner}`)}` : why;
}

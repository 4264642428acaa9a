/* How a game ended, in words and as a score. */

import { opposite } from '../chess/fen';
import { isTextKey, say, sayText } from '../text/later';
import { type Game, toMove } from './game';

/** Why it ended, and who won. `side` in the texts is the loser, or in a draw the side to move. */
export function resultText(game: Game): string {
  const { status, reason, winner } = game;
  const exact = `end.${status}.${reason ?? (winner ? '' : 'drawn')}`;
  const why = sayText({
    key: isTextKey(exact) ? exact : `end.${status}`,
    values: { side: winner ? opposite(winner) : toMove(game) },
  });
  return winner ? `${why} ${say(`end.wins.${winner}`)}` : why;
}

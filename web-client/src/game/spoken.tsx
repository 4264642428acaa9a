/* What has happened in a game, for screen readers. */

import { opposite } from '../chess/fen';
import { say } from '../text/later';
import { type Game, isOver, lastStep, toMove } from './game';
import { resultText } from './result';

/** The newest move in words, and how the game ended. */
export const Spoken = ({ game }: { game: Game }) => {
  const { san } = lastStep(game);
  return (
    <p class="spoken" aria-live="assertive">
      {san && say('spoken.move', { side: opposite(toMove(game)), san })}{' '}
      {isOver(game) && resultText(game)}
    </p>
  );
};

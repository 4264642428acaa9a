/* The time for the first move. */

import { type Game, isOver } from './game';

/** A first move with a day's time, as against the computer, needs no countdown. */
const urgentFirstMove = 120_000;

/** The page's instant at which the game is aborted for lack of a first move; null when that is not
 * near. */
export function firstMoveUntil(game: Game): number | null {
  const { axis, firstMove, turnAt, steps } = game;
  if (
    firstMove === null ||
    firstMove > urgentFirstMove ||
    turnAt === null ||
    steps.length >= 2 ||
    game.early ||
    isOver(game)
  )
    return null;
  return axis.now + (turnAt + firstMove - axis.at);
}

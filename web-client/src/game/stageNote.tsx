/* How many moves a player still has to make before time is added to their clock. */

import type { Color } from '../chess/fen';
import { colorToMove } from '../chess/fen';
import { say } from '../text/later';
import { stageAfter } from './clock';
import { type Game, isOver } from './game';

/** Moves that a side has made. */
const madeBy = (game: Game, side: Color): number =>
  (game.steps.length + Number(colorToMove(game.start.fen) === side)) >> 1;

export function StageNote({ game, side }: { game: Game; side: Color }) {
  const left = game.clock && !isOver(game) ? stageAfter(game.clock, madeBy(game, side)).left : 0;
  return left > 0 ? <span class="soft stage">{say('clock.stage', { n: left })}</span> : null;
}

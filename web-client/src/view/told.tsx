/* Who has which time when that is not the same. What the server tells of a game when it is asked: what the opening
 * is called, and how long the moves took that the page did not see. And what the tab tells: whose turn it is. */

import type { Dispatch } from '../app';
import { sidesOddsText } from '../oddsText';
import { type Table, isMyTurn, shownPly } from '../table';
import { OpeningName } from './openingName';
import { useTimes } from './useTimes';
import { useTurnIcon } from './useTurnIcon';

export function Told({ table, dispatch }: { table: Table; dispatch: Dispatch }) {
  const { game } = table;
  useTimes(game, dispatch);
  useTurnIcon(isMyTurn(table));
  const moves = game.steps.slice(0, shownPly(table)).map(step => step.uci);
  return (
    <>
      {game.clock?.odds && <>{sidesOddsText(game.clock)} </>}
      <OpeningName start={game.start.fen} moves={moves} />
    </>
  );
}

/* A round has begun: the player is led to the board, unless they are playing already, or this browser shows the
 * wall to everybody. */

import type { Dispatch } from '../dispatch';
import { isOver } from '../game/game';
import { keepTournamentOf } from '../game/ofTournament';
import type { Table } from '../game/table';
import { parseTournamentMessage } from '../net/tournaments';
import type { Route } from '../route';

type Shown = { route: Route; table: Table | null };

const isPlaying = ({ route, table }: Shown): boolean =>
  route.page === 'game' && table !== null && table.seat !== null && !isOver(table.game);

const isWall = ({ route }: Shown): boolean => route.page === 'tournament' && route.part === 'wall';

export function leadToBoard(text: string, shown: Shown, dispatch: Dispatch): void {
  const message = parseTournamentMessage(text);
  if (message?.t !== 'tournament_game') return;
  keepTournamentOf({ ...message, berserk: message.berserk ?? false });
  if (!isPlaying(shown) && !isWall(shown))
    dispatch({ m: 'navigated', to: { page: 'game', game: message.game } });
}

/* A round has begun: the player is led to the board, unless they are playing already, or this browser shows the
 * wall to everybody. */

import type { Dispatch } from '../dispatch';
import { isOver } from '../game/game';
import { keepTournamentOf } from '../game/ofTournament';
import type { Table } from '../game/table';
import { type OwnGame, parseTournamentMessage } from '../net/tournaments';
import type { Route } from '../route';
import { hostBoard } from './simulHost';

type Shown = { route: Route; table: Table | null };

const isPlaying = ({ route, table }: Shown): boolean =>
  route.page === 'game' && table !== null && table.seat !== null && !isOver(table.game);

/** Whoever gives a simul sees all of its boards, and is led to the page that shows them. */
function leadToSimul({ tournament }: OwnGame, { route }: Shown, dispatch: Dispatch): void {
  if (route.page !== 'tournament' || route.tournament !== tournament)
    dispatch({ m: 'navigated', to: { page: 'tournament', tournament } });
}

const isWall = ({ route }: Shown): boolean => route.page === 'tournament' && route.part === 'wall';

export function leadToBoard(text: string, shown: Shown, dispatch: Dispatch): void {
  const message = parseTournamentMessage(text);
  if (message?.t !== 'tournament_game') return;
  keepTournamentOf({ ...message, berserk: message.berserk ?? false });
  if (message.host) {
    hostBoard(message.game, message.color, dispatch);
    leadToSimul(message, shown, dispatch);
  } else if (!isPlaying(shown) && !isWall(shown))
    dispatch({ m: 'navigated', to: { page: 'game', game: message.game } });
}

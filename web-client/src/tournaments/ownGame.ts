/* A round has begun: the player is led to the board by every page that only shows something. Where a game or work would
 * be left, a notice has said that the game has started (state/receive.ts), and a link stays in the head of the page. */

import type { Dispatch } from '../dispatch';
import { isOver } from '../game/game';
import { keepTournamentOf } from '../game/ofTournament';
import type { Table } from '../game/table';
import { type OwnGame, parseTournamentMessage } from '../net/tournaments';
import type { Route } from '../route';
import { hostBoard } from './simulHost';

type Shown = { route: Route; table: Table | null };

/** Pages on which something is entered: an analysis, a form, settings. */
const workPages = new Set<Route['page']>([
  'analysis',
  'editor',
  'settings',
  'sign-in',
  'sign-up',
  'account',
  'account/oauth/token',
  'account/oauth/token/create',
  'oauth',
  'admin',
  'tournaments/new',
  'teams',
  'team',
]);

const isPlaying = ({ route, table }: Shown): boolean =>
  route.page === 'game' && table !== null && table.seat !== null && !isOver(table.game);

/** The wall is for everybody who sees it. */
const isDeskOrWall = ({ route }: Shown): boolean =>
  route.page === 'tournament' && (route.part === 'desk' || route.part === 'wall');

const isBusy = (shown: Shown): boolean =>
  workPages.has(shown.route.page) || isDeskOrWall(shown) || isPlaying(shown);

/** Whoever gives a simul sees all of its boards, and is led to the page that shows them. */
const boardOf = ({ tournament, game, host }: OwnGame): Route =>
  host ? { page: 'tournament', tournament } : { page: 'game', game };

export function leadToBoard(text: string, shown: Shown, dispatch: Dispatch): void {
  const message = parseTournamentMessage(text);
  if (message?.t !== 'tournament_game') return;
  keepTournamentOf({ ...message, berserk: message.berserk ?? false });
  if (message.host) hostBoard(message.game, message.color, dispatch);
  const { route } = shown;
  const isThere = message.host && route.page === 'tournament' && route.tournament === message.tournament;
  if (!isThere && !isBusy(shown)) dispatch({ m: 'navigated', to: boardOf(message) });
}

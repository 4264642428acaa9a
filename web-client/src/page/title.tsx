/* The title of the tab, which may be all that the player sees of the page. The title of an empty lobby
 * is there from the start (page.tsx). */

import { useEffect } from 'preact/hooks';

import { isOver, toMove } from '../game/game';
import { playerName } from '../game/player';
import { type Table, isMyTurn } from '../game/table';
import type { Route } from '../route';
import { siteName } from '../siteName';
import type { Model } from '../state/model';
import { type PlainKey, say } from '../text/later';

const namesOf = ({ game: { players } }: Table): string =>
  say('game.title', { white: playerName(players.white), black: playerName(players.black) });

/** Whose turn it is, or that the game is over. */
function stateOf(table: Table): string {
  if (isOver(table.game)) return say('title.over');
  return isMyTurn(table) ? say('title.turn') : say('title.toMove', { side: toMove(table.game) });
}

const plainTitles: Partial<Record<Route['page'], PlainKey>> = {
  game: 'loading',
  analysis: 'analysis.title',
  editor: 'editor.title',
  live: 'live.title',
  leaderboard: 'leaderboard.title',
  people: 'people.title',
  tournaments: 'tournaments.title',
  'tournaments/new': 'tournaments.title',
  bots: 'bots.title',
  device: 'device.title',
  settings: 'settings.title',
  account: 'account.title',
  'account/oauth/token': 'account.tokens',
  'account/oauth/token/create': 'account.tokens',
  oauth: 'oauth.title',
  'sign-in': 'sign.in',
  'sign-up': 'sign.up',
};

function partsOf({ route, table, missing, lobby, openedChallenge }: Model): string[] {
  if (missing) return [say(`missing.${missing}`).replace(/\.$/, '')];
  if (route.page === 'game' && table) return [stateOf(table), namesOf(table)];
  if (route.page === 'analysis' && route.game && table)
    return [say('analysis.title'), namesOf(table)];
  if (route.page === 'profile') return [route.name];
  if (route.page === 'challenge' && openedChallenge)
    return [say('challenge.from', { name: openedChallenge.from.name })];
  if (lobby.seek || lobby.invitation) return [say('title.waiting')];
  return [say(plainTitles[route.page] ?? 'lobby.title')];
}

export const titleOf = (model: Model): string => [...partsOf(model), siteName].join(' · ');

export function Title({ model }: { model: Model }) {
  const title = titleOf(model);
  // The pages of a tournament and of teams say their names themselves.
  const isNamed = /^team|ment$/.test(model.route.page) && !model.missing;
  useEffect(() => {
    if (!isNamed) document.title = title;
  }, [title, isNamed]);
  return null;
}

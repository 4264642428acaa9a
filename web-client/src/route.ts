/* Which page a path means. The server answers all of them with the same document. */

import { base } from './base';
import type { Color } from './chess/fen';

/** The part of a game that a link shows: the position after so many plies, the board from that
 * side. */
export type GameView = { ply?: number | undefined; side?: Color | undefined };

/** The parts of a tournament's page; the first is its beginning. */
export const tournamentParts = [
  'standings',
  'pairings',
  'crosstable',
  'statistics',
  'desk',
  'wall',
  'broadcast',
] as const;
export type TournamentPart = (typeof tournamentParts)[number];

/** Pages with nothing else in their address. */
const plainPages = [
  'settings',
  'live',
  'sign-in',
  'sign-up',
  'account',
  'account/oauth/token',
  'account/oauth/token/create',
  'oauth',
  'leaderboard',
  'people',
  'device',
  'bots',
  'admin',
  'tournaments',
  'tournaments/new',
  'teams',
] as const;

export type Route =
  | { page: 'lobby' }
  | ({ page: 'game'; game: string } & GameView)
  | { page: 'challenge'; challenge: string }
  /** The analysis of a game, at one of its plies; or of a position; or of the start. */
  | { page: 'analysis'; game: string | null; ply?: number | undefined; fen?: string | undefined }
  | { page: 'editor'; fen?: string | undefined }
  | { page: (typeof plainPages)[number] }
  | { page: 'profile'; name: string }
  | { page: 'tournament'; tournament: string; part?: TournamentPart | undefined }
  | { page: 'team'; team: string }
  | { page: 'unknown' };

/** The ply that an address ends with. */
function plyIn(address: string): number | undefined {
  const ply = /#(\d{1,4})$/.exec(address)?.[1];
  return ply === undefined ? undefined : Number(ply);
}

/** In a position blanks are written as underscores. */
const fenIn = (address: string): string | undefined =>
  new URLSearchParams(address.split('#')[0]?.split('?')[1]).get('fen')?.replaceAll('_', ' ');

const printFen = (fen: string | undefined): string =>
  fen ? `?fen=${encodeURIComponent(fen).replaceAll('%20', '_').replaceAll('%2F', '/')}` : '';

const printPly = (ply: number | undefined): string => (ply === undefined ? '' : `#${ply}`);

export function parseRoute(address: string): Route {
  // Programs of the Lichess API ask below the root, whatever the base is.
  const path = (address.split(/[?#]/)[0] ?? '').replace(base, '');
  if (path === '/' || !path) return { page: 'lobby' };
  const plain = plainPages.find(page => path === `/${page}`);
  if (plain) return { page: plain };
  const profile = /^\/@\/([^/]{1,40})$/.exec(path);
  if (profile?.[1]) return { page: 'profile', name: profile[1] };
  const analysis = /^\/analysis(?:\/([~0-9A-Za-z][0-9A-Za-z]{7}))?$/.exec(path);
  if (analysis)
    return {
      page: 'analysis',
      game: analysis[1] ?? null,
      ply: plyIn(address),
      fen: fenIn(address),
    };
  if (path === '/editor') return { page: 'editor', fen: fenIn(address) };
  const [, game, side] = /^\/([~0-9A-Za-z][0-9A-Za-z]{7})(?:\/(white|black))?\/?$/.exec(path) ?? [];
  if (game) return { page: 'game', game, ply: plyIn(address), side: side as Color | undefined };
  const [, tournament, part] = /^\/tournament\/([0-9A-Za-z]{8})(?:\/([a-z]+))?$/.exec(path) ?? [];
  const known = tournamentParts.find(each => each === part);
  if (tournament && known === part) return { page: 'tournament', tournament, part: known };
  const [, team] = /^\/team\/([0-9A-Za-z]{8})$/.exec(path) ?? [];
  if (team) return { page: 'team', team };
  const challenge = /^\/challenge\/([0-9A-Za-z]{12})\/?$/.exec(path);
  if (challenge?.[1]) return { page: 'challenge', challenge: challenge[1] };
  return { page: 'unknown' };
}

function printPath(route: Route): string {
  switch (route.page) {
    case 'game':
      return `/${route.game}${route.side ? `/${route.side}` : ''}${printPly(route.ply)}`;
    case 'challenge':
      return `/challenge/${route.challenge}`;
    case 'profile':
      return `/@/${route.name}`;
    case 'team':
      return `/team/${route.team}`;
    case 'tournament':
      return `/tournament/${route.tournament}${route.part ? `/${route.part}` : ''}`;
    case 'analysis':
      return `/analysis${route.game ? `/${route.game}` : ''}${printFen(route.fen)}${printPly(route.ply)}`;
    case 'editor':
      return `/editor${printFen(route.fen)}`;
    case 'lobby':
    case 'unknown':
      return '/';
    default:
      return `/${route.page}`;
  }
}

export const printRoute = (route: Route): string => base + printPath(route);

/** The whole current address, as parseRoute takes it. */
export const addressNow = (): string => location.pathname + location.search + location.hash;

/** Where the page starts again. */
export const lobbyPath = printRoute({ page: 'lobby' });

/** The game that a page needs from the server. */
export const gameOfRoute = (route: Route): string | null =>
  route.page === 'game' || route.page === 'analysis' ? route.game : null;

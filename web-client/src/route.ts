/* Which page a path names. The server answers every one of them with the same document. */

export type Route =
  | { page: 'lobby' }
  | { page: 'game'; game: string }
  | { page: 'challenge'; challenge: string }
  | { page: 'settings' }
  | { page: 'unknown' };

export function parseRoute(path: string): Route {
  if (path === '/') return { page: 'lobby' };
  if (path === '/settings') return { page: 'settings' };
  const game = /^\/([0-9A-Za-z]{8})\/?$/.exec(path);
  if (game?.[1]) return { page: 'game', game: game[1] };
  const challenge = /^\/challenge\/([0-9A-Za-z]{12})\/?$/.exec(path);
  if (challenge?.[1]) return { page: 'challenge', challenge: challenge[1] };
  return { page: 'unknown' };
}

export function printRoute(route: Route): string {
  switch (route.page) {
    case 'game':
      return `/${route.game}`;
    case 'challenge':
      return `/challenge/${route.challenge}`;
    case 'settings':
      return '/settings';
    default:
      return '/';
  }
}

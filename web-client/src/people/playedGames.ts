/* Finished games as the HTTP API lists them. */

export type PlayedSeat = {
  user?: { name: string; id: string };
  name?: string;
  aiLevel?: number;
  rating?: number;
};

export type PlayedGame = {
  id: string;
  rated: boolean;
  perf: string;
  createdAt: number;
  status: string;
  winner?: 'white' | 'black';
  players: { white: PlayedSeat; black: PlayedSeat };
  opening?: { eco: string; name: string };
};

export type PlayedGames = { games: PlayedGame[]; next: string | null };

const isPlayedGame = (value: unknown): value is PlayedGame => {
  const game = value as PlayedGame | null;
  return (
    typeof game === 'object' &&
    game !== null &&
    typeof game.id === 'string' &&
    typeof game.createdAt === 'number' &&
    typeof game.players?.white === 'object' &&
    typeof game.players?.black === 'object'
  );
};

export const isPlayedGames = (value: unknown): value is PlayedGames =>
  typeof value === 'object' &&
  value !== null &&
  Array.isArray((value as PlayedGames).games) &&
  (value as PlayedGames).games.every(isPlayedGame);

/* What a list of games is narrowed by. It stands in the address, so that it can be shared; what is read there
 * is read with distrust. Pure. */

export const results = ['', 'won', 'lost', 'drawn'] as const;
export const colors = ['', 'white', 'black'] as const;
export const speeds = ['', 'bullet', 'blitz', 'rapid', 'classical', 'correspondence'] as const;

export type Filters = {
  opponent: string;
  result: (typeof results)[number];
  color: (typeof colors)[number];
  speed: (typeof speeds)[number];
  /** A code of ECO, or a part of a name. */
  opening: string;
  /** Days, as 2026-01-31. */
  since: string;
  until: string;
};

const oneOf = <T extends string>(words: readonly T[], text: string | null): T =>
  words.find(word => word === text) ?? (words[0] as T);

const textMax = 60;
const textOf = (text: string | null): string => (text ?? '').trim().slice(0, textMax);
const dayOf = (text: string | null): string =>
  text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '';

export function parseFilters(search: string): Filters {
  const query = new URLSearchParams(search);
  return {
    opponent: textOf(query.get('opponent')),
    result: oneOf(results, query.get('result')),
    color: oneOf(colors, query.get('color')),
    speed: oneOf(speeds, query.get('speed')),
    opening: textOf(query.get('opening')),
    since: dayOf(query.get('since')),
    until: dayOf(query.get('until')),
  };
}

/** Without a question mark; empty when nothing is narrowed. */
export const printFilters = (filters: Filters): string =>
  new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== '')).toString();

const pageLength = 20;

/** Where a page of a player's games is asked for; `before`: the last page's `next`. */
export function gamesPath(player: string, filters: Filters, before: string | null): string {
  const query = new URLSearchParams(printFilters(filters));
  query.set('player', player);
  query.set('max', String(pageLength));
  if (before) query.set('before', before);
  return `/api/games?${query}`;
}

/* Finished games as the HTTP API lists them. */

import { colors as sides } from '../chess/fen';
import {
  type Infer,
  integer,
  listOf,
  nullable,
  object,
  oneOf,
  optional,
  text,
} from '../net/schema';

const seat = object({
  user: optional(object({ name: text })),
  name: optional(text),
  aiLevel: optional(integer),
});
export type PlayedSeat = Infer<typeof seat>;

const playedGame = object({
  id: text,
  createdAt: integer,
  status: text,
  winner: optional(oneOf(...sides)),
  players: object({ white: seat, black: seat }),
  opening: optional(object({ name: text })),
});
export type PlayedGame = Infer<typeof playedGame>;

/** `next`: where the list continues. */
export const isPlayedGames = object({ games: listOf(playedGame), next: nullable(text) });

/* The filters of a list of games. They are in the address, so that they can be shared; what is read
 * from there is not trusted. Pure. */

export const results = ['', 'won', 'lost', 'drawn'] as const;
export const colors = ['', 'white', 'black'] as const;
export const speeds = ['', 'bullet', 'blitz', 'rapid', 'classical', 'correspondence'] as const;

export type Filters = {
  opponent: string;
  result: (typeof results)[number];
  color: (typeof colors)[number];
  speed: (typeof speeds)[number];
  /** An ECO code, or part of a name. */
  opening: string;
  /** Days, as 2026-01-31. */
  since: string;
  until: string;
};

const wordOf = <T extends string>(words: readonly T[], given: string | null): T =>
  words.find(word => word === given) ?? (words[0] as T);

const textMax = 60;
const textOf = (given: string | null): string => (given ?? '').trim().slice(0, textMax);
const dayOf = (given: string | null): string =>
  given && /^\d{4}-\d{2}-\d{2}$/.test(given) ? given : '';

export function parseFilters(search: string): Filters {
  const query = new URLSearchParams(search);
  return {
    opponent: textOf(query.get('opponent')),
    result: wordOf(results, query.get('result')),
    color: wordOf(colors, query.get('color')),
    speed: wordOf(speeds, query.get('speed')),
    opening: textOf(query.get('opening')),
    since: dayOf(query.get('since')),
    until: dayOf(query.get('until')),
  };
}

/** Without a question mark; empty without filters. */
export const printFilters = (filters: Filters): string =>
  new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== '')).toString();

const pageLength = 20;

/** The path of one page of a player's games; `before`: the `next` of the page before. */
export function gamesPath(player: string, filters: Filters, before: string | null): string {
  const query = new URLSearchParams(printFilters(filters));
  query.set('player', player);
  query.set('max', String(pageLength));
  if (before) query.set('before', before);
  return `/api/games?${query}`;
}

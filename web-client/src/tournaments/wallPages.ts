/* What the wall shows, one page after the other; long lists are cut into pages that can be read from the back of a
 * hall. Pure. */

import type { Board, Round, Row, TeamMatch, Tournament } from '../net/tournaments';
import type { View } from './view';

export const wallKinds = [
  'boards',
  'matches',
  'names',
  'live',
  'teams',
  'standings',
] as const;
export type WallKind = (typeof wallKinds)[number];

export type WallPage = {
  kind: WallKind;
  /** Which of how many pages of its kind. */
  n: number;
  of: number;
  /** What of its list it shows; of matches which columns. */
  from: number;
  to: number;
};

/** Rows of a column. */
const column = 12;

/** Rows on one page: in one column, or in two on a wide screen. */
export const rowsOf = (isWide: boolean, kind: WallKind): number => {
  if (kind === 'live') return isWide ? 6 : 4;
  if (kind === 'teams') return column - 1; // and one with the names of the columns
  return isWide && kind !== 'boards' ? 2 * column : column;
};

function cut(kind: WallKind, length: number, size: number): WallPage[] {
  const of = Math.ceil(length / size);
  return Array.from({ length: of }, (_, i) => ({
    kind,
    n: i + 1,
    of,
    from: i * size,
    to: Math.min(length, (i + 1) * size),
  }));
}

/** Boards in play, of the top tables first. */
export const liveBoards = (boards: Board[], most: number): Board[] =>
  boards.filter(({ state, game }) => state === 'playing' && game !== null).slice(0, most);

/** The boards of a match, numbered from 1 on. */
export const boardsOfMatch = (boards: Board[], { match }: TeamMatch): Board[] =>
  boards.filter(board => board.match === match).map((board, i) => ({ ...board, table: i + 1 }));

/** The board with its result as Black has it first. */
export const fromHome = (board: Board): Board => ({
  ...board,
  result: board.result?.replace(/^([01½])-([01½])/, '$2-$1') ?? null,
});

/** A match, or as much of a long one as there is room for, below its teams and their score. */
export type MatchPart = { match: TeamMatch; boards: Board[] };

/** The matches of a round in columns. One that has no room left begins the next column. */
export function matchColumns({ matches, boards }: Pick<Round, 'matches' | 'boards'>): MatchPart[][] {
  const columns: MatchPart[][] = [];
  let room = 0;
  const put = (part: MatchPart): void => {
    const rows = part.boards.length + 1;
    if (rows > room) {
      columns.push([]);
      room = column;
    }
    columns.at(-1)?.push(part);
    room -= rows;
  };
  for (const match of matches ?? []) {
    const all = match.away === null ? [] : boardsOfMatch(boards, match);
    for (let i = 0; i === 0 || i < all.length; i += column - 1)
      put({ match, boards: all.slice(i, i + column - 1) });
  }
  return columns;
}

/** What there is to be shown of a tournament of this format. */
export const kindsOf = ({ format, teams }: Pick<Tournament, 'format' | 'teams'>): WallKind[] => {
  const isTeams = format === 'teams';
  const suits: Record<WallKind, boolean> = {
    boards: !isTeams,
    matches: isTeams,
    names: format !== 'arena',
    live: true,
    teams: (teams?.length ?? 0) > 0,
    standings: true,
  };
  return wallKinds.filter(kind => suits[kind]);
};

type Lists = { view: View; rows: Row[]; kinds: WallKind[]; isWide: boolean };

export function pagesOf({ view: { round, tournament }, rows, kinds, isWide }: Lists): WallPage[] {
  const boards = round?.boards ?? [];
  const seats = boards.flatMap(({ white, black }) => [white, black]).filter(seat => seat !== null);
  const isAhead = tournament.status === 'created';
  const lengths: Record<WallKind, number> = {
    boards: boards.length,
    matches: round ? matchColumns(round).length : 0,
    names: seats.length,
    live: Math.min(1, liveBoards(boards, 1).length),
    teams: isAhead ? 0 : (tournament.teams?.length ?? 0),
    standings: isAhead ? 0 : rows.length,
  };
  return kindsOf(tournament)
    .filter(kind => kinds.includes(kind))
    .flatMap(kind => {
      if (kind === 'matches') return cut(kind, lengths.matches, isWide ? 2 : 1);
      return kind === 'live' && lengths.live > 0
        ? [{ kind, n: 1, of: 1, from: 0, to: rowsOf(isWide, kind) }]
        : cut(kind, lengths[kind], rowsOf(isWide, kind));
    });
}

/* What the wall shows, one page after the other; long lists are cut into pages that can be read from the back of a
 * hall. Pure. */

import type { Board, Row } from '../net/tournaments';
import type { View } from './view';

export const wallKinds = ['boards', 'names', 'live', 'standings'] as const;
export type WallKind = (typeof wallKinds)[number];

export type WallPage = {
  kind: WallKind;
  /** Which of how many pages of its kind. */
  n: number;
  of: number;
  /** What of its list it shows. */
  from: number;
  to: number;
};

/** Rows on one page: in one column, or in two on a wide screen. */
export const rowsOf = (isWide: boolean, kind: WallKind): number => {
  if (kind === 'live') return isWide ? 6 : 4;
  const column = 12;
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

type Lists = { view: View; rows: Row[]; kinds: WallKind[]; isWide: boolean };

export function pagesOf({ view: { round, tournament }, rows, kinds, isWide }: Lists): WallPage[] {
  const boards = round?.boards ?? [];
  const isArena = tournament.format === 'arena';
  const seats = boards.flatMap(({ white, black }) => [white, black]).filter(seat => seat !== null);
  const lengths: Record<WallKind, number> = {
    boards: boards.length,
    names: isArena ? 0 : seats.length,
    live: Math.min(1, liveBoards(boards, 1).length),
    standings: tournament.status === 'created' ? 0 : rows.length,
  };
  return kinds.flatMap(kind =>
    kind === 'live' && lengths.live > 0
      ? [{ kind, n: 1, of: 1, from: 0, to: rowsOf(isWide, kind) }]
      : cut(kind, lengths[kind], rowsOf(isWide, kind)),
  );
}

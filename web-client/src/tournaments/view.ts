/* A tournament as its page shows it: what the server said at first, and what has changed since. Pure. */

import type {
  Board,
  ChatLine,
  Round,
  Row,
  Snapshot,
  Tournament,
  Update,
} from '../net/tournaments';

export type View = {
  tournament: Tournament;
  /** Its seq when all of it was fetched last: updates bring newer ones, but not the settings. */
  fetchedSeq: number;
  /** The page's instant (performance.now) less the server's: what is added to one of its instants. */
  skew: number;
  /** The first of the standings. */
  rows: Row[];
  total: number;
  /** The round that goes on; of an arena its newest boards. Null before the first. */
  round: Round | null;
  chat: ChatLine[];
};

/** As many rows as the server keeps up to date. */
export const rowsMost = 50;
const arenaBoardsMost = 20;
const chatMost = 200;

export const viewOf = (tournament: Tournament, now: number): View => ({
  tournament,
  fetchedSeq: tournament.seq,
  skew: now - tournament.now,
  rows: [],
  total: 0,
  round: null,
  chat: [],
});

/** What updates bring anew. */
const stateOf = (tournament: Tournament): Partial<Tournament> => {
  const { seq, status, paused, round, roundState, roundStartedAt, nextRoundAt, endsAt, startsAt } = tournament;
  const { noPairing, players, boardsLeft, host, teams } = tournament;
  const instants = { roundStartedAt, nextRoundAt, endsAt, startsAt };
  return { seq, status, paused, round, roundState, ...instants, noPairing, players, boardsLeft, host, teams };
};

/** An update may be here before the answer that was on its way when it was sent: that says the rest. */
export function withTournament(view: View | null, fetched: Tournament, now: number): View {
  if (!view) return viewOf(fetched, now);
  const isOlder = fetched.seq < view.tournament.seq;
  const tournament = isOlder ? { ...fetched, ...stateOf(view.tournament) } : fetched;
  return { ...view, tournament, fetchedSeq: fetched.seq, skew: now - fetched.now };
}

export const withSnapshot = ({ tournament, standings, round, chat }: Snapshot, now: number): View => ({
  ...viewOf(tournament, now),
  rows: standings.rows,
  total: standings.total,
  round,
  chat,
});

/** A row that was not sent keeps its rank; among equals it comes behind those that were. */
export function mergedRows(before: Row[], changed: Row[], total: number): Row[] {
  const fresh = new Set(changed.map(({ player }) => player));
  const isOld = ({ player }: Row): number => Number(!fresh.has(player));
  const isOrdered = total <= rowsMost;
  return [...before.filter(({ player }) => !fresh.has(player)), ...changed]
    .sort(
      (a, b) => a.rank - b.rank || (isOrdered ? 0 : isOld(a) - isOld(b)) || a.player - b.player,
    )
    .slice(0, Math.min(total, rowsMost));
}

/** Somebody came among the first whose rows were not known: who fell out only the whole list tells. */
export const areRowsUnsure = ({ rows }: View, { rows: changed, total }: Update): boolean =>
  total > rowsMost && changed.some(({ player }) => rows.every(row => row.player !== player));

export function mergedBoards(before: Board[], changed: Board[], isArena: boolean): Board[] {
  const fresh = new Set(changed.map(({ board }) => board));
  const all = [...before.filter(({ board }) => !fresh.has(board)), ...changed];
  return isArena
    ? all.sort((a, b) => b.board - a.board).slice(0, arenaBoardsMost)
    : all.sort((a, b) => a.table - b.table);
}

function mergedRound(view: View, update: Update): Round | null {
  const { round, tournament } = view;
  const isArena = tournament.format === 'arena';
  const isSame = round?.round === update.round;
  if (!isArena && update.round === 0) return null;
  return {
    round: update.round,
    state: update.roundState,
    startedAt: update.roundStartedAt,
    finishedAt: isSame ? round.finishedAt : null,
    matches: isSame ? round.matches : undefined,
    boards: mergedBoards(isSame ? round.boards : [], update.boards, isArena),
  };
}

export function withUpdate(view: View, update: Update): View {
  const { t: _, tournament: __, total, rows, teams, boards: ___, changed: ____, ...state } = update;
  return {
    ...view,
    tournament: { ...view.tournament, ...state, teams: teams ?? view.tournament.teams },
    rows: mergedRows(view.rows, rows, total),
    total,
    round: mergedRound(view, update),
  };
}

/** Boards that were paired may have been paired anew: only the whole round tells which are gone. */
export const isRoundUnsure = (view: View, update: Update): boolean =>
  update.round > 0 &&
  // What a match has brought so far is the round's to say.
  (view.tournament.format === 'teams' ||
    update.round !== view.round?.round ||
    update.roundState === 'paired' ||
    view.tournament.roundState === 'paired');

/** What the update does not say: who takes part, what the player may do. */
export function isTournamentUnsure({ tournament }: View, update: Update): boolean {
  return (
    update.changed === true ||
    update.status !== tournament.status ||
    update.round !== tournament.round ||
    update.roundState !== tournament.roundState ||
    update.players !== tournament.players
  );
}

export const withChat = (view: View, line: ChatLine): View => ({
  ...view,
  chat: [...view.chat, line].slice(-chatMost),
});

/** The board at which a player sits, or sits next; the newest in an arena. */
export const boardOf = (view: View, player: number): Board | null =>
  view.round?.boards.find(
    ({ white, black, state }) =>
      (white?.player === player || black?.player === player) &&
      (view.tournament.format !== 'arena' || state !== 'over'),
  ) ?? null;

/** A player's own row, even if it is far down. */
export const ownRow = ({ tournament: { me }, rows }: View): Row | null =>
  rows.find(({ player }) => player === me?.player?.player) ?? me?.row ?? null;

/** Whether the player gives this simul. */
export const isHostOf = ({ format, host, me }: Tournament): boolean =>
  format === 'simul' && me?.player?.player !== undefined && me.player.player === host?.player;

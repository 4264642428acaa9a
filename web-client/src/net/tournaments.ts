/* Tournaments as the page reads them: what the HTTP API and the WebSocket say of one, as the check that it must
 * pass and the type of what does. server/tournaments/README.md is the contract. */

import {
  type Check,
  type Infer,
  bool,
  integer,
  listOf,
  nullable,
  object,
  oneOf,
  optional,
  text,
} from './schema';
import { control } from './wire';

const number: Check<number> = (value): value is number =>
  typeof value === 'number' && Number.isFinite(value);

export const formats = ['swiss', 'arena', 'roundrobin', 'knockout', 'simul', 'teams'] as const;
const format = oneOf(...formats);
export type Format = Infer<typeof format>;

const status = oneOf('created', 'started', 'finished', 'cancelled');
const instant = nullable(integer);
const named = object({ id: text, name: text });

/** Who gives a simul, and how their games stand. */
const host = optional(
  nullable(
    object({
      player: integer,
      title: nullable(text),
      rating: nullable(integer),
      wins: integer,
      draws: integer,
      losses: integer,
      playing: integer,
    }),
  ),
);

const summary = {
  id: text,
  name: text,
  format,
  status,
  paused: bool,
  startsAt: instant,
  startedAt: instant,
  finishedAt: instant,
  endsAt: instant,
  variant: text,
  rated: bool,
  clock: control,
  days: nullable(integer),
  round: integer,
  rounds: nullable(integer),
  players: integer,
  playersMax: nullable(integer),
  hasCode: bool,
  organiser: nullable(named),
  winner: nullable(object({ id: nullable(text), name: text })),
  host,
};
const isSummary = object(summary);
export type Summary = Infer<typeof isSummary>;

export const isCalendar = object({
  created: optional(listOf(isSummary)),
  started: optional(listOf(isSummary)),
  finished: optional(listOf(isSummary)),
});
export type Calendar = Infer<typeof isCalendar>;

const side = nullable(oneOf('white', 'black'));

const roundOfRow = object({
  round: integer,
  result: text,
  color: side,
  opponent: nullable(integer),
  board: nullable(integer),
  game: nullable(text),
});
export type RoundOfRow = Infer<typeof roundOfRow>;

const isRow = object({
  rank: integer,
  player: integer,
  tpn: nullable(integer),
  user: nullable(text),
  name: text,
  rating: nullable(integer),
  points: number,
  tiebreaks: listOf(number),
  games: integer,
  performance: nullable(integer),
  status: text,
  accepted: optional(nullable(bool)),
  rounds: listOf(roundOfRow),
  sheet: nullable(listOf(number)),
  fire: nullable(bool),
  berserks: nullable(integer),
});
export type Row = Infer<typeof isRow>;

export const isStandings = object({
  total: integer,
  tiebreaks: optional(listOf(text)),
  rows: listOf(isRow),
});

const isRival = object({
  team: integer,
  rank: integer,
  id: nullable(text),
  name: text,
  captain: nullable(text),
  left: bool,
  points: integer,
  gamePoints: nullable(number),
  tiebreaks: listOf(number),
  played: integer,
  players: integer,
  roster: listOf(integer),
  lineup: listOf(integer),
  leaders: listOf(integer),
});
/** A team that plays against other teams. */
export type Rival = Infer<typeof isRival>;

const matchSide = object({ team: integer, name: text, gamePoints: number, points: integer });
const isMatch = object({
  match: integer,
  home: nullable(matchSide),
  away: nullable(matchSide),
  over: bool,
});
export type TeamMatch = Infer<typeof isMatch>;

const seat = nullable(
  object({
    player: integer,
    user: nullable(text),
    name: text,
    rating: nullable(integer),
    points: number,
    berserk: optional(bool),
  }),
);
export type Seat = NonNullable<Infer<typeof seat>>;

const isBoard = object({
  board: integer,
  table: integer,
  round: integer,
  state: oneOf('paired', 'playing', 'over'),
  white: seat,
  black: seat,
  game: nullable(text),
  result: nullable(text),
  by: nullable(text),
  match: nullable(integer),
  tiebreak: optional(bool),
  halted: optional(nullable(oneOf('stopped', 'adjourned'))),
  until: optional(nullable(integer)),
});
export type Board = Infer<typeof isBoard>;

const roundState = oneOf('none', 'paired', 'playing', 'over');

export const isRound = object({
  round: integer,
  state: roundState,
  startedAt: instant,
  finishedAt: instant,
  matches: optional(listOf(isMatch)),
  boards: listOf(isBoard),
});
export type Round = Infer<typeof isRound>;

export const isPlayer = object({
  player: integer,
  tpn: nullable(integer),
  user: nullable(text),
  name: text,
  title: optional(nullable(text)),
  rating: nullable(integer),
  bot: optional(bool),
  status: oneOf('active', 'paused', 'withdrawn', 'removed'),
  accepted: optional(nullable(bool)),
  team: optional(nullable(text)),
  teamNumber: optional(nullable(integer)),
  fideId: optional(nullable((value): value is string | number => value !== null)),
  federation: optional(nullable(text)),
  birth: optional(nullable(text)),
  sex: optional(nullable(text)),
  byes: optional(listOf(object({ round: integer, points: number }))),
  here: optional(bool),
});
export type Player = Infer<typeof isPlayer>;

const players = listOf(isPlayer);
/** The list, bare or as a member. */
export const isPlayers = (value: unknown): value is Player[] | { players: Player[] } =>
  players(value) || object({ players })(value);

const settings = object({
  pairing: optional(nullable(text)),
  interval: optional(nullable(integer)),
  firstMove: optional(nullable(integer)),
  delayMoves: optional(nullable(integer)),
  delayMinutes: optional(nullable(integer)),
  lateUntil: optional(nullable(integer)),
  acceleration: optional(nullable(text)),
  initial: optional(nullable(text)),
  tiebreaks: optional(nullable(listOf(text))),
  bots: bool,
  guests: bool,
  chat: bool,
  ratingMin: nullable(integer),
  ratingMax: nullable(integer),
  gamesMin: nullable(integer),
  hasList: bool,
  minutes: optional(nullable(integer)),
  berserk: optional(nullable(bool)),
  streaks: optional(nullable(bool)),
  cycles: optional(nullable(integer)),
  swapsRounds: optional(nullable(bool)),
  varma: optional(nullable(bool)),
  games: optional(nullable(integer)),
  tiebreakPairs: optional(nullable(integer)),
  hostColor: optional(nullable(text)),
  hostExtra: optional(nullable(integer)),
  hostExtraEach: optional(nullable(integer)),
  teams: optional(listOf(object({ id: text, name: nullable(text) }))),
  leaders: optional(nullable(integer)),
  boards: optional(nullable(integer)),
  system: optional(nullable(text)),
});

const role = oneOf('organiser', 'arbiter', 'results');
export type Role = Infer<typeof role>;

const stats = object({
  games: integer,
  moves: integer,
  whiteWins: integer,
  blackWins: integer,
  draws: integer,
  berserks: integer,
});
export type Stats = Infer<typeof stats>;

export const isTournament = object({
  ...summary,
  description: nullable(text),
  seq: integer,
  now: integer,
  roundState,
  roundStartedAt: instant,
  nextRoundAt: instant,
  noPairing: optional(bool),
  boardsLeft: integer,
  settings,
  roles: listOf(object({ id: text, name: text, role })),
  forbidden: optional(listOf(listOf(integer))),
  stats: nullable(stats),
  podium: nullable(listOf(isRow)),
  teams: optional(nullable(listOf(isRival))),
  me: nullable(
    object({
      player: nullable(isPlayer),
      roles: listOf(role),
      game: nullable(text),
      row: nullable(isRow),
      canJoin: bool,
      whyNot: nullable(object({ code: text, error: text })),
      may: listOf(text),
      code: optional(nullable(text)),
      list: optional(nullable(text)),
      teams: optional(listOf(integer)),
      captainOf: optional(listOf(integer)),
    }),
  ),
});
export type Tournament = Infer<typeof isTournament>;

export const isCrosstable = object({
  players: listOf(
    object({
      player: integer,
      tpn: nullable(integer),
      rank: integer,
      name: text,
      points: number,
    }),
  ),
  cells: listOf(
    object({
      board: integer,
      round: integer,
      white: nullable(integer),
      black: nullable(integer),
      result: nullable(text),
      match: optional(nullable(integer)),
    }),
  ),
});
export type Crosstable = Infer<typeof isCrosstable>;

export const isLog = listOf(
  object({
    seq: integer,
    at: integer,
    by: nullable(text),
    byName: optional(nullable(text)),
    act: text,
  }),
);
export type LoggedAct = Infer<typeof isLog>[number];

export const isDone = object({ seq: optional(integer), added: optional(integer) });

/* What comes by the WebSocket. */

const line = { user: nullable(text), name: text, text, at: integer };
const chatLine = object(line);
export type ChatLine = Infer<typeof chatLine>;

export const tournamentMessages = {
  tournament: object({
    tournament: isTournament,
    standings: isStandings,
    round: nullable(isRound),
    chat: listOf(chatLine),
  }),
  tournament_update: object({
    tournament: text,
    seq: integer,
    status,
    paused: bool,
    round: integer,
    roundState,
    roundStartedAt: instant,
    nextRoundAt: instant,
    noPairing: optional(bool),
    endsAt: instant,
    startsAt: instant,
    players: integer,
    boardsLeft: integer,
    host,
    total: integer,
    rows: listOf(isRow),
    teams: optional(nullable(listOf(isRival))),
    boards: listOf(isBoard),
    changed: optional(bool),
  }),
  tournament_chat: object({ tournament: text, ...line }),
  tournament_game: object({
    tournament: text,
    name: text,
    format,
    round: integer,
    board: integer,
    game: text,
    color: oneOf('white', 'black'),
    berserk: optional(bool),
    host: optional(bool),
  }),
};

type Messages = typeof tournamentMessages;
type Kind = keyof Messages;
export type TournamentMessage = { [K in Kind]: { t: K } & Infer<Messages[K]> }[Kind];
export type Snapshot = Extract<TournamentMessage, { t: 'tournament' }>;
export type Update = Extract<TournamentMessage, { t: 'tournament_update' }>;
export type OwnGame = Extract<TournamentMessage, { t: 'tournament_game' }>;

/** Null for whatever is no message about tournaments. */
export function parseTournamentMessage(json: string): TournamentMessage | null {
  try {
    const value = JSON.parse(json) as { t?: unknown };
    const { t } = Object(value) as { t?: unknown };
    const isKnown = typeof t === 'string' && Object.hasOwn(tournamentMessages, t);
    return isKnown && tournamentMessages[t as Kind](value) ? (value as TournamentMessage) : null;
  } catch {
    return null;
  }
}

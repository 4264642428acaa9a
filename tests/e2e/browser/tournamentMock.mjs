// tournamentMock.mjs - a tournament that is not played, as the server would tell of it (server/tournaments/README.md): for
// pages of which only the looks matter, in states that would take a whole evening to reach.

const names = [
  'Ada', 'Mei-Ling-of-the-Lake', 'Ivan', 'Rosa_Wintergarten-92', 'Xx-Destroyer_of_2-xX', 'Yusuf', 'Chiara', 'Bo',
  'Konstantin-der-Gro', 'Ines', 'Pawel', 'Fatima', 'Oluwaseun', 'Sven', 'Lakshmi', 'Tom',
];
const start = Date.UTC(2026, 10, 22, 18);
const gameId = n => `Game${String(n).padStart(4, '0')}`;

const playerOf = (name, i) => ({
  player: i + 1, tpn: i + 1, user: `user${i}`, name, title: i === 1 ? 'WFM' : null, rating: 2050 - 61 * i,
  provisional: false, bot: false, guest: false, level: null, status: i === 13 ? 'withdrawn' : 'active', team: null,
  fideId: null, federation: i % 3 === 0 ? 'GER' : null, birth: null, sex: null,
  byes: i === 9 ? [{ round: 4, points: 0.5 }] : [], here: i % 4 !== 0,
});
export const players = names.map(playerOf);

const score = i => [3, 2.5, 2.5, 2, 2, 2, 2, 1.5, 1.5, 1.5, 1, 1, 1, 1, 0.5, 0][i];
const roundsOf = i =>
  [1, 2, 3].map(round => ({
    round, result: round === 3 && i < 4 ? '*' : ['1', '½', '0'][(i + round) % 3], color: (i + round) % 2 ? 'white' : 'black',
    opponent: ((i + 3 * round) % 16) + 1, board: 8 * round + i, game: gameId(8 * round + i),
  }));
const rowOf = (isArena, isKnockout) => (player, i) => ({
  rank: i + 1, player: player.player, tpn: player.tpn, user: player.user, name: player.name, rating: player.rating,
  points: isArena ? Math.round(score(i) * 8) : score(i), tiebreaks: isArena || isKnockout ? [] : [7.5 - i / 4, 8 - i / 4, 6.25 - i / 4, 0],
  games: 3, performance: 2100 - 50 * i, status: player.status, rounds: isArena ? [] : roundsOf(i),
  sheet: isArena ? [2, 2, 4, 5, 0, 1, 2, 2, 4].slice(i % 5) : null, fire: isArena ? i % 4 === 0 : null, berserks: isArena ? i % 3 : null,
});

const seat = (i, points) => {
  const { player, user, name, rating } = players[i];
  return { player, user, name, rating, points, berserk: i === 2 };
};
const boardOf = state => (_, i) => ({
  board: 17 + i, table: i + 1, round: 3, state: i < 3 || state === 'paired' ? state : 'over', white: seat(2 * i, score(2 * i)),
  black: i === 7 ? null : seat(2 * i + 1, score(2 * i + 1)), game: state === 'paired' || i === 7 ? null : gameId(17 + i),
  result: i === 7 ? 'bye' : state === 'paired' || i < 3 ? null : ['1-0', '½-½', '0-1', '1-0F'][i % 4],
  by: null, match: null, tiebreak: false,
});

// Two matches of four boards each, of which the first is nearly over.
const teamNames = ['Schachfreunde am See', 'Reds', 'Torre Bianca', 'Gambit 1889'];
// The home team has White at the first and third board.
const rosterOf = i => [0, 1, 2, 3].map(n => 8 * Math.floor(i / 2) + 2 * n + 1 + ((i + n) % 2));
const teams = teamNames.map((name, i) => ({
  team: i + 1, rank: i + 1, id: null, name, captain: null, left: i === 3, points: 5 - i, gamePoints: 7.5 - 1.5 * i,
  tiebreaks: [], played: 3, players: 4, roster: rosterOf(i), lineup: [], leaders: [4 * i + 1, 4 * i + 2],
}));
const side = (i, gamePoints) => ({ team: i + 1, name: teamNames[i], gamePoints, points: 0 });
const matches = [
  { match: 1, home: side(0, 0.5), away: side(1, 0.5), over: false },
  { match: 2, home: side(2, 2.5), away: side(3, 1.5), over: true },
];

const acts =
  'settings role add player withdraw readmit remove bye forbid permit start pair boards unpair round result annul pause resume finish cancel time stop go_on adjourn'.split(' ');

// What the server would say of a tournament of that format, in that state.
export function newTournament({ id = 'Ab12Cd34', format = 'swiss', status = 'started', roundState = 'playing', now = Date.now(), isMine = true } = {}) {
  const isArena = format === 'arena';
  const isTeams = format === 'teams';
  const rows = players.map(rowOf(isArena, format === 'knockout'));
  const summary = {
    id, name: 'Club evening by the lake', format, status, paused: false, startsAt: start,
    startedAt: status === 'created' ? null : start, finishedAt: status === 'finished' ? start + 3_600_000 : null,
    endsAt: isArena ? now + 1_500_000 : null, variant: 'standard', rated: true, clock: { initial: 180_000, increment: 2000 },
    days: null, round: isArena ? 0 : 3, rounds: isArena ? null : 7, players: 16, playersMax: null, hasCode: true,
    organiser: { id: 'user0', name: 'Ada' }, winner: status === 'finished' ? { id: 'user0', name: 'Ada' } : null,
  };
  const tournament = {
    ...summary, description: 'Bring cake.\nThe hall closes at eleven.', seq: 17, now, roundState: isArena ? 'none' : roundState, roundStartedAt: start,
    nextRoundAt: null, boardsLeft: 3,
    settings: {
      pairing: 'manual', interval: 30, firstMove: 30, lateUntil: 3, acceleration: 'none', initial: 'random',
      tiebreaks: isArena || format === 'knockout' ? [] : ['BH/C1', 'BH', 'SB', 'DE'], bots: false, guests: false, chat: true, ratingMin: null, ratingMax: 2100,
      gamesMin: null, hasList: false, minutes: isArena ? 45 : null, berserk: isArena, streaks: isArena, cycles: null,
      swapsRounds: null, varma: null, games: null, tiebreakPairs: null,
    },
    roles: [{ id: 'user0', name: 'Ada', role: 'organiser' }, { id: 'user2', name: 'Ivan', role: 'arbiter' }],
    forbidden: [[3, 5]],
    stats: { games: 31, moves: 2314, whiteWins: 14, blackWins: 12, draws: 5, berserks: isArena ? 4 : 0 },
    podium: status === 'finished' ? rows.slice(0, 3) : null,
    teams: isTeams ? teams : null,
    me: {
      player: players[3], roles: isMine ? ['organiser'] : [], game: null, row: rows[3], canJoin: false,
      whyNot: { code: 'joined', error: 'You take part already.' }, may: isMine ? acts : [],
    },
  };
  const round = {
    round: isArena ? 0 : 3, state: roundState, startedAt: start, finishedAt: null,
    boards: Array.from({ length: 8 }, boardOf(roundState)).map((board, i) => (isTeams ? { ...board, match: i < 4 ? 1 : 2 } : board)),
    ...(isTeams && { matches }),
  };
  const chat = [
    { user: 'user0', name: 'Ada', text: 'Welcome, and good luck!', at: start },
    { user: 'user2', name: 'Ivan', text: 'Round 3 is paired. Please go to your boards.', at: start },
  ];
  return { summary, tournament, standings: { total: 16, tiebreaks: tournament.settings.tiebreaks, rows }, round, chat };
}

// Matches of a knock-out: 8, 4, then 2 that are still played.
const bracket = [
  ...[1, 2, 3, 4, 5, 6, 7, 8].map(match => ({ round: 1, match, white: match, black: 17 - match, result: match === 5 ? '0-1' : '1-0' })),
  ...[1, 2, 3, 4].map(match => ({ round: 2, match, white: 2 * match - 1, black: 2 * match, result: '½-½' })),
  ...[1, 2].map(match => ({ round: 3, match, white: 4 * match - 3, black: 4 * match - 1, result: null })),
].map((cell, i) => ({ board: i + 1, ...cell }));

const crosstableOf = ({ tournament: { format }, standings: { rows } }) => ({
  players: rows.map(({ player, tpn, rank, name, points }) => ({ player, tpn, rank, name, points })),
  cells: format === 'knockout' ? bracket : [1, 2, 3].flatMap(round =>
    players.slice(0, 8).map((_, i) => ({
      board: 8 * round + i, round, white: i + 1, black: ((i + 7 - round) % 8) + 9, result: ['1-0', '½-½', '0-1'][(i + round) % 3],
    }))),
});

const log = [
  { seq: 1, at: start, by: 'user0', byName: 'Ada', act: 'create', confirmed: false },
  { seq: 16, at: start, by: null, byName: null, act: 'pair', round: 3, confirmed: false },
  { seq: 17, at: start, by: 'user2', byName: 'Ivan', act: 'result', board: 14, result: '1-0', reason: 'reported by both', confirmed: true },
];

const snapshotOf = ({ tournament, standings, round, chat }) => ({ t: 'tournament', tournament, standings, round, chat });

// On the page's WebSocket: what it asks about tournaments is answered here, everything else by the server. Afterwards
// one.tell(message) says something to the page, and one.asked has what it asked for.
async function mockSocket(one, town) {
  if (one.asked) return void (one.town = town);
  Object.assign(one, { town, asked: [], tell: () => {} });
  await one.page.routeWebSocket('**/ws', socket => {
    const server = socket.connectToServer();
    one.tell = message => socket.send(JSON.stringify(message));
    socket.onMessage(text => {
      if (!String(text).includes('"tournament_')) return server.send(text);
      const request = JSON.parse(text);
      one.asked.push(request);
      one.tell({ t: 'ok', id: request.id });
      if (request.t === 'tournament_watch') one.tell(snapshotOf(one.town));
    });
  });
}

// Answers this page's requests about tournaments in the server's place; `refuse(act)` may answer an act otherwise.
export async function mock(one, town, refuse = () => null) {
  const acts = [];
  const { summary, tournament, standings, round } = town;
  await mockSocket(one, town);
  const soon = { ...summary, status: 'created', round: 0, startsAt: start + 86_400_000 };
  const calendar = {
    started: [summary],
    created: [
      { ...soon, id: 'Soon0001', name: 'Sunday blitz', format: 'arena', rounds: null },
      { ...soon, id: 'Soon0002', name: 'School championship', format: 'roundrobin', rounds: 9, startsAt: null },
    ],
    finished: [
      { ...summary, id: 'Over0001', name: 'Autumn cup', format: 'knockout', status: 'finished',
        finishedAt: start - 86_400_000, winner: { id: 'user2', name: 'Ivan' } },
    ],
  };
  const parts = { players, standings, rounds: round, crosstable: crosstableOf(town), join: { ok: true, seq: 18 } };
  await one.page.route('**/api/v1/tournaments**', route => {
    const request = route.request();
    const [, , , , id, part] = new URL(request.url()).pathname.split('/');
    if (part === 'acts') {
      const act = Object.fromEntries(new URLSearchParams(request.postData()));
      acts.push(act);
      const refused = refuse(act);
      return route.fulfill(refused ? { status: 409, json: refused } : { json: { ok: true, seq: 18 } });
    }
    if (part === 'log')
      return route.fulfill({ contentType: 'application/x-ndjson', body: log.map(act => JSON.stringify(act)).join('\n') });
    if (part) return route.fulfill({ json: parts[part] });
    if (id) return route.fulfill({ json: tournament });
    if (request.method() === 'GET') return route.fulfill({ json: calendar });
    acts.push(Object.fromEntries(new URLSearchParams(request.postData())));
    return route.fulfill({ status: 201, json: tournament });
  });
  return acts;
}

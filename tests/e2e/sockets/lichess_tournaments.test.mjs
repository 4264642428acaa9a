// lichess_tournaments.test.mjs - arenas and Swiss tournaments of the Lichess API: scripts make them, bots join them and play; each answer
// is as the description of the API says.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { castled, until } from './castled.mjs';
import { browser } from './http_client.mjs';
import { hasMembers, lichess } from './lichess_client.mjs';
import { checkAnswer, operations } from './openapi.mjs';

const ORGANISER = { scopes: 'tournament:write' };
const PLAYER = 'challenge:read board:play tournament:write';
const form = fields => new URLSearchParams(fields).toString();
const lines = answer => answer.body.split('\n').filter(Boolean).map(line => JSON.parse(line));

let server;
before(async () => (server = await castled().start()));
after(() => server.remove());

// Every answer is held against the description.
const answered = new Set();
const checked = ask => async (method, path, body, extra) => {
  const answer = await ask(method, path, body, extra);
  const { operationId } = checkAnswer(method, path, answer);
  if (answer.status < 400) answered.add(operationId);
  return answer;
};

async function person(name, how) {
  const one = await lichess(server, name, how);
  const ask = checked(one.ask);
  return {
    ...one,
    get: (path, extra) => ask('GET', path, undefined, extra),
    async post(path, fields, status = 200) {
      const answer = await ask('POST', path, fields ? form(fields) : '');
      assert.equal(answer.status, status, `${path}: ${answer.body}`);
      return answer.json;
    },
    act: async (id, act) => assert.equal((await one.post(`/api/v1/tournaments/${id}/acts`, form({ act }))).status, 200),
  };
}

const bot = name => person(name, { bot: true, scopes: `${PLAYER} bot:play` });
const guest = { get: (path, extra) => checked(browser(server).ask)('GET', path, undefined, extra) };

test('an arena is made by a script; bots join it as they do on lichess, are paired, and play', async () => {
  const club = await person('Club', ORGANISER);
  const bots = [await bot('Arrow'), await bot('Bishop')];
  for (const one of bots) one.event = await one.events();
  const before = Date.now();
  const made = await club.post('/api/tournament', {
    name: 'Bots', clockTime: '0.5', clockIncrement: 3, minutes: 60, rated: 'false', 'conditions.bots': 'true', password: 'sesame', description: 'All night.',
  });
  hasMembers(made, { id: 'string', nbPlayers: 'integer', secondsToStart: 'integer', 'standing.page': 'integer', 'perf.key': 'string' });
  assert.deepEqual([made.clock, made.createdBy, made.fullName, made.botsAllowed, made.private, made.rated],
    [{ limit: 30, increment: 3 }, 'club', 'Bots', true, true, false]);
  const start = Date.parse(made.startsAt) - before;
  assert.ok(start >= 300_000 && start < 300_000 + Date.now() - before + 1, 'five minutes from now');
  const at = `/api/tournament/${made.id}`;
  const listed = (await guest.get('/api/tournament')).json;
  assert.deepEqual([listed.created.map(each => each.id), listed.started, listed.finished], [[made.id], [], []]);
  assert.deepEqual([listed.created[0].status, listed.created[0].minutes], [10, 60]);

  // What BotLi reads before it joins.
  hasMembers((await bots[0].get(at)).json, { id: 'string', startsAt: 'string', minutes: 'integer', fullName: 'string', botsAllowed: 'boolean' });
  assert.equal((await bots[0].post(`${at}/join`, null, 400)).code, 'code');
  for (const one of bots) assert.deepEqual(await one.post(`${at}/join`, { password: 'sesame', pairMeAsap: 'true' }), { ok: true });
  assert.deepEqual(await bots[0].post(`${at}/join`, { password: 'sesame' }), { ok: true }, 'again, as after a restart of the program');
  assert.deepEqual(await bots[0].post(`${at}/withdraw`), { ok: true });
  assert.equal((await guest.get(at)).json.nbPlayers, 1);
  await bots[0].post(`${at}/join`, { password: 'sesame' });
  await club.act(made.id, 'start');

  // Arrow wins twice, and is on fire: 2, 2, then 4 (lila, ArenaSheet).
  for (let i = 0; i < 3; i++) {
    const [{ game }] = await Promise.all(bots.map(one => one.event.type('gameStart')));
    assert.equal(game.tournamentId, made.id);
    const board = bots[1].game(game.id);
    assert.equal((await board.type('gameFull')).tournamentId, made.id, 'what BotLi reads');
    await until(async () => (await guest.get(at)).json.duels.some(duel => duel.id === game.id), 'the duel is shown');
    // Then no fourth game begins, however long it takes to read about these three.
    if (i === 2) assert.deepEqual(await bots[1].post(`${at}/withdraw`), { ok: true });
    await bots[1].play(game.id, 'resign');
    await board.end();
  }
  await until(async () => (await guest.get(at)).json.standing.players[0].score === 8, 'three wins');
  const { standing, secondsToFinish } = (await guest.get(at)).json;
  assert.ok(secondsToFinish > 3000 && secondsToFinish <= 3600);
  assert.deepEqual([standing.players[0].name, standing.players[0].title, standing.players[0].sheet], ['Arrow', 'BOT', { scores: '224', fire: true }]);
  assert.deepEqual((await guest.get(`${at}?page=2`)).json.standing, { page: 2, players: [] });

  assert.equal((await bots[0].post(`${at}/terminate`, null, 403)).code, 'not_allowed');
  assert.deepEqual(await club.post(`${at}/terminate`), { ok: true });
  const { isFinished, podium, stats } = (await guest.get(at)).json;
  assert.deepEqual([isFinished, podium[0].name, podium[0].nb, stats.games], [true, 'Arrow', { game: 3, berserk: 0, win: 3 }, 3]);
  const results = lines(await guest.get(`${at}/results?sheet=true`));
  assert.deepEqual(results.map(row => [row.rank, row.username, row.score]), [[1, 'Arrow', 8], [2, 'Bishop', 0]]);
  assert.equal(lines(await guest.get(`${at}/results?nb=1`)).length, 1);
  assert.equal((await guest.get(`${at}/games`)).body.match(/^\[Result /gm).length, 3);
  assert.equal(lines(await guest.get(`${at}/games?player=Bishop`, { accept: 'application/x-ndjson' })).length, 3);
  assert.equal((await guest.get(`${at}/games?player=Club`)).body.trim(), '');

  assert.deepEqual(lines(await guest.get('/api/user/Club/tournament/created')).map(each => [each.id, each.status, each.winner.name]), [[made.id, 30, 'Arrow']]);
  assert.deepEqual(lines(await guest.get('/api/user/Club/tournament/created?status=10&status=20')), []);
  const played = lines(await guest.get('/api/user/Arrow/tournament/played?performance=true'));
  assert.deepEqual(played.map(each => [each.tournament.id, each.player.score, each.player.rank, typeof each.player.performance]), [[made.id, 8, 1, 'number']]);
  assert.deepEqual(lines(await guest.get('/api/user/Club/tournament/played')), []);
  for (const one of bots) one.event.close();
});

test('an arena is changed until it starts, and ends before that without a trace', async () => {
  const maker = await person('Maker', ORGANISER);
  const other = await person('Other', ORGANISER);
  const { id } = await maker.post('/api/tournament', { clockTime: 3, clockIncrement: 0, minutes: 30, waitMinutes: 60, 'conditions.minRating.rating': 1500 });
  const at = `/api/tournament/${id}`;
  const seen = (await other.get(at)).json;
  assert.deepEqual([seen.fullName, seen.myUsername, seen.verdicts.accepted, seen.minRating], ['Maker Arena', 'Other', false, { perf: 'blitz', rating: 1500 }]);
  assert.equal((await other.post(at, { clockTime: 5 }, 403)).code, 'not_allowed');
  const changed = await maker.post(at, { clockTime: 5, clockIncrement: 2, minutes: 45, name: 'Evening', hasChat: 'false' });
  assert.deepEqual([changed.clock, changed.minutes, changed.fullName, changed.minRating.rating, changed.startsAt], [{ limit: 300, increment: 2 }, 45, 'Evening', 1500, seen.startsAt]);
  assert.deepEqual(await maker.post(`${at}/terminate`), { ok: true });
  assert.equal((await guest.get(at)).status, 404);
  assert.equal((await guest.get(`/api/swiss/${id}`)).status, 404);
});

test('what a form cannot mean is refused by the name of its field', async () => {
  const maker = await person('Careful', ORGANISER);
  const arena = { clockTime: 3, clockIncrement: 2, minutes: 30 };
  const swiss = { 'clock.limit': 180, 'clock.increment': 2, nbRounds: 5 };
  const refused = async (path, base, fields) => {
    const [field] = Object.keys(fields);
    const both = { ...base, ...fields };
    if (both[field] === null) delete both[field];
    const answer = await maker.post(path, both, 400);
    assert.deepEqual([answer.code, answer.error.split(':')[0]], ['bad_field', field], JSON.stringify(answer));
  };
  for (const fields of [
    { clockTime: null }, { clockTime: 'x' }, { clockTime: '-1' }, { clockTime: '0.3333' }, { clockTime: 'nan' }, { clockTime: '181' }, { clockTime: '1e300' }, { clockIncrement: 181 },
    { minutes: 0 }, { minutes: 721 }, { waitMinutes: 'soon' }, { startDate: '1' + '0'.repeat(14) }, { variant: 'atomic' }, { position: '8/8/8/8/8/8/8/8 w - -' },
    { 'conditions.minRating.rating': 'high' }, { 'conditions.accountAge': 30 }, { 'conditions.titled': 'true' }, { 'conditions.allowList': 'ann,%titled' }, { teamBattleByTeam: 'coders' },
    { 'conditions.teamMember.teamId': 'coders' }, { name: 'x'.repeat(61) },
  ])
    await refused('/api/tournament', arena, fields);
  for (const fields of [
    { 'clock.limit': null }, { nbRounds: 41 }, { nbRounds: '' }, { roundInterval: 604801 }, { chatFor: 'all' }, { startsAt: 'now' }, { forbiddenPairings: 'a b' }, { manualPairings: 'a b' },
    { 'conditions.playYourGames': 'true' },
  ])
    await refused('/api/swiss/new/club', swiss, fields);
  assert.deepEqual(lines(await guest.get('/api/user/Careful/tournament/created')), []);
  for (const path of ['/api/tournament/Ab12Cd34', '/api/swiss/Ab12Cd34', '/swiss/Ab12Cd34.trf', '/api/user/Nobody/tournament/played', '/api/tournament/x/results'])
    assert.equal((await guest.get(path)).status, 404, path);
  assert.equal((await guest.get('/api/user/Careful/tournament/created?status=11')).status, 400);
  assert.equal((await guest.get('/api/user/Careful/tournament/created?nb=0')).status, 400);
});

test('a Swiss tournament whose rounds a script schedules, with a bot; its files and results', async () => {
  const club = await person('Chess', ORGANISER);
  const players = [await bot('Rook'), await person('Ann', { scopes: PLAYER }), await person('Bob', { scopes: PLAYER }), await person('Cid', { scopes: PLAYER })];
  for (const one of players) one.event = await one.events();
  const made = await club.post('/api/swiss/new/club', {
    name: 'Thursday', 'clock.limit': 600, 'clock.increment': 5, nbRounds: 2, rated: 'false', roundInterval: 99999999, 'conditions.bots': 'true',
  });
  assert.deepEqual([made.name, made.round, made.nbRounds, made.status, made.clock], ['Thursday', 0, 2, 'created', { limit: 600, increment: 5 }]);
  const at = `/api/swiss/${made.id}`;
  for (const one of players) assert.deepEqual(await one.post(`${at}/join`), { ok: true });
  assert.equal((await guest.get(`/swiss/${made.id}.trf`)).status, 404, 'it has not started');
  assert.equal((await club.post(`${at}/edit`, { name: 'Friday', 'conditions.minRating.rating': '' })).name, 'Friday');
  await club.act(made.id, 'start');
  assert.equal((await players[1].post(`${at}/schedule-next-round`, null, 403)).code, 'not_allowed');

  for (const round of [1, 2]) {
    const tomorrow = Date.now() + 86_400_000;
    await club.post(`${at}/schedule-next-round`, { date: tomorrow }, 204);
    const { nextRound } = (await guest.get(at)).json;
    assert.equal(Date.parse(nextRound.at), tomorrow);
    assert.ok(nextRound.in > 86_000);
    await club.post(`${at}/schedule-next-round`, null, 204); // now
    const started = await Promise.all(players.map(one => one.event.type('gameStart')));
    for (const [i, { game }] of started.entries()) {
      assert.equal(game.swissId, made.id);
      if (game.color === 'white') await players[i].play(game.id, 'resign');
    }
    await until(async () => { const { json } = await guest.get(at); return json.round === round && json.nbOngoing === 0; }, `round ${round} is over`);
  }
  assert.equal((await guest.get(at)).json.status, 'started', 'the rounds are by hand, and so is the end');
  assert.equal((await players[3].post(`${at}/withdraw`)).ok, true);
  assert.deepEqual(await club.post(`${at}/terminate`), { ok: true });
  const { status, stats, nextRound } = (await guest.get(at)).json;
  assert.deepEqual([status, stats.games, stats.blackWins, stats.byes, nextRound], ['finished', 4, 4, 0, undefined]);
  const results = lines(await guest.get(`${at}/results`));
  assert.equal(results.reduce((sum, row) => sum + row.points, 0), 4);
  assert.deepEqual([results.find(row => row.username === 'Cid').absent, results.find(row => row.username === 'Rook').title], [true, 'BOT']);
  assert.equal((await guest.get(`${at}/games`)).body.match(/^\[Result "0-1"\]/gm).length, 4);
  assert.match((await guest.get(`/swiss/${made.id}.trf`)).body, /^012 Friday/m);
  for (const one of players) one.event.close();
});

test('a board berserks in an arena, and nowhere else', async () => {
  const club = await person('Berserkers', ORGANISER);
  const boards = [await person('Eve', { scopes: PLAYER }), await person('Fay', { scopes: PLAYER })];
  for (const one of boards) one.event = await one.events();
  const { id } = await club.post('/api/tournament', { clockTime: 5, clockIncrement: 3, minutes: 60, rated: 'false' });
  for (const one of boards) await one.post(`/api/tournament/${id}/join`);
  await club.act(id, 'start');
  const [{ game }] = await Promise.all(boards.map(one => one.event.type('gameStart')));
  await boards[0].post(`/api/board/game/${game.id}/berserk`);
  await boards[0].post(`/api/board/game/${game.id}/berserk`, null, 400);
  await boards[1].play(game.id, 'resign');
  await until(async () => (await guest.get(`/api/tournament/${id}`)).json.standing.players[0].score === 2, 'the win');
  await club.post(`/api/tournament/${id}/terminate`);
  assert.deepEqual((await guest.get(`/api/tournament/${id}`)).json.podium.map(row => [row.name, row.nb.berserk]), [['Eve', 1], ['Fay', 0]]);
  for (const one of boards) one.event.close();
});

test('teams meet in an arena that a script has made', async () => {
  const lead = { scopes: 'tournament:write team:lead team:write' };
  const [one, other, third] = [await person('Gil', lead), await person('Hal', lead), await person('Ivy', lead)];
  const make = async (captain, name) => (await captain.ask('POST', '/api/v1/teams', form({ name }))).json.id;
  const [reds, blues] = [await make(one, 'Reds'), await make(other, 'Blues')];
  const { id } = await one.post('/api/tournament', { clockTime: 1, clockIncrement: 0, minutes: 30, rated: 'false', teamBattleByTeam: reds });
  const battle = await one.post(`/api/tournament/team-battle/${id}`, { teams: `${reds},${blues}`, nbLeaders: 3 });
  assert.deepEqual(battle.teamBattle, { teams: { [reds]: ['Reds', null], [blues]: ['Blues', null] }, nbLeaders: 3 });
  await other.post(`/api/tournament/${id}/join`, { team: reds }, 400);
  await third.post(`/api/tournament/${id}/join`, {}, 400);
  await other.post(`/api/tournament/${id}/join`, { team: blues });
  await one.post(`/api/tournament/${id}/join`, {}); // there is only one that it can be
  const { teams } = (await guest.get(`/api/tournament/${id}/teams`)).json;
  assert.deepEqual(teams.map(row => [row.id, row.score, row.players.map(({ user }) => user.id)]).sort(), [[blues, 0, ['hal']], [reds, 0, ['gil']]].sort());
});

test('every operation was answered well once', () => {
  const all = operations.filter(({ path }) => /^\/(api\/tournament|api\/swiss|swiss)\b|\/tournament\/(created|played)$/.test(path));
  assert.equal(all.length, 23);
  assert.deepEqual(all.map(({ operation }) => operation.operationId).filter(id => !answered.has(id)), []);
});

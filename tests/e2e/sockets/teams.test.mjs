// teams.test.mjs - teams over HTTP: made, joined in every way, led, asked for as programs of the Lichess API do; who may do
// what; and the same after kill -9.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { runCastled, until, withCastled } from './castled.mjs';
import { browser } from './http_client.mjs';
import { lichess } from './lichess_client.mjs';
import { checkAnswer, operations } from './openapi.mjs';
import { connect } from './player.mjs';

const SCOPES = { scopes: 'team:read team:write team:lead' };
const API = '/api/v1/teams';
const form = fields => new URLSearchParams(fields).toString();

const answered = new Set();
const checked = (method, ask) => async (path, ...rest) => {
  const answer = await ask(path, ...rest);
  const { operationId } = checkAnswer(method, path, answer);
  if (answer.status < 300) answered.add(operationId);
  return answer;
};

// Somebody with an account and a token, of whose answers each must be as it is described.
async function join(server, name, how = SCOPES) {
  const one = await lichess(server, name, how);
  return { ...one, get: checked('GET', one.get), post: checked('POST', one.post) };
}

async function make(captain, fields) {
  const made = await captain.post(API, form(fields));
  assert.equal(made.status, 201, made.body);
  return made.json.id;
}

const tries = (who, team, fields) => who.post(`${API}/${team}/acts`, form(fields));

async function act(who, team, fields) {
  const answer = await tries(who, team, fields);
  assert.deepEqual([answer.status, answer.json], [200, { ok: true }], `${JSON.stringify(fields)}: ${answer.body}`);
}

async function ok(who, path, body = '') {
  const answer = await who.post(path, body);
  assert.deepEqual([answer.status, answer.json], [200, { ok: true }], `${path}: ${answer.body}`);
}

const codeOf = ({ status, json }) => [status, json.code];
const namesOf = async (who, team) => (await who.get(`${API}/${team}/members`)).json.members.map(({ name }) => name);

test('of a long description a list of teams has the beginning', () =>
  withCastled({}, async server => {
    const ada = await join(server, 'Ada');
    const long = '\u{1F600}'.repeat(201), fits = '\u{1F600}'.repeat(200);
    const [one, two] = [await make(ada, { name: 'Club one', description: long }), await make(ada, { name: 'Club two', description: fits })];
    const listed = (await ada.get(`${API}?q=CLUB`)).json.teams.map(({ name, description }) => [name, description]);
    assert.deepEqual(listed, [['Club one', `${fits}…`], ['Club two', fits]]);
    assert.equal((await ada.get(`${API}/${one}`)).json.description, long);
    assert.equal((await ada.get(`${API}/${two}`)).json.description, fits);
    assert.deepEqual((await ada.get(`${API}?q=${'x'.repeat(2000)}`)).json.teams, []);
  }));

test('nothing gets a name in which there is nothing to see: no link to it could be clicked', () =>
  withCastled({}, async server => {
    const eve = browser(server);
    assert.equal((await eve.post('/api/account', { name: 'Eve', password: 'correct-horse' })).status, 201);
    const cup = { format: 'swiss', rounds: '5' };
    // Blanks of Unicode, of no width, and letters that fill a place without being seen (Hangul).
    for (const name of ['   ', '\u200b\u200b\u200b', '\u3000\u2003\u00a0', '\uffa0\u3164\u115f', '\u00ad\u200d\u2060']) {
      for (const [path, fields] of [['teams', {}], ['tournaments', cup], ['broadcasts', {}]])
        assert.equal((await eve.post(`/api/v1/${path}`, { ...fields, name })).status, 400, `${path} ${escape(name)}`);
    }
    const name = 'Ö 1'; // a blank inside is none
    assert.equal((await eve.post('/api/v1/teams', { name })).status, 201);
    const { id } = (await eve.post('/api/v1/tournaments', { ...cup, name })).json;
    const players = `/api/v1/tournaments/${id}/acts`;
    assert.equal((await eve.post(players, { act: 'add', guest: 'true', name: '\u200b' })).json.code, 'bad_field');
    assert.equal((await eve.post(players, { act: 'settings', name: '\u200b\u200b' })).status, 400);
    assert.equal((await eve.post(players, { act: 'add', guest: 'true', name })).status, 200);
    const { id: broadcast } = (await eve.post('/api/v1/broadcasts', { name })).json;
    assert.equal((await eve.post(`/api/v1/broadcasts/${broadcast}/rounds`, { name: '\u200b' })).status, 400);
  }));

test('nothing gets a name that is drawn over the lines beside it in a list', () =>
  withCastled({}, async server => {
    const eve = browser(server);
    assert.equal((await eve.post('/api/account', { name: 'Eve', password: 'correct-horse' })).status, 201);
    const make = async (path, name) => (await eve.post(`/api/v1/${path}`, { format: 'swiss', rounds: '5', name })).status;
    const bad = 'Zoe' + '\u0301'.repeat(5);
    // "Ha Noi" with its letters taken apart, Hebrew with points and an accent (Genesis 1:1), Thai (Unicode, 16.1).
    const good = ['H\u00e0 N\u00f4\u0323i'.normalize('NFD'), '\u05d1\u05bc\u05b0\u05e8\u05b5\u05d0\u05e9\u05c1\u05b4\u0596\u05d9\u05ea', '\u0e17\u0e35\u0e48\u0e19\u0e35\u0e48'];
    for (const path of ['teams', 'tournaments', 'broadcasts']) {
      assert.equal(await make(path, bad), 400, path);
      for (const name of good) assert.equal(await make(path, name), 201, `${path} ${name}`);
    }
  }));

test('teams are joined openly, by code and by request, led, passed on and deleted; all of it outlives a kill', () =>
  withCastled({}, async server => {
    const [ada, bob, cyd] = [await join(server, 'Ada'), await join(server, 'Bob'), await join(server, 'Cyd')];
    const open = await make(ada, { name: ' Club one ', description: 'Thursdays.\nBring a board.' });
    const closed = await make(ada, { name: 'Club two', entry: 'request' });
    const coded = await make(ada, { name: 'Club three', entry: 'code', code: 'gambit' });

    await act(bob, open, { act: 'join' });
    assert.deepEqual(codeOf(await tries(bob, open, { act: 'join' })), [400, 'joined']);
    assert.deepEqual(codeOf(await tries(bob, coded, { act: 'join', code: 'Gambit' })), [400, 'code']);
    await act(bob, coded, { act: 'join', code: 'gambit' });
    await act(bob, closed, { act: 'join', words: 'May I?' });
    assert.deepEqual(codeOf(await tries(bob, closed, { act: 'join' })), [400, 'asked']);
    assert.deepEqual(await namesOf(ada, closed), ['Ada']);
    const [asks] = (await ada.get(`${API}/${closed}/members`)).json.requests;
    assert.deepEqual([asks.name, asks.words], ['Bob', 'May I?']);
    assert.deepEqual((await cyd.get(`${API}/${closed}/members`)).json.requests, [], 'requests are the captain’s to see');
    const seen = (await bob.get(`${API}/${closed}`)).json;
    assert.deepEqual([seen.code, seen.requests, seen.me], [null, null, { state: 'asks', captain: false, may: ['leave'] }]);
    assert.equal((await ada.get(`${API}/${coded}`)).json.code, 'gambit');

    await server.kill();
    await server.start();
    assert.equal((await cyd.get(`${API}/${open}`)).json.description, 'Thursdays.\nBring a board.');
    await act(ada, closed, { act: 'accept', player: 'bob' });
    await act(cyd, closed, { act: 'join' });
    await act(ada, closed, { act: 'decline', player: 'Cyd' });
    assert.deepEqual(codeOf(await tries(ada, closed, { act: 'accept', player: 'Cyd' })), [400, 'no_request']);
    assert.deepEqual(await namesOf(cyd, closed), ['Ada', 'Bob']);

    await act(ada, closed, { act: 'captain', player: 'Bob' });
    assert.deepEqual(codeOf(await tries(ada, closed, { act: 'settings', name: 'Mine' })), [403, 'not_allowed']);
    await act(bob, closed, { act: 'settings', name: 'Bob’s club' });
    assert.deepEqual(codeOf(await tries(bob, closed, { act: 'leave' })), [400, 'captain']);
    await act(bob, closed, { act: 'remove', player: 'Ada' });
    await act(bob, closed, { act: 'delete' });
    assert.equal((await bob.get(`${API}/${closed}`)).status, 404);
    await act(bob, coded, { act: 'leave' });

    // A captain closes their account: whoever has been in the team longest follows, and where nobody is left, it is gone.
    await act(cyd, open, { act: 'join' });
    const gone = await ada.page.ask('DELETE', '/api/account', 'password=correct-horse&name=Ada');
    assert.equal(gone.status, 200, gone.body);
    await server.kill();
    await server.start();
    assert.deepEqual((await cyd.get(`${API}/${open}`)).json.captain.name, 'Bob');
    assert.deepEqual((await cyd.get(API)).json.teams.map(({ name }) => name), ['Club one']);
    assert.deepEqual((await cyd.get(`${API}?q=cLuB`)).json.teams.length, 1);
    assert.deepEqual((await cyd.get(`${API}?q=three`)).json.teams, []);
  }));

test('who may do what in a team, act by act; names and codes at their bounds', () =>
  withCastled({}, async server => {
    const [ada, bob, cyd, dan] = [await join(server, 'Ada'), await join(server, 'Bob'), await join(server, 'Cyd'), await join(server, 'Dan')];
    const root = await join(server, 'Chief');
    const made = await runCastled(['admin', '--data', server.directory, 'operator', 'Chief']);
    assert.equal(made.code, 0, made.stderr);
    const team = await make(ada, { name: 'Club', entry: 'request' });
    for (const one of [bob, cyd]) await act(one, team, { act: 'join' });
    await act(ada, team, { act: 'accept', player: 'Bob' });

    const acts = [['accept', 'Cyd'], ['decline', 'Cyd'], ['remove', 'Bob'], ['captain', 'Bob'], ['settings', ''], ['delete', '']];
    for (const [word, player] of acts)
      for (const one of [bob, cyd, dan])
        assert.deepEqual(codeOf(await tries(one, team, { act: word, player, name: 'Stolen' })), [403, 'not_allowed'], `${word} by ${one.name}`);
    assert.deepEqual((await root.get(`${API}/${team}`)).json.me.may, ['join', 'accept', 'decline', 'remove', 'captain', 'settings', 'delete']);
    await act(root, team, { act: 'settings', name: 'Club of the operator’s' });
    await act(root, team, { act: 'accept', player: 'Cyd' });
    await act(root, team, { act: 'remove', player: 'Bob' });
    await act(root, team, { act: 'captain', player: 'Cyd' });
    assert.deepEqual(codeOf(await tries(ada, team, { act: 'delete' })), [403, 'not_allowed']);

    const write = await join(server, 'Eve', { scopes: 'team:write' });
    assert.equal((await write.post(API, form({ name: 'Mine' }))).status, 403);
    assert.deepEqual(codeOf(await tries(write, team, { act: 'delete' })), [403, 'scope']);
    await act(write, team, { act: 'join' });
    assert.equal((await browser(server).post(`${API}/${team}/acts`, 'act=join')).status, 401);

    const faults = [
      [{ name: 'ab' }, 400], [{ name: 'abc' }, 201], [{ name: 'é'.repeat(60) }, 201], [{ name: 'é'.repeat(61) }, 400], [{ name: 'a\nbc' }, 400],
      [{ name: 'Club', entry: 'code' }, 400], [{ name: 'Club', entry: 'ask' }, 400], [{ name: 'Club', description: 'x'.repeat(2001) }, 400],
      [{ name: 'Club', code: 'x'.repeat(41), entry: 'code' }, 400], [{}, 400],
    ];
    for (const [fields, status] of faults) assert.equal((await dan.post(API, form(fields))).status, status, JSON.stringify(fields));
    assert.deepEqual(codeOf(await tries(dan, 'Nobodys0', { act: 'join' })), [404, 'not_found']);
    assert.equal((await tries(cyd, team, { act: 'accept', player: 'Nobody' })).json.code, 'no_user');
    assert.equal((await tries(cyd, team, { act: 'dance' })).status, 400);
  }));

test('a code is not guessed: after ten wrong ones even the right one is refused at that address', () =>
  withCastled({ limits: 'on' }, async server => {
    const [ada, bob] = [await join(server, 'Ada'), await join(server, 'Bob')];
    const [team, other] = [await make(ada, { name: 'Club', entry: 'code', code: '0237' }), await make(ada, { name: 'Other', entry: 'code', code: '1' })];
    const open = await make(ada, { name: 'Open club' });
    assert.deepEqual(codeOf(await tries(bob, team, { act: 'join' })), [400, 'code'], 'none is no guess');
    for (let i = 0; i < 10; i++) {
      const path = i % 2 ? `${API}/${team}/acts` : `/team/${team}/join`;
      assert.deepEqual(codeOf(await bob.post(path, form({ act: 'join', code: `${i}`, password: `${i}` }))), [400, 'code']);
    }
    for (const code of ['0237', '9']) assert.equal((await tries(bob, team, { act: 'join', code })).status, 429);
    assert.equal((await bob.post(`/team/${team}/join`, 'password=0237')).status, 429);
    await act(bob, open, { act: 'join', code: 'x' });
    await act(bob, other, { act: 'join', code: '1' });
    const elsewhere = browser(server, { token: bob.token, localAddress: '127.0.0.2' });
    assert.deepEqual((await elsewhere.post(`${API}/${team}/acts`, 'act=join&code=0237')).json, { ok: true });
  }));

test('whoever may not write here, or not to the captain, asks to join without words; words count as chat', () =>
  withCastled({ limits: 'on', slow: true }, async server => {
    const [ada, bob, cyd] = [await join(server, 'Ada'), await join(server, 'Bob'), await join(server, 'Cyd')];
    const team = await make(ada, { name: 'Club', entry: 'request' });
    const admin = async (...words) => {
      const done = await runCastled(['admin', '--data', server.directory, ...words]);
      assert.equal(done.code, 0, done.stderr + done.stdout);
    };
    const wordsOf = async name => (await ada.get(`${API}/${team}/members`)).json.requests.find(one => one.name === name)?.words;
    const asks = async (who, path, body) => {
      await ok(who, path, body);
      const words = await wordsOf(who.name);
      await act(who, team, { act: 'leave' });
      return words;
    };
    const ways = [[`${API}/${team}/acts`, form({ act: 'join', words: 'May I?' })], [`/team/${team}/join`, 'message=May%20I?']];
    for (const [path, body] of ways) assert.equal(await asks(bob, path, body), 'May I?');
    const silenced = async () => {
      for (const [path, body] of ways) assert.equal(await asks(bob, path, body), '');
    };
    await admin('mute', 'Bob');
    await silenced();
    await admin('unmute', 'Bob');
    await admin('quiet', 'on');
    await silenced();
    await admin('quiet', 'off');
    assert.equal((await ada.page.post('/api/rel/block/Bob')).status, 200);
    await silenced();
    assert.equal((await ada.page.post('/api/rel/unblock/Bob')).status, 200);
    assert.equal(await asks(bob, ...ways[0]), 'May I?');

    // Ten messages in 20 seconds, as in chat; without words there is no such limit.
    let last;
    for (let i = 0; i < 20 && last !== 429; i++) {
      last = (await tries(cyd, team, { act: 'join', words: `${i}` })).status;
      if (last === 200) await act(cyd, team, { act: 'leave' });
    }
    assert.equal(last, 429);
    await act(cyd, team, { act: 'join' });
    assert.equal(await wordsOf('Cyd'), '');
  }));

test('programs of the Lichess API find, join, leave and lead teams', () =>
  withCastled({}, async server => {
    const [ada, bob] = [await join(server, 'Ada'), await join(server, 'Bob')];
    const team = await make(ada, { name: 'Club', entry: 'request' });
    const shown = (await bob.get(`/api/team/${team}`)).json;
    const leader = { id: 'ada', name: 'Ada' };
    assert.deepEqual(shown, { id: team, name: 'Club', description: '', open: false, leader, leaders: [leader], nbMembers: 1, joined: false, requested: false });
    await ok(bob, `/team/${team}/join`, 'message=Hello');
    const [{ request, user }] = (await ada.get(`/api/team/${team}/requests`)).json;
    assert.deepEqual([request.teamId, request.userId, request.message, user.username], [team, 'bob', 'Hello', 'Bob']);
    await ok(ada, `/api/team/${team}/request/bob/accept`);
    const users = (await bob.get(`/api/team/${team}/users`)).body.trim().split('\n').map(line => JSON.parse(line));
    assert.deepEqual(users.map(({ id, name }) => [id, name]), [['bob', 'Bob'], ['ada', 'Ada']]);
    assert.ok(users.every(({ joinedTeamTimestamp }) => Number.isInteger(joinedTeamTimestamp)));
    const full = (await bob.get(`/api/team/${team}/users?full=true`)).body.split('\n')[0];
    assert.equal(JSON.parse(full).perfs.blitz.games, 0);
    assert.deepEqual((await bob.get('/api/team/of/bob')).json.map(({ id, joined }) => [id, joined]), [[team, true]]);
    const { currentPageResults, nbResults, nextPage } = (await bob.get('/api/team/search?text=club&page=1')).json;
    assert.deepEqual([currentPageResults.map(({ id }) => id), nbResults, nextPage], [[team], 1, null]);
    await ok(ada, `/api/team/${team}/kick/bob`);
    assert.equal((await bob.post(`/team/${team}/quit`)).status, 400);
    await ok(bob, `/team/${team}/join`);
    await ok(ada, `/api/team/${team}/request/bob/accept`);
    await ok(bob, `/team/${team}/quit`);
    await ok(bob, `/team/${team}/join`);
    await ok(ada, `/api/team/${team}/request/bob/decline`);
    for (let i = 0; i < 15; i++) await make(ada, { name: `Club ${i}` });
    const [first, second] = [(await bob.get('/api/team/all')).json, (await bob.get('/api/team/all?page=2')).json];
    assert.deepEqual([first.currentPageResults.length, first.nextPage, second.currentPageResults.length, second.previousPage, second.nextPage], [15, 2, 1, 1, null]);
    // Its tournaments: arenas in which it may join, and the Swiss that is made for it.
    const club = await lichess(server, 'Club', { scopes: 'tournament:write' });
    const begin = async (path, fields) => {
      const answer = await club.post(path, form(fields));
      assert.equal(answer.status, 200, answer.body);
      return answer.json.id;
    };
    const arena = { clockTime: 3, clockIncrement: 2, minutes: 45, rated: 'false' };
    const own = await begin('/api/tournament', { ...arena, name: 'Club arena', 'conditions.teamMember.teamId': team });
    await begin('/api/tournament', { ...arena, name: 'Open arena' });
    const swiss = await begin(`/api/swiss/new/${team}`, { name: 'Club Swiss', 'clock.limit': 180, 'clock.increment': 2, nbRounds: 5 });
    await begin('/api/swiss/new/coders', { name: 'Open Swiss', 'clock.limit': 180, 'clock.increment': 2, nbRounds: 5 });
    const ids = async path => {
      const answer = await bob.get(`/api/team/${team}/${path}`);
      return answer.body.split('\n').filter(Boolean).map(line => JSON.parse(line).id);
    };
    assert.deepEqual([await ids('arena'), await ids('swiss')], [[own], [swiss]]);
    assert.deepEqual([await ids('arena?status=started'), await ids('arena?name=CLUB&createdBy=club&max=1'), await ids('swiss?name=arena')], [[], [own], []]);
    assert.equal((await bob.get(`/api/team/${team}/arena?status=over`)).status, 400);
    assert.equal((await bob.get('/api/team/Ab12Cd34/swiss')).status, 404);
    assert.equal((await club.post(`/api/swiss/${swiss}/join`, '')).json.code, 'not_in_team');
  }));

// ---- in tournaments ----

const PLAYS = { scopes: `${SCOPES.scopes} tournament:write board:play` };
const TOURNAMENTS = '/api/v1/tournaments';

// Two teams of two, whose players are connected.
async function twoTeams(server) {
  const people = [];
  for (const name of ['Ada', 'Abe', 'Bob', 'Bea']) people.push(await join(server, name, PLAYS));
  for (const one of people) one.come = async () => (one.player = await connect(server, { token: one.token }));
  for (const one of people) await one.come();
  const [ada, abe, bob, bea] = people;
  const [reds, blues] = [await make(ada, { name: 'Reds' }), await make(bob, { name: 'Blues' })];
  await act(abe, reds, { act: 'join' });
  await act(bea, blues, { act: 'join' });
  return { people, reds, blues };
}

async function makeTournament(organiser, fields) {
  const made = await organiser.post(TOURNAMENTS, form({ 'clock.limit': 300, rated: 'false', ...fields }));
  assert.equal(made.status, 201, made.body);
  const at = `${TOURNAMENTS}/${made.json.id}`;
  return {
    at,
    get: async path => (await organiser.get(at + (path ?? ''))).json,
    does: (who, fields) => who.post(`${at}/acts`, form(fields)),
    async act(fields) {
      const answer = await organiser.post(`${at}/acts`, form(fields));
      assert.equal(answer.status, 200, `${JSON.stringify(fields)}: ${answer.body}`);
    },
    join: (who, fields = {}) => who.post(`${at}/join`, form(fields)),
  };
}

test('teams play a match on fixed boards: entry, line-ups, a kill in the middle, results', () =>
  withCastled({}, async server => {
    const { people, reds, blues } = await twoTeams(server);
    const [ada, abe, bob, bea] = people;
    const match = await makeTournament(ada, { name: 'Derby', format: 'teams', boards: 2, pairing: 'manual', teams: `${reds},${blues}` });
    const stranger = await join(server, 'Cyd', PLAYS);
    assert.deepEqual(codeOf(await match.join(stranger)), [400, 'not_in_team']);
    for (const one of people) assert.equal((await match.join(one)).status, 200);
    assert.equal((await ada.post(TOURNAMENTS, form({ name: 'x', format: 'teams', teams: 'Nobodys0' }))).json.field, 'teams');
    const { teams, me } = await match.get();
    assert.deepEqual(teams.map(({ name, roster }) => [name, roster.length]), [['Reds', 2], ['Blues', 2]]);
    assert.deepEqual([me.teams, me.captainOf], [[1], [1]]);
    const number = name => teams.find(team => team.name === name);
    const [first, second] = number('Blues').roster;

    // A captain puts their own team in order, nobody else's.
    assert.deepEqual(codeOf(await match.does(ada, { act: 'lineup', team: 2, players: `${second} ${first}` })), [200, undefined]); // the organiser
    assert.equal((await match.does(bob, { act: 'lineup', team: 2, players: `${first} ${second}` })).status, 200);
    assert.deepEqual(codeOf(await match.does(bob, { act: 'lineup', team: 1, players: '1 2' })), [403, 'not_allowed']);
    assert.deepEqual(codeOf(await match.does(bea, { act: 'lineup', team: 2, players: `${second} ${first}` })), [403, 'not_allowed']);
    assert.deepEqual(codeOf(await match.does(bob, { act: 'team', name: 'Greens' })), [403, 'not_allowed']);

    await match.act({ act: 'start' });
    await match.act({ act: 'pair' });
    await until(async () => (await match.get()).roundState === 'paired', 'the round is paired');
    // Only the second of the Blues comes: their line-up changes the boards that are paired.
    assert.equal((await match.does(bob, { act: 'lineup', team: 2, players: `${second}` })).status, 200);
    const [one, other] = (await match.get('/rounds/1')).boards;
    assert.deepEqual([one.white.name, one.black.name], ['Ada', 'Bea'], 'the home team has White at the first board');
    assert.deepEqual([other.white.name, other.black, other.result], ['Abe', null, 'bye']);
    await match.act({ act: 'round' });
    await server.kill();
    await server.start();
    for (const each of people) await each.come();
    const before = await match.get('/rounds/1');
    assert.deepEqual(before.matches, [{ match: 1, home: { team: 1, name: 'Reds', gamePoints: 1, points: 0 }, away: { team: 2, name: 'Blues', gamePoints: 0, points: 0 }, over: false }]);
    await ada.player.ok({ t: 'resign', game: before.boards[0].game });
    await until(async () => (await match.get('/rounds/1')).matches[0].over, 'the match is over');
    assert.deepEqual((await match.get('/teams')).teams.map(({ name, points, gamePoints }) => [name, points, gamePoints]), [['Blues', 1, 1], ['Reds', 1, 1]], 'level, but for the board count: a win at the first board is worth more');

    const pgn = (await ada.get(`${match.at}/games.pgn`)).body;
    for (const tag of ['Event "Derby"', 'Round "1.1"', 'WhiteTeam "Reds"', 'BlackTeam "Blues"']) assert.ok(pgn.includes(`[${tag}]`), `${tag}: ${pgn}`);

    // FIDE's report has the teams, and who played for the one that came with an empty board.
    const report = (await ada.get(`${match.at}/report.trf`)).body.split('\r\n');
    const records = tag => report.filter(line => line.startsWith(tag));
    assert.deepEqual(records('310').map(line => [line.slice(8, 40).trim(), line.slice(54, 60).trim(), line.slice(61, 67).trim()]), [['Reds', '1.0', '1.0'], ['Blues', '1.0', '1.0']]);
    assert.deepEqual([records('352'), records('300').length, records('001').length], [['352 WB'], 1, 4]);
    assert.match(records('300')[0], / 0000$/);
    await match.act({ act: 'finish', reason: 'played', confirm: true });
    assert.equal((await match.get()).winner.name, 'Blues');

    // Another tournament takes teams and players from it.
    const again = await makeTournament(ada, { name: 'Return match', format: 'teams', boards: 2 });
    assert.equal((await ada.post(`${again.at}/players.trf`, `${report.join('\n')}\n`)).status, 200);
    assert.deepEqual((await again.get('/teams')).teams.map(({ name, roster }) => [name, roster.length]), [['Reds', 2], ['Blues', 2]]);
  }));

test('teams meet in an arena: nobody meets a team mate, and the best of each count', () =>
  withCastled({}, async server => {
    const { people, reds, blues } = await twoTeams(server);
    const [ada] = people;
    const battle = await makeTournament(ada, { name: 'Battle', format: 'arena', leaders: 1, teams: `${reds},${blues}` });
    assert.deepEqual(codeOf(await battle.join(people[1], { team: blues })), [400, 'not_in_team']);
    for (const one of people) assert.equal((await battle.join(one)).status, 200);
    const watcher = await connect(server);
    await watcher.ok({ t: 'tournament_watch', tournament: battle.at.slice(-8) });
    await battle.act({ act: 'start' });
    await until(async () => (await battle.get('/rounds/0')).boards.length === 2, 'two pairs');
    const { boards } = await battle.get('/rounds/0');
    const sides = new Map([['Ada', 'Reds'], ['Abe', 'Reds'], ['Bob', 'Blues'], ['Bea', 'Blues']]);
    for (const { white, black } of boards) assert.notEqual(sides.get(white.name), sides.get(black.name));
    for (const { game, white, black } of boards) {
      const blue = sides.get(white.name) === 'Blues' ? white : black;
      await people.find(({ name }) => name === blue.name).player.ok({ t: 'resign', game });
    }
    await until(async () => (await battle.get('/teams')).teams[0].points > 0, 'the points');
    const update = await watcher.next(m => m.t === 'tournament_update' && m.teams?.[0].points === 2, () => 'the teams');
    assert.deepEqual(update.teams.map(({ name, points, leaders }) => [name, points, leaders.length]), [['Reds', 2, 1], ['Blues', 0, 1]]);
    // The Lichess API's export of a battle names the teams, too.
    const sidesOf = body => body.split('\n\n[').map(game => ['White', 'Black'].map(side => [new RegExp(`${side} "(.*)"`).exec(game)?.[1], new RegExp(`${side}Team "(.*)"`).exec(game)?.[1]])).flat();
    const exported = async () => sidesOf((await ada.get(`/api/tournament/${battle.at.slice(-8)}/games`)).body);
    await until(async () => (await exported()).length >= 4, 'both games are exported, and those that have begun since');
    for (const [name, team] of await exported()) assert.equal(team, sides.get(name));
  }));

test('every operation about teams was asked for, and answered as it is described', () => {
  const missing = operations.filter(({ operation }) => operation.tags.includes('teams') && !answered.has(operation.operationId));
  assert.deepEqual(missing.map(({ method, path }) => `${method} ${path}`), []);
});

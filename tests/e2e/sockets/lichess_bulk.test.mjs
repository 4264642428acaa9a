// lichess_bulk.test.mjs - bulk pairing: an organiser begins many games at one time between players who gave their tokens.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { runCastled, until, withCastled } from './castled.mjs';
import { begin, hasMembers, lichess } from './lichess_client.mjs';

const ORGANISER = { scopes: 'challenge:bulk challenge:write' };
const DAY = 24 * 60 * 60 * 1000;

const BULK = {
  id: 'string', games: 'array', 'games.0.id': 'string', 'games.0.white': 'string', 'games.0.black': 'string', variant: 'string',
  'clock.limit': 'integer', 'clock.increment': 'integer', rated: 'boolean', pairAt: 'integer', scheduledAt: 'integer',
  pairedAt: 'integer|null', startClocksAt: 'integer|null', message: 'string',
};
const form = fields => new URLSearchParams(fields).toString();
const players = people => people.map(([white, black]) => `${white.token}:${black.token}`).join(',');

async function club(server, names) {
  const organiser = await lichess(server, 'Organiser', ORGANISER);
  const people = [];
  for (const name of names) people.push(await lichess(server, name, name.startsWith('Bot') ? { bot: true } : {}));
  return [organiser, ...people];
}

test('games begin at once, and both players of each are told; the bulk is listed, and exported', () =>
  withCastled({}, async server => {
    const [organiser, ann, bob, cid, bot] = await club(server, ['Ann', 'Bob', 'Cid', 'Botty']);
    for (const one of [ann, bob, cid, bot]) await one.events();
    const made = await organiser.post('/api/bulk-pairing', form({ players: players([[ann, bob], [cid, bot]]), 'clock.limit': 300, 'clock.increment': 3, rated: 'true' }));
    assert.equal(made.status, 200, made.body);
    hasMembers(made.json, BULK);
    assert.deepEqual(made.json.games.map(game => [game.white, game.black]), [['ann', 'bob'], ['cid', 'botty']]);
    assert.deepEqual([made.json.clock, made.json.rated, made.json.variant], [{ limit: 300, increment: 3 }, true, 'standard']);
    for (const [i, [one, color]] of [[ann, 'white'], [bob, 'black'], [cid, 'white'], [bot, 'black']].entries()) {
      const { game } = await one.event.type('gameStart');
      assert.deepEqual([game.id, game.color, game.rated], [made.json.games[i >> 1].id, color, true]);
    }
    await ann.play(made.json.games[0].id, 'move/e2e4');

    const { json } = await organiser.get('/api/bulk-pairing');
    assert.deepEqual(json.bulks.map(bulk => bulk.id), [made.json.id]);
    const shown = (await organiser.get(`/api/bulk-pairing/${made.json.id}`)).json;
    hasMembers(shown, { ...BULK, pairedAt: 'integer' });
    const games = await organiser.ask('GET', `/api/bulk-pairing/${made.json.id}/games`, undefined, { accept: 'application/x-ndjson' });
    assert.deepEqual(games.body.split('\n').filter(Boolean).map(line => JSON.parse(line).id).sort(), made.json.games.map(game => game.id).sort());
    const pgn = await organiser.get(`/api/bulk-pairing/${made.json.id}/games`);
    assert.equal(pgn.body.match(/^\[White "(Ann|Cid)"\]$/gm).length, 2);
    assert.equal((await organiser.delete(`/api/bulk-pairing/${made.json.id}`)).status, 400, 'they have begun');
    const other = await lichess(server, 'Other', ORGANISER);
    assert.deepEqual((await other.get('/api/bulk-pairing')).json, { bulks: [] });
    for (const path of ['', '/games']) assert.equal((await other.get(`/api/bulk-pairing/${made.json.id}${path}`)).status, 404);
    for (const one of [ann, bob, cid, bot]) one.event.close();
  }));

test('a bulk that is scheduled survives a restart, begins at its time, and can be canceled before', () =>
  withCastled({ slow: true }, async server => {
    const [organiser, ann, bob] = await club(server, ['Ann', 'Bob']);
    const schedule = ms => organiser.post('/api/bulk-pairing', form({ players: players([[ann, bob]]), days: 2, pairAt: server.wall() + ms }));
    const first = (await schedule(60_000)).json;
    const second = (await schedule(120_000)).json;
    hasMembers(first, { id: 'string', days: 'integer', pairAt: 'integer', pairedAt: 'null' });
    await server.restart();
    const { bulks } = (await organiser.get('/api/bulk-pairing')).json;
    assert.deepEqual(bulks.sort((one, other) => one.pairAt - other.pairAt), [first, second]);
    assert.deepEqual((await organiser.delete(`/api/bulk-pairing/${second.id}`)).json, { ok: true });
    assert.equal((await organiser.delete(`/api/bulk-pairing/${second.id}`)).status, 404);
    await ann.events();
    await bob.events();
    await server.pass(first.pairAt - first.scheduledAt + 1000); // by the server's clock, which is slow
    for (const one of [ann, bob]) assert.equal((await one.event.type('gameStart')).game.id, first.games[0].id, 'the id that was foretold');
    await server.restart();
    const [after] = (await organiser.get('/api/bulk-pairing')).json.bulks;
    assert.equal(after.id, first.id);
    assert.ok(Number.isInteger(after.pairedAt));
    assert.equal((await ann.get('/api/account/playing')).json.nowPlaying.length, 1, 'it does not begin twice');
  }));

test('the operator lists and clears games that have not begun; those of a closed account go with it', () =>
  withCastled({}, async server => {
    const [organiser, ann, bob] = await club(server, ['Ann', 'Bob']);
    const admin = async (...words) => {
      const done = await runCastled(['admin', '--data', server.directory, ...words]);
      assert.equal(done.code, 0, done.stderr + done.stdout);
      return done.stdout;
    };
    const schedule = async by => {
      const made = await by.post('/api/bulk-pairing', form({ players: players([[ann, bob]]), days: 2, pairAt: server.wall() + DAY }));
      assert.equal(made.status, 200, made.body);
      return made.json.id;
    };
    const ids = [await schedule(organiser), await schedule(organiser)];
    const shown = (await admin('challenges')).trim().split('\n');
    assert.deepEqual([shown.length, shown.filter(line => /Ann against Bob, in bulk pairing \w+ of Organiser \(\w+\)  at 127\.0\.0\.1$/.test(line)).length], [2, 2], shown.join('\n'));
    assert.match(await admin('clear-challenges', ids[0]), /^1 challenge has/);
    assert.equal((await organiser.get('/api/bulk-pairing')).json.bulks.length, 1);
    await server.stop();
    assert.match(await admin('challenges', 'Organiser'), new RegExp(ids[1]));
    assert.match(await admin('clear-challenges', '127.0.0.1'), /^1 challenge has/);
    await server.start();
    assert.deepEqual((await organiser.get('/api/bulk-pairing')).json.bulks, []);
    const other = await lichess(server, 'Other', ORGANISER);
    await schedule(other);
    const gone = await other.page.ask('DELETE', '/api/account', 'password=correct-horse&name=Other');
    assert.equal(gone.status, 200, gone.body);
    assert.equal(await admin('challenges'), 'No challenge is open.\n');
  }));

test('what cannot be paired is refused, and nothing begins', () =>
  withCastled({}, async server => {
    const [organiser, ann, bob, reader] = await club(server, ['Ann', 'Bob']).then(async all => [...all, await lichess(server, 'Reader', { scopes: 'challenge:read' })]);
    const clock = { 'clock.limit': 60, 'clock.increment': 0 };
    const two = players([[ann, bob]]);
    const refused = async (fields, how) => {
      const answer = await organiser.post('/api/bulk-pairing', form(fields));
      assert.deepEqual([answer.status, typeof answer.json.error], [400, 'string'], `${how}: ${answer.body}`);
      return answer.json;
    };
    await refused({ ...clock }, 'no players');
    for (const text of ['', ann.token, `${ann.token}:`, `${ann.token}:${bob.token},${ann.token}`, `${ann.token},${bob.token}`, ':,:'])
      await refused({ players: text, ...clock }, text);
    assert.deepEqual((await refused({ players: `${ann.token}:lip_unknown`, ...clock }, 'an unknown token')).tokens, [1]);
    assert.deepEqual((await refused({ players: `${reader.token}:${ann.token}`, ...clock }, 'a token without the scope')).tokens, [0]);
    await refused({ players: `${ann.token}:${ann.token}`, ...clock }, 'against oneself');
    await refused({ players: `${ann.token}:${ann.token}`, days: 1 }, 'against oneself');
    await refused({ players: players([[ann, bob], [bob, ann]]), ...clock }, 'two games at once');
    await refused({ players: two }, 'no clock');
    await refused({ players: two, 'clock.limit': 'x' }, 'no number');
    await refused({ players: two, ...clock, variant: 'atomic' }, 'a variant that is not there');
    await refused({ players: two, ...clock, variant: 'fromPosition' }, 'no position');
    await refused({ players: two, ...clock, fen: '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1' }, 'the game is over');
    await refused({ players: two, ...clock, pairAt: Date.now() + 8 * DAY }, 'too far ahead');
    await refused({ players: two, ...clock, rules: 'noAbort,noFun' }, 'rules');
    await refused({ players: two, ...clock, startClocksAt: Date.now() + 8 * DAY }, 'clocks');
    await refused({ players: two, ...clock, message: 'Hello {opponent}' }, 'a message without {game}');
    await refused({ players: two, ...clock, message: '{game}'.padEnd(301) }, 'a message that is too long');
    await refused({ players: Array.from({ length: 501 }, () => two).join(','), days: 1 }, '501 games');
    assert.equal((await ann.post('/api/bulk-pairing', form({ players: two, ...clock }))).status, 403, 'no scope');
    assert.deepEqual((await organiser.get('/api/bulk-pairing')).json, { bulks: [] });
    assert.equal((await ann.get('/api/account/playing')).json.nowPlaying.length, 0);

    const later = Date.now() + DAY;
    const people = [ann, bob];
    while (people.length < 12) people.push(await lichess(server, `Player${people.length}`));
    const pairs = Array.from({ length: 6 }, (_, i) => players([[people[2 * i], people[2 * i + 1]]]));
    const many = count => organiser.post('/api/bulk-pairing', form({ players: Array.from({ length: count }, (_, i) => pairs[i % 6]).join(','), days: 1, pairAt: later }));
    assert.deepEqual([(await many(500)).status, (await many(499)).status, (await many(2)).status, (await many(1)).status, (await many(1)).status],
      [200, 200, 400, 200, 400], '1,000 scheduled games');
    for (const { id } of (await organiser.get('/api/bulk-pairing')).json.bulks) await organiser.delete(`/api/bulk-pairing/${id}`);
    for (let i = 0; i < 20; i++) assert.equal((await many(1)).status, 200);
    assert.equal((await many(1)).status, 400, 'the twenty-first bulk');
  }));

test('an organiser forbids what they like, and tells both players about their game, also after a restart', () =>
  withCastled({}, async server => {
    const [organiser, ann, bob] = await club(server, ['Ann', 'Bob']);
    for (const one of [ann, bob]) await one.events();
    const rules = 'noAbort,noRematch,noGiveTime,noEarlyDraw,noClaimWin';
    const fields = { players: players([[ann, bob]]), 'clock.limit': 300, 'clock.increment': 3, rules, message: 'Hi {opponent}\'s opponent: {game}' };
    const made = await organiser.post('/api/bulk-pairing', form(fields));
    assert.equal(made.status, 200, made.body);
    hasMembers(made.json, { ...BULK, rules: 'array' });
    assert.deepEqual(made.json.rules.sort(), rules.split(',').sort());
    const { id } = made.json.games[0];
    for (const one of [ann, bob]) await one.event.type('gameStart');
    const [white, black] = [ann.game(id), bob.game(id)];
    await white.type('gameFull');
    await black.type('gameFull');
    const chat = async one => (await one.get(`/api/board/game/${id}/chat`)).json;
    assert.deepEqual(await chat(ann), [{ text: `Hi Bob's opponent: /${id}`, user: 'Organiser' }]);
    assert.deepEqual(await chat(bob), [{ text: `Hi Ann's opponent: /${id}`, user: 'Organiser' }]);
    const refused = async path => {
      const answer = await ann.post(path);
      assert.deepEqual([answer.status, answer.json], [400, { error: 'not allowed in this game' }], path);
    };
    await refused(`/api/board/game/${id}/abort`);
    await refused(`/api/board/game/${id}/draw/yes`);
    await refused(`/api/round/${id}/add-time/15`);
    await refused(`/api/board/game/${id}/claim-victory`);
    await server.restart();
    for (const one of [ann, bob]) await one.events();
    const again = ann.game(id);
    await again.type('gameFull');
    assert.equal((await chat(ann)).at(-1).text, `Hi Bob's opponent: /${id}`);
    await refused(`/api/board/game/${id}/abort`);
    await ann.play(id, 'resign'); // no abort: it is lost
    assert.deepEqual((({ status, winner }) => [status, winner])(await again.state(s => s.status !== 'started')), ['resign', 'black']);
  }));

test('clocks start when the organiser says so, or at the instant that was set, although nobody has moved', () =>
  withCastled({ slow: true }, async server => {
    const [organiser, ann, bob, cid, dan] = await club(server, ['Ann', 'Bob', 'Cid', 'Dan']);
    for (const one of [ann, bob, cid, dan]) await one.events();
    const now = (await organiser.post('/api/bulk-pairing', form({ players: players([[ann, bob]]), 'clock.limit': 300, 'clock.increment': 3 }))).json;
    const timed = (await organiser.post('/api/bulk-pairing', form({ players: players([[cid, dan]]), 'clock.limit': 60, 'clock.increment': 0, startClocksAt: now.scheduledAt + 60_000 }))).json;
    assert.ok(timed.startClocksAt >= now.scheduledAt + 60_000);
    for (const one of [ann, bob, cid, dan]) await one.event.type('gameStart');
    const [first, second] = [now.games[0].id, timed.games[0].id];
    const stream = ann.game(first);
    assert.equal((await stream.type('gameFull')).state.wtime, 300_000);
    await organiser.ok(`/api/bulk-pairing/${now.id}/start-clocks`);
    await stream.state(s => s.status === 'started');
    await server.pass(10_000);
    await organiser.ok(`/api/bulk-pairing/${now.id}/start-clocks`); // again: nothing happens
    const later = ann.game(first);
    const { state } = await later.type('gameFull');
    assert.ok(state.wtime <= 290_000, `White's clock has run: ${state.wtime}`);
    assert.equal(state.btime, 300_000);
    await ann.play(first, 'move/e2e4');
    const moved = await later.state(s => s.moves === 'e2e4');
    assert.ok(moved.wtime <= 293_000, 'the first move is charged');
    await server.pass(5000);
    assert.ok((await bob.get('/api/account/playing')).json.nowPlaying[0].secondsLeft <= 295, 'and then Black\'s runs');

    const flag = cid.game(second);
    await flag.type('gameFull');
    await server.pass(60_000);
    await flag.state(s => s.status === 'started');
    await server.restart();
    for (const one of [cid, dan]) {
      await one.events();
      await one.event.type('gameStart');
    }
    await server.pass(60_000 + 30_000);
    const { game } = await cid.event.next(line => line.type === 'gameFinish' && line.game.id === second, 'gameFinish');
    assert.deepEqual([game.status.name, game.winner], ['outoftime', 'black']);
    assert.equal((await organiser.post('/api/bulk-pairing/Ab12Cd34/start-clocks')).status, 404);
    assert.equal((await organiser.post('/api/bulk-pairing/x/start-clocks')).status, 404);
    const other = await lichess(server, 'Other', ORGANISER);
    assert.equal((await other.post(`/api/bulk-pairing/${now.id}/start-clocks`)).status, 404, 'somebody else\'s');
  }));

// Two accounts that scheduled games with each other, day after day, had ten thousand in the end.
test('games that wait for a player count as if they were played: nobody gets more than 200', () =>
  withCastled({ slow: true }, async server => {
    const [organiser, ann, bob, cid] = await club(server, ['Ann', 'Bob', 'Cid']);
    const schedule = (one, other, count, ahead = 0) =>
      organiser.post('/api/bulk-pairing', form({ players: players(Array.from({ length: count }, () => [one, other])), days: 14, pairAt: server.wall() + ahead }));
    const crowded = async (...args) => {
      const answer = await schedule(...args);
      assert.deepEqual([answer.status, answer.json], [400, { error: 'one of the players would have too many games in progress' }]);
    };
    await crowded(ann, bob, 300);
    assert.deepEqual((await organiser.get('/api/bulk-pairing')).json, { bulks: [] });
    const waiting = await schedule(ann, bob, 200, DAY);
    assert.equal(waiting.status, 200, waiting.body);
    await crowded(ann, cid, 1);
    await crowded(cid, bob, 1);
    await organiser.delete(`/api/bulk-pairing/${waiting.json.id}`);

    // A game that begins otherwise meanwhile takes the place of one that waits, which does not begin.
    const { id } = (await schedule(ann, bob, 200, 60_000)).json;
    await cid.events();
    await ann.events();
    await begin(cid, ann);
    await server.pass(61_000);
    const shown = async () => (await organiser.get(`/api/bulk-pairing/${id}`)).json;
    await until(async () => (await shown()).games.length === 199);
    assert.ok((await shown()).pairedAt);
    await crowded(ann, cid, 1);
    assert.equal((await schedule(bob, cid, 1)).status, 200, 'Bob plays 199');
    await crowded(bob, cid, 1);
    for (const one of [ann, cid]) one.event.close();
  }));

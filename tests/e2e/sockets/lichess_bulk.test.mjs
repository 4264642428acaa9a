// lichess_bulk.test.mjs - bulk pairing: an organiser begins many games at one time between players who gave their tokens.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withCastled } from './castled.mjs';
import { hasMembers, lichess } from './lichess_client.mjs';

const ORGANISER = { scopes: 'challenge:bulk challenge:write' };
const DAY = 24 * 60 * 60 * 1000;

const BULK = {
  id: 'string', games: 'array', 'games.0.id': 'string', 'games.0.white': 'string', 'games.0.black': 'string', variant: 'string',
  'clock.limit': 'integer', 'clock.increment': 'integer', rated: 'boolean', pairAt: 'integer', scheduledAt: 'integer',
  pairedAt: 'integer|null', startClocksAt: 'null',
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
    const schedule = ms => organiser.post('/api/bulk-pairing', form({ players: players([[ann, bob]]), days: 2, pairAt: Date.now() + ms }));
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
    await refused({ players: two, ...clock, rules: 'noAbort' }, 'rules');
    await refused({ players: two, ...clock, startClocksAt: Date.now() + 1000 }, 'clocks');
    await refused({ players: Array.from({ length: 501 }, () => two).join(','), days: 1 }, '501 games');
    assert.equal((await ann.post('/api/bulk-pairing', form({ players: two, ...clock }))).status, 403, 'no scope');
    assert.deepEqual((await organiser.get('/api/bulk-pairing')).json, { bulks: [] });
    assert.equal((await ann.get('/api/account/playing')).json.nowPlaying.length, 0);

    const later = Date.now() + DAY;
    const many = count => organiser.post('/api/bulk-pairing', form({ players: Array.from({ length: count }, () => two).join(','), days: 1, pairAt: later }));
    assert.deepEqual([(await many(500)).status, (await many(499)).status, (await many(2)).status, (await many(1)).status, (await many(1)).status],
      [200, 200, 400, 200, 400], '1,000 scheduled games');
    for (const { id } of (await organiser.get('/api/bulk-pairing')).json.bulks) await organiser.delete(`/api/bulk-pairing/${id}`);
    for (let i = 0; i < 20; i++) assert.equal((await many(1)).status, 200);
    assert.equal((await many(1)).status, 400, 'the twenty-first bulk');
  }));

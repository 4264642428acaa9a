// broadcasts.test.mjs - games of another place: PGN fetched from an address of this machine, and pushed; boards that are told
// live, stored over a kill, handed on as one file. The server runs in its sandbox, as always.

import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';

import { until, withCastled } from './castled.mjs';
import { browser } from './http_client.mjs';
import { lichess } from './lichess_client.mjs';
import { connect } from './player.mjs';

const form = fields => new URLSearchParams(fields).toString();
const API = '/api/v1/broadcasts';
const ROUNDS = '/api/v1/broadcast-rounds';

const game = (white, black, moves, result = '*', board = 1) =>
  `[Event "Hall"]\n[Round "1"]\n[Board "${board}"]\n[White "${white}"]\n[Black "${black}"]\n[WhiteElo "2100"]\n[Result "${result}"]\n\n${moves} ${result}\n\n`;

// Another place: a file with a version, as any web server has it.
async function elsewhere() {
  const place = { text: '', version: 1, status: 200, asked: [] };
  const server = http.createServer((request, response) => {
    place.asked.push(request.headers['if-none-match'] ?? null);
    const etag = `"v${place.version}"`;
    const isKnown = place.status === 200 && request.headers['if-none-match'] === etag;
    response.writeHead(isKnown ? 304 : place.status, { etag, 'content-type': 'text/plain' });
    response.end(isKnown ? undefined : place.text);
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  place.url = `http://127.0.0.1:${server.address().port}/round1.pgn`;
  place.close = () => server.close();
  place.write = text => {
    place.text = text;
    place.version++;
  };
  return place;
}

test('a round is fetched from an address, told to those who watch, kept over a kill, and fetched on', async () => {
  const place = await elsewhere();
  place.write(game('Ada', 'Bob', '1. e4 {[%clk 1:30:55]} e5 {[%clk 1:29:01]}') + game('Cleo', 'Dan', '1. d4', '*', 2));
  try {
    await withCastled({ args: ['--outbound-private', '127.0.0.0/8'], slow: true }, async server => {
      const owner = await lichess(server, 'Hedda', { scopes: 'tournament:write' });
      const other = await lichess(server, 'Ivan', { scopes: 'tournament:write' });
      const make = async (path, fields) => {
        const answer = await owner.post(path, form(fields));
        assert.equal(answer.status, 201, answer.body);
        return answer.json;
      };
      const { id } = await make(API, { name: 'City championship' });
      for (const url of ['ftp://127.0.0.1/x', 'http://127.0.0.1:25/x', 'http://user@127.0.0.1/x', 'x'])
        assert.equal((await owner.post(`${API}/${id}/rounds`, form({ name: 'Round 1', url }))).json.field, 'url', url);
      assert.equal((await other.post(`${API}/${id}/rounds`, form({ name: 'Mine' }))).json.code, 'not_allowed');
      const round = (await make(`${API}/${id}/rounds`, { name: 'Round 1', url: place.url, period: 3 })).id;
      const get = async () => (await owner.get(`${ROUNDS}/${round}`)).json;
      await until(async () => (await get()).games === 2, 'the games are there');
      const { boards } = await get();
      assert.deepEqual([boards[0].white.name, boards[0].white.rating, boards[0].white.clock, boards[0].black.clock, boards[0].plies, boards[0].last, boards[0].result],
        ['Ada', 2100, 5_455_000, 5_341_000, 2, 'e7e5', '*']);
      assert.equal((await browser(server).get(`${ROUNDS}/${round}`)).json.source, null, 'where it comes from concerns its owner');

      const watcher = await connect(server);
      await watcher.ok({ t: 'broadcast_watch', round });
      assert.equal((await watcher.kind('broadcast')).round.boards.length, 2);
      await server.pass(4000);
      await until(async () => (await get()) && place.asked.includes(`"v${place.version}"`), 'the version is sent back');
      place.write(game('Ada', 'Bob', '1. e4 {[%clk 1:30:55]} e5 {[%clk 1:29:01]} 2. Nf3') + game('Cleo', 'Dan', '1. d4', '1-0', 2));
      await server.pass(4000);
      await get();
      const update = await watcher.next(m => m.t === 'broadcast_update' && m.boards.some(one => one.plies === 3), () => 'the move');
      assert.deepEqual(update.boards.map(one => [one.board, one.last, one.result]), [[1, 'g1f3', '*'], [2, 'd2d4', '1-0']]);

      await server.kill();
      await server.start();
      const kept = one => [one.fen, one.result, one.movedAt];
      assert.ok(update.boards[0].movedAt > update.boards[1].movedAt, 'only Ada and Bob have moved again');
      assert.deepEqual((await get()).boards.map(kept), update.boards.map(kept));
      place.status = 404;
      await server.pass(4000);
      await until(async () => (await get()).source.error === 'it answers 404', 'its owner is told what is wrong');
      const all = (await browser(server).get(`${ROUNDS}/${round}/games.pgn`)).body;
      assert.match(all, /1\. e4 \{\[%clk 1:30:55\]\} 1\.\.\. e5 \{\[%clk 1:29:01\]\} 2\. Nf3 \*/);
      assert.equal(all.match(/^\[Result /gm).length, 2);
      assert.doesNotMatch((await browser(server).get(`${ROUNDS}/${round}/boards/2.pgn`)).body, /Ada/);
      assert.equal((await browser(server).get(`${ROUNDS}/${round}/boards/3.pgn`)).status, 404);
    });
  } finally {
    place.close();
  }
});

test('games are pushed, each answered for; a private address is refused; what is deleted is gone', () =>
  withCastled({}, async server => {
    const owner = await lichess(server, 'Hedda', { scopes: 'tournament:write' });
    const other = await lichess(server, 'Ivan', { scopes: 'tournament:write' });
    const { id } = (await owner.post(API, form({ name: 'Hall' }))).json;
    const { id: round } = (await owner.post(`${API}/${id}/rounds`, form({ name: 'Round 1' }))).json;
    const push = (one, pgn) => one.ask('POST', `${ROUNDS}/${round}/push`, pgn, { 'content-type': 'application/x-chess-pgn' });
    const pushed = await push(owner, game('Ada', 'Bob', '1. e4') + game('Cleo', 'Dan', '1. e4 e5 2. Ke3', '*', 2));
    assert.deepEqual(pushed.json.games, [
      { tags: { White: 'Ada', Black: 'Bob', Result: '*' }, board: 1, moves: 1, changed: true },
      { tags: { White: 'Cleo', Black: 'Dan', Result: '*' }, board: 2, moves: 2, changed: true, error: 'line 19, column 13: the move cannot be played' },
    ]);
    assert.deepEqual((await push(owner, game('Ada', 'Bob', '1. e4'))).json.games.map(one => one.changed), [false]);
    assert.equal((await push(owner, '<html>')).json.code, 'no_games');
    assert.equal((await push(other, game('Ada', 'Bob', '1. d4'))).json.code, 'not_allowed');
    await owner.post(`${ROUNDS}/${round}`, form({ over: 'true' }));
    assert.equal((await push(owner, game('Ada', 'Bob', '1. d4'))).json.code, 'over');

    const { id: fetched } = (await owner.post(`${API}/${id}/rounds`, form({ name: 'Round 2', url: `http://127.0.0.1:${server.port}/` }))).json;
    await until(async () => (await owner.get(`${ROUNDS}/${fetched}`)).json.source.error !== null, 'this network is not asked');
    assert.equal((await owner.get(`${ROUNDS}/${fetched}`)).json.games, 0);

    assert.equal((await browser(server).get(API)).json.broadcasts[0].rounds.length, 2);
    for (let i = 1; i < 10; i++) assert.equal((await owner.post(API, form({ name: `Hall ${i}` }))).status, 201);
    assert.equal((await owner.post(API, form({ name: 'One more' }))).json.code, 'many');
    assert.equal((await owner.ask('DELETE', `${API}/${id}`)).status, 200);
    await server.kill();
    await server.start();
    assert.equal((await browser(server).get(API)).json.broadcasts.length, 9);
    assert.equal((await browser(server).get(`${ROUNDS}/${round}`)).status, 404);
  }));

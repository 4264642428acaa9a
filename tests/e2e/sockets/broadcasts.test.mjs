// broadcasts.test.mjs - games of another place: PGN fetched from an address of this machine, and pushed; boards that are told
// live, stored over a kill, handed on as one file. The server runs in its sandbox, as always.

import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';

import { until, withCastled } from './castled.mjs';
import { browser } from './http_client.mjs';
import { lichess } from './lichess_client.mjs';
import { checkAnswer } from './openapi.mjs';
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

test('an account has so many texts a minute for all of its broadcasts, a long one counts as several, and others have their own', () =>
  withCastled({ limits: 'on', slow: true, args: ['--limit', 'broadcast=4/60,http=1000/60'] }, async server => {
    const people = [];
    for (const name of ['Hedda', 'Ivan']) {
      const one = await lichess(server, name, { scopes: 'tournament:write' });
      const { id } = (await one.post(API, form({ name: 'Hall' }))).json;
      one.rounds = [];
      for (const round of ['1', '2']) one.rounds.push((await one.post(`${API}/${id}/rounds`, form({ name: round }))).json.id);
      one.push = (round, pgn) => one.ask('POST', `${ROUNDS}/${one.rounds[round]}/push`, pgn, { 'content-type': 'text/plain' });
      people.push(one);
    }
    const [hedda, ivan] = people;
    const long = game('Ada', 'Bob', `1. e4 {${'x'.repeat(130 * 1024)}} e5`); // three: one, and one for each whole 64 KiB
    assert.equal((await hedda.push(0, long)).status, 200);
    assert.equal((await hedda.push(1, long)).status, 429, 'also of another round');
    assert.equal((await hedda.push(1, game('Ada', 'Bob', '1. e4'))).status, 200, 'what was refused took nothing');
    const refused = await hedda.push(1, game('Ada', 'Bob', '1. d4'));
    assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '16']);
    assert.equal((await ivan.push(0, long)).status, 200);
    await server.pass(16_000);
    assert.equal((await hedda.push(1, game('Ada', 'Bob', '1. d4'))).status, 200);
    await server.pass(61_000);
    assert.equal((await hedda.push(1, game('Cleo', 'Dan', `1. e4 {${'x'.repeat(500 * 1024)}} e5`, '*', 2))).status, 200, 'the longest text has to fit a full bucket');
  }));

test('a PGN without games is read for so long and no longer', () =>
  withCastled({}, async server => {
    const owner = await lichess(server, 'Hedda', { scopes: 'tournament:write' });
    const { id } = (await owner.post(API, form({ name: 'Hall' }))).json;
    const { id: round } = (await owner.post(`${API}/${id}/rounds`, form({ name: '1' }))).json;
    const push = pgn => owner.ask('POST', `${ROUNDS}/${round}/push`, pgn, { 'content-type': 'text/plain' });
    for (const text of ['*', '*\n', '1-0 ', '[A "1"]\n)\n']) {
      const refused = await push(text.repeat(500 * 1024 / text.length) + game('Ada', 'Bob', '1. e4'));
      assert.deepEqual([refused.status, refused.json.code], [400, 'no_games'], text);
    }
    // ISO 8859-1, as many programs write it
    const pushed = await push(Buffer.from(game('Müller', 'Schön', '1. e4') + game('Möller', 'Schär', '1. d4'), 'latin1'));
    assert.deepEqual(pushed.json.games.map(one => [one.tags.White, one.tags.Black, one.board]), [['Müller', 'Schön', 1], ['Möller', 'Schär', 2]]);
  }));

test('all rounds of a broadcast in one file are an export, of which an address has so many', () =>
  withCastled({ limits: 'on', args: ['--limit', 'export=2/3600'] }, async server => {
    const owner = await lichess(server, 'Hedda', { scopes: 'tournament:write' });
    const { id } = (await owner.post(API, form({ name: 'Hall' }))).json;
    const { id: round } = (await owner.post(`${API}/${id}/rounds`, form({ name: '1' }))).json;
    const guest = browser(server);
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await guest.get(`/api/broadcast/${id}.pgn`)).status);
    assert.deepEqual(statuses, [200, 200, 429]);
    assert.equal((await guest.get(`/api/broadcast/round/${round}.pgn`)).status, 200, 'one round is asked for again and again');
  }));

// The text of a stream, which grows.
function follow(server, path) {
  const stream = { text: '', ended: false };
  const request = http.get({ host: '127.0.0.1', port: server.port, path }, response => {
    stream.type = response.headers['content-type'];
    response.setEncoding('utf8');
    response.on('data', text => (stream.text += text));
    response.on('close', () => (stream.ended = true));
  });
  request.on('error', () => (stream.ended = true));
  stream.close = () => request.destroy();
  return stream;
}

test('the Lichess API shows broadcasts: lists, rounds, games; pushes; streams of PGN that berserk can tell apart', () =>
  withCastled({}, async server => {
    const owner = await lichess(server, 'Hedda', { scopes: 'tournament:write' });
    const guest = browser(server);
    const get = async (path, who = guest) => {
      const answer = await who.ask('GET', path);
      assert.equal(answer.status, 200, `${path}: ${answer.body}`);
      checkAnswer('GET', path, answer);
      return answer;
    };
    const make = async (path, fields) => (await owner.post(path, form(fields))).json.id;
    const id = await make(API, { name: 'City "championship" 2026', description: 'Hall one' });
    const first = await make(`${API}/${id}/rounds`, { name: 'Round 1' });
    const second = await make(`${API}/${id}/rounds`, { name: 'Round 2' });
    const push = async (round, pgn) => {
      const pushed = await owner.ask('POST', `/api/broadcast/round/${round}/push`, pgn, { 'content-type': 'text/plain' });
      assert.equal(pushed.status, 200, pushed.body);
      return pushed.json.games;
    };
    await push(first, game('Ada', 'Bob', '1. f3 e5 2. g4 Qh4#', '0-1'));
    const pushed = await push(second, game('Bob', 'Ada', '1. e4 {[%clk 1:30:55]} e5 {[%clk 1:29:01]}') + game('Cleo', 'Dan', '1. d4', '*', 2));
    assert.deepEqual(pushed.map(({ tags, moves }) => [tags.White, moves]), [['Bob', 2], ['Cleo', 1]]);
    const old = await make(API, { name: 'Last year' });
    const over = await make(`${API}/${old}/rounds`, { name: 'Final' });
    await push(over, game('Eva', 'Finn', '1. c4', '1-0'));

    const shown = (await get(`/api/broadcast/${id}`)).json;
    assert.deepEqual([shown.tour.slug, shown.tour.communityOwner, shown.defaultRoundId], ['city-championship-2026', { id: 'hedda', name: 'Hedda' }, second]);
    assert.deepEqual(shown.rounds.map(one => [one.id, one.slug, one.ongoing ?? false, one.finished ?? false]),
      [[first, 'round-1', false, true], [second, 'round-2', true, false]]);
    const lines = async path => (await get(path)).body.trim().split('\n').map(line => JSON.parse(line).tour.id);
    assert.deepEqual(await lines('/api/broadcast'), [id, old], 'what goes on comes first');
    assert.deepEqual(await lines('/api/broadcast?live=true'), [id]);
    const top = (await get('/api/broadcast/top')).json;
    assert.deepEqual([top.active.map(one => one.round.id), top.past.currentPageResults.map(one => one.tour.id), top.past.nextPage], [[second], [old], null]);
    const found = (await get('/api/broadcast/search?q=YEAR')).json;
    assert.deepEqual([found.currentPageResults.map(one => one.tour.id), found.previousPage], [[old], null]);
    assert.equal((await get('/api/broadcast/by/hedda')).json.nbResults, 2);
    assert.equal((await guest.get('/api/broadcast/top?page=21')).status, 400);
    const own = (await get('/api/broadcast/my-rounds?nb=2', owner)).body.trim().split('\n').map(line => JSON.parse(line));
    assert.deepEqual(own.map(one => [one.round.id, one.study.writeable]), [[over, true], [second, true]]);

    for (const path of [`/api/broadcast/-/-/${first}`, `/broadcast/-/-/${first}`]) {
      const { games: [mate], study, round } = (await get(path)).json;
      assert.deepEqual([mate.check, mate.lastMove, mate.status, mate.players[1].rating, study.writeable, round.finished], ['#', 'd8h4', '0-1', undefined, false, true]);
    }
    const [clocked] = (await get(`/api/broadcast/-/-/${second}`)).json.games;
    assert.deepEqual([clocked.name, clocked.players[0].clock, clocked.status, clocked.check], ['Bob - Ada', 545_500, '*', undefined]);
    const all = (await get(`/api/broadcast/${id}.pgn`)).body;
    assert.equal(all.match(/^\[BroadcastName "City \\"championship\\" 2026"\]$/gm).length, 3);
    const plain = (await get(`/api/broadcast/round/${second}.pgn?clocks=false`)).body;
    assert.match(plain, /^1\. e4 e5 \*$/m);
    assert.doesNotMatch(plain, /clk/);

    // All games first, then each that has changed, whole; two empty lines behind each.
    const stream = follow(server, `/api/stream/broadcast/round/${second}.pgn`);
    const tour = follow(server, `/api/stream/broadcast/tour/${id}.pgn?clocks=false`);
    const gamesOf = text => text.split('\n\n\n').filter(Boolean).map(one => `${/White "(\w+)/.exec(one)[1]}: ${one.split('\n\n')[1]}`);
    await until(() => gamesOf(stream.text).length === 2 && gamesOf(tour.text).length === 3, 'all games');
    assert.match(stream.type, /^application\/x-chess-pgn/);
    await push(second, game('Cleo', 'Dan', '1. d4 d5', '*', 2));
    await until(() => gamesOf(stream.text).length === 3 && gamesOf(tour.text).length === 4, 'the game that has changed');
    assert.equal(gamesOf(stream.text).at(-1), 'Cleo: 1. d4 d5 *');
    await owner.ask('DELETE', `${API}/${id}`);
    stream.close();
    await until(() => stream.ended, 'the reader is gone');
    const again = follow(server, `/api/stream/broadcast/round/${over}.pgn`);
    await push(over, game('Eva', 'Finn', '1. c4 c5', '1-0'));
    await until(() => gamesOf(again.text).at(-1) === 'Eva: 1. c4 c5 1-0', 'the server goes on');
    for (const one of [tour, again]) one.close();
  }));

// viewers.test.mjs - games as streams of server-sent events, for pages of other sites: what a viewer is sent, that no
// viewer becomes a guest, and how many an address may have.

import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';

import { get, until, withCastled } from './castled.mjs';
import { foolsMate } from './games.mjs';
import { connect, pair, play, playAll } from './player.mjs';
import { dial } from './raw_http.mjs';

// A stream: its answer's head, and the messages so far.
function view(server, game, options = {}) {
  const stream = { messages: [], comments: 0, text: '', ended: false };
  const request = { host: '127.0.0.1', port: server.port, path: `/api/game/${game}/events`, ...options };
  stream.head = new Promise((resolve, reject) => {
    stream.request = http.get(request, response => {
      response.on('data', bytes => {
        stream.text += bytes;
        for (let end; (end = stream.text.indexOf('\n\n')) >= 0; stream.text = stream.text.slice(end + 2)) {
          const event = stream.text.slice(0, end);
          if (event.startsWith('data: ')) stream.messages.push(JSON.parse(event.slice(6)));
          stream.comments += event === ':';
        }
      });
      response.on('end', () => (stream.ended = response.complete));
      response.on('error', () => {});
      resolve(response);
    });
    stream.request.on('error', reject);
  });
  stream.head.catch(() => {});
  stream.has = fits => until(() => stream.messages.some(fits), `the stream has ${fits}`);
  stream.close = () => stream.request.destroy();
  return stream;
}

const withWatchers = (player, count) => player.next(m => m.t === 'crowd' && m.watchers === count, () => `${count} watchers`);

test('a viewer is sent what a spectator is sent, and is not a guest', async () => {
  await withCastled({}, async server => {
    const { game, white, black } = await pair(server);
    await play({ game, white, black }, 0, foolsMate[0]);
    const stream = view(server, game, { headers: { cookie: `castled_session=${white.welcome.token}` } });
    const { statusCode, headers } = await stream.head;
    assert.equal(statusCode, 200);
    assert.match(headers['content-type'], /^text\/event-stream/);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['set-cookie'], undefined);
    await stream.has(m => m.t === 'game' && m.moves.length === 1);
    assert.deepEqual(stream.messages.slice(0, 2).map(m => m.t), ['ok', 'game']);
    assert.equal((await withWatchers(white, 1)).names.length, 0);
    const lobby = await connect(server);
    await lobby.ok({ t: 'lobby' });
    assert.equal((await lobby.kind('pools')).here, 3, 'the two and the one who looks');
    await playAll({ game, white, black }, foolsMate, 1);
    await stream.has(m => m.t === 'end' && m.status === 'mate');
    assert.deepEqual(stream.messages.filter(m => m.t === 'move').map(m => m.uci), foolsMate.slice(1));
    await white.ok({ t: 'chat', game, text: 'between us' });
    await white.settle();
    stream.close();
    await withWatchers(white, 0);
    assert.ok(!stream.messages.some(m => m.t === 'chat' && m.room === 'players'));
  });
});

test('a finished game, and one that does not exist', async () => {
  await withCastled({}, async server => {
    const { game, white, black } = await pair(server);
    await playAll({ game, white, black }, foolsMate);
    await black.kind('end');
    await server.restart();
    const stream = view(server, game);
    await stream.has(m => m.t === 'game' && m.status === 'mate');
    stream.close();
    const missing = await get(server.port, '/api/game/Ab12Cd34/events');
    assert.equal(missing.status, 404);
    assert.deepEqual(JSON.parse(missing.body), { error: 'Game not found.' });
    for (const path of ['/api/game/Ab12Cd3/events', '/api/game/Ab12Cd34/event', '/api/game/Ab12Cd34/events/x'])
      assert.equal((await get(server.port, path)).status, 404, path);
  });
});

test('an address has a limit, and so have all together', async () => {
  await withCastled({ limits: 'on', args: ['--limit', 'viewers=2,all-viewers=3'] }, async server => {
    const { game } = await pair(server);
    const from = localAddress => view(server, game, { localAddress });
    const status = async stream => (await stream.head).statusCode;
    const streams = [from('127.0.0.2'), from('127.0.0.2')];
    for (const stream of streams) assert.equal(await status(stream), 200);
    const third = from('127.0.0.2');
    assert.equal(await status(third), 429);
    assert.ok(Number((await third.head).headers['retry-after']) > 0);
    streams.push(from('127.0.0.3'));
    assert.equal(await status(streams[2]), 200);
    assert.equal(await status(from('127.0.0.4')), 429);
    streams[0].close();
    await until(async () => (await status(streams[3] = from('127.0.0.2'))) === 200, 'a place is free');
    streams.forEach(stream => stream.close());
  });
});

test('a viewer who does not read for a while misses nothing, and a stop ends the stream', async () => {
  await withCastled({}, async server => {
    const { game, white, black } = await pair(server);
    const slow = dial(server.port);
    slow.write(`GET /api/game/${game}/events HTTP/1.1\r\nHost: x\r\n\r\n`);
    await slow.until(() => slow.bytes.includes('"t":"game"'), 'the snapshot');
    slow.socket.pause();
    const moves = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
    for (let ply = 0; ply < 12; ply++) await play({ game, white, black }, ply, moves[ply % 4]);
    slow.socket.resume();
    await slow.until(() => slow.bytes.includes('"ply":12,'), 'the newest move');
    const told = [...slow.bytes.toString().matchAll(/"t":"move".*?"ply":(\d+),/g)].map(m => Number(m[1]));
    assert.deepEqual(told, Array.from({ length: 12 }, (_, i) => i + 1));
    await server.stop();
    await slow.until(() => slow.ended, 'the end');
    assert.ok(slow.bytes.toString().endsWith('\r\n0\r\n\r\n'), 'whole');
  });
});

// Not all in one turn of the loop, where thousands would hold everybody else up.
test('within 15 seconds every viewer is sent a comment, so that no proxy takes the stream for dead', async () => {
  await withCastled({ slow: true }, async server => {
    const { game } = await pair(server);
    const streams = Array.from({ length: 40 }, () => view(server, game));
    for (const stream of streams) await stream.has(m => m.t === 'game');
    const told = () => streams.filter(stream => stream.comments > 0).length;
    await server.pass(500);
    await until(() => told() > 0, 'the first comments');
    assert.ok(told() < streams.length);
    for (let part = 1; part < 30; part++) await server.pass(500);
    await until(() => told() === streams.length, 'a comment for everyone');
    streams.forEach(stream => stream.close());
  });
});

test('only the page for embedding may be embedded, by sites that the operator names', async () => {
  const policy = async (server, path) => (await get(server.port, path)).headers['content-security-policy'];
  const cases = [
    [[], '*'],
    [['--embed-from', 'none'], "'none'"],
    [['--embed-from', 'https://club.example,http://127.0.0.2:81'], 'https://club.example http://127.0.0.2:81'],
  ];
  for (const [args, sources] of cases)
    await withCastled({ args }, async server => {
      for (const path of ['/embed/game/Ab12Cd34', '/embed/game/Ab12Cd34/black', '/embed/board?fen=x'])
        assert.ok((await policy(server, path)).endsWith(`; frame-ancestors ${sources}`), path);
      for (const path of ['/', '/Ab12Cd34', '/embed/', '/embed.html', '/api/games', '/healthz'])
        assert.ok((await policy(server, path)).endsWith("; frame-ancestors 'none'"), path);
    });
});

// disk.test.mjs - a disk that refuses: games wait, nobody is told anything that is not stored, nobody loses time.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, test } from 'node:test';

import { castled, get, until } from './castled.mjs';
import { connect, pair, play } from './player.mjs';

let server;
before(async () => (server = await castled({ slow: true }).start()));
after(() => server.remove());

// No file of the server may grow: like a full disk, but for nobody else on this machine.
const limitFiles = size =>
  execFileSync('prlimit', ['--pid', String(server.child.pid), `--fsize=${size}:unlimited`]);

const health = async () => (await get(server.port, '/healthz')).status;

test('while the disk refuses a game is stopped, and then it continues', async () => {
  const table = await pair(server, { clock: { initial: 60_000, increment: 0 } });
  await play(table, 0, 'e2e4');
  await play(table, 1, 'e7e5');
  await play(table, 2, 'g1f3');
  const { white, black, game } = table;
  const known = white.events(game).length;

  limitFiles(4096);
  black.send({ t: 'move', id: 70, game, ply: 3, uci: 'b8c6' });
  await until(async () => (await health()) === 503);
  white.send({ t: 'ping', c: 71 });
  await white.next(m => m.t === 'pong' && m.c === 71); // the connection lives
  await white.refused({ t: 'move', game, ply: 4, uci: 'f1c4' }, 'not_now');
  await white.refused({ t: 'resign', game }, 'not_now');
  await white.refused({ t: 'seek', clock: null }, 'not_now');
  await server.pass(3000); // the store tries again several times
  assert.equal(white.events(game).length, known, 'told what is not on disk');
  assert.equal(black.messages.some(m => m.id === 70), false);

  limitFiles('unlimited');
  await server.pass(2000); // until it tries again
  const move = await white.next(m => m.t === 'move' && m.game === game && m.ply === 4);
  const answer = await play(table, 4, 'f1c4');
  assert.ok(move.clock.white - answer.clock.white < 2500, 'the time of the disk was charged');
  assert.ok(black.messages.some(m => m.t === 'ok' && m.id === 70));
  assert.equal(await health(), 200);
});

test('and it outlives kill -9 as it was told', async () => {
  const table = await pair(server);
  await play(table, 0, 'd2d4');
  limitFiles(4096);
  table.black.send({ t: 'move', game: table.game, ply: 1, uci: 'd7d5' });
  await until(async () => (await health()) === 503);
  await server.kill();
  await server.start();
  const back = await connect(server, { token: table.black.welcome.token });
  const { seq } = await back.ok({ t: 'watch', game: table.game });
  assert.equal((await back.kind('game')).moves.join(' '), 'd2d4');
  assert.ok(seq >= 1);
});

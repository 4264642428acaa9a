// errors.test.mjs - a failing disk: every call in turn, once or for good, and a slow disk. The server says so, refuses what
// it cannot store, recovers by itself when the disk does, and has lost nothing.
//
// CASTLED_ERRORS=all tries each call of a start; otherwise every fourteenth, starting at a random one (CASTLED_SEED).

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { castled, get, until } from './castled.mjs';
import { ALL_CALLS, CALLS, EIO, ENOLCK, ENOSPC, EROFS, newDisk } from './disk.mjs';
import { opera, seeded } from './games.mjs';
import { connect, expectGapless, pair, play } from './player.mjs';

const seed = Number(process.env.CASTLED_SEED ?? Math.floor(Math.random() * 2 ** 32));
const step = process.env.CASTLED_ERRORS === 'all' ? 1 : 14;
// Taking a lock is not a call to the disk: a failure there SQLite takes for somebody else's lock.
const FAILING = ALL_CALLS & ~CALLS.lock;
const errors = { EIO, ENOSPC, EROFS };

const health = async server => (await get(server.port, '/healthz')).status;
const isWell = server => until(async () => (await health(server)) === 200, 'the server is well again');

async function withDisk(options, body) {
  const disk = newDisk();
  const server = castled({ ...options, env: disk.env });
  try {
    await server.start();
    await body(server, disk);
    await server.stop();
  } catch (error) {
    server.end('SIGKILL');
    error.message += `\nseed ${seed}; castled said: ${server.stderr}`;
    throw error;
  } finally {
    disk.heal();
    await server.child.closed;
    await server.remove();
    disk.close();
  }
}

// The game is there after a restart as players were told.
async function expectKept(server, { game, white }) {
  const events = white.events(game);
  await server.restart();
  const back = await connect(server);
  await back.ok({ t: 'watch', game, since: 0 });
  await back.settle();
  expectGapless(back.events(game));
  assert.deepEqual(back.events(game).filter(m => m.t === 'move'), events.filter(m => m.t === 'move'));
  await back.close();
}

describe('a disk that fails', { concurrency: true }, () => {
  it('whichever call of a commit fails once, the move is stored and sent in the end', t =>
    withDisk({}, async (server, disk) => {
      t.diagnostic(`CASTLED_SEED=${seed}`);
      const table = await pair(server, { clock: null });
      let ply = 0;
      const next = () => play(table, ply, opera[ply++]);
      await next();
      disk.count(FAILING);
      await next();
      const calls = disk.get('calls');
      assert.ok(calls > 3, `${calls} calls for a move`);
      let tried = 0;
      for (let from = 1; from <= calls && ply < opera.length - 1; from += 1) {
        disk.fail(Object.values(errors)[ply % 3], { kinds: FAILING, from, times: 1 });
        await next();
        tried += disk.get('failed');
        disk.heal();
        await isWell(server);
      }
      assert.ok(tried > 0, 'no call has failed');
      t.diagnostic(`${tried} of ${calls} calls failed, one in each commit`);
      await expectKept(server, table);
    }));

  for (const [name, error] of Object.entries(errors))
    it(`${name} for good: it says so, refuses, serves what it can, and continues when it can`, () =>
      withDisk({ args: ['--metrics-port', '0'] }, async (server, disk) => {
        const table = await pair(server, { clock: { initial: 600_000, increment: 0 } });
        const { white, black, game } = table;
        for (let ply = 0; ply < 3; ply++) await play(table, ply, opera[ply]);
        const other = await pair(server, { clock: null });
        await play(other, 0, opera[0]);
        const known = white.events(game).length;
        disk.fail(error, { kinds: CALLS.write | CALLS.sync | CALLS.truncate });
        black.send({ t: 'move', id: 900, game, ply: 3, uci: opera[3] });
        await until(async () => (await health(server)) === 503, 'it says so');
        await until(() => /the disk|castled\.db/.test(server.stderr), 'the log says so');
        await white.refused({ t: 'resign', game }, 'not_now');
        await white.refused({ t: 'challenge', to: 'link', clock: null }, 'not_now');
        const guest = await connect(server); // newcomers may watch
        await guest.ok({ t: 'watch', game: other.game });
        assert.equal((await guest.kind('game')).moves.length, 1);
        await white.settle();
        assert.equal(white.events(game).length, known, 'told what is not on disk');
        assert.ok(!black.messages.some(m => m.id === 900));
        disk.heal();
        await black.next(m => m.t === 'ok' && m.id === 900);
        await isWell(server);
        for (let ply = 4; ply < 8; ply++) await play(table, ply, opera[ply]);
        await expectKept(server, table);
      }));

  // SQLite takes a lock that it could not release for one that it still holds.
  it('a lock that cannot be released at once is released in the end', () =>
    withDisk({}, async (server, disk) => {
      const table = await pair(server, { clock: null });
      for (const [ply, uci] of opera.slice(0, 12).entries()) {
        disk.fail(ENOLCK, { kinds: CALLS.unlock, from: 1 + (ply % 2), times: 3 });
        await play(table, ply, uci);
        await until(() => disk.get('failed') === 3, 'three releases have failed');
        disk.heal();
      }
      assert.equal(await health(server), 200);
      await expectKept(server, table);
    }));

  it('reads that fail are refused and logged, and succeed later', () =>
    withDisk({ args: ['--archive-after', '1'], slow: true }, async (server, disk) => {
      const table = await pair(server, { clock: null });
      for (const [ply, uci] of opera.entries()) await play(table, ply, uci);
      await server.restart(); // so that none of it is in memory
      const target = `/game/export/${table.game}`;
      disk.fail(EIO, { kinds: CALLS.read });
      for (let i = 0; i < 5; i++) assert.equal((await get(server.port, target)).status, 500);
      await server.pass(10_000);
      assert.equal((await get(server.port, target)).status, 500);
      const logged = /: \d+ more reads of the database have failed\n.*: a read has failed: .*\n/;
      await until(() => logged.test(server.stderr), 'it is logged');
      assert.equal(server.stderr.match(/: a read has failed: .*castled\.db: /g).length, 2);
      disk.heal();
      await isWell(server);
      assert.equal((await get(server.port, target)).status, 200);
      const onlooker = await connect(server);
      await onlooker.ok({ t: 'watch', game: table.game });
      assert.deepEqual((await onlooker.kind('game')).moves, opera);
    }));

  it('whichever call of a start fails, it starts or says why not, and loses nothing', async t => {
    t.diagnostic(`CASTLED_SEED=${seed}`);
    const disk = newDisk();
    const server = castled({ env: disk.env });
    await server.start();
    const table = await pair(server, { clock: null });
    for (let ply = 0; ply < 9; ply++) await play(table, ply, opera[ply]);
    await server.kill();
    disk.count(FAILING);
    await server.start();
    const calls = disk.get('calls');
    await server.kill();
    let [starts, refusals] = [0, 0];
    const first = 1 + Math.floor(seeded(seed)() * step);
    for (let from = first; from <= calls; from += step) {
      disk.fail(Object.values(errors)[from % 3], { kinds: FAILING, from, times: 1 });
      const ready = await server.spawn().catch(() => false);
      disk.heal();
      if (ready) {
        starts++;
        await server.kill();
        continue;
      }
      refusals++;
      server.child.asked = true;
      const [code, signal] = await server.child.closed;
      server.expectNoReport();
      assert.deepEqual([code, signal], [1, null], `call ${from}: ${server.stderr}`);
      assert.match(server.stderr, /^castled: .*castled\.(db|lock)|^castled: .*castled-e2e/m, `call ${from}`);
    }
    assert.ok(refusals > 0, 'no start has failed');
    t.diagnostic(`${calls} calls: with one failing ${starts} starts succeeded, ${refusals} were refused`);
    await server.start();
    await expectKept(server, table);
    await server.remove();
    disk.close();
  });
});

describe('a disk that is slow', { concurrency: true }, () => {
  it('while a sync is waiting others are answered, and nobody is told of the move', () =>
    withDisk({}, async (server, disk) => {
      const table = await pair(server, { clock: null });
      await play(table, 0, opera[0]);
      const other = await pair(server, { clock: null });
      disk.hold();
      table.black.send({ t: 'move', id: 900, game: table.game, ply: 1, uci: opera[1] });
      await disk.isHeld();
      for (const player of [other.white, other.black]) await player.settle();
      assert.equal(await health(server), 200);
      const onlooker = await connect(server);
      await onlooker.ok({ t: 'watch', game: other.game });
      assert.equal(table.white.events(table.game).length, 1);
      assert.ok(!table.black.messages.some(m => m.id === 900));
      disk.release();
      await table.black.next(m => m.t === 'ok' && m.id === 900);
      await table.white.next(m => m.t === 'move' && m.ply === 2);
    }));

  it('ten games share a sync, and nobody is charged for the time it takes', () =>
    withDisk({ slow: true, args: ['--metrics-port', '0'] }, async (server, disk) => {
      const played = async () => Number(/^castled_moves_total (\d+)/m.exec(await server.metrics())[1]);
      const tables = [];
      for (let i = 0; i < 10; i++) {
        tables.push(await pair(server, { clock: { initial: 600_000, increment: 0 } }));
        for (let ply = 0; ply < 2; ply++) await play(tables[i], ply, opera[ply]);
      }
      const before = disk.get('syncs');
      disk.hold();
      const moving = tables.map(table => play(table, 2, opera[2]));
      await disk.isHeld();
      await until(async () => (await played()) === 30, 'the first is on its way, and the others wait for the disk');
      await server.pass(3000);
      disk.release();
      await Promise.all(moving);
      const syncs = disk.get('syncs') - before;
      assert.ok(syncs <= 4, `${syncs} syncs for ten moves`); // two for these moves, the others for the time that has passed
      for (const table of tables) {
        const { clock } = await play(table, 3, opera[3]);
        assert.ok(600_000 - clock.black < 1500, `${600_000 - clock.black} ms charged for the disk`);
      }
    }));

  it('with 500 ms for each sync a game goes on', () =>
    withDisk({}, async (server, disk) => {
      const table = await pair(server, { clock: null });
      disk.set('delay', 500);
      const before = disk.get('syncs');
      for (let ply = 0; ply < 3; ply++) await play(table, ply, opera[ply]);
      assert.equal(await health(server), 200);
      assert.ok(disk.get('syncs') - before >= 3);
      disk.set('delay', 0);
    }));
});

// postgres.test.mjs - one castled with --store: PostgreSQL is not there yet, it is the wrong one, its disk is full, or another castled
// has taken over.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { castled, get, newDirectory, runCastled, until, withCastled } from './castled.mjs';
import { missing, newPostgres } from './cluster.mjs';
import { opera } from './games.mjs';
import { connect, pair, play } from './player.mjs';

const skip = missing && `${missing} is not installed`;

test('a PostgreSQL that is away is waited for; SIGTERM ends castled meanwhile', { skip }, async t => {
  const postgres = await newPostgres();
  t.after(() => postgres.kill());
  const address = database => `postgresql://castled@127.0.0.1:${postgres.port}/${database}`;
  const server = castled({ args: ['--store', address('postgres')] });
  await postgres.kill();

  const asked = assert.rejects(server.start(), /castled has died/);
  await until(() => /Connection refused.*castled starts when it is there/.test(server.stderr), 'castled waits');
  server.end('SIGTERM');
  await asked;

  const started = server.start();
  await until(() => /castled starts when it is there/.test(server.stderr), 'castled waits again');
  await postgres.start();
  await started;

  const { code, stderr } = await runCastled(['--port', '0', '--data', newDirectory(), '--store', address('nothing')]);
  assert.equal(code, 1);
  assert.match(stderr, /"nothing" does not exist/);

  postgres.ask("UPDATE castled.leases SET node = 'another', epoch = epoch + 1");
  server.child.asked = true;
  const [status] = await server.child.closed;
  assert.equal(status, 75, server.stderr);
  assert.match(server.stderr, /another castled has taken over the database; this one ends/);
});

// ---- a full disk ----

const POSTGRES = 65534; // as whom newPostgres runs

// A disk of 80 MB, which holds five files of PostgreSQL's log; null where nobody may mount one.
function smallDisk(t) {
  const place = newDirectory('castled-disk-');
  const options = `size=80m,mode=700,uid=${POSTGRES},gid=${POSTGRES}`;
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', place]).status !== 0) {
    t.skip('this machine lets nobody mount a disk');
    return null;
  }
  t.after(() => spawnSync('umount', ['-l', place]));
  return place;
}

// What takes all that is left of it.
function fill(place) {
  const file = path.join(place, 'ballast');
  const { status, stderr } = spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=4k'], { encoding: 'utf8' });
  assert.match(stderr, /No space left on device/);
  assert.notEqual(status, 0);
  return () => fs.rmSync(file);
}

// A move that is made meanwhile waits, and is told once it is kept.
async function expectsRoom(postgres, place, { says, use = () => {} }) {
  await withCastled({ args: ['--store', `postgresql://castled@127.0.0.1:${postgres.port}/postgres`] }, async server => {
    const isWell = async () => (await get(server.port, '/healthz', { connection: 'close' })).status === 200;
    const table = await pair(server);
    const empty = fill(place);
    use();
    const answer = table.white.ok({ t: 'move', game: table.game, ply: 0, uci: opera[0] }); // the first row of its table
    await until(async () => !(await isWell()), 'it is not well');
    await until(() => says.test(server.stderr), `it says why: ${server.stderr}`);
    const newcomer = await connect(server);
    await newcomer.settle();
    await table.black.settle();
    assert.deepEqual(table.black.messages.filter(m => m.t === 'move'), [], 'nobody sees what is not kept');
    empty();
    await until(async () => {
      if (postgres.child.exitCode !== null) await postgres.start(); // it gives up when there is no room to recover in
      return isWell();
    }, 'it is well again');
    await answer;
    await until(() => /the database can be written to again/.test(server.stderr), 'it says so');
    await play(table, 1, opera[1]);
    await server.restart();
    const watcher = await connect(server);
    await watcher.ok({ t: 'watch', game: table.game });
    assert.deepEqual((await watcher.kind('game')).moves, opera.slice(0, 2));
  });
}

test('a disk with no room for another row: games wait, and go on when there is', { skip }, async t => {
  const place = smallDisk(t);
  if (!place) return;
  const postgres = await newPostgres();
  t.after(() => postgres.kill());
  postgres.ask(`CREATE TABLESPACE small LOCATION '${place}'`);
  postgres.ask('ALTER DATABASE postgres SET default_tablespace = small');
  await expectsRoom(postgres, place, { says: /the disk is full \(could not extend file .*games wait until the database can be written to again/ });
});

test('a disk with no room for its log, so that PostgreSQL ends and comes back', { skip }, async t => {
  const place = smallDisk(t);
  if (!place) return;
  const postgres = await newPostgres(['fsync=off', 'min_wal_size=32MB', 'max_wal_size=32MB', 'wal_recycle=off']);
  t.after(() => postgres.kill());
  const [data] = postgres.ask('SHOW data_directory');
  await postgres.kill();
  fs.cpSync(path.join(data, 'pg_wal'), path.join(place, 'log'), { recursive: true });
  fs.rmSync(path.join(data, 'pg_wal'), { recursive: true });
  fs.symlinkSync(path.join(place, 'log'), path.join(data, 'pg_wal'));
  assert.equal(spawnSync('chown', ['-R', `${POSTGRES}:${POSTGRES}`, place]).status, 0);
  await postgres.start();
  const use = () => {
    postgres.ask("CREATE TABLE junk AS SELECT repeat(md5(g::text), 100) FROM generate_series(1, 300) g");
    assert.throws(() => { for (;;) postgres.ask('INSERT INTO junk SELECT * FROM junk'); });
  };
  await expectsRoom(postgres, place, { use, says: /games wait until the database can be written to again/ });
});

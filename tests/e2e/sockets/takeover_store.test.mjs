// takeover_store.test.mjs - SIGUSR2 (takeover.test.mjs) where the games are in PostgreSQL: of a castled by itself, and of the nodes of a
// cluster.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';

import { get, newDirectory, takePort, until } from './castled.mjs';
import { missing, newBus, newPostgres } from './cluster.mjs';
import { opera } from './games.mjs';
import { managed, newProgram, withManaged } from './managed.mjs';
import { connect, pair, play } from './player.mjs';

const RESTART = 1012; // Service Restart, of IANA's registry of close codes
const skip = missing && `${missing} is missing`;
const healthOf = async node => (await get(node.port, '/healthz', { connection: 'close' })).status;
const storeAt = port => `postgresql://castled@127.0.0.1:${port}/postgres`;

let shared;
const postgresOf = async () => {
  shared ??= newPostgres();
  const postgres = await shared;
  postgres.ask('DROP SCHEMA IF EXISTS castled CASCADE');
  return postgres;
};
after(async () => (await shared)?.kill());

async function comeBack(table, at) {
  for (const side of ['white', 'black']) {
    assert.equal(await table[side].closed, RESTART);
    table[side] = await connect(at, { token: table[side].welcome.token });
    await table[side].ok({ t: 'watch', game: table.game, since: 0 });
  }
}

test('a castled by itself', { skip }, async () => {
  const postgres = await postgresOf(), program = newProgram();
  await withManaged({ program: program.path, args: ['--store', storeAt(postgres.port)] }, async server => {
    const table = await pair(server);
    for (let ply = 0; ply < 4; ply++) await play(table, ply, opera[ply]);
    await server.replace();
    await comeBack(table, server);
    await play(table, 4, opera[4]);
    const old = server.main;
    program.between({ at: 'released' }); // where the new one dies
    server.signal('SIGUSR2');
    await server.isServing(3);
    assert.equal(server.main, old, 'in the same process');
    await comeBack(table, server);
    await play(table, 5, opera[5]);
  });
});

test('a new castled that cannot use the database leaves the old one serving', { skip }, async () => {
  const postgres = await postgresOf(), config = path.join(newDirectory(), 'castled.conf');
  const configure = port => fs.writeFileSync(config, `store = ${storeAt(port)}\n`);
  const setVersion = version => postgres.ask(`UPDATE castled.castled SET version = ${version}`);
  configure(postgres.port);
  const nowhere = await takePort();
  await withManaged({ args: ['--config', config] }, async server => {
    const [version] = postgres.ask('SELECT version FROM castled.castled');
    const player = await connect(server);
    for (const [make, says, mend] of [
      [() => configure(nowhere), /Connection refused/, () => configure(postgres.port)],
      [() => setVersion(99), /its version is 99/, () => setVersion(version)],
    ]) {
      const before = server.stderr.length;
      make();
      server.signal('SIGUSR2');
      await until(() => /this one goes on|takes over/.test(server.stderr.slice(before)), 'something is decided');
      assert.match(server.stderr.slice(before), says);
      assert.equal(await healthOf(server), 200);
      await player.settle();
      mend();
    }
    await server.replace();
    assert.equal(await healthOf(server), 200);
  });
});

test('the nodes of a cluster, one after the other', { skip }, async () => {
  const postgres = await postgresOf(), bus = await newBus();
  const args = ['--store', storeAt(postgres.port), '--bus', `nats://castled:${encodeURIComponent(bus.password)}@127.0.0.1:${bus.port}`];
  const nodes = [];
  const allAreWell = () => until(async () => (await Promise.all(nodes.map(healthOf))).every(status => status === 200), 'all are well');
  try {
    for (let i = 0; i < 2; i++) nodes.push(await managed({ args }));
    for (const node of nodes) {
      await allAreWell();
      const table = await pair(node);
      await play(table, 0, opera[0]);
      await node.replace();
      await allAreWell();
      await comeBack(table, node);
      await play(table, 1, opera[1]);
    }
  } finally {
    for (const node of nodes) await node.remove();
    await bus.kill();
  }
});

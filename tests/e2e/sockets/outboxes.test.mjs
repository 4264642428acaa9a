// outboxes.test.mjs - many that ask and do not read: together they may hold --outbox-memory, then the slowest go, and
// whoever reads notices nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { until, withCastled } from './castled.mjs';
import { knightsThereAndBack } from './games.mjs';
import { closeCode, connect, pair, play, playAll } from './player.mjs';

const MIB = 8;
const SLOW = 16; // which may hold 1 MiB each

const metric = async (server, name) =>
  Number((await server.metrics()).match(new RegExp(`^castled_${name} (\\d+)$`, 'm'))[1]);

test('the slowest are closed when all outboxes are too big, and readers go on', () =>
  withCastled({ args: ['--outbox-memory', String(MIB), '--metrics-port', '0'] }, async server => {
    const table = await pair(server);
    await playAll(table, Array(3).fill(knightsThereAndBack).flat());
    const reader = await connect(server);
    await reader.ok({ t: 'watch', game: table.game });
    const slow = [];
    for (let i = 0; i < SLOW; i++) slow.push(await connect(server));
    for (const { socket } of slow) socket._socket.pause();
    const watch = JSON.stringify({ t: 'watch', game: table.game, id: 1 });
    const unwatch = JSON.stringify({ t: 'unwatch', game: table.game, id: 2 });
    // What the system's buffers take in comes first, some megabytes for each.
    await until(async () => {
      for (const { socket } of slow)
        for (let i = 0; i < 100 && socket.readyState === 1; i++) socket.send(i % 2 ? unwatch : watch);
      return (await metric(server, 'closed_crowded_total')) > 0;
    });
    assert.ok((await metric(server, 'outbox_bytes')) <= MIB * 2 ** 20);
    assert.equal(await metric(server, 'closed_behind_total'), 0);
    await play(table, 12, 'e2e4'); // both players and the reader are there
    await reader.next(m => m.t === 'move' && m.uci === 'e2e4');
    // They are closed with 1013, unless what came before is lost with the connection.
    for (const { socket } of slow) socket._socket.resume();
    server.expectSound();
    assert.equal(reader.socket.readyState, 1);
    for (const player of slow) player.close();
    for (const player of slow) assert.ok([1005, 1006, 1013].includes(await closeCode(player)));
    await until(async () => (await metric(server, 'outbox_bytes')) < 2 ** 20);
  }));

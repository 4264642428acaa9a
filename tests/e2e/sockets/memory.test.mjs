// memory.test.mjs - when memory is about to run out newcomers are refused and games go on; later they are let in again.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { test } from 'node:test';

import { get, until, withCastled } from './castled.mjs';
import { opera } from './games.mjs';
import { connect, pair, play, refusedHandshake } from './player.mjs';

const MIB = 1024 * 1024;

// The process may map that many bytes more than now.
function limitSpace(pid, more) {
  const pages = Number(fs.readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[0]);
  execFileSync('prlimit', ['--pid', String(pid), `--as=${more === Infinity ? 'unlimited' : pages * 4096 + more}:unlimited`]);
}

test('out of memory: newcomers are refused, games go on', () =>
  withCastled({}, async server => {
    const table = await pair(server, { clock: null });
    for (let ply = 0; ply < 4; ply++) await play(table, ply, opera[ply]);
    const before = await connect(server);
    limitSpace(server.child.pid, 12 * MIB);
    const refused = async () => {
      const { status } = await refusedHandshake(server).catch(() => ({ status: 101 }));
      return status === 503;
    };
    await until(refused, 'newcomers are refused');
    const { headers } = await refusedHandshake(server);
    assert.ok(Number(headers['retry-after']) > 0);
    await until(() => /memory is about to run out: newcomers are refused/.test(server.stderr), 'the log says so');
    for (let ply = 4; ply < 12; ply++) await play(table, ply, opera[ply]);
    await table.black.close(); // players may come back
    table.black = await connect(server, { token: table.black.welcome.token });
    assert.deepEqual(table.black.welcome.playing, [table.game]);
    await table.black.ok({ t: 'watch', game: table.game });
    for (let ply = 12; ply < 16; ply++) await play(table, ply, opera[ply]);
    await before.ok({ t: 'watch', game: table.game }); // and those who are here may go on watching
    assert.equal((await get(server.port, '/healthz')).status, 200);
    limitSpace(server.child.pid, Infinity);
    await until(async () => !(await refused()), 'newcomers are let in again');
    await until(() => /there is enough memory again/.test(server.stderr), 'the log says so');
    server.expectSound();
  }));

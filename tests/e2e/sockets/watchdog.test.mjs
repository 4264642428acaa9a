// watchdog.test.mjs - a server whose loop hangs is ended and says so; one that was only stopped is not.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { castled, get, withCastled } from './castled.mjs';
import { connect, pair, play } from './player.mjs';

// The preloaded library that makes the loop hang (hang.c).
const hang = process.env.CASTLED_HANG;

test('a loop that hangs: no health, then the end, and nothing is lost', async () => {
  const server = castled({ args: ['--watchdog', '1'] });
  const file = path.join(server.directory, 'hang');
  const preload = process.env.LD_PRELOAD;
  process.env.LD_PRELOAD = hang;
  process.env.HANG_WHEN = file;
  try {
    await server.start();
  } finally {
    delete process.env.HANG_WHEN;
    if (preload === undefined) delete process.env.LD_PRELOAD;
    else process.env.LD_PRELOAD = preload;
  }
  const table = await pair(server);
  await play(table, 0, 'e2e4');
  const { closed } = server.child;
  server.child.asked = true; // it is meant to end
  fs.writeFileSync(file, '');
  // The first of these may still be answered, in the last turn.
  await get(server.port, '/healthz').catch(() => {});
  await assert.rejects(get(server.port, '/healthz'));
  assert.deepEqual(await closed, [70, null]);
  assert.match(server.stderr, /^castled: the event loop has been stuck for 1 s; exiting/m);
  server.expectNoReport();

  await server.start();
  const back = await connect(server, { token: table.white.welcome.token });
  assert.deepEqual(back.welcome.playing, [table.game]);
  await back.ok({ t: 'watch', game: table.game });
  assert.equal((await back.kind('game')).moves.length, 1);
  await server.remove();
});

test('a server that was stopped for longer continues', () =>
  withCastled({ args: ['--watchdog', '1'] }, async server => {
    const player = await connect(server);
    server.child.kill('SIGSTOP');
    await sleep(2500); // there is no state to wait for: this time must not count
    server.child.kill('SIGCONT');
    assert.equal((await get(server.port, '/healthz')).status, 200);
    await player.ok({ t: 'ping' });
    server.expectSound();
  }));

test('an idle server goes on', () =>
  withCastled({ args: ['--watchdog', '1'] }, async server => {
    await sleep(2500);
    server.expectSound();
    assert.equal((await get(server.port, '/healthz')).status, 200);
  }));

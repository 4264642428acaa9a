// bench.test.mjs - castled bench measures on a server of its own, says so in words, and leaves nothing behind.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';

import { newDirectory, patience, runCastled } from './castled.mjs';

test('it says how much the machine can take, and its directory is gone', async () => {
  const directory = newDirectory();
  const { code, stdout, stderr } = await runCastled(['bench', '--data', directory, '--connections', '40', '--seconds', '1'], {
    env: { ...process.env, CASTLED_TLS_CERT: '/nowhere' }, // those of another server, which must not apply to it
    limit: 10 * patience, // it starts three servers and many clients one after the other
  });
  assert.equal(code, 0, stderr);
  const said = stdout.replaceAll('\n', ' ');
  assert.match(said, /^A write to the disk is durable after [\d.]+ ms/);
  const [, games, moves] = /(\d+) games as fast as they go: (\d+) moves a second/.exec(said);
  assert.equal(games, '20');
  assert.ok(Number(moves) > 0);
  assert.match(said, /20 games with a move every 5 s: it arrives in [\d.]+ ms/);
  assert.match(said, /The same while \d+ others play the computer: it arrives in [\d.]+ ms/);
  assert.match(said, /Killed with 20 games in progress, it is ready again after \d+ ms, and all players are back after [\d.]+ s\./);
  assert.match(said, /A move in a game with 38 spectators has reached all of them after \d+ ms at most\./);
  assert.match(said, /So this machine can handle about \d+ games at once; the first limit is .+\./);
  assert.deepEqual(fs.readdirSync(directory), []);
});

test('it says in one line what it cannot do', async () => {
  const nowhere = await runCastled(['bench', '--data', '/nowhere/at/all']);
  assert.equal(nowhere.code, 1);
  assert.match(nowhere.stderr, /^\/nowhere\/at\/all: No such file or directory\n$/);
  const odd = await runCastled(['bench', '--connections', '1']);
  assert.equal(odd.code, 2);
  assert.match(odd.stderr, /--connections/);
});

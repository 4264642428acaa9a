// migrate.test.mjs - castled migrate: a server moves to PostgreSQL and back while a game goes on.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { castled, newDirectory, runCastled } from './castled.mjs';
import { missing, newPostgres } from './cluster.mjs';
import { connect, pair, play, playAll } from './player.mjs';

async function run(...words) {
  const { code, stdout, stderr } = await runCastled(words);
  assert.deepEqual([code, stderr], [0, ''], `castled ${words.join(' ')}`);
  return stdout;
}

async function refused(words, says) {
  const { code, stdout, stderr } = await runCastled(words);
  assert.deepEqual([code, stdout], [1, ''], words.join(' '));
  assert.match(stderr, /^castled: [^\n]*\n$/);
  assert.match(stderr, says);
}

// The same two people, by the tokens that the first server gave them, in the game that they play.
async function comeBack(server, { game, tokens }) {
  const [white, black] = await Promise.all(tokens.map(token => connect(server, { token })));
  for (const player of [white, black]) assert.deepEqual(player.welcome.playing, [game]);
  for (const player of [white, black]) await player.ok({ t: 'watch', game });
  return { game, white, black };
}

test('guests, their game and its moves go to PostgreSQL and back', { skip: missing }, async () => {
  const postgres = await newPostgres();
  const store = ['--store', `postgresql://castled@127.0.0.1:${postgres.port}/postgres`];
  const first = await castled({}).start();
  const table = await pair(first, { clock: null });
  const tokens = [table.white, table.black].map(player => player.welcome.token);
  await playAll(table, ['e2e4', 'e7e5']);
  const data = ['--data', first.directory];
  await refused(['migrate', 'to-postgres', ...store, ...data], /another castled is using this data directory/);
  await first.kill(); // its newest moves are in its log only
  assert.match(await run('migrate', 'to-postgres', ...store, ...data), /^everything has been moved: .*, 1 games\n/);
  assert.match(await run('migrate', 'check', ...store, ...data), /^both are the same: \d+ tables with \d+ rows, 1 games\n$/);
  await refused(['migrate', 'to-postgres', ...store, ...data], /DROP SCHEMA castled CASCADE/);

  const second = await castled({ directory: newDirectory(), args: store }).start();
  await play(await comeBack(second, { game: table.game, tokens }), 2, 'g1f3');
  const back = ['--data', newDirectory()];
  await refused(['migrate', 'to-sqlite', ...store, ...back], /castled is using this database/);
  await second.stop();
  const differing = await runCastled(['migrate', 'check', ...store, ...data]);
  assert.equal(differing.code, 1);
  assert.match(differing.stderr, /^castled: events \d+ 3 is only in postgresql:/m);
  await run('migrate', 'to-sqlite', ...store, ...back);

  const third = await castled({ directory: back[1] }).start();
  await play(await comeBack(third, { game: table.game, tokens }), 3, 'b8c6');
  await third.stop();
  assert.match(await run('replay', table.game, ...back), /^4 events, rebuilt bit for bit: 4 moves/m);
  assert.match(await run('check', ...back), /is sound: 1 games with 4 events/);
  assert.deepEqual(fs.readdirSync(back[1]).filter(name => name.includes('migrating')), []);
  assert.ok(fs.existsSync(path.join(first.directory, 'castled.db')), 'what it was moved from is still there');
  await postgres.kill();
});

test('what makes no sense is not understood', async () => {
  const store = ['--store', 'postgresql://castled@/nowhere'];
  for (const words of [[], ['to-postgres'], ['elsewhere', ...store], ['check', '--store', 'mysql://castled@/nowhere'],
    ['to-sqlite', 'to-sqlite', ...store]])
    assert.equal((await runCastled(['migrate', ...words])).code, 2, words.join(' '));
  await refused(['migrate', 'to-postgres', ...store, '--data', newDirectory()], /castled\.db: no such file or directory/);
});

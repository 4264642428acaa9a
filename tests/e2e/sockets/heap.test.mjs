// heap.test.mjs - what the server keeps in memory does not depend on how many games there have been. The long form, a million, is
// "games" of tests/bench/load_bench.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { binary, until, withCastled } from './castled.mjs';

const built = (variable, file) => {
  const found = process.env[variable] ?? path.join(path.dirname(binary), file);
  assert.ok(fs.existsSync(found), `${found} is not built`);
  return found;
};
const manyGames = built('CASTLED_MANY_GAMES', 'tests/bench/many_games');
const smallCache = built('CASTLED_SMALL_CACHE', 'tests/e2e/libsmall_cache.so');

const KEPT = 5 * 60_000; // ms that a finished game stays (KEEP_FINISHED in live/internal/games.h)
const GAMES = 3000; // at a time, so that tables are as large after each
const PAIRS = 40;
const BYTES_EACH = 8; // that are allowed to each game: the least that malloc gives are 32

const metric = async (server, name) =>
  Number((await server.metrics()).match(new RegExp(`^castled_${name} (\\d+)$`, 'm'))[1]);

// Once nothing is under way that needs memory for a while, such as packing the games in the archive.
async function restingHeap(server) {
  let before, now;
  await until(async () => {
    before = now;
    await server.pass(1000);
    now = await metric(server, 'heap_bytes');
    return now === before;
  }, 'the heap stands still');
  return now;
}

// Plays the games, lets them leave memory, and resolves with the bytes in use then.
async function heapAfterGames(server, pairs = PAIRS) {
  const child = spawn(manyGames, [server.port, GAMES, pairs].map(String), { stdio: ['ignore', 'inherit', 'inherit'] });
  assert.deepEqual(await once(child, 'close'), [0, null]);
  assert.ok((await metric(server, 'games')) >= GAMES);
  await until(async () => (await metric(server, 'sessions')) === 0, 'the players are gone');
  await server.pass(KEPT + 60_000);
  await until(async () => (await metric(server, 'games')) === 0, 'all games have left memory');
  return restingHeap(server);
}

test('after many games the heap is what it was after some', async t => {
  const env = {
    LD_PRELOAD: smallCache,
    GLIBC_TUNABLES: 'glibc.malloc.tcache_count=0', // what threads keep for their next malloc counts as in use
  };
  await withCastled({ args: ['--metrics-port', '0'], slow: true, env }, async server => {
    const heaps = [];
    // Buffers are doubled when more comes at once than ever before: more than in any round that is measured.
    await heapAfterGames(server, 5 * PAIRS);
    while (heaps.length < 4) heaps.push(await heapAfterGames(server));
    const growth = heaps.at(-1) - heaps[0];
    t.diagnostic(`bytes in use after each ${GAMES} games: ${heaps.join(', ')}`);
    assert.ok(heaps[0] > 1e6, 'the heap is measured');
    assert.ok(growth < BYTES_EACH * GAMES * (heaps.length - 1), `it has grown: ${heaps.join(', ')}`);
  });
});

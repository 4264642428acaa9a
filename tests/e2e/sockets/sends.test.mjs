// sends.test.mjs - what a move costs does not grow with the connections, as far as that can be counted: how often the server
// writes to sockets for it. That it takes no more of the processor's time is measured by tests/bench/load_bench.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { binary, newDirectory, withCastled } from './castled.mjs';
import { opera } from './games.mjs';
import { connect, pair, playAll } from './player.mjs';

const library = process.env.CASTLED_SENDS_LIBRARY ?? path.join(path.dirname(binary), 'tests/e2e/libsends.so');
assert.ok(fs.existsSync(library), `${library} is not built`);
const moves = opera;

// How often it writes for these moves, with that many others connected.
async function sendsWith(others) {
  const file = path.join(newDirectory(), 'sends');
  fs.writeFileSync(file, Buffer.alloc(8));
  const sends = () => Number(fs.readFileSync(file).readBigInt64LE());
  let count;
  await withCastled({ slow: true, env: { LD_PRELOAD: library, CASTLED_SENDS: file } }, async server => {
    for (let i = 0; i < others; i++) await connect(server);
    const table = await pair(server);
    await playAll(table, moves.slice(0, 2));
    for (const player of [table.white, table.black]) await player.settle();
    const before = sends();
    await playAll(table, moves, 2);
    count = sends() - before;
  });
  return count;
}

test('a move is one write to each player, the mover with its answer, however many are connected', async () => {
  assert.equal(await sendsWith(40), 2 * (moves.length - 2));
  assert.equal(await sendsWith(400), 2 * (moves.length - 2));
});

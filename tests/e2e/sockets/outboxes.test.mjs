// outboxes.test.mjs - many clients that ask and do not read: together they may hold --outbox-memory, then the slowest are
// closed, those that do not read an HTTP answer first, and clients that read notice nothing.

import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { test } from 'node:test';

import { binary, database, newDirectory, runCastled, until, withCastled } from './castled.mjs';
import { knightsThereAndBack } from './games.mjs';
import { connect, pair, play, playAll } from './player.mjs';

const MIB = 8;
const SLOW = 16; // which may hold 1 MiB each

const narrow = process.env.CASTLED_NARROW ?? path.join(path.dirname(binary), 'tests/e2e/libnarrow.so');
assert.ok(fs.existsSync(narrow), `${narrow} is not built`);
const options = { args: ['--outbox-memory', String(MIB), '--metrics-port', '0'], env: { LD_PRELOAD: narrow } };

const metric = async (server, name) =>
  Number((await server.metrics()).match(new RegExp(`^castled_${name} (\\d+)$`, 'm'))[1]);

// Clients that ask and do not read: slow_readers.mjs.
async function slowReaders(server, game) {
  const ended = new AbortController();
  const child = fork(new URL('slow_readers.mjs', import.meta.url), [server.port, game, SLOW], {
    env: { ...process.env, LD_PRELOAD: narrow },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.once('exit', () => ended.abort());
  child.channel.unref();
  child.unref();
  const told = async () => (await once(child, 'message', { signal: ended.signal }))[0];
  const say = word => {
    const answer = told();
    child.send(word);
    return answer;
  };
  assert.equal(await told(), 'ready');
  return {
    // Until that many have been closed.
    async askUntilClosed(count) {
      let closed = 0;
      const isSo = async () => {
        await say('ask');
        closed = await metric(server, 'closed_crowded_total');
        return closed >= count;
      };
      await until(isSo).catch(async error => {
        const held = await metric(server, 'outbox_bytes');
        throw new Error(`${held} bytes of answers wait, ${closed} are closed, not ${count}`, { cause: error });
      });
      assert.equal(await metric(server, 'closed_behind_total'), 0);
    },

    // They read on and close: with which codes they were closed.
    close: () => say('close'),
  };
}

test('the slowest are closed when all outboxes together are too big, and clients that read go on', () =>
  withCastled(options, async server => {
    const table = await pair(server);
    await playAll(table, Array(3).fill(knightsThereAndBack).flat());
    const reader = await connect(server);
    await reader.ok({ t: 'watch', game: table.game });
    const slow = await slowReaders(server, table.game);
    await slow.askUntilClosed(1);
    assert.ok((await metric(server, 'outbox_bytes')) <= MIB * 2 ** 20);
    await play(table, 12, 'e2e4'); // both players and the reader are there
    await reader.next(m => m.t === 'move' && m.uci === 'e2e4');
    // They are closed with 1013, unless that is lost with the connection.
    const codes = await slow.close();
    server.expectSound();
    assert.equal(reader.socket.readyState, 1);
    assert.equal(codes.length, SLOW);
    for (const code of codes) assert.ok([1005, 1006, 1013].includes(code));
    await until(async () => (await metric(server, 'outbox_bytes')) < 2 ** 20);
  }));

// ---- answers by HTTP ----

const GAMES = 1000; // with 1.5 kB of tags each, more than the sockets of one connection hold
const EXPORTS = 3;

async function importGames(directory) {
  await withCastled({ directory, keep: true }, () => {}); // which makes the database
  const tags = ['Site', 'Annotator', 'Source', 'Note', 'Opening', 'Mode'].map(tag => `[${tag} "${'x'.repeat(250)}"]\n`).join('');
  const file = path.join(directory, 'games.pgn');
  fs.writeFileSync(file, Array.from({ length: GAMES }, (_, i) =>
    `[White "Collector"]\n[Black "Other"]\n[Round "${i}"]\n${tags}[Result "1-0"]\n\n1. e4 e5 1-0\n\n`).join(''));
  assert.equal((await runCastled(['admin', ...database(directory), 'make', 'Collector'])).code, 0);
  const { code, stderr } = await runCastled(['import', file, 'Collector', ...database(directory)]);
  assert.equal(code, 0, stderr);
}

// An export that nobody reads: { response, ended }, where 'ended' is true when it came whole and false when it was cut.
const beginExport = port =>
  new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path: '/api/games/user/Collector', agent: false }, response => {
      const ended = new Promise(done => response.on('close', () => done(response.complete)));
      resolve({ response, ended });
    });
    request.on('error', reject);
  });

test('HTTP answers that nobody reads count, too, and are cut off before any player', async () => {
  const directory = newDirectory();
  await importGames(directory);
  await withCastled({ directory, ...options }, async server => {
    const table = await pair(server);
    await playAll(table, Array(3).fill(knightsThereAndBack).flat());
    const exports = [];
    for (let i = 0; i < EXPORTS; i++) exports.push(await beginExport(server.port));
    // Each is stuck with data that its socket does not take.
    await until(async () => (await metric(server, 'outbox_bytes')) >= EXPORTS * 32 * 1024);
    assert.equal(await metric(server, 'closed_crowded_total'), 0);
    // WebSockets that do not read fill the rest.
    const slow = await slowReaders(server, table.game);
    await slow.askUntilClosed(EXPORTS);
    for (const { response } of exports) response.resume();
    assert.deepEqual(await Promise.all(exports.map(each => each.ended)), Array(EXPORTS).fill(false));
    await play(table, 12, 'e2e4');
    server.expectSound();
    await slow.close();
  });
});

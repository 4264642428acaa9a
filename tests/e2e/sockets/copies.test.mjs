// copies.test.mjs - the second place: everything is there that anybody has seen, at every moment, however the server ends; and a
// place that is full, away or damaged harms no game.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { castled, newDirectory, runCastled, until, withCastled } from './castled.mjs';
import { browser } from './http_client.mjs';
import { playOn } from './play_on.mjs';

const options = (place, more = []) => ({ args: ['--copy-to', place, '--metrics-port', '0', '--archive-after', '1', ...more] });

async function run(...words) {
  const { code, stdout, stderr } = await runCastled(words);
  assert.equal(code, 0, `${words.join(' ')}: ${stderr}`);
  return stdout;
}

const figure = async (server, name) => Number(new RegExp(`^castled_${name} (\\S+)$`, 'm').exec(await server.metrics())[1]);
const files = (place, ending) => fs.readdirSync(place).filter(name => name.endsWith(ending)).sort();
const hasBase = place => () => fs.existsSync(place) && files(place, '.db').length > 0;
const hasAll = server => async () => (await figure(server, 'copy_behind_seconds')) === 0;

// Where each record of a log begins, and when it was committed (server/store/internal/copy_file.h).
function recordsOf(bytes) {
  const records = [];
  for (let offset = 36; offset < bytes.length; offset += 24 + bytes.readUInt32LE(offset))
    records.push({ offset, time: Number(bytes.readBigInt64LE(offset + 8)) });
  return records;
}

// What castled replay tells of a game, an event a line, without the last one, which sums up.
async function eventsOf(directory, game) {
  const text = await run('replay', game, '--data', directory);
  return text.split('\n\n')[1].split('\n').slice(1).filter(line => !/^\d+ events, rebuilt/.test(line));
}

async function restored(place, until) {
  const directory = newDirectory();
  const said = await run('restore', '--from', place, ...(until ? ['--until', until] : []), '--data', directory);
  assert.match(said, /has been restored as it was at \d{4}-/);
  assert.match(await run('check', '--data', directory), /is sound/);
  return directory;
}

test('under load, killed: every moment that is restored has what had been seen, and nothing that came later', async () => {
  const place = path.join(newDirectory(), 'second');
  const server = await castled(options(place)).start();
  await until(hasBase(place));
  const games = await playOn(server);
  const moments = [];
  for (let i = 0; i < 2; i++) {
    await games.goesOn(8);
    const seen = new Map(games.moves);
    await sleep(2); // so that this moment is after what was seen, by the wall clock's milliseconds
    moments.push({ at: new Date().toISOString(), seen });
    await browser(server).post('/api/account', { name: `Player${i}`, password: 'correct-horse' });
  }
  await games.goesOn(4);
  await games.stop();
  const newest = new Map(games.moves);
  await until(hasAll(server));
  await server.kill();
  const whole = new Map();
  for (const game of newest.keys()) whole.set(game, await eventsOf(server.directory, game));
  for (const { at, seen } of moments) {
    const directory = await restored(place, at);
    for (const [game, count] of seen) {
      const events = await eventsOf(directory, game);
      assert.ok(events.length >= count, `${at} ${game}: ${events.length} events, ${count} had been seen`);
      assert.deepEqual(events, whole.get(game).slice(0, events.length), game);
    }
  }
  const directory = await restored(place);
  for (const [game, events] of whole) assert.deepEqual(await eventsOf(directory, game), events, game);

  // A log whose last record was being written counts up to that; one that is damaged before says so, whatever is hit.
  const log = path.join(place, files(place, '.log').at(-1));
  const bytes = fs.readFileSync(log);
  fs.writeFileSync(log, bytes.subarray(0, bytes.length - 3));
  await restored(place);
  const after = recordsOf(bytes).find(record => record.time > Date.parse(moments[1].at)).offset;
  for (const [offset, bit] of [[0, 1], [3, 0x40], [3, 0x01], [30, 1]]) { // its size, beyond all bounds and beyond the end; its content
    const damaged = Buffer.from(bytes);
    damaged[after + offset] ^= bit;
    fs.writeFileSync(log, damaged);
    const refused = await runCastled(['restore', '--from', place, '--data', newDirectory()]);
    assert.equal(refused.code, 1, `${offset} ${bit}`);
    const [, reached] = /damaged \(.* can be restored with --until (\S+Z)\)/.exec(refused.stderr);
    const directory = await restored(place, reached);
    for (const [game, count] of moments[1].seen) assert.ok((await eventsOf(directory, game)).length >= count, game);
  }
  await server.remove();
});

test('accounts and archived games are copied, too, and a restored server goes on and lets people in', async () => {
  const place = path.join(newDirectory(), 'second');
  let directory;
  await withCastled(options(place), async server => {
    await until(hasBase(place));
    const anna = browser(server);
    assert.equal((await anna.post('/api/account', { name: 'Anna', password: 'correct-horse' })).status, 201);
    assert.equal((await anna.put('/api/account/settings', { board: 'blue' })).status, 200);
    const pgn = '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 1-0\n';
    assert.equal((await anna.post('/api/import', { pgn })).status, 200);
    await until(hasAll(server));
    directory = await restored(place);
  });
  await withCastled({ directory, ...options(path.join(newDirectory(), 'third')) }, async server => {
    const anna = browser(server);
    assert.equal((await anna.post('/api/session', { name: 'Anna', password: 'correct-horse' })).status, 200);
    assert.deepEqual((await anna.get('/api/account/settings')).json, { board: 'blue' });
    assert.match((await anna.get('/api/games/user/Anna')).body, /1\. e4 e5 2\. Nf3 1-0/);
  });
});

test('a new start has a new base, and only so many are kept', async () => {
  const place = path.join(newDirectory(), 'second');
  const server = castled(options(place, ['--copy-keep', '2']));
  let last;
  for (let i = 0; i < 3; i++) {
    await server.start();
    await until(() => hasBase(place)() && files(place, '.db').at(-1) !== last);
    last = files(place, '.db').at(-1);
    await until(() => files(place, '.db').length <= 2);
    await server.stop();
  }
  assert.deepEqual(files(place, '.db').map(name => name.slice(0, -3)), files(place, '.log').map(name => name.slice(0, -4)));
  const early = await runCastled(['restore', '--from', place, '--until', '2020-01-01T00:00:00Z', '--data', newDirectory()]);
  assert.match(early.stderr, /what is there begins later: castled-\d{8}T/);
  for (const words of [['--until', 'yesterday'], ['--until', '2026-11-01T12:00:00']])
    assert.equal((await runCastled(['restore', '--from', place, ...words, '--data', newDirectory()])).code, 2);
  assert.equal((await runCastled(['restore', 'file', '--from', place])).code, 2);
  assert.equal((await runCastled(['restore'])).code, 2);
  await server.remove();
});

test('a second place that is away is told of and harms no game, and the copying begins anew when it is back', async () => {
  const parent = newDirectory();
  const place = path.join(parent, 'second');
  fs.writeFileSync(place, 'no directory');
  await withCastled(options(place, ['--sandbox', 'off']), async server => {
    await until(async () => (await figure(server, 'copy_failures_total')) > 0);
    await until(() => /the second place is not written to: .*; it is tried again/.test(server.stderr), 'it is in the log');
    const games = await playOn(server);
    await games.goesOn(8);
    await games.stop();
    assert.match(await run('status', '--data', server.directory), /^second place {2}behind by .*: .*directory/m);
    fs.rmSync(place);
    fs.mkdirSync(place);
    await until(hasBase(place));
    await until(hasAll(server));
    await until(() => /the second place has a whole copy again/.test(server.stderr), 'it is in the log');
    const directory = await restored(place);
    for (const game of games.moves.keys())
      assert.deepEqual(await eventsOf(directory, game), await eventsOf(server.directory, game));
  });
});

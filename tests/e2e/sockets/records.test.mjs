// records.test.mjs - what somebody has played, summed up: how many games are looked at for it, for how many at once, and for
// nobody who has gone.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';

import { castled, database, runCastled, until } from './castled.mjs';
import { browser } from './http_client.mjs';

const GAMES = 250_000; // of Collector, all of standard chess
const MOST = 100_000; // RECORD_ROWS_MAX
const PATH = '/api/user/Collector/perf/chess960';

// Rows of the index alone, as many games as nobody plays in a test: of none of them more is looked at.
const FILL = `
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
player, made = db.execute("SELECT number, made FROM players WHERE name = 'Collector'").fetchone()
db.executemany('INSERT INTO played(player, number, made, opponent, color, status, winner, rated, variant, initial, increment, days)'
               ' VALUES(?, ?, ?, 999, 0, 3, 1, 1, 0, 180000, 0, 0)', ((player, i + 1, made) for i in range(int(sys.argv[2]))))
db.commit()`;

let server;
before(async () => {
  server = await castled({ limits: 'on', args: ['--metrics-port', '0', '--limit', 'records=2,all-records=3,game-lists=2,http=60000/60'] }).start();
  await server.stop();
  assert.equal((await runCastled(['admin', ...database(server.directory), 'make', 'Collector'])).code, 0);
  execFileSync('python3', ['-c', FILL, path.join(server.directory, 'castled.db'), String(GAMES)]);
  await server.start();
});
after(() => server.remove());

const looked = async () => Number(/^castled_record_rows_total (\d+)$/m.exec(await server.metrics())[1]);
const ask = localAddress => browser(server, { localAddress }).get(PATH);

test('of somebody with very many games the newest are looked at, and the others are left out', async () => {
  const before = await looked();
  const { status, json } = await ask('127.0.0.1');
  assert.deepEqual([status, json.user.name, json.stat.count.all], [200, 'Collector', 0]);
  assert.equal((await looked()) - before, MOST);
});

test('nothing more is looked at for whoever has gone', async () => {
  const before = await looked();
  const answer = await new Promise((resolve, reject) => {
    const socket = net.connect(server.port, '127.0.0.1', () => socket.end(`GET ${PATH} HTTP/1.1\r\nHost: x\r\n\r\n`));
    let came = '';
    socket.on('data', data => (came += data));
    socket.on('error', reject);
    socket.on('close', () => resolve(came));
  });
  assert.match(answer, /^HTTP\/1.1 503 /);
  assert.ok((await looked()) - before < MOST);
});

test('an address has so many at once, and so have all together; others go on', async () => {
  const many = Array.from({ length: 20 }, () => ask('127.0.0.41'));
  const other = await ask('127.0.0.42');
  assert.equal(other.status, 200, 'another address has its own');
  const answers = await Promise.all(many);
  const refused = answers.filter(({ status }) => status === 429);
  assert.ok(refused.length > 0 && refused.every(({ headers, json }) => Number(headers['retry-after']) > 0 && json.error));
  assert.ok(answers.filter(({ status }) => status === 200).length >= 2);
  assert.equal(answers.length, refused.length + answers.filter(({ status }) => status === 200).length);
  await until(async () => (await ask('127.0.0.41')).status === 200, 'there is room again');
  const all = await Promise.all(Array.from({ length: 40 }, (_, i) => ask(`127.0.0.${50 + i}`)));
  assert.ok(all.some(({ status }) => status === 429), 'nor can many addresses keep the reader busy');
  assert.ok(all.filter(({ status }) => status === 200).length >= 3);
});

test('histories of ratings have the same places', async () => {
  const get = where => browser(server, { localAddress: '127.0.0.43' }).get(where);
  const history = '/api/user/Collector/rating-history';
  const records = Array.from({ length: 20 }, () => get(PATH));
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(history)));
  assert.ok(answers.some(({ status }) => status === 429));
  assert.equal((await browser(server, { localAddress: '127.0.0.44' }).get(history)).status, 200, 'another address has its own');
  await Promise.all(records);
  await until(async () => (await get(history)).status === 200, 'there is room again');
});

test('an address searches for so many lists of games at once; others go on', async () => {
  const get = localAddress => browser(server, { localAddress }).get('/api/games?player=Collector&max=300&opening=zzzzz');
  const many = Array.from({ length: 100 }, () => get('127.0.0.45'));
  assert.equal((await get('127.0.0.46')).status, 200, 'another address has its own');
  const answers = await Promise.all(many);
  const refused = answers.filter(({ status }) => status === 429);
  assert.ok(refused.length > 0 && refused.every(({ headers }) => Number(headers['retry-after']) > 0));
  assert.ok(answers.every(({ status }) => status === 200 || status === 429));
  assert.equal((await get('127.0.0.45')).status, 200, 'there is room again');
});

// exports.test.mjs - exports of games: how many an address may start, how many are under way at once, and which is cut off.

import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, test } from 'node:test';

import { castled, runCastled, until } from './castled.mjs';
import { GAMES, writeGames } from './exports_games.mjs';
import { browser } from './http_client.mjs';

const PATH = '/api/games/user/Collector?moves=true';

let server;
before(async () => {
  server = await castled({
    slow: true,
    limits: 'on',
    args: ['--archive-after', 'never', '--limit', 'exports=2,all-exports=3,http=60000/60'],
  }).start();
  await server.stop();
  await writeGames(server.directory, 'Collector');
  await server.start();
});
after(() => server.remove());

// An export that nobody reads: { status, close(), ended }, where 'ended' is true when it came whole and false when it was cut.
const begin = localAddress =>
  new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port: server.port, path: PATH, localAddress, agent: false }, response => {
      const ended = new Promise(done => response.on('close', () => done(response.complete)));
      resolve({ status: response.statusCode, headers: response.headers, response, ended, close: () => request.destroy() });
    });
    request.on('error', error => reject(error));
  });

async function isRefused(localAddress) {
  const { status, headers, json } = await browser(server, { localAddress }).get(PATH);
  assert.equal(status, 429);
  assert.ok(json.error.length > 10);
  assert.ok(Number(headers['retry-after']) > 0);
}

const isWhole = async localAddress => {
  const { status, body } = await browser(server, { localAddress }).get(PATH);
  return status === 200 && body.match(/^\[Round /gm).length === GAMES;
};

test('an address has a limit of exports at once, others have their own', async () => {
  const [one, other] = [await begin('127.0.0.31'), await begin('127.0.0.31')];
  assert.deepEqual([one.status, other.status], [200, 200]);
  await isRefused('127.0.0.31');
  assert.ok(await isWhole('127.0.0.32'));
  await isRefused('127.0.0.31');
  one.close();
  await until(async () => (await browser(server, { localAddress: '127.0.0.31' }).get(`${PATH}&max=1`)).status === 200, 'one has ended');
  other.close();
  await until(() => isWhole('127.0.0.31'), 'the others have ended');
});

// Which of them has been cut off; the others are read to their end.
async function findCut(exports) {
  for (const each of exports) each.response.resume();
  const whole = await Promise.all(exports.map(each => each.ended));
  return exports.filter((_, i) => !whole[i]);
}

test('when too many are under way, one is cut off of the address that has most', async () => {
  const two = [await begin('127.0.0.33'), await begin('127.0.0.33')];
  const third = await begin('127.0.0.34'), fourth = await begin('127.0.0.35');
  for (const each of [...two, third, fourth]) assert.equal(each.status, 200);
  // Now each address has one.
  await isRefused('127.0.0.36');
  assert.equal((await findCut(two)).length, 1);
  assert.deepEqual(await findCut([third, fourth]), []);
});

test('among exports that nobody reads one is cut off', async () => {
  const three = [];
  for (const localAddress of ['127.0.0.40', '127.0.0.41', '127.0.0.42']) three.push(await begin(localAddress));
  await isRefused('127.0.0.43');
  await until(async () => {
    await server.pass(10_000);
    return (await browser(server, { localAddress: '127.0.0.43' }).get(`${PATH}&max=1`)).status === 200;
  }, 'they have waited long enough');
  assert.equal((await findCut(three)).length, 1);
});

test('an address has a limit of exports a minute', async () => {
  const [asker, other] = ['127.0.0.37', '127.0.0.38'].map(localAddress => browser(server, { localAddress }));
  for (let i = 0; i < 20; i++) assert.equal((await asker.get(`${PATH}&max=1`)).status, 200);
  await isRefused('127.0.0.37');
  assert.equal((await asker.get('/api/games?max=1')).status, 200);
  assert.equal((await other.get(`${PATH}&max=1`)).status, 200);
});

test('an export stops when its address is banned', async () => {
  const banned = await begin('127.0.0.39');
  assert.equal(banned.status, 200);
  assert.equal((await runCastled(['admin', '--data', server.directory, 'ban-address', '127.0.0.39'])).code, 0);
  banned.response.resume();
  assert.equal(await banned.ended, false);
  await until(() => isWhole('127.0.0.36'), 'its place is free');
});

// logs.test.mjs - the log as text and as JSON, the ids of requests in it, and "castled status".

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { get, runCastled, until, withCastled } from './castled.mjs';
import { connect } from './player.mjs';

const debug = ['--log', 'debug', '--endings', 'none', '--book', 'none'];

// The lines of the log so far; each must be an object with these members, the time as in RFC 3339.
function objectsOf(server) {
  const lines = server.stderr.split('\n').slice(0, -1).map(line => JSON.parse(line));
  for (const line of lines) {
    assert.match(line.time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.ok(Math.abs(Date.parse(line.time) - Date.now()) < 3_600_000, line.time);
    assert.ok(['debug', 'info', 'warning'].includes(line.level), line.level);
    assert.equal(typeof line.message, 'string');
    assert.deepEqual(Object.keys(line).filter(name => !['time', 'level', 'message', 'request'].includes(name)), []);
  }
  return lines;
}

test('as JSON each line is an object, whatever a client sends', () =>
  withCastled({ args: [...debug, '--log-format', 'json'] }, async server => {
    for (const path of ['/%22%5c', '/%ff%fe', '/%ed%a0%80', '/%f4%90%80%80', '/%c0%af', '/%e2%82', '/%0a%1b[2J', '/%e2%82%ac%f0%9f%99%82'])
      assert.equal((await get(server.port, path, { 'x-request-id': 'last' })).status, 404);
    await until(() => server.stderr.split('answered 404').length > 8, 'all are logged');
    const asked = objectsOf(server).map(({ message }) => message).filter(message => message.includes('GET')).map(message => message.replace(/^http \d+: GET /, ''));
    assert.deepEqual(asked.slice(-8), ['/"\\', '/??', '/???', '/????', '/??', '/??', '/??[2J', '/€🙂'].map(path => `${path} from 127.0.0.1`));
    assert.equal(objectsOf(server).find(({ message }) => message.includes('in progress')).level, 'info');
  }));

test('as text nothing that a client sends ends a line, controls a terminal or turns the direction of writing', () =>
  withCastled({ args: debug }, async server => {
    const hostile = ['%0a%0dcastled: ready', '%1b[2J', '%c2%9b2J', '%c2%85', '%9b', '%7f', '%e2%80%ae', '%e2%81%a6', '%e2%80%a8', '%ff'];
    for (const path of hostile) assert.equal((await get(server.port, `/${path.replaceAll(' ', '%20')}`)).status, 404);
    await until(() => server.stderr.split('answered 404').length > hostile.length, 'all are logged');
    const paths = [...server.stderr.matchAll(/^castled: debug: http \d+: GET (.*) from 127\.0\.0\.1/gm)].map(([, path]) => path);
    assert.deepEqual(paths.slice(-hostile.length), ['/??castled: ready', '/?[2J', '/?2J', ...Array(7).fill('/?')]);
  }));

test('a request has one id, in the answer and in every line of it', () =>
  withCastled({ args: [...debug, '--log-format', 'json'] }, async server => {
    const ofRequest = id => objectsOf(server).filter(({ request }) => request === id).map(({ message }) => message.replace(/\d+/, 'N'));
    const answered = async headers => (await get(server.port, '/api/player', headers)).headers['x-request-id'];
    const first = await answered({});
    const second = await answered({});
    assert.match(first, /^[0-9A-Za-z]{16}$/);
    assert.notEqual(first, second);
    const given = '7f3a-Nginx_id.1';
    assert.equal(await answered({ 'x-request-id': given }), given);
    const longest = 'x'.repeat(64);
    assert.equal(await answered({ 'x-request-id': longest }), longest);
    // Nothing that is no word: it goes into logs and headers.
    for (const bad of ['a b', 'a"b', `${longest}x`, '', 'é'])
      assert.match(await answered({ 'x-request-id': bad }), /^[0-9A-Za-z]{16}$/, bad);
    await until(() => ofRequest(given).length === 2, 'both lines are there');
    assert.deepEqual(ofRequest(given), ['http N: GET /api/player from 127.0.0.1', 'http N: answered 200']);
    await until(() => ofRequest(first).length === 2, 'both lines are there');
    await (await connect(server, { headers: { 'x-request-id': 'a-socket' } })).close();
  }));

test('only a trusted proxy gives an id; as text it is behind the line', () =>
  withCastled({ args: [...debug, '--trusted-proxy', 'none'] }, async server => {
    const { headers } = await get(server.port, '/api/player', { 'x-request-id': 'forged' });
    assert.match(headers['x-request-id'], /^[0-9A-Za-z]{16}$/);
    const line = new RegExp(`^castled: debug: http \\d+: GET /api/player from 127\\.0\\.0\\.1 \\[request ${headers['x-request-id']}\\]$`, 'm');
    await until(() => line.test(server.stderr), 'it is logged');
    assert.doesNotMatch(server.stderr, /forged/);
  }));

test('castled status says on one screen how the server is doing, and what to do', async () => {
  const status = (directory, ...more) => runCastled(['status', '--data', directory, ...more]);
  let directory;
  await withCastled({ args: ['--public-url', 'https://club.example', '--endings', 'none', '--book', 'none', '--threads', '2'] }, async server => {
    directory = server.directory;
    const player = await connect(server);
    const { code, stdout, stderr } = await status(directory);
    assert.equal(code, 0, stderr);
    const lines = stdout.split('\n').slice(0, -1);
    assert.ok(lines.length <= 24 && lines.every(line => line.length <= 100), stdout);
    assert.match(lines[0], /^castled \d+\.\d+\.\d+, for \d+ (s|min): ready$/);
    for (const line of [/^address {7}https:\/\/club\.example$/m, /^games {9}0 in progress$/m, /^connections {3}1 players, /m,
      /^database {6}\d+ MB; \d+ MB of its disk are free/m, /^backups {7}none: --backup-dir DIR makes them/m,
      /^computer {6}2 threads, no tablebase, no opening book, 0 other engines$/m, /^limits {8}OFF: only for load tests/m, /^accounts {6}0$/m])
      assert.match(stdout, line);
    await player.close();
  });
  assert.deepEqual((({ code, stdout }) => [code, stdout])(await status(directory)), [1, '']);
  assert.equal((await status(directory, 'more')).code, 2);
});

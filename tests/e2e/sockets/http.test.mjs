// http.test.mjs - what HTTP makes of requests that are whole, odd or broken, byte by byte.

import assert from 'node:assert/strict';
import net from 'node:net';
import { after, before, test } from 'node:test';

import { castled, patience } from './castled.mjs';

let server;
before(async () => (server = await castled().start()));
after(() => server.remove());

// Writes the texts, one after the other, and resolves with all that comes until the server hangs up or
// 'enough' of what has come is true.
const talk = (texts, enough = () => false) =>
  new Promise((resolve, reject) => {
    let came = '';
    const socket = net.connect(server.port, '127.0.0.1');
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`nothing more comes after ${JSON.stringify(came)}`));
    }, patience);
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(came);
    };
    socket.on('data', data => {
      came += data;
      if (enough(came)) done();
    });
    socket.on('error', done);
    socket.on('close', done);
    for (const text of texts) socket.write(text);
  });

const statuses = text => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(match => Number(match[1]));
// So many answers have come, the last with its body (all of them have one here).
const answers = count => text => statuses(text).length === count && /\r\n\r\n[^]+$/.test(text.slice(text.lastIndexOf('HTTP/1.1')));
const first = async text => statuses(await talk([text], answers(1)))[0];

const head = (method, path, ...headers) =>
  `${method} ${path} HTTP/1.1\r\nHost: castled\r\n${headers.map(h => h + '\r\n').join('')}\r\n`;

test('methods that a path does not have are 405 with those that it has', async () => {
  const answer = await talk([head('POST', '/api/game/Ab12Cd34.pgn', 'Content-Length: 0')], answers(1));
  assert.deepEqual(statuses(answer), [405]);
  assert.match(answer, /^allow: GET, HEAD\r$/m);
  assert.equal(await first(head('DELETE', '/healthz')), 405);
});

test('a POST without a length is answered', async () => {
  assert.equal(await first(head('POST', '/api/game/Ab12Cd34.pgn')), 405);
  assert.equal(await first(head('POST', '/api/none')), 404);
});

test('a chunked body is 411, and the connection ends', async () => {
  const answer = await talk([head('POST', '/api/none', 'Transfer-Encoding: chunked') + '3\r\na=1\r\n0\r\n\r\n']);
  assert.deepEqual(statuses(answer), [411]);
});

test('lengths that are none are 400', async () => {
  for (const length of ['-1', 'x', '1x', '99999999999999999999', '1, 2'])
    assert.equal(await first(head('POST', '/api/none', `Content-Length: ${length}`)), 400, length);
});

test('a body may have 16 KiB, and one that is longer is 413', async () => {
  const post = size => head('POST', '/api/none', `Content-Length: ${size}`) + 'a'.repeat(size);
  assert.equal(await first(post(16 * 1024)), 404);
  assert.equal(await first(post(16 * 1024 + 1)), 413);
});

test('after a body that was too long the connection serves on', async () => {
  const long = 'a'.repeat(20_000);
  const answer = await talk(
    [head('POST', '/api/none', `Content-Length: ${long.length}`) + long, head('GET', '/api/none')],
    answers(2),
  );
  assert.deepEqual(statuses(answer), [413, 404]);
});

test('who announces more than a mebibyte is sent away', async () => {
  const answer = await talk([head('POST', '/api/none', `Content-Length: ${1024 * 1024 + 1}`) + 'a']);
  assert.deepEqual(statuses(answer), [413]);
});

test('a body may come in pieces, and requests one behind the other', async () => {
  const answer = await talk(
    [head('POST', '/api/none', 'Content-Length: 6') + 'a=', '1&b', '=' + head('GET', '/api/none')],
    answers(2),
  );
  assert.deepEqual(statuses(answer), [404, 404]);
});

test('the API answers in JSON', async () => {
  const answer = await talk([head('GET', '/api/none')], answers(1));
  assert.match(answer, /^content-type: application\/json\r$/m);
  assert.deepEqual(JSON.parse(answer.split('\r\n\r\n')[1]), { error: 'There is no such part of the API.' });
});

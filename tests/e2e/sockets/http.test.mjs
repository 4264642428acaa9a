// http.test.mjs - how the server answers HTTP requests that are whole, odd or broken, byte by byte.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { after, before, test } from 'node:test';

import { castled, patience } from './castled.mjs';

let server;
before(async () => (server = await castled().start()));
after(() => server.remove());

// Writes the texts, one after the other, and resolves with everything that comes until the server hangs up or
// 'enough' is true of it.
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
// That many answers have come, the last with its body (all of them have one here).
const answers = count => text => statuses(text).length === count && /\r\n\r\n[^]+$/.test(text.slice(text.lastIndexOf('HTTP/1.1')));
const first = async text => statuses(await talk([text], answers(1)))[0];

const head = (method, path, ...headers) =>
  `${method} ${path} HTTP/1.1\r\nHost: castled\r\n${headers.map(h => h + '\r\n').join('')}\r\n`;

test('methods that a path does not have are answered with 405 and those that it has', async () => {
  const answer = await talk([head('POST', '/api/game/Ab12Cd34.pgn', 'Content-Length: 0')], answers(1));
  assert.deepEqual(statuses(answer), [405]);
  assert.match(answer, /^allow: GET, HEAD\r$/m);
  assert.equal(await first(head('DELETE', '/healthz')), 405);
});

test('a POST without a length is answered', async () => {
  assert.equal(await first(head('POST', '/api/game/Ab12Cd34.pgn')), 405);
  assert.equal(await first(head('POST', '/api/none')), 404);
});

const chunks = (...texts) => [...texts, ''].map(t => `${t.length.toString(16)}\r\n${t}\r\n`).join('');

test('a chunked body is read, and the connection stays usable', async () => {
  const post = head('POST', '/api/none', 'Transfer-Encoding: chunked') + chunks('a=1', '&b=2');
  const answer = await talk([...post, head('GET', '/api/none')], answers(2));
  assert.deepEqual(statuses(answer), [404, 404]);
  assert.doesNotMatch(answer, /^connection: close/m);
});

test('a chunked body may have 16 KiB, too, and invalid chunks are 400', async () => {
  const post = body => head('POST', '/api/none', 'Transfer-Encoding: chunked') + body;
  assert.equal(await first(post(chunks('a'.repeat(16 * 1024)))), 404);
  assert.equal(await first(post(chunks('a'.repeat(16 * 1024), 'a'))), 413);
  for (const body of ['x\r\n', '2\r\nabc\r\n', '-1\r\n', '1\na\r\n0\r\n\r\n']) {
    const answer = await talk([post(body)]);
    assert.deepEqual(statuses(answer), [400], body);
    assert.match(answer, /^connection: close\r$/m);
  }
});

test('invalid lengths are 400', async () => {
  for (const length of ['-1', 'x', '1x', '99999999999999999999', '1, 2'])
    assert.equal(await first(head('POST', '/api/none', `Content-Length: ${length}`)), 400, length);
});

test('a body may have 16 KiB, and one that is longer is 413', async () => {
  const post = size => head('POST', '/api/none', `Content-Length: ${size}`) + 'a'.repeat(size);
  assert.equal(await first(post(16 * 1024)), 404);
  assert.equal(await first(post(16 * 1024 + 1)), 413);
});

test('after a body that was too long the connection stays usable', async () => {
  const long = 'a'.repeat(20_000);
  const answer = await talk(
    [head('POST', '/api/none', `Content-Length: ${long.length}`) + long, head('GET', '/api/none')],
    answers(2),
  );
  assert.deepEqual(statuses(answer), [413, 404]);
});

test('a client that announces more than a mebibyte is disconnected', async () => {
  const answer = await talk([head('POST', '/api/none', `Content-Length: ${1024 * 1024 + 1}`) + 'a']);
  assert.deepEqual(statuses(answer), [413]);
});

test('a body may come in pieces, and requests one after the other', async () => {
  const answer = await talk(
    [head('POST', '/api/none', 'Content-Length: 6') + 'a=', '1&b', '=' + head('GET', '/api/none')],
    answers(2),
  );
  assert.deepEqual(statuses(answer), [404, 404]);
});

test('two requests in one segment, the second with a body, are answered one after the other', async () => {
  const second = head('POST', '/api/none', 'Content-Length: 10') + 'name=abcde';
  for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'BREW']) {
    const answer = await talk([head(method, '/healthz') + second], text => statuses(text).length === 2 && text.endsWith('}'));
    assert.deepEqual(statuses(answer), [/GET|HEAD/.test(method) ? 200 : 405, 404], method);
  }
});

test('thousands of requests, POSTs too, keep their connection', async () => {
  const one = head('GET', '/api/none') + head('POST', '/api/none', 'Content-Length: 3') + 'a=1' + head('HEAD', '/healthz');
  const answer = await talk([one.repeat(1000) + head('GET', '/healthz', 'Connection: close')]);
  assert.equal(statuses(answer).length, 3001);
  assert.equal(answer.match(/^connection: close\r$/gm).length, 1);
});

test('every error in the framing has one answer with Connection: close, and nothing after it is read', async () => {
  const next = head('GET', '/healthz');
  for (const [text, status] of [
    ['nonsense\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    ['GET / HTTP/1.1\nHost: a\n\n', 400],
    ['\x16\x03\x01\x02\x00\x01\x00', 400], // TLS in the wrong place
    ['GET / HTTP/3.0\r\nHost: a\r\n\r\n', 505],
    [head('POST', '/api/none', 'Content-Length: 3', 'Content-Length: 4') + 'abcd', 400],
    [head('POST', '/api/none', 'Content-Length: 3', 'Transfer-Encoding: chunked') + 'abc', 400],
    [head('POST', '/api/none', 'Transfer-Encoding: gzip') + 'abc', 501],
    [head('POST', '/api/none', 'Expect: tea'), 417],
    [head('GET', '/%zz'), 400],
    [head('GET', '/a%00b'), 400],
    [head('GET', `/${'a'.repeat(6144)}`), 414],
    [head('GET', '/', `X: ${'a'.repeat(8192)}`), 431],
  ]) {
    const answer = await talk([text + next + next]);
    assert.deepEqual(statuses(answer), [status], JSON.stringify(text.slice(0, 60)));
    assert.match(answer, /^connection: close\r$/m);
  }
});

const upgrade = (path, ...headers) =>
  head('GET', path, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', ...headers);

test('a refused upgrade has one answer, and what comes after it is not a request', async () => {
  const next = head('GET', '/healthz');
  for (const [text, status] of [
    [upgrade('/other'), 404],
    [upgrade('/ws', 'Content-Length: 5') + 'abcde', 400],
    [upgrade('/ws', 'Sec-WebSocket-Protocol: chess'), 400],
    [upgrade('/ws') + '\x81', 400], // a frame before the answer
    [upgrade('/ws').replace('Version: 13', 'Version: 8'), 426],
    [upgrade('/ws').replace('dGhlIHNhbXBsZSBub25jZQ==', 'short'), 400],
    [upgrade('/ws').replace('GET', 'POST'), 400],
    [head('GET', '/healthz', 'Connection: Upgrade', 'Upgrade: foo'), 200],
    [head('GET', '/healthz', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'), 200],
  ]) {
    const answer = await talk([text + next]);
    assert.deepEqual(statuses(answer), [status], text);
    assert.match(answer, /^connection: close\r$/m);
  }
});

test('a handshake with a bad token is 401', async () => {
  const answer = await talk([upgrade('/ws', 'Authorization: Bearer nonsense')]);
  assert.deepEqual(statuses(answer), [401]);
  assert.match(answer, /^connection: close\r$/m);
});

test('the example of RFC 6455 is answered as it says', async () => {
  const answer = await talk([upgrade('/ws')], text => text.includes('\r\n\r\n'));
  assert.deepEqual(statuses(answer), [101]);
  assert.match(answer, /^sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=\r$/im);
});

test('a client that expects 100 Continue gets it before the body, or the refusal', async () => {
  const post = length => head('POST', '/api/none', `Content-Length: ${length}`, 'Expect: 100-continue');
  const socket = net.connect(server.port, '127.0.0.1');
  let came = '';
  socket.on('data', data => {
    came += data;
    if (came === 'HTTP/1.1 100 Continue\r\n\r\n') socket.end('a=1');
  });
  socket.write(post(3));
  await once(socket, 'close');
  assert.deepEqual(statuses(came), [100, 404]);
  const refused = await talk([post(17 * 1024)]);
  assert.deepEqual(statuses(refused), [413]);
});

// RFC 9110, 10.1.1: a final status instead of 100 when the body is not needed for it.
test('of whoever shows no credential where one is needed no body is waited for', async () => {
  const push = '/api/broadcast/round/abcdefghijkl/push';
  const asked = (...headers) => talk([head('POST', push, 'Content-Length: 500000', 'Expect: 100-continue', ...headers)], text => text.includes('\r\n\r\n'));
  assert.deepEqual(statuses(await asked()), [401]);
  assert.deepEqual(statuses(await asked('Authorization: Bearer cst_unknown')), [100]);
  const whole = head('POST', push, 'Content-Length: 500000') + 'x'.repeat(500_000) + head('GET', '/healthz', 'Connection: close');
  assert.deepEqual(statuses(await talk([whole])), [401, 200]);
});

test('a HEAD is answered like a GET, without the body', async () => {
  const get = await talk([head('GET', '/healthz', 'Connection: close')]);
  const answer = await talk([head('HEAD', '/healthz', 'Connection: close')]);
  const without = text => text.replace(/^(?:date|x-request-id): .*\r\n/gm, '').split('\r\n\r\n')[0];
  assert.equal(without(answer), without(get));
  assert.ok(answer.endsWith('\r\n\r\n'));
});

test('HTTP/1.0 is answered, and ends with the answer', async () => {
  const answer = await talk(['GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n']);
  assert.deepEqual(statuses(answer), [200]);
  assert.match(answer, /"status":"ok"/);
});

test('a client may close its side after the request, and is still answered', async () => {
  const socket = net.connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  let came = '';
  socket.on('data', data => (came += data));
  socket.end(head('GET', '/healthz'));
  await once(socket, 'end');
  assert.deepEqual(statuses(came), [200]);
});

test('metrics are not shown on the public port', async () => {
  assert.equal(await first(head('GET', '/metrics')), 404);
});

test('the API answers in JSON', async () => {
  const answer = await talk([head('GET', '/api/none')], answers(1));
  assert.match(answer, /^content-type: application\/json\r$/m);
  assert.deepEqual(JSON.parse(answer.split('\r\n\r\n')[1]), { error: 'The API has no such path.' });
});

// What is decoded of a path or taken over from a header of a proxy (loopback is trusted as one) must not become a line of its own.
test('no part of a request becomes a header of its answer', async () => {
  const evil = 'a%0d%0aX-Evil:%201%0d%0aSet-Cookie:%20castled_session=x%0d%0a%0d%0a';
  for (const path of ['/api/mail/stop/', '/api/game/', '/game/export/', '/game/', '/', '/challenge/', '/embed/game/', '/api/broadcast/', '/sign-in/',
    '/api/v1/tournaments/', '/api/v1/broadcast-rounds/', '/api/user/', '/@/', '/api/games/user/'])
    for (const tail of ['', '.pgn', '.png', '.gif', '/report.trf', '/games.pgn', `?back=${evil}`]) {
      const answer = await talk([head('GET', path + evil + tail, 'Connection: close', `X-Forwarded-Host: ${evil}`, `X-Request-Id: ${evil}`,
        `If-None-Match: "${evil}"`, `Accept-Language: ${evil}`)]);
      assert.equal(statuses(answer).length, 1, answer);
      const drawn = /^x-request-id: [\w-]{16}\r\n/m; // at random, so that 'evil' may be in it
      const [headers] = answer.split('\r\n\r\n');
      assert.match(headers, drawn, path + tail);
      assert.doesNotMatch(headers.replace(drawn, ''), /evil|castled_session=x/i, path + tail);
    }
  assert.equal(await first(head('GET', `/api/mail/stop/${evil}`)), 404);
  assert.equal(await first(head('GET', '/api/mail/stop/galice.A-_z09')), 303);
  assert.equal(await first(head('GET', `/api/mail/stop/${'a'.repeat(65)}`)), 404);
});

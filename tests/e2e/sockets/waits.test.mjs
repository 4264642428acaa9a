// waits.test.mjs - clients that keep the server waiting, and those that come too often: each wait ends at its bound,
// however slowly bytes come, and each address has its share of connections. The test controls the server's clock.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { after, before, test } from 'node:test';

import { castled, get, until, withCastled } from './castled.mjs';

let server;
before(async () => (server = await castled({ slow: true, args: ['--metrics-port', '0'] }).start()));
after(() => server.remove());

// A connection that keeps what comes and knows whether it has ended.
async function connect(port, options = {}) {
  const socket = net.connect({ host: '127.0.0.1', port, ...options });
  socket.came = Buffer.alloc(0);
  socket.ended = false;
  socket.on('data', data => (socket.came = Buffer.concat([socket.came, data])));
  socket.on('error', () => {});
  socket.on('close', () => (socket.ended = true));
  await once(socket, 'connect');
  return socket;
}

const head = (method, path, ...headers) =>
  `${method} ${path} HTTP/1.1\r\nHost: castled\r\n${headers.map(h => h + '\r\n').join('')}\r\n`;
const statuses = socket => [...socket.came.toString('latin1').matchAll(/HTTP\/1\.1 (\d+)/g)].map(m => Number(m[1]));
const ends = socket => until(() => socket.ended, 'the connection is closed');

// Writes, and asks on another connection, which is answered after what was written here has been read.
async function write(socket, text) {
  await new Promise(resolve => socket.write(text, resolve));
  for (let i = 0; i < 2; i++) await get(server.port, '/healthz');
}

test('a head has ten seconds in all, counted from the connection', async () => {
  const dripping = await connect(server.port);
  const silent = await connect(server.port);
  for (const byte of 'GET / HTT') {
    await write(dripping, byte);
    await server.pass(1000);
  }
  assert.ok(!dripping.ended && !silent.ended);
  await server.pass(1500);
  await ends(dripping);
  await ends(silent);
  assert.deepEqual(statuses(dripping), [408]);
  assert.match(dripping.came.toString(), /^connection: close\r$/m);
  assert.equal(silent.came.length, 0);
});

test('a connection may be idle for thirty seconds, and the next head has ten again', async () => {
  const socket = await connect(server.port);
  for (let i = 1; i <= 3; i++) {
    await write(socket, head('GET', '/healthz'));
    await until(() => statuses(socket).length === i);
    await server.pass(28_000);
    assert.ok(!socket.ended);
  }
  await write(socket, 'GET /heal');
  await server.pass(9000);
  assert.ok(!socket.ended);
  await write(socket, 'thz HTTP/1.1\r\nHost: a\r\n\r\n');
  await until(() => statuses(socket).length === 4);
  await server.pass(31_000);
  await ends(socket);
  assert.deepEqual(statuses(socket), [200, 200, 200, 200]); // and no 408, which the next request would take for its answer
});

test('a body has thirty seconds, and one more for each 4,000 bytes', async () => {
  const dripping = await connect(server.port);
  const larger = await connect(server.port);
  const chunked = await connect(server.port);
  await write(dripping, head('POST', '/api/none', 'Content-Length: 16000'));
  await write(larger, head('POST', '/api/none', 'Content-Length: 16000') + 'a'.repeat(15_900));
  await write(chunked, head('POST', '/api/none', 'Transfer-Encoding: chunked'));
  for (let i = 0; i < 14; i++) {
    await server.pass(2000);
    await write(dripping, 'a');
    await write(chunked, '1\r\na\r\n');
  }
  assert.ok(!dripping.ended && !larger.ended && !chunked.ended);
  await server.pass(3000);
  await ends(dripping);
  await ends(chunked);
  assert.ok(!larger.ended);
  await server.pass(2000);
  assert.ok(!larger.ended);
  await server.pass(2000);
  await ends(larger);
  for (const socket of [dripping, larger, chunked]) assert.deepEqual(statuses(socket), [408]);
});

const counted = async name => Number(new RegExp(`^castled_${name} (\\d+)`, 'm').exec(await server.metrics())[1]);

test('answers that nobody reads are cut off after thirty seconds', async () => {
  const socket = net.connect({ host: '127.0.0.1', port: server.port });
  socket.on('error', () => {});
  await once(socket, 'connect');
  const requests = head('GET', '/healthz').repeat(1000);
  let written = 0;
  let before = -1;
  // More than both sides' buffers hold: the server answers until nothing moves any more.
  for (;;) {
    for (let i = 0; i < 20; i++) socket.write(requests);
    const moved = await counted('http_requests_total');
    if (++written > 40 && moved - before < 10) break;
    before = moved;
  }
  const connections = await counted('connections');
  await server.pass(29_000);
  assert.equal(await counted('connections'), connections);
  await server.pass(2000);
  assert.equal(await counted('connections'), connections - 1);
  socket.destroy();
});

const upgrade = (...headers) =>
  head('GET', '/ws', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', ...headers);
// RFC 6455, 5.5.2: a last fragment of opcode 9, with eight bytes.
const pings = socket => socket.came.toString('latin1').split('\x89\x08').length - 1;

test('a WebSocket that is silent is pinged after 25 seconds and closed after 45', async () => {
  const silent = await connect(server.port);
  const alive = await connect(server.port);
  for (const socket of [silent, alive]) {
    await write(socket, upgrade());
    await until(() => socket.came.includes('"t":"welcome"'));
    await until(() => pings(socket) === 1, 'the round trip is measured');
  }
  await server.pass(24_000);
  assert.deepEqual([silent, alive].map(pings), [1, 1]);
  await server.pass(2000);
  for (const socket of [silent, alive]) await until(() => pings(socket) === 2, 'a ping comes');
  await write(alive, Buffer.from('\x8a\x88\0\0\0\0--------', 'latin1')); // its pong, masked with zeros
  await server.pass(18_000);
  assert.ok(!silent.ended);
  await server.pass(2000);
  await ends(silent);
  assert.ok(!alive.ended);
  await server.pass(26_000);
  await ends(alive);
});

test('an address has as many connections as --limit says; more are refused, and others have their own', async () => {
  const args = ['--limit', 'connections=3', '--trusted-proxy', 'none'];
  await withCastled({ limits: 'on', args }, async ({ port }) => {
    const sockets = [];
    const ask = async localAddress => {
      const socket = await connect(port, { localAddress });
      socket.write(head('GET', '/healthz'));
      await until(() => statuses(socket).length === 1 || socket.ended);
      sockets.push(socket);
      return statuses(socket)[0];
    };
    for (const status of [200, 200, 200, 429, 429]) assert.equal(await ask('127.0.0.3'), status);
    await ends(sockets[3]);
    assert.match(sockets[3].came.toString(), /^retry-after: \d+\r$/m);
    assert.equal(await ask('127.0.0.4'), 200);
    sockets[0].end(); // one less
    await ends(sockets[0]);
    assert.equal(await ask('127.0.0.3'), 200);
    sockets[1].write(upgrade()); // a WebSocket keeps counting
    await until(() => sockets[1].came.includes('"t":"welcome"'));
    assert.equal(await ask('127.0.0.3'), 429);
    sockets[1].destroy();
    await until(async () => (await ask('127.0.0.3')) === 200);
    for (const socket of sockets) socket.destroy();
  });
});

test('behind a proxy its clients count, not the proxy', async () => {
  await withCastled({ limits: 'on', args: ['--limit', 'connections=2'] }, async ({ port }) => {
    const sockets = [];
    const join = async client => {
      const socket = await connect(port);
      sockets.push(socket);
      socket.write(upgrade(`X-Forwarded-For: ${client}`));
      await until(() => statuses(socket).length === 1);
      return statuses(socket)[0];
    };
    for (const status of [101, 101, 429]) assert.equal(await join('192.0.2.1'), status);
    assert.equal(await join('192.0.2.2'), 101);
    assert.equal(await join('2001:db8::1'), 101);
    assert.equal(await join('2001:db8::2'), 101);
    assert.equal(await join('2001:db8::3'), 429); // the same /64
    assert.equal(await join('2001:db8:0:1::1'), 101);
    const answer = await get(port, '/healthz', { 'x-forwarded-for': '192.0.2.1' });
    assert.equal(answer.status, 429);
    sockets[0].destroy();
    await until(async () => (await get(port, '/healthz', { 'x-forwarded-for': '192.0.2.1' })).status === 200);
    for (const socket of sockets) socket.destroy();
  });
});

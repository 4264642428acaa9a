// hostile.test.mjs - "castled play URL" at servers that do not answer, answer drop by drop, fall silent, or send without end: it
// says so and ends or goes on, and what is typed is heard.

import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { test } from 'node:test';

import { newClock, newDirectory, spawnCastled, until } from '../sockets/castled.mjs';
import { text } from '../sockets/frames.mjs';
import { piped } from './piped.mjs';

const SILENCE = 60_000; // ms, as in remote_socket.c
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'; // RFC 6455, 1.3
const say = message => text(message, { masked: false });
const welcome = say({ t: 'welcome', you: { id: 'g1', name: 'Guest-0001', guest: true }, playing: [], seeks: [] });

// A server that does 'meet' with each connection, while 'body' runs with its port.
async function withServer(meet, body) {
  const sockets = new Set();
  const server = net.createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => {});
    meet(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await body(server.address().port);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

// As a castled answers: the handshake, and a welcome.
async function shakeHands(socket) {
  const [head] = await once(socket, 'data');
  const [, key] = /Sec-WebSocket-Key: (\S+)/.exec(head);
  const accept = crypto.createHash('sha1').update(key + GUID).digest('base64');
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
  socket.write(welcome);
  socket.resume();
}

function drip(socket) {
  const timer = setInterval(() => socket.write('H'), 100);
  socket.on('close', () => clearInterval(timer));
}

test('a server that never answers, or only drop by drop, is not waited for', async () => {
  const at = (scheme, meet) => withServer(meet, port => piped([`${scheme}://127.0.0.1:${port}`], ['quit']));
  const [silent, dripping, plain] = await Promise.all([at('http', () => {}), at('http', drip), at('https', () => {})]);
  for (const each of [silent, dripping]) assert.deepEqual([each.code, each.said], [1, 'castled: the server does not answer\n']);
  assert.equal(plain.code, 1);
  assert.match(plain.said, /^castled: 127\.0\.0\.1:\d+: it does not answer\n$/);
});

test('where nobody listens, the system\'s reason is said', async () => {
  const port = await withServer(() => {}, at => at);
  assert.deepEqual(await piped([`http://127.0.0.1:${port}`], []), { code: 1, said: `castled: 127.0.0.1:${port}: Connection refused\n` });
});

test('a server that sends without end does not keep one from leaving', () =>
  withServer(async socket => {
    await shakeHands(socket);
    const flood = Buffer.concat(Array(2000).fill(say({ t: 'unheard-of' })));
    const send = () => {
      while (socket.writable && socket.write(flood));
    };
    socket.on('drain', send);
    send();
  }, async port => assert.equal((await piped([`http://127.0.0.1:${port}`], ['help', 'quit'])).code, 0)));

test('a connection on which nothing comes any more is given up, and made again', async () => {
  const clock = newClock(newDirectory(), { slow: false });
  let met = 0;
  await withServer(socket => {
    met++;
    return shakeHands(socket);
  }, async port => {
    const child = spawnCastled(['play', `http://127.0.0.1:${port}`], { env: { ...process.env, ...clock.env } });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', words => (said += words));
    const has = words => until(() => said.includes(words), `it says ${words}`);
    try {
      await has('You are Guest-0001');
      clock.add(SILENCE - 5000);
      child.stdin.write('clock\n'); // the loop looks at the clock
      await has('No game is shown.');
      assert.equal(met, 1);
      clock.add(6000);
      child.stdin.write('help\n');
      await has('The connection was lost.');
      await has('Connected again.');
      assert.equal(met, 2);
      child.stdin.end('quit\n');
      const [code] = await once(child, 'close');
      assert.equal(code, 0, said);
    } finally {
      child.kill('SIGKILL');
      clock.close();
    }
  });
});

// streams_bench.mjs - what open streams of the Lichess API cost in memory: those of tokens that hear events, those of people who
// watch a game, those of many games, and TV.
//   node tests/bench/streams_bench.mjs [STREAMS [LEAST]]     2000
//
// Prints how much the server's memory (PSS, what it would give back if it ended) has grown by each stream of a kind, and ends
// with 1 when one takes more than 8 KB. The kernel's buffers of the sockets are not part of it. It does not depend on the load.

import fs from 'node:fs';
import net from 'node:net';

import { castled } from '../e2e/sockets/castled.mjs';
import { begin, lichess } from '../e2e/sockets/lichess_client.mjs';

const MOST = 8192; // bytes
const streams = Number(process.argv[2] ?? 2000);

let server;
const memory = () => 1024 * Number(/^Pss:\s+(\d+) kB$/m.exec(fs.readFileSync(`/proc/${server.child.pid}/smaps_rollup`, 'utf8'))[1]);

// An open stream whose head has come; what follows is read and forgotten.
function open(path, { token, method = 'GET', body = '' } = {}) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(server.port, '127.0.0.1');
    let head = '';
    socket.on('error', reject);
    socket.on('data', function read(data) {
      head += data.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      socket.off('data', read);
      socket.resume();
      if (/^HTTP\/1\.1 200 /.test(head)) resolve(socket);
      else reject(new Error(head));
    });
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: castled\r\n${token ? `Authorization: Bearer ${token}\r\n` : ''}`
      + `${method === 'POST' ? `Content-Length: ${body.length}\r\n` : ''}\r\n${body}`);
  });
}

async function openAll(count, how) {
  const sockets = [];
  for (let i = 0; i < count; i += 50)
    sockets.push(...await Promise.all(Array.from({ length: Math.min(50, count - i) }, (_, j) => open(...how(i + j)))));
  return sockets;
}

// On a server of its own, so that no memory that another kind has given back is used again; ten of the kind come before, so
// that what is made once does not count.
async function measure(name, count, prepare) {
  server = await castled({ limits: 'off' }).start();
  const how = await prepare(count);
  (await openAll(10, how)).forEach(socket => socket.destroy());
  const before = memory();
  const sockets = await openAll(count, how);
  const each = (memory() - before) / count;
  console.log(`${name.padEnd(24)} ${String(count).padStart(6)} streams  ${(each / 1024).toFixed(2)} KB each`);
  sockets.forEach(socket => socket.destroy());
  await server.remove();
  return each;
}

// A token each, of as few accounts as possible: to hash their passwords takes long.
async function tokens(count) {
  const made = [];
  for (let accounts = 0; made.length < count; accounts++) {
    const { page } = await lichess(server, `Player${accounts}`);
    for (let i = 0; i < 40 && made.length < count; i++)
      made.push((await page.post('/api/tokens', { description: `${i}`, scopes: ['challenge:read'] })).json.token);
  }
  return made;
}

async function game() {
  const [white, black] = [await lichess(server, 'White'), await lichess(server, 'Black', { bot: true })];
  await white.events();
  await black.events();
  return (await begin(white, black)).id;
}

const worst = Math.max(
  await measure('events of a token', Math.min(streams, 400), async count => {
    const keys = await tokens(count);
    return i => ['/api/stream/event', { token: keys[i] }];
  }),
  await measure('a game that is watched', streams, async () => {
    const id = await game();
    return () => [`/api/stream/game/${id}`];
  }),
  await measure('games of two users', streams, async () => {
    await game();
    return () => ['/api/stream/games-by-users', { method: 'POST', body: 'white,black' }];
  }),
  await measure('TV', streams, async () => {
    await game();
    return () => ['/api/tv/feed'];
  }),
);
console.log(`the most: ${(worst / 1024).toFixed(2)} KB`);
process.exit(worst > MOST ? 1 : 0);

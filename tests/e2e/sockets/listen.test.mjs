// listen.test.mjs - the server listens where --host says, and nowhere else.

import assert from 'node:assert/strict';
import net from 'node:net';
import os from 'node:os';
import { after, before, test } from 'node:test';

import { castled, patience } from './castled.mjs';

let server;
before(async () => (server = await castled().start())); // on 127.0.0.1
after(() => server.remove());

const connects = host =>
  new Promise((resolve, reject) => {
    const socket = net.connect({ host, port: server.port });
    socket.on('connect', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(false));
    socket.setTimeout(patience, () => socket.destroy(reject(new Error(`${host} neither takes nor refuses`))));
  });

test('on 127.0.0.1 it can be reached only there', async () => {
  const others = Object.values(os.networkInterfaces())
    .flat()
    .map(face => (face.family === 'IPv6' && face.scopeid ? `${face.address}%${face.scopeid}` : face.address))
    .filter(address => address !== '127.0.0.1');
  assert.equal(await connects('127.0.0.1'), true);
  for (const address of others) assert.equal(await connects(address), false, address);
});

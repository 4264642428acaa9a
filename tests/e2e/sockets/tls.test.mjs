// tls.test.mjs - the server's own https: pages, WebSockets, the redirection, certificates that change; and the
// port for metrics.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import https from 'node:https';
import net from 'node:net';
import path from 'node:path';
import { Duplex } from 'node:stream';
import { after, before, test } from 'node:test';
import tls from 'node:tls';

import WebSocket from 'ws';

import { castled, get, newDirectory, runCastled, takePort, until } from './castled.mjs';

const directory = newDirectory();
const certificate = path.join(directory, 'cert.pem');
const key = path.join(directory, 'key.pem');

// A certificate for 127.0.0.1 with a name by which the test can tell it from others.
function makeCertificate(name) {
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes',
    '-keyout', key, '-out', certificate, '-days', '2', '-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'],
    { stdio: 'ignore' });
}

let server;
const secure = { host: '127.0.0.1', rejectUnauthorized: false };
before(async () => {
  makeCertificate('first');
  const port = await takePort();
  server = castled({ directory, flags: ['--host', '127.0.0.1', '--port', String(port), '--data', directory, '--limits', 'off',
    '--tls-cert', certificate, '--tls-key', key, '--redirect-port', '0', '--metrics-port', '0'] });
  server.port = port;
  assert.ok(await server.spawn());
});
after(() => server.remove());

const portOf = line => Number(line.exec(server.stderr)[1]);

const ask = (options = {}) =>
  new Promise((resolve, reject) => {
    const request = https.request({ ...secure, port: server.port, path: '/healthz', ...options }, response => {
      let body = '';
      response.on('data', text => (body += text));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body, port: request.socket.localPort }));
    });
    request.on('error', reject);
    request.end(options.body);
  });

// Resolves with the socket when the handshake is done.
const shake = (options = {}) =>
  new Promise((resolve, reject) => {
    const socket = tls.connect({ ...secure, port: server.port, ...options }, () => resolve(socket));
    socket.on('error', reject);
  });

test('the server says that it serves https, and does', async () => {
  assert.match(server.stdout, /is ready on https:\/\/127\.0\.0\.1:/);
  const answer = await ask();
  assert.equal(answer.status, 200);
  assert.equal(JSON.parse(answer.body).status, 'ok');
});

test('TLS 1.2 and 1.3 are accepted, 1.1 is not', async () => {
  for (const version of ['TLSv1.2', 'TLSv1.3']) {
    const socket = await shake({ minVersion: version, maxVersion: version });
    assert.equal(socket.getProtocol(), version);
    socket.destroy();
  }
  // At security level 0 the client would use 1.1, so the refusal is the server's: an alert (RFC 8446, 6.2).
  await assert.rejects(shake({ minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }), /alert/);
});

test('http/1.1 is chosen, and a client that wants only something else is refused', async () => {
  const socket = await shake({ ALPNProtocols: ['h2', 'http/1.1'] });
  assert.equal(socket.alpnProtocol, 'http/1.1');
  socket.destroy();
  await assert.rejects(shake({ ALPNProtocols: ['h2'] }), /no application protocol/);
});

test('a large body goes in, many requests share a connection', async () => {
  const agent = new https.Agent({ keepAlive: true, maxSockets: 1 });
  const body = `name=${'a'.repeat(16_000)}`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length };
  const ports = new Set();
  for (let i = 0; i < 20; i++) {
    const answer = await ask({ agent, method: 'POST', path: '/api/none', headers, body });
    assert.equal(answer.status, 404);
    ports.add(answer.port).add((await ask({ agent })).port);
  }
  assert.equal(ports.size, 1);
  agent.destroy();
});

const open = async () => {
  const socket = new WebSocket(`wss://127.0.0.1:${server.port}/ws`, 'castled.v1', secure);
  socket.heard = [];
  socket.on('message', text => socket.heard.push(JSON.parse(text)));
  socket.on('upgrade', response => (socket.cookie = response.headers['set-cookie']?.[0]));
  await once(socket, 'open');
  await until(() => socket.heard.length, 'welcome');
  return socket;
};
const ping = async (socket, c) => {
  socket.send(JSON.stringify({ t: 'ping', c }));
  await until(() => socket.heard.some(m => m.t === 'pong' && m.c === c), `pong ${c}`);
};

test('a WebSocket over TLS works in both directions and is closed with its code; its cookie is for https only', async () => {
  const socket = await open();
  assert.match(socket.cookie, /^__Host-castled_session=.*; Secure/);
  for (let i = 0; i < 200; i++) await ping(socket, i);
  socket.close(1000);
  assert.equal((await once(socket, 'close'))[0], 1000);
  const other = await open();
  other.send(Buffer.from([1]));
  assert.equal((await once(other, 'close'))[0], 1003);
});

test('a client that ends right after its handshake is gone at once', async () => {
  const port = await takePort();
  const slow = castled({ slow: true, flags: ['--host', '127.0.0.1', '--port', String(port), '--data', newDirectory(),
    '--limits', 'off', '--tls-cert', certificate, '--tls-key', key] });
  slow.port = port;
  assert.ok(await slow.spawn());
  // The handshake, TLS's end and the connection's, in one segment.
  const raw = net.connect({ host: '127.0.0.1', port, noDelay: true });
  let held;
  const stream = new Duplex({
    read() {},
    write(bytes, _, done) {
      if (held) held.push(bytes);
      else raw.write(bytes);
      done();
    },
  });
  raw.on('data', bytes => stream.push(bytes));
  const socket = tls.connect({ ...secure, socket: stream });
  await once(socket, 'secureConnect');
  held = [];
  socket.end('GET /ws HTTP/1.1\r\nHost: castled\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n');
  await until(() => held.length > 1, 'close_notify is there, too');
  raw.end(Buffer.concat(held));
  await until(() => raw.readableEnded, 'the server has closed it, and not for silence: its clock is slow');
  await slow.remove();
});

test('plain HTTP on the TLS port is closed, noise ends only its own connection', async () => {
  for (const text of ['GET / HTTP/1.1\r\nHost: a\r\n\r\n', '\0'.repeat(1000), '\x16\x03\x01\xff\xff' + 'a'.repeat(70_000)]) {
    const socket = net.connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.resume();
    socket.write(text);
    await once(socket, 'close');
  }
  assert.equal((await ask()).status, 200);
});

test('the second port redirects to https, and does nothing else', async () => {
  const port = portOf(/port (\d+) redirects to https/);
  const answer = await get(port, '/a/b?c=%20', { host: 'chess.example:80' });
  assert.equal(answer.status, 308);
  assert.equal(answer.headers.location, `https://chess.example:${server.port}/a/b?c=%20`);
  assert.equal((await get(port, '/ws', { connection: 'upgrade', upgrade: 'websocket' })).status, 308);
  assert.equal((await get(port, '/metrics')).status, 308);
});

test('metrics are on their own port, and nothing else is there', async () => {
  const port = portOf(/metrics are on port (\d+)/);
  const answer = await get(port, '/metrics');
  assert.equal(answer.status, 200);
  assert.match(answer.body, /^castled_connections_total \d+$/m);
  assert.equal((await get(port, '/healthz')).status, 200);
  assert.equal((await get(port, '/')).status, 404);
  assert.equal((await get(port, '/api/account')).status, 404);
  assert.equal((await ask({ path: '/metrics' })).status, 404);
});

test('SIGHUP reloads the certificate, and nobody is dropped; a bad one changes nothing', async () => {
  const commonName = async () => {
    const socket = await shake();
    const { CN } = socket.getPeerCertificate().subject;
    socket.destroy();
    return CN;
  };
  const socket = await open();
  const agent = new https.Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = await ask({ agent });
  assert.equal(await commonName(), 'first');
  makeCertificate('second');
  server.child.kill('SIGHUP');
  await until(() => server.stderr.includes('has been read again'), 'the certificate is read again');
  assert.equal(await commonName(), 'second');
  fs.writeFileSync(certificate, 'nonsense');
  server.child.kill('SIGHUP');
  await until(() => server.stderr.includes('the old certificate stays in use'), 'the certificate is refused');
  assert.equal(await commonName(), 'second');
  await ping(socket, 1);
  assert.equal((await ask({ agent })).port, port); // on the same connection
  agent.destroy();
  socket.terminate();
});

test('an address has as many handshakes as --limit says, others have their own', async () => {
  const port = await takePort();
  const limited = castled({ flags: ['--host', '127.0.0.1', '--port', String(port), '--data', newDirectory(), '--tls-cert',
    certificate, '--tls-key', key, '--limit', 'handshake=3/2000000', '--trusted-proxy', 'none'] });
  limited.port = port;
  makeCertificate('third');
  assert.ok(await limited.spawn());
  const from = localAddress => shake({ port, localAddress }).then(socket => socket.end(), () => 'refused');
  for (let i = 0; i < 3; i++) assert.notEqual(await from('127.0.0.3'), 'refused');
  assert.equal(await from('127.0.0.3'), 'refused');
  assert.notEqual(await from('127.0.0.4'), 'refused');
  await limited.remove();
});

test('starting with a bad pair is refused in one line', async () => {
  makeCertificate('third');
  const other = path.join(directory, 'other.pem');
  execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', other]);
  const start = (...args) => runCastled(['--port', '0', '--data', path.join(directory, 'none'), ...args]);
  for (const [args, reason] of [
    [['--tls-cert', '/none.pem', '--tls-key', key], /^castled: --tls-cert \/none\.pem: No such file or directory\n$/],
    [['--tls-cert', certificate, '--tls-key', '/none.pem'], /^castled: --tls-key \/none\.pem: No such file or directory\n$/],
    [['--tls-cert', certificate, '--tls-key', other], /^castled: --tls-key .*: it does not match the certificate\n$/],
    [['--tls-cert', certificate, '--tls-key', certificate], /^castled: --tls-key [^\n]+\n$/],
  ]) {
    const { code, stderr } = await start(...args);
    assert.equal(code, 1);
    assert.match(stderr, reason);
  }
  assert.equal((await start('--tls-cert', certificate)).code, 2);
  assert.equal((await start('--redirect-port', '80')).code, 2);
});

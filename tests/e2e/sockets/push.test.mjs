// push.test.mjs - Web Push: people who are away are told on their devices, by messages that only these can read.
//
// The push service is a server of this test with a certificate of its own. It decrypts by Node's crypto as RFC 8291 says, and
// verifies who sends (RFC 8292).

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import path from 'node:path';
import { test } from 'node:test';

import { newDirectory, until, withCastled } from './castled.mjs';
import { browser } from './http_client.mjs';
import { connect } from './player.mjs';

const directory = newDirectory();
const [certificate, key] = ['cert.pem', 'key.pem'].map(name => path.join(directory, name));
execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes',
  '-keyout', key, '-out', certificate, '-days', '2', '-subj', '/CN=push', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:push.example'], { stdio: 'ignore' });
const OPTIONS = { slow: true, args: ['--outbound-private', '127.0.0.0/8', '--outbound-ca', certificate] };

// What a browser has of its subscription at 'url'.
function subscription(url) {
  const ecdh = crypto.createECDH('prime256v1');
  const auth = crypto.randomBytes(16);
  return { ecdh, auth, fields: { endpoint: url, p256dh: ecdh.generateKeys('base64url'), auth: auth.toString('base64url') } };
}

const hkdf = (salt, key, info, length) => Buffer.from(crypto.hkdfSync('sha256', key, salt, info, length));

// RFC 8188, 2, and RFC 8291, 3.
function decrypt({ ecdh, auth }, body) {
  const [salt, size, length] = [body.subarray(0, 16), body.readUInt32BE(16), body[20]];
  const sender = body.subarray(21, 21 + length);
  const sealed = body.subarray(21 + length);
  assert.ok(sealed.length <= size, 'one record');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const material = hkdf(auth, ecdh.computeSecret(sender), info, 32);
  const decipher = crypto.createDecipheriv('aes-128-gcm', hkdf(salt, material, 'Content-Encoding: aes128gcm\0', 16),
    hkdf(salt, material, 'Content-Encoding: nonce\0', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  assert.equal(plain.at(-1), 2, 'the last record');
  return JSON.parse(plain.subarray(0, -1).toString());
}

// RFC 8292, 2 and 3.
function verify(header, origin, serverKey, now) {
  const [, token, shown] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header);
  assert.equal(shown, serverKey);
  const [head, claims, signature] = token.split('.');
  const point = Buffer.from(serverKey, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
  const publicKey = crypto.createPublicKey({ key: jwk, format: 'jwk' });
  assert.ok(crypto.verify('sha256', Buffer.from(`${head}.${claims}`), { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')));
  assert.deepEqual(JSON.parse(Buffer.from(head, 'base64url')), { typ: 'JWT', alg: 'ES256' });
  const { aud, exp } = JSON.parse(Buffer.from(claims, 'base64url'));
  assert.equal(aud, origin);
  assert.ok(exp * 1000 > now && exp * 1000 <= now + 86_400_000 + 60_000, 'it ends within a day');
}

async function pushService(body) {
  const self = { came: [], status: 201 };
  const server = https.createServer({ cert: fs.readFileSync(certificate), key: fs.readFileSync(key) }, (request, response) => {
    const parts = [];
    request.on('data', data => parts.push(data));
    request.on('end', () => {
      self.came.push({ path: request.url, headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(self.status).end();
    });
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  self.origin = `https://127.0.0.1:${server.address().port}`;
  self.has = count => until(() => self.came.length >= count, `${count} messages have come`);
  try {
    await body(self);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function account(server, name) {
  const self = browser(server);
  assert.equal((await self.post('/api/account', { name, password: 'correct-horse' })).status, 201);
  self.come = () => connect(server, { headers: { cookie: `castled_session=${self.cookie}`, origin: `http://127.0.0.1:${server.port}` } });
  self.devices = async () => (await self.get('/api/push')).json.devices;
  return self;
}

test('who is away is told of a challenge and of their turn, and who is here is not; the key stays the same', () =>
  pushService(async service =>
    withCastled(OPTIONS, async server => {
      const [alice, bob] = [await account(server, 'Alice'), await account(server, 'Bob')];
      const phone = subscription(`${service.origin}/phone`);
      const added = await alice.post('/api/push', { ...phone.fields, language: 'de', label: 'Phone' });
      assert.equal(added.status, 201, added.body);
      const { key: serverKey, devices } = (await alice.get('/api/push')).json;
      assert.deepEqual(devices.map(({ made, ...rest }) => [typeof made, rest]), [['number', { id: added.json.id, endpoint: phone.fields.endpoint, label: 'Phone', turns: true, challenges: true, tournaments: true }]]);

      const player = await bob.come();
      await player.ok({ t: 'challenge', to: 'user', name: 'Alice', clock: { days: 2 }, color: 'white' });
      await server.pass(11_000);
      await service.has(1);
      const [first] = service.came;
      assert.deepEqual(decrypt(phone, first.body), { type: 'challenge', language: 'de', by: 'Bob' });
      assert.deepEqual([first.path, first.headers['content-encoding'], first.headers.urgency, first.headers.ttl], ['/phone', 'aes128gcm', 'normal', '86400']);
      assert.match(first.headers.topic, /^[\w-]{1,32}$/);
      verify(first.headers.authorization, service.origin, serverKey, server.wall());

      const here = await alice.come();
      const { challenge } = await here.next(m => m.t === 'challenge' && m.state === 'open', () => 'the challenge');
      await here.ok({ t: 'accept', challenge });
      const { game } = await player.kind('start');
      await player.ok({ t: 'move', game, ply: 0, uci: 'e2e4' });
      await here.next(m => m.t === 'move' && m.ply === 1, () => 'the move');
      await server.pass(11_000); // she is here: nothing is sent
      await here.ok({ t: 'move', game, ply: 1, uci: 'e7e5' });
      await here.close();
      await player.ok({ t: 'move', game, ply: 2, uci: 'g1f3' });
      await server.pass(11_000);
      await service.has(2);
      assert.deepEqual(decrypt(phone, service.came[1].body), { type: 'turn', language: 'de', game, by: 'Bob' });
      assert.equal(service.came[1].headers.topic, game);
      assert.equal(service.came.length, 2);

      // More time is no new turn; a takeback is one.
      await player.ok({ t: 'moretime', game });
      await server.pass(11_000);
      const back = await alice.come();
      await back.ok({ t: 'takeback', game });
      const asked = await player.next(m => m.t === 'takeback' && m.by === 'black', () => 'the takeback');
      await back.close();
      await server.pass(11_000);
      assert.equal(service.came.length, 2);
      await player.ok({ t: 'takeback', game, offer: asked.seq });
      await server.pass(11_000);
      await service.has(3);
      assert.deepEqual(decrypt(phone, service.came[2].body), { type: 'turn', language: 'de', game, by: 'Bob' });

      await server.restart();
      assert.equal((await alice.get('/api/push')).json.key, serverKey);
      const again = await bob.come();
      service.status = 503;
      await again.ok({ t: 'challenge', to: 'user', name: 'Alice', clock: { initial: 60_000, increment: 0 } });
      await server.pass(11_000);
      await service.has(4);
      service.status = 410; // it is tried again, and the service says that the device is gone
      await until(async () => (await server.pass(10_000), service.came.length >= 5), 'it is tried again');
      await until(async () => (await alice.devices()).length === 0, 'the device is deleted');
    })));

test('a device is told of what is chosen only, and not after its session has ended', () =>
  pushService(async service =>
    withCastled(OPTIONS, async server => {
      const [alice, bob] = [await account(server, 'Alice'), await account(server, 'Bob')];
      const [one, other] = [subscription(`${service.origin}/one`), subscription(`${service.origin}/other`)];
      const elsewhere = browser(server);
      assert.equal((await elsewhere.post('/api/session', { name: 'Alice', password: 'correct-horse' })).status, 200);
      await alice.post('/api/push', { ...one.fields, challenges: false });
      await elsewhere.post('/api/push', other.fields);
      const player = await bob.come();
      const { challenge } = await player.ok({ t: 'challenge', to: 'user', name: 'Alice', clock: { initial: 60_000, increment: 0 } });
      assert.ok(challenge);
      await server.pass(11_000);
      await service.has(1);
      assert.deepEqual(decrypt(other, service.came[0].body), { type: 'challenge', language: 'en', by: 'Bob' });
      assert.equal((await alice.devices()).length, 2);
      await elsewhere.delete('/api/session');
      const left = await alice.devices();
      assert.deepEqual(left.map(device => device.challenges), [false]);

      // The same browser again, with something else chosen.
      const changed = await alice.post('/api/push', { ...one.fields, turns: false });
      assert.deepEqual((await alice.devices()).map(device => [device.id, device.turns, device.challenges]), [[changed.json.id, false, true]]);
      await player.ok({ t: 'challenge', to: 'user', name: 'Alice', clock: { initial: 60_000, increment: 0 } });
      await server.pass(11_000);
      await service.has(2);
      assert.equal(service.came[1].path, '/one');
      assert.deepEqual(Object.keys(decrypt(one, service.came[1].body)), ['type', 'language', 'by']);

      // Its push service has given the browser another address.
      const renewed = subscription(`${service.origin}/renewed`);
      assert.equal((await bob.post('/api/push', { ...renewed.fields, was: one.fields.endpoint })).status, 404, 'it is not his');
      const { id } = (await alice.post('/api/push', { ...renewed.fields, was: one.fields.endpoint })).json;
      assert.deepEqual((await alice.devices()).map(device => [device.id, device.endpoint, device.turns, device.challenges]),
        [[id, renewed.fields.endpoint, false, true]]);
      assert.equal((await alice.post('/api/push', { ...renewed.fields, was: one.fields.endpoint })).status, 404, 'it is gone');

      assert.equal((await bob.delete(`/api/push/${id}`)).status, 404, 'it is not his');
      assert.equal((await alice.delete(`/api/push/${id}`)).status, 200);
      assert.deepEqual(await alice.devices(), []);
    })));

test('there are ten devices for an account; what is no subscription is refused', () =>
  withCastled({}, async server => {
    const alice = await account(server, 'Alice');
    const ids = [];
    for (let i = 0; i < 11; i++) ids.push((await alice.post('/api/push', subscription(`https://push.example/${i}`).fields)).json.id);
    assert.deepEqual((await alice.devices()).map(device => device.id).sort(), ids.slice(1).sort());
    const { fields } = subscription('https://push.example/12');
    for (const bad of [{ endpoint: 'http://push.example/' }, { endpoint: '' }, { p256dh: fields.auth }, { p256dh: 'A'.repeat(87) }, { auth: 'AAAA' }, { label: 'a\u202eb' }])
      assert.equal((await alice.post('/api/push', { ...fields, ...bad })).status, 400, JSON.stringify(bad));
    assert.match((await alice.get('/api/account/data')).body, /"is":"pushDevice"/);
  }));

// A proxy for CONNECT (RFC 9110, 9.3.6), which resolves every name to this machine.
async function proxy(body) {
  const asked = [];
  const server = http.createServer((_request, response) => response.writeHead(405).end());
  server.on('connect', (request, socket, head) => {
    asked.push(request.url);
    const on = net.connect(Number(request.url.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 go on\r\n\r\n');
      on.write(head);
      on.pipe(socket).pipe(on);
    });
    for (const each of [on, socket]) each.on('error', () => {});
    on.on('close', () => socket.destroy());
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  try {
    await body({ asked, url: `http://127.0.0.1:${server.address().port}` });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('who is away is told that their game in a tournament has begun, through a proxy that alone knows the push service', () =>
  pushService(service =>
    proxy(way =>
      withCastled({ slow: true, args: ['--outbound-ca', certificate, '--outbound-proxy', way.url, '--metrics-port', '0'] }, async server => {
        const [alice, bob] = [await account(server, 'Alice'), await account(server, 'Bob')];
        const { port } = new URL(service.origin);
        const phone = subscription(`https://push.example:${port}/phone`);
        assert.equal((await alice.post('/api/push', { ...phone.fields, turns: false, challenges: false })).status, 201);
        const fields = new URLSearchParams({ name: 'Club evening', format: 'roundrobin', cycles: 1, 'clock.limit': 300, 'clock.increment': 3, interval: 0, rated: 'false' });
        const { id } = (await bob.post('/api/v1/tournaments', fields.toString())).json;
        for (const each of [alice, bob]) assert.equal((await each.post(`/api/v1/tournaments/${id}/join`, '')).status, 200);
        assert.equal((await bob.post(`/api/v1/tournaments/${id}/acts`, 'act=start')).status, 200);
        await until(async () => (await server.pass(2000), service.came.length > 0), 'the message has come');
        const message = decrypt(phone, service.came[0].body);
        assert.match(message.game, /^\w{8}$/);
        assert.deepEqual(message, { type: 'round', language: 'en', game: message.game, by: 'Bob', name: 'Club evening' });
        assert.deepEqual(new Set(way.asked), new Set([`push.example:${port}`]));
        await until(async () => /^castled_push_total 1$/m.test(await server.games.metrics()), 'it is counted');
        assert.match(await server.games.metrics(), /^castled_push_waiting 0$/m);
      }))));

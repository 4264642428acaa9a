// proxy.test.mjs - behind real proxies: who the client is, what it asked for, which page asks; nginx, Caddy and HAProxy as
// configured in deploy/, and nginx with nothing but proxy_pass.

import assert from 'node:assert/strict';
import http from 'node:http';
import https from 'node:https';
import { test } from 'node:test';

import { get, withCastled } from './castled.mjs';
import { connect, refusedHandshake } from './player.mjs';
import { belowPath, host, name, withBareNginx, without, withOurCaddy, withOurHaproxy, withOurNginx } from './proxies.mjs';

const PASSWORD = 'correct-horse';
const from = last => `127.0.0.${last}`;

// A client of the proxy at an address of its own: { url, socket } for player.mjs, and ask() for HTTP.
function client({ port }, { address = from(11), tls = true, site = name } = {}) {
  const url = `${tls ? 'https' : 'http'}://${site}:${port}`;
  const socket = {
    localAddress: address,
    lookup: (_, { all }, done) => (all ? done(null, [{ address: host, family: 4 }]) : done(null, host, 4)),
    rejectUnauthorized: false,
  };
  const ask = (method, path, { body = '', headers = {} } = {}) =>
    new Promise((resolve, reject) => {
      const request = (tls ? https : http).request(url + path, {
        ...socket,
        method,
        agent: false,
        headers: {
          ...(method === 'GET' ? {} : { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length }),
          ...headers,
        },
      });
      request.on('response', response => {
        let text = '';
        response.on('data', data => (text += data));
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
      });
      request.on('error', reject);
      request.end(body);
    });
  return { url, socket, ask };
}

const cookiesOf = ({ headers }) => (headers['set-cookie'] ?? []).map(cookie => cookie.split(';')[0]);
const signUp = (self, who, headers) =>
  self.ask('POST', '/api/account', { body: `name=${who}&password=${PASSWORD}`, headers });

// Each is a new guest; how many there can be before the limit says no.
async function guestsUntilRefused(self, headers = () => ({})) {
  for (let count = 0; count < 10; count++) {
    const player = await connect(self, { headers: headers(count) }).catch(error => error);
    if (player instanceof Error) {
      assert.match(String(player), /429/);
      return count;
    }
    await player.close();
  }
  return Infinity;
}

// No limit is refilled while a test runs.
const FEW = ['--limit', 'guest=3/86400,http=3/86400'];
const proxies = [
  ['nginx', withOurNginx, host],
  ['caddy', withOurCaddy, '127.0.0.1'],
  ['haproxy', withOurHaproxy, '127.0.0.1'],
];

for (const [kind, withProxy, peer] of proxies) {
  const skip = without[kind];

  test(`${kind}: limits apply to the real client, whatever it forges`, { skip }, () =>
    withCastled({ limits: 'on', args: [...FEW, '--trusted-proxy', peer] }, server =>
      withProxy(server, async proxy => {
        const forged = count => ({
          'x-forwarded-for': `203.0.113.${count}`,
          forwarded: `for=203.0.113.${count};proto=http`,
          'x-real-ip': `203.0.113.${count}`,
        });
        assert.equal(await guestsUntilRefused(client(proxy, { address: from(11) }), forged), 3);
        assert.equal(await guestsUntilRefused(client(proxy, { address: from(11) })), 0);
        assert.equal(await guestsUntilRefused(client(proxy, { address: from(12) })), 3);
      })));

  test(`${kind}: untrusted proxies are not believed`, { skip }, () =>
    withCastled({ limits: 'on', args: [...FEW, '--trusted-proxy', '127.0.0.99'] }, server =>
      withProxy(server, async proxy => {
        assert.equal(await guestsUntilRefused(client(proxy, { address: from(11) })), 3);
        assert.equal(await guestsUntilRefused(client(proxy, { address: from(12) })), 0);
      })));

  test(`${kind}: under https cookies are for https, and a page plays by WebSocket`, { skip }, () =>
    withCastled({ args: ['--trusted-proxy', peer] }, server =>
      withProxy(server, async proxy => {
        const self = client(proxy);
        const guest = await connect(self, { headers: { origin: self.url } });
        const [cookie] = cookiesOf(guest.handshake);
        assert.match(cookie, /^__Host-castled_session=v1\./);
        assert.match(guest.handshake.headers['set-cookie'][0], /; Path=\/;.*; Secure$/);
        await guest.ok({ t: 'ping' });
        const again = await connect(self, { headers: { origin: self.url, cookie } });
        assert.deepEqual(again.welcome.you, guest.welcome.you);

        const account = await signUp(self, 'Alice', { origin: self.url, cookie });
        assert.equal(account.status, 201, account.text);
        const [session] = cookiesOf(account);
        assert.match(session, /^__Host-castled_session=/);
        const alice = await connect(self, { headers: { origin: self.url, cookie: session } });
        assert.equal(alice.welcome.you.name, 'Alice');
        assert.equal((await self.ask('GET', '/api/account', { headers: { cookie: session } })).status, 200);
        const out = await self.ask('DELETE', '/api/session',
          { headers: { origin: self.url, cookie: `${session}; castled_session=old` } });
        assert.deepEqual(cookiesOf(out), ['__Host-castled_session=', 'castled_session=']);
      })));

  test(`${kind}: pages of other sites are refused`, { skip }, () =>
    withCastled({ args: ['--trusted-proxy', peer] }, server =>
      withProxy(server, async proxy => {
        const self = client(proxy);
        const { token } = (await connect(self)).welcome;
        const [, port] = self.url.match(/:(\d+)$/);
        for (const origin of [
          'https://evil.example',
          `http://${name}:${port}`,
          `https://${name}`,
          `https://${name}.evil.example:${port}`,
          `https://127.0.0.1:${server.port}`,
          'null',
        ]) {
          const headers = { origin, 'x-forwarded-host': origin.replace(/^.*:\/\//, ''), 'sec-fetch-site': 'cross-site' };
          const refused = await refusedHandshake(self, { headers, protocols: ['castled.v1', `token.${token}`] });
          assert.equal(refused.status, 403, origin);
          assert.equal(refused.headers['set-cookie'], undefined, origin);
          assert.equal((await signUp(self, 'Eve', headers)).status, 403, origin);
        }
        const headers = { origin: 'https://evil.example', authorization: `Bearer ${token}` };
        await connect(self, { headers });
      })));
}

// What programs and pages ask below a path: the API and sockets there, and the API of Lichess at the root.
async function worksBelow(self, path) {
  const site = `https://${name}`; // the proxy of this test is at another port, which only pages would see
  const page = { ...self, url: `${self.url}${path}` };
  const guest = await connect(page, { headers: { origin: site } });
  const [cookie] = cookiesOf(guest.handshake);
  assert.match(guest.handshake.headers['set-cookie'][0], /^__Secure-castled_session=.*; Path=\/chess;.*; Secure$/);
  await guest.ok({ t: 'ping' });
  const account = await self.ask('POST', `${path}/api/account`,
    { body: `name=Alice&password=${PASSWORD}`, headers: { origin: site, cookie } });
  assert.equal(account.status, 201, account.text);
  const [session] = cookiesOf(account);
  assert.match(session, /^__Secure-castled_session=/);
  for (const where of [path, ''])
    assert.equal(JSON.parse((await self.ask('GET', `${where}/api/account`, { headers: { cookie: session } })).text).username, 'Alice', where);
  const made = await self.ask('POST', '/api/challenge/open', { body: 'clock.limit=300&clock.increment=3', headers: { cookie: session, origin: site } });
  assert.equal(made.status, 200, made.text);
  assert.ok(JSON.parse(made.text).url.startsWith(`https://${name}/chess/`), made.text);
}

for (const [kind, withProxy, peer] of proxies)
  test(`${kind}: below a path everything works, with the API of Lichess at the root`, { skip: without[kind] }, () =>
    withCastled({ args: ['--trusted-proxy', peer, '--public-url', `https://${name}/chess`] }, server =>
      withProxy(server, async proxy => {
        const self = client(proxy);
        await worksBelow(self, '/chess');
        assert.equal((await self.ask('GET', '/other')).status, kind === 'caddy' ? 200 : kind === 'nginx' ? 404 : 503, 'what else is on this name');
      }, belowPath[kind])));

test('nginx: the path may be taken away before the server is asked', { skip: without.nginx }, () =>
  withCastled({ args: ['--trusted-proxy', host, '--public-url', `https://${name}/chess`] }, server =>
    withOurNginx(server, proxy => worksBelow(client(proxy), '/chess'), text =>
      text
        .replace(/location \/ \{([^}]*)\}/, (all, inner) =>
          `location /chess/ {${inner}}\n    location /api/ {${inner}}`)
        .replace(/(location \/chess\/ \{\s+proxy_pass [^;]*);/, '$1/;'))));

// However the server is asked for, page and sockets are those of the address that was asked.
test('it works by name and by address, with TLS and without, at the root and below a path', () =>
  withCastled({}, async server => {
    for (const [url, headers] of [
      [`http://127.0.0.1:${server.port}`, {}],
      [`http://localhost:${server.port}`, {}],
      [`http://castled.local:${server.port}`, {}],
      [`https://${name}`, { 'x-forwarded-proto': 'https', 'x-forwarded-host': name }],
      ['https://[2001:db8::7]:8443', { 'x-forwarded-proto': 'https', 'x-forwarded-host': '[2001:db8::7]:8443' }],
    ]) {
      const { host: asked, origin } = new URL(url);
      const player = await connect(server, { headers: { ...headers, host: asked, origin } });
      await player.ok({ t: 'ping' });
      const cookie = player.handshake.headers['set-cookie'][0];
      assert.equal(cookie.startsWith('__Host-'), url.startsWith('https'), url);
      const { body } = await get(server.port, '/api/player', { ...headers, host: asked });
      assert.ok(JSON.parse(body), url);
      await player.close();
    }
  }));

test('IPv6 counts by its /64, and IPv4 is the same in both notations', () =>
  withCastled({ limits: 'on', args: FEW }, async server => {
    const by = address => count => ({ 'x-forwarded-for': address(count) });
    assert.equal(await guestsUntilRefused(server, by(count => `2001:db8:1:2::${count + 1}`)), 3);
    assert.equal(await guestsUntilRefused(server, by(count => `[2001:db8:1:2:${count}::1]:4711`)), 0);
    assert.equal(await guestsUntilRefused(server, by(count => `2001:db8:1:3::${count + 1}`)), 3);
    assert.equal(await guestsUntilRefused(server, by(() => '198.51.100.7')), 3);
    assert.equal(await guestsUntilRefused(server, by(() => '::ffff:198.51.100.7')), 0);
    // HTTP counts in the same way
    const statuses = [];
    for (let i = 0; i < 4; i++)
      statuses.push((await get(server.port, '/api/player', { 'x-forwarded-for': `2001:db8:2:2::${i}` })).status);
    assert.deepEqual(statuses, [200, 200, 200, 429]);
  }));

test('several lines of a header are one list', () =>
  withCastled({ limits: 'on', args: FEW }, async server => {
    const list = count => ({ 'x-forwarded-for': [`203.0.113.${count}`, '198.51.100.7'] });
    assert.equal(await guestsUntilRefused(server, list), 3);
    const elements = count => ({ forwarded: [`for=203.0.113.${count}`, 'for="198.51.100.8"'] });
    assert.equal(await guestsUntilRefused(server, elements), 3);
  }));

test('nginx: what it appends counts, not what was there before', { skip: without.nginx }, () =>
  withCastled({ limits: 'on', args: [...FEW, '--trusted-proxy', host] }, server =>
    withOurNginx(
      server,
      async proxy => {
        const forged = count => ({ 'x-forwarded-for': `203.0.113.${count}` });
        assert.equal(await guestsUntilRefused(client(proxy, { address: from(11) }), forged), 3);
        assert.equal(await guestsUntilRefused(client(proxy, { address: from(12) }), forged), 3);
      },
      text => text.replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $proxy_add_x_forwarded_for'),
    )));

test('nginx: Forwarded counts where only that is sent', { skip: without.nginx }, () =>
  withCastled({ limits: 'on', args: FEW }, server =>
    withOurNginx(
      server,
      async proxy => {
        const forged = count => ({ forwarded: `for=203.0.113.${count};host="` });
        const self = client(proxy);
        assert.equal(await guestsUntilRefused(self, forged), 3);
        const other = client(proxy, { address: from(12) });
        const guest = await connect(other, { headers: { origin: other.url } });
        assert.match(cookiesOf(guest.handshake)[0], /^__Host-/);
      },
      text =>
        text
          .replace(/proxy_set_header X-Forwarded-For .*/, 'proxy_set_header X-Forwarded-For "";')
          .replace(/proxy_set_header X-Forwarded-Proto .*/, 'proxy_set_header X-Forwarded-Proto "";')
          .replace(/proxy_set_header X-Forwarded-Host .*/, `proxy_set_header X-Forwarded-Host "";
            proxy_set_header Forwarded 'for="$remote_addr:$remote_port";proto=$scheme;host="$http_host"';`),
    )));

test('nginx: a public URL with a path has cookies of its own', { skip: without.nginx }, () =>
  withCastled({ args: ['--public-url', `https://${name}/chess/`] }, server =>
    withBareNginx(
      server,
      async proxy => {
        const self = client(proxy);
        const origin = `https://${name}`;
        const guest = await connect(self, { headers: { origin } });
        assert.match(guest.handshake.headers['set-cookie'][0], /^__Secure-castled_session=.*; Path=\/chess;.*; Secure$/);
        assert.equal((await refusedHandshake(self, { headers: { origin: self.url } })).status, 403);
      },
      { tls: true },
    )));

// What browsers send: Sec-Fetch-Site except for WebSockets (Chromium), and always the cookie that the page has set.
for (const tls of [true, false])
  test(`nginx with proxy_pass alone locks nobody out over ${tls ? 'https' : 'http'}`, { skip: without.nginx }, () =>
    withCastled({}, server =>
      withBareNginx(
        server,
        async proxy => {
          const self = client(proxy, { tls });
          const told = `${tls ? '__Host-' : ''}castled_page=${self.url}`;
          const page = { origin: self.url, cookie: told };
          const guest = await connect(self, { headers: page });
          const [cookie] = cookiesOf(guest.handshake);
          assert.equal(cookie.startsWith('__Host-castled_session='), tls);
          const again = await connect(self, { headers: { ...page, cookie: `${cookie}; ${told}` } });
          assert.deepEqual(again.welcome.you, guest.welcome.you);

          const fetched = tls ? { origin: self.url, 'sec-fetch-site': 'same-origin' } : page;
          assert.equal((await signUp(self, 'Alice', fetched)).status, 201);

          const evil = 'https://evil.example';
          for (const headers of [
            { origin: self.url },
            { origin: evil, cookie: `${cookie}; ${told}` },
            { origin: evil, cookie: `${cookie}; castled_page=${evil}` },
            { origin: evil, 'sec-fetch-site': 'cross-site' },
          ]) {
            const refused = await refusedHandshake(self, { headers });
            assert.equal(refused.status, 403, JSON.stringify(headers));
            assert.equal(refused.headers['set-cookie'], undefined);
            assert.equal((await signUp(self, 'Eve', headers)).status, 403, JSON.stringify(headers));
          }
        },
        { tls },
      )));

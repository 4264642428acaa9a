// oidc.test.mjs - signing in at an OpenID provider: new accounts, linked ones, the second factor, the only way in; and what a
// provider, or somebody who pretends to be sent back by it, could do wrong.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { test } from 'node:test';

import { castled, newDirectory, runCastled, throughFront, until, withCastled } from './castled.mjs';
import { browser } from './http_client.mjs';
import { newProvider } from './provider.mjs';
import { codeOf } from './totp.mjs';

const password = 'correct-horse';

function options(provider, more = [], extra = {}) {
  const file = path.join(newDirectory(), 'secret');
  fs.writeFileSync(file, `${provider.secret}\n`);
  return { ...extra, args: ['--oidc-issuer', provider.issuer, '--oidc-client-id', provider.client, '--oidc-client-secret-file', file,
    '--oidc-name', 'Our Club', '--outbound-ca', provider.ca, ...more] };
}

// A provider and a server that trusts it.
async function withProvider(more, body, extra) {
  const provider = await newProvider();
  try {
    await withCastled(options(provider, more, extra), server => body(server, provider));
  } finally {
    provider.close();
  }
}

// The browser goes to the provider, where its owner signs in, and comes back.
async function visit(self, provider, subject, claims) {
  const begun = await self.post('/api/oidc');
  assert.equal(begun.status, 200, begun.body);
  const { redirect, state, code } = provider.signIn(begun.json.url, subject, claims);
  assert.match(redirect, /^http:\/\/127\.0\.0\.1:\d+\/sign-in$/);
  return { state, code };
}
const finish = async (self, fields) => self.post('/api/oidc/finish', fields);
const arrive = async (self, provider, subject, claims) => finish(self, await visit(self, provider, subject, claims));
const said = ({ status, json }) => (json?.code ? `${status} ${json.code}` : String(status));

test('somebody makes an account at their first sign-in, with a username that they choose, and comes back to it', async () => {
  await withProvider(['--registration', 'closed'], async (server, provider) => {
    const anna = browser(server);
    assert.deepEqual((await anna.get('/api/oidc')).json, { provider: 'Our Club', only: false });
    const first = await arrive(anna, provider, 'id-1', { preferred_username: 'anna.schmidt@club.example' });
    assert.equal(said(first), '409 choose_name');
    assert.equal(first.json.suggestion, 'anna-schmidt');
    assert.equal(anna.cookie, undefined, 'nobody is signed in yet');
    assert.equal(said(await finish(anna, { name: 'x' })), '400 name_short');
    const made = await finish(anna, { name: 'Anna' });
    assert.equal(made.status, 201, made.body);
    assert.equal((await anna.get('/api/account')).json.username, 'Anna');
    assert.equal(said(await finish(anna, { name: 'Anna2' })), '403 provider_expired', 'the ticket is used up');

    await server.kill();
    await server.start();
    const again = browser(server);
    const back = await arrive(again, provider, 'id-1', { preferred_username: 'other' });
    assert.equal(back.status, 200, back.body);
    assert.equal(back.json.username, 'Anna', 'whom the provider calls id-1, whatever their name there');
    const taken = await arrive(browser(server), provider, 'id-2');
    assert.deepEqual([said(taken), taken.json.suggestion], ['409 choose_name', '']);
    const other = browser(server);
    await arrive(other, provider, 'id-2');
    assert.equal(said(await finish(other, { name: 'ANNA' })), '409 name_taken');
    const data = (await again.get('/api/account/data')).body.split('\n').filter(Boolean).map(line => JSON.parse(line));
    assert.deepEqual(data.filter(each => each.is === 'openidSubject').map(each => [each.issuer, each.subject]),
      [[provider.issuer, 'id-1']]);
    assert.equal(provider.asked.discovery, 2, 'asked once by each server');
  });
});

test('a guest keeps their player, and without --oidc-accounts nobody makes an account', async () => {
  await withProvider([], async (server, provider) => {
    const { json } = await arrive(browser(server), provider, 'id-9');
    assert.equal(json.code, 'choose_name');
  });
  await withProvider(['--oidc-accounts', 'off'], async (server, provider) => {
    const stranger = browser(server);
    assert.equal(said(await arrive(stranger, provider, 'id-1')), '403 provider_no_account');
    assert.equal(said(await finish(stranger, { name: 'Stranger' })), '403 provider_expired');
  });
});

test('an account is linked while signed in, and unlinked only when it has a password', async () => {
  await withProvider([], async (server, provider) => {
    const bob = browser(server);
    assert.equal((await bob.post('/api/account', { name: 'Bob', password })).status, 201);
    assert.deepEqual((await bob.get('/api/oidc')).json,
      { provider: 'Our Club', only: false, linked: false, password: true });
    // Sent back to another browser, which is signed in as somebody else.
    const eve = browser(server);
    await eve.post('/api/account', { name: 'Eve', password });
    const fields = await visit(bob, provider, 'bob-1');
    assert.equal(said(await finish(eve, fields)), '403 provider_expired', 'eve has no ticket');
    eve.ticket = bob.ticket;
    assert.equal(said(await finish(eve, fields)), '403 provider_expired', 'and bob’s is for bob');
    assert.equal((await arrive(bob, provider, 'bob-1')).json.linked, true);
    assert.equal(said(await arrive(eve, provider, 'bob-1')), '409 provider_taken');
    assert.equal(said(await arrive(bob, provider, 'bob-2')), '409 has_provider');
    assert.equal((await arrive(browser(server), provider, 'bob-1')).json.username, 'Bob');

    // Who has no password cannot lose the provider, sets one, and then can.
    const carl = browser(server);
    await arrive(carl, provider, 'carl-1');
    await finish(carl, { name: 'Carl' });
    assert.deepEqual((await carl.get('/api/oidc')).json,
      { provider: 'Our Club', only: false, linked: true, password: false });
    assert.equal(said(await carl.delete('/api/oidc')), '409 no_password');
    for (const wrong of ['', 'anything-at-all'])
      assert.notEqual((await browser(server).post('/api/session', { name: 'Carl', password: wrong })).status, 200);
    assert.equal((await carl.post('/api/account/password', { new: password })).status, 200);
    assert.equal((await browser(server).post('/api/session', { name: 'Carl', password })).status, 200);
    assert.equal((await carl.delete('/api/oidc')).status, 200);
    assert.equal(said(await arrive(browser(server), provider, 'carl-1')), '409 choose_name', 'they are nobody’s now');

    // A closed account leaves its sign-in free.
    assert.equal((await bob.delete('/api/account', { password })).status, 200);
    assert.equal(said(await arrive(browser(server), provider, 'bob-1')), '409 choose_name');
  });
});

test('an operator’s second factor is asked for at the provider’s sign-in, too', async () => {
  await withProvider([], async (server, provider) => {
    const boss = browser(server);
    await arrive(boss, provider, 'boss');
    assert.equal((await finish(boss, { name: 'Boss' })).status, 201);
    assert.equal((await runCastled(['admin', '--data', server.directory, 'operator', 'Boss'])).code, 0);
    const { secret } = (await boss.post('/api/account/second-factor')).json;
    const now = Date.now();
    const { recovery } = (await boss.post('/api/account/second-factor/confirm', { code: codeOf(secret, now) })).json;
    const again = browser(server);
    assert.equal(said(await arrive(again, provider, 'boss')), '401 needs_code');
    assert.equal((await again.get('/api/account')).status, 401);
    assert.equal(said(await finish(again, { second: '000000x' })), '401 wrong_code');
    assert.equal((await finish(again, { second: recovery[0] })).status, 200);
    assert.equal((await again.get('/api/account')).json.username, 'Boss');
  });
});

test('with --oidc-only there is no other way in', async () => {
  await withProvider(['--oidc-only', 'on'], async (server, provider) => {
    const self = browser(server);
    assert.equal((await self.get('/api/oidc')).json.only, true);
    assert.equal(said(await self.post('/api/account', { name: 'Anna', password })), '403 provider_only');
    assert.equal(said(await self.post('/api/session', { name: 'Anna', password })), '403 provider_only');
    await arrive(self, provider, 'id-1');
    assert.equal((await finish(self, { name: 'Anna' })).status, 201);
    assert.equal(said(await self.delete('/api/oidc')), '403 provider_only');
  });
});

test('what a provider must not answer is refused, and said in words', async () => {
  await withProvider([], async (server, provider) => {
    const now = Math.floor(Date.now() / 1000);
    const outcome = async () => {
      const answer = await arrive(browser(server), provider, 'id-1');
      assert.ok(answer.json.error.length > 20, answer.body);
      return said(answer);
    };
    const wrong = { iss: 'https://evil.example', aud: 'another', nonce: 'n', exp: now - 100, iat: now - 1000, azp: 'other', sub: '' };
    for (const [name, value] of Object.entries(wrong)) {
      provider.claims = claims => ({ ...claims, [name]: value });
      assert.equal(await outcome(), '502 provider_wrong', name);
    }
    provider.claims = claims => claims;
    const answers = {
      '502 provider_wrong': [
        (response, _, send) => send(response, 200, { access_token: 'x' }),
        (response, _, send) => send(response, 200, 'not JSON'),
        (response, _, send) => send(response, 200, { id_token: 'a.b.c' }),
      ],
      '502 provider_unreachable': [
        (response, _, send) => send(response, 503, {}),
        (response, _, send) => send(response, 200, 'x'.repeat(70_000)),
        response => response.destroy(),
      ],
      '403 provider_refused': [
        (response, _, send) => send(response, 302, {}, { location: 'http://127.0.0.1:1/' }),
        (response, _, send) => send(response, 400, { error: 'invalid_grant' }),
      ],
    };
    for (const [expected, bent] of Object.entries(answers))
      for (const answer of bent) {
        provider.token = answer;
        assert.equal(await outcome(), expected, String(answer));
      }
  });
});

test('what a provider tells about itself is checked, and asked again when it was wrong', async () => {
  await withProvider([], async (server, provider) => {
    // Nobody may ever connect here: another private address, which only the provider has named.
    let reached = 0;
    const inner = http.createServer((_, response) => (reached++, response.end('{}')));
    await new Promise(resolve => inner.listen(0, '127.0.0.1', resolve));
    inner.unref();
    const begin = async () => said(await browser(server).post('/api/oidc'));
    const bent = [
      document => ({ ...document, issuer: `${document.issuer}/` }),
      document => ({ ...document, authorization_endpoint: 'javascript:alert(1)' }),
      document => ({ ...document, token_endpoint: 'http://127.0.0.1/token' }),
      () => 'no JSON',
    ];
    for (const each of bent) {
      provider.discovery = each;
      assert.equal(await begin(), '502 provider_wrong', String(each));
    }
    const unusable = [
      () => response => (response.writeHead(302, { location: `http://127.0.0.1:${inner.address().port}/` }), response.end()),
      () => response => response.end('x'.repeat(70_000)),
      () => response => response.destroy(),
    ];
    for (const each of unusable) {
      provider.discovery = each;
      assert.equal(await begin(), '502 provider_unreachable', String(each));
    }
    provider.discovery = document => ({ ...document, token_endpoint: `https://127.0.0.1:${inner.address().port}/token` });
    const self = browser(server);
    const fields = await visit(self, provider, 'id-1');
    assert.equal(said(await finish(self, fields)), '502 provider_unreachable', 'its host may be private, others may not');
    assert.equal(reached, 0);
    await until(() => /leads to a private address/.test(server.games.stderr));
    inner.close();
  });
});

test('nobody is signed in by what they did not begin', async () => {
  await withProvider([], async (server, provider) => {
    const self = browser(server);
    const { state, code } = await visit(self, provider, 'id-1');
    const before = provider.asked.token;
    assert.equal(said(await finish(browser(server), { state, code })), '403 provider_expired', 'another browser');
    assert.equal(said(await finish(self, { state: `${state.slice(1)}A`, code })), '403 provider_expired');
    assert.equal(said(await finish(self, { state: '', code })), '403 provider_expired');
    assert.equal(said(await finish(self, { code })), '403 provider_expired');
    assert.equal(said(await finish(self, { name: 'Mallory' })), '403 provider_expired', 'the provider has named nobody yet');
    assert.equal(said(await finish(self, { state })), '403 provider_refused');
    assert.equal(said(await finish(self, { state, code: 'x'.repeat(2049) })), '403 provider_refused');
    assert.equal(said(await finish(self, { state, code, iss: 'https://evil.example' })), '403 provider_refused');
    assert.equal(provider.asked.token, before, 'none of that went to the provider');
    const ticket = self.ticket;
    self.ticket = `${ticket.slice(0, -9)}${'A'.repeat(9)}`;
    assert.equal(said(await finish(self, { state, code })), '403 provider_expired');
    self.ticket = ticket;
    const foreign = await browser(server, { origin: false }).post('/api/oidc', '', { origin: 'https://evil.example' });
    assert.equal(foreign.status, 403, 'nor may a page of another site begin it');
    assert.equal(said(await finish(self, { state, code, iss: provider.issuer })), '409 choose_name');
    assert.equal(said(await finish(self, { state, code })), '403 provider_refused', 'a code is good once');
    assert.equal((await self.get('/sign-in?code=x&state=y')).headers.location, undefined, 'the server redirects nowhere');
  });
});

test('sign-ins are limited by address, and one that cannot be configured does not start', async () => {
  await withProvider(['--limit', 'provider=3/600'], async (server, provider) => {
    const answers = [];
    for (let i = 0; i < 4; i++) answers.push((await browser(server).post('/api/oidc')).status);
    assert.deepEqual(answers, [200, 200, 200, 429]);
    assert.equal(provider.asked.discovery, 1);
  }, { limits: 'on' });
  const start = (...args) => runCastled(['--data', newDirectory(), '--port', '0', ...args]);
  const issuer = ['--oidc-issuer', 'https://id.example', '--oidc-client-id', 'x'];
  for (const [args, code, words] of [
    [['--oidc-issuer', 'http://id.example', '--oidc-client-id', 'x'], 2, /https URL/],
    [['--oidc-issuer', 'https://id.example'], 2, /go together/],
    [['--oidc-only', 'on'], 2, /need --oidc-issuer/],
    [[...issuer, '--outbound', 'off'], 2, /needs --outbound on/],
    [[...issuer, '--oidc-scopes', 'profile'], 2, /openid/],
    [[...issuer, '--oidc-client-secret-file', '/nowhere'], 1, /nowhere/],
  ]) {
    const ended = await start(...args);
    assert.equal(ended.code, code, ended.stderr);
    assert.match(ended.stderr, words);
    assert.equal(ended.stderr.trim().split('\n').length, 1, ended.stderr);
  }
});

const withoutCode = throughFront && 'a front that stops says no more than 503';
test('a provider that does not answer holds up nobody else, and a server that stops answers who waits', { skip: withoutCode }, async () => {
  const provider = await newProvider();
  const server = await castled(options(provider)).start();
  let asked;
  const isAsked = new Promise(resolve => (asked = resolve));
  provider.discovery = () => () => asked();
  const waiting = browser(server).post('/api/oidc').then(said, error => error.code);
  await isAsked;
  assert.equal((await browser(server).get('/api/oidc')).status, 200);
  await server.stop();
  assert.match(await waiting, /^503 stopped$|ECONNRESET|ERR/);
  await server.remove();
  provider.close();
});

// log_secrets.test.mjs - whatever a server prints, with the log at its fullest, none of it is a password, a token or a key.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import WebSocket from 'ws';

import { castled, database, get, newDirectory, runCastled, takePort, until } from './castled.mjs';
import { browser } from './http_client.mjs';
import { terminal } from './ics_terminal.mjs';
import { connect } from './player.mjs';
import { newPostOffice } from './post_office.mjs';
import { newProvider } from './provider.mjs';

const [FIRST, SECOND, THIRD, WRONG] = ['correct-horse-battery', 'staple-correct-horse', 'horse-staple-battery', 'not-the-right-one'];
// RFC 7636, appendix B
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

const fileWith = text => {
  const file = path.join(newDirectory(), 'secret');
  fs.writeFileSync(file, text);
  return file;
};

// A server that has every secret of an operator that needs no other program.
async function withSecrets(form, body) {
  const office = await newPostOffice({ password: 'the word for the post office' });
  const provider = await newProvider({ secret: 'the word for the provider' });
  const port = await takePort();
  const args = ['--public-url', `http://127.0.0.1:${port}`, '--log', 'debug', '--log-format', form, '--ics', '0',
    '--smtp', office.url, '--smtp-tls', 'on', '--smtp-user', office.user, '--smtp-password-file', fileWith(office.password), '--mail-from', 'chess@club.example',
    '--oidc-issuer', provider.issuer, '--oidc-client-id', provider.client, '--oidc-client-secret-file', fileWith(provider.secret),
    '--outbound-ca', fileWith(fs.readFileSync(office.ca, 'utf8') + fs.readFileSync(provider.ca, 'utf8'))];
  const server = castled({ args });
  server.port = port;
  try {
    await server.start();
    await body({ server, office, provider });
    await server.stop();
  } finally {
    if (server.child?.exitCode === null) server.end('SIGKILL');
    await server.child?.closed;
    await server.remove();
    office.close();
    provider.close();
  }
}

const tokenIn = (letter, before) => {
  const [, token] = new RegExp(`${before}([\\w-]{32,})`).exec(letter.text) ?? [];
  assert.ok(token, letter.text);
  return token;
};

// Each of these does something with secrets, and returns them.
const doings = {
  async passwords({ server }) {
    const anna = browser(server);
    assert.equal((await anna.post('/api/account', { name: 'Anna', password: FIRST })).status, 201);
    const first = anna.cookie;
    const elsewhere = browser(server);
    assert.equal((await elsewhere.post('/api/session', `name=Anna&password=${WRONG}`)).status, 401);
    assert.equal((await elsewhere.post('/api/session', `name=Anna&password=${FIRST}`)).status, 200);
    await elsewhere.get(`/api/session?password=${WRONG}`);
    assert.equal((await anna.post('/api/account/password', { old: FIRST, new: SECOND })).status, 200);
    return [FIRST, SECOND, WRONG, first, anna.cookie, elsewhere.cookie, anna.device, elsewhere.device];
  },

  async tokens({ server }) {
    const anna = browser(server);
    assert.equal((await anna.post('/api/session', { name: 'Anna', password: SECOND })).status, 200);
    const { token } = (await anna.post('/api/tokens', { description: 'bot', scopes: 'board:play' })).json;
    const app = browser(server, { token });
    assert.equal((await app.get('/api/account')).status, 200);
    assert.equal(typeof (await browser(server).post('/api/token/test', token)).json[token].userId, 'string');
    for (const where of [`/api/account?token=${token}`, `/${token}`, `/api/tokens/${token}`, `/api/x/y/${token}?a`, `/ws/${token}`]) await get(server.port, where);
    await anna.delete(`/api/tokens/${token}`);
    await (await connect(server, { token })).close();
    await (await connect(server, { headers: { cookie: `castled_session=${anna.cookie}`, origin: `http://127.0.0.1:${server.port}` } })).close();
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws?token=${token}`, ['castled.v1']);
    await new Promise(resolve => socket.once('open', resolve).once('error', resolve));
    socket.terminate();
    assert.ok([200, 204].includes((await app.delete('/api/token')).status));
    return [token, anna.cookie];
  },

  async apps({ server }) {
    const anna = browser(server);
    assert.equal((await anna.post('/api/session', { name: 'Anna', password: SECOND })).status, 200);
    const asked = { response_type: 'code', client_id: 'demo', redirect_uri: 'https://app.example/cb', code_challenge_method: 'S256',
      code_challenge: CHALLENGE, scope: 'board:play', state: 'a-state-of-the-app' };
    const { redirect } = (await anna.post('/api/oauth', new URLSearchParams(asked).toString())).json;
    const code = new URL(redirect).searchParams.get('code');
    const given = { grant_type: 'authorization_code', code, code_verifier: VERIFIER, client_id: 'demo', redirect_uri: asked.redirect_uri };
    const { json, body } = await browser(server, { origin: false }).post('/api/token', new URLSearchParams(given).toString(), { origin: 'https://app.example' });
    assert.ok(json.access_token, body);
    await get(server.port, `/oauth?${new URLSearchParams({ ...asked, code })}`);
    return [code, VERIFIER, json.access_token];
  },

  async mail({ server, office }) {
    const anna = browser(server);
    assert.equal((await anna.post('/api/session', { name: 'Anna', password: SECOND })).status, 200);
    assert.equal((await anna.put('/api/mail', { address: 'anna@club.example', password: SECOND, language: 'en' })).status, 200);
    await office.has(1);
    const confirm = tokenIn(office.newest(), '#confirm=');
    await get(server.port, `/api/mail/stop/${confirm}`); // a link of that form that is none
    assert.equal((await browser(server).post('/api/mail/confirm', { token: confirm })).status, 200);
    assert.equal((await browser(server).post('/api/recovery', { who: 'Anna' })).status, 200);
    await office.has(2);
    const recover = tokenIn(office.newest(), '#recover=');
    const other = browser(server);
    assert.equal((await other.post('/api/recovery/look', { token: recover })).status, 200);
    assert.equal((await other.post('/api/recovery/finish', { token: recover, password: THIRD })).status, 200);
    return [confirm, recover, THIRD, office.password, other.cookie];
  },

  async provider({ server, provider }) {
    const bob = browser(server);
    const { state, code } = provider.signIn((await bob.post('/api/oidc')).json.url, 'id-1');
    assert.equal((await bob.post('/api/oidc/finish', { state, code })).json.code, 'choose_name');
    const { ticket } = bob;
    await bob.post('/api/oidc/finish', { state: 'forged', code: 'a-code-that-is-none' });
    await get(server.port, `/sign-in?state=${state}&code=${code}`);
    return [state, code, 'a-code-that-is-none', provider.secret, ticket];
  },

  async telnet({ server }) {
    const me = await terminal(server, { login: ['Anna', THIRD] });
    me.socket.destroy();
    return [THIRD];
  },

  async operators({ server }) {
    const admin = (...words) => runCastled(['admin', ...database(server.games.directory), ...words]);
    const { stdout: password, stderr } = await admin('password', 'Anna');
    const { stdout: bot } = await admin('create-bot', 'Botty');
    const { stdout: hook } = await admin('webhook-add', 'http://127.0.0.1:1/hook', 'game.ended');
    return [/password: (\S+)/.exec(password)?.[1] ?? assert.fail(stderr), ...(bot.match(/\b\w{24,}\b/g) ?? []), /whsec_\S+/.exec(hook)?.[0] ?? assert.fail(hook)];
  },
};

for (const form of ['text', 'json'])
  test(`no secret is in the log as ${form}`, () =>
    withSecrets(form, async it => {
      const secrets = [];
      for (const [what, does] of Object.entries(doings))
        for (const secret of await does(it)) {
          assert.ok(secret?.length > 7, `${what}: ${secret}`);
          secrets.push([what, secret]);
        }
      const servers = new Set([it.server, it.server.games]);
      await get(it.server.port, '/api/the-end-of-it');
      await until(() => [...servers].some(({ stderr }) => stderr.includes('/api/the-end-of-it')), 'all is logged');
      const told = [...servers].map(({ stdout, stderr }) => stdout + stderr).join('');
      for (const part of ['/api/account/password', '/api/tokens/', '/api/mail/stop/', '/api/oidc/finish', 'by ICS', 'webhook-add'])
        assert.ok(told.includes(part), `${part} is logged`);
      assert.deepEqual(secrets.filter(([, secret]) => told.includes(secret)), []);
    }));

// What is wrong with them is often told by libpq, which quotes. Each is refused, or cannot be reached.
test('no password of a database or a bus is told, whatever is wrong with its address', async () => {
  const stores = ['me:Pa%zzSecret@127.0.0.1:1/x', 'me:PaSecret@127.0.0.1:port/x', 'me:PaSecret@[::1', 'me:PaSecret@127.0.0.1:1/x?nope=1',
    '127.0.0.1:1/x?password=PaSecret&sslmode=zz', '127.0.0.1:1/x?password=PaSecret&nope', 'me:Pa@Secret@127.0.0.1:1/x', 'me:Pa/Secret@127.0.0.1:1/x',
    'me:Pa?Secret@127.0.0.1:1/x', 'me:Pa#Secret@127.0.0.1:1/x', 'me:12345/Secret@127.0.0.1:1/x', 'me:PaSecret@127.0.0.1:1/x'].map(rest => `postgresql://${rest}`);
  const buses = ['me:Pa@Secret@127.0.0.1', 'me:Pa/Secret@127.0.0.1', 'me:Pa%zzSecret@127.0.0.1', 'me:PaSecret@127.0.0.1:port', 'PaSecret@127.0.0.1/x'].map(rest => `nats://${rest}`);
  for (const store of [...stores, 'pg://me:PaSecret@h/x']) {
    const { code, stdout, stderr } = await runCastled(['replay', 'AbCdEfGh', '--store', store]);
    assert.notEqual(code, 0, store);
    assert.doesNotMatch(stdout + stderr, /Secret/, store);
  }
  for (const bus of buses) {
    const { code, stdout, stderr } = await runCastled(['--data', newDirectory(), '--store', 'postgresql://127.0.0.1:1/x', '--bus', bus]);
    assert.notEqual(code, 0, bus);
    assert.doesNotMatch(stdout + stderr, /Secret/, bus);
  }
  // A server waits for a database that it cannot reach; one whose address cannot be right ends.
  for (const store of stores) {
    const directory = newDirectory();
    const server = castled({ directory, flags: ['--port', '0', '--host', '127.0.0.1', '--data', directory, '--store', store, '--log', 'debug'] });
    server.port = 0;
    const isUp = server.spawn().catch(error => error);
    await until(() => server.child.exitCode !== null || /starts when it is there/.test(server.stderr), 'it has said why');
    server.end('SIGKILL');
    await server.child.closed;
    await isUp;
    assert.match(server.stderr, /castled: /, store);
    assert.doesNotMatch(server.stdout + server.stderr, /Secret/, store);
  }
});

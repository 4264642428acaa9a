// oauth.test.mjs - OAuth 2 with PKCE: an app gets a token of a signed-in player, and nothing else does. The errors are those of
// RFC 6749 (4.1.2.1, 5.2), the proof that of RFC 7636 (appendix B); the descriptions are Lichess's.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { castled, withCastled } from './castled.mjs';
import { browser } from './http_client.mjs';
import { connect } from './player.mjs';

const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const PASSWORD = 'correct-horse';
const CB = 'https://app.example/cb';
const REQUEST = {
  response_type: 'code',
  client_id: 'lichess-api-demo',
  redirect_uri: CB,
  code_challenge_method: 'S256',
  code_challenge: CHALLENGE,
  scope: 'preference:read board:play',
  state: 'af0ifjsldkj',
};
const without = (fields, name) => Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
const form = fields => new URLSearchParams(fields).toString();

let server;
let alice;
// An app in a browser's page of another site: no cookie, its own Origin.
const app = (at = server) => browser(at, { origin: false });
const foreign = { origin: 'https://app.example' };

async function member(at, name) {
  const self = browser(at);
  assert.equal((await self.post('/api/account', { name, password: PASSWORD })).status, 201);
  return self;
}

before(async () => {
  server = await castled().start();
  alice = await member(server, 'Alice');
});
after(() => server.remove());

// The code that the app gets when the player clicks.
async function allow(who = alice, request = REQUEST) {
  const answer = await who.post('/api/oauth', form(request));
  assert.equal(answer.status, 200, answer.body);
  const { origin, pathname, searchParams } = new URL(answer.json.redirect);
  assert.equal(origin + pathname, CB);
  assert.equal(searchParams.get('state'), request.state ?? null);
  return searchParams.get('code');
}

const EXCHANGE = {
  grant_type: 'authorization_code',
  code_verifier: VERIFIER,
  client_id: REQUEST.client_id,
  redirect_uri: CB,
};
const exchange = (code, fields = EXCHANGE, at = server) => app(at).post('/api/token', form({ ...fields, code }), foreign);

async function tokenOf(who = alice, request = REQUEST, at = server) {
  const { json, status, body } = await exchange(await allow(who, request), EXCHANGE, at);
  assert.equal(status, 200, body);
  return json.access_token;
}

test('the page shows which app asks, where it redirects, and the scopes', async () => {
  const asked = { ...REQUEST, scope: 'puzzle:read board:play preference:read' };
  const answer = await alice.get(`/api/oauth?${form(asked)}`);
  assert.equal(answer.status, 200, answer.body);
  const { cancel, ...shown } = answer.json;
  assert.deepEqual(shown, {
    client: 'lichess-api-demo',
    site: 'https://app.example',
    secure: true,
    scopes: ['preference:read', 'board:play'],
    account: 'Alice',
  });
  assert.equal(
    new URL(cancel).search,
    '?error=access_denied&error_description=user%20cancelled%20authorization&state=af0ifjsldkj',
  );
  for (const nobody of [app(), browser(server, { token: (await connect(server)).welcome.token })])
    assert.equal((await nobody.get(`/api/oauth?${form(REQUEST)}`)).json.account, null);
  const plain = await app().get(`/api/oauth?${form({ ...REQUEST, redirect_uri: 'http://app.example/' })}`);
  assert.equal(plain.json.secure, false);
});

test('an app exchanges its code for a token of a year with the scopes asked for', async () => {
  const before = Date.now();
  const answer = await exchange(await allow());
  assert.equal(answer.status, 200, answer.body);
  assert.match(answer.headers['content-type'], /^application\/json/);
  assert.equal(answer.headers['cache-control'], 'no-store'); // RFC 6749, 5.1
  assert.equal(answer.headers['access-control-allow-origin'], '*');
  assert.equal(answer.headers['set-cookie'], undefined);
  const { access_token: token, ...rest } = answer.json;
  assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 31_536_000, scope: 'preference:read board:play' });
  assert.match(token, /^[A-Za-z0-9_]{1,512}$/);
  const own = browser(server, { token });
  assert.equal((await own.get('/api/account')).json.username, 'Alice');
  assert.equal((await own.get('/api/account/settings')).status, 200);
  assert.deepEqual((await own.post('/api/rel/follow/Alice')).json, { error: 'Missing scope: follow:write' });
  const tested = (await app().post('/api/token/test', token, { 'content-type': 'text/plain' })).json[token];
  assert.equal(tested.scopes, 'preference:read,board:play');
  assert.ok(Math.abs(tested.expires - before - 31_536_000_000) < 3_600_000);
  const listed = (await alice.get('/api/tokens')).json.tokens.find(({ expiresAt }) => expiresAt === tested.expires);
  assert.equal(listed.description, 'https://app.example (lichess-api-demo)');
});

test('the body may be JSON, and an app may be a program at a loopback address or with a scheme of its own', async () => {
  for (const redirect_uri of ['http://127.0.0.1:51004/cb?x=1', 'com.example.app:/cb', 'http://[::1]:9/', 'http://localhost:9/']) {
    const { json, body } = await alice.post('/api/oauth', { ...REQUEST, redirect_uri });
    assert.ok(json?.redirect.startsWith(redirect_uri), body);
    const code = /[?&]code=([^&]+)/.exec(json.redirect)[1];
    const answer = await app().post('/api/token', { ...EXCHANGE, redirect_uri, code }, foreign);
    assert.equal(answer.status, 200, answer.body);
  }
});

test('a code is good once, and a second time ends the token that it gave', async () => {
  const code = await allow();
  const first = await exchange(code);
  const own = browser(server, { token: first.json.access_token });
  assert.equal((await own.get('/api/account')).status, 200);
  const again = await exchange(code);
  assert.deepEqual(
    [again.status, again.json],
    [400, { error: 'invalid_grant', error_description: 'authorization code invalid, expired or consumed' }],
  );
  assert.equal((await own.get('/api/account')).status, 401);
});

const VERIFIERS = {
  short: 'x'.repeat(42),
  long: 'x'.repeat(129),
  odd: `${VERIFIER.slice(0, -1)}+`,
};
const REFUSED = [
  ['without a grant_type', without(EXCHANGE, 'grant_type'), 'invalid_request', 'grant_type required'],
  ['with another grant_type', { ...EXCHANGE, grant_type: 'password' }, 'unsupported_grant_type', "supports only grant_type 'authorization_code'"],
  ['to renew a token', { ...EXCHANGE, grant_type: 'refresh_token' }, 'unsupported_grant_type', "supports only grant_type 'authorization_code'"],
  ['without a code', { ...EXCHANGE, code: '' }, 'invalid_request', 'code required'],
  ['without a verifier', without(EXCHANGE, 'code_verifier'), 'invalid_request', 'code_verifier required'],
  ['with a short verifier', { ...EXCHANGE, code_verifier: VERIFIERS.short }, 'invalid_request', 'code_verifier too short'],
  ['with a long verifier', { ...EXCHANGE, code_verifier: VERIFIERS.long }, 'invalid_request', 'code_verifier invalid'],
  ['with a verifier of other letters', { ...EXCHANGE, code_verifier: VERIFIERS.odd }, 'invalid_request', 'code_verifier invalid'],
  ['without a client', without(EXCHANGE, 'client_id'), 'invalid_request', 'client_id required'],
  ['without an address', without(EXCHANGE, 'redirect_uri'), 'invalid_request', 'redirect_uri required'],
  ['with the challenge as verifier', { ...EXCHANGE, code_verifier: CHALLENGE }, 'invalid_grant', 'hash of code_verifier does not match code_challenge'],
  ['of another client', { ...EXCHANGE, client_id: 'other' }, 'invalid_grant', 'authorization code was issued for a different client_id'],
  ['with another address', { ...EXCHANGE, redirect_uri: `${CB}/` }, 'invalid_grant', 'authorization code was issued for a different redirect_uri'],
  ['with a code of nobody', { ...EXCHANGE, code: `liu_${'0'.repeat(64)}` }, 'invalid_grant', 'authorization code invalid, expired or consumed'],
];
for (const [what, fields, error, error_description] of REFUSED)
  test(`an exchange ${what} is refused: ${error}`, async () => {
    const code = await allow();
    const answer = await app().post('/api/token', form({ code, ...fields }), foreign);
    assert.deepEqual([answer.status, answer.json], [400, { error, error_description }]);
    assert.equal(answer.headers['access-control-allow-origin'], '*');
    assert.equal(answer.headers['cache-control'], 'no-store');
    // What was wrong before the code was looked at has not used it up.
    const after = await exchange(code);
    const used = error === 'invalid_grant' && !fields.code;
    assert.equal(after.status, used ? 400 : 200, after.body);
    assert.equal(after.json.error, used ? 'invalid_grant' : undefined);
  });

test('a repeated field and an invalid body are invalid requests', async () => {
  const twice = await app().post('/api/token', `${form({ ...EXCHANGE, code: 'x' })}&client_id=b`, foreign);
  assert.deepEqual(twice.json, { error: 'invalid_request', error_description: 'client_id given more than once' });
  for (const body of ['{"code":', '{"code":{}}', 'a=%zz', '']) {
    const answer = await app().post('/api/token', body, foreign);
    assert.deepEqual([answer.status, answer.json?.error], [400, 'invalid_request'], body);
  }
});

test('a code in the query is not accepted', async () => {
  const code = await allow();
  const answer = await app().post(`/api/token?${form({ ...EXCHANGE, code })}`, '', foreign);
  assert.deepEqual([answer.status, answer.json.error_description], [400, 'grant_type required']);
});

const ASKED = [
  ['without a client', without(REQUEST, 'client_id'), 'invalid_request', 'client_id required', false],
  ['without an address', without(REQUEST, 'redirect_uri'), 'invalid_request', 'redirect_uri required', false],
  ['with a script as address', { ...REQUEST, redirect_uri: 'javascript:alert(1)' }, 'invalid_request', /^exotic redirect_uri scheme/, false],
  ['with data as address', { ...REQUEST, redirect_uri: 'data:text/html,x' }, 'invalid_request', /^exotic redirect_uri scheme/, false],
  ['with a user in the address', { ...REQUEST, redirect_uri: 'https://app.example@evil.example/' }, 'invalid_request', 'redirect_uri invalid', false],
  ['with a fragment in the address', { ...REQUEST, redirect_uri: `${CB}#x` }, 'invalid_request', 'redirect_uri invalid', false],
  ['without a type', without(REQUEST, 'response_type'), 'invalid_request', 'response_type required', true],
  ['for a token at once', { ...REQUEST, response_type: 'token' }, 'unsupported_response_type', "supports only response_type 'code'", true],
  ['without a challenge', without(REQUEST, 'code_challenge'), 'invalid_request', 'code_challenge required', true],
  ['without a method', without(REQUEST, 'code_challenge_method'), 'invalid_request', 'code_challenge_method required', true],
  ['with a plain challenge', { ...REQUEST, code_challenge_method: 'plain' }, 'invalid_request', "supports only code_challenge_method 'S256'", true],
  ['with a challenge that is no hash', { ...REQUEST, code_challenge: 'x' }, 'invalid_request', 'code_challenge invalid', true],
  ['for a scope that nobody knows', { ...REQUEST, scope: 'world:rule' }, 'invalid_scope', 'invalid scope: world:rule', true],
];
for (const [what, fields, error, description, canReturn] of ASKED)
  test(`a request ${what} is refused: ${error}`, async () => {
    const shown = await alice.get(`/api/oauth?${form(fields)}`);
    const allowed = await alice.post('/api/oauth', form(fields));
    for (const { status, json } of [shown, allowed]) {
      assert.deepEqual([status, json.error], [400, error]);
      assert.match(json.error_description, description instanceof RegExp ? description : new RegExp(`^${description}$`));
      const back = json.back && new URL(json.back);
      assert.equal(json.back !== null, canReturn);
      if (!canReturn) continue;
      assert.equal(back.origin + back.pathname, CB);
      assert.deepEqual(Object.fromEntries(back.searchParams), { error, error_description: json.error_description, state: REQUEST.state });
    }
  });

test('only the page of this server can allow it, and only for the player signed in there', async () => {
  const token = await tokenOf();
  const cookie = { cookie: `castled_session=${alice.cookie}` };
  for (const [who, status, extra] of [
    [app(), 401],
    [app(), 401, cookie], // no Origin: it may be any page's form
    [app(), 403, { ...cookie, ...foreign }],
    [app(), 403, { ...cookie, origin: 'null' }],
    [browser(server, { token }), 403],
    [browser(server, { token: (await connect(server)).welcome.token }), 403],
  ]) {
    const answer = await who.post('/api/oauth', form(REQUEST), extra);
    assert.equal(answer.status, status, `${JSON.stringify(extra)}: ${answer.body}`);
    assert.equal(answer.json.redirect, undefined);
  }
});

test('no other page may show it in a frame', async () => {
  const { headers } = await alice.get(`/oauth?${form(REQUEST)}`);
  assert.match(headers['content-security-policy'], /frame-ancestors 'none'/);
});

test('a page of another site that sends our cookie is not signed in by it', async () => {
  const code = await allow();
  const cookie = { cookie: `castled_session=${alice.cookie}` };
  assert.equal((await app().post('/api/token', form({ ...EXCHANGE, code }), { ...foreign, ...cookie })).status, 200);
  assert.equal((await app().post('/api/tokens', 'description=x', { ...foreign, ...cookie })).status, 403);
});

test('a preflight request of a script is allowed', async () => {
  const answer = await app().ask('OPTIONS', '/api/token', undefined, foreign);
  assert.equal(answer.status, 204);
  assert.equal(answer.headers['access-control-allow-origin'], '*');
  assert.match(answer.headers['access-control-allow-methods'], /POST.*DELETE/);
});

test('an app revokes its token', async () => {
  const token = await tokenOf();
  const own = browser(server, { token });
  const answer = await own.ask('DELETE', '/api/token', undefined);
  assert.deepEqual([answer.status, answer.body], [204, '']);
  assert.equal((await own.get('/api/account')).status, 401);
  assert.equal((await own.ask('DELETE', '/api/token', undefined)).status, 401);
  assert.equal((await app().ask('DELETE', '/api/token', undefined)).status, 401);
  assert.equal((await alice.ask('DELETE', '/api/token', undefined)).status, 403);
});

test('its owner revokes it, and its connection ends', async () => {
  const bob = await member(server, 'Bob');
  const player = await connect(server, { token: await tokenOf(bob) });
  const [{ id, scopes }] = (await bob.get('/api/tokens')).json.tokens;
  assert.equal(scopes, 'preference:read,board:play');
  assert.equal((await alice.delete(`/api/tokens/${id}`)).status, 404);
  assert.equal((await bob.delete(`/api/tokens/${id}`)).status, 200);
  await player.closed;
  assert.deepEqual((await bob.get('/api/tokens')).json, { tokens: [] });
});

test('a session that has ended since gives no token', async () => {
  const carol = await member(server, 'Carol');
  const code = await allow(carol);
  assert.equal((await carol.delete('/api/session')).status, 200);
  const answer = await exchange(code);
  assert.deepEqual([answer.status, answer.json.error], [400, 'invalid_grant']);
});

test('a code ends after two minutes, or when the server restarts; a token does not', () =>
  withCastled({ slow: true }, async at => {
    const dora = await member(at, 'Dora');
    const late = await allow(dora);
    await at.pass(120_100);
    assert.equal((await exchange(late, EXCHANGE, at)).json.error, 'invalid_grant');
    const early = await allow(dora);
    await at.pass(118_000);
    const { json } = await exchange(early, EXCHANGE, at);
    assert.equal(json.expires_in, 31_536_000);
    const lost = await allow(dora);
    await at.restart();
    assert.equal((await exchange(lost, EXCHANGE, at)).json.error, 'invalid_grant');
    const own = browser(at, { token: json.access_token });
    assert.equal((await own.get('/api/account')).status, 200);
  }));

test('a player can authorise thirty apps an hour', () =>
  withCastled({ limits: 'on', slow: true }, async at => {
    const [eve, fay] = [await member(at, 'Eve'), await member(at, 'Fay')];
    for (let i = 0; i < 30; i++) await allow(eve);
    const answer = await eve.post('/api/oauth', form(REQUEST));
    assert.equal(answer.status, 429);
    assert.ok(Number(answer.headers['retry-after']) > 0);
    await allow(fay);
    await at.pass(121_000);
    await allow(eve);
  }));

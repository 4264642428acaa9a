// people.test.mjs - accounts as their owners use them: sign up, in, out, tokens, closing; over restarts.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { castled, withCastled } from './castled.mjs';
import { browser } from './http_client.mjs';
import { closeCode, connect, pair, playAll, refusedHandshake } from './player.mjs';
import { countInMemory } from './process_memory.mjs';

let server;
before(async () => (server = await castled().start()));
after(() => server.remove());

const PASSWORD = 'correct-horse';
const origin = () => `http://127.0.0.1:${server.port}`;
let last = 0;
const newName = () => `Person${String(++last).replaceAll('1', 'x').replaceAll('0', 'q')}`;

// A browser that is signed in to a new account.
async function account(name = newName(), options = {}) {
  const self = browser(server, options);
  const answer = await self.post('/api/account', { name, password: PASSWORD });
  assert.equal(answer.status, 201, answer.body);
  return Object.assign(self, { name, person: answer.json.person });
}

// What a refusal says to programs.
const refusal = ({ status, json }) => [status, json.code];

const come = who => connect(server, { headers: { cookie: `castled_session=${who.cookie}`, origin: origin() } });

test('a guest who signs up keeps their games, also after kill -9', async () => {
  const table = await pair(server);
  await playAll(table, ['e2e4', 'e7e5']);
  const { id, name: guestName } = table.white.welcome.you;
  const self = browser(server, { token: table.white.welcome.token });
  const made = await self.post('/api/account', { name: 'Keeper', password: PASSWORD });
  assert.equal(made.status, 201, made.body);
  assert.equal(made.json.person, id);
  await server.restart();

  const elsewhere = browser(server);
  const entered = await elsewhere.post('/api/session', { name: 'kEEPER', password: PASSWORD });
  assert.equal(entered.status, 200, entered.body);
  const player = await come(elsewhere);
  assert.deepEqual(player.welcome.playing, [table.game]);
  assert.equal(player.welcome.you.id, id);
  assert.equal(player.welcome.you.name, 'Keeper');
  assert.equal(player.welcome.you.guest, false);
  assert.equal(player.welcome.token, null);
  await player.ok({ t: 'watch', game: table.game });
  const { white } = await player.kind('game');
  assert.equal(white.name, 'Keeper');
  await player.ok({ t: 'move', game: table.game, ply: 2, uci: 'g1f3' });
  assert.notEqual(guestName, 'Keeper');
});

test("a guest's token is worthless once they have signed up", async () => {
  const guest = await connect(server);
  const { token, you } = guest.welcome;
  const self = browser(server, { token });
  assert.equal((await self.post('/api/account', { name: newName(), password: PASSWORD })).status, 201);
  const headers = { authorization: `Bearer ${token}` };
  assert.equal((await refusedHandshake(server, { headers })).status, 401);
  const cookie = await connect(server, { headers: { cookie: `castled_session=${token}`, origin: origin() } });
  assert.notEqual(cookie.welcome.you.id, you.id);
  assert.equal((await browser(server, { token }).post('/api/account', { name: newName(), password: PASSWORD })).status, 401);
});

test('a player who signs up during a game has the new name at once', async () => {
  const table = await pair(server);
  const name = newName();
  const self = browser(server, { token: table.black.welcome.token });
  assert.equal((await self.post('/api/account', { name, password: PASSWORD })).status, 201);
  const watcher = await connect(server);
  await watcher.ok({ t: 'watch', game: table.game });
  assert.equal((await watcher.kind('game')).black.name, name);
  await table.white.ok({ t: 'resign', game: table.game });
  await table.black.ok({ t: 'rematch', game: table.game });
  const offer = await table.white.kind('rematch');
  await table.white.ok({ t: 'rematch', game: table.game, offer: offer.seq });
  const again = await table.white.next(m => m.t === 'game' && m.game !== table.game);
  assert.deepEqual([again.white.name, again.white.guest], [name, false]);
  await server.restart(); // the account must not have become a guest again on disk
  const back = await come(self);
  assert.deepEqual([back.welcome.you.name, back.welcome.you.guest], [name, false]);
});

test('an account whose creation was answered is there after kill -9', async () => {
  const name = newName();
  const self = await account(name);
  await server.restart();
  assert.equal((await self.get('/api/account')).json.username, name);
  assert.equal((await browser(server).get(`/api/user/${name}`)).status, 200);
});

test('names are checked, and those that look alike count as the same', async () => {
  const sign = name => browser(server).post('/api/account', { name, password: PASSWORD });
  await account('Willow-im');
  for (const taken of ['willow-im', 'WILLOW_IM', 'vvillow-im', 'Wi1lowlrn', 'W1llow1m'])
    assert.deepEqual(refusal(await sign(taken)), [409, 'name_taken'], taken);
  const bad = {
    name_short: ['ab', ''],
    name_long: ['a'.repeat(21)],
    name_begin: ['1abc', '-abc'],
    name_end: ['abc-'],
    name_double: ['a__b'],
    name_character: ['a b', 'é'.repeat(4), '<b>'],
    name_reserved: ['admin', 'Adm1n', 'Guest-1234', 'guest', 'Computer4', 'c0mputer', 'Anonymous', 'lichess'],
  };
  for (const [code, names] of Object.entries(bad))
    for (const name of names) assert.deepEqual(refusal(await sign(name)), [400, code], name);
  assert.equal((await sign('a'.repeat(20))).status, 201);
});

test('passwords have a minimum and a maximum length', async () => {
  const sign = password => browser(server).post('/api/account', { name: newName(), password });
  assert.deepEqual(refusal(await sign('a'.repeat(7))), [400, 'weak_password']);
  assert.equal((await sign('a'.repeat(8))).status, 201);
  assert.equal((await sign('a'.repeat(200))).status, 201);
  assert.equal((await sign('a'.repeat(201))).status, 400);
  const same = await browser(server).post('/api/account', { name: 'SameWord', password: 'sameword' });
  assert.deepEqual(refusal(same), [400, 'weak_password']);
});

test('a wrong password lets nobody in, and does not reveal which accounts exist', async () => {
  const self = await account();
  const wrong = await browser(server).post('/api/session', { name: self.name, password: 'something-else' });
  const nobody = await browser(server).post('/api/session', { name: 'NobodyThere', password: 'something-else' });
  assert.deepEqual([wrong.status, wrong.json], [401, { error: 'Wrong username or password.', code: 'wrong_password' }]);
  assert.deepEqual([nobody.status, nobody.json], [wrong.status, wrong.json]);
  assert.equal(wrong.headers['set-cookie'], undefined);
});

test('signing out ends the connections of that browser, and its cookie', async () => {
  const self = await account();
  const other = browser(server);
  await other.post('/api/session', { name: self.name, password: PASSWORD });
  const [mine, theirs] = [await come(self), await come(other)];
  const cookie = self.cookie;
  assert.equal((await self.delete('/api/session')).status, 200);
  assert.equal(self.cookie, undefined);
  assert.equal(await closeCode(mine), 1008);
  await theirs.ok({ t: 'ping' });
  assert.equal((await browser(server, { cookie }).get('/api/account')).status, 401);
  const stranger = await come({ cookie });
  assert.notEqual(stranger.welcome.you.id, self.person);
});

test('signing out also ends connections from before the account was made', async () => {
  for (const [method, path] of [['DELETE', '/api/session'], ['DELETE', '/api/sessions']]) {
    const guest = await connect(server);
    const self = browser(server, { token: guest.welcome.token });
    await self.post('/api/account', { name: newName(), password: PASSWORD });
    self.token = undefined;
    await guest.ok({ t: 'ping' });
    const code = closeCode(guest);
    assert.equal((await self.ask(method, path)).status, 200);
    assert.equal(await code, 1008);
  }
});

test('signing in again in a browser leaves no session behind', async () => {
  const [self, other] = [await account(), await account()];
  const first = self.cookie;
  const there = await come(self);
  const code = closeCode(there);
  assert.equal((await self.post('/api/session', { name: other.name, password: PASSWORD })).status, 200);
  assert.equal(await code, 1008);
  assert.equal((await browser(server, { cookie: first }).get('/api/account')).status, 401);
  assert.equal((await other.get('/api/sessions')).json.sessions.length, 2);
  await self.post('/api/session', { name: other.name, password: PASSWORD });
  assert.equal((await other.get('/api/sessions')).json.sessions.length, 2);
  const token = (await other.post('/api/tokens', 'description=x')).json.token;
  assert.equal((await browser(server, { token }).post('/api/session', { name: other.name, password: PASSWORD })).status, 200);
  assert.equal((await browser(server, { token }).get('/api/account')).status, 200);
});

test('any bytes can be checked for being a token', async () => {
  const raw = hex => fetch(`${origin()}/api/token/test`, { method: 'POST', headers: { origin: origin() }, body: Buffer.from(hex, 'hex') });
  for (const hex of ['fffe', '22', '227d2c7b2261223a22', '746f6b5f', '2c2c2c', '78'.repeat(500), '01007f', 'eda080', 'c3'.repeat(96)])
    assert.equal(typeof (await (await raw(hex)).json()), 'object', hex);
});

test('no password and no token stays in memory after use', () =>
  withCastled({ args: ['--watchdog-core', 'on'] }, async kept => {
    const secrets = ['correct-horse-battery', 'staple-correct-horse', 'not-the-right-one'];
    const agent = 'Agent that is kept with its session';
    const self = browser(kept, { agent });
    assert.equal((await self.post('/api/account', { name: 'Secretive', password: secrets[0] })).status, 201);
    const elsewhere = browser(kept);
    const enter = password => elsewhere.post('/api/session', `name=Secretive&password=${password}`);
    assert.equal((await enter(secrets[2])).status, 401);
    assert.equal((await enter(secrets[0])).status, 200);
    const token = (await self.post('/api/tokens', { description: 'x' })).json.token;
    assert.equal((await browser(kept, { token }).get('/api/account')).status, 200);
    assert.equal(typeof (await browser(kept).post('/api/token/test', token)).json[token].userId, 'string');
    assert.equal((await self.post('/api/account/password', { old: secrets[0], new: secrets[1] })).status, 200);
    secrets.push(token, self.cookie, elsewhere.cookie);
    await browser(kept).get('/api/player'); // what was under way has been sent
    assert.ok(countInMemory(kept.games.child.pid, agent) > 0, 'what is kept is found');
    for (const pid of new Set([kept.games.child.pid, kept.child.pid]))
      assert.deepEqual(secrets.map(secret => countInMemory(pid, secret)), secrets.map(() => 0));
  }));

test('a session is revoked from another browser', async () => {
  const self = await account();
  const stolen = browser(server, { agent: 'thief' });
  await stolen.post('/api/session', { name: self.name, password: PASSWORD });
  const there = await come(stolen);
  const { sessions } = (await self.get('/api/sessions')).json;
  assert.equal(sessions.length, 2);
  const { id } = sessions.find(s => s.agent === 'thief');
  assert.equal(sessions.find(s => s.current).agent, 'e2e');
  assert.equal((await self.delete(`/api/sessions/${id}`)).status, 200);
  assert.equal((await self.delete(`/api/sessions/${id}`)).status, 404);
  assert.equal(await closeCode(there), 1008);
  assert.equal((await stolen.get('/api/account')).status, 401);
  await server.restart();
  assert.equal((await stolen.get('/api/account')).status, 401);
  assert.equal((await self.get('/api/sessions')).json.sessions.length, 1);
});

test("nobody revokes another's session or token", async () => {
  const [one, other] = [await account(), await account()];
  const { id } = (await one.get('/api/sessions')).json.sessions[0];
  assert.equal((await other.delete(`/api/sessions/${id}`)).status, 404);
  const token = (await one.post('/api/tokens', 'description=x')).json;
  assert.equal((await other.delete(`/api/tokens/${token.id}`)).status, 404);
  assert.equal((await browser(server, { token: token.token }).get('/api/account')).status, 200);
});

test('a changed password signs the other sessions out', async () => {
  const self = await account();
  const other = browser(server);
  await other.post('/api/session', { name: self.name, password: PASSWORD });
  assert.equal((await self.post('/api/account/password', { old: 'not-the-old', new: 'battery-staple' })).status, 401);
  assert.equal((await self.post('/api/account/password', { old: PASSWORD, new: 'battery-staple' })).status, 200);
  assert.equal((await self.get('/api/account')).status, 200);
  assert.equal((await other.get('/api/account')).status, 401);
  assert.equal((await other.post('/api/session', { name: self.name, password: PASSWORD })).status, 401);
  assert.equal((await other.post('/api/session', { name: self.name, password: 'battery-staple' })).status, 200);
});

test('a changed password ends sessions, tokens and their connections, except those kept', async () => {
  const table = await pair(server);
  const name = newName();
  const self = browser(server, { token: table.white.welcome.token });
  await self.post('/api/account', { name, password: PASSWORD });
  self.token = undefined;
  const other = browser(server);
  await other.post('/api/session', { name, password: PASSWORD });
  const make = async () => (await self.post('/api/tokens', { description: 'x', scopes: ['board:play'] })).json;
  const [kept, also, ended] = [await make(), await make(), await make()];
  const stay = [await come(self), await connect(server, { token: kept.token }), await connect(server, { token: also.token })];
  // White came as a guest, before there was a password.
  const go = [table.white, await come(other), await connect(server, { token: ended.token })];
  const change = { old: PASSWORD, new: 'battery-staple' };
  for (const keep_tokens of [['0123456789abcdef'], [kept.id, ended.id.slice(1)], 'x'.repeat(200)])
    assert.equal((await self.post('/api/account/password', { ...change, keep_tokens })).status, 400);
  const foreign = (await (await account()).post('/api/tokens', 'description=x')).json.id;
  assert.equal((await self.post('/api/account/password', { ...change, keep_tokens: [foreign] })).status, 400);
  const wrong = await self.post('/api/account/password', { ...change, old: 'not-the-old' });
  assert.equal(wrong.status, 401);
  for (const player of [...stay, ...go]) await player.ok({ t: 'ping' });
  const codes = Promise.all(go.map(closeCode));
  const changed = await self.post('/api/account/password', `old=${PASSWORD}&new=battery-staple&keep_tokens[]=${kept.id}&keep_tokens[]=${also.id}`);
  assert.deepEqual([changed.status, changed.json], [200, { ok: true, sessions: 1, tokens: 1 }]);
  assert.deepEqual(await codes, [1008, 1008, 1008]);
  for (const player of stay) await player.ok({ t: 'ping' });
  await server.restart();
  assert.equal((await browser(server, { token: ended.token }).get('/api/account')).status, 401);
  assert.equal((await browser(server, { token: kept.token }).get('/api/account')).status, 200);
  assert.equal((await self.get('/api/account')).status, 200);
  assert.equal((await other.get('/api/account')).status, 401);
  const all = await self.post('/api/account/password', { old: 'battery-staple', new: PASSWORD });
  assert.deepEqual(all.json, { ok: true, sessions: 0, tokens: 2 });
  assert.equal((await browser(server, { token: kept.token }).get('/api/account')).status, 401);
});

test('nobody gets in with the old password while a new one is being set', async () => {
  const self = await account();
  const { name } = self;
  let changed = false;
  const change = self.post('/api/account/password', { old: PASSWORD, new: 'battery-staple' });
  const done = change.then(() => (changed = true));
  // One or the other is always waiting to be compared when the new password is set.
  const late = [];
  const hammer = async () => {
    while (!changed) {
      const each = browser(server);
      late.push(each);
      await each.post('/api/session', { name, password: PASSWORD });
    }
  };
  await Promise.all([hammer(), hammer(), hammer(), done]);
  assert.equal((await change).status, 200);
  assert.ok(late.length >= 3);
  for (const each of late) assert.equal((await each.get('/api/account')).status, 401);
});

test('a token can do what its scopes allow, over HTTP and the WebSocket', async () => {
  const [self, friend] = [await account(), await account()];
  const make = async scopes =>
    browser(server, { token: (await self.post('/api/tokens', { description: 'x', scopes })).json.token });
  const [none, follower] = [await make([]), await make(['follow:write'])];
  const path = `/api/rel/follow/${friend.name}`;
  assert.deepEqual((await none.post(path)).json, { error: 'Missing scope: follow:write' });
  assert.equal((await follower.post(path)).status, 200);
  for (const token of [none, follower]) {
    assert.equal((await token.get('/api/account')).status, 200);
    for (const [method, at] of [['GET', '/api/sessions'], ['GET', '/api/tokens'], ['POST', '/api/tokens'],
      ['DELETE', '/api/account'], ['POST', '/api/account/password'], ['GET', '/api/account/data']])
      assert.equal((await token.ask(method, at, '')).status, 403, at);
  }
  const player = await connect(server, { token: none.token });
  assert.deepEqual([player.welcome.you.id, player.welcome.token], [self.person, null]);
  const { tokens } = (await self.get('/api/tokens')).json;
  assert.equal(tokens.length, 2);
  assert.ok(tokens.every(t => !('token' in t)));
  await self.delete(`/api/tokens/${tokens.find(t => t.scopes === '').id}`);
  assert.equal(await closeCode(player), 1008);
  assert.equal((await none.get('/api/account')).status, 401);
  assert.equal((await self.post('/api/tokens', 'description=x&scopes=no:such')).status, 400);
  for (const fields of ['scopes=', 'scopes[]=', 'scopes=&scopes=']) {
    const none = await self.post('/api/tokens', `description=none&${fields}`);
    assert.deepEqual([none.status, none.json.scopes], [201, ''], none.body);
  }
});

test('names and descriptions are one plain line', async () => {
  const self = await account();
  for (const bad of ['a%0Ab', 'a%09b', '%E2%80%AEabc', '%1B[2J'])
    assert.equal((await self.post('/api/tokens', `description=${bad}`)).status, 400, bad);
  assert.equal((await self.post('/api/tokens', { description: '<b>J\u00f6rg\u2019s bot</b> \u265e' })).status, 201);
  const { tokens } = (await self.get('/api/tokens')).json;
  assert.equal(tokens[0].description, '<b>J\u00f6rg\u2019s bot</b> \u265e');
  const odd = browser(server, { agent: 'Odd\u00e9\u00ff\u009f browser'.normalize() });
  await odd.post('/api/session', { name: self.name, password: PASSWORD });
  assert.match((await odd.get('/api/sessions')).json.sessions[0].agent, /^Odd.* browser$/);
});

test('an account has at most 50 tokens', async () => {
  const self = await account();
  for (let i = 0; i < 50; i++) assert.equal((await self.post('/api/tokens', `description=${i}`)).status, 201);
  assert.deepEqual(refusal(await self.post('/api/tokens', 'description=51')), [400, 'too_many_tokens']);
});

test('cookies count only from our own pages', async () => {
  const self = await account();
  const evil = { origin: 'http://evil.example' };
  const bare = browser(server, { cookie: self.cookie, origin: false });
  assert.equal((await bare.get('/api/account')).status, 200);
  assert.equal((await bare.get('/api/account', evil)).status, 401);
  assert.equal((await bare.post('/api/tokens', 'description=x')).status, 401);
  assert.equal((await bare.post('/api/tokens', 'description=x', evil)).status, 403);
  const entered = await browser(server, { origin: false }).post('/api/session', { name: self.name, password: PASSWORD }, evil);
  assert.equal(entered.status, 403);
});

test('a cookie set over https is for https only', async () => {
  const self = browser(server);
  const plain = await self.post('/api/account', { name: newName(), password: PASSWORD });
  assert.doesNotMatch(plain.headers['set-cookie'][0], /Secure/);
  const https = { 'x-forwarded-proto': 'https', origin: `https://127.0.0.1:${server.port}` };
  const secure = browser(server, { origin: false });
  const answer = await secure.post('/api/account', { name: newName(), password: PASSWORD }, https);
  const [cookie] = answer.headers['set-cookie'];
  assert.match(cookie, /^__Host-castled_session=/);
  for (const word of ['HttpOnly', 'SameSite=Lax', 'Path=/;', 'Secure']) assert.ok(cookie.includes(word), cookie);
  assert.equal((await browser(server).post('/api/session', '', { 'x-forwarded-proto': 'https' })).status, 403);
});

test('a browser signed in over http stays signed in over https, with a new cookie', async () => {
  const self = await account();
  const cookie = `castled_session=${self.cookie}`;
  const https = { 'x-forwarded-proto': 'https', origin: `https://127.0.0.1:${server.port}`, cookie };
  const player = await connect(server, { headers: https });
  assert.equal(player.welcome.you.name, self.name);
  assert.deepEqual(player.handshake.headers['set-cookie'].map(c => c.split(';')[0]),
    [`__Host-castled_session=${self.cookie}`, 'castled_session=']);
  const again = await connect(server, { headers: { ...https, cookie: `__Host-${cookie}` } });
  assert.equal(again.welcome.you.name, self.name);
  assert.equal(again.handshake.headers['set-cookie'], undefined);
  // the strict name alone counts where both have come
  const both = await connect(server, { headers: { ...https, cookie: `${cookie}; __Host-castled_session=x` } });
  assert.equal(both.welcome.you.guest, true);
});

test('settings are kept as they are, up to 4096 bytes', async () => {
  const self = await account();
  assert.deepEqual((await self.get('/api/account/settings')).json, {});
  const object = size => {
    const empty = JSON.stringify({ a: '' }).length;
    return JSON.stringify({ a: 'x'.repeat(size - empty) });
  };
  const put = body => self.ask('PUT', '/api/account/settings', body);
  assert.equal((await put(object(4096))).status, 200);
  await server.restart();
  assert.equal((await self.get('/api/account/settings')).body.trim(), object(4096));
  assert.equal((await put(object(4097))).status, 413);
  for (const bad of ['[]', '"a"', '{', '', '{"a":1}{', '{"a":"\\u0000"}'])
    assert.equal((await put(bad)).status, 400, bad);
});

test('players follow and block others, and blocked players are not paired', async () => {
  const [one, other] = [await account(), await account()];
  assert.deepEqual(refusal(await one.post(`/api/rel/follow/${one.name}`)), [400, 'is_self']);
  assert.equal((await one.post('/api/rel/follow/nobody-there')).status, 404);
  assert.equal((await one.post(`/api/rel/follow/${other.name.toUpperCase()}`)).status, 200);
  assert.equal((await one.get(`/api/user/${other.name}`)).json.following, true);
  assert.equal((await one.post(`/api/rel/block/${other.name}`)).status, 200);
  await server.restart();
  const seen = (await one.get(`/api/user/${other.name}`)).json;
  assert.deepEqual([seen.following, seen.blocking], [false, true]);
  assert.equal('blocking' in (await other.get(`/api/user/${one.name}`)).json && (await other.get(`/api/user/${one.name}`)).json.blocking, false);
  const [a, b] = [await come(one), await come(other)];
  const seek = { t: 'seek', clock: { initial: 60_000, increment: 1000 }, fallback: null };
  await a.ok(seek);
  await b.ok(seek);
  await b.refused({ t: 'challenge', to: 'user', name: one.name, clock: null }, 'forbidden');
  await b.settle();
  assert.ok(!b.messages.some(m => m.t === 'start'));
  assert.equal((await one.post(`/api/rel/unblock/${other.name}`)).status, 200);
  await b.ok({ t: 'challenge', to: 'user', name: one.name, clock: null });
});

test('an account that is offline can be challenged', async () => {
  const [one, other] = [await account(), await account()];
  const a = await come(one);
  const { challenge } = await a.ok({ t: 'challenge', to: 'user', name: other.name.toLowerCase(), clock: null });
  const b = await come(other);
  const news = await b.kind('challenge');
  assert.deepEqual([news.challenge, news.user.id], [challenge, other.person]);
  await b.ok({ t: 'accept', challenge });
});

test('a player can download all data that is stored', async () => {
  const self = await account();
  const other = await account();
  await self.post(`/api/rel/follow/${other.name}`);
  await self.post(`/api/report/${other.name}`, { reason: 'spam', text: 'too many words' });
  await self.ask('PUT', '/api/account/settings', { board: 'wood' });
  const { body, headers } = await self.get('/api/account/data');
  const rows = body.trim().split('\n').map(line => JSON.parse(line));
  assert.deepEqual(rows.map(r => r.is), ['account', 'session', 'follows', 'report']);
  assert.deepEqual(rows[0].settings, { board: 'wood' });
  assert.equal(rows[2].name, other.name);
  assert.match(headers['content-disposition'], /attachment/);
  assert.ok(!body.includes('argon2') && !body.includes(self.cookie));
});

test('a player who deletes their account leaves their games behind, nameless', async () => {
  const table = await pair(server);
  await playAll(table, ['e2e4', 'e7e5']);
  const name = newName();
  const self = browser(server, { token: table.white.welcome.token });
  await self.post('/api/account', { name, password: PASSWORD });
  self.token = undefined;
  assert.equal((await self.delete('/api/account', 'password=not-the-one')).status, 401);
  const there = await come(self);
  assert.equal((await self.delete('/api/account', `password=${PASSWORD}`)).status, 200);
  assert.equal(await closeCode(there), 1008);
  assert.equal((await browser(server).get(`/api/user/${name}`)).status, 404);
  assert.equal((await browser(server).post('/api/session', { name, password: PASSWORD })).status, 401);
  assert.equal((await browser(server).post('/api/account', { name, password: PASSWORD })).status, 409);
  await server.restart();
  assert.equal((await browser(server).post('/api/account', { name, password: PASSWORD })).status, 409);
  const watcher = await connect(server);
  await watcher.ok({ t: 'watch', game: table.game });
  const { white, moves } = await watcher.kind('game');
  assert.equal(white.name, 'Anonymous');
  assert.deepEqual(moves, ['e2e4', 'e7e5']);
  const headers = { authorization: `Bearer ${table.white.welcome.token}` };
  assert.equal((await refusedHandshake(server, { headers })).status, 401);
});

test('nobody can accept what a deleted account has offered', async () => {
  const clock = { initial: 300_000, increment: 0 };
  const [self, other] = [await account(), await account()];
  const [leaver, stayer] = [await come(self), await come(other)];
  const { seek } = await leaver.ok({ t: 'seek', clock, fallback: null });
  const { challenge: link } = await leaver.ok({ t: 'challenge', to: 'link', clock });
  const { challenge } = await leaver.ok({ t: 'challenge', to: 'user', name: other.name, clock });
  assert.equal((await self.delete('/api/account', `password=${PASSWORD}`)).status, 200);
  for (const offer of [{ seek }, { challenge: link }, { challenge }]) await stayer.refused({ t: 'accept', ...offer }, 'stale');
  assert.equal((await stayer.next(m => m.t === 'challenge' && m.state !== 'open')).state, 'canceled');
  await stayer.close();
});

test('a flood of sign-ins keeps nobody else out', async () => {
  const { name } = await account();
  const other = await account();
  let full;
  const isFull = new Promise(resolve => (full = resolve));
  // Three addresses, each with more passwords at once than are queued for one.
  const wave = ['127.0.3.1', '127.0.3.2', '127.0.3.3'].flatMap(localAddress => Array.from({ length: 20 }, async () => {
    const { status, headers } = await browser(server, { localAddress }).post('/api/session', { name, password: 'wrong-guess' });
    if (status !== 401) full();
    assert.ok(status === 401 || ([429, 503].includes(status) && Number(headers['retry-after']) > 0), String(status));
  }));
  await Promise.race([isFull, Promise.all(wave)]);
  const owner = browser(server, { localAddress: '127.0.3.9' });
  assert.equal((await owner.post('/api/session', { name: other.name, password: PASSWORD })).status, 200);
  await Promise.all(wave);
});

// ---- guessing passwords ----

// Limits that aren't refilled while a test runs, however long that takes.
const guarded = (limits, body) =>
  withCastled({ limits: 'on', args: ['--limit', `password-address=100/60000,http=10000/60,${limits}`] }, async limited => {
    const people = {
      sign: async (name, localAddress) => {
        const self = browser(limited, { localAddress });
        assert.equal((await self.post('/api/account', { name, password: PASSWORD })).status, 201);
        return self;
      },
      // Wrong passwords, one from each address: the status of each.
      guess: async (name, ...addresses) => {
        const statuses = [];
        for (const localAddress of addresses)
          statuses.push((await browser(limited, { localAddress }).post('/api/session', { name, password: 'wrong-guess' })).status);
        return statuses;
      },
      enter: (self, name, password = PASSWORD) => self.post('/api/session', { name, password }).then(({ status }) => status),
    };
    await body(people, limited);
  });
const loopback = (first, count) => Array.from({ length: count }, (_, i) => `127.0.1.${first + i}`);

test('an account takes a limited number of wrong passwords from all addresses together', () =>
  guarded('password=6/60000', async ({ sign, guess, enter }, limited) => {
    await sign('Victim');
    await sign('Neighbour');
    assert.deepEqual(await guess('Victim', ...loopback(1, 7)), [401, 401, 401, 401, 401, 401, 429]);
    const refused = await browser(limited, { localAddress: '127.0.1.99' }).post('/api/session', { name: 'victim', password: PASSWORD });
    assert.equal(refused.status, 429);
    assert.equal(refused.headers['retry-after'], '10001');
    assert.equal(await enter(browser(limited), 'Neighbour'), 200);
  }));

test('an address that has used up its limit uses up no account', () =>
  guarded('password-address=3/60000,password=6/60000', async ({ sign, guess, enter }, limited) => {
    await sign('Victim');
    assert.deepEqual(await guess('NobodyThere', ...Array(4).fill('127.0.1.1')), [401, 401, 401, 429]);
    assert.deepEqual(new Set(await guess('Victim', ...Array(10).fill('127.0.1.1'))), new Set([429]));
    assert.deepEqual(new Set(await guess('Victim', ...loopback(2, 5))), new Set([401]));
    assert.equal(await enter(browser(limited, { localAddress: '127.0.1.50' }), 'Victim'), 200, 'the sixth');
  }));

test('an address alone cannot use up an account', () =>
  guarded('password-address-account=4/60000,password=6/60000', async ({ sign, guess, enter }, limited) => {
    await sign('Victim');
    await sign('Neighbour');
    assert.deepEqual(await guess('Victim', ...Array(6).fill('127.0.1.1')), [401, 401, 401, 401, 429, 429]);
    assert.deepEqual(await guess('Neighbour', '127.0.1.1'), [401]);
    assert.equal(await enter(browser(limited, { localAddress: '127.0.1.2' }), 'Victim'), 200);
  }));

test('the owner gets in from a browser that was signed in before, even while others attack the account', () =>
  guarded('password=3/60000,password-device=2/60000', async ({ sign, guess, enter }, limited) => {
    const home = await sign('Victim', '127.0.2.1');
    const stranger = browser(limited, { localAddress: '127.0.2.2' });
    await sign('Attacker', '127.0.1.1');
    assert.match(home.device, /^[\w-]{46}$/);
    assert.equal((await home.delete('/api/session')).status, 200);
    const hammer = async () => {
      const statuses = await guess('Victim', ...loopback(1, 8));
      assert.equal(statuses.at(-1), 429);
    };
    await hammer();
    assert.equal(await enter(stranger, 'Victim'), 429, 'a new browser has to wait');
    await limited.restart(); // the mark is signed with what the database keeps
    await hammer();
    assert.equal(await enter(home, 'Victim', 'not-the-one'), 401);
    assert.equal(await enter(home, 'Victim'), 200);
    const mark = home.device;

    // It counts by itself, for that account, and unchanged.
    const copy = device => Object.assign(browser(limited, { localAddress: '127.0.2.3' }), { device });
    const flip = at => mark.slice(0, at) + (mark[at] === '0' ? '1' : '0') + mark.slice(at + 1);
    for (const bad of [flip(0), flip(17), flip(30), mark.slice(1), `${mark}A`, 'x'.repeat(500), `${mark}.`.repeat(5)])
      assert.equal(await enter(copy(bad), 'Victim'), 429, bad);
    const other = browser(limited, { localAddress: '127.0.1.1' });
    await enter(other, 'Attacker');
    assert.equal(await enter(copy(other.device), 'Victim'), 429);
    assert.deepEqual([await enter(copy(`junk.${mark}`), 'Victim', 'x'.repeat(8)), await enter(copy(mark), 'Victim', 'x'.repeat(8)),
      await enter(copy(mark), 'Victim')], [401, 401, 429], 'its own allowance is small');

    // A signed-in owner can change the password meanwhile; then old marks are worthless, and the new one counts.
    const change = await home.post('/api/account/password', { old: PASSWORD, new: 'battery-staple' });
    assert.equal(change.status, 200, change.body);
    assert.notEqual(home.device, mark);
    await hammer();
    assert.equal(await enter(copy(mark), 'Victim', 'battery-staple'), 429);
    assert.equal(await enter(home, 'Victim', 'battery-staple'), 200);
  }));

test('a browser is known for the last four accounts that it was signed in to', () =>
  guarded('password=3/60000', async ({ sign, guess, enter }, limited) => {
    const family = browser(limited, { localAddress: '127.0.2.1' });
    const names = ['Anna', 'Bert', 'Cora', 'Dave', 'Emil'];
    for (const name of names) {
      await sign(name, '127.0.2.9');
      assert.equal(await enter(family, name), 200);
    }
    for (const name of names) await guess(name, ...loopback(1, 4));
    const { device } = family;
    const entered = [];
    for (const name of names) {
      family.device = device;
      entered.push(await enter(family, name));
    }
    assert.deepEqual(entered, [429, 200, 200, 200, 200]);
  }));

test('an address may try a limited number of passwords, for any accounts', () =>
  guarded('password-address=5/60000', async ({ guess }) => {
    assert.deepEqual(await guess('NobodyThere', ...Array(6).fill('127.0.1.1')), [401, 401, 401, 401, 401, 429]);
    assert.deepEqual(await guess('NobodyThere', '127.0.1.2'), [401]);
  }));

test('a limit can be changed', () =>
  withCastled({ slow: true, limits: 'on', args: ['--limit', 'password-address=3/30'] }, async limited => {
    const guess = () => browser(limited).post('/api/session', { name: 'NobodyThere', password: 'wrong-guess' });
    for (let i = 0; i < 3; i++) assert.equal((await guess()).status, 401);
    const refused = await guess();
    assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '11']);
  }));

// Each of these limits allows as many requests as it says, and no more.
test('what accounts do is limited, each account by itself', () => {
  const names = ['sign-up', 'token', 'follow', 'report', 'data'];
  const args = ['--limit', names.map(name => `${name}=3/600`).join(',')];
  return withCastled({ slow: true, limits: 'on', args }, async limited => {
    const people = [];
    for (const name of ['First', 'Second', 'Third', 'Fourth']) {
      const self = browser(limited);
      const { status } = await self.post('/api/account', { name, password: PASSWORD });
      assert.equal(status, name === 'Fourth' ? 429 : 201, name);
      people.push(self);
    }
    const acts = {
      token: [() => people[0].post('/api/tokens', 'description=x'), 201],
      follow: [i => people[0].post(`/api/rel/${['follow', 'block'][i % 2]}/${['Second', 'Third'][i >> 1]}`), 200],
      report: [() => people[0].post('/api/report/Second', 'reason=other&text=x'), 200],
      data: [() => people[0].get('/api/account/data'), 200],
    };
    for (const [name, [act, good]] of Object.entries(acts))
      for (let i = 0; i < 4; i++) assert.equal((await act(i)).status, i < 3 ? good : 429, `${name} ${i}`);
    // It is the account's, not the address's.
    assert.equal((await people[1].post('/api/tokens', 'description=x')).status, 201);
    assert.equal((await people[1].get('/api/account/data')).status, 200);
  });
});

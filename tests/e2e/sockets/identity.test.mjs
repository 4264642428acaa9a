// identity.test.mjs - who the player is: token, cookie with Origin, or a new guest; over connections and restarts.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { castled, withCastled } from './castled.mjs';
import { connect, pair, refusedHandshake } from './player.mjs';

let server;
before(async () => (server = await castled().start()));
after(() => server.remove());

const origin = () => `http://127.0.0.1:${server.port}`;
const cookieOf = player =>
  player.handshake.headers['set-cookie']?.map(c => c.split(';')[0]).find(c => c.startsWith('castled_session='));

test('a new guest is told who they are', async () => {
  const { welcome } = await connect(server);
  assert.equal(welcome.you.guest, true);
  assert.match(welcome.you.name, /^Guest-/);
  assert.equal(welcome.you.rating, null);
  assert.equal(typeof welcome.token, 'string');
  assert.deepEqual(welcome.playing, []);
  assert.deepEqual(welcome.seeks, []);
  assert.ok(Math.abs(welcome.now - Date.now()) < 60_000);
});

test('two guests are two', async () => {
  const [a, b] = [await connect(server), await connect(server)];
  assert.notEqual(a.welcome.you.id, b.welcome.you.id);
  assert.notEqual(a.welcome.token, b.welcome.token);
});

test('the token identifies the same guest again, also after kill -9', async () => {
  const { welcome } = await connect(server);
  const again = await connect(server, { token: welcome.token });
  assert.deepEqual(again.welcome.you, welcome.you);
  await server.restart();
  assert.deepEqual((await connect(server, { token: welcome.token })).welcome.you, welcome.you);
});

test('a bad token is 401, never another identity', async () => {
  const { token } = (await connect(server)).welcome;
  const flip = at => token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
  const forged = [
    'x',
    '',
    'v1.g7f3a9c21.c2lnbmF0dXJl',
    token.slice(0, -1),
    token + 'A',
    `${token} `.repeat(2),
    ...[0, 3, 5, Math.floor(token.length / 2), token.length - 8].map(flip),
    'a'.repeat(2000),
  ].filter(t => t !== token);
  for (const bad of forged)
    assert.equal(
      (await refusedHandshake(server, { headers: { authorization: `Bearer ${bad}` } })).status,
      401,
      bad.slice(0, 80),
    );
  for (const authorization of ['Basic dXNlcjpwYXNz', 'Bearer', token])
    assert.equal((await refusedHandshake(server, { headers: { authorization } })).status, 401, authorization);
});

test("another server's token is 401", () =>
  withCastled({}, async other => {
    const { token } = (await connect(other)).welcome;
    const headers = { authorization: `Bearer ${token}` };
    assert.equal((await refusedHandshake(server, { headers })).status, 401);
  }));

test('the handshake sets a cookie that no script can read', async () => {
  const player = await connect(server, { headers: { origin: origin() } });
  const cookie = player.handshake.headers['set-cookie'].find(c => c.startsWith('castled_session='));
  assert.match(cookie, /HttpOnly/i);
  assert.match(cookie, /SameSite/i);
  assert.match(cookie, /Path=\//i);
});

test('the cookie counts with this Origin only', async () => {
  const first = await connect(server, { headers: { origin: origin() } });
  const cookie = cookieOf(first);
  const you = first.welcome.you;
  const same = await connect(server, { headers: { cookie, origin: origin() } });
  assert.deepEqual(same.welcome.you, you);
  const among = await connect(server, {
    headers: { cookie: `a=b; ${cookie}; castled=no`, origin: origin() },
  });
  assert.deepEqual(among.welcome.you, you);
  for (const headers of [
    { cookie },
    { cookie: cookie + 'x', origin: origin() },
    { cookie: 'castled_session=', origin: origin() },
    { cookie: 'castled_session', origin: origin() },
  ]) {
    const other = await connect(server, { headers });
    assert.notEqual(other.welcome.you.id, you.id, JSON.stringify(headers));
  }
});

test('a page of another site needs a token', async () => {
  const { welcome, ...first } = await connect(server, { headers: { origin: origin() } });
  const kept = ['castled.v1', `token.${welcome.token}`];
  for (const foreign of [
    'http://evil.example',
    `http://127.0.0.1:${server.port + 1}`,
    `http://127.0.0.1:${server.port}.evil.example`,
    `https://127.0.0.1:${server.port + 1}`,
    'null',
  ])
    for (const [headers, protocols] of [[{}], [{ cookie: cookieOf(first) }], [{}, kept]]) {
      const refused = await refusedHandshake(server, { headers: { ...headers, origin: foreign }, protocols });
      assert.equal(refused.status, 403, foreign);
      assert.equal(refused.headers['set-cookie'], undefined);
    }
  const bot = await connect(server, { token: welcome.token, headers: { origin: 'http://evil.example' } });
  assert.equal(bot.welcome.you.id, welcome.you.id);
  assert.equal(bot.handshake.headers['set-cookie'], undefined);
});

test('a cookie is read however long the header is, or refused with 431; it never makes a new guest', async () => {
  const first = await connect(server, { headers: { origin: origin() } });
  let read = 0;
  for (const length of [100, 2000, 2050, 3000, 4000, 5000, 8000, 9000, 20_000, 70_000]) {
    const cookie = `a=${'x'.repeat(length)}; ${cookieOf(first)}`;
    const player = await connect(server, { headers: { origin: origin(), cookie } }).catch(error => error);
    if (player instanceof Error) assert.match(String(player), /431/, `${length}: ${player}`);
    else assert.equal(player.welcome.you.id, first.welcome.you.id, `${length}`);
    read += !(player instanceof Error);
  }
  assert.ok(read >= 4, `${read} were read`);
});

test('a token takes precedence over a cookie', async () => {
  const cookie = cookieOf(await connect(server, { headers: { origin: origin() } }));
  const { welcome } = await connect(server);
  const player = await connect(server, { token: welcome.token, headers: { cookie, origin: origin() } });
  assert.equal(player.welcome.you.id, welcome.you.id);
});

test('a page that has kept a guest’s token stays that guest without its cookie', async () => {
  const first = await connect(server, { headers: { origin: origin() } });
  const { you, token } = first.welcome;
  const keeping = (cookie, kept = token) =>
    connect(server, {
      headers: { origin: origin(), ...(cookie && { cookie }) },
      protocols: ['castled.v1', `token.${kept}`],
    });

  const again = await keeping(null);
  assert.deepEqual(again.welcome.you, you);
  assert.equal(again.socket.protocol, 'castled.v1');
  const cookie = cookieOf(again);
  const byCookie = await connect(server, { headers: { origin: origin(), cookie } });
  assert.deepEqual(byCookie.welcome.you, you);

  const other = cookieOf(await connect(server, { headers: { origin: origin() } }));
  const beside = await keeping(other);
  assert.deepEqual(beside.welcome.you, you);
  assert.equal(cookieOf(beside), undefined);
  for (const bad of ['x', '', token + 'x', 'v1.g7f3a9c21.c2lnbmF0dXJl'])
    assert.notEqual((await keeping(null, bad)).welcome.you.id, you.id, bad);

  const signUp = (name, headers) =>
    fetch(`${origin()}/api/account`, {
      method: 'POST',
      headers: { origin: origin(), ...headers },
      body: new URLSearchParams({ name, password: 'correct-horse' }),
    });
  const session = (await signUp('Ann', {})).headers.get('set-cookie').split(';')[0];
  assert.equal((await keeping(session)).welcome.you.name, 'Ann');
  // A player who has signed up is known by the account alone.
  assert.equal((await signUp('Bea', { cookie })).status, 201);
  assert.equal((await keeping(null)).welcome.you.guest, true);
  assert.notEqual((await keeping(null)).welcome.you.id, you.id);
});

test('playing lists the unfinished games', async () => {
  const one = await pair(server);
  const other = await pair(server, {}, [one.white, await connect(server)]);
  const again = await connect(server, { token: one.white.welcome.token });
  assert.deepEqual([...again.welcome.playing].sort(), [one.game, other.game].sort());
  await one.white.ok({ t: 'resign', game: one.game });
  assert.deepEqual((await connect(server, { token: one.white.welcome.token })).welcome.playing, [other.game]);
});

test('a handshake for another subprotocol is refused', async () => {
  for (const other of ['chat', 'castled.v10', 'xcastled.v1'])
    assert.equal((await refusedHandshake(server, { protocols: [other] })).status, 400, other);
  const player = await connect(server, { protocols: ['other', 'castled.v1'] });
  assert.equal(player.socket.protocol, 'castled.v1');
});

test('ping is answered with pong and its number', async () => {
  const player = await connect(server);
  for (const c of [0, 123, -5, Number.MAX_SAFE_INTEGER]) {
    player.send({ t: 'ping', c });
    const pong = await player.kind('pong');
    assert.equal(pong.c, c);
    assert.ok(Math.abs(pong.now - Date.now()) < 60_000);
  }
  await player.ok({ t: 'ping' });
  await player.kind('pong');
});

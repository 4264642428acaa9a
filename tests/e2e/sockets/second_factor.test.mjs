// second_factor.test.mjs - an operator's second factor: set up with an authenticator app, asked for when they sign in, recovery
// codes, how it is taken away, how often somebody may guess. The codes are computed by node's own HMAC.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { castled, runCastled, withCastled } from './castled.mjs';
import { browser } from './http_client.mjs';
import { codeOf, step } from './totp.mjs';

const password = 'correct-horse';

async function operator(server) {
  const self = browser(server);
  assert.equal((await self.post('/api/account', { name: 'Boss', password })).status, 201);
  assert.equal((await runCastled(['admin', '--data', server.directory, 'operator', 'Boss'])).code, 0);
  return self;
}

// Sets it up with the code of this step; that of the next one is good at once, too.
async function setUp(self) {
  const { json, status } = await self.post('/api/account/second-factor');
  assert.equal(status, 200);
  assert.match(json.secret, /^[A-Z2-7]{32}$/);
  const now = Date.now();
  const done = await self.post('/api/account/second-factor/confirm', { code: codeOf(json.secret, now) });
  assert.equal(done.status, 200, done.body);
  return { secret: json.secret, now, recovery: done.json.recovery };
}

const signIn = async (server, code) => {
  const self = browser(server);
  const answer = await self.post('/api/session', { name: 'Boss', password, ...(code === undefined ? {} : { code }) });
  return Object.assign(self, { status: answer.status, code: answer.json.code });
};
const outcome = async (server, code) => {
  const { status, code: why } = await signIn(server, code);
  return why ? `${status} ${why}` : String(status);
};

test('a second factor is asked for once it is confirmed, and no code is good twice', async () => {
  await withCastled({}, async server => {
    const boss = await operator(server);
    const confirm = code => boss.post('/api/account/second-factor/confirm', { code });
    assert.equal((await confirm('123456')).json.code, 'wrong_code', 'none was offered');
    const { json: first } = await boss.post('/api/account/second-factor');
    assert.equal((await confirm('abc')).status, 403);
    assert.equal(await outcome(server), '200', 'not before it is confirmed');
    const { secret, now, recovery } = await setUp(boss);
    assert.notEqual(secret, first.secret);
    assert.equal(new Set(recovery).size, 8);
    assert.equal((await boss.get('/api/account')).json.secondFactor, true);
    assert.equal((await browser(server).get('/api/user/Boss')).json.secondFactor, undefined);
    assert.equal((await boss.post('/api/account/second-factor')).status, 409);

    assert.equal(await outcome(server), '401 needs_code');
    assert.equal(await outcome(server, codeOf(secret, now)), '401 wrong_code', 'it was used to confirm');
    const next = codeOf(secret, Math.max(now + step, Date.now()));
    assert.equal(await outcome(server, next), '200');
    assert.equal(await outcome(server, next), '401 wrong_code');
    assert.equal(await outcome(server, recovery[0].toUpperCase().replace('-', ' ')), '200');
    assert.equal(await outcome(server, recovery[0]), '401 wrong_code');
    const wrong = await browser(server).post('/api/session', { name: 'Boss', password: 'wrong-horse', code: recovery[1] });
    assert.equal(wrong.json.code, 'wrong_password');
    assert.equal((await browser(server).post('/api/session', { name: 'Boss', password, code: 'x'.repeat(41) })).status, 400);

    await server.kill();
    await server.start();
    assert.equal(await outcome(server), '401 needs_code', 'it is kept');
    assert.equal(await outcome(server, recovery[0]), '401 wrong_code');
    assert.equal(await outcome(server, recovery[1]), '200', 'a wrong password has not used it up');
  });
});

test('it is taken away with a code, or by castled admin', async () => {
  await withCastled({}, async server => {
    const boss = await operator(server);
    const { recovery } = await setUp(boss);
    const end = code => boss.delete('/api/account/second-factor', { code });
    assert.deepEqual([(await end('aaaaa-bbbbb')).json.code, (await end(recovery[0])).status], ['wrong_code', 200]);
    assert.equal(await outcome(server), '200');
    assert.equal((await end(recovery[1])).json.code, 'no_second_factor');

    const admin = (...words) => runCastled(['admin', '--data', server.directory, 'second-factor', ...words]);
    assert.match((await admin('Boss', 'off')).stderr, /no second factor/);
    await setUp(boss);
    assert.equal(await outcome(server), '401 needs_code');
    assert.match((await admin('Boss', 'on')).stderr, /off/);
    assert.match((await admin('Boss', 'off')).stdout, /password alone/);
    assert.equal(await outcome(server), '200');
  });
});

test('codes cannot be guessed for long, and strangers without the password use nothing up', async () => {
  const server = await castled({ limits: 'on', args: ['--limit', 'code=3/60000'] }).start();
  try {
    const boss = await operator(server);
    const { recovery } = await setUp(boss); // one of three
    for (let i = 0; i < 5; i++)
      await browser(server).post('/api/session', { name: 'Boss', password: 'wrong-horse', code: '000000' });
    assert.equal(await outcome(server, 'aaaaa-aaaaa'), '401 wrong_code');
    assert.equal(await outcome(server, recovery[0]), '200');
    assert.equal(await outcome(server, recovery[1]), '429', 'not even the right one');
    assert.equal(await outcome(server), '401 needs_code');
  } finally {
    await server.remove();
  }
});

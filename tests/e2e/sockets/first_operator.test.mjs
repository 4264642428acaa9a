// first_operator.test.mjs - the first run: the code that the start prints makes one person the operator, once; and invitations,
// with which people sign up while registration is closed.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { castled, database, newDirectory, runCastled, withCastled } from './castled.mjs';
import { browser } from './http_client.mjs';

const PASSWORD = 'correct-horse';
const codeOf = server => /#operator=([a-z0-9-]+)$/m.exec(server.games.stdout)?.[1];

async function signUp(server, name, more = {}) {
  const self = browser(server);
  const answer = await self.post('/api/account', { name, password: PASSWORD, ...more });
  return { self, status: answer.status, answer };
}
const claim = (self, code) => self.post('/api/account/operator', { code });
const isOperator = async self => JSON.parse((await self.get('/api/account')).body).operator === true;

test('the printed code makes one person the operator, once, and none is printed any more', async () => {
  const server = await castled({ args: ['--public-url', 'https://club.example/chess'] }).start();
  const code = codeOf(server);
  assert.match(server.games.stdout, /^nobody is its operator yet: sign up or in at https:\/\/club\.example\/chess\/sign-up#operator=/m);
  assert.match(code, /^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
  await server.stop();
  const again = castled({ directory: server.directory });
  await again.start();
  const fresh = codeOf(again);
  assert.notEqual(fresh, code, 'each start has a new one');
  const { self: ann } = await signUp(again, 'Ann');
  const { self: bob } = await signUp(again, 'Bob');
  for (const wrong of [code, fresh.slice(1), `${fresh}x`, 'abcd-efgh-jkmn-pqrs']) {
    const refused = await claim(ann, wrong);
    assert.deepEqual([refused.status, JSON.parse(refused.body).code], [403, 'wrong_code'], wrong);
  }
  assert.equal((await claim(ann, '')).status, 403);
  assert.equal((await claim(browser(again), fresh)).status, 401);
  assert.equal(await isOperator(ann), false);
  assert.equal((await claim(ann, fresh.replaceAll('-', '').toUpperCase())).status, 200, 'as people type it');
  assert.equal(await isOperator(ann), true);
  assert.equal((await claim(bob, fresh)).status, 403);
  assert.equal(await isOperator(bob), false);
  await again.restart();
  assert.equal(codeOf(again), undefined);
  assert.equal(await isOperator(ann), true);
  await again.remove();
});

test('whoever becomes operator by castled admin meanwhile ends the code', () =>
  withCastled({}, async server => {
    const { self } = await signUp(server, 'Ann');
    await signUp(server, 'Bob');
    const made = await runCastled(['admin', ...database(server.directory), 'operator', 'Bob']);
    assert.equal(made.code, 0, made.stderr);
    assert.equal((await claim(self, codeOf(server))).status, 403);
    assert.equal(await isOperator(self), false);
  }));

test('codes cannot be tried without end', () =>
  withCastled({ limits: 'on', args: ['--limit', 'password-address=3/86400'] }, async server => {
    const { self } = await signUp(server, 'Ann');
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await claim(self, 'abcd-efgh-jkmn-pqrs')).status);
    statuses.push((await claim(self, codeOf(server))).status);
    assert.deepEqual(statuses, [403, 403, 403, 429, 429]);
  }));

test('where registration is closed, the code and invitations let people sign up', async () => {
  const server = castled({ directory: newDirectory(), args: ['--registration', 'closed'] });
  await server.start();
  assert.equal((await signUp(server, 'Eve')).status, 403);
  const code = codeOf(server);
  const { self: ann, status } = await signUp(server, 'Ann', { invitation: code });
  assert.equal(status, 201);
  assert.equal((await claim(ann, code)).status, 200);
  assert.equal((await signUp(server, 'Eve', { invitation: code })).status, 403, 'it is used up');

  const invite = (...words) => runCastled(['admin', ...database(server.directory), 'invite', ...words]);
  const made = await invite();
  assert.equal(made.code, 0, made.stderr);
  const [, invitation] = /^\/sign-up#invitation=(\S+)\nPut the server's address before it.*\nWhoever has this link can sign up within 7 days/.exec(made.stdout);
  for (const name of ['Bob', 'Cid']) assert.equal((await signUp(server, name, { invitation })).status, 201, 'for a class as for one');
  const [head, hour, sum] = [...invitation.split('-').slice(0, 2), invitation.split('-').slice(2).join('-')];
  const later = (parseInt(hour, 16) + 1).toString(16);
  for (const bad of ['', 'x', sum, `${head}-${later}-${sum}`, `${head}-0${hour}-${sum}`, `${invitation}x`, invitation.slice(0, -1), 'y'.repeat(200)])
    assert.equal((await signUp(server, 'Eve', { invitation: bad })).status, 403, bad);
  for (const days of ['0', '367', 'x', '1x', '-1']) assert.equal((await invite(days)).code, 1, days);
  assert.equal((await invite('366')).code, 0);
  await server.stop();
  const offline = await invite('1');
  assert.match(offline.stdout, /^\/sign-up#invitation=\S+\n/);
  const other = castled({ args: ['--registration', 'closed'] });
  await other.start();
  assert.equal((await signUp(other, 'Eve', { invitation })).status, 403, 'another server’s');
  await other.remove();
  await server.start();
  assert.equal((await signUp(server, 'Dan', { invitation: /#invitation=(\S+)/.exec(offline.stdout)[1] })).status, 201);
  await server.remove();
});

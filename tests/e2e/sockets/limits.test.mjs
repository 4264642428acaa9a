// limits.test.mjs - with its limits on, the server refuses clients that ask too often and serves the others.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { castled, withCastled } from './castled.mjs';
import { browser } from './http_client.mjs';
import { closeCode, connect, pair, play } from './player.mjs';

let server;
// A hundred times slower than real time: next to nothing of a limit is refilled while the test runs.
before(async () => (server = await castled({ limits: 'on', slow: true }).start()));
after(() => server.remove());

test('a flood is refused with too_fast and then closed with 1008, others play on', async () => {
  const table = await pair(server);
  const flooder = await connect(server);
  for (let i = 0; i < 1000; i++) flooder.send({ t: 'ping', id: i });
  assert.equal(await closeCode(flooder), 1008);
  const answers = flooder.messages.filter(m => m.t === 'error');
  assert.ok(answers.length > 0);
  for (const answer of answers) assert.equal(answer.code, 'too_fast');
  const served = flooder.messages.filter(m => m.t === 'ok').length;
  assert.ok(served >= 400 && served <= 410, `${served} were served`);
  await play(table, 0, 'e2e4');
});

test('chat has a limit of its own', async () => {
  const { game, white } = await pair(server);
  for (let i = 0; i < 10; i++) await white.ok({ t: 'chat', game, text: `${i}` });
  await white.refused({ t: 'chat', game, text: 'more' }, 'too_fast');
  await white.ok({ t: 'move', game, ply: 0, uci: 'e2e4' });
});

test('offers have one, too', async () => {
  const { game, white, black } = await pair(server);
  await play({ game, white, black }, 0, 'e2e4');
  await play({ game, white, black }, 1, 'e7e5');
  let refusal;
  for (let i = 0; i < 60 && !refusal; i++) {
    const answer = await white.ask({ t: 'takeback', game });
    if (answer.t === 'error' && answer.code === 'too_fast') refusal = answer;
    const offer = white.events(game).findLast(e => e.t === 'takeback')?.seq;
    if (answer.t === 'ok' && offer) await white.ask({ t: 'refuse', game, offer });
  }
  assert.ok(refusal, 'sixty offers in a row were taken');
});

const LINK = { t: 'challenge', to: 'link', clock: null };

// A new account, connected, from an address of its own.
async function member(name, localAddress, at = server) {
  const self = browser(at, { localAddress });
  assert.equal((await self.post('/api/account', { name, password: 'correct-horse' })).status, 201);
  return connect(at, {
    headers: { cookie: `castled_session=${self.cookie}`, origin: `http://127.0.0.1:${at.port}` },
    localAddress,
  });
}

// Three guests of an address open 20 challenges each, the most that are allowed.
async function floodFrom(localAddress) {
  const guests = await Promise.all([0, 1, 2].map(() => connect(server, { localAddress })));
  const answers = await Promise.all(guests.flatMap(guest => Array.from({ length: 20 }, () => guest.ask(LINK))));
  return { guests, opened: answers.filter(answer => answer.t === 'ok').length };
}

test('guests of an address may open a limited number of challenges, also with new guests and after a restart', async () => {
  const { guests, opened } = await floodFrom('127.0.0.5');
  assert.equal(opened, 60);
  const more = await connect(server, { localAddress: '127.0.0.5' });
  await more.refused(LINK, 'not_now');
  const elsewhere = await connect(server, { localAddress: '127.0.0.6' });
  await elsewhere.ok(LINK);
  await server.restart();
  const back = await connect(server, { localAddress: '127.0.0.5' });
  await back.refused(LINK, 'not_now');
  const maker = await connect(server, { token: guests[0].welcome.token, localAddress: '127.0.0.5' });
  const open = await maker.kind('challenge');
  await maker.ok({ t: 'decline', challenge: open.challenge });
  await back.ok(LINK);
  await back.refused(LINK, 'not_now');
});

test('when guests of many addresses fill the table accounts still challenge and accept', async () => {
  const ann = await member('Ann', '127.0.0.7');
  const bob = await member('Bob', '127.0.0.8');
  const early = (await ann.ok(LINK)).challenge;
  let opened = 0;
  for (let i = 1; i <= 151; i++) {
    const flood = await floodFrom(`127.0.1.${i}`);
    opened += flood.opened;
    for (const guest of flood.guests) guest.socket.terminate();
  }
  assert.ok(opened >= 9000, `${opened} were opened`);
  const guest = await connect(server, { localAddress: '127.0.0.9' });
  const open = (await guest.ok(LINK)).challenge;
  for (const maker of [ann, bob]) {
    const challenge = (await maker.ok({ t: 'challenge', to: 'user', name: maker === ann ? 'Bob' : 'Ann', clock: null })).challenge;
    const { game } = await (maker === ann ? bob : ann).ok({ t: 'accept', challenge });
    await maker.ok({ t: 'resign', game });
  }
  await bob.ok({ t: 'accept', challenge: early });
  await bob.ok({ t: 'accept', challenge: open });
});

test('a guest\'s link lapses half an hour after they have gone, an account\'s does not', () =>
  withCastled({ limits: 'on', slow: true }, async other => {
    const guest = await connect(other, { localAddress: '127.0.0.51' });
    const away = await connect(other, { localAddress: '127.0.0.52' });
    const account = await member('Cyd', '127.0.0.53', other);
    const [links, watcher] = [[], await connect(other, { localAddress: '127.0.0.54' })];
    for (const maker of [guest, away, account]) {
      const { challenge } = await maker.ok(LINK);
      await watcher.ok({ t: 'watch', challenge });
      links.push(challenge);
    }
    const HALF_AN_HOUR = 30 * 60 * 1000;
    for (const maker of [guest, away, account]) await maker.close();
    await other.pass(HALF_AN_HOUR - 60_000);
    await connect(other, { token: guest.welcome.token, localAddress: '127.0.0.51' });
    await other.pass(120_000);
    const expired = await watcher.next(m => m.t === 'challenge' && m.state === 'expired');
    assert.equal(expired.challenge, links[1]);
    for (const challenge of [links[0], links[2]]) await watcher.ok({ t: 'watch', challenge });
    await watcher.refused({ t: 'watch', challenge: links[1] }, 'stale');
  }));

test('reports over HTTP count by address, too', () =>
  withCastled({ limits: 'on', slow: true, args: ['--limit', 'report-address=2/86400'] }, async other => {
    const account = async (name, localAddress) => {
      const page = browser(other, { localAddress });
      assert.equal((await page.post('/api/account', { name, password: 'correct-horse' })).status, 201);
      return page;
    };
    const [one, two, elsewhere] = [await account('One'), await account('Two'), await account('Third', '127.0.0.9')];
    const report = page => page.post('/api/report/Third', { reason: 'spam', text: 'They write too much.' });
    assert.equal((await report(one)).status, 200);
    assert.equal((await report(two)).status, 200);
    for (const page of [one, two]) {
      const refused = await report(page);
      assert.equal(refused.status, 429);
      assert.ok(Number(refused.headers['retry-after']) > 0);
    }
    assert.equal((await elsewhere.post('/api/report/One', { reason: 'other', text: 'They report me.' })).status, 200);
  }));

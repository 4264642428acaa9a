// operators.test.mjs - what operators do by HTTP: who may, lists, acts and how they are undone, reports with what was said,
// warnings, marks, figures.

import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, test } from 'node:test';

import { castled, runCastled, throughFront, until } from './castled.mjs';
import { foolsMate } from './games.mjs';
import { browser } from './http_client.mjs';
import { connect, pair, playAll } from './player.mjs';

const PASSWORD = 'correct-horse';

let server, boss;
before(async () => {
  server = await castled().start();
  boss = await account('Overseer');
  await does('operator', 'Overseer');
});
after(() => server.remove());

async function account(name, at = server) {
  const self = browser(at);
  assert.equal((await self.post('/api/account', { name, password: PASSWORD })).status, 201);
  return Object.assign(self, { name });
}

const come = (who, at = server) => connect(at, { headers: { cookie: `castled_session=${who.cookie}`, origin: `http://127.0.0.1:${at.port}` } });

async function does(...words) {
  const { code, stderr } = await runCastled(['admin', '--data', server.directory, ...words]);
  assert.equal(code, 0, stderr);
}

async function act(command, ...word) {
  const { status, json } = await boss.post(`/api/admin/${command}`, { word });
  assert.equal(status, 200, `${command} ${word}: ${JSON.stringify(json)}`);
  assert.equal(json.ok, true);
  return json;
}

async function refuses(status, code, command, ...word) {
  const answer = await boss.post(`/api/admin/${command}`, { word });
  assert.deepEqual([answer.status, answer.json.code], [status, code], answer.body);
  assert.ok(answer.json.error.length > 5 && !answer.json.error.endsWith('\n'));
}

async function shows(command, word) {
  const { status, json } = await boss.get(`/api/admin/${command}${word === undefined ? '' : `?word=${word}`}`);
  assert.equal(status, 200, JSON.stringify(json));
  assert.ok(Array.isArray(json));
  return json;
}

const newest = async () => (await shows('acts'))[0];

test('nobody but an operator who is signed in may, not by a token, nor from another site', async () => {
  const other = await account('Somebody');
  const guest = browser(server, { token: (await connect(server)).welcome.token });
  const program = browser(server, { token: (await boss.post('/api/tokens', 'description=mine')).json.token });
  const routes = [['GET', '/api/admin/bans'], ['GET', '/api/admin/events'], ['POST', '/api/admin/ban']];
  for (const [method, path] of routes) {
    const ask = who => who.ask(method, path, method === 'POST' ? { word: ['Somebody'] } : undefined);
    assert.equal((await ask(browser(server))).status, 401, path);
    for (const who of [guest, program]) assert.equal((await ask(who)).status, 403, path);
    const { status, json } = await ask(other);
    assert.deepEqual([status, json.code], [403, 'not_operator'], path);
  }
  const foreign = browser(server, { cookie: boss.cookie, origin: false });
  const elsewhere = await foreign.ask('POST', '/api/admin/ban', { word: ['Somebody'] }, { origin: 'https://elsewhere.example' });
  assert.equal(elsewhere.status, 403);
  assert.deepEqual(await shows('bans'), []);
  assert.deepEqual((await shows('operators')).map(row => row.name), ['Overseer']);
});

test('what shows is asked by GET, what acts by POST, and the rest is not there', async () => {
  for (const command of ['bans', 'challenges', 'seeks', 'reports', 'acts', 'operators']) await shows(command);
  const [status] = await shows('status');
  assert.deepEqual([status.registration, status.quiet], [true, false]);
  assert.deepEqual(await shows('health'), [{ ready: true }]);
  assert.equal((await boss.get('/api/admin/ban?word=Somebody')).status, 404);
  assert.equal((await boss.post('/api/admin/bans')).status, 404);
  assert.equal((await boss.get('/api/admin/nothing')).status, 404);
  await refuses(400, 'usage', 'ban');
  await refuses(400, 'refused', 'ban', 'Nobody-There');
  assert.equal((await boss.get('/api/admin/show?word=Nobody-There')).status, 400);
  const { game, white, black } = await pair(server);
  assert.equal((await shows('dump', game))[0].game, game);
  await white.ok({ t: 'seek', clock: { initial: 7_777_000, increment: 0 }, fallback: null, rating: [0, 1] });
  assert.equal((await shows('seeks')).find(row => row.person.id === white.welcome.you.id).address, '127.0.0.1');
  await black.ok({ t: 'challenge', to: 'user', user: boss.name, clock: { initial: 300_000, increment: 0 } }).catch(() => {});
});

test('an act is recorded with who did it, and undone to what was so before', async () => {
  const self = await account('Loud');
  const who = (await shows('show', 'Loud'))[0];
  assert.deepEqual([who.account, who.bot, who.operator, who.marked, who.muted, who.online], [true, false, false, false, undefined, false]);
  await act('mute', 'Loud', '7d');
  const week = (await shows('show', 'Loud'))[0].muted;
  assert.ok(Math.abs(week - Date.now() - 7 * 24 * 3600_000) < 3600_000);
  assert.match((await act('mute', 'Loud')).text, /^Loud is now muted\.$/m);
  const entry = await newest();
  assert.deepEqual([entry.who, entry.act, entry.target, entry.undo], ['@Overseer', 'mute', 'Loud', true]);
  assert.equal((await shows('show', 'Loud'))[0].muted, null, 'for ever');
  await act('undo', entry.number);
  assert.equal((await shows('show', 'Loud'))[0].muted, week, 'as long as before, not unmuted');
  const undone = await newest();
  assert.deepEqual([undone.who, undone.act], ['@Overseer', 'mute']);

  await act('ban', 'Loud');
  assert.equal((await self.get('/api/account')).status, 403);
  assert.equal((await shows('bans'))[0].name, 'Loud');
  await act('undo', (await newest()).number);
  assert.equal((await self.get('/api/account')).status, 200);
  assert.deepEqual(await shows('bans'), []);

  await act('rename', 'Loud', 'Quiet');
  await act('undo', (await newest()).number);
  assert.equal((await self.get('/api/account')).json.username, 'Loud');

  await act('registration', 'closed');
  await act('undo', (await newest()).number);
  assert.equal((await shows('status'))[0].registration, true);
  await act('registration', 'open');
  assert.equal((await newest()).undo, false, 'it was open before');
  await refuses(400, 'refused', 'undo', (await newest()).number);
  await refuses(400, 'refused', 'undo', 999999);
  await refuses(400, 'refused', 'undo', '1x');
});

test('what is undone concerns the account that it concerned, whoever has its name by then', async () => {
  const [first, helper] = [await account('Firsty'), await account('Helper')];
  const id = (await shows('show', 'Helper'))[0].id;
  await act('operator', 'Helper');
  await act('operator', 'Helper', 'off');
  const { number } = await newest();
  await act('rename', 'Helper', 'Helpful');
  const renaming = (await newest()).number;
  await account('Helper'); // a stranger
  await act('undo', number);
  assert.deepEqual((await shows('operators')).map(row => row.name).sort(), ['Helpful', 'Overseer']);
  await refuses(400, 'refused', 'undo', renaming); // the name is taken
  await act('rename', 'Helper', 'Stranger');
  await act('rename', 'Firsty', 'Firstly');
  await act('undo', (await newest()).number);
  assert.equal((await first.get('/api/account')).json.username, 'Firsty');
  await act('undo', renaming);
  assert.equal((await helper.get('/api/account')).json.username, 'Helper');
  await act('operator', id, 'off');
  assert.deepEqual((await shows('operators')).map(row => row.name), ['Overseer']);
  const off = (await newest()).number;
  await act('delete', 'Helper');
  await refuses(400, 'refused', 'undo', off); // the account is closed
});

test('a banned address is restored as it was', async () => {
  await act('ban-address', '192.0.2.7', '7d');
  const until = (await shows('bans'))[0].until;
  await act('unban-address', '192.0.2.7');
  await act('undo', (await newest()).number);
  assert.deepEqual(await shows('bans'), [{ address: '192.0.2.7', until }]);
  await act('unban-address', '192.0.2.7');
});

test('a report leads to the game and to what was said there, is decided and opened again', async () => {
  const table = await pair(server);
  await table.white.ok({ t: 'chat', game: table.game, text: 'you play like a fish' });
  await table.black.kind('chat');
  const spectator = await connect(server);
  await spectator.ok({ t: 'watch', game: table.game });
  await spectator.ok({ t: 'chat', game: table.game, text: 'they \u201cshout\u201d' });
  await table.black.ok({ t: 'report', person: table.white.welcome.you.id, game: table.game, reason: 'insults', text: 'See the chat.' });
  const report = (await shows('reports'))[0];
  assert.deepEqual([report.game, report.reason, report.words, report.decided, report.decider], [table.game, 'insults', 'See the chat.', null, null]);
  assert.equal(report.about.id, table.white.welcome.you.id);
  assert.equal(report.by.id, table.black.welcome.you.id);
  assert.deepEqual(report.chat.map(line => [line.room, line.text]), [['player', 'you play like a fish'], ['spectator', 'they \u201cshout\u201d']]);
  await act('decide', report.number);
  const closed = (await shows('reports')).find(each => each.number === report.number);
  assert.equal(closed.decider, '@Overseer');
  assert.ok(closed.decided >= report.at);
  await refuses(400, 'refused', 'decide', report.number);
  await refuses(400, 'refused', 'decide', 999999);
  await act('undo', (await newest()).number);
  assert.equal((await shows('reports')).find(each => each.number === report.number).decider, null);
  await act('decide', report.number);
  const about = await boss.post('/api/report/Overseer', { reason: 'other', text: 'by HTTP', game: table.game });
  assert.equal(about.status, 200);
  const second = (await shows('reports'))[0];
  assert.deepEqual([second.words, second.chat.length], ['by HTTP', 2], 'an open one is first');
  await act('decide', second.number);
});

test('what was said is kept as far as it fits', async () => {
  const { game, white, black } = await pair(server);
  for (let i = 0; i < 40; i++) await white.ok({ t: 'chat', game, text: `${i} ${'\u00e4'.repeat(60)}` });
  await black.ok({ t: 'report', person: white.welcome.you.id, game, reason: 'spam', text: 'So much.' });
  const report = (await shows('reports'))[0];
  assert.ok(report.chat.length > 5 && report.chat.length < 30, report.chat.length);
  assert.match(report.chat.at(-1).text, /^39 /);
  await act('decide', report.number);
});

test('a warning is shown at once, or once when they come', async () => {
  const self = await account('Rude');
  const isWarning = m => m.t === 'notice' && m.warning === true;
  const here = await come(self);
  await act('warn', 'Rude', 'Please be kind.');
  assert.equal((await here.next(isWarning)).text, 'Please be kind.');
  await here.close();
  await until(async () => !(await shows('show', 'Rude'))[0].online, 'they have left');
  await act('warn', 'Rude', 'The last warning.');
  const again = await come(self);
  assert.equal((await again.next(isWarning)).text, 'The last warning.');
  const third = await come(self);
  await third.settle();
  assert.ok(!third.messages.some(isWarning), 'only once');
  await refuses(400, 'refused', 'warn', 'Rude', 'x'.repeat(501));
  await refuses(400, 'refused', 'warn', 'Rude', 'up\u202eside');
  await act('warn', 'Rude', 'x'.repeat(500));
});

test('the games of a marked account are not rated, and it is said to be marked', async () => {
  const [ann, ben, kim] = [await account('Marked'), await account('Fair'), await account('Another')];
  const rated = async other => {
    const [white, black] = [await come(ann), await come(other)];
    const clock = { initial: 300_000, increment: 0 };
    const table = await pair(server, { clock, rated: true }, [white, black]);
    await playAll(table, foolsMate);
    return (await black.kind('rated')).reason ?? 'counts';
  };
  await act('mark', 'Marked');
  assert.equal((await ben.get('/api/user/Marked')).json.tosViolation, true);
  assert.equal((await ben.get('/api/user/Fair')).json.tosViolation, undefined);
  assert.equal(await rated(ben), 'marked');
  await act('undo', (await newest()).number);
  assert.equal((await ben.get('/api/user/Marked')).json.tosViolation, undefined);
  assert.equal(await rated(kim), 'counts');
  await refuses(400, 'refused', 'mark', 'g0123456789abcdef0123');
});

test('an account that an operator makes has a password that lets in', async () => {
  const { password } = await act('make', 'Pupil');
  assert.equal((await browser(server).post('/api/session', { name: 'Pupil', password })).status, 200);
  await refuses(400, 'usage', 'make', 'Another', '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$aGFzaA');
});

test('what is grave is refused long after signing in, also as the undoing of something', async () => {
  const slow = await castled({ slow: true }).start();
  try {
    const self = await account('Elder', slow);
    await account('Pupil', slow);
    const admin = (...words) => runCastled(['admin', '--data', slow.directory, ...words]);
    assert.equal((await admin('operator', 'Elder')).code, 0);
    const post = (command, ...word) => self.post(`/api/admin/${command}`, { word });
    await slow.pass(14 * 60_000);
    assert.equal((await post('operator', 'Pupil')).status, 200);
    const [{ number }] = (await self.get('/api/admin/acts')).json;
    await slow.pass(2 * 60_000);
    for (const words of [['operator', 'Pupil', 'off'], ['undo', number], ['delete', 'Pupil'], ['password', 'Pupil'], ['ban-address', '192.0.2.1']]) {
      const { status, json } = await post(...words);
      assert.deepEqual([status, json.code], [403, 'sign_in_again'], words.join(' '));
    }
    assert.equal((await self.get('/api/admin/operators')).json.length, 2);
    assert.equal((await post('mute', 'Pupil')).status, 200, 'what is not grave is done');
    assert.equal((await self.post('/api/session', { name: 'Elder', password: PASSWORD })).status, 200);
    assert.equal((await post('undo', number)).status, 200);
    assert.equal((await self.get('/api/admin/operators')).json.length, 1);
  } finally {
    await slow.remove();
  }
});

// A stream of figures.
function figures(at, who) {
  const stream = { events: [], text: '', ended: false };
  stream.request = http.get({ host: '127.0.0.1', port: at.port, path: '/api/admin/events', headers: { cookie: `castled_session=${who.cookie}` } }, response => {
    stream.status = response.statusCode;
    response.on('data', bytes => {
      stream.text += bytes;
      for (let end; (end = stream.text.indexOf('\n\n')) >= 0; stream.text = stream.text.slice(end + 2))
        stream.events.push(JSON.parse(stream.text.slice(6, end)));
    });
    response.on('end', () => (stream.ended = true));
    response.on('error', () => {});
  });
  stream.request.on('error', () => {});
  stream.has = count => until(() => stream.events.length >= count, `${count} events`);
  stream.close = () => stream.request.destroy();
  return stream;
}

const ofItsFile = throughFront && 'the disk of a PostgreSQL is not known';
test('figures come as a stream until the role is taken, and no more than sixteen streams are open', { skip: ofItsFile }, async () => {
  const slow = await castled({ slow: true }).start();
  try {
    const [self, second] = [await account('Watcher', slow), await account('Keeper', slow)];
    for (const name of ['Watcher', 'Keeper'])
      assert.equal((await runCastled(['admin', '--data', slow.directory, 'operator', name])).code, 0);
    const stream = figures(slow, self);
    await stream.has(1);
    const [first] = stream.events;
    assert.ok(first.database > 4096 && first.diskFree > 0 && first.diskSize > first.diskFree && first.memory > 1e6);
    assert.deepEqual([first.games_live, first.seeks], [0, 0]);
    const table = await pair(slow);
    await playAll(table, foolsMate.slice(0, 2));
    await slow.pass(3000);
    await stream.has(2);
    const later = stream.events[1];
    assert.deepEqual([later.games_live, later.sessions, later.totals.moves_total - first.totals.moves_total], [1, 2, 2]);
    assert.ok(later.commit.count > 0 && later.commit.p50 > 0 && later.commit.p99 >= later.commit.p50);
    const others = Array.from({ length: 15 }, () => figures(slow, second));
    for (const each of others) await each.has(1);
    const { status, headers } = await second.get('/api/admin/events');
    assert.deepEqual([status, headers['retry-after']], [503, '10']);
    assert.equal((await runCastled(['admin', '--data', slow.directory, 'operator', 'Watcher', 'off'])).code, 0);
    await slow.pass(3000);
    await until(() => stream.ended, 'the stream has ended');
    assert.ok(!others.some(each => each.ended));
    others.forEach(each => each.close());
  } finally {
    await slow.remove();
  }
});

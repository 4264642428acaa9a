// admin.test.mjs - what the operator does with "castled admin": on a running server at once, else on its database.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';

import { castled, newDirectory, runCastled } from './castled.mjs';
import { browser } from './http_client.mjs';
import { closeCode, connect, pair, refusedHandshake } from './player.mjs';

let server;
before(async () => (server = await castled().start()));
after(() => server.remove());

const PASSWORD = 'correct-horse';
const admin = (...words) => runCastled(['admin', '--data', server.directory, ...words]);
const origin = () => `http://127.0.0.1:${server.port}`;
const come = who => connect(server, { headers: { cookie: `castled_session=${who.cookie}`, origin: origin() } });

async function does(...words) {
  const { code, stdout, stderr } = await admin(...words);
  assert.equal(code, 0, `${words.join(' ')}: ${stderr}`);
  return stdout;
}

async function refuses(code, ...words) {
  const ended = await admin(...words);
  assert.equal(ended.code, code, `${words.join(' ')}: ${ended.stdout}${ended.stderr}`);
  assert.ok(ended.stderr.length > 10, 'it says why');
  return ended.stderr;
}

const sign = (method, name, password = PASSWORD) => {
  const self = browser(server);
  return self.post(method, { name, password }).then(answer => Object.assign(self, { answer, name }));
};

const drawn = text => /^password: (\S+)$/m.exec(text)[1];

test('help tells every command', async () => {
  const { code, stdout } = await runCastled(['admin', 'help']);
  assert.equal(code, 0);
  for (const word of ['make', 'rename', 'password', 'delete', 'bot', 'show', 'mute', 'unmute', 'ban', 'unban', 'registration',
    'quiet', 'notice', 'reports', 'acts', 'status'])
    assert.match(stdout, new RegExp(`^  ${word}\\b`, 'm'));
});

test('an account is made, renamed, and given a new password', async () => {
  const first = drawn(await does('make', 'Pupil'));
  assert.equal((await sign('/api/session', 'Pupil', first)).answer.status, 200);
  await does('rename', 'pupil', 'Learner');
  const self = await sign('/api/session', 'Learner', first);
  assert.equal(self.answer.status, 200);
  assert.equal((await sign('/api/session', 'Pupil', first)).answer.status, 401);
  const player = await come(self);
  const token = (await self.post('/api/tokens', 'description=one&scopes[]=board:play')).json.token;
  await self.post('/api/tokens', 'description=two');
  const program = await connect(server, { token });
  const told = await does('password', 'Learner');
  assert.match(told, /^Learner has a new password and is signed out everywhere; 2 sessions and 2 API tokens ended\.$/m);
  const second = drawn(told);
  for (const each of [player, program]) assert.equal(await closeCode(each), 1008);
  assert.equal((await browser(server, { token }).get('/api/account')).status, 401);
  assert.equal((await self.get('/api/account')).status, 401);
  assert.equal((await sign('/api/session', 'Learner', first)).answer.status, 401);
  assert.equal((await sign('/api/session', 'Learner', second)).answer.status, 200);
});

test('a player who is renamed is called so in his game', async () => {
  const table = await pair(server);
  const self = browser(server, { token: table.white.welcome.token });
  await self.post('/api/account', { name: 'BadWord', password: PASSWORD });
  await does('rename', 'BadWord', 'GoodWord');
  const watcher = await connect(server);
  await watcher.ok({ t: 'watch', game: table.game });
  assert.equal((await watcher.kind('game')).white.name, 'GoodWord');
});

test('who is muted plays and does not speak', async () => {
  const { game, white, black } = await pair(server);
  await does('mute', white.welcome.you.id, '30m');
  await white.refused({ t: 'chat', game, text: 'Hello' }, 'forbidden');
  await white.refused({ t: 'chat', game, preset: 'hi' }, 'forbidden');
  await white.ok({ t: 'move', game, ply: 0, uci: 'e2e4' });
  await black.ok({ t: 'chat', game, text: 'Hello' });
  await server.restart();
  const back = await connect(server, { token: white.welcome.token });
  await back.refused({ t: 'chat', game, text: 'Hello' }, 'forbidden');
  await does('unmute', white.welcome.you.id);
  await back.ok({ t: 'chat', game, text: 'Hello' });
});

test('who is banned is sent away and not let in', async () => {
  const guest = await connect(server);
  const self = await sign('/api/account', 'Nuisance');
  const player = await come(self);
  const token = (await self.post('/api/tokens', 'description=x')).json.token;
  await does('ban', guest.welcome.you.id, '1h');
  await does('ban', 'Nuisance');
  for (const each of [guest, player]) assert.equal(await closeCode(each), 1008);
  for (const headers of [{ authorization: `Bearer ${guest.welcome.token}` }, { authorization: `Bearer ${token}` },
    { cookie: `castled_session=${self.cookie}`, origin: origin() }])
    assert.equal((await refusedHandshake(server, { headers })).status, 403);
  assert.equal((await self.get('/api/account')).status, 403);
  assert.equal((await browser(server, { token }).get('/api/account')).status, 403);
  assert.equal((await sign('/api/session', 'Nuisance')).answer.status, 403);
  assert.equal((await browser(server, { token: guest.welcome.token }).post('/api/account', { name: 'Other', password: PASSWORD })).status, 403);
  await server.restart();
  assert.equal((await self.get('/api/account')).status, 403);
  await does('unban', 'Nuisance');
  assert.equal((await self.get('/api/account')).status, 200);
});

test('registration is closed and opened', async () => {
  await does('registration', 'closed');
  assert.equal((await sign('/api/account', 'TooLate')).answer.status, 403);
  await server.restart();
  assert.equal((await sign('/api/account', 'TooLate')).answer.status, 403);
  assert.match(await does('status'), /registration\s+closed/);
  await does('make', 'Invited');
  await does('registration', 'open');
  assert.equal((await sign('/api/account', 'TooLate')).answer.status, 201);
});

test('in quiet mode people choose among phrases', async () => {
  const { game, white } = await pair(server);
  await does('quiet', 'on');
  await white.refused({ t: 'chat', game, text: 'Hello' }, 'forbidden');
  await white.ok({ t: 'chat', game, preset: 'hi' });
  await does('quiet', 'off');
  await white.ok({ t: 'chat', game, text: 'Hello' });
});

test('everybody is told what the operator says', async () => {
  const [one, other] = [await connect(server), await connect(server)];
  await does('notice', 'Back in "five" minutes: <b>\u00e9</b>');
  for (const each of [one, other])
    assert.equal((await each.kind('notice')).text, 'Back in "five" minutes: <b>\u00e9</b>');
});

test('reports are listed', async () => {
  const self = await sign('/api/account', 'Reporter');
  const other = await sign('/api/account', 'Reported');
  assert.equal((await self.post(`/api/report/${other.name}`, { reason: 'insults', text: 'He said words.', game: 'Ab12Cd34' })).status, 200);
  assert.equal((await self.post(`/api/report/${other.name}`, { reason: 'nonsense', text: 'x' })).status, 400);
  assert.equal((await self.post(`/api/report/${other.name}`, { reason: 'spam', text: 'x'.repeat(501) })).status, 400);
  assert.match(await does('reports'), /Reporter of Reported: insults, game Ab12Cd34 {2}He said words\./);
});

test('an account is deleted', async () => {
  const self = await sign('/api/account', 'Leaver');
  const player = await come(self);
  await does('delete', 'Leaver');
  assert.equal(await closeCode(player), 1008);
  assert.equal((await self.get('/api/account')).status, 401);
  await refuses(1, 'make', 'Leaver');
});

test('what makes no sense is refused in words, with a code', async () => {
  await refuses(2, 'frobnicate');
  await refuses(2, 'make');
  await refuses(2, 'make', 'One', 'Two');
  await refuses(2, 'mute');
  await refuses(1, 'make', 'a');
  await refuses(1, 'rename', 'NobodyThere', 'Somebody-1');
  await refuses(1, 'mute', 'NobodyThere');
  await refuses(1, 'mute', 'Invited', 'soon');
  await refuses(1, 'registration', 'ajar');
  await refuses(1, 'notice', 'x'.repeat(501));
  await refuses(2, 'notice', ...'a b c d e f g h i j'.split(' '));
  const { code, stderr } = await runCastled(['admin', '--data', '/nowhere/at/all', 'status']);
  assert.equal(code, 1);
  assert.match(stderr, /no database/);
});

test('without a server it works on the database, and every act is kept', async () => {
  await server.stop();
  const password = drawn(await does('make', 'Offline'));
  assert.match(await does('password', 'Learner'), /; 1 session and 0 API tokens ended\./);
  await does('mute', 'Offline', '7d');
  await refuses(1, 'notice', 'Is anybody here?');
  const acts = await does('acts');
  for (const words of [/make +Offline/, /mute +Offline 7d/, /registration +closed/, /rename +pupil Learner/, /quiet +on/])
    assert.match(acts, words);
  assert.ok(!acts.includes('argon2'), 'no hash is kept with an act');
  await server.start();
  assert.equal((await sign('/api/session', 'Offline', password)).answer.status, 200);
});

test('a data directory with a long name is reached', async () => {
  const long = `${newDirectory()}/${'deep/'.repeat(30)}`;
  const { mkdirSync } = await import('node:fs');
  mkdirSync(long, { recursive: true });
  const other = await castled({ directory: long }).start();
  assert.equal((await runCastled(['admin', `--data=${long}`, 'status'])).code, 0);
  await other.remove();
});

test('a file of games is brought into an account, and each that is refused is told with its line', async () => {
  const other = await castled().start();
  try {
    const importer = words => runCastled(['import', ...words, '--data', other.directory]);
    const file = path.join(other.directory, 'games.pgn');
    fs.writeFileSync(file, '[White "Anderssen"]\n[Black "pupil"]\n\n1. e4 e5 0-1\n\n' +
      '[White "Bad"]\n\n1. e4 e5\n2. Ke3 1-0\n\n[White "None"]\n\n1-0\n\n1. d4 d5 1/2-1/2\n');
    assert.equal((await runCastled(['admin', '--data', other.directory, 'make', 'Pupil'])).code, 0);
    const running = await importer([file, 'Pupil']);
    assert.equal(running.code, 1);
    assert.match(running.stderr, /another castled uses this data directory/);
    await other.stop();
    const { code, stdout, stderr } = await importer([file, 'Pupil']);
    assert.equal(code, 1, stderr);
    assert.equal(stdout, '2 games taken, 2 refused\n');
    assert.equal(stderr, `${file}:6: line 9, column 4: the move cannot be played\n${file}:11: there are no moves\n`);
    await other.start();
    const { json } = await browser(other).get('/api/games?player=Pupil&sort=dateAsc');
    assert.deepEqual(json.games.map(game => [game.source, game.status, game.winner]),
      [['import', 'resign', 'black'], ['import', 'draw', undefined]]);
    assert.deepEqual(json.games[0].players, { white: { name: 'Anderssen' }, black: { name: 'pupil' } });
    assert.match((await runCastled(['admin', '--data', other.directory, 'acts'])).stdout, /import +Pupil .*2 games, 2 refused/);
    await other.stop();
    for (const [words, status, why] of [
      [[file, 'Nobody'], 1, /no account is called Nobody/],
      [['/nowhere.pgn', 'Pupil'], 1, /nowhere\.pgn: No such file/],
      [[file], 2, /^usage: castled import/],
    ]) {
      const ended = await importer(words);
      assert.equal(ended.code, status);
      assert.match(ended.stderr, why);
    }
  } finally {
    await other.remove();
  }
});

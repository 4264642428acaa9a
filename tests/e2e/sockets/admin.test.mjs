// admin.test.mjs - what the operator does with "castled admin": on a running server at once, else on its database.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';

import { castled, get, newDirectory, runCastled } from './castled.mjs';
import { browser } from './http_client.mjs';
import { closeCode, connect, pair, play, refusedHandshake } from './player.mjs';

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

test('help lists every command', async () => {
  const { code, stdout } = await runCastled(['admin', 'help']);
  assert.equal(code, 0);
  for (const word of ['make', 'rename', 'password', 'delete', 'bot', 'show', 'mute', 'unmute', 'ban', 'unban', 'registration',
    'quiet', 'notice', 'reports', 'acts', 'status', 'challenges', 'clear-challenges', 'seeks', 'clear-seeks', 'ban-address',
    'unban-address', 'bans', 'dump', 'operator', 'operators', 'add-time', 'pause', 'resume', 'adjourn', 'annul',
    'mark', 'unmark', 'warn', 'decide', 'reopen', 'undo', 'second-factor', 'webhooks',
    'webhook-add', 'webhook-remove', 'webhook-on', 'webhook-off', 'webhook-test', 'webhook-deliveries'])
    assert.match(stdout, new RegExp(`^  ${word}\\b`, 'm'));
});

test('an account is created, renamed, and given a new password', async () => {
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

test('an account becomes an operator, which only it is told, and is one no longer', async () => {
  const self = await sign('/api/account', 'Overseer');
  assert.equal(self.answer.json.operator, undefined);
  assert.equal(await does('operators'), "No account is an operator's.\n");
  assert.equal(await does('operator', 'overseer'), 'Overseer is now an operator.\n');
  assert.equal((await self.get('/api/account')).json.operator, true);
  assert.equal((await self.get('/api/user/Overseer')).json.operator, true);
  assert.equal((await browser(server).get('/api/user/Overseer')).json.operator, undefined);
  assert.equal(await does('operators'), 'Overseer\n');
  assert.match(await does('show', 'Overseer'), /yes, an operator/);
  await refuses(1, 'operator', 'Overseer', 'perhaps');
  assert.equal(await does('operator', 'Overseer', 'off'), 'Overseer is no longer an operator.\n');
  assert.equal((await self.get('/api/account')).json.operator, undefined);
  await refuses(1, 'operator', 'Nobody');
});

test('a renamed player has the new name in a game in progress', async () => {
  const table = await pair(server);
  const self = browser(server, { token: table.white.welcome.token });
  await self.post('/api/account', { name: 'BadWord', password: PASSWORD });
  await does('rename', 'BadWord', 'GoodWord');
  const watcher = await connect(server);
  await watcher.ok({ t: 'watch', game: table.game });
  assert.equal((await watcher.kind('game')).white.name, 'GoodWord');
});

test('a muted player can play but not chat', async () => {
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

test('a banned player is disconnected and not let in', async () => {
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

const LINK = { t: 'challenge', to: 'link', clock: null };
const SEEK = { t: 'seek', clock: { initial: 300_000, increment: 3000 }, color: 'white', fallback: null };
const ids = text => text.split('\n').map(line => /^(\w{12}) /.exec(line)?.[1]).filter(Boolean).sort();

test('challenges are listed and closed by id, person and address, or all', async () => {
  const [one, other] = [await connect(server, { localAddress: '127.0.0.21' }), await connect(server, { localAddress: '127.0.0.22' })];
  const opened = [];
  for (const maker of [one, one, one, other]) opened.push((await maker.ok(LINK)).challenge);
  assert.deepEqual(ids(await does('challenges')), [...opened].sort());
  assert.deepEqual(ids(await does('challenges', other.welcome.you.id)), [opened[3]]);
  assert.deepEqual(ids(await does('challenges', '127.0.0.21')), opened.slice(0, 3).sort());
  assert.deepEqual(ids(await does('challenges', opened[1])), [opened[1]]);
  assert.match(await does('clear-challenges', opened[0]), /^1 challenge has/);
  assert.equal((await one.next(m => m.t === 'challenge' && m.state === 'canceled')).challenge, opened[0]);
  assert.match(await does('clear-challenges', one.welcome.you.id), /^2 challenges have/);
  assert.match(await does('clear-challenges', '127.0.0.22'), /^1 challenge has/);
  assert.equal((await other.next(m => m.t === 'challenge' && m.state === 'canceled')).challenge, opened[3]);
  await one.ok(LINK);
  assert.match(await does('clear-challenges', 'all'), /^1 challenge has/);
  assert.match(await does('challenges'), /No challenge is open/);
  await refuses(1, 'clear-challenges', 'NobodyThere');
  await refuses(2, 'clear-challenges');
  await server.restart();
  assert.match(await does('challenges'), /No challenge is open/);
});

test('seeks are listed and withdrawn', async () => {
  const [one, other] = [await connect(server, { localAddress: '127.0.0.21' }), await connect(server, { localAddress: '127.0.0.22' })];
  const opened = [];
  for (const seeker of [one, one, other]) opened.push((await seeker.ok(SEEK)).seek);
  assert.deepEqual(ids(await does('seeks')), [...opened].sort());
  assert.deepEqual(ids(await does('seeks', '127.0.0.22')), [opened[2]]);
  assert.match(await does('clear-seeks', opened[0]), /^1 seek has/);
  assert.match((await one.kind('notice')).text, /withdrawn/);
  await one.refused({ t: 'unseek', seek: opened[0] }, 'stale');
  assert.match(await does('clear-seeks', one.welcome.you.id), /^1 seek has/);
  assert.match(await does('clear-seeks', 'all'), /^1 seek has/);
  assert.match(await does('seeks'), /No seek is open/);
});

test('a banned player’s seeks and challenges are removed, and their opponent can end the game', async () => {
  const { game, white, black } = await pair(server);
  const name = white.welcome.you.name;
  const challenge = (await white.ok(LINK)).challenge;
  const received = (await black.ok({ t: 'challenge', to: 'user', user: white.welcome.you.id, clock: null })).challenge;
  await white.ok(SEEK);
  await does('ban', white.welcome.you.id, '1h');
  assert.equal(await closeCode(white), 1008);
  assert.equal((await black.next(m => m.t === 'challenge' && m.challenge === received && m.state === 'canceled')).from.id, black.welcome.you.id);
  await black.refused({ t: 'accept', challenge }, 'stale');
  assert.match(await does('seeks'), /No seek is open/);
  assert.match(await does('challenges'), /No challenge is open/);
  assert.match(await does('bans'), new RegExp(`${white.welcome.you.id}\\)  until: 20`));
  // As with any opponent who has left: the win can be claimed soon, or the game aborted before it has really begun.
  const crowd = await black.next(m => m.t === 'crowd' && m.game === game && m.white === false);
  assert.ok(crowd, name);
  await black.ok({ t: 'abort', game });
});

test('a banned address is disconnected, also after a restart, until the ban ends', async () => {
  const localAddress = '127.0.0.23';
  const guest = await connect(server, { localAddress });
  const bystander = await connect(server, { localAddress: '127.0.0.24' });
  await guest.ok(LINK);
  await guest.ok(SEEK);
  assert.match(await does('show', guest.welcome.you.id), /^address {2}127\.0\.0\.23$/m);
  assert.match(await does('ban-address', localAddress, '1h'), /closed connections: 1, streams and exports: 0\./);
  assert.equal(await closeCode(guest), 1008);
  const isBanned = async () => {
    assert.equal((await refusedHandshake(server, { localAddress })).status, 403);
    const answer = await browser(server, { localAddress }).get('/api/account');
    assert.equal(answer.status, 403);
    assert.match(answer.json.error, /address has been banned/);
    assert.equal((await browser(server, { localAddress }).get('/healthz')).status, 403);
  };
  await isBanned();
  assert.equal((await get(server.port, '/healthz')).status, 200);
  await bystander.settle();
  assert.match(await does('challenges'), /No challenge is open/);
  assert.match(await does('seeks'), /No seek is open/);
  await server.restart();
  await isBanned();
  assert.match(await does('bans'), /^127\.0\.0\.23 {2}until: 20/m);
  await does('unban-address', localAddress);
  await connect(server, { localAddress });
  assert.doesNotMatch(await does('bans'), /127\.0\.0\.23/);
  await refuses(1, 'unban-address', localAddress);
  await refuses(1, 'ban-address', 'Nobody');
  await refuses(1, 'ban-address', '10.0.0.0/8');
  await refuses(1, 'ban-address', '2001:db8::/32');
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

test('in quiet mode people choose among preset messages', async () => {
  const { game, white } = await pair(server);
  await does('quiet', 'on');
  await white.refused({ t: 'chat', game, text: 'Hello' }, 'forbidden');
  await white.ok({ t: 'chat', game, preset: 'hi' });
  await does('quiet', 'off');
  await white.ok({ t: 'chat', game, text: 'Hello' });
});

test('everybody gets the operator’s message', async () => {
  const [one, other] = [await connect(server), await connect(server)];
  await does('notice', 'Back in "five" minutes: <b>\u00e9</b>');
  for (const each of [one, other])
    assert.equal((await each.kind('notice')).text, 'Back in "five" minutes: <b>\u00e9</b>');
});

test('a live game is shown with its clocks and listeners', async () => {
  const table = await pair(server);
  const spectator = await connect(server);
  await spectator.ok({ t: 'watch', game: table.game });
  await play(table, 0, 'e2e4');
  await play(table, 1, 'e7e5');
  await spectator.next(m => m.t === 'move' && m.ply === 2);
  const [snapshot, state, ...rest] = (await does('dump', table.game)).trimEnd().split('\n').map(line => JSON.parse(line));
  assert.deepEqual(rest, []);
  assert.equal(snapshot.t, 'game');
  assert.deepEqual(snapshot.moves, ['e2e4', 'e7e5']);
  assert.equal(state.position, 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'); // as python-chess prints it
  assert.equal(state.plies, 2);
  assert.equal(state.clock.running, true);
  assert.equal(state.clock.turn, 'white');
  assert.ok(state.clock.white > 0 && state.clock.white <= 300_000, 'what is left of five minutes');
  assert.equal(state.clock.flagIn, state.clock.white);
  assert.equal(state.journal.durable, true);
  assert.deepEqual(state.journal.waiting, []);
  assert.equal(state.computer, null);
  assert.deepEqual(state.present, { white: true, black: true });
  const ids = [table.white, table.black, spectator].map(player => player.welcome.you.id);
  assert.deepEqual(state.listeners.map(each => [each.id, each.as]).sort(),
    [[ids[0], 'player'], [ids[1], 'player'], [ids[2], 'spectator']].sort());
  for (const each of state.listeners) assert.equal(each.address, '127.0.0.1');
  assert.match(await refuses(1, 'dump', 'Ab12Cd34'), /not in memory/);
  await refuses(2, 'dump');
});

test('reports are listed', async () => {
  assert.equal(await does('reports'), 'There is nothing to list.\n');
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

test('nonsense is refused in words, with an exit code', async () => {
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
  assert.match(stderr, /no castled database/);
});

test('without a server it works on the database, and every action is recorded', async () => {
  const [one, other] = [await connect(server, { localAddress: '127.0.0.25' }), await connect(server, { localAddress: '127.0.0.26' })];
  const [first, second] = [(await one.ok(LINK)).challenge, (await one.ok(LINK)).challenge];
  const banned = (await other.ok(LINK)).challenge;
  const leaver = await come(await sign('/api/session', 'Quitter', drawn(await does('make', 'Quitter'))));
  const deleted = (await leaver.ok(LINK)).challenge;
  await server.stop();
  assert.deepEqual(ids(await does('challenges')), [first, second, banned, deleted].sort());
  assert.match(await does('clear-challenges', first), /^1 challenge has/);
  await does('ban-address', '127.0.0.26');
  await does('delete', 'Quitter');
  await refuses(1, 'seeks');
  await refuses(1, 'clear-seeks', 'all');
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
  assert.deepEqual(ids(await does('challenges')), [second]);
  assert.equal((await refusedHandshake(server, { localAddress: '127.0.0.26' })).status, 403);
  assert.match(await does('bans'), /^127\.0\.0\.26 {2}until: for ever$/m);
});

test('a data directory with a long name is reached', async () => {
  const long = `${newDirectory()}/${'deep/'.repeat(30)}`;
  const { mkdirSync } = await import('node:fs');
  mkdirSync(long, { recursive: true });
  const other = await castled({ directory: long }).start();
  assert.equal((await runCastled(['admin', `--data=${long}`, 'status'])).code, 0);
  await other.remove();
});

test('a file of games is imported into an account, and each refused game is reported with its line', async () => {
  const other = await castled().start();
  try {
    const importer = words => runCastled(['import', ...words, '--data', other.directory]);
    const file = path.join(other.directory, 'games.pgn');
    fs.writeFileSync(file, '[White "Anderssen"]\n[Black "pupil"]\n\n1. e4 e5 0-1\n\n' +
      '[White "Bad"]\n\n1. e4 e5\n2. Ke3 1-0\n\n[White "None"]\n\n1-0\n\n1. d4 d5 1/2-1/2\n');
    assert.equal((await runCastled(['admin', '--data', other.directory, 'make', 'Pupil'])).code, 0);
    const running = await importer([file, 'Pupil']);
    assert.equal(running.code, 1);
    assert.match(running.stderr, /another castled is using this data directory/);
    await other.stop();
    const { code, stdout, stderr } = await importer([file, 'Pupil']);
    assert.equal(code, 1, stderr);
    assert.equal(stdout, '2 games imported, 2 refused\n');
    assert.equal(stderr, `${file}:6: line 9, column 4: the move cannot be played\n${file}:11: there are no moves\n`);
    await other.start();
    const { json } = await browser(other).get('/api/games?player=Pupil&sort=dateAsc');
    assert.deepEqual(json.games.map(game => [game.source, game.status, game.winner]),
      [['import', 'resign', 'black'], ['import', 'draw', undefined]]);
    assert.deepEqual(json.games[0].players, { white: { name: 'Anderssen' }, black: { name: 'pupil' } });
    assert.match((await runCastled(['admin', '--data', other.directory, 'acts'])).stdout, /import +Pupil .*2 games, 2 refused/);
    await other.stop();
    for (const [words, status, why] of [
      [[file, 'Nobody'], 1, /there is no account Nobody/],
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

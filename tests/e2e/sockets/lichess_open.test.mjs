// lichess_open.test.mjs - games that somebody arranges for two others by the Lichess API: open challenges, colours, rules, clocks
// that are started, time that is given.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { castled } from './castled.mjs';
import { begin, hasMembers, lichess } from './lichess_client.mjs';
import { connect } from './player.mjs';

let server;
let org;
let ann;
let bob;
let bot;
before(async () => {
  server = await castled().start();
  org = await lichess(server, 'Org', { scopes: 'challenge:write challenge:read' });
  ann = await lichess(server, 'Ann');
  bob = await lichess(server, 'Bob');
  bot = await lichess(server, 'Botty', { bot: true });
  for (const one of [ann, bob, bot]) await one.events();
});
after(() => server.remove());

// The members of ChallengeOpenJson in the API's specification.
const OPEN = {
  id: 'string', url: 'string', status: 'string', challenger: 'null', destUser: 'null', 'variant.key': 'string', rated: 'boolean', speed: 'string',
  'timeControl.type': 'string', color: 'string', 'perf.name': 'string', urlWhite: 'string', urlBlack: 'string', open: 'object', expiresAt: 'integer',
};
const CLOCK = { 'clock.limit': 300, 'clock.increment': 3 };
const open = async (fields = {}) => {
  const made = await org.post('/api/challenge/open', { ...CLOCK, ...fields });
  assert.equal(made.status, 200, made.body);
  hasMembers(made.json, OPEN);
  return made.json;
};
const started = async (player, id) => (await player.event.next(line => line.type === 'gameStart' && line.game.id === id, 'gameStart')).game;
const refused = async (answer, status, what) => {
  const { status: was, json, body } = await answer;
  assert.deepEqual([was, typeof json.error], [status, 'string'], `${what}: ${body}`);
};

test('an open challenge is for the first two who accept it, whoever made it', async () => {
  const { id, url, urlWhite, urlBlack } = await open({ name: 'Final' });
  assert.deepEqual([urlWhite, urlBlack], [`${url}?color=white`, `${url}?color=black`]);
  await ann.ok(`/api/challenge/${id}/accept`);
  await ann.ok(`/api/challenge/${id}/accept`); // twice: she still waits
  const shown = (await org.get(`/api/challenge/${id}/show`)).json;
  assert.deepEqual([shown.challenger.name, shown.destUser, shown.name], ['Ann', null, 'Final']);
  assert.deepEqual((await ann.get('/api/account/playing')).json.nowPlaying, []);
  await bot.ok(`/api/challenge/${id}/accept`);
  const [one, other] = [await started(ann, id), await started(bot, id)];
  assert.deepEqual([one.color, other.color].sort(), ['black', 'white']);
  assert.equal(one.opponent.username, 'Botty');
  await refused(bob.post(`/api/challenge/${id}/accept`), 404, 'it is gone');
  await ann.play(id, 'abort');
});

test('whoever accepts an open challenge may choose a colour that is free', async () => {
  const { id } = await open();
  await ann.ok(`/api/challenge/${id}/accept?color=black`);
  await refused(bob.post(`/api/challenge/${id}/accept?color=black`), 400, 'the same colour');
  await refused(bob.post(`/api/challenge/${id}/accept?color=green`), 400, 'no colour');
  await bob.ok(`/api/challenge/${id}/accept`, { color: 'white' });
  assert.equal((await started(ann, id)).color, 'black');
  await ann.play(id, 'abort');
  const second = await open();
  await bob.ok(`/api/challenge/${second.id}/accept`);
  await ann.ok(`/api/challenge/${second.id}/accept?color=white`);
  assert.equal((await started(ann, second.id)).color, 'white');
  await ann.play(second.id, 'abort');
  // Of another challenge the colours are decided.
  const { id: named } = (await org.post('/api/challenge/Ann', { ...CLOCK, color: 'white' })).json;
  await refused(ann.post(`/api/challenge/${named}/accept?color=white`), 400, 'the challenger has White');
  await ann.ok(`/api/challenge/${named}/accept?color=black`);
  assert.equal((await started(ann, named)).color, 'black');
  await ann.play(named, 'abort');
});

test('an open challenge for two is for nobody else, and survives a restart with the one who waits', async () => {
  const made = await open({ users: 'bob,ANN', rated: true, rules: 'noRematch,noAbort' });
  assert.deepEqual([made.open.userIds, made.rules.sort()], [['bob', 'ann'], ['noAbort', 'noRematch']]);
  await refused(org.post(`/api/challenge/${made.id}/accept`), 400, 'not for its maker');
  await refused(ann.post(`/api/challenge/${made.id}/accept?color=white`), 400, 'White is for Bob');
  await ann.ok(`/api/challenge/${made.id}/accept`);
  await server.restart();
  for (const one of [ann, bob, bot]) await one.events();
  await bob.ok(`/api/challenge/${made.id}/accept`);
  assert.deepEqual([(await started(bob, made.id)).color, (await started(ann, made.id)).color], ['white', 'black']);
  await refused(ann.post(`/api/board/game/${made.id}/abort`), 400, 'noAbort');
  await ann.play(made.id, 'resign');
  const ended = await bob.event.next(line => line.type === 'gameFinish' && line.game.id === made.id, 'gameFinish');
  assert.deepEqual([ended.game.status.name, ended.game.winner, ended.game.rated], ['resign', 'white', true]);
});

test('what cannot be arranged is refused; its maker cancels what is open', async () => {
  const refuse = (fields, status, what) => refused(org.post('/api/challenge/open', { ...CLOCK, ...fields }), status, what);
  await refuse({ users: 'ann' }, 400, 'one user');
  await refuse({ users: 'ann,bob,org' }, 400, 'three users');
  await refuse({ users: 'ann,ann' }, 400, 'against herself');
  await refuse({ users: 'ann,nobody' }, 404, 'no such user');
  await refuse({ users: `ann,${'x'.repeat(40)}` }, 400, 'no name');
  await refuse({ rules: 'noFun' }, 400, 'no rule');
  await refuse({ name: 'x'.repeat(61) }, 400, 'a long name');
  await refuse({ expiresAt: 1 }, 400, 'the past');
  await refuse({ expiresAt: Date.now() + 15 * 24 * 60 * 60 * 1000 }, 400, 'more than two weeks');
  await refuse({ expiresAt: 'x' }, 400, 'no instant');
  const soon = Date.now() + 60 * 60 * 1000;
  const { id, url, expiresAt } = await open({ expiresAt: soon, color: 'white' });
  assert.equal(expiresAt, soon);
  const guest = await connect(server);
  await guest.ok({ t: 'watch', challenge: url.split('/').at(-1) });
  const { open: isOpen, joined } = await guest.kind('challenge');
  assert.deepEqual([isOpen, joined], [true, []]);
  const { game } = await guest.ok({ t: 'accept', challenge: url.split('/').at(-1) });
  assert.equal(game, undefined);
  assert.equal((await guest.kind('challenge')).joined.length, 1);
  await refused(ann.post(`/api/challenge/${id}/cancel`), 400, 'not hers');
  await org.ok(`/api/challenge/${id}/cancel`);
  assert.equal((await guest.kind('challenge')).state, 'canceled');
  await guest.close();
});

test('both players together start the clocks of their game', async () => {
  const game = await begin(ann, bob);
  const start = (tokens, by = ann) => by.post(`/api/challenge/${game.id}/start-clocks?${new URLSearchParams(tokens)}`);
  await refused(start({}), 400, 'no token');
  await refused(start({ token1: ann.token }), 404, 'only one of them');
  await refused(start({ token1: ann.token, token2: 'tok_unknown' }), 400, 'an unknown token');
  await refused(start({ token1: ann.token, token2: org.token }), 404, 'somebody else');
  assert.equal(game.full.state.expiration !== undefined, true);
  assert.deepEqual((await start({ token1: bob.token, token2: ann.token })).json, { ok: true });
  const state = await game.one.state(s => s.expiration === undefined);
  assert.ok(state.wtime <= 300_000);
  assert.deepEqual((await start({ token1: bob.token, token2: ann.token })).json, { ok: true }, 'again');
  await ann.play(game.id, 'move/e2e4');
  await bob.play(game.id, 'move/e7e5');
  await game.one.state(s => s.moves === 'e2e4 e7e5');
  await ann.play(game.id, 'resign');
  const computer = (await ann.post('/api/challenge/ai', { ...CLOCK, level: 1, color: 'white' })).json.id;
  assert.deepEqual((await ann.post(`/api/challenge/${computer}/start-clocks?token1=${ann.token}`)).json, { ok: true }, 'alone against the computer');
  await ann.play(computer, 'abort');
});

test('a player gives the opponent time', async () => {
  const game = await begin(ann, bob);
  const give = seconds => ann.post(`/api/round/${game.id}/add-time/${seconds}`);
  for (const seconds of ['4', '61', '-5', 'x', '5x', '1e1']) await refused(give(seconds), 400, seconds);
  assert.deepEqual((await give(60)).json, { ok: true });
  assert.equal((await game.other.state(s => s.btime > 300_000)).btime, 360_000);
  assert.deepEqual((await give(5)).json, { ok: true });
  assert.equal((await game.other.state(s => s.btime > 360_000)).btime, 365_000);
  await refused(org.post(`/api/round/${game.id}/add-time/15`), 404, 'not their game');
  await refused(ann.post('/api/round/Zz12Cd34/add-time/15'), 404, 'no such game');
  await ann.play(game.id, 'abort');
});

// lobby.test.mjs - finding a game: seeks that fit and don't, the computer that steps in, challenges by link and name.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { castled, withCastled } from './castled.mjs';
import { connect } from './player.mjs';

let server;
before(async () => (server = await castled().start()));
after(() => server.remove());

// Every test seeks with a clock of its own, so that no seek left over by another fits.
let tests = 0;
const ownClock = () => ({ initial: 60_000 * (10 + ++tests), increment: 0 });
const seekOf = (clock, more = {}) => ({ t: 'seek', clock, fallback: null, ...more });

test('two seeks that fit are paired at once', async () => {
  const clock = ownClock();
  const [a, b] = [await connect(server), await connect(server)];
  const { seek } = await a.ok(seekOf(clock));
  assert.match(seek, /^[0-9A-Za-z]{12}$/);
  const ok = await b.ok(seekOf(clock));
  const [one, other] = await Promise.all([a.kind('start'), b.kind('start')]);
  assert.equal(one.game, other.game);
  assert.match(one.game, /^[0-9A-Za-z]{8}$/);
  assert.deepEqual([one.color, other.color].sort(), ['black', 'white']);
  assert.equal(one.seek, seek);
  assert.equal(other.seek, ok.seek);
  await a.refused({ t: 'unseek', seek }, 'stale'); // it came too late
});

test('seeks that do not fit wait', async () => {
  const clock = ownClock();
  const pairs = [
    [{}, { clock: { ...clock, increment: 1000 } }],
    [{}, { clock: null }],
    [{}, { variant: 'chess960' }],
    [{ color: 'white' }, { color: 'white' }],
    [{ rating: [1600, 1700] }, {}],
    [{}, { rating: [0, 1400] }],
  ];
  for (const [one, other] of pairs) {
    const [a, b] = [await connect(server), await connect(server)];
    const first = await a.ok(seekOf(clock, one));
    const second = await b.ok(seekOf(clock, other));
    await a.settle();
    await b.settle();
    assert.ok(![...a.messages, ...b.messages].some(m => m.t === 'start'), JSON.stringify([one, other]));
    await a.ok({ t: 'unseek', seek: first.seek });
    await b.ok({ t: 'unseek', seek: second.seek });
  }
});

test('nobody is paired with themselves', async () => {
  const clock = ownClock();
  const a = await connect(server);
  const second = await connect(server, { token: a.welcome.token });
  const one = await a.ok(seekOf(clock));
  const other = await second.ok(seekOf(clock));
  await a.settle();
  assert.ok(!a.messages.some(m => m.t === 'start'));
  for (const { seek } of [one, other]) await a.ok({ t: 'unseek', seek });
});

test('after unseek no game comes, and only the seeker may withdraw a seek', async () => {
  const clock = ownClock();
  const [a, b] = [await connect(server), await connect(server)];
  const { seek } = await a.ok(seekOf(clock));
  await b.refused({ t: 'unseek', seek }, 'forbidden');
  await a.ok({ t: 'unseek', seek });
  await a.refused({ t: 'unseek', seek }, 'stale');
  const mine = await b.ok(seekOf(clock));
  await b.settle();
  assert.ok(!b.messages.some(m => m.t === 'start'));
  await b.ok({ t: 'unseek', seek: mine.seek });
});

test('three open seeks a person, and no more', async () => {
  const a = await connect(server);
  const seeks = [];
  for (let i = 0; i < 3; i++) seeks.push((await a.ok(seekOf(ownClock()))).seek);
  await a.refused(seekOf(ownClock()), 'not_now');
  await a.ok({ t: 'unseek', seek: seeks.pop() });
  seeks.push((await a.ok(seekOf(ownClock()))).seek);
  for (const seek of seeks) await a.ok({ t: 'unseek', seek });
});

// A server whose time passes when the test says so.
const inTime = body => () => withCastled({ slow: true }, body);

test('the computer takes the seat when the time is up, and is shown as one', inTime(async slow => {
  const a = await connect(slow);
  const { seek } = await a.ok(seekOf(ownClock(), { fallback: 10_000 }));
  await slow.pass(9000);
  await a.settle();
  assert.ok(!a.messages.some(m => m.t === 'start'), 'it came too early');
  await slow.pass(1000);
  const start = await a.kind('start');
  assert.equal(start.seek, seek);
  const snapshot = await a.kind('game');
  const computer = start.color === 'white' ? snapshot.black : snapshot.white;
  assert.ok(computer.computer >= 1 && computer.computer <= 12);
  assert.equal(snapshot.rated, false);
  await a.refused({ t: 'unseek', seek }, 'stale');
}));

test('the computer comes at once when fallback is 0 and nobody fits, else a human plays', async () => {
  const clock = ownClock();
  const a = await connect(server);
  await a.ok(seekOf(clock, { fallback: 0 }));
  await a.kind('start');
  const [b, c] = [await connect(server), await connect(server)];
  await b.ok(seekOf(clock));
  await c.ok(seekOf(clock, { fallback: 0 }));
  const [one, other] = await Promise.all([b.kind('start'), c.kind('start')]);
  assert.equal(one.game, other.game);
});

test('a seek that was withdrawn gets no computer', inTime(async slow => {
  const a = await connect(slow);
  const { seek } = await a.ok(seekOf(ownClock(), { fallback: 10_000 }));
  await a.ok({ t: 'unseek', seek });
  await slow.pass(11_000);
  await a.settle();
  assert.ok(!a.messages.some(m => m.t === 'start'));
}));

test('with keep the seek stays open beside the game against the computer', async () => {
  const clock = ownClock();
  const [a, b] = [await connect(server), await connect(server)];
  const { seek } = await a.ok(seekOf(clock, { fallback: 0, keep: true }));
  const first = await a.kind('start');
  await b.ok(seekOf(clock));
  const second = await a.kind('start');
  assert.equal(second.seek, seek);
  assert.notEqual(second.game, first.game);
  assert.equal((await b.kind('start')).game, second.game);
});

test('a seek outlives its connection for five seconds, if the person comes back', inTime(async slow => {
  const clock = ownClock();
  const [a, b] = [await connect(slow), await connect(slow)];
  const { seek } = await a.ok(seekOf(clock));
  const lost = await b.ok(seekOf(ownClock()));
  await Promise.all([a.close(), b.close()]);
  await slow.pass(4000);
  const back = await connect(slow, { token: a.welcome.token });
  assert.deepEqual([back.welcome.seeks, back.welcome.elsewhere], [[seek], undefined]);
  await slow.pass(1500);
  await back.ok({ t: 'unseek', seek });
  const late = await connect(slow, { token: b.welcome.token });
  assert.deepEqual(late.welcome.seeks, []);
  await late.refused({ t: 'unseek', seek: lost.seek }, 'stale');
}));

test('a seek goes with a connection that is back before the old one has ended, and with no other', inTime(async slow => {
  const a = await connect(slow);
  const { seek } = await a.ok(seekOf(ownClock()));
  const back = await connect(slow, { token: a.welcome.token });
  a.socket.terminate();
  await a.closed;
  await slow.pass(6000);
  await back.ok({ t: 'unseek', seek });

  // The second one was there before the seek, the third before the last word of the seek's connection.
  const b = await connect(slow);
  const second = await connect(slow, { token: b.welcome.token });
  const other = await b.ok(seekOf(ownClock()));
  const third = await connect(slow, { token: b.welcome.token });
  await slow.pass(1000);
  await b.settle();
  b.socket.terminate();
  await b.closed;
  await slow.pass(6000);
  await second.refused({ t: 'unseek', seek: other.seek }, 'stale');
  await third.settle();
}));

test('a seek of quick pairing is in the rounds again when its person is back', inTime(async slow => {
  const seek = { t: 'seek', clock: { initial: 180_000, increment: 2000 }, fallback: null, pool: true };
  const a = await connect(slow);
  await a.ok(seek);
  await a.close();
  const b = await connect(slow);
  await b.ok(seek);
  await slow.pass(2000);
  const back = await connect(slow, { token: a.welcome.token });
  const started = back.kind('start');
  await slow.passUntil(started);
  assert.equal((await started).game, (await b.kind('start')).game);
}));

test('who accepts an opponent that was found leaves the game against the computer of that seek', inTime(async slow => {
  const a = await connect(slow);
  const beside = { fallback: 0, keep: true, ask: true };
  const games = [];
  for (const clock of [ownClock(), ownClock()]) {
    const { seek } = await a.ok(seekOf(clock, beside));
    games.push({ clock, seek, game: (await a.next(m => m.t === 'start' && m.seek === seek)).game });
  }
  const [first, second] = games;
  const b = await connect(slow);
  await b.ok(seekOf(second.clock));
  const found = a.kind('found');
  await slow.passUntil(found);
  await a.ok({ t: 'accept', seek: (await found).other });
  assert.equal((await a.next(m => m.t === 'end')).game, second.game);
  await a.ok({ t: 'unseek', seek: first.seek });
}));

test('a connection is told which seeks another one of the same person holds', async () => {
  const a = await connect(server);
  const { seek } = await a.ok(seekOf(ownClock()));
  const other = await connect(server, { token: a.welcome.token });
  assert.deepEqual([other.welcome.seeks, other.welcome.elsewhere], [[seek], [seek]]);
  const own = await other.ok(seekOf(ownClock()));
  const third = await connect(server, { token: a.welcome.token });
  assert.deepEqual(third.welcome.elsewhere, [seek, own.seek]);
});

test('the lobby lists open seeks, one of them can be accepted', async () => {
  const clock = ownClock();
  const [a, b, c] = [await connect(server), await connect(server), await connect(server)];
  await b.ok({ t: 'lobby' });
  const { seek } = await a.ok(seekOf(clock, { color: 'black', rating: [1000, 2000] }));
  const has = m => m.t === 'lobby' && m.seeks.some(s => s.seek === seek);
  const list = await b.next(has, () => 'a lobby with the seek');
  const shown = list.seeks.find(s => s.seek === seek);
  assert.deepEqual(shown.clock, clock);
  assert.equal(shown.person.id, a.welcome.you.id);
  assert.equal(shown.color, 'black');
  assert.deepEqual(shown.rating, [1000, 2000]);
  assert.equal(list.count, list.seeks.length);
  await a.refused({ t: 'accept', seek }, 'forbidden'); // one's own
  const { game } = await b.ok({ t: 'accept', seek });
  assert.equal((await b.kind('start')).color, 'white');
  assert.equal((await a.kind('start')).game, game);
  await c.refused({ t: 'accept', seek }, 'stale');
  await b.next(m => m.t === 'lobby' && !m.seeks.some(s => s.seek === seek));
});

test('a seek that excludes the player cannot be accepted', async () => {
  const [a, b] = [await connect(server), await connect(server)];
  const { seek } = await a.ok(seekOf(ownClock(), { rating: [2000, 2100] }));
  await b.refused({ t: 'accept', seek }, 'forbidden');
  await a.ok({ t: 'unseek', seek });
});

test('a challenge by link: viewed, accepted once', async () => {
  const clock = ownClock();
  const [a, b, c] = [await connect(server), await connect(server), await connect(server)];
  const { challenge, url } = await a.ok({ t: 'challenge', to: 'link', clock, color: 'white' });
  assert.equal(url, `/challenge/${challenge}`);
  await b.ok({ t: 'watch', challenge });
  const terms = await b.kind('challenge');
  assert.equal(terms.state, 'open');
  assert.equal(terms.to, 'link');
  assert.equal(terms.from.id, a.welcome.you.id);
  assert.deepEqual(terms.clock, clock);
  assert.equal(terms.color, 'white');
  assert.ok(terms.expires > Date.now() + 86_000_000);
  await a.refused({ t: 'accept', challenge }, 'forbidden');
  const { game } = await b.ok({ t: 'accept', challenge });
  const start = await b.kind('start');
  assert.equal(start.game, game);
  assert.equal(start.color, 'black');
  assert.equal(start.challenge, challenge);
  const told = await a.next(m => m.t === 'challenge' && m.state === 'accepted');
  assert.equal(told.game, game);
  assert.equal((await a.kind('start')).color, 'white');
  await c.refused({ t: 'accept', challenge }, 'stale');
  await c.refused({ t: 'watch', challenge }, 'stale');
});

test('a challenge survives kill -9 and the absence of its maker', async () => {
  const clock = ownClock();
  const a = await connect(server);
  const { challenge } = await a.ok({ t: 'challenge', to: 'link', clock, variant: 'chess960' });
  const dropped = await a.ok({ t: 'challenge', to: 'link', clock });
  await a.ok({ t: 'decline', challenge: dropped.challenge });
  await a.close();
  await server.restart();
  const b = await connect(server);
  await b.refused({ t: 'accept', challenge: dropped.challenge }, 'stale');
  await b.ok({ t: 'watch', challenge });
  const terms = await b.kind('challenge');
  assert.deepEqual(terms.clock, clock);
  assert.equal(terms.variant, 'chess960');
  const { game } = await b.ok({ t: 'accept', challenge });
  const back = await connect(server, { token: a.welcome.token });
  assert.deepEqual(back.welcome.playing, [game]);
  await server.restart();
  await (await connect(server)).refused({ t: 'accept', challenge }, 'stale');
});

test('a challenge by name reaches that person and nobody else', async () => {
  const clock = ownClock();
  const [a, b, c] = [await connect(server), await connect(server), await connect(server)];
  const { challenge } = await a.ok({ t: 'challenge', to: 'user', name: b.welcome.you.name, clock });
  const told = await b.kind('challenge');
  assert.equal(told.challenge, challenge);
  assert.equal(told.user.id, b.welcome.you.id);
  await c.refused({ t: 'accept', challenge }, 'forbidden');
  await c.refused({ t: 'decline', challenge }, 'forbidden');
  await b.ok({ t: 'decline', challenge });
  await a.next(m => m.t === 'challenge' && m.state === 'declined');
  await b.refused({ t: 'accept', challenge }, 'stale');

  const again = await a.ok({ t: 'challenge', to: 'user', name: b.welcome.you.name, clock });
  await b.next(m => m.t === 'challenge' && m.state === 'open');
  await a.ok({ t: 'decline', challenge: again.challenge });
  await b.next(m => m.t === 'challenge' && m.state === 'canceled');

  const third = await a.ok({ t: 'challenge', to: 'user', name: b.welcome.you.name, clock });
  const { game } = await b.ok({ t: 'accept', challenge: third.challenge });
  assert.equal((await a.kind('start')).game, game);
});

test('a challenge from a position begins there, with the right side to move', async () => {
  const fen = '4k3/8/8/8/8/8/4P3/4K3 b - - 0 1';
  const [a, b] = [await connect(server), await connect(server)];
  const { challenge } = await a.ok({ t: 'challenge', to: 'link', clock: null, fen, color: 'white' });
  const { game } = await b.ok({ t: 'accept', challenge });
  const snapshot = await b.kind('game');
  assert.equal(snapshot.variant, 'fromPosition');
  assert.equal(snapshot.fen, fen);
  assert.equal(snapshot.clock, null);
  await a.refused({ t: 'move', game, ply: 0, uci: 'e2e4' }, 'not_your_turn');
  await b.ok({ t: 'move', game, ply: 0, uci: 'e8e7' });
  await a.next(m => m.t === 'move');
  await a.ok({ t: 'move', game, ply: 1, uci: 'e2e4' });
});

test('twenty open challenges a person, three of them for the same user', async () => {
  const [a, b] = [await connect(server), await connect(server)];
  const toUser = { t: 'challenge', to: 'user', name: b.welcome.you.name, clock: null };
  for (let i = 0; i < 3; i++) await a.ok(toUser);
  await a.refused(toUser, 'not_now');
  for (let i = 0; i < 17; i++) await a.ok({ t: 'challenge', to: 'link', clock: null });
  await a.refused({ t: 'challenge', to: 'link', clock: null }, 'not_now');
});

// offers.test.mjs - what players can ask of each other: draws, takebacks, rematches, claims, time, chat.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { castled, withCastled } from './castled.mjs';
import { foolsMate, knightsThereAndBack } from './games.mjs';
import { connect, expectGapless, pair, play, playAll } from './player.mjs';

let server;
before(async () => (server = await castled().start()));
after(() => server.remove());

const event = (player, t, by) => player.next(m => m.t === t && m.seq > 0 && (!by || m.by === by), () => t);

// A game from a position, the first side to move by 'a'.
async function fromPosition(fen) {
  const [a, b] = [await connect(server), await connect(server)];
  const color = fen.includes(' w ') ? 'white' : 'black';
  const { challenge } = await a.ok({ t: 'challenge', to: 'link', clock: null, fen, color });
  const { game } = await b.ok({ t: 'accept', challenge });
  return { game, a, b };
}

test('a draw offer has a number and is accepted by it', async () => {
  const { game, white, black } = await pair(server);
  await playAll({ game, white, black }, ['e2e4', 'e7e5']);
  await white.ok({ t: 'draw', game });
  const offer = await event(black, 'draw', 'white');
  await black.refused({ t: 'draw', game, offer: offer.seq + 1 }, 'stale');
  await black.ok({ t: 'draw', game, offer: offer.seq });
  for (const player of [white, black]) {
    const end = await player.kind('end');
    assert.equal(end.status, 'draw');
    assert.equal(end.reason, 'agreement');
    assert.equal(end.winner, null);
    expectGapless(player.events(game));
  }
});

test('a draw offer is refused, and lapses when the opponent moves', async () => {
  const { game, white, black } = await pair(server);
  await playAll({ game, white, black }, ['e2e4', 'e7e5']);
  await white.ok({ t: 'draw', game });
  const offer = await event(black, 'draw', 'white');
  await black.ok({ t: 'refuse', game, offer: offer.seq });
  const refused = await event(white, 'refuse', 'black');
  assert.equal(refused.offer, offer.seq);
  await black.refused({ t: 'draw', game, offer: offer.seq }, 'stale');
  await black.refused({ t: 'refuse', game, offer: offer.seq }, 'stale');
});

test('two offers that cross grant nothing', async () => {
  const { game, white, black } = await pair(server);
  await playAll({ game, white, black }, ['e2e4', 'e7e5']);
  await Promise.all([white.ask({ t: 'draw', game }), black.ask({ t: 'draw', game })]);
  await white.settle();
  assert.ok(!white.messages.some(m => m.t === 'end'));
  await Promise.all([white.ask({ t: 'takeback', game }), black.ask({ t: 'takeback', game })]);
  await white.settle();
  assert.ok(!white.messages.some(m => m.t === 'takeback' && 'ply' in m));
});

test('a takeback: asked, granted, and the old move is stale', async () => {
  const { game, white, black } = await pair(server);
  await playAll({ game, white, black }, ['e2e4', 'e7e5', 'g1f3']);
  await white.ok({ t: 'takeback', game });
  const asked = await event(black, 'takeback', 'white');
  await black.ok({ t: 'takeback', game, offer: asked.seq });
  const granted = await white.next(m => m.t === 'takeback' && 'ply' in m);
  assert.equal(granted.ply, 2);
  assert.equal(granted.by, 'black');
  await black.refused({ t: 'move', game, ply: 3, uci: 'b8c6' }, 'stale');
  await white.refused({ t: 'move', game, ply: 2, uci: 'g1f3', turn: asked.seq - 1 }, 'stale');
  await white.ok({ t: 'move', game, ply: 2, uci: 'b1c3', turn: granted.seq });
  await black.next(m => m.t === 'move' && m.uci === 'b1c3');
  const watcher = await connect(server);
  await watcher.ok({ t: 'watch', game });
  assert.deepEqual((await watcher.kind('game')).moves, ['e2e4', 'e7e5', 'b1c3']);
});

test('the computer grants a takeback or refuses it, but never hangs', async () => {
  const player = await connect(server);
  const { game } = await player.ok({ t: 'challenge', to: 'computer', level: 2, clock: null, color: 'white' });
  await player.ok({ t: 'move', game, ply: 0, uci: 'e2e4' });
  await player.next(m => m.t === 'move' && m.ply === 2);
  const answer = await player.ask({ t: 'takeback', game });
  if (answer.t === 'ok') await player.next(m => (m.t === 'takeback' && 'ply' in m) || m.t === 'refuse');
  else assert.ok(['forbidden', 'not_now'].includes(answer.code));
});

test('a rematch swaps the colours and starts when both want it', async () => {
  const { game, white, black } = await pair(server);
  await white.refused({ t: 'rematch', game }, 'not_now');
  await playAll({ game, white, black }, foolsMate);
  await black.kind('end');
  await white.ok({ t: 'rematch', game });
  const offer = await event(black, 'rematch', 'white');
  await black.ok({ t: 'rematch', game, offer: offer.seq });
  const agreed = await white.next(m => m.t === 'rematch' && 'next' in m);
  const [a, b] = await Promise.all(
    [white, black].map(p => p.next(m => m.t === 'start' && m.game === agreed.next)),
  );
  assert.equal(a.color, 'black');
  assert.equal(b.color, 'white');
  assert.equal(a.rematch, game);
  await play({ game: agreed.next, white: black, black: white }, 0, 'e2e4');
});

test('the computer accepts a rematch', async () => {
  const player = await connect(server);
  const { game } = await player.ok({ t: 'challenge', to: 'computer', level: 1, clock: null, color: 'white' });
  await player.kind('start');
  await player.ok({ t: 'move', game, ply: 0, uci: 'e2e4' });
  await player.ok({ t: 'resign', game });
  await player.kind('end');
  await player.ok({ t: 'rematch', game });
  const start = await player.kind('start');
  assert.equal(start.color, 'black');
  assert.equal(start.rematch, game);
  await player.next(m => m.t === 'move' && m.game === start.game);
});

test('threefold repetition is claimed, fivefold ends the game by itself', async () => {
  const { game, white, black } = await pair(server);
  const table = { game, white, black };
  await playAll(table, knightsThereAndBack);
  await white.refused({ t: 'claim', game, what: 'threefold' }, 'not_now');
  await playAll(table, [...knightsThereAndBack, ...knightsThereAndBack], 4);
  await white.ok({ t: 'claim', game, what: 'threefold' });
  const end = await black.kind('end');
  assert.equal(end.status, 'draw');
  assert.equal(end.reason, 'threefold');

  const five = await pair(server);
  const moves = Array(4).fill(knightsThereAndBack).flat();
  await playAll(five, moves);
  const last = await five.black.kind('end');
  assert.equal(last.reason, 'fivefold');
});

test('a draw by insufficient material and a stalemate end by themselves', async () => {
  for (const [fen, uci, status, reason] of [
    ['8/8/8/3k4/4P3/8/8/4K3 b - - 0 1', 'd5e4', 'draw', 'insufficient'],
    ['7k/5Q2/8/8/8/8/8/K7 w - - 0 1', 'f7g6', 'stalemate', undefined],
  ]) {
    const { game, a, b } = await fromPosition(fen);
    await a.ok({ t: 'move', game, ply: 0, uci });
    const end = await b.kind('end');
    assert.equal(end.status, status);
    assert.equal(end.reason, reason);
    assert.equal(end.winner, null);
  }
});

test('fifty moves are claimed, seventy-five end the game', async () => {
  const claimed = await fromPosition('7k/8/8/8/8/8/R7/K7 w - - 98 90');
  const { game, a, b } = claimed;
  await a.refused({ t: 'claim', game, what: 'fifty' }, 'not_now');
  await a.ok({ t: 'move', game, ply: 0, uci: 'a1b1' });
  await b.ok({ t: 'move', game, ply: 1, uci: 'h8g8' });
  await a.ok({ t: 'claim', game, what: 'fifty' });
  assert.equal((await b.kind('end')).reason, 'fifty');

  const ended = await fromPosition('7k/8/8/8/8/8/R7/K7 w - - 148 90');
  await ended.a.ok({ t: 'move', game: ended.game, ply: 0, uci: 'a1b1' });
  await ended.b.ok({ t: 'move', game: ended.game, ply: 1, uci: 'h8g8' });
  const end = await ended.a.kind('end');
  assert.deepEqual([end.status, end.reason, end.winner], ['draw', 'seventyfive', null]);
});

test('a pawn becomes the piece that its move names, and must name one', async () => {
  for (const [letter, san] of [['q', 'e8=Q'], ['r', 'e8=R'], ['b', 'e8=B'], ['n', 'e8=N']]) {
    const { game, a, b } = await fromPosition('8/4P3/8/k7/8/8/8/4K3 w - - 0 1');
    for (const uci of ['e7e8', 'e7e8p'])
      assert.equal((await a.ask({ t: 'move', game, ply: 0, uci })).t, 'error', uci);
    await a.ok({ t: 'move', game, ply: 0, uci: `e7e8${letter}` });
    assert.ok((await b.kind('move')).san.startsWith(san));
  }
});

test('the win of a player whose opponent has left', () =>
  withCastled({ slow: true }, async slow => {
    // Four points ahead, a third of the 40 s is enough.
    const { game, white, black } = await pair(slow, { clock: { initial: 120_000, increment: 0 } });
    await playAll({ game, white, black }, 'e2e4 d7d5 e4d5 d8d5 b1c3 a7a6 c3d5'.split(' '));
    await black.close();
    await slow.passUntil(white.next(m => m.t === 'crowd' && !m.black));
    await white.refused({ t: 'claim', game, what: 'win' }, 'not_now');
    await slow.pass(12_000);
    await white.refused({ t: 'claim', game, what: 'win' }, 'not_now');
    await slow.pass(1400);
    await white.ok({ t: 'claim', game, what: 'win' });
    const end = await white.kind('end');
    assert.deepEqual([end.status, end.winner], ['timeout', 'white']);
  }));

test('a game that nobody begins ends', () =>
  withCastled({ slow: true }, async slow => {
    const { game, white, black } = await pair(slow, { clock: { initial: 20_000, increment: 0 } });
    assert.equal((await white.next(m => m.t === 'game' && m.game === game)).firstMove, 15_000);
    await slow.pass(14_000);
    await black.settle();
    assert.ok(!black.messages.some(m => m.t === 'end'));
    await slow.pass(1000);
    const end = await black.kind('end');
    assert.deepEqual([end.status, end.winner], ['aborted', null]);
  }));

test('the flag falls by itself, and the winner is told', () =>
  withCastled({ slow: true }, async slow => {
    const { game, white, black } = await pair(slow, { clock: { initial: 10_000, increment: 0 } });
    await playAll({ game, white, black }, ['e2e4', 'e7e5']);
    await slow.pass(9000);
    await black.settle();
    assert.ok(!black.messages.some(m => m.t === 'end'));
    await slow.pass(2000); // what the first moves took may be given back as lag
    const end = await black.kind('end');
    assert.equal(end.status, 'outoftime');
    assert.equal(end.winner, 'black');
    assert.equal(end.clock.white, 0);
    await white.refused({ t: 'move', game, ply: 2, uci: 'g1f3' }, 'game_over');
  }));

test('abort before both have moved, resign after', async () => {
  const one = await pair(server);
  await play(one, 0, 'e2e4');
  await one.black.ok({ t: 'abort', game: one.game });
  const aborted = await one.white.kind('end');
  assert.equal(aborted.status, 'aborted');
  assert.equal(aborted.winner, null);

  const other = await pair(server);
  await playAll(other, ['e2e4', 'e7e5']);
  await other.white.ok({ t: 'resign', game: other.game });
  const resigned = await other.black.kind('end');
  assert.equal(resigned.status, 'resign');
  assert.equal(resigned.winner, 'black');
});

test('moretime gives the opponent time, which everybody sees', async () => {
  const { game, white, black } = await pair(server, { clock: { initial: 60_000, increment: 0 } });
  await playAll({ game, white, black }, ['e2e4', 'e7e5']);
  const before = white.events(game).at(-1).clock.black;
  await white.ok({ t: 'moretime', game });
  const given = await event(black, 'moretime', 'white');
  assert.ok(given.given > 0);
  assert.equal(given.clock.black, before + given.given);
  const casual = await pair(server, { clock: null });
  await playAll(casual, ['e2e4', 'e7e5']);
  assert.equal((await casual.white.ask({ t: 'moretime', game: casual.game })).t, 'error');
});

test('players chat with each other, spectators among themselves', async () => {
  const { game, white, black } = await pair(server);
  const [one, other] = [await connect(server), await connect(server)];
  for (const spectator of [one, other]) await spectator.ok({ t: 'watch', game });
  await white.ok({ t: 'chat', game, text: 'Viel Glück ♞ "and" \\ more' });
  const heard = await black.kind('chat');
  assert.equal(heard.room, 'players');
  assert.equal(heard.text, 'Viel Glück ♞ "and" \\ more');
  assert.equal(heard.from.id, white.welcome.you.id);
  assert.ok(Math.abs(heard.sent - Date.now()) < 60_000);
  await one.ok({ t: 'chat', game, text: 'x'.repeat(140) });
  const whispered = await other.kind('chat');
  assert.equal(whispered.room, 'spectators');
  for (const player of [white, black, one, other]) await player.settle();
  assert.equal(white.messages.filter(m => m.t === 'chat' && m.room !== 'players').length, 0);
  assert.equal(one.messages.filter(m => m.t === 'chat' && m.room !== 'spectators').length, 0);
});

test('offers survive kill -9', async () => {
  const { game, white, black } = await pair(server);
  await playAll({ game, white, black }, ['e2e4', 'e7e5']);
  await white.ok({ t: 'draw', game });
  const offer = await event(black, 'draw', 'white');
  await server.restart();
  const back = await connect(server, { token: black.welcome.token });
  await back.ok({ t: 'watch', game });
  assert.deepEqual((await back.kind('game')).offers, [{ seq: offer.seq, what: 'draw', by: 'white' }]);
  await back.ok({ t: 'draw', game, offer: offer.seq });
  assert.equal((await back.kind('end')).reason, 'agreement');
});

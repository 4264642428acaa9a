// game.test.mjs - a whole game between two players, watched by a third: who is sent what, and how they come back to it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { Chess } from 'chess.js';

import { castled } from './castled.mjs';
import { foolsMate, opera } from './games.mjs';
import { connect, expectGapless, pair, play, playAll } from './player.mjs';

let server;
before(async () => (server = await castled().start()));
after(() => server.remove());

test('two players play to mate, and a spectator is sent the same texts', async () => {
  const table = await pair(server);
  const spectator = await connect(server);
  const ok = await spectator.ok({ t: 'watch', game: table.game, since: 0 });
  assert.equal(ok.seq, 0);
  await playAll(table, opera);
  for (const player of [table.white, table.black, spectator])
    await player.next(m => m.t === 'end' && m.game === table.game);

  const texts = player => player.texts.filter(t => JSON.parse(t).seq > 0 && JSON.parse(t).t !== 'game');
  assert.deepEqual(texts(table.white), texts(spectator));
  assert.deepEqual(texts(table.black), texts(spectator));
  const events = spectator.events(table.game);
  expectGapless(events);
  assert.equal(events.length, opera.length + 1);

  // SAN and mate are checked by another program.
  const judge = new Chess();
  opera.forEach((uci, i) => {
    const move = judge.move({ from: uci.slice(0, 2), to: uci.slice(2, 4), promotion: uci[4] });
    assert.equal(events[i].t, 'move');
    assert.equal(events[i].ply, i + 1);
    assert.equal(events[i].uci, uci);
    assert.equal(events[i].san, move.san);
  });
  const end = events.at(-1);
  assert.ok(judge.isCheckmate());
  assert.equal(end.status, 'mate');
  assert.equal(end.winner, 'white');
  assert.ok(!('reason' in end));
});

test('game time rises and the clocks follow it', async () => {
  const table = await pair(server, { clock: { initial: 60_000, increment: 1000 } });
  await playAll(table, opera.slice(0, 12));
  const moves = table.white.events(table.game);
  for (let i = 1; i < moves.length; i++) assert.ok(moves[i].at >= moves[i - 1].at);
  // Until both have moved the clocks stand still; then a move costs its time and earns the increment.
  assert.deepEqual(moves[0].clock, { white: 60_000, black: 60_000 });
  for (let i = 2; i < moves.length; i++) {
    const mover = i % 2 ? 'black' : 'white';
    const other = i % 2 ? 'white' : 'black';
    const spent = moves[i - 1].clock[mover] + 1000 - moves[i].clock[mover];
    assert.ok(spent >= 0 && spent <= moves[i].at - moves[i - 1].at + 1, `move ${i} cost ${spent}`);
    assert.equal(moves[i].clock[other], moves[i - 1].clock[other]);
  }
  await table.white.ok({ t: 'resign', game: table.game });
});

test('start brings the snapshot without asking, and names both players', async () => {
  const { game, white, black } = await pair(server, { clock: { initial: 60_000, increment: 0 } });
  for (const player of [white, black]) {
    const snapshot = await player.next(m => m.t === 'game' && m.game === game);
    assert.equal(snapshot.seq, 0);
    assert.deepEqual(snapshot.moves, []);
    assert.equal(snapshot.white.id, white.welcome.you.id);
    assert.equal(snapshot.black.id, black.welcome.you.id);
    assert.equal(snapshot.fen, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
    assert.deepEqual(snapshot.clock, { initial: 60_000, increment: 0, white: 60_000, black: 60_000, running: null });
    assert.equal(snapshot.status, 'started');
    assert.equal(snapshot.winner, null);
    assert.deepEqual(snapshot.offers, []);
  }
});

test('watch: since 0, the newest, before, beyond, and none', async () => {
  const table = await pair(server);
  await playAll(table, opera.slice(0, 6));
  const all = table.white.events(table.game);
  for (const since of [0, 3, 5, 6]) {
    const spectator = await connect(server);
    const ok = await spectator.ok({ t: 'watch', game: table.game, since });
    assert.equal(ok.seq, 6);
    assert.ok(ok.at >= all.at(-1).at);
    assert.ok(Math.abs(ok.now - Date.now()) < 60_000);
    assert.equal(ok.clock.running, 'white');
    await spectator.settle();
    assert.deepEqual(spectator.events(table.game), all.slice(since));
    assert.ok(!spectator.messages.some(m => m.t === 'game'));
    await spectator.close();
  }
  for (const since of [7, 4_294_967_295, undefined]) {
    const spectator = await connect(server);
    await spectator.ok({ t: 'watch', game: table.game, since });
    const snapshot = await spectator.kind('game');
    assert.equal(snapshot.seq, 6);
    assert.equal(snapshot.turn, 6);
    assert.deepEqual(snapshot.moves, opera.slice(0, 6));
    assert.equal(snapshot.clock.running, 'white');
    assert.deepEqual(spectator.events(table.game), []);
    await spectator.close();
  }
  for (const since of [-1, 4_294_967_296, 1.5, '3', null])
    await table.white.refused({ t: 'watch', game: table.game, since }, 'bad_request');
});

test('an answer comes before what it brings about', async () => {
  const { game, white } = await pair(server);
  await white.ok({ t: 'move', game, ply: 0, uci: 'e2e4' });
  await white.next(m => m.t === 'move');
  const kinds = white.messages.filter(m => m.t === 'ok' || m.t === 'move').map(m => m.t);
  assert.deepEqual(kinds.slice(-2), ['ok', 'move']);
});

test('watching again starts over, unwatch ends it, players stay', async () => {
  const table = await pair(server);
  const spectator = await connect(server);
  await spectator.ok({ t: 'watch', game: table.game, since: 0 });
  await spectator.ok({ t: 'watch', game: table.game, since: 0 });
  await play(table, 0, 'e2e4');
  await spectator.kind('move');
  await spectator.settle();
  assert.equal(spectator.events(table.game).length, 1); // once, though watched twice
  await spectator.ok({ t: 'watch', game: table.game, since: 0 });
  await spectator.settle();
  assert.equal(spectator.events(table.game).length, 2); // and from the start
  await spectator.ok({ t: 'unwatch', game: table.game });
  await play(table, 1, 'e7e5');
  await spectator.settle();
  assert.equal(spectator.events(table.game).length, 2);
  await table.white.refused({ t: 'unwatch', game: table.game }, 'not_now');
});

test('as many games as may be watched can still be watched again', async () => {
  const host = await connect(server);
  const games = [];
  while (games.length < 200) games.push((await host.ok({ t: 'challenge', to: 'computer', level: 1, clock: null, color: 'white' })).game);
  const { game: another } = await pair(server);
  const spectator = await connect(server);
  for (const game of games) await spectator.ok({ t: 'watch', game, since: 0 });
  await spectator.refused({ t: 'watch', game: another }, 'not_now');
  await spectator.ok({ t: 'watch', game: games[0] });
  await spectator.next(m => m.t === 'game' && m.game === games[0]);
  await spectator.ok({ t: 'unwatch', game: games[199] });
  await spectator.ok({ t: 'watch', game: another });
});

test('crowd says who is there', async () => {
  const table = await pair(server);
  const spectator = await connect(server);
  await spectator.ok({ t: 'watch', game: table.game });
  await table.white.next(m => m.t === 'crowd' && m.white && m.black && m.watchers === 1);
  await table.black.close();
  await table.white.next(m => m.t === 'crowd' && m.white && !m.black);
  const back = await connect(server, { token: table.black.welcome.token });
  assert.deepEqual(back.welcome.playing, [table.game]);
  await table.white.next(m => m.t === 'crowd' && m.white && m.black);
  await spectator.close();
  await table.white.next(m => m.t === 'crowd' && m.watchers === 0);
});

test('one player with two connections sees the game on both', async () => {
  const table = await pair(server);
  const second = await connect(server, { token: table.white.welcome.token });
  await second.ok({ t: 'watch', game: table.game, since: 0 });
  await second.ok({ t: 'move', game: table.game, ply: 0, uci: 'e2e4' });
  for (const player of [second, table.white, table.black]) await player.kind('move');
  await table.white.close();
  await table.black.ok({ t: 'move', game: table.game, ply: 1, uci: 'e7e5' });
  await second.next(m => m.t === 'move' && m.ply === 2);
});

test('a move sent again is safe, another one at its ply is stale', async () => {
  const table = await pair(server);
  await play(table, 0, 'e2e4');
  await table.white.ok({ t: 'move', game: table.game, ply: 0, uci: 'e2e4' });
  await table.white.refused({ t: 'move', game: table.game, ply: 0, uci: 'd2d4' }, 'stale');
  await table.black.refused({ t: 'move', game: table.game, ply: 5, uci: 'e7e5' }, 'stale');
  await play(table, 1, 'e7e5');
  await table.white.ok({ t: 'move', game: table.game, ply: 0, uci: 'e2e4' });
  await table.white.settle();
  assert.equal(table.white.events(table.game).length, 2);
});

test('a finished game is read by its id, with its events or as a snapshot', async () => {
  const table = await pair(server);
  await playAll(table, foolsMate);
  await table.black.kind('end');
  const events = table.black.events(table.game);
  const late = await connect(server);
  const ok = await late.ok({ t: 'watch', game: table.game, since: 0 });
  assert.equal(ok.seq, 5);
  assert.equal(ok.clock.running, null);
  await late.settle();
  assert.deepEqual(late.events(table.game), events);
  await late.ok({ t: 'watch', game: table.game });
  const snapshot = await late.kind('game');
  assert.equal(snapshot.status, 'mate');
  assert.equal(snapshot.winner, 'black');
  assert.deepEqual(snapshot.moves, foolsMate);
  await table.white.refused({ t: 'move', game: table.game, ply: 4, uci: 'a2a3' }, 'game_over');
  await table.white.refused({ t: 'resign', game: table.game }, 'game_over');
  assert.deepEqual((await connect(server, { token: table.white.welcome.token })).welcome.playing, []);
});

test('and so it can after a restart', async () => {
  const table = await pair(server);
  await playAll(table, foolsMate);
  await table.black.kind('end');
  const events = table.black.events(table.game);
  await server.stop();
  await server.start();
  const late = await connect(server, { token: table.white.welcome.token });
  assert.deepEqual(late.welcome.playing, []);
  await late.ok({ t: 'watch', game: table.game, since: 0 });
  await late.settle();
  assert.deepEqual(late.events(table.game), events);
  await late.refused({ t: 'move', game: table.game, ply: 4, uci: 'a2a3' }, 'game_over');
  await late.ok({ t: 'watch', game: table.game });
  assert.equal((await late.kind('game')).status, 'mate');
});

test('Chess960 from both seeks: the same start position, castling as king takes rook', async () => {
  const { game, white, black } = await pair(server, { variant: 'chess960' });
  const [one, other] = await Promise.all(
    [white, black].map(p => p.next(m => m.t === 'game' && m.game === game)),
  );
  assert.equal(one.variant, 'chess960');
  assert.equal(one.fen, other.fen);
  const back = one.fen.split('/').at(-1).split(' ')[0];
  assert.match(back, /^[RNBQK]{8}$/);
  assert.equal([...back].sort().join(''), 'BBKNNQRR');
  assert.ok(back.indexOf('R') < back.indexOf('K') && back.indexOf('K') < back.lastIndexOf('R'));
});

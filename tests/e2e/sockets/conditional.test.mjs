// conditional.test.mjs - conditional moves: saved, played in answer to the expected move, private, dropped when they no
// longer fit, and there after kill -9.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { castled, withCastled } from './castled.mjs';
import { foolsMate } from './games.mjs';
import { connect, expectGapless, pair, play, playAll } from './player.mjs';

let server;
before(async () => (server = await castled().start()));
after(() => server.remove());

const days = { clock: { days: 3 } };
const save = (game, ply, lines, more) => ({ t: 'conditional', game, ply, lines, ...more });
// The next message to the player about their own lines.
const told = player => player.kind('conditional');
const move = (player, uci) => player.next(m => m.t === 'move' && m.uci === uci, () => uci);
const heardOfLines = player => player.messages.filter(m => m.t === 'conditional' && m.lines.length).length;

test('the reply is played at once, and the rest of the line goes on', async () => {
  const { game, white, black } = await pair(server, days);
  const spectator = await connect(server);
  await spectator.ok({ t: 'watch', game });
  const lines = [['e2e4', 'c7c5', 'g1f3', 'd7d6', 'd2d4', 'c5d4'], ['d2d4', 'd7d5']];
  await black.ok(save(game, 0, lines));
  assert.deepEqual(await told(black), { t: 'conditional', game, ply: 0, lines });
  await white.ok({ t: 'move', game, ply: 0, uci: 'e2e4' });
  for (const player of [white, black, spectator]) {
    const reply = await move(player, 'c7c5');
    assert.equal(reply.ply, 2);
    assert.equal(reply.seq, 2);
  }
  assert.deepEqual(await told(black), { t: 'conditional', game, ply: 2, lines: [['g1f3', 'd7d6', 'd2d4', 'c5d4']] });
  await white.ok({ t: 'move', game, ply: 2, uci: 'g1f3' });
  await move(white, 'd7d6');
  await white.ok({ t: 'move', game, ply: 4, uci: 'd2d4' });
  await move(white, 'c5d4');
  await black.next(m => m.t === 'conditional' && m.lines.length === 0 && m.ply === 6);
  for (const player of [white, black, spectator]) {
    await player.settle();
    expectGapless(player.events(game));
  }
  assert.equal(heardOfLines(white) + heardOfLines(spectator), 0, 'only their owner is told');
});

test('another move drops the lines, and nothing is played', async () => {
  const { game, white, black } = await pair(server, days);
  await black.ok(save(game, 0, [['e2e4', 'c7c5']]));
  await told(black);
  await white.ok({ t: 'move', game, ply: 0, uci: 'd2d4' });
  assert.deepEqual((await told(black)).lines, []);
  await black.settle();
  assert.equal(black.events(game).length, 1);
  await play({ game, white, black }, 1, 'd7d5');
});

test('both sides have lines, and a whole game plays itself to its end', async () => {
  const { game, white, black } = await pair(server, days);
  await white.ok(save(game, 0, [foolsMate.slice(0, 3)]));
  await black.ok(save(game, 0, [foolsMate]));
  await white.ok({ t: 'move', game, ply: 0, uci: foolsMate[0] });
  for (const player of [white, black]) {
    assert.equal((await player.kind('end')).status, 'mate');
    await player.settle();
    assert.deepEqual(player.events(game).filter(m => m.t === 'move').map(m => m.uci), foolsMate);
    assert.deepEqual(player.messages.filter(m => m.t === 'conditional').at(-1).lines, []);
  }
  await black.refused(save(game, 4, []), 'game_over');
});

test('on their own turn players save lines that begin with a move of their own, which they make themselves', async () => {
  const { game, white, black } = await pair(server, days);
  await white.ok(save(game, 0, [['e2e4', 'e7e5', 'g1f3'], ['d2d4', 'd7d5', 'c2c4']]));
  await white.settle();
  assert.equal(white.events(game).length, 0);
  await play({ game, white, black }, 0, 'd2d4');
  await black.ok({ t: 'move', game, ply: 1, uci: 'd7d5' });
  await move(black, 'c2c4');
});

test('lines are replaced, taken back, and dropped by a takeback', async () => {
  const { game, white, black } = await pair(server, days);
  await playAll({ game, white, black }, ['e2e4', 'e7e5']);
  await black.ok(save(game, 2, [['g1f3', 'b8c6']]));
  await black.ok(save(game, 2, [['g1f3', 'g8f6']]));
  await black.next(m => m.t === 'conditional' && m.lines[0]?.[1] === 'g8f6');
  await black.ok(save(game, 2, []));
  await black.next(m => m.t === 'conditional' && m.lines.length === 0);
  await play({ game, white, black }, 2, 'g1f3');
  await play({ game, white, black }, 3, 'b8c6');
  await black.ok(save(game, 4, [['f1b5', 'a7a6']]));
  await told(black);
  await white.ok({ t: 'takeback', game });
  const { seq } = await black.next(m => m.t === 'takeback' && !('ply' in m));
  await black.ok({ t: 'takeback', game, offer: seq });
  assert.deepEqual(await told(black), { t: 'conditional', game, ply: 2, lines: [] });
});

test('what cannot be saved is refused and changes nothing', async () => {
  const { game, white, black } = await pair(server, days);
  const lines = [['e2e4', 'c7c5']];
  await black.ok(save(game, 0, lines));
  await told(black);
  const refuse = (request, code) => black.refused(request, code);
  await refuse(save(game, 1, lines), 'stale');
  await refuse(save(game, 0, [['e2e5', 'c7c5']]), 'illegal_move');
  await refuse(save(game, 0, [['e2e4', 'e2e4']]), 'illegal_move');
  await refuse(save(game, 0, [['e2e4']]), 'bad_request');
  await refuse(save(game, 0, [[]]), 'bad_request');
  const two = await refuse(save(game, 0, [['e2e4', 'c7c5'], ['e2e4', 'e7e5']]), 'bad_request');
  assert.match(two.message, /^lines: line 2 /);
  await white.refused(save(game, 0, [['e2e4', 'e7e5']]), 'bad_request');
  const stranger = await connect(server);
  await stranger.refused(save(game, 0, lines), 'not_a_player');
  const blitz = await pair(server);
  await blitz.white.refused(save(blitz.game, 0, []), 'forbidden');
  const endless = await pair(server, { clock: null });
  await endless.black.refused(save(endless.game, 0, lines), 'forbidden');
  await black.ok({ t: 'watch', game });
  assert.deepEqual((await told(black)).lines, lines);
});

test('every connection of the player is told, also when they come back', async () => {
  const { game, black } = await pair(server, days);
  const second = await connect(server, { token: black.welcome.token });
  await second.ok({ t: 'watch', game });
  assert.deepEqual((await told(second)).lines, []);
  await black.ok(save(game, 0, [['e2e4', 'c7c5']]));
  assert.deepEqual((await told(second)).lines, [['e2e4', 'c7c5']]);
  const third = await connect(server, { token: black.welcome.token });
  await third.ok({ t: 'watch', game, since: 0 });
  assert.deepEqual((await told(third)).lines, [['e2e4', 'c7c5']]);
});

test('they survive kill -9, and are played even if neither player has come back before', async () => {
  await withCastled({}, async server => {
    const { game, white, black } = await pair(server, days);
    await playAll({ game, white, black }, ['e2e4', 'c7c5']);
    await black.ok(save(game, 2, [['g1f3', 'd7d6', 'd2d4', 'c5d4', 'f3d4', 'g8f6'], ['b1c3', 'b8c6']]));
    await server.restart();
    const back = await connect(server, { token: white.welcome.token });
    await back.ok({ t: 'watch', game });
    await back.ok({ t: 'move', game, ply: 2, uci: 'g1f3' });
    await move(back, 'd7d6');
    await server.restart(); // what is stored is older than the game by now
    const again = await connect(server, { token: white.welcome.token });
    await again.ok({ t: 'move', game, ply: 4, uci: 'd2d4' });
    await again.ok({ t: 'watch', game });
    assert.deepEqual((await again.kind('game')).moves, ['e2e4', 'c7c5', 'g1f3', 'd7d6', 'd2d4', 'c5d4']);
    const owner = await connect(server, { token: black.welcome.token });
    await owner.ok({ t: 'watch', game });
    assert.deepEqual(await told(owner), { t: 'conditional', game, ply: 6, lines: [['f3d4', 'g8f6']] });
    server.expectSound();
  });
});

// Whenever the server dies, the opponent's move and the reply are both there, or neither is.
test('the expected move and its reply are one commit', async () => {
  await withCastled({}, async server => {
    const { game, white, black } = await pair(server, days);
    const moves = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
    let player = white;
    for (let ply = 0; ply < 12; ply += 2) {
      const line = [moves[ply % 4], moves[(ply % 4) + 1]];
      const owner = ply ? await connect(server, { token: black.welcome.token }) : black;
      await owner.ok(save(game, ply, [line]));
      player.send({ t: 'move', game, ply, uci: line[0] });
      if (ply % 4) await move(player, line[1]);
      await server.restart();
      player = await connect(server, { token: white.welcome.token });
      await player.ok({ t: 'watch', game });
      const played = (await player.kind('game')).moves.length;
      assert.equal(played % 2, 0, `${played} moves`);
      if (played === ply) await player.ok({ t: 'move', game, ply, uci: line[0] });
    }
  });
});

// stages.test.mjs - time controls in stages over real sockets: a stage's time comes with its last move, also after the server was
// killed in the middle of it; seeks find each other only with the same stages; and a game shows them wherever it is shown. And what
// an arbiter does to a game that goes on: time, a pause, an adjournment with a sealed move, which survive kill -9.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';

import { binary, get, withCastled } from './castled.mjs';
import { opera } from './games.mjs';
import { connect, pair, play } from './player.mjs';

// Two moves in 60 s, two in 30, then an increment of 2 s alone: whatever a slow machine takes is far less than what a stage brings.
const STAGES = {
  initial: 600_000, increment: 0, moves: 2,
  stages: [{ moves: 2, initial: 3_000_000, increment: 0 }, { initial: 9_000_000, increment: 2000 }],
};

describe('a game in stages', { concurrency: true }, () => {
  it('gets the time of each stage once, whatever happens to the server', () =>
    withCastled({ slow: true }, async server => {
      const table = await pair(server, { clock: STAGES });
      const { clock } = table.white.messages.find(message => message.t === 'game');
      assert.deepEqual([clock.moves, clock.stages], [STAGES.moves, STAGES.stages]);
      for (let ply = 0; ply < 2; ply++) await play(table, ply, opera[ply]);
      const third = (await play(table, 2, opera[2])).clock;
      assert.ok(third.white > 3_000_000 && third.white <= 3_600_000, `${third.white} ms`);
      assert.equal(third.black, 600_000);
      await server.kill();
      await server.start();
      const [white, black] = await Promise.all(
        [table.white, table.black].map(player => connect(server, { token: player.welcome.token })));
      for (const player of [white, black]) await player.ok({ t: 'watch', game: table.game });
      const again = { game: table.game, white, black };
      for (let ply = 3; ply < 7; ply++) await play(again, ply, opera[ply]);
      const eighth = (await play(again, 7, opera[7])).clock;
      for (const left of [eighth.white, eighth.black]) assert.ok(left > 12_000_000 && left <= 12_600_000, `${left} ms`);
      await white.ok({ t: 'resign', game: table.game });
      const pgn = await get(server.port, `/api/game/${table.game}.pgn`);
      assert.match(pgn.body, /\[TimeControl "2\/600:2\/3000:9000\+2"\]/);
      server.expectSound();
    }));

  it('is found only by a seek with the same stages', () =>
    withCastled({}, async server => {
      const plain = { initial: 600_000, increment: 0 };
      const players = [];
      for (const clock of [plain, { ...plain, moves: 2 }, STAGES, { ...STAGES, moves: 3 }]) {
        const player = await connect(server);
        const { seek } = await player.ok({ t: 'seek', clock, fallback: null });
        assert.ok(seek, 'nobody fits it yet');
        players.push(player);
      }
      const same = await connect(server);
      await same.ok({ t: 'seek', clock: STAGES, fallback: null });
      const [{ game }, start] = await Promise.all([same.kind('start'), players[2].kind('start')]);
      assert.equal(game, start.game);
    }));
});

describe('an arbiter', { concurrency: true }, () => {
  // Does it, and resolves with what the operator is told.
  const does = (server, ...words) => admin(server, words, 0);
  const refuses = (server, ...words) => admin(server, words, 1);

  it('gives and takes time, and lets both clocks stand, also while the server is killed', () =>
    withCastled({}, async server => {
      const table = await pair(server, { clock: { initial: 600_000, increment: 0 } });
      for (let ply = 0; ply < 2; ply++) await play(table, ply, opera[ply]);
      await does(server, 'add-time', table.game, 'white', '3000');
      const added = await table.black.kind('moretime');
      assert.deepEqual([added.by, added.given, added.arbiter], ['black', 3_000_000, true]);
      assert.ok(added.clock.white > 3_000_000 && added.clock.black === 600_000, JSON.stringify(added));
      await does(server, 'add-time', table.game, 'black', '-300');
      const taken = await table.white.next(m => m.t === 'moretime' && m.given < 0);
      assert.equal(taken.clock.black, 300_000);
      assert.match(await refuses(server, 'add-time', table.game, 'black', '-300'), /no time/);
      await does(server, 'pause', table.game);
      const { why, clock } = await table.white.kind('pause');
      assert.equal(why, 'arbiter');
      await table.white.refused({ t: 'move', game: table.game, ply: 2, uci: opera[2] }, 'not_now');
      await server.kill();
      await server.start();
      const again = await back(server, table);
      const [snapshot] = again.snapshots;
      assert.equal(snapshot.halted, 'arbiter');
      assert.deepEqual([snapshot.clock.white, snapshot.clock.black, snapshot.clock.running], [clock.white, clock.black, null]);
      await does(server, 'resume', table.game);
      await again.white.kind('resume');
      await play(again, 2, opera[2]);
      assert.match(await refuses(server, 'resume', table.game), /No arbiter/);
      await does(server, 'annul', table.game);
      assert.equal((await again.white.kind('end')).status, 'aborted');
    }));

  it('adjourns: the move is sealed, told to nobody, kept over a crash, and played when the game goes on', () =>
    withCastled({}, async server => {
      const table = await pair(server, { clock: { initial: 600_000, increment: 0 } });
      const spectator = await connect(server);
      await spectator.ok({ t: 'watch', game: table.game });
      for (let ply = 0; ply < 2; ply++) await play(table, ply, opera[ply]);
      await does(server, 'adjourn', table.game);
      const adjourn = await table.white.kind('adjourn');
      assert.equal(adjourn.until, null);
      await table.black.refused({ t: 'move', game: table.game, ply: 2, uci: 'g8f6' }, 'not_your_turn');
      await table.white.ok({ t: 'move', game: table.game, ply: 2, uci: opera[2] });
      for (const player of [table.white, table.black, spectator]) {
        assert.equal((await player.kind('pause')).why, 'adjourned');
        await player.settle();
        const told = player.texts.filter(text => text.includes(opera[2]) || text.includes('sealed'));
        assert.deepEqual(told, [], 'nobody is told of it');
      }
      await server.kill();
      await server.start();
      const again = await back(server, table);
      assert.deepEqual(again.snapshots.map(({ halted, moves }) => [halted, moves.length]), [['adjourned', 2], ['adjourned', 2]]);
      const pgn = await get(server.port, `/api/game/${table.game}.pgn`);
      assert.ok(!pgn.body.includes('2. '), pgn.body);
      await does(server, 'resume', table.game);
      const moves = await Promise.all([again.white, again.black].map(player => player.kind('move')));
      assert.deepEqual(moves.map(({ ply, uci }) => [ply, uci]), [[3, opera[2]], [3, opera[2]]]);
      await play(again, 3, opera[3]);
    }));
});

// Runs "castled admin", which has to end with that status; resolves with what it says.
function admin(server, words, status) {
  return new Promise((resolve, reject) =>
    execFile(binary, ['admin', '--data', server.directory, ...words], (error, out, complaint) => {
      const code = error ? error.code : 0;
      if (code === status) resolve(out + complaint);
      else reject(new Error(`${words.join(' ')}: ${code}, ${out}${complaint}`));
    }));
}

// Both players again, after the server was killed, with what they are told of their game.
async function back(server, table) {
  const players = [];
  const snapshots = [];
  for (const player of [table.white, table.black]) {
    const again = await connect(server, { token: player.welcome.token });
    await again.ok({ t: 'watch', game: table.game });
    snapshots.push(await again.kind('game'));
    players.push(again);
  }
  return { game: table.game, white: players[0], black: players[1], snapshots };
}

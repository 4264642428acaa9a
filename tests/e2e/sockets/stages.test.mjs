// stages.test.mjs - time controls in stages over real sockets: a stage's time comes with its last move, also after the server was
// killed in the middle of it; seeks find each other only with the same stages; and a game shows them wherever it is shown.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { get, withCastled } from './castled.mjs';
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

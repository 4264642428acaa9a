// clocks.test.mjs - somebody sets the system's clock, forward or back by an hour: no flag falls, nobody loses time, what is
// open stays open, and everybody is still recognised. The server measures time by the monotonic clock.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { get, withCastled } from './castled.mjs';
import { opera } from './games.mjs';
import { connect, pair, play } from './player.mjs';

const HOUR = 3_600_000;

// The time left to both sides, as a new spectator is told.
async function clockOf(server, game) {
  const onlooker = await connect(server);
  await onlooker.ok({ t: 'watch', game });
  const { clock, status } = await onlooker.kind('game');
  await onlooker.close();
  assert.equal(status, 'started');
  return clock;
}

const dateOf = async server => Date.parse((await get(server.port, '/healthz')).headers.date);

describe("the system's clock is set", { concurrency: true }, () => {
  for (const [words, steps] of [
    ['forward by an hour', [HOUR]],
    ['back by an hour', [-HOUR]],
    ['forward, back twice as far, and forward', [HOUR, -2 * HOUR, HOUR]],
  ])
    it(words, () =>
      withCastled({ slow: true }, async server => {
        const table = await pair(server, { clock: { initial: 60_000, increment: 0 } });
        const days = await pair(server, { clock: { days: 1 } });
        for (let ply = 0; ply < 3; ply++) await play(table, ply, opera[ply]);
        for (let ply = 0; ply < 2; ply++) await play(days, ply, opera[ply]);
        const seeker = await connect(server);
        await seeker.ok({ t: 'seek', clock: null, fallback: null });
        const made = await seeker.ok({ t: 'challenge', to: 'link', clock: null });
        for (const [i, step] of steps.entries()) {
          const wall = await dateOf(server);
          server.clock.setForward(step);
          await server.pass(1000);
          const stepped = (await dateOf(server)) - wall;
          assert.ok(Math.abs(stepped - step) < 10_000, `the server's date has changed by ${stepped} ms`);
          const before = await clockOf(server, table.game);
          const charged = 60_000 - before.black;
          assert.ok(charged >= 1000 * (i + 1) && charged < 1000 * (i + 1) + 5000, `${charged} ms charged`);
          await clockOf(server, days.game);
        }
        await play(table, 3, opera[3]);
        await play(days, 2, opera[2]);
        const guest = await connect(server, { token: table.white.welcome.token });
        assert.equal(guest.welcome.you.id, table.white.welcome.you.id);
        await guest.close();
        const found = await connect(server);
        await found.ok({ t: 'seek', clock: null, fallback: null });
        await found.kind('start'); // with the player who was already seeking
        const taker = await connect(server);
        await taker.ok({ t: 'accept', challenge: made.challenge });
        server.expectSound();
      }));

  for (const step of [HOUR, -HOUR])
    it(`${step > 0 ? 'forward' : 'back'} while the server is down`, () =>
      withCastled({ slow: true }, async server => {
        const table = await pair(server, { clock: { initial: 60_000, increment: 0 } });
        for (let ply = 0; ply < 4; ply++) await play(table, ply, opera[ply]);
        const before = table.white.events(table.game).at(-1).clock;
        await server.kill();
        server.clock.setForward(step);
        await server.start();
        const after = await clockOf(server, table.game);
        assert.ok(before.white - after.white < 2000, `${before.white - after.white} ms charged`);
        const [white, black] = await Promise.all(
          [table.white, table.black].map(player => connect(server, { token: player.welcome.token })));
        assert.deepEqual(white.welcome.playing, [table.game]);
        for (const player of [white, black]) await player.ok({ t: 'watch', game: table.game });
        await play({ game: table.game, white, black }, 4, opera[4]);
      }));
});

// play_on.mjs - two people who play while the database is copied.

import assert from 'node:assert/strict';

import { until } from './castled.mjs';
import { opera } from './games.mjs';
import { connect, pair, play } from './player.mjs';

// Two people who play one game after another until they are told to stop; moves: how many of each game both have seen.
export async function playOn(server) {
  const players = [await connect(server), await connect(server)];
  const moves = new Map();
  let stopping = false;
  const playing = (async () => {
    while (!stopping) {
      const table = await pair(server, { clock: null }, players);
      for (const [ply, uci] of opera.entries()) {
        if (stopping) return;
        await play(table, ply, uci);
        moves.set(table.game, ply + 1);
      }
    }
  })();
  return {
    moves,
    goesOn: async (count, from = [...moves.values()].reduce((sum, each) => sum + each, 0)) => {
      const played = () => [...moves.values()].reduce((sum, each) => sum + each, 0) >= from + count;
      await Promise.race([until(played, `${count} more moves are played`), playing.then(() => assert.ok(stopping))]);
    },
    async stop() {
      stopping = true;
      await playing;
      await Promise.all(players.map(player => player.close()));
    },
  };
}

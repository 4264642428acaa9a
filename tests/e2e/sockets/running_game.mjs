// running_game.mjs - two players who play on while something else happens: whether every move is answered, and how soon.

import { opera } from './games.mjs';
import { connect, pair } from './player.mjs';

// Plays game after game until stop(). goesOn() resolves when that many more moves have been answered and seen by both.
export async function runningGame(server, options = {}) {
  const players = [await connect(server, options), await connect(server, options)];
  const took = []; // ms from sending a move until both had it
  const waiting = new Set();
  let stopping = false;
  let failure;

  async function playOne() {
    const { game, white, black } = await pair(server, { clock: null }, players);
    for (const [ply, uci] of opera.entries()) {
      if (stopping) return;
      const begun = performance.now();
      const isIt = m => m.t === 'move' && m.game === game && m.ply === ply + 1;
      await Promise.all([(ply % 2 ? black : white).ok({ t: 'move', game, ply, uci }), white.next(isIt), black.next(isIt)]);
      took.push(performance.now() - begun);
      for (const look of [...waiting]) look();
    }
  }

  const playing = (async () => {
    while (!stopping) await playOne();
  })().catch(error => {
    failure = error;
    for (const look of [...waiting]) look();
  });

  const figures = from => {
    const sorted = took.slice(from).sort((a, b) => a - b);
    const at = part => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]?.toFixed(1);
    return `${sorted.length} moves, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`;
  };

  return {
    get count() {
      return took.length;
    },
    figures,
    // Each move has its own limit (player.mjs), so this ends.
    goesOn: (moves = 40) =>
      new Promise((resolve, reject) => {
        const goal = took.length + moves;
        const look = () => {
          if (failure) reject(failure);
          else if (took.length >= goal) resolve();
          else return;
          waiting.delete(look);
        };
        waiting.add(look);
        look();
      }),
    async stop() {
      stopping = true;
      await playing;
      if (failure) throw failure;
      await Promise.all(players.map(player => player.close()));
    },
  };
}

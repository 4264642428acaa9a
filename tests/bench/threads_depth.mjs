// How much sooner a depth is reached with more threads (lazy SMP):
//   node threads_depth.mjs --engine COMMAND --depth N [--engine COMMAND --depth N ...] --openings FILE
//                          [--threads 2] [--positions 40] [--rounds 2] [--hash 64]
// Each position is searched to the depth by one thread and by so many, in turns, by an engine that has been told "ucinewgame".
// Prints for each engine the geometric mean of time with one thread divided by time with more, its 95 % interval over the
// positions, and the same for nodes a second. It needs as many idle cores as threads. More threads also search a wider tree, which
// this does not show: games do.
import { parseArgs } from 'node:util';

import { meanOf, openingsOf, Player } from './judged.mjs';

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', multiple: true, default: [] },
    depth: { type: 'string', multiple: true, default: [] },
    openings: { type: 'string' },
    threads: { type: 'string', default: '2' },
    positions: { type: 'string', default: '40' },
    rounds: { type: 'string', default: '2' },
    hash: { type: 'string', default: '64' },
  },
});
if (!options.openings) throw new Error('--openings is missing');
if (!options.engine.length || options.engine.length !== options.depth.length)
  throw new Error('each --engine needs a --depth');

const positions = openingsOf(options.openings, Number(options.positions));
const count = positions.length;

// Sums of the logarithms of milliseconds, and of nodes a second, of each position.
const timesOf = async (player, depth, sums) => {
  for (const [i, position] of positions.entries()) {
    const { nodes, ms } = await player.measure(position, `depth ${depth}`);
    sums[i].time += Math.log(ms);
    sums[i].speed += Math.log(nodes / ms);
  }
};

const told = logarithms => {
  const { mean, error } = meanOf(logarithms);
  return `${Math.exp(mean).toFixed(2)} (${Math.exp(mean - error).toFixed(2)} to ${Math.exp(mean + error).toFixed(2)})`;
};

for (const [which, command] of options.engine.entries()) {
  const depth = options.depth[which];
  const rounds = Number(options.rounds);
  const players = ['1', options.threads].map(
    threads => new Player(command, `Threads value ${threads}`, `Hash value ${options.hash}`),
  );
  const sums = players.map(() => positions.map(() => ({ time: 0, speed: 0 })));
  for (let round = 0; round < rounds; round++)
    for (const [i, player] of players.entries()) await timesOf(player, depth, sums[i]);
  for (const player of players) player.send('quit');
  const gains = what => positions.map((_, i) => (sums[1][i][what] - sums[0][i][what]) / rounds);
  const seconds = sums[0].reduce((sum, { time }) => sum + Math.exp(time / rounds), 0) / 1000;
  console.log(
    `${command}, depth ${depth}, ${count} positions, ${seconds.toFixed(0)} s with one thread: with ${options.threads} threads ` +
      `${told(gains('time').map(gain => -gain))} times as soon, ${told(gains('speed'))} times as many nodes a second`,
  );
}

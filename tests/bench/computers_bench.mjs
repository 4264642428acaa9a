// computers_bench.mjs - what many games against the computer cost: how late its moves come, how long a turn of the loop takes.
//   node tests/bench/computers_bench.mjs [GAMES [SECONDS [LEVEL]]]     300 60 7
//
// First that many games between people, to see how long the loop's turns take without searches; then the same against
// the computer, at a human pace. People take one to five seconds for a move. Prints the histograms of /metrics.

import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

import { castled, get } from '../e2e/sockets/castled.mjs';
import { connect } from '../e2e/sockets/player.mjs';

const { Chess } = createRequire(new URL('../e2e/', import.meta.url))('chess.js');

const [games, seconds, level] = [300, 60, 7].map((usual, i) => Number(process.argv[2 + i] ?? usual));
const clock = { initial: 600_000, increment: 5_000 };
const threads = process.env.CASTLED_THREADS ?? '2';

const thought = () => 1000 + Math.random() * 4000;

// Plays whatever is legal, when it is its turn, until told to stop.
function play(player, game, color, state) {
  const board = new Chess();
  let ply = 0;
  const isMine = () => (ply % 2 === 0) === (color === 'white');
  const move = async () => {
    const moves = board.moves();
    if (moves.length === 0) return;
    await sleep(thought());
    if (!state.on) return;
    const { from, to, promotion = '' } = board.move(moves[Math.floor(Math.random() * moves.length)]);
    player.send({ t: 'move', game, ply: ply++, uci: from + to + promotion });
  };
  const look = async () => {
    while (state.on) {
      const event = await player.next(m => m.game === game && (m.t === 'move' || m.t === 'end')).catch(() => null);
      if (!event || event.t === 'end') return;
      player.messages.length = player.seen = player.texts.length = 0;
      if (event.ply <= ply) continue; // the player's own move
      board.move({ from: event.uci.slice(0, 2), to: event.uci.slice(2, 4), promotion: event.uci[4] });
      ply = event.ply;
      if (isMine()) void move();
    }
  };
  void look();
  if (isMine()) void move();
}

async function beginComputers(server, state) {
  for (let i = 0; i < games; i++) {
    const player = await connect(server);
    const color = i % 2 ? 'white' : 'black';
    const { game } = await player.ok({ t: 'challenge', to: 'computer', level, clock, color });
    play(player, game, color, state);
  }
}

async function beginPeople(server, state) {
  for (let i = 0; i < games; i++) {
    const white = await connect(server);
    const black = await connect(server);
    const { challenge } = await white.ok({ t: 'challenge', to: 'link', clock, color: 'white' });
    const { game } = await black.ok({ t: 'accept', challenge });
    play(white, game, 'white', state);
    play(black, game, 'black', state);
  }
}

// The counts of a histogram of /metrics, by upper bound in seconds; not cumulative.
async function histograms(server) {
  let body;
  const port = Number(/metrics are on port (\d+)/.exec(server.stderr)[1]);
  while (!body) ({ body } = await get(port, '/metrics').catch(() => ({}))); // busy machines lose a connection
  const found = {};
  for (const [, name, bound, count] of body.matchAll(/castled_(\w+)_seconds_bucket\{le="([^"]+)"\} (\d+)/g))
    (found[name] ??= []).push({ bound: bound === '+Inf' ? Infinity : Number(bound), count: Number(count) });
  const moves = Number(/^castled_moves_total (\d+)/m.exec(body)[1]);
  const cut = Number(/^castled_searches_cut_total (\d+)/m.exec(body)[1]);
  return { found, moves, cut };
}

const lessBefore = (after, before) =>
  after.map(({ bound, count }, i) => ({ bound, count: count - before[i].count }));

// The bound below which that fraction of the values lies.
const quantile = (histogram, part) =>
  histogram.find(({ count }) => count >= part * histogram.at(-1).count)?.bound;

async function phase(name, begin) {
  const server = await castled({ args: ['--threads', threads, '--metrics-port', '0'] }).start();
  const state = { on: true };
  await begin(server, state);
  const before = await histograms(server);
  await sleep(seconds * 1000);
  const after = await histograms(server);
  state.on = false;
  const of = kind => lessBefore(after.found[kind], before.found[kind]);
  const told = histogram => [0.5, 0.99, 1].map(part => `${quantile(histogram, part) * 1000} ms`).join(', ');
  console.log(`${name}: ${((after.moves - before.moves) / seconds).toFixed(1)} moves a second`);
  console.log(`  turns of the loop, half, 99 %, all under: ${told(of('turn'))}`);
  if (of('late').at(-1).count) {
    console.log(`  the computer's moves late, half, 99 %, all under: ${told(of('late'))}`);
    console.log(`  searches cut short by the clock: ${after.cut - before.cut} of ${of('late').at(-1).count}`);
  }
  await server.remove();
  return quantile(of('turn'), 0.99);
}

const people = await phase(`${games} games of people`, beginPeople);
const computers = await phase(`${games} games against level ${level}`, beginComputers);
console.log(`99 % of turns: ${(computers / people).toFixed(1)} times as long with the computer`);
process.exit(0);

// arena_bench.mjs - what an arena of many players costs a server that really plays it: processor time for each move, how long the loop's
// turns are, how long players wait between two games.
//   node tests/bench/arena_bench.mjs [PLAYERS [SECONDS]]     1000 60
//
// Guests on WebSockets of one process, which move after one to three seconds; a game ends by resignation after twelve plies, or after
// two to ten for a third of them. The server's figures are its own processor time and its metrics; those of waiting depend on the load of the machine.

import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { castled } from '../e2e/sockets/castled.mjs';
import { browser } from '../e2e/sockets/http_client.mjs';
import { lichess } from '../e2e/sockets/lichess_client.mjs';
import { connect } from '../e2e/sockets/player.mjs';

const players = Number(process.argv[2] ?? 1000);
const seconds = Number(process.argv[3] ?? 60);
const TOUR = ['g1f3', 'g8f6', 'f3g1', 'f6g8', 'b1c3', 'b8c6', 'c3b1', 'c6b8', 'g1h3', 'g8h6', 'h3g1', 'h6g8'];
const form = fields => new URLSearchParams(fields).toString();

const server = await castled({ limits: 'off', args: ['--metrics-port', '0'] }).start();
const counter = async name => Number(new RegExp(`^castled_${name} (\\d+)`, 'm').exec(await server.metrics())[1]);
// ms of processor time: fields 14 and 15 of /proc/PID/stat, in ticks of 10 ms.
const processor = () => {
  const words = fs.readFileSync(`/proc/${server.child.pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
  return 10 * (Number(words[11]) + Number(words[12]));
};

// How many turns of the loop took at most so many seconds, as [seconds, turns].
const turns = async () => [...(await server.metrics()).matchAll(/^castled_turn_seconds_bucket\{le="([\d.]+)"\} (\d+)$/gm)].map(m => [Number(m[1]), Number(m[2])]);
const print = (now, then = []) => now.map(([most, count], i) => `${count - (then[i]?.[1] ?? 0)} up to ${1000 * most} ms`).join(', ');

const waits = [];
let isOver = false;

async function enter(at) {
  const player = await connect(server);
  const { token } = player.welcome;
  const { status, body } = await browser(server, { token }).post(`${at}/join`, '');
  if (status !== 200) throw new Error(body);
  let game;
  let free = 0;
  const act = async ply => {
    const own = game;
    await sleep(1000 + Math.random() * 2000);
    if (isOver || own.over) return;
    player.send(ply >= own.last ? { t: 'resign', game: own.id, id: 1 } : { t: 'move', game: own.id, ply, uci: TOUR[ply], id: 1 });
  };
  player.socket.on('message', data => {
    const m = JSON.parse(data);
    player.messages.length = player.texts.length = 0; // nothing is looked up again
    if (m.t === 'tournament_game') {
      if (free) waits.push(performance.now() - free);
      game = { id: m.game, white: m.color === 'white', last: Math.random() < 1 / 3 ? 2 + Math.floor(Math.random() * 9) : TOUR.length };
      if (game.white) void act(0);
    } else if (m.t === 'move' && m.game === game?.id && (m.ply % 2 === 0) === game.white) {
      void act(m.ply);
    } else if (m.t === 'end' && m.game === game?.id) {
      game.over = true;
      free = performance.now();
    }
  });
  return player;
}

const organiser = await lichess(server, 'Organiser', { scopes: 'tournament:write' });
const made = await organiser.post('/api/v1/tournaments', form({ name: 'Bench', format: 'arena', minutes: 60, 'clock.limit': 180, 'clock.increment': 0, guests: 'true', rated: 'false' }));
const at = `/api/v1/tournaments/${made.json.id}`;
const all = [];
for (let i = 0; i < players; i += 50) all.push(...await Promise.all(Array.from({ length: Math.min(50, players - i) }, () => enter(at))));
const watcher = await connect(server);
await watcher.ok({ t: 'tournament_watch', tournament: made.json.id });
await organiser.post(`${at}/acts`, form({ act: 'start' }));
await sleep(10_000); // the first games, and some rest from joining
const before = { cpu: processor(), moves: await counter('moves_total'), games: await counter('games_ended_total'), turns: await turns() };
await sleep(1000 * seconds);
const moves = (await counter('moves_total')) - before.moves;
const games = (await counter('games_ended_total')) - before.games;
const used = processor() - before.cpu;
const after = await turns();
isOver = true;
waits.sort((a, b) => a - b);
const wait = share => (waits[Math.floor(waits.length * share)] / 1000).toFixed(1);
console.log(`${players} players, ${seconds} s: ${moves} moves (${Math.round(moves / seconds)} a second), ${games} games ended`);
console.log(`processor time: ${(used / seconds / 10).toFixed(1)} % of one, ${((1000 * used) / moves).toFixed(0)} µs for each move, all else included`);
console.log(`between two games: median ${wait(0.5)} s, 95 % ${wait(0.95)} s (the server waits for better pairs)`);
console.log(`turns of the loop: ${print(after, before.turns)}; before that, with everybody's joining and first games: ${print(before.turns)}`);
for (const player of all) player.socket.terminate();
watcher.socket.terminate();
await server.remove();
process.exit(0);

// What a cluster costs, in one run beside the default: moves a second and how long they take with SQLite, with one node on
// PostgreSQL, through a second node, and with half of the players on each of two; what each thread of each node computes
// meanwhile, and for a move; and what a move costs that many watch through another node.
//   node tests/bench/cluster_bench.mjs [SECONDS [play|watch]]      10 for each row; only who plays, or who watches
// CASTLED_BINARY: the program (build/release/castled)
//
// PostgreSQL and NATS are Debian's, on the same disk and the same cores as everything else; each move is durable before
// anybody hears of it (fsync). What counts are the ratios. The loop is one thread: when its share of a core comes to one,
// that node takes no more.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { after, it } from 'node:test';

import { binary, castled } from '../e2e/sockets/castled.mjs';
import { newCluster } from '../e2e/sockets/cluster.mjs';

const seconds = Number(process.argv[2]) || 10;
const only = process.argv[3];
const program = name => path.join(path.dirname(binary), 'tests/bench', name);
const WARM_UP = 0.25; // of the seconds, by load_players
const USUAL = ['shared_buffers=128MB', 'autovacuum=on']; // as PostgreSQL is by itself, unlike the tests'
const WATCHERS = 1000;
const WATCHED_MOVES = 200;

// ---- what threads compute ----

// What each thread of a server has computed so far, in s, by its name (server/base/thread_name.h). Those of libnats have
// the name of the thread that made them.
function computed(server) {
  const task = `/proc/${server.child.pid}/task`;
  const sums = {};
  for (const id of fs.readdirSync(task)) {
    const read = file => fs.readFileSync(path.join(task, id, file), 'latin1');
    const name = id === String(server.child.pid) ? 'loop' : read('comm').trim();
    sums[name] = (sums[name] ?? 0) + Number(read('schedstat').split(' ')[0]) / 1e9; // the first is ns on a processor
  }
  return sums;
}

const total = sums => Object.values(sums).reduce((sum, each) => sum + each, 0);

function since(before, server) {
  const now = computed(server);
  return Object.fromEntries(Object.entries(now).map(([name, sum]) => [name, sum - (before[name] ?? 0)]));
}

// "loop 0.41 (20.3 µs a move), writer 0.13 (6.5), bus 0.10 (5.1), others 0.00 (0.1)"
function threads(sums, passed, moves) {
  const shown = ['loop', 'writer', 'bus'].filter(name => name in sums);
  const others = total(sums) - shown.reduce((sum, name) => sum + sums[name], 0);
  const one = (name, sum) => `${name} ${(sum / passed).toFixed(2)} (${(sum / moves * 1e6).toFixed(1)}${name === 'loop' ? ' µs a move' : ''})`;
  return [...shown.map(name => one(name, sums[name])), one('others', others)].join(', ');
}

function printThreads(servers, sums, passed, moves) {
  const names = servers.length > 1 ? ['owner', 'front'] : ['threads'];
  for (const [i, name] of names.entries()) console.log(`    ${name.padEnd(8)} ${threads(sums[i], passed, moves)}`);
}

// ---- who plays ----

// So many players at each of these servers, who play at that interval; what they have counted, together.
async function play(servers, connections, interval) {
  const counts = await Promise.all(servers.map(async server => {
    const child = spawn(program('load_players'), [server.port, connections / servers.length, interval, seconds].map(String),
      { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', bytes => (text += bytes));
    const [status] = await once(child, 'close');
    if (status !== 0) throw new Error('the players have given up');
    return JSON.parse(text);
  }));
  return {
    each: counts.reduce((sum, count) => sum + count.moves, 0) / seconds,
    half: Math.max(...counts.map(count => count.half)),
    most: Math.max(...counts.map(count => count.most)),
  };
}

async function row(name, servers, all, connections, interval, base) {
  const before = all.map(computed);
  const { each, half, most } = await play(servers, connections, interval);
  const sums = all.map((server, i) => since(before[i], server));
  const passed = seconds * (1 + WARM_UP);
  const cpu = sums.map(sum => (total(sum) / passed).toFixed(2)).join(' and ');
  const ratio = base ? `${(each / base.each).toFixed(2)} of SQLite's; p99 ${(most / base.most).toFixed(1)} times` : '';
  console.log(`${name.padEnd(34)} ${each.toFixed(0).padStart(7)} moves/s  p50 ${half.toFixed(1).padStart(6)}  p99 ${most.toFixed(1).padStart(7)} ms`
    + `  ${cpu} of a core  ${ratio}`);
  printThreads(all, sums, passed, each * passed);
  return { each, half, most };
}

// ---- who watches ----

// Moves one after the other, each as soon as all of them have heard the one before.
async function watch(name, server, all) {
  const child = spawn(program('load_watchers'), [server.port, WATCHERS, WATCHED_MOVES].map(String), { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  let text = '';
  child.stdout.on('data', bytes => (text += bytes));
  await Promise.race([once(child.stdout, 'data'), closed]);
  const before = all.map(computed);
  const begun = performance.now();
  const [status] = await closed;
  if (status !== 0) throw new Error('the watchers have given up');
  const passed = (performance.now() - begun) / 1000;
  const { half, most } = JSON.parse(text.split('\n')[1]);
  const sums = all.map((each, i) => since(before[i], each));
  console.log(`${name.padEnd(34)} the last of ${WATCHERS} has a move after p50 ${half.toFixed(1)}  p99 ${most.toFixed(1)} ms`);
  printThreads(all, sums, passed, WATCHED_MOVES);
}

it('cluster', async () => {
  const cluster = await newCluster(2, { settings: USUAL, direct: true });
  const single = await castled().start();
  after(() => single.remove());
  const owner = cluster.owner();
  const front = cluster.nodes.find(node => node !== owner);
  for (const [connections, interval] of only === 'watch' ? [] : [[200, 0], [400, 0], [2000, 0], [400, 1000], [4000, 5000]]) {
    console.log(`${connections} players, ${interval ? `a move each ${interval} ms` : 'as fast as they go'}`);
    const base = await row('SQLite', [single], [single], connections, interval);
    await row('PostgreSQL, at the owner', [owner], [owner, front], connections, interval, base);
    await row('PostgreSQL, through another node', [front], [owner, front], connections, interval, base);
    await row('PostgreSQL, half at each node', [owner, front], [owner, front], connections, interval, base);
  }
  if (only !== 'play') {
    console.log(`${WATCHERS} who watch a game`);
    await watch('SQLite', single, [single]);
    await watch('PostgreSQL, at the owner', owner, [owner, front]);
    await watch('PostgreSQL, through another node', front, [owner, front]);
  }
  await cluster.close();
});

// What a cluster costs, in one run beside the default: moves a second and how long they take with SQLite, with one node on
// PostgreSQL, through a second node, and with half of the players on each of two.
//   node tests/bench/cluster_bench.mjs [SECONDS]      10 for each row; CASTLED_BINARY: the program (build/release/castled)
//
// PostgreSQL and NATS are Debian's, on the same disk and the same cores as everything else; each move is durable before
// anybody hears of it (fsync). What counts are the ratios.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { after, it } from 'node:test';

import { binary, castled } from '../e2e/sockets/castled.mjs';
import { newCluster } from '../e2e/sockets/cluster.mjs';

const seconds = Number(process.argv.at(-1)) || 10;
const players = path.join(path.dirname(binary), 'tests/bench/load_players');

// So many players at each of these servers, who play at that interval; what they have counted, together.
async function play(servers, connections, interval) {
  const counts = await Promise.all(servers.map(async server => {
    const child = spawn(players, [server.port, connections / servers.length, interval, seconds].map(String),
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

// What the processes have computed so far, in s.
const ticks = server => {
  const stat = fs.readFileSync(`/proc/${server.child.pid}/stat`, 'latin1').split(') ')[1].split(' ');
  return (Number(stat[11]) + Number(stat[12])) / 100;
};

async function row(name, servers, all, connections, interval, base) {
  const before = all.map(ticks);
  const { each, half, most } = await play(servers, connections, interval);
  const cpu = all.map((server, i) => ((ticks(server) - before[i]) / seconds / 1.25).toFixed(2)).join(' and ');
  const ratio = base ? `${(each / base.each).toFixed(2)} of SQLite's; p99 ${(most / base.most).toFixed(1)} times` : '';
  console.log(`${name.padEnd(34)} ${each.toFixed(0).padStart(7)} moves/s  p50 ${half.toFixed(1).padStart(6)}  p99 ${most.toFixed(1).padStart(7)} ms`
    + `  ${cpu} of a core  ${ratio}`);
  return { each, half, most };
}

it('cluster', async () => {
  const cluster = await newCluster(2, { settings: [] });
  const single = await castled().start();
  after(() => single.remove());
  const owner = cluster.owner();
  const front = cluster.nodes.find(node => node !== owner);
  for (const [connections, interval] of [[200, 0], [400, 0], [2000, 0], [400, 1000], [4000, 5000]]) {
    console.log(`${connections} players, ${interval ? `a move each ${interval} ms` : 'as fast as they go'}`);
    const base = await row('SQLite', [single], [single], connections, interval);
    await row('PostgreSQL, at the owner', [owner], [owner], connections, interval, base);
    await row('PostgreSQL, through another node', [front], [owner, front], connections, interval, base);
    await row('PostgreSQL, half at each node', [owner, front], [owner, front], connections, interval, base);
  }
  await cluster.close();
});

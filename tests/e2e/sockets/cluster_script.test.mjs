// cluster_script.test.mjs - deploy/cluster.sh as somebody tries it: two nodes, PostgreSQL and NATS behind HAProxy. A game by the
// balancer outlives the node that has it, and the whole cluster.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { binary, get, newDirectory, runCastled, takePort, until } from './castled.mjs';
import { missing } from './cluster.mjs';
import { opera } from './games.mjs';
import { catchUp, connect, pair, play } from './player.mjs';

const script = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../deploy/cluster.sh');
const hasBalancer = ['/usr/sbin', '/usr/bin'].some(folder => fs.existsSync(path.join(folder, 'haproxy')));
const lacks = [missing, !hasBalancer && 'haproxy'].filter(Boolean).join(' and ');
const skip = lacks ? `${lacks} is not installed` : false;

// The script with that directory, and the port of its balancer, until the first node is behind that.
async function begin(directory) {
  const port = await takePort(11);
  const child = spawn('setpriv', ['--pdeathsig', 'TERM', 'bash', script, '--installed', '2', directory],
    { env: { ...process.env, CASTLED_BINARY: binary, CASTLED_PORT: String(port) } });
  const cluster = {
    port,
    text: '',
    isUp: () => child.exitCode === null && child.signalCode === null,
    // The number of the process that a node has now, once it has been started that often.
    async process(node, starts = 1) {
      const all = () => [...cluster.text.matchAll(new RegExp(`^node-${node} is process (\\d+),`, 'gm'))];
      await until(() => all().length >= starts, `node ${node} is started`);
      return Number(all().at(-1)[1]);
    },
    async end() {
      if (!cluster.isUp()) return;
      const closed = once(child, 'close');
      child.kill('SIGINT');
      await closed;
    },
  };
  after(() => cluster.end());
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (cluster.text += text));
  await until(async () => {
    assert.ok(cluster.isUp(), `cluster.sh has ended: ${cluster.text}`);
    return (await health(port)) === 200;
  }, 'a node is ready behind the balancer');
  return cluster;
}

const health = port => get(port, '/healthz', { connection: 'close' }).then(({ status }) => status, () => 0);

// The number of the node that has the games: 1 or 2.
async function ownerOf(directory) {
  for (const node of [1, 2]) {
    const { stdout } = await runCastled(['admin', '--data', path.join(directory, `node-${node}`), 'status']);
    if (stdout && !/a front of a cluster/.test(stdout)) return node;
  }
  return 0;
}

// Those who played a game, connected again by the balancer, with all that they lack of it.
const comeBack = async (table, port) => {
  const again = async player => {
    let back;
    await until(async () => (back = await connect({ port }, { token: player.welcome.token }).catch(() => null)), 'a node lets them in');
    await catchUp(player, back, table.game);
    return back;
  };
  return { ...table, white: await again(table.white), black: await again(table.black) };
};

test('somebody tries a cluster, kills the node that has the games, ends all, and starts it again', { skip }, async () => {
  const directory = newDirectory('castled-cluster-');
  const cluster = await begin(directory);
  let table = await pair({ port: cluster.port }, { clock: { initial: 3_600_000, increment: 0 } });
  for (let ply = 0; ply < 3; ply++) await play(table, ply, opera[ply]);

  let owner = 0;
  await until(async () => (owner = await ownerOf(directory)), 'a node has the games');
  process.kill(await cluster.process(owner), 'SIGKILL');
  await Promise.all([table.white.closed, table.black.closed]);
  table = await comeBack(table, cluster.port);
  await play(table, 3, opera[3]);
  await cluster.process(owner, 2); // as a service manager would
  await until(async () => (await health(cluster.port + owner)) === 200, 'the node that was killed is ready again');

  await cluster.end();
  for (const offset of [0, 1, 2]) assert.equal(await health(cluster.port + offset), 0, 'nothing of it is left');
  const second = await begin(directory);
  table = await comeBack(table, second.port);
  await play(table, 4, opera[4]);
  await second.end();
});

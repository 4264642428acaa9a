// cluster.mjs - several castleds on one PostgreSQL and one NATS, each a process of the test's: nodes are started on free
// ports, killed, suspended, and cut off from either.
//
// PostgreSQL and the bus are Debian's. Between them and each node is a line that the test can cut, with a thread of its own:
// signs of life get through while the test's own has hundreds of clients to deal with.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';

import { castled, get, newClock, newDirectory, takePort, until } from './castled.mjs';

const versions = [18, 17, 16, 15, 14].map(version => `/usr/lib/postgresql/${version}/bin`);
const programs = versions.find(folder => fs.existsSync(path.join(folder, 'postgres')));
const nats = ['/usr/sbin/nats-server', '/usr/bin/nats-server'].find(file => fs.existsSync(file));

// Which programs are missing, by name, for a test that is skipped; false when all are there.
export const missing =
  [programs ? '' : 'postgresql', nats ? '' : 'nats-server'].filter(Boolean).join(' and ') || false;

const NOBODY = 65534;
const asNobody = process.getuid() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

// A program that the kernel kills when this process ends. PostgreSQL refuses to run as root.
const begin = (program, args, { signal = 'KILL', ...options } = {}) =>
  spawn('setpriv', ['--pdeathsig', signal, program, ...args], { stdio: 'ignore', ...options });

async function end(child, signal) {
  const closed = once(child, 'close');
  child.kill(signal);
  await closed;
}

// ---- PostgreSQL ----

let holds = 0;

const psql = (port, sql) => {
  const { status, stdout, stderr } = spawnSync(path.join(programs, 'psql'),
    ['-X', '-A', '-t', '-q', '-v', 'ON_ERROR_STOP=1', '-h', '127.0.0.1', '-p', String(port), '-U', 'castled', '-d', 'postgres', '-c', sql],
    { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout.trim();
};

// A server of PostgreSQL with an empty database. ask(): the rows of a statement, values separated by '|'. kill(): as if
// its machine had lost power; start() again recovers. 'clock' is the environment of one that tests set.
export async function newPostgres(settings = ['fsync=off'], clock = {}) {
  const directory = newDirectory('castled-pg-');
  const data = path.join(directory, 'data');
  fs.chmodSync(directory, 0o755);
  if (asNobody.uid) fs.chownSync(directory, NOBODY, NOBODY);
  const made = spawnSync(path.join(programs, 'initdb'),
    ['-D', data, '-U', 'castled', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    { ...asNobody, cwd: directory, encoding: 'utf8' });
  assert.equal(made.status, 0, made.stderr);
  const postgres = {
    port: await takePort(),
    child: null,
    databases: 0,
    ask: sql => psql(postgres.port, sql).split('\n').filter(Boolean),
    async start() {
      const set = ['shared_buffers=16MB', 'autovacuum=off', 'dynamic_shared_memory_type=mmap', 'unix_socket_directories=', ...settings].flatMap(each => ['-c', each]);
      postgres.child = begin(path.join(programs, 'postgres'),
        ['-D', data, '-p', String(postgres.port), '-h', '127.0.0.1', ...set], { ...asNobody, cwd: directory, signal: 'QUIT', env: { ...process.env, ...clock } });
      await until(() => {
        assert.equal(postgres.child.exitCode, null, 'PostgreSQL has ended');
        return spawnSync(path.join(programs, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(postgres.port)]).status === 0;
      }, 'PostgreSQL is ready');
      return postgres;
    },
    // A transaction that has run this and does not end; it is rolled back by the function that it returns.
    async hold(sql) {
      const name = `a hold of the test ${holds++}`;
      const child = begin(path.join(programs, 'psql'), ['-X', '-q', '-h', '127.0.0.1', '-p', String(postgres.port), '-U', 'castled', '-d', 'postgres',
        '-c', `SET application_name TO '${name}'; BEGIN; ${sql}; SELECT pg_sleep(1000000)`]);
      const where = `FROM pg_stat_activity WHERE application_name = '${name}' AND wait_event = 'PgSleep'`;
      await until(() => postgres.ask(`SELECT 1 ${where}`).length > 0, `this is held: ${sql}`);
      return async () => {
        const closed = once(child, 'close');
        postgres.ask(`SELECT pg_terminate_backend(pid) ${where}`);
        await closed;
      };
    },
    kill: () => end(postgres.child, 'SIGQUIT'),
  };
  return postgres.start();
}

// ---- the bus ----

export async function newBus(password = 'a password of the test') {
  const settings = path.join(newDirectory('castled-nats-'), 'nats.conf');
  // By itself it gives a client two seconds to sign in, which a busy machine may need for something else.
  fs.writeFileSync(settings, `authorization { user: castled, password: ${JSON.stringify(password)}, timeout: 60 }\n`);
  const bus = {
    port: await takePort(),
    password,
    child: null,
    async start() {
      bus.child = begin(nats, ['-a', '127.0.0.1', '-p', String(bus.port), '-c', settings]);
      await until(() => accepts(bus.port), 'the bus is ready');
      return bus;
    },
    kill: () => end(bus.child, 'SIGKILL'),
  };
  return bus.start();
}

const accepts = port =>
  new Promise(resolve => {
    const socket = net.connect({ host: '127.0.0.1', port });
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

// ---- lines ----

// A way to a server, with a port of its own (line_thread.mjs); all of them have one thread.
let thread;
async function newLine(server) {
  thread ??= new Worker(new URL('line_thread.mjs', import.meta.url));
  thread.unref();
  const tell = what => {
    const done = new Int32Array(new SharedArrayBuffer(4));
    thread.postMessage({ ...what, done });
    Atomics.wait(done, 0, 0);
  };
  const { port1: here, port2: there } = new MessageChannel();
  thread.postMessage({ to: server.port, answer: there }, [there]);
  const [port] = await once(here, 'message');
  here.close();
  return { port, cut: () => tell({ cut: port }), mend: () => tell({ mend: port }), close: () => tell({ close: port }) };
}

// No line at all: for benchmarks, since a line adds milliseconds to each move.
const straight = ({ port }) => ({ port, mend() {}, close() {} });

// ---- nodes ----

// A castled of the cluster, with lines of its own to PostgreSQL and to the bus unless it is 'direct'. start() waits until it
// is ready, as the owner or as another. suspend() and goOn() are SIGSTOP and SIGCONT.
async function newNode(cluster, { args = [], direct = false, ...options } = {}) {
  const lineTo = direct ? straight : newLine;
  const lines = { store: await lineTo(cluster.postgres), bus: await lineTo(cluster.bus) };
  const secret = encodeURIComponent(cluster.bus.password);
  const node = castled({
    ...options,
    args: ['--store', `postgresql://castled@127.0.0.1:${lines.store.port}/postgres`,
      '--bus', `nats://castled:${secret}@127.0.0.1:${lines.bus.port}`, '--metrics-port', '0', ...args],
  });
  return Object.assign(node, {
    lines,
    isReady: () => get(node.port, '/healthz', { connection: 'close' }).then(answer => answer.status === 200, () => false),
    async start() {
      node.port ??= await takePort();
      while (!(await node.spawn())) node.port = await takePort();
      await until(node.isReady, 'the node is ready');
      return node;
    },
    // Letters by which PostgreSQL knows this node.
    letters: () => fs.readFileSync(path.join(node.directory, 'castled.lock'), 'latin1').slice(0, 12),
    cut: (...names) => names.forEach(name => lines[name].cut()),
    mend: () => Object.values(lines).forEach(line => line.mend()),
    suspend: () => node.child.kill('SIGSTOP'),
    goOn: () => node.child.kill('SIGCONT'),
    runs: () => node.child?.exitCode === null && node.child.signalCode === null,
  });
}

// PostgreSQL, a bus, and that many nodes, all ready; with 'clocks' each has one that tests set.
export async function newCluster(count, { settings, clocks = false, ...options } = {}) {
  const [postgres, bus] = await Promise.all([newPostgres(settings), newBus()]);
  const cluster = {
    postgres,
    bus,
    nodes: [],
    async add(own = {}) {
      const clock = clocks ? newClock(newDirectory('castled-clock-'), { slow: false }) : null;
      const node = await newNode(cluster, { ...options, ...own, clock });
      cluster.nodes.push(node);
      return node.start();
    },
    // The node that has the leases; undefined while nobody does.
    owner() {
      const [name = ''] = postgres.ask(`SELECT DISTINCT l.node FROM castled.leases l
        JOIN castled.nodes n ON n.node = l.node WHERE n.alive > clock_timestamp()`);
      return cluster.nodes.find(node => name.endsWith(`/${node.letters()}`));
    },
    async close() {
      for (const node of cluster.nodes) {
        node.goOn();
        node.mend();
        if (node.runs()) await node.stop();
        Object.values(node.lines).forEach(line => line.close());
      }
      await Promise.all([postgres.kill(), bus.kill()]);
    },
  };
  for (let i = 0; i < count; i++) await cluster.add();
  return cluster;
}

// ---- a front before every server (CASTLED_FRONT) ----

let shared;

async function beginShared() {
  const directory = newDirectory('castled-clock-');
  fs.chmodSync(directory, 0o755); // PostgreSQL is nobody
  const both = await Promise.all([newPostgres(['fsync=off'], newClock(directory).env), newBus()]);
  for (const { child } of both) child.unref(); // they end with this process
  return both;
}

// Flags that make a castled a node of a cluster, each time of a new one; on servers that all tests of the file share.
// PostgreSQL's clock is a slow one, which no test sets: leases last, however a test's own clock leaps.
export async function flagsOfCluster() {
  shared ??= beginShared();
  const [postgres, bus] = await shared;
  const name = `castled_${postgres.databases++}`;
  postgres.ask(`CREATE DATABASE ${name}`);
  const secret = encodeURIComponent(bus.password);
  return ['--store', `postgresql://castled@127.0.0.1:${postgres.port}/${name}`,
    '--bus', `nats://castled:${secret}@127.0.0.1:${bus.port}`, '--clock-tolerance', '365d'];
}

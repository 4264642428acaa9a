// castled.mjs - the server under test, as a process: started on a free port, stopped, killed, started again.
//
// The binary is CASTLED_BINARY. A sanitizer's report on stderr or an unexpected exit fails the test. However the test
// ends, its servers end with it, and its directories are removed.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import dgram from 'node:dgram';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
export const binary = process.env.CASTLED_BINARY ?? path.join(root, 'build/release/castled');

// No connection is kept, as Node.js 20 would: the server closes an idle one by a clock that tests set forward by hours.
http.globalAgent = new http.Agent({ keepAlive: false });

// The limit of every wait. It only ends what hangs: no test may rely on being quicker.
export const patience = Number(process.env.CASTLED_PATIENCE ?? 60_000);

// A failed test may leave something open that would keep the run from ending.
after(() => setTimeout(() => process.exit(), patience + 2000).unref());

// Waits for a state that can only be seen by polling.
export async function until(isSo, what = String(isSo)) {
  for (const end = Date.now() + patience; !(await isSo()); await sleep(10))
    assert.ok(Date.now() < end, `waited in vain until ${what}`);
}

const directories = [];
process.on('exit', () => directories.forEach(each => fs.rmSync(each, { recursive: true, force: true })));
export function newDirectory(name = 'castled-e2e-') {
  directories.push(fs.mkdtempSync(path.join(os.tmpdir(), name)));
  return directories.at(-1);
}

// A port for a server of this test that no other test on this machine gets, or the first of so many one after the other: the
// UDP ports of the same numbers are held until the test ends. Below the ports that the kernel gives to outgoing connections
// (from 32,768 on).
export async function takePort(count = 1) {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * (12_000 - count));
    const holders = await Promise.all(Array.from({ length: count }, (_, i) => hold(first + i)));
    if (holders.every(Boolean)) return first;
    holders.forEach(holder => holder?.close());
  }
}

// What holds the port; null when somebody else does.
function hold(port) {
  const holder = dgram.createSocket('udp4').unref();
  return new Promise(resolve => {
    holder.once('error', () => {
      holder.close();
      resolve(null);
    });
    holder.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(holder));
  });
}

// The program as a child that the kernel kills when this process ends, however it ends.
export const spawnCastled = (args, options = {}, program = binary) =>
  spawn('setpriv', ['--pdeathsig', 'KILL', program, ...args], options);

// ---- passwords that cost next to nothing (passwords.c) ----

const passwordsLibrary = path.join(path.dirname(binary), 'tests/e2e/libtest_passwords.so');

const preloading = (env, ...libraries) => {
  assert.ok(fs.existsSync(passwordsLibrary), `${passwordsLibrary} is not built`);
  return { ...env, LD_PRELOAD: [passwordsLibrary, ...libraries, env.LD_PRELOAD].filter(Boolean).join(':') };
};

// ---- a clock that tests set (clock.c) ----

const clockLibrary =
  process.env.CASTLED_CLOCK_LIBRARY ?? path.join(path.dirname(binary), 'tests/e2e/libtest_clock.so');

// Unless it is slow, by so many times, it goes as the system's does.
export function newClock(directory, { slow = true, slowness = 100 } = {}) {
  assert.ok(fs.existsSync(clockLibrary), `${clockLibrary} is not built`);
  const file = path.join(directory, 'clock');
  const handle = fs.openSync(file, 'w+');
  const since = slow ? [process.hrtime.bigint(), BigInt(Date.now()) * 1_000_000n] : [0n, 0n];
  const numbers = new BigInt64Array([0n, ...since, 0n, BigInt(slowness)]);
  const write = () => fs.writeSync(handle, Buffer.from(numbers.buffer), 0, 8 * numbers.length, 0);
  write();
  return {
    // When time leaps, the watchdog's ticks come faster than the loop can turn.
    env: { CASTLED_CLOCK: file, LD_PRELOAD: clockLibrary, CASTLED_WATCHDOG: 'off' },
    add(ms) {
      numbers[0] += BigInt(Math.round(ms)) * 1_000_000n;
      write();
    },
    // The server's monotonic clock, in ms.
    now: () => Number(numbers[0] + numbers[1] + (process.hrtime.bigint() - numbers[1]) / numbers[4]) / 1e6,
    // Its system's clock, as Date.now().
    wall: () => Number(numbers[0] + numbers[3] + (numbers[2] || BigInt(Date.now()) * 1_000_000n)
      + (numbers[2] && (process.hrtime.bigint() - numbers[1]) / numbers[4])) / 1e6,
    // Sets the system's clock, without letting time pass.
    setForward(ms) {
      numbers[3] += BigInt(Math.round(ms)) * 1_000_000n;
      write();
    },
    close: () => fs.closeSync(handle),
  };
}

// Runs the program to its end: for servers that must not start. After 'limit' ms it hangs.
export async function runCastled(args, options = {}) {
  const { env = process.env, limit = patience, ...others } = options;
  const child = spawnCastled(args, { stdio: ['ignore', 'pipe', 'pipe'], ...others, env: preloading(env) });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', text => (stdout += text));
  child.stderr.on('data', text => (stderr += text));
  const timer = setTimeout(() => child.kill('SIGKILL'), limit);
  const [code, signal] = await once(child, 'close');
  clearTimeout(timer);
  return { code, signal, stdout, stderr };
}

export const get = (port, target, headers = {}) =>
  new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path: target, headers }, response => {
      let body = '';
      response.on('data', text => (body += text));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body }),
      );
    });
    request.on('error', reject);
  });

// Resolves when the server says that it is ready, or with false if it ended because its port was taken.
async function isReady(server) {
  const { child } = server;
  const until = Date.now() + patience;
  while (!/ (is ready|waits) on /.test(server.stdout)) { // a node of a cluster may wait for the one that has the games
    if (child.exitCode !== null && /cannot listen/.test(server.stderr)) return false;
    assert.equal(child.exitCode, null, `castled has ended: ${server.stderr}`);
    assert.equal(child.signalCode, null, `castled has died: ${server.stderr}`);
    assert.ok(Date.now() < until, `castled is not ready: ${server.stderr}`);
    goOn(server);
    await sleep(5);
  }
  return true;
}

// A node of a cluster looks for the others from time to time, for which a slow clock is too slow.
const goOn = server => server.cluster.length && server.clock?.add(50);

// Every server is a front, and has its owner behind it.
export const throughFront = Boolean(process.env.CASTLED_FRONT);

// The flags that make the servers of a directory nodes of a cluster (CASTLED_FRONT).
const clusters = new Map();

// By which commands find the database of the games.
export const database = directory => ['--data', directory, ...(clusters.get(directory) ?? []).slice(0, 2)];

// A server with a data directory of its own (or options.directory), and only options.flags as flags when
// these are given. start() waits until it is ready; kill() is kill -9; stop() is SIGTERM and must end it with 0;
// remove() also deletes the directory. With 'files' it may have that many open. 'port' is tried first.
//
// With slow: true its clock runs a hundred times slower than real time, so that all players have enough time, and
// pass(ms) lets time pass.
//
// With CASTLED_FRONT=1 it is a front of a cluster, whose owner is another castled with the same options: 'games', whose
// directory it is. Both are started, killed and stopped together.
export function castled({ directory = newDirectory(), args = [], limits = 'off', flags, env = {}, slow = false,
  files, port, program = binary, clock = slow ? newClock(newDirectory('castled-clock-')) : null, isOwner = false } = {}) {
  const owner = !throughFront || isOwner || flags || files || args.includes('--store') ? null
    : castled({ directory, args, limits, env, program, clock, isOwner: true });
  const ownDirectory = owner ? newDirectory('castled-front-') : directory;
  const server = {
    directory,
    games: owner, // the server that has the games
    cluster: [], // the flags that make it a node of one
    clock,
    port,
    child: null,
    stdout: '',
    stderr: '',
    arrivals: [], // whether whatever somebody has sent was answered: each a function

    spawn() {
      const usual = ['--host', '127.0.0.1', '--port', String(server.port), '--data', ownDirectory,
        '--limits', limits, ...args, ...server.cluster];
      const words = flags ?? usual;
      const options = {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: preloading({ ...process.env, CASTLED_PORT: String(server.port), ...clock?.env, ...env },
          env.LD_PRELOAD && clock?.env.LD_PRELOAD),
      };
      const child = files
        ? spawnCastled(['-c', `ulimit -n ${files} && exec "$0" "$@"`, program, ...words], options, 'sh')
        : spawnCastled(words, options, program);
      server.child = child;
      server.stdout = server.stderr = '';
      child.stdout.on('data', text => (server.stdout += text));
      child.stderr.on('data', text => (server.stderr += text));
      child.closed = once(child, 'close').then(ended => {
        const isAsked = child.asked && (child.asked !== 'SIGKILL' || ended[1] === 'SIGKILL'); // else it had ended by then
        if (!isAsked && server.stdout)
          console.error(`castled has ended: ${ended}\n${server.stderr}`);
        return ended;
      });
      return isReady(server);
    },

    // The text of GET /metrics; needs --metrics-port 0 among the flags.
    async metrics() {
      const told = () => /metrics are on port (\d+) /.exec(server.stderr);
      await until(told, 'castled says where its metrics are');
      const port = Number(told()[1]);
      return (await get(port, '/metrics', { connection: 'close' })).body;
    },

    async start() {
      if (owner) {
        if (!clusters.has(directory)) {
          const { flagsOfCluster } = await import('./cluster.mjs');
          clusters.set(directory, await flagsOfCluster());
        }
        server.cluster = owner.cluster = clusters.get(directory);
        await owner.start();
      }
      server.port ??= await takePort();
      while (!(await server.spawn())) server.port = await takePort();
      if (server.cluster.length) await until(server.isNode, 'the node is ready');
      else assert.equal((await get(server.port, '/healthz')).status, 200);
      return server;
    },

    // Whether it is the owner, or has found it.
    async isNode() {
      const { status } = await get(server.port, '/healthz', { connection: 'close' });
      if (status !== 200) goOn(server);
      return status === 200;
    },

    // What Date.now() is to the server.
    wall: () => Math.round(clock ? clock.wall() : Date.now()),

    // Lets that many ms of the server's time pass. First whatever is under way arrives, such as what a browser has asked, and
    // the answers to the pings with which the server measures lag. Then time passes in steps that are short enough for nobody
    // to be taken for gone, and two requests wake the server up after each: whatever was due is done when the second is
    // answered.
    async pass(ms) {
      const look = () => get(server.port, '/healthz');
      await until(() => server.arrivals.every(hasArrived => hasArrived()), 'all that was asked is answered');
      for (let i = 0; i < 3; i++) await look();
      if (owner) return server.passSlowly(ms);
      for (let left = ms; left > 0; left -= 10_000) {
        clock.add(Math.min(left, 10_000));
        for (let i = 0; i < 2; i++) await look();
      }
    },

    // The same for a front and its owner, whose link breaks after 2 s of silence: after each step the owner answers a request
    // of the front's. PostgreSQL is given a moment for the signs of life.
    async passSlowly(ms) {
      for (let left = ms; left > 0; left -= 1000) {
        clock.add(Math.min(left, 1000));
        for (let i = 0; i < 2; i++) {
          await until(owner.isNode, 'the owner writes to PostgreSQL');
          await get(server.port, '/robots.txt');
        }
        await sleep(20);
      }
      for (const node of [owner, server]) await until(node.isNode, 'the node is ready');
    },

    // Lets time pass, a little faster than in reality, until the promise is settled.
    async passUntil(promise) {
      let isOver = false;
      const over = () => (isOver = true);
      promise.then(over, over);
      for (; !isOver; await sleep(10)) await server.pass(50);
      return promise;
    },

    end(signal) {
      server.child.asked = signal;
      server.child.kill(signal);
    },

    async kill() {
      server.expectSound();
      server.end('SIGKILL');
      await server.child.closed;
      await owner?.kill();
    },

    async stop() {
      server.expectSound();
      server.end('SIGTERM');
      const timer = setTimeout(() => server.child.kill('SIGKILL'), patience);
      const passing = clock && setInterval(() => clock.add(250), 100); // nobody waits for a slow clock, and on a slow machine little time passes
      const [code, signal] = await server.child.closed;
      clearTimeout(timer);
      clearInterval(passing);
      assert.equal(signal, null, `castled does not stop: ${server.stderr}`);
      assert.equal(code, 0, server.stderr);
      server.expectNoReport();
      await owner?.stop();
    },

    async restart() {
      await server.kill();
      await server.start();
    },

    expectNoReport() {
      assert.doesNotMatch(server.stderr, /Sanitizer|runtime error|Assertion|\bbug:/);
    },

    // To be called whenever the server should be well: it runs, and no sanitizer has complained.
    expectSound() {
      server.expectNoReport();
      assert.equal(server.child.exitCode, null, `castled has ended: ${server.stderr}`);
      assert.equal(server.child.signalCode, null, `castled has died: ${server.stderr}`);
      owner?.expectSound();
    },

    async remove() {
      if (server.child?.exitCode === null && server.child.signalCode === null) await server.stop();
      fs.rmSync(server.directory, { recursive: true, force: true });
      clock?.close();
    },
  };
  server.games ??= server;
  return server;
}

// A server while 'body' runs, whose directory is removed with it unless options.keep. When 'body' fails, its error is the
// one to report.
export async function withCastled(options, body) {
  const server = await castled(options).start();
  try {
    await body(server);
  } catch (error) {
    server.end('SIGKILL');
    await server.child.closed;
    await server.remove();
    throw error;
  }
  await (options.keep ? server.stop() : server.remove());
}

// health.test.mjs - castled health: for a container or a supervisor, whatever the ports and certificates are.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { castled, get, newDirectory, runCastled, takePort, until, withCastled } from './castled.mjs';
import { pair, play } from './player.mjs';

const health = (server, ...args) => runCastled(['health', '--data', server.directory, ...args]);

test('where no server runs the answer is no', async () => {
  const directory = newDirectory();
  const expected = { code: 1, signal: null, stdout: '', stderr: `castled: no server is running on ${directory}\n` };
  assert.deepEqual(await health({ directory }), expected);
  const server = await castled({ directory }).start();
  await server.kill(); // which leaves the file of its socket behind
  assert.deepEqual(await health({ directory }), expected);
  await server.start();
  assert.equal((await health({ directory })).code, 0);
  await server.remove();
});

test('a server that is ready says so', () =>
  withCastled({}, async server => {
    assert.deepEqual(await health(server), { code: 0, signal: null, stdout: 'ready\n', stderr: '' });
    const other = await runCastled(['health'], { env: { ...process.env, CASTLED_DATA: server.directory } });
    assert.equal(other.code, 0);
  }));

// The command of the container's health check, as the Dockerfile has it.
function dockerCommand() {
  const file = fileURLToPath(new URL('../../../Dockerfile', import.meta.url));
  const words = /^HEALTHCHECK[^\n]*(?:\\\n[^\n]*)*?CMD (\[.*\])$/m.exec(fs.readFileSync(file, 'utf8'))[1];
  return JSON.parse(words);
}

test('the container’s check works, also when the server speaks https', async () => {
  const directory = newDirectory();
  const [certificate, key] = ['cert.pem', 'key.pem'].map(name => path.join(directory, name));
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes',
    '-keyout', key, '-out', certificate, '-days', '2', '-subj', '/CN=club.example'], { stdio: 'ignore' });
  const server = castled({ directory, flags: ['--host', '127.0.0.1', '--data', directory, '--tls-cert', certificate, '--tls-key', key] });
  server.port = await takePort();
  assert.ok(await server.spawn());
  const [program, ...args] = dockerCommand();
  assert.equal(program, 'castled');
  const { code } = await runCastled(args, { env: { ...process.env, CASTLED_DATA: directory } });
  assert.equal(code, 0);
  await server.remove();
});

test('a server that hangs does not answer in time', () =>
  withCastled({}, async server => {
    server.child.kill('SIGSTOP');
    try {
      const answer = await health(server, '--timeout', '1');
      assert.deepEqual(answer, { code: 1, signal: null, stdout: '', stderr: 'castled: the server does not answer\n' });
    } finally {
      server.child.kill('SIGCONT');
    }
    assert.equal((await health(server)).code, 0);
  }));

test('more connections to its socket than it takes are closed, and then it answers again', () =>
  withCastled({}, async server => {
    const call = async () => {
      const socket = net.connect(path.join(server.directory, 'castled.sock')).on('error', () => {}).resume();
      await once(socket, 'connect');
      return socket;
    };
    const callers = [];
    for (let i = 0; i < 16; i++) callers.push(await call());
    const late = await call();
    await until(() => late.closed);
    assert.deepEqual(callers.map(caller => caller.readyState), Array(16).fill('open'));
    assert.equal((await health(server)).code, 1);
    callers.forEach(caller => caller.destroy());
    await until(async () => (await health(server)).code === 0);
  assert.equal((await get(server.port, '/readyz')).status, 200);
  }));

test('a client that sends nothing to its socket is disconnected after ten seconds', async () => {
  const server = await castled({ slow: true }).start();
  const silent = net.connect(path.join(server.directory, 'castled.sock')).on('error', () => {}).resume();
  await once(silent, 'connect');
  silent.write('hea'); // a command that never ends
  assert.equal((await health(server)).code, 0); // which it notices later
  await server.pass(9000);
  assert.equal(silent.readyState, 'open');
  await server.pass(1000);
  await until(() => silent.closed);
  assert.equal((await health(server)).code, 0);
  await server.remove();
});

test('a server that cannot write its disk is not ready', async () => {
  const server = await castled({ slow: true }).start();
  const limitFiles = size => execFileSync('prlimit', ['--pid', String(server.child.pid), `--fsize=${size}:unlimited`]);
  const table = await pair(server);
  await play(table, 0, 'e2e4');
  limitFiles(4096);
  table.black.send({ t: 'move', game: table.game, ply: 1, uci: 'e7e5' });
  await until(async () => (await get(server.port, '/healthz')).status === 503);
  assert.equal((await get(server.port, '/readyz')).status, 503);
  assert.deepEqual(await health(server), { code: 1, signal: null, stdout: '', stderr: 'not ready: the disk cannot be written to\n' });
  limitFiles('unlimited');
  await server.pass(2000); // until it tries again
  await until(async () => (await health(server)).code === 0);
  await server.remove();
});

test('a command line that is wrong is refused', async () => {
  for (const [args, says] of [
    [['now'], /^castled: now: unknown option; see castled health --help\n$/],
    [['--timeout', '0'], /^castled: --timeout "0": expected seconds from 1 to 3600\n$/],
    [['--timeout'], /^castled: --timeout: SECONDS is missing\n$/],
    [['--port', '80'], /^castled: --port: unknown option/],
  ]) {
    const { code, stderr } = await runCastled(['health', ...args]);
    assert.equal(code, 2);
    assert.match(stderr, says);
  }
  const { code, stdout } = await runCastled(['health', '--help']);
  assert.equal(code, 0);
  assert.match(stdout, /^usage: castled health .*\n[^]*--data DIR[^]*CASTLED_DATA[^]*--timeout SECONDS/);
});

test('a server that is stopping is not ready', async () => {
  const server = await castled({ slow: true }).start();
  const limitFiles = size => execFileSync('prlimit', ['--pid', String(server.child.pid), `--fsize=${size}:unlimited`]);
  const table = await pair(server);
  await play(table, 0, 'e2e4');
  limitFiles(4096); // it waits a second of its own clock for the disk
  table.black.send({ t: 'move', game: table.game, ply: 1, uci: 'e7e5' });
  await until(async () => (await get(server.port, '/healthz')).status === 503);
  server.end('SIGTERM');
  const expected = { code: 1, signal: null, stdout: '', stderr: 'not ready: the server is stopping\n' };
  await until(async () => (await health(server)).stderr === expected.stderr);
  assert.deepEqual(await health(server), expected);
  assert.equal((await get(server.port, '/healthz')).status, 503);
  limitFiles('unlimited');
  await server.stop();
  await server.remove();
});

test('the dashboard for Grafana shows every metric that there is, and no other', async () => {
  const file = fileURLToPath(new URL('../../../deploy/grafana.json', import.meta.url));
  const { panels } = JSON.parse(fs.readFileSync(file, 'utf8'));
  const expressions = panels.flatMap(panel => panel.targets.map(target => target.expr)).join('\n');
  await withCastled({ args: ['--metrics-port', '0'] }, async server => {
    const kinds = [...(await server.metrics()).matchAll(/^# TYPE (castled_\w+) (\w+)$/gm)];
    const names = kinds.map(([, name, kind]) => (kind === 'histogram' ? `${name}_bucket` : name));
    assert.ok(names.length > 20);
    assert.deepEqual([...new Set(expressions.match(/castled_\w+/g))].sort(), names.sort());
  });
});

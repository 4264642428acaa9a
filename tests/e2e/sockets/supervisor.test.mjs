// supervisor.test.mjs - a service manager as systemd is: it hands over sockets, and is told when the server is ready, that it lives,
// and when it stops (sd_listen_fds(3), sd_notify(3), systemd.service(5)).

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import readline from 'node:readline';
import { afterEach, test } from 'node:test';

import { binary, get, newDirectory, patience, runCastled, until } from './castled.mjs';
import { connect } from './player.mjs';

// Node has no datagram sockets of Unix: python3 has, and prints each datagram that comes as JSON.
const HEARER = `
import json, os, socket, sys
hearer = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
name = sys.argv[1]
hearer.bind('\\0' + name[1:] if name[0] == '@' else name)
print(json.dumps('bound'), flush=True)
while True:
    print(json.dumps(hearer.recv(4096).decode()), flush=True)
`;

const children = [];
afterEach(() => children.splice(0).forEach(each => each.kill('SIGKILL')));

async function newHearer(name) {
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'python3', '-c', HEARER, name], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const heard = [];
  readline.createInterface(child.stdout).on('line', line => heard.push(JSON.parse(line)));
  await until(() => heard.length > 0, 'the socket is bound');
  heard.shift();
  return { name, heard, close: () => child.kill() };
}

// The server with descriptors 3, 4, …, as a service manager starts it. LISTEN_PID is known only in the process itself.
function start(args, { sockets = [], env = {} } = {}) {
  const directory = newDirectory();
  const words = ['-c', 'LISTEN_PID=$$ exec "$0" "$@"', binary, '--host', '127.0.0.1', '--data', directory, ...args];
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'sh', ...words], {
    stdio: ['ignore', 'pipe', 'pipe', ...sockets.map(each => each._handle.fd)],
    env: { ...process.env, ...env },
  });
  children.push(child);
  const server = { child, directory, stdout: '', stderr: '' };
  child.stdout.on('data', text => (server.stdout += text));
  child.stderr.on('data', text => (server.stderr += text));
  server.closed = once(child, 'close');
  return server;
}

const isReady = server => until(() => {
  assert.equal(server.child.exitCode, null, server.stderr);
  return server.stdout.includes('is ready on');
}, 'it is ready');

async function stop(server) {
  server.child.kill('SIGTERM');
  const timer = setTimeout(() => server.child.kill('SIGKILL'), patience);
  assert.deepEqual(await server.closed, [0, null], server.stderr);
  clearTimeout(timer);
}

async function listen() {
  const socket = net.createServer();
  socket.listen(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

test('it reports when it is ready, that it is alive, and when it stops', async () => {
  for (const name of [path.join(newDirectory(), 'notify'), `@castled-test-${process.pid}`]) {
    const manager = await newHearer(name);
    const server = start(['--port', '0'], { env: { NOTIFY_SOCKET: name, WATCHDOG_USEC: '40000' } });
    await isReady(server);
    await until(() => manager.heard.filter(text => /^WATCHDOG=1\nSTATUS=0 games in progress, 0 connections$/.test(text)).length >= 3);
    assert.equal(manager.heard[0], 'READY=1\nSTATUS=0 games in progress, 0 connections');
    const port = Number(/ready on http:\/\/127\.0\.0\.1:(\d+)/.exec(server.stdout)[1]);
    const player = await connect({ port });
    await until(() => manager.heard.some(text => /0 games in progress, 1 connections/.test(text)));
    await player.close();
    await stop(server);
    await until(() => manager.heard.includes('STOPPING=1\nSTATUS=stopping'));
    assert.equal(manager.heard.filter(text => text.startsWith('READY=1')).length, 1);
    manager.close();
  }
});

test('a hanging server does not report that it is alive', async () => {
  const manager = await newHearer(path.join(newDirectory(), 'notify'));
  const server = start(['--port', '0'], { env: { NOTIFY_SOCKET: manager.name, WATCHDOG_USEC: '40000' } });
  await until(() => manager.heard.length > 2);
  server.child.kill('SIGSTOP');
  await until(async () => {
    const count = manager.heard.length;
    await new Promise(resolve => setTimeout(resolve, 200));
    return manager.heard.length === count;
  }, 'it is silent');
  server.child.kill('SIGCONT');
  const count = manager.heard.length;
  await until(() => manager.heard.length > count);
  await stop(server);
  manager.close();
});

test('without a watchdog, or with one for another process, there is only one message', async () => {
  for (const env of [{}, { WATCHDOG_USEC: '1000', WATCHDOG_PID: '1' }, { WATCHDOG_USEC: 'soon' }]) {
    const manager = await newHearer(path.join(newDirectory(), 'notify'));
    const server = start(['--port', '0'], { env: { NOTIFY_SOCKET: manager.name, ...env } });
    await isReady(server);
    await until(() => manager.heard.length > 0);
    await stop(server);
    await until(() => manager.heard.length > 1);
    assert.deepEqual(manager.heard.map(text => text.split('\n')[0]), ['READY=1', 'STOPPING=1']);
    manager.close();
  }
});

// A process that listens and accepts nothing, as Node cannot: it says its ports, and for each line on stdin starts the server
// with its sockets, says its pid, waits for its end, and says its status.
const MANAGER = `
import fcntl, os, socket, sys
names, words = sys.argv[1].split(':'), sys.argv[2:]
sockets = []
for _ in names:
    sockets.append(socket.socket())
    sockets[-1].bind(('127.0.0.1', 0))
    sockets[-1].listen(16)
print('ports', *[each.getsockname()[1] for each in sockets], flush=True)
for line in sys.stdin:
    pid = os.fork()
    if pid == 0:
        for i, fd in enumerate([fcntl.fcntl(each.fileno(), fcntl.F_DUPFD, 20) for each in sockets]):
            os.dup2(fd, 3 + i)
        os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(len(names)), LISTEN_FDNAMES=sys.argv[1])
        os.execvp('setpriv', ['setpriv', '--pdeathsig', 'KILL', *words])
    print('pid', pid, flush=True)
    print('status', os.waitpid(pid, 0)[1], flush=True)
`;

async function newManager(names) {
  const words = [binary, '--host', '0.0.0.0', '--data', newDirectory(), '--port', '1']; // which it could not have
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'python3', '-c', MANAGER, names, ...words], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const said = [];
  readline.createInterface(child.stdout).on('line', line => said.push(line));
  // The numbers behind the next line that begins so.
  const next = async word => {
    await until(() => said.some(line => line.startsWith(word)), `the manager says ${word}`);
    const at = said.findIndex(line => line.startsWith(word));
    return said.splice(at, 1)[0].slice(word.length).trim();
  };
  const ports = (await next('ports')).split(' ').map(Number);
  return {
    ports,
    said,
    next,
    async start() {
      child.stdin.write('start\n');
      return Number(await next('pid'));
    },
    async stop(pid) {
      process.kill(pid, 'SIGTERM');
      assert.equal(await next('status'), '0');
    },
    end: () => child.stdin.end(),
  };
}

// A request on a connection that is open before anybody accepts it.
async function askEarly(port) {
  const request = http.get({ host: '127.0.0.1', port, path: '/healthz', agent: false });
  const [socket] = await once(request, 'socket');
  if (socket.connecting) await once(socket, 'connect');
  const status = once(request, 'response').then(([response]) => {
    request.destroy();
    return response.statusCode;
  });
  status.catch(() => {}); // when the test has failed before it is looked at
  return { status };
}

test('the server listens on the sockets it is given, and clients that connected before the start are answered', async () => {
  const manager = await newManager('public:metrics:castled.socket');
  const [open, metrics, other] = manager.ports;
  for (let i = 0; i < 2; i++) { // the second time in the pause of a restart
    const early = await askEarly(open);
    const pid = await manager.start();
    assert.equal(await early.status, 200);
    assert.match(await manager.next('castled '), new RegExp(`is ready on http://127\\.0\\.0\\.1:${open}$`));
    assert.match(await manager.next('nobody is its operator yet: '), new RegExp(`at http://127\\.0\\.0\\.1:${open}/`));
    assert.ok(!manager.said.some(line => line.startsWith('  http')), manager.said.join('\n')); // the options say 0.0.0.0
    assert.equal((await get(other, '/healthz', { connection: 'close' })).status, 200);
    assert.match((await get(metrics, '/metrics', { connection: 'close' })).body, /^castled_games_live 0$/m);
    assert.equal((await get(open, '/metrics', { connection: 'close' })).status, 404);
    await manager.stop(pid);
  }
  manager.end();
});

test('nonsense from a service manager is refused in one line', async () => {
  const socket = await listen();
  const file = ['ignore', 'pipe', 'pipe', 'ignore'];
  for (const [sockets, env, says] of [
    [[socket], { LISTEN_FDS: '7' }, /^castled: LISTEN_FDS: expected a number from 0 to 6\n$/],
    [[socket], { LISTEN_FDS: 'x' }, /^castled: LISTEN_FDS: expected a number from 0 to 6\n$/],
    [[socket], { LISTEN_FDS: '2' }, /^castled: descriptor 4, of LISTEN_FDS, is not a listening TCP socket\n$/],
    [[], { NOTIFY_SOCKET: 'here' }, /^castled: NOTIFY_SOCKET: expected an absolute path, or @ and a name\n$/],
    [[], { NOTIFY_SOCKET: '/nowhere/notify' }, /^castled: NOTIFY_SOCKET \/nowhere\/notify: No such file or directory\n$/],
  ]) {
    const server = start(['--port', '0'], { sockets, env });
    const [code] = await server.closed;
    assert.equal(code, 1);
    assert.match(server.stderr, says);
  }
  socket.close();
  // Sockets for another process are not for us.
  const directory = newDirectory();
  const { code, stderr } = await runCastled(['--host', 'not an address', '--data', directory],
    { stdio: file, env: { ...process.env, LISTEN_FDS: '1', LISTEN_PID: '1' } });
  assert.equal(code, 1);
  assert.match(stderr, /cannot listen/);
});

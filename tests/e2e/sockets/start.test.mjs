// start.test.mjs - what the server does when it cannot start: one clear line, a non-zero exit, no partial start.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { binary, castled, get, newDirectory, runCastled, spawnCastled, takePort, until, withCastled } from './castled.mjs';
import { connect, pair, play } from './player.mjs';

// On any free port, unless it matters.
const args = (directory, port = 0) => ['--host', '127.0.0.1', '--port', String(port), '--data', directory];

// The program ends by itself with an error and says why in one line.
async function expectRefusal(list, says, options) {
  const { code, signal, stderr } = await runCastled(list, options);
  assert.equal(signal, null, `it had to be killed: ${stderr}`);
  assert.ok(code > 0, `exit ${code}`);
  const lines = stderr.trimEnd().split('\n');
  assert.equal(lines.length, 1, stderr);
  assert.match(lines[0], says);
  assert.doesNotMatch(lines[0], /Assertion|Sanitizer/);
}

async function withDirectory(body) {
  const directory = newDirectory();
  try {
    await body(directory, path.join(directory, 'castled.db'));
  } finally {
    fs.rmSync(directory, { recursive: true, force: true });
  }
}

test('--help fits a screen, and help lists everything', async () => {
  const short = await runCastled(['--help']);
  assert.equal(short.code, 0);
  const lines = short.stdout.trimEnd().split('\n');
  assert.ok(lines.length <= 24 && lines.every(line => line.length <= 80), short.stdout); // a terminal, as it always was
  const help = await runCastled(['help', 'all']);
  assert.equal(help.code, 0);
  for (const [flag] of short.stdout.matchAll(/--[a-z-]+/g)) assert.ok(help.stdout.includes(`  ${flag} `), flag);
  const topics = /:\n(.*); all\n/.exec(short.stdout)[1].split(', ');
  assert.deepEqual([...help.stdout.matchAll(/^([a-z]+):$/gm)].map(([, topic]) => topic), topics);
  const usage = (await runCastled(['help', '--help'])).stdout;
  assert.equal(/Topics are (.*), and all/.exec(usage)[1], topics.join(', '));
  for (const topic of topics) {
    const { code, stdout } = await runCastled(['help', topic]);
    assert.equal(code, 0, topic);
    assert.ok(help.stdout.includes(`${topic}:\n${stdout}`), topic);
  }
  for (const command of /Commands\n([^]*?)\n\n/.exec(short.stdout)[1].trim().split(/\s+/)) {
    const { code, stdout } = await runCastled(['help', command]);
    assert.equal(code, 0, command);
    assert.ok(stdout.startsWith(`usage: castled ${command}`), command);
  }
  assert.equal((await runCastled(['help', 'nonsense'])).code, 2);
  for (const option of ['--port', '--data', '--host', '--limits', '--threads', '--durability'])
    assert.ok(help.stdout.includes(option), option);
});

// What --help lists, by name: flags, variables, and limits with their figures, "20/600" or "60".
async function readHelp() {
  const { stdout } = await runCastled(['help', 'all']);
  return {
    flags: new Set(stdout.match(/^ {2}--[a-z-]+/gm).map(flag => flag.trim()).concat('--version', '--help')),
    variables: new Set([...stdout.matchAll(/environment: (CASTLED_[A-Z_]+)/g)].map(match => match[1])),
    limits: [...stdout.split('The limits,')[1].matchAll(/([a-z-]+)=(\d+(?:\/\d+)?)/g)].map(match => match[2]),
  };
}

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const read = file => fs.readFileSync(path.join(root, file), 'utf8');

test('options that the documents mention are those of --help', async () => {
  const { flags, variables } = await readHelp();
  assert.ok(flags.size >= 29 && variables.size >= 28, `${flags.size} flags, ${variables.size} variables`);
  const others = ['--restart', '--component', '--test-dir', '--install', '--libs', '--test', '--test-name-pattern', '--preset', '--build',
    '--results', '--output-on-failure', '--target', '--changed', '--write', '--from', '--until'];
  let found = 0;
  for (const file of ['README.md', 'CONTRIBUTING.md', 'server/protocol/PROTOCOL.md', 'server/README.md', 'server/net/README.md', 'server/core/README.md']) {
    for (const [, code] of read(file).matchAll(/`([^`\n]*)`/g)) {
      for (const [flag] of code.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)) {
        assert.ok(flags.has(flag) || others.includes(flag), `${file}: ${flag}`);
        found += flags.has(flag);
      }
    }
  }
  assert.ok(found >= 15, `${found} flags found`);
  for (const file of ['Dockerfile', 'deploy/run.sh', 'deploy/install.sh']) {
    for (const [variable] of read(file).matchAll(/(?<!-D)\bCASTLED_[A-Z_]+/g))
      assert.ok(variables.has(variable), `${file}: ${variable}`);
  }
});

test('each command explains itself, and refuses options that it does not have', async () => {
  for (const command of ['admin', 'backup', 'check', 'health', 'import', 'migrate', 'replay', 'restore']) {
    const help = await runCastled([command, '--help']);
    assert.equal(help.code, 0, help.stderr);
    assert.ok(help.stdout.startsWith(`usage: castled ${command} `), help.stdout);
    assert.match(help.stdout, /--data DIR\n.*\(default: data\)\n +environment: CASTLED_DATA\n/);
    for (const wrong of [['--port', '80'], ['--data']]) {
      const { code, stderr } = await runCastled([command, ...wrong]);
      assert.equal(code, 2);
      assert.match(stderr, /^castled: --(port: unknown option; see castled \w+ --help|data: DIR is missing)\n$/);
    }
  }
});

test('limits that PROTOCOL.md lists have the figures of --help, in the same order', async () => {
  const { limits } = await readHelp();
  const seconds = { s: 1, min: 60, h: 3600 };
  const section = read('server/protocol/PROTOCOL.md').split('\n## 8. ')[1].split('\n## ')[0];
  const told = section.split('\n').filter(line => line.startsWith('| ')).map(line => line.split('|').map(cell => cell.trim()))
    .filter(([, , figure]) => /^\d/.test(figure))
    .map(([, , count, wait]) => {
      const time = /^(\d+) (s|min|h)$/.exec(wait);
      return time ? `${count}/${time[1] * seconds[time[2]]}` : count;
    });
  assert.ok(told.length > 30);
  assert.deepEqual(told, limits);
});

test('unknown and senseless options are refused', () =>
  withDirectory(async directory => {
    for (const wrong of [
      ['--nonsense'],
      ['--port'],
      ['--port', 'x'],
      ['--port', '65536'],
      ['--port', '-1'],
      ['--threads', '-1'],
      ['--durability', 'wish'],
      ['--limits', 'perhaps'],
      ['--host', 'not an address'],
    ])
      await expectRefusal([...args(directory), ...wrong], /\S/);
  }));

test('a taken port: one line, and the database is not touched', () =>
  withDirectory(async (directory, file) => {
    const holder = net.createServer();
    await new Promise(resolve => holder.listen(0, '127.0.0.1', resolve));
    const { port } = holder.address();
    await expectRefusal(args(directory, port), new RegExp(`${port}`));
    assert.equal(fs.existsSync(`${file}-wal`), false);
    holder.close();
  }));

test('a clock before 2020: one line, and the database is not touched', async () => {
  const server = castled({ slow: true });
  const newYear = Date.UTC(2020, 0, 1);
  server.clock.setForward(newYear - 60_000 - Date.now());
  await expectRefusal(args(server.directory), /the clock of this machine is before 2020/, { env: { ...process.env, ...server.clock.env } });
  assert.deepEqual(fs.readdirSync(server.directory), []);
  server.clock.setForward(120_000);
  await server.start();
  await server.remove();
});

test('a second server on the same port or the same data', () =>
  withCastled({}, async server => {
    await withDirectory(directory => expectRefusal(args(directory, server.port), new RegExp(`${server.port}`)));
    await expectRefusal(args(server.directory), /another castled/);
    const table = await pair(server); // the first one goes on
    await play(table, 0, 'e2e4');
  }));

test('a data directory that cannot exist', () =>
  withDirectory(async directory => {
    const file = path.join(directory, 'file');
    fs.writeFileSync(file, 'x');
    await expectRefusal(args(file), /file/);
    await expectRefusal(args(path.join(file, 'below')), /below/);
    await expectRefusal(args(path.join(directory, 'no', 'parent')), /parent/);
    await expectRefusal(args('/proc/castled'), /\/proc\/castled/);
  }));

test('a file or directory that is missing: one line, and nothing is made', () =>
  withDirectory(async directory => {
    const data = path.join(directory, 'data');
    const missing = path.join(directory, 'no', 'such');
    for (const flag of ['backup-dir', 'trace', 'outbound-ca', 'site-logo', 'site-rules', 'site-privacy']) {
      await expectRefusal([...args(data), `--${flag}`, missing], new RegExp(`^castled: --${flag} ${missing}: No such file or directory$`));
      assert.deepEqual(fs.readdirSync(directory), [], flag);
    }
    await expectRefusal([...args(data), '--backup-dir', path.join(data, 'backups'), '--trace', missing], /--trace/);
    assert.deepEqual(fs.readdirSync(directory), []);
  }));

test('a data directory that is not writable', () =>
  withDirectory(async directory => {
    fs.chmodSync(directory, 0o500);
    const isRoot = process.getuid() === 0;
    if (isRoot) fs.chownSync(directory, 65534, 65534);
    // Root may do anything: run as nobody, who owns the directory.
    await expectRefusal(args(directory), /Permission denied/, isRoot ? { uid: 65534, gid: 65534 } : {});
    fs.chmodSync(directory, 0o700);
  }));

test('a damaged, foreign or newer database', async () => {
  const server = await castled().start();
  const table = await pair(server);
  for (const [ply, uci] of ['e2e4', 'e7e5', 'g1f3'].entries()) await play(table, ply, uci);
  await server.stop();
  const file = path.join(server.directory, 'castled.db');
  const good = fs.readFileSync(file);
  const write = (at, bytes) => {
    const copy = Buffer.from(good);
    Buffer.from(bytes).copy(copy, at);
    fs.writeFileSync(file, copy);
  };
  try {
    const list = args(server.directory);
    for (let at = 4096; at < good.length; at += 4096) write(at, Array(64).fill(0x5a));
    await expectRefusal(list, /castled\.db.*damaged/);
    fs.writeFileSync(file, good.subarray(0, 8192));
    await expectRefusal(list, /castled\.db.*damaged/);
    write(0, Array(100).fill(7));
    await expectRefusal(list, /castled\.db.*not a database/);
    fs.writeFileSync(file, 'This is a text.\n'.repeat(100));
    await expectRefusal(list, /castled\.db.*not a database/);
    write(60, [0, 0, 3, 232]); // user_version 1000
    await expectRefusal(list, /castled\.db.*newer/);
    fs.writeFileSync(file, good);
    await server.start(); // none of that has harmed it
    const back = await connect(server, { token: table.white.welcome.token });
    assert.deepEqual(back.welcome.playing, [table.game]);
  } finally {
    await server.remove();
  }
});

test('variables of the environment set the same options', () =>
  withDirectory(async directory => {
    const env = { CASTLED_HOST: '127.0.0.1', CASTLED_DATA: directory, CASTLED_LIMITS: 'off' };
    const server = castled({ directory, flags: [], env });
    await server.start(); // on CASTLED_PORT
    assert.ok(fs.existsSync(path.join(directory, 'castled.db')));
    await server.stop();
    await expectRefusal([], /\S/, { env: { ...process.env, ...env, CASTLED_PORT: 'x' } });
  }));

test('stopping with open connections, some of which do not read or answer', async () => {
  for (let round = 0; round < 5; round++)
    await withCastled({}, async server => {
      const table = await pair(server);
      const people = await Promise.all(Array.from({ length: 30 }, () => connect(server)));
      for (const [i, player] of people.entries()) {
        await player.ok({ t: 'watch', game: table.game });
        if (i % 3 === 0) player.socket._socket.pause();
        if (i % 3 === 1) player.send({ t: 'challenge', to: 'computer', level: 8, clock: null });
      }
      table.white.send({ t: 'move', game: table.game, ply: 0, uci: 'e2e4' });
      await server.stop();
    });
});

test('without standard streams it runs and stops as with them', () =>
  withDirectory(async directory => {
    const port = await takePort();
    const closed = ['-c', 'exec "$0" "$@" <&- >&- 2>&-', binary, ...args(directory, port)];
    const child = spawnCastled(closed, { stdio: 'ignore' }, '/bin/sh');
    const ended = once(child, 'exit');
    try {
      await until(async () => {
        assert.equal(child.exitCode, null, 'it does not start');
        return (await get(port, '/healthz').catch(() => null))?.status === 200;
      }, 'it is ready');
      const player = await connect({ port });
      await player.ok({ t: 'challenge', to: 'computer', level: 1, clock: null });
      child.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null]);
    } finally {
      child.kill('SIGKILL');
    }
  }));

test('the printed address can be opened', () =>
  withDirectory(async directory => {
    for (const [host, shown] of [['127.0.0.1', '127.0.0.1'], ['0.0.0.0', 'localhost'], ['::1', '[::1]']]) {
      const port = await takePort();
      const child = spawnCastled([...args(directory, port), '--host', host]);
      const ended = once(child, 'exit');
      const [line] = await Promise.race([once(child.stdout, 'data'), ended]);
      child.kill('SIGTERM');
      await ended;
      if (line === 1 && host === '::1') continue; // a machine without IPv6
      assert.ok(String(line).includes(` http://${shown}:${port}\n`), String(line));
    }
  }));

// takeover_trials.test.mjs - SIGUSR2 (takeover.test.mjs): a new castled that cannot take over leaves the old one serving, and one can from every
// version of the database.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { binary, get, newDirectory, takePort, until } from './castled.mjs';
import { opera } from './games.mjs';
import { canUnshare, childrenOf, newProgram, unshare, withManaged } from './managed.mjs';
import { connect, pair, play } from './player.mjs';

const folder = path.dirname(fileURLToPath(import.meta.url));
const RESTART = 1012; // Service Restart, of IANA's registry of close codes
const fresh = { connection: 'close' };
const healthOf = server => get(server.port, '/healthz', fresh);

// ---- a new castled that cannot ----

test('a new castled that fails before it is prepared leaves the old one serving', async () => {
  const program = newProgram();
  const config = path.join(newDirectory(), 'castled.conf');
  fs.writeFileSync(config, 'quiet = off\n');
  await withManaged({ program: program.path, args: ['--config', config] }, async server => {
    const player = await connect(server);
    const old = server.main;
    const taken = net.createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const failures = {
      'no program': [() => program.remove(), /castled: .*: No such file or directory/],
      'nothing that can be run': [() => { program.script(''); fs.chmodSync(program.path, 0o644); }, /Permission denied/],
      'an end with an error': [() => program.script('exit 3'), /has ended before it was ready/],
      'a crash': [() => program.script('kill -SEGV $$'), /has ended before it was ready/],
      'an options file that is wrong': [() => fs.writeFileSync(config, 'quiet = perhaps\n'), /castled: .*quiet/],
      'a port that is taken': [() => fs.writeFileSync(config, `metrics-port = ${taken.address().port}\n`), /cannot listen on/],
      'a database from the future': [() => setVersion(server, 99), /its version is 99/],
    };
    const version = getVersion(server);
    for (const [name, [make, says]] of Object.entries(failures)) {
      const before = server.stderr.length;
      const since = () => server.stderr.slice(before);
      make();
      server.signal('SIGUSR2');
      await until(() => /this one goes on|cannot be started/.test(since()), name);
      await until(() => says.test(since()), `${name}: ${since()}`);
      assert.equal((await healthOf(server)).status, 200, name);
      await player.settle();
      program.link();
      fs.writeFileSync(config, 'quiet = off\n');
      if (name.startsWith('a database')) setVersion(server, version);
    }
    taken.close();
    assert.equal(server.main, old);
    await server.replace(); // and then one that can
    assert.equal(await player.closed, RESTART);
    await server.end(old);
    assert.equal(server.status(old), 0);
  });
});

const python = (server, sql) => execFileSync('python3', ['-c',
  'import sqlite3, sys\ndb = sqlite3.connect(sys.argv[1], timeout=30)\nprint((db.execute(sys.argv[2]).fetchone() or [0])[0])',
  path.join(server.directory, 'castled.db'), sql], { encoding: 'utf8' });
const getVersion = server => Number(python(server, 'PRAGMA user_version'));
const setVersion = (server, version) => python(server, `PRAGMA user_version = ${version}`);

test('one that hangs is only one, and ends with the server', async () => {
  const program = newProgram();
  await withManaged({ program: program.path }, async server => {
    program.script('exec sleep 100000');
    server.signal('SIGUSR2');
    await server.hears('a new castled is being started, process');
    server.signal('SIGUSR2');
    await server.hears('a new castled is being started already');
    const hanging = Number(/is being started, process (\d+)/.exec(server.stderr)[1]);
    assert.equal((await healthOf(server)).status, 200);
    server.signal('SIGTERM');
    await server.end(server.main);
    assert.equal(server.status(server.main), 0);
    await until(() => !fs.existsSync(`/proc/${hanging}/cmdline`) || fs.readFileSync(`/proc/${hanging}/cmdline`, 'utf8') === '', 'it has ended');
  });
});

test('when the new one dies with the database in its hands, the old program starts again', async () => {
  const program = newProgram();
  await withManaged({ program: program.path }, async server => {
    const table = await pair(server);
    for (let ply = 0; ply < 4; ply++) await play(table, ply, opera[ply]);
    const old = server.main;
    for (const at of ['released', 'ready']) {
      program.between({ at });
      const times = server.stdout.split('is ready on').length;
      server.signal('SIGUSR2');
      await server.isServing(times);
      for (const side of ['white', 'black']) {
        await table[side].closed;
        table[side] = await connect(server, { token: table[side].welcome.token });
        await table[side].ok({ t: 'watch', game: table.game, since: 0 });
      }
      const ply = at === 'released' ? 4 : 5;
      await play(table, ply, opera[ply]);
      assert.equal(server.main, old, 'in the same process');
      assert.equal(server.status(old), undefined);
    }
    program.link();
    await server.replace();
    await server.end(old);
  });
});

test('also when it takes a while to die', async () => {
  const program = newProgram();
  await withManaged({ program: program.path }, async server => {
    const old = server.main;
    program.between({ at: 'released', holds: server.directory });
    server.signal('SIGUSR2');
    await server.isServing(2);
    assert.equal((await healthOf(server)).status, 200);
    assert.equal(server.main, old, 'in the same process');
  });
});

test('also where a service manager has given it the socket', async () => {
  const program = newProgram();
  await withManaged({ program: program.path, listens: true }, async server => {
    const old = server.main;
    program.between({ at: 'released' });
    for (let times = 2; times < 4; times++) {
      server.signal('SIGUSR2');
      await server.isServing(times);
      assert.equal((await healthOf(server)).status, 200);
      assert.equal(server.main, old, 'in the same process');
    }
    program.link();
    await server.replace();
    assert.equal((await healthOf(server)).status, 200);
  });
});

// The number of its process where it was started, which may be in a container.
const startedOf = server => Number(/is being started, process (\d+)(?![\s\S]*is being started, process)/.exec(server.stderr)?.[1]);

test('and when it dies before the old one has heard that it is ready', async () => {
  const program = newProgram();
  await withManaged({ program: program.path }, async server => {
    const old = server.main;
    program.between({ at: 'ready', asleep: true });
    server.signal('SIGUSR2');
    await server.hears('is being started, process');
    await until(() => !fs.existsSync(`/proc/${startedOf(server)}`), 'the new one has ended');
    process.kill(old, 'SIGCONT');
    await server.isServing(2);
    assert.equal((await healthOf(server)).status, 200);
    assert.equal(server.main, old);
    program.link();
    await server.replace();
  });
});

test('and so in a container', { skip: canUnshare ? false : 'this machine lets nobody make namespaces' }, async () => {
  const program = newProgram();
  await withManaged({ program: program.path, wrap: unshare }, async server => {
    const [init] = childrenOf(server.main);
    const [old] = childrenOf(init);
    program.between({ at: 'ready', asleep: true });
    process.kill(init, 'SIGUSR2');
    await server.hears('the new castled takes over now');
    await until(() => childrenOf(init).length === 1, 'the new one has ended');
    process.kill(old, 'SIGCONT');
    await server.isServing(2);
    assert.equal((await healthOf(server)).status, 200);
    process.kill(init, 'SIGTERM');
    await server.end(server.main);
    assert.equal(server.status(server.main), 0);
  });
});

test('one that hears nothing any more is given up, however many connections it was to be given', async () => {
  const program = newProgram();
  await withManaged({ program: program.path }, async server => {
    const old = server.main;
    const idle = Array.from({ length: 600 }, () => net.connect(server.port, '127.0.0.1'));
    await Promise.all(idle.map(each => once(each, 'connect')));
    program.between({ at: 'prepared', hangs: true });
    server.signal('SIGUSR2');
    await server.isServing(2);
    assert.equal((await healthOf(server)).status, 200);
    assert.equal(server.main, old, 'in the same process');
    idle.forEach(each => each.destroy());
  });
});

// ---- every released version of the database ----

const golden = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../data/golden');
const versions = fs.readdirSync(golden).map(name => Number(/^database_v(\d+)\.sql$/.exec(name)?.[1])).filter(Boolean).sort((a, b) => a - b);

// The steps up to that version, then the rows that the release with it wrote.
const MAKE = `
import re, sqlite3, sys
schema, golden = open(sys.argv[1]).read(), sys.argv[2]
steps = re.findall(r'\\n-- version (\\d+)(.*?)(?=\\n-- version |\\Z)', '\\n' + schema, re.S)
for version, directory in enumerate(sys.argv[3:], 1):
    db = sqlite3.connect(f'{directory}/castled.db')
    for name, arguments in ('archived_bonus', 1), ('checked_event', 3), ('checked_challenge', 4), ('row_checksum', -1):
        db.create_function(name, arguments, lambda *_: None, deterministic=True)  # there are no rows yet
    for number, step in steps[:version]:
        db.executescript(f'BEGIN; {step}; PRAGMA user_version = {number}; COMMIT')
    db.executescript(open(f'{golden}/database_v{version:02}.sql').read())
    db.commit()
    db.close()
`;

// As SQLite's file format has it, when there is no log beside the file.
const versionOf = file => {
  assert.ok(!fs.existsSync(`${file}-wal`));
  return fs.readFileSync(file).readUInt32BE(60);
};

test('forward from every released version of the database', async () => {
  const schema = path.resolve(golden, '../../../server/store/sql/schema.sql');
  assert.ok(versions.length > 13);
  assert.deepEqual(versions, versions.map((_, i) => i + 1));
  const directories = versions.map(() => newDirectory());
  execFileSync('python3', ['-c', MAKE, schema, golden, ...directories]);
  for (const version of versions) {
    const directory = directories[version - 1];
    const file = path.join(directory, 'castled.db');
    assert.equal(versionOf(file), version);
    const port = await takePort();
    const old = spawn('setpriv', ['--pdeathsig', 'KILL', 'python3', path.join(folder, 'old_castled.py'), directory, String(port),
      binary, '--host', '127.0.0.1', '--port', String(port), '--data', directory, '--limits', 'off'], { stdio: ['pipe', 'pipe', 'pipe'] });
    const said = { out: '', err: '' };
    old.stdout.on('data', text => (said.out += text));
    old.stderr.on('data', text => (said.err += text));
    const says = word => until(() => assert.equal(old.exitCode, null, said.err) ?? said.out.includes(word), word);
    await says('prepared');
    assert.equal(fs.readFileSync(file).readUInt32BE(60), version, 'the old one still uses it');
    assert.ok(!fs.existsSync(`${file}.trial`), 'what was tried out is gone');
    const waits = get(port, '/healthz', fresh);
    waits.catch(() => {}); // what the old one says then is told first
    old.stdin.write('\n');
    await says('ready');
    assert.equal((await waits).status, 200);
    const player = await connect({ port });
    await player.ok({ t: 'seek', clock: null, fallback: null });
    old.stdin.end();
    await once(old, 'close');
    assert.doesNotMatch(said.err, /Sanitizer|runtime error|Assertion/);
    assert.equal(versionOf(file), versions.at(-1));
  }
});
